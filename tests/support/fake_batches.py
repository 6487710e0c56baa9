"""Made-up batches of games, for tests of storage and reports."""

from __future__ import annotations

from typing import Any

import numpy as np

from steep.core.record_arrays import zeros
from steep.core.world import DEAD, PLAYING, STOPPED, WON
from steep.lab.simulate.floor_visit import OWN_FIRE, DamageRow, FloorVisit
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.simulation_task import Task

TASK = Task("diver", 100, 1_000)


def a_batch(seed: int, games: int, bot: str = "diver") -> GameBatch:
    """A batch in which every game depends on its seed, and all ends occur."""
    floors = [(each, floor) for each in range(seed, seed + games) for floor in range(1, each % 4 + 2)]
    visits: Any = zeros(FloorVisit, len(floors))
    for row, (each, floor) in zip(visits, floors, strict=True):
        row.seed, row.floor, row.killer, row.level = each, floor, -1, 1
        row.end = PLAYING if floor < each % 4 + 1 else (DEAD, STOPPED, WON)[each % 3]
        if row.end == DEAD:
            row.killer = OWN_FIRE if each % 2 else 0
        row.turns, row.arrived, row.hp, row.damage = 10 + each % 7, floor * 20, 30 - floor, each % 13
    with_wound = visits[visits["damage"] > 6]
    wounds: Any = zeros(DamageRow, len(with_wound))
    for name in ("seed", "floor", "damage"):
        wounds[name] = with_wound[name]
    wounds["kind"] = np.where(with_wound["seed"] % 5 == 0, OWN_FIRE, with_wound["seed"] % 2)
    wounds["hits"] = 1 + with_wound["seed"] % 3
    return GameBatch(bot, seed, games, int(visits["turns"].sum()), visits, wounds)


def same(one: GameBatch, other: GameBatch) -> bool:
    """Whether two batches have the same games."""
    headers = [(batch.bot, batch.seed, batch.games, batch.turns) for batch in (one, other)]
    tables = [(batch.visits.tobytes(), batch.wounds.tobytes()) for batch in (one, other)]
    return headers[0] == headers[1] and tables[0] == tables[1]
