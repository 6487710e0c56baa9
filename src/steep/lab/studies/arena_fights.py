"""The arena: bouts between two sides, and how many each side wins.

A bout is fixed by the ruleset, the sides, the room, the turn limit, the bot and its seed. The seed decides where the
fighters stand, the order of their turns and which side starts; then the sides alternate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from steep.bots.bots_by_name import find_bot
from steep.core.compiled import compiled
from steep.core.geometry import HEIGHT, NOWHERE, WIDTH
from steep.core.record import pack, unpack
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import CountTable, Ruleset
from steep.core.world import MAX_ACTORS
from steep.lab.studies.arena_rules import (
    HARMLESS,
    OUT_OF_TIME,
    WON_BY_A,
    WON_BY_B,
    Arena,
    fight_on,
    play_on,
)

MAX_WIDTH, MAX_HEIGHT = WIDTH - 2, HEIGHT - 2
"""Cells of the largest room."""

SLICE_TURNS = 1_000
"""Turns fought between two calls of `on_progress`, about."""

HERO_SIDE = ()
"""Instead of kinds of monsters: the side is the hero."""


@dataclass(frozen=True, slots=True)
class Bouts:
    """The bouts to fight: everything that decides them except the ruleset."""

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The kinds of each side's fighters; at most one side is HERO_SIDE."""
    bouts: int
    seed: int
    """Of the first bout; the next ones have the next seeds."""
    width: int
    height: int
    turns: int
    """The turn limit, at which a bout is a draw."""
    bot: str
    """The bot that plays the hero."""

    @property
    def fight_on(self) -> Callable[[Arena, Ruleset, int], int]:
        """The rule that fights them."""
        return play_on if HERO_SIDE in self.sides else fight_on


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of bouts."""

    bouts: int
    wins: tuple[int, int]
    harmless: int
    """Draws in which no remaining fighter could hurt an enemy."""
    out_of_time: int
    turns: int
    """Over all bouts."""
    survivors: tuple[int, int]
    """By side, summed over the bouts it won."""
    hp_left: tuple[int, int]
    """By side, summed over the bouts it won."""

    @property
    def draws(self) -> int:
        """Bouts that neither side won."""
        return self.harmless + self.out_of_time


def set_up(arena: Arena, task: Bouts) -> None:
    """Prepare an all-zero arena, a plain record or an array's, for bouts.

    Raises `ValueError` when the fighters do not fit the room or the record.
    """
    a, b = task.sides
    heroes = task.sides.count(HERO_SIDE)
    if heroes > 1 or len(a) + len(b) > MAX_ACTORS or len(a) + len(b) + heroes > task.width * task.height:
        raise ValueError(f"no room for {len(a)} and {len(b)} fighters")
    arena.width, arena.height, arena.turn_limit = task.width, task.height, task.turns
    arena.hero = task.sides.index(HERO_SIDE) if heroes else NOWHERE
    arena.bot = find_bot(task.bot).number
    arena.seed, arena.end_seed = task.seed, task.seed + task.bouts
    arena.first[1], arena.first[2] = len(a), len(a) + len(b)
    for index, kind in enumerate((*a, *b)):
        arena.kinds[index] = kind


def outcome_of(arena: Arena) -> Outcome:
    """The results of an arena's bouts so far."""
    ends = [int(count) for count in arena.ends]
    return Outcome(
        sum(ends),
        (ends[WON_BY_A], ends[WON_BY_B]),
        ends[HARMLESS],
        ends[OUT_OF_TIME],
        int(arena.turns),
        (int(arena.survivors[0]), int(arena.survivors[1])),
        (int(arena.hp_left[0]), int(arena.hp_left[1])),
    )


def without_wanderers(ruleset: Ruleset) -> Ruleset:
    """The same ruleset without wandering monsters."""
    made = unpack(Ruleset, pack(ruleset))
    made.wander_every = CountTable()
    return made


def fight(ruleset: Ruleset, task: Bouts, on_progress: Callable[[int, int], None]) -> Outcome:
    """Fight bouts, compiled. `on_progress(bouts, turns)` is called several times a second with what was added."""
    held, arena = from_plain(without_wanderers(ruleset)), zeros(Arena, 1)[0]
    set_up(arena, task)
    fight_them: Any = compiled(task.fight_on)
    while int(arena.seed) < task.seed + task.bouts:
        before = int(arena.seed)
        turns = int(fight_them(arena, held, SLICE_TURNS))
        on_progress(int(arena.seed) - before, turns)
    return outcome_of(arena)
