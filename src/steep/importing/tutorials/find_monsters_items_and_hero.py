"""Finds the monsters, items and the hero among the calls and dictionaries of a project."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from steep.importing.output.import_report import Location
from steep.importing.python.expression_values import (
    Call,
    Dictionary,
    Namespace,
    UnresolvedName,
    Value,
    key_of,
    words_in,
)
from steep.importing.python.project_contents import Contents
from steep.importing.python.read_calls_as_fields import POSITIONAL, FieldReader, Fields, first_of, name_of, number_in
from steep.importing.python.resolve_imports import shared
from steep.importing.tutorials.known_class_parameters import SIGNATURES
from steep.importing.tutorials.read_colors import Shade, color_of

HP = ("hp", "max_hp", "base_hp", "base_max_hp", "health", "max_health", "hit_points", "hitpoints")
POWER = ("power", "base_power", "attack", "base_attack", "atk", "att", "dmg", "damage", "strength")
DEFENSE = ("defense", "base_defense", "defence", "base_defence", "armor", "armour", "ac", "dv", "def")
XP = ("xp", "xp_given", "exp", "xp_value", "xp_reward", "exp_given", "experience", "xp_bonus")
GLYPH = ("char", "glyph", "character", "symbol", "icon", "tile", "ch")
COLOR = ("color", "colour", "fg", "char_color")
NAME = ("name", "title")
SLOT = ("slot", "equipment_type", "equip_slot", "equipment_slot")
POWER_BONUS = ("power_bonus", "attack_bonus", "damage_bonus")
DEFENSE_BONUS = ("defense_bonus", "defence_bonus", "armor_bonus", "armour_bonus")

OWN_DEFAULTS = ("level_up_base", "level_up_factor")
"""Defaults that only the hero uses: what a level costs."""

EFFECTS = {"heal": "heal", "lightning": "lightning", "fireball": "fireball", "confus": "confusion"}
"""Parts of the names of consumables, and the effect that they mean."""


@dataclass(slots=True, eq=False)
class Entity:
    """A monster, an item or the hero."""

    source: Call | Dictionary
    fields: Fields
    name: str
    glyph: str
    color: Shade | None
    fighter: Fields | None = None
    """Its combat stats; None for items."""
    level: Fields | None = None
    use: Fields | None = None
    """The fields of its effect; None if it can't be used."""
    use_name: str = ""
    """The function that using it calls, or the class of its effect with its base classes."""
    equipment: Fields | None = None
    """The fields of its equipment component; None if it can't be equipped."""
    equipment_source: Call | Dictionary | None = None
    names: list[str] = field(default_factory=list)
    """Names that a table may use for it, most likely first."""

    @property
    def location(self) -> Location:
        """Location it is made."""
        return self.source.location

    @property
    def is_item(self) -> bool:
        """Whether it is an item."""
        return self.fighter is None and (self.use is not None or self.equipment is not None)

    @property
    def effect(self) -> str:
        """Its effect in Steep; "none" if it has none."""
        name = self.use_name.lower()
        return next((effect for part, effect in EFFECTS.items() if part in name), "none")


class Entities:
    """All entities of a project, by the names that tables use."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.parts = FieldReader(contents, SIGNATURES, OWN_DEFAULTS)
        sources: list[Call | Dictionary] = [*contents.calls, *contents.dictionaries]
        self.all = [entity for entity in map(self.entity, sources) if entity is not None]

    def entity(self, source: Call | Dictionary) -> Entity | None:
        """A call or dictionary as an entity; None if it is none."""
        fields = self.parts.fields(source)
        spare = fields.get(POSITIONAL, [])
        spare = [part for part in spare if isinstance(part, str | UnresolvedName | Call | tuple | list)]
        name = first_of(fields, NAME)
        glyph = glyph_of(first_of(fields, GLYPH)) or next((part for part in spare if is_glyph(part)), "")
        if not isinstance(name, str):
            name = next(
                (part for part in spare if isinstance(part, str) and len(part) > 1 and not part.startswith("#")), ""
            )
        shade = color_of(first_of(fields, COLOR))
        if shade is None:
            shades = (color_of(part) for part in spare if not isinstance(part, str))
            shade = next((shade for shade in shades if shade is not None), None)
        entity = Entity(source, fields, name, glyph, shade)
        self.classify(entity)
        fights = entity.fighter is not None or entity.use is not None or entity.equipment is not None
        if not fights or not (glyph or (name and len(fields) > 2)):
            return None
        entity.names = self.names_of(entity)
        return entity

    def classify(self, entity: Entity) -> None:
        """Find the components of an entity."""
        for part in self.parts.components(entity.fields):
            fields = self.parts.fields(part)
            names = self.parts.ancestry(part.key) if isinstance(part, Call) else [part.label]
            ancestry = " ".join(names).lower()
            if is_fighter(fields):
                entity.fighter = fields
            elif "level" in ancestry or "xp_given" in fields:
                entity.level = fields
            elif is_equipment(fields, ancestry) or part is entity.fields.get("equippable"):
                entity.equipment, entity.equipment_source = fields, part
            elif (
                "consumable" in ancestry
                or part is entity.fields.get("consumable")
                or "use_function" in fields
                or ancestry.startswith(("item", "consum", "usable"))
            ):
                entity.use = fields
                does = first_of(fields, ("use_function", "function", "effect"))
                entity.use_name = (name_of(does) if does is not None else "") or " ".join(names)
            else:
                continue
        own = entity.fields
        if entity.fighter is None and is_fighter(own):
            entity.fighter = own
        if (
            entity.fighter is None
            and entity.equipment is None
            and isinstance(entity.source, Dictionary)
            and is_equipment(own, "")
        ):
            entity.equipment = own
        constructor = entity.source.key if isinstance(entity.source, Call) else ""
        if entity.fighter is None and entity.use is None and constructor == "Item":
            entity.use = own
            entity.use_name = name_of(first_of(own, ("use_function", "effect")))

    def names_of(self, entity: Entity) -> list[str]:
        """The names that tables may use for an entity."""
        source = entity.source
        names = [word for branch in reversed(source.branches) if not branch.otherwise for word in branch.words]
        names.append(source.label)
        if isinstance(source, Call):
            names.append(source.key)
        names.extend(reversed(source.inside.split(".")))
        names.append(entity.name)
        return [key for key in map(key_of, names) if key]

    def find(self, kind: Value, keys: Iterable[str], near: str, items: bool) -> Entity | None:
        """The entity for a kind of a table. `keys` are all kinds of the table and `near` is its file."""
        candidates = [entity for entity in self.all if entity.is_item is items]
        if isinstance(kind, Call | Dictionary):
            itself = next((entity for entity in self.all if entity.source is kind), None)
            if itself is not None:
                return itself
        key = key_of(kind_name(kind))
        scored = [(self.match_score(entity, key), shared(entity.location.file, near), entity) for entity in candidates]
        best = max(scored, key=lambda found: found[:2], default=None)
        if best is not None and best[0] > 0:
            return best[2]
        return self.from_else(key, list(keys), candidates)

    def match_score(self, entity: Entity, key: str) -> int:
        """How well an entity matches a key; 0 if it does not."""
        if key in entity.names:
            return 100 - min(entity.names.index(key), 50)
        words = set(key.split("_"))
        ends = any(name.endswith(f"_{key}") or name.startswith(f"{key}_") for name in entity.names)
        return 20 if ends else 10 if words and words == set(words_in(entity.name)) else 0

    def from_else(self, key: str, keys: list[str], candidates: list[Entity]) -> Entity | None:
        """The entity in the `else` of a chain of branches, if this key is the only one left for it."""
        for entity in candidates:
            for branch in reversed(entity.source.branches):
                left = [other for other in keys if other not in map(key_of, branch.words)]
                if branch.otherwise and left == [key]:
                    return entity
        return None

    def key_of_kind(self, kind: Value) -> str:
        """The key for a kind of a table: the project's own variable, unless different kinds share it in turn."""
        name = key_of(kind_name(kind))
        itself = next((entity for entity in self.all if entity.source is kind), None)
        if itself is None or not itself.name:
            return name
        shared = {entity.name for entity in self.all if key_of(entity.source.label) == name}
        return key_of(itself.name) if len(shared) > 1 else name

    def hero(self) -> Entity | None:
        """The player's entity."""
        fighters = [entity for entity in self.all if entity.fighter is not None]
        named = [entity for entity in fighters if {"player", "hero"} & {*entity.names}]
        return next(iter(named or [entity for entity in fighters if entity.glyph == "@"]), None)


def kind_name(kind: Value) -> str:
    """The name of a kind in a table."""
    if isinstance(kind, Call | Dictionary):
        return kind.label or (kind.key if isinstance(kind, Call) else "")
    if isinstance(kind, UnresolvedName):
        return kind.key
    return kind.name if isinstance(kind, Namespace) else str(kind)


def is_fighter(fields: Fields) -> bool:
    """Whether fields are combat stats."""
    return number_in(fields, HP) is not None and any(name in fields for name in (*POWER, *DEFENSE))


def is_equipment(fields: Fields, ancestry: str) -> bool:
    """Whether fields are those of equipment."""
    bonus = any(name in fields for name in (*POWER_BONUS, *DEFENSE_BONUS))
    slot = any(name in fields for name in SLOT)
    return (bonus and "fighter" not in ancestry) or (slot and "equip" in ancestry)


def is_glyph(value: Value) -> bool:
    """Whether a value is one visible character."""
    return isinstance(value, str) and len(value) == 1 and value.isprintable() and value != " "


def glyph_of(value: Value) -> str:
    """A glyph, given as a character or as its code point."""
    if is_glyph(value):
        return str(value)
    if isinstance(value, int) and 0x20 < value < 0xD800 and is_glyph(chr(value)):
        return chr(value)
    return ""
