"""How the numbers of an observation are declared: each once, with its range and its meaning.

A class of `Numbers` has them in order. Read from the class, a number is its index, so a rule writes
`row[Stats.floor]`. Its `ENTRIES` are what the spaces and the manual need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from steep.core.ruleset import CONDITION_NAMES, STAT_NAMES, TRAIT_NAMES

MAX_STAT = 2**31 - 1
"""Largest number of an observation; larger ones are clipped to it, so that they fit 32 bits."""

YES = 255
"""What fills a plane."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One number or plane of an observation."""

    name: str
    low: int
    high: int
    meaning: str


def entry(low: int, high: int, meaning: str) -> int:
    """A number, in the body of a class of `Numbers`, where it becomes its index."""
    return several([Entry("", low, high, meaning)])


def plane(meaning: str) -> int:
    """A plane, whose numbers are fractions of YES."""
    return entry(0, YES, meaning)


def several(entries: Iterable[Entry]) -> int:
    """Numbers side by side, which become the index of the first."""
    return cast("int", list(entries))


class Numbers:
    """Base of the classes that declare the numbers of an observation, in order."""

    ENTRIES: ClassVar[tuple[Entry, ...]]

    def __init_subclass__(cls) -> None:
        entries: list[Entry] = []
        for name, declared in [*vars(cls).items()]:
            if isinstance(declared, list):
                setattr(cls, name, len(entries))
                entries += (replace(entry, name=entry.name or name) for entry in declared)
        cls.ENTRIES = tuple(entries)


STAT_MEANINGS = (
    "maximum hit points",
    "added to the damage of attacks",
    "against the damage of attacks",
    "added to the chance to hit, in percent",
    "taken off the chance to be hit, in percent",
    "how often it acts; 100 is once a turn",
    "how far it sees, in cells",
    "how hard the hero is to notice",
    "HP regained in a hundred turns",
)
"""In the order of `STAT_NAMES`."""

CONDITION_MEANINGS = {
    "cannot_act": "it can't act",
    "cannot_see": "it sees only the cells around it",
    "stumbles": "its steps go in random directions",
    "held": "it can't leave its cell",
    "afraid": "it runs from its enemies",
    "invisible": "others don't see it",
    "charmed": "a monster fights for the other side; the hero harms nobody",
    "flying": "it can't be held, pushed or pulled",
    "telepathic": "it senses all monsters of the floor",
}
"""By its name in `CONDITION_NAMES`."""

TRAIT_MEANINGS = {
    "harms": "an ability harms whom it affects",
    "helps": "an ability helps whom it affects",
    "moves": "an ability moves whom it affects",
    "informs": "an ability tells something",
    "calls": "an ability calls monsters",
    "feeds": "an ability gives nutrition",
}
"""By its name in `TRAIT_NAMES`."""

CONDITIONS = tuple(Entry(name, 0, 1, CONDITION_MEANINGS[name]) for name in CONDITION_NAMES)
"""The entries of the observation `conditions`, in order; also part of each row of `monsters`."""

TRAITS = tuple(Entry(name, 0, 1, TRAIT_MEANINGS[name]) for name in TRAIT_NAMES)


def stat_entries(note: str) -> tuple[Entry, ...]:
    """An entry for each stat with a name."""
    return tuple(
        Entry(name, -MAX_STAT, MAX_STAT, f"{note}: {meaning}")
        for name, meaning in zip(STAT_NAMES, STAT_MEANINGS, strict=True)
    )
