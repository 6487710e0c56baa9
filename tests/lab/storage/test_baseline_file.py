"""The baseline file: its contents, and the files that are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ready_made_sessions import load
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.lab.counting.counts import Counts
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.baseline_file import Baseline

TASK = Task("diver", 40, 100, first_floor=2, last_floor=4, turns=900)
COUNTS = Counts.of_floors((10, 30, 20), (2, 8, 0), 30, first_floor=2)


def a_baseline() -> Baseline:
    brawler = Task("brawler", 40, 100, first_floor=2, last_floor=4, turns=900)
    weak = Counts.of_floors((100, 0, 0), (0, 0, 0), 0, first_floor=2)
    return Baseline.of(load("tcod-2020"), {TASK: COUNTS, brawler: weak})


@st.composite
def baselines(draw: st.DrawFn) -> Baseline:
    floors = draw(st.integers(1, 5))
    first = draw(st.integers(1, 20))
    games = draw(st.integers(1, 10**6))
    seed = draw(st.integers(0, MAX_SEED + 1 - 2 * games))
    counts = {}
    for bot in draw(st.lists(st.sampled_from(["diver", "brawler", "random"]), min_size=1, unique=True)):
        alive, rows = games, []
        for _ in range(floors):
            died = draw(st.integers(0, alive))
            stopped = draw(st.integers(0, alive - died))
            rows.append((died, stopped))
            alive -= died + stopped
        died_there, stopped_there = zip(*rows, strict=True)
        task = Task(bot, seed, games, first, first + floors - 1, draw(st.just(700)))
        counts[task] = Counts.of_floors(died_there, stopped_there, alive, first)
    return Baseline.of(load("tcod-2020"), counts)


@given(baselines())
def test_a_baseline_survives_writing_and_reading(baseline: Baseline) -> None:
    assert Baseline.from_json(baseline.to_json()) == baseline


def test_the_file_has_one_readable_line_per_floor() -> None:
    lines = [line.strip() for line in a_baseline().to_json().splitlines()]
    assert '{ "floor": 3, "reached": 88, "died": 30, "stopped": 8 },' in lines
    assert '"floors": [ 2, 4 ],' in lines


def test_the_next_games_have_other_seeds() -> None:
    task, brawler = a_baseline().following()
    assert task == Task("diver", 140, 100, first_floor=2, last_floor=4, turns=900)
    assert brawler.seed == 140


def baseline_with(change: Callable[[dict[str, Any]], object]) -> str:
    fields = json.loads(a_baseline().to_json())
    change(fields)
    return json.dumps(fields)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("<<<<<<< HEAD\n{}", "cannot be used: Expecting value: line 1 column 1"),
        ("[" * 100_000, "cannot be used: "),
        ('{"games": 5}', "it is not a baseline of steep check"),
        ("[1]", "it is not a baseline of steep check"),
        (baseline_with(lambda b: b.update(format=2)), "it has format 2, and this Steep reads format 1"),
        (baseline_with(lambda b: b.pop("ruleset_hash")), "ruleset_hash is None"),
        (baseline_with(lambda b: b.update(games=0)), "games is 0"),
        (baseline_with(lambda b: b.update(games=1e3)), "games is 1000.0"),
        (baseline_with(lambda b: b.update(seed=-1)), "100 games from seed -1 on, and as many again, would have"),
        (baseline_with(lambda b: b.update(floors=[4, 2])), "floors is [4, 2]"),
        (baseline_with(lambda b: b.update(floors=[2, 10**12])), "the floors of diver are not 2 to 1000000000000"),
        (baseline_with(lambda b: b.update(bots={})), "it has no bots"),
        (baseline_with(lambda b: b["bots"].update(divr=b["bots"].pop("diver"))), 'no bot "divr" (did you mean'),
        (baseline_with(lambda b: b["bots"].update(diver=7)), "diver is 7"),
        (baseline_with(lambda b: b["bots"]["diver"]["floors"].pop()), "the floors of diver are not 2 to 4"),
        (
            baseline_with(lambda b: b["bots"]["diver"]["floors"][1].update(floor=9)),
            "the floors of diver are not 2 to 4",
        ),
        (baseline_with(lambda b: b["bots"]["diver"]["floors"][1].update(died=31)), "diver do not add up on floor 3"),
        (baseline_with(lambda b: b["bots"]["diver"].update(won=31)), "diver do not add up on floor 4"),
        (baseline_with(lambda b: b.update(games=101)), "diver do not add up on floor 2"),
    ],
)
def test_a_file_that_is_not_a_baseline_is_refused_in_one_line(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        Baseline.load(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="cannot be used"):
        Baseline.load(path)


def test_a_folder_can_be_neither_read_nor_written_as_a_baseline(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the baseline cannot be read"):
        Baseline.load(tmp_path)
    with pytest.raises(InputError, match="the baseline could not be written"):
        a_baseline().save(tmp_path)
