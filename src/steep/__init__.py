"""Steep: a roguelike whose difficulty is data that can be played, seen, measured and shaped.

What is exported is imported when it is first used. `__init__.pyi` has the same names for type checkers.
"""

from importlib import import_module

__version__ = "0.1.0"

OWN_RULESET = "steep"
"""The ruleset of Steep's own dungeon, which the title screen offers."""

DEFAULT_RULESET = "steep"
"""The default ruleset of `steep play`, of `steep arena` and of the environment."""

EXPORTS = {
    "FloorOdds": "scripting",
    "RolledFloor": "balance.rolled_floors",
    "Rulebook": "content",
    "Session": "play.session",
    "bot_player": "scripting",
    "load_ruleset": "scripting",
    "odds": "scripting",
    "play_run": "scripting",
    "roll_floor": "scripting",
    "start_run": "scripting",
}
"""What `steep` exports for scripts, by name, and the module that has it."""

__all__ = list(EXPORTS)


def __getattr__(name: str) -> object:
    if name not in EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{EXPORTS[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *EXPORTS])
