"""Writes the monsters and items that a project's tables name, with the numbers from its code."""

from __future__ import annotations

from dataclasses import dataclass, field

from steep.content import Item, Monster, Rulebook
from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.content.sections import EFFECT_KEYS, MAX_NUMBER
from steep.core.geometry import WIDTH
from steep.core.ruleset import MAX_KINDS
from steep.importing.output.import_report import ImportReport
from steep.importing.output.ruleset_toml import Draft, Section, fitted, plain_text, steps_of, whole_weights
from steep.importing.python.expression_values import key_of
from steep.importing.python.read_calls_as_fields import first_of, name_of, number_in
from steep.importing.tutorials.effects_from_code import number_from_code
from steep.importing.tutorials.find_count_and_weight_tables import Table
from steep.importing.tutorials.find_monsters_items_and_hero import (
    DEFENSE,
    DEFENSE_BONUS,
    HP,
    POWER,
    POWER_BONUS,
    SLOT,
    XP,
    Entities,
    Entity,
)
from steep.importing.tutorials.find_named_numbers import EFFECT_NAMES, Facts
from steep.importing.tutorials.rows_to_curves import VALUE_FIRST, Lookups, curve_of

TUTORIAL_KEYS = {
    "healing_potion": ("heal", "healing", "health_potion", "healing_potion"),
    "lightning_scroll": ("lightning", "lightning_scroll", "lightning_bolt", "lightning_bolt_scroll"),
    "fireball_scroll": ("fireball", "fireball_scroll"),
    "confusion_scroll": ("confuse", "confusion", "confusion_scroll", "confuse_scroll"),
}
"""The tutorials' names for the four items, by their key in the bundled rulesets."""

NUMBERS = {
    ("heal", "amount"): ("amount", "heal_amount", "healing", "hp"),
    ("lightning", "amount"): ("damage", "amount"),
    ("lightning", "reach"): ("maximum_range", "max_range", "range"),
    ("fireball", "amount"): ("damage", "amount"),
    ("fireball", "reach"): ("radius", "blast_radius"),
    ("confusion", "amount"): ("number_of_turns", "turns", "num_turns", "duration"),
}
"""The tutorials' names for the numbers of an effect."""

OWN_WEIGHT = ("spawn_chance", "spawn_weight", "spawn_rate", "chance", "chances", "weight")
"""Names of fields with the weight of a kind."""


@dataclass(slots=True)
class Kind:
    """A kind of monster or item to write."""

    key: str
    entity: Entity | None
    weights: list[int] | None
    """By floor; None if no table gives them."""
    table_name: str = ""
    """Its name in the table, if that differs from the key."""
    given: bool = False
    """Whether it is only given to the hero, so that it needs no weight."""


@dataclass(slots=True)
class Kinds:
    """Finds kinds and writes their sections."""

    draft: Draft
    seed: Rulebook
    entities: Entities
    facts: Facts
    lookups: Lookups
    report: ImportReport
    items: dict[str, Kind] = field(default_factory=dict)

    def of_table(self, family: str, table: Table | None) -> list[Kind]:
        """The kinds in a table; without a table, all kinds of the project."""
        if table is None:
            return self.without_table(family)
        names = [self.entities.key_of_kind(row.kind) for row in table.rows]
        weights = whole_weights([row.curve for row in table.rows], f"{table.name} ({table.location})", self.report)
        kinds: dict[str, Kind] = {}
        for row, name, weight in zip(table.rows, names, weights, strict=True):
            if len(kinds) == MAX_KINDS - len(self.seed_kinds(family)):
                self.report.add_unread(f"{table.name}: kinds from {name} on; there is no room for more", table.location)
                break
            entity = self.entities.find(row.kind, names, table.location.file, items=family == "items")
            if entity is not None and entity.is_item is not (family == "items"):
                self.report.add_unread(f"{name}: in {table.name}, but none of the {family}; left out", table.location)
                continue
            key = self.unused(self.seed_key(family, name, entity), name, kinds)
            if entity is None:
                self.report.add_unread(f"{name}: in {table.name}, but nothing was found that makes it", table.location)
            kinds[key] = Kind(key, entity, weight, "" if key == name else name)
        return list(kinds.values())

    def without_table(self, family: str) -> list[Kind]:
        """All kinds that the project creates, for projects without a table."""
        hero = self.entities.hero()
        kinds: dict[str, Kind] = {}
        for entity in self.entities.all:
            if entity is hero or entity.is_item is not (family == "items") or len(kinds) == MAX_KINDS // 2:
                continue
            name = next((name for name in (key_of(entity.name), *entity.names) if name), "")
            key = self.seed_key(family, name, entity)
            if key and key not in kinds and key != "player":
                kinds[key] = Kind(key, entity, None)
        self.own_weights(family, kinds)
        return list(kinds.values())

    def own_weights(self, family: str, kinds: dict[str, Kind]) -> None:
        """Take weights from the fields of the kinds themselves."""
        curves = {}
        for key, kind in kinds.items():
            given = first_of(kind.entity.fields, OWN_WEIGHT) if kind.entity is not None else None
            curve = curve_of(given, self.lookups, VALUE_FIRST)
            if curve is not None and min(curve) >= 0:
                curves[key] = curve
        weights = whole_weights(list(curves.values()), f"weights of {family}", self.report)
        for key, weight in zip(curves, weights, strict=True):
            kinds[key].weights = weight

    def seed_kinds(self, family: str) -> dict[str, Monster | Item]:
        """The kinds of the seed, by key."""
        if family == "monsters":
            return {monster.key: monster for monster in self.seed.monsters}
        return {item.key: item for item in self.seed.items}

    def seed_key(self, family: str, name: str, entity: Entity | None) -> str:
        """The seed's key for a kind, if it is one of the tutorial's items; otherwise its own key."""
        if family == "items":
            for key, names in TUTORIAL_KEYS.items():
                seed_kind = self.seed_kinds(family).get(key)
                same = entity is None or (isinstance(seed_kind, Item) and entity.effect == seed_kind.effect)
                if name in names and same:
                    return key
        return name or (key_of(entity.name) if entity is not None else "")

    def unused(self, key: str, name: str, kinds: dict[str, Kind]) -> str:
        """A key that is not used yet."""
        for candidate in (key, name, *(f"{(key or 'kind')[:36]}_{number}" for number in range(1, MAX_KINDS + 1))):
            if candidate and candidate not in kinds:
                return candidate
        return key

    def write_monsters(self, kinds: list[Kind]) -> None:
        """Write a section for each monster."""
        seeds = {monster.key: monster for monster in self.seed.monsters}
        for kind in kinds:
            section = self.begin("monsters", kind, seeds.get(kind.key), kind.key[0])
            fields = [*self.fields_of(kind.entity)]
            for key, names, low in (("hp", HP, 1), ("power", POWER, 0), ("defense", DEFENSE, 0), ("xp", XP, 0)):
                found = next((value for field in fields if (value := number_in(field, names)) is not None), None)
                if found is not None and kind.entity is not None:
                    what = f"{kind.key}'s {key}"
                    section.put(key, fitted(found, low, MAX_NUMBER, what, kind.entity.location, self.report))
                elif kind.entity is not None and key in ("defense", "xp"):
                    section.put(key, 0, "not found")
                    self.report.add_taken(f"{kind.entity.location}: monsters.{kind.key}.{key}: not found, so 0")
                else:
                    section.put_todo(key, "not found")
            self.spawn(section, kind)
        if not kinds:
            section = self.draft.section("monsters", TODO, remark="no monster was found: one such section for each")
            section.put("glyph", "?")
            for key in ("hp", "power", "defense", "xp", "spawn"):
                section.put_todo(key, "no monster was found")
        self.disable_unlisted("monsters", kinds)

    def fields_of(self, entity: Entity | None) -> list[dict[str, object]]:
        """Location a monster's numbers may stand, the surest first."""
        if entity is None:
            return []
        return [fields for fields in (entity.fighter, entity.level, entity.fields) if fields]

    def write_items(self, kinds: list[Kind]) -> list[str]:
        """Write a section for each item. Returns the equipment slots they use."""
        seeds = {item.key: item for item in self.seed.items}
        for kind in kinds:
            seed = seeds.get(kind.key)
            section = self.begin("items", kind, seed, "?")
            entity = kind.entity
            if entity is None:
                section.put_todo("effect", "nothing was found that makes it")
            elif entity is not None and entity.equipment is not None:
                self.write_equipment(section, entity)
            else:
                self.write_effect(section, kind)
            self.spawn(section, kind)
            self.items[kind.key] = kind
        self.disable_unlisted("items", kinds)
        slots: list[str] = []
        for section in self.draft.sections:
            slot = section.entries.get("slot", ("", ""))[0]
            if isinstance(slot, str) and slot and slot not in slots:
                slots.append(slot)
        return self.in_project_order(slots)

    def in_project_order(self, slots: list[str]) -> list[str]:
        """The slots in the order of the project's enum, if it has one."""
        for about in self.entities.contents.classes.values():
            members = [key_of(member) for member in about.members]
            if slots and set(slots) <= set(members):
                return [member for member in members if member in slots]
        return slots

    def begin(self, family: str, kind: Kind, seed: Monster | Item | None, glyph: str) -> Section:
        """Start a kind's section with its name, glyph and colour."""
        entity = kind.entity
        remark = f'"{kind.table_name}" in the project' if kind.table_name else ""
        if entity is not None:
            remark = f"{entity.location}{', ' if remark else ''}{remark}"
            self.report.add_read(f"{family}.{kind.key}", entity.location)
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

    def write_equipment(self, section: Section, entity: Entity) -> None:
        """Write the slot and the bonuses of equipment."""
        fields = entity.equipment or {}
        power, defense = number_in(fields, POWER_BONUS) or 0, number_in(fields, DEFENSE_BONUS) or 0
        slot = key_of(name_of(first_of(fields, SLOT))) or ("armor" if defense else "weapon")
        section.put("slot", slot)
        for key, value in (("power", power), ("defense", defense)):
            section.put(
                key, fitted(value, -MAX_NUMBER, MAX_NUMBER, f"{key} of {entity.name}", entity.location, self.report)
            )
        section.put("effect", "none")
        section.put("amount", 0)
        section.put("reach", 0)
        for name, value in fields.items():
            if name.endswith("_bonus") and name not in (*POWER_BONUS, *DEFENSE_BONUS) and value not in (0, None):
                self.report.add_unread(
                    f"{name} of {entity.name or section.path[-1]}: Steep has no such bonus", entity.location
                )

    def write_effect(self, section: Section, kind: Kind) -> None:
        """Write the effect of an item."""
        entity = kind.entity
        effect = entity.effect if entity is not None else "none"
        section.put("effect", effect)
        if effect == "none":
            used = entity.use_name.split()[:1] if entity is not None else []
            remark = f"{used[0]} is not one of Steep's effects" if used else "unknown"
            section.put("effect", "none", remark)
            what = f"items.{kind.key}: its effect ({remark}); it has none here"
            self.report.add_unread(what, entity.location if entity is not None else None)
        for key, effects in EFFECT_KEYS.items():
            if effect not in effects:
                section.put(key, 0)
                continue
            value, remark = self.strength(effect, key, entity)
            section.put(key, value, remark)

    def strength(self, effect: str, key: str, entity: Entity | None) -> tuple[int | str, str]:
        """The strength of an effect, with a remark: from the item or from a constant, or TODO."""
        high = MAX_NUMBER if key == "amount" else WIDTH
        for fields in (entity.use, entity.fields) if entity is not None else ():
            value = number_in(fields or {}, NUMBERS[effect, key])
            if value is not None and entity is not None:
                return fitted(value, 0, high, f"{key} of {entity.name}", entity.location, self.report), ""
        used = entity.use_name if entity is not None else ""
        fact = number_from_code(effect, key, used, self.entities.contents, self.entities.parts)
        fact = fact or self.facts.number(EFFECT_NAMES[effect, key], f"{effect}'s {key}")
        if fact is not None:
            return fitted(fact.value, 0, high, f"{effect}'s {key}", fact.location, self.report), str(fact.location)
        return TODO, f"{effect}'s {key} was not found"

    def spawn(self, section: Section, kind: Kind) -> None:
        """Write the weights of a kind."""
        if kind.weights is not None:
            section.put("spawn", steps_of(kind.weights))
        elif not kind.given:
            section.put_todo("spawn", "no weight was found")

    def disable_unlisted(self, family: str, kinds: list[Kind]) -> None:
        """Set the weight of the seed's kinds that the project doesn't have to 0."""
        for key in self.seed_kinds(family):
            if all(kind.key != key for kind in kinds):
                section = self.draft.section(family, key, remark=f"in {self.draft.seed}, not in the project")
                section.put("spawn", 0)
