"""What a bot remembers between turns."""

from __future__ import annotations

from typing import Annotated

from steep.core.geometry import CELLS, NOWHERE
from steep.core.record import Cells, Plane, record
from steep.core.rule import rule
from steep.core.streams import STREAMS, seed_streams
from steep.core.world import Search, World


@record
class Mind:
    """A bot's memory: the way it is walking, what it waits for, and its own dice."""

    floor: int
    """The floor that the way belongs to."""
    goal: int
    path: Annotated[Cells, Plane("i2", CELLS)]
    length: int
    at: int
    """How much of the way is behind."""
    waited: int
    """Turns in a row that it let foes come."""
    marked_floor: int
    """The floor that the marks belong to."""
    marks: Annotated[Cells, Plane("u1", CELLS)]
    """1 where something lies that it wants to stand upon."""
    search: Search
    random: Annotated[Cells, Plane("i8", 4 * STREAMS)]
    """Its own streams of randomness, which no world shares."""


@record
class Dream:
    """Room to imagine in: a world that may come to be, and what the hero would have in mind there."""

    world: World
    mind: Mind


@rule
def start_mind(mind: Mind, seed: int) -> None:
    """Forget everything, as a run of this seed begins."""
    mind.floor = NOWHERE
    mind.goal = NOWHERE
    mind.length = 0
    mind.at = 0
    mind.waited = 0
    mind.marked_floor = NOWHERE
    seed_streams(mind.random, seed, 0)
