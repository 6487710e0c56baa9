"""Paths to a value of an environment are parsed, and nothing is evaluated."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from steep.core.input_errors import InputError
from steep.lab.own_games.gymnasium_games import parsed

FOUND = {
    "obs": {"blstats": [0, 0, 7], "a b": 3},
    "info": {"depth": 4, "deep": {"er": 5}},
    "reward": 0.5,
    "env": SimpleNamespace(unwrapped=SimpleNamespace(floor=6)),
}

PATHS = {
    "info['depth']": 4,
    'info["depth"] + 1': 5,
    "info.depth": 4,
    "info.deep['er'] - 1": 4,
    "obs['blstats'][2]": 7,
    "obs['blstats'][-1]": 7,
    " obs [ 'a b' ] ": 3,
    "reward": 0.5,
    "env.unwrapped.floor": 6,
}


@pytest.mark.parametrize(("text", "value"), PATHS.items())
def test_a_path_leads_to_its_value(text: str, value: float) -> None:
    assert parsed("floor_from", text).value(FOUND) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "depth",
        "info['depth'",
        "info[depth]",
        "info.__class__",
        "len(obs)",
        "obs[0]; 1",
        "obs * 2",
        "__import__('os')",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="allowed: obs, info, reward or env"):
        parsed("floor_from", text)


def test_what_is_missing_is_named_with_what_there_is() -> None:
    with pytest.raises(LookupError, match=r"info has no 'dept' \(did you mean \"depth\"\?\); it has: depth, deep"):
        parsed("floor_from", "info['dept']").value(FOUND)
    with pytest.raises(LookupError, match=r"obs\['blstats'\] has no 9; it is \[0, 0, 7\]"):
        parsed("floor_from", "obs['blstats'][9]").value(FOUND)
