"""Compiles vaults and drawn floors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from steep.content.compiling.fill_rows import Numbers, fill_row, fill_table
from steep.content.drawn_maps import (
    Ground,
    cells_of,
    enterable_cells,
    entrances,
    grounds_of,
    kept_cells,
    legend_of_fill,
    locks_of,
    signs_of,
)
from steep.content.sections import DrawnFloor, Legend, Sections, Vault
from steep.core.ruleset import (
    KEEP,
    MAX_DRAWN_CELLS,
    MAX_ENTRANCES,
    MAX_FILLS,
    MAX_KINDS,
    MAX_LEGEND_CHOICES,
    MAX_LEGEND_ROWS,
    LegendRow,
    Ruleset,
)
from steep.spawn.exact_numbers import SpawnError


class Room:
    """Hands out rows of a table of limited size to one map after another."""

    def __init__(self, what: str, limit: int) -> None:
        self.what = what
        self.limit = limit
        self.used = 0

    def take(self, count: int) -> int:
        """The first of some rows. Raises `SpawnError` if there are not that many."""
        first = self.used
        self.used += count
        if self.used > self.limit:
            raise SpawnError("vaults", f"{self.used:_} {self.what} in all vaults and floors", f"at most {self.limit:_}")
        return first


def fill_drawings(record: Ruleset, sections: Sections, numbers: Numbers) -> None:
    """Fill a row for each vault and each drawn floor. Raises `SpawnError` for too many cells."""
    cells = Room("cells", MAX_DRAWN_CELLS)
    legend = Room("characters with a legend", MAX_LEGEND_ROWS)
    choices = Room("monsters and items to choose from", MAX_LEGEND_CHOICES)
    doors = Room("entrances", MAX_ENTRANCES)
    grounds = grounds_of(sections.terrain)
    drawings: tuple[Vault | DrawnFloor, ...] = (*sections.vaults, *sections.floors)
    record.vault_count, record.drawing_count = len(sections.vaults), len(drawings)
    fill_themes(record, sections, numbers, grounds, choices.take)
    for row, drawn in zip(record.drawings, drawings, strict=False):
        fill_row(row, drawn, numbers)
        signs = signs_of(drawn.map, drawn.legend)
        row.height, row.width = len(drawn.map), len(drawn.map[0])
        row.first_cell = cells.take(row.width * row.height)
        row.first_legend = legend.take(len(signs))
        for number, entry in enumerate(signs.values(), row.first_legend):
            fill_legend_row(record, record.legend[number], entry, sections, grounds, choices.take)
        legend_rows = {sign: number for number, sign in enumerate(signs)}
        for number, (_, sign) in enumerate(cells_of(drawn.map), row.first_cell):
            record.drawn_cells[number] = legend_rows[sign]
        if isinstance(drawn, Vault):
            outside = entrances(drawn.map, enterable_cells(drawn.map, signs, grounds), kept_cells(drawn.map, signs))
            row.first_entrance, row.entrance_count = doors.take(len(outside)), len(outside)
            for number, (x, y) in enumerate(outside, row.first_entrance):
                record.entrances[number] = (y + 1) * (row.width + 2) + x + 1
            if locks := locks_of(drawn.map, signs, grounds):
                row.key_kind, row.key_count = numbers.rows["items"][locks[0]] + 1, len(locks)
        else:
            for floor in drawn.floor:
                record.drawn_floors[floor - 1] = len(sections.vaults) + sections.floors.index(drawn) + 1


def fill_themes(
    record: Ruleset,
    sections: Sections,
    numbers: Numbers,
    grounds: Mapping[str, Ground],
    take: Callable[[int], int],
) -> None:
    """Fill a row for each theme, and one for each thing that it puts into a room."""
    fills = Room("things that themes put into rooms", MAX_FILLS)
    record.theme_count = fill_table(record.themes, sections.themes, numbers)
    for row, theme in zip(record.themes, sections.themes, strict=False):
        row.first_fill, row.fill_count = fills.take(len(theme.fill)), len(theme.fill)
        for number, each in enumerate(theme.fill, row.first_fill):
            fill = record.fills[number]
            assert each.count is not None
            fill.dice, fill.sides, fill.plus = each.count.dice, each.count.sides, each.count.plus
            fill_legend_row(record, fill.what, legend_of_fill(each), sections, grounds, take)


def fill_legend_row(
    record: Ruleset,
    row: LegendRow,
    entry: Legend,
    sections: Sections,
    grounds: Mapping[str, Ground],
    take: Callable[[int], int],
) -> None:
    """Fill what a character stands for."""
    row.tile = KEEP if entry.keep else grounds[entry.terrain or "floor"].number
    row.chance, row.deeper = entry.chance, entry.deeper
    row.draws_monster, row.draws_item = int(entry.draw == "monster"), int(entry.draw == "item")
    row.holds_key, row.start = int(entry.key), int(entry.start)
    monsters = [
        number
        for number, kind in enumerate(sections.monsters)
        if is_meant(kind.key, kind.tags, entry.monster, entry.tag)
    ]
    monsters += [MAX_KINDS + number for number, pack in enumerate(sections.packs) if pack.key == entry.pack]
    items = [
        number for number, kind in enumerate(sections.items) if is_meant(kind.key, kind.tags, entry.item, entry.tag)
    ]
    row.first_monster, row.monster_count = take(len(monsters)), len(monsters)
    row.first_item, row.item_count = take(len(items)), len(items)
    for number, kind in enumerate([*monsters, *items], row.first_monster):
        record.legend_choices[number] = kind


def take_monsters_off_maps(record: Ruleset) -> None:
    """Remove the monsters of vaults, drawn floors and themes."""
    for row in (*record.legend, *(fill.what for fill in record.fills)):
        if row.monster_count or row.draws_monster:
            row.monster_count = row.draws_monster = 0


def is_meant(key: str, tags: Sequence[str], keys: Sequence[str], tag: str) -> bool:
    """Whether a legend's entry names a kind, or a tag that it has."""
    return key in keys or bool(tag and tag in tags)
