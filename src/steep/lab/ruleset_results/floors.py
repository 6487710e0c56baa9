"""Floors of a seed, as text, as rows and as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from steep.balance.rolled_floors import START, WALL, Placed, PlacedRoom, RolledFloor
from steep.content import Item, Monster, Rulebook
from steep.content.sections import Terrain
from steep.lab.results.result import Cell, Column, Result, Table
from steep.play.texts.messages import counted

COLUMNS = (
    *(Column(name) for name in ("ruleset", "hash")),
    *(Column(name, "count") for name in ("seed", "floor")),
    *(Column(name) for name in ("family", "kind")),
    *(Column(name, "count") for name in ("x", "y", "asleep", "plus", "captive")),
    Column("layout"),
)


def floor_in_form(rulebook: Rulebook, rolled: RolledFloor, form: str) -> str:
    """One floor in a format; as Markdown, a block of text."""
    if form == "json":
        return json.dumps(floor_as_json(rulebook, rolled), indent=2, ensure_ascii=False) + "\n"
    if form == "csv":
        return floors_as_csv(rows_of(rulebook, rolled))
    text = floor_as_text(rulebook, rolled)
    return f"```text\n{text}```\n" if form == "markdown" else text


def floor_as_text(rulebook: Rulebook, rolled: RolledFloor) -> str:
    """A floor as text: title, map, legend and roster."""
    region = rulebook.region_on(rolled.floor)
    lines = [
        f"{rulebook.name} {rulebook.hash}, seed {rolled.seed}, floor {rolled.floor}"
        + (f" ({region.name})" if region else "")
        + (f", {rolled.layout}" if rolled.layout else "")
    ]
    lines += rolled.rows
    lines.append(f"{START} start   > stairs   {WALL} rock   . floor   {counted(rolled.rooms, 'room')}")
    if rolled.drawn:
        lines.append(f"Drawn as a map: {rolled.drawn}")
    lines += [placed_as_text(it) for it in rolled.vaults]
    lines += [f"Theme {placed_as_text(it)}" for it in rolled.themes]
    lines += roster(rulebook.terrain, rolled.terrain_counts, rolled.terrain)
    lines.append(f"{counted(len(rolled.monsters), 'monster')}, threat {rolled.threat:g}, {rolled.xp} XP")
    lines += roster(rulebook.monsters, rolled.monster_counts, rolled.monsters)
    lines.append(f"{counted(len(rolled.items), 'item')}, {rolled.healing} HP of healing")
    lines += roster(rulebook.items, rolled.item_counts, rolled.items)
    if rulebook.appearances:
        lines.append("Items are listed by their true kinds, identified or not.")
    return "".join(f"{line}\n" for line in lines)


def placed_as_text(room: PlacedRoom) -> str:
    """What a room is, its size and its place."""
    return f"{room.key}, {room.width} x {room.height} at {room.x}, {room.y}"


def roster(kinds: Iterable[Monster | Item | Terrain], counts: dict[str, int], placed: Sequence[Placed]) -> list[str]:
    """A line for each kind: its glyph, its number, how many are asleep or captives, and the enchantments it has."""
    glyphs = {kind.key: kind.glyph for kind in kinds}
    rows = []
    for key, number in counts.items():
        ones = [one for one in placed if one.kind == key]
        asleep, captives = sum(one.asleep for one in ones), sum(one.captive for one in ones)
        notes = [
            f"{asleep} asleep" if asleep else "",
            counted(captives, "captive") if captives else "",
            ", ".join(f"{one.plus:+}" for one in ones if one.plus),
        ]
        rows.append((glyphs[key], number, key + "".join(f" ({note})" for note in notes if note)))
    width = max((len(str(number)) for _, number, _ in rows), default=0)
    return [f"  {glyph}  {number:{width}}  {text}" for glyph, number, text in rows]


def floors_as_csv(rows: Iterable[tuple[Cell, ...]]) -> str:
    """The rows of floors as CSV."""
    return Result("", {}, (Table("placed", COLUMNS, tuple(rows)),)).shown_as("csv")


def rows_of(rulebook: Rulebook, rolled: RolledFloor) -> Iterator[tuple[Cell, ...]]:
    """A row for each monster, item, vault and room with a theme, and for each cell of terrain that isn't plain."""
    where = rulebook.name, rulebook.hash, rolled.seed, rolled.floor
    families = {"monster": rolled.monsters, "item": rolled.items, "terrain": rolled.terrain}
    rooms = {"vault": rolled.vaults, "theme": rolled.themes}
    for family, ones in families.items():
        for one in ones:
            yield (*where, family, one.kind, one.x, one.y, int(one.asleep), one.plus, int(one.captive), rolled.layout)
    for family, found in rooms.items():
        for room in found:
            yield (*where, family, room.key, room.x, room.y, 0, 0, 0, rolled.layout)


def floor_as_json(rulebook: Rulebook, rolled: RolledFloor) -> dict[str, Any]:
    """A floor for JSON; x and y count from 0."""
    found = asdict(rolled)
    region = rulebook.region_on(rolled.floor)
    return {
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "region": region.key if region else None,
        "map": found.pop("rows"),
        **found,
        "terrain": rolled.terrain_counts,
        "roster": {"monsters": rolled.monster_counts, "items": rolled.item_counts},
    }
