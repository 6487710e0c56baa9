"""The dial: on every floor, each table is monotone in the position."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import hypothesis_curve_strategies
from generated_floors import generated_floors, items_on, monsters_on, rulebook_from
from steep.balance.odds_of_one_draw import table_odds
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.content.compiling.drawings import take_monsters_off_maps
from steep.content.compiling.ruleset import compile_ruleset
from steep.content.dial import AS_WRITTEN, POSITIONS, Dial, dialled, mode_at, shift_at, strength
from steep.content.rulebook import compile_mode
from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.core.ruleset import Ruleset, SpawnTable
from steep.spawn.compile_tables import fill_spawns, value_on
from steep.spawn.curves import Steps

FLOORS = (1, 2, 3, 4, 6, 9, 12, 100)
EACH_TIME = ("tcod-2020", "rotjs-gear", "steep")
"""The rulesets whose tables are compared in every run of the tests."""

WORLD = """
extends = "tcod-2020"

[monsters.dragon]
glyph = "D"
hp = 40
power = 9
defense = 2
xp = 500
unique = true
out_of_depth = false

[monsters.rat]
glyph = "r"
hp = 2
power = 3
defense = 0
xp = 1

[packs.band]
leader = "troll"
members = [{ kind = "orc", count = [0, 4] }]
growth = 3

[packs.swarm]
leader = "rat"
members = [{ kind = "rat", count = [2, 9] }]
growth = 8

[pity_timers.healing_potion]

[out_of_depth]
reach = 3
"""
"""Kinds of very different strength; the tests give their weights."""


@cache
def a_world() -> Rulebook:
    return rulebook_from(WORLD)


@pytest.fixture
def world() -> Rulebook:
    return a_world()


WHOLE = hypothesis_curve_strategies.by_floor.map(Steps.of)
PERCENT = st.dictionaries(hypothesis_curve_strategies.table_floors, st.integers(0, 100), max_size=4).map(Steps.of)


@st.composite
def rulebooks(draw: st.DrawFn) -> Rulebook:
    """A ruleset with any curves in its spawn tables."""
    book = a_world()
    rulebook = replace(
        book,
        monsters=tuple(replace(monster, spawn=draw(hypothesis_curve_strategies.steps)) for monster in book.monsters),
        packs=tuple(replace(pack, spawn=draw(hypothesis_curve_strategies.steps)) for pack in book.packs),
        out_of_depth=replace(book.out_of_depth, chance=draw(PERCENT), damped=draw(st.integers(0, 5))),
        wandering=replace(book.wandering, every=draw(WHOLE)),
        counts=replace(book.counts, threat_per_floor=draw(WHOLE)),
        pity_timers=tuple(
            replace(pity_timer, start=draw(st.integers(0, 100)), step=draw(st.integers(0, 100)))
            for pity_timer in book.pity_timers
        ),
    )
    return replace(rulebook, compiled=compile_ruleset(rulebook))


def at_least(ruleset: Ruleset, table: SpawnTable, floor: int) -> dict[int, Fraction]:
    """For each strength of a group on a floor, the chance that a draw gives that strength or more."""
    odds = table_odds(table, floor)
    strengths = {group: strength(ruleset, group, floor) for group in odds}
    return {
        minimum: sum((odds[g] for g in odds if strengths[g] >= minimum), Fraction()) for minimum in strengths.values()
    }


def chance_of(tails: dict[int, Fraction], minimum: int) -> Fraction:
    """The chance that a draw gives a strength or more."""
    return max((tails[each] for each in tails if each >= minimum), default=Fraction())


def assert_no_harder(a: Rulebook, b: Rulebook, floor: int) -> None:
    """Assert that every table of A has no more threat than B's, and no less help."""
    one, two = a.compiled, b.compiled
    assert one.more_monsters <= two.more_monsters
    assert one.more_items >= two.more_items
    for name in ("threat_per_floor", "deep_chance"):
        assert value_on(getattr(one, name), floor) <= value_on(getattr(two, name), floor)
    intervals = [value_on(ruleset.wander_every, floor) or float("inf") for ruleset in (one, two)]
    assert intervals[0] >= intervals[1]
    for name in ("monster_spawns", "deep_spawns"):
        tails = [at_least(one, getattr(ruleset, name), floor) for ruleset in (one, two)]
        for minimum in {*tails[0], *tails[1]}:
            assert chance_of(tails[0], minimum) <= chance_of(tails[1], minimum), (name, floor, minimum)
    for pity_timers in zip(
        one.pity_timers[: one.pity_timer_count], two.pity_timers[: two.pity_timer_count], strict=True
    ):
        for values in zip(*[(each.start, each.step, each.guarantee[floor - 1]) for each in pity_timers], strict=True):
            assert values[0] >= values[1]


positions = st.integers(0, POSITIONS)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in EACH_TIME else pytest.mark.slow)
        for name in (*ruleset_names(), "tcod-2020:hard")
    ],
)
def test_every_table_of_every_bundled_ruleset_is_monotone(name: str) -> None:
    book = load_ruleset(name)
    books = [dialled(book, number / 10) for number in (0, 2, 4, 5, 6, 8, 10)]
    for a, b in pairwise(books):
        for floor in FLOORS:
            assert_no_harder(a, b, floor)


@given(rulebooks(), positions, positions, st.sampled_from(FLOORS))
def test_any_table_is_monotone(book: Rulebook, one: int, other: int, floor: int) -> None:
    low, high = sorted((one, other))
    assert_no_harder(dialled(book, low / POSITIONS), dialled(book, high / POSITIONS), floor)


@given(rulebooks(), st.integers(0, POSITIONS // 2), st.sampled_from(FLOORS))
def test_the_unchanged_ruleset_lies_between_easier_and_harder_positions(book: Rulebook, below: int, floor: int) -> None:
    assert_no_harder(dialled(book, below / POSITIONS), book, floor)
    assert_no_harder(book, dialled(book, 1 - below / POSITIONS), floor)


def test_position_one_half_is_the_ruleset_itself(world: Rulebook) -> None:
    middle = dialled(world, 0.5)
    assert middle is world


@pytest.mark.parametrize("name", ["tcod-2020"])
def test_the_smallest_change_affects_a_room_of_at_most_two_monsters(name: str) -> None:
    book = load_ruleset(name)
    counts = [
        sum(world.actor_count for world in generated_floors(dialled(book, each), 600, 1))
        for each in (0.4, 0.45, 0.5, 0.55, 0.6)
    ]
    assert counts == sorted(counts)
    assert len({*counts}) == 5


@pytest.mark.parametrize("difficulty", [0.25, 1.0])
def test_monsters_scale_with_the_dial_and_items_against_it(difficulty: float) -> None:
    text = """
        [counts]
        monsters_per_room = {{ 1 = 2 }}
        monsters_per_floor = "1d3"
        monsters_per_100_cells = 1
        items_per_room = 1
        items_per_floor = "2d4-1"
        items_per_100_cells = 1
        [monsters.orc]
        spawn = 80
        [items.healing_potion]
        spawn = 35
        """.format()
    book, means = rulebook_from(text), []
    for each in (book, dialled(book, difficulty)):
        worlds = [(len(monsters_on(world)), len(items_on(world))) for world in generated_floors(each, 1_000, 1)]
        means.append([sum(column) / len(worlds) for column in zip(*worlds, strict=True)])
    (monsters, items), (more, fewer) = means
    # A monster or item drawn for an occupied cell is lost, so crowded rooms get a few less.
    assert more / monsters == pytest.approx(2 * difficulty, rel=0.08)
    assert fewer / items == pytest.approx(2 * (1 - difficulty), rel=0.08, abs=0.01)


def test_position_zero_has_no_monsters_and_twice_as_many_items(world: Rulebook) -> None:
    crowded = replace(world, wandering=replace(world.wandering, every=Steps.of({1: 5})))
    book = dialled(replace(crowded, compiled=compile_ruleset(crowded)), 0.0)
    assert all(world.actor_count == 0 for floor in (1, 5, 10) for world in generated_floors(book, 100, floor))
    assert value_on(book.compiled.wander_every, 3) == 0
    assert book.compiled.more_items == 1000


def test_position_one_draws_monsters_three_floors_deeper() -> None:
    book = load_ruleset("tcod-2020")
    hardest, easiest = dialled(book, 1.0), dialled(book, 0.0)
    for floor in range(1, 12):
        for dialled_book, original_floor in ((hardest, floor + 3), (easiest, max(1, floor - 3))):
            odds_there = table_odds(dialled_book.compiled.monster_spawns, floor)
            assert {kind: round(float(odds), 8) for kind, odds in odds_there.items()} == {
                kind: round(float(odds), 8)
                for kind, odds in table_odds(book.compiled.monster_spawns, original_floor).items()
            }


def test_half_a_floor_deeper_the_odds_are_the_mean_of_two_floors() -> None:
    book = load_ruleset("tcod-2020")
    # 3 x (2 x 0.75 - 1) is one floor and a half: half of floor 2's odds, half of floor 3's.
    odds = table_odds(dialled(book, 0.75).compiled.monster_spawns, 1)
    assert float(odds[1]) == pytest.approx(15 / 95 / 2, abs=1e-8)


def test_a_kind_that_leaves_deeper_floors_does_not_make_them_easier() -> None:
    book = rulebook_from("[monsters.orc]\nspawn = 10\n[monsters.troll]\nspawn = { 1 = 10, 3 = 0 }")
    table = dialled(book, 1.0).compiled.monster_spawns
    assert table_odds(table, 1) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert table_odds(table, 3) == {0: Fraction(1)}


def test_a_floor_without_monsters_stays_empty() -> None:
    book = rulebook_from("[monsters.orc]\nspawn = { 1 = 10, 3 = 0, 4 = 10 }")
    for difficulty in (0.2, 0.9):
        table = dialled(book, difficulty).compiled.monster_spawns
        assert [bool(table_odds(table, floor)) for floor in range(1, 6)] == [True, True, False, True, True]


def test_the_stats_of_monsters_and_hero_do_not_change(world: Rulebook) -> None:
    book = dialled(world, 0.9)
    for number in range(len(world.monsters)):
        assert pack(book.compiled.monsters[number]) == pack(world.compiled.monsters[number])
    assert book.hero == world.hero
    assert list(book.compiled.hero_stats) == list(world.compiled.hero_stats)
    assert (book.map, book.items) == (world.map, world.items)
    assert (book.abilities, book.statuses, book.damage_types) == (world.abilities, world.statuses, world.damage_types)


bundled = cache(load_ruleset)


@given(st.sampled_from((*ruleset_names(), "tcod-2020:hard")), positions.filter(lambda each: each != AS_WRITTEN))
@example("steep", 0)
def test_the_record_of_a_position_is_what_its_sections_compile_to(name: str, position: int) -> None:
    book = bundled(name)
    moved = dialled(book, position / POSITIONS)
    compiled = compile_mode(moved, book.compiled, mode_at(position))
    compiled.more_monsters, compiled.more_items = 2 * position - POSITIONS, POSITIONS - 2 * position
    # The weights of draws out of depth are shifted by themselves, and what maps hold is no section that moves.
    compiled.deep_spawns = SpawnTable()
    fill_spawns(compiled.deep_spawns, Dial(book).deep_spawns.at(shift_at(position)))
    if position == 0:
        take_monsters_off_maps(compiled)
    assert pack(moved.compiled) == pack(compiled)


def test_every_position_has_its_own_hash_and_name() -> None:
    book = load_ruleset("tcod-2020")
    hashes = {dialled(book, each).hash for each in (0.0, 0.001, 0.4, 0.5, 0.7, 1.0)}
    assert len(hashes) == 6
    assert dialled(book, 0.7).name == "tcod-2020 (dial at 0.7)"
    assert dialled(book, 0.7).hash == dialled(load_ruleset("tcod-2020"), 0.70004).hash


@pytest.mark.parametrize("difficulty", [-0.1, 1.01, float("nan"), float("inf"), "0.5", None, True])
def test_a_difficulty_outside_0_to_1_is_refused(difficulty: Any) -> None:
    with pytest.raises(InputError, match=r"difficulty: found .*; allowed: a number from 0\.0 to 1\.0"):
        dialled(load_ruleset("tcod-2020"), difficulty)


def test_a_dialled_ruleset_cannot_be_dialled_again() -> None:
    with pytest.raises(ValueError, match="cannot be dialled again"):
        dialled(dialled(load_ruleset("tcod-2020"), 0.7), 0.3)
