"""What flies, bursts and hits is shown for a moment after an action, and changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generated_floors import rulebook_from
from ready_made_sessions import session_in
from scenes import Scene, SceneAbility, a_ruleset, give_abilities
from screen_driver import a_context, drawing, make_savable, press, pressed
from steep.core.record import digest
from steep.core.ruleset import BEAM, BOLT, BURST, CONE, ON_DEATH, ON_TURN, ON_USE, Ruleset
from steep.play.files.user_file_paths_and_settings import UserSettings
from steep.play.session import Session
from steep.play.turn_animation import HITS, HURTS, MISSES, Frame, TurnAnimation
from steep.rules.action_codes import DONE, MOVE, THROW, USE, action
from steep.ui.main_loop import run
from steep.ui.presenters import NullPresenter
from steep.ui.screen import Closed, Key, Mouse
from steep.ui.screens.game.game_screen_bases import Animation
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu

HALL = """
    ##########
    #........#
    #@...g...#
    #........#
    ##########
"""
E_, AT_ONCE = 3, 0.3


def animated(folder: Path, scene: Scene) -> Play:
    """A game that is animated."""
    context = a_context(folder)
    context.animating = True
    make_savable(scene.world)
    return Play(context, session_in(scene), lambda: MainMenu(context))


def frames_of(scene: Scene, act: int) -> list[Frame]:
    """The frames of an action."""
    session = session_in(scene)
    animation = TurnAnimation(session, act)
    assert session.act(act) == DONE
    return animation.frames()


def columns(scene: Scene, frames: list[Frame]) -> list[set[tuple[int, int]]]:
    """The cells of each frame as columns and rows of the scene."""
    corner = scene.at(0, 0)
    return [{((mark.cell - corner) % 80, (mark.cell - corner) // 80) for mark in frame.marks} for frame in frames]


def with_shape(shape: int, **numbers: int) -> Ruleset:
    """A ruleset in which a fireball has another shape."""
    ruleset = a_ruleset()
    give_abilities(ruleset, "*", SceneAbility(ON_USE, shape, amount=2, **numbers))
    return ruleset


def test_lightning_flies_to_its_target_and_hits_it() -> None:
    scene = Scene(HALL)
    scene.give("~")
    frames = frames_of(scene, action(USE, 0))
    assert columns(scene, frames) == [{(2, 2)}, {(3, 2)}, {(4, 2)}, {(5, 2)}, {(5, 2)}]
    assert [mark.what for mark in frames[-1].marks] == [HITS]


@pytest.mark.parametrize(
    ("shape", "last"),
    [
        (BOLT, {(5, 2)}),
        (BEAM, {(8, 2)}),
        (CONE, {(2, 2), (3, 2), (4, 2), (2, 1), (2, 3), (3, 1), (3, 3)}),
    ],
)
def test_a_line_and_a_cone_show_the_cells_that_they_reach(shape: int, last: set[tuple[int, int]]) -> None:
    scene = Scene(
        HALL if shape != CONE else HALL.replace("...g", ".g.."), with_shape(shape, reach=9 if shape != CONE else 3)
    )
    scene.give("*")
    frames = frames_of(scene, action(USE, 0, scene.at(8, 2)))
    assert columns(scene, frames)[-2] == last


def test_a_blast_flies_to_its_centre_and_spreads() -> None:
    scene = Scene(HALL)
    scene.give("*")
    cells = columns(scene, frames_of(scene, action(USE, 0, scene.at(6, 2))))
    assert cells[0] == {(2, 2)}
    assert len(cells[-2]) > len(cells[-3]) > 0
    assert (6, 1) in cells[-2]
    assert cells[-1] == {(5, 2)}


def test_what_a_monster_shoots_comes_from_where_it_stands() -> None:
    ruleset = a_ruleset()
    give_abilities(ruleset, "r", SceneAbility(ON_TURN, BOLT, amount=2, reach=9))
    scene = Scene(HALL.replace("g", "r"), ruleset)
    frames = frames_of(scene, action(0))
    assert columns(scene, frames) == [{(4, 2)}, {(3, 2)}, {(2, 2)}, {(1, 2)}, {(1, 2)}]
    assert [mark.what for mark in frames[-1].marks] == [HURTS]


def test_what_bursts_as_it_dies_spreads_from_where_it_stood() -> None:
    ruleset = a_ruleset()
    give_abilities(ruleset, "s", SceneAbility(ON_DEATH, BURST, amount=2, radius=1))
    scene = Scene("#####\n#...#\n#@s.#\n#...#\n#####", ruleset)
    frames = frames_of(scene, action(MOVE, E_))
    assert {(1, 1), (1, 2), (3, 3)} <= columns(scene, frames)[0]
    assert {mark.glyph for mark in frames[0].marks} == {"*", "s"}


def test_a_blow_lights_up_who_is_hit_and_a_miss_who_is_missed() -> None:
    scene = Scene("#@o.#")
    (frame,) = frames_of(scene, action(MOVE, E_))
    assert {mark.what for mark in frame.marks} == {HITS, HURTS}
    assert {mark.glyph for mark in frame.marks} == {""}
    ruleset = a_ruleset()
    ruleset.miss_chance = ruleset.min_miss_chance = ruleset.max_miss_chance = 100
    scene = Scene("#@o.#", ruleset)
    (frame,) = frames_of(scene, action(MOVE, E_))
    assert {mark.what for mark in frame.marks} == {MISSES}


def test_what_is_not_seen_is_not_shown() -> None:
    scene = Scene("#@........g#", with_shape(BEAM, reach=12))
    scene.give("*")
    frames = frames_of(scene, action(USE, 0, scene.at(3, 1)))
    shown = set[tuple[int, int]]().union(*columns(scene, frames))
    assert shown
    assert all(scene.hero.visible[scene.at(x, y)] for x, y in shown)
    assert (10, 1) not in shown


def test_a_turn_in_which_nothing_is_hit_has_no_frames_nor_has_another_floor() -> None:
    assert frames_of(Scene(HALL), action(MOVE, E_)) == []
    stairs = Scene("#>@.#")
    stairs.move(2)
    assert frames_of(stairs, action(5)) == []


def test_a_turn_takes_less_than_a_third_of_a_second() -> None:
    ruleset = a_ruleset()
    give_abilities(ruleset, "r", SceneAbility(ON_TURN, BOLT, amount=2, reach=9))
    scene = Scene(HALL.replace("#........#", "#.......r#", 1), ruleset)
    scene.give("~", "*")
    for slot, at_least in ((1, 8), (0, 4)):
        frames = frames_of(scene, action(USE, slot, scene.at(5, 2)))
        assert len(frames) >= at_least
        assert sum(frame.seconds for frame in frames) <= AT_ONCE


def test_the_frames_are_shown_one_after_the_other_and_then_the_game(tmp_path: Path) -> None:
    scene = Scene(HALL)
    scene.give("~")
    presenter = NullPresenter([Key("i"), Key("a"), None, None, None, None, None, Key("Z"), Closed()])
    run(presenter, animated(tmp_path, scene))
    rows = [next(line.strip()[:6] for line in frame.splitlines() if "@" in line) for frame in presenter.frames[2:8]]
    assert rows[:4] == ["#@*..g", "#@.*.g", "#@..*g", "#@...*"]
    assert rows[4:] == ["#@...g", "#@..g."]


def test_any_key_ends_it_and_acts(tmp_path: Path) -> None:
    scene = Scene(HALL)
    scene.give("~")
    play = animated(tmp_path, scene)
    animation = pressed(Animation, play, "i", "a")
    turn = play.session.turn
    press(animation, ".")
    assert play.session.turn == turn + 1


def test_a_moved_mouse_does_not_end_it(tmp_path: Path) -> None:
    scene = Scene(HALL)
    scene.give("~")
    animation = pressed(Animation, animated(tmp_path, scene), "i", "a")
    assert animation.handle(Mouse(3, 3, "move")) is animation


def test_closing_the_program_saves_the_game(tmp_path: Path) -> None:
    scene = Scene(HALL)
    scene.give("~")
    animation = pressed(Animation, animated(tmp_path, scene), "i", "a")
    assert animation.handle(Closed()) is None
    assert animation.game.context.dirs.save.exists()


def test_a_blow_shows_in_the_colours_of_the_map_only(tmp_path: Path) -> None:
    scene = Scene("#@o.#")
    play = animated(tmp_path, scene)
    animation = pressed(Animation, play, "right")
    canvas, after = drawing(animation), drawing(play)
    assert canvas.text() == after.text()
    assert canvas.bg != after.bg


def test_it_changes_nothing_in_the_game(tmp_path: Path) -> None:
    digests = []
    shown = {False: 0, True: 0}
    for on in (False, True):
        scene = Scene(HALL)
        scene.give("~", "*")
        play = animated(tmp_path / str(on), scene)
        play.context.settings = replace(UserSettings(), animations=on)
        for keys in (("i", "a"), ("right",), ("i", "b", "enter"), (".",)):
            screen = press(play, *keys)
            shown[on] += isinstance(screen, Animation)
            while isinstance(screen, Animation):
                screen = screen.tick()
        digests.append(digest(play.session.world))
    assert digests[0] == digests[1]
    assert shown[False] == 0
    assert shown[True] >= 2


def test_multi_turn_moves_and_bots_are_not_animated(tmp_path: Path) -> None:
    scene = Scene(HALL.replace("g", "r"))
    play = animated(tmp_path, scene)
    screen = press(play, "Z")
    while play.move is not None:
        assert screen is play
        screen = play.tick()


def test_it_is_off_in_the_settings_and_in_tests(tmp_path: Path) -> None:
    scene = Scene("#@o.#")
    play = animated(tmp_path, scene)
    play.context.animating = False
    pressed(Play, play, "right")
    play.context.animating = True
    play.context.settings = UserSettings(animations=False)
    pressed(Play, play, "right")
    play.context.settings = UserSettings()
    pressed(Animation, play, "right")


UNKNOWN = """
extends = "tcod-2020"
[hero]
throw_range = 5
start = [{ item = "flask", identified = false }]
[appearances.flask]
names = ["red flask", "blue flask"]
glyph = "~"
[items.flask]
appearance = "flask"
glyph = "!"
effect = "heal"
amount = 1
"""


def test_an_item_that_is_not_identified_flies_as_what_it_looks_like() -> None:
    session = Session.start(rulebook_from(UNKNOWN), 3)
    act = action(THROW, 0, session.hero.cell + 2)
    animation = TurnAnimation(session, act)
    assert session.act(act) == DONE
    assert [mark.glyph for frame in animation.frames() for mark in frame.marks] == ["~", "~"]
