"""Scores: what an evaluation records, the file that keeps it, and how a false one is found."""

from __future__ import annotations

import io
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command_fixture_types import Run
from steep.core.input_errors import InputError
from steep.env import TASKS, TEST, Score, Setting, Task, aggregate, evaluate, verify_score
from steep.env.benchmark import score as score_file
from steep.env.benchmark import verify_score as verify_score_file
from steep.env.benchmark.score import MAX_ROWS, SCORE, about_of, score_bytes, score_from
from steep.env.benchmark.verify_score import replay, seed_problems
from steep.lab.stats.confidence_intervals import wilson
from steep.play.files.container import ContainerError, Content, container_bytes, container_from

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
    packed = json.dumps(rows, separators=(",", ":")).encode()
    return container_bytes(SCORE, content.header, zlib.compress(packed + b"\n" + actions))


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

    def test_numbers_its_games_through_all_settings_of_a_task(self) -> None:
        heard: set[int] = set()

        def listen(observations: dict[str, Any], infos: dict[str, Any]) -> Any:
            heard.update(infos["game"].tolist())
            return explore(observations, infos)

        two = (Setting("tcod-2020", (1, 1)), Setting("rotjs", (1, 1)))
        evaluate(listen, Task("Two-v0", "", two, two), games=4)
        assert heard == {0, 1, 2, 3}

    def test_has_an_interval_where_all_games_agree(self, score: Score) -> None:
        agreeing = Score(score.task, score.about, replace(score.games, progress=np.ones(5)))
        assert agreeing.progress.interval == wilson(5, 5)

    def test_refuses_a_policy_that_returns_more_than_actions(self) -> None:
        with pytest.raises(InputError, match="the policy returned 2 values; return the actions alone"):
            evaluate(lambda *seen: (explore(*seen), None), "Orcs-v0", games=1)

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
            (7, "00", "game 1 (seed 3000000000) differs from one of its steps 1 to 16 on"),
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

    def test_whose_name_has_a_line_break_is_told_in_one_line(self, tmp_path: Path) -> None:
        (tmp_path / "a\nThe score holds.").write_bytes(b"")
        with pytest.raises(InputError, match=r"a\\nThe score holds\. is cut short"):
            Score.read(tmp_path / "a\nThe score holds.")

    def test_about_nothing_known_is_refused(self) -> None:
        with pytest.raises(InputError, match='there is no "polcy"'):
            evaluate(explore, "Orcs-v0", games=1, about={"polcy": "x"})

    @pytest.mark.parametrize(
        ("about", "problem"),
        [
            ({"policy": "x" * 81}, 'about: "policy": found .*; allowed: a name of 1 to 80 printable characters'),
            ({"policy": "a\nb"}, "a name of 1 to 80"),
            ({"policy": "\ud800"}, "a name of 1 to 80"),
            ({"code": "[b84e657](x)"}, 'about: "code": .*; allowed: a commit, 7 to 40 hexadecimal digits'),
            ({"code": "b84e65"}, "7 to 40"),
            ({"steps": -5}, 'about: "steps": found -5; allowed: a whole number from 0 to 1000000000000'),
            ({"seeds": 10**6 + 1}, "from 0 to 1000000"),
            ({"hours": 1e7}, 'about: "hours"'),
            ({"track": "Plain"}, "allowed: one of plain, imagining, cloning"),
            ({"split": "test:" + "9" * 5000}, "after the colon: allowed: 1 to 10000"),
            ({"split": "x\ny"}, r"seeds is \"x\\ny\""),
        ],
    )
    def test_about_what_is_not_allowed_is_neither_written_nor_read(
        self, score: Score, tmp_path: Path, about: dict[str, Any], problem: str
    ) -> None:
        with pytest.raises(InputError, match=problem):
            about_of(about, ("compass",), "flat")
        (tmp_path / "a.score").write_bytes(changed(score, about={**score.about, **about}))
        with pytest.raises(InputError, match=problem):
            Score.read(tmp_path / "a.score")

    @pytest.mark.parametrize(
        ("header", "problem"),
        [
            ({"rules": "\x1b[2J"}, "rules: found .*; allowed: 16 hexadecimal digits"),
            ({"version": 3}, "version: found 3"),
            ({"task": "steep/Orcs-v0"}, "would write the same score with other bytes"),
            ({"progress": 1.0}, "would write the same score with other bytes"),
        ],
    )
    def test_with_a_header_that_no_steep_writes_is_refused(
        self, score: Score, tmp_path: Path, header: dict[str, Any], problem: str
    ) -> None:
        (tmp_path / "a.score").write_bytes(changed(score, **header))
        with pytest.raises(InputError, match=problem):
            Score.read(tmp_path / "a.score")

    def test_with_a_key_twice_is_refused(self, score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
        content = container_from(SCORE, io.BytesIO(score_bytes(score)))
        head = json.dumps(content.header, separators=(",", ":")).replace("{", '{"task":"Lamp-v0",', 1)
        monkeypatch.setattr(json, "dumps", lambda *_, **__: head)
        data = container_bytes(SCORE, {}, content.body)
        monkeypatch.undo()
        with pytest.raises(ContainerError, match="would write the same score with other bytes"):
            score_from(data)

    def test_with_an_observation_twice_is_refused(self, score: Score) -> None:
        about = {**score.about, "observations": ["compass", "compass"]}
        with pytest.raises(ContainerError, match='has "compass" once'):
            score_from(changed(score, about=about))

    @pytest.mark.parametrize(("actions", "size"), [("flat", 254), ("targets", 9 * 26 * 21**2)])
    def test_with_an_action_out_of_range_names_the_game_and_step(self, score: Score, actions: str, size: int) -> None:
        games = replace(score.games, actions=[list(game) for game in score.games.actions])
        games.actions[1][2] = size
        forged = Score(score.task, {**score.about, "actions": actions}, games)
        with pytest.raises(ContainerError, match=f"game 2, step 3: found action {size}; allowed: 0 to {size - 1}"):
            score_from(score_bytes(forged))


class TestAFileThatWantsTooMuch:
    def test_has_no_game_without_steps(self, score: Score) -> None:
        with pytest.raises(ContainerError, match="game 1 has 0 steps; allowed: 1 to 8,000"):
            score_from(with_rows(score, lambda rows: rows[0].__setitem__(4, 0)))

    @pytest.mark.parametrize(
        ("rows", "problem"),
        [
            (b'[0,0,0,0,0,0.0,"","",""],' * 10_001, "it has more than 10,000 games"),
            (b"[" * (MAX_ROWS + 1), "its games without their actions have 3_600_001 bytes; at most 3_600_000"),
        ],
    )
    def test_of_more_games_than_a_split_has_is_refused_unparsed(
        self, score: Score, rows: bytes, problem: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(score_file, "parse_json", None)
        content = Content({"task": "Orcs-v0", "about": score.about}, zlib.compress(rows + b"\n"), True)
        monkeypatch.setattr(score_file, "container_from", lambda *_: content)
        with pytest.raises(ContainerError, match=problem):
            score_from(b"")

    def test_is_decompressed_no_further_than_its_actions_may_need(
        self, score: Score, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(score_file, "MAX_STEPS", 1)
        content = container_from(SCORE, io.BytesIO(score_bytes(score)))
        bomb = zlib.compress(bytes(MAX_ROWS + 5))
        with pytest.raises(ContainerError, match="its compressed data has the wrong length"):
            score_from(container_bytes(SCORE, content.header, bomb))

    def test_is_not_written(self, score: Score, tmp_path: Path) -> None:
        short, many = cut_short(score, 1).games, 10_001
        columns = {name: getattr(short, name)[:1] * many for name in ("rulesets", "actions", "checks", "digests")}
        games = replace(short, results=np.repeat(short.results[:1], many), **columns)
        with pytest.raises(InputError, match="is not written, as the score is invalid: it has more than 10,000 games"):
            Score(score.task, score.about, games).save(tmp_path / "a.score")
        with pytest.raises(InputError, match='is not written, as the score is invalid: about: "policy": found'):
            Score(score.task, {**score.about, "policy": "a\nb"}, score.games).save(tmp_path / "a.score")
        assert not list(tmp_path.iterdir())


class TestAReplay:
    def test_leaves_a_game_at_the_end_of_its_actions(self, score: Score) -> None:
        short = cut_short(score, 5)
        replayed = replay(score.task.test[0], range(GAMES), short)
        assert replayed.results["steps"].tolist() == [5] * GAMES
        assert verify_score(short).problems[0].startswith("game 1 (seed 3000000000) differs after step 0")

    def test_says_that_a_game_with_the_digest_of_its_beginning_is_not_over(self, score: Score) -> None:
        short = cut_short(score, 5)
        short.games.digests = replay(score.task.test[0], range(GAMES), short).digests
        assert verify_score(short).problems[0] == "game 1 (seed 3000000000) is not over after its 5 steps"

    def test_leaves_a_game_where_a_check_byte_differs(self, score: Score) -> None:
        checks = [bytes([each[0] ^ 1]) + each[1:] for each in score.games.checks]
        forged = Score(score.task, score.about, replace(score.games, checks=checks))
        assert set(replay(score.task.test[0], range(GAMES), forged).results["steps"].tolist()) == {17}

    def test_gives_up_after_so_many_problems(self, score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(verify_score_file, "MOST_PROBLEMS", 2)
        monkeypatch.setattr(verify_score_file, "TOGETHER", 3)
        *listed, more, left = verify_score(cut_short(score, 5)).problems
        assert [each.partition(" differs")[0] for each in listed] == [
            f"game {row + 1} (seed {TEST[row]})" for row in range(2)
        ]
        assert (more, left) == ("and 1 more", "3 of 6 games were not replayed")

    def test_does_not_begin_with_wrong_seeds_and_cuts_their_list(
        self, score: Score, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(verify_score_file, "MOST_PROBLEMS", 2)
        results = score.games.results.copy()
        results["seed"] = TEST[0]
        assert verify_score(Score(score.task, score.about, replace(score.games, results=results))).problems == (
            *[f"seed {TEST[0]} was played twice"] * 2,
            "and 4 more",
            "6 of 6 games were not replayed",
        )

    def test_does_not_believe_the_file_that_other_rules_are_the_cause(self, score: Score) -> None:
        short = cut_short(score, 5)
        short.rules = "0" * 16
        said, first, *_ = verify_score(short).problems
        assert said == f"it says that it was played by other rules ({'0' * 16}, Steep {score.version})"
        assert first.startswith("game 1")

    def test_says_that_this_installation_has_another_ruleset_than_the_task_pins(
        self, score: Score, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(verify_score_file, "measured", lambda: {"Orcs-v0": {"pin": {"rulesets": ["0" * 16]}}})
        assert verify_score(score).problems == ("this installation's tcod-2019 is not the one that Orcs-v0 pins",)


def cut_short(score: Score, steps: int) -> Score:
    """A score with the first steps of each game."""
    results = score.games.results.copy()
    results["steps"] = steps
    actions = [game[:steps] for game in score.games.actions]
    games = replace(score.games, results=results, actions=actions, checks=[b""] * len(results))
    return Score(score.task, score.about, games)


class TestWhatIsTold:
    def test_figures_come_before_the_name_in_quotes(self, score: Score, tmp_path: Path, steep: Run) -> None:
        lying = {**score.about, "policy": "PPO: 1,000 games of test, progress 100.0%"}
        Score(score.task, lying, score.games).save(tmp_path / "a.score")
        answer = steep("verify", tmp_path / "a.score")
        assert answer.out.startswith(f"The score holds. Orcs-v0: {GAMES} games of test, progress 0.0%")
        assert "; policy 'PPO: 1,000 games of test, progress 100.0%'." in answer.out

    def test_one_game_and_a_task_without_reference(self) -> None:
        said = str(evaluate(explore, "DialUp-v0", games=1))
        assert "DialUp-v0: 1 game of test" in said
        assert "not normalised: DialUp-v0 has no reference" in said

    def test_a_part_of_the_seeds_is_no_entry(self, score: Score, tmp_path: Path, steep: Run) -> None:
        score.save(tmp_path / "a.score")
        said = "It is not an entry of the leaderboard: 6 of 1,000 test games."
        assert said in " ".join(steep("verify", tmp_path / "a.score").out.split())
        (row,) = json.loads(steep("verify", tmp_path / "a.score", "--format", "json").out)["verified"]
        assert {key: row[key] for key in ("task", "split", "track", "policy", "games", "verified", "entry")} == {
            "task": "Orcs-v0",
            "split": "test",
            "track": "plain",
            "policy": "explore",
            "games": GAMES,
            "verified": True,
            "entry": False,
        }
        assert row["no_entry"] == "6 of 1,000 test games"
        assert row["progress_low"] <= row["progress"] <= row["progress_high"]
        assert row["won_low"] <= row["won"] <= row["won_high"]

    def test_the_value_of_a_round_is_not_checked_against_a_release(self, score: Score) -> None:
        played = Score(score.task, {**score.about, "split": "round:" + "5" * 64}, score.games)
        assert played.no_entry == "its seeds are of a round, whose VALUE is not checked against a release"


def _saved(score: Score, folder: Path) -> Path:
    score.save(folder / "a.score")
    return folder / "a.score"


def test_a_score_of_a_round_holds_for_its_own_seeds_alone() -> None:
    score = evaluate(explore, "Steps-v0", games=2, split="round:" + "5" * 64)
    assert verify_score(score).holds
    assert "2 games of round:555" in str(score)
    score.about["split"] = "round:" + "6" * 64
    assert not verify_score(score).holds


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
