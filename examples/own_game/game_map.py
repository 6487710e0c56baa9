"""A floor, and the barrow of which it is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from entity import Actor, Item

if TYPE_CHECKING:
    from engine import Engine
    from entity import Entity

tile = np.dtype([("walkable", bool), ("transparent", bool)])
wall = np.array((False, False), dtype=tile)
floor = np.array((True, True), dtype=tile)


class GameMap:
    """A floor: its cells, what is on it, and what the hero has seen of it. Arrays are indexed by x, then y."""

    downstairs_location: tuple[int, int] | None = None

    def __init__(self, engine: Engine, width: int, height: int) -> None:
        self.engine = engine
        self.width, self.height = width, height
        self.tiles = np.full((width, height), wall, order="F")
        self.visible = np.full((width, height), False, order="F")
        self.explored = np.full((width, height), False, order="F")
        self.entities: list[Entity] = []

    @property
    def actors(self) -> Iterator[Actor]:
        """All who live on the floor, the hero too."""
        return (entity for entity in self.entities if isinstance(entity, Actor) and entity.is_alive)

    @property
    def items(self) -> Iterator[Item]:
        """All that lies on the floor."""
        return (entity for entity in self.entities if isinstance(entity, Item))

    def actor_at(self, x: int, y: int) -> Actor | None:
        """Return who stands on a cell."""
        return next((actor for actor in self.actors if (actor.x, actor.y) == (x, y)), None)

    def is_free(self, x: int, y: int) -> bool:
        """Whether an actor could stand on a cell."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return inside and bool(self.tiles["walkable"][x, y]) and self.actor_at(x, y) is None

    def rows(self) -> list[str]:
        """The floor as text, without what is on it."""
        rows = [["." if self.tiles["walkable"][x, y] else "#" for x in range(self.width)] for y in range(self.height)]
        if self.downstairs_location:
            x, y = self.downstairs_location
            rows[y][x] = ">"
        return ["".join(row) for row in rows]


class GameWorld:
    """The barrow: how large its floors are, and on which one the hero is."""

    def __init__(self, engine: Engine, map_width: int, map_height: int, max_rooms: int) -> None:
        self.engine = engine
        self.map_width = map_width
        self.map_height = map_height
        self.max_rooms = max_rooms
        self.current_floor = 0

    def generate_floor(self) -> None:
        """Dig the next floor, and put the hero on it."""
        from procgen import generate_dungeon

        self.current_floor += 1
        self.engine.game_map = generate_dungeon(
            self.max_rooms, self.map_width, self.map_height, self.engine, self.current_floor
        )
