"""`steep bench`: its measurements and its output."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from steep.cli import main
from steep.commands import bench
from steep.content import load_ruleset
from steep.core.processes import cores
from steep.lab.simulate import measure_speed
from steep.lab.simulate.measure_speed import plain_turns, pool_turns, speeds_of

ENGINES = [
    ("turns", "yardstick", 1),
    ("turns", "plain", 1),
    *(("turns", "compiled", jobs) for jobs in sorted({1, cores()})),
    ("floors", "yardstick", 1),
    ("floors", "plain", 1),
    ("floors", "compiled", 1),
    ("steps", "single", 1),
    ("steps", "vector", 1),
]


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every measurement a single run of very few games."""
    monkeypatch.setattr(measure_speed, "GAMES_AT_ONCE", 4)
    monkeypatch.setattr(measure_speed, "SEEDS_AT_ONCE", 2)
    for name, count in (("WORLDS", 4), ("VECTOR_STEPS", 3), ("SINGLE_STEPS", 5)):
        monkeypatch.setattr(measure_speed, name, count)
    monkeypatch.setattr(measure_speed, "speeds_of", lambda works: speeds_of(works, runs=1, seconds=0))


def test_the_worker_pool_plays_the_same_games_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_speed, "GAMES_AT_ONCE", 3)
    ruleset = load_ruleset("tcod-2020").compiled
    assert pool_turns(ruleset, 2)(1) == sum(map(plain_turns(ruleset), range(6, 12)))


@pytest.mark.usefixtures("_short")
@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_every_engine_is_compared_with_the_yardstick(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--format", form]) == 0
    output = capsys.readouterr()
    if form == "json":
        answer = json.loads(output.out)
        assert (answer["ruleset"], answer["bot"], answer["yardstick"]) == ("tcod-2020", "diver", "yardstick")
        assert answer["rules"].startswith("native, ")
        engines = [(each["unit"], each["engine"], each["cores"]) for each in answer["speeds"]]
        assert all(each["times_yardstick"] == 1 for each in answer["speeds"] if each["engine"] == "yardstick")
    elif form == "csv":
        rows = list(csv.DictReader(io.StringIO(output.out)))
        engines = [(row["unit"], row["engine"], int(row["cores"])) for row in rows]
    else:
        words = [line.split() for line in output.out.splitlines()[7:]]
        engines = [(unit, engine, int(count)) for unit, engine, count, *_ in words]
        assert re.search(r"The rules of the lab: native, .* by (GCC|Clang) \d", output.out)
        assert "the yardstick is benchmarks/yardstick_engine.py" in output.out.lower()
    assert engines == ENGINES


@pytest.mark.usefixtures("_short")
def test_without_compiled_rules_it_says_what_to_install_and_measures_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "can_load", lambda _name: False)
    assert main(["bench", "--format", "json"]) == 0
    output = capsys.readouterr()
    assert 'pip install "steep[lab]"' in output.err
    assert {each["engine"] for each in json.loads(output.out)["speeds"]} == {"yardstick", "plain"}


@pytest.mark.usefixtures("_short")
def test_without_the_sources_the_plain_form_is_the_yardstick(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "find_yardstick", lambda: None)
    monkeypatch.setattr(bench, "can_load", lambda _name: False)
    assert main(["bench"]) == 0
    out = capsys.readouterr().out
    assert "The yardstick is Steep's own plain form" in out
    assert "The rules of the lab: plain Python." in out
    assert [line.split()[-1] for line in out.splitlines()[7:]] == ["1.0", "1.0"]
