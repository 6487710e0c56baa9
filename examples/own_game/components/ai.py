"""What enemies do with their turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import tcod.path

from actions import Action, Melee, Move

if TYPE_CHECKING:
    from entity import Actor

WAKES_AT = 4
"""Cells from which a sleeper hears the hero."""


class BaseAI(Action):
    """An action that is chosen anew each turn."""

    def path_to(self, target: Actor) -> list[list[int]]:
        """Return the cells of the shortest way to an actor, around walls and, where it is short, around others."""
        game_map = self.entity.gamemap
        cost = np.array(game_map.tiles["walkable"], dtype=np.int8)
        for entity in game_map.entities:
            if entity.blocks_movement:
                cost[entity.x, entity.y] += 8
        pathfinder = tcod.path.Pathfinder(tcod.path.SimpleGraph(cost=cost, cardinal=2, diagonal=3))
        pathfinder.add_root((self.entity.x, self.entity.y))
        way: list[list[int]] = pathfinder.path_to((target.x, target.y))[1:].tolist()
        return way


class HostileEnemy(BaseAI):
    """Hunts the hero once it was in view, to where it was seen last."""

    def __init__(self, entity: Actor) -> None:
        super().__init__(entity)
        self.path: list[list[int]] = []

    def perform(self) -> None:
        """Attack, or take a step. Raises `Impossible`."""
        entity, target = self.entity, self.engine.player
        if self.engine.game_map.visible[entity.x, entity.y]:
            if entity.distance_to(target) <= 1:
                return Melee(entity, target.x - entity.x, target.y - entity.y).perform()
            self.path = self.path_to(target)
        if self.path:
            x, y = self.path.pop(0)
            return Move(entity, x - entity.x, y - entity.y).perform()
        return None


class SleepyEnemy(HostileEnemy):
    """Sleeps until the hero is near or it is hurt, then hunts."""

    awake = False

    def perform(self) -> None:
        """Sleep, or hunt. Raises `Impossible`."""
        fighter = self.entity.fighter
        near = self.entity.distance_to(self.engine.player) <= WAKES_AT
        self.awake = self.awake or near or fighter.hp < fighter.max_hp
        if self.awake:
            super().perform()
