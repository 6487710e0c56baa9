"""The monsters and items of a ruleset: what a project's tables name, with the numbers of what its code makes."""

from __future__ import annotations

from dataclasses import dataclass, field

from steep.content import Item, Monster, Rulebook
from steep.content.sections import EFFECT_KEYS, MAX_NUMBER
from steep.core.geometry import WIDTH
from steep.core.ruleset import MAX_KINDS, MAX_START_ITEMS
from steep.core.world import MAX_INVENTORY
from steep.importing.output.report import ImportReport
from steep.importing.output.toml import Draft, Section, fitted, plain_text, steps_of, whole_weights
from steep.importing.python.calls import first_of, name_of, number_in
from steep.importing.python.values import Call, key_of
from steep.importing.tutorials.constants import EFFECT_NAMES, Facts
from steep.importing.tutorials.curves import VALUE_FIRST, Lookups, curve_of
from steep.importing.tutorials.entities import (
    DEFENSE,
    DEFENSE_BONUS,
    HP,
    POWER,
    POWER_BONUS,
    SLOT,
    XP,
    Entities,
    Entity,
    kind_name,
)
from steep.importing.tutorials.tables import Table

TUTORIAL_KEYS = {
    "healing_potion": ("heal", "healing", "health_potion", "healing_potion"),
    "lightning_scroll": ("lightning", "lightning_scroll", "lightning_bolt", "lightning_bolt_scroll"),
    "fireball_scroll": ("fireball", "fireball_scroll"),
    "confusion_scroll": ("confuse", "confusion", "confusion_scroll", "confuse_scroll"),
}
"""What the tutorials call the four items that the seeds have under one key each."""

NUMBERS = {
    ("heal", "amount"): ("amount", "heal_amount", "healing", "hp"),
    ("lightning", "amount"): ("damage", "amount"),
    ("lightning", "reach"): ("maximum_range", "max_range", "range"),
    ("fireball", "amount"): ("damage", "amount"),
    ("fireball", "reach"): ("radius", "blast_radius"),
    ("confusion", "amount"): ("number_of_turns", "turns", "num_turns", "duration"),
}
"""What the tutorials call the numbers of an effect."""

NO_NAMES = ("", "obj", "object", "item", "entity", "thing", "equipment", "weapon", "armor")
"""Variables that hold one thing after another."""

OWN_WEIGHT = ("spawn_chance", "spawn_weight", "spawn_rate", "chance", "chances", "weight")
"""What makers call the weight of a kind that says it itself."""

EQUIPS = ("equip", "toggle_equip")


@dataclass(slots=True)
class Kind:
    """A kind to be written."""

    key: str
    entity: Entity | None
    weights: list[int] | None
    """By floor; None where the project's tables do not say."""
    said: str = ""
    """What the table calls it, when that is something else."""


@dataclass(slots=True)
class Kinds:
    """Fills the sections of kinds."""

    draft: Draft
    seed: Rulebook
    entities: Entities
    facts: Facts
    lookups: Lookups
    report: ImportReport
    items: dict[str, Kind] = field(default_factory=dict)

    def of_table(self, family: str, table: Table | None) -> list[Kind]:
        """The kinds that a table names; without one, all that the project makes."""
        if table is None:
            return self.without_table(family)
        names = [key_of(kind_name(row.kind)) for row in table.rows]
        weights = whole_weights([row.curve for row in table.rows], f"{table.name} ({table.where})", self.report)
        kinds: dict[str, Kind] = {}
        for row, name, weight in zip(table.rows, names, weights, strict=True):
            if len(kinds) == MAX_KINDS - len(self.seeds(family)):
                self.report.tell_unread(f"{table.name}: kinds from {name} on; there is room for no more", table.where)
                break
            entity = self.entities.find(row.kind, names, table.where.file, items=family == "items")
            if entity is not None and entity.is_item is not (family == "items"):
                self.report.tell_unread(f"{name}: in {table.name}, but none of the {family}; left out", table.where)
                continue
            key = self.unused(self.known_as(family, name, entity), name, kinds)
            if entity is None:
                self.report.tell_unread(f"{name}: in {table.name}, but nothing was found that makes it", table.where)
            kinds[key] = Kind(key, entity, weight, "" if key == name else name)
        return list(kinds.values())

    def without_table(self, family: str) -> list[Kind]:
        """What the project makes, where no table says how often it comes."""
        hero = self.entities.hero()
        kinds: dict[str, Kind] = {}
        for entity in self.entities.all:
            if entity is hero or entity.is_item is not (family == "items") or len(kinds) == MAX_KINDS // 2:
                continue
            name = next((name for name in (key_of(entity.name), *entity.names) if name), "")
            key = self.known_as(family, name, entity)
            if key and key not in kinds and key != "player":
                kinds[key] = Kind(key, entity, None)
        self.own_weights(family, kinds)
        return list(kinds.values())

    def own_weights(self, family: str, kinds: dict[str, Kind]) -> None:
        """Weights that kinds have among their own fields, where there is no table of them."""
        curves = {}
        for key, kind in kinds.items():
            given = first_of(kind.entity.fields, OWN_WEIGHT) if kind.entity is not None else None
            curve = curve_of(given, self.lookups, VALUE_FIRST)
            if curve is not None and min(curve) >= 0:
                curves[key] = curve
        weights = whole_weights(list(curves.values()), f"weights of {family}", self.report)
        for key, weight in zip(curves, weights, strict=True):
            kinds[key].weights = weight
        if kinds and not curves:
            self.report.tell_taken(f"weights of {family}: no table; the kinds of {self.draft.seed} keep theirs")

    def seeds(self, family: str) -> dict[str, Monster | Item]:
        """The seed's kinds by key."""
        if family == "monsters":
            return {monster.key: monster for monster in self.seed.monsters}
        return {item.key: item for item in self.seed.items}

    def known_as(self, family: str, name: str, entity: Entity | None) -> str:
        """The key under which a seed has a kind, when it is plainly the tutorial's; else its own."""
        if family == "items":
            for key, names in TUTORIAL_KEYS.items():
                seeds = self.seeds(family).get(key)
                same = entity is None or (isinstance(seeds, Item) and entity.effect == seeds.effect)
                if name in names and same:
                    return key
        return name or (key_of(entity.name) if entity is not None else "")

    def unused(self, key: str, name: str, kinds: dict[str, Kind]) -> str:
        """A key that no other kind has."""
        for candidate in (key, name, *(f"{(key or 'kind')[:36]}_{number}" for number in range(1, MAX_KINDS + 1))):
            if candidate and candidate not in kinds:
                return candidate
        return key

    def write_monsters(self, kinds: list[Kind]) -> None:
        """A section for each monster."""
        seeds = {monster.key: monster for monster in self.seed.monsters}
        weakest = min(self.seed.monsters, key=lambda monster: monster.hp)
        for kind in kinds:
            like = seeds.get(kind.key, weakest)
            section = self.begin("monsters", kind, seeds.get(kind.key), kind.key[0])
            fields = [*self.fields_of(kind.entity)]
            for key, names, least in (("hp", HP, 1), ("power", POWER, 0), ("defense", DEFENSE, 0), ("xp", XP, 0)):
                found = next((value for field in fields if (value := number_in(field, names)) is not None), None)
                if found is not None and kind.entity is not None:
                    what = f"{kind.key}'s {key}"
                    section.put(key, fitted(found, least, MAX_NUMBER, what, kind.entity.where, self.report))
                elif kind.key in seeds or key != "xp":
                    section.put(key, int(getattr(like, key)), f"not found; as the {like.key} of {self.draft.seed}")
                    self.report.tell_taken(
                        f"monsters.{kind.key}.{key}: not found; as the {like.key} of {self.draft.seed}"
                    )
                else:
                    section.put(key, 0, "not found")
                    self.report.tell_taken(f"monsters.{kind.key}.{key}: not found, so 0")
            self.spawn(section, kind)
        self.silence("monsters", kinds)

    def fields_of(self, entity: Entity | None) -> list[dict[str, object]]:
        """Where a monster's numbers may stand, the surest first."""
        if entity is None:
            return []
        return [fields for fields in (entity.fighter, entity.level, entity.fields) if fields]

    def write_items(self, kinds: list[Kind]) -> list[str]:
        """A section for each item; gives the slots in which some are worn."""
        seeds = {item.key: item for item in self.seed.items}
        for kind in kinds:
            seed = seeds.get(kind.key)
            section = self.begin("items", kind, seed, "?")
            entity = kind.entity
            if entity is None and seed is not None:
                self.report.tell_taken(f"items.{kind.key}: not found, but for its weight; as in {self.draft.seed}")
            elif entity is not None and entity.wear is not None:
                self.wear(section, entity)
            else:
                self.use(section, kind)
            self.spawn(section, kind)
            self.items[kind.key] = kind
        self.silence("items", kinds)
        slots: list[str] = []
        for section in self.draft.sections:
            slot = section.entries.get("slot", ("", ""))[0]
            if isinstance(slot, str) and slot and slot not in slots:
                slots.append(slot)
        return self.in_their_order(slots)

    def in_their_order(self, slots: list[str]) -> list[str]:
        """Slots in the order in which the project lists them, if it does."""
        for about in self.entities.found.classes.values():
            members = [key_of(member) for member in about.members]
            if slots and set(slots) <= set(members):
                return [member for member in members if member in slots]
        return slots

    def begin(self, family: str, kind: Kind, seed: Monster | Item | None, glyph: str) -> Section:
        """A kind's section with how it looks."""
        entity = kind.entity
        remark = f'"{kind.said}" in the project' if kind.said else ""
        if entity is not None:
            remark = f"{entity.where}{', ' if remark else ''}{remark}"
            self.report.tell_read(f"{family}.{kind.key}", entity.where)
        section = self.draft.section(family, kind.key, remark=remark)
        name = plain_text(entity.name, 40) if entity is not None else ""
        if name:
            section.put("name", name)
        if entity is not None and plain_text(entity.glyph, 1):
            section.put("glyph", entity.glyph)
        elif seed is None:
            section.put("glyph", glyph, "not found")
        if entity is not None and entity.color is not None:
            section.put("color", list(entity.color))
        return section

    def wear(self, section: Section, entity: Entity) -> None:
        """What wearing something adds."""
        fields = entity.wear or {}
        power, defense = number_in(fields, POWER_BONUS) or 0, number_in(fields, DEFENSE_BONUS) or 0
        slot = key_of(name_of(first_of(fields, SLOT))) or ("armor" if defense else "weapon")
        section.put("slot", slot)
        for key, value in (("power", power), ("defense", defense)):
            section.put(
                key, fitted(value, -MAX_NUMBER, MAX_NUMBER, f"{key} of {entity.name}", entity.where, self.report)
            )
        section.put("effect", "none")
        section.put("amount", 0)
        section.put("reach", 0)
        for name, value in fields.items():
            if name.endswith("_bonus") and name not in (*POWER_BONUS, *DEFENSE_BONUS) and value not in (0, None):
                self.report.tell_unread(
                    f"{name} of {entity.name or section.path[-1]}: there is no such thing here", entity.where
                )

    def use(self, section: Section, kind: Kind) -> None:
        """What using something does."""
        entity = kind.entity
        effect = entity.effect if entity is not None else "none"
        section.put("effect", effect)
        if effect == "none":
            used = entity.use_name.split()[:1] if entity is not None else []
            told = f"{used[0]} is none of Steep's effects" if used else "unknown"
            section.put("effect", "none", told)
            what = f"items.{kind.key}: its effect ({told}); it does nothing here"
            self.report.tell_unread(what, entity.where if entity is not None else None)
        for key, effects in EFFECT_KEYS.items():
            if effect not in effects:
                section.put(key, 0)
                continue
            value, remark = self.strength(effect, key, entity)
            section.put(key, value, remark)

    def strength(self, effect: str, key: str, entity: Entity | None) -> tuple[int, str]:
        """How strong an effect is: as the item says, else a constant, else the seed."""
        most = MAX_NUMBER if key == "amount" else WIDTH
        for fields in (entity.use, entity.fields) if entity is not None else ():
            value = number_in(fields or {}, NUMBERS[effect, key])
            if value is not None and entity is not None:
                return fitted(value, 0, most, f"{key} of {entity.name}", entity.where, self.report), ""
        fact = self.facts.number(EFFECT_NAMES[effect, key], f"{effect}'s {key}")
        if fact is not None:
            return fitted(fact.value, 0, most, f"{effect}'s {key}", fact.where, self.report), str(fact.where)
        seeds = next((item for item in self.seed.items if item.effect == effect), None)
        self.report.tell_taken(f"{effect}'s {key}: not found; as in {self.draft.seed}")
        return int(getattr(seeds, key, 0)), f"not found; as in {self.draft.seed}"

    def spawn(self, section: Section, kind: Kind) -> None:
        """How often a kind comes."""
        if kind.weights is not None:
            section.put("spawn", steps_of(kind.weights))

    def silence(self, family: str, kinds: list[Kind]) -> None:
        """Kinds of the seed that the project's table does not name leave the game."""
        if all(kind.weights is None for kind in kinds):
            return
        for key in self.seeds(family):
            if all(kind.key != key for kind in kinds):
                section = self.draft.section(family, key, remark=f"in {self.draft.seed}, not in the project's table")
                section.put("spawn", 0)

    def start(self) -> tuple[list[dict[str, str | bool]], list[Kind]]:
        """What the hero begins with, and the kinds among it that no table names."""
        start: list[dict[str, str | bool]] = []
        others: list[Kind] = []
        for made in self.entities.found.made:
            holder, _, verb = made.name.rpartition(".")
            if "inventory" not in holder.lower().split(".") and "inventory.items" not in holder.lower():
                continue
            given = self.entity_given(made) if verb in ("append", "add_item", "add") else None
            if given is None or not given.is_item or len(start) == min(MAX_START_ITEMS, MAX_INVENTORY):
                continue
            key = next((key for key, kind in self.items.items() if kind.entity is given or self.same(kind, given)), "")
            if not key:
                label = key_of(given.source.label)
                name = key_of(given.name) if label in NO_NAMES else label or key_of(given.name)
                key = self.unused(self.known_as("items", name, given), name, self.items)
                others.append(Kind(key, given, None))
                self.items[key] = others[-1]
            start.append({"item": key, "equipped": self.is_worn(given)})
            self.report.tell_read(f"the hero begins with {key}", made.where)
        return start, others

    def same(self, kind: Kind, given: Entity) -> bool:
        """Whether a kind is what is given, made a second time."""
        return kind.entity is not None and bool(given.name) and kind.entity.name == given.name

    def entity_given(self, made: Call) -> Entity | None:
        """The entity that a call is given."""
        return next((entity for entity in self.entities.all if entity.source in made.args), None)

    def is_worn(self, given: Entity) -> bool:
        """Whether the hero wears it: by `toggle_equip(dagger)`, or by `equip()` of what it is made with."""
        if given.wear is None:
            return False
        for made in self.entities.found.made:
            receiver = made.named.get("self")
            if made.key in EQUIPS and (given.source in made.args or (receiver and receiver is given.wear_source)):
                return True
        return False
