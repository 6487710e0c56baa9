"""The yardstick plays the same game as Steep: tables to the number, floors and games as far as chance can tell.

Two means agree when they are no farther apart than all but one of a thousand
pairs of samples of the same thing are. With so many games, the difference that
is not overlooked is half a floor, or a fifth of the turns.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

import yardstick
from compiled_tables import odds_on
from steep.bots.bot_memory import Mind
from steep.bots.diver import diver
from steep.content import Item, Monster, load_ruleset
from steep.core.geometry import ROCK
from steep.core.ruleset import SpawnTable
from steep.core.world import PLAYING, World
from steep.mapgen.floor import make_floor
from steep.rules.experience import xp_to_next
from steep.rules.new_game import new_game
from steep.rules.turn import step
from steep.spawn.draw import value_on

BOOK = load_ruleset("tcod-2020")
RULESET = BOOK.compiled
GAMES = 40
FLOORS = 150
TURN_LIMIT = 2_000
ONE_IN_A_THOUSAND = 3.29
"""Standard errors."""

Row = dict[str, int]


def far_apart(ours: Sequence[int], theirs: Sequence[int]) -> float:
    """How far the means are apart, in standard errors of their difference."""
    error = math.hypot(*(statistics.stdev(each) / math.sqrt(len(each)) for each in (ours, theirs)))
    return abs(statistics.mean(ours) - statistics.mean(theirs)) / error


def steeps_weights(table: SpawnTable, kinds: Sequence[Monster | Item], floor: int) -> dict[str, float]:
    return {kinds[kind].key.replace("_", " "): float(odds) for kind, odds in odds_on(table, floor).items()}


@pytest.mark.parametrize("floor", range(1, 13))
def test_odds_and_most_by_floor_are_steeps(floor: int) -> None:
    def odds(by_floor: Mapping[int, Mapping[str, int]]) -> dict[str, float]:
        weights = yardstick.weights_on(floor, by_floor)
        return {kind: weight / sum(weights.values()) for kind, weight in weights.items()}

    assert odds(yardstick.MONSTER_WEIGHTS) == steeps_weights(RULESET.monster_spawns, BOOK.monsters, floor)
    assert odds(yardstick.ITEM_WEIGHTS) == steeps_weights(RULESET.item_spawns, BOOK.items, floor)
    assert yardstick.value_on(floor, yardstick.MOST_MONSTERS) == value_on(RULESET.monsters_per_room, floor)
    assert yardstick.value_on(floor, yardstick.MOST_ITEMS) == value_on(RULESET.items_per_room, floor)


@pytest.mark.parametrize("kind", BOOK.monsters, ids=lambda kind: kind.key)
def test_monsters_are_made_of_steeps_numbers(kind: Monster) -> None:
    actor = yardstick.PROTOTYPES[kind.key]
    assert isinstance(actor, yardstick.Actor)
    fighter = actor.fighter
    assert (fighter.hp, fighter.power, fighter.defense) == (kind.hp, kind.power, kind.defense)
    assert actor.level.given == kind.xp


def test_the_hero_is_made_of_steeps_numbers() -> None:
    fighter = yardstick.HERO.fighter
    assert (fighter.hp, fighter.power, fighter.defense) == (RULESET.hero_hp, RULESET.hero_power, RULESET.hero_defense)
    assert yardstick.HERO.level.needed == xp_to_next(RULESET, 1)


@cache
def yardsticks_floors() -> list[Row]:
    found = []
    for seed in range(FLOORS):
        game_map = yardstick.make_floor(yardstick.Engine(seed), 7)
        names = [entity.name for entity in game_map.entities]
        found.append(
            {
                "open cells": int(game_map.tiles["walkable"].sum()),
                "monsters": names.count("orc") + names.count("troll"),
                "trolls": names.count("troll"),
                "items": len(names) - 1 - names.count("orc") - names.count("troll"),
            }
        )
    return found


@cache
def steeps_floors() -> list[Row]:
    world = World()
    troll = [kind.key for kind in BOOK.monsters].index("troll")
    found = []
    for seed in range(FLOORS):
        world.seed = seed
        make_floor(world, RULESET, 7)
        kinds = [actor.kind for actor in world.actors[: world.actor_count]]
        found.append(
            {
                "open cells": sum(tile != ROCK for tile in world.tiles),
                "monsters": len(kinds),
                "trolls": kinds.count(troll),
                "items": world.item_count,
            }
        )
    return found


@pytest.mark.parametrize("what", ["open cells", "monsters", "trolls", "items"])
def test_floors_are_like_steeps(what: str) -> None:
    ours, theirs = ([floor[what] for floor in floors] for floors in (steeps_floors(), yardsticks_floors()))
    assert far_apart(ours, theirs) < ONE_IN_A_THOUSAND


def gained(xp: int, level: int) -> int:
    """XP since the game began."""
    return xp + sum(xp_to_next(RULESET, each) for each in range(1, level))


@cache
def yardsticks_games() -> list[Row]:
    found = []
    for seed in range(GAMES):
        end = yardstick.play_game(seed, TURN_LIMIT)
        level = end.player.level
        found.append(
            {
                "floor": end.floor,
                "turns": end.turn,
                "turns a floor": end.turn // end.floor,
                "xp": gained(level.xp, level.current),
            }
        )
    return found


@cache
def steeps_games() -> list[Row]:
    world, mind = World(), Mind()
    found = []
    for seed in range(GAMES):
        new_game(world, RULESET, seed)
        while world.outcome == PLAYING and world.turn < TURN_LIMIT:
            step(world, RULESET, diver(world.hero, RULESET, mind))
        found.append(
            {
                "floor": world.floor,
                "turns": world.turn,
                "turns a floor": world.turn // world.floor,
                "xp": gained(world.hero.xp, world.hero.level),
            }
        )
    return found


@pytest.mark.parametrize("what", ["floor", "turns", "turns a floor", "xp"])
def test_the_divers_games_are_like_steeps(what: str) -> None:
    ours, theirs = ([game[what] for game in games] for games in (steeps_games(), yardsticks_games()))
    assert far_apart(ours, theirs) < ONE_IN_A_THOUSAND


def test_a_seed_gives_the_same_game_again() -> None:
    first, again = (yardstick.play_game(7, TURN_LIMIT) for _ in range(2))
    assert first.log.messages == again.log.messages
