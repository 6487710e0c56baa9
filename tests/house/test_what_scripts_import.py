"""`steep` and `steep.lab` export on purpose, and importing them imports nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

import steep
import steep.lab
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import choose_action, find_bot
from steep.core.input_errors import InputError
from steep.rules.action_codes import WAIT, action


@pytest.mark.parametrize("package", [steep, steep.lab])
def test_what_is_exported_is_what_type_checkers_see(package: ModuleType) -> None:
    assert package.__file__ is not None
    found = {}
    for node in ast.parse(Path(package.__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                assert alias.asname == alias.name, "only a name that is imported as itself is exported"
                found[alias.name] = (node.module or "").removeprefix(f"{package.__name__}.")
    assert found == package.EXPORTS
    assert sorted(found) == sorted(package.__all__)
    for name in found:
        assert getattr(package, name).__doc__
        assert name in dir(package)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = package.nothing


def test_importing_steep_or_its_lab_imports_nothing_else() -> None:
    code = "import sys, steep.lab; print(*sorted(name for name in sys.modules if name.split('.')[0] in {heavy}))"
    heavy = {"steep", "numpy", "pyarrow", "tcod", "jinja2", "scipy"}
    ran = subprocess.run([sys.executable, "-c", code.format(heavy=heavy)], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["steep", "steep.lab"]


@pytest.mark.parametrize(("name", "library", "extra"), [("measure", "pyarrow", "lab"), ("tune", "scipy", "tune")])
def test_a_missing_library_is_named_with_what_to_install(name: str, library: str, extra: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; from steep.lab import {name}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    wanted = f'ModuleNotFoundError: steep.lab.{name} needs {library}: pip install "steep[{extra}]"'
    assert ran.stderr.splitlines()[-1] == wanted


def test_a_bot_plays_a_whole_run() -> None:
    session = steep.play_run("tcod-2020", 7, "diver")
    assert session.over
    assert session.floor > 1
    assert steep.play_run("tcod-2020", 7, "diver").turn == session.turn


@pytest.mark.parametrize("name", ["diver", "explorer"])
def test_a_bot_is_asked_as_every_game_asks_it_with_its_way_out_of_stalemates(name: str) -> None:
    session, ask = steep.start_run("tcod-2020", 7), steep.bot_player(name, 7)
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, 7)
    while not session.over and session.turn < 400:
        wanted = choose_action(find_bot(name).number, session.hero, session.rulebook.compiled, mind, imagined)
        assert ask(session) == wanted
        session.act(wanted)
    assert session.turn > 100


def test_a_bot_without_a_name_or_a_run_is_refused() -> None:
    with pytest.raises(InputError, match='there is no bot "divr"'):
        steep.bot_player("divr")
    ended = steep.play_run("tcod-2020", 7, "diver")
    with pytest.raises(InputError, match="diver: "):
        steep.bot_player("diver")(ended)


def test_no_manual_imports_the_bots_themselves() -> None:
    root = Path(__file__).parents[2]
    for path in (root / "README.md", *(root / "docs").glob("*.md")):
        assert "from steep.bots" not in path.read_text("utf-8"), path.name


def test_a_function_plays_a_run_until_the_turn_limit() -> None:
    session = steep.play_run("tcod-2020", 7, lambda _session: action(WAIT), turns=20)
    assert (session.turn, session.over) == (20, False)


def test_an_impossible_action_ends_the_run_where_it_is() -> None:
    assert steep.play_run("tcod-2020", 7, lambda _session: -1).turn == 0


def test_a_run_can_begin_on_any_floor() -> None:
    assert steep.start_run("tcod-2020", 7, floor=4).floor == 4


def test_a_floor_is_rolled_as_its_run_finds_it() -> None:
    rolled = steep.roll_floor("tcod-2020", seed=7)
    assert rolled.floor == 1
    assert sum(rolled.monster_counts.values()) == len(rolled.monsters)
    assert steep.roll_floor("tcod-2020", seed=7) == rolled
    assert steep.roll_floor("tcod-2020", seed=8) != rolled


def test_odds_are_exact() -> None:
    first, third = steep.odds("tcod-2020"), steep.odds("tcod-2020", 3)
    assert first.monsters == {"orc": Fraction(1)}
    assert third.monsters == {"orc": Fraction(80, 95), "troll": Fraction(15, 95)}
    assert sum(steep.odds("tcod-2020", 6).items.values()) == 1


def test_a_loaded_ruleset_can_be_passed_on() -> None:
    rulebook = steep.load_ruleset("tcod-2020:hard")
    assert steep.load_ruleset(rulebook) is rulebook
    assert steep.odds(rulebook, 3).floor == 3


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (lambda: steep.load_ruleset("tcod-2002"), 'found no ruleset named "tcod-2002"'),
        (lambda: steep.play_run("tcod-2020", player="divr"), 'there is no bot "divr"'),
        (lambda: steep.start_run("tcod-2020", seed=-1), "seed: found -1; allowed: a whole number from 0"),
        (lambda: steep.roll_floor("tcod-2020", floor=0), "floor: found 0; allowed: a whole number from 1"),
        (lambda: steep.odds("tcod-2020", floor=True), "floor: found True"),
        (lambda: steep.roll_floor("steep", floor=99), "floor: found 99; the dungeon ends on floor 20"),
        (lambda: steep.start_run("steep", floor=21), "floor: found 21; the dungeon ends on floor 20"),
    ],
)
def test_a_wrong_argument_gets_one_clear_message(wrong: object, complaint: str) -> None:
    assert callable(wrong)
    with pytest.raises(InputError, match=complaint):
        wrong()


@pytest.mark.parametrize("player", [5, ["diver"], None])
def test_a_player_is_the_name_of_a_bot_or_a_function(player: object) -> None:
    with pytest.raises(InputError, match=r"player: found .*; allowed: a bot's name, or a function that takes the ses"):
        steep.play_run("tcod-2020", 7, player)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", ["x", None, 1.5])
def test_a_player_that_returns_no_action_is_refused(action: object) -> None:
    with pytest.raises(
        InputError, match=r"player: found .* for turn 0; allowed: a number from .*, such as action\(WAIT\)"
    ):
        steep.play_run("tcod-2020", 7, lambda session: action, turns=5)  # type: ignore[arg-type, return-value]
