"""Expected numbers agree with formulas where they exist, and with generated floors."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import mean
from typing import Any

import pytest

import worlds_in_both_forms
from command_fixture_types import Load
from steep.balance import count_generated_floors
from steep.balance.count_generated_floors import FLOORS_A_CALL, take_census
from steep.balance.odds_and_expectations import FloorSurvey, survey_floors
from steep.balance.rolled_floors import RolledFloor, roll_floors
from steep.content import Rulebook, load_ruleset
from steep.core.record import pack, unpack
from steep.core.ruleset import Ruleset
from steep.core.world import World
from steep.mapgen.make_floor import make_floor
from steep.spawn.placement_odds_and_counts import Answer, Exact, FloorOdds, Pair, Rooms, Sampled

SAMPLES = 300


@cache
def rolled(name: str, floor: int) -> list[RolledFloor]:
    """Generated floors of seeds that the survey does not use."""
    book = load_ruleset(name)
    return [next(roll_floors(book, seed, floor, floor)) for seed in range(10_000, 10_200)]


@cache
def surveyed(name: str, floor: int) -> FloorSurvey:
    return survey_floors(load_ruleset(name), floor, floor, SAMPLES, fast=True).floors[0]


def is_near(answer: Answer, value: float, slack: float) -> bool:
    """Whether a value is in an interval that is widened on both sides by `slack` times its width."""
    assert isinstance(answer, Sampled)
    reach = (answer.high - answer.low) * slack
    return answer.low - reach <= value <= answer.high + reach


@cache
def rooms_of(name: str) -> tuple[list[int], list[int]]:
    """The number of cells of the first room and of the other rooms, on `SAMPLES` floors."""
    book, world = load_ruleset(name), World()
    first, others = [], []
    for seed in range(SAMPLES):
        world.seed = seed
        make_floor(world, book.compiled, 1)
        sizes = [
            (room.right - room.left - 1) * (room.bottom - room.top - 1) for room in world.rooms[: world.room_count]
        ]
        first.append(sizes[0])
        others += sizes[1:]
    return first, others


@pytest.mark.parametrize(("name", "floor"), [("tcod-2020", 1), ("tcod-2020", 7), ("godot", 4)])
def test_expected_numbers_agree_with_the_formula_for_the_same_rooms(name: str, floor: int) -> None:
    ruleset, surveyed_floor = load_ruleset(name).compiled, surveyed(name, floor)
    exact = FloorOdds.of(
        floor,
        Pair(ruleset.monster_spawns, ruleset.monsters_per_room),
        Pair(ruleset.item_spawns, ruleset.items_per_room),
        Rooms.counted(*rooms_of(name)),
    )
    for family, spread in ((surveyed_floor.monsters, exact.monsters), (surveyed_floor.items, exact.items)):
        for kind in family.kinds:
            by_formula = spread.expected(kind, surveyed_floor.rooms)
            assert isinstance(by_formula, Sampled)
            assert is_near(family.expected(kind), by_formula.mean, 0.5)


@pytest.mark.parametrize(("name", "floor"), [("tcod-2020", 6), ("roguebasin", 4)])
def test_expected_numbers_agree_with_generated_floors(name: str, floor: int) -> None:
    surveyed_floor, floors = surveyed(name, floor), rolled(name, floor)
    assert is_near(surveyed_floor.xp, mean(each.xp for each in floors), 1)
    assert is_near(surveyed_floor.healing, mean(each.healing for each in floors), 1)
    assert is_near(surveyed_floor.threat, mean(each.threat for each in floors), 1)
    for kind, key in enumerate(surveyed_floor.items.keys):
        if kind in surveyed_floor.items.kinds:
            with_one = mean(key in each.item_counts for each in floors)
            assert is_near(surveyed_floor.items.at_least_one(kind), with_one, 3)


def test_kinds_that_cannot_appear_are_exactly_0() -> None:
    surveyed_floor = surveyed("tcod-2020", 1)
    troll = surveyed_floor.monsters.keys.index("troll")
    assert surveyed_floor.monsters.expected(troll) == surveyed_floor.monsters.at_least_one(troll) == Exact(0)  # type: ignore[arg-type]


def test_kinds_with_weight_but_no_draws_never_appear(load: Load) -> None:
    floor = survey_floors(load("[counts]\nitems_per_room = 0"), 1, 1, 100, fast=True).floors[0]
    potion = floor.items.keys.index("healing_potion")
    assert floor.items.odds[potion] == 1
    assert floor.items.expected(potion) == floor.healing == Exact(0)  # type: ignore[arg-type]


def test_items_of_a_pity_timer_are_not_exactly_0(load: Load) -> None:
    book = load("[items.healing_potion]\nspawn = 0\n[pity_timers.healing_potion]\nstep = 1")
    floor = survey_floors(book, 2, 2, 100, fast=True).floors[0]
    answer = floor.items.expected(floor.items.keys.index("healing_potion"))
    assert isinstance(answer, Sampled)
    assert answer.high > 0
    assert isinstance(floor.healing, Sampled)


BOSS = """
[monsters.boss]
glyph = "B"
hp = 60
power = 9
defense = 3
xp = 500
guaranteed_on = 2
"""


def test_a_guaranteed_monster_is_exact_and_leaves_the_odds_of_the_others(load: Load) -> None:
    plain, floor = surveyed("tcod-2020", 6), 6
    boss = survey_floors(load(BOSS.replace("= 2", f"= {floor}")), floor, floor, SAMPLES, fast=True).floors[0]
    number = boss.monsters.keys.index("boss")
    assert boss.monsters.expected(number) == boss.monsters.at_least_one(number) == Exact(1)  # type: ignore[arg-type]
    for kind, key in enumerate(plain.monsters.keys):
        other = boss.monsters.keys.index(key)
        expected = plain.monsters.expected(kind)
        assert isinstance(expected, Sampled)
        # The boss takes one cell of some 300.
        assert is_near(boss.monsters.expected(other), expected.mean, 1)
        chance = plain.monsters.at_least_one(kind)
        assert isinstance(chance, Sampled)
        assert is_near(boss.monsters.at_least_one(other), chance.mean, 1)
        odds = float(boss.monsters.odds[other])
        assert mean(boss.monsters.numbers(other)) == pytest.approx(odds * (mean(boss.monsters.totals) - 1))
    assert isinstance(plain.xp, Sampled)
    assert is_near(boss.xp, plain.xp.mean + 500, 1)


def test_a_guaranteed_monster_without_a_free_cell_is_sampled(load: Load) -> None:
    book = load("[map]\nsafe_steps = 80\n" + BOSS)
    family = survey_floors(book, 2, 2, 100, fast=True).floors[0].monsters
    answer = family.expected(family.keys.index("boss"))
    assert isinstance(answer, Sampled)
    assert answer.mean == 0


def test_a_kind_that_is_drawn_and_guaranteed_has_both(load: Load) -> None:
    family = survey_floors(load("[monsters.orc]\nguaranteed_on = 6"), 6, 6, SAMPLES, fast=True).floors[0].monsters
    orc = family.keys.index("orc")
    drawn = float(family.odds[orc]) * (mean(family.totals) - 1)
    answer = family.expected(orc)
    assert isinstance(answer, Sampled)
    assert answer.mean == pytest.approx(drawn + 1)
    assert family.at_least_one(orc) == Exact(1)  # type: ignore[arg-type]


@pytest.mark.parametrize("floor", [1, 4])
def test_minimums_and_chances_agree_with_the_formula_for_the_same_rooms(load: Load, floor: int) -> None:
    book = load(
        "[counts]\nmin_monsters_per_room = { 1 = 1, 4 = 3 }\nmonster_room_chance = 60\n"
        "min_items_per_room = 1\nitem_room_chance = 30"
    )
    ruleset = book.compiled
    surveyed_floor = survey_floors(book, floor, floor, SAMPLES, fast=True).floors[0]
    exact = FloorOdds.of(
        floor,
        Pair(ruleset.monster_spawns, ruleset.monsters_per_room, ruleset.min_monsters_per_room, 60),
        Pair(ruleset.item_spawns, ruleset.items_per_room, ruleset.min_items_per_room, 30),
        Rooms.counted(*rooms_of("tcod-2020")),
    )
    for family, spread in ((surveyed_floor.monsters, exact.monsters), (surveyed_floor.items, exact.items)):
        for kind in family.kinds:
            by_formula = spread.expected(kind, surveyed_floor.rooms)
            assert isinstance(by_formula, Sampled)
            assert is_near(family.expected(kind), by_formula.mean, 0.5)


def test_lost_spawns_lower_the_expectation(load: Load) -> None:
    # A room of one cell has space for one monster, but up to three are drawn for it.
    book = load("[map]\nroom_min = 2\nroom_max = 2\nrooms_may_touch = true\n[counts]\nmonsters_per_room = 3")
    surveyed_floor = survey_floors(book, 1, 1, 300, fast=True).floors[0]
    answer, rooms = surveyed_floor.monsters.expected(0), surveyed_floor.rooms
    assert isinstance(answer, Sampled)
    assert isinstance(rooms, Sampled)
    # The hero takes the first room's only cell. Every other room gets a monster unless none is drawn.
    assert answer.low <= (rooms.mean - 1) * 3 / 4 <= answer.high


def rulebook_with_all_features(name: str) -> Rulebook:
    book = load_ruleset(name)
    return replace(book, compiled=worlds_in_both_forms.with_every_feature(unpack(Ruleset, pack(book.compiled))))


def test_packs_budgets_uniques_and_pity_timers_are_sampled() -> None:
    book = rulebook_with_all_features("tcod-2020")
    three_floors = survey_floors(book, 1, 3, 200, fast=True)
    floors = [list(roll_floors(book, seed, 1, 3)) for seed in range(5_000, 5_040)]
    for row, floor in enumerate(three_floors.floors):
        assert is_near(floor.xp, mean(each[row].xp for each in floors), 2)
    trolls = [floor.monsters.expected(1) for floor in three_floors.floors]
    assert all(isinstance(answer, Sampled) for answer in trolls)
    assert sum(answer.mean for answer in trolls if isinstance(answer, Sampled)) <= 1


def test_a_census_is_the_same_compiled_and_plain() -> None:
    ruleset = rulebook_with_all_features("godot").compiled
    assert take_census(ruleset, 2, 2, 100, fast=True) == take_census(ruleset, 2, 2, 100, fast=False)


def test_a_call_of_compiled_rules_makes_few_floors_so_that_an_interrupt_is_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[tuple[int, int]] = []

    def interrupt_after_ten(*arguments: Any) -> None:
        calls.append(arguments[3:5])
        if len(calls) >= 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(count_generated_floors, "runner", lambda **_: interrupt_after_ten)
    with pytest.raises(KeyboardInterrupt):
        take_census(load_ruleset("tcod-2020").compiled, 1, 4, 100_000, fast=True)
    assert {seeds for _, seeds in calls} == {FLOORS_A_CALL // 4}
    assert len(calls) < 100


def test_a_single_floor_is_the_same_as_within_a_range() -> None:
    ruleset = rulebook_with_all_features("tcod-2020").compiled
    assert take_census(ruleset, 3, 3, 100, fast=True)[0] == take_census(ruleset, 1, 3, 100, fast=True)[2]


def test_a_kind_that_was_never_seen_has_an_upper_bound() -> None:
    surveyed_floor = surveyed("tcod-2020", 1)
    unseen = surveyed_floor.monsters.answer([0.0] * 100)
    assert isinstance(unseen, Sampled)
    assert (unseen.mean, unseen.high) == (0, 3 / SAMPLES)
