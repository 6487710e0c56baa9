"""Plain Python, the native form by each compiler, and WebAssembly in Node play the same games, to the byte."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steep.bots.choose_action import find_bot
from steep.content import load_ruleset, ruleset_names
from steep.core.native.compilers import FLAGS, suffix
from steep.core.native.native_rule import NativeRule, native
from steep.core.native.unit import translate
from steep.core.record import pack
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import Ruleset
from steep.lab.simulate.floor_visit import DamageRow, FloorVisit
from steep.lab.simulate.simulation import SimulationState, most_wounds, play_on
from steep.lab.simulate.simulation_task import Task
from steep.web.workbench import games_of_task

ROOT = Path(__file__).parents[2]
RULES = ROOT / "build" / "web" / "rules.wasm"
SCRIPT = ROOT / "web" / ".tests" / "play_games.mjs"

ROWS = 64
"""Of floor visits: more than a game has."""


def digests_in_node(folder: Path, ruleset: Ruleset, tasks: Sequence[Task]) -> list[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node (https://nodejs.org) on the PATH")
    if not RULES.exists() or not SCRIPT.exists():
        pytest.skip(f"the pages are not built ({RULES} or {SCRIPT} is missing); make web builds them")
    (folder / "ruleset").write_bytes(pack(ruleset))
    games = [
        {**games_of_task(ruleset, task), "ruleset": None, "file": "ruleset", "seeds": list(seeds_of(task))}
        for task in tasks
    ]
    (folder / "games.json").write_text(json.dumps(games))
    run = subprocess.run([node, SCRIPT, RULES, folder], capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def digest_of(ruleset: Ruleset, task: Task, play: Callable[..., int] | None) -> str:
    """The digest of a task's rows, and of the state after each of its games. Without `play` plain Python plays."""
    rows = ROWS + most_wounds(ruleset)
    rules: Any = ruleset if play is None else from_plain(ruleset)
    state, visits, wounds = table(SimulationState, 1, play), table(FloorVisit, ROWS, play), table(DamageRow, rows, play)
    state = state[0]
    state.bot, state.turn_limit = find_bot(task.bot).number, task.turns
    state.first_floor, state.last_floor = task.first_floor, task.last_floor
    digest = hashlib.sha256()
    for seed in seeds_of(task):
        state.seed, state.end_seed = seed, seed + 1
        (play or play_on)(state, rules, visits, wounds, 2**62)
        assert state.seed == seed + 1, "there is room for the rows of a game"
        for each in (*visits[: int(state.visit_count)], *wounds[: int(state.wound_count)]):
            digest.update(packed(each))
        state.visit_count = state.wound_count = 0
        digest.update(packed(state))
    return digest.hexdigest()


def table(record: type[Any], rows: int, play: object) -> Any:
    return [record() for _ in range(rows)] if play is None else zeros(record, rows)


def packed(record: Any) -> bytes:
    return bytes(record.tobytes()) if isinstance(record, np.record | np.void) else pack(record)


def seeds_of(task: Task) -> range:
    return range(task.seed, task.seed + task.games)


@pytest.fixture(scope="module")
def by_zig(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., int]:
    """The native form as Zig builds it."""
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("the package ziglang is not installed")
    file = tmp_path_factory.mktemp("zig") / f"play_on{suffix()}"
    file.with_suffix(".c").write_text(translate([play_on]), "utf-8")
    subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", *FLAGS, "-fPIC", file.with_suffix(".c"), "-o", file], check=True
    )
    library = ctypes.CDLL(str(file))
    return NativeRule(play_on, lambda: library)


def tasks(turns: int) -> list[Task]:
    """Twenty games. In plain Python the tactician takes most of the time."""
    bots = {"diver": turns, "brawler": turns, "explorer": turns, "tactician": turns // 5}
    return [Task(bot, 5 * row, 5, turns=most) for row, (bot, most) in enumerate(bots.items())]


def test_games_are_the_same_in_plain_python_natively_and_in_webassembly(tmp_path: Path) -> None:
    ruleset, games = load_ruleset("tcod-2020").compiled, tasks(100)
    plain = [digest_of(ruleset, task, None) for task in games]
    assert [digest_of(ruleset, task, native(play_on)) for task in games] == plain
    assert digests_in_node(tmp_path, ruleset, games) == plain


@pytest.mark.slow
@pytest.mark.parametrize("name", ruleset_names())
def test_twenty_games_of_each_ruleset_are_the_same_in_all_forms_by_both_compilers(
    name: str, by_zig: Callable[..., int], tmp_path: Path
) -> None:
    ruleset, games = load_ruleset(name).compiled, tasks(200)
    plain = [digest_of(ruleset, task, None) for task in games]
    assert [digest_of(ruleset, task, native(play_on)) for task in games] == plain
    assert [digest_of(ruleset, task, by_zig) for task in games] == plain
    assert digests_in_node(tmp_path, ruleset, games) == plain
    whole = tasks(2_000)
    natively = [digest_of(ruleset, task, native(play_on)) for task in whole]
    assert [digest_of(ruleset, task, by_zig) for task in whole] == natively
    assert digests_in_node(tmp_path, ruleset, whole) == natively
