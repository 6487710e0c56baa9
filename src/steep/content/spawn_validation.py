"""Whether what a ruleset says of who comes goes together: tags, packs, uniques, sleepers, meters, depth.

As in `agreement`, settings are complete here, and a value that was wrong by
itself is None and is not asked about again.
"""

from __future__ import annotations

from itertools import pairwise

from steep.content.errors import Finding, Place, shown
from steep.content.layers import SectionPath, Settings
from steep.content.sections import ROOM, plural
from steep.core.ruleset import MAX_PACK_MEMBERS
from steep.spawn.curves import Steps

OUT_OF_DEPTH: SectionPath = ("out_of_depth",)


def check_spawn_agreement(settings: Settings, findings: list[Finding]) -> None:
    """Report every value about who comes that does not go with another."""
    for family in ("monsters", "items"):
        for key in settings.kinds(family):
            check_tags(settings, (family, key), findings)
    for key in settings.kinds("monsters"):
        check_notice(settings, ("monsters", key), findings)
    for key in settings.kinds("packs"):
        check_pack(settings, ("packs", key), findings)
    for key in settings.kinds("pity_timers"):
        check_meter(settings, key, findings)
    check_depth(settings, findings)


def check_room(settings: Settings, findings: list[Finding]) -> None:
    """There is room for so many kinds of each family and so many members of packs, and no more."""
    for family, most in ROOM.items():
        keys = settings.kinds(family)
        if len(keys) > most:
            last_place(settings, findings, family).reject(f"found {len(keys)} {plural(family)}", f"at most {most}")
    members = sum(len(settings.get(("packs", key), "members") or ()) for key in settings.kinds("packs"))
    if members > MAX_PACK_MEMBERS:
        allowed = f"at most {MAX_PACK_MEMBERS:_} of all packs together"
        last_place(settings, findings, "packs").reject(f"found {members} members", allowed)


def last_place(settings: Settings, findings: list[Finding], family: str) -> Place:
    """A family, in the last file that adds to it."""
    return Place(
        findings, settings.last_of(settings.first_files[family, key] for key in settings.kinds(family)), family
    )


def check_tags(settings: Settings, kind: SectionPath, findings: list[Finding]) -> None:
    """Tags have a section; a kind takes its weight from one of them at most."""
    known = settings.kinds("tags")
    weighing = []
    for number, tag in enumerate(settings.get(kind, "tags") or (), 1):
        if tag not in known:
            at = settings.place(findings, kind, "tags").entry(number)
            at.reject_name(tag, f"found {shown(tag)}, which is no tag", known)
        elif settings.given(("tags", tag), "weight"):
            weighing.append(tag)
    if len(weighing) > 1 and not settings.given(kind, "spawn"):
        at = settings.place(findings, kind, "tags", *((("tags", tag), "weight") for tag in weighing))
        at.reject(f"found {len(weighing)} with a weight, {', '.join(weighing)}", "one, or a spawn of its own")


def check_notice(settings: Settings, monster: SectionPath, findings: list[Finding]) -> None:
    """Only sleepers notice."""
    if settings.get(monster, "notice") and settings.get(monster, "asleep") == 0:
        at = settings.place(findings, monster, "notice", (monster, "asleep"))
        at.reject_value(settings.get(monster, "notice"), "0, or asleep above 0: who is awake sees for itself")


def check_pack(settings: Settings, pack: SectionPath, findings: list[Finding]) -> None:
    """Leader and members are monsters that there are; a unique may only lead."""
    monsters = settings.kinds("monsters")
    leader = settings.get(pack, "leader")
    if leader is not None and leader not in monsters:
        at = settings.place(findings, pack, "leader")
        at.reject_name(leader, f"found {shown(leader)}, which is no monster", monsters)
    for number, member in enumerate(settings.get(pack, "members") or (), 1):
        kind = member["kind"]
        if kind is not None and kind not in monsters:
            at = settings.place(findings, pack, "members").entry(number).under("kind")
            at.reject_name(kind, f"found {shown(kind)}, which is no monster", monsters)
        elif settings.get(("monsters", kind), "unique"):
            at = settings.place(findings, pack, "members", (("monsters", kind), "unique")).entry(number).under("kind")
            at.reject(f"found {kind}, which is unique", "a monster that is not; a unique may lead a pack")


def check_meter(settings: Settings, key: str, findings: list[Finding]) -> None:
    """A meter counts an item that there is, and what it guarantees is kept on every deeper floor."""
    if key not in settings.kinds("items"):
        at = Place(findings, settings.first_files["pity_timers", key], "pity_timers").under(key)
        at.reject_name(key, f"found {shown(key)}, which is no item", settings.kinds("items"))
    guarantee = settings.get(("pity_timers", key), "guarantee")
    if isinstance(guarantee, Steps):
        for (_, before), (floor, value) in pairwise(guarantee.entries):
            if value < before:
                at = settings.place(findings, ("pity_timers", key), "guarantee")
                at.reject(f"found {value} by floor {floor}, {before} before it", "as many or more on deeper floors")


def check_depth(settings: Settings, findings: list[Finding]) -> None:
    """Draws that are made out of depth are made somewhere."""
    chance = settings.get(OUT_OF_DEPTH, "chance")
    if isinstance(chance, Steps) and chance.entries and settings.get(OUT_OF_DEPTH, "reach") == 0:
        at = settings.place(findings, OUT_OF_DEPTH, "reach", (OUT_OF_DEPTH, "chance"))
        at.reject("found 0, and a chance of such draws", "1 or more floors, which such draws need")
