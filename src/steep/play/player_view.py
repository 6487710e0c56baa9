"""What a player may know of a run. Multi-turn moves and descriptions read nothing else."""

from __future__ import annotations

from typing import Protocol

from steep.content import Rulebook
from steep.core.world import Hero, SeenItem, VisibleMonster


class PlayerView(Protocol):
    """A run as its player knows it. A `Session` is one."""

    @property
    def hero(self) -> Hero:
        """The view."""

    @property
    def rulebook(self) -> Rulebook:
        """The rules and names, which the player knows."""

    @property
    def over(self) -> bool:
        """Whether the run has ended."""


def visible_monsters(hero: Hero) -> list[VisibleMonster]:
    """The monsters in view."""
    return list(hero.visible_monsters[: hero.visible_monster_count])


def seen_items(hero: Hero) -> list[SeenItem]:
    """The items on this floor that the hero has seen."""
    return list(hero.seen_items[: hero.seen_item_count])


def seen_items_on(hero: Hero, cell: int) -> list[SeenItem]:
    """The items that the hero has seen on a cell."""
    return [item for item in seen_items(hero) if item.cell == cell]
