"""The lab gives what it gave when its figures were recorded, to the digit, with any number of jobs.

The calls are those of `tests/support/lab_oracle.py`; tools/record_lab_oracle.py records what they give.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lab_oracle import CALLS, FOLDER, as_text, ask, differences, plain, recorded
from lab_oracle_inputs import write_inputs


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


def with_jobs() -> list[object]:
    """Each call with two jobs, and those that play games with one, too."""
    found: list[object] = []
    for name, call in CALLS.items():
        slow = [pytest.mark.slow] if call.slow else []
        found.append(pytest.param(name, 2, id=name, marks=slow))
        if call.has_jobs:
            found.append(pytest.param(name, 1, id=f"{name}-one-job", marks=pytest.mark.slow))
    return found


@pytest.mark.usefixtures("private_folders")
@pytest.mark.parametrize(("name", "jobs"), with_jobs())
def test_a_call_gives_what_is_recorded(inputs: Path, tmp_path: Path, name: str, jobs: int) -> None:
    call = CALLS[name]
    folder = shutil.copytree(inputs, tmp_path / "here")
    was, now = recorded(call.like or name), ask(call, folder, jobs)
    if call.like:
        was, now = {"out": was["out"]}, {"out": now["out"]}
    found = [*differences(was, now)]
    assert not found, "\n".join([f"{name} differs in {len(found)} values from what is recorded:", *found])


def test_every_call_is_recorded_and_nothing_else() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {name for name, call in CALLS.items() if not call.like}


def test_what_is_recorded_is_written_as_it_would_be_now() -> None:
    for path in FOLDER.iterdir():
        assert as_text(plain(recorded(path.stem), FOLDER)) == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ({"games": [{"died": 3}]}, {"games": [{"died": 4}]}, ["games[0].died: 3 -> 4"]),
        ({"value": 0.5}, {"value": 0.500000005}, ["value: 0.5 -> 0.500000005"]),
        ({"value": 0.5}, {"value": 0.50000000001}, []),
        ({"seed": 10**17}, {"seed": 10**17 + 1}, [f"seed: {10**17} -> {10**17 + 1}"]),
        ({"held": True}, {"held": 1}, ["held: true -> 1"]),
        ({"a": 1}, {"b": 1}, ['a: 1 -> "nothing"', 'b: "nothing" -> 1']),
        ([1, 2], [1, 2, 3], [": [1, 2] -> [1, 2, 3]"]),
    ],
)
def test_each_value_that_differs_is_named(was: object, now: object, said: list[str]) -> None:
    assert [*differences(was, now)] == said
