"""Each seed is played exactly once, in order, and however many worlds play them, they come to the same."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import steep.env
from env_runs import eventful_rulebook
from steep.core.input_errors import InputError
from steep.env.evaluation import EachSeedOnce
from steep.env.kernel.actions import FLAT_CHOOSE, FLAT_DESCEND


def worlds(count: int, **changes: Any) -> steep.env.DescentVectorEnv:
    arguments: dict[str, Any] = {
        "ruleset": eventful_rulebook(),
        "floors": (1, 1),
        "max_steps": 150,
        "observations": ("compass", "action_mask"),
        "autoreset_mode": "Disabled",
    }
    return steep.env.DescentVectorEnv(count, **arguments | changes)


def follow(seen: Any) -> Any:
    """To the stairs where they are known, or on to what is not."""
    stairs, unexplored = seen["compass"][:, 0, 0], seen["compass"][:, 1, 0]
    chosen = np.maximum(np.where(stairs > 0, stairs, unexplored) - 1, 0)
    for action in (FLAT_CHOOSE, FLAT_DESCEND):
        chosen = np.where(seen["action_mask"][:, action] == 1, action, chosen)
    return chosen


def played(games: EachSeedOnce) -> tuple[list[int], int]:
    """The seeds that were begun, and how many episodes ended."""
    seen, infos = games.reset()
    begun, ended = games.env.unwrapped.run_seeds[games.playing].tolist(), 0  # type: ignore[attr-defined]
    while games.playing.any():
        before = games.playing.copy()
        seen, rewards, terminated, truncated, infos = games.step(follow(seen))
        over = terminated | truncated
        assert not over[~before].any()
        assert not rewards[~before].any()
        assert (infos["playing"] == games.playing).all()
        assert (infos["action_mask"] == seen["action_mask"]).all()
        ended += int(over.sum())
        begun += games.env.unwrapped.run_seeds[over & games.playing].tolist()  # type: ignore[attr-defined]
    return begun, ended


@pytest.mark.parametrize("count", [1, 4, 7, 30])
def test_each_seed_is_begun_once_and_ends_once(count: int) -> None:
    games = EachSeedOnce(worlds(count), range(50, 70))
    begun, ended = played(games)
    assert sorted(begun) == list(range(50, 70))
    assert ended == 20
    assert games.results["seed"].tolist() == list(range(50, 70))
    assert set(games.results["end"].tolist()) <= {1, 2, 3}


def test_they_come_to_the_same_however_many_worlds_play_them() -> None:
    one, many, again = (EachSeedOnce(worlds(count), range(24)) for count in (1, 5, 40))
    for games in (one, many, again):
        played(games)
    assert one.results.tobytes() == many.results.tobytes() == again.results.tobytes()
    assert len(set(one.results["end"].tolist())) > 1
    played(many)
    assert many.results.tobytes() == one.results.tobytes()


def test_results_equal_those_of_a_single_environment() -> None:
    games = EachSeedOnce(worlds(3), range(5))
    played(games)
    env = steep.env.DescentEnv(
        eventful_rulebook(), floors=(1, 1), max_steps=150, observations=("compass", "action_mask")
    )
    for row in games.results:
        seen, _ = env.reset(seed=int(row["seed"]))
        steps, total, over = 0, 0.0, False
        while not over:
            action = follow({key: value[None] for key, value in seen.items()})
            seen, reward, terminated, truncated, info = env.step(int(action[0]))
            steps, total, over = steps + 1, total + reward, terminated or truncated
        assert (row["end"], row["steps"], row["reward"]) == (info["end"], steps, total)


def test_without_seeds_those_of_the_environments_split_are_played() -> None:
    games = EachSeedOnce(worlds(8, seeds=range(100, 111)))
    assert sorted(played(games)[0]) == list(range(100, 111))
    assert len(EachSeedOnce(worlds(2), "test")._seeds) == 10_000


def test_it_goes_around_other_wrappers() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(worlds(3))
    games = EachSeedOnce(envs, [9, 3, 5, 7])
    assert played(games) == ([9, 3, 5, 7], 4)


def test_when_all_were_played_a_step_is_refused() -> None:
    games = EachSeedOnce(worlds(2), range(2))
    with pytest.raises(ResetNeeded, match="every seed has been played"):
        games.step(np.zeros(2, np.int64))
    played(games)
    with pytest.raises(ResetNeeded, match="every seed has been played"):
        games.step(np.zeros(2, np.int64))


@pytest.mark.parametrize(
    ("seeds", "told"),
    [
        (None, "EachSeedOnce needs seeds"),
        ([], "it must be the name of a split, a range, or a list of at least one seed"),
        ("tset", 'did you mean "test"?'),
        ([1, 2, 1], "seeds has the seed 1 2 times; each must be there once"),
        ([1, -1], "the seed is -1"),
        (5, "seeds is 5; it must be the name of a split"),
    ],
)
def test_invalid_seeds_are_refused(seeds: Any, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        EachSeedOnce(worlds(2), seeds)


def test_it_needs_a_native_vector_without_autoreset() -> None:
    with pytest.raises(InputError, match="autoreset_mode is NextStep; under EachSeedOnce it must be Disabled"):
        EachSeedOnce(worlds(2, autoreset_mode="NextStep"), range(5))
    single: Any = gymnasium.make_vec("CartPole-v1", num_envs=2, vectorization_mode="sync")
    with pytest.raises(InputError, match="wraps native vectors of steep/Descent-v0"):
        EachSeedOnce(single, range(5))
    games = EachSeedOnce(worlds(2), range(5))
    with pytest.raises(InputError, match="assigns the seeds itself"):
        games.reset(seed=5)
    assert games.reset(options={"difficulty": 0.2})[1]["difficulty"].tolist() == [0.2, 0.2]
