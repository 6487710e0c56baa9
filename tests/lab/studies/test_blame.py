"""`steep.lab.blame` and `steep blame`: entries out and items in, whose effects are worked out by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import pytest

from command_fixture_types import Run
from rulesets_of_known_hazard import HAZARD
from simulate_ctrl_c import interrupting_bar
from steep.commands.shared import progress
from steep.core.input_errors import InputError
from steep.lab import Progress, Result, ablation, blame, compare
from steep.lab.ablation import without_mode
from steep.lab.simulate import play_and_count_paired_games
from steep.lab.simulate.simulation import Warmup

TRAP = """
extends = "tcod-2020"

[map]
room_attempts = 1
room_min = 6
room_max = 6

[counts]
monsters_per_room = 1
items_per_room = 0

[monsters.orc]
hp = 1
power = 0
spawn = 80

[monsters.troll]
hp = 10000
power = 10000
spawn = { 1 = 20, 2 = 120 }
"""
"""As `rulesets_of_known_hazard.deadly`, but orcs are harmless: the diver dies where a troll stands beside it."""

TROLL = HAZARD * 20 / 100
"""Hazard of floor 1."""

MORE_TROLLS = HAZARD * 120 / 200
"""Hazard of floor 2."""


Row = dict[str, Any]


def blamed(folder: Path, text: str, floor: int, games: int, mode: str = "", **more: Any) -> Result:
    """What changes of a ruleset do to the games of the diver."""
    path = folder / "trap.toml"
    path.write_text(text, encoding="utf-8")
    return blame(f"{path}:{mode}" if mode else path, floor, "diver", games=games, seed=100, **more)


def by_entry(result: Result) -> dict[str, Row]:
    return {f"{row['table']} {row['entry']}": row for row in result.rows()}


def values(row: Row) -> list[float]:
    return [row[name] for name in ("deaths", "hazard", "reached")]


def is_near(row: Row, name: str, expected: float) -> bool:
    """Whether a difference is within two half widths, about 4 standard errors, of its known value."""
    width: float = row[f"{name}_high"] - row[f"{name}_low"]
    return bool(abs(row[name] - expected) <= width)


def test_rows_are_blamed_for_the_deaths_worked_out_by_hand(tmp_path: Path) -> None:
    result = blamed(tmp_path, TRAP, 1, 1_000)
    rows = by_entry(result)
    troll, orc, count = (
        rows[name]
        for name in ("monsters.troll.spawn 1 = 20", "monsters.orc.spawn 1 = 80", "counts.monsters_per_room 1 = 1")
    )
    # Without trolls, or without any monster, no hero dies; without orcs every monster is a troll.
    assert is_near(troll, "deaths", -TROLL)
    assert values(count) == values(troll)
    assert is_near(orc, "deaths", HAZARD - TROLL)
    sizes = [abs(row["deaths"]) for row in result.rows()]
    assert (result.rows()[0], sizes) == (orc, sorted(sizes, reverse=True))
    for row in (troll, orc, count):
        assert [row[f"{name}_holds"] for name in ("deaths", "hazard", "reached")] == [True, True, False]
        assert values(row) == pytest.approx([row["deaths"]] * 2 + [0])
        # On a single floor, whoever doesn't die there clears it.
        assert row["died"] == row["deaths"] == pytest.approx(-row["won"]) == pytest.approx(-row["cleared"])
    saved = [each["entry"] for each in result.rows("saved")]
    assert (saved.count("1 = 20"), saved.count("1 = 80")) == (3, 0)


def test_a_later_row_is_blamed_for_its_difference_from_the_row_before(tmp_path: Path) -> None:
    rows = by_entry(blamed(tmp_path, TRAP, 2, 1_500))
    later, first = rows["monsters.troll.spawn 2 = 120"], rows["monsters.troll.spawn 1 = 20"]
    assert is_near(later, "hazard", TROLL - MORE_TROLLS)
    assert later["reached"] == 0
    assert is_near(later, "deaths", (1 - TROLL) * (TROLL - MORE_TROLLS))
    # A hero that would have died on floor 1 reaches floor 2, and may die there.
    assert is_near(first, "reached", TROLL)
    assert is_near(first, "hazard", 0)
    assert is_near(first, "deaths", TROLL * MORE_TROLLS)
    assert is_near(first, "cleared", TROLL + TROLL * (1 - MORE_TROLLS))


def test_a_row_is_blamed_for_what_a_comparison_with_a_file_without_it_finds(tmp_path: Path) -> None:
    row = by_entry(blamed(tmp_path, TRAP, 2, 200))["monsters.troll.spawn 2 = 120"]
    (tmp_path / "without.toml").write_text(TRAP.replace("{ 1 = 20, 2 = 120 }", "{ 1 = 20 }"), encoding="utf-8")
    files = tmp_path / "trap.toml", tmp_path / "without.toml"
    compared = compare(*files, "diver", games=200, seed=100, floors=(1, 2))
    (change,) = [each for each in compared.rows() if (each["measure"], each["floor"]) == ("deaths", 2)]
    assert [row["hazard"], row["hazard_low"], row["hazard_high"]] == [
        change["difference"],
        change["low"],
        change["high"],
    ]


PITS = """
extends = "tcod-2020"

[counts]
monsters_per_room = 0
items_per_room = 0
vaults_per_floor = 1

[layouts.pitted]
generator = "caves"
spawn = 1
overlays = [
    { terrain = "hidden_pit", count = 6, cells = 40 },
    { terrain = "grass", count = 2, cells = 20 },
]

[vaults.den]
spawn = 1
populate = true
map = \"\"\"
...
.m.
...
\"\"\"
legend = { m = { monster = "orc" } }

[monsters.orc]
power = 0
hp = 1
spawn = 0
[monsters.troll]
spawn = 0

[terrain.pit]
glyph = "^"
abilities = ["stakes"]
[terrain.hidden_pit]
glyph = "^"
looks_like = "floor"
found_to = "pit"
[abilities.stakes]
trigger = "enter"
shape = "self"
chance = 50
effects = [{ damage = 1000 }]
"""
"""Caves in which only pits kill, and a vault with an orc that harms nobody."""


DEADLY_VAULTS = PITS.replace("damage = 1000", "damage = 0").replace("power = 0\nhp = 1", "power = 1000\nhp = 1000")


@pytest.mark.parametrize(
    ("text", "culprits", "innocent"),
    [
        (
            PITS,
            # Without the layout, floors are dug as [map] says, without pits.
            ["terrain.pit.abilities stakes", "layouts.pitted.overlays hidden_pit", "layouts.pitted.spawn 1 = 1"],
            ["layouts.pitted.overlays grass", "vaults.den.spawn 1 = 1"],
        ),
        (
            DEADLY_VAULTS,
            ["vaults.den.spawn 1 = 1", "counts.vaults_per_floor 1 = 1"],
            ["terrain.pit.abilities stakes"],
        ),
    ],
)
def test_terrain_overlays_and_vaults_are_blamed_for_the_deaths_that_only_they_cause(
    tmp_path: Path, text: str, culprits: list[str], innocent: list[str]
) -> None:
    result = blamed(tmp_path, text, 1, 250)
    rows = by_entry(result)
    assert {f"{row['table']} {row['entry']}" for row in result.rows()[: len(culprits)]} == set(culprits)
    assert all(-1 < rows[name]["deaths"] < -0.02 and rows[name]["deaths_holds"] for name in culprits)
    assert not any(rows[name]["deaths_holds"] for name in innocent)


def test_results_depend_neither_on_jobs_nor_on_laps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_one_lap = blamed(tmp_path, TRAP, 2, 230, jobs=1)
    monkeypatch.setattr(play_and_count_paired_games, "LAP", 60)
    assert blamed(tmp_path, TRAP, 2, 230, jobs=3) == in_one_lap


def test_after_a_stop_only_laps_played_by_all_rulesets_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_and_count_paired_games, "LAP", 50)
    whole = blamed(tmp_path, TRAP, 1, 100)
    rulesets = 1 + len(whole.rows())

    def stop_in_the_third_lap(now: Progress) -> None:
        if now.games > 2 * 50 * rulesets + 60:
            now.stop()

    stopped = blamed(tmp_path, TRAP, 1, 1_000, jobs=1, progress=stop_in_the_third_lap)
    assert (stopped.facts["games"], stopped.facts["games_asked"]) == (100, 1_000)
    assert stopped.rows() == whole.rows()
    at_once = blamed(tmp_path, TRAP, 1, 10**6, jobs=1, progress=lambda now: now.stop())
    assert (at_once.facts["games"], at_once.rows()) == (0, [])


def test_in_a_mode_rows_are_blamed_for_deaths_in_that_mode(tmp_path: Path) -> None:
    rows = by_entry(blamed(tmp_path, TRAP + "[modes.easy]\nmonsters = -100\n", 1, 60, "easy"))
    # The mode has no monsters at all, so no row makes a difference.
    assert "counts.monsters_per_room 1 = 1" not in rows
    assert {value for row in rows.values() for value in values(row)} == {0}
    more = TRAP + "[modes.more]\nmonsters = 100\n"
    hazards = [blamed(tmp_path, more, 2, 200, mode).facts["hazard"]["value"] for mode in ("", "more")]
    assert hazards[0] < hazards[1]


DOOMED = """
extends = "tcod-2020"

[counts]
items_per_room = 0
monsters_per_room = { 1 = 2, 3 = 20 }
min_monsters_per_room = { 3 = 20 }

[monsters.orc]
power = POWER
spawn = { 1 = 80, 3 = 0 }

[monsters.troll]
hp = 1000
power = 1000
speed = 300
spawn = { 3 = 80 }

[items.healing_potion]
amount = 30
"""
"""Whatever happens on floors 1 and 2, nobody gets past floor 3."""


@pytest.mark.parametrize(
    ("power", "floors", "hp"),
    [
        (3, (-0.05, 0.05), (0, 5)),  # orcs that leave the hero its potions
        (4, (0.4, 0.8), (25, 30)),  # the potion is drunk on the way: of 30 HP
        pytest.param(5, (1.0, 1.4), None, marks=pytest.mark.slow),  # without it hardly anybody gets to floor 3
    ],
)
def test_a_potion_is_not_called_harmful_as_heroes_who_die_anyway_have_drunk_it(
    tmp_path: Path, power: int, floors: tuple[float, float], hp: tuple[float, float] | None
) -> None:
    path = tmp_path / "doomed.toml"
    path.write_text(DOOMED.replace("POWER", str(power)), encoding="utf-8")
    (potion,) = blame(path, 3, one_more="healing_potion", games=300).rows()
    assert (potion["table"], potion["entry"], potion["from_floor"]) == ("hero.start", "healing_potion", 1)
    assert (potion["died"], potion["died_holds"]) == (0, False)
    assert floors[0] <= potion["cleared"] <= floors[1]
    assert potion["cleared_holds"] == (power > 3)
    assert potion["hp"] is None if hp is None else hp[0] <= potion["hp"] <= hp[1] + 0.5


def test_all_items_or_several_are_put_in_one_at_a_time(tmp_path: Path) -> None:
    every, some = (
        blamed(tmp_path, TRAP, 1, 20, one_more=items) for items in ("all", ["healing_potion", "fireball_scroll"])
    )
    assert len(every.rows()) == 4
    assert [row["entry"] for row in some.rows()] == ["healing_potion", "fireball_scroll"]
    assert "as it is and with one more of each of 2 kinds of items" in some.lead[0]
    assert some.facts["floor"] == 1
    assert blame("tcod-2020", bot="diver", games=10, one_more="healing_potion").facts["floor"] == 10


def test_a_floor_that_no_game_reaches_is_reported(tmp_path: Path) -> None:
    packed = TRAP.replace("spawn = 80", "spawn = 0").replace("room = 1", "room = 50")
    wall = packed.replace("room_min = 6", "room_min = 3").replace("room_max = 6", "room_max = 3")
    assert "floor 3: no game reaches it" in str(blamed(tmp_path, wall, 3, 5))


LONE = 'extends = "tcod-2020"\n[counts]\nmonsters_per_room = 0\nitems_per_room = 0\n' + "".join(
    f"[{kind}]\nspawn = 0\n"
    for kind in (
        *("monsters.orc", "monsters.troll", "items.healing_potion"),
        *("items.confusion_scroll", "items.lightning_scroll", "items.fireball_scroll"),
    )
)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["steep", "--floor", "99"], "the dungeon ends on floor 20"),
        (["tcod-2020"], "--floor: found none; allowed: the number of the floor whose deaths to explain"),
        (["tcod-2020", "--floor", "0"], "--floor: found 0; allowed: a whole number from 1 to 100"),
        (["tcod-2020", "--floor", "5", "--bot", "diver,explorer"], '--bot: found "diver,explorer"; allowed: one bot'),
        (["tcod-2020", "--floor", "5", "--games", "none"], "--games: found 'none'"),
        (["tcod-2020:hrd", "--floor", "5"], 'found no mode "hrd"'),
        (["tcod-2020", "--with", "poton"], 'found no item "poton"; there are: confusion_scroll'),
        (["lone.toml", "--floor", "3"], "found no table entry that affects floors 1 to 3"),
    ],
)
def test_a_wrong_argument_gets_one_line_and_exit_code_2(
    words: list[str], complaint: str, steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lone.toml").write_text(LONE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    answer = steep("blame", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"floor": 0}, "floors: found 0"),
        ({"floor": None}, "floor: found none"),
        ({"one_more": 3}, "one_more: found 3; allowed: keys of items"),
    ],
)
def test_a_wrong_value_is_refused_before_any_game(arguments: dict[str, Any], complaint: str) -> None:
    told: list[Progress] = []
    with pytest.raises(InputError, match=complaint):
        blame("tcod-2020", **{"floor": 1, **arguments}, progress=told.append)
    assert not told


class BusyCompiler(Warmup):
    """A background compiler that never finishes."""

    process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        BusyCompiler.process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        self._process = BusyCompiler.process
        self._compiles = True
        return self


def test_ctrl_c_ends_the_games_and_the_background_compiler(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "trap.toml"
    trap.write_text(TRAP, encoding="utf-8")
    monkeypatch.setattr(ablation, "Warmup", BusyCompiler)
    monkeypatch.setattr(progress, "bar", interrupting_bar(after=20))
    answer = steep("blame", trap, "--floor", 1, "--bot", "diver", "--games", 5_000)
    try:
        assert answer.code == 130
        assert BusyCompiler.process.wait(30) != 0
    finally:
        BusyCompiler.process.kill()


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("tcod-2020:hard", "tcod-2020"),
        ("my.toml:hard", "my.toml"),
        ("my.toml:hard@HEAD~1", "my.toml@HEAD~1"),
        ("hard", "hard"),
    ],
)
def test_the_mode_is_taken_off_a_rulesets_name(name: str, left: str) -> None:
    assert without_mode(name, "hard") == left
