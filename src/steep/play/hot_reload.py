"""Hot reload: play while editing a ruleset. When its file changes, the floor is regenerated with the new rules.

Such a run cannot be replayed, so it is neither saved nor scored. This module reads the whole world, for makers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from steep.balance.odds_of_one_draw import Odds, item_odds, kind_in_group, monster_odds, odds_by_group
from steep.content import Item, Monster, Rulebook
from steep.content.sections import Pack
from steep.core.geometry import NOWHERE
from steep.core.input_errors import InputError
from steep.core.world import HERO_ROW, MAX_INVENTORY
from steep.mapgen.make_floor import reset_uniques
from steep.mapgen.populate_floor import start_pity_timers
from steep.play.session import Session
from steep.play.texts.describe import titled
from steep.play.texts.messages import counted, enumerated
from steep.rules.abilities.statuses import add_bonus, refresh_conditions
from steep.rules.items.identification_and_enchantments import (
    draw_appearances,
    learn,
    perceived_kind,
    plus_carried,
    remove_item,
    true_kind,
)
from steep.rules.items.inventory import equip_silently, slot_for, take, unequip_silently
from steep.rules.turn import arrive
from steep.spawn.curves import floor_above, threat_on


class RulesetWatch:
    """Reloads a ruleset when its file changes."""

    def __init__(self, path: Path, load: Callable[[], Rulebook]) -> None:
        self.path = path
        self._load = load
        self._seen = self._stamp()

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            # Editors that replace the file leave a moment without one.
            return None
        return found.st_mtime_ns, found.st_size

    def changed(self) -> Rulebook | InputError | None:
        """The ruleset if the file has changed since the last call, the error in it, or None if it has not changed."""
        stamp = self._stamp()
        if stamp is None or stamp == self._seen:
            return None
        self._seen = stamp
        try:
            return self._load()
        except InputError as error:
            return error


def regenerate_floor(session: Session, rulebook: Rulebook) -> None:
    """Regenerate the hero's floor with another ruleset. Items and statuses that no longer exist leave the hero.

    Identified kinds stay identified. Of two equipped items that now share a slot, the first stays equipped.
    """
    identified = {item.key for number, item in enumerate(session.rulebook.items) if session.hero.identified[number]}
    carried = empty_inventory(session)
    turns_left = take_statuses(session)
    session.rulebook = rulebook
    world, ruleset = session.world, rulebook.compiled
    numbers = {item.key: number for number, item in enumerate(rulebook.items)}
    draw_appearances(world, ruleset)
    worn = {key for key, equipped, _, _ in carried.values() if equipped and key in numbers}
    worn = {key for key in worn if ruleset.items[numbers[key]].slot > 0}
    # Learn kinds before giving any item back: learning a kind frees the appearance that its items had.
    for key in (identified & numbers.keys()) | worn:
        learn(world, numbers[key])
    taken = set()
    for slot, (key, equipped, plus, _) in carried.items():
        if key in numbers and slot < ruleset.inventory_capacity:
            kind = ruleset.items[numbers[key]]
            take(world, slot, numbers[key], kind.charges, plus * kind.enchantable)
            if equipped and key in worn and kind.slot not in taken:
                taken.add(kind.slot)
                equip_silently(world, ruleset, slot)
    for key, _, _, count in carried.values():
        for _ in range(count - 1 if key in numbers else 0):
            slot = slot_for(session.hero, ruleset, perceived_kind(world, numbers[key]))
            if slot != NOWHERE:
                take(world, slot, numbers[key], ruleset.items[numbers[key]].charges, 0)
    body = world.actors[HERO_ROW]
    for number, status in enumerate(rulebook.statuses):
        if status.key in turns_left:
            body.statuses[number] = turns_left[status.key]
            add_bonus(body, ruleset.statuses[number].bonus, 1)
            body.shield = max(body.shield, ruleset.statuses[number].absorbs)
    refresh_conditions(body, ruleset)
    start_pity_timers(world, ruleset)
    reset_uniques(world)
    arrive(world, ruleset, world.floor)
    session.log.add(f"Floor {world.floor} regenerated. You keep your stats.", "info", session.turn)


def empty_inventory(session: Session) -> dict[int, tuple[str, bool, int, int]]:
    """Empty the inventory. Returns by slot: the key of the kind, whether it was equipped, its enchantment, how many."""
    hero, items, ruleset = session.hero, session.rulebook.items, session.rulebook.compiled
    carried: dict[int, tuple[str, bool, int, int]] = {}
    for slot in range(MAX_INVENTORY):
        held = hero.inventory[slot]
        if held.kind:
            item = items[true_kind(session.world, ruleset, held.kind - 1)]
            carried[slot] = (item.key, held.equipped == 1, plus_carried(session.world, ruleset, slot), held.count)
            if held.equipped:
                unequip_silently(session.world, ruleset, slot)
            for _ in range(held.count):
                remove_item(hero, ruleset, slot)
    return carried


def take_statuses(session: Session) -> dict[str, int]:
    """End the hero's statuses, without events. Returns the turns that each had left, by its key."""
    body, ruleset = session.world.actors[HERO_ROW], session.rulebook.compiled
    turns_left: dict[str, int] = {}
    for number, status in enumerate(session.rulebook.statuses):
        if body.statuses[number] > 0:
            turns_left[status.key] = int(body.statuses[number])
            body.statuses[number] = 0
            add_bonus(body, ruleset.statuses[number].bonus, -1)
    refresh_conditions(body, ruleset)
    return turns_left


def floor_odds(session: Session) -> list[str]:
    """Lines about the current floor: the spawn odds, which anybody can read in the tables, but not what is there."""
    rulebook = session.rulebook
    rows = [f"Floor {session.floor} of {titled(rulebook)}, seed {session.seed}", ""]
    for family, kinds, odds in families(rulebook, session.floor):
        rows += table_of_odds(family, unique_names(kinds), odds)
    rows += tables_of_groups(rulebook, session.floor)
    return [*rows, "Only a game with --watch, which has no score, shows what is on its floors."]


def floor_report(session: Session) -> list[str]:
    """Lines about the current floor, for makers: spawn odds, threat, and the monsters and items on it."""
    rulebook, world = session.rulebook, session.world
    monsters = [world.actors[i] for i in range(world.actor_count)]
    living = [actor for actor in monsters if actor.hp > 0]
    items = [world.items[i] for i in range(world.item_count) if world.items[i].cell >= 0]
    threat = sum(threat_on(rulebook.compiled.monsters[actor.kind], world.floor) for actor in living) / 1000
    rows = [f"Floor {world.floor} of {titled(rulebook)}, seed {world.seed}", ""]
    present = ([actor.kind for actor in living], [item.kind for item in items])
    for (family, kinds, odds), here in zip(families(rulebook, world.floor), present, strict=True):
        rows += table_of_odds(family, unique_names(kinds), odds, here)
    rows += tables_of_groups(rulebook, world.floor)
    rows.append(f"Threat of the monsters alive: {threat:.2f}")
    if world.dropped_vaults:
        rows.append(f"Vaults for which no place was found: {world.dropped_vaults}")
    if world.dropped_actors or world.dropped_items:
        lost = (counted(world.dropped_actors, "monster"), counted(world.dropped_items, "item"))
        rows.append(f"Lost to full tables: {enumerated(lost)}")
    return rows


def families(rulebook: Rulebook, floor: int) -> tuple[tuple[str, Sequence[Monster | Item], Odds], ...]:
    """Monsters and items: a heading, the kinds, and the odds of each number of a kind on a floor."""
    ruleset = rulebook.compiled
    floor = floor_above(ruleset.below, floor)
    return (
        ("Monsters", rulebook.monsters, monster_odds(ruleset, floor)),
        ("Items", rulebook.items, item_odds(ruleset, floor)),
    )


def tables_of_groups(rulebook: Rulebook, floor: int) -> list[str]:
    """The odds in each group that draws on a floor."""
    rows: list[str] = []
    for number, odds in odds_by_group(rulebook.compiled, floor_above(rulebook.compiled.below, floor)).items():
        names = unique_names([kind_in_group(rulebook, number, kind) for kind in odds])
        rows += table_of_odds(f"Group {rulebook.groups[number].key}", names, dict(enumerate(odds.values())))
    return rows


def table_of_odds(family: str, names: Sequence[str], odds: Odds, here: Sequence[int] | None = None) -> list[str]:
    """The odds of each kind, by name. If `here` has the kinds on the floor, also how many of each kind there are."""
    column = max(map(len, names), default=0)
    rows = [family, f"  {'':<{column}}{'odds':>8}{'' if here is None else '   here'}"]
    for number, name in enumerate(names):
        chance = f"{float(odds[number]):.1%}" if number in odds else "-"
        count = "" if here is None else f"{here.count(number):>7}"
        rows.append(f"  {name:<{column}}{chance:>8}{count}")
    return [*rows, ""]


def unique_names(kinds: Sequence[Monster | Pack | Item]) -> list[str]:
    """The names of kinds; where two kinds share a name, with the key."""
    names = [kind.name for kind in kinds]
    return [kind.name if names.count(kind.name) == 1 else f"{kind.name} ({kind.key})" for kind in kinds]
