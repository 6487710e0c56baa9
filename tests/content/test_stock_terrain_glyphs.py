"""Stock kinds of terrain can be told apart on the map, also without colours where the difference matters."""

from __future__ import annotations

from steep.content import load_ruleset, ruleset_names
from steep.core.writable_glyphs import UNSHOWABLE, writable


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
