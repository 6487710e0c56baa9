"""The arena: bouts whose ends are known, and what makes a bout fair."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolled_floors import number_of, within_chance
from scenes import a_ruleset, kind_of
from sessions import load
from steep.core.geometry import FLOOR, WIDTH, steps_between
from steep.core.random_streams import seed_streams
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_ACTORS
from steep.lab.studies.arena import HERO_SIDE, Bouts, Outcome, fight, outcome_of, set_up, without_wanderers
from steep.lab.studies.arena_rules import Arena, draw_order, fight_round, place_fighters

HERO = "@"
RAT, OGRE, SLUG, GOLEM = map(kind_of, "rosg")


def side(signs: str) -> tuple[int, ...]:
    """Fighters by their signs in `scenes`; '@' is the hero."""
    return HERO_SIDE if signs == HERO else tuple(map(kind_of, signs))


def bouts(a: str, b: str, count: int = 200, room: tuple[int, int] = (9, 7), **other: Any) -> Bouts:
    """Bouts of sides by their signs."""
    width, height = room
    return replace(Bouts((side(a), side(b)), count, 7, width, height, 300, "brawler"), **other)


def fought(task: Bouts, ruleset: Ruleset | None = None) -> Outcome:
    return fight(ruleset or a_ruleset(), task, lambda _bouts, _turns: None)


def an_arena(task: Bouts) -> Arena:
    arena = Arena()
    set_up(arena, task)
    return arena


def test_equals_win_as_often_as_each_other() -> None:
    outcome = fought(bouts("r", "r", 20_000))
    assert outcome.draws == 0
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))
    outcome = fought(bouts("rro", "rro", 20_000))
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))


def test_two_who_stand_beside_each_other_strike_until_the_one_who_began_has_won() -> None:
    outcome = fought(bouts("r", "r", room=(2, 1)))
    # A rat has 5 HP and loses 3 by a blow.
    assert outcome.turns == 2 * 200
    assert sum(outcome.survivors) == 200
    assert sum(outcome.hp_left) == 2 * 200


def test_who_begins_is_drawn() -> None:
    outcome = fought(bouts("r", "r", 20_000, (2, 1)))
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))


def test_the_stronger_always_wins_where_arithmetic_says_so() -> None:
    assert fought(bouts("o", "r")).wins == (200, 0)
    assert fought(bouts("r", "o")).wins == (0, 200)


def test_two_orcs_beat_a_troll_in_a_corridor_of_three_cells_one_time_in_six() -> None:
    # At an end (2 in 3) the troll meets one orc after the other and wins. Between them it dies by their eighth blow,
    # in the fifth turn, exactly when an orc begins: worked out blow by blow.
    book = load("tcod-2020")
    orc, troll = number_of(book, "orc"), number_of(book, "troll")
    task = Bouts(((orc, orc), (troll,)), 20_000, 0, 3, 1, 300, "brawler")
    outcome = fought(task, book.compiled)
    assert outcome.draws == 0
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 6))
    assert outcome.survivors == (outcome.wins[0], outcome.wins[1])


@pytest.mark.parametrize(("a", "b"), [("g", "g"), ("s", "s"), ("sss", "s")])
def test_who_cannot_hurt_each_other_part_at_once(a: str, b: str) -> None:
    outcome = fought(bouts(a, b))
    assert outcome.harmless == outcome.turns == 200
    assert outcome.wins == (0, 0)


def test_a_bout_is_a_draw_once_those_who_could_hurt_are_dead() -> None:
    outcome = fought(bouts("g", "gr"))
    assert outcome.harmless == 200
    assert outcome.turns > 2 * 200


def test_a_fighter_goes_for_an_enemy_that_it_can_hurt() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].power = 0
    arena = an_arena(bouts("r", "gs", 1))
    place_fighters(arena, ruleset)
    draw_order(arena)
    while fight_round(arena, ruleset) == -1:
        pass
    assert [arena.world.actors[index].hp for index in range(3)] == [5, 40, 0]


def test_a_bout_that_lasts_too_long_is_a_draw() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[OGRE].hp = 1_000_000
    outcome = fought(bouts("o", "o", 20), ruleset)
    assert outcome.out_of_time == 20
    assert outcome.turns == 20 * 300


def test_fighters_go_round_those_who_stand_in_their_way() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].power = 0
    ruleset.monsters[GOLEM].hp = 1_000_000
    ruleset.monsters[RAT].power = 10
    arena = an_arena(bouts("g", "rrrrrr", 1, (15, 15)))
    place_fighters(arena, ruleset)
    draw_order(arena)
    for _ in range(20):
        fight_round(arena, ruleset)
    golem = arena.world.actors[0].cell
    assert [steps_between(golem, arena.world.actors[rat].cell) for rat in range(1, 7)] == [1] * 6


@given(st.integers(0, 2**63 - 1), st.integers(1, 5), st.integers(1, 5))
def test_sides_take_turns_in_alternation_while_both_have_somebody_left(seed: int, a: int, b: int) -> None:
    arena = an_arena(bouts("r" * a, "r" * b))
    seed_streams(arena.world.random, seed, 1)
    draw_order(arena)
    order = [arena.order[place] for place in range(a + b)]
    assert sorted(order) == list(range(a + b))
    sides = [0 if index < a else 1 for index in order]
    assert all(sides[place] != sides[place + 1] for place in range(2 * min(a, b) - 1))


def test_every_order_of_turns_is_as_likely() -> None:
    arena = an_arena(bouts("rrr", "r"))
    orders: dict[tuple[int, ...], int] = {}
    seed_streams(arena.world.random, 5, 1)
    for _ in range(6_000):
        draw_order(arena)
        order = tuple(arena.order[place] for place in range(4))
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 12
    assert all(within_chance(count, 6_000, Fraction(1, 12)) for count in orders.values())


@given(st.integers(0, 2**63 - 1), st.integers(2, 4), st.integers(1, 4))
def test_fighters_stand_apart_in_the_room_and_awake(seed: int, width: int, height: int) -> None:
    ruleset = a_ruleset()
    ruleset.monsters[RAT].asleep = 100
    count = width * height
    arena = an_arena(bouts("r" * (count - 1), HERO, room=(width, height), seed=seed))
    place_fighters(arena, ruleset)
    world = arena.world
    cells = {world.actors[index].cell for index in range(count - 1)} | {world.hero.cell}
    assert cells == {y * WIDTH + x for x in range(1, width + 1) for y in range(1, height + 1)}
    assert all(world.tiles[cell] == FLOOR for cell in cells)
    assert not any(world.actors[index].asleep for index in range(count - 1))


@pytest.mark.parametrize(("a", "b"), [("rro", "gs"), ("rrr", "o"), (HERO, "rr"), ("ro", HERO)])
def test_plain_and_compiled_bouts_are_the_same(a: str, b: str) -> None:
    task = bouts(a, b, 12)
    arena = an_arena(task)
    assert task.fight_on(arena, without_wanderers(a_ruleset()), 1_000_000) == arena.turns
    assert outcome_of(arena) == fought(task)


def test_a_bout_is_fixed_by_its_seed() -> None:
    for a, b in (("rr", "o"), (HERO, "rr")):
        whole, first, rest = (fought(bouts(a, b, count, seed=seed)) for count, seed in ((60, 7), (23, 7), (37, 30)))
        assert whole == fought(bouts(a, b, 60))
        assert whole.turns == first.turns + rest.turns
        assert whole.wins[0] == first.wins[0] + rest.wins[0]
        assert whole.hp_left[1] == first.hp_left[1] + rest.hp_left[1]


def test_a_hero_wins_and_loses_where_arithmetic_says_so() -> None:
    # It takes 3 HP off a rat of 5, which takes 2 off its 20; a golem it cannot hurt.
    winner = fought(bouts(HERO, "r"))
    assert winner.wins == (200, 0)
    assert winner.survivors == (200, 0)
    assert 16 * 200 <= winner.hp_left[0] <= 20 * 200
    assert fought(bouts("g", HERO)).wins == (200, 0)


def test_a_hero_who_begins_is_struck_once_less() -> None:
    outcome = fought(bouts(HERO, "r", 20_000, (2, 1)))
    assert outcome.wins == (20_000, 0)
    # Two blows kill the rat: it strikes once between them, and once before them when it begins.
    struck_twice = (18 * 20_000 - outcome.hp_left[0]) / 2
    assert within_chance(int(struck_twice), 20_000, Fraction(1, 2))


def test_a_hero_and_monsters_who_cannot_hurt_each_other_part() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].power = 0
    outcome = fought(bouts(HERO, "g"), ruleset)
    assert outcome.harmless == 200
    assert outcome.turns == 0


def test_nobody_comes_wandering_into_the_arena() -> None:
    ruleset = a_ruleset()
    ruleset.wander_every.floors = ruleset.wander_every.value[0] = 1
    assert fought(bouts(HERO, "s"), ruleset) == fought(bouts(HERO, "s"))


def test_there_is_no_room_for_more_than_the_room_or_the_record_holds() -> None:
    with pytest.raises(ValueError, match="no room"):
        an_arena(bouts("r", "rr", room=(2, 1)))
    with pytest.raises(ValueError, match="no room"):
        an_arena(bouts("r" * MAX_ACTORS, "r", room=(70, 40)))
    with pytest.raises(ValueError, match="no room"):
        an_arena(bouts(HERO, HERO))
