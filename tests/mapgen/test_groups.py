"""Groups: weighted tables of their own, drawn after all others of a floor."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

import steep
from generated_floors import (
    cells_of,
    generated_floors,
    generated_runs,
    items_on,
    kind_number,
    monsters_on,
    rulebook_from,
    within_chance,
)
from steep.balance.odds_and_expectations import FloorSurvey, survey_floors
from steep.content import Rulebook
from steep.core.geometry import ROCK

FLOORS = 100_000

KINDS = """
[monsters.dragon]
glyph = "D"
hp = 60
power = 9
defense = 3
xp = 500
[monsters.lich]
glyph = "L"
hp = 40
power = 7
defense = 2
xp = 300
[items.crown]
glyph = "^"
effect = "heal"
amount = 20
[items.cup]
glyph = "u"
effect = "heal"
amount = 10
"""
GROUPS = """
[groups.bosses]
per_floor = { 2 = "1d2" }
monsters = { dragon = 30, lich = { 3 = 20 } }
[groups.treasure]
per_room = "1d3-1"
items = { crown = { 1 = 1, 3 = 5 }, cup = 4 }
"""


def game(groups: str = GROUPS, lich: str = "") -> Rulebook:
    """The tutorial's game with groups."""
    kinds = KINDS.replace("xp = 300", f"xp = 300\n{lich}")
    return rulebook_from(f'extends = "tcod-2020"\n{kinds}{groups}')


@cache
def surveyed(floor: int) -> FloorSurvey:
    """A floor of that game, generated many times."""
    return survey_floors(game(), floor, floor, FLOORS if floor == 3 else 2_000, fast=True).floors[0]


@pytest.mark.parametrize("floor", [1, 3])
def test_kinds_have_the_exact_odds_of_their_group(floor: int) -> None:
    found, odds = surveyed(floor), steep.odds(game(), floor).groups
    bosses = {} if floor == 1 else {"bosses": shares(dragon=30, lich=20)}
    assert odds == {**bosses, "treasure": shares(crown=1 if floor == 1 else 5, cup=4)}
    for group, family in (("bosses", found.monsters), ("treasure", found.items)):
        numbers = {key: family.keys.index(key) for key in odds.get(group, {})}
        drawn = {key: sum(batch.of_kind[number] for batch in family.batches) for key, number in numbers.items()}
        placed = sum(drawn.values())
        assert all(within_chance(drawn[key], placed, share) for key, share in odds.get(group, {}).items())


def shares(**weights: int) -> dict[str, Fraction]:
    """The odds of some kinds."""
    return {key: Fraction(weight, sum(weights.values())) for key, weight in weights.items()}


def test_as_many_are_placed_by_floor_as_are_drawn() -> None:
    bosses = Counter[int]()
    book = game()
    kinds = {kind_number(book, key) for key in ("dragon", "lich")}
    for world in generated_floors(book, 4_000, 2):
        bosses[sum(kind in kinds for kind in monsters_on(world))] += 1
    assert set(bosses) == {1, 2}
    assert within_chance(bosses[1], bosses.total(), Fraction(1, 2))


def test_by_room_a_thing_is_lost_where_its_cell_is_taken() -> None:
    """The mean of 1d3-1 is 1 a room, less what lands on others."""
    found = surveyed(1)
    kinds = [kind_number(game(), key) for key in ("crown", "cup")]
    placed = sum(batch.of_kind[kind] for batch in found.items.batches for kind in kinds) / found.items.floors
    rooms = found.rooms.mean  # type: ignore[union-attr]
    assert 0.85 * rooms < placed < 0.99 * rooms


def test_a_group_changes_nothing_else_on_a_floor() -> None:
    plain = generated_floors(game(""), 200, 4)
    for world, other in zip(generated_floors(game(), 200, 4), plain, strict=True):
        for ours, others, count in (
            (world.actors, other.actors, int(other.actor_count)),
            (world.items, other.items, int(other.item_count)),
        ):
            assert cells_of(ours, count) == cells_of(others, count)
            assert list(ours["kind"][:count]) == list(others["kind"][:count])
        assert world.actor_count > other.actor_count


def test_monsters_by_floor_are_away_from_the_start_on_cells_of_their_own() -> None:
    for world in generated_floors(game("[groups.bosses]\nper_floor = 9\nmonsters = { dragon = 1 }"), 300, 1):
        cells = cells_of(world.actors, world.actor_count)
        first = world.rooms[0]
        dragons = cells[-9:]
        assert len(set(cells)) == len(cells)
        assert all(world.tiles[cell] != ROCK for cell in dragons)
        inside = [first.left < cell % 80 < first.right and first.top < cell // 80 < first.bottom for cell in dragons]
        assert world.room_count == 1 or not any(inside)


def test_a_unique_leaves_its_odds_to_the_others_of_its_group_once_it_has_appeared() -> None:
    book = game("[groups.bosses]\nper_floor = 1\nmonsters = { dragon = 1, lich = 3 }", lich="unique = true")
    lich, dragon = kind_number(book, "lich"), kind_number(book, "dragon")
    found = Counter(seed for seed, _, world in generated_runs(book, 200, 8) if lich in monsters_on(world))
    assert set(found.values()) == {1}
    assert all({lich, dragon} & {*monsters_on(world)} for world in generated_floors(book, 50, 8))


def test_a_pack_of_a_group_comes_with_its_members() -> None:
    court = '[packs.court]\nleader = "lich"\nmembers = [{ kind = "dragon", count = 2 }]\n'
    book = game(f"{court}[groups.bosses]\nper_floor = 1\npacks = {{ court = 1 }}")
    kinds = [kind_number(book, key) for key in ("lich", "dragon")]
    for world in generated_floors(book, 100, 1):
        assert [monsters_on(world).count(kind) for kind in kinds] == [1, 2]


def test_a_group_without_weights_on_a_floor_places_nothing() -> None:
    book = game("[groups.treasure]\nper_room = 3\nitems = { crown = { 5 = 1 } }")
    assert all(kind_number(book, "crown") not in items_on(world) for world in generated_floors(book, 50, 4))
