"""Cross-field validation of terrain and gases: what they become, their keys and their abilities."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.reading.merge_rulesets import MergedSettings, SectionPath
from steep.content.ruleset_errors import shown
from steep.content.sections import FIXED_TERRAIN, NEW_TERRAIN, Terrain, fields_of

TRIGGERS_OF_TERRAIN = ("enter", "stay")
"""The triggers of abilities that only terrain can have."""

TRIGGERS_OF_GAS = ("stay",)
"""The triggers of abilities that gas can have."""


def validate_terrain(settings: MergedSettings) -> None:
    """Report every value of terrain or a gas that conflicts with another."""
    check_fixed_terrain(settings)
    for key in settings.kinds("terrain"):
        check_terrain(settings, ("terrain", key))
    for key in settings.kinds("gases"):
        check_gas(settings, ("gases", key))


def check_fixed_terrain(settings: MergedSettings) -> None:
    """Rock stays rock, and nothing bars floor and stairs."""
    for key, fixed in FIXED_TERRAIN.items():
        for flag in ("solid", "opaque"):
            if settings.get(("terrain", key), flag) not in (None, fixed):
                at = settings.location(("terrain", key), flag)
                at.reject(f"found {str(not fixed).lower()}", f"{str(fixed).lower()}, as {key} has in every ruleset")


BECOMES = tuple(name for name, field in fields_of(Terrain).items() if field.type is NEW_TERRAIN)
"""The keys of a kind of terrain that name another."""

TERRAIN_PAIRS = (("looks_like", "found_to"), ("fades_to", "fade_chance"), ("burns_to", "flammable"))
"""Keys of which a kind of terrain has both or none."""


def check_terrain(settings: MergedSettings, kind: SectionPath) -> None:
    """What terrain becomes exists, and its keys fit together."""
    for key in BECOMES:
        if settings.get(kind, key) and kind[1] in FIXED_TERRAIN and key != "digs_to":
            settings.location(kind, key).reject(f"found one for {kind[1]}", "none: it stays as it is")
    check_pairs(settings, kind, TERRAIN_PAIRS)
    if settings.get(kind, "looks_like") and settings.get(("terrain", settings.get(kind, "looks_like")), "looks_like"):
        at = settings.location(kind, "looks_like")
        at.reject(f"found {shown(settings.get(kind, 'looks_like'))}, which is hidden itself", "one that isn't hidden")
    if settings.get(kind, "opens_to") and settings.get(kind, "solid") is False:
        at = settings.location(kind, "opens_to", (kind, "solid"))
        at.reject("found one, and solid = false", "none: everybody can enter it")
    check_key_item(settings, kind)
    check_terrain_abilities(settings, kind, TRIGGERS_OF_TERRAIN)


def check_gas(settings: MergedSettings, kind: SectionPath) -> None:
    """What gas becomes when it burns exists, and its keys fit together."""
    check_pairs(settings, kind, TERRAIN_PAIRS[-1:])
    check_terrain_abilities(settings, kind, TRIGGERS_OF_GAS)


def check_pairs(settings: MergedSettings, kind: SectionPath, pairs: Sequence[tuple[str, str]]) -> None:
    """Of two keys that need each other, a kind has both or none."""
    for one, other in pairs:
        if bool(settings.get(kind, one)) != bool(settings.get(kind, other)):
            lacking, given = (one, other) if settings.get(kind, other) else (other, one)
            at = settings.location(kind, given)
            at.reject(f"found {given} without {lacking}", "both, or none of them")


def check_key_item(settings: MergedSettings, kind: SectionPath) -> None:
    """A key is an item that everybody knows, and opens something."""
    key_item = settings.get(kind, "key_item")
    if not key_item:
        return
    at = settings.location(kind, "key_item")
    if settings.get(("items", key_item), "appearance"):
        at.reject(f"found {shown(key_item)}, which has to be identified", "an item without an appearance")
    elif not settings.get(kind, "opens_to") and not at.rejected:
        at.reject("found one without opens_to", "opens_to, which it takes")


def check_terrain_abilities(settings: MergedSettings, kind: SectionPath, triggers: Sequence[str]) -> None:
    """The abilities of terrain or gas exist, and have one of its triggers."""
    word = "gas" if kind[0] == "gases" else "terrain"
    for number, key in enumerate(settings.get(kind, "abilities") or (), 1):
        at = settings.location(kind, "abilities").entry(number)
        trigger = settings.get(("abilities", key), "trigger")
        if trigger is not None and trigger not in triggers:
            allowed = " or ".join(shown(each) for each in triggers)
            at.reject(f'found {shown(key)}, with the trigger "{trigger}"', f"one with the trigger {allowed}")
        elif kind[1] in FIXED_TERRAIN:
            at.reject(f"found one for {kind[1]}", "none: it does nothing")
        elif any("steal" in effect.given for effect in settings.get(("abilities", key), "effects") or ()):
            at.reject(f"found {shown(key)}, which steals", f"an ability that {word} can have: only monsters steal")
