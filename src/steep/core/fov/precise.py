"""Precise shadowcasting, as in rot.js's FOV.PreciseShadowcasting.

Square rings of cells around the origin are scanned from the inside out. Ring r
has 8r cells, and each covers an equal arc of the full turn. The first cell is in
the south-west corner; the order goes north from there. Rock puts its arc into
shadow for the rings outside it, if any part of the arc isn't in shadow yet. A
cell is seen only if no part of its arc is in shadow: rot.js gives such a cell
the share 1, and the rot.js tutorial shows no others.

A full turn is TURN units, so the edges of all cells on all rings are integers.
Shadows are a sorted list of edges: even ones begin a shadow, odd ones end it.
"""

from __future__ import annotations

import math

from steep.core.geometry import WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule

MAX_RING = 15
"""The outermost ring whose edges are integers."""

TURN = 16 * math.lcm(*range(1, MAX_RING + 1))


@rule
def is_in_light(shadows: Cells, edges: int, begin: int, end: int) -> bool:
    """Whether any part of the arc from `begin` to `end` is outside all shadows."""
    for edge in range(0, edges, 2):
        if begin < shadows[edge + 1]:
            return begin < shadows[edge] or end > shadows[edge + 1]
    return True


@rule
def is_whole(shadows: Cells, edges: int, first: int, begin: int, end: int) -> bool:
    """Whether no part of the arc from `begin` to `end` is in shadow.

    `first` is the index of the first shadow that doesn't end before `begin`.
    """
    if first < edges and shadows[first + 1] == begin:
        first += 2
    return first >= edges or shadows[first] >= end


@rule
def throw_shadow(shadows: Cells, edges: int, first: int, begin: int, end: int) -> int:
    """Add a shadow from `begin` to `end`, merged with all it touches. Returns the new number of edges.

    `first` is the index of the first shadow that doesn't end before `begin`.
    """
    last = first
    while last < edges and shadows[last] <= end:
        begin = min(begin, int(shadows[last]))
        end = max(end, int(shadows[last + 1]))
        last += 2
    moved = first + 2 - last
    if moved > 0:
        for edge in range(edges - 1, last - 1, -1):
            shadows[edge + moved] = shadows[edge]
    elif moved < 0:
        for edge in range(last, edges):
            shadows[edge + moved] = shadows[edge]
    shadows[first] = begin
    shadows[first + 1] = end
    return edges + moved


@rule
def shadow_at(shadows: Cells, edges: int, first: int, begin: int) -> int:
    """The index of the first shadow, from `first` on, that doesn't end before `begin`."""
    while first < edges and shadows[first + 1] < begin:
        first += 2
    return first


@rule
def cell_of_ring(origin: int, ring: int, number: int) -> int:
    """The cell with an index on a ring."""
    side = 2 * ring
    if number < side:
        return origin + (ring - number) * WIDTH - ring
    if number < 2 * side:
        return origin - ring * WIDTH + number - side - ring
    if number < 3 * side:
        return origin + (number - 2 * side - ring) * WIDTH + ring
    return origin + ring * WIDTH + ring + 3 * side - number


@rule
def see_precise(
    tiles: Cells, opaque: Cells, origin: int, radius: int, shadows: Cells, visible: Cells, in_view: Cells
) -> int:
    """Mark and list all cells in view of `origin`. Returns how many there are.

    Cells off the map are never read, because the border of rock keeps them in shadow.
    """
    visible[origin] = 1
    in_view[0] = origin
    seen = 1
    edges = 0
    for ring in range(1, radius + 1):
        half = TURN // (16 * ring)
        # The arc of a ring's first cell contains the beginning of the turn.
        if is_in_light(shadows, edges, 0, half) or is_in_light(shadows, edges, TURN - half, TURN):
            cell = cell_of_ring(origin, ring, 0)
            last = shadow_at(shadows, edges, 0, TURN - half)
            if is_whole(shadows, edges, 0, 0, half) and is_whole(shadows, edges, last, TURN - half, TURN):
                visible[cell] = 1
                in_view[seen] = cell
                seen += 1
            if opaque[tiles[cell]] == 1:
                edges = throw_shadow(shadows, edges, 0, 0, half)
                last = shadow_at(shadows, edges, 0, TURN - half)
                edges = throw_shadow(shadows, edges, last, TURN - half, TURN)
        shadow = 0
        number = 1
        while number < 8 * ring:
            begin = (2 * number - 1) * half
            end = begin + 2 * half
            shadow = shadow_at(shadows, edges, shadow, begin)
            if shadow < edges and shadows[shadow] <= begin and end <= shadows[shadow + 1]:
                # Skip to the first cell that isn't completely in this shadow.
                number = (int(shadows[shadow + 1]) // half + 1) // 2
                continue
            cell = cell_of_ring(origin, ring, number)
            if is_whole(shadows, edges, shadow, begin, end):
                visible[cell] = 1
                in_view[seen] = cell
                seen += 1
            if opaque[tiles[cell]] == 1:
                edges = throw_shadow(shadows, edges, shadow, begin, end)
            number += 1
        if edges == 2 and shadows[0] == 0 and shadows[1] == TURN:
            break
    return seen
