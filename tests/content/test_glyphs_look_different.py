"""Kinds look different where they may stand together: by their glyphs, or clearly by their colours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest

from steep.balance.odds_of_one_draw import items_on, monsters_on
from steep.balance.possible_terrain import terrain_on
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.ui.drawing.canvas import UNSHOWABLE, Color, writable

CLEARLY = 20.0
"""Between terrain, and between monsters: a distance in CIE L*a*b*, in which 2.3 is the smallest that anybody sees."""
BARELY = 5.0
"""Between items, which lie alone and are named when the hero comes by."""
Look = tuple[str, str, Color]
"""A kind's key, glyph and colour."""


def lab(color: Color) -> tuple[float, float, float]:
    """A colour in CIE L*a*b* (sRGB, D65)."""
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in color)
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def region_colors(book: Rulebook, floor: int) -> Mapping[str, Color]:
    """The colours that a floor's region gives kinds of terrain, by their keys."""
    return next((dict(one.colors) for one in book.regions if one.floors[0] <= floor <= one.floors[1]), {})


def looks_on(book: Rulebook, floor: int) -> Iterator[tuple[float, list[Look]]]:
    """How different kinds of a class must look on a floor, and the looks of those that it may have."""
    ruleset = book.compiled
    monsters, items = monsters_on(ruleset, floor), items_on(ruleset, floor)
    rows = terrain_on(ruleset, floor, monsters, items)
    colors = region_colors(book, floor)
    terrain = [kind for row, kind in enumerate(book.terrain) if row in rows and not kind.looks_like]
    yield CLEARLY, [(one.key, one.glyph, colors.get(one.key, one.color)) for one in terrain]
    yield CLEARLY, [(one.key, one.glyph, one.color) for one in (book.monsters[row] for row in monsters)]
    # What has an appearance has its glyph, and the colour that a run draws for it.
    known = [book.items[row] for row in items if not book.items[row].appearance]
    yield BARELY, [(one.key, one.glyph, one.color) for one in known]


@pytest.mark.parametrize("name", ruleset_names())
def test_what_may_stand_on_one_floor_looks_different(name: str) -> None:
    book = load_ruleset(name)
    alike = {
        f"{one} and {other} ({glyph})"
        for floor in range(1, (book.run.last_floor or 10) + 1)
        for least, looks in looks_on(book, floor)
        for (one, glyph, color), (other, as_glyph, as_color) in combinations(sorted(looks), 2)
        if glyph == as_glyph and math.dist(lab(color), lab(as_color)) < least
    }
    assert alike == set()


@pytest.mark.parametrize("name", ruleset_names())
def test_what_does_something_to_who_steps_on_it_has_a_glyph_that_harmless_ground_lacks(name: str) -> None:
    book = load_ruleset(name)
    open_ground = [kind for kind in book.terrain if not kind.solid and not kind.looks_like]
    harmless = {kind.glyph: kind.key for kind in open_ground if not kind.abilities}
    alike = {
        f"{kind.key} and {harmless[kind.glyph]}" for kind in open_ground if kind.abilities and kind.glyph in harmless
    }
    assert alike == set()


def test_no_two_stock_kinds_look_alike() -> None:
    kinds = load_ruleset("tcod-2020").terrain
    hidden = {kind.key for kind in kinds if kind.looks_like}
    looks = [(kind.glyph, kind.color) for kind in kinds if kind.key not in hidden]
    assert len(looks) == len(set(looks))


def test_what_harms_is_told_from_what_does_not_without_colours() -> None:
    glyphs = {kind.key: writable(kind.glyph, "ascii") for kind in load_ruleset("tcod-2020").terrain}
    assert glyphs["fire"] not in (glyphs["spike_trap"], glyphs["trapdoor"], glyphs["lava"])
    assert glyphs["deep_water"] != glyphs["shallow_water"]
    assert glyphs["trampled_undergrowth"] not in (glyphs["grass"], glyphs["undergrowth"])


def test_every_glyph_of_a_bundled_ruleset_has_a_lookalike_in_ascii() -> None:
    books = [load_ruleset(name) for name in ruleset_names(())]
    glyphs = {kind.glyph for book in books for kind in book.terrain[1:]}
    glyphs |= {kind.glyph for book in books for kind in book.monsters} | {
        kind.glyph for book in books for kind in book.items
    }
    assert not [glyph for glyph in glyphs if glyph != UNSHOWABLE and writable(glyph, "ascii") == UNSHOWABLE]


def test_signs_of_old_terminals_have_lookalikes_in_ascii() -> None:
    assert {glyph: writable(glyph, "ascii") for glyph in "∩¡♦"} == {"∩": "n", "¡": "!", "♦": "*"}
    assert writable("∩", "cp437") == "∩"
