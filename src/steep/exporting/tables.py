"""The tables of a ruleset that other games have too: counts and weights by floor, stats, effects and gear."""

from __future__ import annotations

import json
import keyword
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from math import lcm
from typing import Any

from steep.content import Item, Monster, Rulebook
from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, fields_of
from steep.exporting.shapes import camel_case, numbered
from steep.spawn.curves import Steps

FAMILIES = ("monsters", "items")
EFFECTS = ("heal", "confusion", "lightning", "fireball")
"""The effects that every tutorial has."""

STATS = ("max_hp", "power", "defense")
"""The stats that a level-up raises in every tutorial, in their order."""

Rows = Sequence[tuple[int, int]]
"""(floor, value) in order of floor, from floor 1 on. A value holds until the next row."""


@dataclass(frozen=True, slots=True)
class Tables:
    """A ruleset as tables of whole numbers."""

    rulebook: Rulebook
    scale: Mapping[str, int]
    """What the weights of each family were multiplied by, so that all are whole."""

    @classmethod
    def of(cls, rulebook: Rulebook) -> Tables:
        """The tables of a ruleset, in its mode if it has one.

        Kinds that it removes from the ruleset it extends are left out, unless the hero starts with one.
        """
        start = {("items", start.item) for start in rulebook.hero.start}
        gone = rulebook.switched_off - start
        rulebook = replace(
            rulebook,
            monsters=tuple(kind for kind in rulebook.monsters if ("monsters", kind.key) not in gone),
            items=tuple(kind for kind in rulebook.items if ("items", kind.key) not in gone),
        )
        scale = {
            family: lcm(*(Fraction(weight).denominator for kind in kinds for _, weight in kind.spawn.entries))
            for family, kinds in kinds_of(rulebook).items()
        }
        return cls(rulebook, scale)

    def counts(self, family: str) -> Rows:
        """The largest number of monsters or items in a room."""
        return rows_of(getattr(self.rulebook.counts, f"{family}_per_room"))

    def weights(self, family: str) -> dict[str, Rows]:
        """The weights of all kinds that have any, by key."""
        kinds = kinds_of(self.rulebook)[family]
        return {kind.key: rows_of(kind.spawn, self.scale[family]) for kind in kinds if kind.spawn.entries}

    def weights_by_floor(self, family: str) -> dict[int, list[tuple[str, int]]]:
        """The weights that change on each floor, by floor."""
        floors: dict[int, list[tuple[str, int]]] = {}
        for key, rows in self.weights(family).items():
            for floor, weight in rows:
                floors.setdefault(floor, []).append((key, weight))
        return dict(sorted(floors.items()))

    @property
    def start_items(self) -> list[tuple[str, bool]]:
        """The hero's starting items, and whether each is equipped."""
        return [(start.item, start.equipped) for start in self.rulebook.hero.start]

    @property
    def raises(self) -> dict[str, int]:
        """What a level-up adds to each of the STATS that it offers."""
        offered = {choice.stat: choice.amount for choice in self.rulebook.level_up.choices}
        return {stat: offered[stat] for stat in STATS if stat in offered}


def kinds_of(rulebook: Rulebook) -> dict[str, Sequence[Monster | Item]]:
    """The kinds of each family."""
    return {"monsters": rulebook.monsters, "items": rulebook.items}


def rows_of(steps: Steps, scale: int = 1) -> Rows:
    """A curve as rows."""
    return [(floor, int(value * scale)) for floor, value in steps.entries]


def names_of(tables: Tables, name: Callable[[str], str], taken: Sequence[str]) -> dict[tuple[str, str], str]:
    """A name for each kind in a language where all share one namespace: {(family, key): name}.

    `name` makes it from the key. If it is taken, the singular of the family is added to the key.
    """
    used = set(taken)
    names = {}
    for family, kinds in kinds_of(tables.rulebook).items():
        for kind in kinds:
            key = kind.key
            while name(key) in used:
                key += f"_{family[:-1]}"
            used.add(name(key))
            names[family, kind.key] = name(key)
    return names


def values_of(tables: Tables, names: Mapping[tuple[str, str], str], classes: Sequence[str]) -> dict[str, Any]:
    """The values for templates, by name: settings, and a mapping for each row and kind. `classes` are taken names."""
    rulebook = tables.rulebook
    slots = rulebook.hero.slots
    kinds = {
        (family, kind.key): {
            **values_of_kind(kind),
            "variable": names[family, kind.key],
            "class": class_of(names[family, kind.key], classes),
        }
        for family, of_family in kinds_of(rulebook).items()
        for kind in of_family
    }
    items = [kind for (family, _), kind in kinds.items() if family == "items"]
    start = [{**kinds["items", key], "equipped": equipped} for key, equipped in tables.start_items]
    given = {key for key, _ in tables.start_items}
    drawn = tables.weights("items")
    answers = {"max_hp": "hp", "power": "str", "defense": "def"}
    values: dict[str, Any] = {
        "map": rulebook.map,
        "hero": rulebook.hero,
        "level_up": rulebook.level_up,
        "base": "base_" if slots else "",
        "slots": [*numbered([{"upper": slot.upper()} for slot in slots])],
        "monsters": [*numbered([kind for (family, _), kind in kinds.items() if family == "monsters"])],
        "items": [*numbered(items)],
        "gear": [item for item in items if item["slot"]] if slots else [],
        "lying": [*numbered([item for item in items if item["key"] in drawn or item["key"] not in given])],
        "start": start,
        "worn": [item for item in start if item["equipped"]],
        "carried": [item for item in start if not item["equipped"]],
        "raises": [
            *numbered(
                [
                    {"stat": stat, "amount": amount, "hp": stat == "max_hp", "answer": answers[stat]}
                    for stat, amount in tables.raises.items()
                ]
            )
        ],
    }
    for family in FAMILIES:
        one = family[:-1]
        values[f"{one}_counts"] = rows_by_name(tables.counts(family))
        values[f"{one}_chances"] = [
            {
                "floor_from_0": 0 if floor == 1 else floor,
                "weights": [{**kinds[family, key], "weight": weight} for key, weight in weights],
            }
            for floor, weights in tables.weights_by_floor(family).items()
        ]
        values[f"{one}_curves"] = [
            {
                "key": key,
                "rows": rows_by_name(rows),
                "constant": str(rows[0][1]) if len(rows) == 1 and rows[0][0] == 1 else "",
            }
            for key, rows in tables.weights(family).items()
        ]
    return values


def rows_by_name(rows: Rows) -> list[dict[str, int]]:
    """Rows of a floor and a value."""
    return [{"floor": floor, "value": value} for floor, value in rows]


def values_of_kind(kind: Monster | Item) -> dict[str, Any]:
    """The values of a kind for templates."""
    values = {key: getattr(kind, key) for key in fields_of(type(kind))} | {"key": kind.key}
    effect = values.get("effect", "")
    values |= {name: name == effect for name in EFFECTS}
    values |= {"other": effect not in EFFECTS, "hex": "#" + "".join(f"{part:02x}" for part in kind.color)}
    values |= {"upper_slot": str(values.get("slot", "")).upper(), "own_variable": variable(kind.key)}
    return values


def variable(key: str) -> str:
    """A key as a variable of Python."""
    return f"{key}_" if keyword.iskeyword(key) else key


def class_of(name: str, classes: Sequence[str]) -> str:
    """The class of an item's equipment, by the item's variable or the function that makes it."""
    made = camel_case(name)
    return f"{made}Item" if made in classes else made


# What a shape of tables has no place for: whatever else in a ruleset differs from the tutorial's own ruleset.

SAID = {
    "map": {"width", "height", "room_attempts", "room_min", "room_max"},
    "hero": {"hp", "power", "defense", "view_radius", "inventory", "slots", "start"},
    "level_up": {"base", "factor", "choices"},
    "counts": {"monsters_per_room", "items_per_room"},
    "monsters": {"hp", "power", "defense", "xp", "spawn", "tags"},
    "items": {"effect", "amount", "reach", "slot", "power", "defense", "spawn", "tags"},
}
"""The keys of each section that tables contain. Tags are already included in the weights."""

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
        f"weights of {family}: multiplied by {scale}, so that all are whole numbers; the odds are the same"
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


# Tables as one JSON object, with the names of the python-tcod tutorial of 2020.


def write_json(tables: Tables) -> str:
    """The tables as JSON."""
    rulebook = tables.rulebook
    sizes, hero = rulebook.map, rulebook.hero
    return json.dumps(
        {
            "map": {
                "map_width": sizes.width,
                "map_height": sizes.height,
                "room_max_size": sizes.room_max,
                "room_min_size": sizes.room_min,
                "max_rooms": sizes.room_attempts,
            },
            "player": {
                "hp": hero.hp,
                "defense": hero.defense,
                "power": hero.power,
                "view_radius": hero.view_radius,
                "inventory_capacity": hero.inventory,
                "start": [{"item": key, "equipped": equipped} for key, equipped in tables.start_items],
            },
            "level_up": {
                "level_up_base": rulebook.level_up.base,
                "level_up_factor": rulebook.level_up.factor,
                "increase": tables.raises,
            },
            "max_monsters_by_floor": tables.counts("monsters"),
            "max_items_by_floor": tables.counts("items"),
            "enemy_chances": chances(tables, "monsters"),
            "item_chances": chances(tables, "items"),
            "monsters": {monster.key: looks(monster) | stats(monster) for monster in rulebook.monsters},
            "items": {item.key: looks(item) | use(item) for item in rulebook.items},
        },
        indent=2,
        ensure_ascii=False,
    )


def chances(tables: Tables, family: str) -> dict[int, dict[str, int]]:
    """Weights by the floor from which on they hold."""
    return {floor: dict(weights) for floor, weights in tables.weights_by_floor(family).items()}


def looks(kind: Monster | Item) -> dict[str, Any]:
    """A kind's name, glyph and colour."""
    return {"name": kind.name, "char": kind.glyph, "color": kind.color}


def stats(monster: Monster) -> dict[str, int]:
    """A monster's numbers."""
    return {"hp": monster.hp, "defense": monster.defense, "power": monster.power, "xp": monster.xp}


def use(item: Item) -> dict[str, str | int]:
    """What an item does: its effect, or its slot and bonuses."""
    if item.slot:
        return {"slot": item.slot, "power_bonus": item.power, "defense_bonus": item.defense}
    return {"effect": item.effect, "amount": item.amount, "reach": item.reach}
