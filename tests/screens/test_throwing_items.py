"""Throwing items from the inventory: what is listed, what the cursor tells, and what cannot be aimed at."""

from __future__ import annotations

from pathlib import Path

from screen_driver import a_play, press, pressed, shown
from steep.rules.action_codes import THROW, action
from steep.rules.items.throwing import seen_landing
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.target_cursors import ThrowCursor
from steep.ui.screens.popups.inventory_dialog import ThrowItem, UseItem
from toml_scenes import TomlScene

PIECE = """
[hero]
throw_range = 6
[items.knife]
glyph  = "-"
thrown = "1d4+1"
breaks = 25
[items.ring]
glyph = "="
slot  = "ring"
power = 1
[items.oil]
glyph     = "!"
abilities = ["splash"]
breaks    = 100
[items.pebble]
glyph = ","
[abilities.splash]
trigger = "throw"
shape   = "ball"
radius  = 1
effects = [{ damage = 40, type = "fire" }, { status = "burning", turns = 3 }]
"""

FIGHT = """
    ###########
    #@..r..o..#
    #.........#
    ###########
"""


def throwing(folder: Path, *signs: str, piece: str = PIECE) -> tuple[TomlScene, Play]:
    """A fight in which the hero carries these items."""
    scene = TomlScene(FIGHT, piece)
    for sign in signs:
        scene.carry(sign)
    scene.update_fov()
    return scene, a_play(folder, scene)


def test_t_lists_what_can_be_thrown_but_nothing_that_is_equipped(tmp_path: Path) -> None:
    scene, play = throwing(tmp_path, "-", ",")
    scene.wear("=")
    text = shown(pressed(ThrowItem, play, "t"))
    assert "a  - knife" in text
    assert "b  , pebble" in text
    assert "ring" not in text


def test_without_anything_to_throw_it_says_so(tmp_path: Path) -> None:
    _, play = throwing(tmp_path, ",", piece=PIECE.replace("throw_range = 6", ""))
    assert "You have nothing to throw." in shown(pressed(ThrowItem, play, "t"))


def test_the_cursor_starts_at_the_nearest_enemy_and_tells_what_happens_to_it(tmp_path: Path) -> None:
    scene, play = throwing(tmp_path, "-")
    cursor = pressed(ThrowCursor, play, "t", "a")
    assert cursor.cell == scene.monster("r").cell
    text = shown(cursor)
    assert "Knife: 1d4+1 damage to whoever it hits, breaks (25%)." in text
    assert "Here: rat (10 HP: 2 to 5 damage)." in text
    pressed(Play, cursor, "enter")
    assert scene.monster("r").hp < 10
    assert scene.hero.turn == 1


def test_an_enemy_behind_another_is_not_hit(tmp_path: Path) -> None:
    scene, play = throwing(tmp_path, "-")
    cursor = pressed(ThrowCursor, play, "t", "a")
    press(cursor, "tab")
    assert cursor.cell == scene.monster("o").cell
    assert "Here: rat (10 HP" in shown(cursor)


def test_what_only_lands_does_no_damage(tmp_path: Path) -> None:
    _, play = throwing(tmp_path, ",")
    text = shown(pressed(ThrowCursor, play, "t", "a"))
    assert "Pebble: thrown, it hurts nobody." in text
    assert "Here: rat (10 HP: no damage)." in text


def test_a_wall_and_what_is_too_far_give_a_reason(tmp_path: Path) -> None:
    scene, play = throwing(tmp_path, "-")
    cursor = pressed(ThrowCursor, play, "t", "a")
    cursor.cell = scene.at(8, 1)
    assert "That is too far away. It reaches 6 cells." in shown(cursor)
    cursor.cell = scene.at(0, 1)
    assert "The way is blocked." in shown(cursor)
    assert press(cursor, "enter") is cursor


def test_aiming_what_sets_fire_to_the_ground_says_so_in_plain_words(tmp_path: Path) -> None:
    fiery = PIECE.replace("damage = 40", "damage = 4").replace("turns = 3 }]", "turns = 3 }, { ignite = true }]")
    _, play = throwing(tmp_path, "!", piece=fiery)
    text = " ".join(shown(pressed(ThrowCursor, play, "t", "a")).split())
    assert "rat (10 HP: 4 damage, then burning, the ground set on fire)" in text


def test_aiming_at_ground_that_burns_says_what_would_catch_fire(tmp_path: Path) -> None:
    fiery = PIECE.replace("turns = 3 }]", "turns = 3 }, { ignite = true }]")
    scene = TomlScene('#@....""#', fiery, terrain={'"': "grass"})
    scene.carry("!")
    scene.update_fov()
    play = a_play(tmp_path, scene)
    cursor = pressed(ThrowCursor, play, "t", "a")
    cursor.cell = scene.at(6, 1)
    assert "Here: no enemy that you see; grass would catch fire." in shown(cursor)
    cursor.cell = scene.at(4, 1)
    assert "Here: no enemy that you see." in shown(cursor)


def test_where_nobody_is_in_view_the_cursor_asks_for_a_target(tmp_path: Path) -> None:
    scene = TomlScene("#@..#", PIECE)
    scene.carry("-")
    play = a_play(tmp_path, scene)
    assert "Move the cursor to its target." in shown(pressed(ThrowCursor, play, "t", "a"))


def test_a_throw_that_hits_nobody_or_has_no_effect_says_so(tmp_path: Path) -> None:
    scene, play = throwing(tmp_path, "-", ",", "-")
    for x, y, slot in ((2, 2, 0), (4, 1, 1), (4, 1, 2)):
        scene.hero.hp = scene.body.hp = scene.body.stats[0] = 900
        play.session.act(action(THROW, slot, scene.at(x, y)))
    told = [
        message.text
        for message in play.session.log.entries
        if message.text.startswith(("You throw", "It ", "The rat is"))
    ]
    assert told[:4] == ["You throw the knife.", "It hits nobody.", "You throw the pebble.", "It has no effect."]
    assert told[4] == "You throw the knife."
    assert "It " not in "".join(told[5:])


def test_what_is_made_for_throwing_is_listed_first_and_each_item_with_its_range(tmp_path: Path) -> None:
    _, play = throwing(tmp_path, ",", "!", "-")
    rows = [line.strip(" │>") for line in shown(pressed(ThrowItem, play, "t")).splitlines()]
    wanted = ("Made for throwing", "b  ! oil", "c  - knife", "a  , pebble")
    at = [next(n for n, row in enumerate(rows) if row.startswith(text)) for text in wanted]
    assert at == sorted(at)
    assert rows[at[2]].endswith("range 6: 1d4+1 damage to whoever it hits, breaks (25%)")
    assert rows[at[3]].endswith("pebble  range 6")
    inventory = shown(pressed(UseItem, play, "i"))
    assert inventory.index("a  , pebble") < inventory.index("b  ! oil")
    assert "range" not in inventory


def test_what_flies_as_far_as_the_hero_sees_has_that_for_a_range(tmp_path: Path) -> None:
    _, play = throwing(tmp_path, "-", piece=PIECE.replace("throw_range = 6", ""))
    assert "as far as you see: 1d4+1 damage" in shown(pressed(ThrowItem, play, "t"))


def test_nothing_is_told_of_what_throwing_an_unidentified_item_does(tmp_path: Path) -> None:
    potion = '[appearances.potion]\nglyph = "!"\nnames = ["red potion"]\ncolors = ["#ff0000"]\n'
    oil = '[items.oil]\nappearance = "potion"\n'
    scene, play = throwing(tmp_path, piece=PIECE.replace("[items.oil]\n", oil) + potion)
    unidentified = next(n for n, item in enumerate(scene.book.item_rows) if item.name == "red potion")
    scene.hero.inventory[0].kind = unidentified + 1
    scene.hero.inventory_count = 1
    assert "a  ! red potion  range 6 " in shown(pressed(ThrowItem, play, "t"))
    text = shown(pressed(ThrowCursor, play, "t", "a"))
    assert "Red potion: thrown, unknown effect." in text
    assert "Here: rat (10 HP)." in text


BEHIND_A_CORNER = """
    #########
    #@...##.#
    ##...####
    #..##..##
    #.......#
    #.##r..##
    #########
"""
"""A rat that the hero sees, and that nothing hits that it throws."""


def a_throw(folder: Path, picture: str) -> tuple[TomlScene, ThrowCursor]:
    scene = TomlScene(picture, PIECE)
    scene.carry("-")
    scene.hero.remembered[:] = scene.world.tiles[:]
    scene.update_fov()
    play = a_play(folder, scene)
    return scene, pressed(ThrowCursor, play, "t", "a")


def test_what_is_in_the_way_to_an_enemy_in_view_is_told_before_and_after_the_throw(tmp_path: Path) -> None:
    scene, cursor = a_throw(tmp_path, BEHIND_A_CORNER)
    assert cursor.cell == scene.monster("r").cell
    text = shown(cursor)
    assert "Solid rock is in the way." in text
    assert "no enemy that you see" not in text
    press(cursor, "enter")
    told = [message.text for message in cursor.game.session.log.entries]
    assert "Solid rock is in the way." in told
    assert "It misses." not in told


def test_whoever_is_in_the_way_is_told_with_what_hits_it(tmp_path: Path) -> None:
    scene, cursor = a_throw(tmp_path, "#@..r..o.#")
    cursor.cell = scene.at(7, 1)
    text = shown(cursor)
    assert "A rat is in the way. Here: rat (10 HP" in text


def test_aiming_starts_at_the_nearest_enemy_that_can_be_hit_and_goes_on_to_the_others(tmp_path: Path) -> None:
    scene, cursor = a_throw(tmp_path, BEHIND_A_CORNER.replace("#..##..##", "#..##.o##"))
    assert cursor.cell == scene.monster("o").cell
    assert cursor.targets() == [scene.monster("o").cell, scene.monster("r").cell]


def test_where_the_straight_way_to_an_enemy_is_blocked_the_throw_is_aimed_along_a_clear_line(tmp_path: Path) -> None:
    scene = TomlScene(
        """
        #########
        #...#...#
        ##.#....#
        #.@..##.#
        #..#..#.#
        #.#.#.r.#
        #########
        """,
        PIECE,
    )
    scene.carry("-")
    scene.update_fov()
    play = a_play(tmp_path, scene)
    rat = scene.at(6, 5)
    cursor = pressed(ThrowCursor, play, "t", "a")
    assert cursor.cell == rat
    assert seen_landing(scene.hero, scene.ruleset, rat) != rat
    assert "blocked" not in shown(cursor)
    press(cursor, "enter")
    assert scene.hero.inventory_count == 0
    assert any("throw" in each.text for each in play.session.log.entries)
    lies = [item.cell for item in scene.world.items[: scene.world.item_count] if item.cell >= 0]
    assert scene.monster("r").hp < 10 or lies == [rat]
