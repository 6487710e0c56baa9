"""Cross-field validation of spawning: tags, packs, groups, uniques, sleepers, pity timers and out-of-depth draws.

As in `validation`, a value that is bad on its own is None here and is not
reported again.
"""

from __future__ import annotations

from itertools import pairwise

from steep.content.compiling.spawns import MINIMUMS, too_few
from steep.content.reading.merge_rulesets import MergedSettings, SectionPath
from steep.content.ruleset_errors import Location, shown
from steep.content.sections import MAX_ENTRIES, plural
from steep.core.ruleset import MAX_GROUP_WEIGHTS, MAX_PACK_MEMBERS
from steep.spawn.curves import Steps

COUNTS: SectionPath = ("counts",)
OUT_OF_DEPTH: SectionPath = ("out_of_depth",)


def validate_spawns(settings: MergedSettings) -> None:
    """Report every value about spawning that conflicts with another."""
    for family in ("monsters", "items"):
        for key in settings.kinds(family):
            check_tags(settings, (family, key))
    for key in settings.kinds("monsters"):
        check_notice(settings, ("monsters", key))
        check_behaviours(settings, ("monsters", key))
    for key in settings.kinds("packs"):
        check_pack(settings, ("packs", key))
    for key in settings.kinds("groups"):
        check_group(settings, ("groups", key))
    for key in settings.kinds("pity_timers"):
        check_pity_timer(settings, key)
    check_out_of_depth(settings)
    for low, high in MINIMUMS.items():
        check_minimum(settings, low, high)


DRAWN_BY_GROUPS = ("monsters", "packs", "items")

PARTS = (
    ("packs", ("members",), "members", MAX_PACK_MEMBERS),
    ("groups", DRAWN_BY_GROUPS, "weights", MAX_GROUP_WEIGHTS),
)
"""Families whose entries have rows of their own: the keys with them, what they are, and how many there may be."""


def check_limits(settings: MergedSettings) -> None:
    """No family, and not all packs or groups together, may have more entries than the compiled record has room for."""
    for family, limit in MAX_ENTRIES.items():
        keys = settings.kinds(family)
        if len(keys) > limit:
            last = last_location(settings, family)
            inherited = sum(settings.first_files[family, key] != last.file for key in keys)
            way_out = f", with the {inherited} inherited: to change one of those, use its key instead of a new one"
            last.reject(f"found {len(keys)} {plural(family)}", f"at most {limit}{way_out if inherited else ''}")
    for family, keys, what, limit in PARTS:
        parts = sum(len(settings.get((family, each), key) or ()) for each in settings.kinds(family) for key in keys)
        if parts > limit:
            allowed = f"at most {limit:_} in all {family} together"
            last_location(settings, family).reject(f"found {parts} {what}", allowed)


def last_location(settings: MergedSettings, family: str) -> Location:
    """The location of a family in the last file that adds to it."""
    return Location(
        settings.mistakes, settings.last_of(settings.first_files[family, key] for key in settings.kinds(family)), family
    )


def check_tags(settings: MergedSettings, kind: SectionPath) -> None:
    """A kind takes its weight from at most one of its tags."""
    tags = settings.get(kind, "tags") or ()
    weighted = [tag for tag in tags if settings.given(("tags", tag), "weight")]
    if len(weighted) > 1 and not settings.given(kind, "spawn"):
        at = settings.location(kind, "tags", *((("tags", tag), "weight") for tag in weighted))
        at.reject(f"found {len(weighted)} with a weight, {', '.join(weighted)}", "at most one, or a spawn of its own")


def check_notice(settings: MergedSettings, monster: SectionPath) -> None:
    """Only monsters that can be asleep use `notice`."""
    if settings.get(monster, "notice") and settings.get(monster, "asleep") == 0:
        at = settings.location(monster, "notice", (monster, "asleep"))
        at.reject_value(settings.get(monster, "notice"), "0, or asleep above 0: only sleeping monsters use notice")


CONTRADICTIONS = (
    ("wanders", "stays", "it never leaves its cell"),
    ("guards", "stays", "it never leaves its cell"),
    ("wanders", "guards", "it returns to its post instead"),
    ("wanders", "ambush", "it waits instead"),
)
"""Behaviours of a monster that another makes impossible, and why."""


def check_behaviours(settings: MergedSettings, monster: SectionPath) -> None:
    """No behaviour may make another impossible, and who comes back must have fled, to higher HP."""
    for key, other, reason in CONTRADICTIONS:
        if settings.get(monster, key) and settings.get(monster, other):
            at = settings.location(monster, key, (monster, other))
            nothing = "false" if settings.get(monster, key) is True else "0"
            at.reject_value(settings.get(monster, key), f"{nothing} with {other}: {reason}")
    fled, back = settings.get(monster, "flees_below"), settings.get(monster, "returns_above")
    if back and fled is not None and (fled == 0 or back < fled):
        at = settings.location(monster, "returns_above", (monster, "flees_below"))
        at.reject_value(back, f"0, or at least flees_below, which is {fled}" if fled else "0, or flees_below above 0")


def check_pack(settings: MergedSettings, pack: SectionPath) -> None:
    """A unique may lead but not be a member."""
    for number, member in enumerate(settings.get(pack, "members") or (), 1):
        kind = ("monsters", member.kind)
        if settings.get(kind, "unique"):
            at = settings.location(pack, "members", (kind, "unique")).entry(number).under("kind")
            at.reject(
                f"found {member.kind}, which is unique", "a monster that is not unique; a unique may only lead a pack"
            )


def check_group(settings: MergedSettings, group: SectionPath) -> None:
    """A group draws either monsters and packs or items, which differ in how they are counted and placed."""
    others = [key for key in DRAWN_BY_GROUPS if key != "items" and settings.get(group, key)]
    if settings.get(group, "items") and others:
        at = settings.location(group, "items", *((group, key) for key in others))
        at.reject(f"found items besides {' and '.join(others)}", "a group of their own for items")


def check_pity_timer(settings: MergedSettings, key: str) -> None:
    """A pity timer needs an existing item, and its guarantee may not fall on deeper floors."""
    if key not in settings.kinds("items"):
        at = Location(settings.mistakes, settings.first_files["pity_timers", key], "pity_timers").under(key)
        at.reject_name(key, f"found {shown(key)}, which is not a known item", settings.kinds("items"))
    guarantee = settings.get(("pity_timers", key), "guarantee")
    if isinstance(guarantee, Steps):
        for (_, before), (floor, value) in pairwise(guarantee.entries):
            if value < before:
                at = settings.location(("pity_timers", key), "guarantee")
                at.reject(f"found {value} by floor {floor}, {before} before it", "as many or more on deeper floors")


def check_out_of_depth(settings: MergedSettings) -> None:
    """Out-of-depth draws need a reach."""
    chance = settings.get(OUT_OF_DEPTH, "chance")
    if isinstance(chance, Steps) and chance.entries and settings.get(OUT_OF_DEPTH, "reach") == 0:
        at = settings.location(OUT_OF_DEPTH, "reach", (OUT_OF_DEPTH, "chance"))
        at.reject("found 0, and a chance of out-of-depth draws", "1 or more floors, which these draws need")


def check_minimum(settings: MergedSettings, low: str, high: str) -> None:
    """The minimum per room is at most the maximum, on every floor."""
    minimum, maximum = settings.get(COUNTS, low), settings.get(COUNTS, high)
    if isinstance(minimum, Steps) and isinstance(maximum, Steps):
        for floor, least, most in too_few(minimum, maximum):
            at = settings.location(COUNTS, low, (COUNTS, high))
            at.reject(f"found {least} on floor {floor}", f"at most {high}, which is {most} there")
            break
