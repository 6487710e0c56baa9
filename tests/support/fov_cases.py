"""Maps for field of view tests: thousands of small cases, the same on every machine.

A case is fixed by its number. Its map is noise, caves, rooms or open ground, of
one of three sizes, within a border of rock. Only `Random.random` is used, because
Python guarantees its sequence.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from dataclasses import dataclass

from steep.core.geometry import CELLS, FLOOR, ROCK, WIDTH
from steep.core.world import MAX_RADIUS

CASES = 3_000

SIZES = ((80, 43), (80, 45), (50, 28))


@dataclass(frozen=True)
class Case:
    """A map with the origin and radius of a field of view."""

    tiles: bytearray
    width: int
    height: int
    origin: int
    radius: int

    def digest(self, cells: Iterable[int]) -> str:
        """A hash of the case and the given cells, as eight hexadecimal digits."""
        text = f"{bytes(tile - ROCK for tile in self.tiles).hex()} {self.origin} {self.radius} {sorted(cells)}"
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


class Dice:
    """Random whole numbers from `Random.random` alone."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, end: int) -> int:
        """A number from 0 to `end` - 1."""
        return int(self.random() * end)


def case(number: int) -> Case:
    """The case with this number."""
    dice = Dice(number)
    width, height = SIZES[dice.below(len(SIZES))]
    tiles = bytearray([ROCK]) * CELLS
    (scatter, dig_caves, dig_rooms, leave_open)[number % 4](tiles, width, height, dice)
    floor = [cell for cell in range(CELLS) if tiles[cell] == FLOOR]
    return Case(tiles, width, height, floor[dice.below(len(floor))], 1 + dice.below(MAX_RADIUS))


def inside(width: int, height: int) -> list[int]:
    """All cells within the border."""
    return [y * WIDTH + x for y in range(1, height - 1) for x in range(1, width - 1)]


def scatter(tiles: bytearray, width: int, height: int, dice: Dice) -> None:
    """Rock scattered over floor, sparse to dense."""
    density = 0.02 + 0.6 * dice.random()
    for cell in inside(width, height):
        tiles[cell] = ROCK if dice.random() < density else FLOOR


def dig_caves(tiles: bytearray, width: int, height: int, dice: Dice) -> None:
    """Scattered rock, smoothed into caves."""
    for cell in inside(width, height):
        tiles[cell] = ROCK if dice.random() < 0.42 else FLOOR
    for _ in range(2):
        before = bytes(tiles)
        for cell in inside(width, height):
            around = sum(before[cell + row + column] == FLOOR for row in (-WIDTH, 0, WIDTH) for column in (-1, 0, 1))
            tiles[cell] = FLOOR if around >= 5 else ROCK
    tiles[WIDTH + 1] = FLOOR


def dig_rooms(tiles: bytearray, width: int, height: int, dice: Dice) -> None:
    """Rooms, some with pillars, joined by tunnels."""
    last = (0, 0)
    for _ in range(14):
        wide, high = 3 + dice.below(9), 3 + dice.below(7)
        left, top = 1 + dice.below(width - wide - 1), 1 + dice.below(height - high - 1)
        for y in range(top, top + high):
            for x in range(left, left + wide):
                tiles[y * WIDTH + x] = FLOOR
        if dice.below(3) == 0:
            tiles[(top + high // 2) * WIDTH + left + wide // 2 + 1] = ROCK
        x, y = left + wide // 2, top + high // 2
        if last != (0, 0):
            for column in range(min(x, last[0]), max(x, last[0]) + 1):
                tiles[last[1] * WIDTH + column] = FLOOR
            for row in range(min(y, last[1]), max(y, last[1]) + 1):
                tiles[row * WIDTH + x] = FLOOR
        last = (x, y)


def leave_open(tiles: bytearray, width: int, height: int, dice: Dice) -> None:
    """Open ground with a few straight walls."""
    for cell in inside(width, height):
        tiles[cell] = FLOOR
    for _ in range(dice.below(12)):
        x, y, step = 1 + dice.below(width - 2), 1 + dice.below(height - 2), (1, WIDTH)[dice.below(2)]
        cell = y * WIDTH + x
        for _ in range(dice.below(9)):
            tiles[cell] = ROCK
            cell += step
            if cell % WIDTH >= width - 1 or cell // WIDTH >= height - 1:
                break
    tiles[WIDTH + 1] = FLOOR
