"""Plays a library of rules beside the plain rules, before anything relies on it.

Compilers and processors differ, and libraries are shipped for systems that they were not run on.
"""

from __future__ import annotations

import ctypes
from typing import Any

from steep.content import load_ruleset
from steep.core.native.native_rule import NativeRule
from steep.core.record import pack
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import PLAYING, World
from steep.rules.action_codes import MOVE, PICK_UP, USE, action
from steep.rules.new_game import new_game
from steep.rules.turn import step

RULESET, SEED, FLOOR = "tcod-2020", 7, 6

ACTIONS = 100


def compare(path: str) -> str | None:
    """Play in plain Python and by a library. Returns how they differ; None if every byte agrees after each action."""
    library = ctypes.CDLL(path)
    ruleset = load_ruleset(RULESET).compiled
    rules: Any = from_plain(ruleset)
    plain, fast = World(), zeros(World, 1)[0]
    begin, act = NativeRule(new_game, lambda: library), NativeRule(step, lambda: library)
    new_game(plain, ruleset, SEED, FLOOR)
    begin(fast, rules, SEED, FLOOR)
    for number in range(ACTIONS):
        if pack(plain) != fast.tobytes():
            return f"its game differed from the plain rules' before action {number}"
        if plain.outcome != PLAYING:
            break
        chosen = (
            action(USE, number % 3) if number % 7 == 6 else action(PICK_UP if number % 5 == 4 else MOVE, number * 5 % 8)
        )
        if step(plain, ruleset, chosen) != act(fast, rules, chosen):
            return f"its action {number} differed from the plain rules'"
    return None
