"""`steep show`: odds and expectations of every floor, as a table, in every format, and as a picture."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
import resvg_py

from command_fixture_types import Run, Write
from steep.content import load_ruleset
from steep.content.sections import GROWING
from steep.core.input_errors import InputError
from steep.lab.charts import svg


def answer_of(steep: Run, *words: object) -> dict[str, dict[object, dict[str, Any]]]:
    """The tables of the JSON, with the row of each floor, or of each kind where one floor is asked for."""
    found = json.loads(steep("show", *words, "--samples", 150, "--format", "json").out)
    by = {"floors": "floor", "enchantments": "enchantment"}
    return {
        name: {row[by.get(name, "kind")]: row for row in rows} for name, rows in found.items() if type(rows) is list
    }


def test_json_has_every_floor_with_odds_and_expectations(steep: Run) -> None:
    answer = json.loads(steep("show", "tcod-2020", "--samples", 100, "--format", "json").out)
    assert (answer["ruleset"], answer["hash"]) == ("tcod-2020", load_ruleset("tcod-2020").hash)
    assert [floor["floor"] for floor in answer["floors"]] == list(range(1, 9))
    sixth = answer["floors"][5]
    assert (sixth["monsters_per_room"], sixth["items_per_room"], sixth["region"]) == (5, 2, "")
    odds = {(row["floor"], row["kind"]): row["probability"] for row in answer["kinds"]}
    assert (odds[6, "orc"], odds[6, "troll"]) == pytest.approx((80 / 110, 30 / 110))
    assert odds[7, "troll"] == pytest.approx(60 / 140)
    assert (odds[1, "orc"], odds.get((1, "troll"))) == (1.0, None)


def test_expectations_have_intervals_unless_they_are_exact(steep: Run, write: Write) -> None:
    answer = answer_of(steep, write(ARRIVALS), "--floors", 1)
    orc, troll, floor = answer["kinds"]["orc"], answer["kinds"]["troll"], answer["floors"][1]
    assert orc["expected_low"] < orc["expected"] < orc["expected_high"]
    assert (troll["expected_low"], troll["expected"], troll["expected_high"]) == (1, 1, 1)
    assert floor["xp"] == pytest.approx(35 * orc["expected"] + 100)


def test_the_table_writes_odds_as_the_weights_of_the_file(steep: Run) -> None:
    lines = steep("show", "tcod-2020", "--floors", "6-7", "--samples", 100).out.splitlines()
    assert lines[2].startswith("100 of each")
    starts = [number for number, line in enumerate(lines) if line.startswith("floor ")]
    assert [lines[start].split(":")[0] for start in starts] == ["floor 6", "floor 7"]
    sixth = {line.split()[0]: line.split()[1:3] for line in lines[starts[0] + 2 : starts[1] - 1]}
    assert sixth["orc"] == ["80/110", "72.7%"]
    assert sixth["healing_potion"] == ["35/95", "36.8%"]


ARRIVALS = """
[counts]
monsters_per_room = { 1 = 2, 3 = 5 }
min_monsters_per_room = { 3 = 4 }
monster_room_chance = 60
min_items_per_room = 1
[monsters.troll]
guaranteed_on = 1
"""


def test_minimums_chances_and_guaranteed_monsters_are_shown(steep: Run, write: Write) -> None:
    path = write(ARRIVALS)
    first, third = steep("show", path, "--floors", "1-3", "--samples", 100).out.split("floor 1: ")[1].split("floor 3: ")
    assert "rooms of 0-2 monsters (in 60% of them) and 1 item;" in first
    assert "rooms of 4-5 monsters (in 60% of them) and 1 item;" in third
    (troll,) = [line.split() for line in first.split("floor 2")[0].splitlines() if line.startswith("  troll")]
    assert troll == ["troll", "guaranteed", "–", "1.00", "100.0%"]
    floor = answer_of(steep, path, "--floors", 3)["floors"][3]
    numbers = ("min_monsters_per_room", "monster_room_chance", "min_items_per_room", "item_room_chance")
    assert [floor[key] for key in numbers] == [4, 60, 1, 100]


BY_FLOOR = """
[counts]
monsters_per_room = 0
items_per_room = 0
monsters_per_floor = { 1 = "1d3+4", 2 = 6 }
items_per_floor = { 1 = 2, 2 = 0 }
[wandering]
every = { 2 = 90 }
"""


def test_numbers_by_floor_and_wandering_monsters_are_shown(steep: Run, write: Write) -> None:
    path = write(BY_FLOOR)
    out = steep("show", path, "--floors", "1-2", "--samples", 100).out
    assert "HP of healing; drawn: 1d3+4 monsters a floor, 2 items a floor\n" in out
    assert "HP of healing; drawn: 6 monsters a floor; a monster arrives every 90 turns\n" in out
    assert "no monsters" not in out
    beyond = json.loads(steep("show", path, "--floors", "1-2", "--format", "json").out)["beyond_rooms"]
    first = {"monsters_per_floor": "1d3+4", "items_per_floor": "2"}
    assert beyond == {"1": first, "2": {"monsters_per_floor": "6", "wandering_every": "90"}}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tcod-2002"], 'found no ruleset named "tcod-2002"'),
        (
            ["tcod-2020", "--samples", "0"],
            "--samples: found 0; allowed: a whole number from 1",
        ),
        (["tcod-2020", "--floors", "8-1"], '--floors: found "8-1"'),
        ([], "steep show needs RULESET"),
    ],
)
def test_a_bad_option_is_reported_in_one_line(words: list[str], complaint: str, steep: Run) -> None:
    answer = steep("show", *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err


GROWTH = """
[counts]
monsters_per_room = 2
[monsters.orc]
growth = { max_hp = 2, power = 0.5, xp = 5 }
"""


def test_the_stats_of_who_grows_are_those_of_the_floor(steep: Run, write: Write) -> None:
    path = write(GROWTH)
    lines = steep("show", path, "--floors", "1-3", "--samples", 100).out.split("who grows\n")[1].splitlines()
    assert lines[0].split() == ["floor", *GROWING]
    assert [line.split()[:4] for line in lines[1:]] == [
        ["1", "orc", "10", "3"],
        ["2", "orc", "12", "3"],
        ["3", "orc", "14", "4"],
    ]
    assert answer_of(steep, path, "--floors", 3)["stats"] == {
        "orc": {
            "floor": 3, "kind": "orc", "max_hp": 14, "power": 4, "defense": 0,
            "accuracy": 0, "evasion": 0, "speed": 100, "regeneration": 0, "xp": 45,
        },
    }  # fmt: skip


ENCHANTED = """
[hero]
slots = ["weapon"]
[enchantments.found]
chance   = { 2 = 50, 12 = 75 }
plus     = { 1 = "1d2", 4 = "1d4" }
negative = 30
[appearances.scroll]
names = ["ABRA", "CADA", "BRAM"]
glyph = "?"
[items.axe]
glyph = "/"
slot = "weapon"
power = 1
enchantment = "found"
spawn = { 3 = 50 }
[items.lightning_scroll]
appearance = "scroll"
[items.confusion_scroll]
appearance = "scroll"
"""


def test_enchantments_are_listed_on_the_floors_that_have_equipment_with_them(steep: Run, write: Write) -> None:
    path = write(ENCHANTED)
    answer = json.loads(steep("show", path, "--samples", 100, "--format", "json").out)
    drawn = [(row["floor"], row["chance"], row["plus"], row["negative"]) for row in answer["enchantments"]]
    # Floors 3 to 13: the axe appears from floor 3 on, and the chance last changes on floor 12.
    assert drawn[:2] == [(3, 0.5, "1d2", 0.3), (4, 0.5, "1d4", 0.3)]
    assert (drawn[-1], len(drawn)) == ((13, 0.75, "1d4", 0.3), 11)
    assert {row["kinds"] for row in answer["enchantments"]} == {"axe"}


def test_appearances_are_listed_with_their_kinds_and_looks(steep: Run, write: Write) -> None:
    path = write(ENCHANTED)
    words = ("show", path, "--floors", 1, "--samples", 100)
    line = "Not identified at first: scroll, 3 looks for confusion_scroll, lightning_scroll."
    assert line in steep(*words).out.splitlines()
    answer = json.loads(steep(*words, "--format", "json").out)
    assert answer["appearances"] == {"scroll": {"kinds": ["confusion_scroll", "lightning_scroll"], "looks": 3}}
    assert "Not identified" not in steep("show", "tcod-2020", "--floors", 1, "--samples", 100).out


def test_vaults_and_drawn_floors_are_shown(steep: Run, write: Write) -> None:
    path = write(
        "[counts]\nvaults_per_floor = 1\n"
        "[vaults.den]\nspawn = 1\nmap = '''\n###\n#T.\n###'''\nlegend = { T = { monster = 'troll' } }\n"
        "[vaults.nest]\nspawn = { 2 = 3 }\nmap = '...'\n"
        "[floors.hall]\nfloor = 3\nmap = '''\n#####\n#@T>#\n#####'''\nlegend = { T = { monster = 'troll' } }\n",
        "drawn.toml",
    )
    lines = steep("show", str(path), "--floors", "2-3", "--samples", 100).out.splitlines()
    assert any(line.endswith("; drawn: vaults 1") for line in lines)
    assert any(line.endswith("; drawn as a map: hall") for line in lines)
    shown = [line.split() for line in lines]
    assert ["2", "vault", "den", "1/4", "25.0%"] in shown
    assert ["2", "vault", "nest", "3/4", "75.0%"] in shown
    assert [words for words in shown if words[:1] == ["troll"]][1][:5] == ["troll", "on", "a", "map", "–"]
    second, third = json.loads(steep("show", str(path), "--floors", "2-3", "--format", "json").out)["floors"]
    assert (second["drawn"], third["drawn"]) == ("", "hall")


SAMPLES = ("--samples", 100)


@pytest.mark.parametrize(("name", "begins"), [("odds.png", b"\x89PNG"), ("odds.svg", b"<svg")])
def test_a_picture_is_written_beside_the_table(name: str, begins: bytes, steep: Run, tmp_path: Path) -> None:
    answer = steep("show", "tcod-2020", "--floors", "2-3", *SAMPLES, "--plot", tmp_path / name)
    assert answer.code == 0
    assert [line[:8] for line in answer.out.splitlines() if line.startswith("floor ")] == ["floor 2:", "floor 3:"]
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("odds.pdf", "a file that ends in .png or .svg"), ("file/odds.svg", "cannot be written: File exists")],
)
def test_an_unwritable_picture_is_reported_in_one_line(name: str, complaint: str, steep: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = steep("show", "tcod-2020", "--floors", 1, *SAMPLES, "--plot", tmp_path / name)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err


def test_a_png_needs_a_library_and_an_svg_does_not(steep: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "resvg_py" else find(name))
    answer = steep("show", "tcod-2020", "--plot", "odds.png")
    says = 'steep: --plot: odds.png needs resvg_py: pip install "steep[lab]"; a file that ends in .svg does not\n'
    assert (answer.code, answer.err) == (2, says)
    assert steep("show", "tcod-2020", "--floors", 1, *SAMPLES, "--plot", tmp_path / "odds.svg").code == 0


def test_a_png_without_a_font_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **given: draw(skip_system_fonts=True, **given))
    with pytest.raises(InputError, match="a PNG needs a font"):
        svg.png_of("<svg/>")
