"""`steep export RULESET --in-place FOLDER` changes numbers where they are written, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from sample_tutorial_projects import ROGUEBASIN_GEAR, TCOD_2019, TCOD_2020, TCOD_2020_GEAR, Files, write_project
from steep.cli import main
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.exporting.in_place import InPlace, export_in_place, write_in_place
from steep.importing import import_project


def write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def project_of(folder: Path, files: Files) -> Path:
    return write_project(folder / "project", files)


def changed(project: Path, toml: str) -> Rulebook:
    """What a project is imported as, with some keys changed."""
    base, mine = project.parent / "base.toml", project.parent / "mine.toml"
    base.write_text(import_project(project).toml, encoding="utf-8")
    mine.write_text(f'extends = "./base.toml"\n{toml}', encoding="utf-8")
    return load_ruleset(str(mine))


def in_place(folder: Path, files: Files, toml: str) -> InPlace:
    project = project_of(folder, files)
    return export_in_place(changed(project, toml), project)


def lines_of(changes: InPlace) -> list[str]:
    """The changed lines of a diff."""
    return [line for line in changes.diff.split("\n") if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]


def test_a_stat_and_a_weight_change_and_nothing_else(tmp_path: Path) -> None:
    changes = in_place(
        tmp_path, TCOD_2020, "[monsters.orc]\nhp = 12\n[monsters.troll]\nspawn = { 3 = 15, 5 = 25, 7 = 60 }\n"
    )
    assert [line.strip() for line in lines_of(changes)] == [
        "-    fighter=Fighter(hp=10, defense=0, power=3), inventory=Inventory(capacity=0), level=Level(xp_given=35),",
        "+    fighter=Fighter(hp=12, defense=0, power=3), inventory=Inventory(capacity=0), level=Level(xp_given=35),",
        "-    5: [(entity_factories.troll, 30)],",
        "+    5: [(entity_factories.troll, 25)],",
    ]
    assert (changes.numbers, changes.refused) == (2, ())


EVERYTHING = """
[map]
width = 70
[hero]
hp = 33
power = 6
view_radius = 9
[level_up]
factor = 120
choices = [{ stat = "max_hp", amount = 25 }, { stat = "power", amount = 2 }, { stat = "defense", amount = 3 }]
[counts]
monsters_per_room = { 1 = 3, 4 = 4, 6 = 5 }
[monsters.orc]
xp = 36
spawn = 81
[items.lightning_scroll]
amount = 41
reach = 6
"""


@pytest.mark.parametrize("files", [TCOD_2020, TCOD_2020_GEAR, TCOD_2019, ROGUEBASIN_GEAR])
def test_the_changed_source_is_imported_as_the_ruleset(files: Files, tmp_path: Path) -> None:
    project = project_of(tmp_path, files)
    key = "lightning" if "[items.lightning]" in import_project(project).toml else "lightning_scroll"
    rulebook = changed(project, EVERYTHING.replace("lightning_scroll", key))
    changes = export_in_place(rulebook, project)
    assert changes.refused == ()
    write_in_place(changes, write)
    again = changed(project, "")
    assert pack(again.compiled) == pack(rulebook.compiled)


def test_a_row_can_start_on_another_floor(tmp_path: Path) -> None:
    changes = in_place(tmp_path, TCOD_2019, "[monsters.troll]\nspawn = { 2 = 15, 5 = 30, 7 = 60 }\n")
    assert "[[15, 2], [30, 5], [60, 7]]" in lines_of(changes)[1]


def test_a_floor_that_other_rows_share_is_refused_unless_all_move(tmp_path: Path) -> None:
    procgen = TCOD_2020["procgen.py"].replace("troll, 15)]", "troll, 15), (entity_factories.orc, 50)]")
    files = {**TCOD_2020, "procgen.py": procgen}
    alone = "[monsters.troll]\nspawn = { 2 = 15, 5 = 30, 7 = 60 }\n"
    changes = in_place(tmp_path / "one", files, alone)
    assert changes.diff == ""
    assert changes.refused[0].startswith("monsters.troll.spawn: procgen.py:23 is also monsters.orc.spawn")
    both = alone + "[monsters.orc]\nspawn = { 1 = 80, 2 = 50 }\n"
    assert len(lines_of(in_place(tmp_path / "two", files, both))) == 2


def test_a_floor_that_other_rows_share_keeps_no_other_number_of_its_curve(tmp_path: Path) -> None:
    procgen = TCOD_2020["procgen.py"].replace("troll, 15)]", "troll, 15), (entity_factories.orc, 50)]")
    toml = "[monsters.troll]\nspawn = { 2 = 16, 5 = 31, 7 = 60 }\n[monsters.orc]\nspawn = { 1 = 80, 3 = 51 }\n"
    changes = in_place(tmp_path, {**TCOD_2020, "procgen.py": procgen}, toml)
    assert [line for line in lines_of(changes) if line[0] == "+"] == [
        "+    3: [(entity_factories.troll, 16), (entity_factories.orc, 51)],",
        "+    5: [(entity_factories.troll, 31)],",
    ]
    assert [line.split(":")[0] for line in changes.refused] == ["monsters.troll.spawn"]
    assert changes.refused[0].endswith("; change them alike; its other numbers change")


def test_a_shared_floor_stays_if_one_of_its_rows_cannot_change(tmp_path: Path) -> None:
    procgen = TCOD_2020["procgen.py"].replace("troll, 15)]", "troll, 15), (entity_factories.orc, 50)]")
    toml = "[monsters.troll]\nspawn = { 2 = 15, 5 = 30 }\n[monsters.orc]\nspawn = { 1 = 80, 2 = 50 }\n"
    changes = in_place(tmp_path, {**TCOD_2020, "procgen.py": procgen}, toml)
    assert changes.diff == ""
    assert len(changes.refused) == 2


def with_factories(old: str, new: str, above: str = "") -> Files:
    factories = above + TCOD_2020["entity_factories.py"].replace(old, new)
    return {**TCOD_2020, "entity_factories.py": factories}


def test_a_constant_of_one_figure_changes_where_it_is_defined(tmp_path: Path) -> None:
    files = with_factories("hp=10", "hp=ORC_HP", "ORC_HP = 10  # sturdy\n")
    assert lines_of(in_place(tmp_path, files, "[monsters.orc]\nhp = 9\n")) == [
        "-ORC_HP = 10  # sturdy",
        "+ORC_HP = 9  # sturdy",
    ]


def test_a_constant_of_several_figures_is_refused_and_named(tmp_path: Path) -> None:
    files = with_factories("hp=10, defense=0", "hp=SAME, defense=SAME", "SAME = 7\n")
    changes = in_place(tmp_path, files, "[monsters.orc]\nhp = 9\n")
    assert changes.diff == ""
    assert changes.refused == (
        "monsters.orc.hp: entity_factories.py:1 is also monsters.orc.defense; change them alike",
    )


def test_a_result_of_arithmetic_is_refused(tmp_path: Path) -> None:
    changes = in_place(tmp_path, with_factories("hp=10", "hp=5 * 2"), "[monsters.orc]\nhp = 9\npower = 4\n")
    assert changes.refused == (
        "monsters.orc.hp: is an expression, a default, or nothing in the source; there is no number to change",
    )
    assert "power=4" in changes.diff


def test_a_default_that_others_may_share_is_refused(tmp_path: Path) -> None:
    fighter = TCOD_2020["components/fighter.py"].replace("defense: int, power: int", "power: int, defense: int = 0")
    files = {**with_factories("hp=10, defense=0", "hp=10"), "components/fighter.py": fighter}
    changes = in_place(tmp_path, files, "[monsters.orc]\ndefense = 1\n")
    assert changes.diff == ""
    assert [line.split(":")[0] for line in changes.refused] == ["monsters.orc.defense"]


def test_rows_are_added_and_removed_in_the_style_of_those_around(tmp_path: Path) -> None:
    toml = "[monsters.orc]\nspawn = { 1 = 80, 3 = 40, 9 = 20 }\n[monsters.troll]\nspawn = { 3 = 15, 7 = 60 }\n"
    changes = in_place(tmp_path, TCOD_2020, toml)
    assert lines_of(changes) == [
        "-    3: [(entity_factories.troll, 15)],",
        "-    5: [(entity_factories.troll, 30)],",
        "+    3: [(entity_factories.troll, 15), (entity_factories.orc, 40)],",
        "+    9: [(entity_factories.orc, 20)],",
    ]
    assert (changes.numbers, changes.refused) == (3, ())


def test_a_number_on_all_floors_has_no_row_to_go_by(tmp_path: Path) -> None:
    files = {**TCOD_2020, "procgen.py": TCOD_2020["procgen.py"].replace("orc, 80)", "orc, 40 * 2)")}
    changes = in_place(tmp_path, files, "[monsters.orc]\nspawn = { 1 = 80, 9 = 20 }\n")
    assert changes.refused == (
        "monsters.orc.spawn: has 1 rows in the source, and 2 in the ruleset; no row with its floor is there to copy",
    )


def test_what_is_no_number_is_refused(tmp_path: Path) -> None:
    changes = in_place(tmp_path, TCOD_2020, "[rules]\nstairs_heal = 5\n[monsters.orc]\nunique = true\n")
    assert changes.refused == (
        "monsters.orc.unique: the import read no such number",
        "rules.stairs_heal: the import read no such number",
    )


def test_weights_with_decimals_stay_decimals(tmp_path: Path) -> None:
    procgen = TCOD_2020["procgen.py"].replace("orc, 80)", "orc, 0.8)").replace("troll, 15)", "troll, 0.3)")
    changes = in_place(tmp_path, {**TCOD_2020, "procgen.py": procgen}, "[monsters.orc]\nspawn = 7\n")
    assert "(entity_factories.orc, 0.7)" in changes.diff


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1", "utf-8"])
def test_every_other_byte_stays(encoding: str, tmp_path: Path) -> None:
    project = project_of(tmp_path, TCOD_2020)
    file = project / "entity_factories.py"
    text = TCOD_2020["entity_factories.py"].replace("hp=10,", "  hp = 10 ,").replace('name="Orc"', 'name="Örc"')
    declared = f"# -*- coding: {encoding} -*-" if encoding == "latin-1" else "# é"
    before = (declared + text).replace("\n", "\r\n").encode(encoding)
    file.write_bytes(before)
    changes = export_in_place(changed(project, "[monsters.orc]\nhp = 9\n"), project)
    write_in_place(changes, write)
    assert file.read_bytes() == before.replace(b"hp = 10 ,", b"hp = 9 ,")


def test_a_file_of_python_2_with_tabs_is_refused(tmp_path: Path) -> None:
    text = ROGUEBASIN_GEAR["firstrl.py"].replace("    ", "\t") + "\nprint 'done'\n"
    with pytest.raises(InputError, match=r"firstrl\.py:\d+: found .* where a number was read; change it by hand"):
        in_place(tmp_path, {"firstrl.py": text}, "[monsters.orc]\nhp = 9\n")


def test_nothing_is_written_without_apply(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    project = project_of(tmp_path, TCOD_2020)
    changed(project, "[monsters.orc]\nhp = 9\n")
    mine = str(tmp_path / "mine.toml")
    file = project / "entity_factories.py"
    assert main(["export", mine, "--in-place", str(project)]) == 0
    output = capfd.readouterr()
    assert output.out.startswith("--- a/entity_factories.py\n+++ b/entity_factories.py\n@@ ")
    assert output.err == "1 numbers in 1 files would change; write them with --apply\n"
    assert file.read_text() == TCOD_2020["entity_factories.py"]
    assert main(["export", mine, "--in-place", str(project), "--apply"]) == 0
    assert "hp=9" in file.read_text()
    capfd.readouterr()
    assert main(["export", mine, "--in-place", str(project)]) == 0
    assert capfd.readouterr() == ("", "no number changes\n")


def test_what_cannot_change_is_named_and_the_exit_code_is_1(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    project = project_of(tmp_path, TCOD_2020)
    changed(project, "[monsters.orc]\nhp = 9\nspeed = 50\n")
    assert main(["export", str(tmp_path / "mine.toml"), "--in-place", str(project)]) == 1
    assert "not in the diff:\n  monsters.orc.speed: " in capfd.readouterr().err


def test_a_file_that_was_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    project = project_of(tmp_path, TCOD_2020)
    changes = export_in_place(changed(project, "[monsters.orc]\nhp = 9\n"), project)
    (project / "entity_factories.py").write_text("# new\n")
    with pytest.raises(InputError, match="changed while Steep worked on it; nothing was written"):
        write_in_place(changes, write)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    project = project_of(tmp_path, TCOD_2020)
    rulebook = changed(project, "[monsters.orc]\nhp = 9\n")
    (project / "entity_factories.py").rename(tmp_path / "elsewhere.py")
    (project / "entity_factories.py").symlink_to(tmp_path / "elsewhere.py")
    with pytest.raises(InputError, match="is a link; change the file that it leads to"):
        export_in_place(rulebook, project)


def test_a_read_only_file_and_one_of_several_names_are_left_alone(tmp_path: Path) -> None:
    project = project_of(tmp_path, TCOD_2020)
    changes = export_in_place(changed(project, "[monsters.orc]\nhp = 9\n"), project)
    factories = project / "entity_factories.py"
    before = factories.read_bytes()
    factories.chmod(0o444)
    with pytest.raises(InputError, match="is read-only; nothing was written"):
        write_in_place(changes, write)
    factories.chmod(0o644)
    (tmp_path / "other.py").hardlink_to(factories)
    with pytest.raises(InputError, match=r"has 2 hard links"):
        write_in_place(changes, write)
    assert factories.read_bytes() == before


def test_apply_alone_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "tcod-2020", "--as", "json", "--apply"]) == 2
    assert "--apply: allowed only with --in-place FOLDER" in capfd.readouterr().err


KNIGHT = """knight = Actor(
    char="@", color=(9, 9, 9), name="Knight", ai_cls=HostileEnemy,
    fighter=Fighter(hp=40, defense=3, power=6), inventory=Inventory(capacity=26), level=Level(level_up_base=300),
)
"""


def with_two_heroes(folder: Path) -> Path:
    files = with_factories("player = Actor(", "mage = Actor(")
    return project_of(
        folder, {**files, "entity_factories.py": files["entity_factories.py"].replace("Player", "Mage") + KNIGHT}
    )


def test_the_hero_of_the_import_is_the_one_that_changes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    project, out = with_two_heroes(tmp_path), tmp_path / "game.toml"
    assert main(["import", str(project), "--hero", "knight", "--out", str(out)]) == 0
    out.write_text(out.read_text() + "[hero]\nhp = 41\n[level_up]\nbase = 350\n")
    capfd.readouterr()
    assert main(["export", str(out), "--in-place", str(project)]) == 0
    lines = [line[1:].strip() for line in capfd.readouterr().out.splitlines() if line.startswith("+ ")]
    assert lines == [KNIGHT.splitlines()[2].strip().replace("hp=40", "hp=41").replace("300", "350")]


def test_without_a_chosen_hero_no_default_of_others_changes(tmp_path: Path) -> None:
    project, chosen = with_two_heroes(tmp_path), tmp_path / "chosen.toml"
    chosen.write_text(import_project(project, hero="knight").toml, encoding="utf-8")
    changes = export_in_place(load_ruleset(str(chosen)), project)
    assert changes.diff == ""
    line = next(line for line in changes.refused if line.startswith("level_up.base"))
    assert line.startswith(
        "level_up.base: the import left it for you to fill in (several heroes, choose one with --hero: "
    )
