"""Curricula: the dial goes up after successes and down after failures, and episodes use its current difficulty."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from hypothesis import given
from hypothesis import strategies as st

import steep.env
from steep.core.input_errors import InputError
from steep.env.curriculum import Curriculum, Staircase, VectorCurriculum

outcomes = st.lists(st.booleans(), max_size=200)


def dial_after(staircase: Staircase, successes: list[bool]) -> list[float]:
    """The difficulty after each outcome."""
    difficulties = []
    for success in successes:
        staircase.add(success)
        difficulties.append(staircase.difficulty)
    return difficulties


class TestStaircase:
    def test_it_goes_up_after_a_window_of_successes_and_down_after_one_of_failures(self) -> None:
        assert dial_after(Staircase(start=0.5, step=0.1, window=3), [True] * 7) == [0.5, 0.5, 0.6, 0.6, 0.6, 0.7, 0.7]
        assert dial_after(Staircase(start=0.5, step=0.1, window=3), [False] * 6)[-1] == 0.3

    def test_it_stays_while_the_success_rate_is_within_the_limits(self) -> None:
        staircase = Staircase(start=0.5, window=10, raise_above=0.7, lower_below=0.3)
        assert set(dial_after(staircase, ([True] * 7 + [False] * 3) * 3)) == {0.5}
        assert set(dial_after(staircase, ([True] * 3 + [False] * 7) * 3)) == {0.5}

    def test_only_the_last_window_counts(self) -> None:
        # Seven of the last ten are not more than seven in ten; eight are.
        staircase = Staircase(start=0.5, step=0.1, window=10)
        assert dial_after(staircase, [False] * 3 + [True] * 7)[-1] == 0.5
        assert dial_after(staircase, [True]) == [0.6]

    def test_outcomes_at_one_difficulty_do_not_count_at_the_next(self) -> None:
        staircase = Staircase(start=0.5, step=0.1, window=4)
        dial_after(staircase, [True] * 4)
        assert dial_after(staircase, [True] * 3) == [0.6] * 3

    @given(outcomes, st.integers(1, 9), st.sampled_from([0.001, 0.03, 0.1, 0.4]))
    def test_it_never_leaves_its_bounds(self, successes: list[bool], window: int, step: float) -> None:
        staircase = Staircase(start=0.4, step=step, window=window, bounds=(0.2, 0.65))
        assert all(0.2 <= difficulty <= 0.65 for difficulty in dial_after(staircase, successes))

    @given(outcomes, outcomes)
    def test_it_continues_from_a_state(self, before: list[bool], after: list[bool]) -> None:
        one, other = Staircase(window=5), Staircase(window=5)
        dial_after(one, before)
        other.load_state_dict(json.loads(json.dumps(one.state_dict())))
        assert dial_after(other, after) == dial_after(one, after)
        assert other.state_dict() == one.state_dict()

    def test_small_steps_add_up_without_drift(self) -> None:
        staircase = Staircase(start=0.0, step=0.1, window=1)
        assert dial_after(staircase, [True] * 11) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.0]

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            ({"start": 1.5}, "start: found 1.5; allowed: a number from 0.0 to 1.0"),
            ({"step": "big"}, "step: found 'big'; allowed: a number"),
            ({"bounds": 0.5}, "bounds is 0.5; it must be two difficulties"),
            ({"bounds": (0.2, None)}, "bounds: found None"),
            ({"start": 0.5, "bounds": (0.8, 0.2)}, "the lowest must not be above the highest"),
            ({"window": 2.5}, "window is 2.5"),
            ({"raise_above": "often"}, "lower_below is 0.3 and raise_above 'often'; both must be from 0 to 1"),
            ({"start": 0.1, "bounds": (0.2, 0.8)}, "start is 0.1; it must be within bounds, 0.2 to 0.8"),
            ({"step": 0.0}, "step is 0.0; it must be at least 0.001"),
            ({"window": 0}, "window is 0; it must be a number of episodes, 1 or more"),
            ({"raise_above": 0.2}, "lower_below is 0.3 and raise_above 0.2"),
        ],
    )
    def test_invalid_staircases_are_refused(self, wrong: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError, match=message):
            Staircase(**wrong)

    @pytest.mark.parametrize(
        "wrong", ["state", {}, {"difficulty": 2, "outcomes": []}, {"difficulty": 0.5, "outcomes": [1]}]
    )
    def test_an_invalid_state_is_refused(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(InputError):
            Staircase().load_state_dict(wrong)


def single_curriculum(**settings: Any) -> Curriculum:
    env = gymnasium.make("steep/Descent-v0", ruleset="tcod-2020", floors=(1, 1), max_steps=5)
    return Curriculum(env, **({"step": 0.1, "window": 3} | settings))


def succeed(_info: Mapping[str, Any], _total: float) -> bool:
    return True


def play(env: Curriculum, episodes: int) -> list[float]:
    """Play episodes by waiting. Returns the difficulty of each."""
    difficulties = []
    for _ in range(episodes):
        _, info = env.reset()
        difficulties.append(info["difficulty"])
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(8)
            over = terminated or truncated
    return difficulties


class TestCurriculum:
    def test_episodes_are_played_at_the_current_difficulty(self) -> None:
        env = single_curriculum(success=succeed)
        assert play(env, 7) == [0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.3]
        assert env.get_wrapper_attr("difficulty") == 0.3

    def test_the_dial_goes_down_after_failures(self) -> None:
        assert play(single_curriculum(start=0.3), 7) == [0.3, 0.3, 0.3, 0.2, 0.2, 0.2, 0.1]

    def test_every_info_has_the_difficulty_and_the_last_one_has_success(self) -> None:
        env = single_curriculum(success=succeed)
        assert env.reset()[1]["difficulty"] == 0.1
        infos = [env.step(8)[4] for _ in range(5)]
        assert [info["difficulty"] for info in infos] == [0.1] * 5
        assert [info.get("success") for info in infos] == [None] * 4 + [True]

    def test_an_episode_counts_only_once(self) -> None:
        env = single_curriculum(success=succeed, window=2)
        env.reset()
        for _ in range(5):
            env.step(8)
        for _ in range(3):
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(8)
        assert env.staircase.difficulty == 0.1

    def test_success_receives_the_sum_of_the_rewards(self) -> None:
        def record(_info: Mapping[str, Any], total: float) -> bool:
            totals.append(total)
            return True

        totals: list[float] = []
        env = gymnasium.make(
            "steep/Descent-v0", ruleset="tcod-2020", floors=(1, 1), max_steps=5, rewards={"step": -1.0}
        )
        play(Curriculum(env, success=record), 2)
        assert totals == [-5.0, -5.0]

    def test_an_unfinished_episode_does_not_count(self) -> None:
        env = single_curriculum(success=succeed, window=1)
        for _ in range(5):
            env.reset()
            env.step(8)
        assert env.staircase.difficulty == 0.1

    def test_an_episode_at_another_difficulty_does_not_count(self) -> None:
        env = single_curriculum(success=succeed, window=1)
        assert env.reset(options={"difficulty": 0.9})[1]["difficulty"] == 0.9
        for _ in range(5):
            env.step(8)
        assert env.reset()[1]["difficulty"] == 0.1

    def test_other_environments_are_refused(self) -> None:
        with pytest.raises(InputError, match=r"Curriculum wraps steep/Descent-v0, not .*CartPole"):
            Curriculum(gymnasium.make("CartPole-v1"))

    def test_success_must_be_a_function(self) -> None:
        wrong: Any = "won"
        with pytest.raises(InputError, match="success is 'won'; it must be a function"):
            single_curriculum(success=wrong)

    def test_its_spec_makes_the_same_curriculum(self) -> None:
        env = single_curriculum(start=0.4)
        spec = pickle.loads(pickle.dumps(env.spec))  # noqa: S301
        again: Any = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json()))
        assert isinstance(again, Curriculum)
        assert again.reset(seed=1)[1]["difficulty"] == 0.4

    @pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")
    def test_it_passes_gymnasiums_check(self) -> None:
        check_env(single_curriculum(), skip_render_check=True)


MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]


def vector_curriculum(mode: AutoresetMode, **settings: Any) -> VectorCurriculum:
    envs = steep.env.DescentVectorEnv(4, "tcod-2020", floors=(1, 1), max_steps=3, autoreset_mode=mode)
    return VectorCurriculum(envs, success=succeed, **({"step": 0.1, "window": 4} | settings))


def wait_steps(envs: VectorCurriculum, mode: AutoresetMode, count: int) -> list[dict[str, Any]]:
    """Wait for some steps. Returns the info of each."""
    steps_infos = []
    for _ in range(count):
        *_, terminated, truncated, infos = envs.step(np.full(4, 8))
        steps_infos.append(infos)
        if mode == AutoresetMode.DISABLED and (terminated | truncated).any():
            envs.reset(options={"reset_mask": terminated | truncated})
    return steps_infos


class TestVectorCurriculum:
    @pytest.mark.parametrize("mode", MODES)
    def test_every_world_takes_the_new_difficulty_with_its_next_episode(self, mode: AutoresetMode) -> None:
        envs = vector_curriculum(mode)
        assert envs.reset(seed=0)[1]["difficulty"].tolist() == [0.1] * 4
        difficulties = [infos["difficulty"].tolist() for infos in wait_steps(envs, mode, 11)]
        assert all(len({*row}) == 1 for row in difficulties)
        assert [row[0] for row in difficulties] == {
            # The step after an end only begins the next episode.
            AutoresetMode.NEXT_STEP: [0.1] * 3 + [0.2] * 4 + [0.3] * 4,
            # The second episode began before the dial moved, and so does not count.
            AutoresetMode.SAME_STEP: [0.1] * 5 + [0.2] * 6,
            AutoresetMode.DISABLED: [0.1] * 3 + [0.2] * 3 + [0.3] * 3 + [0.4] * 2,
        }[mode]

    @pytest.mark.parametrize("mode", MODES)
    def test_infos_have_the_success_of_ended_episodes(self, mode: AutoresetMode) -> None:
        envs = vector_curriculum(mode, window=1_000)
        envs.reset(seed=0)
        infos = wait_steps(envs, mode, 3)
        assert ["success" in info for info in infos] == [False, False, True]
        assert infos[2]["success"].tolist() == infos[2]["_success"].tolist() == [True] * 4

    @pytest.mark.parametrize("mode", MODES)
    def test_success_receives_the_info_of_each_environment(self, mode: AutoresetMode) -> None:
        def record(info: Mapping[str, Any], total: float) -> bool:
            recorded.append((info["end"], info["difficulty"], info["reward_step"], total))
            return False

        recorded: list[Any] = []
        worlds = steep.env.DescentVectorEnv(
            2, "tcod-2020", floors=(1, 1), max_steps=3, rewards={"step": -1.0}, autoreset_mode=mode
        )
        envs = VectorCurriculum(worlds, success=record)
        envs.reset(seed=0)
        for _ in range(3):
            envs.step(np.full(2, 8))
        assert recorded == [(3, 0.1, -1.0, -3.0)] * 2

    def test_only_episodes_at_the_current_difficulty_move_the_dial(self) -> None:
        # Four episodes end at once. The first two move the dial, so the others were played at another difficulty.
        envs = vector_curriculum(AutoresetMode.NEXT_STEP, window=2)
        envs.reset(seed=0)
        wait_steps(envs, AutoresetMode.NEXT_STEP, 3)
        assert envs.staircase.difficulty == 0.2
        assert envs.staircase.state_dict()["outcomes"] == []

    def test_a_difficulty_given_to_reset_does_not_count_and_lasts_one_episode(self) -> None:
        envs = vector_curriculum(AutoresetMode.NEXT_STEP)
        given = envs.reset(options={"difficulty": 0.9})[1]["difficulty"]
        infos = wait_steps(envs, AutoresetMode.NEXT_STEP, 4)
        assert given.tolist() == infos[0]["difficulty"].tolist() == [0.9] * 4
        assert infos[3]["difficulty"].tolist() == [0.1] * 4
        assert envs.staircase.difficulty == 0.1

    @pytest.mark.parametrize("mode", MODES)
    def test_loading_a_state_moves_the_dial_without_a_reset(self, mode: AutoresetMode) -> None:
        envs = vector_curriculum(mode, window=100)
        envs.reset(seed=0)
        wait_steps(envs, mode, 1)
        envs.staircase.load_state_dict({"difficulty": 0.8, "outcomes": []})
        assert wait_steps(envs, mode, 7)[-1]["difficulty"].tolist() == [0.8] * 4
        assert envs.staircase.state_dict()["outcomes"]

    def test_other_vector_environments_are_refused(self) -> None:
        singles = gymnasium.make_vec("steep/Descent-v0", num_envs=2, ruleset="tcod-2020", vectorization_mode="sync")
        for wrong in (singles, gymnasium.make_vec("CartPole-v1", num_envs=2)):
            with pytest.raises(InputError, match="VectorCurriculum wraps native vectors of steep/Descent-v0, not"):
                VectorCurriculum(wrong)

    def test_a_vector_of_one_gives_the_same_curriculum_as_a_single_environment(self) -> None:
        alone = play(single_curriculum(success=succeed), 9)
        envs = VectorCurriculum(
            steep.env.DescentVectorEnv(1, "tcod-2020", floors=(1, 1), max_steps=5), step=0.1, window=3, success=succeed
        )
        difficulties = [float(envs.reset(seed=0)[1]["difficulty"][0])]
        while len(difficulties) < 9:
            *_, truncated, _ = envs.step(np.full(1, 8))
            if truncated[0]:
                difficulties.append(float(envs.step(np.full(1, 8))[4]["difficulty"][0]))
        assert difficulties == alone
