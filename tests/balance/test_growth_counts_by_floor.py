"""What is said of a floor goes by the stats that monsters have there: threat, XP, fights and faults."""

from __future__ import annotations

import math

import pytest

from command_fixture_types import Load
from steep.balance.lint.all_checks import lint
from steep.balance.lint.lint_input import last_checked
from steep.balance.odds_and_expectations import survey_floors
from steep.balance.odds_of_one_draw import last_change, last_change_of_tables
from steep.balance.possible_heroes_by_floor import Heroes, demand_of
from steep.balance.rolled_floors import roll_floors
from steep.content import Rulebook
from steep.content.dial import strength
from steep.core.ruleset import MAX_FLOORS
from steep.spawn.curves import threat_on

ORCS_ALONE = "[monsters.orc]\nspawn = 10\n{}\n[monsters.troll]\nspawn = 0\n"
GROWING = ORCS_ALONE.format("growth = { max_hp = 5, power = 2, xp = 10 }\ngrows_to = 6")


@pytest.fixture
def growing(load: Load) -> Rulebook:
    return load(GROWING)


def test_threat_is_the_cost_of_a_fight_with_the_stats_of_the_floor(growing: Rulebook) -> None:
    # The hero of tcod-2020 has 30 HP, power 5 and defense 2: 10, 15 and 20 HP take 2, 3 and 4 hits.
    orc = growing.compiled.monsters[0]
    assert [threat_on(orc, floor) for floor in (1, 2, 3)] == [33, 200, 500]
    assert threat_on(orc, 6) == threat_on(orc, 7) == threat_on(orc, 1000) == round(1000 * 6 * 11 / 30)


def test_threat_of_captives_counts_less(load: Load) -> None:
    def troll(percent: int) -> int:
        return threat_on(load(f"[monsters.troll]\ncaptive = {percent}").compiled.monsters[1], 1)

    assert [troll(percent) for percent in (0, 25, 50, 100)] == [200, 150, 100, 1]


def test_captives_give_no_xp_in_expectations(load: Load) -> None:
    book = load(ORCS_ALONE.format("captive = 40"))
    (floor,) = survey_floors(book, 1, 1, 100, fast=True).floors
    assert floor.xps == pytest.approx([number * 35 * 0.6 for number in floor.monsters.numbers(0)])


def test_captives_on_a_rolled_floor_are_marked_and_give_no_xp(load: Load) -> None:
    floors = list(roll_floors(load(ORCS_ALONE.format("captive = 40")), 5, 1, 4))
    captives = [sum(one.captive for one in floor.monsters) for floor in floors]
    assert 0 < sum(captives) < sum(len(floor.monsters) for floor in floors)
    assert [floor.xp for floor in floors] == [
        35 * (len(floor.monsters) - number) for floor, number in zip(floors, captives, strict=True)
    ]


def test_a_floor_s_threat_and_xp_are_those_of_its_monsters_there(growing: Rulebook) -> None:
    survey = survey_floors(growing, 3, 3, 100, fast=True)
    (floor,) = survey.floors
    numbers = floor.monsters.numbers(0)
    assert floor.threats == pytest.approx([number * 0.5 for number in numbers])
    assert floor.xps == pytest.approx([number * 55 for number in numbers])


def test_a_rolled_floor_adds_up_what_its_monsters_are_there(growing: Rulebook) -> None:
    for floor in roll_floors(growing, 5, 2, 3):
        count, each, xp = len(floor.monsters), *((0.2, 45) if floor.floor == 2 else (0.5, 55))
        assert floor.threat == pytest.approx(count * each)
        assert floor.xp == count * xp


def test_the_power_of_a_floor_is_that_of_its_monsters_there(growing: Rulebook) -> None:
    survey = survey_floors(growing, 1, 3, 100, fast=True)
    demands = [demand_of(floor, Heroes(survey)) for floor in survey.floors]
    assert [(demand.strongest, demand.usual) for demand in demands] == [(3, 3), (5, 5), (7, 7)]
    number = math.fsum(survey.floors[2].monsters.numbers(0)) / len(survey.floors[2].monsters.numbers(0))
    assert demands[2].threat == pytest.approx(15 * number)


def test_the_dial_sorts_by_the_threat_of_the_floor(growing: Rulebook) -> None:
    assert [strength(growing.compiled, 0, floor) for floor in (1, 3)] == [66, 1000]


def test_floors_change_until_who_is_drawn_there_stops_growing(growing: Rulebook, load: Load) -> None:
    assert last_change(growing.compiled) == 6
    gone = "growth = { max_hp = 5 }\n"
    assert last_change(load(f"[monsters.orc]\nspawn = {{ 1 = 10, 3 = 0 }}\n{gone}").compiled) == last_change(
        load("[monsters.orc]\nspawn = { 1 = 10, 3 = 0 }").compiled
    )


def test_lint_finds_the_floor_on_which_a_fight_is_lost_through_growth(load: Load) -> None:
    found = {
        each.code: each
        for each in lint(load(ORCS_ALONE.format("xp = 0\ngrowth = { power = 8 }\ngrows_to = 9")), 100, fast=True)
    }
    # Two hits are needed; the one taken costs power - 2 of 30 HP: 31 on floor 5, after 4 times 8.
    assert (found["lost-fight"].floor, found["lost-fight"].numbers["taken"]) == (5, 33)


def test_lint_calls_a_monster_harmless_only_if_it_is_at_its_strongest(load: Load) -> None:
    def codes(growth: str) -> set[str]:
        return {each.code for each in lint(load(ORCS_ALONE.format(growth)), 100, fast=True)}

    assert {"harmless", "invulnerable"} <= codes("")
    assert not {"harmless", "invulnerable"} & codes("xp = 0\ngrowth = { power = 1 }\ngrows_to = 8")


def test_lint_finds_the_floor_on_which_growing_defense_stops_a_hero(load: Load) -> None:
    found = {each.code: each for each in lint(load(ORCS_ALONE.format("growth = { defense = 2 }\ngrows_to = 5")), 100)}
    assert (found["unhurt"].floor, found["unhurt"].numbers["defense"]) == (4, 6)


UNLIMITED = ORCS_ALONE.format("growth = {{ {} = 1 }}")


def test_lint_checks_20_floors_on_which_nothing_but_growth_changes_and_says_so(load: Load) -> None:
    book = load(UNLIMITED.format("max_hp"))
    tables = last_change_of_tables(book.compiled)
    assert (last_change(book.compiled), last_checked(book.compiled)) == (MAX_FLOORS, tables + 20)
    (note,) = (each for each in lint(book, 100, fast=True) if each.code == "only-growth")
    assert (note.severity, note.floor) == ("note", tables + 20)
    assert f"checked down to floor {tables + 20} only" in note.text


def test_lint_checks_all_floors_of_growth_that_ends_early(growing: Rulebook) -> None:
    assert last_checked(growing.compiled) == last_change(growing.compiled) + 1 == 7
    assert not [each for each in lint(growing, 100, fast=True) if each.code == "only-growth"]


def test_who_is_too_strong_only_below_the_floors_that_are_checked_is_not_called_harmless(load: Load) -> None:
    # A hero of defense 30 stops the power of 4 + 26 that an orc has on floor 27, which is the last that is checked.
    tough = "[hero]\ndefense = 30\n[level_up]\nbase = 1000000\n"
    limited = ORCS_ALONE.format("growth = { power = 1 }\ngrows_to = 27")
    assert last_checked(load(tough + UNLIMITED.format("power")).compiled) < 27
    for text, expected in ((limited, True), (UNLIMITED.format("power"), False)):
        codes = {each.code for each in lint(load(tough + text), 100, fast=True)}
        assert ("invulnerable" in codes) == expected
