"""What Gymnasium requires of every environment. Warnings are errors."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import steep.env
from eventful_ruleset_and_random_play import keys_for

IDS = [name for name in gymnasium.registry if name.startswith("steep/")]

ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"actions": "targets"},
    {"observations": keys_for("flat")},
    {"observations": keys_for("targets"), "actions": "targets", "crop": 5},
    {"ruleset": "rotjs", "floors": (3, 4), "observations": ["glyphs"], "texts": True},
    {"ruleset": "tcod-2019-gear:hard", "difficulty": 0.9, "crop": 79, "rewards": {"step": -1.0}, "seeds": "train"},
]


@pytest.fixture(autouse=True)
def without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)


def test_the_registered_environments_are_these() -> None:
    assert IDS == ["steep/Descent-v0"]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
@pytest.mark.parametrize("name", IDS)
def test_every_environment_passes_gymnasiums_check(name: str, arguments: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **arguments).unwrapped)


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
@pytest.mark.parametrize("name", IDS)
def test_a_spec_makes_the_same_environment_after_pickling_and_after_json(name: str, arguments: dict[str, Any]) -> None:
    env = gymnasium.make(name, **arguments)
    assert env.spec is not None
    first, _ = env.reset(seed=7)
    pickled = pickle.loads(pickle.dumps(env.spec))  # noqa: S301
    specs = [env.spec, pickled, EnvSpec.from_json(env.spec.to_json())]
    for spec in specs:
        again = gymnasium.make(spec)
        assert again.observation_space == env.observation_space
        assert again.action_space == env.action_space
        observation, _ = again.reset(seed=7)
        assert all((observation[key] == first[key]).all() for key in first)
    assert json.loads(env.spec.to_json())["id"] == name


@pytest.mark.parametrize("name", IDS)
def test_a_vector_of_environments_is_the_native_one(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=5)
    assert isinstance(envs, steep.env.DescentVectorEnv)
    spec = pickle.loads(pickle.dumps(envs.spec))  # noqa: S301
    assert gymnasium.make_vec(spec).num_envs == 5


@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode))
def test_the_autoreset_mode_is_in_the_metadata(mode: gymnasium.vector.AutoresetMode) -> None:
    envs: Any = gymnasium.make_vec("steep/Descent-v0", num_envs=2, autoreset_mode=mode.value)
    assert envs.autoreset_mode is envs.metadata["autoreset_mode"] is mode
    assert steep.env.DescentVectorEnv.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_a_vector_returns_values_of_its_spaces_shapes_and_types(arguments: dict[str, Any]) -> None:
    envs = gymnasium.make_vec("steep/Descent-v0", num_envs=3, **arguments)
    envs.action_space.seed(1)
    observations, _ = envs.reset(seed=1)
    for _ in range(20):
        assert observations in envs.observation_space
        observations, rewards, terminated, truncated, _ = envs.step(envs.action_space.sample())
        assert (rewards.dtype, rewards.shape) == (np.float64, (3,))
        assert terminated.dtype == truncated.dtype == np.bool_


def test_a_vector_works_with_gymnasiums_wrappers() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec("steep/Descent-v0", num_envs=4, max_steps=5))
    envs.reset(seed=1)
    lengths = []
    for _ in range(12):
        infos = envs.step(np.full(4, 8))[4]
        if "episode" in infos:
            lengths += infos["episode"]["l"].tolist()
    assert lengths == [5] * 8


def test_sample_of_the_action_space_accepts_the_action_mask() -> None:
    env = gymnasium.make("steep/Descent-v0")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(30):
        *_, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        assert info["reason"] == 0


@pytest.mark.parametrize("missing", ["gymnasium", "numba"])
def test_a_missing_extra_is_reported_with_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import steep.env"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].endswith('pip install "steep[env]"')
