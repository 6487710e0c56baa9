"""Importing again writes the base anew, and leaves a person's file, which extends it, as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from sample_tutorial_projects import TCOD_2020, write_project
from steep.cli import main
from steep.content import RulesetError, load_ruleset


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project", TCOD_2020)


def change(project: Path, old: str, new: str, file: str = "entity_factories.py") -> None:
    path = project / file
    path.write_text(path.read_text().replace(old, new))


def test_a_first_import_writes_a_base_and_a_file_that_extends_it(project: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.toml"
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert out.read_text() == 'title   = "project"\nextends = "./game.base.toml"\n\n# Your changes:\n'
    assert (
        (tmp_path / "game.base.toml").read_text().startswith("# Written anew by each import. Write your changes into")
    )
    assert load_ruleset(str(out)).title == "project"


def test_importing_again_keeps_a_persons_changes_and_takes_the_projects(project: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.toml"
    main(["import", str(project), "--out", str(out)])
    mine = out.read_text() + "[monsters.orc]\nhp = 77  # tough\n"
    out.write_text(mine)
    change(project, "hp=16", "hp=18")
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert out.read_text() == mine
    assert {monster.key: monster.hp for monster in load_ruleset(str(out)).monsters} == {"orc": 77, "troll": 18}


def test_a_kind_that_is_gone_and_that_a_person_changed_is_named_until_the_file_loads(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.toml"
    main(["import", str(project), "--out", str(out)])
    mine = out.read_text() + "[items.confusion_scroll]\namount = 3\n"
    base = tmp_path / "game.base.toml"
    base.write_text(base.read_text() + '[items.wand]\nglyph = "/"\n')
    out.write_text(mine + '[items.wand]\nname = "stick"\n')
    for _ in range(2):
        capfd.readouterr()
        assert main(["import", str(project), "--out", str(out)]) == 1
        error = capfd.readouterr().err
        assert error.startswith(
            "no longer in the project:\n  items.wand: game.toml still changes it; "
            "complete it there, or delete it\n9 files"
        )
        assert "game.toml does not load:\n" in error
        assert "items.wand: found no glyph" in error.partition("does not load:")[2]
    out.write_text(mine)
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert load_ruleset(str(out)).title == "project"


def test_a_kind_that_a_person_added_is_not_gone(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.toml"
    main(["import", str(project), "--out", str(out)])
    out.write_text(out.read_text() + '[monsters.rat]\nglyph = "r"\nhp = 3\npower = 1\ndefense = 0\nxp = 2\nspawn = 9\n')
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert "no longer in the project" not in capfd.readouterr().err


@pytest.mark.parametrize("text", ["# mine\n", 'extends = "tcod-2020"\n', "not [toml\n"])
def test_another_file_is_never_written_over(
    text: str, project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.toml"
    out.write_text(text)
    assert main(["import", str(project), "--out", str(out)]) == 2
    assert out.read_text() == text
    assert not (tmp_path / "game.base.toml").exists()
    assert capfd.readouterr().err.endswith("choose a new file\n")


def test_a_base_that_a_person_wrote_is_never_written_over(project: Path, tmp_path: Path) -> None:
    base = tmp_path / "game.base.toml"
    base.write_text('extends = "tcod-2020"\n')
    assert main(["import", str(project), "--out", str(tmp_path / "game.toml")]) == 2
    assert base.read_text() == 'extends = "tcod-2020"\n'


def test_what_a_person_fills_in_is_kept_by_the_next_import(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    change(project, "hp=10,", "hp=roll(),")
    out = tmp_path / "game.toml"
    assert main(["import", str(project), "--out", str(out)]) == 1
    assert '[monsters.orc]\nhp      = "TODO"  # hp is known only at run time' in out.read_text()
    assert '"TODO"' not in (tmp_path / "game.base.toml").read_text()
    assert "monsters.orc.hp" in capfd.readouterr().err
    filled = out.read_text().replace('"TODO"', "12")
    out.write_text(filled)
    change(project, "hp=16", "hp=18")
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert out.read_text() == filled
    assert "missing" not in capfd.readouterr().err
    assert {monster.key: monster.hp for monster in load_ruleset(str(out)).monsters} == {"orc": 12, "troll": 18}


def test_what_is_new_to_fill_in_keeps_the_ruleset_from_loading(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.toml"
    main(["import", str(project), "--out", str(out)])
    mine = out.read_text()
    change(project, "hp=30,", "hp=roll(),")
    assert main(["import", str(project), "--out", str(out)]) == 1
    assert out.read_text() == mine
    with pytest.raises(RulesetError, match="found TODO"):
        load_ruleset(str(out))
    out.write_text(mine + "[hero]\nhp = 33\n")
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert load_ruleset(str(out)).hero.hp == 33
    assert "missing; replace each TODO in game.toml, else the ruleset does not load:" in capfd.readouterr().err


def test_a_monster_that_a_person_adds_where_none_was_found_is_kept(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", {"tables.py": "item_chances = {0: [('wand', 3)]}"})
    out = tmp_path / "game.toml"
    assert main(["import", str(project), "--out", str(out)]) == 1
    filled = out.read_text().replace("[monsters.TODO]", "[monsters.rat]")
    out.write_text(filled.replace('effect  = "TODO"', 'effect = "none"').replace('effect = "TODO"', 'effect = "none"'))
    out.write_text(out.read_text().replace('"TODO"', "1"))
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert [monster.key for monster in load_ruleset(str(out)).monsters if monster.spawn.entries] == ["rat"]
