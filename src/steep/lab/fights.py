"""`steep.lab.arena`: fights in an open room, and how often each side wins."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from steep import DEFAULT_RULESET
from steep.balance.arena import (
    MAX_HEIGHT,
    MAX_WIDTH,
    Bouts,
    Outcome,
    fight_bouts,
    in_arena,
    with_monsters_of,
)
from steep.bots.choose_action import find_bot
from steep.content import Rulebook
from steep.content.compiling.ruleset import compile_ruleset
from steep.content.sections import MAX_NUMBER
from steep.core.geometry import NOWHERE
from steep.core.input_errors import InputError, brief, checked_number, checked_pair, checked_text, nearest
from steep.core.random_streams import MAX_SEED
from steep.core.world import MAX_ACTORS
from steep.lab.progress import OnProgress, Watch
from steep.lab.results.result import Cell, Column, Result, Table
from steep.lab.simulate.simulation_task import MAX_FLOORS, MAX_TURNS
from steep.lab.stats.confidence_intervals import Estimate, mean, wilson
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of

MAX_BOUTS = 10_000_000

HERO_WORD = "hero"

SIDE_SYNTAX = 'monsters with their numbers, the hero, or both, as in "3 orc, 1 troll" or "hero, 2 orc"'
FIGHTERS = re.compile(r"(?:(\d{1,9})\s+)?([^\s\d].*)", re.ASCII)

HERO_MIN = {"hp": 1, "power": 0, "defense": 0}
"""The stats of the hero's that can be set, and their minimum values."""


COLUMNS = (
    Column("side", title=""),
    Column("fighters", title=""),
    Column("bouts", "count"),
    Column("count", "count"),
    Column("share", "share", "won", ends=("share_low", "share_high")),
    Column("survivors", "number", "survivors"),
    Column("hp_left", "number", "HP left"),
    Column("start_hp", "count", "of"),
    Column("hp_lost", "number", "HP lost", ends=("hp_lost_low", "hp_lost_high")),
)
"""For each side: how many of all bouts it won, as a number and a share; how many fighters and HP it has left, on
average over the bouts that it won; and the HP that it starts with, and loses on average over all bouts.

The draws have a row of their own.
"""

DRAWS = {
    "harmless": "no remaining fighter could hurt an enemy",
    "out_of_time": "both sides had fighters left after {turns:,} turns",
    "all_dead": "the last fighters of both sides died together",
}
"""How bouts end in a draw."""


def arena(
    a: str,
    b: str,
    ruleset: RulesetSource = DEFAULT_RULESET,
    *,
    bouts: int = 10_000,
    seed: int = 0,
    room: tuple[int, int] = (20, 12),
    turns: int = 1_000,
    bot: str = "explorer",
    hero: Mapping[str, int] | None = None,
    floor: int = 1,
    progress: OnProgress | None = None,
) -> Result:
    """Let two sides fight, such as "3 orc, 1 troll" and "hero, 1 orc", in a room of (columns, rows).

    Bouts have the seeds from `seed` on, and are drawn after `turns` turns. `bot` plays the hero, whose hp, power and
    defense `hero` replaces. Monsters that grow are as on `floor`. If stopped, it has fewer bouts. Raises `InputError`.
    """
    rulebook = rulebook_of(ruleset)
    task = bouts_of(rulebook, (a, b), bouts, seed, room, turns, bot)
    checked_number("floor", floor, 1, MAX_FLOORS)
    if hero is not None and hero != {}:
        rulebook = with_hero(rulebook, hero, task)
    fighters = with_monsters_of(rulebook.compiled, rulebook.compiled.monsters[: len(rulebook.monsters)], floor)
    stops: list[bool] = []
    watch = Watch(progress, bouts)
    watch.stop_with(lambda: stops.append(True))
    outcome = fight_bouts(in_arena(fighters), task, watch.played, stopped=lambda: bool(stops))
    watch.raise_failure()
    return result_of(rulebook, task, floor, outcome)


def result_of(rulebook: Rulebook, task: Bouts, floor: int, outcome: Outcome) -> Result:
    """How often each side won, and what it cost."""
    has_hero = task.hero != NOWHERE
    turns = outcome.turns / outcome.bouts if outcome.bouts else math.nan
    draws = {why: getattr(outcome, why) for why in DRAWS}
    where = f"a room of {task.width} x {task.height}" + (f", monsters as on floor {floor}" if floor > 1 else "")
    draw_row = ("draw", "", *share_of(outcome.draws, outcome), None, None, None, None)
    rows = (*(row_of(side, name_of(task, side, rulebook), outcome) for side in range(2)), draw_row)
    return Result(
        "Fights in the arena",
        {
            "ruleset": rulebook.name,
            "hash": rulebook.hash,
            "hero": {name: getattr(rulebook.hero, name) for name in HERO_MIN} if has_hero else None,
            "bot": task.bot if has_hero else None,
            "seed": task.seed,
            "bouts": outcome.bouts,
            "room": [task.width, task.height],
            "turn_limit": task.turns,
            "floor": floor,
            "turns": turns,
            "draws": draws,
        },
        (Table("sides", COLUMNS, rows),),
        (
            f"{rulebook.name} {rulebook.hash}: {outcome.bouts:,} bouts in {where}, from seed {task.seed};"
            f" {turns:,.1f} turns each",
        ),
        sentences=tuple(
            f"{count:,} draws: {DRAWS[why].format(turns=task.turns)}" for why, count in draws.items() if count
        ),
    )


def bouts_of(
    rulebook: Rulebook, sides: tuple[str, str], bouts: int, seed: int, room: tuple[int, int], turns: int, bot: str
) -> Bouts:
    """What is to be fought. Raises `InputError`."""
    (a, hero_in_a), (b, hero_in_b) = (read_side(side, rulebook) for side in sides)
    if hero_in_a and hero_in_b:
        raise InputError("found the hero on both sides; there is only one")
    hero = 0 if hero_in_a else 1 if hero_in_b else NOWHERE
    fighters = len(a) + len(b)
    if fighters > MAX_ACTORS:
        raise InputError(f"found {fighters} monsters; allowed: at most {MAX_ACTORS} on both sides together")
    width, height = checked_room(room, fighters + (hero != NOWHERE))
    checked_number("seed", seed, 0, MAX_SEED)
    checked_number("bouts", bouts, 1, MAX_BOUTS)
    if seed + bouts - 1 > MAX_SEED:
        raise InputError(f"seed: found {seed}; the last of {bouts} bouts would have a seed beyond {MAX_SEED}")
    checked_number("turns", turns, 1, MAX_TURNS)
    find_bot(bot)
    return Bouts((a, b), bouts, seed, width, height, turns, bot, hero)


def checked_room(room: tuple[int, int], fighters: int) -> tuple[int, int]:
    """The columns and rows of a room that has a cell for each fighter. Raises `InputError`."""
    wanted = f"columns and rows of its floor, from 1x1 to {MAX_WIDTH}x{MAX_HEIGHT}"
    width, height = checked_pair("room", room, f"{wanted}, as (20, 12)")
    if not (isinstance(width, int) and isinstance(height, int)):
        raise InputError(f"room: found {brief(room)}; allowed: {wanted}, as (20, 12)")
    if not (1 <= width <= MAX_WIDTH and 1 <= height <= MAX_HEIGHT):
        raise InputError(f"room: found {width}x{height}; allowed: {wanted}")
    if fighters > width * height:
        raise InputError(f"room: found {width}x{height}, which is too small for {fighters} fighters")
    return width, height


def read_side(text: str, rulebook: Rulebook) -> tuple[tuple[int, ...], bool]:
    """The kinds of a side's monsters, and whether it has the hero."""
    keys = [monster.key for monster in rulebook.monsters]
    kinds: list[int] = []
    heroes = 0
    for entry in re.split("[,+]", checked_text("side", text, SIDE_SYNTAX)):
        match = FIGHTERS.fullmatch(entry.strip())
        if match is None:
            raise InputError(f'found "{entry.strip()}" in the side "{text}"; allowed: {SIDE_SYNTAX}')
        count, key = int(match[1] or 1), match[2]
        if key == HERO_WORD:
            heroes += count
        elif key not in keys:
            hint = nearest(key.lower().removeprefix("the ").replace(" ", "_"), [*keys, HERO_WORD])
            raise InputError(f'found no monster "{key}" in {rulebook.name}{hint}; there are: {", ".join(keys)}')
        elif not 1 <= count <= MAX_ACTORS:
            raise InputError(f'found "{entry.strip()}"; allowed: 1 to {MAX_ACTORS} of a kind')
        else:
            kinds += [keys.index(key)] * count
    if heroes > 1:
        raise InputError(f'found the side "{text}"; allowed: {SIDE_SYNTAX}; there is only one hero')
    return tuple(kinds), heroes == 1


def with_hero(rulebook: Rulebook, stats: Mapping[str, int], task: Bouts) -> Rulebook:
    """The ruleset with other hero stats. Raises `InputError`."""
    if not isinstance(stats, Mapping):
        raise InputError(f'hero: found {brief(stats)}; allowed: stats of the hero and their values, as {{"hp": 40}}')
    if task.hero == NOWHERE:
        found = ",".join(f"{name}={value}" for name, value in stats.items())
        raise InputError(f'hero: found "{found}", but neither side is the hero')
    changed: dict[str, Any] = dict(stats)
    for name, value in changed.items():
        if name not in HERO_MIN:
            raise InputError(f'hero: found "{name}"{nearest(name, HERO_MIN)}; allowed: hp, power and defense')
        checked_number(f"hero {name}", value, HERO_MIN[name], MAX_NUMBER)
    parts = replace(rulebook, hero=replace(rulebook.hero, **changed))
    return replace(parts, compiled=compile_ruleset(parts))


def name_of(task: Bouts, side: int, rulebook: Rulebook) -> str:
    """A side in words."""
    kinds = task.sides[side]
    hero = [f"hero ({task.bot})"] if side == task.hero else []
    counts = (f"{kinds.count(kind)} {rulebook.monsters[kind].key}" for kind in dict.fromkeys(kinds))
    return ", ".join([*hero, *counts])


def row_of(side: int, name: str, outcome: Outcome) -> tuple[Cell, ...]:
    """A side's row."""
    wins = outcome.wins[side]
    left = (total / wins if wins else None for total in (outcome.survivors[side], outcome.hp_left[side]))
    costs = outcome.costs[side]
    total = sum(cost * bouts for cost, bouts in costs.items())
    squares = sum(cost * cost * bouts for cost, bouts in costs.items())
    lost = mean(outcome.bouts, total, squares)
    return "ab"[side], name, *share_of(wins, outcome), *left, outcome.start_hp[side], lost


def share_of(count: int, outcome: Outcome) -> tuple[int, int, Estimate]:
    """All bouts, a number of them, and their share."""
    share = count / outcome.bouts if outcome.bouts else math.nan
    return outcome.bouts, count, Estimate(share, wilson(count, outcome.bouts))
