"""The map: what is drawn, how it scrolls, and that nothing depends on hue alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scenes import Scene, confuse, set_hp
from screen_driver import a_session
from steep.core.geometry import CELLS, WIDTH
from steep.core.ruleset import SIGHT
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect
from steep.ui.drawing.map_view import MapView

CORRIDOR = "#@.........r......>#"


def view_of(scene: Scene, width: int = 80, height: int = 24) -> tuple[MapView, Canvas]:
    view = MapView(a_session(scene).rulebook)
    view.set_area(Rect(0, 0, width, height))
    view.follow(scene.hero)
    canvas = Canvas(width, height)
    view.draw(canvas, scene.hero)
    return view, canvas


def at(canvas: Canvas, view: MapView, cell: int) -> int:
    position = view.position_of(cell)
    assert position is not None
    return position[1] * canvas.width + position[0]


def test_unexplored_cells_are_not_drawn() -> None:
    view, canvas = view_of(Scene(CORRIDOR))
    assert "r" not in canvas.text()
    assert ">" not in canvas.text()
    assert "#@......." in canvas.text()
    assert view.position_of(0) is None or canvas.glyphs[at(canvas, view, 0)] == " "


def test_remembered_cells_are_darker_than_visible_ones() -> None:
    scene = Scene("#@.................#")
    seen_first = scene.at(1, 1)
    scene.move(*[3] * 12)
    view, canvas = view_of(scene)
    remembered, in_view = at(canvas, view, seen_first), at(canvas, view, scene.at(12, 1))
    assert canvas.glyphs[remembered] == canvas.glyphs[in_view] == "."
    assert palette.luma(canvas.fg[remembered]) < palette.luma(canvas.fg[in_view])


def test_an_enemy_out_of_view_is_not_drawn() -> None:
    scene = Scene("#@s................#")
    assert "s" in view_of(scene)[1].text()
    scene.world.actors[0].cell = scene.at(18, 1)
    scene.update_fov()
    assert "s" not in view_of(scene)[1].text()


def test_an_item_out_of_view_is_drawn_darker() -> None:
    scene = Scene("#!@................#")
    view, canvas = view_of(scene)
    near = palette.luma(canvas.fg[at(canvas, view, scene.at(1, 1))])
    scene.move(*[3] * 14)
    view, canvas = view_of(scene)
    cell = at(canvas, view, scene.at(1, 1))
    assert canvas.glyphs[cell] == "!"
    assert palette.luma(canvas.fg[cell]) < near


def test_a_confused_enemy_is_inverted() -> None:
    scene = Scene("#@r.#")
    view, calm = view_of(scene)
    confuse(scene.enemy("r"), 3)
    scene.update_fov()
    _, confused = view_of(scene)
    cell = at(calm, view, scene.at(2, 1))
    assert confused.glyphs[cell] == calm.glyphs[cell] == "r"
    assert confused.bg[cell] == calm.fg[cell]
    assert palette.luma(confused.fg[cell]) < palette.luma(confused.bg[cell])


def test_a_dead_hero_has_another_glyph() -> None:
    scene = Scene(CORRIDOR)
    set_hp(scene.world, 0)
    assert "@" not in view_of(scene)[1].text()
    assert "#%" in view_of(scene)[1].text()


@given(st.integers(0, CELLS - 1), st.integers(20, 120), st.integers(10, 60))
def test_the_hero_and_its_sight_range_are_visible_if_there_is_room(cell: int, width: int, height: int) -> None:
    scene = Scene(CORRIDOR)
    ruleset = scene.ruleset
    scene.hero.cell = (cell // WIDTH % ruleset.map_height) * WIDTH + cell % WIDTH % ruleset.map_width
    view, _ = view_of(scene, width, height)
    assert view.position_of(scene.hero.cell) is not None
    x, y, sight = scene.hero.cell % WIDTH, scene.hero.cell // WIDTH, int(ruleset.hero_stats[SIGHT])
    for shown, whole, at, stride in ((width, ruleset.map_width, x, 1), (height, ruleset.map_height, y, WIDTH)):
        if shown > 2 * sight:
            for away in (-sight, sight):
                if 0 <= at + away < whole:
                    assert view.position_of(scene.hero.cell + away * stride) is not None


@given(st.integers(0, CELLS - 1))
def test_canvas_positions_and_cells_map_to_each_other(cell: int) -> None:
    view, _ = view_of(Scene(CORRIDOR), 40, 17)
    position = view.position_of(cell)
    if position is not None and view.contains(cell):
        assert view.cell_at(*position) == cell


def test_the_map_does_not_scroll_while_the_hero_walks_in_the_middle() -> None:
    scene = Scene(CORRIDOR)
    view, _ = view_of(scene, 45, 24)
    before = view.position_of(scene.at(5, 1))
    scene.hero.cell += 2
    view.follow(scene.hero)
    assert view.position_of(scene.at(5, 1)) == before


def test_a_map_smaller_than_its_area_is_centred() -> None:
    view, _ = view_of(Scene(CORRIDOR), 80, 50)
    assert view.cell_at(14, 20) is None
    assert view.cell_at(15, 10) == 0
    assert view.cell_at(64, 39) == 29 * WIDTH + 49
    assert view.cell_at(65, 39) is None


def test_a_cursor_inverts_its_cell_between_brackets() -> None:
    scene = Scene(CORRIDOR)
    view, canvas = view_of(scene)
    view.draw_cursor(canvas, scene.hero, scene.at(5, 1))
    assert "[.]" in canvas.text()
    assert canvas.bg[at(canvas, view, scene.at(5, 1))] == palette.CURSOR_BACKGROUND


def test_a_bracket_does_not_cover_a_neighbour() -> None:
    scene = Scene("#@.s..#")
    view, canvas = view_of(scene)
    view.draw_cursor(canvas, scene.hero, scene.at(2, 1))
    assert "#@.s" in canvas.text()


def test_a_blast_marks_the_floor_and_keeps_what_is_in_it_visible() -> None:
    scene = Scene("#@.s!.#")
    view, canvas = view_of(scene)
    view.draw_blast(canvas, scene.hero, [scene.at(x, 1) for x in range(2, 6)])
    assert "#@*s!*" in canvas.text()
    assert canvas.bg[at(canvas, view, scene.at(3, 1))] == palette.BLAST_BACKGROUND


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_every_ruleset_colour_is_legible_on_the_dark_background(color: tuple[int, int, int]) -> None:
    assert palette.luma(palette.legible(color)) >= palette.MIN_LUMA - 2
    if palette.luma(color) >= palette.MIN_LUMA:
        assert palette.legible(color) == color


SHAFT = """
    #######
    #..r..#
    #.....#
    #.....#
    #.....#
    #..@..#
    #.....#
    #.....#
    #.....#
    #..o..#
    #######
"""


def test_arrows_at_the_edge_point_to_monsters_outside_the_part_that_is_shown() -> None:
    scene = Scene(SHAFT)
    view, canvas = view_of(scene, 80, 5)
    for sign, y, arrow in (("r", 3, "^"), ("o", 7, "v")):
        enemy = scene.enemy(sign)
        assert view.position_of(enemy.cell) is None
        edge = at(canvas, view, scene.at(3, y))
        assert canvas.glyphs[edge] == arrow
        assert canvas.bg[edge] != palette.FLOOR_BACKGROUND
    _, whole = view_of(scene, 80, 24)
    assert "^" not in whole.text()
    assert "r" in whole.text()


def test_an_arrow_to_a_sleeper_is_darker() -> None:
    scene = Scene(SHAFT)
    view, canvas = view_of(scene, 80, 5)
    edge = at(canvas, view, scene.at(3, 3))
    scene.enemy("r").asleep = 1
    scene.update_fov()
    assert palette.luma(view_of(scene, 80, 5)[1].bg[edge]) < palette.luma(canvas.bg[edge])


def test_an_arrow_covers_nobody() -> None:
    scene = Scene("""
        #####
        #.r.#
        #...#
        #...#
        #.s.#
        #...#
        #.@.#
        #####
    """)
    view, canvas = view_of(scene, 80, 5)
    assert canvas.glyphs[at(canvas, view, scene.at(2, 4))] == "s"


def test_sensed_monsters_outside_the_part_that_is_shown_have_arrows() -> None:
    scene = Scene(SHAFT)
    hero = scene.hero
    hero.sensed_monster_count, hero.visible_monster_count = hero.visible_monster_count, 0
    _, canvas = view_of(scene, 80, 5)
    assert {"^", "v"} <= set(canvas.text())
