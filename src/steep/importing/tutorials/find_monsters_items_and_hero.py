"""Finds the monsters, items and the hero among the calls and dictionaries of a project."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from steep.importing.output.import_report import Coverage, ImportReport, Location, Uncovered
from steep.importing.output.ruleset_toml import Section
from steep.importing.python.expression_values import (
    UNKNOWN,
    Branch,
    Call,
    Dictionary,
    Namespace,
    UnresolvedName,
    Value,
    key_of,
    words_in,
)
from steep.importing.python.project_contents import Contents
from steep.importing.python.reachability import mentions
from steep.importing.python.resolve_imports import (
    POSITIONAL,
    SIGNATURES,
    FieldReader,
    Fields,
    first_of,
    name_of,
    number_in,
    shared,
)
from steep.importing.python.written_numbers import Origin, origins_of, since_of
from steep.importing.tutorials.read_colors import Shade, color_of
from steep.importing.tutorials.tables.find_count_and_weight_tables import (
    CHANCE_WORDS,
    COUNT_WORDS,
    FAMILY_WORDS,
    tables_in_dictionaries,
)

HP = ("hp", "max_hp", "base_hp", "base_max_hp", "health", "max_health", "hit_points", "hitpoints")
POWER = (
    "power",
    "base_power",
    "attack",
    "base_attack",
    "atk",
    "att",
    "dmg",
    "damage",
    "strength",
    "base_strength",
    "str",
)
DEFENSE = ("defense", "base_defense", "defence", "base_defence", "armor", "armour", "ac", "dv", "def", "armor_class")
XP = ("xp", "xp_given", "exp", "xp_value", "xp_reward", "exp_given", "experience", "xp_bonus")
GLYPH = ("char", "glyph", "character", "symbol", "icon", "tile", "ch", "aspect")
COLOR = ("color", "colour", "fg", "char_color")
NAME = ("name", "title")
SLOT = ("slot", "equipment_type", "equip_slot", "equipment_slot", "equipment_slots")
POWER_BONUS = tuple(
    name
    for stat in ("power", "attack", "damage", "strength", "str", "atk")
    for name in (f"{stat}_bonus", f"bonus_{stat}")
)
DEFENSE_BONUS = tuple(
    name
    for stat in ("defense", "defence", "armor", "armour", "ac", "def")
    for name in (f"{stat}_bonus", f"bonus_{stat}")
)
MAX_HP_BONUS = tuple(
    name for stat in ("max_hp", "hp", "health", "max_health") for name in (f"{stat}_bonus", f"bonus_{stat}")
)

MASS = {"max_weight", "carry_weight", "total_weight", "weight_limit", "mass", "encumbrance", "carrying_capacity"}
"""Names that show that `weight` is a mass, not a chance."""

OWN_DEFAULTS = ("level_up_base", "level_up_factor")
"""Defaults that only the hero uses: what a level costs."""

HERO_WORDS = frozenset(("player", "hero"))

CLASS_WORDS = frozenset(("archetype", "career", "class", "classe", "hero", "heroe", "job", "player", "profession"))
"""Words in the name of a table of heroes, without a plural s."""

GENERIC_NAMES = frozenset(
    ("armor", "creature", "enemy", "entity", "equipment", "item", "mob", "monster", "obj", "object", "thing", "weapon")
)
"""Names of variables that hold one thing after another, so they identify none."""

ACTING = frozenset(
    ("speed", "energy", "initiative", "delay", "haste", "cooldown", "attacks", "reach", "regen", "regeneration",
     "thorns", "lives", "accuracy", "dodge", "evasion", "crit", "critical", "luck", "resistance", "lifesteal")
)  # fmt: skip
"""Words in the names of fields that decide fights."""

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
        """Where it is made."""
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


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Branches that make what a name means, such as `if monster_choice == "orc"`."""

    subject: str
    otherwise: Entity | None
    """What the `else` makes; None if there is none, or if it makes nothing."""


class Entities:
    """All entities of a project, by the names that tables use."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.parts = FieldReader(contents, SIGNATURES, OWN_DEFAULTS)
        self.attachments = [
            (made, component)
            for made in contents.calls
            if made.args and isinstance(component := made.named.get("self"), Call) and "add" in words_in(made.key)
        ]
        self.keys_of_makers: dict[str, set[str]] = {}
        """The keys under which dictionaries have each function: `{"orc": make_orc}`."""
        for record in contents.dictionaries:
            for key, value in record.entries.items():
                if isinstance(key, str) and isinstance(value, UnresolvedName | Namespace):
                    self.keys_of_makers.setdefault(name_of(value), set()).add(key_of(key))
        sources: list[Call | Dictionary] = [*contents.calls, *contents.dictionaries]
        self.all = [entity for entity in map(self.entity, sources) if entity is not None]

    def entity(self, source: Call | Dictionary) -> Entity | None:
        """A call or dictionary as an entity; None if it isn't one."""
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
        given = [*self.parts.components(entity.fields), *self.attached(entity.source)]
        for part in given:
            fields = self.parts.fields(part)
            names = self.parts.ancestry(self.parts.returned(part)) if isinstance(part, Call) else [part.label]
            ancestry = " ".join(names).lower()
            if is_fighter(fields) or (
                "fighter" in ancestry and any(name in fields for name in (*POWER, *DEFENSE, *XP))
            ):
                entity.fighter = fields
            elif "level" in ancestry or "xp_given" in fields:
                entity.level = fields
            elif part is entity.fields.get("equippable") or (
                is_equipment(fields, ancestry) and "consumable" not in ancestry
            ):
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
        usable = constructor == "Item" or (isinstance(entity.source, Dictionary) and "use_function" in own)
        if entity.fighter is None and entity.use is None and usable:
            entity.use = own
            entity.use_name = name_of(first_of(own, ("use_function", "effect")))

    def attached(self, source: Call | Dictionary) -> Iterator[Call]:
        """The components that calls like `Fighter(hp=5).add_to_entity(orc)` give an entity, or `self` in its class."""
        own_class = isinstance(source, Call) and source.key == "__init__"
        for made, component in self.attachments:
            target = made.args[0]
            if target is source or (own_class and target is UNKNOWN and made.inside == source.inside):
                yield component

    def names_of(self, entity: Entity) -> list[str]:
        """The names that tables may use for an entity."""
        source = entity.source
        names = [word for branch in reversed(source.branches) if not branch.otherwise for word in branch.words]
        names.extend(self.maker_keys(source))
        names.append(source.label)
        if isinstance(source, Call):
            names.append(source.key)
        names.extend(reversed(source.inside.split(".")))
        names.append(entity.name)
        return [key for key in map(key_of, names) if key]

    def maker_keys(self, source: Call | Dictionary) -> set[str]:
        """The key of a dictionary of functions under which the function or class around a call stands, if it is one."""
        keys = [self.keys_of_makers.get(name, set()) for name in source.inside.split(".")]
        return next((each for each in keys if len(each) == 1), set())

    def find(self, kind: Value, keys: Iterable[str], near: tuple[str, str], items: bool) -> Entity | None:
        """The entity for a kind of a table. `keys` are all kinds of the table, `near` its file and function."""
        candidates = [entity for entity in self.all if entity.is_item is items]
        if isinstance(kind, Call | Dictionary):
            itself = next((entity for entity in self.all if entity.source is kind), None)
            if itself is not None:
                return itself
        key = key_of(kind_name(kind))
        matches = [(score, entity) for entity in candidates if (score := self.match_score(entity, key)) > 0]
        file, inside = near

        def rank(match: tuple[int, Entity]) -> tuple[bool, int, int]:
            score, entity = match
            beside = bool(inside) and (entity.location.file, entity.source.inside) == near
            return beside, score, shared(entity.location.file, file)

        best = max(matches, key=rank, default=None)
        return best[1] if best is not None else self.from_else(key, list(keys), candidates)

    def match_score(self, entity: Entity, key: str) -> int:
        """How well an entity matches a key; 0 if it does not."""
        if key in entity.names:
            return 100 - min(entity.names.index(key), 50)
        words = set(key.split("_"))
        ends = any(name.endswith(f"_{key}") or name.startswith(f"{key}_") for name in entity.names)
        return 20 if ends else 10 if words and words == set(words_in(entity.name)) else 0

    def from_else(self, key: str, keys: list[str], candidates: list[Entity]) -> Entity | None:
        """The entity that the `else` of a chain of branches makes, if this key is the only one left for it."""
        for entity in candidates:
            for branch in reversed(entity.source.branches):
                left = [other for other in keys if other not in map(key_of, branch.words)]
                if branch.otherwise and left == [key]:
                    return entity
        return None

    def key_of_kind(self, kind: Value) -> str:
        """The key for a kind of a table."""
        itself = next((entity for entity in self.all if entity.source is kind), None)
        return key_of(kind_name(kind)) if itself is None else self.own_key(itself)

    def own_key(self, entity: Entity | None) -> str:
        """The project's own name for an entity: its variable or its key, unless different entities take turns in it."""
        if entity is None:
            return ""
        return next(filter(None, (self.given_key(entity), key_of(entity.name), *entity.names)), "")

    def given_key(self, entity: Entity) -> str:
        """The variable, key or word of a branch that stands for this entity alone; empty if none does."""
        label = key_of(entity.source.label)
        # A function's result is named after it, as in `make_orc`.
        returned = entity.source.label == entity.source.inside.rpartition(".")[2]
        if label not in GENERIC_NAMES and not returned and len(self.names_by_label.get(label, ())) == 1:
            return label
        words = [word for branch in reversed(entity.source.branches) if not branch.otherwise for word in branch.words]
        return key_of(words[0]) if words else ""

    @functools.cached_property
    def names_by_label(self) -> dict[str, set[str]]:
        """The displayed names of the entities that are bound to each variable or key."""
        names: dict[str, set[str]] = {}
        for entity in self.all:
            names.setdefault(key_of(entity.source.label), set()).add(entity.name)
        return names

    @functools.cached_property
    def handled(self) -> set[str]:
        """The words that code compares with something, or that name a function in a dictionary, as keys."""
        words = {word for keys in self.keys_of_makers.values() for word in keys}
        for function in (*self.contents.methods, *self.contents.free):
            for part in ast.walk(function.node):
                if isinstance(part, ast.Compare | ast.MatchValue):
                    words.update(map(key_of, mentions(part)))
                elif isinstance(part, ast.Dict):
                    entries = zip(part.keys, part.values, strict=True)
                    named = [key for key, value in entries if key and isinstance(value, ast.Name | ast.Attribute)]
                    words.update(key_of(word) for key in named for word in mentions(key))
        return words

    def dispatch(self, key: str, keys: Iterable[str], near: tuple[str, str]) -> Dispatch | None:
        """The branches of a function that make the other `keys` of a table but not this one; None if there are none."""
        others = {other for other in keys if other != key}
        branches = [
            (branch, entity)
            for entity in self.all
            if (entity.location.file, entity.source.inside) == near
            for branch in entity.source.branches
        ]
        subjects = [branch.subject for branch, _ in branches if not branch.otherwise and others & words_of(branch)]
        sources: list[Call | Dictionary] = [*self.contents.calls, *self.contents.dictionaries]
        named = [branch for source in sources for branch in source.branches if not branch.otherwise]
        handled = any(key in words_of(branch) for branch in named)
        if len(subjects) < 2 or handled:
            return None
        subject = max(subjects, key=subjects.count)
        otherwise = [entity for branch, entity in branches if branch.otherwise and branch.subject == subject]
        return Dispatch(subject, next(iter(otherwise), None))

    def shows_mass(self) -> bool:
        """Whether `weight` means what things weigh: the project has a limit or a sum of it."""
        names = {"_".join(words_in(bound.name)) for bound in self.contents.bindings}
        names.update("_".join(words_in(name)) for made in self.contents.calls for name in made.named)
        return bool(names & MASS)

    @functools.cached_property
    def heroes(self) -> list[Entity]:
        """The player's entity, or all entities that may be the player's."""
        fighters = [entity for entity in self.all if entity.fighter is not None]
        named = [entity for entity in fighters if HERO_WORDS & {*entity.names}]
        labelled = [entity for entity in fighters if HERO_WORDS & {*words_in(entity.source.label)}]
        classes = [entity for entity in fighters if id(entity.source) in self.in_classes and entity not in named]
        return [*(named or labelled), *classes] or [entity for entity in fighters if entity.glyph == "@"]

    @functools.cached_property
    def in_classes(self) -> set[int]:
        """What stands in a table of classes that a player chooses from: `CLASSES = {"warrior": Actor(…), …}`."""
        tables = {
            id(bound.value): bound.value
            for bound in self.contents.bindings
            if (words := {word.rstrip("s") for word in words_in(bound.name)}) & CLASS_WORDS
            and words.isdisjoint(word for family in FAMILY_WORDS.values() for word in family)
        }
        rows = [[*table.entries.values()] if isinstance(table, Dictionary) else table for table in tables.values()]
        return {id(row) for table in rows if isinstance(table, list | tuple) and len(table) > 1 for row in table}


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


def words_of(branch: Branch) -> set[str]:
    """The words of a branch as keys."""
    return set(map(key_of, branch.words))


# Counts how many numbers of a project's tables, kinds and hero the ruleset has.

NO_NUMBERS_OF_THE_GAME = frozenset((*COLOR, *GLYPH, *NAME, "bg", "x", "y", "z", "render_order", "self"))
"""Fields that only say what something looks like, or where it is."""

MAX_DEPTH = 8
"""Nesting of components in components."""


def coverage_of(
    contents: Contents, entities: Entities, sections: Sequence[Section], assumed: Collection[str]
) -> Coverage:
    """How many of a project's numbers the sections of its ruleset have, and which they don't."""
    counted: dict[Origin, str] = {}
    for entity in entities.all:
        for name, value in entities.parts.fields(entity.source).items():
            if name not in NO_NUMBERS_OF_THE_GAME:
                add(counted, name, value)
    for bound in (*contents.bindings, *tables_in_dictionaries(contents)):
        words = {word.rstrip("s") for word in words_in(bound.name)}
        if any(words & family for family in FAMILY_WORDS.values()) and words & (COUNT_WORDS | CHANCE_WORDS):
            add(counted, bound.name, bound.value, of_table=True)
    here = set(places_in(sections))
    missing: dict[str, list[Origin]] = {}
    for place, name in counted.items():
        if place not in here:
            missing.setdefault(name, []).append(place)
    by_name = [
        Uncovered(name, len(places), Location(places[0].file, places[0].line)) for name, places in missing.items()
    ]
    by_name.sort(key=lambda each: (-each.numbers, each.name))
    by_name += [Uncovered(f"code of {topic}", 1, None) for topic in assumed]
    return Coverage(len(here), len({*counted, *here}) + len(assumed), tuple(by_name))


def fields_unread(missing: Iterable[Uncovered], report: ImportReport) -> bool:
    """Report fields that decide fights in a way that a ruleset does not have; whether there are any."""
    found = [each for each in missing if each.location is not None and ACTING & {*words_in(each.name)}]
    for each in found:
        report.assume("stats", f"{each.name} is not read", each.location)
    return bool(found)


def add(counted: dict[Origin, str], name: str, value: Value, depth: int = 0, *, of_table: bool = False) -> None:
    """Add the numbers in a value, under the name of the field that they are in, or of the table."""
    if depth > MAX_DEPTH:
        return
    for place in origins_of(value):
        counted.setdefault(place, name)
    parts: list[tuple[str, Value]] = []
    if isinstance(value, Call):
        # The 0 of `randint(0, most)` is not counted: counts in a ruleset begin with 0 anyway.
        rolls = "rand" in value.name.lower()
        kind = value.key if value.key[:1].isupper() else name
        parts += [(kind, argument) for argument in value.args if not (rolls and argument == 0)]
        parts += value.named.items()
    elif isinstance(value, Dictionary):
        for key, entry in value.entries.items():
            parts += [(name, key), (key if isinstance(key, str) else name, entry)]
    elif isinstance(value, list | tuple) and color_of(value) is None:
        parts += [(name, entry) for entry in value]
    for inner, part in parts:
        if inner not in NO_NUMBERS_OF_THE_GAME:
            add(counted, name if of_table else inner, part, depth + 1, of_table=of_table)


def places_in(sections: Sequence[Section]) -> Iterator[Origin]:
    """The places of all numbers of a ruleset except its colours, and of the floors from which they hold."""
    for section in sections:
        for key, (value, _) in section.entries.items():
            waiting = [value] if key != "color" else []
            while waiting:
                each = waiting.pop()
                if isinstance(each, dict):
                    waiting.extend(each.values())
                elif isinstance(each, list):
                    waiting.extend(each)
                else:
                    yield from origins_of(each)
                    yield from origins_of(since_of(each))
