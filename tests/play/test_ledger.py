"""The ledger of runs: high scores, attempts at seeds of the day and statistics are views of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ready_made_sessions import dead_run, load, saved_and_dead
from steep.content.sections import Scoring
from steep.play.files import user_files
from steep.play.files.ledger import (
    MAX_SCORES,
    RunRecord,
    Score,
    add_run,
    begin_attempt,
    read_ledger,
    score_of,
    statistics_of,
)
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.files.user_files import FileError
from steep.play.finish_run import finish_run
from steep.play.session import Session
from steep.play.texts.survival import final_score, score_parts

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)

EARLIER = Path(__file__).parent / "files_of_earlier_versions"
"""The files of a player, as the version before the ledger left them."""


@pytest.fixture
def dirs(tmp_path: Path) -> Dirs:
    found = Dirs(tmp_path / "data")
    found.data.mkdir()
    return found


def a_run(number: int = 1, *, won: bool = False, abandoned: bool = False, **changes: Any) -> RunRecord:
    """A run of a number."""
    score = Score(3, 2, 40, 5, 600, 42, "tcod-2020", "Killed by a troll on floor 3.", NOW.isoformat(), "troll")
    return RunRecord(replace(score, run=f"{number:032x}", **changes), "0123", won, abandoned, scored=True)


def add_text(dirs: Dirs, text: str) -> None:
    with dirs.runs.open("a") as opened:
        opened.write(text)


class TestTheLedger:
    def test_gives_back_what_was_added(self, dirs: Dirs) -> None:
        runs = [a_run(1), a_run(2, won=True, killer=""), replace(a_run(3), day="2026-03-04", killer_key="troll")]
        for run in runs:
            add_run(dirs, run)
        assert read_ledger(dirs).runs == runs
        assert len(dirs.runs.read_text().splitlines()) == 3

    def test_of_nothing_is_empty(self, dirs: Dirs) -> None:
        assert (read_ledger(dirs).runs, read_ledger(dirs).scores) == ([], [])
        assert not dirs.runs.exists()

    @pytest.mark.parametrize(
        "line",
        [
            *("{", "[]", "{}", "7", '"x"', "\x00", "[" * 5_000, '{"floor": "three"}', '{"began": 3}'),
            *('{"score": {"floor": 3}}', '{"read": [3]}', '{"began": {"day": "", "run": "", "profile": ""}}'),
        ],
    )
    def test_keeps_broken_lines_and_reads_the_others(self, dirs: Dirs, line: str) -> None:
        add_run(dirs, a_run(1))
        add_text(dirs, f"{line}\n")
        add_run(dirs, a_run(2))
        found = read_ledger(dirs)
        assert (found.runs, len(found.broken)) == ([a_run(1), a_run(2)], 1)
        assert line in dirs.runs.read_text()

    @pytest.mark.parametrize(
        "forged",
        [
            *({"floor": None}, {"won": None}, {"ruleset_hash": None}, {"cause": None}, {"floor": -1}, {"xp": 2**63}),
            *({"killer": "\x1b[2J"}, {"cause": "a\nb"}, {"profile": "x" * 5_000}, {"floor": "3"}, {"day": "x"}),
        ],
    )
    def test_refuses_a_line_that_no_steep_writes(self, dirs: Dirs, forged: dict[str, object]) -> None:
        add_run(dirs, a_run(1))
        row = json.loads(dirs.runs.read_text()) | forged
        dirs.runs.write_text(json.dumps({key: value for key, value in row.items() if value is not None}))
        assert len(read_ledger(dirs).broken) == 1

    def test_goes_on_after_a_line_that_was_cut_short(self, dirs: Dirs) -> None:
        add_run(dirs, a_run(1))
        dirs.runs.write_bytes(dirs.runs.read_bytes()[:-20])
        add_run(dirs, a_run(2))
        assert (read_ledger(dirs).runs, len(read_ledger(dirs).broken)) == ([a_run(2)], 1)

    def test_has_each_run_once(self, dirs: Dirs) -> None:
        assert [add_run(dirs, a_run(1)).rank for _ in range(3)] == [1, 1, 1]
        assert len(dirs.runs.read_text().splitlines()) == 1

    def test_takes_runs_of_several_threads_at_once(self, dirs: Dirs) -> None:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: add_run(dirs, a_run(number)), range(40)))
        assert (len(read_ledger(dirs).runs), read_ledger(dirs).broken) == (40, [])

    def test_takes_runs_of_several_programs_at_once(self, dirs: Dirs) -> None:
        command = [sys.executable, "-c", ADD_RUNS, str(dirs.data)]
        players = [subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE) for number in range(4)]
        for player in players:
            assert player.stdin is not None
            player.stdin.write(b"\n")
            player.stdin.flush()
        for player in players:
            player.communicate()
            assert player.returncode == 0
        assert sorted((score.seed, score.turns) for score in read_ledger(dirs).scores) == [
            (player, turn) for player in range(4) for turn in range(8)
        ]

    def test_that_is_a_folder_is_refused_with_its_name(self, dirs: Dirs) -> None:
        dirs.runs.mkdir()
        for attempt in (lambda: read_ledger(dirs), lambda: add_run(dirs, a_run())):
            with pytest.raises(FileError, match=rf"{dirs.runs}: the list of runs cannot be read: Is a directory"):
                attempt()

    def test_that_another_process_keeps_locked_is_reported(self, dirs: Dirs, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(user_files, "TIMEOUT_SECONDS", 0.02)
        with (
            user_files.locked(dirs.runs),
            pytest.raises(FileError, match=r"could not be written: .* another Steep has had it locked"),
        ):
            add_run(dirs, a_run())

    def test_of_ten_thousand_runs_is_read_and_counted_within_a_second(self, dirs: Dirs) -> None:
        add_run(dirs, a_run(1))
        line = dirs.runs.read_text()
        dirs.runs.write_text("".join(line.replace(f"{1:032x}", f"{number:032x}") for number in range(10_000)))
        began = time.process_time()
        (figures,) = statistics_of(read_ledger(dirs).runs)
        assert time.process_time() - began < 1
        assert figures.runs == 10_000


ADD_RUNS = """
import sys
from pathlib import Path
from steep.play.files.ledger import RunRecord, Score, add_run
from steep.play.files.user_file_paths_and_settings import Dirs
dirs, player = Dirs(Path(sys.argv[1])), int(sys.argv[2])
sys.stdin.readline()
for turn in range(8):
    score = Score(1, 1, 0, 0, turn, player, "", "", "2031-05-04", run=f"{player}-{turn}")
    add_run(dirs, RunRecord(score, "", False, False, scored=True))
"""


class TestHighScores:
    def test_have_the_progress_of_the_run(self) -> None:
        run = dead_run()
        assert score_of(run, "Killed by an orc.", NOW, "ann") == Score(
            floor=run.floor,
            level=run.hero.level,
            xp=run.kills["orc"] * 35 + run.kills["troll"] * 100,
            kills=run.hero.kills,
            turns=run.turn,
            seed=42,
            ruleset="tcod-2020",
            cause="Killed by an orc.",
            date="2031-05-04T03:02:01+00:00",
            killer=run.killer,
            profile="ann",
            run=run.id,
        )

    @pytest.mark.parametrize(
        ("better", "worse"),
        [
            ({"floor": 4, "xp": 0}, {"floor": 3, "xp": 900}),
            ({"xp": 401, "kills": 0}, {"xp": 400, "kills": 50}),
            ({"kills": 10, "turns": 9000}, {"kills": 9, "turns": 1}),
            ({"turns": 699}, {"turns": 700}),
        ],
    )
    def test_are_ordered_by_floor_then_xp_then_kills_then_fewer_turns(
        self, dirs: Dirs, better: dict[str, Any], worse: dict[str, Any]
    ) -> None:
        first, second = a_run(1, **better), a_run(2, **worse)
        assert [add_run(dirs, each).rank for each in (second, first)] == [1, 1]
        assert read_ledger(dirs).scores == [first.score, second.score]

    def test_of_equal_ones_the_older_comes_first(self, dirs: Dirs) -> None:
        assert [add_run(dirs, a_run(number)).rank for number in (1, 2)] == [1, 2]

    def test_are_the_best_only(self, dirs: Dirs) -> None:
        for floor in range(MAX_SCORES):
            add_run(dirs, a_run(floor, floor=floor + 2))
        assert add_run(dirs, a_run(1_000, floor=1)).rank is None
        assert add_run(dirs, a_run(1_001, floor=MAX_SCORES + 2)).rank == 1
        assert [score.floor for score in read_ledger(dirs).scores] == list(range(MAX_SCORES + 2, 2, -1))

    def test_have_no_run_without_a_score(self, dirs: Dirs) -> None:
        assert add_run(dirs, replace(a_run(), scored=False)).rank is None
        assert (len(read_ledger(dirs).runs), read_ledger(dirs).scores) == (1, [])

    def test_have_parts_that_say_what_each_is_for_and_add_up(self) -> None:
        session = dead_run()
        score = Scoring(floor=50, gold=1, kill=10, turns=-2, win=500)
        rulebook = replace(session.rulebook, score=score)
        hero = session.hero
        hero.turn, hero.kills, hero.gold = 1530, 3, 0
        parts = score_parts(hero, rulebook, won=True)
        floors = "1 floor" if hero.floor == 1 else f"{hero.floor} floors, 50 each"
        assert parts == [
            (50 * hero.floor, floors),
            (30, "3 kills, 10 each"),
            (-30, "1,530 turns, -2 for each 100"),
            (500, "the victory"),
        ]
        assert final_score(hero, rulebook, won=True) == sum(points for points, _ in parts)


class TestFilesOfEarlierVersions:
    @pytest.fixture
    def dirs(self, tmp_path: Path) -> Dirs:
        shutil.copytree(EARLIER, tmp_path / "data")
        return Dirs(tmp_path / "data")

    def test_are_known_before_anything_is_written(self, dirs: Dirs) -> None:
        found = read_ledger(dirs)
        assert [score.run[-1] for score in found.scores] == ["2", "f", "4"]
        assert [(each.day, each.profile, each.scored) for each in found.begun] == [
            ("2026-03-05", "default", False),
            ("2026-03-04", "default", True),
            ("2026-03-04", "default", False),
            ("2026-03-04", "ann", True),
        ]
        assert [(each.ruleset, each.runs, each.deaths) for each in statistics_of(found.runs)] == [
            ("steep", 3, 0),
            ("tcod-2020", 2, 1),
        ]
        for file in EARLIER.iterdir():
            assert (dirs.data / file.name).read_bytes() == file.read_bytes()

    def test_are_read_into_it_once_and_kept(self, dirs: Dirs) -> None:
        before = read_ledger(dirs)
        assert add_run(dirs, a_run(9, points=60)).rank == 1
        assert not begin_attempt(dirs, "2026-03-04", before.begun[1].ruleset_hash, "7").scored
        for name in ("scores.json", "seeds-of-the-day.json"):
            assert (dirs.data / name).read_bytes() == (EARLIER / name).read_bytes()
            (dirs.data / name).write_text("{")
        found = read_ledger(dirs)
        assert found.scores == [a_run(9, points=60).score, *before.scores]
        assert found.begun[:-1] == before.begun
        assert len(found.runs) == len(before.runs) + 1
        assert (found.broken, found.troubles) == ([], {})

    @pytest.mark.parametrize(
        "damage",
        [
            *(b"", b'{"format": 1, "scores": [{"floor": 3', b"\xff\xfe", b"[]", b'{"format": 1}', b"[" * 100_000),
            *(b'{"format": "1", "scores": []}', b'{"format": 0, "scores": []}', b'{"format": 1, "scores": [7]}'),
        ],
    )
    def test_that_are_damaged_are_renamed_when_a_run_ends(self, dirs: Dirs, damage: bytes) -> None:
        dirs.scores.write_bytes(damage)
        assert str(read_ledger(dirs).troubles["scores.json"]) == f"{dirs.scores}: the file of high scores is damaged"
        placing = add_run(dirs, a_run(9))
        assert placing.rank == 1
        assert placing.notice == (
            f"{dirs.scores}: the file of high scores is damaged; it has been renamed to scores.damaged-1.json"
        )
        assert (dirs.data / "scores.damaged-1.json").read_bytes() == damage
        assert add_run(dirs, a_run(10)).notice == ""

    def test_of_a_later_version_are_left_unchanged(self, dirs: Dirs) -> None:
        dirs.scores.write_text('{"format": 2, "tables": []}')
        placing = add_run(dirs, a_run(9))
        assert placing.rank == 1
        assert "is from a later version of Steep and is kept: its format is 2" in placing.notice
        assert dirs.scores.read_text() == '{"format": 2, "tables": []}'

    @pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format": 1, "attempts": [{"day": "x"}]}', b"\xff\xfe"])
    def test_with_damaged_attempts_begin_no_other(self, dirs: Dirs, data: bytes) -> None:
        dirs.daily_attempts.write_bytes(data)
        with pytest.raises(FileError, match=r"seeds-of-the-day\.json: the file of attempts is damaged, so"):
            begin_attempt(dirs, "2026-03-04", "v1", "1")
        assert dirs.daily_attempts.read_bytes() == data
        add_run(dirs, a_run(9))
        assert dirs.daily_attempts.read_bytes() == data

    def test_without_a_run_or_a_killer_are_still_read(self, dirs: Dirs) -> None:
        content = json.loads(dirs.scores.read_text())
        for name in ("killer", "profile", "run", "points", "gold"):
            del content["scores"][1][name]
        dirs.scores.write_text(json.dumps(content))
        for _ in range(2):
            assert [score.run[-1:] for score in read_ledger(dirs).scores] == ["2", "", "4"]
            add_run(dirs, replace(a_run(9), scored=False))


class TestAttempts:
    def test_are_scored_once_for_each_profile_day_and_version_of_the_ruleset(self, dirs: Dirs) -> None:
        ann, bo = dirs.of_profile("ann"), dirs.of_profile("bo")
        begin_attempt(ann, "2026-03-04", "v1", "1")
        assert not begin_attempt(ann, "2026-03-04", "v1", "2").scored
        for run, (who, day, version) in enumerate(
            ((ann, "2026-03-05", "v1"), (ann, "2026-03-04", "v2"), (bo, "2026-03-04", "v1")), 3
        ):
            assert begin_attempt(who, day, version, f"{run}").scored

    def test_may_be_used_up_where_a_line_about_the_day_is_damaged(self, dirs: Dirs) -> None:
        begin_attempt(dirs, "2026-03-04", "v1", "1")
        dirs.runs.write_bytes(dirs.runs.read_bytes()[:-9])
        with pytest.raises(FileError, match="has a damaged line about 2026-03-04, so your attempt may have"):
            begin_attempt(dirs, "2026-03-04", "v1", "2")
        assert begin_attempt(dirs, "2026-03-05", "v1", "2").scored


class TestARunThatEnds:
    def test_is_listed_once_even_if_ending_it_was_interrupted(self, tmp_path: Path) -> None:
        dirs = Dirs(tmp_path / "data")
        session = saved_and_dead(dirs)
        for _ in range(2):
            finish_run(session, dirs, NOW)
        (record,) = read_ledger(dirs).runs
        assert record.score.killer == session.killer
        assert record.killer_key in [kind.key for kind in session.rulebook.monsters]
        assert (record.won, record.abandoned, record.ruleset_hash) == (False, False, load("tcod-2020").hash)

    def test_is_not_listed_if_a_bot_played(self, tmp_path: Path) -> None:
        dirs = Dirs(tmp_path / "data")
        session = dead_run()
        session.bot = "diver"
        finish_run(session, dirs, NOW)
        assert read_ledger(dirs).runs == []

    def test_is_listed_as_abandoned_without_a_killer(self, tmp_path: Path) -> None:
        dirs = Dirs(tmp_path / "data")
        session = Session.start(load("tcod-2020"), 3)
        session.abandoned = True
        finish_run(session, dirs, NOW)
        (record,) = read_ledger(dirs).runs
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
