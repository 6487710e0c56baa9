"""Each rule is compiled once, and only entry points called from Python become machine code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steep.core.rule_decorator import rule


@rule
def doubled(number: int) -> int:
    return 2 * number


@rule
def halved(number: int) -> int:
    return number // 2


@rule
def there_and_back(number: int) -> int:
    return halved(doubled(number)) + halved(doubled(number + 1))


@rule
def scaled(number: int, by: int = 2) -> int:
    return number * by


@rule
def scaled_in_every_way(longs: Any, shorts: Any, bytes_: Any) -> int:
    return scaled(longs[0]) + scaled(shorts[0], 3) + scaled(bytes_[0], 4) + scaled(5, int(shorts[0])) + scaled(6, 7)


@rule
def divided(number: int, by: int) -> int:
    return number // by


@rule
def first_divided(numbers: Any, by: int) -> int:
    return divided(numbers[0], by)


def test_each_rule_is_compiled_once_and_only_the_entry_point_becomes_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import config, event

    from steep.core import compiled as twins
    from steep.core.numba_pipeline import LINKING

    twins._numba()
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    twin = twins._pipeline().entry(twins._copy(there_and_back))
    with event.install_recorder("numba:compile") as compiled, event.install_recorder(LINKING) as linked:
        assert twin(20) == 41
    names = [each.data["dispatcher"].__name__ for _, each in compiled.buffer if each.is_end]
    assert sorted(names) == ["doubled", "halved", "there_and_back"]
    assert len([each for _, each in linked.buffer if each.is_end]) == 1


def test_a_rule_is_not_compiled_again_for_constants_defaults_and_narrow_integers() -> None:
    from numba.core import event

    from steep.core.compiled import compiled

    numbers = (np.array([2]), np.array([300], "i2"), np.array([200], "u1"))
    with event.install_recorder("numba:compile") as recorder:
        assert compiled(scaled_in_every_way)(*numbers) == 4 + 900 + 800 + 1500 + 42
    names = [each.data["dispatcher"].__name__ for _, each in recorder.buffer if each.is_end]
    assert names.count("scaled") == 1


def test_a_rule_that_other_rules_call_can_also_be_called_from_python() -> None:
    from steep.core.compiled import compiled

    assert compiled(there_and_back)(7) == there_and_back(7)
    assert compiled(doubled)(7) == 14
    assert compiled(halved)(7) == 3


def test_an_error_in_an_inner_rule_is_raised() -> None:
    from steep.core.compiled import compiled

    twin = compiled(first_divided)
    assert twin(np.array([9, 1]), 2) == 4
    with pytest.raises(ZeroDivisionError):
        twin(np.array([9, 1]), 0)


COMPILE_COUNT = """
import sys
sys.path.insert(0, sys.argv[1])
import test_rules_are_compiled_once
from numba.core import event
from steep.core.compiled import compiled

with event.install_recorder("numba:compile") as recorder:
    compiled(test_rules_are_compiled_once.there_and_back)(20)
print(sum(each.is_end for _, each in recorder.buffer))
"""


def test_an_entry_point_and_the_rules_it_calls_are_loaded_from_the_cache(tmp_path: Path) -> None:
    counts = [
        subprocess.run(
            [sys.executable, "-c", COMPILE_COUNT, str(Path(__file__).parent)],
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout
        for _ in range(2)
    ]
    assert counts == ["3\n", "0\n"]
