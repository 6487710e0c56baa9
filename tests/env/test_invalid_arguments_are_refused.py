"""Invalid arguments of an environment are refused in one sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import steep.env
from steep.content import load_ruleset
from steep.content.ruleset_errors import RulesetError
from steep.core.input_errors import InputError
from steep.env import STATS
from steep.env.check_arguments import checked_options


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"floors": (3, 2)},
            "floors is (3, 2); both must be from 1 to 100, and the first must not be greater than the last",
        ),
        ({"floors": (0, 2)}, "from 1 to 100"),
        ({"ruleset": "steep", "floors": (21, 22)}, "floors is (21, 22); the dungeon ends on floor 20"),
        ({"floors": (1, 101)}, "from 1 to 100"),
        ({"ruleset": {"tcod-2020"}}, "ruleset is {'tcod-2020'}; it must be one name, one path or one Rulebook"),
        ({"ruleset": None}, "ruleset is None; it must be one name, one path or one Rulebook"),
        ({"floors": 3}, "floors is 3; it must be two floors, the first and the last"),
        ({"floors": (1, 2, 3)}, "it must be two floors"),
        ({"floors": (1.0, 2)}, "it must be two floors"),
        ({"difficulty": 1.5}, "found 1.5"),
        ({"max_turns": 0}, "max_turns is 0; it must be from 1 to"),
        ({"max_steps": -5}, "max_steps is -5; it must be from 1 to"),
        ({"observations": ("stat",)}, 'there is no observation "stat" (did you mean "stats"?); there are: action_mask'),
        ({"observations": ()}, "observations is empty; there are: action_mask"),
        ({"observations": ("target_mask",)}, 'the observation "target_mask" is for actions="targets"'),
        ({"crop": 20}, "crop is 20; it must be odd and from 3 to 79"),
        ({"crop": 81}, "it must be odd and from 3 to 79"),
        ({"crop": 1}, "it must be odd and from 3 to 79"),
        ({"crop": 21.0}, "crop is 21.0"),
        ({"crop": True}, "crop is True"),
        ({"floors": (True, 3)}, "it must be two floors"),
        ({"max_turns": True}, "max_turns is True"),
        ({"observations": None}, "observations is None; it must be a list of some of: action_mask"),
        ({"observations": 5}, "observations is 5; it must be a list"),
        ({"observations": (["stats"],)}, "there is no observation \"['stats']\""),
        ({"rewards": 5}, "rewards is 5; it must be weights by term"),
        ({"rewards": "descend"}, "rewards is 'descend'; it must be weights by term"),
        ({"rewards": {5: 1}}, 'there is no term "5"; there are: descend'),
        ({"actions": "both"}, 'actions is "both"; it must be "flat" or "targets"'),
        ({"rewards": {"kills": 1}}, 'there is no term "kills" (did you mean "kill"?)'),
        ({"render_mode": "ascii"}, 'render_mode is "ascii"; it must be "ansi", "rgb_array" or "human", or None'),
    ],
    ids=str,
)
def test_invalid_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        steep.env.DescentEnv(**{"ruleset": "tcod-2020"} | arguments)
    with pytest.raises(InputError, match=re.escape(message.partition(";")[0])):
        steep.env.DescentVectorEnv(2, **{"ruleset": "tcod-2020"} | arguments)


def test_numpy_integers_are_accepted() -> None:
    small: Any = np.int16
    env = steep.env.DescentEnv(
        floors=(small(1), small(3)),
        crop=small(9),
        max_turns=small(50),
        max_steps=small(50),
        observations=("glyphs_crop",),
    )
    assert env.reset(seed=1)[0]["glyphs_crop"].shape == (9, 9)
    assert steep.env.DescentVectorEnv(small(2), max_episode_steps=small(7)).num_envs == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"autoreset_mode": "samestep"}, 'autoreset_mode is "samestep" (did you mean "SameStep"?); it must be one of'),
        ({"autoreset_mode": 3}, 'autoreset_mode is "3"; it must be one of NextStep, SameStep, Disabled'),
        ({"max_episode_steps": 0}, "max_episode_steps is 0; it must be from 1 to"),
        ({"max_episode_steps": "x"}, "max_episode_steps is 'x'"),
        ({"num_envs": 0}, "num_envs is 0"),
        ({"num_envs": 2.5}, "num_envs is 2.5"),
    ],
    ids=str,
)
def test_invalid_arguments_of_a_vector_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        steep.env.DescentVectorEnv(**{"ruleset": "tcod-2020"} | arguments)


@pytest.mark.parametrize("wrong", [3.7, True, "north", None, [1, 2], [[1]], np.array([1.0])], ids=repr)
def test_an_invalid_action_is_refused_and_takes_no_step(wrong: Any) -> None:
    env = steep.env.DescentEnv("tcod-2020", observations=("stats",))
    env.reset(seed=1)
    state = env.get_state()
    with pytest.raises(InputError, match=r"actions: found .*; allowed: one whole number"):
        env.step(wrong)
    assert env.get_state() == state


@pytest.mark.parametrize(
    ("actions", "wrong"),
    [
        ("flat", 8),
        ("flat", [8]),
        ("flat", [8.0, 8.0]),
        ("flat", [True, False]),
        ("flat", [[8, 8]]),
        ("flat", [8, 8, 8]),
        ("targets", [0, 0, 0]),
        ("targets", [0, 0, 0, 0, 0, 0]),
        ("targets", [[0, 0], [0, 0], [0, 0]]),
    ],
)
def test_invalid_actions_of_a_vector_are_refused_and_take_no_step(actions: str, wrong: Any) -> None:
    envs = steep.env.DescentVectorEnv(2, "tcod-2020", actions=actions)
    envs.reset(seed=1)
    states = envs.get_states()
    shape = "(2,)" if actions == "flat" else "(2, 3)"
    with pytest.raises(InputError, match=re.escape(f"allowed: whole numbers of shape {shape}")):
        envs.step(wrong)
    assert envs.get_states() == states


def test_render_before_the_first_reset_is_refused() -> None:
    with pytest.raises(ResetNeeded, match="nothing to render"):
        steep.env.DescentEnv("tcod-2020", render_mode="ansi").render()
    with pytest.raises(ResetNeeded, match="nothing to render"):
        steep.env.DescentVectorEnv(2, "tcod-2020", render_mode="ansi").render()


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(InputError, match=re.escape('no option "dificulty" (did you mean "difficulty"?); there are:')):
        steep.env.DescentEnv("tcod-2020").reset(options={"dificulty": 0.2})
    with pytest.raises(InputError, match=re.escape('no option "mask"')):
        steep.env.DescentVectorEnv(2, "tcod-2020").reset(options={"mask": 1})


def test_a_ruleset_is_a_name_a_path_or_a_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "rotjs"\n[hero]\nhp = 77\n', encoding="utf-8")
    for ruleset in (str(path), path, load_ruleset(str(path))):
        env = steep.env.DescentEnv(ruleset, observations=("stats",))
        observation, _ = env.reset(seed=1)
        assert observation["stats"][[entry.name for entry in STATS].index("hp")] == 77
    with pytest.raises(RulesetError, match="rotjs"):
        steep.env.DescentEnv("rotsj")


@pytest.mark.parametrize("options", [5, "difficulty", ["run_seed"], True])
def test_the_options_of_a_reset_must_be_a_dict(options: Any) -> None:
    with pytest.raises(InputError, match=r"^options is .*; it must be a dict or None$"):
        checked_options(options, "difficulty")
