"""The engine: whose turn it is, what the hero sees, and how the game ends."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tcod.map import compute_fov

from exceptions import Impossible

if TYPE_CHECKING:
    from actions import Action
    from entity import Actor
    from game_map import GameMap, GameWorld

SIGHT = 8
"""Cells."""


class Engine:
    """A game: the hero, the floor, and the dice. One seed fixes all of it, as long as the actions are the same."""

    game_map: GameMap
    game_world: GameWorld

    def __init__(self, player: Actor, seed: int) -> None:
        self.player = player
        self.dice = random.Random(seed)  # noqa: S311 - dice of a game
        self.messages: list[str] = []
        self.killer: str | None = None
        self.won = False

    def take_turn(self, action: Action) -> None:
        """Do what the player chose, then let the enemies act. Raises `Impossible`."""
        action.perform()
        if not self.won:
            self.handle_enemy_turns()
        self.update_fov()

    def handle_enemy_turns(self) -> None:
        """Let each enemy act, in the order in which they were placed. A set has another order in each process."""
        for actor in list(self.game_map.actors):
            if actor.ai and self.player.is_alive:
                try:
                    actor.ai.perform()
                except Impossible:
                    continue

    def update_fov(self) -> None:
        """Find out what the hero sees from where it stands."""
        game_map = self.game_map
        game_map.visible[:] = compute_fov(game_map.tiles["transparent"], (self.player.x, self.player.y), radius=SIGHT)
        game_map.explored |= game_map.visible
