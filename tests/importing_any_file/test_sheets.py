"""Sheets as people keep them: headings in any words, titles, percent, blanks, and a row for each floor of a kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.cli import main
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.exporting.in_place import export_in_place, write_in_place
from steep.importing import Imported, filled_in, import_project
from steep.importing.literals.columns import parse_columns

GERMAN = "Wer;Ebene;Anteil;Leben;Angriff;Schutz;Punkte\nork;1;60;10;3;0;35\ntroll;3;40;16;4;1;100\n"
TWICE = "Monster,Floor,Weight,HP,Power\norc,1,60,10,3\ntroll,1,40,16,4\norc,4,30,10,3\n"


def imported(text: str, folder: Path, columns: str = "") -> Imported:
    """What a sheet is imported as."""
    file = folder / "monsters.csv"
    file.write_text(text, encoding="utf-8")
    return import_project(file, columns=parse_columns(columns) if columns else None)


def write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def rules(text: str, folder: Path, columns: str = "", changes: str = "") -> Rulebook:
    """The ruleset of a sheet, with some keys changed."""
    (folder / "base.toml").write_text(filled_in(imported(text, folder, columns).toml), encoding="utf-8")
    (folder / "mine.toml").write_text(f'extends = "./base.toml"\n{changes}', encoding="utf-8")
    return load_ruleset(str(folder / "mine.toml"))


def weights(rulebook: Rulebook, *floors: int) -> dict[str, list[int]]:
    """The weights of the kinds that have any, by floor."""
    found = {kind.key: [int(kind.spawn.at(floor)) for floor in floors] for kind in rulebook.monsters}
    return {key: curve for key, curve in found.items() if any(curve)}


@pytest.mark.parametrize(
    "columns",
    [
        "kind=Wer,floor=Ebene,weight=Anteil,hp=Leben,power=Angriff,defense=Schutz,xp=Punkte",
        "kind=1,floor=2,weight=3,hp=4,power=5,defense=6,xp=7",
    ],
)
def test_stats_have_columns_of_any_name_or_number(columns: str, tmp_path: Path) -> None:
    ork = next(kind for kind in rules(GERMAN, tmp_path, columns).monsters if kind.key == "ork")
    assert (ork.hp, ork.power, ork.defense, ork.xp) == (10, 3, 0, 35)


def test_the_last_floor_and_the_family_have_columns_of_any_name(tmp_path: Path) -> None:
    text = "Wer,Art,Ab,Bis,Anteil\norc,Monster,1,2,60\nsword,Item,1,9,5\n"
    rulebook = rules(text, tmp_path, "kind=Wer,family=Art,floor=Ab,until=Bis,weight=Anteil")
    assert weights(rulebook, 1, 2, 3) == {"orc": [60, 60, 0]}
    assert "sword" in [item.key for item in rulebook.items]


def test_a_column_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"no key or column 'Lebn' for hp \(did you mean \"Leben\"\?\); there are: Wer, "
    ):
        imported(GERMAN, tmp_path, "kind=Wer,floor=Ebene,weight=Anteil,hp=Lebn")


def test_a_meaning_that_no_column_has_is_refused() -> None:
    with pytest.raises(InputError, match=r"'life=Leben'; allowed: .*hp, power, defense, xp"):
        parse_columns("life=Leben")


def test_columns_with_numbers_that_are_not_read_are_named(tmp_path: Path) -> None:
    found = imported("Monster,Floor,Weight,Life\norc,1,60,10\n", tmp_path)
    assert any("the column Life has numbers that are not read; --columns hp=Life" in line for line in found.report)
    assert found.findings.coverage is not None
    assert [each.name for each in found.findings.coverage.missing] == ["Life", "what only code says"]


@pytest.mark.parametrize("cell", ["60%", "60 %", '"60%"'])
def test_percent_is_a_weight(cell: str, tmp_path: Path) -> None:
    assert weights(rules(f"Monster,Floor,Chance\norc,1,{cell}\ntroll,1,40%\n", tmp_path), 1) == {
        "orc": [60],
        "troll": [40],
    }


def test_percent_is_a_weight_in_other_files(tmp_path: Path) -> None:
    file = tmp_path / "spawns.json"
    file.write_text('{"monsters": [{"id": "orc", "floor": 1, "chance": "60%"}]}', encoding="utf-8")
    assert "spawn = 60" in import_project(file).toml
    changed = export_in_place(rules_of(file, "[monsters.orc]\nspawn = 50\n"), file)
    write_in_place(changed, write)
    assert '"chance": "50%"' in file.read_text("utf-8")


def rules_of(file: Path, changes: str) -> Rulebook:
    """The ruleset of a file, with some keys changed."""
    (file.parent / "base.toml").write_text(filled_in(import_project(file).toml), encoding="utf-8")
    (file.parent / "mine.toml").write_text(f'extends = "./base.toml"\n{changes}', encoding="utf-8")
    return load_ruleset(str(file.parent / "mine.toml"))


@pytest.mark.parametrize("title", ["Spawns of my dungeon\n", "Spawns; version 2,,\n,,\n", "\n# by hand\nSpawns\n\n"])
def test_a_title_above_the_headings_is_left_out(title: str, tmp_path: Path) -> None:
    text = f"{title}Monster,Floor,Weight\norc,1,60\ntroll,3,40\n"
    assert weights(rules(text, tmp_path), 1, 3) == {"orc": [60, 60], "troll": [0, 40]}


def test_a_kind_may_stand_under_any_heading(tmp_path: Path) -> None:
    assert weights(rules("Who lurks,Floor 1,Floor 3\norc,60,20\n", tmp_path), 1, 3) == {"orc": [60, 20]}


def test_a_blank_in_a_grid_is_no_weight_there_and_no_fault(tmp_path: Path) -> None:
    grid = "Monster,Floor 1,Floor 2,Floor 5\norc,60,,20\ntroll,,40,80\n"
    assert weights(rules(grid, tmp_path), 1, 2, 5) == {"orc": [60, 0, 20], "troll": [0, 40, 80]}
    assert not imported(grid, tmp_path).findings.findings


def test_rows_of_one_kind_after_another_are_not_out_of_order(tmp_path: Path) -> None:
    found = imported("Monster,Floor,Weight\norc,1,60\norc,4,30\ntroll,1,40\n", tmp_path)
    assert not found.findings.findings


def test_a_kind_with_the_same_stats_in_several_rows_is_one(tmp_path: Path) -> None:
    assert not [line for line in imported(TWICE, tmp_path).report if "other numbers" in line]


def test_a_kind_with_other_stats_in_another_row_is_named(tmp_path: Path) -> None:
    found = imported(TWICE.replace("orc,4,30,10", "orc,4,30,12"), tmp_path)
    assert any("orc has other numbers here than at monsters.csv:2" in line for line in found.report)


def test_rows_that_are_the_same_to_the_letter_are_read(tmp_path: Path) -> None:
    assert weights(rules(TWICE + "troll,1,40,16,4\n", tmp_path), 1) == {"orc": [60], "troll": [40]}


def test_a_stat_that_stands_in_several_rows_is_changed_in_all(tmp_path: Path) -> None:
    rulebook = rules(TWICE, tmp_path, changes="[monsters.orc]\nhp = 11\n")
    changes = export_in_place(rulebook, tmp_path / "monsters.csv")
    assert (changes.refused, changes.numbers) == ((), 2)
    write_in_place(changes, write)
    assert (tmp_path / "monsters.csv").read_text("utf-8").count(",11,3") == 2


def test_columns_of_stats_are_kept_beside_the_sheet(tmp_path: Path) -> None:
    file = tmp_path / "monsters.csv"
    file.write_text(GERMAN, encoding="utf-8")
    words = "kind=Wer,floor=Ebene,weight=Anteil,hp=Leben,power=Angriff,defense=Schutz,xp=Punkte"
    assert main(["import", str(file), "--columns", words, "--out", str(tmp_path / "mine.toml")]) == 0
    assert "hp      = 16" in import_project(file).toml
