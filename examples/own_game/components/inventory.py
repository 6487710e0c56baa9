"""What an actor carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entity import Item


class Inventory:
    """A bag that holds a number of items."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.items: list[Item] = []
