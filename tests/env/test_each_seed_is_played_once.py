"""Each seed is played exactly once, in order, and the results do not depend on the number of worlds."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import steep.env
from eventful_ruleset_and_random_play import eventful_rulebook
from steep.core.input_errors import InputError
from steep.core.world import END_NAMES
from steep.env.kernel.actions import FLAT_CHOOSE, FLAT_DESCEND
from steep.env.play_each_seed_once import EachSeedOnce
from steep.env.render import hero_of


def worlds(count: int, **changes: Any) -> steep.env.DescentVectorEnv:
    arguments: dict[str, Any] = {
        "ruleset": eventful_rulebook(),
        "floors": (1, 1),
        "max_steps": 150,
        "observations": ("compass", "action_mask"),
        "autoreset_mode": "Disabled",
    }
    return steep.env.DescentVectorEnv(count, **arguments | changes)


def follow(observation: Any) -> Any:
    """Actions that go to the stairs if they are known, otherwise to unexplored cells."""
    stairs, unexplored = observation["compass"][:, 0, 0], observation["compass"][:, 1, 0]
    chosen = np.maximum(np.where(stairs > 0, stairs, unexplored) - 1, 0)
    for action in (FLAT_CHOOSE, FLAT_DESCEND):
        chosen = np.where(observation["action_mask"][:, action] == 1, action, chosen)
    return chosen


def play_all(evaluation: EachSeedOnce) -> tuple[list[int], int]:
    """Play every seed. Returns the seeds that were begun, and the number of episodes that ended."""
    observation, infos = evaluation.reset()
    begun, ended = evaluation.env.unwrapped.run_seeds[evaluation.playing].tolist(), 0  # type: ignore[attr-defined]
    while evaluation.playing.any():
        before = evaluation.playing.copy()
        observation, rewards, terminated, truncated, infos = evaluation.step(follow(observation))
        over = terminated | truncated
        assert not over[~before].any()
        assert not rewards[~before].any()
        assert (infos["playing"] == evaluation.playing).all()
        assert (infos["action_mask"] == observation["action_mask"]).all()
        ended += int(over.sum())
        begun += evaluation.env.unwrapped.run_seeds[over & evaluation.playing].tolist()  # type: ignore[attr-defined]
    return begun, ended


@pytest.mark.parametrize("count", [1, 4, 7, 30])
def test_each_seed_is_begun_once_and_ends_once(count: int) -> None:
    evaluation = EachSeedOnce(worlds(count), range(50, 70))
    begun, ended = play_all(evaluation)
    assert sorted(begun) == list(range(50, 70))
    assert ended == 20
    assert evaluation.results["seed"].tolist() == list(range(50, 70))
    assert set(evaluation.results["end"].tolist()) <= {1, 2, 3}


def test_the_results_do_not_depend_on_the_number_of_worlds() -> None:
    single, several, most = (EachSeedOnce(worlds(count), range(24)) for count in (1, 5, 40))
    for evaluation in (single, several, most):
        play_all(evaluation)
    assert single.results.tobytes() == several.results.tobytes() == most.results.tobytes()
    assert len(set(single.results["end"].tolist())) > 1
    play_all(several)
    assert several.results.tobytes() == single.results.tobytes()


def test_results_equal_those_of_a_single_environment() -> None:
    evaluation = EachSeedOnce(worlds(3), range(5))
    play_all(evaluation)
    env = steep.env.DescentEnv(
        eventful_rulebook(), floors=(1, 1), max_steps=150, observations=("compass", "action_mask")
    )
    for row in evaluation.results:
        observation, _ = env.reset(seed=int(row["seed"]))
        steps, total, over = 0, 0.0, False
        while not over:
            action = follow({key: value[None] for key, value in observation.items()})
            observation, reward, terminated, truncated, info = env.step(int(action[0]))
            steps, total, over = steps + 1, total + reward, terminated or truncated
        assert (row["end"], row["steps"], row["reward"]) == (info["end"], steps, total)
        assert (row["floor"], row["turns"]) == (1, hero_of(env._batch.episodes[0]).turn)


def test_the_floor_of_a_result_is_where_the_episode_ended() -> None:
    evaluation = EachSeedOnce(worlds(4, ruleset="tcod-2020", floors=(2, 3), max_turns=300, max_steps=None), range(12))
    play_all(evaluation)
    results = evaluation.results
    assert set(results["floor"].tolist()) == {2, 3}
    assert (results["floor"][results["end"] == END_NAMES.index("won")] == 3).all()
    assert (results["turns"][results["end"] == END_NAMES.index("stopped")] == 300).all()
    assert (results["turns"] <= results["steps"]).all()


def test_by_default_the_seeds_of_the_environments_split_are_played() -> None:
    evaluation = EachSeedOnce(worlds(8, seeds=range(100, 111)))
    assert sorted(play_all(evaluation)[0]) == list(range(100, 111))
    assert len(EachSeedOnce(worlds(2), "test")._seeds) == 10_000


def test_it_can_wrap_other_wrappers() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(worlds(3))
    evaluation = EachSeedOnce(envs, [9, 3, 5, 7])
    assert play_all(evaluation) == ([9, 3, 5, 7], 4)


def test_a_step_before_reset_or_after_the_last_seed_is_refused() -> None:
    evaluation = EachSeedOnce(worlds(2), range(2))
    with pytest.raises(ResetNeeded, match="every seed has been played"):
        evaluation.step(np.zeros(2, np.int64))
    play_all(evaluation)
    with pytest.raises(ResetNeeded, match="every seed has been played"):
        evaluation.step(np.zeros(2, np.int64))


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        (None, "EachSeedOnce needs seeds"),
        ([], "it must be the name of a split, a range, or a list of at least one seed"),
        ("tset", 'did you mean "test"?'),
        ([1, 2, 1], "seeds has the seed 1 2 times; each must be there once"),
        ([1, -1], "the seed is -1"),
        (5, "seeds is 5; it must be the name of a split"),
    ],
)
def test_invalid_seeds_are_refused(seeds: Any, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        EachSeedOnce(worlds(2), seeds)


def test_it_needs_a_native_vector_without_autoreset() -> None:
    with pytest.raises(InputError, match="autoreset_mode is NextStep; under EachSeedOnce it must be Disabled"):
        EachSeedOnce(worlds(2, autoreset_mode="NextStep"), range(5))
    single: Any = gymnasium.make_vec("CartPole-v1", num_envs=2, vectorization_mode="sync")
    with pytest.raises(InputError, match="wraps native vectors of steep/Descent-v0"):
        EachSeedOnce(single, range(5))
    evaluation = EachSeedOnce(worlds(2), range(5))
    with pytest.raises(InputError, match="assigns the seeds itself"):
        evaluation.reset(seed=5)
    assert evaluation.reset(options={"difficulty": 0.2})[1]["difficulty"].tolist() == [0.2, 0.2]
