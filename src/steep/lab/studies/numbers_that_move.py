"""The numbers of a ruleset that a target lets move. Each move is one whole number between two bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steep.content import Rulebook
from steep.content.change_numbers import Keys, PathError, Place, WrittenRuleset
from steep.content.ruleset_errors import Location, Mistake, RulesetError
from steep.lab.storage.target_file import Move

AS_WRITTEN = 100
"""Percent."""

MAX_APART = 3
"""Values of a move that are coordinates of their own, at most."""


@dataclass(frozen=True, slots=True)
class Moving:
    """One move of a target in a ruleset."""

    name: str
    places: tuple[Place, ...]
    in_percent: bool
    """Whether its number is a percentage of what is written, or the value itself."""
    low: int
    high: int
    written: int
    """The number that changes nothing, or comes nearest to it."""

    def changes(self, number: int) -> dict[Keys, Any]:
        """The values at this number that are not as written."""
        values = [(place, place.scaled(number) if self.in_percent else number) for place in self.places]
        return {place.keys: value for place, value in values if value != place.written}

    @property
    def positions(self) -> tuple[tuple[float, ...], ...]:
        """For each number from `low` to `high`, what it makes of the values: coordinates from 0 to 1.

        Values are rounded, and may rise in steps. Up to MAX_APART values have a coordinate each; more share their mean.
        """
        numbers = range(self.low, self.high + 1)
        if not self.in_percent:
            return tuple(((number - self.low) / (self.high - self.low),) for number in numbers)
        columns = [spread([place.size(place.scaled(number)) for number in numbers]) for place in self.places]
        if len(columns) > MAX_APART:
            columns = [[sum(row) / len(row) for row in zip(*columns, strict=True)]]
        return tuple(zip(*columns, strict=True))


@dataclass(frozen=True, slots=True)
class Space:
    """All moves of a target in a ruleset."""

    ruleset: WrittenRuleset
    moves: tuple[Moving, ...]

    @property
    def written(self) -> tuple[int, ...]:
        """The numbers that change nothing."""
        return tuple(move.written for move in self.moves)

    def changes(self, numbers: Sequence[int]) -> dict[Keys, Any]:
        """The values of the ruleset at some numbers, one for each move, that are not as written."""
        changed: dict[Keys, Any] = {}
        for move, number in zip(self.moves, numbers, strict=True):
            changed |= move.changes(number)
        return changed

    def rulebook(self, numbers: Sequence[int]) -> Rulebook:
        """The ruleset at some numbers; as written at `written`. Raises `RulesetError` when it is not valid."""
        return self.ruleset.rulebook(self.changes(numbers))


def spread(sizes: Sequence[float]) -> list[float]:
    """Rising sizes as shares of the way from the first to the last; the middle where they are all the same."""
    low, high = sizes[0], sizes[-1]
    return [(size - low) / (high - low) if high > low else 0.5 for size in sizes]


def space_of(ruleset: WrittenRuleset, moves: Sequence[Move], file: str) -> Space:
    """The moves of a target in a ruleset. Raises `RulesetError` with all that are not possible, mistakes of `file`."""
    mistakes: list[Mistake] = []
    rulebook = WrittenRuleset(ruleset.chain, "").rulebook()
    found: list[Moving] = []
    taken: dict[Keys, int] = {}
    for number, move in enumerate(moves, 1):
        at = Location(mistakes, file, "move").entry(number)
        made = moving_of(ruleset, rulebook, move, at, taken, number)
        if made is not None:
            found.append(made)
    if mistakes:
        raise RulesetError(mistakes)
    space = Space(ruleset, tuple(found))
    for row, each in enumerate(space.moves):
        for bound in (each.low, each.high):
            numbers = tuple(bound if other == row else number for other, number in enumerate(space.written))
            check_bound(space, numbers, each, bound, Location(mistakes, file, f"move[{row + 1}]"))
    if mistakes:
        raise RulesetError(mistakes)
    return space


def moving_of(
    ruleset: WrittenRuleset, rulebook: Rulebook, move: Move, at: Location, taken: dict[Keys, int], number: int
) -> Moving | None:
    """A move in a ruleset; None once a mistake is reported. `taken` says which move each value belongs to."""
    places: list[Place] = []
    for path in move.path:
        try:
            places += ruleset.places(path, rulebook)
        except PathError as problem:
            what, _, allowed = str(problem).partition("; allowed: ")
            at.under("path").reject(what, allowed)
    for place in places:
        other = next((taken[keys] for keys in taken if keys[: len(place.keys)] == place.keys[: len(keys)]), None)
        if other is not None:
            at.under("path").reject(f"found {place}, which move[{other}] moves, too", "each number in one move")
        taken[place.keys] = number
    if at.rejected or not places:
        return None
    if move.between is not None:
        low, high = map(int, move.between)
        for place in places:
            if place.number is None:
                at.under("between").reject(
                    f"found {place}, which is not a single number", "percent, for numbers by floor and dice"
                )
                return None
        written = places[0].number or 0
        return Moving(str(move), tuple(places), False, low, high, written) if inside(low, high, at) else None
    assert move.percent is not None
    low, high = map(int, move.percent)
    # No percentage changes 0, so among others it stays.
    places = [place for place in places if place.size(place.written) != 0] or places
    for place in places:
        if place.size(place.written) <= 0:
            at.under("percent").reject(
                f"found {place}, which is {place.written}", "between, as no percentage changes 0"
            )
            return None
    return Moving(str(move), tuple(places), True, low, high, AS_WRITTEN) if inside(low, high, at) else None


def inside(low: int, high: int, at: Location) -> bool:
    """Whether there is room between two bounds; otherwise a mistake is reported."""
    if low == high:
        at.reject(f"found the bounds {low} and {high}", "two different bounds, or no such move")
    return low < high


def check_bound(space: Space, numbers: tuple[int, ...], move: Moving, bound: int, at: Location) -> None:
    """Report a bound that gives no valid ruleset."""
    try:
        space.rulebook(numbers)
    except RulesetError as problem:
        first = problem.mistakes[0]
        key = at.under("percent" if move.in_percent else "between")
        key.reject(f"found {bound}, with which {first.path}: {first.found}", f"{first.allowed}")
