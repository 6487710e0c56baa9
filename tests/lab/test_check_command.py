"""`steep check`, as a CI job calls it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from command_fixture_types import Answer, Run
from dice_games_of_known_hazard import band
from rulesets_of_known_hazard import deadly
from simulate_ctrl_c import interrupting_bar
from steep.commands.shared import progress
from steep.lab.figures.game_figures import cleared
from steep.lab.storage import baseline_file as baselines
from steep.lab.storage.baseline_file import read_baseline

GAMES = ("--bot", "diver", "--games", 300, "--floors", "1-3")


@pytest.fixture
def ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset file in the test's folder, which is the current directory."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "mine.toml", deadly())


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def saved_baseline(ruleset: Path, steep: Run) -> Path:
    """The baseline of the ruleset."""
    path = ruleset.with_name("mine.json")
    answer = steep("check", ruleset, "--baseline", path, "--update", *GAMES)
    assert answer.code == 0, answer.err
    return path


def json_of(answer: Answer) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(answer.out)
    return output


def test_an_unchanged_ruleset_passes(steep: Run, ruleset: Path, saved_baseline: Path) -> None:
    answer = steep("check", ruleset, "--baseline", saved_baseline)
    assert answer.code == 0
    assert "neither the ruleset nor Steep's rules have changed" in answer.out
    assert "held: 0 of 4 figures drifted" in answer.out
    assert "at most 1 false alarm in 1,000 checks" in answer.out
    assert not list(saved_baseline.parent.glob("*.steep"))


@pytest.mark.parametrize("checks", [12, pytest.param(40, marks=pytest.mark.slow)])
def test_false_alarms_are_no_more_frequent_than_stated(steep: Run, ruleset: Path, checks: int) -> None:
    """Play baselines and checks of an unchanged ruleset."""
    words = ("check", ruleset, "--baseline", "b.json", "--false-alarms", "0.3")
    alarms = 0
    for number in range(checks):
        games = ("--update", *GAMES[:2], "--games", 150, "--floors", "1-4", "--seed", 300 * number)
        assert steep(*words, *games).code == 0
        alarms += steep(*words).code
    assert 0 < alarms <= checks * (0.3 + band(0.3, checks))


def test_it_plays_the_games_after_those_of_the_baseline(steep: Run, ruleset: Path, saved_baseline: Path) -> None:
    output = json_of(steep("check", ruleset, "--baseline", saved_baseline, "--format", "json"))
    assert (output["baseline"]["seed"], output["baseline"]["games"]) == (0, 300)
    assert (output["seed"], output["games"]) == (300, 300)
    assert json_of(steep("check", ruleset, "--baseline", saved_baseline, "--format", "json")) == output


def test_a_harder_ruleset_exits_1_with_floors_figures_and_a_replay(
    steep: Run, ruleset: Path, saved_baseline: Path, tmp_path: Path
) -> None:
    write(ruleset, deadly(8))
    answer = steep("check", ruleset, "--baseline", saved_baseline, "--out", tmp_path / "out")
    assert answer.code == 1
    assert "the ruleset has changed\n" in answer.out
    assert "drifted: 4 of 4 figures drifted" in answer.out
    (replay,) = (tmp_path / "out").glob("*.steep")
    assert f"a game that shows it: steep replay {replay}" in answer.out
    shown = steep("replay", replay, "--verify")
    assert shown.code == 0
    assert "verified" in shown.out


def test_an_easier_ruleset_is_drift_too(steep: Run, ruleset: Path, saved_baseline: Path) -> None:
    write(ruleset, deadly(0))
    output = json_of(steep("check", ruleset, "--baseline", saved_baseline, "--format", "json"))
    assert not output["held"]
    assert all(each["difference"] < 0 for each in output["figures"] if each["figure"] == "deaths")
    (wins,) = [each for each in output["figures"] if each["figure"] == "wins"]
    assert wins["drifted"]
    assert (wins["now"], wins["floor"]) == (1, None)
    assert Path(output["replay"]).exists()


def test_a_replay_may_begin_on_a_deeper_floor(steep: Run, ruleset: Path) -> None:
    words = ("check", ruleset, "--baseline", "deep.json")
    steep(*words, "--update", *GAMES[:4], "--floors", "4-5")
    write(ruleset, deadly(8))
    output = json_of(steep(*words, "--format", "json"))
    assert not output["held"]
    assert {each["floor"] for each in output["figures"]} == {4, 5, None}
    assert steep("replay", output["replay"], "--verify").code == 0


def test_a_tolerance_lets_small_changes_pass(steep: Run, ruleset: Path, saved_baseline: Path) -> None:
    write(ruleset, deadly(8))
    assert steep("check", ruleset, "--baseline", saved_baseline).code == 1
    answer = steep("check", ruleset, "--baseline", saved_baseline, "--tolerance", 90)
    assert answer.code == 0
    assert "tolerance 90 points" in answer.out


def test_a_change_too_small_for_the_number_of_games_is_not_reported(
    steep: Run, ruleset: Path, saved_baseline: Path
) -> None:
    write(ruleset, deadly(room=7))
    output = json_of(steep("check", ruleset, "--baseline", saved_baseline, "--format", "json"))
    assert output["held"]
    detectable_changes = [each["detectable_change"] for each in output["figures"] if each["figure"] == "deaths"]
    assert all(change > 0.05 for change in detectable_changes)


def test_changed_rules_are_reported(
    steep: Run, ruleset: Path, saved_baseline: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baselines, "rules_hash", lambda: "otherwise")
    assert (
        "the ruleset has not changed, but the rules of Steep "
        in steep("check", ruleset, "--baseline", saved_baseline).out
    )


def test_a_baseline_of_few_games_says_so_when_it_is_written_and_when_it_is_used(steep: Run, ruleset: Path) -> None:
    words = ("check", ruleset, "--baseline", "few.json")
    answer = steep(*words, "--update", *GAMES[:2], "--games", 20, "--floors", "1-3")
    assert "points; above 20 there are too few games to tell" in answer.out
    answer = steep(*words)
    assert answer.code == 0
    assert "too few games to tell: 0 of 4 figures drifted" in answer.out
    assert steep(*words, "--strict").code == 1
    assert "--strict: is for a check" in steep(*words, "--update", "--strict").err


def test_an_update_keeps_the_options_that_are_not_given(steep: Run, ruleset: Path, saved_baseline: Path) -> None:
    before = read_baseline(saved_baseline)
    write(ruleset, deadly(8))
    answer = steep("check", ruleset, "--baseline", saved_baseline, "--update", "--seed", 77)
    assert answer.code == 0
    after = read_baseline(saved_baseline)
    (task,) = after.tasks
    assert (task.bot, task.games, task.last_floor, task.seed) == ("diver", 300, 3, 77)
    assert after.ruleset_hash != before.ruleset_hash
    assert after.bots["diver"].died[0] > 2 * before.bots["diver"].died[0]
    assert steep("check", ruleset, "--baseline", saved_baseline).code == 0


def test_the_same_update_writes_the_same_file(steep: Run, ruleset: Path, saved_baseline: Path) -> None:
    before = saved_baseline.read_bytes()
    steep("check", ruleset, "--baseline", saved_baseline, "--update", "--jobs", 1)
    assert saved_baseline.read_bytes() == before


def test_several_bots_are_tested_together(steep: Run, ruleset: Path) -> None:
    words = ("check", "tcod-2020", "--baseline", "two.json")
    games = ("--bot", "diver,brawler", "--games", 60, "--floors", "1-2")
    assert steep(*words, "--update", *games).code == 0
    answer = steep(*words, "--bot", "brawler,diver")
    assert answer.code == 0
    assert "too few games to tell: 0 of 6 figures drifted" in answer.out
    assert "\ndiver (clears " in answer.out
    assert "\nbrawler (clears " in answer.out


def test_what_drifted_is_listed_for_a_comment_and_annotated_at_the_ruleset(
    steep: Run, ruleset: Path, saved_baseline: Path
) -> None:
    write(ruleset, deadly(8))
    words = ("check", ruleset, "--baseline", saved_baseline, "--format")
    comment = steep(*words, "markdown")
    assert (comment.code, comment.out.partition("\n")[0]) == (1, "### mine compared with its baseline: drifted")
    assert "| deaths | 1 | " in comment.out
    *errors, verdict = steep(*words, "github").out.splitlines()
    assert all(line.startswith("::error file=mine.toml,title=") for line in errors)
    assert any("title=deaths on floor 1::diver: deaths on floor 1: " in line for line in errors)
    assert verdict.startswith("::notice title=mine compared with its baseline%3A drifted::4 of 4 figures drifted")


@pytest.mark.parametrize("update", [(), ("--update",)])
def test_every_format_has_every_figure(
    steep: Run, ruleset: Path, saved_baseline: Path, update: tuple[str, ...]
) -> None:
    words = ("check", ruleset, "--baseline", saved_baseline, *update)
    figures = json_of(steep(*words, "--format", "json"))["figures"]
    rows = list(csv.DictReader(io.StringIO(steep(*words, "--format", "csv").out)))
    assert [row["figure"] for row in rows] == [each["figure"] for each in figures] == ["deaths"] * 3 + ["wins"]
    assert [float(row["was"]) for row in rows] == [each["was"] for each in figures]
    assert {float(row["cleared"]) for row in rows} == {cleared(read_baseline(saved_baseline).bots["diver"]).value}
    assert steep(*words).out.count("\n  deaths ") == 3


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--baseline", "none.json"), "none.json: found no baseline; --update makes one"),
        ((), "name what to compare with, either by --baseline FILE or by --target FILE"),
        (("--baseline", "mine.json", "--bot", "brawler"), '--bot: found "brawler"; mine.json was made with diver'),
        (("--baseline", "mine.json", "--games", "20"), '--games: found "20"; mine.json was made with 300'),
        (("--baseline", "mine.json", "--floors", "1-9"), '--floors: found "1-9"; mine.json was made with 1-3'),
        (("--baseline", "mine.json", "--tolerance", "-1"), "--tolerance"),
        (("--baseline", "mine.json", "--false-alarms", "1"), '--false-alarms: found "1"; a rate of false alarms is'),
        (("--baseline", "mine.toml"), "mine.toml: this baseline cannot be used"),
        (("--baseline", "mine.toml", "--update"), "mine.toml: this baseline cannot be used"),
        (
            ("--baseline", "new.json", "--update", "--seed", str(2**63 - 400), "--games", "300"),
            "--seed: 300 games from",
        ),
    ],
)
def test_a_wrong_argument_gets_one_line(
    words: tuple[str, ...], complaint: str, steep: Run, ruleset: Path, saved_baseline: Path
) -> None:
    before = ruleset.read_bytes()
    answer = steep("check", ruleset, *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err
    assert ruleset.read_bytes() == before


def test_drift_is_reported_even_if_the_replay_cannot_be_written(
    steep: Run, ruleset: Path, saved_baseline: Path
) -> None:
    write(ruleset, deadly(8))
    answer = steep("check", ruleset, "--baseline", saved_baseline, "--out", saved_baseline)
    assert answer.code == 1
    assert "replay could not be written" in answer.err
    assert "steep replay" not in answer.out


@pytest.mark.parametrize("update", [(), ("--update", "--games", 10**8)])
def test_an_interrupted_check_decides_and_writes_nothing(
    steep: Run, ruleset: Path, saved_baseline: Path, update: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = json.loads(saved_baseline.read_text(encoding="utf-8")) | {"games": 10**8}
    floors = [{"floor": floor, "reached": 10**8, "died": 0, "stopped": 0} for floor in (1, 2, 3)]
    content["bots"] = {"diver": {"won": 10**8, "floors": floors}}
    before = json.dumps(content)
    saved_baseline.write_text(before, encoding="utf-8")
    monkeypatch.setattr(progress, "bar", interrupting_bar(after=1))
    answer = steep("check", ruleset, "--baseline", saved_baseline, *update)
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.startswith("steep: stopped; ")
    assert saved_baseline.read_text(encoding="utf-8") == before
