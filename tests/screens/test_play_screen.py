"""Playing: keys and clicks become actions, multi-turn moves go step by step, and leaving saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import load
from scenes import Scene, set_hp, set_stat
from screen_driver import ROOM, a_context, a_play, mouse, mouse_on, press, pressed, shown, tick_to_end, without_pickup
from steep.core.geometry import STAIRS
from steep.core.ruleset import DEFENSE, POWER
from steep.mapgen.put_on_free_cell import add_item
from steep.play.files import saves
from steep.play.files.ledger import read_ledger
from steep.play.files.replays import verify
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.finish_run import EndedError, open_save
from steep.play.session import Session
from steep.rules.action_codes import MOVE, PICK_UP, action
from steep.ui.main_loop import GUARDED_SECONDS
from steep.ui.screen import Closed, Mouse
from steep.ui.screens import start_game
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu_and_settings import GameMenu
from steep.ui.screens.game.look_and_travel_cursors import LookCursor
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.popups.list_and_question_dialogs import LevelUp, Question
from steep.ui.screens.texts.character_sheet import Character
from steep.ui.screens.texts.game_over_screen import GameOverScreen
from steep.ui.screens.texts.help_screen import Help
from steep.ui.screens.texts.pager import MessageHistory
from toml_scenes import EEL, TomlScene

HALL = "#@.................#"


class Clock:
    """A clock that a test sets."""

    now = 100.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("steep.ui.main_loop.monotonic", lambda: clock.now)
    return clock


@pytest.mark.parametrize(
    ("key", "x", "y"),
    [("up", 4, 2), ("j", 4, 4), ("kp_4", 3, 3), ("6", 5, 3), ("y", 3, 2), ("page_up", 5, 2), ("1", 3, 4), ("n", 5, 4)],
)
def test_arrows_keypad_digits_and_letters_step(tmp_path: Path, key: str, x: int, y: int) -> None:
    scene = Scene(ROOM)
    press(a_play(tmp_path, scene), key)
    assert scene.hero.cell == scene.at(x, y)
    assert scene.hero.turn == 1


def test_an_unbound_key_shows_which_key_opens_help(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = press(a_play(tmp_path, scene), "f9")
    assert "F9 does nothing here. Press ? for help." in shown(play)
    assert "does nothing" not in shown(press(play, "."))
    assert scene.hero.turn == 1


def test_the_footer_shows_the_players_own_keys(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "keymap.toml").write_text('[play]\nexplore = ["E"]\n')
    assert "E explore" in shown(a_play(tmp_path, Scene(ROOM)))


class TestMultiTurnMoves:
    def test_take_one_step_per_tick_until_they_end(self, tmp_path: Path) -> None:
        scene = Scene(HALL)
        play = press(a_play(tmp_path, scene), "L")
        assert isinstance(play, Play)
        assert scene.hero.cell == scene.at(2, 1)
        assert play.tick_after
        assert play.tick() is play
        assert scene.hero.cell == scene.at(3, 1)
        tick_to_end(play)
        assert scene.hero.cell == scene.at(18, 1)
        assert play.tick_after is None

    @pytest.mark.parametrize("key", ["a", "left", "escape"])
    def test_any_key_stops_them_and_does_nothing_else(self, tmp_path: Path, key: str) -> None:
        scene = Scene(HALL)
        play = press(a_play(tmp_path, scene), "L")
        assert "Any key stops." in shown(play)
        assert press(play, key) is play
        assert play is not None
        assert play.tick_after is None
        assert scene.hero.cell == scene.at(2, 1)

    def test_a_key_just_after_the_last_step_acts(self, tmp_path: Path) -> None:
        scene = Scene("#@..#")
        play = press(a_play(tmp_path, scene), "L")
        assert isinstance(play, Play)
        play.tick()
        assert play.move is not None
        press(play, "left")
        assert scene.hero.cell == scene.at(2, 1)
        assert play.move is None

    def test_the_mouse_moving_does_not_stop_them_but_a_click_does(self, tmp_path: Path) -> None:
        play = press(a_play(tmp_path, Scene(HALL)), "L")
        assert play is not None
        play.handle(Mouse(10, 10, "move"))
        assert play.tick_after is not None
        play.handle(Mouse(10, 10, "left"))
        assert play.tick_after is None

    def test_the_same_key_again_continues_them(self, tmp_path: Path) -> None:
        scene = Scene(HALL)
        play = press(a_play(tmp_path, scene), "o", "o", "o", "o")
        assert isinstance(play, Play)
        assert play.move is not None
        assert scene.hero.cell == scene.at(5, 1)
        press(play, "L")
        assert play.move is None

    def test_say_in_the_log_why_they_stop_where_the_footer_is_too_short(self, tmp_path: Path) -> None:
        kinds = '[items.heavy_staff]\nglyph = "s"\n[items.herb]\nglyph = "h"\n'
        scene = TomlScene("#@._._.#", kinds, terrain={"_": "altar"})
        for sign, x in (("h", 3), ("s", 5)):
            assert add_item(scene.world, scene.item_glyphs.index(sign), scene.at(x, 1))
        scene.update_fov()
        play = tick_to_end(press(a_play(tmp_path, scene), "o"))
        assert isinstance(play, Play)
        reason = play.session.log.entries[-1].text
        assert len(reason) > 80
        assert reason.startswith("There is nothing left to explore. You can take one of these: ")
        assert reason in " ".join(shown(play).split())

    def test_say_why_they_do_not_start(self, tmp_path: Path) -> None:
        scene = Scene("#@.....s#")
        play = a_play(tmp_path, scene)
        assert "A slug is in view. Press o again in a moment to explore all the same." in shown(press(play, "o"))
        assert play.move is None


def test_f2_tells_nothing_of_what_is_on_the_floor(tmp_path: Path) -> None:
    scene = Scene("#@..o#")
    text = shown(press(a_play(tmp_path, scene), "f2"))
    assert "odds" in text
    assert "odds   here" not in text
    assert "Threat" not in text


SHORE = """
    #############
    #@..........#
    #.=.........#
    #e==========#
    #############
"""
HUNT = """
    #########
    #@.....o#
    ###e#####
    #########
"""


@pytest.mark.parametrize(("key", "label", "picture"), [("o", "o", SHORE), ("tab", "Tab", HUNT)])
def test_a_warning_of_who_can_strike_says_how_to_go_on(tmp_path: Path, key: str, label: str, picture: str) -> None:
    scene = TomlScene(picture, EEL, terrain={"=": "deep_water"})
    play = a_play(tmp_path, scene)
    press(play, key)
    assert f"An eel can strike you on the way. Press {label} again in a moment to go on." in shown(play)
    assert scene.hero.turn == 0
    play.tick()
    press(play, key)
    assert scene.hero.turn > 0


class TestLowHp:
    """Explore and fight ask first at low HP. A held key doesn't confirm."""

    @pytest.mark.parametrize(("key", "verb"), [("o", "explore"), ("tab", "fight")])
    def test_the_key_asks_and_says_why(self, tmp_path: Path, key: str, verb: str) -> None:
        scene = Scene(HALL if key == "o" else "#@..s#")
        set_hp(scene.world, 5)
        play = press(a_play(tmp_path, scene), *[key] * 20)
        label = "Tab" if key == "tab" else key
        assert f"Your HP is low: 5 of 20. Press {label} again in a moment to {verb} anyway." in shown(play)
        assert scene.hero.turn == 0

    @pytest.mark.parametrize(
        ("key", "picture", "refusal"),
        [
            ("o", "#@..s#", "A slug is in view. Press o again in a moment to explore all the same."),
            ("tab", ROOM, "No enemies in view."),
        ],
    )
    def test_a_refused_move_does_not_ask(self, tmp_path: Path, key: str, picture: str, refusal: str) -> None:
        scene = Scene(picture)
        set_hp(scene.world, 5)
        text = shown(press(a_play(tmp_path, scene), key))
        assert refusal in text
        assert "Your HP is low" not in text

    def test_after_a_moment_the_same_key_confirms(self, tmp_path: Path) -> None:
        scene = Scene(HALL)
        set_hp(scene.world, 5)
        play = tick_to_end(press(a_play(tmp_path, scene), "o"))
        assert scene.hero.turn == 0
        press(play, "o", "o")
        assert scene.hero.cell == scene.at(3, 1)

    def test_mashing_puts_no_answer_off_and_a_held_key_does_not_answer(self, tmp_path: Path, clock: Clock) -> None:
        scene = Scene(HALL)
        set_hp(scene.world, 5)
        play = press(a_play(tmp_path, scene), "o")
        for _ in range(100):
            clock.now += 0.03
            press(play, "o")
        assert scene.hero.turn == 0
        clock.now += 0.2
        press(play, "o")
        assert scene.hero.turn == 1

    def test_how_long_no_key_counts_is_counted_from_when_the_question_is_first_seen(
        self, tmp_path: Path, clock: Clock
    ) -> None:
        scene = Scene(HALL)
        set_hp(scene.world, 5)
        play = press(a_play(tmp_path, scene), "o")
        clock.now += GUARDED_SECONDS - 0.1
        shown(play)
        clock.now += 0.2
        shown(play)
        press(play, "o")
        assert scene.hero.turn == 0
        clock.now += GUARDED_SECONDS - 0.1
        press(play, "o")
        assert scene.hero.turn == 1

    def test_a_key_that_comes_too_soon_is_told_so_until_it_counts(self, tmp_path: Path, clock: Clock) -> None:
        scene = Scene(HALL)
        set_hp(scene.world, 5)
        play = press(a_play(tmp_path, scene), "o")
        assert play is not None
        assert "Not yet." not in " ".join(shown(play).split())
        clock.now += 0.3
        press(play, "o", "o")
        assert " ".join(shown(play).split()).count("Not yet.") == 1
        clock.now += GUARDED_SECONDS
        play.tick()
        assert "Not yet." not in " ".join(shown(play).split())
        press(play, "o")
        assert scene.hero.turn == 1

    def test_neither_key_confirms_the_other_but_any_third_key_confirms(self, tmp_path: Path) -> None:
        scene = Scene(HALL)
        set_hp(scene.world, 5)
        play = press(a_play(tmp_path, scene), "o", "tab", "o", "tab", "o")
        assert scene.hero.turn == 0
        press(play, ".", "o")
        assert scene.hero.turn == 2

    def test_losing_more_hp_asks_again(self, tmp_path: Path) -> None:
        scene = Scene("#@o..#")
        set_hp(scene.world, 5)
        set_stat(scene.world, DEFENSE, 4)
        play = tick_to_end(press(a_play(tmp_path, scene), "tab"))
        press(play, "tab")
        assert (scene.hero.turn, scene.hero.hp) == (1, 3)
        assert "Your HP is low: 3 of 20." in shown(press(play, "tab"))
        assert scene.hero.turn == 1

    def test_the_setting_moves_the_threshold(self, tmp_path: Path) -> None:
        (tmp_path / "config").mkdir()
        (tmp_path / "config" / "settings.toml").write_text("stop_below_hp = 25\n")
        scene = Scene(HALL)
        set_hp(scene.world, 5)
        press(a_play(tmp_path, scene), "o")
        assert scene.hero.turn == 1


class TestAutomaticPickup:
    ITEMS = "#@.!.!.....#"

    def test_takes_items_walked_onto_in_a_separate_turn(self, tmp_path: Path) -> None:
        scene = Scene("#@!.#")
        play = a_play(tmp_path, scene)
        press(play, "right")
        assert scene.inventory() == "!...."
        assert scene.hero.turn == 2
        assert play.session.recording.actions == [action(MOVE, 3), action(PICK_UP)]
        assert "You pick up a potion (a)." in shown(play)
        assert "You see a potion here." not in shown(play)

    def test_multi_turn_moves_continue_after_it(self, tmp_path: Path) -> None:
        scene = Scene(self.ITEMS)
        tick_to_end(press(a_play(tmp_path, scene), "L"))
        assert scene.inventory() == "!!..."
        assert scene.hero.cell == scene.at(10, 1)

    def test_leaves_items_the_player_dropped(self, tmp_path: Path) -> None:
        scene = Scene("#@!.#")
        play = a_play(tmp_path, scene)
        press(play, "right", "d", "a", "right", "left")
        assert scene.inventory() == "....."
        assert scene.hero.cell == scene.at(2, 1)

    def test_leaves_a_pile_that_holds_a_dropped_item(self, tmp_path: Path) -> None:
        scene = Scene("#@..#")
        scene.give("~")
        play = a_play(tmp_path, scene)
        press(play, "right", "d", "a", "right")
        scene.put("!", scene.at(2, 1))
        press(play, "left")
        assert scene.inventory() == "....."

    def test_takes_a_whole_pile(self, tmp_path: Path) -> None:
        scene = Scene("#@!.#")
        scene.put("~", scene.at(2, 1))
        press(a_play(tmp_path, scene), "right")
        assert sorted(scene.inventory()) == sorted("!~...")

    def test_takes_nothing_with_an_enemy_in_view_and_explore_takes_it_later(self, tmp_path: Path) -> None:
        scene = Scene("#@!...s#")
        play = a_play(tmp_path, scene)
        press(play, "right")
        assert scene.inventory() == "....."
        scene.enemy("s").hp = 0
        scene.update_fov()
        press(play, "o")
        assert scene.inventory() == "!...."

    def test_exploring_goes_back_for_what_an_enemy_kept_the_hero_from_picking_up(self, tmp_path: Path) -> None:
        scene = Scene("#..@!....s#")
        play = a_play(tmp_path, scene)
        press(play, "right", "right")
        scene.enemy("s").hp = 0
        scene.update_fov()
        tick_to_end(press(play, "o"))
        assert scene.inventory() == "!...."

    def test_exploring_does_not_go_back_for_what_was_dropped_while_an_enemy_came(self, tmp_path: Path) -> None:
        scene = Scene("#..@.....s#")
        scene.give("!")
        play = a_play(tmp_path, scene)
        press(play, "right", "d", "a", "right")
        scene.enemy("s").hp = 0
        scene.update_fov()
        tick_to_end(press(play, "o"))
        assert scene.inventory() == "....."

    def test_takes_what_lies_in_view_of_a_sleeper(self, tmp_path: Path) -> None:
        scene = Scene("#@!...s#")
        scene.enemy("s").asleep = 1
        scene.update_fov()
        press(a_play(tmp_path, scene), "right")
        assert scene.inventory() == "!...."

    def test_says_when_the_inventory_is_full(self, tmp_path: Path) -> None:
        scene = Scene("#@!.#")
        scene.give("~", "~", "~", "~", "~")
        play = press(a_play(tmp_path, scene), "right")
        assert "You see a potion here." in shown(play)
        assert "Your inventory is full: drop or use something first, or use the potion from" in shown(play)

    def test_can_be_turned_off(self, tmp_path: Path) -> None:
        scene = Scene("#@!.#")
        without_pickup(tmp_path)
        play = press(a_play(tmp_path, scene), "right")
        assert scene.inventory() == "....."
        assert shown(play).count("You see a potion here.") == 1

    def test_a_run_with_it_plays_back_to_the_same_end(self, tmp_path: Path) -> None:
        play = start_game(a_context(tmp_path), load("tcod-2020"), 42)
        assert isinstance(play, Play)
        tick_to_end(press(play, "l", "o"))
        recording = play.session.recording
        assert action(PICK_UP) in recording.actions
        assert verify(recording, load("tcod-2020")).first_difference is None


class TestMouse:
    def test_names_what_is_under_the_mouse(self, tmp_path: Path) -> None:
        scene = Scene("#@.s..!.#")
        play = a_play(tmp_path, scene)
        mouse_on(play, play, "move", scene.at(3, 1))
        assert shown(play).splitlines()[-1].strip() == "Slug"
        mouse_on(play, play, "move", scene.at(6, 1))
        assert shown(play).splitlines()[-1].strip() == "Potion"
        mouse_on(play, play, "move", scene.at(5, 1))
        assert "? help" in shown(play).splitlines()[-1]

    def test_a_click_travels_to_an_explored_cell(self, tmp_path: Path) -> None:
        scene = Scene(ROOM)
        play = a_play(tmp_path, scene)
        tick_to_end(mouse_on(play, play, "left", scene.at(1, 1)))
        assert scene.hero.cell == scene.at(1, 1)

    def test_a_click_on_an_adjacent_enemy_attacks_it(self, tmp_path: Path) -> None:
        scene = Scene("#@o.#")
        play = a_play(tmp_path, scene)
        mouse_on(play, play, "left", scene.at(2, 1))
        assert scene.enemy("o").hp == 10

    def test_a_click_on_the_hero_picks_up_items_there(self, tmp_path: Path) -> None:
        scene = Scene("#@!.#")
        without_pickup(tmp_path)
        play = a_play(tmp_path, scene)
        press(play, "right")
        assert scene.inventory() == "....."
        mouse_on(play, play, "left", scene.at(2, 1))
        assert scene.inventory() == "!...."

    def test_a_click_on_the_hero_on_stairs_descends(self, tmp_path: Path) -> None:
        scene = Scene("#@>.#")
        play = a_play(tmp_path, scene)
        press(play, "right")
        mouse_on(play, play, "left", scene.at(2, 1))
        assert scene.hero.floor == 2

    def test_a_right_click_looks(self, tmp_path: Path) -> None:
        scene = Scene("#@o.#")
        play = a_play(tmp_path, scene)
        look = mouse_on(play, play, "right", scene.at(2, 1))
        assert isinstance(look, LookCursor)
        assert "An ogre, unhurt: 12 of 12 HP, in view." in shown(look)

    def test_the_wheel_opens_the_messages(self, tmp_path: Path) -> None:
        assert isinstance(a_play(tmp_path, Scene(ROOM)).handle(Mouse(3, 3, "wheel_up")), MessageHistory)

    def test_a_click_outside_the_map_does_nothing(self, tmp_path: Path) -> None:
        scene = Scene(ROOM)
        play = a_play(tmp_path, scene)
        shown(play)
        assert play.handle(Mouse(3, 22, "left")) is play
        assert scene.hero.turn == 0


class TestOtherScreens:
    @pytest.mark.parametrize(
        ("key", "kind"),
        [("?", Help), ("c", Character), ("ctrl+p", MessageHistory), ("x", LookCursor), ("escape", GameMenu)],
    )
    def test_open_and_return_to_the_game(self, tmp_path: Path, key: str, kind: type) -> None:
        play = a_play(tmp_path, Scene(ROOM))
        opened = press(play, key)
        assert isinstance(opened, kind)
        assert press(opened, "escape") is play

    def test_the_game_menu_opens_every_screen(self, tmp_path: Path) -> None:
        play = a_play(tmp_path, Scene(ROOM))
        assert press(play, "escape", "b") is play
        pressed(Character, play, "escape", "c")
        pressed(MessageHistory, play, "escape", "m")
        pressed(Help, play, "escape", "?")
        pressed(MainMenu, play, "escape", "s")
        assert press(play, "escape", "q") is None


class TestLevelUps:
    def test_a_level_up_has_to_be_chosen_first(self, tmp_path: Path) -> None:
        scene = Scene("#@o.#")
        scene.enemy("o").hp = 1
        scene.hero.xp = 5
        play = a_play(tmp_path, scene)
        level_up = pressed(LevelUp, play, "right")
        text = shown(level_up)
        assert "What do you want to improve?" in text
        assert text.count("level 2") == 1
        assert "Maximum HP +5  20 -> 25, HP 20 -> 25" in text
        assert "Power +1       3 -> 4" in text
        tick_to_end(level_up)
        assert press(level_up, "escape", "left") is level_up
        assert press(level_up, "down", "enter") is play
        assert scene.hero.stats[POWER] == 4

    def test_what_a_point_of_a_stat_is_stands_beside_it(self, tmp_path: Path) -> None:
        piece = "[level_up]\nchoices = [{ stat = 'regeneration', amount = 5 }, { stat = 'evasion', amount = 6 }]"
        scene = TomlScene("#@.#", piece)
        play = a_play(tmp_path, scene)
        text = shown(LevelUp(play))
        assert "Regeneration +5  0 -> 5 HP per 100 turns" in text
        assert "Evasion +6       0 -> 6% off the chance to be hit" in text

    def test_a_movement_key_still_held_chooses_nothing(self, tmp_path: Path) -> None:
        scene = Scene("""
            ######
            ##..@#
            #.o.##
            #o####
            ######
        """)
        scene.enemy("o").hp = 1
        scene.hero.xp = 5
        play = a_play(tmp_path, scene)
        press(play, "left")
        level_up = press(play, "b")
        assert isinstance(level_up, LevelUp)
        assert press(level_up, "b", "b", "c") is level_up
        assert (scene.hero.stats[POWER], scene.hero.stats[DEFENSE]) == (3, 1)
        assert level_up.tick_after
        assert press(tick_to_end(level_up), "b") is play
        assert scene.hero.stats[POWER] == 4

    @pytest.mark.parametrize("key", ["a", "enter", "space", "kp_enter"])
    def test_no_key_chooses_in_a_box_that_has_just_come_up(self, tmp_path: Path, key: str) -> None:
        scene = Scene(ROOM)
        scene.hero.choosing = 1
        level_up = LevelUp(a_play(tmp_path, scene))
        assert "wait a moment before you choose" in shown(level_up)
        assert press(level_up, key) is level_up
        assert mouse(level_up, "left", "Maximum HP") is level_up
        assert scene.hero.choosing == 1

    def test_mashing_does_not_put_the_choice_off(self, tmp_path: Path, clock: Clock) -> None:
        scene = Scene(ROOM)
        scene.hero.choosing = 1
        play = a_play(tmp_path, scene)
        level_up = LevelUp(play)
        for _ in range(3):
            clock.now += 0.2
            assert press(level_up, "b") is level_up
            assert level_up.tick_after is not None
            assert level_up.tick_after < GUARDED_SECONDS
        clock.now += 0.2
        assert press(level_up, "b") is play

    def test_a_held_key_never_chooses(self, tmp_path: Path, clock: Clock) -> None:
        scene = Scene(ROOM)
        scene.hero.choosing = 1
        play = a_play(tmp_path, scene)
        level_up = LevelUp(play)
        for _ in range(100):
            clock.now += 0.03
            assert press(level_up, "b") is level_up
        assert "letter choose " in shown(level_up)
        assert press(level_up, "c") is play

    def test_a_game_saved_during_the_choice_continues_there(self, tmp_path: Path) -> None:
        scene = Scene(ROOM)
        scene.hero.choosing = 1
        assert isinstance(a_play(tmp_path, scene).first_screen(), LevelUp)


class TestSaving:
    def start(self, folder: Path) -> Play:
        play = start_game(a_context(folder), load("tcod-2020"), 42)
        assert isinstance(play, Play)
        return play

    def saved(self, play: Play) -> Session:
        return saves.load(play.context.dirs.save, play.context.load_ruleset)

    @pytest.mark.parametrize("keys", [("S",), ("escape", "q")])
    def test_leaving_saves(self, tmp_path: Path, keys: tuple[str, ...]) -> None:
        play = self.start(tmp_path)
        assert press(play, ".", ".", *keys) is None
        assert self.saved(play).turn == 2
        (line,) = play.context.written
        assert line == f"Saved: {play.context.dirs.save}; to go on: steep --data-dir {tmp_path / 'data'}"

    def test_a_profile_of_ones_own_goes_on_by_its_name(self, tmp_path: Path) -> None:
        play = start_game(Context(Dirs(tmp_path, "anna", tmp_path)), load("tcod-2020"), 42)
        assert isinstance(play, Play)
        assert press(play, "S") is None
        (line,) = play.context.written
        assert line.endswith(f"; to go on: steep --profile anna --data-dir {tmp_path}")

    @pytest.mark.parametrize("keys", [(), ("i",), ("x",), ("escape",), ("?",), ("o",)])
    def test_closing_the_window_saves_whatever_screen_is_open(self, tmp_path: Path, keys: tuple[str, ...]) -> None:
        play = self.start(tmp_path)
        screen = press(play, ".", ".", *keys)
        assert screen is not None
        assert screen.handle(Closed()) is None
        assert self.saved(play).turn == play.session.turn >= 2

    def test_arriving_on_a_floor_saves(self, tmp_path: Path) -> None:
        play = self.start(tmp_path)
        play.session.hero.cell = next(cell for cell, tile in enumerate(play.session.world.tiles) if tile == STAIRS)
        play.session.hero.stairs = play.session.hero.cell
        press(play, ">")
        assert play.session.floor == 2
        assert self.saved(play).floor == 2

    def test_losing_hp_saves(self, tmp_path: Path) -> None:
        play = self.start(tmp_path)
        press(play, ".")
        assert self.saved(play).turn == 0
        set_hp(play.session.world, play.session.hero.hp - 1)
        press(play, ".")
        assert self.saved(play).turn == 2

    def test_fifty_turns_in_which_nothing_happens_save(self, tmp_path: Path) -> None:
        play = a_play(tmp_path, Scene(ROOM))
        press(play, *["."] * 49)
        assert not play.context.dirs.save.exists()
        press(play, ".")
        assert play.context.dirs.save.exists()

    @pytest.mark.parametrize("ending", ["explored", "stopped"])
    def test_the_end_of_a_multi_turn_move_saves_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
    ) -> None:
        saved: list[int] = []
        monkeypatch.setattr(saves, "save", lambda session, _: saved.append(session.turn))
        play = a_play(tmp_path, Scene(HALL))
        moving = press(play, "L")
        assert moving is play
        assert saved == []
        if ending == "stopped":
            press(play, "escape")
        else:
            tick_to_end(play)
        assert saved == [play.session.turn]

    def test_an_enemy_that_comes_into_view_saves(self, tmp_path: Path) -> None:
        scene = Scene("""
            #########################
            #@................#.....#
            #################.......#
            ################s########
            #########################
        """)
        play = a_play(tmp_path, scene)
        while not scene.hero.visible_monster_count:
            assert not play.context.dirs.save.exists()
            press(play, "l")
        assert play.context.dirs.save.exists()

    @pytest.mark.parametrize("picture", ["@!.", "!@."])
    def test_picking_something_up_saves(self, tmp_path: Path, picture: str) -> None:
        scene = Scene(f"#####\n#{picture}#\n#####")
        play = a_play(tmp_path, scene)
        assert not play.context.dirs.save.exists()
        press(play, "l" if picture[0] == "@" else "h")
        assert scene.hero.inventory_count == 1
        assert play.context.dirs.save.exists()

    def test_using_something_saves(self, tmp_path: Path) -> None:
        scene = Scene(ROOM)
        set_hp(scene.world, scene.hero.hp - 1)
        scene.give("!")
        play = a_play(tmp_path, scene)
        press(play, "i", "a")
        assert scene.hero.inventory_count == 0
        assert play.context.dirs.save.exists()

    def test_a_chosen_level_up_saves(self, tmp_path: Path) -> None:
        play = self.start(tmp_path)
        play.session.hero.choosing = 1
        choice = play.first_screen()
        choice.tick()
        press(choice, "b")
        assert self.saved(play).hero.choosing == 0
        assert self.saved(play).recording.length == 1

    def test_a_game_that_cannot_be_saved_asks_before_leaving(self, tmp_path: Path) -> None:
        play = self.start(tmp_path)
        play.context.dirs.save.unlink()
        play.context.dirs.save.mkdir()
        question = pressed(Question, play, "S")
        assert "could not be saved" in shown(question)
        assert press(question, "n") is play
        assert press(question, "y") is None

    def test_why_a_game_cannot_be_saved_is_told_in_full_on_as_many_rows_as_it_takes(self, tmp_path: Path) -> None:
        scene = Scene("#@!.#")
        play = a_play(tmp_path / "a-folder-with-a-long-name" / "so-that-one-row-is-too-short", scene)
        play.context.dirs.save.mkdir(parents=True)
        press(play, "l")
        said = shown(play).replace("\n ", "")
        assert "The game could not be saved: Is a directory" in said
        assert str(play.context.dirs.save) in said


class TestAbandoning:
    def test_asks_and_goes_back_to_the_game(self, tmp_path: Path) -> None:
        play = a_play(tmp_path, Scene(ROOM))
        question = pressed(Question, play, "escape", "a")
        assert "Abandoning a run ends it for good." in shown(question)
        assert press(question, "enter") is play
        assert not play.session.over

    def test_ends_the_run_with_all_its_files_a_score_and_no_save(self, tmp_path: Path) -> None:
        play = start_game(a_context(tmp_path), load("tcod-2020"), 42)
        assert isinstance(play, Play)
        copy = play.context.dirs.save.read_bytes()
        end = pressed(GameOverScreen, play, ".", "escape", "a", "y")
        text = shown(end)
        assert "Run abandoned" in text
        assert "Abandoned on floor 1." in text
        dirs = play.context.dirs
        [score] = read_ledger(dirs).scores
        assert (score.cause, score.killer) == ("Abandoned on floor 1.", "")
        assert len([*dirs.morgue.iterdir(), *dirs.replays.iterdir()]) == 2
        assert not dirs.save.exists()
        dirs.save.write_bytes(copy)
        with pytest.raises(EndedError, match="Abandoned on floor 1"):
            open_save(dirs, play.context.load_ruleset)

    def test_ends_a_run_that_is_loaded_from_its_last_save(self, tmp_path: Path) -> None:
        play = start_game(a_context(tmp_path), load("tcod-2020"), 42)
        assert isinstance(play, Play)
        play.session.abandoned = True
        play.save()
        with pytest.raises(EndedError, match="Abandoned on floor 1"):
            open_save(play.context.dirs, play.context.load_ruleset)
        assert len(read_ledger(play.context.dirs).scores) == 1


class TestDeath:
    def test_shows_the_game_over_screen(self, tmp_path: Path) -> None:
        scene = Scene("#@o.#")
        set_hp(scene.world, 1)
        death = pressed(GameOverScreen, a_play(tmp_path, scene), ".")
        assert "Killed by an ogre on floor 1." in shown(death)
        pressed(MainMenu, death, "escape")

    def test_happens_during_a_multi_turn_move_too(self, tmp_path: Path) -> None:
        scene = Scene("""
            #####
            #@o.#
            #...#
            #####
        """)
        set_hp(scene.world, 1)
        play = a_play(tmp_path, scene)
        assert isinstance(tick_to_end(mouse_on(play, play, "left", scene.at(1, 2))), GameOverScreen)

    def test_continuing_a_run_that_is_over_shows_its_game_over_screen(self, tmp_path: Path) -> None:
        scene = Scene("#@o.#")
        set_hp(scene.world, 1)
        scene.wait()
        assert isinstance(a_play(tmp_path, scene).first_screen(), GameOverScreen)
