"""Tables in the shape of another game, read as that game reads them, give the ruleset's odds on every floor."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from steep.content import Rulebook, ruleset_names
from steep.content import load_ruleset as load
from steep.core.record import pack
from steep.exporting import SHAPES, export_ruleset
from steep.importing import import_project

FLOORS = range(1, 31)
BUNDLED = ruleset_names()
PYTHON = ("tcod-2020", "tcod-2019")

load_ruleset = cache(load)

Weights = Mapping[str, Fraction]


def odds(weights: Weights) -> Weights:
    """The odds of each kind in a draw by weight."""
    whole = sum(weights.values())
    return {key: weight / whole for key, weight in weights.items() if weight}


def odds_of(rulebook: Rulebook, family: str, floor: int) -> Weights:
    """The odds of each kind on a floor, packs aside."""
    return odds({kind.key: Fraction(kind.spawn.at(floor)) for kind in getattr(rulebook, family)})


def counts_of(rulebook: Rulebook) -> list[tuple[int, int]]:
    counts = rulebook.counts
    return [(int(counts.monsters_per_room.at(n)), int(counts.items_per_room.at(n))) for n in FLOORS]


def stats_of(rulebook: Rulebook) -> dict[str, tuple[int, ...]]:
    drawn = (monster for monster in rulebook.monsters if monster.spawn.entries)
    return {monster.key: (monster.hp, monster.power, monster.defense, monster.xp) for monster in drawn}


ENDINGS = {"tcod-2020": ".py", "tcod-2019": ".py", "rotjs": ".ts", "godot": ".gd", "json": ".json"}


def imported(text: str, folder: Path, shape: str = "tcod-2020") -> Rulebook:
    """Tables, imported again."""
    source, out = folder / f"tables{ENDINGS[shape]}", folder / "again.toml"
    source.write_text(text, encoding="utf-8")
    out.write_text(import_project(source).toml, encoding="utf-8")
    return load(str(out))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", BUNDLED)
def test_tables_imported_again_have_the_same_odds_counts_and_stats(name: str, shape: str, tmp_path: Path) -> None:
    rulebook = load_ruleset(name)
    again = imported(export_ruleset(rulebook, shape).text, tmp_path, shape)
    for family in ("monsters", "items"):
        for floor in FLOORS:
            assert odds_of(again, family, floor) == odds_of(rulebook, family, floor), (family, floor)
    # A table without rows says no counts: then they are the tutorial's.
    if shape in PYTHON or rulebook.counts.monsters_per_room.entries:
        assert counts_of(again) == counts_of(rulebook)
    assert stats_of(again) == stats_of(rulebook)


@pytest.mark.parametrize("name", ["tcod-2020", "tcod-2020-gear", "tcod-2019"])
def test_where_nothing_is_left_out_the_ruleset_comes_back_to_the_byte(name: str, tmp_path: Path) -> None:
    rulebook = load_ruleset(name)
    exported = export_ruleset(rulebook, name.removesuffix("-gear"))
    assert exported.left_out == ()
    assert pack(imported(exported.text, tmp_path).compiled) == pack(rulebook.compiled)


def in_force(steps: Mapping[int, Mapping[str, int]], floor: int) -> Weights:
    """The weights on a floor where each stays until it is changed."""
    weights: dict[str, Fraction] = {}
    for start, changed in sorted(steps.items()):
        if start <= floor:
            weights.update({key: Fraction(weight) for key, weight in changed.items()})
    return weights


def read_godot(text: str) -> dict[str, Any]:
    """The constants of GDScript. Its lists and dictionaries are written as in Python."""
    constants = re.findall(r"(?ms)^const (\w+) = ([\[{]$.*?^[\]}])$", text)
    return {name: ast.literal_eval(value) for name, value in constants}


def read_rotjs(text: str) -> dict[str, Any]:
    """The lists of JavaScript, whose keys have no quotes."""
    lists = re.findall(r"(?ms)^const (\w+) = (\[$.*?^\]);$", text)
    as_json = {name: re.sub(r"(\w+):", r'"\1":', value.replace("'", '"')) for name, value in lists}
    return {name: json.loads(re.sub(r",(\s*[\]}])", r"\1", value)) for name, value in as_json.items()}


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("shape", ["godot", "json"])
def test_tables_by_name_have_the_same_odds_and_counts(name: str, shape: str) -> None:
    rulebook = load_ruleset(name)
    text = export_ruleset(rulebook, shape).text
    tables = read_godot(text) if shape == "godot" else json.loads(text)
    for family, chances in (("monsters", "enemy_chances"), ("items", "item_chances")):
        steps = {int(floor): weights for floor, weights in tables[chances].items()}
        for floor in FLOORS:
            assert odds(in_force(steps, floor)) == odds_of(rulebook, family, floor)
            most = [value for start, value in tables[f"max_{family}_by_floor"] if start <= floor]
            assert (most or [0])[-1] == getattr(rulebook.counts, f"{family}_per_room").at(floor)


@pytest.mark.parametrize("name", BUNDLED)
def test_tables_of_rotjs_name_functions_and_have_the_same_odds(name: str) -> None:
    rulebook = load_ruleset(name)
    text = export_ruleset(rulebook, "rotjs").text
    tables = read_rotjs(text)
    made = set(re.findall(r"^function (\w+)", text, re.MULTILINE))
    for family, chances in (("monsters", "MONSTER_CHANCES"), ("items", "ITEM_CHANCES")):
        steps = {row["floor"]: {each["value"]: each["weight"] for each in row["weights"]} for row in tables[chances]}
        assert {value for weights in steps.values() for value in weights} <= made
        for floor in FLOORS:
            assert sorted(odds(in_force(steps, floor)).values()) == sorted(odds_of(rulebook, family, floor).values())


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize("name", ["rotjs-gear", "steep"])
def test_node_can_parse_tables_of_rotjs(name: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.js"
    file.write_text(export_ruleset(load_ruleset(name), "rotjs").text, encoding="utf-8")
    subprocess.run(["node", "--check", str(file)], check=True)


def test_every_shape_is_tried_here() -> None:
    assert set(SHAPES) == {*PYTHON, "rotjs", "godot", "json"}
