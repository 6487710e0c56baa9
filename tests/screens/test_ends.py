"""What a run leaves behind: its last screen, and the high scores."""

from __future__ import annotations

from pathlib import Path

from acting import a_context, pressed, shown
from runs import dead_run
from steep.play.endings import finish
from steep.play.scores import read_scores
from steep.ui.screens import main_menu
from steep.ui.screens.death import Death
from steep.ui.screens.menu import MainMenu
from steep.ui.screens.scores import HighScores


def a_death(folder: Path) -> Death:
    context = a_context(folder)
    session = dead_run()
    return Death(context, session, main_menu(context), finish(session, context.places))


def all_of(death: Death, width: int = 76) -> str:
    return "\n".join("".join(text for text, _ in line) for line in death.lines(width))


def test_the_last_screen_says_what_killed_whom_and_where(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    first = shown(death).splitlines()
    assert "You died" in first[0]
    assert death.ending.cause in first[1]
    assert "Number 1 of the high scores." in first[2]


def test_the_last_screen_tells_kills_belongings_and_seed(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    session = death.session
    text = " ".join(all_of(death).split())
    assert f"Seed {session.seed}" in text
    assert f"Floor {session.floor}" in text
    assert f"Turn {session.turn}" in text
    assert f"Slain: {sum(session.kills.values())}" in text
    names = {kind.key: kind.name for kind in session.rulebook.monsters}
    for key, count in session.kills.items():
        assert f"{count} {names[key]}" in text
    assert f"Belongings: {session.hero.pack_count}" in text
    assert "You die..." in text


def test_the_last_screen_names_the_files_whole_however_long(tmp_path: Path) -> None:
    death = a_death(tmp_path / ("long" * 20))
    joined = "".join(line[14:] for line in all_of(death).splitlines())
    assert str(death.ending.morgue) in joined
    assert str(death.ending.replay) in joined


def test_the_last_screen_tells_what_could_not_be_written(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.places.data.mkdir()
    context.places.scores.mkdir()
    session = dead_run()
    death = Death(context, session, main_menu(context), finish(session, context.places))
    assert "the high scores cannot be read" in all_of(death, 500)
    assert "Number" not in all_of(death)


def test_the_last_screen_leads_to_the_menu(tmp_path: Path) -> None:
    for key in ("escape", "enter", "q"):
        pressed(MainMenu, a_death(tmp_path / key), key)


def test_the_high_scores_are_a_table_best_first(tmp_path: Path) -> None:
    death = a_death(tmp_path)
    text = shown(pressed(HighScores, main_menu(death.context), "s"))
    head, first, *_ = [line.strip("│ ") for line in text.splitlines()[1:]]
    score = read_scores(death.context.places.scores)[0]
    assert head.split() == ["rank", "floor", "level", "XP", "kills", "turns", "date", "seed", "ruleset"]
    assert first.split() == [
        "1",
        *map(str, (score.floor, score.level, score.xp, score.kills, score.turns)),
        score.date[:10],
        str(score.seed),
        score.ruleset,
    ]


def test_high_scores_without_a_run_say_so(tmp_path: Path) -> None:
    assert "Nobody has died yet." in shown(pressed(HighScores, main_menu(a_context(tmp_path)), "s"))


def test_high_scores_that_cannot_be_read_say_why_and_stay(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.places.data.mkdir()
    context.places.scores.write_text("{")
    assert "damaged" in shown(pressed(HighScores, main_menu(context), "s"))
    assert context.places.scores.read_text() == "{"
