"""Digs floors and fills them, by tables that say what appears from which floor on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import entity_factories
from game_map import GameMap, floor

if TYPE_CHECKING:
    from engine import Engine
    from entity import Entity

LAST_FLOOR = 5
ROOM_MIN_SIZE = 5
ROOM_MAX_SIZE = 9

max_monsters_by_floor = [(1, 2), (3, 3), (5, 4)]
max_items_by_floor = [(1, 2), (4, 3)]

enemy_chances: dict[int, list[tuple[Entity, int]]] = {
    1: [(entity_factories.rat, 70), (entity_factories.thrall, 30)],
    2: [(entity_factories.thrall, 50)],
    3: [(entity_factories.rat, 30), (entity_factories.reaver, 20)],
    5: [(entity_factories.rat, 0), (entity_factories.reaver, 50)],
}
item_chances: dict[int, list[tuple[Entity, int]]] = {
    1: [(entity_factories.bandage, 60), (entity_factories.whetstone, 5)],
    2: [(entity_factories.fire_pot, 25)],
}


def value_for_floor(table: list[tuple[int, int]], floor_number: int) -> int:
    """Return the value of the last row that begins on this floor or above."""
    return max((row for row in table if row[0] <= floor_number), default=(0, 0))[1]


def entities_at_random(
    table: dict[int, list[tuple[Entity, int]]], number: int, floor_number: int, dice: random.Random
) -> list[Entity]:
    """Draw a number of entities by the weights that hold on a floor."""
    weights: dict[Entity, int] = {}
    for first_floor, rows in table.items():
        if first_floor <= floor_number:
            weights.update(rows)
    return dice.choices(list(weights), list(weights.values()), k=number)


class Room:
    """A rectangle of floor; its edges are inside."""

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        self.x1, self.y1, self.x2, self.y2 = x, y, x + width - 1, y + height - 1

    @property
    def center(self) -> tuple[int, int]:
        """The cell in the middle."""
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2

    def touches(self, other: Room) -> bool:
        """Whether there is less than a wall between them."""
        return (
            self.x1 <= other.x2 + 1 and other.x1 <= self.x2 + 1 and self.y1 <= other.y2 + 1 and other.y1 <= self.y2 + 1
        )


def generate_dungeon(max_rooms: int, map_width: int, map_height: int, engine: Engine, floor_number: int) -> GameMap:
    """Dig rooms, a corridor from each to the next, and fill them. The way on is in the last one."""
    dungeon, dice = GameMap(engine, map_width, map_height), engine.dice
    rooms: list[Room] = []
    for _ in range(max_rooms):
        width, height = dice.randint(ROOM_MIN_SIZE, ROOM_MAX_SIZE), dice.randint(ROOM_MIN_SIZE, ROOM_MAX_SIZE)
        room = Room(dice.randint(1, map_width - width - 1), dice.randint(1, map_height - height - 1), width, height)
        if any(room.touches(other) for other in rooms):
            continue
        dungeon.tiles[room.x1 : room.x2 + 1, room.y1 : room.y2 + 1] = floor
        if rooms:
            dig_corridor(dungeon, rooms[-1].center, room.center, dice)
            place_entities(room, dungeon, floor_number)
        rooms.append(room)
    engine.player.place(*rooms[0].center, dungeon)
    end = rooms[-1].center
    if floor_number < LAST_FLOOR:
        dungeon.downstairs_location = end
    else:
        entity_factories.crown.spawn(dungeon, *end)
        entity_factories.barrow_king.spawn(dungeon, *end)
    return dungeon


def dig_corridor(dungeon: GameMap, start: tuple[int, int], end: tuple[int, int], dice: random.Random) -> None:
    """Dig one leg across and one down, in either order."""
    (x1, y1), (x2, y2) = start, end
    corner_x, corner_y = (x2, y1) if dice.random() < 0.5 else (x1, y2)
    dungeon.tiles[min(x1, x2) : max(x1, x2) + 1, corner_y] = floor
    dungeon.tiles[corner_x, min(y1, y2) : max(y1, y2) + 1] = floor


def place_entities(room: Room, dungeon: GameMap, floor_number: int) -> None:
    """Put monsters and items into a room, at most one on a cell."""
    dice = dungeon.engine.dice
    monsters = dice.randint(0, value_for_floor(max_monsters_by_floor, floor_number))
    items = dice.randint(0, value_for_floor(max_items_by_floor, floor_number))
    for entity in [
        *entities_at_random(enemy_chances, monsters, floor_number, dice),
        *entities_at_random(item_chances, items, floor_number, dice),
    ]:
        x, y = dice.randint(room.x1, room.x2), dice.randint(room.y1, room.y2)
        if (x, y) != room.center and all((other.x, other.y) != (x, y) for other in dungeon.entities):
            entity.spawn(dungeon, x, y)
