"""What a player may know of a run, as long moves and descriptions are given it: the truth is not among it."""

from __future__ import annotations

from typing import Protocol

from steep.content import Rulebook
from steep.core.world import Hero, SeenItem, VisibleMonster


class PlayerView(Protocol):
    """A run as its player knows it. A session is one; so is a replay's."""

    @property
    def hero(self) -> Hero:
        """The view."""

    @property
    def rulebook(self) -> Rulebook:
        """The rules and the names of things, which are no secret."""

    @property
    def over(self) -> bool:
        """Whether the run has ended."""


def visible_monsters(hero: Hero) -> list[VisibleMonster]:
    """The monsters in view."""
    return list(hero.visible_monsters[: hero.visible_monster_count])


def seen_items(hero: Hero) -> list[SeenItem]:
    """The things on this floor that the hero saw."""
    return list(hero.seen_items[: hero.seen_item_count])


def seen_items_on(hero: Hero, cell: int) -> list[SeenItem]:
    """The things that the hero saw on a cell."""
    return [find for find in seen_items(hero) if find.cell == cell]
