"""The arena: bouts with known results, and fair starts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generated_floors import kind_number, within_chance
from ready_made_sessions import load
from scenes import a_ruleset, kind_of
from steep.balance.arena.arena_rules import Arena, draw_order, fight_round, place_fighters, remove_hero
from steep.balance.arena.bouts import Bouts, Outcome, fight, set_up
from steep.core.geometry import FLOOR, NOWHERE, WIDTH, steps_between
from steep.core.random_streams import seed_streams
from steep.core.ruleset import MAX_HP, POWER, Ruleset
from steep.core.world import MAX_ACTORS

HERO = "@"
EVERY_MECHANIC = Path(__file__).parents[1] / "support" / "rulesets" / "every_mechanic.toml"
RAT, OGRE, SLUG, GOLEM = map(kind_of, "rosg")


def side(signs: str) -> tuple[int, ...]:
    """The monsters for the given signs of `scenes`, without the hero."""
    return tuple(kind_of(sign) for sign in signs if sign != HERO)


def bouts(a: str, b: str, count: int = 200, room: tuple[int, int] = (9, 7), **other: Any) -> Bouts:
    """Bouts between two sides, given by their signs."""
    width, height = room
    hero = next((number for number, signs in enumerate((a, b)) if HERO in signs), NOWHERE)
    return replace(Bouts((side(a), side(b)), count, 7, width, height, 300, "brawler", hero), **other)


def fight_all(task: Bouts, ruleset: Ruleset | None = None) -> Outcome:
    return fight(ruleset or a_ruleset(), task, lambda _bouts, _turns: None)


def arena_for(task: Bouts) -> Arena:
    arena = Arena()
    set_up(arena, task)
    remove_hero(arena.world)
    return arena


def test_equal_sides_win_equally_often() -> None:
    outcome = fight_all(bouts("r", "r", 20_000))
    assert outcome.draws == 0
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))
    outcome = fight_all(bouts("rro", "rro", 20_000))
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))


def test_of_two_equal_fighters_in_contact_the_one_who_strikes_first_wins() -> None:
    outcome = fight_all(bouts("r", "r", room=(2, 1)))
    # A rat has 5 HP and loses 3 per hit.
    assert outcome.turns == 2 * 200
    assert sum(outcome.survivors) == 200
    assert sum(outcome.hp_left) == 2 * 200


def test_the_side_that_begins_is_drawn_at_random() -> None:
    outcome = fight_all(bouts("r", "r", 20_000, (2, 1)))
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))


def test_a_side_that_must_win_by_arithmetic_always_wins() -> None:
    assert fight_all(bouts("o", "r")).wins == (200, 0)
    assert fight_all(bouts("r", "o")).wins == (0, 200)


def test_two_orcs_beat_a_troll_in_a_corridor_of_three_cells_one_time_in_six() -> None:
    # At either end (2 in 3) the troll fights one orc at a time and wins. Between them it dies by their eighth hit,
    # in the fifth turn, if and only if an orc begins: worked out by hand.
    book = load("tcod-2020")
    orc, troll = kind_number(book, "orc"), kind_number(book, "troll")
    task = Bouts(((orc, orc), (troll,)), 20_000, 0, 3, 1, 300, "brawler")
    outcome = fight_all(task, book.compiled)
    assert outcome.draws == 0
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 6))
    assert outcome.survivors == (outcome.wins[0], outcome.wins[1])


@pytest.mark.parametrize(("a", "b"), [("g", "g"), ("s", "s"), ("sss", "s")])
def test_a_bout_in_which_neither_side_can_hurt_the_other_is_a_draw_at_once(a: str, b: str) -> None:
    outcome = fight_all(bouts(a, b))
    assert outcome.harmless == outcome.turns == 200
    assert outcome.wins == (0, 0)


def test_a_bout_is_a_draw_once_all_fighters_that_could_hurt_are_dead() -> None:
    outcome = fight_all(bouts("g", "gr"))
    assert outcome.harmless == 200
    assert outcome.turns > 2 * 200


def test_a_fighter_attacks_an_enemy_that_it_can_hurt() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].stats[POWER] = 0
    arena = arena_for(bouts("r", "gs", 1))
    place_fighters(arena, ruleset)
    draw_order(arena)
    while fight_round(arena, ruleset) == -1:
        pass
    assert [arena.world.actors[index].hp for index in range(3)] == [5, 40, 0]


def test_a_bout_that_lasts_too_long_is_a_draw() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[OGRE].stats[MAX_HP] = 1_000_000
    outcome = fight_all(bouts("o", "o", 20), ruleset)
    assert outcome.out_of_time == 20
    assert outcome.turns == 20 * 300


def test_fighters_walk_around_others_in_their_way() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].stats[POWER] = 0
    ruleset.monsters[GOLEM].stats[MAX_HP] = 1_000_000
    ruleset.monsters[RAT].stats[POWER] = 10
    arena = arena_for(bouts("g", "rrrrrr", 1, (15, 15)))
    place_fighters(arena, ruleset)
    draw_order(arena)
    for _ in range(20):
        fight_round(arena, ruleset)
    golem = arena.world.actors[0].cell
    assert [steps_between(golem, arena.world.actors[rat].cell) for rat in range(1, 7)] == [1] * 6


@given(st.integers(0, 2**63 - 1), st.integers(1, 5), st.integers(1, 5))
def test_sides_alternate_while_both_have_fighters_left(seed: int, a: int, b: int) -> None:
    arena = arena_for(bouts("r" * a, "r" * b))
    seed_streams(arena.world.random, seed, 1)
    draw_order(arena)
    order = [arena.order[i] for i in range(a + b)]
    assert sorted(order) == list(range(a + b))
    sides = [0 if index < a else 1 for index in order]
    assert all(sides[i] != sides[i + 1] for i in range(2 * min(a, b) - 1))


def test_every_order_of_turns_is_equally_likely() -> None:
    arena = arena_for(bouts("rrr", "r"))
    orders: dict[tuple[int, ...], int] = {}
    seed_streams(arena.world.random, 5, 1)
    for _ in range(6_000):
        draw_order(arena)
        order = tuple(arena.order[i] for i in range(4))
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 12
    assert all(within_chance(count, 6_000, Fraction(1, 12)) for count in orders.values())


@given(st.integers(0, 2**63 - 1), st.integers(2, 4), st.integers(1, 4))
def test_fighters_start_awake_on_different_cells_of_the_room(seed: int, width: int, height: int) -> None:
    ruleset = a_ruleset()
    ruleset.monsters[RAT].asleep = 100
    count = width * height
    arena = arena_for(bouts("r" * (count - 1), HERO, room=(width, height), seed=seed))
    place_fighters(arena, ruleset)
    world = arena.world
    cells = {world.actors[index].cell for index in range(count - 1)} | {world.hero.cell}
    assert cells == {y * WIDTH + x for x in range(1, width + 1) for y in range(1, height + 1)}
    assert all(world.tiles[cell] == FLOOR for cell in cells)
    assert not any(world.actors[index].asleep for index in range(count - 1))


@pytest.mark.parametrize(("a", "b"), [("rro", "gs"), ("rrr", "o"), (HERO, "rr"), ("ro", HERO)])
def test_plain_and_compiled_bouts_are_the_same(a: str, b: str) -> None:
    task = bouts(a, b, 12)
    assert fight(a_ruleset(), task, lambda _bouts, _turns: None, fast=False) == fight_all(task)


@pytest.mark.parametrize("hero", [NOWHERE, 0, 1])
def test_plain_and_compiled_bouts_of_casters_are_the_same(hero: int) -> None:
    book = load(str(EVERY_MECHANIC))
    sides = [
        tuple(kind_number(book, key) for key in keys) for keys in (("witch", "jelly", "shaman"), ("viper", "bloat"))
    ]
    task = Bouts((sides[0], sides[1]), 12, 7, 9, 7, 100, "brawler", hero)
    plain = fight(book.compiled, task, lambda _bouts, _turns: None, fast=False)
    assert plain == fight_all(task, book.compiled)


def test_a_bout_is_fixed_by_its_seed() -> None:
    for a, b in (("rr", "o"), (HERO, "rr")):
        all_bouts, first, rest = (
            fight_all(bouts(a, b, count, seed=seed)) for count, seed in ((60, 7), (23, 7), (37, 30))
        )
        assert all_bouts == fight_all(bouts(a, b, 60))
        assert all_bouts.turns == first.turns + rest.turns
        assert all_bouts.wins[0] == first.wins[0] + rest.wins[0]
        assert all_bouts.hp_left[1] == first.hp_left[1] + rest.hp_left[1]


def test_a_hero_wins_or_loses_as_arithmetic_says() -> None:
    # The hero (20 HP) hits a rat (5 HP) for 3 and is hit for 2. It cannot hurt a golem.
    winner = fight_all(bouts(HERO, "r"))
    assert winner.wins == (200, 0)
    assert winner.survivors == (200, 0)
    assert 16 * 200 <= winner.hp_left[0] <= 20 * 200
    assert fight_all(bouts("g", HERO)).wins == (200, 0)


def test_a_hero_who_begins_takes_one_hit_less() -> None:
    outcome = fight_all(bouts(HERO, "r", 20_000, (2, 1)))
    assert outcome.wins == (20_000, 0)
    # Two hits kill the rat: it strikes once between them, and once before them if it begins.
    bouts_with_two_hits = (18 * 20_000 - outcome.hp_left[0]) / 2
    assert within_chance(int(bouts_with_two_hits), 20_000, Fraction(1, 2))


def test_a_hero_and_monsters_that_cannot_hurt_each_other_draw_at_once() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].stats[POWER] = 0
    outcome = fight_all(bouts(HERO, "g"), ruleset)
    assert outcome.harmless == 200
    assert outcome.turns == 0


def test_no_wandering_monsters_enter_the_arena() -> None:
    ruleset = a_ruleset()
    ruleset.wander_every.floors = ruleset.wander_every.value[0] = 1
    assert fight_all(bouts(HERO, "s"), ruleset) == fight_all(bouts(HERO, "s"))


def test_too_many_fighters_for_the_room_or_the_record_are_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        arena_for(bouts("r", "rr", room=(2, 1)))
    with pytest.raises(ValueError, match="no room"):
        arena_for(bouts("r" * MAX_ACTORS, "r", room=(70, 40)))
    with pytest.raises(ValueError, match="no room"):
        arena_for(bouts(HERO, "rr", room=(2, 1)))


def test_both_sides_pay_what_they_lose_in_every_bout() -> None:
    # Of two rats in contact, one loses all of its 5 HP and the other 3 of them.
    outcome = fight_all(bouts("r", "r", room=(2, 1)))
    assert outcome.start_hp == (5, 5)
    assert outcome.costs[0] + outcome.costs[1] == {5: 200, 3: 200}
    assert outcome.costs[0][5] == outcome.wins[1]


def test_more_bouts_than_the_arena_keeps_costs_of_are_all_counted() -> None:
    outcome = fight_all(bouts("r", "r", 2_500, (2, 1)))
    assert outcome.costs[0].total() == outcome.costs[1].total() == 2_500
