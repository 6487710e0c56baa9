"""The library of spawn tables: odds, draws, batches, tags, mistakes, and the examples of its page."""

from __future__ import annotations

import doctest
import random
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steep.spawn
from hypothesis_curve_strategies import fitting_tables, floors, simple, tables
from steep.core.input_errors import InputError
from steep.core.random_streams import SPAWNS, STREAMS, seed_streams
from steep.spawn import Curve, Peak, Ramp, Steps, Stream, Table
from steep.spawn.compile_tables import NOTHING, draw_kind

TABLE = Table({"orc": 80, "troll": {3: 15, 5: 30, 7: 60}, "ogre": Peak(40, (5, 9))})


class Ticket:
    """A source of randomness that always returns the same number and remembers the bound."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.bound = 0

    def randrange(self, bound: int, /) -> int:
        self.bound = bound
        return self.number


def stream_states(seed: int) -> list[int]:
    """The state of all random streams of a seed on floor 1."""
    state = [0] * (4 * STREAMS)
    seed_streams(state, seed, 1)
    return state


# Odds.
def test_a_number_applies_to_every_floor_and_a_mapping_from_each_of_its_floors_on() -> None:
    assert TABLE.weights(1) == {"orc": 80}
    assert TABLE.weights(6) == {"orc": 80, "troll": 30, "ogre": Fraction(80, 3)}
    assert TABLE.odds(4) == {"orc": Fraction(80, 95), "troll": Fraction(15, 95)}


@given(tables, floors)
def test_odds_are_weights_divided_by_their_sum(table: dict[int, Curve], floor: int) -> None:
    weights = {name: curve.at(floor) for name, curve in table.items() if curve.at(floor) > 0}
    weighted = Table(table)
    assert weighted.weights(floor) == weights
    assert weighted.odds(floor) == {name: Fraction(weight) / sum(weights.values()) for name, weight in weights.items()}


@given(tables)
def test_a_table_ends_with_its_last_curve(table: dict[int, Curve]) -> None:
    assert Table(table).last == max((curve.last for curve in table.values()), default=1)


def test_names_keep_their_order() -> None:
    table = Table.by_floor({1: {"b": 1}, 2: {"a": 1, "b": 2}})
    assert table.names == ("b", "a")
    assert list(table.odds(2)) == ["b", "a"]
    assert dict(table.curves) == {"b": Steps.of({1: 1, 2: 2}), "a": Steps.of({2: 1})}


# Draws.
@given(st.lists(st.one_of(st.integers(0, 9), st.fractions(0, 3, max_denominator=4)), max_size=5))
def test_drawing_every_ticket_once_gives_exactly_the_odds(weights: list[Any]) -> None:
    table = Table(dict(enumerate(weights)))
    ticket = Ticket(0)
    table.choose(1, ticket)
    drawn: Counter[int | None] = Counter(table.choose(1, Ticket(number)) for number in range(ticket.bound))
    assert {name: Fraction(count, ticket.bound) for name, count in drawn.items()} == table.odds(1)


@given(fitting_tables, floors, st.integers(0, 2**63 - 1))
def test_a_stream_of_the_game_gives_what_the_compiled_table_gives(
    table: dict[int, Curve], floor: int, seed: int
) -> None:
    rules, library = stream_states(seed), stream_states(seed)
    weighted = Table(table)
    compiled = weighted.compiled()
    drawn = [draw_kind(compiled, floor, rules, SPAWNS) for _ in range(4)]
    assert [weighted.choose(floor, Stream(library, SPAWNS)) for _ in range(4)] == [
        None if kind == NOTHING else kind for kind in drawn
    ]
    assert rules == library


def test_choices_gives_the_same_as_repeated_choose() -> None:
    first, second = random.Random(5), random.Random(5)
    assert TABLE.choices(6, 30, first) == [TABLE.choose(6, second) for _ in range(30)]


def test_the_random_module_is_a_source() -> None:
    random.seed(8)
    assert TABLE.choose(1, random) == "orc"


@pytest.mark.parametrize("table", [Table({}), Table({"orc": 0}), Table({"orc": {5: 3}})])
def test_nothing_is_drawn_on_a_floor_where_nothing_has_weight(table: Table[str]) -> None:
    rng = np.random.default_rng(1)
    assert (table.weights(4), table.odds(4)) == ({}, {})
    assert table.choose(4, random) is None
    assert table.choices(4, 9, random) == []
    assert list(table.batch(4, 9, rng)) == []


def test_arbitrarily_small_weights_can_be_drawn() -> None:
    table = Table({"a": Fraction(1, 10**30), "b": 1})
    ticket = Ticket(10**30)
    assert table.choose(1, ticket) == "b"
    assert ticket.bound == 10**30 + 1


# Batches.
def test_a_batch_has_the_odds_of_its_floor() -> None:
    drawn = Counter(TABLE.batch(6, 200_000, np.random.default_rng(3)))
    for name, chance in TABLE.odds(6).items():
        expected = float(chance) * 200_000
        assert drawn[name] == pytest.approx(expected, abs=5 * expected**0.5)


def test_a_batch_holds_the_name_objects() -> None:
    entity, tuple_name = object(), ("orc", 3)
    drawn = Table({entity: 1, tuple_name: 1}).batch(1, 40, np.random.default_rng(3))
    assert drawn.shape == (40,)
    assert {id(name) for name in drawn} == {id(entity), id(tuple_name)}


@given(fitting_tables, floors, st.integers(0, 2**32))
def test_a_batch_draws_its_tickets_from_the_generator(table: dict[int, Curve], floor: int, seed: int) -> None:
    weighted = Table(table)
    drawn = list(weighted.batch(floor, 5, np.random.default_rng(seed)))
    ticket = Ticket(0)
    if weighted.choose(floor, ticket) is None:
        assert drawn == []
    else:
        tickets = np.random.default_rng(seed).integers(ticket.bound, size=5)
        assert drawn == [weighted.choose(floor, Ticket(int(number))) for number in tickets]


def test_a_batch_of_too_small_weights_is_refused() -> None:
    table = Table({"a": Fraction(1, 10**30), "b": 1})
    with pytest.raises(InputError, match=r"weights that add up to 1_0.*; allowed: at most 9_223_372_036_854_775_807"):
        table.batch(1, 5, np.random.default_rng(1))


# Tags.
def test_a_weight_is_multiplied_by_all_tags_of_its_name() -> None:
    table = Table.from_tags(
        {"orc": 80, "wolf": {2: 20}},
        tags={"orc": ["greenskin"], "wolf": ["beast", "pack"]},
        multipliers={"greenskin": Ramp.of({1: 1, 5: 0}), "beast": 0.5, "pack": {4: 3}},
    )
    assert [table.weights(floor) for floor in (1, 3, 4, 5)] == [
        {"orc": 80},
        {"orc": 40},
        {"orc": 20, "wolf": 30},
        {"wolf": 30},
    ]


@given(st.lists(simple, min_size=1, max_size=4), simple, floors)
def test_tags_multiply_floor_by_floor(curves: list[Curve], multiplier: Curve, floor: int) -> None:
    weights = dict(enumerate(curves))
    table = Table.from_tags(weights, {0: ["tag"]}, {"tag": multiplier})
    expected = {name: curve.at(floor) * (multiplier.at(floor) if name == 0 else 1) for name, curve in weights.items()}
    assert table.weights(floor) == {name: weight for name, weight in expected.items() if weight > 0}


# Invalid tables.
class Nameless:
    """An unhashable object."""

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Nameless"


def by_floor(chances: Any) -> Table[Any]:
    return Table.by_floor(chances)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Table({"orc": -1}), "'orc': found -1; allowed: a number from 0 to 2_147_483_647"),
        (lambda: Table({"orc": float("nan")}), "'orc': found nan; allowed: a number from 0 to 2_147_483_647"),
        (
            lambda: Table({"orc": [[15, 3]]}),  # type: ignore[dict-item]
            "'orc': found [[15, 3]]; allowed: a number, values by floor as in {3: 15, 5: 30}, or a curve; "
            "pairs through Steps.from_pairs or from_dungeon_level",
        ),
        (lambda: Table({3: {"troll": 15}}), "3: found the floor 'troll'; allowed: a floor from 0 to 100"),  # type: ignore[dict-item]
        (lambda: Table({"orc": {3: None}}), "'orc' on floor 3: found None; allowed: a number from 0 to 2_147_483_647"),  # type: ignore[dict-item]
        (
            lambda: by_floor({5: {"orc": 1}, 3: {"orc": 2}}),
            "table[3]: found floor 3 after floor 5; allowed: floors in rising order",
        ),
        (
            lambda: by_floor({0: {"orc": 1}, 1: {"orc": 2}}),
            "table[1]['orc']: found 'orc' again on floor 1; allowed: each kind once on a floor",
        ),
        (
            lambda: by_floor({3: [("orc", 1), ("orc", 2)]}),
            "table[3][1]: found 'orc' again on floor 3; allowed: each kind once on a floor",
        ),
        (lambda: by_floor({3: [("orc",)]}), "table[3][0]: found ('orc',); allowed: a pair (name, weight)"),
        (lambda: by_floor({3: 80}), "table[3]: found 80; allowed: weights by name, or a list of (name, weight)"),
        (
            lambda: by_floor({3: [("orc", -80)]}),
            "table[3][0]: found -80; allowed: a number from 0 to 2_147_483_647",
        ),
        (lambda: by_floor({3: [([], 80)]}), "table[3][0]: found []; allowed: a name that can be a key of a dict"),
        (
            lambda: by_floor({3: [(Nameless(), 80)]}),
            "table[3][0]: found Nameless; allowed: a name that can be a key of a dict",
        ),
        (lambda: by_floor({"3": {"orc": 1}}), "table['3']: found the floor '3'; allowed: a floor from 0 to 100"),
        (
            lambda: by_floor("orc"),
            'table: found \'orc\'; allowed: weights by floor: {3: {name: 15}} or [{"floor": 3, "weights": ...}]',
        ),
        (
            lambda: by_floor([{"floor": 3, "weights": []}, {"floor": 2, "weights": []}]),
            "table[1]['floor']: found floor 2 after floor 3; allowed: floors in rising order",
        ),
        (lambda: by_floor([3]), 'table[0]: found 3; allowed: {"floor": ..., "weights": ...}'),
        (lambda: by_floor([{"weights": []}]), 'table[0]: found no "floor"; allowed: {"floor": ..., "weights": ...}'),
        (
            lambda: by_floor([{"floor": 3, "wieghts": []}]),
            'table[0]: found the key \'wieghts\'; allowed: {"floor": ..., "weights": ...} (did you mean "weights"?)',
        ),
        (
            lambda: by_floor([{"floor": 3, "weights": 80}]),
            'table[0][\'weights\']: found 80; allowed: a list of {"value": ..., "weight": ...}',
        ),
        (
            lambda: by_floor([{"floor": 3, "weights": [{"value": "orc"}]}]),
            'table[0][\'weights\'][0]: found no "weight"; allowed: {"value": ..., "weight": ...}',
        ),
        (
            lambda: Table.from_tags({"orc": 8}, {"orc": ["geenskin"]}, {"greenskin": 2}),
            "tags of 'orc': found the tag 'geenskin'; allowed: tags with a multiplier: greenskin "
            '(did you mean "greenskin"?)',
        ),
        (
            lambda: Table.from_tags({"orc": 8}, {"ork": ["greenskin"]}, {"greenskin": 2}),
            "tags of 'ork': found no weight of its own; allowed: names with a weight: 'orc'",
        ),
        (lambda: TABLE.odds(0), "floor: found 0; allowed: a whole number, 1 or more"),
        (lambda: TABLE.choose(2.5, random), "floor: found 2.5; allowed: a whole number, 1 or more"),  # type: ignore[arg-type]
    ],
)
def test_an_invalid_table_gets_one_clear_message(make: Any, message: str) -> None:
    with pytest.raises(InputError) as raised:
        make()
    assert str(raised.value) == message


def test_a_message_stays_short_even_for_long_input() -> None:
    with pytest.raises(InputError) as raised:
        Table({"x" * 1000: {3: [1] * 1000}})  # type: ignore[dict-item]
    assert len(str(raised.value)) < 300


def test_the_library_exports_all_public_names() -> None:
    exported: Mapping[str, Any] = vars(steep.spawn)
    assert sorted(steep.spawn.__all__) == sorted(name for name in steep.spawn.__all__ if name in exported)
    assert {exported[name].__module__.rpartition(".")[0] for name in steep.spawn.__all__ if name != "Answer"} == {
        "steep.spawn"
    }


PAGE = Path(__file__).parents[2] / "docs" / "spawn.md"


def test_every_example_gives_what_the_page_says() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    page = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    failed: list[str] = []
    result = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(page, out=failed.append)
    assert result.attempted > 20
    assert "".join(failed) == ""
