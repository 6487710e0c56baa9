"""Every function of the lab answers a wrong argument with one short `InputError`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import steep
from steep.core.input_errors import InputError
from steep.lab import arena, blame, check, compare, make_baseline, measure, tune

TARGET: dict[str, Any] = {"games": 50, "floors": [1, 2], "bands": {"diver": {"survival": {2: [20, 60]}}}}


@pytest.mark.parametrize(
    ("call", "arguments", "options", "complaint"),
    [
        (measure, (), {"floors": 3}, r"floors: found 3; allowed: the first and the last floor, as \(1, 3\)"),
        (measure, (), {"floors": (1, 2, 3)}, r"floors: found \(1, 2, 3\); allowed: the first and the last floor"),
        (measure, (), {"progress": 3}, "progress: found 3; allowed: a function"),
        (measure, (), {"bots": 5}, "bots: found 5; allowed: names of bots"),
        (measure, (), {"bots": [5]}, r"bots: found \[5\]; allowed: names of bots"),
        (measure, (), {"out": 5}, "out: found 5; allowed: a path"),
        (compare, ("tcod-2020",), {"floors": 5}, "floors: found 5; allowed: the first and the last floor"),
        (compare, ("tcod-2020",), {"names": 5}, "names: found 5; allowed: what A and B are called"),
        (make_baseline, (), {"floors": 5}, "floors: found 5; allowed: the first and the last floor"),
        (blame, (2,), {"bot": ["diver", "explorer"]}, r"bot: found \['diver', 'explorer'\]; allowed: the name of one"),
        (blame, (2,), {"progress": 3}, "progress: found 3; allowed: a function"),
        (check, (), {"target": TARGET, "tolerance": 3}, 'no argument "tolerance"; allowed: games, '),
        (check, (), {"baseline": "x.json", "games": 3}, 'no argument "games"; allowed: tolerance, false_alarms, '),
        (check, (), {}, "both or neither of baseline and target"),
        (check, (), {"baseline": "a.json", "target": "b.toml"}, "both or neither of baseline and target"),
        (check, (), {"baseline": "missing.json", "tolerance": 101}, "tolerance: found 101"),
        (check, (), {"target": {**TARGET, "games": 0}}, "target: games: found 0"),
        (compare, ("tcod-2020",), {"detect": 0}, "detect: found 0; allowed: a number from"),
        (check, (), {"baseline": 5}, "baseline: found 5; allowed: a path"),
        (check, (), {"target": 5}, "target: found 5; allowed: a path to a target file, or a dictionary"),
        (tune, (TARGET,), {}, "ruleset: found a loaded one; allowed: its name or the path to its file"),
    ],
)
def test_a_wrong_argument_is_named_with_what_is_allowed(
    call: Callable[..., object], arguments: tuple[object, ...], options: dict[str, object], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint) as refused:
        call(steep.load_ruleset("tcod-2020"), *arguments, **options)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"room": 5}, r"room: found 5; allowed: columns and rows .*, as \(20, 12\)"),
        ({"room": ("a", 2)}, r"room: found \('a', 2\); allowed: columns and rows"),
        ({"hero": 5}, "hero: found 5; allowed: stats of the hero"),
        ({"b": 5}, "side: found 5; allowed: monsters with their numbers"),
        ({"bot": ["diver"]}, r"bot: found \['diver'\]; allowed: the name of one bot"),
    ],
)
def test_so_do_the_sides_of_a_fight(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        arena(**{"a": "hero", "b": "2 orc", "ruleset": "tcod-2020", "bouts": 2, **options})


def test_a_wrong_argument_leaves_no_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="progress: found 3"):
        measure("tcod-2020", "diver", out=tmp_path / "out", progress=3)  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()
