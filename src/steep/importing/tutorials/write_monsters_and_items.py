"""Writes the monsters and items that a project's tables name, with the numbers from its code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from steep.content import Item, Monster, Rulebook
from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.content.sections import MAX_NUMBER
from steep.importing.output.import_report import FIGHTS, ImportReport
from steep.importing.output.ruleset_toml import Draft, Section, fitted, plain_text, steps_of
from steep.importing.python.chances_of_rolls import spread_of
from steep.importing.python.expression_values import UNKNOWN, Call, key_of, number_of
from steep.importing.python.resolve_imports import Fields, first_of, name_of, number_in
from steep.importing.tutorials.find_kinds import Kind, Pack, seed_kinds
from steep.importing.tutorials.find_monsters_items_and_hero import (
    DEFENSE,
    DEFENSE_BONUS,
    HP,
    MAX_HP_BONUS,
    NO_NUMBERS_OF_THE_GAME,
    POWER,
    POWER_BONUS,
    SLOT,
    XP,
    Entities,
    Entity,
)
from steep.importing.tutorials.find_named_numbers import Facts
from steep.importing.tutorials.known_shapes.write_effects import DICE_COUNT, DICE_SIDES, EffectWriter, dice_of


@dataclass(slots=True)
class Kinds:
    """Writes the sections of kinds."""

    draft: Draft
    seed: Rulebook
    entities: Entities
    facts: Facts
    report: ImportReport
    monsters: dict[str, Kind] = field(default_factory=dict)
    items: dict[str, Kind] = field(default_factory=dict)

    @property
    def effects(self) -> EffectWriter:
        """Writes what using items does."""
        return EffectWriter(self.draft, self.seed, self.entities, self.facts, self.report)

    def write_monsters(self, kinds: list[Kind]) -> None:
        """Write a section for each monster."""
        seeds = {monster.key: monster for monster in self.seed.monsters}
        from_seed = self.draft.part and not any(kind.weights for kind in kinds)
        for kind in kinds:
            kind.given |= from_seed and kind.key in seeds
            before = len(self.draft.sections)
            self.write_monster(kind, seeds.get(kind.key))
            if self.keeps("monsters", kind, before):
                self.monsters[kind.key] = kind
        if from_seed:
            self.report.add_taken(f"monsters: no weights were found; as in {self.draft.seed}")
            return
        if not kinds:
            section = self.draft.section("monsters", TODO, remark="no monster was found: write a section for each")
            section.put("glyph", "?")
            for key in ("hp", "power", "defense", "xp", "spawn"):
                section.put_todo(key, "no monster was found")
        self.disable_unlisted("monsters", self.monsters)

    def write_monster(self, kind: Kind, seed: Monster | None) -> None:
        """Write the section of a monster."""
        section = self.begin("monsters", kind, seed, kind.key[0])
        if self.supplied("monsters", kind, seed):
            self.spawn(section, kind)
            return
        fields = [*self.fields_of(kind.entity)]
        for key, names, low in (("hp", HP, 1), ("power", POWER, 0), ("defense", DEFENSE, 0), ("xp", XP, 0)):
            found = next((value for field in fields if (value := number_in(field, names)) is not None), None)
            if found is not None and kind.entity is not None:
                what = f"{kind.key}'s {key}"
                section.put(key, fitted(found, low, MAX_NUMBER, what, kind.entity.location, self.report))
            elif kind.entity is not None and (
                given := next((name for name in names if any(name in field for field in fields)), "")
            ):
                section.put_todo(key, f"{given} is known only at run time ({kind.entity.location})")
            elif kind.entity is not None and key in ("defense", "xp"):
                section.put(key, 0, "not found")
                self.report.add_taken(f"{kind.entity.location}: monsters.{kind.key}.{key}: not found, so 0")
            else:
                section.put_todo(key, "not found")
        self.spawn(section, kind)

    def supplied(self, family: str, kind: Kind, seed: Monster | Item | None) -> bool:
        """Whether a kind that is known only by name in a part of a game is one of the tutorial's own."""
        if not (self.draft.part and kind.entity is None and seed is not None):
            return False
        self.report.add_taken(f"{family}.{kind.key}: all but its weight as in {self.draft.seed}")
        return True

    def keeps(self, family: str, kind: Kind, first: int) -> bool:
        """Whether a kind is kept; its sections begin at `first`. A kind in no table is removed if it leaves a TODO."""
        if not kind.in_no_table or kind.entity is None:
            return True
        about = f"{kind.entity.location}: {family}.{kind.key}"
        if any(value == TODO for section in self.draft.sections[first:] for value, _ in section.entries.values()):
            del self.draft.sections[first:]
            self.report.read.pop(about, None)
            self.report.add_unread(f"{about}: in no table, and not all its numbers were found; left out")
            return False
        self.report.add_taken(f"{about}: in no table, so it has no weight")
        return True

    def write_packs(self, packs: list[Pack]) -> None:
        """Write a section for each pack."""
        for pack in packs:
            section = self.draft.section("packs", pack.key, remark=str(pack.location))
            section.put("leader", pack.members[0])
            others = Counter(pack.members[1:])
            section.put("members", [{"kind": key, "count": count} for key, count in others.items()])
            section.put("spawn", steps_of(pack.weights))
            self.report.add_read(f"packs.{pack.key}", pack.location)

    def fields_of(self, entity: Entity | None) -> list[dict[str, object]]:
        """Where a monster's numbers may be, the surest first."""
        if entity is None:
            return []
        return [fields for fields in (entity.fighter, entity.level, entity.fields) if fields]

    def write_items(self, kinds: list[Kind]) -> list[str]:
        """Write a section for each item. Returns the equipment slots they use."""
        seeds = {item.key: item for item in self.seed.items}
        written: dict[str, Kind] = {}
        from_seed = self.draft.part and not any(kind.weights for kind in kinds)
        for kind in kinds:
            kind.given |= from_seed and kind.key in seeds
            seed, before = seeds.get(kind.key), len(self.draft.sections)
            section = self.begin("items", kind, seed, "?")
            entity = kind.entity
            if self.supplied("items", kind, seed):
                pass
            elif entity is None:
                for key in ("effect", "amount", "reach") if seed is not None else ("effect",):
                    section.put_todo(key, "nothing was found that makes it")
            elif entity.equipment is not None:
                self.write_equipment(section, entity)
            else:
                self.effects.write(section, kind.key, entity)
            self.spawn(section, kind)
            if self.keeps("items", kind, before):
                self.items[kind.key] = written[kind.key] = kind
        if from_seed:
            self.report.add_taken(f"items: no weights were found; as in {self.draft.seed}")
        else:
            self.disable_unlisted("items", written)
        if not written and not self.draft.part and self.facts.shows_items():
            self.report.add_unread("items: none was found that the code makes; the ruleset has none", None, FIGHTS)
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
        taken = {names: bonus_in(fields, names) for names in (POWER_BONUS, DEFENSE_BONUS, MAX_HP_BONUS)}
        power, defense, max_hp = (number_in(fields, (name,)) or 0 for name in taken.values())
        slot = key_of(name_of(first_of(fields, SLOT))) or ("armor" if defense else "weapon")
        section.put("slot", slot)
        source = entity.equipment_source
        absent = isinstance(source, Call) and not fields and self.entities.contents.class_called(source) is None
        if absent:
            what = f"the equipment class of {entity.name} was not found; in Steep its slot is {slot}"
            self.report.add_unread(what, entity.location, FIGHTS)
        for key, value, names in (("power", power, POWER_BONUS), ("defense", defense, DEFENSE_BONUS)):
            given = next((name for name in names if fields.get(name) is UNKNOWN), "")
            if absent or given:
                name = source.name if isinstance(source, Call) else ""
                why = f"{given} is known only at run time" if given else f"{name} was not found"
                section.put_todo(key, f"{why} ({entity.location})")
                continue
            section.put(
                key, fitted(value, -MAX_NUMBER, MAX_NUMBER, f"{key} of {entity.name}", entity.location, self.report)
            )
        if max_hp:
            section.put("max_hp", fitted(max_hp, -MAX_NUMBER, MAX_NUMBER, "max_hp", entity.location, self.report))
        dice = dice_of(fields)
        if dice:
            section.put("damage", dice)
        section.put("effect", "none")
        section.put("amount", 0)
        section.put("reach", 0)
        for name, value in fields.items():
            if name in taken.values():
                low, high = random_span(value)
                if low is not None:
                    key = "power" if name in POWER_BONUS else "defense" if name in DEFENSE_BONUS else "max_hp"
                    section.put(key, low, f"random, {low} to {high}")
                    self.report.add_unread(
                        f"{name} of {entity.name or section.path[-1]} is random, {low} to {high}; in Steep it is {low}",
                        entity.location,
                    )
            elif name not in (*DICE_COUNT, *DICE_SIDES, *NO_NUMBERS_OF_THE_GAME) and (
                number_of(value) or ("bonus" in name and value not in (0, None))
            ):
                what = f"{name} of {entity.name or section.path[-1]}: Steep has no such bonus"
                self.report.add_unread(what, entity.location, FIGHTS)

    def spawn(self, section: Section, kind: Kind) -> None:
        """Write the weights of a kind."""
        if kind.weights is not None:
            section.put("spawn", steps_of(kind.weights))
        elif not kind.given:
            section.put_todo("spawn", "its table is left out" if kind.left_out else "no weight was found")

    def disable_unlisted(self, family: str, kinds: Mapping[str, Kind]) -> None:
        """Set the weight of the seed's kinds that the project doesn't have to 0."""
        for key in seed_kinds(self.seed, family):
            if key not in kinds:
                section = self.draft.section(family, key, remark=f"in {self.draft.seed}, not in the project")
                section.put("spawn", 0)


def bonus_in(fields: Fields, names: tuple[str, ...]) -> str:
    """The first of these bonuses that adds something, or that is given at all; empty if none is."""
    given = [name for name in names if name in fields]
    return next((name for name in given if number_of(fields[name]) != 0), given[0] if given else "")


def random_span(value: object) -> tuple[int | None, int | None]:
    """The lowest and highest number of a call such as ``randint(2, 4)``; (None, None) for anything else."""
    spread = spread_of(value)
    if spread is None or not spread.whole or not spread.size:
        return None, None
    return int(spread.low), int(spread.high) - 1
