"""Games that are processes: docs/game-protocol.md says how they are asked and what they answer."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import textwrap
import time
from contextlib import suppress
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from steep import lab
from steep.cli import main
from steep.core.input_errors import InputError
from steep.lab import Games, Result, game_measurement, measure_game, read_games
from steep.lab.own_games.game_of_command import CHECKS, Answer, CommandGame, record_of
from steep.lab.own_games.play_one_game import Mistake, moments_of_game, play_one_game, player_named
from steep.lab.tables_of_games.read_batches import NOTES

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads((DOCS / "game-protocol.schema.json").read_text("utf-8"))


@cache
def validator(of: str) -> Any:
    """What checks a request, or an answer."""
    from jsonschema import Draft202012Validator  # it takes seconds to import

    return Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{of}"}]})


CORRIDOR = """
    import json, os, subprocess, sys, time

    def answer(**more):
        print(json.dumps({**view(), **more}), flush=True)

    def view():
        left = 6 - x
        return {
            "floor": floor, "can": ["move", "wait", "descend", "own"], "hero": [x, 1], "turn": turn, "hp": 9,
            "cells": ["########", "#......#", "########"], "stairs": [6, 1], "numbers": {"left": left},
            "enemies": [], "over": {"end": "won"} if floor == 3 else None,
        }

    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "start":
            seed, floor, x, turn = asked["seed"], 1, 1, 0
        else:
            turn += 1
            verb, *more = asked["action"]
            if verb == "own":
                verb, more = ("descend", []) if x == 6 else ("move", [1, 0])
            if verb == "descend" and x == 6:
                floor, x = floor + 1, 1
            elif verb == "move" and more[1] == 0 and 1 <= x + more[0] <= 6:
                x += more[0]
        {FAULT}
        answer()
"""


def a_game(fault: str = "pass") -> str:
    """The command of a game of two corridors, in which something is done before each answer."""
    text = textwrap.dedent(CORRIDOR).replace("{FAULT}", fault.replace("\n", "\n    "))
    Path("corridor.py").write_text(text, "utf-8")
    return shlex.join([sys.executable, "corridor.py"])


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_command_is_measured_like_a_game_of_python(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bot", "diver,own,own:swift", "--games", "12", "--jobs", "2", "--out", "games.jsonl"]
    assert main(["measure", "--game-command", a_game(), *words]) == 0
    assert "no difference: 10 games took the same course" in capsys.readouterr().out
    games = read_games("games.jsonl")
    assert games.deterministic
    for bot in ("diver", "own", "own:swift"):
        assert (games[bot].won, games[bot].floors[0].reached) == (12, 12)
    rows = [json.loads(line) for line in Path("games.jsonl").read_text("utf-8").splitlines()]
    first = {"bot": "diver", "seed": 0, "floor": 1, "end": "left", "turns": 6, "arrived": 0, "hp": 9.0, "left": 5.0}
    assert rows[0] == first


FAULTS = {
    "sys.exit(3)": "its process ended with exit code 3, asked",
    "os.kill(os.getpid(), 9)": "its process ended with signal SIGKILL, asked",
    "os.close(1); time.sleep(9)": "it closed its standard output, asked",
    "print('a debug line')": "it answered 'a debug line'; allowed: an object of JSON in one line",
    "print('[1]', flush=True)": "it answered '[1]'; allowed",
    "print('[' * 99999, flush=True)": "it answered '[[[",
    "print('{\"floor\": NaN}', flush=True)": "it answered '{\"floor\": NaN}'; allowed",
    "print('x' * 2**21)": "its answer has more than 1,048,576 bytes, from 'xxx",
    "while True: print('{' * 99)": "it answered '{{{",
    "answer(fluor=1)": "the answer has the key 'fluor' (did you mean \"floor\"?); allowed: floor, can",
    "answer(can=None)": 'the answer lacks "can"; needed: floor, can',
    "answer(floor=0)": "floor: found 0; allowed: a whole number from 1",
    "answer(hero=[1.5, 1])": "hero: found [1.5, 1]; allowed: [x, y]",
    "answer(cells=['@..'])": "cells[0]: found '@' at 0; allowed: \".\" can be walked on",
    "answer(cells='#..')": "cells: found '#..'; allowed: a list",
    "answer(enemies=[{'at': [1, 1]}, {'name': 'rat'}])": 'enemies[1] lacks "at"',
    "answer(inventory=[{'name': 'a', 'does': 'heall'}])": "inventory[0].does: found 'heall' (did you mean \"heal\"?)",
    "answer(over={'end': 'lost'})": "over.end: found 'lost'; allowed: died, won",
    "answer(numbers={'gold': 'much'})": "numbers.gold: found 'much'; allowed: a number",
    "answer(turn=-1)": "turn: found -1 after 2",
    "answer(error='no stairs \\u001b[31m')": "the game says: no stairs",
}


@pytest.mark.parametrize(("fault", "message"), FAULTS.items())
def test_what_goes_wrong_is_one_message_and_the_next_game_is_played_by_a_new_process(fault: str, message: str) -> None:
    then = "" if "sleep" in fault or "while" in fault else "; continue"
    game = CommandGame(a_game(f"if seed == 1 and turn == 3:\n    {fault}{then}"))
    moments = partial(moments_of_game, game, player_named("diver"))
    played = [play_one_game(moments, seed, None, 100) for seed in range(3)]
    game.close()
    assert [bool(each.error) for each in played] == [False, True, False]
    assert message in played[1].error
    assert "\n" not in played[1].error
    assert [each.rows[-1]["end"] for each in played] == ["won", "stopped", "won"]


def test_the_message_of_a_crash_has_the_end_of_its_standard_error_which_is_also_passed_on_escaped(
    capfd: pytest.CaptureFixture[str],
) -> None:
    crash = "if seed == 1:\n    print('\\x1b[31mred', file=sys.stderr); raise ValueError('no rats')"
    measured = measure_game(game_command=a_game(crash), bots="own", games=2, jobs=1)
    lines = measured.faults[0].error.splitlines()
    assert lines[:2] == ["the end of its standard error:", "  \\u001b[31mred"]
    assert lines[-2:] == [
        "  ValueError: no rats",
        """its process ended with exit code 1, asked {"do":"start","seed":1}""",
    ]
    passed_on = capfd.readouterr().err
    assert passed_on.count("\\u001b[31mred\n") == 1, "what is played again is silent"


def test_a_flood_of_standard_error_is_cut_and_does_not_stop_the_game() -> None:
    told: list[str] = []
    game = CommandGame(a_game("if turn == 0: print(('x' * 9999 + '\\n') * 3000, file=sys.stderr)"), told.append)
    game.start(1)
    game.close()
    assert (len(told), max(map(len, told))) == (1000, 400)
    assert told[-1] == "the rest of the game's standard error is left out"


def test_a_game_that_does_not_answer_is_ended_at_its_time_limit() -> None:
    hangs = "if seed == 1 and turn == 3: time.sleep(99)"
    measured = measure_game(game_command=a_game(hangs), bots="diver", games=3, jobs=1, time_limit=1.5)
    assert [found.seed for found in measured.faults] == [1]
    place, why = measured.faults[0].error.splitlines()[-2:]
    assert place.startswith("the hero had been on floor 1 for 2 turns")
    assert why == "it took longer than the time limit of 1.5 s"


def test_what_cannot_be_started_is_one_message() -> None:
    Path("game.mjs").write_text("", "utf-8")
    for command, message in {
        "pyhton3 game.py": "found no program 'pyhton3' on the PATH (did you mean \"python3\"?)",
        "game.mjs": 'game.mjs is no program on the PATH; a file of yours is "./game.mjs", and needs chmod +x',
        "": "found nothing",
        "node 'game": "No closing quotation",
        f"{sys.executable} -c 'raise SystemExit(4)'": "does not begin: its process ended with exit code 4",
        f"{sys.executable} -c print(5)": "its process ended with exit code 0",
    }.items():
        with pytest.raises(InputError, match=re.escape(message)):
            measure_game(game_command=command, games=1, jobs=1)


def test_an_answer_that_nobody_asked_for_is_no_answer_to_what_is_asked_next() -> None:
    game = CommandGame(a_game("answer()"))
    game.start(1)
    time.sleep(0.5)
    with pytest.raises(Mistake, match=re.escape('before it was asked {"do":"act","action":["wait"]}; its own prints')):
        game.act("wait")


def test_what_an_engine_says_before_its_first_answer_is_left_out() -> None:
    game = CommandGame(
        shlex.join([sys.executable, "-c", 'print(\'Engine 4\\n\\n{"floor":1,"can":[]}\'); input(); input()'])
    )
    game.start(1)
    assert game.view().floor == 1
    with pytest.raises(Mistake, match="exit code 0"):
        game.act("wait")


def test_the_process_and_its_children_end_with_ours() -> None:
    child = """if turn == 0:
        pid = subprocess.Popen(["sleep", "600"]).pid
        open("pids", "a").write(f"{pid} {os.getpid()} ")"""
    measure_game(game_command=a_game(child), bots="own", games=1, jobs=1)
    pids = [int(word) for word in Path("pids").read_text("utf-8").split()]
    assert len(pids) >= 6
    deadline = time.monotonic() + 10
    while alive := [pid for pid in pids if is_alive(pid)]:
        assert time.monotonic() < deadline, alive
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not collected does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    with suppress(OSError):
        os.kill(pid, 0)
        return not Path("/proc/self").exists()
    return False


def test_real_exchanges_keep_to_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: dict[str, list[Any]] = {"request": [], "answer": []}
    game = CommandGame(a_game())
    game.start(5)
    assert game._process is not None
    ask = game._process.ask

    def noted(asked: Any) -> Any:
        lines["request"].append(asked)
        lines["answer"].append(ask(asked))
        return lines["answer"][-1]

    monkeypatch.setattr(game._process, "ask", noted)
    for action in ("wait",), ("move", 1, 0), ("own",), ("own", "swift"):
        game.act(*action)
    game.start(6)
    game.close()
    for kind in ("request", "answer"):
        assert len(lines[kind]) == 5
        for line in lines[kind]:
            validator(kind).validate(line)


def test_the_schema_refuses_what_steep_refuses() -> None:
    assert SCHEMA["$defs"]["answer"]["properties"].keys() == {each.name for each in fields(Answer)}
    assert not any(validator("request").is_valid(wrong) for wrong in ({"do": "start"}, {"do": "act", "action": []}))
    given = {"floor": 1, "can": []}
    validator("answer").validate(given)
    read = record_of(Answer, {**CHECKS, "Mapping[Cell, bool]": CommandGame("true")._read_cells})
    for wrong in WRONG:
        assert not validator("answer").is_valid({**given, **wrong}), wrong
        with pytest.raises(Mistake):
            read("", {**given, **wrong})


WRONG: list[dict[str, Any]] = [
    {"ovr": None},
    {"can": None},
    {"can": [1]},
    {"cells": ["@"]},
    {"hero": [1]},
    {"stairs": [1.5, 2]},
    {"enemies": [{"name": "rat"}]},
    {"things": [{"at": [1, 2], "hp": 3}]},
    {"inventory": [{"name": "pill", "does": "heall"}]},
    {"over": {"end": "lost"}},
    {"numbers": {"gold": "much"}},
    {"hungry": 1},
    {"choices": [None]},
]


@pytest.fixture
def like(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What was asked of `measure_game` last. It plays nothing: the games that were read take the place of new ones."""
    asked: dict[str, Any] = {}

    def measure(**how: Any) -> Games:
        asked.update(how)
        return read_games("before.jsonl")

    monkeypatch.setattr(game_measurement, "measure_game", measure)
    return asked


def rows_of_games(name: str, seeds: range) -> None:
    """A table of games that the game's own bot won, each on one floor."""
    rows = [{"bot": "own", "seed": seed, "floor": 1, "end": "won"} for seed in seeds]
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path(f"{name}.meta.json").write_text(json.dumps({NOTES: {"deterministic": True, "turns": 50, "last_floor": 1}}))


def test_a_command_is_compared_with_a_table_by_its_players_on_its_seeds(
    like: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    rows_of_games("before.jsonl", range(7, 10))
    assert main(["compare", "before.jsonl", "--game-command", "node game.mjs", "--turns", "9"]) == 0
    asked = {name: like[name] for name in ("game_command", "bots", "seed", "games", "last_floor", "turns")}
    assert [*asked.values()] == ["node game.mjs", ["own"], 7, 3, 1, 9]
    assert "B: node game.mjs" in capsys.readouterr().out


def test_a_command_is_checked_against_a_table_on_the_seeds_that_follow(like: dict[str, Any]) -> None:
    rows_of_games("before.jsonl", range(7, 10))
    assert main(["check", "--game-command", "node game.mjs", "--baseline", "before.jsonl"]) == 0
    assert (like["bots"], like["seed"], like["games"]) == (["own"], 10, 3)


def test_a_target_says_who_plays_a_command(like: dict[str, Any]) -> None:
    rows_of_games("before.jsonl", range(7, 10))
    Path("target.toml").write_text("floors = [1, 2]\ngames = 4\nseed = 9\n[bands.own]\nwins = [50, 100]\n")
    assert main(["check", "--game-command", "node game.mjs", "--target", "target.toml"]) == 0
    assert (like["bots"], like["seed"], like["games"], like["last_floor"]) == (["own"], 9, 4, 2)


TUNED = """
floors = [{first}, 2]
games = 4
seed = 9
[bands.{who}]
wins = [50, 100]
[[move]]
path = "hero.hp"
between = [20, 40]
"""


@pytest.mark.parametrize(
    ("first", "who", "message"), [(1, "own", 'found "own", which is not a known bot'), (2, "diver", "found [2, 2]")]
)
def test_a_target_that_does_not_fit_is_refused_before_games_are_played(
    first: int, who: str, message: str, like: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("target.toml").write_text(TUNED.format(first=first, who=who))
    assert main(["tune", "tcod-2020", "--target", "target.toml", "--game-command", "node game.mjs"]) == 2
    assert message in capsys.readouterr().err
    assert like == {}


def test_tuning_aims_at_the_survival_in_a_command(like: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    rows_of_games("before.jsonl", range(7, 10))
    Path("target.toml").write_text(TUNED.format(first=1, who="diver"))
    aimed: list[Games] = []

    def tune(*_: Any, towards: Games, **__: Any) -> Result:
        aimed.append(towards)
        return Result("", {}, ())

    monkeypatch.setattr(lab, "tune", tune)
    main(["tune", "tcod-2020", "--target", "target.toml", "--game-command", "node game.mjs"])
    assert (like["bots"], aimed[0].played) == (["diver"], 3)


@pytest.mark.parametrize(
    ("words", "message"),
    {
        "compare tcod-2020": "found both or neither of B and --game-command",
        "check tcod-2020 --game-command a --target t.toml": "found both or neither of RULESET and --game-command",
        "check --game-command a --baseline b.json": "--baseline: found b.json; for --game-command allowed: a table",
        "check --game-command a --baseline b.json --update": "--update: the baseline of a table is another table",
        "tune tcod-2020 --target t.toml --game-command a --towards b.csv": "--towards: found --game-command, too",
        "compare tcod-2020 --game-command a --floors 2-3": "a game of your own begins on floor 1",
    }.items(),
)
def test_what_does_not_go_with_a_command_is_one_message(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    assert message in capsys.readouterr().err
