"""What a step is worth: the terms of its reward."""

from __future__ import annotations

from typing import Any

from steep.core.rule import rule
from steep.env.kernel.episodes import Snapshot
from steep.rules.run_ends import DIED, STOPPED, WON

DESCEND, KILL, XP, HP, EXPLORE, WIN, DEATH, STOP, STEP = range(9)
TERM_NAMES = ("descend", "kill", "xp", "hp", "explore", "win", "death", "stop", "step")


@rule
def evaluate(before: Snapshot, now: Snapshot, weights: Any, terms: Any) -> float:
    """Write each term times its weight; their sum, added in their order. `weights` and `terms` hold floats."""
    terms[DESCEND] = now.floor - before.floor
    terms[KILL] = now.kills - before.kills
    terms[XP] = now.xp - before.xp
    terms[HP] = (now.hp - before.hp) / now.max_hp
    terms[EXPLORE] = now.cells_explored - before.cells_explored
    terms[WIN] = 1 if now.end == WON else 0
    terms[DEATH] = 1 if now.end == DIED else 0
    terms[STOP] = 1 if now.end == STOPPED else 0
    terms[STEP] = 1
    reward = 0.0
    for term in range(len(terms)):
        terms[term] *= weights[term]
        reward += terms[term]
    return reward
