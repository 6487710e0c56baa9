"""A copied record has the numbers of the first, and no part of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np
import pytest

from steep.core.native.native_rule import native
from steep.core.record import Cells, Plane, Rows, copy_record, pack, record
from steep.core.record_arrays import zeros
from steep.core.rule_decorator import rule


@record
class Coin:
    """Two numbers."""

    value: int
    cell: int


@record
class Purse:
    """Coins between other numbers, at an odd address."""

    marks: Annotated[Cells, Plane("u1", 3)]
    coins: Annotated[Sequence[Coin], Rows(3)]
    spare: Coin


@record
class Wallet:
    """A plane and a record among numbers."""

    owner: int
    marks: Annotated[Cells, Plane("i2", 3)]
    coin: Coin


@record
class Wallets:
    """Two wallets."""

    both: Annotated[Sequence[Wallet], Rows(2)]


@rule
def swap_in(wallets: Wallets) -> None:
    """Copy the second wallet over the first, then change the second."""
    copy_record(wallets.both[0], wallets.both[1])
    wallets.both[1].marks[1] += 1
    wallets.both[1].coin.value += 1


@rule
def save(purse: Purse) -> None:
    """Copy the spare coin over the middle one, then change the spare."""
    copy_record(purse.coins[1], purse.spare)
    purse.spare.value += 1


def test_a_plain_record_with_tables_is_copied_row_by_row() -> None:
    purse, copied = Purse(), Purse()
    fill(purse)
    purse.marks[1] = 7
    copy_record(copied, purse)
    assert pack(copied) == pack(purse)
    purse.coins[2].value += 1
    assert copied.coins[2].value == 3


def fill(purse: Any) -> None:
    for number, coin in enumerate((*purse.coins, purse.spare), 1):
        coin.value, coin.cell = number, -(2**40) - number


@pytest.mark.parametrize("form", [lambda given: given, native])
def test_a_copy_has_the_same_numbers_in_all_forms_and_no_other_number_changes(
    form: Callable[[Any], Any],
) -> None:
    plain, (array,) = Purse(), zeros(Purse, 1)
    fill(plain)
    fill(array)
    save(plain)
    form(save)(array)
    assert [(coin.value, coin.cell + 2**40) for coin in (*plain.coins, plain.spare)] == [
        (1, -1),
        (4, -4),
        (3, -3),
        (5, -4),
    ]
    assert np.asarray(array).tobytes() == pack(plain)


@pytest.mark.parametrize("form", [lambda given: given, native])
def test_planes_and_records_within_are_copied_and_not_shared(form: Callable[[Any], Any]) -> None:
    plain, (array,) = Wallets(), zeros(Wallets, 1)
    for wallets in (plain, array):
        wallet = wallets.both[1]
        wallet.owner, wallet.marks[1], wallet.coin.value, wallet.coin.cell = 5, -7, 8, 2**40
    swap_in(plain)
    form(swap_in)(array)
    first, second = plain.both
    assert (first.owner, list(first.marks), first.coin.value, first.coin.cell) == (5, [0, -7, 0], 8, 2**40)
    assert (list(second.marks), second.coin.value) == ([0, -6, 0], 9)
    assert np.asarray(array).tobytes() == pack(plain)
