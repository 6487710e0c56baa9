"""What a player may know of a run, as long moves and descriptions are given it: the truth is not among it."""

from __future__ import annotations

from typing import Protocol

from steep.content import Rulebook
from steep.core.world import Find, Foe, Hero


class Outlook(Protocol):
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


def foes_of(hero: Hero) -> list[Foe]:
    """The monsters in view."""
    return list(hero.foes[: hero.foe_count])


def finds_of(hero: Hero) -> list[Find]:
    """The things on this floor that the hero saw."""
    return list(hero.finds[: hero.find_count])


def finds_on(hero: Hero, cell: int) -> list[Find]:
    """The things that the hero saw on a cell."""
    return [find for find in finds_of(hero) if find.cell == cell]
