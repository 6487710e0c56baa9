"""Any game of a measurement can be replayed to its last action."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ready_made_sessions import load
from steep.cli import main
from steep.core.input_errors import InputError
from steep.core.world import DEAD, STOPPED, WON
from steep.lab.simulate.play_in_one_thread import GameBatch, Simulator
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parts import part_of
from steep.lab.storage.replay_measured_game import MeasuredGame, record
from steep.play.files import replays
from steep.play.files.recording import Recording
from steep.play.playback import Playback
from steep.play.session import Session

BOOK = load("tcod-2020")
TASK = Task("diver", 40, 12, 1, 4)
DEEP = Task("brawler", 7, 3, 3, 5, 60)


def played(task: Task) -> GameBatch:
    return Simulator(BOOK.compiled).play(task, task.seed, task.games, lambda _games, _turns: True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("measured") / "run"
    store = Store.begin(folder, Manifest.of(BOOK, [TASK, DEEP]))
    for task in (TASK, DEEP):
        store.keep(part_of(played(task)))
    return folder


def find(folder: Path, seed: int | None = 40, bot: str | None = "diver") -> MeasuredGame:
    return MeasuredGame.find(folder, bot, seed, load)


def session_of(recording: Recording) -> Session:
    playback = Playback(recording, BOOK)
    playback.go(playback.length)
    return playback.session


EVERY_GAME = pytest.param(TASK, range(40, 52), {DEAD, WON}, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("task", "seeds", "expected"), [(TASK, (44, 46), {DEAD, WON}), EVERY_GAME, (DEEP, range(7, 10), {STOPPED})]
)
def test_every_recorded_game_ends_as_it_was_measured(task: Task, seeds: Iterable[int], expected: set[int]) -> None:
    visits: Any = played(task).visits
    ends = set()
    for seed in seeds:
        last = visits[visits["seed"] == seed][-1]
        recording = record(BOOK, task, seed)
        assert replays.verify(recording, BOOK).first_difference is None
        session = session_of(recording)
        assert session.turn == last["arrived"] + last["turns"]
        assert session.over == (last["end"] == DEAD)
        assert session.floor == last["floor"] + (last["end"] == WON)
        ends.add(int(last["end"]))
    assert ends == expected


def test_a_game_of_a_measurement_can_be_written_as_a_replay(folder: Path, tmp_path: Path) -> None:
    game = find(folder, 43)
    path = tmp_path / "game.replay"
    replays.write(game.record(), path)
    assert replays.read(path) == record(BOOK, TASK, 43)
    assert replays.read(path).header.seed == 43


def test_a_replayed_game_is_verified_against_the_measurement(folder: Path) -> None:
    verdict = find(folder, 43).check()
    assert verdict.sentence == (
        f"verified: the game of seed 43 by diver is as it was measured, all {verdict.turns} turns"
    )


def test_a_game_that_differs_from_the_measurement_is_reported_and_not_shown(folder: Path) -> None:
    game = find(folder, 43)
    visits: Any = game.kept.visits.copy()
    visits["hp"][(visits["seed"] == 43) & (visits["floor"] == 2)] += 1
    other = replace(
        game,
        kept=replace(game.kept, visits=visits),
        manifest=replace(game.manifest, rules="beef", versions=replace(game.manifest.versions, steep="0.0")),
    )
    arrived = int(visits["arrived"][(visits["seed"] == 43) & (visits["floor"] == 2)][0])
    verdict = other.check()
    assert verdict.first_difference == arrived + 1
    assert verdict.sentence == (
        "the game of seed 43 by diver differs from what was measured, from floor 2 on; "
        "it was measured by Steep 0.0, and this one has other rules"
    )
    with pytest.raises(InputError, match="differs from what was measured"):
        other.record()


def test_different_wounds_are_a_difference(folder: Path) -> None:
    game = find(folder, 43)
    wounds = game.kept.wounds[game.kept.wounds["seed"] != 43]
    assert len(wounds) < len(game.kept.wounds)
    assert replace(game, kept=replace(game.kept, wounds=wounds)).check().first_difference is not None


def test_other_games_do_not_affect_the_verification(folder: Path) -> None:
    game = find(folder, 43)
    visits: Any = game.kept.visits.copy()
    visits["hp"][visits["seed"] != 43] += 1
    assert replace(game, kept=replace(game.kept, visits=visits)).check().first_difference is None


@pytest.mark.parametrize(
    ("bot", "seed", "message"),
    [
        (None, 40, "--bot is needed: {} has games of diver, brawler"),
        ("xyz", 40, '--bot: found "xyz"; {} has games of diver, brawler'),
        ("brawlr", 40, '--bot: found "brawlr"; {} has games of diver, brawler (did you mean "brawler"?)'),
        ("diver", None, "--seed is needed; {} has those of seeds 40 to 51"),
        ("diver", 52, "--seed: found 52; {} has those of seeds 40 to 51"),
        ("diver", 39, "--seed: found 39; {} has those of seeds 40 to 51"),
    ],
)
def test_a_game_that_was_not_measured_is_reported(
    folder: Path, bot: str | None, seed: int | None, message: str
) -> None:
    with pytest.raises(InputError) as refused:
        find(folder, seed, bot)
    assert str(refused.value) == message.format(folder)


def test_an_unfinished_game_is_reported(tmp_path: Path) -> None:
    Store.begin(tmp_path / "run", Manifest.of(BOOK, [TASK]))
    with pytest.raises(InputError, match=r"run: the game of seed 40 by diver is not finished; --resume plays it$"):
        find(tmp_path / "run", bot=None)


def test_a_changed_ruleset_is_reported(tmp_path: Path) -> None:
    other = replace(BOOK, hash="0123456789abcdef")
    store = Store.begin(tmp_path / "run", Manifest.of(other, [TASK]))
    store.keep(part_of(played(TASK)))
    with pytest.raises(InputError) as refused:
        find(tmp_path / "run")
    assert str(refused.value) == (
        f"{tmp_path / 'run'}: its games cannot be played again: it was played with another ruleset: "
        f'"tcod-2020" with hash 0123456789abcdef, but "tcod-2020" has hash {BOOK.hash}'
    )


def test_the_command_verifies_a_measured_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (folder, folder / "run.json"):
        assert main(["replay", str(path), "--bot", "diver", "--seed", "43", "--verify"]) == 0
        assert "the game of seed 43 by diver is as it was measured" in capsys.readouterr().out
    assert main(["replay", str(folder), "--bot", "brawler", "--seed", "9", "--verify", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"][0]["first_difference"] is None


def test_the_command_refuses_a_choice_of_game_for_a_recorded_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.replay"
    assert main(["replay", str(path), "--seed", "43"]) == 2
    assert capsys.readouterr().err == (
        f"steep: --seed: chooses a game in a folder that steep measure wrote, and {path} is not one\n"
    )


def test_the_command_reports_a_folder_without_a_measurement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path), "--seed", "43"]) == 2
    assert capsys.readouterr().err == f"steep: {tmp_path}: holds no measurement: there is no run.json\n"
