"""Tables by floor are recognised by their shape, in whatever language they are written, and written back there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steep.cli import main
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.exporting.in_place import export_in_place, write_in_place
from steep.importing import filled_in, import_project
from steep.importing.literals.columns import parse_columns

LUA = """\
-- What lives below.
monster_weights = {
  orc = { {1, 80} },
  troll = {
    {3, 15},
    {5, 30}, -- grim
  },
}
max_monsters = { [1] = 2, [4] = 3 }
"""

CSHARP = """\
public static class Spawns
{
    public static readonly Dictionary<int, List<(string, int)>> MonsterChances = new()
    {
        [0] = new() { ("orc", 80) },
        [3] = new() { ("troll", 15) },
        [5] = new List<(string, int)> { ("troll", 30) },
    };
    static readonly int[][] MaxMonsters = new int[][] { new[] { 1, 2 }, new[] { 4, 3 } };
}
"""

PAIRS = """\
var monsterWeights = new Dictionary<int, Dictionary<string, int>>
{
    { 1, new Dictionary<string, int> { { "orc", 80 } } },
    { 3, new Dictionary<string, int> { { "troll", 15 } } },
    { 5, new Dictionary<string, int> { { "troll", 30 } } },
};
int[,] maxMonsters = { { 1, 2 }, { 4, 3 } };
"""

JSON = """\
{
  // Rows of one kind each.
  "monsters": [
    {"id": "orc", "minLevel": 1, "weight": 80},
    {"id": "troll", "minLevel": 3, "weight": 15},
    {"id": "troll", "minLevel": 5, "weight": 30}
  ],
  "max_monsters": {"1": 2, "4": 3}
}
"""

TOML = """\
[monster_weights]
orc = 80

[monster_weights.troll]
3 = 15
5 = 30

[max_monsters_by_floor]
1 = 2
4 = 3
"""

JAVASCRIPT = """\
export const MONSTERS = {
  orc: { name: "Orc", hp: 9, attack: 3, defense: 0, xp: 35, spawnWeight: { 1: 80 } },
  troll: { name: "Troll", hp: 16, attack: 4, defense: 1, xp: 100, spawnWeight: [[3, 15], [5, 30]] },
};
let maxMonsters = [{ floor: 1, max: 2 }, { floor: 4, max: 3 }];
"""

ROWS = "kind,floor,weight\norc,1,80\ntroll,3,15\ntroll,5,30\n"
FLOOR_COLUMNS = "monster\tFloor 1\tFloor 3\tFloor 5\norc\t80\t80\t80\ntroll\t0\t15\t30\n"
KIND_COLUMNS = "floor;orc;troll\n1;80;0\n3;80;15\n5;80;30\n"
MARKDOWN = (
    "| monster | floor | weight |\n| --- | --- | --- |\n| orc | 1 | 80 |\n| troll | 3 | 15 |\n| troll | 5 | 30 |\n"
)

LISTS = """\
const MONSTER_TABLES_BY_FLOOR = [
  [{ id: 'orc', weight: 80 }],
  [{ id: 'orc', weight: 80 }],
  [{ id: 'orc', weight: 80 }, { id: 'troll', weight: 15 }],
  [{ id: 'orc', weight: 80 }, { id: 'troll', weight: 15 }],
  [{ id: 'orc', weight: 80 }, { id: 'troll', weight: 30 }],
];
"""

WITH_COUNTS = {
    "spawns.lua": LUA,
    "Spawns.cs": CSHARP,
    "Pairs.cs": PAIRS,
    "spawns.json": JSON,
    "spawns.toml": TOML,
    "spawns.js": JAVASCRIPT,
}
SHEETS = {"monsters.csv": ROWS, "spawns.tsv": FLOOR_COLUMNS, "enemies.csv": KIND_COLUMNS, "monsters.txt": MARKDOWN}


def rules(folder: Path, file: Path, changes: str = "") -> Rulebook:
    """What a file is imported as, with some keys changed."""
    base, mine = folder / "base.toml", folder / "mine.toml"
    base.write_text(filled_in(import_project(file).toml), encoding="utf-8")
    mine.write_text(f'extends = "./base.toml"\n{changes}', encoding="utf-8")
    return load_ruleset(str(mine))


def write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


@pytest.mark.parametrize(("name", "text"), (WITH_COUNTS | SHEETS | {"lists.js": LISTS}).items())
def test_a_table_of_any_shape_is_read(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    rulebook = rules(tmp_path, tmp_path / name)
    weights = {kind.key: [int(kind.spawn.at(floor)) for floor in (1, 2, 3, 4, 5, 9)] for kind in rulebook.monsters}
    assert weights == {"orc": [80] * 6, "troll": [0, 0, 15, 15, 30, 30]}
    if name in WITH_COUNTS:
        assert rulebook.counts.monsters_per_room.entries == ((1, 2), (4, 3))


@pytest.mark.parametrize(("mark", "line_end"), [("", "\n"), ("\ufeff", "\r\n")])
@pytest.mark.parametrize(("name", "text"), (WITH_COUNTS | SHEETS).items())
def test_one_number_changes_and_no_other_byte(name: str, text: str, mark: str, line_end: str, tmp_path: Path) -> None:
    file = tmp_path / name
    before = (mark + text.replace("\n", line_end)).encode()
    file.write_bytes(before)
    assert export_in_place(rules(tmp_path, file), file).files == {}
    spawn = "{ 1 = 0, 3 = 15, 5 = 31 }" if text in (FLOOR_COLUMNS, KIND_COLUMNS) else "{ 3 = 15, 5 = 31 }"
    changes = export_in_place(rules(tmp_path, file, f"[monsters.troll]\nspawn = {spawn}\n"), file)
    assert (changes.refused, changes.numbers) == ((), 1)
    write_in_place(changes, write)
    assert file.read_bytes() == before.replace(b"30", b"31", 1)


@pytest.mark.parametrize(
    ("name", "text", "added", "removed"),
    [
        ("spawns.lua", LUA, "    {5, 30}, -- grim\n    {8, 20},\n", "    {3, 15},\n"),
        (
            "Spawns.cs",
            CSHARP,
            '        [8] = new List<(string, int)> { ("troll", 20) },\n',
            '        [3] = new() { ("troll", 15) },\n',
        ),
        ("spawns.toml", TOML, "5 = 30\n8 = 20\n", "3 = 15\n"),
        ("monsters.csv", ROWS, "troll,5,30\ntroll,8,20\n", "troll,3,15\n"),
        (
            "spawns.json",
            JSON,
            '30},\n    {"id": "troll", "minLevel": 8, "weight": 20}\n',
            '    {"id": "troll", "minLevel": 3, "weight": 15},\n',
        ),
        ("spawns.js", JAVASCRIPT, "[5, 30], [8, 20]]", "[3, 15], "),
    ],
)
def test_rows_are_added_and_removed(name: str, text: str, added: str, removed: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    rulebook = rules(tmp_path, file, "[monsters.troll]\nspawn = { 5 = 30, 8 = 20 }\n")
    changes = export_in_place(rulebook, file)
    assert changes.refused == ()
    write_in_place(changes, write)
    after = file.read_text(encoding="utf-8")
    assert added in after
    assert removed in text
    assert removed not in after
    assert load_ruleset(str(tmp_path / "mine.toml")).monsters == rulebook.monsters
    assert rules(tmp_path, file).monsters[-1].spawn == rulebook.monsters[-1].spawn


def test_columns_say_which_is_which_and_are_kept_beside_the_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "monsters.csv"
    file.write_text("WER,AB,ANTEIL\norc,1,80\ntroll,3,15\n", encoding="utf-8")
    assert main(["import", str(file)]) == 2
    assert "say which key is which with --columns kind=NAME,floor=NAME,weight=NAME" in capfd.readouterr().err
    assert main(["import", str(file), "--columns", "kind=WER,floor=AB,weight=ANTEIL"]) == 0
    assert "columns kept in monsters.csv.steep.toml" in capfd.readouterr().err
    assert "spawn = { 3 = 15 }" in import_project(file).toml


def test_a_kept_column_that_is_gone_is_named_with_the_file_that_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "monsters.csv"
    file.write_text("WER,AB,ANTEIL\norc,1,80\n", encoding="utf-8")
    kept = tmp_path / "monsters.csv.steep.toml"
    kept.write_text('[columns]\nkind = "WER"\nweight = "MENGE"\n', encoding="utf-8")
    with pytest.raises(InputError, match=f"^{re.escape(str(kept))}: found no key or column 'MENGE' for weight"):
        import_project(file)


def test_columns_may_be_numbers_of_places(tmp_path: Path) -> None:
    file = tmp_path / "spawns.js"
    file.write_text("const MONSTER_TABLE = [['orc', 80, 1], ['troll', 15, 3]];", encoding="utf-8")
    with pytest.raises(InputError, match="MONSTER_TABLE is not recognised as a table of kinds and weights"):
        import_project(file)
    toml = import_project(file, columns={"kind": "1", "weight": "2", "floor": "3"}).toml
    assert "spawn = { 3 = 15 }" in toml


@pytest.mark.parametrize("text", ["", "kind", "kin=A", "kind=A,kind=B", "kind="])
def test_columns_that_say_nothing_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="allowed: kind=NAME,floor=NAME,weight=NAME, each once"):
        parse_columns(text)


def test_what_items_weigh_is_no_chance(tmp_path: Path) -> None:
    file = tmp_path / "items.js"
    file.write_text("const ITEMS = { dagger: { name: 'Dagger', slot: 'weapon', powerBonus: 2, weight: 3 } };")
    imported = import_project(file)
    assert "spawn   = 3" not in imported.toml
    assert any("may be what items weigh" in line for line in imported.report)


def test_a_ruleset_of_steep_is_taken_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nextends = "rotjs"\n[hero]\nhp = 40\n', encoding="utf-8")
    assert import_project(file).toml == file.read_text(encoding="utf-8")


def test_what_no_file_says_comes_first(tmp_path: Path) -> None:
    (tmp_path / "spawns.lua").write_text(LUA, encoding="utf-8")
    imported = import_project(tmp_path / "spawns.lua")
    assert imported.report[1] == "assumed, because the files don't say:"
    assert any("hero: hp 30, power 5, defense 2" in line for line in imported.report[2:8])
    assert imported.toml.splitlines()[2] == "# Assumed, because the files don't say:"


UNNAMED = {
    "steps.lua": "return { rat = { {1, 60}, {4, 20} }, ogre = { {3, 15} } }",
    "records.lua": "return { rat = { minLevel = 1, weight = 60 }, ogre = { minLevel = 3, weight = 15 } }",
    "list.lua": 'return { { id = "rat", minLevel = 1, weight = 60 }, { id = "ogre", minLevel = 3, weight = 15 } }',
    "floors.lua": 'spawns = {\n  [1] = { { "rat", weight = 60 } },\n  [3] = { { id = "ogre", weight = 15 } },\n}',
    "exports.js": "module.exports = { rat: [[1, 60], [4, 20]], ogre: [[3, 15]] };",
    "default.js": "export default { rat: { minLevel: 1, weight: 60 }, ogre: { minLevel: 3, weight: 15 } };",
    "object.json": '{"rat": {"minLevel": 1, "weight": 60}, "ogre": {"minLevel": 3, "weight": 15}}',
    "array.json": '[{"id": "rat", "minLevel": 1, "weight": 60}, {"id": "ogre", "minLevel": 3, "weight": 15}]',
}


@pytest.mark.parametrize(("name", "text"), UNNAMED.items(), ids=UNNAMED)
def test_a_table_without_a_telling_name_is_read(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert "spawn   = { 3 = 15 }" in import_project(tmp_path / name).toml


@pytest.mark.parametrize("text", ['{"volume": 5, "speed": 3}', '{"xp_by_level": {"1": 10, "2": 20}}'])
def test_settings_are_no_table(text: str, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(InputError, match="found neither tables nor monsters"):
        import_project(tmp_path / "settings.json")


def test_stats_of_a_row_are_read_without_an_attack(tmp_path: Path) -> None:
    file = tmp_path / "mobs.lua"
    file.write_text("return { monsters = { rat = { minLevel = 1, weight = 60, hp = 5 } } }")
    imported = import_project(file)
    assert "hp      = 5\n" in imported.toml
    assert 'power   = "TODO"' in imported.toml


def test_a_row_of_a_known_monster_leaves_its_other_stats(tmp_path: Path) -> None:
    file = tmp_path / "mobs.lua"
    file.write_text("return { monsters = { orc = { minLevel = 1, weight = 60, hp = 5 } } }")
    orc, known = rules(tmp_path, file).monsters[0], load_ruleset("tcod-2020").monsters[0]
    assert (orc.hp, orc.power, orc.xp) == (5, known.power, known.xp)


def test_rows_that_fight_are_monsters_whatever_the_file_is_called(tmp_path: Path) -> None:
    file = tmp_path / "loot.lua"
    file.write_text("return { slime = { minLevel = 1, weight = 50, hp = 7, attack = 3 } }")
    toml = import_project(file).toml
    assert "[monsters.slime]" in toml
    assert "[items.slime]" not in toml
    assert "TODO" not in toml


def test_coverage_counts_the_numbers_of_the_file_and_what_only_code_says(tmp_path: Path) -> None:
    file = tmp_path / "mobs.lua"
    file.write_text("monsters = { rat = { hp = 6, attack = 2, minLevel = 5, maxLevel = 8, weight = 10 } }")
    coverage = import_project(file).findings.coverage
    assert coverage is not None
    assert (coverage.here, coverage.total) == (5, 9)
    assert coverage.line().endswith("; not in it: 4 × what only code says")


def test_what_columns_are_for_is_said_once(tmp_path: Path) -> None:
    file = tmp_path / "mobs.lua"
    file.write_text('enemies = { { name="rat", depth={1,5}, rarity=10 }, { name="ogre", depth={3,9}, rarity=4 } }')
    with pytest.raises(InputError, match="enemies is not recognised") as error:
        import_project(file)
    assert str(error.value).count("--columns") == 1


PAIRS_BY_KIND = '{"monster_chances": {"orc": [[80, 1], [15, 3]], "troll": [[15, 3], [30, 5]], "ogre": [[25, 4]]}}'


def test_pairs_of_one_kind_show_which_number_is_the_floor_for_all(tmp_path: Path) -> None:
    file = tmp_path / "tables.json"
    file.write_text(PAIRS_BY_KIND, encoding="utf-8")
    lines = import_project(file).toml.splitlines()
    assert [line for line in lines if line.startswith("spawn") and "= 0" not in line] == [
        "spawn = { 1 = 80, 3 = 15 }",
        "spawn = { 3 = 15, 5 = 30 }",
        "spawn   = { 4 = 25 }",
    ]


def test_pairs_that_may_be_read_either_way_are_named(tmp_path: Path) -> None:
    file = tmp_path / "tables.json"
    file.write_text('{"monster_chances": {"ogre": [[25, 4]]}}', encoding="utf-8")
    report = import_project(file).report
    assert any("monster_chances.ogre: the first number of each pair is the floor" in line for line in report)


STATS = {
    "js": """const monsters = {orc: {hp: 10, power: 3}, dragon: {hp: 60, power: 9}};
const monsterChances = {0: {orc: 80}};
""",
    "lua": """monsters = {orc = {hp = 10, power = 3}, dragon = {hp = 60, power = 9}}
monster_chances = {[0] = {orc = 80}}
""",
    "json": """{"monsters": {"orc": {"hp": 10, "power": 3}, "dragon": {"hp": 60, "power": 9}},
"monsterChances": {"0": {"orc": 80}},
""",
}
SECOND = {
    "js, by its name": ("js", "const bossChances = {3: {dragon: 70, orc: 30}};", "bossChances: not used"),
    "js, a list of records": ("js", 'const lair = [{kind: "dragon", weight: 3}];', "lair (dragon) is not read"),
    "js, pairs": ("js", 'const lair = [["dragon", 3], ["orc", 1]];', "lair (dragon, orc) is not read"),
    "lua, by its name": ("lua", "boss_chances = {[3] = {dragon = 70, orc = 30}}", "boss_chances: not used"),
    "lua, by floor": ("lua", "lair = {[3] = {dragon = 70}}", "lair (dragon) is not read"),
    "json, by its name": ("json", '"bossChances": {"3": {"dragon": 70, "orc": 30}}}', "bossChances: not used"),
    "json, by floor": ("json", '"lair": {"3": {"dragon": 70, "orc": 30}}}', "lair (dragon, orc) is not read"),
}


@pytest.mark.parametrize("how", SECOND)
def test_a_second_table_is_named_and_never_taken_for_the_first(how: str, tmp_path: Path) -> None:
    ending, second, said = SECOND[how]
    write(tmp_path / f"game.{ending}", f"{STATS[ending]}{second}\n".encode())
    result = import_project(tmp_path / f"game.{ending}")
    assert f"game.{ending}:3: {said}" in result.findings.assumed["tables"]
    spawn = {each.path[1]: each.entries["spawn"][0] for each in result.sections if each.path[0] == "monsters"}
    assert (spawn["orc"], spawn["dragon"]) == (80, 0)
