"""Cross-field validation: checks that involve more than one key.

It runs on merged settings with defaults filled in. A value that is bad on its
own is None here and is not reported again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steep.content.layout_validation import validate_layouts
from steep.content.map_validation import validate_maps
from steep.content.merge_rulesets import SectionPath, Settings
from steep.content.region_validation import validate_regions
from steep.content.ruleset_errors import Mistake, shown
from steep.content.sections import DRAWN, EFFECT_KEYS, FIXED_TERRAIN, Item, fields_of
from steep.content.spawn_validation import validate_spawns
from steep.content.survival_validation import validate_survival
from steep.core.ruleset import STAT_NAMES, TRIGGER_NAMES
from steep.core.world import MAX_GAS
from steep.spawn.dice import Dice

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
    check_spawn_tables(settings)
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
        check_charges(settings, ("items", key), mistakes)
        check_enchantment(settings, ("items", key), mistakes)
        check_appearance(settings, ("items", key), mistakes)
    for key in settings.kinds("appearances"):
        check_names(settings, ("appearances", key), mistakes)
    for key in settings.kinds("monsters"):
        check_abilities(settings, ("monsters", key), mistakes)
        check_damage_type(settings, ("monsters", key), mistakes)
        check_growth(settings, ("monsters", key), mistakes)
    for key in settings.kinds("statuses"):
        check_resistances(settings, ("statuses", key), mistakes)
    for key in settings.kinds("abilities"):
        check_ability(settings, ("abilities", key), mistakes)
    check_fixed_terrain(settings, mistakes)
    for key in settings.kinds("terrain"):
        check_terrain(settings, ("terrain", key), mistakes)
    for key in settings.kinds("gases"):
        check_gas(settings, ("gases", key), mistakes)
    check_start(settings, mistakes)
    check_equipped(settings, mistakes)
    validate_survival(settings, mistakes)
    validate_spawns(settings, mistakes)
    validate_maps(settings, mistakes)
    validate_regions(settings, mistakes)


def check_spawn_tables(settings: Settings) -> None:
    """Spawn tables must name existing kinds."""
    kinds = {family: settings.kinds(family) for family in DRAWN}
    for (family, kind), location in settings.unknown_kinds:
        location.reject_name(
            kind, f"found {shown(kind)}, which is not a known {family.removesuffix('s')}", kinds[family]
        )


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
        elif effect not in effects and value:
            at = settings.location(mistakes, item, key, (item, "effect"))
            users = ", ".join(f'"{user}"' for user in effects)
            at.reject(f'found {value}, and the effect "{effect}"', f"0, or an effect that uses it: {users}")


TRIGGERS_OF_ITEMS = ("use", "throw", "equip", "unequip")
"""The triggers of abilities that no monster can have."""

TRIGGERS_OF_TERRAIN = ("enter", "stay")
"""The triggers of abilities that only terrain can have."""

TRIGGERS_OF_GAS = ("stay",)
"""The triggers of abilities that gas can have."""

TURN_OF_A_MONSTER = "turn"
"""The trigger of abilities that no item can have."""


def abilities_without(*triggers: str) -> str:
    """The abilities allowed where those with some triggers are not."""
    allowed = [shown(trigger) for trigger in TRIGGER_NAMES if trigger not in triggers]
    return f"one with the trigger {', '.join(allowed[:-1])} or {allowed[-1]}"


def check_abilities(settings: Settings, kind: SectionPath, mistakes: list[Mistake]) -> None:
    """A kind's abilities and the damage types that it resists must exist, and using an item sets off one at most."""
    abilities = settings.kinds("abilities")
    used = [] if settings.get(kind, "effect") in (None, "none") else [settings.get(kind, "effect")]
    thrown = [] if settings.get(kind, "thrown") is None else ["thrown"]
    for number, key in enumerate(settings.get(kind, "abilities") or (), 1):
        at = settings.location(mistakes, kind, "abilities").entry(number)
        if key not in abilities:
            at.reject_name(key, f"found {shown(key)}, which is not a known ability", abilities)
            continue
        trigger = settings.get(("abilities", key), "trigger")
        at = settings.location(mistakes, kind, "abilities", (("abilities", key), "trigger")).entry(number)
        others = (*(TRIGGERS_OF_ITEMS if kind[0] == "monsters" else (TURN_OF_A_MONSTER,)), *TRIGGERS_OF_TERRAIN)
        if trigger in others:
            at.reject(f'found {shown(key)}, with the trigger "{trigger}"', abilities_without(*others))
        elif trigger == "use":
            if settings.get(kind, "slot"):
                at.reject(f'found {shown(key)}, with the trigger "use"', "another: using an item with a slot equips it")
            elif used:
                at.reject(f"found {shown(key)} and {shown(used[0])}", "one that using the item sets off")
            used.append(key)
        elif trigger == "throw":
            if thrown:
                at.reject(f"found {shown(key)} and {shown(thrown[0])}", "one that throwing the item sets off")
            thrown.append(key)
        if kind[0] == "items" and trigger in ("equip", "unequip", "arrive") and settings.get(kind, "slot") == "":
            at.reject(f'found {shown(key)}, with the trigger "{trigger}"', "an item with a slot, which can be equipped")
        effects = settings.get(("abilities", key), "effects") or ()
        if kind[0] == "items" and any(effect["steal"] for effect in effects):
            at.reject(f"found {shown(key)}, which steals", "an ability that an item can have: only monsters steal")
    if settings.get(kind, "breaks") and not thrown and not settings.get(HERO, "throw_range"):
        at = settings.location(mistakes, kind, "breaks", (HERO, "throw_range"))
        at.reject_value(
            settings.get(kind, "breaks"), "0, or an item that can be thrown: with thrown, or hero.throw_range"
        )
    check_resistances(settings, kind, mistakes)


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
    """Whether each +1 adds something to an item (`steep.content.compile_abilities.each_plus_of`)."""
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


EFFECT_WORDS = (
    "damage",
    "heal",
    "drain",
    "status",
    "cure",
    "teleport",
    "blink",
    "push",
    "pull",
    "summon",
    "stat",
    "wake",
    "enchant",
    "identify",
    "shield",
    "steal",
    "transform",
    "split",
    "feed",
    "fall",
    "terrain",
    "dig",
    "ignite",
    "reveal",
    "map",
    "detect",
    "gas",
)
"""The keys that say what an effect does; each effect has one of them."""


EFFECT_NUMBERS = {"turns": ("status", "shield"), "count": ("summon",), "amount": ("stat", "gas"), "slot": ("enchant",)}
"""The keys that some of them need; no other has them."""

EFFECT_REFERENCES = (
    ("status", "statuses", "status"),
    ("cure", "statuses", "status"),
    ("type", "damage_types", "damage type"),
    ("summon", "monsters", "monster"),
    ("transform", "monsters", "monster"),
    ("terrain", "terrain", "terrain"),
    ("gas", "gases", "gas"),
)
"""The keys of an effect that name something, its family, and what messages call it."""


THROWN_SHAPES = ("target", "ball")
"""The shapes of abilities that throwing an item sets off."""


def check_shape(settings: Settings, ability: SectionPath, mistakes: list[Mistake]) -> None:
    """An ability can hit somebody: its shape has the reach or radius that it needs, and nobody is its own enemy."""
    shape = settings.get(ability, "shape")
    if shape == "self" and settings.get(ability, "affects") == "enemies":
        at = settings.location(mistakes, ability, "affects", (ability, "shape"))
        at.reject('found "enemies", and the shape "self"', '"everybody" or "allies", or a shape that hits others')
    for word, key in (("nearest", "reach"), ("burst", "radius")):
        if shape == word and settings.get(ability, key) == 0:
            at = settings.location(mistakes, ability, key, (ability, "shape"))
            at.reject(f'found 0, and the shape "{word}"', f'at least 1, or another shape than "{word}"')
    if settings.get(ability, "trigger") == "throw" and shape not in (None, *THROWN_SHAPES):
        at = settings.location(mistakes, ability, "shape", (ability, "trigger"))
        at.reject(
            f'found "{shape}", and the trigger "throw"',
            '"target" for whoever it hits, or "ball" for all around: what is thrown flies to the first actor by itself',
        )


def check_chance(settings: Settings, ability: SectionPath, mistakes: list[Mistake]) -> None:
    """Using or throwing an item always sets off its ability."""
    chance, trigger = settings.get(ability, "chance"), settings.get(ability, "trigger")
    if trigger in ("use", "throw") and chance not in (None, 100):
        at = settings.location(mistakes, ability, "chance", (ability, "trigger"))
        at.reject(f'found {chance}, and the trigger "{trigger}"', "100: its effects can have a chance instead")


SHAPES_IN_REACH = ("target", "bolt", "beam", "ball", "cone")
"""The shapes that a monster uses only on an enemy within the ability's reach."""


def check_distances(settings: Settings, ability: SectionPath, mistakes: list[Mistake]) -> None:
    """A monster's ability can be used at some distance."""
    nearest, farthest = settings.get(ability, "min_distance"), settings.get(ability, "max_distance")
    reach, shape = settings.get(ability, "reach"), settings.get(ability, "shape")
    if nearest and farthest and nearest > farthest:
        at = settings.location(mistakes, ability, "min_distance", (ability, "max_distance"))
        at.reject_value(nearest, f"at most max_distance, which is {farthest}")
    elif nearest and reach and nearest > reach and shape in SHAPES_IN_REACH:
        at = settings.location(mistakes, ability, "min_distance", (ability, "reach"), (ability, "shape"))
        at.reject_value(nearest, f"at most reach, which is {reach}: no monster could ever use it")
    elif nearest and nearest > 1 and shape == "touch":
        at = settings.location(mistakes, ability, "min_distance", (ability, "shape"))
        at.reject_value(nearest, 'at most 1 with the shape "touch": no monster could ever use it')


def check_ability(settings: Settings, ability: SectionPath, mistakes: list[Mistake]) -> None:
    """Each effect does one thing, with statuses and damage types that exist."""
    check_shape(settings, ability, mistakes)
    check_chance(settings, ability, mistakes)
    check_distances(settings, ability, mistakes)
    for number, effect in enumerate(settings.get(ability, "effects") or (), 1):
        at = settings.location(mistakes, ability, "effects").entry(number)
        given = [key for key in EFFECT_WORDS if effect[key] or isinstance(effect[key], Dice)]
        if len(given) != 1 and not at.rejected:
            at.reject(f"found {' and '.join(given) or 'none of its keys'}", f"one of {', '.join(EFFECT_WORDS)}")
        for needed, users in EFFECT_NUMBERS.items():
            given_number = effect[needed] or isinstance(effect[needed], Dice)
            needing = [key for key in users if key in given]
            if needing and not given_number and not at.under(needed).rejected:
                at.reject(f"found {needing[0]} without {needed}", f"{needed}, which {needing[0]} needs")
            elif given_number and not needing and not any(at.under(key).rejected for key in users):
                words = " or ".join(users)
                at.reject(f"found {needed} without {words}", f"{words} with it, or no {needed}")
        if effect["gas"] and effect["amount"] is not None and not 0 <= effect["amount"] <= MAX_GAS:
            at.under("amount").reject_value(effect["amount"], f"1 to {MAX_GAS}, the units of gas on a cell")
        slots = settings.get(HERO, "slots")
        if effect["slot"] and slots is not None and effect["slot"] not in slots:
            found = f"found {shown(effect['slot'])}, which is not one of hero.slots"
            at.under("slot").reject_name(effect["slot"], found, slots)
        if "shield" in given and settings.get(("statuses", "shielded"), "absorbs") == 0:
            at.reject("found shield, and a status shielded that absorbs nothing", "at least 1 in its absorbs")
        for key, family, word in EFFECT_REFERENCES:
            known = settings.kinds(family) if key != "terrain" else changeable_terrain(settings)
            if effect[key] and effect[key] not in known:
                exists = effect[key] in settings.kinds(family)
                problem = "which no cell can become" if exists else f"which is not a known {word}"
                at.under(key).reject_name(effect[key], f"found {shown(effect[key])}, {problem}", known)


def check_fixed_terrain(settings: Settings, mistakes: list[Mistake]) -> None:
    """Rock stays rock, and nothing bars floor and stairs."""
    for key, fixed in FIXED_TERRAIN.items():
        for flag in ("solid", "opaque"):
            if settings.get(("terrain", key), flag) not in (None, fixed):
                at = settings.location(mistakes, ("terrain", key), flag)
                at.reject(f"found {str(not fixed).lower()}", f"{str(fixed).lower()}, as {key} has in every ruleset")


TERRAIN_REFERENCES = (
    "entered_to",
    "left_to",
    "opens_to",
    "digs_to",
    "looks_like",
    "found_to",
    "fades_to",
    "burns_to",
    "taken_to",
)
"""The keys of a kind of terrain that name another."""

TERRAIN_PAIRS = (("looks_like", "found_to"), ("fades_to", "fade_chance"), ("burns_to", "flammable"))
"""Keys of which a kind of terrain has both or none."""


def changeable_terrain(settings: Settings) -> list[str]:
    """The kinds of terrain that a cell can become."""
    return [key for key in settings.kinds("terrain") if key not in ("unknown", "stairs")]


def check_terrain(settings: Settings, kind: SectionPath, mistakes: list[Mistake]) -> None:
    """What terrain becomes exists, and its keys fit together."""
    known = changeable_terrain(settings)
    for key in TERRAIN_REFERENCES:
        found = settings.get(kind, key)
        if found and found not in known:
            at = settings.location(mistakes, kind, key)
            at.reject_name(found, f"found {shown(found)}, which is no terrain that others can be", known)
        elif found and kind[1] in FIXED_TERRAIN and key != "digs_to":
            settings.location(mistakes, kind, key).reject(f"found one for {kind[1]}", "none: it stays as it is")
    check_pairs(settings, kind, TERRAIN_PAIRS, mistakes)
    if settings.get(kind, "looks_like") and settings.get(("terrain", settings.get(kind, "looks_like")), "looks_like"):
        at = settings.location(mistakes, kind, "looks_like")
        at.reject(f"found {shown(settings.get(kind, 'looks_like'))}, which is hidden itself", "one that isn't hidden")
    if settings.get(kind, "opens_to") and settings.get(kind, "solid") is False:
        at = settings.location(mistakes, kind, "opens_to", (kind, "solid"))
        at.reject("found one, and solid = false", "none: everybody can enter it")
    check_key_item(settings, kind, mistakes)
    check_terrain_abilities(settings, kind, TRIGGERS_OF_TERRAIN, mistakes)


def check_gas(settings: Settings, kind: SectionPath, mistakes: list[Mistake]) -> None:
    """What gas becomes when it burns exists, and its keys fit together."""
    burns_to, known = settings.get(kind, "burns_to"), settings.kinds("gases")
    if burns_to and burns_to not in known:
        at = settings.location(mistakes, kind, "burns_to")
        at.reject_name(burns_to, f"found {shown(burns_to)}, which is not a known gas", known)
    check_pairs(settings, kind, TERRAIN_PAIRS[-1:], mistakes)
    check_terrain_abilities(settings, kind, TRIGGERS_OF_GAS, mistakes)


def check_pairs(
    settings: Settings, kind: SectionPath, pairs: Sequence[tuple[str, str]], mistakes: list[Mistake]
) -> None:
    """Of two keys that need each other, a kind has both or none."""
    for one, other in pairs:
        if bool(settings.get(kind, one)) != bool(settings.get(kind, other)):
            lacking, given = (one, other) if settings.get(kind, other) else (other, one)
            at = settings.location(mistakes, kind, given)
            at.reject(f"found {given} without {lacking}", "both, or none of them")


def check_key_item(settings: Settings, kind: SectionPath, mistakes: list[Mistake]) -> None:
    """A key is an item that everybody knows, and opens something."""
    key_item = settings.get(kind, "key_item")
    if not key_item:
        return
    at = settings.location(mistakes, kind, "key_item")
    if key_item not in settings.kinds("items"):
        at.reject_name(key_item, f"found {shown(key_item)}, which is not a known item", settings.kinds("items"))
    elif settings.get(("items", key_item), "appearance"):
        at.reject(f"found {shown(key_item)}, which has to be identified", "an item without an appearance")
    elif not settings.get(kind, "opens_to"):
        at.reject("found one without opens_to", "opens_to, which it takes")


def check_terrain_abilities(
    settings: Settings, kind: SectionPath, triggers: Sequence[str], mistakes: list[Mistake]
) -> None:
    """The abilities of terrain or gas exist, and have one of its triggers."""
    word = "gas" if kind[0] == "gases" else "terrain"
    for number, key in enumerate(settings.get(kind, "abilities") or (), 1):
        at = settings.location(mistakes, kind, "abilities").entry(number)
        if key not in settings.kinds("abilities"):
            at.reject_name(key, f"found {shown(key)}, which is not a known ability", settings.kinds("abilities"))
            continue
        trigger = settings.get(("abilities", key), "trigger")
        if trigger is not None and trigger not in triggers:
            allowed = " or ".join(shown(each) for each in triggers)
            at.reject(f'found {shown(key)}, with the trigger "{trigger}"', f"one with the trigger {allowed}")
        elif kind[1] in FIXED_TERRAIN:
            at.reject(f"found one for {kind[1]}", "none: it does nothing")
        elif any(effect["steal"] for effect in settings.get(("abilities", key), "effects") or ()):
            at.reject(f"found {shown(key)}, which steals", f"an ability that {word} can have: only monsters steal")


def check_start(settings: Settings, mistakes: list[Mistake]) -> None:
    """The starting items must exist and fit the inventory."""
    start: tuple[dict[str, Any], ...] = settings.get(HERO, "start") or ()
    capacity = settings.get(HERO, "inventory")
    items = settings.kinds("items")
    if capacity is not None and len(start) > capacity:
        at = settings.location(mistakes, HERO, "start", (HERO, "inventory"))
        at.reject(f"found {len(start)} items", f"at most {capacity}, the size of hero.inventory")
    for number, entry in enumerate(start, 1):
        item = entry["item"]
        if item is not None and item not in items:
            at = settings.location(mistakes, HERO, "start").entry(number).under("item")
            at.reject_name(item, f"found {shown(item)}, which is not a known item", items)
        elif item is not None and entry["plus"] and not can_be_enchanted(settings, ("items", item)):
            at = settings.location(mistakes, HERO, "start", (("items", item), "slot")).entry(number).under("plus")
            at.reject_value(entry["plus"], f"0, or an item with {ENCHANTABLE}")


def check_equipped(settings: Settings, mistakes: list[Mistake]) -> None:
    """Starting equipment needs a slot, and each slot holds one item."""
    taken: dict[str, str] = {}
    for number, entry in enumerate(settings.get(HERO, "start") or (), 1):
        item = entry["item"]
        slot = settings.get(("items", item), "slot")
        if not entry["equipped"] or slot is None:
            continue
        at = settings.location(mistakes, HERO, "start", (("items", item), "slot")).entry(number).under("equipped")
        if slot == "":
            at.reject(f"found true for {item}, which has no slot", "false")
        elif slot in taken:
            found = f"found true for {item}, and {taken[slot]} is in the same slot"
            at.reject(found, f'one item in the slot "{slot}"')
        taken.setdefault(slot, item)
