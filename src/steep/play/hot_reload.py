"""Playing while a ruleset is written: the file is watched, and the floor is rolled again with what it says now.

A run that was rolled again is nobody's: no recording can tell it, so it is
neither saved nor scored. It knows the true world, as a maker may.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from steep.balance.odds import item_odds, monster_odds
from steep.content import Item, Monster, Rulebook
from steep.core.errors import InputError
from steep.core.world import MAX_INVENTORY
from steep.mapgen.floor import reset_uniques
from steep.mapgen.pity import start_pity_timers
from steep.play.describe import titled
from steep.play.session import Session
from steep.rules.inventory import carry, equip_silently, remove_item
from steep.rules.step import arrive


class RulesetWatch:
    """Notices when a ruleset's file was written, and reads it again."""

    def __init__(self, path: Path, load: Callable[[], Rulebook]) -> None:
        self.path = path
        self._load = load
        self._seen = self._stamp()

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            # Editors that write a new file and rename it leave a moment without one.
            return None
        return found.st_mtime_ns, found.st_size

    def changed(self) -> Rulebook | InputError | None:
        """The ruleset when the file was written since the last call, what is wrong with it, or None."""
        stamp = self._stamp()
        if stamp is None or stamp == self._seen:
            return None
        self._seen = stamp
        try:
            return self._load()
        except InputError as error:
            return error


def regenerate_floor(session: Session, rulebook: Rulebook) -> None:
    """Make the hero's floor anew by another ruleset. Things whose kind is gone are gone from the pack."""
    held = empty_inventory(session)
    session.rulebook = rulebook
    world, ruleset = session.world, rulebook.compiled
    numbers = {item.key: number for number, item in enumerate(rulebook.items)}
    for place, (key, equipped) in held.items():
        if key in numbers and place < ruleset.inventory_capacity:
            carry(world.hero, place, numbers[key])
            if equipped and ruleset.items[numbers[key]].slot > 0:
                equip_silently(world.hero, ruleset, place)
    start_pity_timers(world, ruleset)
    reset_uniques(world)
    arrive(world, ruleset, world.floor)
    session.log.add(f"Floor {world.floor} regenerated.", "info", session.turn)


def empty_inventory(session: Session) -> dict[int, tuple[str, bool]]:
    """Empty the pack; what was in it, by place: the key of its kind and whether it was worn."""
    hero, items = session.hero, session.rulebook.items
    held: dict[int, tuple[str, bool]] = {}
    for place in range(MAX_INVENTORY):
        carried = hero.inventory[place]
        if carried.kind:
            item = items[carried.kind - 1]
            held[place] = (item.key, carried.equipped == 1)
            if carried.equipped:
                hero.power -= item.power
                hero.defense -= item.defense
            remove_item(hero, place)
    return held


def floor_report(session: Session) -> list[str]:
    """The floor behind the screen, for makers: the odds of its kinds, its threat, and who and what is on it."""
    rulebook, world = session.rulebook, session.world
    monsters = [world.actors[i] for i in range(world.actor_count)]
    living = [actor for actor in monsters if actor.hp > 0]
    lying = [world.items[i] for i in range(world.item_count) if world.items[i].cell >= 0]
    threat = sum(rulebook.compiled.monsters[actor.kind].threat for actor in living) / 1000
    rows = [f"Floor {world.floor} of {titled(rulebook)}, seed {world.seed}", ""]
    ruleset = rulebook.compiled
    for family, kinds, odds, present in (
        ("Monsters", rulebook.monsters, monster_odds(ruleset, world.floor), [actor.kind for actor in living]),
        ("Items", rulebook.items, item_odds(ruleset, world.floor), [item.kind for item in lying]),
    ):
        names = told_apart(kinds)
        column = max(map(len, names), default=0)
        rows += [family, f"  {'':<{column}}{'odds':>8}{'here':>7}"]
        for number, name in enumerate(names):
            chance = f"{float(odds[number]):.1%}" if number in odds else "-"
            rows.append(f"  {name:<{column}}{chance:>8}{present.count(number):>7}")
        rows.append("")
    rows.append(f"Threat of the monsters alive: {threat:.2f}")
    if world.dropped_actors or world.dropped_items:
        rows.append(f"Lost to full tables: {world.dropped_actors} monsters, {world.dropped_items} items")
    return rows


def told_apart(kinds: Sequence[Monster | Item]) -> list[str]:
    """The names of kinds; those that share a name carry their keys as well."""
    names = [kind.name for kind in kinds]
    return [kind.name if names.count(kind.name) == 1 else f"{kind.name} ({kind.key})" for kind in kinds]
