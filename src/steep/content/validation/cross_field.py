"""Cross-field validation: checks that involve more than one key.

It runs on merged settings with defaults filled in. A value that is bad on its
own is None here and is not reported again.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Any, cast

from steep.content.reading.declarations import Field, fields_of
from steep.content.reading.merge_rulesets import MergedSettings, SectionPath, section_at
from steep.content.reading.value_types import SINGULAR
from steep.content.ruleset_errors import shown
from steep.content.sections import EFFECT_KEYS, OPTIONAL_EFFECT_KEYS, Item, Start
from steep.content.validation.abilities import check_abilities, check_ability
from steep.content.validation.maps import validate_layouts, validate_maps
from steep.content.validation.spawns import validate_spawns
from steep.content.validation.survival import validate_survival, validate_terrain
from steep.core.ruleset import STAT_NAMES

# Cross-field validation of names: what a key names exists. Which family a key names is declared with it.

Steps = tuple[str | int, ...]
"""The way from a key to a name in its value: keys of tables, and entries of lists from 1."""


def validate_references(settings: MergedSettings) -> None:
    """Report every name of a kind that does not exist."""
    for path, values in settings.values.items():
        for field in naming(section_at(path)):
            for steps, key, name in names_in(field, values.get(field.name)):
                known = known_to(settings, key)
                if name in known:
                    continue
                at = settings.location(path, field.name)
                for step in steps:
                    at = at.under(step) if isinstance(step, str) else at.entry(step)
                exists = name in settings.kinds(key.type.family)
                problem = "cannot be here" if exists else f"is not a known {SINGULAR[key.type.family]}"
                at.reject_name(name, f"found {shown(name)}, which {problem}", known)


def known_to(settings: MergedSettings, field: Field) -> tuple[str, ...]:
    """The kinds that a key may name."""
    kinds = settings.kinds(field.type.family)
    return tuple(key for key in kinds if key not in field.type.unnamed) if field.type.unnamed else kinds


def naming(section: type[Any]) -> tuple[Field, ...]:
    """The keys of a section that name kinds, or whose rows do."""
    return _naming(cast("Hashable", section))


@functools.cache
def _naming(section: Any) -> tuple[Field, ...]:
    return tuple(
        field
        for field in fields_of(section).values()
        if field.type.family in SINGULAR or (field.type.row and naming(field.type.row))
    )


def names_in(field: Field, value: Any) -> Iterator[tuple[Steps, Field, str]]:
    """Each name in the value of a key, with its way and the key that has it: one of its own, or of its rows."""
    if field.type.row is not None:
        for number, row in enumerate(value or (), 1):
            for key in naming(field.type.row):
                for steps, inner, name in names_in(key, getattr(row, key.name)):
                    yield (getattr(row, "glyph", number), key.name, *steps), inner, name
    elif isinstance(value, str):
        if value:
            yield (), field, value
    else:
        indexed = field.type.schema.get("type") == "array"
        for number, each in enumerate(value or (), 1):
            name = each if isinstance(each, str) else each[0]
            yield (number,) if indexed else () if isinstance(each, str) else (name,), field, name


MAP: SectionPath = ("map",)
ATTACK: SectionPath = ("attack",)
HERO: SectionPath = ("hero",)
LEVEL_UP: SectionPath = ("level_up",)

BONUSES = tuple(name for name in STAT_NAMES if name in fields_of(Item))
"""The keys of an item that change stats."""

MIN_WALLED = 3
"""Cells: smallest size of a room that counts both its walls."""


def validate(settings: MergedSettings) -> None:
    """Report every value that conflicts with another."""
    validate_references(settings)
    check_rooms(settings)
    validate_layouts(settings)
    check_level_cost(settings)
    check_hit_chances(settings)
    for key in settings.kinds("items"):
        check_equipment(settings, ("items", key))
        check_effect(settings, ("items", key))
        check_abilities(settings, ("items", key))
        check_charges(settings, ("items", key))
        check_enchantment(settings, ("items", key))
        check_appearance(settings, ("items", key))
    for key in settings.kinds("appearances"):
        check_names(settings, ("appearances", key))
    for key in settings.kinds("monsters"):
        check_abilities(settings, ("monsters", key))
        check_growth(settings, ("monsters", key))
    for key in settings.kinds("abilities"):
        check_ability(settings, ("abilities", key))
    validate_terrain(settings)
    check_start(settings)
    check_equipped(settings)
    validate_survival(settings)
    validate_spawns(settings)
    validate_maps(settings)
    check_regions(settings)


def check_rooms(settings: MergedSettings) -> None:
    """The largest room must fit the map and be no smaller than the smallest, which must have floor inside."""
    width, height, room_min, room_max = (settings.get(MAP, key) for key in ("width", "height", "room_min", "room_max"))
    if width is not None and height is not None and room_max is not None and room_max >= min(width, height):
        at = settings.location(MAP, "room_max", (MAP, "width"), (MAP, "height"))
        at.reject_value(room_max, f"at most {min(width, height) - 1} on a map of {width} x {height}")
    if room_min is not None and room_max is not None and room_min > room_max:
        at = settings.location(MAP, "room_min", (MAP, "room_max"))
        at.reject_value(room_min, f"at most room_max, which is {room_max}")
    if settings.get(MAP, "rooms") == "walled":
        if room_min is not None and room_min < MIN_WALLED:
            at = settings.location(MAP, "room_min", (MAP, "rooms"))
            at.reject_value(
                room_min, f'at least {MIN_WALLED} where rooms are "walled": two walls and floor between them'
            )
        if settings.get(MAP, "rooms_may_touch"):
            at = settings.location(MAP, "rooms_may_touch", (MAP, "rooms"))
            at.reject('found true, and rooms "walled"', "false: walled rooms share no wall")


def check_level_cost(settings: MergedSettings) -> None:
    """A level must cost XP, or the hero would gain levels without end."""
    if settings.get(LEVEL_UP, "base") == settings.get(LEVEL_UP, "factor") == 0:
        at = settings.location(LEVEL_UP, "base", (LEVEL_UP, "factor"))
        at.reject("found 0, and factor 0", "one of them above 0: else every level is free")


def check_hit_chances(settings: MergedSettings) -> None:
    """The lowest chance to hit must not exceed the highest, and critical hits must do more than others."""
    lowest, highest = settings.get(ATTACK, "min_hit_chance"), settings.get(ATTACK, "max_hit_chance")
    if lowest is not None and highest is not None and lowest > highest:
        at = settings.location(ATTACK, "min_hit_chance", (ATTACK, "max_hit_chance"))
        at.reject_value(lowest, f"at most max_hit_chance, which is {highest}")
    chance, factor = settings.get(ATTACK, "critical_chance"), settings.get(ATTACK, "critical_factor")
    if chance and factor == 100:
        at = settings.location(ATTACK, "critical_factor", (ATTACK, "critical_chance"))
        at.reject("found 100, and critical hits", "more than 100, as 200 for twice the damage")


def check_equipment(settings: MergedSettings, item: SectionPath) -> None:
    """Equipment needs one of the hero's slots and has no effect; other items have no bonus."""
    slot, effect = settings.get(item, "slot"), settings.get(item, "effect")
    slots = settings.get(HERO, "slots")
    if slot and slots is not None and slot not in slots:
        at = settings.location(item, "slot", (HERO, "slots"))
        at.reject_name(slot, f"found {shown(slot)}, which is not one of hero.slots", slots)
    if slot and effect not in (None, "none"):
        at = settings.location(item, "effect", (item, "slot"))
        at.reject(f'found "{effect}" on an item with a slot', '"none": using an item with a slot equips it')
    for key in BONUSES:
        if slot == "" and settings.get(item, key):
            at = settings.location(item, key, (item, "slot"))
            at.reject_value(settings.get(item, key), "0, or a slot to equip the item in")
    for key, usual in (("attack_reach", 1), ("attack_time", 100)):
        if slot == "" and settings.get(item, key) not in (None, usual):
            at = settings.location(item, key, (item, "slot"))
            at.reject_value(settings.get(item, key), f"{usual}, or a slot to equip the item in")
    for key in ("damage", "damage_type"):
        if slot == "" and settings.get(item, key):
            at = settings.location(item, key, (item, "slot"))
            at.reject(f"found {shown(str(settings.get(item, key)))}", "none, or a slot to equip the item in")


def check_effect(settings: MergedSettings, item: SectionPath) -> None:
    """An effect must have the numbers that it uses, and no others."""
    effect = settings.get(item, "effect")
    if effect is None:
        return
    for key, effects in EFFECT_KEYS.items():
        value = settings.get(item, key)
        if effect in effects and not settings.given(item, key):
            at = settings.location(item, key, (item, "effect"))
            at.reject(f'found none, and the effect "{effect}"', "a number, which this effect needs")
        elif value and effect not in (takers := (*effects, *OPTIONAL_EFFECT_KEYS[key])):
            at = settings.location(item, key, (item, "effect"))
            users = ", ".join(f'"{user}"' for user in takers)
            at.reject(f'found {value}, and the effect "{effect}"', f"0, or an effect that uses it: {users}")


def check_charges(settings: MergedSettings, item: SectionPath) -> None:
    """Charges and ammunition are for what is used, and ammunition is an item."""
    if settings.get(item, "recharge") and settings.get(item, "charges") == 0:
        at = settings.location(item, "recharge", (item, "charges"))
        at.reject_value(settings.get(item, "recharge"), "0, or an item with charges")
    for key in ("charges", "ammunition"):
        if settings.get(item, key) and settings.get(item, "slot"):
            at = settings.location(item, key, (item, "slot"))
            at.reject_value(settings.get(item, key), "none: using an item with a slot equips it")


def check_enchantment(settings: MergedSettings, item: SectionPath) -> None:
    """Only equipment with something that each +1 adds to is enchanted."""
    enchantment = settings.get(item, "enchantment")
    if enchantment in settings.kinds("enchantments") and not can_be_enchanted(settings, item):
        at = settings.location(item, "enchantment", (item, "slot"))
        at.reject(f"found {shown(enchantment)}", f"none, or {ENCHANTABLE}")
    for stat, _ in settings.get(item, "each_plus") or ():
        at = settings.location(item, "each_plus", (item, "slot"))
        if stat not in BONUSES:
            at.under(stat).reject_name(stat, f"found {shown(stat)}, which is not a stat of equipment", BONUSES)
        elif settings.get(item, "slot") == "":
            at.reject("found one", "none, or a slot to equip the item in")


ENCHANTABLE = "a slot, and power, defense, damage or each_plus for it to add to"


def can_be_enchanted(settings: MergedSettings, item: SectionPath) -> bool:
    """Whether each +1 adds something to an item (`steep.content.compiling.abilities.each_plus_of`)."""
    adds = settings.get(item, "each_plus") or settings.get(item, "damage") or settings.get(item, "damage_type")
    if any((settings.get(item, stat) or 0) > 0 for stat in ("power", "defense")):
        adds = True
    return bool(settings.get(item, "slot") and adds)


def check_appearance(settings: MergedSettings, item: SectionPath) -> None:
    """An appearance exists, and items that share one are equipped in the same slot or not at all."""
    appearance, slot = settings.get(item, "appearance"), settings.get(item, "slot")
    if not appearance:
        return
    first = kinds_that_look_like(settings, appearance)[0]
    expected = settings.get(("items", first), "slot")
    if None not in (slot, expected) and slot != expected:
        at = settings.location(item, "slot", (item, "appearance"), (("items", first), "slot"))
        at.reject_value(slot, f"{shown(expected)}, as {first} has, which looks like it until it is identified")
    if settings.get(item, "ammunition"):
        at = settings.location(item, "ammunition", (item, "appearance"))
        at.reject_value(
            settings.get(item, "ammunition"), "none, or no appearance: needing ammunition would give the item away"
        )
    for other in settings.kinds("items"):
        if settings.get(("items", other), "ammunition") == item[1]:
            at = settings.location(item, "appearance", (("items", other), "ammunition"))
            at.reject(f"found {shown(appearance)} on the ammunition of {other}", "none: ammunition is always known")


def kinds_that_look_like(settings: MergedSettings, appearance: str) -> list[str]:
    """The keys of the items with an appearance."""
    return [key for key in settings.kinds("items") if settings.get(("items", key), "appearance") == appearance]


def check_names(settings: MergedSettings, appearance: SectionPath) -> None:
    """An appearance has a name for each kind with it, and what is equipped isn't aimed."""
    names, kinds = settings.get(appearance, "names"), kinds_that_look_like(settings, appearance[1])
    if names is not None and len(names) < len(kinds):
        at = settings.location(appearance, "names")
        at.reject(f"found {len(names)} for {len(kinds)} kinds: {', '.join(kinds)}", f"at least {len(kinds)} names")
    shape = settings.get(appearance, "shape")
    if shape not in (None, "self") and any(settings.get(("items", key), "slot") for key in kinds):
        at = settings.location(appearance, "shape")
        at.reject_value(shape, '"self" for items with a slot: using one equips it')


def check_growth(settings: MergedSettings, monster: SectionPath) -> None:
    """What grows does so on some floor."""
    first, last = settings.get(monster, "grows_from"), settings.get(monster, "grows_to")
    if first and last and last <= first:
        at = settings.location(monster, "grows_to", (monster, "grows_from"))
        at.reject_value(last, f"0, or more than grows_from, which is {first}")


def check_start(settings: MergedSettings) -> None:
    """The starting items must exist and fit the inventory."""
    start: tuple[Start, ...] = settings.get(HERO, "start") or ()
    capacity = settings.get(HERO, "inventory")
    items = settings.kinds("items")
    if capacity is not None and len(start) > capacity:
        at = settings.location(HERO, "start", (HERO, "inventory"))
        at.reject(f"found {len(start)} items", f"at most {capacity}, the size of hero.inventory")
    for number, entry in enumerate(start, 1):
        item = entry.item
        if item in items and entry.plus and not can_be_enchanted(settings, ("items", item)):
            at = settings.location(HERO, "start", (("items", item), "slot")).entry(number).under("plus")
            at.reject_value(entry.plus, f"0, or an item with {ENCHANTABLE}")


def check_equipped(settings: MergedSettings) -> None:
    """Starting equipment needs a slot, and each slot holds one item."""
    taken: dict[str, str] = {}
    for number, entry in enumerate(settings.get(HERO, "start") or (), 1):
        item = entry.item
        slot = settings.get(("items", item), "slot")
        if not entry.equipped or slot is None:
            continue
        at = settings.location(HERO, "start", (("items", item), "slot")).entry(number).under("equipped")
        if slot == "":
            at.reject(f"found true for {item}, which has no slot", "false")
        elif slot in taken:
            found = f"found true for {item}, and {taken[slot]} is in the same slot"
            at.reject(found, f'one item in the slot "{slot}"')
        taken.setdefault(slot, item)


def check_regions(settings: MergedSettings) -> None:
    """Report floors that two regions have."""
    paths = [("regions", key) for key in settings.kinds("regions")]
    by_floor = sorted((path for path in paths if settings.get(path, "floors")), key=lambda p: settings.get(p, "floors"))
    for above, below in pairwise(by_floor):
        (first, last), taken = settings.get(below, "floors"), settings.get(above, "floors")[1]
        if first <= taken:
            at = settings.location(below, "floors", (above, "floors"))
            allowed = f"floors from {taken + 1} on, as regions.{above[1]} has those up to {taken}"
            at.reject(f"found [{first}, {last}]", allowed)
