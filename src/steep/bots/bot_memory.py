"""A bot's memory between turns, and its working memory for imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from steep.core.geometry import CELLS, NOWHERE
from steep.core.random_streams import STREAMS, seed_streams
from steep.core.record import Cells, Plane, Rows, copy_record, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import TERRAIN_ROWS
from steep.core.world import Hero, Search, VisibleMonster, World

MAX_SIGHTINGS = 32

UNQUIET_TURNS = 30
"""Turns without rest after something unseen hurt the resting hero."""

MAX_OPTIONS = 64
"""The most options that are considered."""

MOST_SAMPLES = 8
"""In how many worlds the last options of the race are imagined. Each round has twice as many as the one before."""


@record
class Sighting:
    """A monster as it was when last seen."""

    seen: VisibleMonster
    turn: int
    """When it was seen."""
    goal: int
    """Where the hero was then; NOWHERE if the monster was only sensed."""


@record
class BotMemory:
    """A bot's memory. Each bot uses the parts it needs."""

    floor: int
    """The floor of the planned path."""
    goal: int
    """The end of the planned path; NOWHERE if it leads to unexplored ground."""
    path: Annotated[Cells, Plane("i2", CELLS)]
    length: int
    at: int
    """How many steps of the path are done."""
    dares: int
    """1 if the path leads through known harm, since there is no other way."""
    nearest: int
    """Steps to the nearest threat, one turn ago."""
    waited: int
    """Turns on this floor since the last kill in which no threat came nearer."""
    kills_waited: int
    """The hero's kills when those turns were last counted."""
    marked_floor: int
    """The floor of the marks."""
    marks: Annotated[Cells, Plane("u1", CELLS)]
    """1 for cells the bot wants to go to."""
    seen_floor: int
    """The floor of the sightings."""
    sightings: Annotated[Sequence[Sighting], Rows(MAX_SIGHTINGS)]
    """Monsters in view or seen recently; those that don't fit are forgotten."""
    sighting_count: int
    imagined: VisibleMonster
    """Working memory: a monster that the bot thinks of."""
    kills: int
    """The hero's kills when a fight last progressed."""
    hp: int
    """The hero's HP when a fight last progressed."""
    stalled_looks: int
    """How often it has looked ahead since then."""
    looked_turn: int
    """When looking ahead last confirmed what it would have done anyway; NOWHERE if the last look didn't."""
    looked_hp: int
    """The HP that it had then."""
    looked_monsters: int
    """How many monsters were in view."""
    progress: int
    """The cells that the hero had explored, its XP and its level, when it last made progress."""
    progress_turn: int
    """When that was."""
    idle: int
    """Consecutive turns with nothing to do and no enemy in view."""
    chosen: int
    """The last action that it chose."""
    chosen_turn: int
    """When that was."""
    chosen_events: int
    """How many events the hero had perceived by then."""
    rest_floor: int
    """The floor of the turns of rest."""
    rested: int
    """Turns that it has rested there."""
    rest_turn: int
    """When it last rested."""
    rest_hp: int
    """The HP that it had then."""
    disturbed: int
    """When something unseen last hurt it while it rested."""
    bears: Annotated[Cells, Plane("u1", TERRAIN_ROWS)]
    """Working memory: 1 for each kind of terrain, and each gas, that a path may lead through."""
    search: Search
    random: Annotated[Cells, Plane("i8", 4 * STREAMS)]
    """The bot's own random streams, separate from the world's."""


@record
class Option:
    """An option of the bot, and its results in the worlds imagined so far."""

    act: int
    plan: int
    """How the bot goes on after it."""
    score: int
    """The sum of its scores."""
    samples: int
    """In how many worlds it was imagined."""
    is_exact: int
    """1 if all worlds give the same score, because no die was rolled in the first."""
    is_out: int
    """1 if it is out of the race."""
    is_usual: int
    """1 if it is the same as the first option."""


@record
class ImaginedState:
    """Working memory for looking ahead. Nothing in it is kept between turns."""

    world: World
    mind: BotMemory
    """The memory of the imagined hero."""
    seed: int
    """Seed of the imagined worlds."""
    open_cells: Annotated[Cells, Plane("i2", CELLS)]
    """The cells that the hero remembers as open: floors, and whatever else something can stand on."""
    open_count: int
    special_cells: Annotated[Cells, Plane("i2", CELLS)]
    """The cells whose remembered terrain may do something by itself."""
    special_count: int
    first_die: int
    """The first word of the combat stream when the last world was imagined."""
    options: Annotated[Sequence[Option], Rows(MAX_OPTIONS)]
    """What the bot may do: first what it would do without looking ahead."""
    option_count: int
    usual_scores: Annotated[Cells, Plane("i8", MOST_SAMPLES)]
    """The first option's score in each of the worlds in which it was imagined."""


@rule
def start_mind(mind: BotMemory, seed: int) -> None:
    """Reset the memory for a new run with this seed."""
    mind.floor = NOWHERE
    mind.goal = NOWHERE
    mind.length = 0
    mind.at = 0
    mind.dares = 0
    mind.nearest = 0
    mind.waited = 0
    mind.kills_waited = 0
    mind.marked_floor = NOWHERE
    mind.seen_floor = NOWHERE
    mind.sighting_count = 0
    mind.kills = 0
    mind.hp = 0
    mind.stalled_looks = 0
    mind.looked_turn = NOWHERE
    mind.looked_hp = 0
    mind.looked_monsters = 0
    mind.progress = 0
    mind.progress_turn = 0
    mind.idle = 0
    mind.chosen = NOWHERE
    mind.chosen_turn = NOWHERE
    mind.chosen_events = NOWHERE
    mind.rest_floor = NOWHERE
    mind.rested = 0
    mind.rest_turn = NOWHERE
    mind.rest_hp = 0
    mind.disturbed = -UNQUIET_TURNS
    seed_streams(mind.random, seed, 0)


# Remembers monsters that went out of view recently.

MEMORY_TURNS = 12
"""How many turns a monster is remembered after it went out of view."""


@rule
def record_sighting(hero: Hero, enemy: VisibleMonster, sighting: Sighting, goal: int) -> None:
    """Remember a monster as it is seen or sensed now, on its way to a cell."""
    copy_record(sighting.seen, enemy)
    sighting.turn = hero.turn
    sighting.goal = goal


@rule
def forget(mind: BotMemory, row: int) -> None:
    """Forget a monster; the last row takes its place."""
    mind.sighting_count -= 1
    if row < mind.sighting_count:
        copy_record(mind.sightings[row], mind.sightings[mind.sighting_count])


@rule
def remember(hero: Hero, mind: BotMemory) -> None:
    """Record monsters seen and sensed.

    Forget old sightings, those of other floors, and those whose cell is in view again.
    """
    if mind.seen_floor != hero.floor:
        mind.seen_floor = hero.floor
        mind.sighting_count = 0
    for row in range(mind.sighting_count - 1, -1, -1):
        sighting = mind.sightings[row]
        if hero.turn - sighting.turn > MEMORY_TURNS or hero.visible[sighting.seen.cell] == 1:
            forget(mind, row)
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        enemy = hero.visible_monsters[i]
        for row in range(mind.sighting_count - 1, -1, -1):
            if mind.sightings[row].seen.actor == enemy.actor:
                forget(mind, row)
        if mind.sighting_count < MAX_SIGHTINGS:
            # A monster that is only sensed may not have seen the hero.
            goal = hero.cell if i < hero.visible_monster_count else NOWHERE
            record_sighting(hero, enemy, mind.sightings[mind.sighting_count], goal)
            mind.sighting_count += 1
