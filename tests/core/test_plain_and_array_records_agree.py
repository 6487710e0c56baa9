"""Records: one declaration, two forms with the same bytes."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Annotated

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.bots.bot_memory import BotMemory
from steep.core.record import (
    Cells,
    Narrow,
    Plane,
    Rows,
    Within,
    digest,
    fields_of,
    fingerprint,
    mostly_shared,
    out_of_range,
    pack,
    record,
    size_of,
    unpack,
)
from steep.core.record_arrays import dtype_of, from_plain, zeros
from steep.core.ruleset import Ruleset
from steep.core.world import World


@record
class Pocket:
    coins: int


@record
class Ring:
    charm: Annotated[int, Narrow("i2"), Within(-5, 5)]
    price: Annotated[int, Within(0, 10**12)]


@record
class Goblin:
    hp: int
    mood: Annotated[int, Narrow("i2")]
    skin: Annotated[Cells, Plane("u1", 3)]
    path: Annotated[Cells, Plane("i2", 4)]
    pockets: Annotated[Sequence[Pocket], Rows(2)]
    rings: Annotated[Sequence[Ring], Rows(3)]
    purse: Pocket


SHORTS = st.integers(-(2**15), 2**15 - 1)
LONGS = st.integers(-(2**63), 2**63 - 1)


@st.composite
def goblins(draw: st.DrawFn) -> Goblin:
    goblin = Goblin()
    goblin.hp = draw(LONGS)
    for i in range(3):
        goblin.skin[i] = draw(st.integers(0, 255))
    for i in range(4):
        goblin.path[i] = draw(SHORTS)
    goblin.mood = draw(SHORTS)
    for ring in goblin.rings:
        ring.charm = draw(SHORTS)
        ring.price = draw(LONGS)
    for pocket in (*goblin.pockets, goblin.purse):
        pocket.coins = draw(LONGS)
    return goblin


@given(goblins())
def test_unpacking_a_packed_record_gives_the_same_record(goblin: Goblin) -> None:
    assert pack(unpack(Goblin, pack(goblin))) == pack(goblin)


@given(goblins())
def test_both_forms_hold_the_same_bytes(goblin: Goblin) -> None:
    assert from_plain(goblin).tobytes() == pack(goblin)


@given(goblins())
def test_both_forms_support_the_same_expressions(goblin: Goblin) -> None:
    array = from_plain(goblin)
    assert array.hp == goblin.hp
    assert array.mood == goblin.mood
    assert array.rings[2].charm == goblin.rings[2].charm
    assert list(array.skin) == list(goblin.skin)
    assert list(array.path) == list(goblin.path)
    assert array.pockets[1].coins == goblin.pockets[1].coins
    assert array.purse.coins == goblin.purse.coins


def test_writing_through_a_row_changes_the_record_in_array_form() -> None:
    goblins = zeros(Goblin, 2)
    goblins[1].pockets[0].coins += 5
    goblins[1].purse.coins -= 3
    assert (int(goblins[1].pockets[0].coins), int(goblins[1].purse.coins)) == (5, -3)
    assert not np.frombuffer(goblins[0].tobytes(), "u1").any()


@pytest.mark.parametrize("record_class", [World, Ruleset])
def test_a_record_is_packed_without_padding(record_class: type) -> None:
    assert dtype_of(record_class).itemsize == size_of(record_class)
    assert not dtype_of(record_class).isalignedstruct


def test_a_plane_refuses_values_outside_the_range_of_its_type() -> None:
    goblin = Goblin()
    with pytest.raises(ValueError, match="byte must be in range"):
        goblin.skin[0] = 256
    with pytest.raises(OverflowError):
        goblin.path[0] = 2**15


def test_a_narrow_number_takes_two_bytes_and_refuses_to_be_packed_beyond_its_type() -> None:
    assert size_of(Ring) == 10
    goblin = Goblin()
    goblin.mood = 2**15
    with pytest.raises(struct.error):
        pack(goblin)


def test_the_range_of_a_narrow_number_in_a_table_is_checked() -> None:
    goblin = Goblin()
    goblin.rings[1].charm = 5
    goblin.rings[2].price = 10**12
    assert out_of_range(Goblin, pack(goblin)) == ""
    goblin.rings[1].charm = -6
    assert out_of_range(Goblin, pack(goblin)) == "rings[1].charm is -6, not from -5 to 5"


def test_a_world_is_at_most_128_kilobytes() -> None:
    assert size_of(World) <= 128 * 1024


@record
class Den:
    goblins: Annotated[Sequence[Goblin], Rows(40)]
    rings: Annotated[Sequence[Ring], Rows(9)]
    depth: int


def test_a_record_whose_rows_are_mostly_shared_has_the_same_bytes() -> None:
    shared, own = mostly_shared(Den, 3), Den()
    for den in (shared, own):
        den.depth = den.goblins[0].hp = den.rings[2].charm = 4
        den.goblins[4].path[1] = den.goblins[4].pockets[1].coins = den.goblins[4].purse.coins = 5
    assert pack(shared) == pack(own)
    assert pack(unpack(Den, pack(shared))) == pack(own)


def test_a_shared_row_is_zero_and_refuses_to_be_changed() -> None:
    den = mostly_shared(Den, 3)
    den.goblins[4].hp = 1
    assert [goblin.hp for goblin in den.goblins[:6]] == [0, 0, 0, 0, 1, 0]
    shared = den.goblins[5]
    assert shared is den.goblins[39]
    with pytest.raises(TypeError, match=r"Goblin.hp can't be set: this row is shared"):
        shared.hp = 1
    with pytest.raises(TypeError, match=r"Pocket.coins can't be set"):
        shared.pockets[1].coins = 1
    with pytest.raises(TypeError, match=r"Pocket.coins can't be set"):
        shared.purse.coins = 1
    for plane in (shared.skin, shared.path):
        with pytest.raises(TypeError):
            plane[0] = 1
    assert pack(shared) == pack(Goblin())


def test_undeclared_fields_are_refused() -> None:
    with pytest.raises(AttributeError):
        Goblin().mana = 1  # type: ignore[attr-defined]


def test_bytes_of_the_wrong_length_are_refused() -> None:
    with pytest.raises(ValueError, match="Goblin is 75 bytes, not 42"):
        unpack(Goblin, bytes(42))


def test_a_digest_changes_with_any_field() -> None:
    goblin = Goblin()
    digests = {digest(goblin)}
    goblin.purse.coins = 1
    digests.add(digest(goblin))
    goblin.path[3] = 1
    digests.add(digest(goblin))
    assert len(digests) == 3


def test_different_declarations_have_different_fingerprints() -> None:
    @record
    class Renamed:
        coin: int

    @record
    class Longer:
        coins: int
        more: int

    @record
    class Narrower:
        coins: Annotated[int, Narrow("i2")]

    Narrower.__name__ = "Pocket"
    assert len({fingerprint(record_class) for record_class in (Pocket, Renamed, Longer, Narrower)}) == 4


def test_fields_keep_their_order() -> None:
    assert [field.name for field in fields_of(Goblin)] == ["hp", "mood", "skin", "path", "pockets", "rings", "purse"]


@pytest.mark.parametrize("record_class", [World, Ruleset, BotMemory])
def test_no_field_has_the_name_of_something_that_every_numpy_record_has(record_class: type) -> None:
    def names(cls: type) -> set[str]:
        inner = (names(field.of) for field in fields_of(cls) if field.of is not None)
        return {field.name for field in fields_of(cls)}.union(*inner)

    # `item` is a method that no rule calls; a field of that name is read by rules as declared.
    assert names(record_class) & set(dir(np.record)) <= {"item"}
