"""What a shape of tables has no place for: everything in which a ruleset differs from the tutorial's own.

Nothing is listed here by hand but what the tables do say. So a key that rulesets gain is reported from its first day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from steep.content import Rulebook
from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, fields_of
from steep.exporting.tables import STATS, Tables

SAID = {
    "map": {"width", "height", "room_attempts", "room_min", "room_max"},
    "hero": {"hp", "power", "defense", "view_radius", "inventory", "slots", "start"},
    "level_up": {"base", "factor", "choices"},
    "counts": {"monsters_per_room", "items_per_room"},
    "monsters": {"hp", "power", "defense", "xp", "spawn", "tags"},
    "items": {"effect", "amount", "reach", "slot", "power", "defense", "spawn", "tags"},
}
"""The keys of each section that tables say. Weights have their tags in them already."""

MAX_NAMED = 3
"""Kinds that a line names."""


def left_out(tables: Tables, like: Rulebook) -> list[str]:
    """One line for each thing that the tables of a tutorial can't say. `like` is the ruleset of that tutorial."""
    rulebook = tables.rulebook
    lines = [*settings(rulebook, like), *keys_of_kinds(rulebook), *whole_sections(rulebook, like)]
    raised = [choice.stat for choice in rulebook.level_up.choices]
    if raised != [stat for stat in STATS if stat in raised]:
        lines.append(f"level_up.choices: {', '.join(raised)}; the tables have {', '.join(STATS)}, each once")
    lines += [
        f"hero.start: the enchantment of {start.item}, or that it isn't identified"
        for start in rulebook.hero.start
        if start.plus or not start.identified
    ]
    lines += [
        f"weights of {family}: multiplied by {scale}, so that all are whole; the odds are the same"
        for family, scale in tables.scale.items()
        if scale != 1
    ]
    return lines


def settings(rulebook: Rulebook, like: Rulebook) -> Iterator[str]:
    """Keys of sections that appear once, where they differ from what the tutorial's own code does."""
    for name, section in SINGLE_SECTIONS.items():
        for key, field in fields_of(section).items():
            value, own = getattr(getattr(rulebook, name), key), getattr(getattr(like, name), key)
            if key not in SAID.get(name, ()) and not field.cosmetic and value != own:
                yield f"{name}.{key}: {in_words(value)}; {in_words(own)} in {like.name}"


def in_words(value: object) -> str:
    """A value, shortened to its type where it is a list or has values by floor."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | str):
        return str(value) or "none"
    return "given" if getattr(value, "entries", value) else "none"


def keys_of_kinds(rulebook: Rulebook) -> Iterator[str]:
    """Keys of monsters and items that are not at their default, with the number of kinds that have them."""
    for family, kinds in (("monsters", rulebook.monsters), ("items", rulebook.items)):
        by_key: dict[str, list[str]] = {}
        for kind in kinds:
            for key, field in fields_of(type(kind)).items():
                if key not in SAID[family] and not field.cosmetic and getattr(kind, key) != field.default:
                    by_key.setdefault(key, []).append(kind.key)
        for key, having in by_key.items():
            more = f" and {len(having) - MAX_NAMED} more" if len(having) > MAX_NAMED else ""
            yield f"{family}: {key} of {len(having)} of {len(kinds)} ({', '.join(having[:MAX_NAMED])}{more})"


def whole_sections(rulebook: Rulebook, like: Rulebook) -> Iterator[str]:
    """Sections that tables don't have at all, with the number of entries that the tutorial's ruleset lacks."""
    here = {field.name for field in fields(rulebook)}
    for name in KEYED_SECTIONS:
        if name in SAID or name not in here or name == "modes":
            continue
        own = Counter(getattr(like, name))
        found = [entry.key for entry in getattr(rulebook, name) if entry not in own]
        if found:
            more = f" and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
            yield f"{name}: {len(found)} ({', '.join(found[:MAX_NAMED])}{more})"
