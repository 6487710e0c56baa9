"""Changes the weights of a ruleset to those of an edited text, without reading it all again.

Reading a large ruleset takes a second. If a text differs only in weights and counts, all other tables stay, and only
the spawn tables are filled again: the weights of groups decide no odds there. Checks that need the whole ruleset are
left out.
"""

from __future__ import annotations

import copy
import tomllib
from dataclasses import replace
from typing import Any, NamedTuple

from steep.content.compiling.spawns import fill_tables
from steep.content.rulebook import Rulebook
from steep.content.ruleset_errors import Location, Mistake
from steep.content.sections import KEYED_SECTIONS, fields_of
from steep.core.ruleset import Ruleset, SpawnTable
from steep.spawn.exact_numbers import SpawnError

FAMILIES = ("monsters", "items", "packs")
"""The sections whose kinds have weights that decide the odds."""

Table = dict[str, Any]


class Read(NamedTuple):
    """A text that was read as a whole."""

    table: Table
    rulebook: Rulebook


def reweighted(text: str, read: Read) -> Ruleset | None:
    """The ruleset with the weights of a text; None if the text differs in anything but weights and counts."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    families = {}
    for family in FAMILIES:
        kinds = getattr(read.rulebook, family)
        curves = changed_weights(family, table.get(family, {}), read.table.get(family, {}))
        if curves is None or not curves.keys() <= {kind.key for kind in kinds}:
            return None
        families[family] = [replace(kind, spawn=curves.get(kind.key, kind.spawn)) for kind in kinds]
    others = [
        {**each, "counts": None, "groups": groups_without_weights(each), **dict.fromkeys(FAMILIES)}
        for each in (table, read.table)
    ]
    if others[0] != others[1]:
        return None
    ruleset = copy.copy(read.rulebook.compiled)
    ruleset.monster_spawns, ruleset.deep_spawns, ruleset.item_spawns = SpawnTable(), SpawnTable(), SpawnTable()
    try:
        fill_tables(ruleset, *(families[family] for family in ("monsters", "packs", "items")))
    except SpawnError:
        return None
    return ruleset


def changed_weights(family: str, now: Table, before: Table) -> dict[str, Any] | None:
    """The curves of the kinds whose weights changed; None if anything else did, or if a curve is wrong."""
    spawn = fields_of(KEYED_SECTIONS[family])["spawn"].type
    curves = {}
    for key in now.keys() | before.keys():
        kind, old = now.get(key, {}), before.get(key, {})
        if kind == old:
            continue
        if "spawn" not in kind or {**kind, "spawn": None} != {**old, "spawn": None}:
            return None
        mistakes: list[Mistake] = []
        curves[key] = spawn.read(kind["spawn"], Location(mistakes, ""))
        if mistakes or curves[key] is None:
            return None
    return curves


def groups_without_weights(table: Table) -> Any:
    """The groups of a text with the keys of their kinds in place of their weights."""
    groups = table.get("groups")
    if not isinstance(groups, dict) or not all(isinstance(each, dict) for each in groups.values()):
        return groups
    return {
        name: {key: sorted(held) if key in FAMILIES and isinstance(held, dict) else held for key, held in group.items()}
        for name, group in groups.items()
    }
