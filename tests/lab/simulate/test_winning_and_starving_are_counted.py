"""The lab counts runs that are won as ends that are no deaths, and deaths by hunger as such."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.lab.figures.figures_with_intervals import BotFigures, measured_figures
from steep.lab.figures.game_figures import HUNGER_KEY
from steep.lab.simulate.play_in_one_thread import PlainSimulator
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.parts import error_in, part_of
from toml_scenes import rulebook_of

GAMES = 5

SMALL = """
    [map]
    width         = 40
    height        = 20
    room_attempts = 6
"""
WON_ON_FLOOR_2 = (
    SMALL
    + """
    [run]
    last_floor = 2
"""
)
STARVING = (
    SMALL
    + """
    [hunger]
    full   = 3
    stages = [{ name = "starving", below = 0, hp = 8 }]
"""
)


def measured(piece: str, bot: str) -> BotFigures:
    """The figures of some games over four floors; their rows pass the checks of stored batches."""
    book = rulebook_of(piece)
    task = Task(bot, 1, GAMES, last_floor=4, turns=2_000)
    batch = PlainSimulator(book.compiled).play(task, 1, GAMES, lambda _games, _turns: True)
    manifest = Manifest.of(book, [task])
    assert error_in(part_of(batch), task, manifest) == ""
    games = MeasuredGames(task, len(book.monsters))
    games.add(batch)
    return measured_figures(games, manifest)


def test_a_won_run_is_no_death_and_reaches_no_later_floor() -> None:
    figures = measured(WON_ON_FLOOR_2, "diver")
    assert (figures.died, figures.stopped, figures.won) == (0, 0, GAMES)
    assert [floor.reached for floor in figures.floors] == [GAMES, GAMES, 0, 0]
    assert [game.end for game in figures.luckiest] == ["won"] * len(figures.luckiest)
    assert figures.floors[1].survival.value == 1


def test_games_are_played_on_the_floors_that_the_dungeon_has(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.toml").write_text('title = "Short"\nextends = "tcod-2020"\n' + WON_ON_FLOOR_2, encoding="utf-8")
    words = ("--bot", "diver", "--games", 2, "--jobs", 1)
    for command in (("measure", "short.toml"), ("compare", "short.toml", "short.toml")):
        answer = steep(*command, *words)
        assert "floors 1-2" in answer.out, answer.err
        refused = steep(*command, *words, "--floors", "1-3")
        assert refused.code == 2
        assert "--floors: found 1 to 3; the dungeon ends on floor 2" in refused.err
    assert "of 2 floors" in steep("measure", "short.toml", *words).out
    assert "floors 1-10" in steep("measure", "tcod-2020", *words).out


def test_hunger_kills_and_takes_hp_under_its_own_name() -> None:
    figures = measured(STARVING, "explorer")
    assert figures.killers == {HUNGER_KEY: GAMES}
    assert {(harm.monster, harm.by) for harm in figures.harms} == {(HUNGER_KEY, HUNGER_KEY)}
    assert figures.floors[0].damage == {HUNGER_KEY: 30.0}
    assert {game.killer for game in figures.worst} == {HUNGER_KEY}
