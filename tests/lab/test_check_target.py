"""`steep check --target`, as a CI job calls it, and the figures that it compares with bands."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from command_fixture_types import Run
from dice_games_of_known_hazard import band as chance_band
from dice_games_of_known_hazard import play_dice
from rulesets_of_known_hazard import HAZARD, deadly
from simulate_ctrl_c import interrupting_bar
from steep.commands.shared import progress
from steep.lab.counting.counts import Counts
from steep.lab.figures.figures_in_bands import BROKEN, HOLDS, UNCLEAR, UNPLAYED, figures_in_bands
from steep.lab.stats.paired_differences import CENSORED, DIED, OUTCOMES, SURVIVED
from steep.lab.storage.target_file import Band

ALIVE = [100 * (1 - HAZARD) ** floor for floor in (1, 2, 3)]
"""Percent of the divers of `deadly()` who leave floors 1 to 3 alive."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with a ruleset `mine.toml`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(deadly(), encoding="utf-8")
    return tmp_path


def write_target(folder: Path, bands: str, head: str = "games = 1000") -> None:
    (folder / "target.toml").write_text(f"floors = [1, 3]\n{head}\n[bands.diver]\n{bands}\n", encoding="utf-8")


def around(percent: float, points: float) -> str:
    return f"[{percent - points:.2f}, {percent + points:.2f}]"


def test_bands_around_the_true_figures_hold(steep: Run, folder: Path) -> None:
    """What is known of `deadly()` by hand lies in bands that are wide enough for this many games."""
    survival = ", ".join(f"{floor} = {around(alive, 6)}" for floor, alive in enumerate(ALIVE, 1))
    hazard = around(100 * HAZARD, 6)
    write_target(
        folder,
        f"survival = {{ {survival} }}\nhazard = {{ 1-3 = {hazard} }}\nwins = {around(ALIVE[-1], 6)}\n"
        f"cleared = {around(sum(ALIVE) / 100, 0.3)}\nmedian_floor = [4, 4]",
        "games = 4000",
    )
    answer = steep("check", "mine.toml", "--target", "target.toml")
    assert answer.code == 0, answer.out
    assert "held: of 9 bands, 9 hold, 0 unclear, 0 broken" in answer.out


def test_a_broken_band_exits_1_and_says_by_how_much(steep: Run, folder: Path) -> None:
    write_target(folder, "wins = [80, 90]\nhazard = { 2 = [0, 100] }")
    answer = steep("check", "mine.toml", "--target", "target.toml", "--format", "json")
    assert answer.code == 1
    output = json.loads(answer.out)
    wins, hazard = output["bands"] if output["bands"][0]["figure"] == "wins" else output["bands"][::-1]
    assert not output["held"]
    assert (wins["verdict"], hazard["verdict"]) == (BROKEN, HOLDS)
    assert wins["off"] == pytest.approx(wins["value"] - 0.8)
    text = steep("check", "mine.toml", "--target", "target.toml")
    assert f"broken: {-100 * wins['off']:.1f} points too low" in text.out


def test_too_few_games_fail_only_a_strict_check(steep: Run, folder: Path) -> None:
    write_target(folder, f"hazard = {{ 1 = {around(100 * HAZARD, 2)} }}")
    words = ("check", "mine.toml", "--target", "target.toml", "--games", 100)
    assert "1 unclear" in steep(*words).out
    assert (steep(*words).code, steep(*words, "--strict").code) == (0, 1)


def test_games_seeds_and_every_bot_are_those_of_the_target(steep: Run, folder: Path) -> None:
    write_target(folder, "wins = [0, 100]\n[bands.brawler]\nwins = [0, 100]", "games = 60\nseed = 40")
    words = ("check", "mine.toml", "--target", "target.toml", "--format")
    output = json.loads(steep(*words, "json").out)
    assert (output["games"], output["seed"], output["floors"]) == (60, 40, [1, 3])
    assert [each["bot"] for each in output["bands"]] == ["diver", "brawler"]
    rows = list(csv.DictReader(io.StringIO(steep(*words, "csv").out)))
    assert [float(row["value"]) for row in rows] == [each["value"] for each in output["bands"]]
    changed = json.loads(steep(*words, "json", "--games", 30, "--seed", 7).out)
    assert (changed["games"], changed["seed"]) == (30, 7)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--target", "target.toml", "--update"), "--update: is for --baseline"),
        (("--target", "target.toml", "--bot", "diver"), "--bot: is for --baseline"),
        (("--baseline", "b.json", "--update", "--strict"), "--strict: is for a check"),
        (("--target", "target.toml", "--seed", 2**63 - 1), "--seed: found 9223372036854775807; the last of 1000 games"),
    ],
)
def test_options_that_do_not_apply_are_refused(
    steep: Run, folder: Path, words: tuple[object, ...], problem: str
) -> None:
    write_target(folder, "wins = [0, 100]")
    answer = steep("check", "mine.toml", *words)
    assert answer.code == 2
    assert problem in answer.err


def test_ctrl_c_decides_nothing(steep: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_target(folder, "wins = [0, 100]")
    monkeypatch.setattr(progress, "bar", interrupting_bar(after=1))
    answer = steep("check", "mine.toml", "--target", "target.toml")
    assert (answer.code, answer.out) == (130, "")


def counts_of(ends: list[tuple[int, int]], floors: int) -> Counts:
    """Games that ended on a row (0 is the first floor) in DIED, CENSORED or SURVIVED."""
    return Counts(floors, ended=Counter((0, *end, -1) for end in ends))


MEDIANS = {
    "half of the heroes have died by the end of floor 2": ([(0, DIED), (1, DIED), (2, DIED), (2, SURVIVED)], 2),
    "most win": ([(0, DIED), (2, SURVIVED), (2, SURVIVED), (2, SURVIVED)], 4),
    "all die at once": ([(0, DIED)] * 4, 1),
    "most are stopped before anybody dies": ([(0, CENSORED)] * 3 + [(1, DIED)], 2),
}


@pytest.mark.parametrize("case", MEDIANS)
def test_the_median_floor_is_where_survival_falls_to_a_half(case: str) -> None:
    ends, median = MEDIANS[case]
    (figure,) = figures_in_bands([Band("diver", "median_floor", None, 1, 4)], {"diver": counts_of(ends, 3)}, 0.95)
    assert figure.estimate.value == median


KILLERS = ("rat", "ogre", "own fire", "hunger", "terrain")


def test_deaths_are_counted_by_killer_and_the_deadliest_other_is_found() -> None:
    deaths = {(0, 0, DIED, killer): games for killer, games in enumerate((20, 40, 3, 27))}
    counts = Counts(1, ended=Counter({**deaths, (0, 0, SURVIVED, -1): 10}))
    ogre = Band("diver", "killers", None, 0.0, 0.5, killer="ogre")
    others = Band("diver", "killers", None, 0.0, 0.15, killer="*", but=("ogre",))
    figures = figures_in_bands([ogre, others], {"diver": counts}, 0.95, KILLERS)
    assert [(each.killer, each.estimate.value) for each in figures] == [("ogre", 40 / 90), ("hunger", 27 / 90)]
    assert [each.verdict for each in figures] == [UNCLEAR, BROKEN]
    assert figures[1].off == pytest.approx(27 / 90 - 0.15)


def test_a_ratio_is_a_floors_hazard_by_the_mean_of_those_beside_it() -> None:
    """Of 1,000, 100, 360 and 54 die on three floors: 10%, 40% and 10%. Of 486, 6 die on the fourth."""
    ends = [(0, DIED)] * 100 + [(1, DIED)] * 360 + [(2, DIED)] * 54 + [(3, DIED)] * 6 + [(3, SURVIVED)] * 480
    counts = counts_of(ends, 4)
    bands = [Band("diver", "hazard_ratio", floor, 0, 2, reached=300) for floor in (1, 2, 3, 4)]
    bands.append(Band("diver", "hazard_ratio", None, 0, 5, but=(2,), reached=300))
    figures = figures_in_bands(bands, {"diver": counts}, 0.95)
    h1, h2, h3, h4 = 100.5 / 1001, 360.5 / 901, 54.5 / 541, 6.5 / 487
    ratios = [h1 / h2, 2 * h2 / (h1 + h3), 2 * h3 / (h2 + h4), h4 / h3]
    assert [each.estimate.value for each in figures] == pytest.approx([*ratios, max(ratios[0], ratios[2], ratios[3])])
    assert [each.verdict for each in figures] == [HOLDS, BROKEN, HOLDS, HOLDS, HOLDS]
    assert figures[4].floor == 3


def test_floors_that_too_few_games_reach_have_no_ratio_and_break_nothing() -> None:
    counts = counts_of([(0, DIED)] * 100 + [(1, DIED)] * 100 + [(2, SURVIVED)] * 100, 3)
    for floor, reached, verdict in ((3, 150, UNPLAYED), (2, 150, HOLDS), (1, 250, UNPLAYED), (None, 301, UNPLAYED)):
        band = Band("diver", "hazard_ratio", floor, 0, 9, reached=reached)
        (figure,) = figures_in_bands([band], {"diver": counts}, 0.95)
        assert figure.verdict == verdict


def test_bands_of_killers_and_ratios_are_checked_and_named(steep: Run, folder: Path) -> None:
    write_target(
        folder, 'killers = { "*" = [0, 1], blob = [99, 100] }\nhazard_ratio = { "*" = [0.5, 2] }', "games = 900"
    )
    words = ("check", "mine.toml", "--target", "target.toml")
    unknown = steep(*words)
    assert (unknown.code, unknown.out) == (2, "")
    assert 'target.toml:4:27: bands.diver.killers.blob: found "blob", which kills nobody; allowed: *, ' in unknown.err
    text = (folder / "target.toml").read_text("utf-8").replace("[0, 1]", "[15, 40]").replace("blob = [99", "orc = [60")
    (folder / "target.toml").write_text(text, encoding="utf-8")
    answer = steep(*words)
    assert answer.code == 0, answer.out
    assert "deaths by any other killer (troll)" in answer.out
    assert "deaths by orc" in answer.out
    rows = json.loads(steep(*words, "--format", "json").out)["bands"]
    assert [(row["figure"], row["killer"], row["verdict"]) for row in rows] == [
        ("killers", "troll", HOLDS),
        ("killers", "orc", HOLDS),
        ("hazard_ratio", None, HOLDS),
    ]
    assert rows[2]["floor"] in (1, 2, 3)


def test_no_ratio_is_broken_or_held_wrongly_more_often_than_stated() -> None:
    """The true ratios lie on an edge of each band, that of the highest, too."""
    rng, hazards, games, trials = np.random.default_rng(4), (0.1, 0.3, 0.2, 0.1), 2_000, 500
    ratios = (0.1 / 0.3, 2 * 0.3 / (0.1 + 0.2), 2 * 0.2 / (0.3 + 0.1), 0.1 / 0.2)
    bands = [Band("diver", "hazard_ratio", floor, ratios[floor - 1], 99) for floor in (1, 3)]
    bands.append(Band("diver", "hazard_ratio", None, 0, ratios[1], but=(1, 3)))
    wrong = 0
    for _ in range(trials):
        codes = play_dice(rng.random((games, 4)), hazards, (0.0,) * 4)
        counts = counts_of([divmod(code, OUTCOMES) for code in codes.tolist()], 4)
        wrong += any(figure.verdict != UNCLEAR for figure in figures_in_bands(bands, {"diver": counts}, 0.9))
    assert 0 < wrong / trials <= 0.1 + chance_band(0.1, trials)


def test_no_band_is_broken_or_held_wrongly_more_often_than_stated() -> None:
    """True figures on an edge of each band: whichever verdict is given but UNCLEAR is wrong, or lucky by half."""
    rng, hazards, games, trials = np.random.default_rng(3), (0.1, 0.3, 0.2, 0.5), 400, 500
    alive = np.cumprod(1 - np.array(hazards))
    bands = [Band("diver", "survival", floor, alive[floor - 1], 1.0) for floor in range(1, 5)]
    bands += [Band("diver", "hazard", floor, 0.0, hazards[floor - 1]) for floor in range(1, 5)]
    wrong = 0
    for _ in range(trials):
        codes = play_dice(rng.random((games, 4)), hazards, (0.0,) * 4)
        counts = counts_of([divmod(code, OUTCOMES) for code in codes.tolist()], 4)
        wrong += any(figure.verdict != UNCLEAR for figure in figures_in_bands(bands, {"diver": counts}, 0.9))
    assert wrong / trials <= 0.1 + chance_band(0.1, trials)
    assert wrong > 0
