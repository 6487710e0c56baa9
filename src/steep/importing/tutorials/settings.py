"""The parts of a ruleset that there is one of: the map, the hero, level-ups, counts."""

from __future__ import annotations

from steep.content import Rulebook
from steep.content.sections import MAX_NUMBER
from steep.core.geometry import HEIGHT, WIDTH
from steep.core.ruleset import MAX_GAINS
from steep.core.world import MAX_ACTORS, MAX_INVENTORY, MAX_ITEMS, MAX_RADIUS, MAX_ROOMS
from steep.importing.output.report import ImportReport, Where
from steep.importing.output.toml import Draft, Section, fitted, steps_of
from steep.importing.python.calls import Parts, number_in
from steep.importing.python.values import Call
from steep.importing.tutorials.constants import LEVEL_NAMES, MAP_NAMES, Fact, Facts
from steep.importing.tutorials.entities import DEFENSE, HP, POWER, Entity
from steep.importing.tutorials.tables import Table

MAP_LIMITS = {
    "width": (3, WIDTH),
    "height": (3, HEIGHT),
    "room_attempts": (1, MAX_ROOMS),
    "room_min": (2, WIDTH - 1),
    "room_max": (2, WIDTH - 1),
}
MOST_IN_A_ROOM = {"monsters": MAX_ACTORS, "items": MAX_ITEMS}


class Settings:
    """Fills the single sections of a draft."""

    def __init__(self, draft: Draft, seed: Rulebook, facts: Facts, report: ImportReport) -> None:
        self.draft = draft
        self.seed = seed
        self.facts = facts
        self.report = report

    def map(self) -> None:
        """The map's sides, and its rooms."""
        section = self.draft.section("map")
        sizes = {key: int(getattr(self.seed.map, key)) for key in MAP_LIMITS}
        for key, names in MAP_NAMES.items():
            fact = self.facts.number(names, f"map {key}")
            if fact is None:
                self.missing(f"map.{key}")
                continue
            sizes[key] = fitted(fact.value, *MAP_LIMITS[key], names[0], fact.where, self.report)
            section.put(key, sizes[key], str(fact.where))
        self.agree(section, sizes, "room_max", min(sizes["width"], sizes["height"]) - 1)
        self.agree(section, sizes, "room_min", sizes["room_max"])

    def agree(self, section: Section, sizes: dict[str, int], key: str, most: int) -> None:
        """Make a size small enough for the others."""
        if sizes[key] > most:
            self.report.tell_taken(f"map.{key} is {sizes[key]}, taken as {most}, so that rooms fit the map")
            sizes[key] = max(most, MAP_LIMITS[key][0])
            section.put(key, sizes[key])

    def hero(self, hero: Entity | None, parts: Parts) -> Section:
        """What the hero fights with, sees and carries."""
        section = self.draft.section("hero")
        fighter = hero.fighter if hero is not None else None
        if hero is not None:
            self.report.tell_read("the hero", hero.where)
        for key, names, least in (("hp", HP, 1), ("power", POWER, 0), ("defense", DEFENSE, 0)):
            value = number_in(fighter or {}, names)
            if hero is None or value is None:
                self.missing(f"hero.{key}")
            else:
                section.put(
                    key, fitted(value, least, MAX_NUMBER, f"hero.{key}", hero.where, self.report), str(hero.where)
                )
        self.fact(section, "view_radius", self.facts.view_radius(), MAX_RADIUS)
        self.fact(section, "inventory", pack_of(hero, parts), MAX_INVENTORY)
        return section

    def fact(self, section: Section, key: str, fact: Fact | None, most: int) -> None:
        """A number of the hero's that stands by itself."""
        if fact is None:
            self.missing(f"hero.{key}")
        else:
            section.put(key, fitted(fact.value, 1, most, f"hero.{key}", fact.where, self.report), str(fact.where))

    def level_up(self, hero: Entity | None) -> None:
        """What a level costs and gives."""
        section = self.draft.section("level_up")
        costs = {key: self.cost(key, names, hero) for key, names in LEVEL_NAMES.items()}
        if all(fact is not None and fact.value <= 0 for fact in costs.values()):
            costs = dict.fromkeys(costs)
        for key, fact in costs.items():
            if fact is None:
                self.missing(f"level_up.{key}")
            else:
                value = fitted(fact.value, 0, MAX_NUMBER, f"level_up.{key}", fact.where, self.report)
                section.put(key, value, str(fact.where))
        exceed = self.facts.must_exceed()
        if exceed is None:
            self.missing("level_up.must_exceed")
        else:
            section.put("must_exceed", exceed)
        choices = [(stat, amount) for stat, amount in self.facts.choices() if 1 <= amount <= MAX_NUMBER]
        if choices:
            section.put("choices", [{"stat": stat, "amount": amount} for stat, amount in choices[:MAX_GAINS]])
        else:
            self.missing("level_up.choices")

    def cost(self, key: str, names: tuple[str, ...], hero: Entity | None) -> Fact | None:
        """A part of what a level costs: as the hero's own level says, else as any constant does."""
        if hero is not None and hero.level is not None:
            value = number_in(hero.level, names)
            if value is not None:
                self.report.tell_read(f"level_up.{key} = {value}", hero.where)
                return Fact(value, hero.where)
        return self.facts.number(names, f"level_up.{key}")

    def counts(self, family: str, table: Table | None) -> Section:
        """At most how many of a family come to a room."""
        section = next((made for made in self.draft.sections if made.path == ("counts",)), None)
        section = section or self.draft.section("counts")
        key = f"{family}_per_room"
        if table is None:
            self.missing(f"counts.{key}")
            return section
        most = MOST_IN_A_ROOM[family]
        values = [fitted(int(value), 0, most, table.name, table.where, self.report) for value in table.rows[0].curve]
        section.put(key, steps_of(values), f"{table.name}, {table.where}")
        return section

    def missing(self, what: str) -> None:
        """Tell that something is the seed's."""
        self.report.tell_taken(f"{what}: not found; as in {self.draft.seed}")


def pack_of(hero: Entity | None, parts: Parts) -> Fact | None:
    """How much the hero carries: as its inventory was made."""
    for part in parts.within(hero.fields) if hero is not None else ():
        if isinstance(part, Call) and "inventory" in part.key.lower():
            capacity = number_in(parts.fields(part), ("capacity", "size", "max_items", "slots"))
            if capacity is not None:
                return Fact(capacity, Where(*part.where))
    return None
