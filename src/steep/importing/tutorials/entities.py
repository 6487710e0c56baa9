"""Monsters, items and the hero among all that a project makes: what each is called, looks like and is good for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from steep.importing.output.report import Where
from steep.importing.python.calls import POSITIONAL, Fields, Parts, first_of, name_of, number_in
from steep.importing.python.project import shared
from steep.importing.python.statements import Findings
from steep.importing.python.values import Call, Named, Namespace, Record, Value, key_of, words_in
from steep.importing.tutorials.colors import Shade, color_of

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

EFFECTS = {"heal": "heal", "lightning": "lightning", "fireball": "fireball", "confus": "confusion"}
"""What a consumable's class or function is called, in part, and the effect that it has here."""


@dataclass(slots=True, eq=False)
class Entity:
    """Something that may stand in a dungeon."""

    source: Call | Record
    fields: Fields
    name: str
    glyph: str
    color: Shade | None
    fighter: Fields | None = None
    """The fields that it fights with; None for what does not."""
    level: Fields | None = None
    use: Fields | None = None
    """The fields of what using it does; None when it is not used."""
    use_name: str = ""
    """The function that using it calls, or the class of what it is good for, with those above it."""
    wear: Fields | None = None
    """The fields of wearing it; None when it is not worn."""
    wear_source: Call | Record | None = None
    names: list[str] = field(default_factory=list)
    """All that a table may call it, the surest first."""

    @property
    def where(self) -> Where:
        """Where it is made."""
        return self.source.where

    @property
    def is_item(self) -> bool:
        """Whether it is something to take."""
        return self.fighter is None and (self.use is not None or self.wear is not None)

    @property
    def effect(self) -> str:
        """What using it does here; "none" when that is nothing that is known here."""
        said = self.use_name.lower()
        return next((effect for part, effect in EFFECTS.items() if part in said), "none")


class Entities:
    """All entities of a project, to be found by what tables call them."""

    def __init__(self, found: Findings) -> None:
        self.found = found
        self.parts = Parts(found)
        sources: list[Call | Record] = [*found.made, *found.records]
        self.all = [entity for entity in map(self.entity, sources) if entity is not None]

    def entity(self, source: Call | Record) -> Entity | None:
        """A call or dictionary as an entity; None when it is none."""
        fields = self.parts.fields(source)
        spare = fields.get(POSITIONAL, [])
        spare = [part for part in spare if isinstance(part, str | Named | Call | tuple | list)]
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
        self.equip(entity)
        fights = entity.fighter is not None or entity.use is not None or entity.wear is not None
        if not fights or not (glyph or (name and len(fields) > 2)):
            return None
        entity.names = self.names_of(entity)
        return entity

    def equip(self, entity: Entity) -> None:
        """Find what an entity is made of."""
        for part in self.parts.within(entity.fields):
            fields = self.parts.fields(part)
            names = self.parts.kin(part.key) if isinstance(part, Call) else [part.label]
            kin = " ".join(names).lower()
            if is_fighter(fields):
                entity.fighter = fields
            elif "level" in kin or "xp_given" in fields:
                entity.level = fields
            elif is_worn(fields, kin) or part is entity.fields.get("equippable"):
                entity.wear, entity.wear_source = fields, part
            elif (
                "consumable" in kin
                or part is entity.fields.get("consumable")
                or "use_function" in fields
                or kin.startswith(("item", "consum", "usable"))
            ):
                entity.use = fields
                does = first_of(fields, ("use_function", "function", "effect"))
                entity.use_name = (name_of(does) if does is not None else "") or " ".join(names)
            else:
                continue
        own = entity.fields
        if entity.fighter is None and is_fighter(own):
            entity.fighter = own
        if entity.fighter is None and entity.wear is None and isinstance(entity.source, Record) and is_worn(own, ""):
            entity.wear = own
        maker = entity.source.key if isinstance(entity.source, Call) else ""
        if entity.fighter is None and entity.use is None and maker == "Item":
            entity.use = own
            entity.use_name = name_of(first_of(own, ("use_function", "effect")))

    def names_of(self, entity: Entity) -> list[str]:
        """What tables may call an entity."""
        source = entity.source
        names = [word for branch in reversed(source.branches) if not branch.otherwise for word in branch.words]
        names.append(source.label)
        if isinstance(source, Call):
            names.append(source.key)
        names.extend(reversed(source.inside.split(".")))
        names.append(entity.name)
        return [key for key in map(key_of, names) if key]

    def find(self, kind: Value, keys: Iterable[str], near: str, items: bool) -> Entity | None:
        """The entity that a table means by a kind. `keys` are all kinds of that table, `near` is its file."""
        fitting = [entity for entity in self.all if entity.is_item is items]
        if isinstance(kind, Call | Record):
            itself = next((entity for entity in self.all if entity.source is kind), None)
            if itself is not None:
                return itself
        key = key_of(kind_name(kind))
        scored = [(self.fit(entity, key), shared(entity.where.file, near), entity) for entity in fitting]
        best = max(scored, key=lambda found: found[:2], default=None)
        if best is not None and best[0] > 0:
            return best[2]
        return self.otherwise(key, list(keys), fitting)

    def fit(self, entity: Entity, key: str) -> int:
        """How well an entity answers to a key; 0 when it does not."""
        if key in entity.names:
            return 100 - min(entity.names.index(key), 50)
        words = set(key.split("_"))
        ends = any(name.endswith(f"_{key}") or name.startswith(f"{key}_") for name in entity.names)
        return 20 if ends else 10 if words and words == set(words_in(entity.name)) else 0

    def otherwise(self, key: str, keys: list[str], fitting: list[Entity]) -> Entity | None:
        """The entity of the `else` of a chain, when this key is the only one of the table that the chain leaves."""
        for entity in fitting:
            for branch in reversed(entity.source.branches):
                left = [other for other in keys if other not in map(key_of, branch.words)]
                if branch.otherwise and left == [key]:
                    return entity
        return None

    def hero(self) -> Entity | None:
        """The player's entity."""
        fighters = [entity for entity in self.all if entity.fighter is not None]
        named = [entity for entity in fighters if {"player", "hero"} & {*entity.names}]
        return next(iter(named or [entity for entity in fighters if entity.glyph == "@"]), None)


def kind_name(kind: Value) -> str:
    """What a table calls a kind."""
    if isinstance(kind, Call | Record):
        return kind.label or (kind.key if isinstance(kind, Call) else "")
    if isinstance(kind, Named):
        return kind.key
    return kind.name if isinstance(kind, Namespace) else str(kind)


def is_fighter(fields: Fields) -> bool:
    """Whether fields are what something fights with."""
    return number_in(fields, HP) is not None and any(name in fields for name in (*POWER, *DEFENSE))


def is_worn(fields: Fields, kin: str) -> bool:
    """Whether fields are those of something to wear."""
    bonus = any(name in fields for name in (*POWER_BONUS, *DEFENSE_BONUS))
    slot = any(name in fields for name in SLOT)
    return (bonus and "fighter" not in kin) or (slot and "equip" in kin)


def is_glyph(value: Value) -> bool:
    """Whether a value is one character to see."""
    return isinstance(value, str) and len(value) == 1 and value.isprintable() and value != " "


def glyph_of(value: Value) -> str:
    """The character that stands for something: given as itself, or as its number."""
    if is_glyph(value):
        return str(value)
    if isinstance(value, int) and 0x20 < value < 0xD800 and is_glyph(chr(value)):
        return chr(value)
    return ""
