"""Treasures of which the hero can take one: taking it locks the others away."""

from __future__ import annotations

from steep.bots.items import SAME_ROOM
from steep.core.geometry import steps_between
from steep.core.world import SeenItem
from steep.play.messages import counted_names, enumerated
from steep.play.player_view import PlayerView, items_seen_on, seen_items


def one_of_several(session: PlayerView) -> list[SeenItem]:
    """The seen items of which each would lock away others if it were taken."""
    hero, terrain = session.hero, session.rulebook.compiled.terrain
    offered = [item for item in seen_items(hero) if terrain[hero.remembered[item.cell]].taken_to]

    def locks_away(one: SeenItem, other: SeenItem) -> bool:
        same = hero.remembered[one.cell] == hero.remembered[other.cell]
        return same and one.cell != other.cell and steps_between(one.cell, other.cell) <= SAME_ROOM

    return [item for item in offered if any(locks_away(item, other) for other in offered)]


def choice_sentence(session: PlayerView, choices: list[SeenItem]) -> str:
    """A sentence that names treasures of which the hero can take one."""
    cells = dict.fromkeys(item.cell for item in choices)
    names = [item.name for cell in cells for item in items_seen_on(session, cell)]
    return f"You can take one of these: {enumerated(counted_names(names), 'or')}."
