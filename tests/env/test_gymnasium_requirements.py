"""What Gymnasium requires of every environment. Warnings are errors."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import steep.env
from eventful_ruleset_and_random_play import keys_for
from steep.content import load_ruleset
from steep.core.rules_hash import rules_hash

IDS = [name for name in gymnasium.registry if name.startswith("steep/")]
IN_WORDS = "steep/Words-v0"

ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"ruleset": "godot", "actions": "targets"},
    {"ruleset": "roguebasin", "observations": keys_for("flat")},
    {"ruleset": "tcod-2020", "observations": keys_for("targets"), "actions": "targets", "crop": 5},
    {"ruleset": "rotjs", "floors": (3, 4), "observations": ["glyphs"], "texts": True},
    {"ruleset": "tcod-2019-gear:hard", "difficulty": 0.9, "crop": 79, "rewards": {"step": -1.0}, "seeds": "train"},
]


@pytest.fixture(autouse=True)
def without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)


CASES = [*(("steep/Descent-v0", arguments) for arguments in ARGUMENTS), (IN_WORDS, {"game": "Steps-v0"})]
TASK_CASES: list[tuple[str, dict[str, Any]]] = [
    (name, {}) for name in IDS if name not in {"steep/Descent-v0", IN_WORDS}
]


def test_the_registered_environments_are_these() -> None:
    assert sorted(["steep/Descent-v0", *(task.id for task in steep.env.TASKS.values())]) == sorted(IDS)


@pytest.mark.parametrize(("name", "arguments"), CASES, ids=str)
def test_every_environment_passes_gymnasiums_check(name: str, arguments: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **arguments).unwrapped)


@pytest.mark.parametrize(("name", "arguments"), [CASES[0], CASES[3], CASES[5], *TASK_CASES], ids=str)
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


@pytest.mark.parametrize("name", sorted({*IDS} - {IN_WORDS}))
def test_a_vector_of_environments_is_the_native_one(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=5)
    assert isinstance(envs, steep.env.DescentVectorEnv)
    spec = pickle.loads(pickle.dumps(envs.spec))  # noqa: S301
    assert gymnasium.make_vec(spec).num_envs == 5


@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode))
def test_the_autoreset_mode_is_in_the_metadata(mode: gymnasium.vector.AutoresetMode) -> None:
    envs: Any = gymnasium.make_vec("steep/Descent-v0", num_envs=2, ruleset="tcod-2020", autoreset_mode=mode.value)
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


@pytest.mark.parametrize("mode", ["SameStep", "Disabled"])
def test_infos_of_a_vector_are_flat_but_for_the_last_info_of_ended_episodes(mode: str) -> None:
    envs = gymnasium.make_vec("steep/Descent-v0", num_envs=3, ruleset="tcod-2020", autoreset_mode=mode, max_steps=1)
    envs.reset(seed=1)
    *_, infos = envs.step(np.full(3, 8))
    last = infos.pop("final_info", {})
    for each in (infos, last):
        assert all(isinstance(value, np.ndarray) and len(value) == 3 for value in each.values())
    assert ("reward_stop" in last) == (mode == "SameStep")


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_zeros_are_within_the_observation_space(arguments: dict[str, Any]) -> None:
    space: Any = gymnasium.make("steep/Descent-v0", **arguments).observation_space
    assert {key: np.zeros(box.shape, box.dtype) for key, box in space.items()} in space


def test_an_environment_names_its_ruleset_and_rules_by_their_hashes() -> None:
    env: Any = gymnasium.make("steep/Descent-v0", ruleset="tcod-2020", difficulty=0.3)
    expected = (load_ruleset("tcod-2020").hash, rules_hash())
    assert (env.unwrapped.ruleset_hash, env.unwrapped.rules_hash) == expected
    envs: Any = gymnasium.make_vec("steep/Descent-v0", num_envs=2, ruleset="tcod-2020")
    assert (envs.ruleset_hash, envs.rules_hash) == expected


def test_its_entry_point_registers_the_environment_in_a_gymnasium_that_loads_plugins() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    plugins = project["entry-points"]["gymnasium.envs"]
    code = f"""
import gymnasium
from importlib.metadata import EntryPoint
for name, value in {plugins}.items():
    with gymnasium.envs.registration.namespace(name):
        EntryPoint(name, value, "gymnasium.envs").load()()
print(gymnasium.spec("steep/Descent-v0").id)
"""
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("steep/Descent-v0\n", "")


def test_the_id_may_name_the_module_that_registers_it() -> None:
    code = 'import gymnasium; print(gymnasium.make("steep.env:steep/Descent-v0").unwrapped.ruleset_hash)'
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == (load_ruleset("steep").hash + "\n", "")


def test_a_vector_works_with_gymnasiums_wrappers() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec("steep/Descent-v0", num_envs=4, ruleset="tcod-2020", max_steps=5))
    envs.reset(seed=1)
    lengths = []
    for _ in range(12):
        infos = envs.step(np.full(4, 8))[4]
        if "episode" in infos:
            lengths += infos["episode"]["l"].tolist()
    assert lengths == [5] * 8


def test_sample_of_the_action_space_accepts_the_action_mask() -> None:
    env = gymnasium.make("steep/Descent-v0", ruleset="tcod-2020")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(30):
        *_, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        assert info["reason"] == 0


@pytest.mark.parametrize("missing", ["gymnasium", "numpy"])
def test_a_missing_extra_is_reported_with_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import steep.env"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].endswith('pip install "steep[env]"')
