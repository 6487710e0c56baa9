"""What to play: everything that decides a bot's games except the ruleset. Needs nothing but Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_FLOORS = 1_000
"""The deepest floor that is played or generated."""

MAX_GAMES = 100_000_000

MAX_TURNS = 500_000
"""Turns of a game."""

LAST_FLOOR = 10
"""By default, leaving this floor alive wins in a dungeon without end."""


@dataclass(frozen=True, slots=True)
class Task:
    """Games to play: everything that decides them except the ruleset."""

    bot: str
    seed: int
    """Of the first game; the next ones have the next seeds."""
    games: int
    first_floor: int = 1
    last_floor: int = 10
    """Leaving it alive wins."""
    turns: int = 20_000
    """The turn limit, at which a game is stopped."""


@dataclass(frozen=True, slots=True)
class TaskOfItems(Task):
    """A task whose games lack some kinds of items, or whose hero knows all kinds, or uses some of them well."""

    missing: tuple[int, ...] = ()
    known: bool = False
    """Whether the hero knows every kind of item from the start, so that none is used to find out what it is."""
    used_well: tuple[int, ...] = ()
    """The kinds that the hero uses where that pays, once it knows them, even if its bot would not."""


@dataclass(frozen=True, slots=True)
class TaskOfFutures(Task):
    """A task whose games are played as they are, and again from some floors on, with one more item each time."""

    given: tuple[tuple[int, int], ...] = ()
    """Kinds of items and floors: the hero is given one as it arrives there."""
    window: int = 1
    """Floors that are compared, from the one on which the futures with it and without it part."""
    patience: int = 6
    """Floors, from where it is given, within which they must part: if they don't, they count as alike."""
    known: bool = False
    """Whether the hero knows every kind of item from the start, so that none is used to find out what it is."""
    used_well: bool = False
    """Whether the hero uses such items where that pays, even if its bot would not, with one more and without."""
    dice: int = 1
    """With how many sets of dice the futures are played on from where they part."""

    def ends_at(self, floor: int) -> int:
        """How many floors are played, at most, for what is given on a floor."""
        return min(floor + self.patience + self.window - 2, self.last_floor) - self.first_floor + 1


def with_items(task: Task, missing: Sequence[int] = (), *, known: bool = False, used_well: Sequence[int] = ()) -> Task:
    """The same task without some kinds of items, or with some that the hero uses well."""
    return TaskOfItems(*_settings(task), missing=tuple(missing), known=known, used_well=tuple(used_well))


def with_futures(
    task: Task,
    given: Sequence[tuple[int, int]],
    window: int,
    *,
    known: bool = False,
    used_well: bool = False,
    dice: int = 1,
) -> TaskOfFutures:
    """The same task, with the futures of heroes that are given one more of some kinds."""
    return TaskOfFutures(
        *_settings(task), given=tuple(given), window=window, known=known, used_well=used_well, dice=dice
    )


def _settings(task: Task) -> tuple[str, int, int, int, int, int]:
    return task.bot, task.seed, task.games, task.first_floor, task.last_floor, task.turns
