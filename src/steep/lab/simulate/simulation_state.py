"""The state of a simulation: the task, the game in progress, and what happened in it."""

from __future__ import annotations

from typing import Annotated

from steep.bots.memory.bot_memory import BotMemory, ImaginedState
from steep.core.record import Cells, Plane, record
from steep.core.ruleset import MAX_ABILITIES, MAX_STATUSES
from steep.core.world import Event, World
from steep.lab.simulate.floor_visit import TERRAIN, FloorVisit

FIRST_ABILITY = TERRAIN + 1
"""In `SimulationState.hurt`: before it attacks by kind; from it on abilities."""
FIRST_STATUS = FIRST_ABILITY + MAX_ABILITIES
"""From it on statuses, MAX_STATUSES for each kind."""
HUNGER_SOURCE = FIRST_STATUS + (TERRAIN + 1) * MAX_STATUSES
SOURCES = HUNGER_SOURCE + 1


@record
class SimulationState:
    """Everything that playing needs beside the ruleset: the task, the game in progress and working memory."""

    bot: int
    first_floor: int
    last_floor: int
    turn_limit: int
    seed: int
    """Of the game in progress, or of the next."""
    end_seed: int
    """One more than the last seed to play."""
    in_progress: int
    """1 while a game is in progress."""
    acted: int
    """Actions of the game in progress."""
    event_cursor: int
    """The number of events already counted."""
    visit: FloorVisit
    """Of the floor that the hero is on."""
    hurt: Annotated[Cells, Plane("i8", SOURCES)]
    """HP lost on this floor, by source: `source_of`."""
    hits: Annotated[Cells, Plane("i8", SOURCES)]
    blow: Event
    """The last hit or damage to a monster that the hero perceived."""
    visit_count: int
    """Rows written since the caller last took them."""
    wound_count: int
    world: World
    mind: BotMemory
    imagined: ImaginedState
