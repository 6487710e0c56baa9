"""Rulesets that differ from one by a single entry: without one of its table entries, or with one item more.

An entry applies from its floor until the next entry. Without it the value before it stays in force, or nothing if it
was the first, exactly as in a file from which the entry was deleted. A curve given by a formula counts as one entry,
and so does an item's pity timer. An entry that repeats the value before it belongs to the entry that it repeats.

An ability of a kind of monster, item, terrain or gas is an entry of the list of its abilities, and so is an overlay of
a layout. A status is removed from the effects of all abilities. Vaults, themes and layouts have their weights as
entries.

One more of an item is in the hero's inventory at the start, identified and not equipped.

No games are played here; `steep.lab.ablation` does that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import ceil
from typing import Any

from steep.balance.lint.lint_input import summoned_by, with_summoned
from steep.balance.odds_of_one_draw import items_on, monsters_on
from steep.balance.possible_terrain import terrain_on
from steep.content.compiling.ruleset import compile_ruleset
from steep.content.modes_and_stretching import UNSTRETCHED, AnySections, apply_mode, source_floor
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
    Start,
    Status,
    Terrain,
    fields_of,
)
from steep.core.input_errors import InputError, nearest
from steep.core.record import pack
from steep.core.ruleset import MAX_START_ITEMS, NO_GAS, Ruleset
from steep.spawn.compile_tables import value_on
from steep.spawn.curves import Steps, changes
from steep.spawn.dice import DiceSteps
from steep.spawn.exact_numbers import SpawnError

ITEM_COUNTS = tuple(f"counts.{key}" for key in fields_of(Counts) if "item" in key or "vault" in key or "theme" in key)
"""The tables of numbers of items, themes and vaults, which `depth` doesn't shift."""

WHOLE_CURVE = "(the whole curve)"

NEVER_GIVEN = "(never given)"
"""The entry of a status."""

START_ITEM = {key.name: key.default for key in fields_of(Start).values()}
"""The defaults of an item that the hero starts with."""

LISTS: dict[type[object], tuple[str, ...]] = {
    Monster: ("guaranteed_on", "abilities"),
    Item: ("abilities",),
    Terrain: ("abilities",),
    Gas: ("abilities",),
    Layout: ("overlays",),
    DrawnFloor: ("floor",),
}
"""Keys whose values are lists. Each member is an entry."""


@dataclass(frozen=True, slots=True)
class ChangedEntry:
    """An entry of a table that is taken out, or of `hero.start` that is put in."""

    section: tuple[str, ...]
    """For example ("counts",) or ("monsters", "troll")."""
    table: str
    """Its path in a file, for example ``monsters.troll.spawn``."""
    entry: str
    """For example ``5 = 30``, or the key of an ability or an item."""
    floor: int
    """The first floor on which it applies."""
    changed: Mapping[str, Any]
    """Values of the section's keys without it, or with it."""

    def __str__(self) -> str:
        return f"{self.table} {self.entry}"


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruleset that differs by an entry."""

    row: ChangedEntry
    ruleset: Ruleset


def sections_of(parts: Sections) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every section of a ruleset with its path. Each kind is a section."""
    for part in fields(Sections):
        held = getattr(parts, part.name)
        if isinstance(held, tuple):
            yield from (((part.name, kind.key), kind) for kind in held)
        else:
            yield (part.name,), held


def rows_of(parts: Sections) -> Iterator[ChangedEntry]:
    """All entries, section by section."""
    for section, held in sections_of(parts):
        for key, field in fields_of(type(held)).items():
            curve = getattr(held, key)
            if isinstance(curve, Steps | DiceSteps):
                yield from rows_of_curve(section, key, curve)
            elif field.type.curves:
                for number, (kind, weights) in enumerate(curve):
                    for row in rows_of_curve((*section, key), kind, weights):
                        changed = (*curve[:number], (kind, row.changed[kind]), *curve[number + 1 :])
                        yield replace(row, section=section, changed={key: changed})
        for key in LISTS.get(type(held), ()):
            yield from rows_of_list(section, key, held)
        if isinstance(held, Status) and any(gives(ability, held.key) for ability in parts.abilities):
            yield ChangedEntry(section, ".".join(section), NEVER_GIVEN, 1, {})
        if isinstance(held, PityTimer) and (held.start or held.step):
            entry = f"start = {held.start}, step = {held.step}, reset = {held.reset}"
            yield ChangedEntry(section, ".".join(section), entry, 1, {"start": 0, "step": 0, "reset": 0})


def rows_of_list(section: tuple[str, ...], key: str, held: Any) -> Iterator[ChangedEntry]:
    """An entry for each member of a list: a floor, the key of an ability, or an overlay of a layout.

    A drawn floor that is taken out is dug as others are. Overlays apply from the first floor with the layout.
    """
    first = next((floor for floor, weight in held.spawn.entries if weight), None) if isinstance(held, Layout) else 1
    members = getattr(held, key)
    for number, member in enumerate(members):
        others = members[:number] + members[number + 1 :]
        entry = member.terrain if isinstance(held, Layout) else str(member)
        if first is not None:
            floor = member if isinstance(member, int) else first
            yield ChangedEntry(section, ".".join((*section, key)), entry, floor, {key: others})


def gives(ability: Ability, status: str) -> bool:
    """Whether an ability gives a status."""
    return any(effect.gives == status for effect in ability.effects)


def rows_of_curve(section: tuple[str, ...], key: str, curve: Steps | DiceSteps) -> Iterator[ChangedEntry]:
    """The entries of one table."""
    table = ".".join((*section, key))
    if isinstance(curve, Steps) and curve.formula:
        if curve.entries:
            yield ChangedEntry(section, table, WHOLE_CURVE, curve.entries[0][0], {key: NEVER})
        return
    for number, (floor, value) in enumerate(curve.entries):
        yield ChangedEntry(section, table, f"{floor} = {value}", floor, {key: without_entry(curve, number)})


def without_entry(curve: Steps | DiceSteps, number: int) -> Steps | DiceSteps:
    """A curve without one entry, numbered from 0."""
    if isinstance(curve, DiceSteps):
        return DiceSteps.of(dict(curve.entries[:number] + curve.entries[number + 1 :]))
    return Steps(changes(curve.entries[:number] + curve.entries[number + 1 :]))


def with_change(parts: AnySections, row: ChangedEntry) -> AnySections:
    """The sections of a ruleset with a row's change."""
    name = row.section[0]
    if name == "statuses":
        return replace(parts, abilities=tuple(without_status(each, row.section[1]) for each in parts.abilities))
    held = getattr(parts, name)
    if isinstance(held, tuple):
        changed: Any = tuple(replace(kind, **row.changed) if kind.key == row.section[1] else kind for kind in held)
    else:
        changed = replace(held, **row.changed)
    return replace(parts, **{name: changed})


def without_status(ability: Ability, status: str) -> Ability:
    """An ability that doesn't give a status."""
    return replace(ability, effects=tuple(effect for effect in ability.effects if effect.gives != status))


def compile_changed(rulebook: Rulebook, row: ChangedEntry, mode: Mode | None = None) -> Ruleset:
    """Compile a ruleset with a row's change, in a mode if one is given.

    Raises `SpawnError` when the remaining weights do not fit the tables.
    """
    parts = with_change(rulebook, row)
    written = compile_ruleset(parts)
    return written if mode is None else compile_mode(apply_mode(parts, mode), written, mode)


def one_entry_out(rulebook: Rulebook, floor: int, mode: str = "") -> tuple[list[Variant], list[str]]:
    """The ruleset without each entry that affects floors 1 to `floor`, in one of its modes or none.

    Also a sentence for each entry without which there is no valid ruleset.
    """
    changed = next((each for each in rulebook.modes if each.key == mode), None)
    record = rulebook.in_mode(mode).compiled if mode else rulebook.compiled
    as_it_is = pack(record)
    used = sections_met_down_to(rulebook, record, floor)
    found, left_out = [], []
    for row in rows_of(rulebook):
        if row.table.endswith(".abilities") or row.section[0] == "statuses":
            if row.section not in used:
                continue
        elif row.floor > last_floor_read(row, record, floor, changed):
            continue
        try:
            ruleset = compile_changed(rulebook, row, changed)
        except SpawnError as error:
            left_out.append(f"{row} is left out: without it the ruleset is invalid ({error})")
            continue
        if pack(ruleset) != as_it_is:
            found.append(Variant(row, ruleset))
    return found, left_out


def one_item_more(rulebook: Rulebook, keys: Sequence[str], mode: str = "") -> list[Variant]:
    """The ruleset with one more of each of some kinds of items, in one of its modes or none. Raises `InputError`."""
    hero, changed = rulebook.hero, next((each for each in rulebook.modes if each.key == mode), None)
    room = min(hero.inventory, MAX_START_ITEMS)
    if len(hero.start) >= room:
        raise InputError(f"{rulebook.name}: the hero starts with {len(hero.start)} items, and has no room for one more")
    items = [item.key for item in rulebook.items]
    found = []
    for key in keys:
        if key not in items:
            raise InputError(f'found no item "{key}"{nearest(key, items)}; there are: {", ".join(items)}')
        row = ChangedEntry(
            ("hero",), "hero.start", key, 1, {"start": (*hero.start, Start(**START_ITEM | {"item": key}))}
        )
        found.append(Variant(row, compile_changed(rulebook, row, changed)))
    return found


def sections_met_down_to(rulebook: Rulebook, record: Ruleset, floor: int) -> set[tuple[str, ...]]:
    """The sections of kinds that a run may meet on floors 1 to `floor`, and of statuses that their abilities give."""
    floors = range(1, floor + 1)
    items = set().union(*(items_on(record, each) for each in floors))
    items |= {start.kind for start in record.start[: record.start_count]}
    called = {kind for number in items for kind in summoned_by(record, record.items[number])}
    placed = set().union(*(monsters_on(record, each) for each in floors))
    terrain = set[int]().union(*(terrain_on(record, each, with_summoned(record, placed), items) for each in floors))
    called = called.union(*(summoned_by(record, record.terrain[number]) for number in terrain))
    monsters = with_summoned(record, called | placed)
    used: list[tuple[str, Monster | Item | Terrain | Gas]] = [
        *(("monsters", rulebook.monsters[number]) for number in monsters),
        *(("items", rulebook.items[number]) for number in items),
        *(("terrain" if number < NO_GAS else "gases", rulebook.terrain_row(number)) for number in terrain),
    ]
    keys = {key for _, kind in used for key in kind.abilities}
    given = {effect.gives for each in rulebook.abilities if each.key in keys for effect in each.effects}
    return {(family, kind.key) for family, kind in used} | {("statuses", status) for status in given}


def last_floor_read(row: ChangedEntry, record: Ruleset, floor: int, mode: Mode | None) -> int:
    """The last floor of an entry's table, as written, that floors 1 to `floor` read, or a deeper one."""
    depth, factor = (mode.depth, mode.floors) if mode else (0, UNSTRETCHED)
    unshifted = row.section[0] in ("items", "pity_timers", "themes", "vaults", "floors") or row.table in ITEM_COUNTS
    if unshifted or "guaranteed_on" in row.changed:
        return ceil(floor / factor)
    shifted = source_floor(floor, depth)
    # A group of items is not shifted.
    meant = ceil((max(shifted, floor) if row.section[0] == "groups" else shifted) / factor)
    deep = row.section[0] == "monsters" and any(value_on(record.deep_chance, each) for each in range(1, floor + 1))
    return meant + ceil(record.deep_reach / factor) if deep else meant
