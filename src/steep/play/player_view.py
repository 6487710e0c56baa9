"""What a player may know of a run. Multi-turn moves and descriptions read nothing else."""

from __future__ import annotations

from typing import Protocol

from steep.bots.enemies import is_out_of_reach
from steep.content import Item, Rulebook
from steep.content.enchanted_items import enchanted
from steep.core.ruleset import HARMS, HELD, RESISTANCE
from steep.core.world import ALLIED, FOR_EVER, HOSTILE, Hero, SeenItem, VisibleMonster
from steep.spawn.attack_odds import resisted


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


def sensed_monsters(hero: Hero) -> list[VisibleMonster]:
    """The monsters that a telepathic hero senses without seeing them."""
    seen = hero.visible_monster_count
    return list(hero.visible_monsters[seen : seen + hero.sensed_monster_count])


def visible_enemies(hero: Hero) -> list[VisibleMonster]:
    """The hostile monsters in view."""
    return [monster for monster in visible_monsters(hero) if monster.side == HOSTILE]


def alert_enemies(session: PlayerView) -> list[VisibleMonster]:
    """The enemies in view that are awake, and can come to the hero or strike it where it stands."""
    hero, ruleset = session.hero, session.rulebook.compiled
    return [enemy for enemy in visible_enemies(hero) if not (enemy.asleep or is_out_of_reach(hero, ruleset, enemy))]


def changes_places(monster: VisibleMonster) -> bool:
    """Whether the hero walks through a monster: an ally that nothing holds."""
    return monster.side == ALLIED and monster.conditions & HELD == 0


def seen_items(hero: Hero) -> list[SeenItem]:
    """The items on this floor that the hero has seen."""
    return list(hero.seen_items[: hero.seen_item_count])


def seen_items_on(hero: Hero, cell: int) -> list[SeenItem]:
    """The items that the hero has seen on a cell."""
    return [item for item in seen_items(hero) if item.cell == cell]


def items_seen_on(session: PlayerView, cell: int) -> list[Item]:
    """What the hero knows of the items on a cell: each kind, with its enchantment."""
    hero, kinds = session.hero, session.rulebook.item_rows
    return [
        enchanted(kinds[seen.kind], hero.seen_item_plus[row])
        for row, seen in enumerate(seen_items(hero))
        if seen.cell == cell
    ]


def harmful_statuses(session: PlayerView) -> list[int]:
    """The numbers of the harmful statuses that the hero has and that end by themselves."""
    rows = session.rulebook.compiled.statuses
    return [
        status
        for status, turns in enumerate(session.hero.statuses)
        if 0 < turns < FOR_EVER and rows[status].traits & HARMS
    ]


def hp_taken_by(session: PlayerView, status: int) -> int:
    """HP that a status takes from the hero each turn; negative if it gives some."""
    row = session.rulebook.compiled.statuses[status]
    if row.hp >= 0:
        return -row.hp
    return resisted(-row.hp, int(session.hero.stats[RESISTANCE + row.damage_type]))


def hp_per_turn(session: PlayerView) -> int:
    """HP that the hero's statuses give it each turn; negative if they take some."""
    return -sum(hp_taken_by(session, status) for status, turns in enumerate(session.hero.statuses) if turns > 0)


def hp_still_lost(session: PlayerView) -> int:
    """HP that the hero's harmful statuses will still take before they end, if nothing is done."""
    # A status does nothing on the turn that it ends.
    return sum(
        (int(session.hero.statuses[status]) - 1) * hp_taken_by(session, status) for status in harmful_statuses(session)
    )
