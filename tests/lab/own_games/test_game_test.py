"""`steep game-test`: what it says of a game in any language, and that each fault has its words."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from steep.cli import main
from steep.core.input_errors import InputError
from steep.lab import check_game

GAME = """\
import json, os, random, sys, time
games = set()
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "start":
        seed, floor, x, turn, hp = asked["seed"], 1, 3, 0, 9
        games.add(seed)
    else:
        turn += 1
        verb, *more = asked["action"]
        if verb == "own":
            verb, more = ("descend", []) if x == 6 else ("move", [1, 0])
        if verb == "descend" and x == 6:
            floor, x = floor + 1, 1
        elif verb == "move" and more[1] == 0 and 1 <= x + more[0] <= 6:
            x = x + more[0]
    print(json.dumps({
        "floor": floor, "can": ["move", "wait", "descend", "own"], "hero": [x, 1], "turn": turn, "hp": hp,
        "cells": ["########", "#......#", "########"], "stairs": [6, 1], "numbers": {"left": 6 - x},
        "enemies": [], "over": {"end": "won"} if floor == 3 else None,
    }), flush=True)
"""


def a_game(replaced: str = "", by: str = "") -> str:
    """The command of a game of two corridors, in which something is replaced."""
    assert replaced in GAME
    Path("corridor.py").write_text(GAME.replace(replaced, by) if replaced else GAME, "utf-8")
    return shlex.join([sys.executable, "corridor.py"])


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_game_that_keeps_to_the_protocol_conforms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game-test", a_game()]) == 0
    told = capsys.readouterr().out
    assert "it has a bot of its own" in told
    assert "conforms: nothing wrong was found" in told
    assert "wrong  " not in told


FAULTS = {
    ("flush=True)", "flush=True)\n    if seed == 1 and turn == 5: print('{}', flush=True)"): "answers: ",
    ("in sys.stdin", "in sys.stdin.readlines()"): "does it read a line at a time, and flush each answer?",
    (
        "print(json",
        "print('hello'); print(json",
    ): "answers: explorer, seed 0, at the start: it answered 'hello'; allowed",
    (
        '"cells"',
        '"map"',
    ): "answers: explorer, seed 0, at the start: the answer has the key 'map' (did you mean",
    ("        turn += 1", "        turn += 1 / (turn < 4)"): "\n  ZeroDivisionError",
    (
        "        turn += 1",
        "        turn += 1; time.sleep(9)",
    ): "after action 1: it took longer than its time",
    (
        '"hero": [x, 1]',
        '"hero": [x, 0]',
    ): "observations: explorer, seed 0, at the start: `hero` is at [3, 0], where `cells` has",
    (
        '"stairs": [6, 1]',
        '"stairs": [9, 1]',
    ): "`stairs` are at [9, 1], where `cells` has nothing, as if it were not seen",
    ('"enemies": []', '"enemies": [{"at": [x, 1], "name": "rat"}]'): 'the enemy "rat" is at [3, 1], where `hero` is',
    ('"can": [', '"can": ["choose", '): '`choices` and "choose" in `can` go together',
    ('"enemies": []', '"inventory": [{"name": "pill"}]'): 'there is an `inventory`, and "use" is not in `can`',
    ('"hp": hp', '"hp": hp - turn'): "`hp` is 0, and `over` does not say that the hero died",
    ('"hp": hp', '"hp": hp, "max_hp": 5'): "`hp` is 9, more than `max_hp`, 5",
    ("x = x + more[0]", "x = max(1, min(6, x - more[0]))"): "x grows to the right, and y downwards",
    ("x = x + more[0]", "pass"): "actions: none of",
    ("1 <= x + more[0] <= 6", "1 <= x + more[0] <= 7"): "actions: ['move', 1, 0] led into a wall at [7, 1]",
    (
        'verb == "descend" and x == 6',
        'verb == "descend"',
    ): 'actions: "descend" led to floor 2 from [3, 1], away from the stairs',
    (
        '{"left": 6 - x}',
        '{"left": random.random()}',
    ): "seeds: explorer, seed 0, at the start: played again at once, `numbers` differed",
    ('{"left": 6 - x}', '{"left": len(games)}'): "order: ",
    (
        '{"left": 6 - x}',
        '{"left": os.getpid()}',
    ): "processes: explorer, seed 0, at the start: played again in another process,",
    ('["seed"], 1, 3', '["seed"], 2, 3'): "floors: seed 0 begins on floor 2; the first is 1",
    ("floor, x = floor + 1, 1", "pass"): "floors: no game left floor 1, and none was won; are `stairs` shown",
    (
        "if floor == 3",
        "if floor == 3000",
    ): "ends: no game ended within 60 actions (--turns); does `over` say when it did?",
}


@pytest.mark.parametrize(("fault", "words"), FAULTS.items())
def test_each_fault_has_its_words(fault: tuple[str, str], words: str) -> None:
    found = check_game(a_game(*fault), games=2, turns=60, time_limit=1.0)
    assert not found.held
    assert words in "\n".join(found.sentences)
    assert found.verdict is not None
    assert found.verdict.word == "does not conform"
    check = next(row for row in found.rows("checks") if row["result"] == "wrong")
    assert any(each.title == check["check"] for each in found.findings)


def test_a_game_that_hangs_is_not_played_again_and_again() -> None:
    hangs = a_game("        turn += 1", "        print(file=open('asked', 'a')); time.sleep(9)")
    check_game(hangs, games=2, time_limit=1.0)
    assert Path("asked").read_text("utf-8") == "\n"


def test_what_the_game_writes_to_standard_error_is_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["game-test", "--games", "1", a_game("games = set()", 'games = set(); print("hi", file=sys.stderr)')]) == 0
    )
    assert capsys.readouterr().err.splitlines() == ["hi"] * 2, "two processes"


def test_what_cannot_be_started_is_one_message() -> None:
    with pytest.raises(InputError, match="found no program 'nod'"):
        check_game("nod game.mjs")
