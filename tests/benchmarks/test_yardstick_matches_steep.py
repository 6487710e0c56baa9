"""The yardstick plays the same game as Steep: equal tables, and floors and games with the same distributions.

Two means agree if their difference is within the range of 999 in 1000 pairs of
samples of one distribution. With this number of games, a difference of two thirds of a floor
or a third of the turns is detected.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

import yardstick_engine
from compiled_table_odds import odds_on
from steep.bots.bot_memory import BotMemory
from steep.bots.simple_bots import diver
from steep.content import Item, Monster, load_ruleset
from steep.core.geometry import ROCK
from steep.core.ruleset import DEFENSE, MAX_HP, POWER, SpawnTable
from steep.core.world import PLAYING, World
from steep.mapgen.make_floor import make_floor
from steep.rules.experience_and_victory import xp_to_next
from steep.rules.new_game import new_game
from steep.rules.turn import step
from steep.spawn.compile_tables import value_on

BOOK = load_ruleset("tcod-2020")
RULESET = BOOK.compiled
GAMES = 20
FLOORS = 100
TURN_LIMIT = 2_000
ONE_IN_A_THOUSAND = 3.29
"""Standard errors."""

Row = dict[str, int]


def distance(steep: Sequence[int], yardsticks: Sequence[int]) -> float:
    """The distance of two means, in standard errors of their difference."""
    error = math.hypot(*(statistics.stdev(each) / math.sqrt(len(each)) for each in (steep, yardsticks)))
    return abs(statistics.mean(steep) - statistics.mean(yardsticks)) / error


def steep_odds(table: SpawnTable, kinds: Sequence[Monster | Item], floor: int) -> dict[str, float]:
    return {kinds[kind].key.replace("_", " "): float(odds) for kind, odds in odds_on(table, floor).items()}


@pytest.mark.parametrize("floor", range(1, 13))
def test_odds_and_maximum_counts_by_floor_equal_steeps(floor: int) -> None:
    def odds(by_floor: Mapping[int, Mapping[str, int]]) -> dict[str, float]:
        weights = yardstick_engine.weights_on(floor, by_floor)
        return {kind: weight / sum(weights.values()) for kind, weight in weights.items()}

    assert odds(yardstick_engine.MONSTER_WEIGHTS) == steep_odds(RULESET.monster_spawns, BOOK.monsters, floor)
    assert odds(yardstick_engine.ITEM_WEIGHTS) == steep_odds(RULESET.item_spawns, BOOK.items, floor)
    assert yardstick_engine.value_on(floor, yardstick_engine.MAX_MONSTERS) == value_on(RULESET.monsters_per_room, floor)
    assert yardstick_engine.value_on(floor, yardstick_engine.MAX_ITEMS) == value_on(RULESET.items_per_room, floor)


@pytest.mark.parametrize("kind", BOOK.monsters, ids=lambda kind: kind.key)
def test_monsters_have_steeps_numbers(kind: Monster) -> None:
    actor = yardstick_engine.PROTOTYPES[kind.key]
    assert isinstance(actor, yardstick_engine.Actor)
    fighter = actor.fighter
    assert (fighter.hp, fighter.power, fighter.defense) == (kind.hp, kind.power, kind.defense)
    assert actor.level.given == kind.xp


def test_the_hero_has_steeps_numbers() -> None:
    fighter = yardstick_engine.HERO.fighter
    assert (fighter.hp, fighter.power, fighter.defense) == tuple(
        int(RULESET.hero_stats[stat]) for stat in (MAX_HP, POWER, DEFENSE)
    )
    assert yardstick_engine.HERO.level.needed == xp_to_next(RULESET, 1)


@cache
def yardstick_floors() -> list[Row]:
    rows = []
    for seed in range(FLOORS):
        game_map = yardstick_engine.make_floor(yardstick_engine.Engine(seed), 7)
        names = [entity.name for entity in game_map.entities]
        rows.append(
            {
                "open cells": int(game_map.tiles["walkable"].sum()),
                "monsters": names.count("orc") + names.count("troll"),
                "trolls": names.count("troll"),
                "items": len(names) - 1 - names.count("orc") - names.count("troll"),
            }
        )
    return rows


@cache
def steep_floors() -> list[Row]:
    world = World()
    troll = [kind.key for kind in BOOK.monsters].index("troll")
    rows = []
    for seed in range(FLOORS):
        world.seed = seed
        make_floor(world, RULESET, 7)
        kinds = [actor.kind for actor in world.actors[: world.actor_count]]
        rows.append(
            {
                "open cells": sum(tile != ROCK for tile in world.tiles),
                "monsters": len(kinds),
                "trolls": kinds.count(troll),
                "items": world.item_count,
            }
        )
    return rows


@pytest.mark.parametrize("column", ["open cells", "monsters", "trolls", "items"])
def test_floors_have_steeps_distributions(column: str) -> None:
    steep, yardsticks = ([floor[column] for floor in floors] for floors in (steep_floors(), yardstick_floors()))
    assert distance(steep, yardsticks) < ONE_IN_A_THOUSAND


def total_xp(xp: int, level: int) -> int:
    """XP gained since the start of the game."""
    return xp + sum(xp_to_next(RULESET, each) for each in range(1, level))


@cache
def yardstick_games() -> list[Row]:
    rows = []
    for seed in range(GAMES):
        end = yardstick_engine.play_game(seed, TURN_LIMIT)
        level = end.player.level
        rows.append(
            {
                "floor": end.floor,
                "turns": end.turn,
                "turns a floor": end.turn // end.floor,
                "xp": total_xp(level.xp, level.current),
            }
        )
    return rows


@cache
def steep_games() -> list[Row]:
    world, mind = World(), BotMemory()
    rows = []
    for seed in range(GAMES):
        new_game(world, RULESET, seed)
        while world.outcome == PLAYING and world.turn < TURN_LIMIT:
            step(world, RULESET, diver(world.hero, RULESET, mind))
        rows.append(
            {
                "floor": world.floor,
                "turns": world.turn,
                "turns a floor": world.turn // world.floor,
                "xp": total_xp(world.hero.xp, world.hero.level),
            }
        )
    return rows


@pytest.mark.parametrize("column", ["floor", "turns", "turns a floor", "xp"])
def test_the_divers_games_have_steeps_distributions(column: str) -> None:
    steep, yardsticks = ([game[column] for game in games] for games in (steep_games(), yardstick_games()))
    assert distance(steep, yardsticks) < ONE_IN_A_THOUSAND


def test_a_seed_always_gives_the_same_game() -> None:
    first, second = (yardstick_engine.play_game(7, TURN_LIMIT) for _ in range(2))
    assert first.log.messages == second.log.messages
