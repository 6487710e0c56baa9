"""The built-in reward terms of a step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steep.core.rule_decorator import rule
from steep.core.world import DEAD, STOPPED, WON
from steep.env.kernel.episode import Snapshot

DESCEND, KILL, XP, HP, EXPLORE, WIN, DEATH, STOP, STEP, GOLD = range(10)
TERM_NAMES = ("descend", "kill", "xp", "hp", "explore", "win", "death", "stop", "step", "gold")


@rule
def evaluate(before: Snapshot, now: Snapshot, weights: NDArray[np.float64], terms: NDArray[np.float64]) -> float:
    """Write each term times its weight into `terms`, and return their sum.

    `weights` and `terms` have shape (10,), one entry per term in the order of `TERM_NAMES`.
    """
    terms[DESCEND] = now.floor - before.floor
    terms[KILL] = now.kills - before.kills
    terms[XP] = now.xp - before.xp
    terms[HP] = (now.hp - before.hp) / now.max_hp
    terms[EXPLORE] = now.cells_explored - before.cells_explored
    terms[WIN] = 1 if now.end == WON else 0
    terms[DEATH] = 1 if now.end == DEAD else 0
    terms[STOP] = 1 if now.end == STOPPED else 0
    terms[STEP] = 1
    terms[GOLD] = now.gold - before.gold
    reward = 0.0
    for term in range(len(terms)):
        terms[term] *= weights[term]
        reward += terms[term]
    return reward
