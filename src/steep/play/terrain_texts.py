"""What terrain is and does, in words."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.sections import Terrain
from steep.play.messages import capitalised


def terrain_lines(number: int, terrain: Sequence[Terrain], how: str) -> list[str]:
    """A kind of terrain, whether it is in view or remembered, and what is special about it, in lines."""
    kind = terrain[number]
    limits = (
        (kind.solid and not kind.opaque, "Nobody can walk through it, but you can see past it."),
        (kind.opaque and not kind.solid, "Nobody can see past it."),
    )
    return [f"{capitalised(kind.name)}, {how}.", *(text for applies, text in limits if applies)]
