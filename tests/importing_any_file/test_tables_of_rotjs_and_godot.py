"""Tables of the rot.js and the Godot tutorial are read, and changed where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.content import Rulebook, load_ruleset
from steep.exporting.in_place import export_in_place
from steep.importing import filled_in, import_project

ROTJS = """\
type FloorValue = [number, number][];

const MAX_MONSTERS_BY_FLOOR: FloorValue = [
  [1, 2],
  [4, 3], // more of them
];

const MONSTER_CHANCES: WeightedChoices[] = [
  { floor: 0, weights: [{ value: 'spawnOrc', weight: 80 }] },
  {
    floor: 3,
    weights: [{ value: 'spawnTroll', weight: 15 }],
  },
];
"""

GODOT = """\
const max_monsters_by_floor = [
	[1, 2],
	[4, 3]  # more of them
]

const enemy_chances = {
	0: {"orc": 80},
	3: {"troll": 15},
}
"""

Files = dict[str, str]


def written(folder: Path, files: Files) -> Path:
    project = folder / "project"
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(text.encode())
    return project


def rules(folder: Path, project: Path, changes: str = "") -> Rulebook:
    base, mine = folder / "base.toml", folder / "mine.toml"
    base.write_text(filled_in(import_project(project).toml), encoding="utf-8")
    mine.write_text(f'extends = "./base.toml"\n{changes}', encoding="utf-8")
    return load_ruleset(str(mine))


@pytest.mark.parametrize(("name", "text", "seed"), [("procgen.ts", ROTJS, "rotjs"), ("generator.gd", GODOT, "godot")])
def test_tables_become_a_ruleset_and_a_changed_number_goes_back(
    name: str, text: str, seed: str, tmp_path: Path
) -> None:
    project = written(tmp_path, {name: text})
    assert f'extends = "{seed}"' in import_project(project).toml
    rulebook = rules(tmp_path, project)
    assert rulebook.counts.monsters_per_room.entries == ((1, 2), (4, 3))
    assert {kind.key: kind.spawn.entries for kind in rulebook.monsters} == {"orc": ((1, 80),), "troll": ((3, 15),)}
    changes = export_in_place(rules(tmp_path, project, "[monsters.troll]\nspawn = { 3 = 25 }\n"), project)
    assert [after for _, after in changes.files.values()] == [text.replace("15", "25").encode()]


def test_what_code_decides_keeps_a_file_from_being_here_whole(tmp_path: Path) -> None:
    table = "export const MONSTERS = [{ floor: 1, kind: 'rat', weight: 60 }, { floor: 4, kind: 'rat', weight: 20 }];\n"
    report = import_project(written(tmp_path, {"tables.mjs": table})).findings
    assert {"attack", "weights"} <= set(report.assumed)
    assert report.coverage is not None
    assert report.coverage.here == report.coverage.total - len(report.assumed) == 4
    assert report.coverage.line().endswith(f"; not in it: {len(report.assumed)} × what only code says")


def test_what_is_only_asked_for_is_no_item(tmp_path: Path) -> None:
    file = tmp_path / "procgen.ts"
    file.write_text(ROTJS + "const savedItem = storage.getItem('saved game');\n", encoding="utf-8")
    assert "saved" not in import_project(file).toml


def test_rooms_smaller_than_their_walls_are_taken_as_the_smallest_there_are(tmp_path: Path) -> None:
    (tmp_path / "game.ts").write_text(
        "const monsterChances = {0: {orc: 80}};\nconst roomMinSize = 2;\n", encoding="utf-8"
    )
    result = import_project(tmp_path / "game.ts")
    (rooms,) = [each for each in result.sections if each.path == ("map",)]
    assert rooms.entries["room_min"][0] == 3
    assert [*result.findings.taken] == ["game.ts:2: map.room_min is 2, taken as 3: a ruleset takes 3 to 79"]
