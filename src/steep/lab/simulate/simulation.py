"""The rules that play games one after another, and record a row for each floor visit and for all that took HP in it.

A game is fixed by the ruleset, the bot, the seed, the floors and the turn limit, and by nothing else: not by the games
played before it in the same simulation state. Playing can stop after any turn and continue later.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Annotated, Self

from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import choose_action
from steep.core.geometry import NOWHERE
from steep.core.native.libraries import announce_building, build_command, can_load, is_ready, load
from steep.core.record import Cells, Plane, copy_record, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import CHARMED, HELPS, MAX_ABILITIES, MAX_KINDS, MAX_STATUSES, ON_THROW, ON_USE, Ruleset
from steep.core.ruleset.limits import TERRAIN_ROWS
from steep.core.world import DEAD, HERO, HOSTILE, HUNGER, MAX_EVENTS, PLAYING, STOPPED, WON, Event, Hero, World
from steep.lab.simulate.floor_visit import ATTACK, BY_HUNGER, OWN_FIRE, TERRAIN, DamageRow, FloorVisit
from steep.rules.new_game import new_game
from steep.rules.perceived_events import DAMAGED, DIED, HEALED, HIT, STARVED, cause_of
from steep.rules.turn import step_or_wait
from steep.rules.update_view import copy_hero_stats

# Builds the library of rules in another process while this one plays in plain Python.

LIBRARY = "games"


class Warmup:
    """Makes the compiled rules ready in the background. Use it as a context.

    It is ready at once if the library is there, and never if none can be built. Leaving the context lets a process that
    is building finish, so that the next command finds the library; `stop` ends it.
    """

    def __init__(self, on_building: Callable[[str], None] | None = None) -> None:
        self._on_building = on_building
        self._ready = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def ready(self) -> bool:
        """Whether games can be played compiled."""
        return self._ready.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until it is ready, at most this long. Returns whether it is."""
        return self._ready.wait(seconds)

    def __enter__(self) -> Self:
        if is_ready(LIBRARY):
            self._ready.set()
            return self
        if not can_load(LIBRARY):
            load(LIBRARY)  # it says why the plain rules play on
            return self
        if self._on_building is not None:
            announce_building(self._on_building)
        self._process = subprocess.Popen(  # noqa: S603
            build_command(LIBRARY),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C should reach only this process, which then ends the other.
            start_new_session=True,
        )
        threading.Thread(target=self._wait_for, args=(self._process,), name="steep-warmup", daemon=True).start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.stop()

    def stop(self) -> None:
        """End the other process."""
        if self._process is not None:
            self._process.kill()

    def _wait_for(self, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        # If it built nothing that can be kept, this process builds for itself. If that fails, too, it says why.
        if process.returncode >= 0 and load(LIBRARY, told=lambda _line: None) is not None:
            self._ready.set()


FIRST_ABILITY = TERRAIN + 1
"""The first number for abilities in `SimulationState.hurt`. Before it are attacks, by kind."""
FIRST_STATUS = FIRST_ABILITY + MAX_ABILITIES
"""The first number for statuses there, MAX_STATUSES for each kind."""
HUNGER_SOURCE = FIRST_STATUS + (TERRAIN + 1) * MAX_STATUSES
SOURCES = HUNGER_SOURCE + 1


@record
class SimulationState:
    """Everything that playing needs beside the ruleset: the task, the game in progress and working memory."""

    bot: int
    first_floor: int
    last_floor: int
    turn_limit: int
    seed: int
    """The seed of the game in progress, or of the next."""
    end_seed: int
    """One more than the last seed to play."""
    in_progress: int
    """1 while a game is in progress."""
    acted: int
    """Actions of the game in progress."""
    event_cursor: int
    """The number of events already counted."""
    visit: FloorVisit
    """The visit to the floor that the hero is on."""
    hurt: Annotated[Cells, Plane("i8", SOURCES)]
    """HP lost on this floor, by source: `source_of`."""
    hits: Annotated[Cells, Plane("i8", SOURCES)]
    blow: Event
    """The last hit or damage to a monster that the hero perceived."""
    visit_count: int
    """Rows written since the caller last took them."""
    wound_count: int
    world: World
    mind: BotMemory
    imagined: ImaginedState


ALWAYS = 100
"""The chance in percent that an item breaks when thrown, for one that always does."""


@rule
def healing_carried(hero: Hero, ruleset: Ruleset) -> int:
    """HP that the items in the inventory can restore."""
    healing = 0
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            number = ruleset.items[hero.inventory[slot].kind - 1].use
            if number != NOWHERE and ruleset.abilities[number].traits & HELPS:
                healing += ruleset.abilities[number].amount
    return healing


@rule
def begin_visit(state: SimulationState, ruleset: Ruleset) -> None:
    """Record how the hero arrives on a floor."""
    hero = state.world.hero
    visit = state.visit
    visit.seed = state.seed
    copy_hero_stats(visit, hero, ruleset)
    visit.arrived = hero.turn
    visit.items = hero.inventory_count
    visit.healing = healing_carried(hero, ruleset)
    visit.damage = 0
    visit.healed = 0
    visit.by_attacks = 0
    visit.by_shots = 0
    visit.by_magic = 0
    visit.by_allies = 0
    visit.by_fire = 0
    state.blow.what = 0


@rule
def kind_of(cause: int) -> int:
    """Who did something, as the lab counts it: a kind of monster, OWN_FIRE, BY_HUNGER or TERRAIN."""
    if cause == HERO:
        return OWN_FIRE
    if cause == HUNGER:
        return BY_HUNGER
    return cause if cause < MAX_KINDS else TERRAIN


@rule
def source_of(event: Event) -> int:
    """Where `SimulationState.hurt` counts a hit, damage or starvation."""
    if event.what == STARVED:
        return HUNGER_SOURCE
    kind = kind_of(int(event.who))
    if event.what == HIT:
        return kind
    cause = cause_of(event.detail)
    if cause < MAX_ABILITIES:
        return FIRST_ABILITY + cause
    return FIRST_STATUS + kind * MAX_STATUSES + cause - MAX_ABILITIES


@rule
def count_kill(visit: FloorVisit, ruleset: Ruleset, died: Event, blow: Event) -> None:
    """Count the death of a monster by what it was killed with: what last took HP from it, if the hero perceived that.

    When a blast kills many at once, its hits can't be told apart. Whatever sets on fire counts as fire.
    """
    if died.who >= MAX_KINDS:
        visit.by_fire += 1
    elif died.who != HERO:
        visit.by_allies += 1
    elif blow.what == HIT and blow.cell == died.cell:
        visit.by_attacks += 1
    elif blow.what != DAMAGED or blow.cell != died.cell or cause_of(blow.detail) >= MAX_ABILITIES:
        visit.by_fire += 1
    else:
        ability = cause_of(blow.detail)
        trigger = ruleset.abilities[ability].trigger
        item = item_with(ruleset, ability)
        if item == NOWHERE or (trigger != ON_USE and trigger != ON_THROW):
            visit.by_attacks += 1
        elif ruleset.abilities[ability].burns == 1 or (trigger == ON_THROW and ruleset.items[item].breaks == ALWAYS):
            visit.by_fire += 1
        elif trigger == ON_USE and ruleset.items[item].appearance > 0:
            visit.by_magic += 1
        else:
            visit.by_shots += 1


@rule
def was_friend(world: World, died: Event) -> bool:
    """Whether a monster that died this turn was an ally or a captive of the hero."""
    for index in range(world.actor_count - 1, -1, -1):
        body = world.actors[index]
        if body.hp == 0 and body.cell == died.cell and body.kind == died.whom:
            return body.side != HOSTILE and body.conditions & CHARMED == 0
    return False


@rule
def item_with(ruleset: Ruleset, ability: int) -> int:
    """The first kind of item that has an ability; NOWHERE if none has."""
    for item in range(ruleset.item_kinds):
        row = ruleset.items[item]
        if row.first_ability <= ability < row.first_ability + row.ability_count:
            return item
    return NOWHERE


@rule
def count_events(state: SimulationState, ruleset: Ruleset) -> None:
    """Count the damage, the healing and the kills in events since the last call."""
    hero = state.world.hero
    visit = state.visit
    for number in range(max(state.event_cursor, hero.event_count - MAX_EVENTS), hero.event_count):
        event = hero.events[number % MAX_EVENTS]
        if event.whom == HERO:
            if event.what == HIT or event.what == DAMAGED or event.what == STARVED:
                if event.amount > 0:
                    source = source_of(event)
                    state.hurt[source] += event.amount
                    state.hits[source] += 1
                    visit.damage += event.amount
            elif event.what == HEALED:
                visit.healed += event.amount
        elif event.what == HIT or event.what == DAMAGED:
            copy_record(state.blow, event)
        elif event.what == DIED and (event.who == HERO or not was_friend(state.world, event)):
            count_kill(visit, ruleset, event, state.blow)
    state.event_cursor = hero.event_count


@rule
def end_visit(
    state: SimulationState, ruleset: Ruleset, visits: Sequence[FloorVisit], wounds: Sequence[DamageRow], end: int
) -> None:
    """Write the rows of a floor visit that ended."""
    visit = state.visit
    row = visits[state.visit_count]
    state.visit_count += 1
    copy_record(row, visit)
    row.end = end
    row.killer = -1
    if end == DEAD:
        row.killer = kind_of(int(state.world.killer))
    row.turns = state.world.turn - visit.arrived
    row.kills = state.world.hero.kills - visit.kills
    if visit.damage > 0:
        write_wounds(state, ruleset, wounds)


@rule
def write_wounds(state: SimulationState, ruleset: Ruleset, wounds: Sequence[DamageRow]) -> None:
    """Write a row for all that took HP on a floor: for each kind its attacks, its abilities, and statuses it gave."""
    write_wound(state, wounds, BY_HUNGER, ATTACK, HUNGER_SOURCE)
    for number in range(ruleset.monster_kinds + 2):
        kind = number
        if number >= ruleset.monster_kinds:
            kind = OWN_FIRE if number == ruleset.monster_kinds else TERRAIN
        write_wound(state, wounds, kind, ATTACK, kind)
        if kind == TERRAIN:
            for terrain in range(TERRAIN_ROWS):
                ground = ruleset.terrain[terrain]
                write_abilities(state, wounds, kind, ground.first_ability, ground.ability_count)
        elif kind == OWN_FIRE:
            for item in range(ruleset.item_kinds):
                row = ruleset.items[item]
                write_abilities(state, wounds, kind, row.first_ability, row.ability_count)
        else:
            monster = ruleset.monsters[kind]
            write_abilities(state, wounds, kind, monster.first_ability, monster.ability_count)
        for status in range(ruleset.status_count):
            source = FIRST_STATUS + kind * MAX_STATUSES + status
            write_wound(state, wounds, kind, 1 + ruleset.ability_count + status, source)


@rule
def most_wounds(ruleset: Ruleset) -> int:
    """The most rows of wounds that a floor visit can have: of each kind, the hero's own and terrain, and of hunger."""
    return (ruleset.monster_kinds + 2) * (1 + ruleset.status_count) + ruleset.ability_count + 1


@rule
def write_abilities(state: SimulationState, wounds: Sequence[DamageRow], kind: int, first: int, count: int) -> None:
    """Write the rows of a kind's abilities."""
    for ability in range(first, first + count):
        write_wound(state, wounds, kind, 1 + ability, FIRST_ABILITY + ability)


@rule
def write_wound(state: SimulationState, wounds: Sequence[DamageRow], kind: int, cause: int, source: int) -> None:
    """Write the row of a source of damage, if it took HP on this floor, and count it from 0 again."""
    if state.hits[source] == 0:
        return
    wound = wounds[state.wound_count]
    state.wound_count += 1
    wound.seed = state.visit.seed
    wound.floor = state.visit.floor
    wound.kind = kind
    wound.cause = cause
    wound.damage = state.hurt[source]
    wound.hits = state.hits[source]
    state.hurt[source] = 0
    state.hits[source] = 0


ACTIONS_PER_TURN = 2
"""A game of this many actions for each turn of its limit is stopped too: choosing a level-up's gain takes no turn."""


@rule
def begin_game(state: SimulationState, ruleset: Ruleset) -> None:
    """Start the game of the next seed."""
    new_game(state.world, ruleset, state.seed, state.first_floor)
    start_mind(state.mind, state.seed)
    state.event_cursor = state.world.hero.event_count
    state.in_progress = 1
    state.acted = 0
    begin_visit(state, ruleset)


@rule
def play_action(state: SimulationState, ruleset: Ruleset) -> int:
    """Play the action that the bot chooses. Returns the action that was played."""
    chosen = choose_action(state.bot, state.world.hero, ruleset, state.mind, state.imagined)
    state.acted += 1
    return step_or_wait(state.world, ruleset, chosen)


@rule
def end_of(state: SimulationState) -> int:
    """How the floor visit ended, a number of `steep.core.world`; -1 while it goes on."""
    world = state.world
    if world.outcome != PLAYING:
        return world.outcome
    if world.floor > state.last_floor:
        return WON
    if world.turn >= state.turn_limit or state.acted >= ACTIONS_PER_TURN * state.turn_limit:
        return STOPPED
    if world.floor != state.visit.floor:
        return PLAYING
    return -1


@rule
def play_on(
    state: SimulationState,
    ruleset: Ruleset,
    visits: Sequence[FloorVisit],
    wounds: Sequence[DamageRow],
    budget: int,
) -> int:
    """Play up to `budget` actions, until all games are played or rows have no room. Returns the number of actions.

    `wounds` must have room for at least `most_wounds` rows.
    """
    played = 0
    while True:
        if state.in_progress == 0:
            if state.seed >= state.end_seed:
                break
            begin_game(state, ruleset)
        if played >= budget:
            break
        if state.visit_count >= len(visits) or state.wound_count + most_wounds(ruleset) > len(wounds):
            break
        play_action(state, ruleset)
        played += 1
        if state.event_cursor != state.world.hero.event_count:
            count_events(state, ruleset)
        end = end_of(state)
        if end == -1:
            continue
        end_visit(state, ruleset, visits, wounds, end)
        if end == PLAYING:
            begin_visit(state, ruleset)
        else:
            state.in_progress = 0
            state.seed += 1
    return played


@rule
def record_game(state: SimulationState, ruleset: Ruleset, actions: Annotated[Cells, "i8"]) -> int:
    """Play only the game of `state.seed` and write its actions. Returns their number.

    `actions` must have room for ACTIONS_PER_TURN for each turn of the limit.
    """
    begin_game(state, ruleset)
    count = 0
    while True:
        actions[count] = play_action(state, ruleset)
        count += 1
        if end_of(state) > PLAYING:
            break
        state.visit.floor = state.world.floor
    state.in_progress = 0
    return count
