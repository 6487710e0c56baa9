"""Scores of a task in words: what is recorded of commands, and how a false one is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import steep.env.text
from command_fixture_types import Run
from steep.core.input_errors import InputError
from steep.env import TASKS, TEST, Score, TextEnv, evaluate, ten_lines_in_words, verify_score
from steep.env.benchmark import evaluate as evaluate_file
from steep.env.benchmark import tasks
from steep.env.benchmark import verify_score as verify_score_file
from steep.env.benchmark.score import score_bytes
from steep.env.benchmark.tasks import Setting

GAMES = 3


@pytest.fixture(scope="module", autouse=True)
def short_games() -> Iterator[None]:
    """Three small dungeons, and games of 10 commands a floor."""
    small = tuple(Setting(name, (1, 1)) for name in ("tcod-2019", "tcod-2020", "rotjs"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "TASKS", {**TASKS, "Words-v0": replace(TASKS["Words-v0"], test=small)})
        patch.setattr(verify_score_file, "measured", dict)
        patch.setattr(steep.env.text, "TURNS_PER_COMMAND", 100)
        yield


@pytest.fixture(scope="module")
def score() -> Score:
    return evaluate(ten_lines_in_words, "Words-v0", games=GAMES, about={"policy": "rules"})


def read_again(score: Score, folder: Path) -> Score:
    """The same score from a file."""
    score.save(folder / "a.score")
    return Score.read(folder / "a.score")


def test_its_games_are_those_of_the_text_environment(score: Score) -> None:
    for row, setting in enumerate(score.task.test):
        game = TextEnv(setting.ruleset, floors=setting.floors, difficulty=setting.difficulty)
        game.reset(TEST[row])
        for command in score.games.actions[row]:
            assert not game.over
            game.step(str(command))
        assert game.over
        assert score.games.results[row].tolist()[1:4] == (game.end, game.session.floor, game.session.turn)
        assert score.games.progress[row] == pytest.approx(game.progress / 100)


def test_a_policy_gets_a_text_and_whether_its_game_has_begun() -> None:
    heard: list[tuple[bool, int, int]] = []

    def shout(observation: dict[str, str], infos: dict[str, Any]) -> str:
        assert ("Leave floor" in observation["text"]) == infos["started"]
        heard.append((infos["started"], infos["game"], infos["commands"]))
        return "  THE   Dance!! "

    score = evaluate(shout, "Words-v0", games=2)
    assert heard[:2] == [(True, 0, 0), (False, 0, 1)]
    assert heard[10] == (True, 1, 0)  # in the next dungeon
    assert len(heard) == 20
    assert {command for game in score.games.actions for command in game} == {"dance"}


def test_an_unchanged_file_holds(score: Score, steep: Run, tmp_path: Path) -> None:
    read = read_again(score, tmp_path)
    assert read.games.actions == score.games.actions
    answer = steep("verify", tmp_path / "a.score")
    assert answer.code == 0
    assert "The score holds. Words-v0: 3 games of test" in answer.out


def changed(commands: list[Any]) -> None:
    commands[1] = "wait"


def left_out(commands: list[Any]) -> None:
    commands[-1:] = []


def added(commands: list[Any]) -> None:
    commands.append("wait")


@pytest.mark.parametrize("change", [changed, left_out, added])
def test_other_commands_than_were_given_are_named_with_their_game(change: Any, score: Score, tmp_path: Path) -> None:
    read = read_again(score, tmp_path)
    change(read.games.actions[1])
    read.games.results["steps"][1] = len(read.games.actions[1])
    (problem,) = verify_score(read_again(read, tmp_path)).problems
    assert problem.startswith(f"game 2 (seed {TEST[1]}) ")


def test_a_command_in_other_words_than_steep_writes_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate_file, "words_of", str)
    (problem,) = verify_score(evaluate(lambda *_: "Wait!", "Words-v0", games=1)).problems
    assert problem.startswith(f"game 1 (seed {TEST[0]}) differs")


def test_a_better_result_than_its_commands_have_is_named(score: Score, tmp_path: Path) -> None:
    read = read_again(score, tmp_path)
    read.games.results["end"][0] = 2
    (problem,) = verify_score(read_again(read, tmp_path)).problems
    assert problem.startswith(f"game 1 (seed {TEST[0]}) is recorded with another result than its actions have: end won")


def test_commands_and_numbers_are_not_mixed_up(score: Score, tmp_path: Path) -> None:
    with pytest.raises(InputError, match='Words-v0 has no actions "flat"; it allows: commands'):
        evaluate(ten_lines_in_words, "Words-v0", actions="flat")
    with pytest.raises(InputError, match='Orcs-v0 has no actions "commands"; it allows: flat, targets'):
        evaluate(ten_lines_in_words, "Orcs-v0", actions="commands")
    forged = Score(TASKS["Orcs-v0"], score.about, score.games)
    (tmp_path / "b.score").write_bytes(score_bytes(forged))
    with pytest.raises(InputError, match="is invalid"):
        Score.read(tmp_path / "b.score")


def test_what_is_no_command_is_refused() -> None:
    with pytest.raises(InputError, match="the command is 5; it must be a text"):
        evaluate(lambda *_: 5, "Words-v0", games=1)
