"""Whether the values of a ruleset go together: what no key can say by itself.

Asked of settings that lie on each other and are complete. A value that was
wrong by itself is None here and is not asked about again.
"""

from __future__ import annotations

from typing import Any

from steep.content.errors import Finding, shown
from steep.content.layers import SectionPath, Settings
from steep.content.sections import DRAWN, EFFECT_KEYS
from steep.content.spawn_validation import check_spawn_agreement

MAP: SectionPath = ("map",)
HERO: SectionPath = ("hero",)
LEVEL_UP: SectionPath = ("level_up",)

MIN_WALLED = 3
"""Cells of the smallest room that counts both its walls."""


def check_agreement(settings: Settings, findings: list[Finding]) -> None:
    """Report every value that does not go with another."""
    check_spawn_tables(settings)
    check_rooms(settings, findings)
    check_levels(settings, findings)
    for key in settings.kinds("items"):
        check_wearing(settings, ("items", key), findings)
        check_effect(settings, ("items", key), findings)
    check_start(settings, findings)
    check_worn(settings, findings)
    check_spawn_agreement(settings, findings)


def check_spawn_tables(settings: Settings) -> None:
    """Spawn tables name kinds that there are."""
    kinds = {family: settings.kinds(family) for family in DRAWN}
    for (family, kind), place in settings.strays:
        place.reject_name(kind, f"found {shown(kind)}, which is no {family.removesuffix('s')}", kinds[family])


def check_rooms(settings: Settings, findings: list[Finding]) -> None:
    """The largest room fits the map, is not smaller than the smallest, and the smallest has floor."""
    width, height, least, most = (settings.get(MAP, key) for key in ("width", "height", "room_min", "room_max"))
    if width is not None and height is not None and most is not None and most >= min(width, height):
        at = settings.place(findings, MAP, "room_max", (MAP, "width"), (MAP, "height"))
        at.reject_value(most, f"at most {min(width, height) - 1} on a map of {width} x {height}")
    if least is not None and most is not None and least > most:
        at = settings.place(findings, MAP, "room_min", (MAP, "room_max"))
        at.reject_value(least, f"at most room_max, which is {most}")
    if settings.get(MAP, "rooms") == "walled":
        if least is not None and least < MIN_WALLED:
            at = settings.place(findings, MAP, "room_min", (MAP, "rooms"))
            at.reject_value(least, f'at least {MIN_WALLED} where rooms are "walled": two walls and floor between them')
        if settings.get(MAP, "rooms_may_touch"):
            at = settings.place(findings, MAP, "rooms_may_touch", (MAP, "rooms"))
            at.reject('found true, and rooms "walled"', "false: walled rooms share no wall")


def check_levels(settings: Settings, findings: list[Finding]) -> None:
    """A level costs something, or levels would never end."""
    if settings.get(LEVEL_UP, "base") == settings.get(LEVEL_UP, "factor") == 0:
        at = settings.place(findings, LEVEL_UP, "base", (LEVEL_UP, "factor"))
        at.reject("found 0, and factor 0", "one of them above 0: else every level is free")


def check_wearing(settings: Settings, item: SectionPath, findings: list[Finding]) -> None:
    """What is worn has a slot that the hero has, and is good for nothing else; what is not worn adds nothing."""
    slot, effect = settings.get(item, "slot"), settings.get(item, "effect")
    slots = settings.get(HERO, "slots")
    if slot and slots is not None and slot not in slots:
        at = settings.place(findings, item, "slot", (HERO, "slots"))
        at.reject_name(slot, f"found {shown(slot)}, which is no slot of hero.slots", slots)
    if slot and effect not in (None, "none"):
        at = settings.place(findings, item, "effect", (item, "slot"))
        at.reject(f'found "{effect}" on something worn', '"none": using what has a slot wears it')
    for key in ("power", "defense"):
        if slot == "" and settings.get(item, key):
            at = settings.place(findings, item, key, (item, "slot"))
            at.reject_value(settings.get(item, key), "0, or a slot in which the item is worn")


def check_effect(settings: Settings, item: SectionPath, findings: list[Finding]) -> None:
    """An effect has the numbers that it needs, and no others."""
    effect = settings.get(item, "effect")
    if effect is None:
        return
    for key, effects in EFFECT_KEYS.items():
        value = settings.get(item, key)
        if effect in effects and not settings.given(item, key):
            at = settings.place(findings, item, key, (item, "effect"))
            at.reject(f'found none, and the effect "{effect}"', "a number, which this effect needs")
        elif effect not in effects and value:
            at = settings.place(findings, item, key, (item, "effect"))
            users = ", ".join(f'"{user}"' for user in effects)
            at.reject(f'found {value}, and the effect "{effect}"', f"0, or an effect that uses it: {users}")


def check_start(settings: Settings, findings: list[Finding]) -> None:
    """The hero begins with things that exist and fit the pack."""
    start: tuple[dict[str, Any], ...] = settings.get(HERO, "start") or ()
    pack = settings.get(HERO, "inventory")
    items = settings.kinds("items")
    if pack is not None and len(start) > pack:
        at = settings.place(findings, HERO, "start", (HERO, "inventory"))
        at.reject(f"found {len(start)} things", f"at most {pack}, as many as the pack holds")
    for number, entry in enumerate(start, 1):
        item = entry["item"]
        if item is not None and item not in items:
            at = settings.place(findings, HERO, "start").entry(number).under("item")
            at.reject_name(item, f"found {shown(item)}, which is no item", items)


def check_worn(settings: Settings, findings: list[Finding]) -> None:
    """What the hero wears at first has a slot, and every slot has one thing."""
    taken: dict[str, str] = {}
    for number, entry in enumerate(settings.get(HERO, "start") or (), 1):
        item = entry["item"]
        slot = settings.get(("items", item), "slot")
        if not entry["equipped"] or slot is None:
            continue
        at = settings.place(findings, HERO, "start", (("items", item), "slot")).entry(number).under("equipped")
        if slot == "":
            at.reject(f"found true for {item}, which has no slot", "false")
        elif slot in taken:
            found = f"found true for {item}, and {taken[slot]} is worn there too"
            at.reject(found, f'one thing in the slot "{slot}"')
        taken.setdefault(slot, item)
