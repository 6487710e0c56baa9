"""One number makes a finding go away: the least change of it that lint accepts."""

from __future__ import annotations

from functools import cache

from command_fixture_types import Write
from steep.balance.lint.all_checks import find, survey_for_lint
from steep.balance.lint.lint_input import LintInput
from steep.balance.lint.mends import Mend, mend_of
from steep.balance.odds_and_expectations import Survey
from steep.content import load_ruleset
from steep.content.change_numbers import WrittenRuleset


@cache
def surveyed(name: str) -> Survey:
    return survey_for_lint(load_ruleset(name), 100, fast=False)


def mended(name: str, code: str, subject: str) -> Mend | None:
    survey = surveyed(name)
    (found,) = (
        each for each in find(LintInput(survey.rulebook, survey)) if (each.code, each.subject) == (code, subject)
    )
    return mend_of(found, WrittenRuleset.read(name), survey)


def codes_with(name: str, mend: Mend, number: int) -> set[tuple[str, str]]:
    rulebook = WrittenRuleset.read(name).rulebook({tuple(mend.path.split(".")): number})
    return {(each.code, each.subject) for each in find(LintInput(rulebook, survey_for_lint(rulebook, 100, fast=False)))}


def test_the_number_is_the_smallest_after_which_lint_finds_it_no_more() -> None:
    mend = mended("tcod-2020", "weak-healing", "healing_potion")
    assert mend == Mend("items.healing_potion.amount", 4, 6, ())
    assert ("weak-healing", "healing_potion") not in codes_with("tcod-2020", mend, 6)
    assert ("weak-healing", "healing_potion") in codes_with("tcod-2020", mend, 5)


def test_what_nothing_can_hurt_is_mended_by_the_strongest_monster_and_tells_what_that_brings() -> None:
    mend = mended("tcod-2020", "invulnerable", "monsters")
    assert mend is not None
    assert (mend.path, mend.was, mend.number) == ("monsters.troll.power", 4, 10)
    assert [(each.code, each.floor) for each in mend.brings] == [("spike", 3)]


def test_a_number_goes_down_where_a_fight_costs_too_much() -> None:
    mend = mended("tcod-2019", "costly-fight", "troll")
    assert mend is not None
    assert (mend.path, mend.was, mend.number) == ("monsters.troll.power", 8, 7)


def test_what_no_number_mends_has_none() -> None:
    assert mended("tcod-2020", "nothing-changes", "floors") is None


def test_a_number_that_another_file_has_is_not_changed(write: Write) -> None:
    path = str(write())
    survey = surveyed("tcod-2020")
    found = next(each for each in find(LintInput(survey.rulebook, survey)) if each.code == "weak-healing")
    assert mend_of(found, WrittenRuleset.read(path), survey) is None
