"""What a shape of tables has no place for is named with its numbers, and a ruleset's oddities still give valid code."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from steep.cli import main
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.core.input_errors import InputError
from steep.exporting import SHAPES, export_ruleset


def extending(folder: Path, toml: str, like: str = "tcod-2020") -> Rulebook:
    path = folder / "mine.toml"
    path.write_text(f'extends = "{like}"\n{toml}', encoding="utf-8")
    return load_ruleset(str(path))


cached = cache(load_ruleset)


def left_out(rulebook: Rulebook, shape: str = "tcod-2020") -> str:
    return "\n".join(export_ruleset(rulebook, shape).left_out)


def test_keys_of_kinds_are_named_with_how_many_have_them(tmp_path: Path) -> None:
    rulebook = extending(tmp_path, "[monsters.orc]\nspeed = 200\n[monsters.troll]\nspeed = 50\nevasion = 5\n")
    assert left_out(rulebook).splitlines() == [
        "monsters: speed of 2 of 2 (orc, troll)",
        "monsters: evasion of 1 of 2 (troll)",
    ]


def test_settings_are_named_where_they_differ_from_the_tutorial(tmp_path: Path) -> None:
    rulebook = extending(tmp_path, "[rules]\nstairs_heal = 20\n[run]\nlast_floor = 9\n[counts]\nitems_per_floor = 3\n")
    assert left_out(rulebook).splitlines() == [
        "rules.stairs_heal: 20; 0 in tcod-2020",
        "counts.items_per_floor: given; none in tcod-2020",
        "run.last_floor: 9; 0 in tcod-2020",
    ]


def test_whole_sections_are_counted(tmp_path: Path) -> None:
    toml = '[packs.gang]\nleader = "orc"\nmembers = [{ kind = "orc", count = [1, 2] }]\nspawn = 5\n'
    assert left_out(extending(tmp_path, toml)) == "packs: 1 (gang)"


def test_level_ups_of_other_stats_are_named(tmp_path: Path) -> None:
    rulebook = extending(tmp_path, '[level_up]\nchoices = [{ stat = "speed", amount = 10 }]\n')
    assert left_out(rulebook) == "level_up.choices: speed; the tables have max_hp, power, defense, each once"


def test_weights_that_are_not_whole_are_multiplied(tmp_path: Path) -> None:
    rulebook = extending(tmp_path, "[monsters.orc]\nspawn = { ramp = { 1 = 1, 4 = 2 } }\n")
    exported = export_ruleset(rulebook, "tcod-2020")
    assert exported.left_out == (
        "weights of monsters: multiplied by 3, so that all are whole numbers; the odds are the same",
    )
    assert "0: [(entity_factories.orc, 3)]," in exported.text
    assert "2: [(entity_factories.orc, 4)]," in exported.text


def test_a_ruleset_in_a_mode_is_exported_as_it_is_in_that_mode() -> None:
    assert "(1, 3),\n    (3, 4)," in export_ruleset(load_ruleset("tcod-2020:hard"), "tcod-2020").text


@pytest.mark.parametrize("shape", ["tcod-2020", "tcod-2019"])
def test_keys_that_are_words_of_python_and_names_with_quotes_give_valid_code(shape: str, tmp_path: Path) -> None:
    toml = """
    [monsters.class]
    name = 'the "class" of \\ 5'
    glyph = '"'
    hp = 1
    power = 1
    defense = 0
    xp = 1
    spawn = 9
    [items.class]
    name = "it's"
    glyph = "'"
    spawn = 9
    [items.player]
    glyph = '\\'
    spawn = 9
    """
    rulebook = extending(tmp_path, toml)
    exported = export_ruleset(rulebook, shape)
    compile(exported.text, "tables.py", "exec")
    assert repr('the "class" of \\ 5')[1:-1] in exported.text.replace('\\"', '"')


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ruleset_names())
def test_a_tutorials_own_shape_says_all_of_it(name: str, shape: str) -> None:
    lines = export_ruleset(cached(name), shape).left_out
    assert (lines == ()) is (name.removesuffix("-gear") == SHAPES[shape].like)


def test_the_command_prints_tables_and_names_what_they_leave_out(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "godot", "--as", "rotjs"]) == 0
    output = capfd.readouterr()
    assert output.out.startswith("// Tables of godot, written by `steep export`.\n")
    assert output.err.startswith("tables of rotjs can't hold:\n  map.rooms: plain; walled in rotjs\n")


def test_an_unknown_shape_is_refused_with_the_nearest(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match=r'allowed: .*did you mean "rotjs"'):
        export_ruleset(load_ruleset("tcod-2020"), "rotj")
    assert main(["export", "tcod-2020", "--as", "rot.js"]) == 2
    assert capfd.readouterr().err.count("\n") == 1


def test_tabs_of_gdscript_reach_the_file(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "godot", "--as", "godot"]) == 0
    assert "\t[1, 1],\n" in capfd.readouterr().out


@pytest.mark.parametrize("shape", SHAPES)
def test_kinds_that_a_ruleset_removes_are_not_exported(shape: str, tmp_path: Path) -> None:
    rulebook = extending(tmp_path, "[monsters.troll]\nspawn = 0\n[items.fireball_scroll]\nspawn = 0\n")
    text = export_ruleset(rulebook, shape).text.lower()
    assert "orc" in text
    assert "troll" not in text
    assert "fireball" not in text


def test_a_kind_that_was_changed_too_is_not_removed(tmp_path: Path) -> None:
    rulebook = extending(tmp_path, "[monsters.troll]\nspawn = 0\nhp = 17\n")
    assert "troll" in export_ruleset(rulebook, "json").text
