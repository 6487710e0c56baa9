"""The list of all runs that ended: a line each, which statistics read."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ready_made_sessions import dead_run, load, saved_and_dead
from steep.content import Rulebook
from steep.play.files.runs import RunRecord, RunsError, add_run, read_runs
from steep.play.files.scores import Score
from steep.play.files.user_file_paths import Dirs
from steep.play.finish_run import finish_run
from steep.play.run_statistics import statistics_of
from steep.play.session import Session

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)


def a_run(number: int = 1, *, won: bool = False, abandoned: bool = False, **changes: object) -> RunRecord:
    """A run of a number."""
    score = Score(3, 2, 40, 5, 600, 42, "tcod-2020", "Killed by a troll on floor 3.", NOW.isoformat(), "troll")
    return RunRecord(replace(score, run=f"{number:032x}", **changes), "0123", won, abandoned)  # type: ignore[arg-type]


class TestTheList:
    def test_gives_back_what_was_added(self, tmp_path: Path) -> None:
        runs = (a_run(1), a_run(2, won=True, killer=""), replace(a_run(3), day="2026-03-04", killer_key="troll"))
        for run in runs:
            add_run(tmp_path / "runs", run)
        assert read_runs(tmp_path / "runs").records == runs
        assert len((tmp_path / "runs").read_text().splitlines()) == 3

    def test_of_nothing_is_empty(self, tmp_path: Path) -> None:
        assert read_runs(tmp_path / "runs").records == ()

    @pytest.mark.parametrize("line", ["{", "[]", "{}", "7", '"x"', "\x00", "[" * 5_000, '{"floor": "three"}'])
    def test_counts_broken_lines_and_reads_the_others(self, tmp_path: Path, line: str) -> None:
        file = tmp_path / "runs"
        add_run(file, a_run(1))
        with file.open("a") as opened:
            opened.write(f"{line}\n")
        add_run(file, a_run(2))
        found = read_runs(file)
        assert (found.records, found.broken) == ((a_run(1), a_run(2)), 1)

    @pytest.mark.parametrize("key", ["floor", "won", "ruleset_hash", "cause"])
    def test_counts_a_line_without_one_of_its_values_as_broken(self, tmp_path: Path, key: str) -> None:
        file = tmp_path / "runs"
        add_run(file, a_run(1))
        row = json.loads(file.read_text())
        del row[key]
        file.write_text(json.dumps(row))
        assert read_runs(file).broken == 1

    def test_goes_on_after_a_line_that_was_cut_short(self, tmp_path: Path) -> None:
        file = tmp_path / "runs"
        add_run(file, a_run(1))
        file.write_bytes(file.read_bytes()[:-20])
        add_run(file, a_run(2))
        assert (read_runs(file).records, read_runs(file).broken) == ((a_run(2),), 1)

    def test_has_each_run_once(self, tmp_path: Path) -> None:
        for _ in range(2):
            add_run(tmp_path / "runs", a_run(1))
        assert len(read_runs(tmp_path / "runs").records) == 1

    def test_takes_runs_of_several_programs_at_once(self, tmp_path: Path) -> None:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: add_run(tmp_path / "runs", a_run(number)), range(40)))
        found = read_runs(tmp_path / "runs")
        assert (len(found.records), found.broken) == (40, 0)

    def test_that_is_a_folder_is_refused_with_its_name(self, tmp_path: Path) -> None:
        with pytest.raises(RunsError, match=str(tmp_path)):
            read_runs(tmp_path)
        with pytest.raises(RunsError, match=str(tmp_path)):
            add_run(tmp_path, a_run())

    def test_of_ten_thousand_runs_is_read_and_counted_within_a_second(self, tmp_path: Path) -> None:
        file = tmp_path / "runs"
        add_run(file, a_run(1))
        line = file.read_text()
        file.write_text("".join(line.replace(f"{1:032x}", f"{number:032x}") for number in range(10_000)))
        began = time.process_time()
        (figures,) = statistics_of(read_runs(file).records)
        assert time.process_time() - began < 1
        assert figures.runs == 10_000


class TestARunThatEnds:
    def test_is_listed_once_even_if_ending_it_was_interrupted(self, tmp_path: Path) -> None:
        dirs = Dirs(tmp_path / "data")
        session = saved_and_dead(dirs)
        for _ in range(2):
            finish_run(session, dirs, NOW)
        (record,) = read_runs(dirs.runs).records
        assert record.score.killer == session.killer
        assert record.killer_key in [kind.key for kind in session.rulebook.monsters]
        assert (record.won, record.abandoned, record.ruleset_hash) == (False, False, load("tcod-2020").hash)

    def test_is_not_listed_if_a_bot_played(self, tmp_path: Path) -> None:
        dirs = Dirs(tmp_path / "data")
        session = dead_run()
        session.bot = "diver"
        finish_run(session, dirs, NOW)
        assert read_runs(dirs.runs).records == ()

    def test_is_listed_as_abandoned_without_a_killer(self, tmp_path: Path) -> None:
        dirs = Dirs(tmp_path / "data")
        book: Rulebook = load("tcod-2020")
        session = Session.start(book, 3)
        session.abandoned = True
        finish_run(session, dirs, NOW)
        (record,) = read_runs(dirs.runs).records
        assert (record.abandoned, record.killer_key, record.score.killer) == (True, "", "")


class TestStatistics:
    def test_count_by_ruleset_and_mode_the_most_played_first(self) -> None:
        runs = [a_run(1), a_run(2, ruleset="steep"), a_run(3, ruleset="steep"), a_run(4, ruleset="steep:hard")]
        assert [(each.ruleset, each.runs) for each in statistics_of(runs)] == [
            ("steep", 2),
            ("steep:hard", 1),
            ("tcod-2020", 1),
        ]

    def test_tell_deaths_wins_and_abandoned_runs_apart(self) -> None:
        (figures,) = statistics_of(
            [
                a_run(1, floor=2),
                a_run(2, floor=4, killer="orc", turns=900),
                a_run(3, floor=9, killer="", won=True, turns=2_000, points=77),
                a_run(4, floor=9, killer="", won=True, turns=1_500),
                a_run(5, floor=12, killer="", abandoned=True),
            ]
        )
        assert (figures.runs, figures.wins, figures.deaths, figures.abandoned) == (5, 2, 2, 1)
        assert figures.killers == {"troll": 1, "orc": 1}
        assert figures.deaths_on == {2: 1, 4: 1}
        assert (figures.deepest, figures.median_floor_of_death) == (12, 3)
        assert (figures.longest, figures.quickest_win, figures.most_points) == (2_000, 1_500, 77)
        assert (figures.turns, figures.kills) == (600 + 900 + 2_000 + 1_500 + 600, 25)
