"""The game over screen and the high scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import dead_run, load
from screen_driver import a_context, press, pressed, shown
from steep.content.articles_and_plurals import indefinite, plural
from steep.core.random_streams import MAX_SEED
from steep.play.files.ledger import RunRecord, Score, add_run, read_ledger
from steep.play.finish_run import finish_run
from steep.rules.action_codes import WAIT, action
from steep.ui.screens import main_menu
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.replay_screen import Replay
from steep.ui.screens.menus.main_menu import begin_game
from steep.ui.screens.menus.new_game_menu import NewGame
from steep.ui.screens.texts.game_over_screen import GameOverScreen
from steep.ui.screens.texts.statistics_and_high_scores import HighScores


def a_death(folder: Path) -> GameOverScreen:
    context = a_context(folder)
    session = dead_run()
    return GameOverScreen(context, session, main_menu(context), finish_run(session, context.dirs))


def all_of(death: GameOverScreen, width: int = 76) -> str:
    return "\n".join("".join(text for text, _ in line) for line in death.lines(width))


def test_the_game_over_screen_says_what_was_left_unused(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    book, hero = death.session.rulebook, death.session.hero
    potion = next(number for number, item in enumerate(book.items) if item.key == "healing_potion")
    for slot in hero.inventory:
        slot.kind = slot.count = 0
    assert "Left unused" not in all_of(death)
    for slot in hero.inventory[:11]:
        slot.kind, slot.count = potion + 1, 1
    assert "Left unused\n  11 healing potions\n" in all_of(death)


def test_the_game_over_screen_shows_the_cause_of_death_and_the_rank(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    first = shown(death).splitlines()
    assert "You died" in first[0]
    assert death.game_over.cause in first[1]
    assert "Number 1 of the high scores." in first[2]


def test_the_game_over_screen_shows_kills_inventory_and_seed(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    session = death.session
    text = " ".join(all_of(death).split())
    assert f"Seed {session.seed}" in text
    assert f"Floor {session.floor}" in text
    assert f"Turn {session.turn}" in text
    assert f"Slain: {sum(session.kills.values())}" in text
    names = {kind.key: kind.name for kind in session.rulebook.monsters}
    for key, count in session.kills.items():
        assert f"{count} {names[key] if count == 1 else plural(names[key])}" in text
    assert f"Inventory: {session.hero.inventory_count}" in text
    assert "You die..." in text


def test_the_game_over_screen_reports_what_could_not_be_written(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.dirs.data.mkdir()
    context.dirs.runs.mkdir()
    session = dead_run()
    death = GameOverScreen(context, session, main_menu(context), finish_run(session, context.dirs))
    assert "the list of runs cannot be read" in all_of(death, 500)
    assert "Number" not in all_of(death)


def test_the_high_scores_are_a_table_best_first(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    text = shown(pressed(HighScores, main_menu(death.context), "s"))
    head, first, ending, *_ = [line.strip("│ ") for line in text.splitlines()[1:]]
    score = read_ledger(death.context.dirs).scores[0]
    assert head.split() == ["rank", "floor", "level", "XP", "kills", "turns", "date", "seed"]
    assert first.split() == [
        "1",
        *map(str, (score.floor, score.level, score.xp, score.kills, score.turns)),
        score.date[:10],
        str(score.seed),
    ]
    assert ending == f"Killed by {indefinite(score.killer)} on floor {score.floor}. (tcod-2020)"


def test_a_score_of_another_profile_names_it(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.change_profile("ann")
    finish_run(dead_run(), context.dirs)
    assert "(tcod-2020, ann)" in shown(pressed(HighScores, main_menu(context), "s"))


def test_a_phone_shows_every_number_of_the_high_scores_whole(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    score = Score(12, 34, 12345, 678, 91011, MAX_SEED, "tcod-2020", "Killed.", "2026-01-02T03:04:05", points=4321)
    add_run(context.dirs, RunRecord(score, "v1", won=False, abandoned=False, scored=True))
    text = shown(pressed(HighScores, main_menu(context), "s"), 48)
    numbers = ("4321", "12", "34", "12345", "678", "turns 91011", "date 2026-01-02", str(MAX_SEED))
    assert [number for number in numbers if number not in text] == []
    assert "…" not in text


def test_every_column_of_the_high_scores_fits_a_small_terminal(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    worst = Score(
        floor=999, level=99, xp=1_234_567, kills=99_999, turns=9_999_999, seed=MAX_SEED,
        ruleset="tcod-2020-gear:hard", cause="Killed by a necromancer's skeletal dragon on floor 999.",
        date="2031-05-04T03:02:01+00:00", profile="a" * 24,
    )  # fmt: skip
    add_run(context.dirs, RunRecord(worst, "v1", won=False, abandoned=False, scored=True))
    text = shown(pressed(HighScores, main_menu(context), "s"))
    for value in (str(MAX_SEED), "9999999", "2031-05-04", "dragon on floor 999.", "tcod-2020-gear:hard,", "a" * 24):
        assert value in text


def test_the_game_over_screen_shows_paths_from_home_each_on_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    death = a_death(tmp_path)
    assert death.game_over.replay is not None
    replay = str(Path("~", "data", "replays", death.game_over.replay.name))
    assert replay in all_of(death).splitlines()
    assert f"Replay: {replay}" in death.context.written


def test_in_a_page_the_game_over_screen_shows_no_paths(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    death.context.page_root = tmp_path
    assert death.game_over.replay is not None
    text = all_of(death)
    assert [name for name in ("Morgue", "Replay", ".replay", ".txt", "data") if name in text] == []


def test_r_on_the_game_over_screen_replays_the_run_and_returns(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    assert "r replay" in shown(death)
    replay = pressed(Replay, death, "r")
    assert replay.playback.length == death.session.recording.length
    assert press(replay, "q") is death


def test_n_on_the_game_over_screen_starts_a_game_of_the_same_ruleset(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    play = begin_game(context, load("rotjs"), 42)
    assert isinstance(play, Play)
    play.session = dead_run(play.session.id)
    play.session.rulebook = load("rotjs")
    death = play.perform(action(WAIT))
    assert isinstance(death, GameOverScreen)
    new_game = pressed(Play, death, "n")
    assert (new_game.session.rulebook.name, new_game.session.turn) == ("rotjs", 0)
    assert context.dirs.save.exists()


@pytest.mark.parametrize(("ruleset", "mode"), [("rotjs:easy", "easy"), ("tcod-2020-gear:hard", "hard")])
def test_a_new_game_starts_at_the_ruleset_played_last(tmp_path: Path, ruleset: str, mode: str) -> None:
    context = a_context(tmp_path)
    begin_game(context, context.load_ruleset(ruleset), 42)
    context.release()
    choice = pressed(NewGame, main_menu(context), "t")
    assert choice.names[choice.list_box.selected] == ruleset.partition(":")[0]
    assert f"[{mode}]" in shown(choice).lower()


def test_after_a_death_there_is_nothing_to_continue(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    play = begin_game(context, load("tcod-2020"), 42)
    assert isinstance(play, Play)
    before = main_menu(context)
    assert "Continue" in shown(before)
    play.session = dead_run(play.session.id)
    death = play.perform(action(WAIT))
    assert isinstance(death, GameOverScreen)
    assert "Continue" not in shown(press(death, "escape"))
    # The same from a menu that was opened before the death.
    assert press(before, "c") is before
    assert "The saved game is gone." in shown(before)


def test_an_empty_high_score_list_has_a_message(tmp_path: Path) -> None:
    assert "No scores yet." in shown(pressed(HighScores, main_menu(a_context(tmp_path)), "s"))


def test_unreadable_high_scores_are_reported_and_left_untouched(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.dirs.data.mkdir()
    context.dirs.scores.write_text("{")
    assert "damaged" in shown(pressed(HighScores, main_menu(context), "s"))
    assert context.dirs.scores.read_text() == "{"


def test_the_footer_of_a_small_game_over_screen_tells_how_to_leave_and_scroll(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    death.new_game = lambda _: death
    footer = shown(death, 80, 24).splitlines()[-2]
    assert all(words in footer for words in ("r replay", "n new game", "back", "scroll"))
