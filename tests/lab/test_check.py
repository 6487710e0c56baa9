"""`steep check`, as somebody's CI calls it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cli_runner import Answer, Run
from ctrl_c import interrupting_bar
from dice_games import band
from known_hazards import deadly
from steep.commands import check
from steep.lab.storage import baseline as baselines
from steep.lab.storage.baseline import read_baseline

GAMES = ("--bot", "diver", "--games", 300, "--floors", "1-3")


@pytest.fixture
def ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of which the test's folder is the current one."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "mine.toml", deadly())


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def kept(ruleset: Path, steep: Run) -> Path:
    """Its baseline."""
    path = ruleset.with_name("mine.json")
    told = steep("check", ruleset, "--baseline", path, "--update", *GAMES)
    assert told.code == 0, told.err
    return path


def json_of(told: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told.out)
    return found


def test_what_has_not_changed_is_held(steep: Run, ruleset: Path, kept: Path) -> None:
    told = steep("check", ruleset, "--baseline", kept)
    assert told.code == 0
    assert "neither the ruleset nor Steep's rules have changed" in told.out
    assert "held: 0 of 4 figures" in told.out
    assert "at most 1 false alarm in 1,000 checks" in told.out
    assert not list(kept.parent.glob("*.steep"))


def test_alarms_on_other_seeds_are_no_more_frequent_than_stated(steep: Run, ruleset: Path) -> None:
    """Forty baselines and checks, all played, of a ruleset that stays as it is."""
    words = ("check", ruleset, "--baseline", "b.json", "--false-alarms", "0.3")
    rang = 0
    for number in range(40):
        games = ("--update", *GAMES[:2], "--games", 150, "--floors", "1-4", "--seed", 300 * number)
        assert steep(*words, *games).code == 0
        rang += steep(*words).code
    assert 0 < rang <= 40 * (0.3 + band(0.3, 40))


def test_it_plays_the_games_after_those_of_the_baseline(steep: Run, ruleset: Path, kept: Path) -> None:
    found = json_of(steep("check", ruleset, "--baseline", kept, "--format", "json"))
    assert (found["baseline"]["seed"], found["baseline"]["games"]) == (0, 300)
    assert (found["seed"], found["games"]) == (300, 300)
    assert json_of(steep("check", ruleset, "--baseline", kept, "--format", "json")) == found


def test_what_has_become_harder_exits_1_with_floors_figures_and_a_replay(
    steep: Run, ruleset: Path, kept: Path, tmp_path: Path
) -> None:
    write(ruleset, deadly(8))
    told = steep("check", ruleset, "--baseline", kept, "--out", tmp_path / "out")
    assert told.code == 1
    assert "the ruleset has changed\n" in told.out
    assert "\ndrifted: diver: deaths on floor 1: +" in told.out
    (replay,) = (tmp_path / "out").glob("*.steep")
    assert f"a game that shows it: steep replay {replay}" in told.out
    shown = steep("replay", replay, "--verify")
    assert shown.code == 0
    assert "verified" in shown.out


def test_what_has_become_easier_is_drift_too(steep: Run, ruleset: Path, kept: Path) -> None:
    write(ruleset, deadly(0))
    found = json_of(steep("check", ruleset, "--baseline", kept, "--format", "json"))
    assert found["drifted"]
    assert all(each["difference"] < 0 for each in found["figures"] if each["figure"] == "deaths")
    (wins,) = [each for each in found["figures"] if each["figure"] == "wins"]
    assert wins["drifted"]
    assert (wins["now"], wins["floor"]) == (1, None)
    assert Path(found["replay"]).exists()


def test_a_replay_may_begin_on_a_deeper_floor(steep: Run, ruleset: Path) -> None:
    words = ("check", ruleset, "--baseline", "deep.json")
    steep(*words, "--update", *GAMES[:4], "--floors", "4-5")
    write(ruleset, deadly(8))
    found = json_of(steep(*words, "--format", "json"))
    assert found["drifted"]
    assert {each["floor"] for each in found["figures"]} == {4, 5, None}
    assert steep("replay", found["replay"], "--verify").code == 0


def test_a_tolerance_lets_small_changes_pass(steep: Run, ruleset: Path, kept: Path) -> None:
    write(ruleset, deadly(8))
    assert steep("check", ruleset, "--baseline", kept).code == 1
    told = steep("check", ruleset, "--baseline", kept, "--tolerance", 90)
    assert told.code == 0
    assert "tolerance 90 points" in told.out


def test_a_change_too_small_for_so_few_games_is_not_claimed(steep: Run, ruleset: Path, kept: Path) -> None:
    write(ruleset, deadly(room=7))
    found = json_of(steep("check", ruleset, "--baseline", kept, "--format", "json"))
    assert not found["drifted"]
    detectable_change = [each["detectable_change"] for each in found["figures"] if each["figure"] == "deaths"]
    assert all(smallest > 0.05 for smallest in detectable_change)


def test_rules_that_have_changed_are_told(
    steep: Run, ruleset: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baselines, "rules_hash", lambda: "otherwise")
    assert "the ruleset has not changed, but the rules of Steep " in steep("check", ruleset, "--baseline", kept).out


def test_an_update_keeps_what_nobody_asks_to_change(steep: Run, ruleset: Path, kept: Path) -> None:
    before = read_baseline(kept)
    write(ruleset, deadly(8))
    told = steep("check", ruleset, "--baseline", kept, "--update", "--seed", 77)
    assert told.code == 0
    after = read_baseline(kept)
    (task,) = after.tasks
    assert (task.bot, task.games, task.last_floor, task.seed) == ("diver", 300, 3, 77)
    assert after.ruleset_hash != before.ruleset_hash
    assert after.bots["diver"].died[0] > 2 * before.bots["diver"].died[0]
    assert steep("check", ruleset, "--baseline", kept).code == 0


def test_the_same_update_writes_the_same_file(steep: Run, ruleset: Path, kept: Path) -> None:
    before = kept.read_bytes()
    steep("check", ruleset, "--baseline", kept, "--update", "--jobs", 1)
    assert kept.read_bytes() == before


def test_several_bots_are_judged_together(steep: Run, ruleset: Path) -> None:
    words = ("check", "tcod-2020", "--baseline", "two.json")
    games = ("--bot", "diver,brawler", "--games", 60, "--floors", "1-2")
    assert steep(*words, "--update", *games).code == 0
    told = steep(*words, "--bot", "brawler,diver")
    assert told.code == 0
    assert "held: 0 of 6 figures" in told.out
    assert "\ndiver (clears " in told.out
    assert "\nbrawler (clears " in told.out


@pytest.mark.parametrize("update", [(), ("--update",)])
def test_every_format_has_every_figure(steep: Run, ruleset: Path, kept: Path, update: tuple[str, ...]) -> None:
    words = ("check", ruleset, "--baseline", kept, *update)
    figures = json_of(steep(*words, "--format", "json"))["figures"]
    rows = list(csv.DictReader(io.StringIO(steep(*words, "--format", "csv").out)))
    assert [row["figure"] for row in rows] == [each["figure"] for each in figures] == ["deaths"] * 3 + ["wins"]
    assert [float(row["was"]) for row in rows] == [each["was"] for each in figures]
    assert {float(row["cleared"]) for row in rows} == {read_baseline(kept).bots["diver"].cleared.value}
    table = steep(*words).out
    assert all(f"deaths on floor {floor}" in table for floor in (1, 2, 3))
    assert "games won" in table


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--baseline", "none.json"), "none.json: found no baseline; --update makes one"),
        ((), "the following arguments are required: --baseline"),
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
def test_a_wrong_request_is_told_in_one_line(
    words: tuple[str, ...], complaint: str, steep: Run, ruleset: Path, kept: Path
) -> None:
    before = ruleset.read_bytes()
    told = steep("check", ruleset, *words)
    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert complaint in told.err
    assert ruleset.read_bytes() == before


def test_a_drift_whose_replay_cannot_be_written_is_still_a_drift(steep: Run, ruleset: Path, kept: Path) -> None:
    write(ruleset, deadly(8))
    told = steep("check", ruleset, "--baseline", kept, "--out", kept)
    assert told.code == 1
    assert "the replay could not be written" in told.err
    assert "steep replay" not in told.out


@pytest.mark.parametrize("update", [(), ("--update", "--games", 10**8)])
def test_what_was_interrupted_decides_and_writes_nothing(
    steep: Run, ruleset: Path, kept: Path, update: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    long = json.loads(kept.read_text(encoding="utf-8")) | {"games": 10**8}
    floors = [{"floor": floor, "reached": 10**8, "died": 0, "stopped": 0} for floor in (1, 2, 3)]
    long["bots"] = {"diver": {"won": 10**8, "floors": floors}}
    before = json.dumps(long)
    kept.write_text(before, encoding="utf-8")
    monkeypatch.setattr(check, "bar", interrupting_bar(after=1))
    told = steep("check", ruleset, "--baseline", kept, *update)
    assert (told.code, told.out) == (130, "")
    assert told.err.startswith("steep: stopped; ")
    assert kept.read_text(encoding="utf-8") == before
