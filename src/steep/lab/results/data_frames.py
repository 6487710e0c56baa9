"""A table of a result for data analysis: as Arrow, pandas and polars have it."""

from __future__ import annotations

from typing import Any, TypeAlias

import pyarrow as pa

from steep.core.input_errors import InputError
from steep.lab.results.result import Table

ArrowTable: TypeAlias = pa.Table

ARROW_TYPES = {"text": pa.string(), "flag": pa.bool_(), "count": pa.int64(), "floor": pa.int64()}
"""Arrow types by kind of column. Columns of all other kinds are doubles."""


def as_arrow(table: Table) -> ArrowTable:
    """A table with the columns of CSV; unknown numbers are null."""
    kinds = [column.kind for column in table.columns if column.name for _ in (column.name, *(column.ends or ()))]
    schema = pa.schema(
        [(name, ARROW_TYPES.get(kind, pa.float64())) for name, kind in zip(table.names, kinds, strict=True)]
    )
    return pa.Table.from_pylist([dict(zip(table.names, row, strict=True)) for row in table.flat_rows()], schema)


def as_pandas(table: ArrowTable) -> Any:
    """An Arrow table as a pandas data frame. Raises `InputError` where pandas is not installed."""
    try:
        return table.to_pandas()
    except ModuleNotFoundError:
        raise InputError('a data frame of pandas needs pandas: pip install "pandas"') from None


def as_polars(table: ArrowTable) -> Any:
    """An Arrow table as a polars data frame. Raises `InputError` where polars is not installed."""
    try:
        import polars
    except ModuleNotFoundError:
        raise InputError('a data frame of polars needs polars: pip install "polars"') from None
    return polars.from_arrow(table)
