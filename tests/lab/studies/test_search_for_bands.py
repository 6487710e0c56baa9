"""The search for numbers with which bands hold, on figures that are known: no games are played."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from steep.content import RulesetError
from steep.content.change_numbers import WrittenRuleset
from steep.lab.counting.counts import Counts
from steep.lab.figures.figures_in_bands import figures_in_bands
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.gaussian_process import GaussianProcess
from steep.lab.stats.paired_differences import DIED, SURVIVED
from steep.lab.storage.target_file import read_target
from steep.lab.studies.model_of_figures import limits_of
from steep.lab.studies.numbers_that_move import space_of
from steep.lab.studies.search_for_bands import TOGETHER, Search, tasks_of

TARGET = """
floors = [1, 2]
games = 2000
{confidence}
[bands.diver]
survival = {bands}
[[move]]
path = "monsters.orc.hp"
between = [1, 60]
[[move]]
path = ["monsters.troll.hp", "monsters.troll.power"]
percent = [50, 200]
[tune]
games = 200
budget = {budget}
"""

DICE = np.random.default_rng(8).random((20_000, 2))
"""Those of each seed, by floor."""

Hazards = Callable[[int, int], Sequence[float]]


def rising(orc: int, troll: int) -> tuple[float, float]:
    """The hazard of both floors: the first rises with one number, the second with both."""
    return 0.02 + 0.5 * orc / 60, 0.05 + 0.2 * orc / 60 + 0.3 * (troll - 50) / 150


def search_for(tmp_path: Path, bands: str, budget: int = 8000) -> Search:
    path = tmp_path / "target.toml"
    path.write_text(TARGET.format(bands=bands, budget=budget, confidence=""), encoding="utf-8")
    target = read_target(path)
    return Search(space_of(WrittenRuleset.read("tcod-2020"), target.moves, str(path)), target)


def dice_games(task: Task, hazards: Sequence[float]) -> Counts:
    """Games whose dice are those of their seeds, so that the same seeds are paired."""
    counts = Counts(2)
    for first, second in (DICE[task.seed : task.seed + task.games] < hazards).tolist():
        counts.add((0, 0, DIED, 0) if first else (0, 1, DIED, 0) if second else (0, 1, SURVIVED, -1), turns=1)
    return counts


def play(search: Search, hazards: Hazards = rising) -> Search:
    """Let a search run."""
    while (request := search.ask()) is not None:
        (task,) = tasks_of(request, search.target)
        orc, troll = request.numbers
        search.tell(request, {"diver": dice_games(task, hazards(orc, troll))})
    return search


def alive_after(hazards: Sequence[float]) -> list[float]:
    return [float(share) for share in np.cumprod(1 - np.array(hazards))]


def bands_around(shares: Sequence[float], points: float) -> str:
    bands = (
        f"{floor} = [{100 * share - points:.2f}, {100 * share + points:.2f}]" for floor, share in enumerate(shares, 1)
    )
    return f"{{ {', '.join(bands)} }}"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Search:
    """A search for the figures that hidden numbers give."""
    return play(
        search_for(tmp_path_factory.mktemp("found"), bands_around(alive_after(rising(30, 160)), 2), budget=20_000)
    )


def test_it_finds_what_hidden_numbers_give(found: Search) -> None:
    want, have = alive_after(rising(30, 160)), alive_after(rising(*found.best.numbers))
    assert [abs(a - b) < 0.03 for a, b in zip(want, have, strict=True)] == [True, True]
    assert found.games < 20_000


def test_numbers_that_play_the_same_games_are_not_played_again_and_again(tmp_path: Path) -> None:
    """All trolls alike: what 8,000 games tell of some numbers holds for all that gave the same first games."""
    search = play(search_for(tmp_path, "{ 1 = [70, 74], 2 = [50, 51] }"), lambda orc, _troll: rising(orc // 6 * 6, 50))
    often = [trial for trial in search.trials if trial.games > 400]
    assert len({trial.first_look for trial in often}) == len(often)


def test_the_numbers_as_written_are_played_first(found: Search) -> None:
    assert found.trials[0].numbers == (10, 100) == found.space.written


def test_bands_that_stand_against_each_other_are_named(tmp_path: Path) -> None:
    """Most die on the first floor only if orcs are strong, and then many die on the second."""
    search = play(search_for(tmp_path, "{ 1 = [50, 55], 2 = [46, 60] }", budget=6000))
    figures = figures_in_bands(search.target.bands, search.best.played, 0.95)
    assert any(figure.off for figure in figures)
    assert search.against(0)[1] == [1]
    assert search.against(1)[1] == [0]


def test_a_band_beyond_the_bounds_is_said_to_be_unlikely_alone(tmp_path: Path) -> None:
    search = play(search_for(tmp_path, "{ 1 = [10, 30] }", budget=4000))
    alone, others = search.against(0)
    assert alone < TOGETHER
    assert others == []


def test_numbers_that_give_no_valid_ruleset_are_left_out(tmp_path: Path) -> None:
    search = search_for(tmp_path, "{ 1 = [60, 64] }", budget=3000)
    while (request := search.ask()) is not None:
        valid = request.numbers[1] <= 120
        (task,) = tasks_of(request, search.target)
        search.tell(request, {"diver": dice_games(task, rising(*request.numbers))} if valid else {})
    assert search.invalid
    assert search.best.numbers[1] <= 120


MOVES = {
    'path = "monsters.troll.hpp"\nbetween = [1, 2]': 'move[1].path: found "monsters.troll.hpp", which has no key "hpp"',
    'path = "monsters.troll.spawn"\nbetween = [1, 2]': "move[1].between: found monsters.troll.spawn, which is not a",
    'path = "attack.spread"\npercent = [50, 200]': "move[1].percent: found attack.spread, which is 0; allowed: between",
    'path = "monsters.orc.hp"\nbetween = [0, 9]': "move[1].between: found 0, with which monsters.orc.hp: found 0",
    'path = "monsters.orc.hp"\nbetween = [9, 9]': "move[1]: found the bounds 9 and 9; allowed: two different bounds",
    'path = ["hero.hp", "hero.hp"]\nbetween = [1, 9]': "move[1].path: found hero.hp, which move[1] moves, too",
    'path = ["hero.hp", "hero.h*"]\nbetween = [1, 9]': 'move[1].path: found "hero.h*"',
}


@pytest.mark.parametrize("move", MOVES)
def test_a_move_that_is_not_possible_is_refused(tmp_path: Path, move: str) -> None:
    path = tmp_path / "target.toml"
    path.write_text(f"[bands.diver]\nwins = [0, 1]\n[[move]]\n{move}\n", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        space_of(WrittenRuleset.read("tcod-2020"), read_target(path).moves, str(path))
    mistake = caught.value.mistakes[0]
    assert f"{mistake.path}: {mistake.found}; allowed: {mistake.allowed}".startswith(MOVES[move])
    assert mistake.line > 2


def test_a_percentage_leaves_the_zeros_among_its_numbers_alone(tmp_path: Path) -> None:
    ruleset, path = tmp_path / "mine.toml", tmp_path / "target.toml"
    ruleset.write_text('extends = "tcod-2020"\n[monsters.orc]\npower = 0\n', encoding="utf-8")
    moves = '[[move]]\npath = "monsters.*.power"\npercent = [50, 150]\n'
    path.write_text(f"[bands.diver]\nwins = [0, 1]\n{moves}", encoding="utf-8")
    space = space_of(WrittenRuleset.read(str(ruleset)), read_target(path).moves, str(path))
    assert space.changes((150,)) == {("monsters", "troll", "power"): 6}


def test_tied_numbers_move_together_and_stay_whole(tmp_path: Path) -> None:
    space = search_for(tmp_path, "{ 1 = [60, 64] }").space
    assert space.changes((10, 100)) == {}
    assert space.changes((12, 130)) == {
        ("monsters", "orc", "hp"): 12,
        ("monsters", "troll", "hp"): 21,
        ("monsters", "troll", "power"): 5,
    }


def test_killers_and_ratios_are_modelled_as_angles_and_logarithms(tmp_path: Path) -> None:
    path = tmp_path / "target.toml"
    path.write_text('[bands.diver]\nkillers = { "*" = [0, 25] }\nhazard_ratio = { "*" = [0, 2] }\n', encoding="utf-8")
    killers, ratio = limits_of(read_target(path).bands, 1, 3)
    counts = dice_games(Task("diver", 0, 4000, 1, 2), (0.1, 0.3))
    deaths = sum(counts.died)
    counts.ended[0, 0, DIED, 0] -= 100
    counts.ended.update({(0, 0, DIED, 1): 60, (0, 0, DIED, 2): 40})
    assert killers.high == pytest.approx(math.pi / 6)
    share = math.sin(killers.seen(counts, ("rat", "orc", "ogre", "", "", ""))[0]) ** 2
    assert share == pytest.approx((deaths - 100) / deaths, abs=0.001)
    value, variance = ratio.seen(counts)
    assert ratio.high == math.log(2)
    assert math.exp(value) == pytest.approx(3, rel=0.1)
    assert math.sqrt(variance) == pytest.approx(math.sqrt(0.9 / 400 + 0.7 / 1080), rel=0.1)


def test_nobody_may_win_is_a_band_that_can_hold(tmp_path: Path) -> None:
    path = tmp_path / "target.toml"
    path.write_text("[bands.random]\nwins = [0, 0]\nsurvival = { 1 = [100, 100] }\n", encoding="utf-8")
    alive, wins = limits_of(read_target(path).bands, 1, 2)
    assert alive.low < alive.high
    assert wins.low < wins.high


def test_a_gaussian_process_covers_what_it_was_not_shown() -> None:
    rng = np.random.default_rng(5)
    points, beyond = rng.random((40, 2)), rng.random((200, 2))

    def true(
        at: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        found: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = 2 * at[:, 0] + np.sin(4 * at[:, 1])
        return found

    process = GaussianProcess(points, true(points) + rng.normal(0, 0.05, 40), 0.05**2 * np.eye(40))
    mean, deviation = process.predict(beyond)
    assert float(np.abs(mean - true(beyond)).max()) < 0.4
    assert float((np.abs(mean - true(beyond)) < 2 * deviation).mean()) > 0.9


def test_what_is_common_to_all_noise_shifts_the_level_and_not_the_slope() -> None:
    """One value of many games tells how far the others, of few games, are off together."""
    points = np.linspace(0, 1, 6)[:, None]
    values = points[:, 0] + 0.3
    values[3] -= 0.3
    own = np.full(6, 0.09)
    own[3] = 1e-4
    noise = 0.8 * np.minimum.outer(own, own) + 0.2 * np.diag(own)
    mean, _ = GaussianProcess(points, values, noise).predict(np.array([[0.5], [0.7]]))
    assert abs(mean[0] - 0.5) < 0.1
    assert abs(mean[1] - 0.7) < 0.1
