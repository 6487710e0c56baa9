"""What the subset lacks is refused with file, line and reason, and errors in a native rule are raised."""

from __future__ import annotations

import importlib.util
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steep.core.native.native_rule import native
from steep.core.native.types import Outside
from steep.core.native.unit import translate

HEAD = """from __future__ import annotations
from collections.abc import Sequence
from typing import Annotated, Any
import numpy as np
from numpy.typing import NDArray
from steep.core.record import Cells, Plane, record
from steep.core.rule_decorator import rule

NAMES = ("orc", "troll")

@record
class Box:
    held: Annotated[Cells, Plane("u1", 4)]
    size: int

def no_rule(a: int) -> int:
    return a

PRIMES = (2, 3, 5)

@rule
def nothing(a: int) -> None:
    pass

@rule
def same(a: int) -> int:
    return a

@rule
"""
FIRST_LINE = HEAD.count("\n") + 1

Load = Callable[[str], Callable[..., Any]]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Makes a rule of a text that goes on from `HEAD`."""

    def made(text: str) -> Callable[..., Any]:
        path = tmp_path / str(len(list(tmp_path.iterdir()))) / "written.py"
        path.parent.mkdir()
        path.write_text(HEAD + text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location("written", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "written", module)
        spec.loader.exec_module(module)
        found: Callable[..., Any] = module.written
        return found

    return made


REFUSED = {
    "def written(a: int) -> int:\n    if a > 0:\n        return 1": (1, "one path through it returns no value"),
    "def written(a: int) -> int:\n    PRIMES[a] = 5\n    return a": (2, "a constant can't be changed"),
    "def written(a: int) -> int:\n    held = PRIMES\n    held[a] += 5\n    return a": (
        3,
        "not a constant can be changed",
    ),
    "def written(a: int) -> int:\n    return same(a, 2)": (2, "same: too many positional arguments"),
    "def written(a: int) -> int:\n    return same(a, a=2)": (2, "same: multiple values for argument 'a'"),
    "def written(a: int) -> int:\n    return a // 0 + 5 // 0": (2, "its value is an error"),
    "def written(a: int) -> int:\n    return PRIMES[3]": (2, "its value is an error: tuple index out of range"),
    "def written(box: Box) -> int:\n    return box.held[box.size / 2]": (2, "an index is an integer; use int()"),
    "def written(a: int) -> int:\n    return a + (1 << 70)": (2, "finite, of 64 bits"),
    "def written(a: int) -> int:\n    for _ in range(2.5):\n        a += 1\n    return a": (2, "one to three integers"),
    "def written(a: int) -> int:\n    return sum(b for b in PRIMES)": (2, "rules have no GeneratorExp"),
    "def written(a: int) -> int:\n    return [a][0]": (2, "rules have no List"),
    "def written(a: int) -> int:\n    return len({a})": (2, "rules have no Set"),
    "def written(a: int) -> int:\n    try:\n        return a\n    except ValueError:\n        return 0": (2, "no Try"),
    "def written(a: int) -> int:\n    with open('x'):\n        return a": (2, "rules have no With"),
    "def written(a: int) -> int:\n    print(a)\n    return a": (
        2,
        "the only functions of Python that rules call are len, int",
    ),
    "def written(a: int) -> int:\n    return no_rule(a)": (2, "no_rule is no rule"),
    "def written(a: int) -> int:\n    return a.bit_length()": (2, "call other rules and a few functions"),
    "def written(a: int) -> int:\n    if a:\n        b = 1\n    return b": (4, "may be read before it has a value"),
    "def written(a: int) -> int:\n    b = nothing(a)\n    return a": (2, "returns nothing"),
    "def written(a: int) -> int:\n    name = NAMES[0]\n    return a": (
        2,
        "constants are numbers (finite, of 64 bits), tuples",
    ),
    "def written(a: int) -> int:\n    return a if a else np": (2, "rules use locals, constants and other rules"),
    "def written(a: int) -> int:\n    b = (a, 1)\n    b = a\n    return a": (3, "b is a tuple and an integer"),
    "def written(a: int) -> int:\n    return 1.5 // a": (2, "only / divides floats"),
    "def written(a: int) -> int:\n    return 1 / a": (1, "it returns a float, and is annotated with an integer"),
    "def written(a: int) -> int:\n    return a ** 2": (2, "rules have no Pow"),
    "def written(a: int, b: int) -> int:\n    return a is b": (2, "numbers are compared by"),
    "def written(a: Any) -> int:\n    return a": (1, "annotate `a` with what Python passes"),
    "def written(a: Cells) -> int:\n    return a[0]": (1, "annotate `a` with what Python passes"),
    "def written(*a: int) -> int:\n    return 1": (1, "rules have plain parameters"),
    "def written(box: Box) -> int:\n    return box.weight": (2, "a Box has no field weight"),
    "def written(box: Box) -> int:\n    box.held = box.held\n    return 1": (2, "can't be assigned here"),
    "def written(box: Box) -> int:\n    box.size = 0.5\n    return 1": (2, "use int()"),
    "def written(box: Box) -> int:\n    a = b = box.size\n    return a + b": (2, "assign to one target at a time"),
    "def written(box: Box) -> int:\n    return box + 1": (2, "this is a Box, and must be a number"),
    "def written(box: Box) -> int:\n    return box.held[0:2:1][0]": (2, "a slice needs a start and an end"),
    "def written(box: Box) -> int:\n    for a in box:\n        pass\n    return 1": (2, "no loop over a Box"),
    "def written(a: int) -> int:\n    for n, each in enumerate(PRIMES):\n        pass\n    return 1": (
        2,
        "enumerate takes a constant tuple of rules",
    ),
    "def written(a: int) -> int:\n    for _ in range(a):\n        pass\n    else:\n        a = 2\n    return a": (
        2,
        "loops have no else",
    ),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_subset_lacks_is_refused_with_file_line_and_reason(load: Load, text: str) -> None:
    line, reason = REFUSED[text]
    with pytest.raises(Outside) as error:
        translate([load(text)])
    assert f"written.py:{FIRST_LINE + line - 1}: rule written" in str(error.value)
    assert reason in str(error.value)


def test_a_rule_that_calls_itself_is_refused(load: Load) -> None:
    with pytest.raises(Outside, match="rule written calls itself; rules do not recurse"):
        translate([load("def written(a: int) -> int:\n    return written(a)")])


@pytest.mark.parametrize("operation", ["//", "%"])
def test_division_by_zero_is_an_error_that_names_rule_and_line(load: Load, operation: str) -> None:
    rule = native(load(f"def written(a: int) -> int:\n    return 7 {operation} a"))
    assert rule(2) == eval(f"7 {operation} 2")  # noqa: S307
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match=f"written.written, line {FIRST_LINE + 1}: division by zero"):
            rule(0)
    assert rule(-1) == eval(f"7 {operation} -1")  # noqa: S307


def test_a_build_with_checks_names_rule_line_index_and_bound(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEEP_CHECKED", "1")
    rule = native(
        load("def written(box: Box, a: int) -> int:\n    box.held[a] = box.size\n    return int(box.held[a])")
    )
    box = np.zeros(12, np.uint8)
    assert rule(box, 3) == 0
    for index in (-1, 4):
        with pytest.raises(IndexError, match=f"written.written, line {FIRST_LINE + 1}: index {index}, of 4"):
            rule(box, index)
    box[5] = 1
    with pytest.raises(OverflowError, match=f"line {FIRST_LINE + 1}: 256 doesn't fit, the limit is 255"):
        rule(box, 0)


ARGUMENTS: dict[str, tuple[Any, str]] = {
    "too short": (np.zeros(11, np.uint8), "box: found 11 bytes, the record has 12"),
    "not contiguous": (np.zeros(24, np.uint8)[::2], "box: its bytes are not contiguous"),
    "read-only": (np.frombuffer(bytes(12), np.uint8), "box: it can't be written to"),
    "no memory": (None, "box: "),
}


@pytest.mark.parametrize("case", ARGUMENTS)
def test_memory_is_checked_before_a_call(load: Load, case: str) -> None:
    rule = native(load("def written(box: Box, a: int) -> int:\n    return box.size + a"))
    given, message = ARGUMENTS[case]
    with pytest.raises((TypeError, ValueError), match=f"written: {message}"):
        rule(given, 1)


def test_arrays_are_checked_before_a_call(load: Load) -> None:
    rule = native(load("def written(a: NDArray[np.int16]) -> int:\n    return int(a[0]) + len(a)"))
    assert rule(np.array([4, 5], np.int16)) == 6
    for wrong in (np.zeros(2, np.int32), np.zeros((2, 2), np.int16), np.zeros(4, np.int16)[::2], [1, 2]):
        with pytest.raises((TypeError, ValueError), match="written: a: "):
            rule(wrong)
    with pytest.raises(OverflowError, match=r"a: \d+ is no integer of 64 bits"):
        native(load("def written(a: int) -> int:\n    return a"))(2**63)


def test_a_call_takes_as_many_arguments_as_the_rule(load: Load) -> None:
    rule = native(load("def written(a: int, b: int = 2) -> int:\n    return a * b"))
    assert (rule(4), rule(4, b=3), rule.bind(4)(5)) == (8, 12, 20)
    for call in (lambda: rule(1, 2, 3), lambda: rule.bind(1, 2, 3), lambda: rule.bind(1)(2, 3), rule):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("text", ["1 << a", "8 >> a", "int(math.sqrt(a))"])
def test_a_value_that_python_refuses_is_refused(load: Load, text: str) -> None:
    rule = native(load(f"def written(a: int) -> int:\n    return {text}"))
    assert rule(3) == eval(text, {"math": math, "a": 3})  # noqa: S307
    with pytest.raises(ValueError, match=f"written.written, line {FIRST_LINE + 1}: -1 is no value for this"):
        rule(-1)


def test_a_step_of_zero_ends_no_loop(load: Load) -> None:
    rule = native(load("def written(a: int) -> int:\n    for _ in range(0, 9, a):\n        a += 1\n    return a"))
    with pytest.raises(ValueError, match="0 is no value for this shift, step or square root"):
        rule(0)
