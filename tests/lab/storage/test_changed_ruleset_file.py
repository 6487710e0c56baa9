"""Numbers of a ruleset that change are named by paths, scale, and are validated like written ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steep.content import RulesetError, load_ruleset
from steep.content.change_numbers import PathError, WrittenRuleset
from steep.lab.storage.changed_ruleset_file import diff, edited, overlaid

MINE = """\
# mine
title = "Mine"   # a title
extends = "tcod-2020"

[monsters.orc]   # weak
hp      = 12           # HP
spawn   = { 1 = 80, 3 = 60 }   # weight

[monsters.rat]
glyph = "r"
hp = 3
power = 2
defense = 0
xp = 5
damage = "1d4+1"   # bite
spawn = { 1 = 30, 4 = 10 }
"""

SHAPED = """\
extends = "tcod-2020"
[monsters.orc]
spawn = { shape = "peak", weight = 30, floors = [2, 6] }
[counts]
items_per_room = { ramp = { 1 = 2, 9 = 4 } }
"""


@pytest.fixture
def mine(tmp_path: Path) -> WrittenRuleset:
    return written(tmp_path, MINE)


def written(tmp_path: Path, text: str) -> WrittenRuleset:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return WrittenRuleset.read(str(path))


def scaled(ruleset: WrittenRuleset, path: str, percent: int = 150) -> dict[str, Any]:
    return {str(place): place.scaled(percent) for place in ruleset.places(path, ruleset.rulebook())}


def test_unchanged_it_is_the_ruleset_of_the_file() -> None:
    for name in ("tcod-2020", "tcod-2019:hard"):
        made, loaded = WrittenRuleset.read(name).rulebook(), load_ruleset(name)
        assert (made.hash, made.name, made.title) == (loaded.hash, loaded.name, loaded.title)


PATHS = {
    "monsters.troll.power": {"monsters.troll.power": 6},
    "monsters.*.hp": {"monsters.orc.hp": 18, "monsters.rat.hp": 5, "monsters.troll.hp": 24},
    "monsters.orc.spawn": {"monsters.orc.spawn": {"1": 120, "3": 90}},
    "monsters.orc.spawn.3": {"monsters.orc.spawn.3": 90},
    "monsters.rat.spawn": {"monsters.rat.spawn": {"1": 45, "4": 15}},
    "monsters.rat.damage": {"monsters.rat.damage": "1d6+2"},
    "level_up.choices[1].amount": {"level_up.choices[1].amount": 30},
    "attack.spread": {"attack.spread": 0},
}


@pytest.mark.parametrize("path", PATHS)
def test_a_path_names_numbers_and_a_percentage_scales_them(mine: WrittenRuleset, path: str) -> None:
    assert scaled(mine, path) == PATHS[path]


def test_formulas_are_scaled_and_their_floors_stay(tmp_path: Path) -> None:
    shaped = written(tmp_path, SHAPED)
    assert scaled(shaped, "monsters.orc.spawn", 200) == {
        "monsters.orc.spawn": {"shape": "peak", "weight": 60, "floors": [2, 6]}
    }
    assert scaled(shaped, "counts.items_per_room", 200) == {"counts.items_per_room": {"ramp": {"1": 4, "9": 8}}}


WRONG = {
    "monsters.trol.hp": 'has no key "trol"; allowed: orc, rat, troll (did you mean "troll"?)',
    "monster.orc.hp": 'has no key "monster"; allowed: map, rules,',
    "monsters.orc.armor": '(did you mean "defense"?)',
    "monsters.orc": "which ends too soon",
    "monsters.orc.spawn.2": 'has no key "2"; allowed: 1, 3',
    "monsters.orc.glyph": 'has no key "glyph"',
    "hero.slots": "allowed: a number, numbers by floor, or dice",
    "monsters.*.asleep": "names no number that is written",
    "level_up.choices[9].amount": 'has no key "[9]"; allowed: [1], [2], [3]',
    "monsters..hp": "allowed: keys with dots",
}


@pytest.mark.parametrize("path", WRONG)
def test_a_path_to_no_number_is_refused_with_what_is_there(mine: WrittenRuleset, path: str) -> None:
    with pytest.raises(PathError) as caught:
        mine.places(path, mine.rulebook())
    assert str(caught.value).startswith(f'found "{path}"')
    assert WRONG[path] in str(caught.value)


def test_changed_numbers_are_validated(mine: WrittenRuleset) -> None:
    with pytest.raises(RulesetError, match=r"monsters\.orc\.hp: found 0; allowed: a whole number from 1"):
        mine.rulebook({("monsters", "orc", "hp"): 0})


CHANGES: dict[tuple[str | int, ...], Any] = {
    ("monsters", "orc", "hp"): 18,
    ("monsters", "orc", "spawn", "3"): 90,
    ("monsters", "rat", "damage"): "1d6+2",
    ("monsters", "rat", "spawn"): {"1": 30, "4": 15},
    ("monsters", "troll", "power"): 6,
    ("level_up", "choices", 0, "amount"): 30,
}


def test_an_edited_file_keeps_comments_and_layout(mine: WrittenRuleset) -> None:
    text = edited(mine, CHANGES)
    assert text is not None
    assert load_ruleset(saved(mine.own.path.with_name("edited.toml"), text)).hash == mine.rulebook(CHANGES).hash
    lines = text.splitlines()
    assert "hp      = 18           # HP" in lines
    assert "spawn   = { 1 = 80, 3 = 90 }   # weight" in lines
    assert 'damage = "1d6+2"   # bite' in lines
    assert [line for line in diff(mine, text).splitlines() if line.startswith("-")] == [
        "--- a/mine.toml",
        "-hp      = 12           # HP",
        "-spawn   = { 1 = 80, 3 = 60 }   # weight",
        '-damage = "1d4+1"   # bite',
        "-spawn = { 1 = 30, 4 = 10 }",
    ]


def test_another_file_extends_the_ruleset_and_says_what_changed(mine: WrittenRuleset, tmp_path: Path) -> None:
    folder = tmp_path / "sub"
    folder.mkdir()
    text = overlaid(mine, str(mine.own.path), CHANGES, folder)
    assert 'extends = "../mine.toml"' in text
    assert load_ruleset(saved(folder / "other.toml", text)).hash == mine.rulebook(CHANGES).hash


def saved(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)
