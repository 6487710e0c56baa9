"""`steep.lab.check` and `steep check`, as a CI job calls it: against a baseline, and against the bands of a target."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command_fixture_types import Answer, Run
from dice_games_of_known_hazard import band as chance_band
from dice_games_of_known_hazard import play_dice
from rulesets_of_known_hazard import HAZARD, deadly
from simulate_ctrl_c import interrupting_bar
from steep.commands.shared import progress
from steep.lab import Baseline, Stopped, assert_bands, check, make_baseline
from steep.lab.counting.counts import Counts
from steep.lab.figures.figures_in_bands import BROKEN, HOLDS, UNCLEAR, UNPLAYED, BandFigure, figures_in_bands
from steep.lab.stats.confidence_intervals import Estimate, Interval
from steep.lab.stats.paired_differences import CENSORED, DIED, OUTCOMES, SURVIVED
from steep.lab.storage import baseline_file as baselines
from steep.lab.storage.target_file import Band

GAMES = ("--bot", "diver", "--games", 300, "--floors", "1-3")

RULESETS = {"mine": deadly(), "worse": deadly(8), "safe": deadly(0), "wider": deadly(room=7)}


@pytest.fixture(scope="module")
def baseline(tmp_path_factory: pytest.TempPathFactory) -> Baseline:
    """Of `mine.toml`."""
    path = tmp_path_factory.mktemp("rulesets") / "mine.toml"
    path.write_text(RULESETS["mine"], encoding="utf-8")
    return make_baseline(path, "diver", games=300, floors=(1, 3), jobs=1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, baseline: Baseline) -> Path:
    """The current directory, with the rulesets and the baseline of `mine.toml`."""
    monkeypatch.chdir(tmp_path)
    for name, text in RULESETS.items():
        Path(f"{name}.toml").write_text(text, encoding="utf-8")
    baseline.save("mine.json")
    return tmp_path


def json_of(answer: Answer) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(answer.out)
    return output


# Against a baseline ---------------------------------------------------------------------------------------------------


def test_drift_either_way_is_found_with_its_interval(folder: Path) -> None:
    worse, safe, wider = (
        check(f"{name}.toml", baseline="mine.json", jobs=1, out=None) for name in ("worse", "safe", "wider")
    )
    for found, sign in ((worse, 1), (safe, -1)):
        deaths = [each for each in found.rows() if each["figure"] == "deaths"]
        assert all(each["drifted"] and min(sign * each["low"], sign * each["high"]) > 0 for each in deaths)
        assert not found.held
    assert all(each["detectable_change"] > 0.05 for each in wider.rows() if each["figure"] == "deaths")
    assert worse.html().count("<figure") == 3
    assert "| deaths | 1 |" in wider.shown_as("markdown"), "all rows where none has drifted"
    with pytest.raises(AssertionError, match=r"diver: deaths on floor 1: .* in the baseline, .* now"):
        worse.raise_if_broken()
    wider.raise_if_broken()


def test_a_replay_shows_the_drift_also_from_a_deeper_floor(steep: Run) -> None:
    words = ("check", "mine.toml", "--baseline", "deep.json")
    steep(*words, "--update", *GAMES[:4], "--floors", "4-5")
    output = json_of(steep("check", "worse.toml", *words[2:], "--out", "out", "--format", "json"))
    assert {each["floor"] for each in output["figures"]} == {4, 5, None}
    assert Path(output["replay"]).parent == Path("out")
    shown = steep("replay", output["replay"], "--verify")
    assert (shown.code, "verified" in shown.out) == (0, True)


def test_drift_is_reported_even_if_the_replay_cannot_be_written(steep: Run) -> None:
    answer = steep("check", "worse.toml", "--baseline", "mine.json", "--out", "mine.json")
    assert answer.code == 1
    assert "replay could not be written" in answer.err
    assert "steep replay" not in answer.out


def test_changed_rules_are_reported(steep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baselines, "rules_hash", lambda: "otherwise")
    said = "the ruleset has not changed, but the rules of Steep "
    assert said in steep("check", "mine.toml", "--baseline", "mine.json").out


def test_a_baseline_of_few_games_says_so_when_it_is_written_and_when_it_is_used(steep: Run) -> None:
    words = ("check", "mine.toml", "--baseline", "few.json")
    answer = steep(*words, "--update", *GAMES[:2], "--games", 20, "--floors", "1-3")
    assert "points; above 20 there are too few games to tell" in answer.out
    answer = steep(*words)
    assert answer.code == 0
    assert "too few games to tell: 0 of 4 figures drifted" in answer.out
    assert steep(*words, "--strict").code == 1
    assert "--strict: is for a check" in steep(*words, "--update", "--strict").err


def test_an_update_keeps_the_options_that_are_not_given(steep: Run, baseline: Baseline) -> None:
    words = ("check", "mine.toml", "--baseline", "mine.json")
    before = Path("mine.json").read_bytes()
    assert steep(*words, "--update", "--jobs", 1).code == 0
    assert Path("mine.json").read_bytes() == before
    Path("mine.toml").write_text(RULESETS["worse"], encoding="utf-8")
    assert steep(*words, "--update", "--seed", 77).code == 0
    after = Baseline.load("mine.json")
    (task,) = after.tasks
    assert (task.bot, task.games, task.last_floor, task.seed) == ("diver", 300, 3, 77)
    assert after.ruleset_hash != baseline.ruleset_hash
    assert after.bots["diver"].died[0] > 2 * baseline.bots["diver"].died[0]
    assert steep(*words).code == 0


def test_each_drift_is_an_annotation_at_the_ruleset(steep: Run) -> None:
    *errors, verdict = steep("check", "worse.toml", "--baseline", "mine.json", "--format", "github").out.splitlines()
    assert all(line.startswith("::error file=worse.toml,title=") for line in errors)
    assert any("title=deaths on floor 1::diver: deaths on floor 1: " in line for line in errors)
    assert verdict.startswith("::notice title=worse compared with its baseline%3A drifted::4 of 4 figures drifted")


@pytest.mark.parametrize("update", [(), ("--update", "--games", 10**8)])
def test_an_interrupted_check_decides_and_writes_nothing(
    steep: Run, update: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = json.loads(Path("mine.json").read_text(encoding="utf-8")) | {"games": 10**8}
    floors = [{"floor": floor, "reached": 10**8, "died": 0, "stopped": 0} for floor in (1, 2, 3)]
    content["bots"] = {"diver": {"won": 10**8, "floors": floors}}
    before = json.dumps(content)
    Path("mine.json").write_text(before, encoding="utf-8")
    monkeypatch.setattr(progress, "bar", interrupting_bar(after=1))
    answer = steep("check", "mine.toml", "--baseline", "mine.json", *update)
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.startswith("steep: stopped; ")
    assert Path("mine.json").read_text(encoding="utf-8") == before


# Against a target -----------------------------------------------------------------------------------------------------

ALIVE = [100 * (1 - HAZARD) ** floor for floor in (1, 2, 3)]
"""Percent of the divers of `deadly()` who leave floors 1 to 3 alive."""


PERCENT = 100 * HAZARD
TARGET: dict[str, Any] = {
    "floors": (1, 2),
    "games": 300,
    "bands": {"diver": {"hazard": {1: (PERCENT - 12, PERCENT + 12)}, "survival": {2: (0, 100)}}},
}


def write_target(bands: str, head: str = "games = 1000") -> None:
    Path("target.toml").write_text(f"floors = [1, 3]\n{head}\n[bands.diver]\n{bands}\n", encoding="utf-8")


def around(percent: float, points: float) -> str:
    return f"[{percent - points:.2f}, {percent + points:.2f}]"


def test_bands_around_the_true_figures_hold(steep: Run) -> None:
    """What is known of `deadly()` by hand lies in bands that are wide enough for this many games."""
    survival = ", ".join(f"{floor} = {around(alive, 6)}" for floor, alive in enumerate(ALIVE, 1))
    hazard = around(100 * HAZARD, 6)
    write_target(
        f"survival = {{ {survival} }}\nhazard = {{ 1-3 = {hazard} }}\nwins = {around(ALIVE[-1], 6)}\n"
        f"cleared = {around(sum(ALIVE) / 100, 0.3)}\nmedian_floor = [4, 4]",
        "games = 4000",
    )
    answer = steep("check", "mine.toml", "--target", "target.toml")
    assert answer.code == 0, answer.out
    assert "held: of 9 bands, 9 hold, 0 unclear, 0 broken" in answer.out


def test_a_ctrl_c_decides_nothing(steep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write_target("wins = [0, 100]")
    monkeypatch.setattr(progress, "bar", interrupting_bar(after=1))
    answer = steep("check", "mine.toml", "--target", "target.toml")
    assert (answer.code, answer.out) == (130, "")
    with pytest.raises(Stopped):
        check("mine.toml", target={**TARGET, "games": 10**6}, jobs=1, progress=lambda now: now.stop())
    with pytest.raises(Stopped):
        make_baseline("mine.toml", "diver", games=10**6, jobs=1, progress=lambda now: now.stop())


def test_games_and_seed_of_a_target_may_be_others() -> None:
    checked = check("worse.toml", target=TARGET, games=200, seed=5, jobs=1)
    assert (checked.facts["games"], checked.facts["seed"]) == (200, 5)
    assert {row["figure"]: row["verdict"] for row in checked.rows()} == {"hazard": "broken", "survival": "holds"}


def test_a_target_may_hold_numpys_numbers() -> None:
    low, high = np.percentile([PERCENT - 12, PERCENT + 12], [0, 100])
    target = {
        "floors": np.array([1, 2]),
        "games": np.int64(300),
        "bands": {"diver": {"hazard": {np.int64(1): (low, high)}, "survival": {2: [np.int8(0), np.float32(100)]}}},
    }
    by_numpy, by_hand = (check("mine.toml", target=each, jobs=1) for each in (target, TARGET))
    assert by_numpy == by_hand


def test_pytest_shows_the_makers_line_and_none_of_steeps() -> None:
    with pytest.raises(AssertionError) as failed:
        assert_bands("mine.toml", {**TARGET, "bands": {"diver": {"survival": {1: (99, 100)}}}}, jobs=1)
    shown = [each for each in failed.traceback if not each.ishidden(failed)]
    assert {Path(each.path).name for each in shown} == {Path(__file__).name}


def test_bands_of_killers_and_ratios_are_checked_and_named(steep: Run) -> None:
    write_target('killers = { "*" = [0, 1], blob = [99, 100] }\nhazard_ratio = { "*" = [0.5, 2] }', "games = 900")
    words = ("check", "mine.toml", "--target", "target.toml")
    unknown = steep(*words)
    assert (unknown.code, unknown.out) == (2, "")
    assert 'target.toml:4:27: bands.diver.killers.blob: found "blob", which kills nobody; allowed: *, ' in unknown.err
    text = Path("target.toml").read_text("utf-8").replace("[0, 1]", "[15, 40]").replace("blob = [99", "orc = [60")
    Path("target.toml").write_text(text, encoding="utf-8")
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


def counts_of(ends: list[tuple[int, int]], floors: int) -> Counts:
    """Games that ended on a row (0 is the first floor) in DIED, CENSORED or SURVIVED."""
    return Counts(floors, ended=Counter((0, *end, -1) for end in ends))


MEDIANS = {
    "half of the heroes have died by the end of floor 2": ([(0, DIED), (1, DIED), (2, DIED), (2, SURVIVED)], 2),
    "most win": ([(0, DIED), (2, SURVIVED), (2, SURVIVED), (2, SURVIVED)], 4),
    "all die at once": ([(0, DIED)] * 4, 1),
    "most are stopped before anybody dies": ([(0, CENSORED)] * 3 + [(1, DIED)], 2),
}


@pytest.mark.parametrize(("value", "off"), [(0.3, -0.2), (0.5, 0.0), (0.55, 0.0), (0.75, 0.15), (math.nan, math.nan)])
def test_how_far_a_figure_is_off_its_band(value: float, off: float) -> None:
    band = Band("diver", "survival", 1, 0.5, 0.6)
    figure = BandFigure(band, Estimate(value, Interval(value, value)), None, "")
    assert figure.off == pytest.approx(off, nan_ok=True)


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


RATES = (0.1, 0.3, 0.2, 0.5)
LEFT = np.cumprod(1 - np.array(RATES))
RATIOS = (0.1 / 0.3, 2 * 0.3 / (0.1 + 0.2), 2 * 0.2 / (0.3 + 0.5), 0.5 / 0.2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "bands",
    [
        [
            *(Band("diver", "survival", floor, LEFT[floor - 1], 1.0) for floor in range(1, 5)),
            *(Band("diver", "hazard", floor, 0.0, RATES[floor - 1]) for floor in range(1, 5)),
        ],
        [
            *(Band("diver", "hazard_ratio", floor, RATIOS[floor - 1], 99) for floor in (1, 3)),
            Band("diver", "hazard_ratio", None, 0, RATIOS[3], but=(1, 3)),
        ],
    ],
)
def test_no_band_is_broken_or_held_wrongly_more_often_than_stated(bands: list[Band]) -> None:
    """True figures on an edge of each band: whichever verdict is given but UNCLEAR is wrong, or lucky by half."""
    rng, games, trials, wrong = np.random.default_rng(4), 2_000, 500, 0
    for _ in range(trials):
        codes = play_dice(rng.random((games, 4)), RATES, (0.0,) * 4)
        counts = counts_of([divmod(code, OUTCOMES) for code in codes.tolist()], 4)
        wrong += any(figure.verdict != UNCLEAR for figure in figures_in_bands(bands, {"diver": counts}, 0.9))
    assert 0 < wrong / trials <= 0.1 + chance_band(0.1, trials)


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--baseline", "none.json"), "none.json: found no baseline; --update makes one"),
        ((), "name what to compare with: either --baseline FILE or --target FILE"),
        (("--baseline", "mine.json", "--bot", "brawler"), "--bot: is for --update; a check plays what mine.json was"),
        (("--baseline", "mine.json", "--tolerance", "-1"), "--tolerance"),
        (("--baseline", "mine.json", "--false-alarms", "1"), "--false-alarms: found 1.0; allowed: a number from"),
        (("--baseline", "mine.toml"), "mine.toml: this baseline cannot be used"),
        (("--baseline", "mine.toml", "--update"), "mine.toml: this baseline cannot be used"),
        (("--baseline", "new.json", "--update", "--seed", 2**63 - 400, "--games", 300), "--seed: 300 games from"),
        (("--baseline", "mine.json", "--update", "--strict"), "--strict: is for a check"),
        (("--target", "target.toml", "--update"), "--update: is for --baseline"),
        (("--target", "target.toml", "--bot", "diver"), "--bot: is for --baseline"),
        (("--target", "target.toml", "--seed", 2**63 - 1), "--seed: found 9223372036854775807; the last of 1000 games"),
    ],
)
def test_a_wrong_argument_gets_one_line(steep: Run, words: tuple[object, ...], complaint: str) -> None:
    write_target("wins = [0, 100]")
    answer = steep("check", "mine.toml", *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err
    assert Path("mine.toml").read_text(encoding="utf-8") == RULESETS["mine"]
