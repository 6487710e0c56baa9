"""The layout of a game screen: which rectangle of the canvas each part gets."""

from __future__ import annotations

from dataclasses import dataclass

from steep.ui.drawing.canvas import Rect

WIDE = 100
"""Columns from which there is a side panel."""

MIN_SIDE, MAX_SIDE = 32, 36
"""Columns of the side panel."""
MIN_LOG, MAX_LOG = 4, 10
"""Rows of the log, banner included."""
LOG_SHARE = 6
"""The log gets at least one in this many rows."""
STATUS_ROWS = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles of a canvas of some size."""

    map: Rect
    status: Rect
    """The hero's numbers; a single row for a line if they are in the side panel."""
    log: Rect
    banner: Rect
    """Below the log: who plays and how fast, in watching and replaying. Without rows in other games."""
    footer: Rect
    side: Rect | None


def arrange(
    width: int, height: int, map_height: int, banner_rows: int = 0, more_status_rows: int = 0, region_rows: int = 0
) -> Layout:
    """Divide up a canvas: the map gets as many rows as it can use, the log gets the rest within its limits.

    Without a side panel, more rows of status are taken from the log, so that the map stays where it is; those that name
    a region, which come and go with it, from the map.
    """
    side_width = max(MIN_SIDE, min(MAX_SIDE, width - 80)) if width >= WIDE else 0
    status_rows = 1 if side_width else STATUS_ROWS
    main = width - side_width
    log_rows = max(MIN_LOG, height // LOG_SHARE, min(MAX_LOG, height - 1 - status_rows - map_height))
    map_rows = height - 1 - status_rows - log_rows
    if not side_width:
        status_rows += more_status_rows
        log_rows -= more_status_rows
        status_rows += region_rows
        map_rows -= region_rows
    return Layout(
        map=Rect(0, 0, main, map_rows),
        status=Rect(0, map_rows, main, status_rows),
        log=Rect(0, map_rows + status_rows, main, log_rows - banner_rows),
        banner=Rect(0, height - 1 - banner_rows, main, banner_rows),
        footer=Rect(0, height - 1, main, 1),
        side=Rect(main, 0, side_width, height) if side_width else None,
    )
