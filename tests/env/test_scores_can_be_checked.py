"""Scores: what an evaluation records, the file that keeps it, and how a false one is found."""

from __future__ import annotations

import io
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command_fixture_types import Run
from steep.core.input_errors import InputError
from steep.env import TASKS, TEST, Score, aggregate, evaluate, verify_score
from steep.env.benchmark.score import SCORE, score_bytes
from steep.env.benchmark.verify_score import seed_problems
from steep.play.files.container import container_bytes, container_from

GAMES = 6


def explore(observations: dict[str, Any], infos: dict[str, Any]) -> Any:
    """Go to the unexplored, then to the stairs."""
    compass, mask = observations["compass"][:, :, 0], infos["action_mask"]
    direction = np.where(compass[:, 1] > 0, compass[:, 1], compass[:, 0])
    return np.where(mask[:, 10] == 1, 10, np.where(direction > 0, direction - 1, mask.argmax(axis=1)))


def targeted(_observations: dict[str, Any], infos: dict[str, Any]) -> Any:
    """The first possible verb and argument."""
    mask = infos["action_mask"]
    best = mask.reshape(len(mask), -1)[:, ::-1].argmax(axis=1)
    verb, argument = np.divmod(mask[0].size - 1 - best, mask.shape[2])
    return np.stack([verb, argument, np.full(len(mask), 220)], axis=1)


@pytest.fixture(scope="module")
def score() -> Score:
    return evaluate(explore, "Orcs-v0", games=GAMES, about={"policy": "explore", "steps": 0, "hours": 0.5})


def changed(score: Score, **header: Any) -> bytes:
    """The bytes of a score with another header, all checksums right."""
    content = container_from(SCORE, io.BytesIO(score_bytes(score)))
    return container_bytes(SCORE, {**content.header, **header}, content.body)


def with_rows(score: Score, change: Any) -> bytes:
    """The bytes of a score whose games are changed by a function, all checksums right."""
    content = container_from(SCORE, io.BytesIO(score_bytes(score)))
    first, _, actions = zlib.decompress(content.body).partition(b"\n")
    rows = json.loads(first)
    change(rows)
    return container_bytes(SCORE, content.header, zlib.compress(json.dumps(rows).encode() + b"\n" + actions))


class TestAnEvaluation:
    def test_plays_the_first_test_seeds_in_order(self, score: Score) -> None:
        assert score.games.results["seed"].tolist() == list(TEST[:GAMES])
        assert [len(actions) for actions in score.games.actions] == score.games.results["steps"].tolist()

    def test_does_not_depend_on_the_number_of_environments(self, score: Score) -> None:
        alone = evaluate(explore, "Orcs-v0", games=GAMES, num_envs=1)
        assert alone.games.digests == score.games.digests
        assert alone.games.actions == score.games.actions

    def test_tells_a_policy_where_an_episode_begins(self) -> None:
        begun = 0

        def count(observations: dict[str, Any], infos: dict[str, Any]) -> Any:
            nonlocal begun
            begun += int((infos["started"] & infos["playing"]).sum())
            return explore(observations, infos)

        evaluate(count, "Orcs-v0", games=GAMES, num_envs=2)
        assert begun == GAMES

    def test_divides_its_seeds_among_the_settings_of_a_task(self) -> None:
        shares = TASKS["DialUp-v0"].shares(range(18))
        assert [(setting.difficulty, share) for setting, share in shares][1] == (0.2, [2, 3])

    def test_refuses_what_the_task_does_not_allow(self) -> None:
        with pytest.raises(InputError, match='UpperEyes-v0 has no observation "compass"'):
            evaluate(explore, "UpperEyes-v0", games=1, observations=("compass",))
        with pytest.raises(InputError, match='did you mean "Orcs-v0"'):
            evaluate(explore, "Orc-v0")
        with pytest.raises(InputError, match='has no observation "true_map"'):
            evaluate(explore, "Orcs-v0", games=1, observations=("true_map",))


class TestAFile:
    def test_holds_when_it_was_not_changed(self, score: Score, tmp_path: Path, steep: Run) -> None:
        score.save(tmp_path / "orcs.score")
        read = Score.read(tmp_path / "orcs.score")
        assert str(read) == str(score)
        answer = steep("verify", tmp_path / "orcs.score")
        assert answer.code == 0
        assert "The score holds." in answer.out

    def test_of_targeted_actions_holds(self, tmp_path: Path) -> None:
        played = evaluate(targeted, "Orcs-v0", games=2, actions="targets")
        played.save(tmp_path / "a.score")
        assert verify_score(Score.read(tmp_path / "a.score")).problems == ()

    def test_with_any_changed_byte_is_refused(self, score: Score, tmp_path: Path) -> None:
        data = score_bytes(score)
        for at in range(0, len(data), max(1, len(data) // 40)):
            (tmp_path / "a.score").write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            with pytest.raises(InputError, match=r"a\.score "):
                Score.read(tmp_path / "a.score")

    @pytest.mark.parametrize(
        ("column", "value", "problem"),
        [
            (0, TEST[GAMES], "not one of the first 6 test seeds"),
            (0, TEST[1], "was played twice"),
            (1, 2, "is recorded with another result than its actions have: end won"),
            (2, 99, "is recorded with another result"),
            (6, "0123456789abcdef", "was played on another ruleset"),
            (8, "00" * 16, "game 1 (seed 3000000000) differs"),
        ],
    )
    def test_whose_games_were_forged_does_not_hold(
        self, score: Score, tmp_path: Path, column: int, value: object, problem: str
    ) -> None:
        (tmp_path / "a.score").write_bytes(with_rows(score, lambda rows: rows[0].__setitem__(column, value)))
        verdict = verify_score(Score.read(tmp_path / "a.score"))
        assert not verdict.holds
        assert problem in " ".join(verdict.problems)

    def test_with_a_changed_action_names_the_game_and_its_steps(self, score: Score, steep: Run, tmp_path: Path) -> None:
        read = Score.read(_saved(score, tmp_path))
        at = next(i for i, code in enumerate(read.games.actions[2]) if int(code) < 8)
        read.games.actions[2][at] = 8
        read.save(tmp_path / "b.score")
        answer = steep("verify", tmp_path / "b.score")
        assert answer.code == 1
        assert f"Game 3 (seed {TEST[2]}) differs" in answer.out

    @pytest.mark.parametrize(
        "change",
        [
            lambda rows: rows.clear(),
            lambda rows: rows[0].append(1),
            lambda rows: rows[0].__setitem__(4, -5),
            lambda rows: rows[0].__setitem__(4, 2**70),
            lambda rows: rows[0].__setitem__(8, "zz"),
        ],
    )
    def test_that_no_steep_writes_is_refused(self, score: Score, tmp_path: Path, change: Any) -> None:
        (tmp_path / "a.score").write_bytes(with_rows(score, change))
        with pytest.raises(InputError, match="is invalid"):
            Score.read(tmp_path / "a.score")

    def test_of_an_unknown_task_says_so(self, score: Score, tmp_path: Path) -> None:
        (tmp_path / "a.score").write_bytes(changed(score, task="Dragons-v0"))
        with pytest.raises(InputError, match='there is no task "Dragons-v0"'):
            Score.read(tmp_path / "a.score")

    def test_about_nothing_known_is_refused(self) -> None:
        with pytest.raises(InputError, match='there is no "polcy"'):
            evaluate(explore, "Orcs-v0", games=1, about={"polcy": "x"})


def _saved(score: Score, folder: Path) -> Path:
    score.save(folder / "a.score")
    return folder / "a.score"


def test_a_score_of_a_round_holds_for_its_own_seeds_alone() -> None:
    score = evaluate(explore, "Steps-v0", games=2, split="round:" + "5" * 64)
    assert verify_score(score).holds
    assert "2 games of round:555" in str(score)
    score.about["split"] = "round:" + "6" * 64
    assert not verify_score(score).holds
    score.about["split"] = "round:6"
    assert "64 hexadecimal digits" in verify_score(score).problems[0]


def test_seeds_that_are_missing_or_out_of_order_are_named() -> None:
    assert list(seed_problems([TEST[0], TEST[2]])) == [
        f"seed {TEST[2]} is not one of the first 2 test seeds",
        f"seed {TEST[1]} is missing",
    ]
    assert list(seed_problems([TEST[1], TEST[0]])) == ["the seeds are not in order"]


def test_aggregates_are_those_of_rliable() -> None:
    """Five runs of four tasks; rliable 1.2.0 gave these figures, and these intervals of 50,000 samples."""
    scores = {
        "a": [0.805, 0.054, 0.049, 0.435, 0.392],
        "b": [0.808, 0.383, 0.999, 0.974, 0.493],
        "c": [0.515, 0.408, 0.652, 0.898, 0.677],
        "d": [0.286, 0.045, 0.235, 0.844, 0.061],
    }
    found = aggregate(scores, repetitions=20_000)
    assert found.iqm.value == pytest.approx(0.5046)
    assert found.mean.value == pytest.approx(0.50065)
    assert found.median.value == pytest.approx(0.4885)
    bounds = [
        bound for each in (found.iqm, found.mean, found.median) for bound in (each.interval.low, each.interval.high)
    ]
    assert bounds == pytest.approx([0.3602, 0.6660, 0.3940, 0.6144, 0.3803, 0.6394], abs=0.005)


def test_unequal_runs_are_refused() -> None:
    with pytest.raises(InputError, match="as many runs: found a 1, b 2"):
        aggregate({"a": [1.0], "b": [1.0, 2.0]})
