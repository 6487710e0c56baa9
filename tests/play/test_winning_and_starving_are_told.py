"""What a player is told of gold, hunger, victory and score."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from follow_multi_turn_moves import stopped_by
from ready_made_sessions import load
from scenes import set_hp
from screen_driver import a_context, shown
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import BOTS, choose_action
from steep.content import Rulebook
from steep.core.world import WON
from steep.play.files.ledger import Score, score_of
from steep.play.files.morgue import cause_of, morgue_text
from steep.play.finish_run import finish_run
from steep.play.inventory_stacks import stacks_of
from steep.play.moves.explore import Explore
from steep.play.moves.travel_run_and_rest import Rest
from steep.play.moves.what_interrupts_moves import Interrupts
from steep.play.session import Session
from steep.rules.action_codes import USE, WAIT, action
from steep.ui.first_game_hints import go_down
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.texts.character_sheet import Character
from steep.ui.screens.texts.game_over_screen import VictoryScreen
from toml_scenes import rulebook_of

PIECE = """
    [run]
    last_floor = 3
    goal_item  = "amulet"

    [score]
    floor = 100
    gold  = 2
    kill  = 7
    turns = -50
    win   = 1000

    [hunger]
    full   = 9
    name   = "Light"
    death  = "Lost in the dark"
    stages = [{ name = "nearly in the dark", below = 5 }, { name = "in the dark", below = 0, hp = 99 }]

    [items.amulet]
    name  = "amulet of winds"
    glyph = "a"

    [items.coins]
    glyph = "$"
    gold  = 3
"""


@pytest.fixture
def book() -> Rulebook:
    return rulebook_of(PIECE)


def won(book: Rulebook) -> Session:
    """A run that is won, with 21 gold after 230 turns."""
    session = Session.start(book, 1, 3)
    session.world.outcome = WON
    session.hero.gold = 21
    session.world.turn = session.hero.turn = 230
    return session


def test_a_victory_has_a_cause_a_title_and_a_score(book: Rulebook, tmp_path: Path) -> None:
    session = won(book)
    assert cause_of(session) == "Won on floor 3 by finding the amulet of winds."
    context = a_context(tmp_path)
    over = finish_run(session, context.dirs)
    assert over.score.points == 3 * 100 + 21 * 2 - 115 + 1000
    screen = Play(context, session, lambda: MainMenu(context)).first_screen()
    assert isinstance(screen, VictoryScreen)
    for height in (24, 50):
        text = shown(screen, 80, height)
        assert "You have won" in text
        assert "Won on floor 3 by finding the amulet of winds." in text
        assert "It took you 230 turns. You reached level 1 and killed 0 monsters." in text
        assert "Score" in text
        assert "1227" in text
    assert "Timeline" in text
    assert "Score    1227" in morgue_text(session, None, datetime.now(UTC))


def test_hunger_is_the_cause_of_a_death_in_the_words_of_the_ruleset(book: Rulebook) -> None:
    session = Session.start(book, 1)
    for _ in range(9):
        session.act(action(WAIT))
    assert session.over
    assert cause_of(session) == "Lost in the dark on floor 1."
    assert [message.text for message in session.log.entries[-3:]] == [
        "You are in the dark.",
        "You are in the dark, and lose 30 HP.",
        "You die...",
    ]


def test_a_stage_of_hunger_and_the_status_that_it_gives_are_told_once() -> None:
    session = Session.start(load("steep"), 1)
    session.hero.nutrition = 7502
    for _ in range(4):
        session.act(action(WAIT))
    bread = next(stack for stack in stacks_of(session) if stack.item.key == "bread")
    session.act(action(USE, bread.slots[0]))
    told = [message.line for message in session.log.entries if "famished" in message.text]
    assert told == ["You are famished.", "You are no longer famished."]


@pytest.mark.slow
@pytest.mark.parametrize("floor", [1, 3, 6, 9, 13, 17])
def test_nothing_is_told_of_the_hero_twice_in_a_turn(floor: int) -> None:
    session = Session.start(load("steep"), floor, floor)
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, floor)
    while not session.over and session.turn < 200:
        act = choose_action(BOTS["explorer"].number, session.hero, session.rulebook.compiled, mind, imagined)
        session.act(act)
    told = Counter((message.turn, message.text) for message in session.log.entries if message.text.startswith("You "))
    assert max(told.values()) == 1


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_gold_and_nutrition_are_on_the_screen_and_on_the_character_sheet(
    book: Rulebook, tmp_path: Path, size: tuple[int, int]
) -> None:
    session = Session.start(book, 1)
    session.hero.gold = 21
    session.hero.nutrition = 4
    context = a_context(tmp_path)
    play = Play(context, session, lambda: MainMenu(context))
    for screen in (play, Character(context, play, session)):
        text = shown(screen, *size)
        assert "21" in text
        assert "4 (nearly in the dark)" in text


def test_moves_of_many_turns_stop_when_a_stage_begins(book: Rulebook) -> None:
    session = Session.start(book, 1)
    interrupts = Interrupts(session)
    for _ in range(4):
        session.act(action(WAIT))
    assert stopped_by(interrupts, session) == "You are nearly in the dark."
    assert stopped_by(interrupts, session) == ""
    assert Explore().next_action(session) is not None


def test_nobody_rests_while_hunger_takes_hp(book: Rulebook) -> None:
    session = Session.start(book, 1)
    set_hp(session.world, 5)
    session.hero.nutrition = 0
    rest = Rest()
    assert rest.next_action(session) is None
    assert rest.ended == "You can't rest while you are in the dark."


def test_points_come_before_depth_among_the_high_scores() -> None:
    common: dict[str, Any] = {
        "level": 1,
        "xp": 0,
        "kills": 0,
        "turns": 1,
        "seed": 1,
        "ruleset": "",
        "cause": "",
        "date": "",
    }
    rich, deep = Score(floor=1, points=5, **common), Score(floor=9, points=4, **common)
    assert rich.standing < deep.standing


@pytest.mark.parametrize(("turns", "lost"), [(0, 0), (1, 0), (3, 1), (100, 50)])
def test_what_turns_take_is_rounded_down(book: Rulebook, turns: int, lost: int) -> None:
    session = Session.start(book, 1, 3)
    session.hero.turn = turns
    assert score_of(session, "", datetime.now(UTC)).points == 3 * 100 - lost


def test_a_score_is_never_below_0(book: Rulebook) -> None:
    session = Session.start(book, 1)
    session.hero.turn = 10_000
    assert score_of(session, "", datetime.now(UTC)).points == 0


@pytest.mark.parametrize(
    ("run", "way"),
    [
        ("", "your score is how deep you get"),
        ("last_floor = 3", "you win by leaving floor 3, the last"),
        ('last_floor = 3\ngoal_item = "amulet"', "you win by finding the amulet of winds"),
        ('last_floor = 3\ngoal_monster = "ogre"', "you win by the death of the ogre"),
    ],
)
def test_the_first_hint_says_what_the_descent_is_for(run: str, way: str) -> None:
    hint = go_down(
        Session.start(rulebook_of(f"[run]\n{run}\n[items.amulet]\nname = 'amulet of winds'\nglyph = 'a'\n"), 1),
        {"explore": "o", "descend": ">"}.__getitem__,
    )
    assert hint.startswith(f"Find the stairs (>) and go down: {way}. ")
