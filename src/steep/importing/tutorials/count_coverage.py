"""Counts how many of a project's numbers an import has: what its game is made of, against what the ruleset says.

Counted are the numbers that are written out in what the importer took for monsters, items and the hero, with their
components, and in tables named after them; each place in the source once. Colours, coordinates and the like are not
counted, and results of expressions aren't either, as they are written nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steep.importing.output.import_report import Coverage, Location, Uncovered
from steep.importing.output.ruleset_toml import Section
from steep.importing.python.expression_values import Call, Dictionary, Value, words_in
from steep.importing.python.project_contents import Contents
from steep.importing.python.written_numbers import Origin, origins_of, since_of
from steep.importing.tutorials.find_monsters_items_and_hero import COLOR, GLYPH, NAME, Entities
from steep.importing.tutorials.read_colors import color_of
from steep.importing.tutorials.tables.find_count_and_weight_tables import (
    CHANCE_WORDS,
    COUNT_WORDS,
    FAMILY_WORDS,
    tables_in_dictionaries,
)

NO_NUMBERS_OF_THE_GAME = frozenset((*COLOR, *GLYPH, *NAME, "bg", "x", "y", "z", "render_order", "self"))
"""Fields that only say what something looks like, or where it is."""

MAX_DEPTH = 8
"""Nesting of components in components."""


def coverage_of(contents: Contents, entities: Entities, sections: Sequence[Section]) -> Coverage:
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
    return Coverage(len(here), len({*counted, *here}), tuple(by_name))


def add(counted: dict[Origin, str], name: str, value: Value, depth: int = 0, *, of_table: bool = False) -> None:
    """Add the numbers in a value, under the name of the field that they are in, or of the table."""
    if depth > MAX_DEPTH:
        return
    for place in origins_of(value):
        counted.setdefault(place, name)
    parts: list[tuple[str, Value]] = []
    if isinstance(value, Call):
        # The 0 of `randint(0, most)` is what counts in a ruleset begin with.
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
    """The places of all numbers of a ruleset but its colours, and of the floors from which they hold."""
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
