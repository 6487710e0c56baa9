"""What a bot remembers between turns."""

from typing import Annotated

from steep.core.geometry import CELLS
from steep.core.record import Cells, Plane, record
from steep.core.world import Search


@record
class Mind:
    """A bot's memory: the way it is walking."""

    floor: int
    """The floor that the way belongs to."""
    goal: int
    path: Annotated[Cells, Plane("i2", CELLS)]
    length: int
    at: int
    """How much of the way is behind."""
    search: Search
