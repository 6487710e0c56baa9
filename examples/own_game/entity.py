"""What stands or lies on a floor."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from components.ai import BaseAI
    from components.consumable import Consumable
    from components.fighter import Fighter
    from components.inventory import Inventory
    from engine import Engine
    from game_map import GameMap

T = TypeVar("T", bound="Entity")


class Entity:
    """Anything with a place on a floor."""

    gamemap: GameMap

    def __init__(self, char: str, name: str, blocks_movement: bool = False) -> None:
        self.x = self.y = 0
        self.char = char
        self.name = name
        self.blocks_movement = blocks_movement

    @property
    def engine(self) -> Engine:
        """The game that it is part of."""
        return self.gamemap.engine

    def spawn(self: T, gamemap: GameMap, x: int, y: int) -> T:
        """Put a copy on a floor."""
        clone = copy.deepcopy(self)
        clone.place(x, y, gamemap)
        return clone

    def place(self, x: int, y: int, gamemap: GameMap) -> None:
        """Put it on a floor."""
        self.x, self.y, self.gamemap = x, y, gamemap
        gamemap.entities.append(self)

    def distance_to(self, other: Entity) -> int:
        """Steps to another entity when diagonal steps count as one."""
        return max(abs(other.x - self.x), abs(other.y - self.y))


class Actor(Entity):
    """An entity that acts and can be killed."""

    def __init__(
        self,
        char: str,
        name: str,
        ai_cls: type[BaseAI] | None,
        fighter: Fighter,
        inventory: Inventory,
        xp_given: int = 0,
    ) -> None:
        super().__init__(char, name, blocks_movement=True)
        self.ai = ai_cls(self) if ai_cls else None
        self.fighter = fighter
        self.fighter.parent = self
        self.inventory = inventory
        self.xp_given = xp_given

    @property
    def is_alive(self) -> bool:
        """Whether it has HP left."""
        return self.fighter.hp > 0


class Item(Entity):
    """An entity that can be carried. Without an effect it is what the hero came for."""

    def __init__(self, char: str, name: str, consumable: Consumable | None = None) -> None:
        super().__init__(char, name)
        self.consumable = consumable
        if consumable:
            consumable.parent = self
