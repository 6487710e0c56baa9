"""The command `steep arena`: fights in an open room, and how often each side wins."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from typing import Any

from steep.balance.arena_fights import MAX_HEIGHT, MAX_WIDTH, Bouts, Outcome, fight
from steep.balance.duels import with_monsters_of
from steep.bots.bots_by_name import find_bot
from steep.commands.shared.output import aligned, csv_text, say, say_json
from steep.commands.shared.progress import bar, compiling
from steep.commands.shared.read_option_values import read_number, read_seed
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.content.compile_ruleset import compile_ruleset
from steep.content.sections import MAX_NUMBER
from steep.core.geometry import NOWHERE
from steep.core.input_errors import InputError, nearest
from steep.core.random_streams import MAX_SEED
from steep.core.world import MAX_ACTORS
from steep.lab.simulate.simulation_task import MAX_FLOORS, MAX_TURNS
from steep.lab.stats.confidence_intervals import mean, wilson
from steep.lab.stats.shares_as_text import percent

MAX_BOUTS = 10_000_000

HERO_WORD = "hero"

SIDE_SYNTAX = 'monsters with their numbers, the hero, or both, as in "3 orc, 1 troll" or "hero, 2 orc"'
FIGHTERS = re.compile(r"(?:(\d{1,9})\s+)?([^\s\d]\S*)", re.ASCII)
ROOM = re.compile(r"(\d{1,9})x(\d{1,9})", re.ASCII)

HERO_MIN = {"hp": 1, "power": 0, "defense": 0}
"""The stats that --hero can set, and their minimum values."""


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one side, or the draws."""

    side: str
    fighters: str
    bouts: int
    """All bouts."""
    count: int
    """Bouts that the side won, or draws."""
    share: float
    share_low: float
    share_high: float
    survivors: float | None
    """Mean over the bouts that the side won; None when it won none."""
    hp_left: float | None
    """Mean over the bouts that the side won."""
    start_hp: int | None
    """What the side has when a bout begins; None for draws."""
    hp_lost: float | None
    """Mean over all bouts."""
    hp_lost_low: float | None
    hp_lost_high: float | None


HEADINGS = tuple(field.name for field in fields(Line))


def run(options: argparse.Namespace) -> int:
    """Fight the bouts, and print how often each side won."""
    rulebook = read_rulebook(options.ruleset)
    task = read_bouts(options, rulebook)
    floor = read_number("--floor", options.floor, 1, MAX_FLOORS, "a floor")
    if options.hero is not None:
        rulebook = with_hero(rulebook, options.hero, task)
    ruleset = with_monsters_of(rulebook.compiled, floor)
    with compiling(task.fight_on):
        fight(ruleset, replace(task, bouts=1), lambda _bouts, _turns: None)
    with bar(task.bouts, "arena") as on_progress:
        outcome = fight(ruleset, task, on_progress)
    lines = lines_of([name_of(task, side, rulebook) for side in range(2)], outcome)
    if options.format == "json":
        say_json(as_json(rulebook, task, lines, outcome, floor))
    elif options.format == "csv":
        say(csv_text(HEADINGS, [astuple(line) for line in lines]), end="")
    else:
        say(as_text(rulebook, task, lines, outcome, floor), end="")
    return 0


def read_bouts(options: argparse.Namespace, rulebook: Rulebook) -> Bouts:
    """The bouts that the options ask for. Raises `InputError`."""
    (a, hero_in_a), (b, hero_in_b) = read_side(options.a, rulebook), read_side(options.b, rulebook)
    if hero_in_a and hero_in_b:
        raise InputError("found the hero on both sides; there is only one")
    hero = 0 if hero_in_a else 1 if hero_in_b else NOWHERE
    fighters = len(a) + len(b)
    if fighters > MAX_ACTORS:
        raise InputError(f"found {fighters} monsters; allowed: at most {MAX_ACTORS} on both sides together")
    room = ROOM.fullmatch(options.room)
    width, height = (int(room[1]), int(room[2])) if room else (0, 0)
    if not (1 <= width <= MAX_WIDTH and 1 <= height <= MAX_HEIGHT):
        wanted = f"WxH, columns and rows of its floor, from 1x1 to {MAX_WIDTH}x{MAX_HEIGHT}"
        raise InputError(f'--room: found "{options.room}"; allowed: {wanted}')
    fighters += hero != NOWHERE
    if fighters > width * height:
        raise InputError(f"--room: found {options.room}, which is too small for {fighters} fighters")
    seed = read_seed(options.seed)
    bouts = read_number("--bouts", options.bouts, 1, MAX_BOUTS, "the number of bouts")
    if seed + bouts - 1 > MAX_SEED:
        raise InputError(
            f'--seed: found "{options.seed}"; the last of {bouts} bouts would have a seed beyond {MAX_SEED}'
        )
    turns = read_number("--turns", options.turns, 1, MAX_TURNS, "the turn limit of a bout")
    find_bot(options.bot)
    return Bouts((a, b), bouts, seed, width, height, turns, options.bot, hero)


def read_side(text: str, rulebook: Rulebook) -> tuple[tuple[int, ...], bool]:
    """The kinds of a side's monsters, and whether it has the hero."""
    keys = [monster.key for monster in rulebook.monsters]
    kinds: list[int] = []
    heroes = 0
    for entry in re.split("[,+]", text):
        match = FIGHTERS.fullmatch(entry.strip())
        if match is None:
            raise InputError(f'found "{entry.strip()}" in the side "{text}"; allowed: {SIDE_SYNTAX}')
        count, key = int(match[1] or 1), match[2]
        if key == HERO_WORD:
            heroes += count
        elif key not in keys:
            hint = nearest(key, [*keys, HERO_WORD])
            raise InputError(f'found no monster "{key}" in {rulebook.name}{hint}; there are: {", ".join(keys)}')
        elif not 1 <= count <= MAX_ACTORS:
            raise InputError(f'found "{entry.strip()}"; allowed: 1 to {MAX_ACTORS} of a kind')
        else:
            kinds += [keys.index(key)] * count
    if heroes > 1:
        raise InputError(f'found the side "{text}"; allowed: {SIDE_SYNTAX}; there is only one hero')
    return tuple(kinds), heroes == 1


def with_hero(rulebook: Rulebook, text: str, task: Bouts) -> Rulebook:
    """The ruleset with other hero stats, as in hp=50,power=6,defense=3."""
    if task.hero == NOWHERE:
        raise InputError(f'--hero: found "{text}", but neither side is the hero')
    changed: dict[str, Any] = {}
    for entry in text.split(","):
        name, _, value = (part.strip() for part in entry.partition("="))
        if name not in HERO_MIN:
            wanted = f"hp, power and defense, as in hp=50,power=6{nearest(name, HERO_MIN)}"
            raise InputError(f'--hero: found "{entry.strip()}"; allowed: {wanted}')
        changed[name] = read_number(f"--hero {name}", value, HERO_MIN[name], MAX_NUMBER, f"the hero's {name}")
    parts = replace(rulebook, hero=replace(rulebook.hero, **changed))
    return replace(parts, compiled=compile_ruleset(parts))


def name_of(task: Bouts, side: int, rulebook: Rulebook) -> str:
    """A side in words."""
    kinds = task.sides[side]
    hero = [f"hero ({task.bot})"] if side == task.hero else []
    counts = (f"{kinds.count(kind)} {rulebook.monsters[kind].key}" for kind in dict.fromkeys(kinds))
    return ", ".join([*hero, *counts])


def lines_of(names: Sequence[str], outcome: Outcome) -> list[Line]:
    """The lines of both sides, and of the draws."""
    lines = []
    for side, name in enumerate(names):
        wins = outcome.wins[side]
        survivors, hp_left = (
            total / wins if wins else None for total in (outcome.survivors[side], outcome.hp_left[side])
        )
        costs = outcome.costs[side]
        total = sum(cost * bouts for cost, bouts in costs.items())
        squares = sum(cost * cost * bouts for cost, bouts in costs.items())
        lost = mean(outcome.bouts, total, squares)
        # A single bout has no interval.
        ends = (lost.interval.low, lost.interval.high) if outcome.bouts > 1 else (None, None)
        about_hp = (survivors, hp_left, outcome.start_hp[side], lost.value, *ends)
        lines.append(Line("ab"[side], name, *share_of(wins, outcome), *about_hp))
    return [*lines, Line("draw", "", *share_of(outcome.draws, outcome), None, None, None, None, None, None)]


def share_of(count: int, outcome: Outcome) -> tuple[int, int, float, float, float]:
    """All bouts, a number of them, their share and its interval."""
    interval = wilson(count, outcome.bouts)
    return outcome.bouts, count, count / outcome.bouts, interval.low, interval.high


def as_text(rulebook: Rulebook, task: Bouts, lines: Sequence[Line], outcome: Outcome, floor: int) -> str:
    """Both sides and the draws as a table, and remarks."""
    rows: list[tuple[str, ...]] = [("", "won", "95% interval", "survivors", "HP left", "HP lost", "95% interval", "of")]
    for line in lines:
        left = (decimal(each) for each in (line.survivors, line.hp_left, line.hp_lost))
        interval = f"{100 * line.share_low:.1f}-{100 * line.share_high:.1f}"
        lost = "" if line.hp_lost_low is None else f"{decimal(line.hp_lost_low)}-{decimal(line.hp_lost_high)}"
        start = "" if line.start_hp is None else f"{line.start_hp:,}"
        rows.append((line.fighters or line.side, percent(line.share), interval, *left, lost, start))
    room = f"a room of {task.width} x {task.height}" + (f", monsters as on floor {floor}" if floor > 1 else "")
    text = [
        f"{rulebook.name} {rulebook.hash}: {outcome.bouts:,} bouts in {room}, from seed {task.seed};"
        f" {outcome.turns / outcome.bouts:,.1f} turns each",
        aligned(rows, right=(1, 2, 3, 4, 5, 6, 7), indent="  "),
    ]
    if outcome.harmless:
        text.append(f"  {outcome.harmless:,} draws: no remaining fighter could hurt an enemy")
    if outcome.out_of_time:
        text.append(f"  {outcome.out_of_time:,} draws: both sides had fighters left after {task.turns:,} turns")
    if outcome.all_dead:
        text.append(f"  {outcome.all_dead:,} draws: the last fighters of both sides died together")
    return "".join(f"{line}\n" for line in text)


def decimal(value: float | None) -> str:
    """A figure with one decimal; nothing if there is none."""
    return "" if value is None else f"{value:,.1f}"


def as_json(rulebook: Rulebook, task: Bouts, lines: Sequence[Line], outcome: Outcome, floor: int) -> dict[str, Any]:
    """All figures and settings."""
    a, b, draw = ({name: getattr(line, name) for name in HEADINGS[3:]} for line in lines)
    has_hero = task.hero != NOWHERE
    return {
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "hero": {name: getattr(rulebook.hero, name) for name in HERO_MIN} if has_hero else None,
        "bot": task.bot if has_hero else None,
        "seed": task.seed,
        "bouts": outcome.bouts,
        "room": [task.width, task.height],
        "turn_limit": task.turns,
        "floor": floor,
        "a": {"fighters": lines[0].fighters} | a,
        "b": {"fighters": lines[1].fighters} | b,
        "draw": {name: draw[name] for name in ("count", "share", "share_low", "share_high")}
        | {"harmless": outcome.harmless, "out_of_time": outcome.out_of_time, "all_dead": outcome.all_dead},
        "turns": outcome.turns / outcome.bouts,
    }
