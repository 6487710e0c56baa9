"""Each rule is compiled once, and only entry points called from Python become machine code."""

from __future__ import annotations

import operator
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from steep.core.record import Cells, Narrow, Plane, Rows, record
from steep.core.rule_decorator import compiled_apart, rule


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


@rule
def twice(number: int) -> int:
    return number + number


@rule
@compiled_apart
def tripled(number: int) -> int:
    return number + twice(number)


@rule
def one_more(number: int) -> int:
    return tripled(number) + 1


@rule
def one_less(number: int) -> int:
    return tripled(number) - 1


@record
class Book:
    pages: Annotated[int, Narrow("i2")]


@record
class Shelf:
    heights: Annotated[Cells, Plane("i2", 3)]
    books: Annotated[Sequence[Book], Rows(2)]


@rule
def raised(shelf: Shelf, row: int, by: int) -> int:
    shelf.heights[row] += by
    shelf.books[1].pages += 1
    return int(shelf.heights[row])


@rule
def raised_twice(shelf: Shelf, row: int, by: int) -> int:
    raised(shelf, row, by)
    return raised(shelf, row, by)


@rule
def at(numbers: Any, index: int) -> int:
    return int(numbers[index])


@rule
@compiled_apart
def shared(numbers: Any, by: int) -> int:
    return divided(numbers[0], by)


@rule
def twice_shared(numbers: Any, by: int) -> int:
    return shared(numbers, by) + shared(numbers, by)


def test_each_rule_is_compiled_once_and_only_the_entry_point_becomes_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import config, event

    from steep.core.compiler import compiled as twins
    from steep.core.compiler.numba_pipeline import LINKING

    twins._numba()
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    twin = twins._pipeline().entry(twins._copy(there_and_back))
    with event.install_recorder("numba:compile") as compiled, event.install_recorder(LINKING) as linked:
        assert twin(20) == 41
    names = [each.data["dispatcher"].__name__ for _, each in compiled.buffer if each.is_end]
    assert sorted(names) == ["doubled", "halved", "there_and_back"]
    assert len([each for _, each in linked.buffer if each.is_end]) == 1


def test_a_rule_is_not_compiled_again_for_constants_defaults_and_narrow_integers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import config, event

    from steep.core.compiler import compiled as twins
    from steep.core.compiler.compiled import compiled

    twins._numba()
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    numbers = (np.array([2]), np.array([300], "i2"), np.array([200], "u1"))
    with event.install_recorder("numba:compile") as recorder:
        assert compiled(scaled_in_every_way)(*numbers) == 4 + 900 + 800 + 1500 + 42
    names = [each.data["dispatcher"].__name__ for _, each in recorder.buffer if each.is_end]
    assert names.count("scaled") == 1


def test_a_rule_that_other_rules_call_can_also_be_called_from_python() -> None:
    from steep.core.compiler.compiled import compiled

    assert compiled(there_and_back)(7) == there_and_back(7)
    assert compiled(doubled)(7) == 14
    assert compiled(halved)(7) == 3


def test_numba_types_an_operator_once_while_rules_compile_and_forgets_it_afterwards() -> None:
    from numba.core import types
    from numba.core.registry import cpu_target

    from steep.core.compiler.numba_pipeline import remembering

    context = cpu_target.typing_context
    context.refresh()
    call: Any = (context.resolve_value_type(operator.getitem), (types.Array(types.int64, 1, "C"), types.int64), {})
    described = types.Record.__repr__
    with remembering():
        with remembering():
            first = context.resolve_function_type(*call)
        assert context.resolve_function_type(*call) is first
    assert context.resolve_function_type(*call) is not first
    assert types.Record.__repr__ is described


def test_a_compiled_index_is_not_counted_from_the_end_and_numba_counts_on_elsewhere() -> None:
    import numba

    from steep.core.compiler.compiled import compiled

    numbers = np.arange(5)[2:]
    assert compiled(at)(numbers, 1) == 3
    assert compiled(at)(numbers, -1) == 1
    assert numba.njit(at)(numbers, -1) == 4


def test_a_plane_is_read_and_written_in_place_without_a_description_of_it_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import config
    from numba.core.cpu import CPUContext

    from steep.core.compiler import compiled as twins
    from steep.core.compiler.numba_pipeline import InnerLibrary
    from steep.core.record_arrays import zeros

    written: dict[str, str] = {}
    own = InnerLibrary._optimize_functions

    def keep(library: Any, module: Any) -> None:
        written[library.name] = str(module)
        own(library, module)

    monkeypatch.setattr(InnerLibrary, "_optimize_functions", keep)
    twins._numba()
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    numbas = CPUContext.get_getattr, CPUContext.get_function, CPUContext.call_internal
    shelf: Any = zeros(Shelf, 1)[0]
    assert twins._pipeline().entry(twins._copy(raised_twice))(shelf, 2, 300) == 600
    assert shelf.heights.tolist() == [0, 0, 600]
    assert shelf.books[1].pages == 2
    assert written["raised"].count("alloca") == 0
    assert (CPUContext.get_getattr, CPUContext.get_function, CPUContext.call_internal) == numbas


def test_a_numba_with_another_inside_compiles_rules_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.cpu import CPUContext

    from steep.core.compiler import compiled as twins
    from steep.core.compiler import numba_lowering
    from steep.core.record_arrays import zeros

    assert numba_lowering.is_as_known()
    inside = (*numba_lowering.INSIDE, (CPUContext, "get_getattr", "self typ attr where"))
    monkeypatch.setattr(numba_lowering, "INSIDE", inside)
    assert not numba_lowering.is_as_known()
    numbas = CPUContext.get_getattr
    with numba_lowering.lowering_like_this():
        assert CPUContext.get_getattr is numbas
    shelf: Any = zeros(Shelf, 1)[0]
    assert twins._pipeline().entry(twins._copy(raised_twice))(shelf, 2, 300) == 600
    assert shelf.heights.tolist() == [0, 0, 600]


def test_an_error_in_an_inner_rule_is_raised() -> None:
    from steep.core.compiler.compiled import compiled

    twin = compiled(first_divided)
    assert twin(np.array([9, 1]), 2) == 4
    with pytest.raises(ZeroDivisionError):
        twin(np.array([9, 1]), 0)


def test_a_rule_compiled_apart_is_compiled_once_and_not_part_of_its_callers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import config, event

    from steep.core.compiler import compiled as twins

    twins._numba()
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    callers = [twins._pipeline().entry(twins._copy(each)) for each in (one_more, one_less)]
    with event.install_recorder("numba:compile") as recorder:
        assert [each(7) for each in callers] == [22, 20]
    names = [each.data["dispatcher"].__name__ for _, each in recorder.buffer if each.is_end]
    assert sorted(names) == ["one_less", "one_more", "tripled", "twice"]
    for each in callers:
        (made,) = each.overloads.values()
        inside = [function.name for function in made.library.get_defined_functions()]
        assert not [name for name in inside if "tripled" in name or "twice" in name]


def test_an_error_in_a_rule_compiled_apart_is_raised() -> None:
    from steep.core.compiler.compiled import compiled

    twin = compiled(twice_shared)
    assert twin(np.array([8]), 2) == 8
    with pytest.raises(ZeroDivisionError):
        twin(np.array([8]), 0)


COMPILE_COUNT = """
import sys
sys.path.insert(0, sys.argv[1])
import test_rules_are_compiled_once
from numba.core import event
from steep.core.compiler.compiled import compiled

with event.install_recorder("numba:compile") as recorder:
    assert compiled(test_rules_are_compiled_once.there_and_back)(20) == 41
    assert compiled(test_rules_are_compiled_once.one_more)(7) == 22
print(sum(each.is_end for _, each in recorder.buffer))
"""

RULES = 6
"""Compiled by COMPILE_COUNT: two entry points, two rules that one calls, and two compiled apart from the other."""


def compile_in_another_process(cache: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", COMPILE_COUNT, str(Path(__file__).parent)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_an_entry_point_and_the_rules_it_calls_are_loaded_from_the_cache(tmp_path: Path) -> None:
    def count() -> int:
        return int(compile_in_another_process(tmp_path).communicate(timeout=300)[0])

    assert [count(), count()] == [RULES, 0]
    for path in tmp_path.glob("*/*.tripled-*"):
        path.unlink()
    # With the rule that it calls.
    assert [count(), count()] == [2, 0]


def test_processes_that_need_the_same_rules_compile_them_once(tmp_path: Path) -> None:
    processes = [compile_in_another_process(tmp_path) for _ in range(2)]
    assert sum(int(each.communicate(timeout=300)[0]) for each in processes) == RULES
