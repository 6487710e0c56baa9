"""The rules that Python calls, by the library that has them.

A library is built, shipped and loaded as a whole. Rules that no library has, such as those in tests, get one each when
they are first called.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

SELF_TEST = "steep.play.native_self_test"
"""The module whose `compare` plays a library beside the plain rules."""

PLAYED_BY_SELF_TEST = ("steep.rules.new_game:new_game", "steep.rules.turn:step")
"""Every library has these."""

ENTRY_POINTS: dict[str, tuple[str, ...]] = {
    "games": (
        "steep.rules.turn:arrive",
        "steep.bots.bot_memory:start_mind",
        "steep.bots.choose_action:choose_action",
        "steep.lab.simulate.simulation:play_on",
        "steep.lab.simulate.simulation:record_game",
        "steep.balance.arena.simulate_bouts:fight_on",
        "steep.balance.arena.simulate_bouts:play_on",
    ),
    "floors": (
        "steep.lab.simulate.measure_speed:make_floors",
        "steep.mapgen.make_floor:make_floor",
        "steep.balance.count_generated_floors:count_floors",
    ),
    "environment": (
        "steep.env.kernel.step_episodes:begin_episodes",
        "steep.env.kernel.step_episodes:step_episodes",
        "steep.env.kernel.step_episodes:observe_episodes",
        "steep.env.kernel.episode:fault_in_first",
    ),
}


def entry_points(library: str) -> list[Callable[..., Any]]:
    """The rules of a library, imported."""
    names = (name.split(":") for name in (*PLAYED_BY_SELF_TEST, *ENTRY_POINTS[library]))
    return [getattr(importlib.import_module(module), function) for module, function in names]


@functools.cache
def _libraries() -> dict[str, str]:
    found = {name: library for library, names in ENTRY_POINTS.items() for name in names}
    return found | dict.fromkeys(PLAYED_BY_SELF_TEST, "games")


def library_of(rule: Callable[..., Any]) -> str | None:
    """The name of the library that has a rule; None if none has."""
    return _libraries().get(f"{rule.__module__}:{rule.__qualname__}")
