"""`steep blame`: rows whose part in the deaths is known by hand, and how the answer is told."""

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

from cli_runner import Run
from ctrl_c import interrupting_bar
from known_hazards import HAZARD
from rolled_floors import ruled
from steep.commands import blame as command
from steep.commands.shared import progress
from steep.lab.simulate.paired_games import PairedCounts, play_pairs, worker_pools_for
from steep.lab.simulate.task import Task
from steep.lab.simulate.warmup import Warmup
from steep.lab.studies import blame
from steep.lab.studies.ablation import ablations
from steep.lab.studies.blame import Blame, Effect, Trials

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
"""As `handmade.deadly`, but that orcs do no harm: the diver dies where a troll stands beside it."""

TROLL = HAZARD * 20 / 100
"""Hazard of floor 1."""

MORE_TROLLS = HAZARD * 120 / 200
"""Hazard of floor 2."""


def trials(text: str, floor: int, games: int, jobs: int = 2, mode: str = "") -> Trials:
    book = ruled(text)
    there = book.in_mode(mode) if mode else book
    made = Trials(there.compiled, ablations(book, floor, mode), Task("diver", 100, games, last_floor=floor))
    made.play(jobs, lambda _games, _turns: None)
    return made


def by_row(found: list[Blame]) -> dict[str, Blame]:
    return {str(each.row): each for each in found}


def near(effect: Effect, known: float) -> bool:
    """Whether a difference is within 4 standard errors of what it is known to be."""
    return abs(effect.difference.value - known) <= 4 * effect.difference.error


def values(each: Blame) -> list[float]:
    return [effect.difference.value for effect in each.effects]


def test_the_rows_of_a_trap_are_blamed_for_what_is_known_by_hand() -> None:
    made = trials(TRAP, 1, 3_000)
    found = by_row(made.blame())
    troll, orc, count = (
        found[name]
        for name in ("monsters.troll.spawn 1 = 20", "monsters.orc.spawn 1 = 80", "counts.monsters_per_room 1 = 1")
    )
    # Without trolls, and without anybody, nobody dies; without orcs every monster is a troll.
    assert near(troll.deaths, -TROLL)
    assert values(count) == values(troll)
    assert near(orc.deaths, HAZARD - TROLL)
    assert made.blame()[0] == orc
    for each in (troll, orc, count):
        assert [effect.holds for effect in each.effects] == [True, True, False]
        assert values(each) == pytest.approx([each.deaths.difference.value] * 2 + [0])
    assert len(troll.saved) == 3
    assert orc.saved == ()


def test_rows_that_do_nothing_are_blamed_for_nothing() -> None:
    found = by_row(trials(TRAP, 1, 300).blame())
    potion = found["items.healing_potion.spawn 1 = 35"]
    assert values(potion) == [0, 0, 0]
    assert [(effect.p, effect.holds) for effect in potion.effects] == [(1, False)] * 3
    assert (potion.differs, potion.saved) == (False, ())


def test_a_later_row_is_blamed_for_what_it_adds_to_the_one_before() -> None:
    found = by_row(trials(TRAP, 2, 4_000).blame())
    later, first = found["monsters.troll.spawn 2 = 120"], found["monsters.troll.spawn 1 = 20"]
    assert near(later.hazard, TROLL - MORE_TROLLS)
    assert later.reached.difference.value == 0
    assert near(later.deaths, (1 - TROLL) * (TROLL - MORE_TROLLS))
    # Who would have died on floor 1 comes to floor 2, and may die there.
    assert near(first.reached, TROLL)
    assert near(first.hazard, 0)
    assert near(first.deaths, TROLL * MORE_TROLLS)


def test_a_row_is_blamed_for_the_difference_to_a_file_without_it() -> None:
    made = trials(TRAP, 2, 200)
    lacking = ruled(TRAP.replace("{ 1 = 20, 2 = 120 }", "{ 1 = 20 }"))
    counts = PairedCounts(made.task)
    with worker_pools_for([ruled(TRAP).compiled, lacking.compiled], 2) as worker_pools:
        play_pairs(worker_pools, [counts], 2)
    number = [str(each.row) for each in made.ablations].index("monsters.troll.spawn 2 = 120")
    assert np.array_equal(made.paired[number].pairs, counts.pairs)


def test_neither_jobs_nor_laps_change_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trials(TRAP, 2, 230, jobs=1)
    monkeypatch.setattr(blame, "LAP", 60)
    cut = trials(TRAP, 2, 230, jobs=3)
    assert (whole.games, cut.games) == (230, 230)
    assert whole.blame() == cut.blame()


def test_once_stopped_it_keeps_the_laps_that_all_rulesets_have_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame, "LAP", 50)
    book = ruled(TRAP)
    made = Trials(book.compiled, ablations(book, 1), Task("diver", 100, 1_000, last_floor=1))
    played = 0

    def stop_in_the_third_lap(games: int, turns: int) -> None:
        nonlocal played
        played += games
        if played > 2 * 50 * (1 + len(made.ablations)) + 60:
            made.stop()

    made.play(1, stop_in_the_third_lap)
    assert made.games == 100
    assert made.blame() == trials(TRAP, 1, 100).blame()


def test_in_a_mode_it_is_the_mode_that_is_blamed() -> None:
    easy = TRAP + "[modes.easy]\nmonsters = -100\n"
    made = trials(easy, 1, 60, mode="easy")
    # Nobody comes with any row, so each of those that change the tables at all is blamed for nothing.
    assert "counts.monsters_per_room 1 = 1" not in {str(each.row) for each in made.ablations}
    assert not any(each.differs for each in made.blame())


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    path = tmp_path / "trap.toml"
    path.write_text(TRAP + "[modes.more]\nmonsters = 100\n", encoding="utf-8")
    return path


QUICK = ("--floor", 2, "--bot", "diver", "--games", 400, "--seed", 100)


def test_the_table_names_every_row_the_largest_difference_first(steep: Run, trap: Path) -> None:
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
    alike = lines[lines.index(next(line for line in lines if line.startswith("  no difference"))) :]
    assert "  items.healing_potion.spawn 1 = 35" in alike


def test_figures_come_as_json_and_as_csv(steep: Run, trap: Path) -> None:
    told = json.loads(steep("blame", trap, *QUICK, "--format", "json").out)
    assert (told["ruleset"], told["bot"], told["games"], told["floor"]) == ("trap", "diver", 400, 2)
    assert told["hazard"]["value"] == pytest.approx(told["died"] / told["reached"])
    deaths = [abs(row["deaths"]) for row in told["rows"]]
    assert deaths == sorted(deaths, reverse=True)
    first = told["rows"][0]
    assert (first["table"], first["entry"], first["from_floor"]) == ("counts.monsters_per_room", "1 = 1", 1)
    assert first["deaths_low"] < first["deaths"] < first["deaths_high"] < 0
    assert first["deaths_holds"] is True
    assert len(first["dead_only_with_it"]) == 3
    rows = list(csv.DictReader(io.StringIO(steep("blame", trap, *QUICK, "--format", "csv").out)))
    assert [row["entry"] for row in rows] == [row["entry"] for row in told["rows"]]
    assert [float(row["hazard"]) for row in rows] == [row["hazard"] for row in told["rows"]]


def test_a_mode_is_asked_for_by_its_name(steep: Run, trap: Path) -> None:
    plain = json.loads(steep("blame", trap, *QUICK, "--format", "json").out)
    more = json.loads(steep("blame", f"{trap}:more", *QUICK, "--format", "json").out)
    assert more["ruleset"] == "trap:more"
    assert more["hazard"]["value"] > plain["hazard"]["value"]


def test_a_floor_that_nobody_reaches_is_said_to_be_one(steep: Run, tmp_path: Path) -> None:
    path = tmp_path / "wall.toml"
    crowded = TRAP.replace("spawn = 80", "spawn = 0").replace("room = 1", "room = 50")
    path.write_text(crowded.replace("room_min = 6", "room_min = 3").replace("room_max = 6", "room_max = 3"))
    answer = steep("blame", path, "--floor", 3, "--bot", "diver", "--games", 5)
    assert answer.code == 0
    assert "floor 3: no game reaches it" in answer.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tcod-2020"], "the following arguments are required: --floor"),
        (["tcod-2020", "--floor", "0"], '--floor: found "0"; a floor is a whole number from 1 to 100'),
        (["tcod-2020", "--floor", "5", "--bot", "diver,explorer"], '--bot: found "diver,explorer"; allowed: one bot'),
        (["tcod-2020", "--floor", "5", "--games", "none"], '--games: found "none"'),
        (["tcod-2020:hrd", "--floor", "5"], 'found no mode "hrd"'),
    ],
)
def test_a_wrong_request_gets_one_line_and_exit_2(words: list[str], complaint: str, steep: Run) -> None:
    answer = steep("blame", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_a_ruleset_without_a_row_that_has_a_say_has_nothing_to_blame(steep: Run, tmp_path: Path) -> None:
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
    """A background compiler that is at work and never done."""

    process: subprocess.Popen[str]

    def __enter__(self) -> Self:
        BusyCompiler.process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], text=True)
        self._process = BusyCompiler.process
        self._compiles = True
        return self


def test_ctrl_c_ends_the_games_and_the_background_compiler(
    steep: Run, trap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "Warmup", BusyCompiler)
    monkeypatch.setattr(command, "bar", interrupting_bar(after=20))
    told = steep("blame", trap, "--floor", 1, "--bot", "diver", "--games", 5_000)
    try:
        assert told.code == 130
        assert BusyCompiler.process.wait(30) != 0
    finally:
        BusyCompiler.process.kill()
