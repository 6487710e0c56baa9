"""Hypothesis strategies: floors, curves of every shape, and tables of curves."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from steep.core.ruleset import MAX_FLOORS
from steep.spawn.curves import SHAPES, Curve, Product, Ramp, Shape, Steps, Within

floors = st.integers(1, MAX_FLOORS + 10)
table_floors = st.integers(1, MAX_FLOORS)
by_floor = st.dictionaries(table_floors, st.integers(0, 40), max_size=6)
"""Values by floor, as in a ruleset file."""

values = st.one_of(st.integers(0, 40), st.fractions(0, 40, max_denominator=12))


@st.composite
def ranges(draw: st.DrawFn) -> tuple[int, int]:
    """A first and a last floor."""
    first, last = sorted((draw(table_floors), draw(table_floors)))
    return first, last


@st.composite
def short_shapes(draw: st.DrawFn) -> Shape:
    """A shape over a few floors with a whole weight. Any five such shapes have a small common denominator."""
    shape = draw(st.sampled_from(list(SHAPES.values())))
    first = draw(st.integers(1, MAX_FLOORS - 8))
    return shape(draw(st.integers(0, 40)), (first, first + draw(st.integers(0, 8))), draw(st.integers(0, 1)))


@st.composite
def shapes(draw: st.DrawFn, of: type[Shape] | None = None) -> Shape:
    """A shape over a range of floors, with or without tails."""
    shape = of or draw(st.sampled_from(list(SHAPES.values())))
    return shape(draw(values), draw(ranges()), draw(st.integers(0, 8)))


@st.composite
def limits(draw: st.DrawFn, curve: st.SearchStrategy[Any]) -> Within:
    """A curve with a first and a last floor."""
    return Within(draw(curve), *draw(ranges()))


steps = st.dictionaries(table_floors, values, max_size=6).map(Steps.of)
ramps = st.dictionaries(table_floors, values, min_size=1, max_size=5).map(Ramp.of)
simple = st.one_of(steps, ramps, shapes())
products = st.lists(simple, min_size=1, max_size=3).map(lambda factors: Product(tuple(factors)))
curves: st.SearchStrategy[Curve] = st.one_of(simple, limits(simple), products)

whole_tables = st.lists(by_floor, max_size=6)
"""Weights by floor of some kinds."""

fitting_tables = st.lists(st.one_of(by_floor.map(Steps.of), short_shapes()), max_size=5).map(
    lambda drawn: dict(enumerate(drawn))
)
"""Curves by number that compile."""

tables = st.lists(simple, max_size=6).map(lambda drawn: dict(enumerate(drawn)))
"""Curves by number, with weights that need not be whole."""
