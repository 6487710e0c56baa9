"""The columns of a floor visit are listed in one table."""

from __future__ import annotations

from steep.core.record import fields_of
from steep.lab.simulate.floor_visit import MEASURES, FloorVisit

IDENTITY = ("seed", "floor", "end", "killer")


def test_the_columns_are_the_fields_of_a_floor_visit_in_order() -> None:
    assert tuple(field.name for field in fields_of(FloorVisit)) == (*IDENTITY, *MEASURES)
