"""Begins a game."""

from __future__ import annotations

import copy

import entity_factories
from engine import Engine
from game_map import GameWorld


def new_game(seed: int) -> Engine:
    """Return a new game. The same seed gives the same barrow and the same dice."""
    player = copy.deepcopy(entity_factories.player)
    engine = Engine(player, seed)
    engine.game_world = GameWorld(engine, map_width=60, map_height=24, max_rooms=12)
    engine.game_world.generate_floor()
    engine.update_fov()
    engine.messages.append("The barrow smells of salt. Somewhere below lies a crown.")
    return engine
