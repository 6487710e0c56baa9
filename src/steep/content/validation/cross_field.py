"""Cross-field validation: checks that involve more than one key.

It runs on merged settings with defaults filled in. A value that is bad on its
own is None here and is not reported again.
"""

from __future__ import annotations

from steep.content.reading.merge_rulesets import SectionPath, Settings
from steep.content.ruleset_errors import Mistake, shown
from steep.content.sections import EFFECT_KEYS, OPTIONAL_EFFECT_KEYS, Item, Start, fields_of
from steep.content.validation.abilities import check_abilities, check_ability
from steep.content.validation.layouts import validate_layouts
from steep.content.validation.maps import validate_maps
from steep.content.validation.regions import validate_regions
from steep.content.validation.spawns import validate_spawns
from steep.content.validation.survival import validate_survival
from steep.content.validation.terrain import validate_terrain
from steep.core.ruleset import STAT_NAMES

MAP: SectionPath = ("map",)
ATTACK: SectionPath = ("attack",)
HERO: SectionPath = ("hero",)
LEVEL_UP: SectionPath = ("level_up",)

BONUSES = tuple(name for name in STAT_NAMES if name in fields_of(Item))
"""The keys of an item that change stats."""

MIN_WALLED = 3
"""Cells: smallest size of a room that counts both its walls."""


def validate(settings: Settings, mistakes: list[Mistake]) -> None:
    """Report every value that conflicts with another."""
    check_rooms(settings, mistakes)
    validate_layouts(settings, mistakes)
    check_level_cost(settings, mistakes)
    check_hit_chances(settings, mistakes)
    check_damage_type(settings, HERO, mistakes)
    check_resistances(settings, HERO, mistakes)
    for key in settings.kinds("items"):
        check_equipment(settings, ("items", key), mistakes)
        check_effect(settings, ("items", key), mistakes)
        check_abilities(settings, ("items", key), mistakes)
        check_resistances(settings, ("items", key), mistakes)
        check_charges(settings, ("items", key), mistakes)
        check_enchantment(settings, ("items", key), mistakes)
        check_appearance(settings, ("items", key), mistakes)
    for key in settings.kinds("appearances"):
        check_names(settings, ("appearances", key), mistakes)
    for key in settings.kinds("monsters"):
        check_abilities(settings, ("monsters", key), mistakes)
        check_resistances(settings, ("monsters", key), mistakes)
        check_damage_type(settings, ("monsters", key), mistakes)
        check_growth(settings, ("monsters", key), mistakes)
    for key in settings.kinds("statuses"):
        check_resistances(settings, ("statuses", key), mistakes)
    for key in settings.kinds("abilities"):
        check_ability(settings, ("abilities", key), mistakes)
    validate_terrain(settings, mistakes)
    check_start(settings, mistakes)
    check_equipped(settings, mistakes)
    validate_survival(settings, mistakes)
    validate_spawns(settings, mistakes)
    validate_maps(settings, mistakes)
    validate_regions(settings, mistakes)


def check_rooms(settings: Settings, mistakes: list[Mistake]) -> None:
    """The largest room must fit the map and be no smaller than the smallest, which must have floor inside."""
    width, height, room_min, room_max = (settings.get(MAP, key) for key in ("width", "height", "room_min", "room_max"))
    if width is not None and height is not None and room_max is not None and room_max >= min(width, height):
        at = settings.location(mistakes, MAP, "room_max", (MAP, "width"), (MAP, "height"))
        at.reject_value(room_max, f"at most {min(width, height) - 1} on a map of {width} x {height}")
    if room_min is not None and room_max is not None and room_min > room_max:
        at = settings.location(mistakes, MAP, "room_min", (MAP, "room_max"))
        at.reject_value(room_min, f"at most room_max, which is {room_max}")
    if settings.get(MAP, "rooms") == "walled":
        if room_min is not None and room_min < MIN_WALLED:
            at = settings.location(mistakes, MAP, "room_min", (MAP, "rooms"))
            at.reject_value(
                room_min, f'at least {MIN_WALLED} where rooms are "walled": two walls and floor between them'
            )
        if settings.get(MAP, "rooms_may_touch"):
            at = settings.location(mistakes, MAP, "rooms_may_touch", (MAP, "rooms"))
            at.reject('found true, and rooms "walled"', "false: walled rooms share no wall")


def check_level_cost(settings: Settings, mistakes: list[Mistake]) -> None:
    """A level must cost XP, or the hero would gain levels without end."""
    if settings.get(LEVEL_UP, "base") == settings.get(LEVEL_UP, "factor") == 0:
        at = settings.location(mistakes, LEVEL_UP, "base", (LEVEL_UP, "factor"))
        at.reject("found 0, and factor 0", "one of them above 0: else every level is free")


def check_hit_chances(settings: Settings, mistakes: list[Mistake]) -> None:
    """The lowest chance to hit must not exceed the highest, and critical hits must do more than others."""
    lowest, highest = settings.get(ATTACK, "min_hit_chance"), settings.get(ATTACK, "max_hit_chance")
    if lowest is not None and highest is not None and lowest > highest:
        at = settings.location(mistakes, ATTACK, "min_hit_chance", (ATTACK, "max_hit_chance"))
        at.reject_value(lowest, f"at most max_hit_chance, which is {highest}")
    chance, factor = settings.get(ATTACK, "critical_chance"), settings.get(ATTACK, "critical_factor")
    if chance and factor == 100:
        at = settings.location(mistakes, ATTACK, "critical_factor", (ATTACK, "critical_chance"))
        at.reject("found 100, and critical hits", "more than 100, as 200 for twice the damage")


def check_damage_type(settings: Settings, path: SectionPath, mistakes: list[Mistake]) -> None:
    """The type of an attack's damage must exist."""
    found, types = settings.get(path, "damage_type"), settings.kinds("damage_types")
    if found and found not in types:
        at = settings.location(mistakes, path, "damage_type")
        at.reject_name(found, f"found {shown(found)}, which is not a known damage type", types)


def check_equipment(settings: Settings, item: SectionPath, mistakes: list[Mistake]) -> None:
    """Equipment needs one of the hero's slots and has no effect; other items have no bonus."""
    slot, effect = settings.get(item, "slot"), settings.get(item, "effect")
    slots = settings.get(HERO, "slots")
    if slot and slots is not None and slot not in slots:
        at = settings.location(mistakes, item, "slot", (HERO, "slots"))
        at.reject_name(slot, f"found {shown(slot)}, which is not one of hero.slots", slots)
    if slot and effect not in (None, "none"):
        at = settings.location(mistakes, item, "effect", (item, "slot"))
        at.reject(f'found "{effect}" on an item with a slot', '"none": using an item with a slot equips it')
    for key in BONUSES:
        if slot == "" and settings.get(item, key):
            at = settings.location(mistakes, item, key, (item, "slot"))
            at.reject_value(settings.get(item, key), "0, or a slot to equip the item in")
    for key, usual in (("attack_reach", 1), ("attack_time", 100)):
        if slot == "" and settings.get(item, key) not in (None, usual):
            at = settings.location(mistakes, item, key, (item, "slot"))
            at.reject_value(settings.get(item, key), f"{usual}, or a slot to equip the item in")
    for key in ("damage", "damage_type"):
        if slot == "" and settings.get(item, key):
            at = settings.location(mistakes, item, key, (item, "slot"))
            at.reject(f"found {shown(str(settings.get(item, key)))}", "none, or a slot to equip the item in")
    check_damage_type(settings, item, mistakes)


def check_effect(settings: Settings, item: SectionPath, mistakes: list[Mistake]) -> None:
    """An effect must have the numbers that it uses, and no others."""
    effect = settings.get(item, "effect")
    if effect is None:
        return
    for key, effects in EFFECT_KEYS.items():
        value = settings.get(item, key)
        if effect in effects and not settings.given(item, key):
            at = settings.location(mistakes, item, key, (item, "effect"))
            at.reject(f'found none, and the effect "{effect}"', "a number, which this effect needs")
        elif value and effect not in (takers := (*effects, *OPTIONAL_EFFECT_KEYS[key])):
            at = settings.location(mistakes, item, key, (item, "effect"))
            users = ", ".join(f'"{user}"' for user in takers)
            at.reject(f'found {value}, and the effect "{effect}"', f"0, or an effect that uses it: {users}")


def check_charges(settings: Settings, item: SectionPath, mistakes: list[Mistake]) -> None:
    """Charges and ammunition are for what is used, and ammunition is an item."""
    ammunition = settings.get(item, "ammunition")
    items = settings.kinds("items")
    if ammunition and ammunition not in items:
        at = settings.location(mistakes, item, "ammunition")
        at.reject_name(ammunition, f"found {shown(ammunition)}, which is not a known item", items)
    if settings.get(item, "recharge") and settings.get(item, "charges") == 0:
        at = settings.location(mistakes, item, "recharge", (item, "charges"))
        at.reject_value(settings.get(item, "recharge"), "0, or an item with charges")
    for key in ("charges", "ammunition"):
        if settings.get(item, key) and settings.get(item, "slot"):
            at = settings.location(mistakes, item, key, (item, "slot"))
            at.reject_value(settings.get(item, key), "none: using an item with a slot equips it")


def check_enchantment(settings: Settings, item: SectionPath, mistakes: list[Mistake]) -> None:
    """Only equipment with something that each +1 adds to is enchanted."""
    enchantment, known = settings.get(item, "enchantment"), settings.kinds("enchantments")
    if enchantment and enchantment not in known:
        at = settings.location(mistakes, item, "enchantment")
        at.reject_name(enchantment, f"found {shown(enchantment)}, which is not a known enchantment", known)
    elif enchantment and not can_be_enchanted(settings, item):
        at = settings.location(mistakes, item, "enchantment", (item, "slot"))
        at.reject(f"found {shown(enchantment)}", f"none, or {ENCHANTABLE}")
    for stat, _ in settings.get(item, "each_plus") or ():
        at = settings.location(mistakes, item, "each_plus", (item, "slot"))
        if stat not in BONUSES:
            at.under(stat).reject_name(stat, f"found {shown(stat)}, which is not a stat of equipment", BONUSES)
        elif settings.get(item, "slot") == "":
            at.reject("found one", "none, or a slot to equip the item in")


ENCHANTABLE = "a slot, and power, defense, damage or each_plus for it to add to"


def can_be_enchanted(settings: Settings, item: SectionPath) -> bool:
    """Whether each +1 adds something to an item (`steep.content.compiling.abilities.each_plus_of`)."""
    adds = settings.get(item, "each_plus") or settings.get(item, "damage") or settings.get(item, "damage_type")
    if any((settings.get(item, stat) or 0) > 0 for stat in ("power", "defense")):
        adds = True
    return bool(settings.get(item, "slot") and adds)


def check_appearance(settings: Settings, item: SectionPath, mistakes: list[Mistake]) -> None:
    """An appearance exists, and items that share one are equipped in the same slot or not at all."""
    appearance, slot = settings.get(item, "appearance"), settings.get(item, "slot")
    if not appearance:
        return
    appearances = settings.kinds("appearances")
    if appearance not in appearances:
        at = settings.location(mistakes, item, "appearance")
        at.reject_name(appearance, f"found {shown(appearance)}, which is not a known appearance", appearances)
    first = kinds_that_look_like(settings, appearance)[0]
    expected = settings.get(("items", first), "slot")
    if None not in (slot, expected) and slot != expected:
        at = settings.location(mistakes, item, "slot", (item, "appearance"), (("items", first), "slot"))
        at.reject_value(slot, f"{shown(expected)}, as {first} has, which looks like it until it is identified")
    if settings.get(item, "ammunition"):
        at = settings.location(mistakes, item, "ammunition", (item, "appearance"))
        at.reject_value(
            settings.get(item, "ammunition"), "none, or no appearance: the need for it would give the item away"
        )
    for other in settings.kinds("items"):
        if settings.get(("items", other), "ammunition") == item[1]:
            at = settings.location(mistakes, item, "appearance", (("items", other), "ammunition"))
            at.reject(f"found {shown(appearance)} on the ammunition of {other}", "none: ammunition is always known")


def kinds_that_look_like(settings: Settings, appearance: str) -> list[str]:
    """The keys of the items with an appearance."""
    return [key for key in settings.kinds("items") if settings.get(("items", key), "appearance") == appearance]


def check_names(settings: Settings, appearance: SectionPath, mistakes: list[Mistake]) -> None:
    """An appearance has a name for each kind with it, and what is equipped isn't aimed."""
    names, kinds = settings.get(appearance, "names"), kinds_that_look_like(settings, appearance[1])
    if names is not None and len(names) < len(kinds):
        at = settings.location(mistakes, appearance, "names")
        at.reject(f"found {len(names)} for {len(kinds)} kinds: {', '.join(kinds)}", f"at least {len(kinds)} names")
    shape = settings.get(appearance, "shape")
    if shape not in (None, "self") and any(settings.get(("items", key), "slot") for key in kinds):
        at = settings.location(mistakes, appearance, "shape")
        at.reject_value(shape, '"self" for items with a slot: using one equips it')


def check_growth(settings: Settings, monster: SectionPath, mistakes: list[Mistake]) -> None:
    """What grows does so on some floor."""
    first, last = settings.get(monster, "grows_from"), settings.get(monster, "grows_to")
    if first and last and last <= first:
        at = settings.location(mistakes, monster, "grows_to", (monster, "grows_from"))
        at.reject_value(last, f"0, or more than grows_from, which is {first}")


def check_resistances(settings: Settings, kind: SectionPath, mistakes: list[Mistake]) -> None:
    """Resistances, and the damage of a status, must name damage types."""
    types = settings.kinds("damage_types")
    damage = settings.get(kind, "type")
    if damage and damage not in types:
        at = settings.location(mistakes, kind, "type")
        at.reject_name(damage, f"found {shown(damage)}, which is not a known damage type", types)
    for key, _ in settings.get(kind, "resist") or ():
        if key not in types:
            at = settings.location(mistakes, kind, "resist").under(key)
            at.reject_name(key, f"found {shown(key)}, which is not a known damage type", types)


def check_start(settings: Settings, mistakes: list[Mistake]) -> None:
    """The starting items must exist and fit the inventory."""
    start: tuple[Start, ...] = settings.get(HERO, "start") or ()
    capacity = settings.get(HERO, "inventory")
    items = settings.kinds("items")
    if capacity is not None and len(start) > capacity:
        at = settings.location(mistakes, HERO, "start", (HERO, "inventory"))
        at.reject(f"found {len(start)} items", f"at most {capacity}, the size of hero.inventory")
    for number, entry in enumerate(start, 1):
        item = entry.item
        if item is not None and item not in items:
            at = settings.location(mistakes, HERO, "start").entry(number).under("item")
            at.reject_name(item, f"found {shown(item)}, which is not a known item", items)
        elif item is not None and entry.plus and not can_be_enchanted(settings, ("items", item)):
            at = settings.location(mistakes, HERO, "start", (("items", item), "slot")).entry(number).under("plus")
            at.reject_value(entry.plus, f"0, or an item with {ENCHANTABLE}")


def check_equipped(settings: Settings, mistakes: list[Mistake]) -> None:
    """Starting equipment needs a slot, and each slot holds one item."""
    taken: dict[str, str] = {}
    for number, entry in enumerate(settings.get(HERO, "start") or (), 1):
        item = entry.item
        slot = settings.get(("items", item), "slot")
        if not entry.equipped or slot is None:
            continue
        at = settings.location(mistakes, HERO, "start", (("items", item), "slot")).entry(number).under("equipped")
        if slot == "":
            at.reject(f"found true for {item}, which has no slot", "false")
        elif slot in taken:
            found = f"found true for {item}, and {taken[slot]} is in the same slot"
            at.reject(found, f'one item in the slot "{slot}"')
        taken.setdefault(slot, item)
