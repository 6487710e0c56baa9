"""What a player may know of a run. Multi-turn moves and descriptions read nothing else."""

from __future__ import annotations

from typing import Protocol

from steep.bots.combat.enemies import keeps_distance
from steep.content import Item, Rulebook
from steep.content.rulebook import enchanted
from steep.core.geometry import CELLS, DIRECTIONS, HEIGHT, WIDTH, steps_between
from steep.core.miss_chance_and_damage import resisted
from steep.core.ruleset import AbilityRow, Ruleset, codes
from steep.core.world import ALLIED, FOR_EVER, HOSTILE, MAX_RADIUS, Hero, SeenItem, VisibleMonster


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
    hero = session.hero
    apart = [enemy for enemy in enemies_apart(session) if hero.cell in struck_by(session, enemy)]
    return enemies_that_come(session) + apart


def enemies_that_come(session: PlayerView) -> list[VisibleMonster]:
    """The enemies in view that are awake and can come to the hero soon."""
    awake = [enemy for enemy in visible_enemies(session.hero) if not enemy.asleep]
    return [enemy for enemy in awake if not is_apart(session, enemy)]


def enemies_apart(session: PlayerView) -> list[VisibleMonster]:
    """The enemies in view that are awake and stay where they are or in the water, lie in wait, or are slow and far."""
    awake = [enemy for enemy in visible_enemies(session.hero) if not enemy.asleep]
    return [enemy for enemy in awake if is_apart(session, enemy)]


def is_apart(session: PlayerView, enemy: VisibleMonster) -> bool:
    """Whether an enemy doesn't come to the hero soon."""
    apart = keeps_distance(session.rulebook.compiled, enemy) or may_lie_in_wait(session, enemy)
    return apart or is_slow_and_far(session, enemy)


def is_slow_and_far(session: PlayerView, enemy: VisibleMonster) -> bool:
    """Whether the hero is at least twice as fast as an enemy, which can't strike it within some turns."""
    slow = 2 * int(enemy.stats[codes.SPEED]) <= int(session.hero.stats[codes.SPEED])
    return slow and session.hero.cell not in struck_by(session, enemy)


def may_lie_in_wait(session: PlayerView, enemy: VisibleMonster) -> bool:
    """Whether an enemy may lie in wait: its kind does so, it is unhurt, and the hero is still too far off to rouse it.

    One that was lured out looks the same from there. It counts again as soon as it is near.
    """
    ambush = session.rulebook.compiled.monsters[enemy.kind].ambush
    unhurt = enemy.hp >= int(enemy.stats[codes.MAX_HP])
    return ambush > 0 and unhurt and steps_between(enemy.cell, session.hero.cell) > ambush


TURNS_AHEAD = 3
"""Turns for which a move looks ahead to the steps of an enemy that keeps its distance."""


def struck_by(session: PlayerView, enemy: VisibleMonster) -> set[int]:
    """The cells on which an enemy that keeps apart may strike the hero within some turns, or comes out to do so."""
    hero, kind = session.hero, session.rulebook.compiled.monsters[enemy.kind]
    if may_lie_in_wait(session, enemy):
        return cells_within({enemy.cell}, int(kind.ambush))
    passable = session.rulebook.compiled.movers[kind.mover].passable
    speed = max(codes.MIN_SPEED, int(enemy.stats[codes.SPEED]))
    steps = 0 if kind.stays or enemy.conditions & codes.HELD else -(-TURNS_AHEAD * speed // codes.NORMAL_SPEED)
    stands = edge = {enemy.cell}
    for _ in range(steps):
        beside = {cell + step for cell in edge for step in DIRECTIONS} - stands
        edge = {cell for cell in beside if 0 <= cell < CELLS and passable[hero.remembered[cell]]}
        stands = stands | edge
    return cells_within(stands, strike_reach(session.rulebook.compiled, enemy))


def strike_reach(ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """Steps within which an enemy attacks, harms by an ability on its turn, or pulls the hero to it."""
    kind = ruleset.monsters[enemy.kind]
    first = int(kind.first_ability)
    reach = max(1, int(kind.attack_reach))
    for ability in ruleset.abilities[first : first + int(kind.ability_count)]:
        strikes = ability.traits & codes.HARMS or pulls(ruleset, ability)
        if ability.trigger == codes.ON_TURN and strikes and ability.affects != codes.ALLIES:
            reach = max(reach, int(ability.reach or ability.radius or MAX_RADIUS))
    return reach


def pulls(ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether an ability pulls whom it hits."""
    first = int(ability.first_effect)
    return any(each.effect == codes.PULL for each in ruleset.effects[first : first + int(ability.effect_count)])


def cells_within(cells: set[int], steps: int) -> set[int]:
    """The cells within some steps of any of some cells."""
    return {
        (y + dy) * WIDTH + x + dx
        for y, x in (divmod(cell, WIDTH) for cell in cells)
        for dy in range(-min(steps, y), min(steps, HEIGHT - 1 - y) + 1)
        for dx in range(-min(steps, x), min(steps, WIDTH - 1 - x) + 1)
    }


def changes_places(monster: VisibleMonster) -> bool:
    """Whether the hero walks through a monster: an ally that nothing holds."""
    return monster.side == ALLIED and monster.conditions & codes.HELD == 0


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


def statuses_in_view(hero: Hero) -> set[tuple[int, int]]:
    """The cell of the hero and of each monster in view, with each status that it has."""
    bodies = [(hero.cell, hero.statuses), *((monster.cell, monster.statuses) for monster in visible_monsters(hero))]
    return {(cell, status) for cell, statuses in bodies for status, turns in enumerate(statuses) if turns > 0}


def harmful_statuses(session: PlayerView) -> list[int]:
    """The numbers of the harmful statuses that the hero has and that end by themselves."""
    rows = session.rulebook.compiled.statuses
    return [
        status
        for status, turns in enumerate(session.hero.statuses)
        if 0 < turns < FOR_EVER and rows[status].traits & codes.HARMS
    ]


def hp_taken_by(session: PlayerView, status: int) -> int:
    """HP that a status takes from the hero each turn; negative if it gives some."""
    row = session.rulebook.compiled.statuses[status]
    if row.hp >= 0:
        return -row.hp
    return resisted(-row.hp, int(session.hero.stats[codes.RESISTANCE + row.damage_type]))


def hp_per_turn(session: PlayerView) -> int:
    """HP that the hero's statuses give it each turn; negative if they take some."""
    return -sum(hp_taken_by(session, status) for status, turns in enumerate(session.hero.statuses) if turns > 0)


def hp_still_lost(session: PlayerView) -> int:
    """HP that the hero's harmful statuses will still take before they end, if nothing is done."""
    # A status does nothing on the turn that it ends.
    return sum(
        (int(session.hero.statuses[status]) - 1) * hp_taken_by(session, status) for status in harmful_statuses(session)
    )
