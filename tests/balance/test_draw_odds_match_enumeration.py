"""Spawn odds are exact: they match an enumeration of every possible random number."""

from __future__ import annotations

from fractions import Fraction

import pytest

import compiled_table_odds
import worlds_in_both_forms
from command_fixture_types import Load
from steep.balance import odds_of_one_draw
from steep.content import load_ruleset
from steep.core.record import pack, unpack
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, Ruleset

SEEDS = ("roguebasin", "tcod-2019", "tcod-2020", "rotjs", "godot")


@pytest.mark.parametrize("name", [*SEEDS, *(f"{name}-gear" for name in SEEDS)])
@pytest.mark.parametrize("floor", [1, 2, 3, 4, 5, 6, 7, 8, 50])
def test_odds_match_an_enumeration_of_all_draws(name: str, floor: int) -> None:
    ruleset = load_ruleset(name).compiled
    assert odds_of_one_draw.monster_odds(ruleset, floor) == compiled_table_odds.drawn_odds_on(
        ruleset.monster_spawns, floor
    )
    assert odds_of_one_draw.item_odds(ruleset, floor) == compiled_table_odds.drawn_odds_on(ruleset.item_spawns, floor)


def test_guaranteed_monsters_can_appear_on_their_floors_and_the_floor_below_differs(load: Load) -> None:
    ruleset = load("[counts]\nmonsters_per_room = 0\n[monsters.troll]\nguaranteed_on = [2, 30]").compiled
    assert [odds_of_one_draw.monsters_on(ruleset, floor) for floor in (1, 2, 3, 30)] == [set(), {1}, set(), {1}]
    assert odds_of_one_draw.last_change(ruleset) == 31


def test_minimums_count_among_the_changes_and_a_chance_of_0_draws_nothing(load: Load) -> None:
    text = "[counts]\nmonsters_per_room = 9\nmin_monsters_per_room = { 40 = 2 }\nitem_room_chance = 0"
    ruleset = load(text).compiled
    assert odds_of_one_draw.last_change(ruleset) == 40
    assert odds_of_one_draw.draws_monsters(ruleset, 1)
    assert not odds_of_one_draw.draws_items(ruleset, 1)


def test_tickets_are_the_weights_of_the_file() -> None:
    book = load_ruleset("tcod-2020")
    keys = [kind.key for kind in book.monsters]
    tickets = odds_of_one_draw.tickets(book.compiled.monster_spawns, 6)
    assert tickets == {keys.index("orc"): (80, 110), keys.index("troll"): (30, 110)}


def ruleset_with_all_features() -> Ruleset:
    """One draw in four is out of depth and gives an orc; the others give an orc, a troll or a pack led by an orc."""
    return worlds_in_both_forms.with_every_feature(unpack(Ruleset, pack(load_ruleset("tcod-2020").compiled)))


def test_out_of_depth_draws_are_part_of_the_odds() -> None:
    third = Fraction(1, 3)
    assert odds_of_one_draw.spawn_odds(ruleset_with_all_features(), 1) == {
        0: Fraction(3, 4) * third + Fraction(1, 4),
        1: Fraction(3, 4) * third,
        MAX_KINDS: Fraction(3, 4) * third,
    }


def test_a_pack_counts_as_its_leader() -> None:
    assert odds_of_one_draw.monster_odds(ruleset_with_all_features(), 1) == {0: Fraction(3, 4), 1: Fraction(1, 4)}


def test_pack_members_can_appear_without_being_drawn() -> None:
    ruleset = ruleset_with_all_features()
    ruleset.pack_members[0].kind = 1
    ruleset.monster_spawns.kind[1] = 0
    assert set(odds_of_one_draw.monster_odds(ruleset, 1)) == {0}
    assert odds_of_one_draw.monsters_on(ruleset, 5) == {0, 1}


def test_without_counts_nothing_can_appear(load: Load) -> None:
    ruleset = load("[counts]\nmonsters_per_room = { 1 = 0, 3 = 1 }\nitems_per_room = 0").compiled
    assert [bool(odds_of_one_draw.monsters_on(ruleset, floor)) for floor in (1, 2, 3)] == [False, False, True]
    assert odds_of_one_draw.items_on(ruleset, 9) == set()


@pytest.mark.parametrize(("name", "last"), [*((name, 7) for name in SEEDS), ("tcod-2019-gear", 8), ("rotjs-gear", 7)])
def test_the_last_change_is_the_last_floor_that_differs(name: str, last: int) -> None:
    ruleset = load_ruleset(name).compiled
    assert odds_of_one_draw.last_change(ruleset) == last

    def floor_of(floor: int) -> object:
        return odds_of_one_draw.monster_odds(ruleset, floor), odds_of_one_draw.item_odds(ruleset, floor)

    assert floor_of(last) != floor_of(last - 1)
    assert floor_of(last) == floor_of(last + 1) == floor_of(MAX_FLOORS)
