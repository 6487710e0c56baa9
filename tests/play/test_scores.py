"""High scores: their order, their file, and what becomes of a file that cannot be understood."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from runs import dead_run, load
from steep.play.scores import MOST, DamagedScoresError, Score, ScoresError, add_score, read_scores, score_of
from steep.play.session import Session

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)

PLAIN = Score(
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


def test_a_score_tells_how_far_a_run_came() -> None:
    run = dead_run()
    assert score_of(run, "Killed by an orc.", NOW) == Score(
        floor=run.floor,
        level=run.hero.level,
        xp=run.kills["orc"] * 35 + run.kills["troll"] * 100,
        kills=run.hero.kills,
        turns=run.turn,
        seed=42,
        ruleset="tcod-2020",
        cause="Killed by an orc.",
        date="2031-05-04T03:02:01+00:00",
    )


def test_there_are_no_scores_before_the_first(path: Path) -> None:
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
def test_deeper_then_more_xp_then_more_kills_then_fewer_turns_is_better(
    path: Path, better: dict[str, Any], worse: dict[str, Any]
) -> None:
    assert add_score(path, replace(PLAIN, **worse)).rank == 1
    assert add_score(path, replace(PLAIN, **better)).rank == 1
    assert read_scores(path) == [replace(PLAIN, **better), replace(PLAIN, **worse)]


def test_a_score_as_good_as_an_older_one_stands_behind_it(path: Path) -> None:
    add_score(path, PLAIN)
    assert add_score(path, replace(PLAIN, seed=43)).rank == 2


def test_only_the_best_are_kept(path: Path) -> None:
    for floor in range(MOST):
        add_score(path, replace(PLAIN, floor=floor + 2))
    assert add_score(path, replace(PLAIN, floor=1)).rank is None
    assert add_score(path, replace(PLAIN, floor=MOST + 2)).rank == 1
    kept = [score.floor for score in read_scores(path)]
    assert kept == list(range(MOST + 2, 2, -1))


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
def test_a_damaged_file_is_moved_aside_and_a_new_list_begins(path: Path, damage: bytes) -> None:
    path.write_bytes(damage)
    with pytest.raises(DamagedScoresError, match="the file of high scores is damaged"):
        read_scores(path)
    assert path.read_bytes() == damage
    placing = add_score(path, PLAIN)
    assert placing.rank == 1
    assert placing.notice == (
        f"{path}: the file of high scores was damaged; it is now scores.damaged-1.json, and a new one begins"
    )
    assert (path.parent / "scores.damaged-1.json").read_bytes() == damage
    assert read_scores(path) == [PLAIN]


def test_a_value_of_the_wrong_kind_is_damage(path: Path) -> None:
    add_score(path, PLAIN)
    held = json.loads(path.read_text())
    held["scores"][0]["floor"] = "3"
    path.write_text(json.dumps(held))
    with pytest.raises(DamagedScoresError):
        read_scores(path)


def test_damaged_files_do_not_take_each_others_place(path: Path) -> None:
    for number in (1, 2, 3):
        path.write_text(f"damage {number}")
        add_score(path, PLAIN)
    assert [(path.parent / f"scores.damaged-{n}.json").read_text() for n in (1, 2, 3)] == [
        "damage 1",
        "damage 2",
        "damage 3",
    ]


def test_the_file_of_a_later_steep_is_left_as_it_is(path: Path) -> None:
    path.write_text('{"format": 2, "tables": []}')
    for attempt in (lambda: read_scores(path), lambda: add_score(path, PLAIN)):
        with pytest.raises(ScoresError, match="from a later Steep and are left as they are: their format is 2"):
            attempt()
    assert path.read_text() == '{"format": 2, "tables": []}'
    assert list(path.parent.iterdir()) == [path]


def test_what_cannot_be_read_is_told_in_the_systems_words(path: Path) -> None:
    path.mkdir()
    with pytest.raises(ScoresError, match="the high scores cannot be read: Is a directory"):
        read_scores(path)


def test_a_full_disk_is_told_and_the_old_scores_stay(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    add_score(path, PLAIN)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(ScoresError, match="the high scores could not be written: No space left on device"):
            add_score(path, replace(PLAIN, floor=9))
    assert read_scores(path) == [PLAIN]


def test_a_run_that_only_began_has_a_score_of_nothing() -> None:
    score = score_of(Session.start(load("tcod-2020"), 1), "", NOW)
    assert (score.floor, score.level, score.xp, score.kills, score.turns) == (1, 1, 0, 0, 0)
