"""Groups in what `steep show`, `steep diff` and `steep lint` say."""

from __future__ import annotations

import json

import pytest

from command_fixture_types import Load, Run, Write
from steep.balance.diff_rulesets import compare
from steep.balance.lint.all_checks import lint
from steep.balance.odds_of_one_draw import last_change

DRAGON = """
[monsters.dragon]
glyph = "D"
hp = 60
power = 9
defense = 3
xp = 500
"""
BOSSES = DRAGON + "[groups.bosses]\nper_floor = { 2 = 1 }\nmonsters = { dragon = 3, troll = { 4 = 1 } }\n"


def test_show_has_the_odds_in_the_group_and_how_many_it_draws(steep: Run, write: Write) -> None:
    result = steep("show", str(write(BOSSES)), "--floors", "4", "--samples", "100", "--format", "json")
    shown = json.loads(result.out)
    assert shown["beyond_rooms"]["4"] == {"groups.bosses.per_floor": "1"}
    assert {(row["kind"], row["odds"]) for row in shown["draws"]} == {
        ("bosses: dragon", "3/4"),
        ("bosses: troll", "1/4"),
    }
    (dragon,) = [row for row in shown["kinds"] if row["kind"] == "dragon"]
    assert (dragon["odds"], dragon["probability"], dragon["expected"] > 0.5) == ("in a group", None, True)
    assert "; drawn: bosses 1 a floor" in steep("show", str(write(BOSSES)), "--floors", "2", "--samples", "100").out


def test_show_tells_groups_packs_and_pity_timers_apart(steep: Run, write: Write) -> None:
    others = """
[packs.court]
leader = "troll"
members = [{ kind = "dragon", count = 1 }]
spawn = 5
[items.crown]
glyph = "^"
spawn = 0
[items.cup]
glyph = "u"
[pity_timers.cup]
start = 10
[groups.treasure]
per_floor = 1
items = { crown = 1 }
"""
    shown = json.loads(
        steep("show", str(write(DRAGON + others)), "--floors", "3", "--samples", 100, "--format", "json").out
    )
    words = {row["kind"]: row["odds"] for row in shown["kinds"] if row["probability"] is None}
    assert words == {"dragon": "in a pack", "crown": "in a group", "cup": "by a pity timer"}


def test_diff_has_the_changed_odds_of_a_group(load: Load) -> None:
    found = compare(load(BOSSES), load(BOSSES.replace("dragon = 3", "dragon = 1")), (4, 4), 100, fast=True)
    assert [(each.subject, each.before, each.after) for each in found.odds] == [
        ("bosses: dragon", 0.75, 0.5),
        ("bosses: troll", 0.25, 0.5),
    ]
    assert found.settings == ()


def test_the_last_change_may_be_in_a_group(load: Load) -> None:
    assert last_change(load(BOSSES.replace("4 = 1", "40 = 1")).compiled) == 40


def codes(text: str, subject: str, load: Load) -> list[str]:
    """The findings of a kind or a group that are about whether it is drawn."""
    found = lint(load(text), 100, fast=True)
    return [
        each.code for each in found if each.subject == subject and each.code in ("absent", "never-drawn", "no-weight")
    ]


def test_a_kind_that_only_a_group_draws_is_not_absent(load: Load) -> None:
    assert codes(BOSSES, "dragon", load) == []
    assert codes(DRAGON, "dragon", load) == ["absent"]


@pytest.mark.parametrize(
    ("group", "subject", "code"),
    [
        ("per_floor = 0\nmonsters = { dragon = 3 }", "dragon", "never-drawn"),
        ("per_floor = 1\nmonsters = { dragon = { 3 = 3 } }", "bosses", "no-weight"),
        ("per_floor = 1", "bosses", "no-weight"),
    ],
)
def test_a_group_that_draws_nothing_is_found(group: str, subject: str, code: str, load: Load) -> None:
    assert codes(f"{DRAGON}[groups.bosses]\n{group}", subject, load) == [code]


def test_a_group_called_as_a_family_hides_no_finding_of_the_family(load: Load) -> None:
    nobody = "[monsters.orc]\nspawn = 0\n[monsters.troll]\nspawn = 0\n[groups.monsters]\nper_floor = { 2 = 1 }\n"
    found = [each for each in lint(load(nobody), 100, fast=True) if each.code == "no-weight"]
    assert [(each.floor, each.text.partition(": ")[2].partition(",")[0]) for each in found] == [
        (1, "monsters are drawn"),
        (2, "the group monsters is drawn from"),
    ]


def test_a_spike_is_at_the_boss_that_causes_it(load: Load) -> None:
    (spike,) = [each for each in lint(load(BOSSES), 100, fast=True) if each.code == "spike"]
    assert (spike.floor, spike.cause) == (2, "dragon")
