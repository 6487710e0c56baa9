"""The state of a simulation: the task, the game in progress, and what happened in it."""

from __future__ import annotations

from typing import Annotated

from steep.bots.memory.bot_memory import ImaginedState, Mind
from steep.core.record import Cells, Plane, record
from steep.core.ruleset import MAX_ABILITIES, MAX_KINDS, MAX_STATUSES
from steep.core.world import Event, World
from steep.lab.simulate.floor_visit import TERRAIN, FloorVisit
from steep.lab.simulate.use_where_it_pays import Trial

ARRIVED = 2
"""Of a game that goes on from a world in which the hero has just arrived on a floor."""

FIRST_ABILITY = TERRAIN + 1
"""In `SimulationState.hurt`: before it attacks by kind; from it on abilities."""
FIRST_STATUS = FIRST_ABILITY + MAX_ABILITIES
"""From it on statuses, MAX_STATUSES for each kind."""
HUNGER_SOURCE = FIRST_STATUS + (TERRAIN + 1) * MAX_STATUSES
SOURCES = HUNGER_SOURCE + 1

NEVER = -1


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
    """1 while a game is in progress; ARRIVED if the caller put the world there, as the hero arrives on a floor."""
    acted: int
    """Actions of the game in progress."""
    event_cursor: int
    """The number of events already counted."""
    visit: FloorVisit
    """Of the floor that the hero is on."""
    hurt: Annotated[Cells, Plane("i8", SOURCES)]
    """HP lost on this floor, by source: `source_of`."""
    hits: Annotated[Cells, Plane("i8", SOURCES)]
    is_paired: int
    """1 if the game has to go as another does for as long as it can: see `play_action`."""
    changes_items: int
    """1 if the task changes which items there are."""
    missing: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """1 for each kind of item that no game has."""
    given_on: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """By kind of item: the floor on which the hero is given one; 0 for none."""
    knows_all: int
    """1 if the hero knows every kind of item from the start."""
    uses_well: int
    """1 if there are kinds of items that the hero uses where that pays."""
    used_well: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """1 for each such kind."""
    trial: Trial
    watched: int
    """One more than the kind of item whose first use is noted; 0 for none."""
    first_use: int
    """The turn in which one was first used; NEVER until then."""
    found: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """By kind of item: how many were picked up, in all games."""
    used: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """How often one was used, equipped or thrown."""
    blow: Event
    """The last hit or damage to a monster that the hero perceived."""
    visit_count: int
    """Rows written since the caller last took them."""
    wound_count: int
    world: World
    mind: Mind
    imagined: ImaginedState
