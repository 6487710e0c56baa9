"""Reads what a person typed after an option: seeds, floors, numbers. Each mistake is one clear message."""

from __future__ import annotations

import argparse
import re

from steep.core.problems import InputError

MOST_FLOORS = 1_000
"""No command makes floors deeper than this one."""

MOST_SAMPLES = 10_000_000


def read_number(option: str, text: str, low: int, high: int, what: str) -> int:
    """A whole number in a range, in plain digits."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    raise InputError(f'{option}: found "{text}"; {what} is a whole number from {low} to {high}')


def read_seed(text: str) -> int:
    """A seed as a person types it."""
    from steep.core.streams import MAX_SEED

    return read_number("--seed", text, 0, MAX_SEED, "a seed")


def read_samples(text: str | None) -> int:
    """How many times each floor is made; 0 when nobody said."""
    return 0 if text is None else read_number("--samples", text, 1, MOST_SAMPLES, "how often each floor is made")


def read_floors(asked: argparse.Namespace) -> tuple[int, int] | None:
    """The first and the last floor that were asked for; None when none were."""
    if asked.floor is not None:
        floor = read_number("--floor", asked.floor, 1, MOST_FLOORS, "a floor")
        return floor, floor
    if asked.floors is None:
        return None
    found = re.fullmatch(r"(\d{1,9})-(\d{1,9})", asked.floors, re.ASCII)
    if found:
        first, last = int(found[1]), int(found[2])
        if 1 <= first <= last <= MOST_FLOORS:
            return first, last
    wanted = f"A-B, two floors from 1 to {MOST_FLOORS} in rising order, as in 1-8"
    raise InputError(f'--floors: found "{asked.floors}"; allowed: {wanted}')
