"""Compiles layouts: a row for each, with its weight on each floor."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.compiling.fill_rows import Numbers, fill_table
from steep.content.sections import LAYOUT_DEFAULTS, Layout
from steep.core.ruleset import MAX_FLOORS, Ruleset
from steep.spawn.compile_tables import MAX_TICKETS, too_many_tickets, whole_weights

FROM_MAP = ("room_attempts", "room_min", "room_max")
"""The keys that are those of [map] where neither a layout nor its generator has any."""


def fill_layouts(record: Ruleset, layouts: Sequence[Layout], numbers: Numbers) -> None:
    """Fill a row for each layout and each overlay. Raises `SpawnError` if a floor's weights add up to too much."""
    record.layout_count = fill_table(record.layouts, layouts, numbers)
    for row, layout in zip(record.layouts, layouts, strict=False):
        of_map = {key: getattr(record, key) for key in FROM_MAP}
        for key, number in (of_map | LAYOUT_DEFAULTS[layout.generator]).items():
            if getattr(layout, key) is None:
                setattr(row, key, number)
    first = 0
    for row, layout in zip(record.layouts, layouts, strict=False):
        row.first_overlay = first
        row.overlay_count = fill_table(record.overlays[first:], layout.overlays, numbers)
        first += row.overlay_count
    by_floor = zip(*(layout.spawn.values(MAX_FLOORS) for layout in layouts), strict=True)
    for floor, weights in enumerate(by_floor):
        tickets = whole_weights(weights)
        if sum(tickets) > MAX_TICKETS:
            raise too_many_tickets(f"layouts on floor {floor + 1}", weights)
        for row, weight in zip(record.layouts, tickets, strict=False):
            row.weight[floor] = weight
