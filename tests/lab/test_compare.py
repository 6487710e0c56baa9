"""`steep compare`: what is said of two rulesets, against what is known by hand."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli_runner import Run
from ctrl_c import interrupting_bar
from known_hazards import HAZARD, WIDE_HAZARD, deadly
from steep.commands import compare as command
from steep.commands.compare import floors_in_words
from steep.content import load_ruleset
from steep.lab.figures.comparison import DEATHS, SURVIVAL, Change, Comparison, compare
from steep.lab.simulate.paired_games import PairedCounts
from steep.lab.simulate.task import Task
from steep.lab.stats.paired import CENSORED, DIED, SURVIVED, end_code, paired_hazards

QUICK = ("--bot", "diver", "--floors", "1-3", "--games", 60)


def paired_counts(floors: int, *pairs: tuple[tuple[int, int], tuple[int, int], int]) -> PairedCounts:
    """Games by row and end under A, row and end under B, and their number."""
    counts = PairedCounts(Task("diver", 0, sum(count for *_, count in pairs), first_floor=1, last_floor=floors))
    for a, b, count in pairs:
        counts.pairs[end_code(*a), end_code(*b)] += count
    counts.games = counts.task.games
    return counts


def change(found: Comparison, measure: str, floor: int) -> Change:
    (one,) = [each for each in found.changes if (each.measure, each.floor) == (measure, floor)]
    return one


def test_hazard_and_survival_by_floor_are_those_of_the_counts() -> None:
    counts = paired_counts(
        2,
        ((0, DIED), (0, DIED), 10),
        ((1, SURVIVED), (0, DIED), 30),
        ((1, SURVIVED), (1, DIED), 20),
        ((1, SURVIVED), (1, SURVIVED), 40),
    )
    found = compare(counts, 0.02)
    assert (found.a.games, found.a.reached, found.a.died, found.a.won) == (100, (100, 90), (10, 0), 90)
    assert (found.b.reached, found.b.died, found.b.won) == ((100, 60), (40, 20), 40)
    first, second = change(found, DEATHS, 1), change(found, DEATHS, 2)
    assert (first.a, first.b, first.difference) == pytest.approx((0.1, 0.4, 0.3))
    assert (second.a, second.b, second.difference) == pytest.approx((0, 1 / 3, 1 / 3))
    survival = change(found, SURVIVAL, 2)
    assert (survival.a, survival.b, survival.difference) == pytest.approx((0.9, 0.4, -0.5))
    assert [each.floor for each in found.ranked(DEATHS)] == [2, 1]
    assert first.holds
    assert second.holds


def test_a_difference_must_hold_with_all_floors_looked_at() -> None:
    counts = paired_counts(
        4, ((3, SURVIVED), (3, SURVIVED), 900), ((3, SURVIVED), (3, DIED), 12), ((3, DIED), (3, SURVIVED), 3)
    )
    alone = paired_hazards(counts.pairs)[3]
    assert alone.p < 0.05
    found = change(compare(counts, 0.02), DEATHS, 4)
    assert found.p == pytest.approx(4 * alone.p)
    assert not found.holds


def test_floors_below_the_deepest_that_anybody_reached_are_not_spoken_of() -> None:
    found = compare(paired_counts(9, ((0, DIED), (2, DIED), 5)), 0.02)
    assert {each.floor for each in found.changes} == {1, 2, 3}
    third = change(found, DEATHS, 3)
    assert math.isnan(third.difference)
    assert third.needed is None
    assert not third.holds


def test_games_that_nobody_survives_and_games_that_are_stopped_are_told_apart() -> None:
    found = compare(paired_counts(1, ((0, DIED), (0, CENSORED), 50)), 0.02)
    assert (found.a.died, found.a.stopped, found.b.died, found.b.stopped) == ((50,), (0,), (0,), (50,))
    assert change(found, DEATHS, 1).difference == -1


def test_games_that_were_needed_do_see_the_difference() -> None:
    """Play the N that a small comparison asks for, with dice, many times: 8 of 10 find the difference."""
    dice = np.random.default_rng(5)

    def play(games: int, hazard: float) -> PairedCounts:
        rolls, again = dice.random((2, games, 2))
        counts = paired_counts(2)
        first, second, won = end_code(0, DIED), end_code(1, DIED), end_code(1, SURVIVED)
        ends = [
            np.where(r[:, 0] < 0.2, first, np.where(r[:, 1] < h, second, won))
            for r, h in ((rolls, 0.2), (again, hazard))
        ]
        np.add.at(counts.pairs, tuple(ends), 1)
        counts.games = games
        return counts

    needed = change(compare(play(4_000, 0.2), 0.05), DEATHS, 2).needed
    assert needed is not None
    seen = [change(compare(play(needed, 0.25), 0.05), DEATHS, 2).holds for _ in range(400)]
    assert 0.72 < sum(seen) / 400 < 0.9


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def answer_of(told: Any) -> dict[str, Any]:
    assert told.code == 0, told.err
    found: dict[str, Any] = json.loads(told.out)
    return found


def test_differences_are_those_that_come_out_by_hand(steep: Run, tmp_path: Path) -> None:
    a, b = write(tmp_path, "a", deadly()), write(tmp_path, "b", deadly(room=7))
    told = steep("compare", a, b, "--bot", "diver", "--floors", "1-4", "--games", 6_000, "--format", "json")
    (bot,) = answer_of(told)["bots"]
    for each in bot["changes"]:
        floors = 1 if each["measure"] == DEATHS else each["floor"]
        one, other = ((1 - hazard) ** floors for hazard in (HAZARD, WIDE_HAZARD))
        truth = one - other if each["measure"] == DEATHS else other - one
        error = (each["high"] - each["low"]) / 2 / 1.96
        assert abs(each["difference"] - truth) < 4 * error, each
        assert 0.001 < error < 0.02
        assert each["holds"]


def test_what_cannot_hurt_kills_nobody_and_the_other_is_all_the_difference(steep: Run, tmp_path: Path) -> None:
    a, b = write(tmp_path, "a", deadly(0)), write(tmp_path, "b", deadly())
    (bot,) = answer_of(steep("compare", a, b, *QUICK, "--format", "json"))["bots"]
    assert bot["cleared"]["a"] == {"value": 3, "low": 3, "high": 3}
    assert all(each["a"] == (0 if each["measure"] == DEATHS else 1) for each in bot["changes"])
    assert all(each["difference"] == each["b"] - each["a"] for each in bot["changes"])
    for each in bot["dead_only_under"]:
        assert each["ruleset"] == "b"
        assert each["seeds"]


def test_a_ruleset_differs_from_itself_by_nothing_and_says_how_much_could_be(steep: Run) -> None:
    told = steep("compare", "tcod-2020", "tcod-2020", *QUICK)
    assert told.code == 0
    assert told.out.count("no difference on floors 1-3 (± ") == 2
    assert "significant" not in told.out.split("\n\n")[1]
    (bot,) = answer_of(steep("compare", "tcod-2020", "tcod-2020", *QUICK, "--format", "json"))["bots"]
    assert {each["difference"] for each in bot["changes"]} == {0}
    assert all(each["low"] < 0 < each["high"] for each in bot["changes"])
    assert bot["dead_only_under"] == []


def test_the_table_speaks_plain_words_beside_the_bots_strength(steep: Run) -> None:
    told = steep("compare", "tcod-2020", "tcod-2019", "--bot", "diver,brawler", "--floors", "1-3", "--games", 150)
    lines = told.out.splitlines()
    assert lines[0].split() == ["A", "tcod-2020", load_ruleset("tcod-2020").hash]
    assert lines[1].split() == ["B", "tcod-2019", load_ruleset("tcod-2019").hash]
    heads = [line for line in lines if line.startswith("150 games of each by ")]
    assert [head.split()[5:7] for head in heads] == [["diver", "(clears"], ["brawler", "(clears"]]
    (death, *_) = [line for line in lines if line.startswith("    deaths on floor 3: ")]
    assert " ± " in death
    assert " points " in death
    assert death.endswith(("significant", "may be chance"))


def test_every_format_has_every_change(steep: Run) -> None:
    words = ("compare", "tcod-2020", "tcod-2020-gear", *QUICK)
    (bot,) = answer_of(steep(*words, "--format", "json"))["bots"]
    rows = list(csv.DictReader(io.StringIO(steep(*words, "--format", "csv").out)))
    assert len(rows) == len(bot["changes"]) == 6
    for row, each in zip(rows, bot["changes"], strict=True):
        assert row["bot"] == "diver"
        assert (row["measure"], int(row["floor"])) == (each["measure"], each["floor"])
        assert float(row["difference"]) == each["difference"]
        assert float(row["cleared_a"]) == bot["cleared"]["a"]["value"]


def test_the_largest_difference_comes_first(steep: Run) -> None:
    (bot,) = answer_of(steep("compare", "tcod-2020", "tcod-2020-gear", *QUICK, "--format", "json"))["bots"]
    for measure in (DEATHS, SURVIVAL):
        sizes = [abs(each["difference"]) for each in bot["changes"] if each["measure"] == measure]
        assert sizes == sorted(sizes, reverse=True)


def test_whether_the_games_were_enough_depends_on_what_is_to_be_seen(steep: Run) -> None:
    words = ("compare", "tcod-2020", "tcod-2020-gear", *QUICK)
    assert (
        "to detect 90 points, 8 times in 10?\n    deaths:    enough on all floors" in steep(*words, "--detect", 90).out
    )
    told = steep(*words, "--detect", "0.5").out
    assert "to detect 0.5 points" in told
    assert "it takes " in told


def test_a_game_that_shows_the_largest_difference_can_be_watched(steep: Run) -> None:
    words = ("compare", "tcod-2020", "tcod-2020-gear", *QUICK)
    (bot,) = answer_of(steep(*words, "--format", "json"))["bots"]
    (largest, *_) = [each for each in bot["changes"] if each["measure"] == DEATHS]
    (dead,) = [each for each in bot["dead_only_under"] if (each["ruleset"], each["floor"]) == ("b", largest["floor"])]
    told = steep(*words).out
    assert f"dead on floor {largest['floor']} under B, past it under A" in told
    assert f"    steep play --ruleset tcod-2020-gear --seed {dead['seeds'][0]} --bot diver\n" in told


def test_a_mode_is_a_ruleset_too(steep: Run) -> None:
    mode = load_ruleset("tcod-2020").modes[0].key
    found = answer_of(steep("compare", "tcod-2020", f"tcod-2020:{mode}", *QUICK, "--format", "json"))
    assert found["b"] == {"ruleset": f"tcod-2020:{mode}", "hash": load_ruleset(f"tcod-2020:{mode}").hash}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("tcod-2020", "tcod-2002"), 'found no ruleset named "tcod-2002"'),
        (("tcod-2020", "tcod-2020", "--bot", "divr"), 'there is no bot "divr" (did you mean "diver"?)'),
        (("tcod-2020", "tcod-2020", "--detect", "0"), '--detect: found "0"; a difference, in points, is a number from'),
        (("tcod-2020", "tcod-2020", "--detect", "two"), '--detect: found "two"'),
        (("tcod-2020", "tcod-2020", "--games", "0"), '--games: found "0"'),
        (("tcod-2020@HEAD", "tcod-2020"), "a path to a .toml file"),
    ],
)
def test_a_wrong_request_is_told_in_one_line(words: tuple[str, ...], complaint: str, steep: Run) -> None:
    told = steep("compare", *words)
    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert complaint in told.err


def test_what_was_played_before_an_interrupt_is_told(steep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "bar", interrupting_bar(after=1_000))
    words = ("tcod-2020", "tcod-2020-gear", "--bot", "diver", "--floors", "1-3", "--games", 10**8, "--format", "json")
    told = steep("compare", *words)
    assert told.code == 130
    (bot,) = json.loads(told.out)["bots"]
    assert 100 <= bot["games"] < 10**8
    assert f"the figures are of the first {bot['games']:,} of 100,000,000 seeds" in told.err


def test_floors_are_told_as_ranges() -> None:
    assert floors_in_words([4]) == "floor 4"
    assert floors_in_words([1, 2, 3, 5, 8, 9]) == "floors 1-3, 5, 8-9"
