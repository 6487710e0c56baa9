"""Each thing that the subset has does the same in C as in Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from steep.core.native.native_rule import native
from steep.core.native.types import MATRIX
from steep.core.record import Cells, Narrow, Plane, Rows, record
from steep.core.record_arrays import from_plain, zeros
from steep.core.rule_decorator import rule

DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))
PRIMES = (2, 3, 5, 7, 11)
HALF = PRIMES[:2]
LAST = len(PRIMES) - 1


@record
class Book:
    pages: Annotated[int, Narrow("i2")]
    price: int


@record
class Shelf:
    heights: Annotated[Cells, Plane("i2", 5)]
    used: Annotated[Cells, Plane("u1", 5)]
    books: Annotated[Sequence[Book], Rows(3)]
    best: Book
    calls: int


@rule
def arithmetic(a: int, b: int) -> int:
    total = a + b * 3 - (a ^ b) + (a & 7 | b & 12) + (~a) + abs(b) + min(a, b, 4) * 2 - max(a, b)
    total += (a << 3) + (a >> 2) + (a >> (b & 127)) + (1 << (b & 31))
    return total - -a + (+b)


@rule
def quotients(a: int, b: int) -> int:
    if b == 0:
        return 0
    return a // b * 1_000 + a % b + a // 7 * 10 + a % 7 + a // -3 + a % -3 + b // 16 + b % 16


@rule
def floats(a: int, b: int) -> float:
    half = a / 4
    for number in range(3):
        half += float(number) * 0.5
    half -= math.sqrt(abs(a) + 1) + int(math.sqrt((b & 255) << 32))
    return half - float(b) + max(half, 1.5) + (half if a > b else 2)


@rule
def truths(a: int, b: int) -> int:
    both = a > 0 and b > 0
    total = a - b
    value = (a or b) + 10 * (a and b) + 100 * ((a and b) or 5) + bool(a)
    if not both or a in (3, b, -7) or b not in PRIMES:
        value += 1_000
    if -5 < a < b <= 40 != total:
        value += 10_000
    return value + int(both) + (a if a == b else -b)


@rule
def loops(a: int, b: int) -> int:
    total = 0
    for each in range(a % 9, b % 9):
        if each == 5:
            continue
        total += each
    for each in range(b % 7, -2, -3):
        total = total * 2 + each
    step = 1 + a % 3
    for each in range(0, 8, step):
        total += each * step
    for dx, dy in DIRECTIONS:
        total = total * 3 + dx - dy
    for prime in HALF:
        total += prime
    for number, factor in ((a % 5, 2), (b % 5, 3), (9, a % 2)):
        total = total * factor + number
    while total % 11 != 4:
        total += 1
        if total % 17 == 3:
            break
    return total + PRIMES[LAST] + len(PRIMES) + PRIMES[a % 5]


@rule
def halves(number: int, up: bool = False) -> tuple[int, int]:
    return (number + int(up)) // 2, number // 2


@rule
def tuples(a: int, b: int) -> int:
    a, b = b, a
    first, second = halves(a, up=True)
    third, fourth = halves(b)
    return first * 7 + second * 5 + third * 3 + fourth


NUMBER_RULES: list[Callable[[int, int], float]] = [arithmetic, quotients, floats, truths, loops, tuples]


@pytest.mark.parametrize("made", NUMBER_RULES, ids=lambda made: made.__name__)
@given(a=st.integers(-(2**40), 2**40) | st.integers(-9, 9), b=st.integers(-(2**20), 2**20) | st.integers(-9, 9))
def test_numbers_are_the_same(made: Callable[[int, int], float], a: int, b: int) -> None:
    assert native(made)(a, b) == made(a, b)


@rule
def counted(shelf: Shelf, number: int) -> int:
    shelf.calls = shelf.calls * 10 + number
    return number


@rule
def in_order(shelf: Shelf, a: int) -> int:
    """Calls and reads from left to right, and an augmented assignment reads its target before the call."""
    total = counted(shelf, 1) + shelf.calls * counted(shelf, 2) - shelf.calls
    shelf.heights[counted(shelf, 3)] = counted(shelf, 4) + shelf.calls % 7
    shelf.calls += counted(shelf, 5)
    shelf.books[counted(shelf, 1) % 3].price += a + counted(shelf, 1) + shelf.books[shelf.calls % 3].price
    total += min(counted(shelf, 6), shelf.calls, counted(shelf, 7))
    if counted(shelf, a % 2) or counted(shelf, 8):
        total += counted(shelf, 9) and shelf.calls % 5
    return total if counted(shelf, 1) < shelf.calls < counted(shelf, 2) + shelf.calls else -total


@rule
def records(shelf: Shelf, a: int) -> int:
    book = shelf.books[a % 3]
    book.pages += 2
    book.price -= a
    other = shelf.best if a % 2 else shelf.books[1]
    other.price = book.price * 2
    heights = shelf.heights
    heights[a % 5] -= 3
    shelf.heights[1:3] = heights[2:4]
    shelf.used[1:5] = shelf.used[0:4]
    shelf.used[0:2] = shelf.used[1:3]
    total = 0
    for each in shelf.books:
        total += each.price
    for height in heights:
        total = total * 2 + height
    for number in range(len(heights)):
        shelf.used[number] = int(heights[number] > 0)
    return total + int(heights[0]) + len(shelf.books) + int(shelf.used[2])


def a_shelf() -> Shelf:
    shelf = Shelf()
    for number in range(5):
        shelf.heights[number] = 7 * number - 11
        shelf.books[number % 3].price += number
        shelf.used[number] = number * number
    shelf.best.price = 40
    return shelf


@pytest.mark.parametrize("made", [in_order, records], ids=lambda made: made.__name__)
def test_records_are_the_same(made: Callable[[Shelf, int], int]) -> None:
    for a in range(12):
        plain = a_shelf()
        fast: Any = from_plain(plain)
        assert native(made)(fast, a) == made(plain, a)
        assert fast.tobytes() == from_plain(plain).tobytes()


@rule
def summed(shelves: Sequence[Shelf], weights: NDArray[np.float64], rows: Annotated[NDArray[np.int16], MATRIX]) -> float:
    total = 0.0
    for i in range(len(shelves)):
        shelves[i].calls += i
        row = rows[i]
        for column in range(len(row)):
            row[column] += column
            total += weights[i] * float(rows[i, column])
    return total


def test_arrays_of_records_and_rows_of_numbers() -> None:
    shelves, weights, rows = zeros(Shelf, 3), np.array([0.5, 2.0, -1.0]), np.arange(12, dtype=np.int16).reshape(3, 4)
    copies = shelves.copy(), weights.copy(), rows.copy()
    assert native(summed)(shelves, weights, rows) == summed(*copies)
    assert (rows == copies[2]).all()
    assert shelves.tobytes() == copies[0].tobytes()


class Bays(NamedTuple):
    small: Annotated[Cells, "i2", MATRIX]
    large: Annotated[Cells, "i4", MATRIX]


class Column:
    LAST = 3


@rule
def count_up(row: Cells, by: int) -> int:
    for number in range(len(row)):
        row[number] += number * by
    return int(row[Column.LAST])


@rule
def halve(row: Cells, by: int) -> float:
    return int(row[Column.LAST]) / (by + 2)


FILLERS = (count_up, halve)


@rule
def filled(bays: Bays, by: int, sums: NDArray[np.float64]) -> None:
    for number, fill in enumerate(FILLERS):
        for i in range(len(bays[number])):
            sums[number] += fill(bays[number][i], by) * (number + 1)  # type: ignore[arg-type]


def test_a_loop_over_a_table_of_rules_has_types_of_its_own_in_each_round() -> None:
    bays, sums = Bays(np.ones((2, 4), np.int16), np.full((3, 4), 70_001, np.int32)), np.zeros(2)  # type: ignore[arg-type]
    copies, plain = Bays(*(each.copy() for each in bays)), np.zeros(2)  # type: ignore[attr-defined]
    native(filled)(bays, 5, sums)
    filled(copies, 5, plain)
    assert sums.tolist() == plain.tolist()
    assert all((fast == slow).all() for fast, slow in zip(bays, copies, strict=True))  # type: ignore[attr-defined]


def test_a_record_may_lie_at_any_address() -> None:
    plain = a_shelf()
    bytes_of = from_plain(plain).tobytes()
    for offset in range(9):
        memory = np.zeros(len(bytes_of) + 9, np.uint8)
        there = memory[offset : offset + len(bytes_of)]
        there[:] = np.frombuffer(bytes_of, np.uint8)
        assert native(records)(there, 4) == records(a_shelf(), 4)
        assert not memory[:offset].any()


def test_bytes_of_a_record_will_do() -> None:
    held = bytearray(from_plain(a_shelf()).tobytes())
    assert native(records)(held, 4) == records(a_shelf(), 4)
