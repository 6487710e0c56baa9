"""The seed of the day: the same for everybody, with one scored attempt for each profile, day and ruleset version."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from ready_made_sessions import load
from screen_driver import a_context, press, pressed, shown
from steep.play.files.ledger import read_ledger
from steep.play.seed_of_the_day import day_of, is_day, seed_of
from steep.ui.screens import main_menu, start_game, watch
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu, begin_game
from steep.ui.screens.menus.seed_of_the_day_screen import SeedOfTheDay
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.texts.game_over_screen import GameOverScreen

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
ABANDON = ("escape", "a", "y")


class Clocked(Context):
    """A context at a moment that a test sets."""

    moment = NOON

    def now(self) -> datetime:
        """The moment of the test."""
        return self.moment


def at_noon(folder: Path, days_later: int = 0, profile: str = "default") -> Clocked:
    """A context on the 4th of March 2026 or later."""
    context = Clocked(a_context(folder).dirs.of_profile(profile))
    context.moment = NOON + timedelta(days=days_later)
    return context


def attempt(context: Context) -> Play:
    """A game of the day's seed, begun from the title screen."""
    return pressed(Play, main_menu(context), "d", "p")


class TestTheDay:
    def test_is_that_of_utc(self) -> None:
        late_in_the_west = datetime(2026, 3, 4, 23, 30, tzinfo=timezone(timedelta(hours=-8)))
        early_in_the_east = datetime(2026, 3, 5, 1, tzinfo=timezone(timedelta(hours=9)))
        assert day_of(late_in_the_west) == "2026-03-05"
        assert day_of(early_in_the_east) == "2026-03-04"

    def test_read_as_a_number_is_the_seed(self) -> None:
        assert seed_of("2026-03-04") == 20260304

    @pytest.mark.parametrize("text", ["2026-3-4", "2026-02-30", "20260304", "", "2026-03-04T"])
    def test_is_written_in_one_way(self, text: str) -> None:
        assert is_day("2026-03-04")
        assert not is_day(text)


class TestTheFirstGame:
    def test_is_of_steeps_own_dungeon_with_the_days_seed_and_says_that_it_counts(self, tmp_path: Path) -> None:
        play = attempt(at_noon(tmp_path))
        assert (play.session.rulebook.name, play.session.seed) == ("steep", 20260304)
        assert "This is your scored attempt at the seed of 2026-03-04." in shown(play)

    def test_is_in_the_high_scores_and_in_the_table_of_the_day(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        over = pressed(GameOverScreen, attempt(context), *ABANDON)
        assert over.game_over.rank == 1
        text = shown(pressed(SeedOfTheDay, main_menu(context), "d"))
        assert "Your attempt  Abandoned on floor 1." in text
        assert " 20260304" in text.partition("Today")[2]
        (record,) = read_ledger(context.dirs).runs
        assert (record.day, record.ruleset_hash) == ("2026-03-04", load("steep").hash)

    def test_can_be_left_and_continued_and_stays_the_scored_one(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        menu = pressed(MainMenu, attempt(context), ".", "escape", "s")
        day = pressed(SeedOfTheDay, menu, "d")
        assert "saved; continue it" in shown(day)
        play = pressed(Play, day, "p")
        assert play.session.turn == 1
        assert pressed(GameOverScreen, play, *ABANDON).game_over.rank == 1
        assert [each.scored for each in read_ledger(context.dirs).begun] == [True]

    def test_counts_for_its_day_when_it_is_continued_on_the_next(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        pressed(MainMenu, attempt(context), ".", "escape", "s")
        context = at_noon(tmp_path, days_later=1)
        pressed(GameOverScreen, main_menu(context), "c", *ABANDON)
        assert [record.day for record in read_ledger(context.dirs).runs] == ["2026-03-04"]
        text = shown(pressed(SeedOfTheDay, main_menu(context), "d"))
        assert "still to come" in text
        assert "No attempt has ended today." in text
        assert "2026-03-04" in text.partition("The best of earlier days")[2]


class TestAnotherGameOnTheSameDay:
    def test_has_no_score_and_says_so_at_its_beginning_and_end(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        pressed(GameOverScreen, attempt(context), *ABANDON)
        assert "play it again, without a score" in shown(pressed(SeedOfTheDay, main_menu(context), "d"))
        play = attempt(context)
        assert play.session.seed == 20260304
        assert "You have had your attempt at the seed of 2026-03-04: this game has no score." in shown(play)
        over = pressed(GameOverScreen, play, *ABANDON)
        assert over.game_over.rank is None
        assert "Not your scored attempt at the seed of 2026-03-04: no score." in shown(over, 100, 50)
        assert len(read_ledger(context.dirs).scores) == 1
        assert [record.day for record in read_ledger(context.dirs).runs] == ["2026-03-04", ""]

    def test_has_none_either_when_the_first_was_not_finished(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        pressed(MainMenu, attempt(context), ".", "escape", "s")
        question = pressed(Question, pressed(Question, main_menu(context), "n", "enter"))
        pressed(Play, question, "y").context.release()
        day = pressed(SeedOfTheDay, main_menu(context), "d")
        assert "begun, and not finished" in shown(day)
        assert "this game has no score" in shown(press(day, "p", "y"))

    def test_asks_before_it_erases_a_saved_game(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        pressed(Play, main_menu(context), "n", "1", "enter").context.release()
        day = pressed(SeedOfTheDay, main_menu(context), "d")
        question = pressed(Question, day, "p")
        assert press(question, "n") is day
        assert read_ledger(context.dirs).begun == []


class TestAGameOfTheSeedByItsNumber:
    def test_is_practice_without_a_score_and_marks_the_attempt_that_follows(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        practice = start_game(context, load("steep"), 20260304)
        assert "This is practice for the seed of 2026-03-04: it has no score" in shown(practice)
        assert pressed(GameOverScreen, practice, *ABANDON).game_over.rank is None
        day = pressed(SeedOfTheDay, main_menu(context), "d")
        assert "still to come" in shown(day)
        play = pressed(Play, day, "p")
        assert "Its table will say that you practised." in " ".join(shown(play).split())
        assert pressed(GameOverScreen, play, *ABANDON).game_over.rank == 1
        assert "Practised before." in shown(pressed(SeedOfTheDay, main_menu(context), "d"))
        assert [record.practised for record in read_ledger(context.dirs).runs] == [False, True]

    def test_counts_as_practice_for_a_day_to_come_and_for_whoever_watches_a_bot(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        start_game(context, load("steep"), 20260305)
        context.release()
        watch(context, load("steep"), 20260306, "diver")
        rows = [(each.day, each.scored, each.practised) for each in read_ledger(context.dirs).begun]
        assert rows == [("2026-03-05", False, True), ("2026-03-06", False, True)]

    def test_is_any_other_game_after_the_day_or_in_another_dungeon(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        for ruleset, seed in (("steep", 20260303), ("tcod-2020", 20260304), ("steep", 20260230)):
            over = pressed(GameOverScreen, begin_game(context, load(ruleset), seed), *ABANDON)
            assert over.game_over.rank is not None
        assert read_ledger(context.dirs).begun == []

    def test_after_the_attempt_marks_nothing(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        pressed(GameOverScreen, attempt(context), *ABANDON)
        again = start_game(context, load("steep"), 20260304)
        assert "You have had your attempt at the seed of 2026-03-04" in shown(again)


class TestTheOneScore:
    def test_of_a_save_copied_to_another_profile_belongs_to_the_profile_that_began_it(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        pressed(MainMenu, attempt(context), ".", "escape", "s")
        other = at_noon(tmp_path, profile="bo")
        other.dirs.save.parent.mkdir(parents=True)
        other.dirs.save.write_bytes(context.dirs.save.read_bytes())
        pressed(GameOverScreen, main_menu(other), "c", *ABANDON)
        assert [score.profile for score in read_ledger(context.dirs).scores] == ["default"]
        assert main_menu(context).saved is None  # type: ignore[attr-defined]
        assert "Abandoned on floor 1." in shown(pressed(SeedOfTheDay, main_menu(context), "d"))

    def test_is_known_from_the_save_when_the_list_of_runs_is_gone(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        pressed(MainMenu, attempt(context), ".", "escape", "s")
        context.dirs.runs.unlink()
        day = pressed(SeedOfTheDay, main_menu(context), "d")
        assert "saved; continue it" in shown(day)
        pressed(GameOverScreen, day, "p", *ABANDON)
        assert [record.day for record in read_ledger(context.dirs).runs] == ["2026-03-04"]


class TestTheFileOfAttemptsOfAnEarlierVersion:
    def test_damaged_is_left_as_it_is_and_the_screen_says_where_it_is(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        file = context.dirs.daily_attempts
        file.parent.mkdir(parents=True)
        file.write_bytes(b"{")
        day = pressed(SeedOfTheDay, main_menu(context), "d")
        text = "".join(shown(day, 120).replace("│", "").split())
        assert "unknown,sinceafilecannotberead" in text
        assert f"{file}:thefileofattemptsisdamaged".replace(" ", "") in text
        assert press(day, "p") is day
        assert file.read_bytes() == b"{"

    def test_of_a_later_version_is_kept_and_no_game_begins(self, tmp_path: Path) -> None:
        context = at_noon(tmp_path)
        file = context.dirs.daily_attempts
        file.parent.mkdir(parents=True)
        file.write_text('{"format": 2, "attempts": {}}')
        day = pressed(SeedOfTheDay, main_menu(context), "d", "p")
        assert "fromalaterversionofSteep" in "".join(shown(day).replace("│", "").split())
        assert file.read_text() == '{"format": 2, "attempts": {}}'
        assert not context.dirs.save.exists()
