"""Reads the hero's starting items from calls such as ``player.inventory.items.append(dagger)``."""

from __future__ import annotations

from steep.core.ruleset import MAX_START_ITEMS
from steep.core.world import MAX_INVENTORY
from steep.importing.python.expression_values import Call, key_of, words_in
from steep.importing.tutorials.find_heroes import Hero
from steep.importing.tutorials.find_kinds import Kind, KindFinder
from steep.importing.tutorials.find_monsters_items_and_hero import Entity
from steep.importing.tutorials.write_monsters_and_items import Kinds

EQUIPS = ("equip", "toggle_equip")

TAKES = frozenset(("buy", "choice", "find", "get", "item", "loot", "next", "pick", "pop", "remove", "take"))
"""Words of functions that give what was there before."""


class StartingItems:
    """Finds the starting items among a project's calls."""

    def __init__(self, kinds: Kinds, finder: KindFinder, hero: Hero | None) -> None:
        self.kinds = kinds
        self.finder = finder
        self.hero = hero

    def read(self) -> tuple[list[dict[str, str | bool]], list[Kind]]:
        """The starting items, and those kinds among them that are in no table."""
        start: list[dict[str, str | bool]] = []
        others: list[Kind] = []
        for at, made in enumerate(self.kinds.entities.contents.calls):
            holder, _, verb = made.name.rpartition(".")
            if "inventory" not in holder.lower().split(".") and "inventory.items" not in holder.lower():
                continue
            if verb not in ("append", "add_item", "add"):
                continue
            given = self.entity_given(made)
            if given is None:
                self.report_unknown(made)
            if given is None or not given.is_item or not self.is_given(made, at, given):
                continue
            if len(start) == min(MAX_START_ITEMS, MAX_INVENTORY):
                break
            key = next(
                (key for key, kind in self.kinds.items.items() if kind.entity is given or self.same(kind, given)), ""
            )
            if not key:
                key = self.finder.unused(self.kinds.entities.own_key(given), self.kinds.items)
                others.append(Kind(key, given, None, given=True))
                self.kinds.items[key] = others[-1]
            start.append({"item": key, "equipped": self.is_equipped(given, made)})
            self.kinds.report.add_read(f"the hero starts with {key}", made.location)
        return start, others

    def is_given(self, made: Call, at: int, given: Entity) -> bool:
        """Whether the chosen hero is given something by call `at`. What only other heroes or chances give is named."""
        name = given.name or given.source.label
        if any(branch.dead for branch in made.branches):
            return False
        if made.branches and (self.hero is None or not self.hero.is_chosen_in(made.branches)):
            branch = made.branches[-1]
            where = f"{branch.subject} is {'none of ' if branch.otherwise else ''}{' or '.join(branch.words)}"
            what = f"the hero starts with {name} only where {where}; left out"
            self.kinds.report.add_unread(what, made.location)
            return False
        chains = self.kinds.entities.contents.dice_chains
        if any(link.calls[0] <= at < link.calls[1] for chain in chains for link in chain.links):
            self.kinds.report.add_unread(f"the hero starts with {name} by chance; left out", made.location)
            return False
        return True

    def same(self, kind: Kind, given: Entity) -> bool:
        """Whether a kind is the given entity, created a second time."""
        return kind.entity is not None and bool(given.name) and kind.entity.name == given.name

    def entity_given(self, made: Call) -> Entity | None:
        """The item that is an argument of a call, or that a function makes of a word: `items.make("dirk")`."""
        itself = next((entity for entity in self.kinds.entities.all if entity.source in made.args), None)
        if itself is not None:
            return itself
        for given in made.args[:1]:
            words = [given] if isinstance(given, str) else given.args if isinstance(given, Call) else []
            for word in words:
                found = self.named(key_of(word)) if isinstance(word, str) else None
                if found is not None:
                    return found
        return None

    def named(self, key: str) -> Entity | None:
        """The item that the project names so."""
        entities = [entity for entity in self.kinds.entities.all if entity.is_item]
        return next((entity for entity in entities if key and key in (entity.names[0], key_of(entity.name))), None)

    def report_unknown(self, made: Call) -> None:
        """Name what is put into an inventory if it is made there, and not taken from a floor or a shop."""
        for given in made.args[:1]:
            if isinstance(given, Call) and TAKES.isdisjoint(words_in(given.key)) and given.key != "copy":
                name = given.label or given.key
                what = f"{name} goes into an inventory, but nothing was found that makes it; left out of the start"
                self.kinds.report.add_unread(what, made.location)

    def is_equipped(self, given: Entity, by: Call) -> bool:
        """Whether the hero equips it: by `toggle_equip(dagger)`, or by `equip()` of its component."""
        if given.equipment is None:
            return False
        for made in self.kinds.entities.contents.calls:
            receiver = made.named.get("self")
            same = given.source in made.args or any(isinstance(part, Call) and part in made.args for part in by.args)
            if made.key in EQUIPS and (same or (receiver and receiver is given.equipment_source)):
                return True
        return False
