"""Finds the monsters, items and heroes that a project makes, and which of them a name in a table means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from steep.importing.literals.nests import CALL, GROUP, NUMBER, STRING, Term
from steep.importing.literals.records import CONSTRUCTORS, SUPERS, Fields, Found, Project
from steep.importing.literals.shapes import KIND, Reading, plain
from steep.importing.python.expression_values import words_in
from steep.importing.python.resolve_imports import SIGNATURES
from steep.importing.tutorials.find_monsters_items_and_hero import (
    COLOR,
    DEFENSE,
    DEFENSE_BONUS,
    EFFECTS,
    GLYPH,
    HERO_WORDS,
    HP,
    POWER,
    POWER_BONUS,
    XP,
)
from steep.importing.tutorials.find_monsters_items_and_hero import (
    NAME as NAMES,
)
from steep.importing.tutorials.read_colors import Shade, color_of

MAKING = frozenset(("spawn", "create", "make", "new", "add", "place", "build", "generate", "get", "init"))
"""Words in front of a kind, in the name of what makes it."""
ASKING = frozenset(("choose", "fetch", "find", "get", "has", "is", "load", "pick", "read", "select"))
"""Words in front of what a function is asked for."""
DEFINING = frozenset(
    ("definition", "entity", "template", "prefab", "data", "factory", "def", "actor", "tres", "resource")
)
ITEM = frozenset(("item", "items"))
OWN_SIGNATURES = {
    **SIGNATURES,
    "LightningConsumable": ("damage", "maximum_range"),
    "Level": ("level_up_base", "xp_given", "current_level", "current_xp", "level_up_factor"),
}
"""The parameters of the rot.js tutorial's classes, for parts of a game without them."""
IDENTITY = ("id", "key", *NAMES)
GLYPHS = (*GLYPH, "display", "sigil")
COLORS = (*COLOR, "foreground", "fgcolor")
STATS = {"hp": HP, "power": POWER, "defense": DEFENSE, "xp": XP}
"""Names of a monster's stats."""
SHORT_COLOR = re.compile(r"#([0-9a-fA-F]{3})$")


@dataclass(slots=True, eq=False)
class Made:
    """A monster, an item or a hero."""

    found: Found
    fields: Fields
    keys: list[str]
    """Names that tables may use for it, the surest first."""
    again: list[Made] = field(default_factory=list)
    """Other rows of a sheet with the same key and stats."""

    def number(self, names: Sequence[str]) -> Term | None:
        """The first of these fields that is a number; None if none is."""
        fields = self.fields.by_name
        return next((fields[name] for name in names if name in fields and fields[name].kind == NUMBER), None)

    def text(self, names: Sequence[str]) -> str:
        """The first of these fields that is a text; empty if none is."""
        fields = self.fields.by_name
        return next((fields[name].text for name in names if name in fields and fields[name].kind == STRING), "")

    def is_same(self, other: Made, key: str) -> bool:
        """Whether another row is of the same key and has the same stats."""
        return key == self.keys[0] and all(
            getattr(one, "number", None) == getattr(two, "number", None)
            for one, two in (
                (self.number(names), other.number(names)) for names in (*STATS.values(), POWER_BONUS, DEFENSE_BONUS)
            )
        )

    @property
    def name(self) -> str:
        """What players see."""
        spare = (term.text for term in self.fields.spare if term.kind == STRING)
        return self.text(NAMES) or next((text for text in spare if len(text) > 1 and text[0] != "#"), "")

    @property
    def glyph(self) -> str:
        """Its character; empty if it has none."""
        given = (self.text(GLYPHS), *(term.text for term in self.fields.spare if term.kind == STRING))
        return next((text for text in given if len(text) == 1 and text.isprintable() and text != " "), "")

    @property
    def color(self) -> Shade | None:
        """Its colour; None if it has none."""
        given = [self.fields.by_name[name] for name in COLORS if name in self.fields.by_name]
        shades = (shade_of(term) for term in (*given, *self.fields.spare))
        return next((shade for shade in shades if shade is not None), None)

    @property
    def is_fighter(self) -> bool:
        """Whether it has the stats of a fighter."""
        called = any("fighter" in maker for maker in self.fields.makers)
        stats = [self.number(names) is not None for names in (HP, POWER, DEFENSE, XP)]
        return (stats[0] and any(stats[1:])) or (called and any(stats[:3]))

    @property
    def effect(self) -> str:
        """Its effect in Steep; "none" if it has none."""
        told = self.fields.by_name.get("effect")
        says = " ".join([*self.fields.makers, told.text.lower() if told is not None else ""])
        return next((effect for part, effect in EFFECTS.items() if part in says), "none")

    @property
    def is_equipment(self) -> bool:
        """Whether it is gear."""
        return self.number((*POWER_BONUS, *DEFENSE_BONUS)) is not None

    @property
    def is_item(self) -> bool:
        """Whether it is an item: gear, with an effect, or called one."""
        words = {word for part in self.found.path for word in words_in(part)}
        named = any(name in self.fields.own for name in (*IDENTITY, *GLYPHS))
        made = any("item" in maker or "consumable" in maker for maker in self.fields.makers)
        called = made or (named and ("effect" in self.fields.own or ITEM & words))
        return not self.is_fighter and (self.is_equipment or self.effect != "none" or bool(called))

    @property
    def is_hero(self) -> bool:
        """Whether it is the player."""
        return self.is_fighter and (bool(HERO_WORDS & {*self.keys}) or self.glyph == "@")


def find_made(project: Project, reading: Reading) -> list[Made]:
    """All monsters, items and heroes of a project, without those that are part of another one."""
    kinds = reading.names("kind", KIND)
    given = {STATS[meaning][0]: plain(name) for meaning, name in reading.columns.items() if meaning in STATS}
    aliases = {
        PurePosixPath(found.term.text).stem: found.name
        for found in project.found
        if found.keyed and found.term.kind == STRING and found.term.text.endswith(".tres")
    }
    candidates = [found for found in project.found if found.term.kind in (CALL, GROUP) and found.term.items]
    candidates.sort(key=lambda found: (found.source.file, found.term.start, -found.term.end, not found.keyed))
    made: list[Made] = []
    for found in candidates:
        last = made[-1] if made else None
        if last is not None and last.found.source is found.source and found.term.end <= last.found.term.end:
            continue
        if found.source.ending == ".tres" and "#" in found.path[-1]:
            continue
        fields = project.fields_of(found, OWN_SIGNATURES)
        told = {stat: fields.by_name[name] for stat, name in given.items() if name in fields.by_name}
        fields.by_name |= told
        fields.own |= {*told}
        entity = Made(found, fields, keys_of(found, aliases))
        in_list = not found.keyed and found.term.kind == GROUP
        column = next((name for name in kinds if in_list and entity.text((name,))), "")
        if column and not entity.text(NAMES):
            fields.by_name["name"] = fields.by_name[column]
        named = any(name in fields.own for name in (*IDENTITY, *GLYPHS)) or any(
            term.kind == STRING for term in fields.spare
        )
        if not (named or any(name in fields.own for name in (*HP, *POWER_BONUS, *DEFENSE_BONUS))):
            continue
        if entity.is_fighter or (entity.is_item and is_maker(found)):
            own = [key for key in (key_of(entity.text((name,))) for name in (*IDENTITY, column) if name) if key]
            # An entry of a list is named by its fields; anything else first by its key or by what makes it.
            entity.keys = [*own, *entity.keys] if in_list else [*entity.keys, *own]
            same = next((each for each in made if in_list and own and each.is_same(entity, own[0])), None)
            (same.again if same is not None else made).append(entity)
    # A class that only passes numbers to its base is a component of whatever is made with it.
    parts = {maker for entity in made if entity.found.term.text not in SUPERS for maker in entity.fields.makers}
    return [
        entity
        for entity in made
        if entity.found.term.text not in SUPERS or not parts & {*map(str.lower, entity.found.path)}
    ]


def is_maker(found: Found) -> bool:
    """Whether a call makes something, rather than drawing it, asking for it or asking about it."""
    name = found.term.text
    last = name.rpartition(".")[2]
    made = not name or last[:1].isupper() or name in SUPERS or last in ("new", "instance", "create")
    return made or (found.keyed and ASKING.isdisjoint(words_in(last)[:1]))


def keys_of(found: Found, aliases: dict[str, str]) -> list[str]:
    """The names of what is made there, from the keys, functions, classes and file around it."""
    alias = aliases.get(found.path[-1], "") if found.path else ""
    names = [alias, *(part for part in reversed(found.path) if part not in (*CONSTRUCTORS, *SUPERS))]
    return [key for key in map(key_of, names) if key]


def key_of(name: str) -> str:
    """The kind that a name means: ``orc`` for ``spawnOrc`` and for ``entity_definition_orc``."""
    words = words_in(name)
    while len(words) > 1 and words[0] in MAKING | DEFINING:
        words = words[1:]
    while len(words) > 1 and words[-1] in DEFINING:
        words = words[:-1]
    return "_".join(words).lstrip("0123456789_")[:40].rstrip("_")


def find_kind(name: str, made: Iterable[Made]) -> Made | None:
    """What a name in a table means; None if nothing has it."""
    key = key_of(name)
    ranked = [(entity.keys.index(key), entity) for entity in made if key in entity.keys]
    if ranked:
        return min(ranked, key=lambda pair: pair[0])[1]
    near = [
        entity
        for entity in made
        if any(
            other.replace("_", "") == key.replace("_", "") or {*other.split("_")} == {*key.split("_")}
            for other in entity.keys
        )
    ]
    return near[0] if len(near) == 1 else None


def shade_of(term: Term) -> Shade | None:
    """The colour that a term means; None if it isn't one."""
    if term.kind == STRING:
        short = SHORT_COLOR.match(term.text)
        return color_of("#" + "".join(2 * digit for digit in short[1]) if short else term.text)
    if term.kind not in (CALL, GROUP) or not 3 <= len(term.items) <= 4:
        return None
    parts = [item.value for item in term.items[:3]]
    if any(part.kind != NUMBER or not 0 <= part.number <= 255 for part in parts):
        return None
    scale = 255 if term.text == "Color" and all(part.number <= 1 for part in parts) else 1
    red, green, blue = (round(part.number * scale) for part in parts)
    return red, green, blue
