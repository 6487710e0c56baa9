"""Whether the values of a ruleset go together: what no key can say by itself.

Asked of settings that lie on each other and are complete. A value that was
wrong by itself is None here and is not asked about again.
"""

from __future__ import annotations

from typing import Any

from steep.content.findings import Finding, Place
from steep.content.layers import Settings
from steep.content.sections import EFFECT_KEYS, KINDS
from steep.core.ruleset import MAX_KINDS


def check_agreement(settings: Settings, findings: list[Finding]) -> None:
    """Report every value that does not go with another."""
    check_numbers_of_kinds(settings, findings)
    check_rooms(settings, findings)
    check_levels(settings, findings)
    for key in settings.kinds("items"):
        check_use(settings, ("items", key), findings)
    check_start(settings, findings)


def check_numbers_of_kinds(settings: Settings, findings: list[Finding]) -> None:
    """The compiled record has room for so many kinds and no more."""
    for family in KINDS:
        kinds = settings.kinds(family)
        if len(kinds) > MAX_KINDS:
            file = settings.first_files[family, kinds[-1]]
            Place(findings, file, family).reject(f"found {len(kinds)} kinds", f"at most {MAX_KINDS}")


def check_rooms(settings: Settings, findings: list[Finding]) -> None:
    """The largest room fits the map, and is not smaller than the smallest."""
    width, height, least, most = (settings.get(("map",), key) for key in ("width", "height", "room_min", "room_max"))
    if width is not None and height is not None and most is not None and most >= min(width, height):
        allowed = f"at most {min(width, height) - 1} on a map of {width} x {height}"
        settings.place(findings, ("map",), "room_max").reject_value(most, allowed)
    if least is not None and most is not None and least > most:
        settings.place(findings, ("map",), "room_min").reject_value(least, f"at most room_max, which is {most}")


def check_levels(settings: Settings, findings: list[Finding]) -> None:
    """A level costs something, or levels would never end."""
    if settings.get(("level_up",), "base") == settings.get(("level_up",), "factor") == 0:
        at = settings.place(findings, ("level_up",), "base")
        at.reject("found 0, and factor 0", "one of them above 0: else every level is free")


def check_use(settings: Settings, path: tuple[str, ...], findings: list[Finding]) -> None:
    """What an item is used for has the numbers it needs and no others."""
    effect, slot = settings.get(path, "effect"), settings.get(path, "slot")
    slots = settings.get(("hero",), "slots")
    if slot and slots is not None and slot not in slots:
        at = settings.place(findings, path, "slot")
        at.reject_name(slot, f'found "{slot}", which is no slot of hero.slots', slots)
    if slot and effect not in (None, "none"):
        at = settings.place(findings, path, "effect")
        at.reject(f'found "{effect}" on something worn', '"none": using what has a slot wears it')
    if slot == "":
        for key in ("power", "defense"):
            if settings.get(path, key):
                at = settings.place(findings, path, key)
                at.reject_value(settings.get(path, key), "0, or a slot in which the item is worn")
    if effect is None:
        return
    needed = EFFECT_KEYS[effect]
    for key in ("amount", "reach"):
        value = settings.get(path, key)
        if key in needed and not settings.given(path, key):
            settings.place(findings, path, key).reject(
                f"found nothing, and the effect {effect}", "a number: it needs one"
            )
        elif key not in needed and value:
            at = settings.place(findings, path, key)
            with_it = ", ".join(f'"{other}"' for other, keys in EFFECT_KEYS.items() if key in keys)
            at.reject(f'found {value}, and the effect "{effect}"', f"0, or an effect that uses it: {with_it}")


def check_start(settings: Settings, findings: list[Finding]) -> None:
    """The hero begins with things that exist, fit the pack and are worn where they can be, one in a slot."""
    start: tuple[dict[str, Any], ...] = settings.get(("hero",), "start") or ()
    if not start:
        return
    pack = settings.get(("hero",), "pack")
    at = settings.place(findings, ("hero",), "start")
    if pack is not None and len(start) > pack:
        at.reject(f"found {len(start)} things", f"at most {pack}, as many as the pack holds")
    items = settings.kinds("items")
    taken: dict[str, str] = {}
    for number, entry in enumerate(start, 1):
        item, worn = entry["item"], entry["worn"]
        if item is None:
            continue
        if item not in items:
            at.entry(number).under("item").reject_name(item, f'found "{item}", which is no item', items)
            continue
        slot = settings.get(("items", item), "slot")
        if not worn or slot is None:
            continue
        if slot == "":
            at.entry(number).under("worn").reject(f"found true for {item}, which has no slot", "false")
        elif slot in taken:
            found = f"found true for {item}, and {taken[slot]} is worn there too"
            at.entry(number).under("worn").reject(found, f'one thing in the slot "{slot}"')
        taken.setdefault(slot, item)
