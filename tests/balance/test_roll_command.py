"""`steep roll` shows the generated floors and is deterministic."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from command_fixture_types import Load, Run, Write
from steep.balance.rolled_floors import roll_floors
from steep.content import load_ruleset
from steep.core.ruleset import MAX_FLOORS
from steep.core.world import World
from steep.mapgen.make_floor import make_floor


def test_the_map_shows_every_monster_and_item_where_it_was_generated() -> None:
    book, world = load_ruleset("tcod-2020"), World()
    world.seed = 42
    make_floor(world, book.compiled, 6)
    rolled = next(roll_floors(book, 42, 6, 6))
    placed = {(world.actors[i].cell % 80, world.actors[i].cell // 80) for i in range(world.actor_count)}
    assert {(one.x, one.y) for one in rolled.monsters} == placed
    glyphs = {kind.key: kind.glyph for kind in book.monsters} | {kind.key: kind.glyph for kind in book.items}
    for one in (*rolled.monsters, *rolled.items):
        assert rolled.rows[one.y][one.x] == glyphs[one.kind]
    assert rolled.rows[rolled.start[1]][rolled.start[0]] == "@"


def test_on_an_ascii_terminal_the_rows_of_the_map_line_up(steep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from steep.commands.shared.output import in_columns

    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert in_columns("#≈♣Ж.\n#~~~.\n") == "#=#?.\n#~~~.\n"


def test_a_floor_of_a_region_says_so(steep: Run, write: Write) -> None:
    path = write('[regions.mines]\nname = "The Mines"\nfloors = [2, 3]\n')
    assert ", floor 2 (The Mines)\n" in steep("roll", path, "--floors", 2).out
    assert json.loads(steep("roll", path, "--floors", 2, "--format", "json").out)["region"] == "mines"
    assert json.loads(steep("roll", path, "--floors", 4, "--format", "json").out)["region"] is None


THEMED = """
[counts]
themes_per_floor = 3
[themes.den]
spawn = 1
fill = [{ monster = "orc", count = 2 }]
[themes.cellar]
spawn = 1
fill = [{ item = "healing_potion", count = 3 }]
"""


def test_themes_are_named_with_the_room_that_they_fill(steep: Run, write: Write) -> None:
    path = write(THEMED)
    shown = json.loads(steep("roll", path, "--seed", 3, "--format", "json").out)
    assert len(shown["themes"]) == 3
    for theme in shown["themes"]:
        inside = [
            one["kind"]
            for one in shown["monsters"] + shown["items"]
            if 0 <= one["x"] - theme["x"] < theme["width"] and 0 <= one["y"] - theme["y"] < theme["height"]
        ]
        kind, count = {"den": ("orc", 2), "cellar": ("healing_potion", 3)}[theme["key"]]
        assert inside.count(kind) >= count
    first = shown["themes"][0]
    line = f"Theme {first['key']}, {first['width']} x {first['height']} at {first['x']}, {first['y']}\n"
    assert line in steep("roll", path, "--seed", 3).out
    rows = csv.DictReader(io.StringIO(steep("roll", path, "--seed", 3, "--format", "csv").out))
    assert [row["kind"] for row in rows if row["family"] == "theme"] == [theme["key"] for theme in shown["themes"]]


def test_a_floor_below_the_last_of_the_dungeon_is_refused(steep: Run) -> None:
    for words in (("--floors", 21), ("--floors", "19-21")):
        answer = steep("roll", "steep", *words)
        assert answer.code == 2
        assert f"{words[0]}: found 21; the dungeon ends on floor 20" in answer.err


def test_a_unique_appears_once_in_a_run(load: Load) -> None:
    book = load("")
    orc = next(number for number, kind in enumerate(book.monsters) if kind.key == "orc")
    book.compiled.monsters[orc].unique = 1
    orcs = [rolled.monster_counts.get("orc", 0) for rolled in roll_floors(book, 1, 1, 9)]
    assert sum(orcs) == 1
    assert next(roll_floors(book, 1, 9, 9)).monster_counts.get("orc", 0) == orcs[8]


def test_a_pity_timer_keeps_its_guarantee(load: Load) -> None:
    book = load("[counts]\nitems_per_room = 0")
    pity_timer = book.compiled.pity_timers[0]
    book.compiled.pity_timer_count = 1
    potion = next(number for number, kind in enumerate(book.items) if kind.key == "healing_potion")
    pity_timer.kind, book.compiled.items[potion].pity_timer = potion, 1
    for floor in range(MAX_FLOORS):
        pity_timer.guarantee[floor] = 2 if floor >= 2 else 0
    potions = [rolled.item_counts.get("healing_potion", 0) for rolled in roll_floors(book, 1, 1, 4)]
    assert potions == [0, 0, 2, 0]


def test_a_floor_is_a_page_with_a_heading(steep: Run) -> None:
    answer = steep("roll", "tcod-2020", "--floors", 6, "--seed", 42)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == f"tcod-2020 {load_ruleset('tcod-2020').hash}, seed 42, floor 6"
    rolled = next(roll_floors(load_ruleset("tcod-2020"), 42, 6, 6))
    assert tuple(lines[1:44]) == rolled.rows
    assert f"  o  {rolled.monster_counts['orc']:2}  orc" in lines
    assert f"{len(rolled.items)} items, {rolled.healing} HP of healing" in lines


def test_json_gives_one_floor_or_a_list_of_them(steep: Run) -> None:
    one = json.loads(steep("roll", "rotjs", "--floors", 3, "--seed", 8, "--format", "json").out)
    several = json.loads(steep("roll", "rotjs", "--floors", "3-4", "--seed", 7, "--count", 2, "--format", "json").out)
    assert [(each["seed"], each["floor"]) for each in several] == [(7, 3), (7, 4), (8, 3), (8, 4)]
    assert several[2] == one
    assert one["hash"] == load_ruleset("rotjs").hash
    assert sum(one["roster"]["monsters"].values()) == len(one["monsters"])


def test_two_catalogues_of_one_ruleset_are_identical(steep: Run, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        answer = steep("roll", "tcod-2020", "--floors", "1-2", "--count", 2, "--seed", 3, "--out", tmp_path / folder)
        assert (answer.code, answer.out) == (0, "")
    written = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert written == [f"seed-{seed}-floor-00{floor}.txt" for seed in (3, 4) for floor in (1, 2)]
    for name in written:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--floors", "0"], '--floors: found "0"'),
        (["--floors", "x"], '--floors: found "x"'),
        (["--floors", "3-2"], '--floors: found "3-2"; allowed: A-B, two floors from 1 to 1000 in rising order'),
        (["--seed", "-1"], "--seed: found -1; allowed: a whole number from 0 to 9223372036854775807"),
        (["--seed", "9223372036854775807", "--count", "2"], "--count: found 2"),
    ],
)
def test_a_bad_option_is_reported_in_one_line(words: list[str], complaint: str, steep: Run) -> None:
    answer = steep("roll", "tcod-2020", *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err


def test_the_table_json_and_csv_tell_captives(steep: Run, write: Write) -> None:
    path = write("[monsters.orc]\ncaptive = 100\n[monsters.troll]\nspawn = 0\n")
    orcs = next(roll_floors(load_ruleset(str(path)), 3, 1, 1)).monster_counts["orc"]
    table, found = (
        steep("roll", path, "--seed", 3).out,
        json.loads(steep("roll", path, "--seed", 3, "--format", "json").out),
    )
    assert f"orc ({orcs} captive{'' if orcs == 1 else 's'})" in table
    assert f"{orcs} monster{'' if orcs == 1 else 's'}, threat" in table
    assert " 0 XP" in table
    assert (found["xp"], [one["captive"] for one in found["monsters"]]) == (0, [True] * orcs)
    rows = csv.DictReader(io.StringIO(steep("roll", path, "--seed", 3, "--format", "csv").out))
    assert {row["captive"] for row in rows if row["family"] == "monster"} == {"1"}


def test_a_folder_that_cannot_be_written_is_reported(steep: Run, write: Write) -> None:
    answer = steep("roll", "tcod-2020", "--out", write())
    assert (answer.code, answer.err) == (2, f"steep: --out: {write()} cannot be written (File exists)\n")
