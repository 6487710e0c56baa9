"""Who has won is asked whether to go on below; the victory counts, whatever happens there."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from failing_disk import fill_disk_for
from scenes import set_hp
from screen_driver import a_context, press, pressed, shown
from steep.bots.bot_memory import BotMemory
from steep.bots.simple_bots import diver
from steep.content import Rulebook
from steep.core.world import DEAD, HUNGER, PLAYING, WON
from steep.play.files import saves
from steep.play.files.ledger import read_ledger, statistics_of
from steep.play.files.morgue import cause_of, morgue_text
from steep.play.files.recording import digest
from steep.play.files.replays import verify
from steep.play.finish_run import EndedError, finish_run, open_save
from steep.play.session import Session
from steep.play.timeline import Happened
from steep.rules.action_codes import DESCEND, DONE, WAIT, action
from steep.ui.first_game_hints import Hints
from steep.ui.screen import Closed
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu, begin_game, resume, save_row
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.texts.game_over_screen import GameOverScreen, VictoryScreen, WonOrBelow
from toml_scenes import rulebook_of

PIECE = """
    [run]
    last_floor = 2

    [below]
    floors   = [1, 2]
    stronger = 50

    [score]
    floor = 100
    win   = 1000

    [regions.garden]
    name        = "the garden"
    floors      = [1, 1]
    description = "It smells of grass."
"""


@pytest.fixture
def book() -> Rulebook:
    return rulebook_of(PIECE)


@cache
def _won() -> Session:
    session, mind = Session.start(rulebook_of(PIECE), 3), BotMemory()
    while not session.over:
        session.act(diver(session.hero, session.rulebook.compiled, mind))
    return session


@pytest.fixture
def won(tmp_path: Path, book: Rulebook) -> Session:
    """A run that has just been won by walking out of floor 2."""
    saves.save(_won(), tmp_path / "won")
    session = saves.load(tmp_path / "won", lambda _name: book)
    assert (session.world.outcome, session.floor) == (WON, 2)
    return session


@pytest.fixture
def context(tmp_path: Path, book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> Context:
    """A context that finds the ruleset by any name."""
    context = a_context(tmp_path)
    monkeypatch.setattr(context, "load_ruleset", lambda _name: book)
    return context


def offered(context: Context, session: Session) -> WonOrBelow:
    screen = Play(context, session, lambda: MainMenu(context)).first_screen()
    assert isinstance(screen, WonOrBelow)
    return screen


def die(session: Session) -> None:
    set_hp(session.world, 1)
    session.world.outcome, session.world.killer = DEAD, HUNGER
    session.world.actors[0].hp = session.hero.hp = 0


def below(session: Session) -> Session:
    assert session.act(action(DESCEND)) == DONE
    return session


def test_the_victory_screen_offers_to_go_on_and_nothing_is_finished_yet(won: Session, context: Context) -> None:
    for width in (80, 120):
        text = " ".join(shown(offered(context, won), width, 40).replace("│", " ").split())
        assert "You have won" in text
        assert "Won by leaving floor 2, the last." in text
        assert "Your victory counts, whatever happens. Press d to go on." in text
    assert read_ledger(context.dirs).scores == []
    assert context.dirs.save.exists()


def test_going_on_leads_to_the_floor_below_and_is_saved(won: Session, context: Context) -> None:
    turn = won.turn
    pressed(Play, offered(context, won), "d")
    assert (won.floor, won.turn, won.over, won.won, won.below) == (3, turn, False, True, True)
    assert won.turn_won == turn
    saved = open_save(context.dirs, lambda _name: won.rulebook)
    assert digest(saved.world, 0) == digest(won.world, 0)
    assert saved.below


def test_a_floor_below_has_the_region_of_the_floor_above(won: Session) -> None:
    below(won)
    assert won.region is not None
    assert won.region.key == "garden"
    assert "It smells of grass." in "".join(message.text for message in won.log.entries[-2:])
    assert won.timeline.moments[-1].text == "Floor 3, the garden"


def test_leaving_the_victory_screen_asks_and_then_ends_the_run(won: Session, context: Context) -> None:
    question = pressed(Question, offered(context, won), "escape")
    assert isinstance(press(question, "n"), WonOrBelow)
    end = pressed(VictoryScreen, question, "y")
    assert not isinstance(end, WonOrBelow)
    assert end.game_over.score.points == 1200
    assert not context.dirs.save.exists()
    assert [record.won for record in read_ledger(context.dirs).runs] == [True]


def raise_disk_full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_victory_ended_on_a_full_disk_keeps_its_save_and_offer_until_it_can_be_recorded(
    won: Session, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = pressed(Question, offered(context, won), "escape")
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", raise_disk_full)
        end = pressed(VictoryScreen, question, "y")
    assert end.game_over.warnings[-1].endswith("is kept here: continue it, and end it again")
    saved = open_save(context.dirs, lambda _name: won.rulebook)
    assert saved.may_go_below
    over = finish_run(saved, context.dirs)
    assert (over.rank, over.warnings, context.dirs.save.exists()) == (1, (), False)
    assert [record.won for record in read_ledger(context.dirs).runs] == [True]


@pytest.mark.parametrize("writer", ["replays", "morgue", "runs.jsonl"])
def test_a_victory_that_was_ended_is_not_offered_again_and_what_is_missing_of_it_is_written(
    won: Session, context: Context, monkeypatch: pytest.MonkeyPatch, writer: str
) -> None:
    saves.save(won, context.dirs.save)
    with monkeypatch.context() as full:
        fill_disk_for(full, writer)
        finish_run(won, context.dirs)
    with pytest.raises(EndedError):
        open_save(context.dirs, lambda _name: won.rulebook)
    assert [score.run for score in read_ledger(context.dirs).scores] == [won.id]
    assert [len([*folder.iterdir()]) for folder in (context.dirs.replays, context.dirs.morgue)] == [1, 1]
    assert not context.dirs.save.exists()


def test_the_save_of_a_victory_is_no_second_life_for_who_died_below_on_a_full_disk(
    won: Session, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves.save(won, context.dirs.save)
    below(won)
    die(won)
    monkeypatch.setattr(os, "fsync", raise_disk_full)
    finish_run(won, context.dirs)
    assert not context.dirs.save.exists()


def test_closing_the_window_there_keeps_the_run_and_the_offer(won: Session, context: Context) -> None:
    assert context.claim()
    assert offered(context, won).handle(Closed()) is None
    saved = open_save(context.dirs, lambda _name: won.rulebook)
    assert saved.may_go_below
    assert isinstance(resume(context, saved), WonOrBelow)


def test_who_dies_below_has_won(won: Session, context: Context) -> None:
    turn = won.turn
    below(won)
    for _ in range(5):
        won.act(action(WAIT))
    die(won)
    end = Play(context, won, lambda: MainMenu(context)).first_screen()
    assert isinstance(end, GameOverScreen)
    assert end.title == "You won, and died below"
    assert cause_of(won) == "Won by leaving floor 2, the last. Starved on floor 3."
    assert end.game_over.score.points == 1300
    assert end.game_over.score.cause == cause_of(won)
    assert cause_of(won) in morgue_text(won, None, datetime.now(UTC))
    records = read_ledger(context.dirs).runs
    assert [(record.won, record.abandoned, record.turn_won) for record in records] == [(True, False, turn)]
    (figures,) = statistics_of(records)
    assert (figures.wins, figures.deaths, figures.deepest, figures.quickest_win) == (1, 0, 3, turn)


def test_who_gives_up_below_has_won(won: Session, context: Context) -> None:
    below(won)
    won.abandoned = True
    over = finish_run(won, context.dirs)
    assert over.cause == "Won by leaving floor 2, the last. Abandoned on floor 3."
    assert over.score.points == 1300
    (record,) = read_ledger(context.dirs).runs
    assert (record.won, record.abandoned) == (True, False)


def test_the_screen_of_who_gives_up_below_says_that_the_run_is_won(won: Session, context: Context) -> None:
    below(won)
    won.abandoned = True
    end = Play(context, won, lambda: MainMenu(context)).first_screen()
    assert isinstance(end, GameOverScreen)
    assert end.title == "You won, and gave up below"


@pytest.mark.parametrize(("is_below", "summary"), [(False, "won, floor 2,"), (True, "won, floor 3,")])
def test_the_title_screen_says_of_a_saved_run_that_it_is_won(won: Session, is_below: bool, summary: str) -> None:
    if is_below:
        below(won)
    assert summary in save_row(won).whole_detail


def test_the_title_screen_says_nothing_of_the_kind_of_other_runs(book: Rulebook) -> None:
    assert "won" not in save_row(Session.start(book, 3)).whole_detail


def test_who_has_won_is_not_told_how_to_win(won: Session, book: Rulebook, tmp_path: Path) -> None:
    hints, new = Hints(tmp_path / "hints", str), Session.start(book, 3)
    for session in (below(won), new):
        hints.look(session, Happened())
    assert "you win by" not in won.log.entries[-1].text
    assert "you win by" in new.log.entries[-1].text


@pytest.mark.parametrize("is_below", [False, True])
def test_a_new_game_in_its_place_finishes_a_run_that_was_won(won: Session, context: Context, is_below: bool) -> None:
    if is_below:
        below(won)
    saves.save(won, context.dirs.save)
    begin_game(context, won.rulebook, 5)
    (record,) = read_ledger(context.dirs).runs
    assert (record.won, record.score.run, record.score.floor) == (True, won.id, won.floor)
    assert open_save(context.dirs, lambda _name: won.rulebook).seed == 5


def test_a_new_game_in_the_place_of_another_run_leaves_no_trace_of_that(book: Rulebook, context: Context) -> None:
    saves.save(Session.start(book, 1), context.dirs.save)
    begin_game(context, book, 5)
    assert read_ledger(context.dirs).runs == []


def test_a_run_that_went_on_below_is_verified_and_played_back(won: Session, tmp_path: Path) -> None:
    below(won)
    for _ in range(3):
        won.act(action(WAIT))
    saves.save(won, tmp_path / "save")
    again = saves.load(tmp_path / "save", lambda _name: won.rulebook)
    again.act(action(WAIT))
    verdict = verify(again.recording, won.rulebook)
    assert verdict.first_difference is None
    assert verdict.turns == again.turn
    assert again.recording.actions.count(action(DESCEND)) == 3


def test_a_run_of_a_bot_is_not_offered_more(won: Session) -> None:
    won.bot = "diver"
    assert not won.may_go_below


def test_who_took_over_from_a_bot_and_won_is_offered_more_but_no_score(won: Session, context: Context) -> None:
    won.bot, won.bot_until = "diver", 2
    text = " ".join(shown(offered(context, won), 120, 40).replace("│", " ").split())
    assert "stronger each time. Press d to go on." in text
    assert "Played by the bot diver until turn 2: no high score." in text
    assert open_save(context.dirs, lambda _name: won.rulebook).may_go_below
    assert below(won).below


def test_without_floors_below_a_victory_ends_the_run(won: Session, context: Context) -> None:
    won.rulebook = rulebook_of(
        PIECE.replace("[below]", "[out_of_depth]").replace("floors   = [1, 2]", "").replace("stronger = 50", "")
    )
    screen = Play(context, won, lambda: MainMenu(context)).first_screen()
    assert isinstance(screen, VictoryScreen)
    assert not isinstance(screen, WonOrBelow)
    assert won.world.outcome != PLAYING
