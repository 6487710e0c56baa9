"""What terrain is and does, in words."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.sections import Terrain
from steep.play.messages import capitalised
from steep.play.player_view import PlayerView
from steep.rules.movers import mover_of_hero


def danger_at(session: PlayerView, cell: int) -> str:
    """The name of the terrain on a cell that the hero could go to but avoids; empty if it isn't dangerous."""
    hero, ruleset = session.hero, session.rulebook.compiled
    kind = hero.remembered[cell]
    avoided = ruleset.enterable[kind] == 1 and mover_of_hero(hero, ruleset).passable[kind] == 0
    return session.rulebook.terrain[kind].name if avoided else ""


def terrain_lines(number: int, terrain: Sequence[Terrain], how: str) -> list[str]:
    """A kind of terrain, whether it is in view or remembered, and what is special about it, in lines."""
    kind = terrain[number]
    limits = (
        (kind.solid and not kind.opaque, "Nobody can walk through it, but you can see past it."),
        (kind.opaque and not kind.solid, "Nobody can see past it."),
    )
    return [f"{capitalised(kind.name)}, {how}.", *(text for applies, text in limits if applies)]
