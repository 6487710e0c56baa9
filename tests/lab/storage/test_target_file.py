# ruff: noqa: E501 -- lines of a table
"""The target file: what it says, and the mistakes that are reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steep.bots.choose_action import BOTS
from steep.core.input_errors import InputError
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.target_file import Band, Target, read_target

WHOLE = """
floors = [2, 6]
games = 500
seed = 30_000
turns = 900
confidence = 99

[bands.explorer]
survival = { 2 = [85, 100], 3-5 = [60, 75.5] }
wins = [0, 2]

[bands.diver]
median_floor = [3, 7]

[[move]]
path = "monsters.troll.power"
between = [2, 8]

[[move]]
path = ["monsters.*.spawn", "counts.monsters_per_room"]
percent = [50, 200]

[tune]
budget = 9000
games = 100
seed = 7
"""

LEAST = "[bands.diver]\nwins = [0, 10]\n"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.target.toml"
    path.write_text(text, encoding="utf-8")
    return path


def read(tmp_path: Path, text: str) -> Target:
    return read_target(written(tmp_path, text))


def test_a_target_says_who_plays_what_holds_and_what_may_move(tmp_path: Path) -> None:
    target = read(tmp_path, WHOLE)
    assert target.tasks == (Task("explorer", 30_000, 500, 2, 6, 900), Task("diver", 30_000, 500, 2, 6, 900))
    assert target.confidence == 0.99
    assert target.bands == (
        Band("explorer", "survival", 2, 0.85, 1.0),
        *(Band("explorer", "survival", floor, 0.6, 0.755) for floor in (3, 4, 5)),
        Band("explorer", "wins", None, 0.0, 0.02),
        Band("diver", "median_floor", None, 3, 7),
    )
    assert [(move.path, move.between, move.percent) for move in target.moves] == [
        (("monsters.troll.power",), (2, 8), None),
        (("monsters.*.spawn", "counts.monsters_per_room"), None, (50, 200)),
    ]
    assert (target.tuning.budget, target.tuning.games, target.tuning.seed) == (9000, 100, 7)


def test_bands_of_killers_and_ratios_hold_for_those_named_and_for_all_others(tmp_path: Path) -> None:
    bands = '[bands.diver]\nkillers = { "*" = [0, 15], ogre = [5, 20] }\nhazard_ratio = { 4 = [0, 3], "*" = [0, 2] }\n'
    assert read(tmp_path, f"reached = 200\n{bands}").bands == (
        Band("diver", "killers", None, 0.0, 0.15, killer="*", but=("ogre",)),
        Band("diver", "killers", None, 0.05, 0.2, killer="ogre"),
        Band("diver", "hazard_ratio", 4, 0, 3, reached=200),
        Band("diver", "hazard_ratio", None, 0, 2, but=(4,), reached=200),
    )


def test_everything_but_the_bands_has_a_default(tmp_path: Path) -> None:
    target = read(tmp_path, LEAST)
    assert target.tasks == (Task("diver", 1_000_000, 2_000, 1, 10, 20_000),)
    assert (target.confidence, target.moves) == (0.95, ())


MISTAKES = {
    "games = 0\n" + LEAST: "games: found 0; allowed: a whole number from 1 to 1_000_000",
    "flors = [1, 3]\n" + LEAST: 'flors: unknown key; allowed: floors, games, seed, turns, confidence, reached, bands, move, tune (did you mean "floors"?)',
    "floors = [3, 1]\n" + LEAST: "floors: found [3, 1]; allowed: [low, high], two whole numbers from 1 to 1_000 in rising order: floors",
    "confidence = 100\n" + LEAST: "confidence: found 100; allowed: a number from 50 to 99.99: percent",
    "games = 100\n": "found no bands; allowed: bands: a table [bands.BOT] for each bot",
    "[bands]\n": "bands: found no bot; allowed: a table [bands.BOT] for each bot that plays, such as [bands.explorer]",
    "bands = 3\n": "bands: found 3; allowed: a table [bands.BOT] for each bot",
    LEAST + '[[move]]\npath = "monsters.orc.hp"\nbetween = [-2_000_000, 2]\n': "allowed: [low, high], two whole numbers from -1_000_000 to 1_000_000 in rising order",
    LEAST + '[[move]]\npath = "a"\nbetween = [1, 2]\n[tune]\nseed = 9_223_372_036_854_775_800\n': "tune.seed: found 9223372036854775800; allowed: at most 9223372036854725808, as the budget is 50_000 games",
    "[bands.divr]\nwins = [0, 1]\n": f'bands.divr: found "divr", which is not a known bot; allowed: {", ".join(BOTS)} (did you mean "diver"?)',
    "[bands.diver]\n": "bands.diver: found no bands; allowed: some of survival, hazard, wins, median_floor, killers, hazard_ratio, cleared, turns",
    "[bands.diver]\nwin = [0, 1]\n": 'bands.diver.win: unknown key; allowed: survival, hazard, wins, median_floor, killers, hazard_ratio, cleared, turns (did you mean "wins"?)',
    "[bands.diver]\nwins = [5, 2]\n": "bands.diver.wins: found [5, 2]; allowed: [low, high], two numbers from 0 to 100 in rising order: percent",
    "[bands.diver]\nwins = 5\n": "bands.diver.wins: found 5; allowed: [low, high], two numbers from 0 to 100 in rising order: percent",
    "[bands.diver]\nhazard = { 3 = [0, 101] }\n": "bands.diver.hazard.3: found [0, 101]; allowed: [low, high], two numbers from 0 to 100 in rising order: percent",
    "[bands.diver]\nhazard = { third = [0, 1] }\n": 'bands.diver.hazard.third: found the floor "third"; allowed: a floor from 1 to 1_000, or a range such as "2-5"',
    "[bands.diver]\nhazard = { 2-4 = [0, 1], 3 = [0, 2] }\n": "bands.diver.hazard.3: found floor 3 again; allowed: each floor once",
    "[bands.diver]\nhazard = { 12 = [0, 1] }\n": "bands.diver.hazard: found floor 12; allowed: the floors 1 to 10 of the games",
    LEAST + "[[move]]\nbetween = [1, 2]\n": "move[1]: found no path; allowed: path: a key of the ruleset",
    LEAST + '[[move]]\npath = "monsters.orc.hp"\n': "move[1]: found neither between nor percent; allowed: one of the two",
    LEAST + '[[move]]\npath = "monsters.orc.hp"\nbetween = [1, 2]\npercent = [1, 2]\n': "move[1]: found between and percent; allowed: one of the two",
    LEAST + '[[move]]\npath = "monsters.orc.hp"\nbetween = [1.5, 2]\n': "move[1].between: found [1.5, 2]; allowed: [low, high], two whole numbers",
    LEAST + '[tune]\nbudget = "all"\n': 'tune.budget: found "all"; allowed: a whole number from 1 to 100_000_000',
    "seed = 100\n" + LEAST + '[[move]]\npath = "a"\nbetween = [1, 2]\n': "seed: found 100, among the seeds 0 to 49999 that tuning may play",
    "[bands.diver]\nkillers = { ogre = 15 }\n": "bands.diver.killers.ogre: found 15; allowed: [low, high], two numbers from 0 to 100",
    "[bands.diver]\nkillers = 15\n": "bands.diver.killers: found 15; allowed: a table of kinds and bands in percent",
    "[bands.diver]\nhazard_ratio = { all = [0, 2] }\n": 'bands.diver.hazard_ratio.all: found the floor "all"; allowed: `*` or a floor from 1',
    "[bands.diver]\nhazard_ratio = { 11 = [0, 2] }\n": "bands.diver.hazard_ratio: found floor 11; allowed: the floors 1 to 10",
    '[bands.diver]\nhazard = { "*" = [0, 2] }\n': 'bands.diver.hazard."*": found the floor "*"; allowed: a floor from 1',
    "reached = 0\n" + LEAST: "reached: found 0; allowed: a whole number from 1 to 1_000_000",
    "[bands\n": ":1:7: found [bands; allowed: TOML",
}  # fmt: skip


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_reported_with_what_was_found_and_what_is_allowed(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_target(path).for_tuning(None, str(path))
    (line,) = str(caught.value).splitlines()
    assert re.match(rf"{re.escape(str(path))}(:\d+:\d+)?: ", line)
    assert MISTAKES[text] in line


def test_seeds_that_tuning_may_play_are_no_mistake_for_a_check(tmp_path: Path) -> None:
    target = read(tmp_path, "seed = 100\n" + LEAST + '[[move]]\npath = "a"\nbetween = [1, 2]\n')
    assert target.tasks[0].seed == 100


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, "games = 0\n[bands.diver]\nwins = 3\n[[move]]\npath = 3\nbetween = [1, 2]\n")
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "found no such file; allowed: a .toml file that exists"),
        (b"\xff\xfe", "found byte 0xff at 0, which is not UTF-8"),
        (b"#" * 1_100_000, "found a file of 1_100_000 bytes; allowed: a .toml file of at most"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, problem: str) -> None:
    path = tmp_path / "mine.target.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=problem):
        read_target(path)
