"""The native vector environment equals single environments, in all three autoreset modes."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import steep.env
from eventful_ruleset_and_random_play import eventful_rulebook, keys_for
from steep.core.input_errors import InputError
from steep.env.kernel.actions import FLAT_ACTIONS, FLAT_CHOOSE, FLAT_DESCEND

COUNT = 6
NORTH = np.zeros(COUNT, np.int64)
MODES = list(AutoresetMode)


def custom_term(before: Any, now: Any) -> Any:
    """A custom reward term."""
    return now["hp"] / 3 - before["turn"]


def arguments(actions: str) -> dict[str, Any]:
    return {
        "ruleset": eventful_rulebook(),
        "floors": (1, 2),
        "max_turns": 40,
        "max_steps": 30,
        "observations": keys_for(actions),
        "actions": actions,
        "rewards": steep.env.RewardTerms(
            {"step": -0.1, "hp": 1, "xp": 0.3, "lucky": 0.1}, custom={"lucky": custom_term}
        ),
        "texts": True,
    }


def native(mode: AutoresetMode, actions: str = "flat", **changes: Any) -> steep.env.DescentVectorEnv:
    return steep.env.DescentVectorEnv(COUNT, autoreset_mode=mode, **(arguments(actions) | changes))


def synchronous(mode: AutoresetMode, actions: str) -> SyncVectorEnv[Any, Any]:
    return SyncVectorEnv([lambda: steep.env.DescentEnv(**arguments(actions))] * COUNT, autoreset_mode=mode)


def assert_same(actual: tuple[Any, ...], expected: tuple[Any, ...]) -> None:
    """All arrays are identical. A mask that only `actual` has in its info is false everywhere."""
    *actual_arrays, actual_infos = actual
    *expected_arrays, expected_infos = expected
    for one, other in zip(actual_arrays, expected_arrays, strict=True):
        assert data_equivalence(one, other, exact=True)
    for key, value in expected_infos.items():
        assert data_equivalence(actual_infos[key], value, exact=True), key
    for key in actual_infos.keys() - expected_infos.keys():
        if key.startswith("_"):
            assert not actual_infos[key].any(), key


def some_actions(random: np.random.Generator, envs: steep.env.DescentVectorEnv, infos: Any) -> Any:
    """Actions that are mostly possible."""
    mask = infos["action_mask"].reshape(COUNT, -1)
    chosen = (mask * random.random(mask.shape)).argmax(1)
    if envs.single_action_space.shape == ():
        return np.where(random.random(COUNT) < 0.9, chosen, random.integers(FLAT_ACTIONS, size=COUNT))
    return np.stack([chosen // 26, chosen % 26, random.integers(441, size=COUNT)], axis=1)


@pytest.mark.parametrize("actions", ["flat", "targets"])
@pytest.mark.parametrize("mode", MODES)
def test_it_equals_a_sync_vector_of_single_environments(mode: AutoresetMode, actions: str) -> None:
    envs, singles = native(mode, actions), synchronous(mode, actions)
    random = np.random.default_rng(2)
    actual = envs.reset(seed=3)
    assert_same(actual, singles.reset(seed=steep.env.world_seeds(3, COUNT).tolist()))
    infos, ended = actual[1], 0
    for _ in range(100):
        chosen = some_actions(random, envs, infos)
        step = envs.step(chosen)
        assert_same(step, singles.step(chosen))
        _, _, terminated, truncated, infos = step
        over = terminated | truncated
        ended += int(over.sum())
        if mode == AutoresetMode.DISABLED and over.any():
            observation, infos = envs.reset(options={"reset_mask": over})
            assert data_equivalence(observation, singles.reset(options={"reset_mask": over})[0], exact=True)
    assert ended > 2 * COUNT


def highest_glyph(space: Any) -> int:
    """The highest glyph that an observation space allows."""
    return int(space["glyphs"].high.max())


def test_with_several_rulesets_each_environment_plays_as_alone_at_any_difficulty() -> None:
    rulesets = ["tcod-2020", "roguebasin", "godot"]
    shared: dict[str, Any] = {"floors": (1, 2), "max_turns": 12, "observations": ("glyphs", "stats", "monsters")}
    envs = steep.env.DescentVectorEnv(COUNT, rulesets, **shared)
    singles = [steep.env.DescentEnv(rulesets[i % len(rulesets)], **shared) for i in range(COUNT)]
    space, alone_spaces = envs.single_observation_space, [env.observation_space for env in singles]
    assert highest_glyph(space) == max(map(highest_glyph, alone_spaces))
    random, steps = np.random.default_rng(1), 0
    # More positions than unused rulesets are kept, so that their memory is used again.
    for position in (0.5, 0.9, 0.0, *np.linspace(0.05, 0.95, 24)):
        options, seeds = {"difficulty": position}, random.integers(1 << 40, size=COUNT).tolist()
        observation, infos = envs.reset(seed=seeds, options=options)
        alone = [env.reset(seed=seed, options=options)[0] for env, seed in zip(singles, seeds, strict=True)]
        running = True
        while running:
            for i, expected in enumerate(alone):
                assert data_equivalence({key: rows[i] for key, rows in observation.items()}, expected, exact=True)
            chosen = some_actions(random, envs, infos)
            observation, rewards, terminated, truncated, infos = envs.step(chosen)
            played = [env.step(action) for env, action in zip(singles, chosen, strict=True)]
            assert rewards.tolist() == [reward for _, reward, *_ in played]
            alone, running = [each[0] for each in played], not (terminated | truncated).any()
            steps += 1
    assert steps > 250
    with pytest.raises(InputError, match="has the ruleset"):
        envs.set_state(0, singles[1].get_state())
    assert data_equivalence(envs.set_state(1, singles[1].get_state())[0]["stats"][1], alone[1]["stats"], exact=True)


@pytest.mark.parametrize(
    ("rulesets", "message"),
    [
        ([], "ruleset is an empty list"),
        ([["steep"]], "it must be one name"),
        (["steep", "tcod-2020"], "floors is None; rulesets with different numbers of floors need it"),
    ],
)
def test_lists_of_rulesets_that_cannot_be_played_are_refused(rulesets: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        steep.env.DescentVectorEnv(COUNT, rulesets)


def test_a_single_environment_plays_no_list_of_rulesets() -> None:
    several: Any = ["tcod-2020", "rotjs"]
    with pytest.raises(InputError, match="it must be one name"):
        steep.env.DescentEnv(several)


def test_a_vector_reaches_every_kind_of_end() -> None:
    envs = native(AutoresetMode.NEXT_STEP, ruleset="tcod-2020", floors=(5, 5), max_turns=90, observations=("compass",))
    observation, infos = envs.reset(seed=1)
    ends: set[int] = set()
    for _ in range(600):
        stairs, unexplored, _, enemy, _ = observation["compass"][:, :, 0].T
        goal = np.where(np.arange(COUNT) < 3, stairs, enemy)
        chosen = np.maximum(np.where(goal > 0, goal, unexplored) - 1, 0)
        for action in (FLAT_CHOOSE, FLAT_DESCEND):
            chosen = np.where(infos["action_mask"][:, action] == 1, action, chosen)
        observation, *_, infos = envs.step(chosen)
        ends |= set(infos["end"].tolist())
    assert {steep.env.END_NAMES[end] for end in ends} == set(steep.env.END_NAMES)


def test_a_step_after_an_end_is_refused_without_autoreset() -> None:
    envs = native(AutoresetMode.DISABLED, max_steps=2)
    envs.reset(seed=1)
    envs.step(np.full(COUNT, 8))
    envs.step(np.full(COUNT, 8))
    with pytest.raises(ResetNeeded, match=f"{COUNT} of the environments need a reset"):
        envs.step(np.full(COUNT, 8))
    reset_mask = np.arange(COUNT) < 2
    envs.reset(options={"reset_mask": reset_mask})
    with pytest.raises(ResetNeeded, match=f"{COUNT - 2} of the environments need a reset"):
        envs.step(np.full(COUNT, 8))


def test_a_step_before_any_reset_is_refused() -> None:
    with pytest.raises(ResetNeeded):
        native(AutoresetMode.NEXT_STEP).step(NORTH)


def test_a_partial_reset_does_not_change_the_other_worlds() -> None:
    envs = native(AutoresetMode.DISABLED)
    envs.reset(seed=1)
    before = envs._batch.episodes.copy()
    reset_mask = np.array([True, False, False, True, False, False])
    options = {"reset_mask": reset_mask}
    _, infos = envs.reset(seed=40, options=options)
    assert list(options) == ["reset_mask"]
    first, again = steep.env.world_seeds(1, COUNT), steep.env.world_seeds(40, COUNT)
    assert envs.run_seeds.tolist() == np.where(reset_mask, again, first).tolist()
    assert envs._batch.episodes[~reset_mask].tobytes() == before[~reset_mask].tobytes()
    assert infos["_action_mask"].tolist() == reset_mask.tolist()


@pytest.mark.parametrize(
    ("mask", "error", "message"),
    [
        ([True] * COUNT, TypeError, "NumPy array of 6 booleans"),
        (np.ones(COUNT, np.int8), TypeError, "NumPy array of 6 booleans"),
        (np.ones(3, np.bool_), TypeError, "NumPy array of 6 booleans"),
        (np.zeros(COUNT, np.bool_), ValueError, "false everywhere"),
    ],
)
def test_an_invalid_reset_mask_is_refused(mask: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        native(AutoresetMode.DISABLED).reset(options={"reset_mask": mask})


def test_with_copy_false_the_same_arrays_are_used_again() -> None:
    envs = native(AutoresetMode.NEXT_STEP, copy=False)
    first, _ = envs.reset(seed=1)
    second, *_ = envs.step(NORTH)
    assert all(second[key] is first[key] for key in first)
    copying = native(AutoresetMode.NEXT_STEP)
    first, _ = copying.reset(seed=1)
    second, *_ = copying.step(NORTH)
    assert not any(np.shares_memory(second[key], first[key]) for key in first)


def test_the_lower_of_the_two_step_limits_applies() -> None:
    for gymnasiums, own, expected in ((3, 9, 3), (9, 4, 4)):
        envs = gymnasium.make_vec(
            "steep/Descent-v0", ruleset="tcod-2020", num_envs=2, max_episode_steps=gymnasiums, max_steps=own
        )
        envs.reset(seed=1)
        over = [bool(envs.step(np.full(2, 8))[3].all()) for _ in range(expected)]
        assert over == [False] * (expected - 1) + [True]


def test_render_returns_a_picture_for_each_environment() -> None:
    envs = native(AutoresetMode.NEXT_STEP, render_mode="ansi")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None
    assert len(frames) == COUNT
    assert len(set(frames)) == COUNT
    assert native(AutoresetMode.NEXT_STEP).render() is None


@pytest.mark.parametrize("count", [10_000_000, 2**31 - 1])
def test_more_environments_than_there_is_memory_for_are_refused(count: int) -> None:
    with pytest.raises(
        InputError, match=f"num_envs is {count}: that needs .* GB of memory, more than this machine has"
    ):
        steep.env.DescentVectorEnv(count, "tcod-2020")


def test_running_out_of_memory_gives_the_same_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("steep.env.vector.batch_space", fail)
    with pytest.raises(InputError, match=r"num_envs is 3: that needs 0\.0 GB of memory"):
        steep.env.DescentVectorEnv(3, "tcod-2020")
