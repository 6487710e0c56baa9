"""What an environment cannot be made with is refused in one sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import steep.env
from steep.content import load_ruleset
from steep.content.findings import RulesetError
from steep.core.problems import InputError


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"floors": (3, 2)}, "floors is (3, 2); they must be from 1 to 100, the first not below the last"),
        ({"floors": (0, 2)}, "from 1 to 100"),
        ({"floors": (1, 101)}, "from 1 to 100"),
        ({"floors": 3}, "floors is 3; it must be two floors, the first and the last"),
        ({"floors": (1, 2, 3)}, "it must be two floors"),
        ({"floors": (1.0, 2)}, "it must be two floors"),
        ({"difficulty": 1.5}, "found 1.5"),
        ({"max_turns": 0}, "max_turns is 0; it must be from 1 to"),
        ({"max_steps": None}, "max_steps is None; it must be from 1 to"),
        ({"observations": ("stat",)}, 'there is no observation "stat" (did you mean "stats"?); there are: action_mask'),
        ({"observations": ()}, "observations is empty; there are: action_mask"),
        ({"observations": ("target_mask",)}, 'the observation "target_mask" is for actions="targets"'),
        ({"crop": 20}, "crop is 20; it must be odd and from 3 to 79"),
        ({"crop": 81}, "it must be odd and from 3 to 79"),
        ({"crop": 1}, "it must be odd and from 3 to 79"),
        ({"crop": 21.0}, "crop is 21.0"),
        ({"actions": "both"}, 'actions is "both"; it must be "flat" or "targets"'),
        ({"rewards": {"kills": 1}}, 'there is no term "kills" (did you mean "kill"?)'),
        ({"render_mode": "ascii"}, 'render_mode is "ascii"; it must be "ansi", "rgb_array" or "human", or None'),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        steep.env.DescentEnv(**arguments)
    with pytest.raises(InputError, match=re.escape(told.partition(";")[0])):
        steep.env.DescentVectorEnv(2, **arguments)


def test_an_option_that_means_nothing_is_refused() -> None:
    with pytest.raises(InputError, match=re.escape('no option "dificulty" (did you mean "difficulty"?); there are:')):
        steep.env.DescentEnv().reset(options={"dificulty": 0.2})
    with pytest.raises(InputError, match=re.escape('no option "mask"')):
        steep.env.DescentVectorEnv(2).reset(options={"mask": 1})


def test_a_ruleset_is_a_name_a_path_or_a_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "rotjs"\n[hero]\nhp = 77\n', encoding="utf-8")
    for ruleset in (str(path), path, load_ruleset(str(path))):
        env = steep.env.DescentEnv(ruleset, observations=("stats",))
        seen, _ = env.reset(seed=1)
        assert seen["stats"][4] == 77
    with pytest.raises(RulesetError, match="rotjs"):
        steep.env.DescentEnv("rotsj")
