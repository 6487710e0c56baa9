"""Ablation: a ruleset without one of its table entries.

An entry applies from its floor until the next entry. Without it the value before it stays in force, or nothing if it
was the first, exactly as in a file from which the entry was deleted. A curve given by a formula counts as one entry,
and so does an item's pity timer. An entry that repeats the value before it belongs to the entry that it repeats.

An ability of a kind of monster, item, terrain or gas is an entry of the list of its abilities, and so is an overlay of
a layout. A status is removed from the effects of all abilities. Vaults, themes and layouts have their weights as
entries.

No games are played here; `steep.lab.studies.blame_table_entries` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import ceil
from typing import Any

from steep.balance.lint.lint_input import summoned_by, with_summoned
from steep.balance.odds_of_one_draw import items_on, monsters_on
from steep.balance.terrain_on_floors import terrain_on
from steep.content.apply_modes import AnySections, apply_mode, source_floor
from steep.content.compiling.ruleset import compile_ruleset
from steep.content.rulebook import Rulebook, compile_mode
from steep.content.sections import (
    NEVER,
    Ability,
    Counts,
    DrawnFloor,
    Gas,
    Item,
    Layout,
    Mode,
    Monster,
    PityTimer,
    Sections,
    Status,
    Terrain,
    fields_of,
)
from steep.content.stretch_floors import UNSTRETCHED
from steep.core.record import pack
from steep.core.ruleset import NO_GAS, Ruleset
from steep.spawn.curves import Steps, changes
from steep.spawn.dice import DiceSteps
from steep.spawn.draw_from_compiled_tables import value_on
from steep.spawn.exact_numbers import SpawnError

ITEM_COUNTS = tuple(f"counts.{key}" for key in fields_of(Counts) if "item" in key or "vault" in key or "theme" in key)
"""The tables of numbers of items, themes and vaults, which `depth` doesn't shift."""

WHOLE_CURVE = "(the whole curve)"

NEVER_GIVEN = "(never given)"
"""The entry of a status."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a table."""

    section: tuple[str, ...]
    """For example ("counts",) or ("monsters", "troll")."""
    table: str
    """Its path in a file, for example ``monsters.troll.spawn``."""
    entry: str
    """For example ``5 = 30``, or the key of an ability."""
    floor: int
    """The first floor on which it applies."""
    without: Mapping[str, Any]
    """Values of the section's keys without it."""

    def __str__(self) -> str:
        return f"{self.table} {self.entry}"


@dataclass(frozen=True, slots=True)
class Ablation:
    """A ruleset without an entry."""

    row: Row
    ruleset: Ruleset


def sections_of(parts: Sections) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every section of a ruleset with its path. Each kind is a section."""
    for part in fields(Sections):
        held = getattr(parts, part.name)
        if isinstance(held, tuple):
            yield from (((part.name, kind.key), kind) for kind in held)
        else:
            yield (part.name,), held


def rows_of(parts: Sections) -> Iterator[Row]:
    """All entries, section by section."""
    for section, held in sections_of(parts):
        for key in fields_of(type(held)):
            curve = getattr(held, key)
            if isinstance(curve, Steps | DiceSteps):
                yield from rows_of_curve(section, key, curve)
        if isinstance(held, Monster):
            yield from rows_of_guaranteed(section, held)
        if isinstance(held, Monster | Item | Terrain | Gas):
            yield from rows_of_abilities(section, held)
        if isinstance(held, Layout):
            yield from rows_of_overlays(section, held)
        if isinstance(held, Status) and any(gives(ability, held.key) for ability in parts.abilities):
            yield Row(section, ".".join(section), NEVER_GIVEN, 1, {})
        if isinstance(held, DrawnFloor):
            yield from rows_of_drawn(section, held)
        if isinstance(held, PityTimer) and (held.start or held.step):
            entry = f"start = {held.start}, step = {held.step}, reset = {held.reset}"
            yield Row(section, ".".join(section), entry, 1, {"start": 0, "step": 0, "reset": 0})


def rows_of_guaranteed(section: tuple[str, ...], monster: Monster) -> Iterator[Row]:
    """An entry for each floor that has this monster for sure."""
    for floor in monster.guaranteed_on:
        others = tuple(other for other in monster.guaranteed_on if other != floor)
        yield Row(section, f"{'.'.join(section)}.guaranteed_on", str(floor), floor, {"guaranteed_on": others})


def rows_of_drawn(section: tuple[str, ...], drawn: DrawnFloor) -> Iterator[Row]:
    """An entry for each floor that is drawn whole. Without it the floor is dug as others are."""
    for floor in drawn.floor:
        others = tuple(other for other in drawn.floor if other != floor)
        yield Row(section, f"{'.'.join(section)}.floor", str(floor), floor, {"floor": others})


def rows_of_overlays(section: tuple[str, ...], layout: Layout) -> Iterator[Row]:
    """An entry for each overlay of a layout, from the first floor that has the layout on."""
    first = next((floor for floor, weight in layout.spawn.entries if weight), None)
    for number, overlay in enumerate(layout.overlays):
        others = layout.overlays[:number] + layout.overlays[number + 1 :]
        if first is not None:
            yield Row(section, f"{'.'.join(section)}.overlays", overlay.terrain, first, {"overlays": others})


def rows_of_abilities(section: tuple[str, ...], kind: Monster | Item | Terrain | Gas) -> Iterator[Row]:
    """An entry for each ability of a kind."""
    for key in kind.abilities:
        others = tuple(other for other in kind.abilities if other != key)
        yield Row(section, f"{'.'.join(section)}.abilities", key, 1, {"abilities": others})


def gives(ability: Ability, status: str) -> bool:
    """Whether an ability gives a status."""
    return any(effect.status == status for effect in ability.effects)


def rows_of_curve(section: tuple[str, ...], key: str, curve: Steps | DiceSteps) -> Iterator[Row]:
    """The entries of one table."""
    table = ".".join((*section, key))
    if isinstance(curve, Steps) and curve.formula:
        if curve.entries:
            yield Row(section, table, WHOLE_CURVE, curve.entries[0][0], {key: NEVER})
        return
    for number, (floor, value) in enumerate(curve.entries):
        yield Row(section, table, f"{floor} = {value}", floor, {key: without_entry(curve, number)})


def without_entry(curve: Steps | DiceSteps, number: int) -> Steps | DiceSteps:
    """A curve without one entry, numbered from 0."""
    if isinstance(curve, DiceSteps):
        return DiceSteps.of(dict(curve.entries[:number] + curve.entries[number + 1 :]))
    return Steps(changes(curve.entries[:number] + curve.entries[number + 1 :]))


def without(parts: AnySections, row: Row) -> AnySections:
    """The sections of a ruleset without an entry."""
    name = row.section[0]
    if name == "statuses":
        return replace(parts, abilities=tuple(without_status(each, row.section[1]) for each in parts.abilities))
    held = getattr(parts, name)
    if isinstance(held, tuple):
        changed: Any = tuple(replace(kind, **row.without) if kind.key == row.section[1] else kind for kind in held)
    else:
        changed = replace(held, **row.without)
    return replace(parts, **{name: changed})


def without_status(ability: Ability, status: str) -> Ability:
    """An ability that doesn't give a status."""
    return replace(ability, effects=tuple(effect for effect in ability.effects if effect.status != status))


def compile_without(rulebook: Rulebook, row: Row, mode: Mode | None = None) -> Ruleset:
    """Compile a ruleset without an entry, in a mode if one is given.

    Raises `SpawnError` when the remaining weights do not fit the tables.
    """
    parts = without(rulebook, row)
    written = compile_ruleset(parts)
    return written if mode is None else compile_mode(apply_mode(parts, mode), written, mode)


def ablations(
    rulebook: Rulebook, floor: int, mode: str = "", refused: Callable[[Row, SpawnError], None] | None = None
) -> list[Ablation]:
    """The ruleset without each entry that affects floors 1 to `floor`, in one of its modes or none.

    An entry without which there is no valid ruleset is left out and passed to `refused`.
    """
    changed = next((each for each in rulebook.modes if each.key == mode), None)
    record = rulebook.in_mode(mode).compiled if mode else rulebook.compiled
    as_it_is = pack(record)
    used = used_on(rulebook, record, floor)
    found = []
    for row in rows_of(rulebook):
        if row.table.endswith(".abilities") or row.section[0] == "statuses":
            if row.section not in used:
                continue
        elif row.floor > last_floor_read(row, record, floor, changed):
            continue
        try:
            ruleset = compile_without(rulebook, row, changed)
        except SpawnError as error:
            if refused is not None:
                refused(row, error)
            continue
        if pack(ruleset) != as_it_is:
            found.append(Ablation(row, ruleset))
    return found


def used_on(rulebook: Rulebook, record: Ruleset, floor: int) -> set[tuple[str, ...]]:
    """The sections of kinds that a run may meet on floors 1 to `floor`, and of statuses that their abilities give."""
    floors = range(1, floor + 1)
    items = set().union(*(items_on(record, each) for each in floors))
    items |= {start.kind for start in record.start[: record.start_count]}
    called = {kind for number in items for kind in summoned_by(record, record.items[number])}
    placed = set().union(*(monsters_on(record, each) for each in floors))
    terrain = set[int]().union(*(terrain_on(record, each, with_summoned(record, placed), items) for each in floors))
    called = called.union(*(summoned_by(record, record.terrain[number]) for number in terrain))
    monsters = with_summoned(record, called | placed)
    used = {
        *(("monsters", rulebook.monsters[number].key) for number in monsters),
        *(("items", rulebook.items[number].key) for number in items),
        *(("terrain" if number < NO_GAS else "gases", rulebook.terrain_row(number).key) for number in terrain),
    }
    families: dict[str, Sequence[Monster | Item | Terrain | Gas]] = {
        "monsters": rulebook.monsters,
        "items": rulebook.items,
        "terrain": rulebook.terrain,
        "gases": rulebook.gases,
    }
    keys = {
        key
        for family, kinds in families.items()
        for kind in kinds
        if (family, kind.key) in used
        for key in kind.abilities
    }
    given = {effect.status for each in rulebook.abilities if each.key in keys for effect in each.effects}
    return used | {("statuses", status) for status in given}


def last_floor_read(row: Row, record: Ruleset, floor: int, mode: Mode | None) -> int:
    """The last floor at which an entry's table, as written, is read on floors 1 to `floor`, or a deeper one."""
    depth, factor = (mode.depth, mode.floors) if mode else (0, UNSTRETCHED)
    unshifted = row.section[0] in ("items", "pity_timers", "themes", "vaults", "floors") or row.table in ITEM_COUNTS
    if unshifted or "guaranteed_on" in row.without:
        return ceil(floor / factor)
    meant = ceil(source_floor(floor, depth) / factor)
    deep = row.section[0] == "monsters" and any(value_on(record.deep_chance, each) for each in range(1, floor + 1))
    return meant + ceil(record.deep_reach / factor) if deep else meant
