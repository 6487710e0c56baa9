"""Imports point one way, only the listed files import heavy libraries, and no folder or module is large."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "steep"

BELOW = {
    "core": set(),
    "spawn": {"core"},
    "mapgen": {"core", "spawn"},
    "rules": {"core", "spawn", "mapgen"},
    "content": {"core", "spawn", "mapgen"},
    "balance": {"core", "spawn", "mapgen", "rules", "content", "bots"},
    "importing": {"core", "spawn", "content"},
    "exporting": {"core", "spawn", "content", "importing"},
    "play": {"core", "spawn", "mapgen", "rules", "content", "balance", "bots"},
    "bots": {"core", "spawn", "mapgen", "rules", "content"},
    "ui": {"core", "spawn", "mapgen", "rules", "content", "play", "bots"},
    "lab": {"core", "spawn", "mapgen", "rules", "content", "balance", "bots", "play"},
    "env": {"core", "spawn", "rules", "content", "bots", "lab", "play", "ui"},
}
"""For each package, the packages it may import."""

ABOVE = {"commands", "web"}
"""Like `steep.cli`, these may import anything; the commands inside the function that needs it."""

HEAVY_ONLY_IN = {
    "numpy": {
        "core/native/native_rule.py",
        "core/record_arrays.py",
        "env/curriculum.py",
        "env/episode_batch.py",
        "env/benchmark/evaluate.py",
        "env/play_each_seed_once.py",
        "env/benchmark/reference_policies.py",
        "env/benchmark/score.py",
        "env/benchmark/scores_of_runs.py",
        "env/benchmark/verify_score.py",
        "env/check_arguments.py",
        "env/manual_tables.py",
        "env/render.py",
        "env/rewards.py",
        "env/kernel/bot_actions.py",
        "env/kernel/step_episodes.py",
        "env/single.py",
        "env/kernel/episode_to_bytes.py",
        "env/vector.py",
        "lab/checks.py",
        "lab/counting/from_arrays.py",
        "lab/figures/notable_games.py",
        "lab/simulate/measure_speed.py",
        "lab/simulate/played_games.py",
        "lab/simulate/play_in_one_thread.py",
        "lab/simulate/play_and_count_paired_games.py",
        "lab/stats/gaussian_process.py",
        "lab/studies/model_of_figures.py",
        "lab/studies/search_for_bands.py",
        "lab/storage/replay_measured_game.py",
        "lab/storage/parts.py",
        "lab/storage/parquet_tables.py",
        "lab/stats/clustered_intervals.py",
        "lab/stats/independent_differences.py",
        "lab/tables_of_games/check_rows.py",
        "lab/tables_of_games/assemble_games.py",
        "lab/tables_of_games/games.py",
        "lab/tables_of_games/read_batches.py",
        "spawn/draw_batch.py",
        "ui/displays/window.py",
    },
    "gymnasium": {
        "env/__init__.py",
        "env/check_arguments.py",
        "env/curriculum.py",
        "env/episode_batch.py",
        "env/benchmark/evaluate.py",
        "env/play_each_seed_once.py",
        "env/single.py",
        "env/text/words_env.py",
        "env/vector.py",
        "lab/own_games/gymnasium_games.py",
        "lab/simulate/measure_speed.py",
    },
    "tcod": {"ui/displays/window.py"},
    "blessed": {"ui/displays/terminal.py"},
    "scipy": {
        "lab/stats/gaussian_process.py",
        "lab/studies/model_of_figures.py",
        "lab/studies/search_for_bands.py",
    },
    "tomlkit": {"lab/storage/changed_ruleset_file.py"},
    "pandas": set(),
    "polars": {"lab/results/data_frames.py"},
    "pyarrow": {
        "lab/game_measurement.py",
        "lab/tables_of_games/check_rows.py",
        "lab/tables_of_games/assemble_games.py",
        "lab/tables_of_games/games.py",
        "lab/tables_of_games/read_batches.py",
        "lab/results/data_frames.py",
        "lab/storage/output_folder.py",
        "lab/storage/parquet_tables.py",
        "lab/storage/parts.py",
    },
    "pebble": {"lab/own_games/processes.py"},
    "distributed": {"lab/simulate/dask_cluster.py"},
    "rich": {"commands/shared/output.py", "commands/shared/progress.py"},
    "jinja2": {"lab/report_page/page.py"},
    "resvg_py": {"lab/charts/svg.py"},
}


@cache
def imports_of(path: Path) -> set[str]:
    """The full names of all modules that a file imports, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports are not allowed"
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_statistics_import_nothing_else_of_steep() -> None:
    for path in (SOURCE / "lab" / "stats").glob("*.py"):
        imported = {name for name in imports_of(path) if name.split(".")[0] == "steep"}
        assert all(name.startswith("steep.lab.stats.") for name in imported), f"{path.name} imports {sorted(imported)}"


@pytest.mark.parametrize("package", BELOW)
def test_a_package_imports_only_packages_below_it(package: str) -> None:
    for path in (SOURCE / package).rglob("*.py"):
        inside = {name.split(".")[1] for name in imports_of(path) if name.startswith("steep.")}
        assert inside <= BELOW[package] | {package, "__version__", "OWN_RULESET", "DEFAULT_RULESET"}, path


def test_every_package_has_its_place_in_the_import_order() -> None:
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert folders == set(BELOW) | ABOVE


@pytest.mark.parametrize("library", HEAVY_ONLY_IN)
def test_a_heavy_library_is_imported_only_in_the_listed_files(library: str) -> None:
    users = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if any(name.split(".")[0] == library for name in imports_of(path))
    }
    assert users <= HEAVY_ONLY_IN[library]


def test_folders_and_modules_are_small() -> None:
    modules = {path.relative_to(SOURCE): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    assert {path.as_posix() for path, text in modules.items() if len(text.splitlines()) > 600} == set()
    assert {folder for folder, held in Counter(path.parent for path in modules).items() if held > 16} == set()


def test_no_file_has_imports_only_for_type_checking() -> None:
    files = [path for path in SOURCE.rglob("*.py") if "TYPE_CHECKING" in path.read_text(encoding="utf-8")]
    assert files == []


PLAY_WITH_BLOCKED_LIBRARIES = """
import sys
for name in ("numpy", "tcod", "cffi"):
    sys.modules[name] = None
from steep.bots.simple_bots import diver
from steep.bots.bot_memory import BotMemory
from steep.content import load_ruleset
from steep.play.session import Session
session = Session.start(load_ruleset("tcod-2020"), 7)
mind = BotMemory()
while not session.over:
    assert session.act(diver(session.hero, session.rulebook.compiled, mind)) == 0
print(session.floor, session.turn)
"""


def test_a_whole_game_needs_neither_numpy_nor_tcod() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PLAY_WITH_BLOCKED_LIBRARIES], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
    floor, turn = map(int, run.stdout.split())
    assert floor > 1
    assert turn > 50


def test_the_modules_of_the_pages_need_no_library_that_they_do_not_have() -> None:
    blocked = ("numpy", "pyarrow", "tcod", "blessed", "click", "rich", "scipy")
    modules = sorted(f"steep.web.{path.stem}" for path in (SOURCE / "web").glob("[a-z]*.py"))
    program = f"import sys\nfor name in {blocked}: sys.modules[name] = None\nfor name in {modules}: __import__(name)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
