"""Plays many games one after another and writes down what became of each on each floor.

A game is fixed by the ruleset, the bot, the seed, the floors and the limit of
turns, and by nothing else: not by the games before it at the same desk.
Playing can be left at any turn and taken up again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from steep.bots.choose import choose_action
from steep.bots.mind import Dream, Mind, start_mind
from steep.core.record import Cells, Plane, record
from steep.core.rule import rule
from steep.core.ruleset import HEAL, MAX_KINDS, Ruleset
from steep.core.world import HERO, MAX_EVENTS, PLAYING, Hero, World
from steep.rules.actions import CHOOSE, DONE, WAIT, action
from steep.rules.events import BURNED, HEALED, HIT
from steep.rules.levels import xp_in_all
from steep.rules.step import new_game, step

LEFT = 0
"""Went down, and the game goes on."""
KILLED = 1
STOPPED = 2
"""Reached the limit of turns: what would have become of it is not known."""
WON = 3
"""Left the last floor alive."""
END_NAMES = ("left", "died", "stopped", "won")

OWN_FIRE = MAX_KINDS
"""The number of the hero's own fireballs, among kinds of monsters."""


@record
class Stay:
    """One floor of one game. What the hero is and has is as of its arrival there."""

    seed: int
    floor: int
    end: int
    """LEFT, KILLED, STOPPED or WON."""
    killer: int
    """Number of the kind that killed the hero, or OWN_FIRE; -1 when it did not die."""
    arrived: int
    """Turns that had gone by."""
    turns: int
    """Spent on this floor."""
    level: int
    xp: int
    """All that was gained so far, over all levels."""
    hp: int
    max_hp: int
    power: int
    defense: int
    things: int
    """Carried."""
    healing: int
    """HP that what is carried could give back."""
    kills: int
    """On this floor."""
    damage: int
    """HP lost on this floor."""
    healed: int
    """HP given back on this floor."""


@record
class Wound:
    """What one kind of monster did to the hero on one floor of one game."""

    seed: int
    floor: int
    kind: int
    """Number of the kind, or OWN_FIRE."""
    damage: int
    """HP."""
    blows: int
    """That took HP."""


@record
class Trial:
    """A desk at which games are played: the game under way, and room to work."""

    bot: int
    first_floor: int
    last_floor: int
    turn_limit: int
    seed: int
    """Of the game under way, or of the next."""
    end_seed: int
    """One more than the last that is to be played."""
    under_way: int
    """1 in the midst of a game."""
    acted: int
    """Actions of the game under way."""
    heard: int
    """Events that were counted."""
    stay: Stay
    """The floor that the hero is on."""
    hurt: Annotated[Cells, Plane("i8", MAX_KINDS + 1)]
    """HP lost on this floor to each kind."""
    blows: Annotated[Cells, Plane("i8", MAX_KINDS + 1)]
    stay_count: int
    """Rows written since somebody took them away."""
    wound_count: int
    world: World
    mind: Mind
    dream: Dream


@rule
def healing_carried(hero: Hero, ruleset: Ruleset) -> int:
    """HP that the pack could give back."""
    healing = 0
    for place in range(ruleset.pack_capacity):
        if hero.pack[place].kind > 0:
            kind = ruleset.items[hero.pack[place].kind - 1]
            if kind.effect == HEAL:
                healing += kind.amount
    return healing


@rule
def begin_stay(trial: Trial, ruleset: Ruleset) -> None:
    """Write down how the hero arrives on a floor."""
    hero = trial.world.hero
    stay = trial.stay
    stay.seed = trial.seed
    stay.floor = hero.floor
    stay.arrived = hero.turn
    stay.level = hero.level
    stay.xp = xp_in_all(hero, ruleset)
    stay.hp = hero.hp
    stay.max_hp = hero.max_hp
    stay.power = hero.power
    stay.defense = hero.defense
    stay.things = hero.pack_count
    stay.healing = healing_carried(hero, ruleset)
    stay.kills = hero.kills
    stay.damage = 0
    stay.healed = 0


@rule
def begin_game(trial: Trial, ruleset: Ruleset) -> None:
    """Start the game of the next seed."""
    new_game(trial.world, ruleset, trial.seed, trial.first_floor)
    start_mind(trial.mind, trial.seed)
    trial.heard = trial.world.hero.event_count
    trial.under_way = 1
    trial.acted = 0
    begin_stay(trial, ruleset)


@rule
def listen(trial: Trial) -> None:
    """Count what happened to the hero since somebody last listened."""
    hero = trial.world.hero
    stay = trial.stay
    for number in range(max(trial.heard, hero.event_count - MAX_EVENTS), hero.event_count):
        event = hero.events[number % MAX_EVENTS]
        if event.whom == HERO:
            if event.what == HIT or event.what == BURNED:
                if event.amount > 0:
                    kind = OWN_FIRE if event.who == HERO else event.who
                    trial.hurt[kind] += event.amount
                    trial.blows[kind] += 1
                    stay.damage += event.amount
            elif event.what == HEALED:
                stay.healed += event.amount
    trial.heard = hero.event_count


@rule
def end_stay(trial: Trial, ruleset: Ruleset, stays: Sequence[Stay], wounds: Sequence[Wound], end: int) -> None:
    """Write the rows of a floor that the hero is done with."""
    stay = trial.stay
    row = stays[trial.stay_count]
    trial.stay_count += 1
    row.seed = stay.seed
    row.floor = stay.floor
    row.end = end
    row.killer = -1
    if end == KILLED:
        row.killer = OWN_FIRE if trial.world.killer == HERO else trial.world.killer
    row.arrived = stay.arrived
    row.turns = trial.world.turn - stay.arrived
    row.level = stay.level
    row.xp = stay.xp
    row.hp = stay.hp
    row.max_hp = stay.max_hp
    row.power = stay.power
    row.defense = stay.defense
    row.things = stay.things
    row.healing = stay.healing
    row.kills = trial.world.hero.kills - stay.kills
    row.damage = stay.damage
    row.healed = stay.healed
    for number in range(ruleset.monster_kinds + 1):
        kind = OWN_FIRE if number == ruleset.monster_kinds else number
        if trial.blows[kind] > 0:
            wound = wounds[trial.wound_count]
            trial.wound_count += 1
            wound.seed = stay.seed
            wound.floor = stay.floor
            wound.kind = kind
            wound.damage = trial.hurt[kind]
            wound.blows = trial.blows[kind]
            trial.hurt[kind] = 0
            trial.blows[kind] = 0


@rule
def perform(world: World, ruleset: Ruleset, act: int) -> int:
    """Play an action; who asks for the impossible waits, or takes the first gain. Gives what was done."""
    if step(world, ruleset, act) == DONE:
        return act
    instead = action(CHOOSE) if world.hero.choosing == 1 else action(WAIT)
    step(world, ruleset, instead)
    return instead


@rule
def next_action(trial: Trial, ruleset: Ruleset) -> int:
    """What the bot wants to do."""
    return choose_action(trial.bot, trial.world.hero, ruleset, trial.mind, trial.dream)


@rule
def end_of(trial: Trial) -> int:
    """How the stay on a floor ends now; -1 while it goes on."""
    world = trial.world
    if world.outcome != PLAYING:
        return KILLED
    if world.floor > trial.last_floor:
        return WON
    if world.turn >= trial.turn_limit:
        return STOPPED
    if world.floor != trial.stay.floor:
        return LEFT
    return -1


@rule
def play_on(
    trial: Trial,
    ruleset: Ruleset,
    stays: Sequence[Stay],
    wounds: Sequence[Wound],
    budget: int,
) -> int:
    """Play for some turns, or until all games are played or no room is left for rows; turns played.

    ``wounds`` has room for a stay's rows: as many as there are kinds of monsters, and one.
    """
    played = 0
    while played < budget:
        if trial.under_way == 0:
            if trial.seed >= trial.end_seed:
                break
            begin_game(trial, ruleset)
        if trial.stay_count >= len(stays) or trial.wound_count + ruleset.monster_kinds + 1 > len(wounds):
            break
        perform(trial.world, ruleset, next_action(trial, ruleset))
        played += 1
        trial.acted += 1
        if trial.heard != trial.world.hero.event_count:
            listen(trial)
        end = end_of(trial)
        if end == -1:
            continue
        end_stay(trial, ruleset, stays, wounds, end)
        if end == LEFT:
            begin_stay(trial, ruleset)
        else:
            trial.under_way = 0
            trial.seed += 1
    return played


@rule
def record_game(trial: Trial, ruleset: Ruleset, actions: Cells) -> int:
    """Play the game of ``trial.seed`` alone and write its actions, as many as there is room for; their number."""
    begin_game(trial, ruleset)
    count = 0
    while count < len(actions):
        actions[count] = perform(trial.world, ruleset, next_action(trial, ruleset))
        count += 1
        if end_of(trial) > LEFT:
            break
        trial.stay.floor = trial.world.floor
    trial.under_way = 0
    return count
