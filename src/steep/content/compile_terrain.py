"""Compiles kinds of terrain, and the classes of actors that walk on the same ones, into rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.copy_sections_to_record import copy_fields
from steep.content.sections import Terrain
from steep.core.breadth_first_search import ENDS_SEARCH
from steep.core.geometry import UNKNOWN
from steep.core.ruleset import HERO_FLIES, HERO_WALKS, Ruleset


def fill_terrain(record: Ruleset, terrain: Sequence[Terrain]) -> None:
    """Fill the rows and the planes of all kinds of terrain, and the movers."""
    record.terrain_kinds = len(terrain)
    for number, kind in enumerate(terrain):
        copy_fields(record.terrain[number], kind, without=("opaque",))
        record.opaque[number] = int(kind.opaque)
        record.stops[number] = int(kind.opaque or kind.solid)
        record.enterable[number] = int(not kind.solid)
        record.holds[number] = int(not kind.solid and not kind.opaque)
    for row in (HERO_WALKS, HERO_FLIES):
        fill_mover(record, row, record.enterable)
    for monster in record.monsters[: record.monster_kinds]:
        monster.mover = HERO_WALKS


def fill_mover(record: Ruleset, row: int, passable: Sequence[int]) -> None:
    """Fill a class of actors that walk on some kinds of terrain, flying or not."""
    mover = record.movers[row]
    mover.aloft = row
    mover.passable[:] = mover.explores[:] = bytes(passable)
    mover.explores[UNKNOWN] = ENDS_SEARCH
