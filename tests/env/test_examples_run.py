"""The examples run, and do what they promise."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import itertools
import json
import re
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

from steep.env import TASKS, TEST, Score

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"{name}_example", EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look up their annotations
    spec.loader.exec_module(module)
    return module


def test_search_plays_the_same_seeds_with_and_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    search, make = example("search"), gymnasium.make
    monkeypatch.setattr(gymnasium, "make", lambda *words, **given: make(*words, **given, max_steps=80))
    monkeypatch.setattr(search, "AHEAD", 1)
    monkeypatch.setattr(search, "FLOORS", (1, 1))
    search.main(1)
    assert re.fullmatch(
        r"left floor 1 alive, of 1 games: [01] by the plain policy, [01] with 1 steps of search\n",
        capsys.readouterr().out,
    )


def test_the_same_seed_gives_the_same_digest_everywhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = example("conformance")
    monkeypatch.setattr(sys, "argv", ["conformance.py", "steep.env:steep/Orcs-v0", "150"])
    assert module.main() == 0
    assert capsys.readouterr().out.count("same: ") == 8


def test_the_dial_of_the_curriculum_goes_up_as_the_player_succeeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(EXAMPLES / "curriculum.py")
    monkeypatch.setattr(sys, "argv", [path, "1600"])
    runpy.run_path(path, run_name="__main__")
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["steps", "blunders", "dial", "success"]
    dials = [float(line.split()[2]) for line in lines]
    assert len(dials) == 12
    assert dials[0] == 0.0
    assert dials[-1] > 0.0


def test_a_transition_depends_on_its_state_alone() -> None:
    descents = example("functional_vector").FunctionalDescents("Steps-v0", 2, observations=("stats",))
    first = descents.initial(np.random.default_rng(1))
    actions = first.masks.argmax(axis=1)
    second = descents.transition(first, actions)
    descents.transition(second, second.masks.argmax(axis=1))
    again = descents.transition(first, actions)
    assert again.episodes == second.episodes
    assert (again.observations["stats"] == second.observations["stats"]).all()
    assert descents.imagined(first, 7).episodes != first.episodes


# Recipes for other libraries. `pip install` what a test names, to have it run.


@pytest.fixture
def sb3(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The recipe for Stable-Baselines3, which others import."""
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return importlib.import_module("sb3_vector")


@pytest.mark.parametrize("features", [False, True])
def test_maskable_ppo_of_stable_baselines_takes_only_possible_actions(
    sb3: Any, monkeypatch: pytest.MonkeyPatch, features: bool
) -> None:
    taken: list[bool] = []

    def watch(envs: Any, actions: Any) -> None:
        taken.extend(envs.envs.action_masks()[np.arange(2), actions])
        envs.actions = actions

    monkeypatch.setattr(sb3.SteepVecEnv, "step_async", watch)
    network = {"features_extractor_class": example("sb3_features").Planes} if features else {}
    sb3.train("Steps-v0", 128, ("compass", "features" if features else "stats"), num_envs=2, **network)
    assert taken == [True] * 128


def test_the_vector_for_stable_baselines_tells_each_environments_seed_and_masks(sb3: Any) -> None:
    envs = sb3.SteepVecEnv("Steps-v0", 3, observations=("stats",), actions="targets")
    envs.seed(7)
    envs.reset()
    assert envs.get_attr("run_seeds") == envs.envs.run_seeds.tolist()
    assert envs.get_attr("run_seeds", indices=[2]) == [envs.envs.run_seeds[2]]
    (mask,) = envs.env_method("action_masks", indices=1)
    assert mask.shape == (sum(envs.action_space.nvec),)
    model = sb3.MaskablePPO("MultiInputPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, device="cpu")
    assert model.learn(48).num_timesteps == 48


@pytest.mark.parametrize("mode", ["SameStep", "Disabled"])
def test_torchrl_takes_only_possible_actions(mode: str) -> None:
    pytest.importorskip("torchrl", reason="pip install torchrl")
    played = example("torchrl_vector").make("Steps-v0", 2, mode).rollout(16, break_when_any_done=False)
    assert played["action_mask"].gather(-1, played["action"].unsqueeze(-1)).all()


def test_ppo_of_rllib_takes_only_possible_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray.rllib", reason='pip install "ray[rllib]"')
    module, taken = example("rllib_ppo"), []
    step = module.MaskAndNumbers.step

    def watch(env: Any, action: Any) -> Any:
        taken.append(bool(env.unwrapped.action_masks()[action]))
        return step(env, action)

    monkeypatch.setattr(module.MaskAndNumbers, "step", watch)
    algorithm = module.configuration("Steps-v0", 64).build_algo()
    algorithm.train()
    algorithm.stop()
    assert len(taken) >= 64
    assert all(taken)


def test_a_native_environment_of_pufferlib_plays_the_games_of_the_vector() -> None:
    pytest.importorskip("pufferlib", reason="pip install pufferlib")
    module = example("puffer_vector")
    given = {"observations": module.OBSERVATIONS, "autoreset_mode": "SameStep", "max_steps": 20}
    env, same = module.SteepPufferEnv("Steps-v0", 3, max_steps=20), gymnasium.make_vec("steep/Steps-v0", 3, **given)
    observations, ended = env.reset(seed=7)[0], 0
    expected, _ = same.reset(seed=7)
    for step in range(30):
        parts = [expected[name].reshape(3, -1) for name in module.OBSERVATIONS]
        assert np.array_equal(observations, np.concatenate(parts, axis=1))
        actions = observations[:, : env.single_action_space.n].argmax(axis=1) if step % 2 else np.array([1, 2, 3])
        observations, rewards, terminals, truncations, infos = env.step(actions)
        expected, *others, _ = same.step(actions)
        assert [each.tolist() for each in (rewards, terminals, truncations)] == [each.tolist() for each in others]
        ended += len(infos)
    assert ended == 3
    env.close()


def test_transitions_for_torchrl_leave_out_the_steps_that_begin_episodes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torchrl", reason="pip install torchrl")
    module, make = example("torchrl_vector"), gymnasium.make_vec
    monkeypatch.setattr(gymnasium, "make_vec", lambda *words, **given: make(*words, **given, max_steps=3))
    played = module.native_next_step("Steps-v0", 2, 9, module.draw)
    assert len(played) == 2 * (3 + 3 + 1)
    assert played["next", "truncated"].sum() == 4


def test_episodes_for_minari_are_the_games_of_their_seeds() -> None:
    pytest.importorskip("minari", reason='pip install "minari[hdf5]" pillow')
    module = example("make_minari")
    for episode in module.play("Steps-v0", "explorer", 2):
        alone = gymnasium.make("steep/Steps-v0", **module.SETTINGS)
        seen, _ = alone.reset(options={"run_seed": episode.seed})
        for number, action in enumerate(episode.actions):
            assert (seen["stats"] == episode.observations["stats"][number]).all()
            seen, reward, terminated, truncated, _ = alone.step(action)
            assert reward == episode.rewards[number]
        assert terminated or truncated
        assert len(episode.observations["stats"]) == len(episode.infos["exact"]) == len(episode.actions) + 1


KEYS = ("action_mask", "started", "game")
SMALL = {"ENVS": 4, "ROLLOUT": 4, "UPDATES_PER_POINT": 2, "STEPS_PER_POINT": 32, "MINIBATCHES": 2}


@pytest.fixture
def small_ppo(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The trainer with few environments and steps."""
    pytest.importorskip("torch", reason="pip install torch")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    module = importlib.import_module("train_ppo")
    for name, value in SMALL.items():
        monkeypatch.setattr(module, name, value)
    return module


def test_the_environments_share_the_rulesets_and_positions_of_a_task(small_ppo: Any) -> None:
    envs = small_ppo.make("Transfer-v0")
    own = [small_ppo.make("Transfer-v0", ruleset=each.ruleset) for each in TASKS["Transfer-v0"].training[:4]]
    for several in [envs, *own]:
        small_ppo.Training(several, seed=1, difficulties=[0.1, 0.2, 0.3])
    assert envs.unwrapped.run_seeds.tolist() == own[0].unwrapped.run_seeds.tolist()
    for row in range(4):
        numbers = [each.unwrapped.snapshots[row] for each in (envs, own[row])]
        assert numbers[0] == numbers[1]
    assert envs.unwrapped.difficulties.tolist() == [0.1, 0.2, 0.3, 0.1]


@pytest.mark.parametrize("name", ["train_ppo.Training", "recurrent_ppo.RecurrentTraining"])
def test_a_training_that_was_interrupted_comes_to_the_same_agent(small_ppo: Any, tmp_path: Path, name: str) -> None:
    module, _, kind = name.partition(".")
    training = getattr(importlib.import_module(module), kind)
    whole = training(small_ppo.make("Steps-v0"), seed=1)
    before = small_ppo.hash_of(whole.agent)
    whole.go_on()
    whole.save(tmp_path / "checkpoint.npz")
    whole.go_on()
    resumed = training(small_ppo.make("Steps-v0"), seed=1)
    resumed.load(tmp_path / "checkpoint.npz")
    resumed.go_on()
    assert before != small_ppo.hash_of(resumed.agent) == small_ppo.hash_of(whole.agent)
    assert resumed.curve == whole.curve


def test_a_recurrent_agent_remembers_an_episode_and_no_more(small_ppo: Any) -> None:
    recurrent = importlib.import_module("recurrent_ppo")
    policy = recurrent.RecurrentPolicy(recurrent.RecurrentAgent())
    observation, infos = small_ppo.make("Steps-v0").reset(seed=1)
    inputs = small_ppo.inputs_of(observation, infos["action_mask"])
    first, later, both = (policy.distributions(inputs, np.array(each)).probs for each in ([1] * 4, [0] * 4, [1, 0] * 2))
    assert small_ppo.torch.equal(both[::2], first[::2])
    assert not (later == first)[inputs[2]].all()
    assert not small_ppo.torch.equal(both[1::2], first[1::2])


def test_an_agents_choice_does_not_depend_on_the_other_environments(small_ppo: Any) -> None:
    policy = small_ppo.AgentPolicy(small_ppo.Agent())
    observation, infos = small_ppo.make("Steps-v0").reset(seed=1)
    infos |= {"started": np.ones(4, bool), "game": np.arange(4)}
    together = policy(observation, infos)
    alone = [
        policy({key: value[row:][:1] for key, value in observation.items()}, {k: infos[k][row:][:1] for k in KEYS})
        for row in range(4)
    ]
    assert np.concatenate(alone).tolist() == together.tolist()


def test_what_a_training_came_to_is_written_with_its_score(
    small_ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = Score.read(EXAMPLES.parent / "leaderboard" / "Orcs-v0-ten-lines.score")
    monkeypatch.setattr(small_ppo.steep.env, "evaluate", lambda *_words, **_given: entry)
    facts = {"task": "Orcs-v0", "policy": "PPO", "code": "", "steps": 32, "seconds": 1}
    small_ppo.finish(small_ppo.AgentPolicy(small_ppo.Agent()), facts, [], 1_000, tmp_path)
    run = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert run["test"] == {"games": 1_000, "progress": [0.0103, 0.0072, 0.0133], "won": [0.0, 0.0, 0.0038]}
    assert Score.read(tmp_path / "test.score").progress == entry.progress


def test_imitation_tells_more_and_more_of_the_bots_actions_beforehand(
    small_ppo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("imitate_bot")
    for name, value in SMALL.items():
        monkeypatch.setattr(module, name, value)
    _, curve = module.imitate("Steps-v0", 32 * 12, seed=1)
    assert curve[-1][1] > curve[0][1] + 0.2


def small_levels(small_ppo: Any, monkeypatch: pytest.MonkeyPatch, replay: float) -> tuple[Any, Any]:
    """A training on levels of five turns, and its levels."""
    module = importlib.import_module("plr")
    monkeypatch.setattr(module, "MAX_TURNS", 5)
    levels = module.Levels("tcod-2020", replay, seed=1)
    assert small_ppo.ENVS == 4
    return module.LevelTraining(levels, seed=1), levels


def test_each_environment_plays_the_level_that_was_chosen_for_it_and_every_step_is_judged(
    small_ppo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    training, levels = small_levels(small_ppo, monkeypatch, replay=0)
    training.go_on()
    native = levels.envs.unwrapped
    assert native.run_seeds.tolist() == [levels.playing[row].seed for row in range(4)]
    assert native.difficulties.tolist() == [levels.playing[row].position for row in range(4)]
    assert len(levels.known) == 4 + training.curve[0][1] > 4
    assert sum(level.steps for level in levels.known) == 32
    assert sum(level.loss for level in levels.known) > 0


def test_the_level_with_most_to_learn_is_replayed_most(small_ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    training, levels = small_levels(small_ppo, monkeypatch, replay=1)
    training.go_on()
    best = levels.known[2]
    chosen = []
    for _ in range(60):
        for level in levels.known:
            level.loss, level.steps = float(level is best), 1
        chosen.append(levels.choose())
    assert chosen.count(best) > 30
    assert len(levels.known) == 4


# The games in words as packages for language models have them, played by a scripted model.


def command_after(text: str) -> str:
    """A model of a few rules."""
    if '"choose 1"' in text:
        return "choose 1"
    return "fight" if "Enemy: " in text else "descend" if '"descend"' in text else "explore"


def test_a_client_of_openenv_plays_a_game() -> None:
    pytest.importorskip("openenv.core.env_server", reason="openenv-core is not installed")
    module = example("openenv_server")
    environment = module.SteepEnvironment("Steps-v0")
    page = environment.reset(seed=TEST[0])
    rewards: list[float] = []
    while not page.done and len(rewards) < 200:
        page = environment.step(module.Command(command=command_after(page.text)))
        rewards.append(page.reward)
    assert page.done
    assert sum(rewards) == pytest.approx(environment.state.progress / 100)
    assert environment.state.step_count == len(rewards)


def test_two_clients_of_openenv_play_at_once_and_a_step_without_a_game_is_told_so() -> None:
    pytest.importorskip("openenv.core.env_server", reason="openenv-core is not installed")
    client = pytest.importorskip("fastapi.testclient", reason="httpx is not installed")
    with client.TestClient(example("openenv_server").app_of("Orcs-v0")) as http:
        with http.websocket_connect("/ws") as one, http.websocket_connect("/ws") as other:
            for number, socket in enumerate((one, other)):
                socket.send_json({"type": "reset", "data": {"seed": number}})
                assert "Leave floor 4" in socket.receive_json()["data"]["observation"]["text"]
        answer = http.post("/step", json={"action": {"command": "explore"}})
    assert "No game has begun" in answer.json()["observation"]["text"]


def test_the_taskset_of_verifiers_exports_what_its_commands_load() -> None:
    body = ast.parse((EXAMPLES / "verifiers_env.py").read_text("utf-8")).body
    assigned = [each for each in body if isinstance(each, ast.Assign)]
    (names,) = (ast.literal_eval(each.value) for each in assigned if ast.unparse(each.targets[0]) == "__all__")
    assert set(names) == {"SteepEnv", "SteepTaskset"} <= {each.name for each in body if isinstance(each, ast.ClassDef)}


class ScriptedInteraction:
    """What a model's interaction in Verifiers is, with a scripted model."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt
        self.rewards: dict[str, float] = {}
        self.trace = SimpleNamespace(record_reward=self._reward, info={})

    def _reward(self, name: str, value: float, weight: float) -> None:
        self.rewards[name] = value * weight

    async def __aenter__(self) -> ScriptedInteraction:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def turn(self, text: str | None = None) -> Any:
        return SimpleNamespace(terminated=False, last_reply=f"I think.\n{command_after(text or self.prompt)}")


def test_a_taskset_of_verifiers_has_a_game_for_each_seed_and_plays_it() -> None:
    pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    module = example("verifiers_env")
    taskset = module.SteepTaskset(module.SteepConfig(game="Steps-v0", first_seed=TEST[0]))
    first, second = itertools.islice(taskset, 2)
    assert (first.data.seed, second.data.seed) == (TEST[0], TEST[0] + 1)
    interaction = ScriptedInteraction(first.data.prompt)
    agents = SimpleNamespace(player=SimpleNamespace(interaction=lambda _: interaction))
    asyncio.run(module.SteepEnv.run(SimpleNamespace(), first, agents))
    assert 0 <= interaction.rewards["progress"] <= 1
    assert interaction.trace.info["tokens"] > 1_000
