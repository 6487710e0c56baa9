"""The lab: bots play thousands of games, and the figures say how hard a ruleset is, floor by floor, with intervals.

Exported names are imported when they are first used, because they need libraries that playing does not.
`__init__.pyi` has the same names for type checkers.
"""

from importlib import import_module

EXPORTS = {
    "Baseline": "storage.baseline_file",
    "Games": "tables_of_games.games",
    "Progress": "progress",
    "Report": "reports",
    "Result": "results.result",
    "Stopped": "progress",
    "arena": "fights",
    "assert_bands": "checks",
    "blame": "ablation",
    "check": "checks",
    "check_game": "game_checks",
    "compare": "comparison",
    "make_baseline": "checks",
    "measure": "measurement",
    "measure_game": "game_measurement",
    "read_games": "tables_of_games.games",
    "report": "reports",
    "tune": "tuned_ruleset",
}
"""What `steep.lab` exports, by name, and the module that has it."""

__all__ = list(EXPORTS)

OF_TUNING = ("tune",)
"""What needs the libraries of tuning, too."""


def __getattr__(name: str) -> object:
    if name not in EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{EXPORTS[name]}")
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        extra = "tune" if name in OF_TUNING else "lab"
        why = f'steep.lab.{name} needs {library}: pip install "steep[{extra}]"'
        raise ModuleNotFoundError(why, name=missing.name) from missing
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *EXPORTS])
