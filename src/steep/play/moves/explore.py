"""Explore: the move that finds what a floor holds."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, steps_between
from steep.play.moves.move_base_class import MultiTurnMove, enemy_prevents
from steep.play.moves.paths_over_known_ground import Pathfinder, step_to, walkable_ground
from steep.play.player_view import PlayerView, seen_items


class Explore(MultiTurnMove):
    """Explore: walk to the nearest unknown cell or unvisited item, until none is left."""

    def __init__(self) -> None:
        super().__init__()
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if why := enemy_prevents(session, "explore"):
            return why
        path = self._path(session)
        if path:
            return step_to(hero, path[0])
        stairs = "" if hero.stairs == NOWHERE else " You know where the stairs are."
        return f"There is nothing left to explore.{stairs}"

    def _path(self, session: PlayerView) -> list[int]:
        """The shortest path to an unknown cell or an unvisited item; items win ties."""
        hero = session.hero
        ground = walkable_ground(hero)
        path = self._pathfinder.to_unknown(session, ground)
        items = sorted(
            (steps_between(item.cell, hero.cell), item.cell) for item in seen_items(hero) if not item.visited
        )
        for steps, cell in items:
            if path and steps > len(path):
                break
            to_item = self._pathfinder.to(session, ground, cell)
            if to_item and (not path or len(to_item) <= len(path)):
                path = to_item
        return path
