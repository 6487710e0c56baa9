"""`steep blame`: rows whose share in the deaths is worked out by hand, and the command's output."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Self

import numpy as np
import pytest

from command_fixture_types import Run
from generated_floors import rulebook_from
from rulesets_of_known_hazard import HAZARD
from simulate_ctrl_c import interrupting_bar
from steep.commands.shared import progress
from steep.core.input_errors import InputError
from steep.lab import floor_blame
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_and_count_paired_games import PairedCounts, play_pairs, worker_pools_for
from steep.lab.simulate.simulation_task import Task
from steep.lab.studies import blame_table_entries
from steep.lab.studies.blame_table_entries import Blame, Effect, Trials
from steep.lab.studies.remove_one_table_entry import ablations

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


def trials(text: str, floor: int, games: int, jobs: int = 2, mode: str = "") -> Trials:
    book = rulebook_from(text)
    played_rulebook = book.in_mode(mode) if mode else book
    study = Trials(played_rulebook.compiled, ablations(book, floor, mode), Task("diver", 100, games, last_floor=floor))
    study.play(jobs, lambda _games, _turns: None)
    return study


def by_row(blames: list[Blame]) -> dict[str, Blame]:
    return {str(blame_row.row): blame_row for blame_row in blames}


def is_near(effect: Effect, expected: float) -> bool:
    """Whether a difference is within 4 standard errors of its known value."""
    return abs(effect.difference.value - expected) <= 4 * effect.difference.error


def values(blame_row: Blame) -> list[float]:
    return [effect.difference.value for effect in blame_row.effects]


def test_rows_are_blamed_for_the_deaths_worked_out_by_hand() -> None:
    study = trials(TRAP, 1, 3_000)
    blames = by_row(study.blame())
    troll, orc, count = (
        blames[name]
        for name in ("monsters.troll.spawn 1 = 20", "monsters.orc.spawn 1 = 80", "counts.monsters_per_room 1 = 1")
    )
    # Without trolls, or without any monster, no hero dies; without orcs every monster is a troll.
    assert is_near(troll.deaths, -TROLL)
    assert values(count) == values(troll)
    assert is_near(orc.deaths, HAZARD - TROLL)
    assert study.blame()[0] == orc
    for blame_row in (troll, orc, count):
        assert [effect.holds for effect in blame_row.effects] == [True, True, False]
        assert values(blame_row) == pytest.approx([blame_row.deaths.difference.value] * 2 + [0])
    assert len(troll.saved) == 3
    assert orc.saved == ()


def test_rows_that_do_nothing_are_blamed_for_nothing() -> None:
    blames = by_row(trials(TRAP, 1, 300).blame())
    potion = blames["items.healing_potion.spawn 1 = 35"]
    assert values(potion) == [0, 0, 0]
    assert [(effect.p, effect.holds) for effect in potion.effects] == [(1, False)] * 3
    assert (potion.differs, potion.saved) == (False, ())


def test_a_later_row_is_blamed_for_its_difference_from_the_row_before() -> None:
    blames = by_row(trials(TRAP, 2, 4_000).blame())
    later, first = blames["monsters.troll.spawn 2 = 120"], blames["monsters.troll.spawn 1 = 20"]
    assert is_near(later.hazard, TROLL - MORE_TROLLS)
    assert later.reached.difference.value == 0
    assert is_near(later.deaths, (1 - TROLL) * (TROLL - MORE_TROLLS))
    # A hero that would have died on floor 1 reaches floor 2, and may die there.
    assert is_near(first.reached, TROLL)
    assert is_near(first.hazard, 0)
    assert is_near(first.deaths, TROLL * MORE_TROLLS)


def test_a_row_is_blamed_for_the_difference_from_a_file_without_it() -> None:
    study = trials(TRAP, 2, 200)
    without_row = rulebook_from(TRAP.replace("{ 1 = 20, 2 = 120 }", "{ 1 = 20 }"))
    counts = PairedCounts(study.task)
    with worker_pools_for([rulebook_from(TRAP).compiled, without_row.compiled], 2) as worker_pools:
        play_pairs(worker_pools, [counts], 2)
    number = [str(blame_row.row) for blame_row in study.ablations].index("monsters.troll.spawn 2 = 120")
    assert np.array_equal(study.paired[number].pairs, counts.pairs)


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


def test_terrain_layouts_and_their_overlays_are_blamed_for_the_deaths_that_only_they_cause() -> None:
    study = trials(PITS, 1, 400)
    blames = study.blame()
    rows = by_row(blames)
    died = rows["terrain.pit.abilities stakes"].deaths.difference.value
    assert -1 < died < -0.3
    # Without the layout, floors are dug as [map] says, without pits.
    culprits = ("terrain.pit.abilities stakes", "layouts.pitted.overlays hidden_pit", "layouts.pitted.spawn 1 = 1")
    assert {str(each.row) for each in blames[:3]} == set(culprits)
    for name in culprits:
        assert rows[name].deaths.difference.value == died
        assert rows[name].deaths.holds
    for name in ("layouts.pitted.overlays grass", "vaults.den.spawn 1 = 1"):
        assert not rows[name].deaths.holds


def test_a_vault_is_blamed_for_what_is_in_it() -> None:
    murderous = PITS.replace("damage = 1000", "damage = 0").replace("power = 0\nhp = 1", "power = 1000\nhp = 1000")
    blames = trials(murderous, 1, 400).blame()
    rows = by_row(blames)
    assert {str(each.row) for each in blames[:2]} == {"vaults.den.spawn 1 = 1", "counts.vaults_per_floor 1 = 1"}
    assert rows["vaults.den.spawn 1 = 1"].deaths.holds
    assert not rows["terrain.pit.abilities stakes"].deaths.holds


def test_results_depend_neither_on_jobs_nor_on_laps(monkeypatch: pytest.MonkeyPatch) -> None:
    in_one_lap = trials(TRAP, 2, 230, jobs=1)
    monkeypatch.setattr(blame_table_entries, "LAP", 60)
    in_four_laps = trials(TRAP, 2, 230, jobs=3)
    assert (in_one_lap.games, in_four_laps.games) == (230, 230)
    assert in_one_lap.blame() == in_four_laps.blame()


def test_after_a_stop_only_laps_played_by_all_rulesets_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame_table_entries, "LAP", 50)
    book = rulebook_from(TRAP)
    study = Trials(book.compiled, ablations(book, 1), Task("diver", 100, 1_000, last_floor=1))
    played = 0

    def stop_in_the_third_lap(games: int, turns: int) -> None:
        nonlocal played
        played += games
        if played > 2 * 50 * (1 + len(study.ablations)) + 60:
            study.stop()

    study.play(1, stop_in_the_third_lap)
    assert study.games == 100
    assert study.blame() == trials(TRAP, 1, 100).blame()


def test_in_a_mode_rows_are_blamed_for_deaths_in_that_mode() -> None:
    easy = TRAP + "[modes.easy]\nmonsters = -100\n"
    study = trials(easy, 1, 60, mode="easy")
    # The mode has no monsters at all, so no row makes a difference.
    assert "counts.monsters_per_room 1 = 1" not in {str(blame_row.row) for blame_row in study.ablations}
    assert not any(blame_row.differs for blame_row in study.blame())


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    path = tmp_path / "trap.toml"
    path.write_text(TRAP + "[modes.more]\nmonsters = 100\n", encoding="utf-8")
    return path


QUICK = ("--floor", 2, "--bot", "diver", "--games", 400, "--seed", 100)


def test_the_table_lists_every_row_by_falling_difference(steep: Run, trap: Path) -> None:
    answer = steep("blame", trap, *QUICK)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0].startswith("trap ")
    assert "400 games from seed 100 by diver (clears" in lines[0]
    assert "as it is and without each of" in lines[0]
    assert lines[1].startswith("floor 2: ")
    assert lines[2].split("  ")[1:3] == ["without", ""]
    assert "deaths on floor 2" in lines[2]
    rows = [line for line in lines if " ± " in line]
    assert rows[0].split("  ")[1] == "counts.monsters_per_room 1 = 1"
    assert rows[0].count(" points *") == 3
    sizes = [abs(float(row.split(" ±")[0].split()[-1])) for row in rows]
    assert sizes == sorted(sizes, reverse=True)
    without_effect = lines[lines.index(next(line for line in lines if line.startswith("  no difference"))) :]
    assert "  items.healing_potion.spawn 1 = 35" in without_effect


def test_json_and_csv_have_the_same_figures(steep: Run, trap: Path) -> None:
    answer = json.loads(steep("blame", trap, *QUICK, "--format", "json").out)
    assert (answer["ruleset"], answer["bot"], answer["games"], answer["floor"]) == ("trap", "diver", 400, 2)
    assert answer["hazard"]["value"] == pytest.approx(answer["died"] / answer["reached"])
    deaths = [abs(row["deaths"]) for row in answer["rows"]]
    assert deaths == sorted(deaths, reverse=True)
    first = answer["rows"][0]
    assert (first["table"], first["entry"], first["from_floor"]) == ("counts.monsters_per_room", "1 = 1", 1)
    assert first["deaths_low"] < first["deaths"] < first["deaths_high"] < 0
    assert first["deaths_holds"] is True
    assert len(first["dead_only_with_it"]) == 3
    rows = list(csv.DictReader(io.StringIO(steep("blame", trap, *QUICK, "--format", "csv").out)))
    assert [row["entry"] for row in rows] == [row["entry"] for row in answer["rows"]]
    assert [float(row["hazard"]) for row in rows] == [row["hazard"] for row in answer["rows"]]


def test_a_mode_is_chosen_by_its_name(steep: Run, trap: Path) -> None:
    plain = json.loads(steep("blame", trap, *QUICK, "--format", "json").out)
    more = json.loads(steep("blame", f"{trap}:more", *QUICK, "--format", "json").out)
    assert more["ruleset"] == "trap:more"
    assert more["hazard"]["value"] > plain["hazard"]["value"]


def test_a_floor_that_no_game_reaches_is_reported(steep: Run, tmp_path: Path) -> None:
    path = tmp_path / "wall.toml"
    packed = TRAP.replace("spawn = 80", "spawn = 0").replace("room = 1", "room = 50")
    path.write_text(packed.replace("room_min = 6", "room_min = 3").replace("room_max = 6", "room_max = 3"))
    answer = steep("blame", path, "--floor", 3, "--bot", "diver", "--games", 5)
    assert answer.code == 0
    assert "floor 3: no game reaches it" in answer.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["steep", "--floor", "99"], "the dungeon ends on floor 20"),
        (["tcod-2020"], "the following arguments are required: --floor"),
        (["tcod-2020", "--floor", "0"], '--floor: found "0"; a floor is a whole number from 1 to 100'),
        (["tcod-2020", "--floor", "5", "--bot", "diver,explorer"], '--bot: found "diver,explorer"; allowed: one bot'),
        (["tcod-2020", "--floor", "5", "--games", "none"], '--games: found "none"'),
        (["tcod-2020:hrd", "--floor", "5"], 'found no mode "hrd"'),
    ],
)
def test_a_wrong_argument_gets_one_line_and_exit_code_2(words: list[str], complaint: str, steep: Run) -> None:
    answer = steep("blame", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_a_ruleset_with_no_row_that_affects_the_floor_is_refused(steep: Run, tmp_path: Path) -> None:
    (tmp_path / "lone.toml").write_text(
        'extends = "tcod-2020"\n[counts]\nmonsters_per_room = 0\nitems_per_room = 0\n'
        + "".join(f"[monsters.{kind}]\nspawn = 0\n" for kind in ("orc", "troll"))
        + "".join(
            f"[items.{kind}]\nspawn = 0\n"
            for kind in ("healing_potion", "confusion_scroll", "lightning_scroll", "fireball_scroll")
        )
    )
    answer = steep("blame", tmp_path / "lone.toml", "--floor", 3)
    assert answer.code == 2
    assert "found no table entry that affects floors 1 to 3" in answer.err


class BusyCompiler(Warmup):
    """A background compiler that never finishes."""

    process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        BusyCompiler.process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        self._process = BusyCompiler.process
        self._compiles = True
        return self


def test_ctrl_c_ends_the_games_and_the_background_compiler(
    steep: Run, trap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor_blame, "Warmup", BusyCompiler)
    monkeypatch.setattr(progress, "bar", interrupting_bar(after=20))
    answer = steep("blame", trap, "--floor", 1, "--bot", "diver", "--games", 5_000)
    try:
        assert answer.code == 130
        assert BusyCompiler.process.wait(30) != 0
    finally:
        BusyCompiler.process.kill()


def test_that_hardly_anybody_gets_to_a_floor_is_said_before_the_games(
    steep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise InputError("no games yet")

    monkeypatch.setattr("steep.commands.lab.blame.blame", play)
    deep = "floor 12: tcod-2020 is played on floors 1 to 10; hardly anybody may get there"
    assert deep in steep("blame", "tcod-2020", "--floor", "12").err
    assert "hardly" not in steep("blame", "tcod-2020", "--floor", "10").err
