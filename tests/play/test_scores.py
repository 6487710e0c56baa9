"""High scores: their order, their file, and damaged files."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ready_made_sessions import dead_run, load
from steep.content.sections import Scoring
from steep.play.files import file_locks
from steep.play.files.scores import MAX_SCORES, DamagedScoresError, Score, ScoresError, add_score, read_scores, score_of
from steep.play.session import Session
from steep.play.texts.survival import points_of, score_parts

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)

SCORE = Score(
    floor=3,
    level=2,
    xp=400,
    kills=9,
    turns=700,
    seed=42,
    ruleset="tcod-2020",
    cause="Killed by an orc on floor 3.",
    date="2031-05-04T03:02:01+00:00",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.json"


def test_a_score_has_the_progress_of_the_run() -> None:
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


def test_without_a_file_there_are_no_scores(path: Path) -> None:
    assert read_scores(path) == []
    assert not path.exists()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"floor": 4, "xp": 0}, {"floor": 3, "xp": 900}),
        ({"xp": 401, "kills": 0}, {"xp": 400, "kills": 50}),
        ({"kills": 10, "turns": 9000}, {"kills": 9, "turns": 1}),
        ({"turns": 699}, {"turns": 700}),
    ],
)
def test_scores_are_ordered_by_floor_then_xp_then_kills_then_fewer_turns(
    path: Path, better: dict[str, Any], worse: dict[str, Any]
) -> None:
    assert add_score(path, replace(SCORE, **worse)).rank == 1
    assert add_score(path, replace(SCORE, **better)).rank == 1
    assert read_scores(path) == [replace(SCORE, **better), replace(SCORE, **worse)]


def test_of_equal_scores_the_older_one_comes_first(path: Path) -> None:
    add_score(path, SCORE)
    assert add_score(path, replace(SCORE, seed=43)).rank == 2


def test_only_the_best_scores_are_kept(path: Path) -> None:
    for floor in range(MAX_SCORES):
        add_score(path, replace(SCORE, floor=floor + 2))
    assert add_score(path, replace(SCORE, floor=1)).rank is None
    assert add_score(path, replace(SCORE, floor=MAX_SCORES + 2)).rank == 1
    floors = [score.floor for score in read_scores(path)]
    assert floors == list(range(MAX_SCORES + 2, 2, -1))


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b'{"format": 1, "scores": [{"floor": 3',
        b"\xff\xfe",
        b"[]",
        b'{"format": 1}',
        b'{"format": "1", "scores": []}',
        b'{"format": 0, "scores": []}',
        b'{"format": 1, "scores": [{"floor": 3}]}',
        b'{"format": 1, "scores": [7]}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_renamed_and_a_new_list_begins(path: Path, damage: bytes) -> None:
    path.write_bytes(damage)
    with pytest.raises(DamagedScoresError, match="the file of high scores is damaged"):
        read_scores(path)
    assert path.read_bytes() == damage
    placing = add_score(path, SCORE)
    assert placing.rank == 1
    assert placing.notice == (
        f"{path}: the file of high scores was damaged; it has been renamed to scores.damaged-1.json"
    )
    assert (path.parent / "scores.damaged-1.json").read_bytes() == damage
    assert read_scores(path) == [SCORE]


def test_a_value_of_the_wrong_type_counts_as_damage(path: Path) -> None:
    add_score(path, SCORE)
    content = json.loads(path.read_text())
    content["scores"][0]["floor"] = "3"
    path.write_text(json.dumps(content))
    with pytest.raises(DamagedScoresError):
        read_scores(path)


def test_damaged_files_do_not_overwrite_each_other(path: Path) -> None:
    for number in (1, 2, 3):
        path.write_text(f"damage {number}")
        add_score(path, SCORE)
    assert [(path.parent / f"scores.damaged-{n}.json").read_text() for n in (1, 2, 3)] == [
        "damage 1",
        "damage 2",
        "damage 3",
    ]


def test_a_file_of_a_later_version_is_left_unchanged(path: Path) -> None:
    path.write_text('{"format": 2, "tables": []}')
    for attempt in (lambda: read_scores(path), lambda: add_score(path, SCORE)):
        with pytest.raises(ScoresError, match="from a later version of Steep and are kept: their format is 2"):
            attempt()
    assert path.read_text() == '{"format": 2, "tables": []}'
    assert list(path.parent.glob("[!.]*")) == [path]


def test_an_unreadable_file_is_reported_with_the_systems_text(path: Path) -> None:
    path.mkdir()
    with pytest.raises(ScoresError, match="the high scores cannot be read: Is a directory"):
        read_scores(path)


def test_a_full_disk_is_reported_and_keeps_the_old_scores(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_disk_full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    add_score(path, SCORE)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", raise_disk_full)
        with pytest.raises(ScoresError, match="the high scores could not be written: No space left on device"):
            add_score(path, replace(SCORE, floor=9))
    assert read_scores(path) == [SCORE]


def test_the_score_of_a_new_run_is_zero() -> None:
    score = score_of(Session.start(load("tcod-2020"), 1), "", NOW)
    assert (score.floor, score.level, score.xp, score.kills, score.turns) == (1, 1, 0, 0, 0)


def test_a_run_is_scored_once(path: Path) -> None:
    first = replace(SCORE, run="a" * 32)
    add_score(path, replace(SCORE, floor=9, run="b" * 32))
    assert [add_score(path, first).rank for _ in range(3)] == [2, 2, 2]
    assert len(read_scores(path)) == 2


def test_scores_without_a_run_or_a_killer_are_still_read(path: Path) -> None:
    add_score(path, SCORE)
    content = json.loads(path.read_text())
    for name in ("killer", "profile", "run"):
        del content["scores"][0][name]
    path.write_text(json.dumps(content))
    assert read_scores(path) == [SCORE]
    assert (SCORE.killer, SCORE.profile, SCORE.run) == ("", "default", "")


ADD_SCORES = """
import sys
from dataclasses import asdict, replace
from pathlib import Path
from steep.play.files.scores import Score, add_score
path, player = Path(sys.argv[1]), int(sys.argv[2])
sys.stdin.readline()
for turn in range(8):
    add_score(path, Score(1, 1, 0, 0, turn, player, "", "", "2031-05-04", run=f"{player}-{turn}"))
"""


def test_concurrent_deaths_lose_no_score(path: Path) -> None:
    command = [sys.executable, "-c", ADD_SCORES, str(path)]
    players = [subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE) for number in range(6)]
    for player in players:
        assert player.stdin is not None
        player.stdin.write(b"\n")
        player.stdin.flush()
    for player in players:
        player.communicate()
        assert player.returncode == 0
    assert sorted((score.seed, score.turns) for score in read_scores(path)) == [
        (player, turn) for player in range(6) for turn in range(8)
    ]


def test_scores_that_another_process_keeps_locked_are_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_locks, "TIMEOUT_SECONDS", 0.02)
    with file_locks.locked(path), pytest.raises(ScoresError, match=r"could not be written: .* another Steep"):
        add_score(path, SCORE)


@pytest.mark.parametrize(
    "forged", [{"floor": -1}, {"xp": 2**63}, {"killer": "\x1b[2J"}, {"cause": "a\nb"}, {"profile": "x" * 5_000}]
)
def test_an_impossible_score_is_refused(path: Path, forged: dict[str, Any]) -> None:
    path.write_text(json.dumps({"format": 1, "scores": [asdict(SCORE) | forged]}))
    with pytest.raises(DamagedScoresError):
        read_scores(path)


def test_the_parts_of_a_score_say_what_each_is_for_and_add_up() -> None:
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
    assert points_of(hero, rulebook, won=True) == sum(points for points, _ in parts)
