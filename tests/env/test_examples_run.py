"""The examples run, and do what they promise."""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import itertools
import re
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest

from steep.env import TEST, VALIDATION

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"{name}_example", EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_scripted_policy_wins_most_games_and_has_at_most_ten_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted = example("scripted")
    assert len(inspect.getsource(scripted.scripted).splitlines()) <= 10
    monkeypatch.setattr(scripted, "NUM_ENVS", 24)
    assert scripted.wins(scripted.scripted, VALIDATION[:24]) >= 20


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
    assert module.create_fastapi_app(module.SteepEnvironment, module.Command, module.Page).routes


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
