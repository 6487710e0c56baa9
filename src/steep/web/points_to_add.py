"""How a point on one more floor is written into a curve: an entry of its own form, beside one that is there.

It knows what entries look like, and not where they stand in the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from steep.content.reading.read_values_by_floor import floor_of
from steep.spawn.table_notations import CHOICE_KEYS, ROW_KEYS


class Row(TypedDict):
    """An entry of a curve or of a table, beside which another one may stand."""

    floor: int
    path: str
    last: str
    """The path of the last weight of this floor, in a table of several kinds; empty elsewhere."""
    within: str
    """What another weight of this floor looks like, with ``{value}``."""


class Additions(TypedDict):
    """How a point is added."""

    rows: list[Row]
    """What is there, in rising order of floors."""
    entry: str
    """What is written for one more floor, with ``{floor}`` and ``{value}``."""
    instead: bool
    """Whether that stands instead of the only row, a plain number, which is ``{old}`` in it."""


def additions_to(found: Any, path: str) -> Additions | None:
    """How a point is added to a curve in any of its forms (`steep.content.reading.read_values_by_floor`)."""
    if isinstance(found, int):
        entry = "{ 1 = {old}, {floor} = {value} }"
        return Additions(rows=[row_at(1, path)], entry=entry, instead=True)
    if isinstance(found, list):
        rows = [row_at(floor, f"{path}[{number}]") for number, (floor, _) in enumerate(found, 1)]
        return Additions(rows=rows, entry="[{floor}, {value}]", instead=False)
    if "value_level" in found:
        path = f"{path}.value_level"
        rows = [row_at(floor, f"{path}[{number}]") for number, (_, floor) in enumerate(found["value_level"], 1)]
        return Additions(rows=rows, entry="[{value}, {floor}]", instead=False)
    if "ramp" in found:
        return additions_to(found["ramp"], f"{path}.ramp")
    rows = [row_at(floor, f"{path}.{key}") for key in found if (floor := floor_of(key)) is not None]
    return Additions(rows=rows, entry="{floor} = {value}", instead=False) if rows else None


def additions_to_table(found: Any, kind: str, path: str) -> Additions:
    """How a weight of a kind is added to a table by floor (`steep.content.reading.read_spawn_tables`)."""
    if isinstance(found, Mapping):
        rows = [row_of(int(floor), weights, f"{path}.{floor}", kind) for floor, weights in found.items()]
        one = rows[-1]["within"]
        entry = f"{{floor}} = [{one}]" if one.startswith("[") else f"{{floor}} = {{ {one} }}"
    else:
        of_floor, of_weights = ROW_KEYS
        rows = [row_of(row[of_floor], row[of_weights], f"{path}[{at}]", kind) for at, row in enumerate(found, 1)]
        entry = f"{{ {of_floor} = {{floor}}, {of_weights} = [{choice_of(kind)}] }}"
    return Additions(rows=rows, entry=entry, instead=False)


def row_at(floor: int, path: str) -> Row:
    """A row of one number. Floor 0 means the first."""
    return Row(floor=max(floor, 1), path=path, last="", within="")


def row_of(floor: int, weights: Any, path: str, kind: str) -> Row:
    """A row of the weights of several kinds."""
    if isinstance(weights, Mapping):
        last, within = f"{path}.{next(reversed(weights), '')}", f"{kind} = {{value}}"
    elif weights and isinstance(weights[0], Mapping):
        last, within = f"{path}.{ROW_KEYS[1]}[{len(weights)}]", choice_of(kind)
    else:
        last, within = f"{path}[{len(weights)}]", f'["{kind}", {{value}}]'
    return Row(floor=max(floor, 1), path=path, last=last if weights else "", within=within)


def choice_of(kind: str) -> str:
    """A weight of a kind in a list of rows."""
    of_kind, of_weight = CHOICE_KEYS
    return f'{{ {of_kind} = "{kind}", {of_weight} = {{value}} }}'
