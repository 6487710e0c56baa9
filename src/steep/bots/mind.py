"""What a bot remembers between turns, and the room that it has to imagine in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from steep.core.geometry import CELLS, NOWHERE
from steep.core.record import Cells, Plane, Rows, record
from steep.core.rule import rule
from steep.core.streams import STREAMS, seed_streams
from steep.core.world import Search, World

MAX_SIGHTINGS = 32


@record
class Sighting:
    """A foe as it was when it was last seen."""

    actor: int
    kind: int
    cell: int
    hp: int
    confused: int
    asleep: int
    turn: int
    """When that was."""
    goal: int
    """Where the hero was then."""


@record
class Mind:
    """A bot's memory. Each bot uses what it needs of it."""

    floor: int
    """The floor that the way belongs to."""
    goal: int
    """Where the way leads; NOWHERE when it leads to what is not known yet."""
    path: Annotated[Cells, Plane("i2", CELLS)]
    length: int
    at: int
    """How much of the way is behind."""
    nearest: int
    """Steps to the nearest threat, a turn ago."""
    waited: int
    """Turns on this floor, since the last kill, that no threat came nearer."""
    kills_waited: int
    """The hero's kills, when those turns were last counted."""
    marked_floor: int
    """The floor that the marks belong to."""
    marks: Annotated[Cells, Plane("u1", CELLS)]
    """1 where something lies that it wants to stand upon."""
    seen_floor: int
    """The floor that the sightings belong to."""
    sightings: Annotated[Sequence[Sighting], Rows(MAX_SIGHTINGS)]
    """Foes in view and foes seen a moment ago; who finds no row is not remembered."""
    sighting_count: int
    kills: int
    """The hero's, when a fight last went on."""
    hp: int
    """The hero's, when a fight last went on."""
    stalled_looks: int
    """Times that it looked ahead since then."""
    search: Search
    random: Annotated[Cells, Plane("i8", 4 * STREAMS)]
    """Its own streams of randomness, which no world shares."""


@record
class ImaginedState:
    """Room to imagine in, for who looks ahead. Nothing in it is remembered."""

    world: World
    mind: Mind
    """What the hero would have in mind there."""
    seed: int
    """Of the imagined worlds."""
    die: int
    """How the dice of combat lay in the last of them at first."""
    best: int
    """The best action so far."""
    most: int
    """What it comes to."""


@rule
def start_mind(mind: Mind, seed: int) -> None:
    """Forget everything, as a run of this seed begins."""
    mind.floor = NOWHERE
    mind.goal = NOWHERE
    mind.length = 0
    mind.at = 0
    mind.nearest = 0
    mind.waited = 0
    mind.kills_waited = 0
    mind.marked_floor = NOWHERE
    mind.seen_floor = NOWHERE
    mind.sighting_count = 0
    mind.kills = 0
    mind.hp = 0
    mind.stalled_looks = 0
    seed_streams(mind.random, seed, 0)
