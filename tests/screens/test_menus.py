"""The main menu, the new game screen, profiles, and continuing a saved game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ready_made_sessions import dive, dived, load
from screen_driver import a_context, drawing, mouse, press, pressed, shown
from steep.content import Rulebook, load_ruleset
from steep.core.random_streams import MAX_SEED
from steep.play.files import replays, saves
from steep.play.session import Session
from steep.ui.main_loop import run
from steep.ui.presenters import NullPresenter
from steep.ui.screen import Closed, Key, Screen
from steep.ui.screens import continue_game, main_menu, start_game
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.replay_screen import Replay
from steep.ui.screens.menus.main_menu import TAGLINE, MainMenu, Replays
from steep.ui.screens.menus.new_game_menu import NewGame, modes_of
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.texts.help_screen import Help
from steep.ui.screens.texts.statistics_and_high_scores import HighScores

Damage = Callable[[bytes], bytes]


def with_save(folder: Path, turns: int = 3) -> Context:
    context = a_context(folder)
    saves.save(dive(Session.start(load("tcod-2020"), 5), turns), context.dirs.save)
    return context


class TestMainMenu:
    def test_offers_a_new_game_scores_help_and_quit(self, tmp_path: Path) -> None:
        text = shown(main_menu(a_context(tmp_path)))
        for word in ("New game", "Tutorials", "Replays", "High scores", "Help", "Quit"):
            assert word in text
        assert "Continue" not in text

    @pytest.mark.parametrize(
        ("key", "kind"), [("n", NewGame), ("t", NewGame), ("r", Replays), ("s", HighScores), ("?", Help)]
    )
    def test_a_letter_opens_a_screen_and_escape_returns(self, tmp_path: Path, key: str, kind: type) -> None:
        menu = main_menu(a_context(tmp_path))
        opened = press(menu, key)
        assert isinstance(opened, kind)
        assert press(opened, "escape") is menu

    def test_arrows_and_enter_choose(self, tmp_path: Path) -> None:
        menu = main_menu(a_context(tmp_path))
        pressed(NewGame, menu, "enter")
        pressed(NewGame, menu, "down", "down", "enter")
        assert press(menu, "up", "up", "up", "enter") is None

    def test_j_and_k_move_as_in_texts(self, tmp_path: Path) -> None:
        menu = main_menu(a_context(tmp_path))
        assert press(menu, "j") is menu
        assert "> d  Seed of the day" in shown(menu)
        assert press(menu, "k", "k", "enter") is None

    def test_the_mouse_points_and_chooses(self, tmp_path: Path) -> None:
        menu = main_menu(a_context(tmp_path))
        assert mouse(menu, "move", "High scores") is menu
        assert "> s  High scores" in shown(menu)
        assert isinstance(mouse(menu, "left", "High scores"), HighScores)

    def test_q_and_a_closed_window_end_the_program(self, tmp_path: Path) -> None:
        assert press(main_menu(a_context(tmp_path)), "q") is None
        assert main_menu(a_context(tmp_path)).handle(Closed()) is None

    @pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 60)])
    def test_is_centred(self, tmp_path: Path, width: int, height: int) -> None:
        line = next(
            line for line in shown(main_menu(a_context(tmp_path)), width, height).splitlines() if TAGLINE in line
        )
        left = len(line) - len(line.lstrip())
        assert abs(left - (width - len(line))) <= 1

    def test_says_how_deep_the_dungeon_is_and_what_wins_it(self) -> None:
        book = load("steep")
        goal = next(item.name for item in book.items if item.key == book.run.goal_item)
        for text in (TAGLINE, book.description):
            assert str(book.run.last_floor) in text
            assert goal.removeprefix("the ") in text

    def test_writes_no_files(self, tmp_path: Path) -> None:
        shown(main_menu(a_context(tmp_path)))
        assert list(tmp_path.iterdir()) == []


class TestContinue:
    def test_a_phone_shows_the_game_whole(self, tmp_path: Path) -> None:
        text = shown(main_menu(with_save(tmp_path)), 48, 30)
        assert "tcod-2020: floor 1, level 1;" in text
        assert "…" not in text

    def test_is_the_first_row_and_describes_the_game(self, tmp_path: Path) -> None:
        context = with_save(tmp_path)
        hp = saves.load(context.dirs.save, context.load_ruleset).hero.hp
        line = f"> c Continue tcod-2020: floor 1, level 1; {hp}/30 HP, turn 3"
        assert line in [" ".join(line.split()) for line in shown(main_menu(context)).splitlines()]

    def test_continues_where_the_game_was_saved(self, tmp_path: Path) -> None:
        play = pressed(Play, main_menu(with_save(tmp_path)), "enter")
        assert (play.session.seed, play.session.turn) == (5, 3)

    @pytest.mark.parametrize("damage", [lambda data: data[:-5], lambda data: data[:-1] + b"!", lambda data: b"hello"])
    def test_an_unusable_save_is_reported_and_left_untouched(self, tmp_path: Path, damage: Damage) -> None:
        context = with_save(tmp_path)
        file = context.dirs.save
        file.write_bytes(damage(file.read_bytes()))
        before = file.read_bytes()
        menu = main_menu(context)
        text = shown(menu)
        assert "save.steep" in text.replace("\n", "")
        assert "Continue" not in text
        assert "c  Try the saved game again" in text
        assert "> n  New game" in text
        assert press(menu, "c") is menu
        with pytest.raises(saves.SaveError) as problem:
            saves.load(file, context.load_ruleset)
        shown_text = " ".join(line.strip() for line in text.splitlines()[-8:])
        assert str(problem.value).rsplit(": ", 1)[-1][:30] in shown_text
        assert file.read_bytes() == before

    def test_a_save_repaired_meanwhile_is_continued(self, tmp_path: Path) -> None:
        context = with_save(tmp_path)
        data = context.dirs.save.read_bytes()
        context.dirs.save.write_bytes(b"hello")
        menu = main_menu(context)
        context.dirs.save.write_bytes(data)
        assert pressed(Play, menu, "c").session.turn == 3


class TestASaveThatIsOpenElsewhere:
    MESSAGE = 'The game of the profile "default" is open in another Steep: choose another profile, or quit.'

    def text_of(self, screen: Screen | None) -> str:
        return " ".join(shown(screen).split())

    def test_is_not_continued_and_the_menu_says_why(self, tmp_path: Path) -> None:
        first, second = with_save(tmp_path), a_context(tmp_path)
        play = pressed(Play, main_menu(first), "c")
        menu = main_menu(second)
        assert self.MESSAGE in self.text_of(menu)
        assert press(menu, "c") is menu
        press(play, ".", "S")
        assert pressed(Play, menu, "c").session.turn == 4

    def test_is_not_lost_to_a_new_game(self, tmp_path: Path) -> None:
        first, second = with_save(tmp_path), a_context(tmp_path)
        pressed(Play, main_menu(first), "c")
        before = first.dirs.save.read_bytes()
        assert self.MESSAGE in self.text_of(pressed(MainMenu, main_menu(second), "n", "1", "enter"))
        with pytest.raises(saves.SaveError, match="No game was started"):
            start_game(second, load("tcod-2020"), 9)
        with pytest.raises(saves.SaveError, match="is open in another Steep"):
            continue_game(second)
        assert first.dirs.save.read_bytes() == before

    def test_leaves_other_profiles_playable(self, tmp_path: Path) -> None:
        first, second = with_save(tmp_path), a_context(tmp_path)
        pressed(Play, main_menu(first), "c")
        second.change_profile("ann")
        pressed(Play, main_menu(second), "n", "enter")

    def test_is_unlocked_at_the_main_menu(self, tmp_path: Path) -> None:
        first, second = with_save(tmp_path), a_context(tmp_path)
        pressed(MainMenu, main_menu(first), "c", "escape", "s")
        pressed(Play, main_menu(second), "c")


class TestProfiles:
    def test_a_new_one_has_no_game_and_the_old_one_keeps_its_own(self, tmp_path: Path) -> None:
        context = with_save(tmp_path)
        menu = pressed(MainMenu, main_menu(context), "p", "+", "A", "n", "x", "backspace", "n", "enter")
        assert "Profile          ann" in shown(menu)
        assert "Continue" not in shown(menu)
        play = pressed(Play, menu, "n", "7", "enter")
        menu = pressed(MainMenu, play, "escape", "s")
        assert saves.load(context.dirs.save, context.load_ruleset).seed == 7
        menu = pressed(MainMenu, menu, "p", "up", "enter")
        assert pressed(Play, menu, "c").session.seed == 5

    def test_are_listed_with_whether_they_have_a_saved_game(self, tmp_path: Path) -> None:
        context = with_save(tmp_path)
        context.change_profile("ann")
        text = shown(press(main_menu(context), "p"))
        assert re.search(r"default +a saved game", text)
        assert "> ann" in re.sub(" +", " ", text)

    def test_an_invalid_name_is_refused_with_the_reason(self, tmp_path: Path) -> None:
        screen = press(main_menu(a_context(tmp_path)), "p", "+", ".", ".", "enter")
        assert "found '..'; the name of a profile is" in shown(screen)
        assert "Profile          default" in shown(press(screen, "escape", "escape"))


class TestNewGame:
    def test_lists_the_tutorials_rulesets_with_its_title_and_selects_the_default_one(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        lines = shown(press(main_menu(context), "t")).splitlines()
        rows = [line for line in lines if any(f" {name} " in line for name in context.ruleset_names())]
        assert len(rows) >= 8
        assert ">    tcod-2020 " in rows[0]
        assert load("tcod-2020").title in rows[0]
        assert not any("steep " in row for row in rows)

    def test_shows_the_description_of_the_selected_ruleset(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        screen = pressed(NewGame, main_menu(context), "t", "down")
        second = context.load_ruleset(context.tutorial_names()[1])
        assert second.description[:40] in shown(screen)
        assert pressed(Play, screen, "enter").session.rulebook.name == second.name

    def test_offers_the_modes_of_the_selected_ruleset(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t")
        assert "Mode  easy [normal] hard" in shown(screen)
        assert pressed(Play, screen, "enter").session.rulebook.name == "tcod-2020"

    @pytest.mark.parametrize(("keys", "mode"), [(["right"], "hard"), (["left"], "easy"), (["left", "left"], "hard")])
    def test_left_and_right_choose_a_mode(self, tmp_path: Path, keys: list[str], mode: str) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t", *keys)
        assert f"[{mode}]" in shown(screen)
        assert pressed(Play, screen, "enter").session.rulebook.name == f"tcod-2020:{mode}"

    def test_a_click_chooses_a_mode(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t")
        assert mouse(screen, "left", "hard ") is screen
        assert "[hard]" in shown(screen)
        assert mouse(screen, "left", "easy ") is screen
        assert "[easy]" in shown(screen)

    def test_a_ruleset_without_modes_is_played_as_written(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        context.dirs.rulesets.mkdir(parents=True)
        (context.dirs.rulesets / "a.toml").write_text('extends = "tcod-2020"\n[modes.hell]\ndepth = 9\n')
        text = shown(pressed(NewGame, main_menu(context), "t", "up", "right"))
        assert "[hard] hell" in text
        (context.dirs.rulesets / "a.toml").write_text("hp = 3\n")
        broken = pressed(NewGame, main_menu(context), "t", "up", "right")
        assert "cannot be used" in shown(broken)

    def test_two_modes_with_one_title_stay_apart(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        context.dirs.rulesets.mkdir(parents=True)
        modes = "".join(
            f'[modes.{key}]\ntitle = "{title}"\ndepth = {depth}\n'
            for depth, (key, title) in enumerate((("a", "worse"), ("b", "worse"), ("c", "as written")), 1)
        )
        (context.dirs.rulesets / "a.toml").write_text(f'extends = "rotjs"\n{modes}')
        offered = modes_of(context.load_ruleset("a"))
        own_modes = {title: rulebook.mode for title, rulebook in offered.items() if rulebook.mode in ("a", "b", "c")}
        assert own_modes == {"worse": "a", "worse (b)": "b", "as written (c)": "c"}

    def test_what_was_read_ahead_is_not_read_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        context = a_context(tmp_path)
        while context.read_ahead():
            pass
        monkeypatch.setattr("steep.ui.screens.context.load_ruleset", None)
        monkeypatch.setattr(Rulebook, "in_mode", None)
        menu = pressed(NewGame, main_menu(context), "n")
        assert "[normal]" in shown(menu)
        assert pressed(Play, menu, "enter").session.rulebook.name == "steep"

    def test_uses_the_seed_typed(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t", "4", "2", "backspace", "7")
        assert "Seed  47_" in shown(screen)
        assert pressed(Play, screen, "enter").session.seed == 47

    def test_without_a_seed_uses_a_random_one(self, tmp_path: Path) -> None:
        seeds = {pressed(Play, main_menu(a_context(tmp_path / str(n))), "t", "enter").session.seed for n in range(3)}
        assert len(seeds) == 3

    def test_a_letter_is_not_part_of_a_seed(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t", "4", "x")
        assert f"from 0 to {MAX_SEED}" in shown(screen)
        assert '"x"' in shown(screen)
        assert '"x"' not in shown(press(screen, "2"))
        assert pressed(Play, screen, "enter").session.seed == 42

    def test_the_largest_seed_is_the_limit(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t", *str(MAX_SEED))
        assert f"{MAX_SEED}_" in shown(press(screen, "0"))
        assert f"from 0 to {MAX_SEED}." in shown(screen)
        assert pressed(Play, screen, "enter").session.seed == MAX_SEED

    def test_zero_is_a_seed(self, tmp_path: Path) -> None:
        assert pressed(Play, main_menu(a_context(tmp_path)), "t", "0", "0", "enter").session.seed == 0

    def test_the_players_own_rulesets_are_under_a_heading_of_their_own(self, tmp_path: Path) -> None:
        folder = tmp_path / "config" / "rulesets"
        folder.mkdir(parents=True)
        (folder / "aaa.toml").write_text('extends = "tcod-2020"\ntitle = "My own"\n')
        lines = shown(press(main_menu(a_context(tmp_path)), "t", "up")).splitlines()
        heading = next(number for number, line in enumerate(lines) if " Your own " in line)
        assert "> " in lines[heading + 1]
        assert "My own" in lines[heading + 1]

    def test_a_ruleset_that_steep_fails_on_leaves_the_others_in_the_list(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "config" / "rulesets"
        folder.mkdir(parents=True)
        for name in ("aaa", "bbb"):
            (folder / f"{name}.toml").write_text(f'extends = "tcod-2020"\ntitle = "Game {name}"\n')

        def failing(name: str, folders: Sequence[Path]) -> Rulebook:
            if name == "aaa":
                raise KeyError("lawn")
            return load_ruleset(name, folders)

        monkeypatch.setattr("steep.ui.screens.context.load_ruleset", failing)
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t", "up")
        assert "Game bbb" in shown(screen)
        press(screen, "up")
        assert "Steep fails on (KeyError: 'lawn')" in " ".join(shown(screen).replace("│", "").split())
        assert "can't be used" in shown(press(screen, "enter"))

    def test_a_broken_ruleset_says_what_is_wrong_and_does_not_start(self, tmp_path: Path) -> None:
        folder = tmp_path / "config" / "rulesets"
        folder.mkdir(parents=True)
        (folder / "aaa.toml").write_text('extends = "tcod-2020"\n[hero]\nhp = -1\n')
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "t", "up")
        assert "cannot be used" in shown(screen)
        assert "hero.hp" in shown(screen)
        assert press(screen, "enter") is screen
        assert "This ruleset can't be used." in shown(screen)

    @pytest.mark.parametrize("height", [24, 50])
    def test_fits_on_every_screen(self, tmp_path: Path, height: int) -> None:
        screen = press(main_menu(a_context(tmp_path)), "t")
        text = shown(screen, 80, height)
        assert "Seed" in text
        assert "Escape back" in text
        assert drawing(screen, 80, height).height == height


class TestANewGame:
    def test_the_key_that_opens_it_pressed_twice_is_no_mistake(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "n", "n")
        assert (screen.note, screen.seed) == ("", "")
        assert "is not a digit" in pressed(NewGame, screen, "x").note

    def test_is_of_steeps_own_dungeon(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "n")
        assert "tcod" not in shown(screen)
        assert load("steep").description[:40] in shown(screen)
        assert "[normal]" in shown(screen)
        assert pressed(Play, screen, "7", "enter").session.rulebook.name == "steep"

    def test_is_in_the_mode_that_left_and_right_choose(self, tmp_path: Path) -> None:
        screen = pressed(NewGame, main_menu(a_context(tmp_path)), "n", "down", "right")
        assert pressed(Play, screen, "enter").session.rulebook.name == "steep:hard"


class TestReplays:
    def test_are_listed_newest_first_and_played(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        older = dived(seed=5, actions=3)
        newer = dived("rotjs", seed=6, actions=9)
        replays.write(older.recording, context.dirs.replays / "2026-05-06-070809-seed-5-abcdef.replay")
        replays.write(newer.recording, context.dirs.replays / "2026-05-07-070809-seed-6-abcdef.replay")
        menu = pressed(Replays, main_menu(context), "r")
        rows = [line.strip(" │") for line in shown(menu).splitlines() if "2026" in line]
        assert rows[0].split("  ")[-1] == "rotjs, seed 6, 9 actions"
        assert rows[1].split("  ")[-1] == "tcod-2020, seed 5, 3 actions"
        replay = pressed(Replay, menu, "down", "enter")
        assert replay.playback.session.seed == 5
        assert press(replay, "escape") is menu

    def test_without_any_it_says_so(self, tmp_path: Path) -> None:
        menu = pressed(Replays, main_menu(a_context(tmp_path)), "r")
        assert "No replays yet" in shown(menu)
        assert press(menu, "enter") is menu

    def test_a_broken_one_says_what_is_wrong(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        context.dirs.replays.mkdir(parents=True)
        (context.dirs.replays / "2026-05-06-070809-seed-5-abcdef.replay").write_bytes(b"hello")
        menu = pressed(Replays, main_menu(context), "r")
        assert "cannot be read" in shown(menu)
        assert press(menu, "enter") is menu
        assert "is not a Steep replay" in " ".join(shown(menu).replace("│", "").split())


class TestOverASave:
    def test_a_game_that_was_asked_for_by_name_is_named(self, tmp_path: Path) -> None:
        question = start_game(with_save(tmp_path), load("rotjs"), 407)
        assert "Starting a game of rotjs with seed 407 erases your saved one." in " ".join(
            shown(question).replace("│", "").split()
        )

    def test_a_new_game_asks_first(self, tmp_path: Path) -> None:
        context = with_save(tmp_path)
        before = context.dirs.save.read_bytes()
        question = pressed(Question, main_menu(context), "n", "1", "enter")
        assert "Starting a new game erases your saved one." in shown(question)
        pressed(NewGame, question, "enter")
        pressed(NewGame, question, "n")
        pressed(NewGame, question, "escape")
        assert context.dirs.save.read_bytes() == before
        assert pressed(Play, question, "y").session.seed == 1
        assert saves.load(context.dirs.save, context.load_ruleset).seed == 1

    def test_an_unusable_save_is_not_erased_without_asking_either(self, tmp_path: Path) -> None:
        context = with_save(tmp_path)
        context.dirs.save.write_bytes(b"hello")
        pressed(Question, main_menu(context), "n", "enter")
        assert context.dirs.save.read_bytes() == b"hello"


def test_a_whole_session_can_be_played_saved_and_continued(tmp_path: Path) -> None:
    keys = ["n", "7", "enter", ".", "i", "escape", "o", None, None, None, "a", "c", "escape", "S"]
    presenter = NullPresenter([None if key is None else Key(key) for key in keys])
    run(presenter, main_menu(a_context(tmp_path)))
    assert len(presenter.frames) == len(keys)
    assert "New game" in presenter.frames[0]
    assert "@" in presenter.frames[-1]
    again = NullPresenter([Key("c"), Key("ctrl+p")])
    run(again, main_menu(a_context(tmp_path)))
    assert "You arrive on floor 1." in again.frames[-1]


def test_a_new_game_is_refused_at_once_while_the_profile_is_open_elsewhere(tmp_path: Path) -> None:
    elsewhere = a_context(tmp_path)
    assert elsewhere.claim()
    menu = main_menu(a_context(tmp_path))
    assert press(menu, "n") is menu
    assert "open in another Steep" in shown(menu)
    elsewhere.release()
    pressed(NewGame, menu, "n")
    assert "open in another Steep" not in shown(menu)
