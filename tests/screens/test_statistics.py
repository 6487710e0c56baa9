"""The statistics screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import load
from screen_driver import a_context, press, pressed, shown
from steep.play.files.ledger import RunRecord, Score, add_run
from steep.play.files.lore import RunLore, note_run
from steep.ui.screens import main_menu
from steep.ui.screens.context import Context
from steep.ui.screens.texts.statistics_and_high_scores import Statistics

RUNS = (
    (3, "steep", "hedge cat", False),
    (4, "steep", "hedge cat", False),
    (4, "steep", "gardener", False),
    (4, "steep", "", True),
    (7, "tcod-2020:hard", "troll", False),
)
"""Floor, ruleset, killer, and whether the run was won."""


def with_runs(folder: Path) -> Context:
    """A context after some runs."""
    context = a_context(folder)
    for number, (floor, ruleset, killer, won) in enumerate(RUNS):
        score = Score(floor, 5, 99, 8, 700, number, ruleset, "It ended.", "2026-03-04", killer, run=f"{number:032x}")
        add_run(context.dirs, RunRecord(score, "0123", won, abandoned=False))
    return context


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_opens_from_the_title_with_a_table_of_the_rulesets(tmp_path: Path, width: int, height: int) -> None:
    screen = pressed(Statistics, main_menu(with_runs(tmp_path)), "a")
    rows = [line.strip(" │").split() for line in shown(screen, width, height).splitlines()]
    assert ["ruleset", "runs", "wins", "deepest", "best", "score", "kills", "turns"] in rows
    assert ["steep", "4", "1", "4", "32", "2800"] in rows
    assert ["tcod-2020:hard", "1", "0", "7", "8", "700"] in rows


def test_a_phone_shows_every_number_whole(tmp_path: Path) -> None:
    text = shown(pressed(Statistics, main_menu(with_runs(tmp_path)), "a"), 48, 60)
    rows = [line.strip(" │").split() for line in text.splitlines()]
    assert ["ruleset", "runs", "wins", "deepest"] in rows
    assert ["tcod-2020:hard", "1", "0", "7"] in rows
    assert "│   kills 8, turns 700 " in text
    assert "…" not in text


def test_shows_who_killed_and_on_which_floors(tmp_path: Path) -> None:
    text = shown(pressed(Statistics, main_menu(with_runs(tmp_path)), "a"), 80, 60)
    assert "4: 1 won (25%), 3 died, 0 abandoned" in text
    assert "2 hedge cat  67%" in text
    assert "1 gardener  33%" in text
    bars = {line.split()[1]: line.count("█") for line in text.splitlines() if "█" in line}
    assert bars == {"3": 15, "4": 30, "7": 30}


def test_says_how_much_was_never_met(tmp_path: Path) -> None:
    context = with_runs(tmp_path)
    run = RunLore("tcod-2020")
    run.met = {"monsters": {"orc", "troll"}, "items": {"healing_potion"}, "terrain": set()}
    note_run(context.dirs.lore, "1", run)
    text = shown(pressed(Statistics, main_menu(context), "a"), 80, 60)
    steep, tcod = load("steep"), load("tcod-2020")
    assert f"Never met     {len(steep.monsters)} of {len(steep.monsters)} monsters, {len(steep.items)} of" in text
    assert f"Never met     {len(tcod.items) - 1} of {len(tcod.items)} items, " in text


def test_says_whose_bestiary_it_is_where_there_are_several_profiles(tmp_path: Path) -> None:
    context = with_runs(tmp_path)
    assert "profiles" not in shown(pressed(Statistics, main_menu(context), "a"), 80, 60)
    (context.dirs.data / "profiles" / "ann").mkdir(parents=True)
    text = shown(pressed(Statistics, main_menu(context), "a"), 80, 60)
    assert f'Runs of all profiles; "never met" is about {context.dirs.profile} only.' in text


def test_says_how_many_lines_are_broken(tmp_path: Path) -> None:
    context = with_runs(tmp_path)
    with context.dirs.runs.open("a") as file:
        file.write("what?\n\n{}\n")
    text = " ".join(shown(pressed(Statistics, main_menu(context), "a")).replace("│", " ").split())
    assert "2 lines could not be read and are left out." in text
    assert "steep 4 1 4" in text


def test_without_runs_says_so_and_goes_back(tmp_path: Path) -> None:
    menu = main_menu(a_context(tmp_path))
    screen = pressed(Statistics, menu, "a")
    assert "No run has ended yet." in shown(screen)
    assert press(screen, "escape") is menu


def test_a_list_that_is_a_folder_is_reported(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.dirs.runs.mkdir(parents=True)
    assert "runs.jsonl" in shown(pressed(Statistics, main_menu(context), "a"))
