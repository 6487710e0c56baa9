"""Random streams: one for each purpose, seeded anew on each floor.

Draws for one purpose never affect another, so floor 7 of seed 42 is the same
dungeon whatever happened on the floors above. The generator is xoshiro128** 1.1
(Blackman and Vigna, https://prng.di.unimi.it/xoshiro128starstar.c). Its 32-bit
words fit into signed 64-bit arithmetic, so plain Python, NumPy and compiled
code give the same numbers.
"""

from __future__ import annotations

from steep.core.record import Cells
from steep.core.rule_decorator import rule

LAYOUT = 0
SPAWNS = 1
LOOT = 2
COMBAT = 3
WANDERERS = 4
CHOICES = 5
"""Which layout a floor has."""
VAULTS = 6
"""Where vaults are, and what is in drawn maps."""
STREAMS = 7

MASK = 0xFFFFFFFF

MAX_SEED = 2**63 - 1


@rule
def multiply32(a: int, b: int) -> int:
    """The low 32 bits of a product of two 32-bit numbers, computed without 64-bit overflow."""
    return ((((a * (b >> 16)) & MASK) << 16) + a * (b & 0xFFFF)) & MASK


@rule
def mix(value: int) -> int:
    """The finaliser of MurmurHash3 (Appleby, public domain): each of the 32 input bits affects every output bit."""
    value ^= value >> 16
    value = multiply32(value, 0x85EBCA6B)
    value ^= value >> 13
    value = multiply32(value, 0xC2B2AE35)
    return value ^ (value >> 16)


@rule
def seed_streams(random: Cells, seed: int, floor: int) -> None:
    """Seed all streams for a floor. `random` has 4 * STREAMS words; `seed` is 0 .. 2**63 - 1."""
    base = mix((seed & MASK) ^ 0x9E3779B9)
    base = mix((base + (seed >> 32)) & MASK)
    base = mix((base + floor) & MASK)
    for word in range(4 * STREAMS):
        # An all-zero state would stay zero; setting the low bit of one word in four prevents that.
        random[word] = mix((base + 0x9E3779B9 * (word + 1)) & MASK) | (1 if word % 4 == 0 else 0)


@rule
def next32(random: Cells, stream: int) -> int:
    """The next 32-bit word of a stream."""
    at = stream * 4
    s0 = random[at]
    s1 = random[at + 1]
    s2 = random[at + 2] ^ s0
    s3 = random[at + 3] ^ s1
    x = (s1 * 5) & MASK
    x = ((x << 7) | (x >> 25)) & MASK
    random[at] = s0 ^ s3
    random[at + 1] = s1 ^ s2
    random[at + 2] = s2 ^ ((s1 << 9) & MASK)
    random[at + 3] = ((s3 << 11) | (s3 >> 21)) & MASK
    return (x * 9) & MASK


@rule
def below(random: Cells, stream: int, bound: int) -> int:
    """A uniform random number from 0 to bound - 1. `bound` is 1 .. 2**31.

    Multiply and reject: Lemire, "Fast Random Integer Generation in an Interval" (2019).
    """
    product = next32(random, stream) * bound
    if (product & MASK) < bound:
        least = (MASK + 1 - bound) % bound
        while (product & MASK) < least:
            product = next32(random, stream) * bound
    return product >> 32


@rule
def between(random: Cells, stream: int, low: int, high: int) -> int:
    """A uniform random number from low to high, inclusive."""
    return low + below(random, stream, high - low + 1)
