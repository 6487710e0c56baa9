"""What the results of the lab have in common: a table, a file, and how a notebook draws them.

`steep.lab.measurement.Measurement` has three tables and a folder instead; the rest is the same.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import pyarrow as pa

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.lab.results.data_frames import ArrowTable, as_pandas, as_polars
from steep.lab.results.in_notebook import framed
from steep.lab.results.plain_data import from_plain, plain
from steep.lab.results.result import write_text
from steep.play.files.atomic_writes import reason_of

FORMAT = 1

MAX_BYTES = 64 * 1024 * 1024
"""Of a result's file."""


class Result:
    """What a function of the lab found. Each is a dataclass of plain values, which is what its file has."""

    __slots__ = ()

    @property
    @abstractmethod
    def table(self) -> ArrowTable:
        """The figures as an Arrow table; the columns are those of the command's CSV."""

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """The figures as plain data, as the command prints them with --format json."""

    @abstractmethod
    def html(self) -> str:
        """The figures as a page, with charts where there is something to draw."""

    def to_pandas(self) -> Any:
        """The table as a pandas data frame. Raises `InputError` where pandas is not installed."""
        return as_pandas(self.table)

    def to_polars(self) -> Any:
        """The table as a polars data frame. Raises `InputError` where polars is not installed."""
        return as_polars(self.table)

    def _repr_html_(self) -> str:
        return framed(self.html())

    def save(self, path: Path | str) -> None:
        """Write everything to a JSON file, which `load` reads. Raises `InputError` when that fails."""
        whole = {"format": FORMAT, "result": type(self).__name__, **plain(self)}
        write_text(Path(path), json.dumps(whole, indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read what `save` wrote. Raises `InputError` for a file that is missing, damaged or of another result."""
        try:
            found = json.loads(read_regular_file(Path(path), MAX_BYTES))
            if type(found) is not dict or found.get("format") != FORMAT or found.get("result") != cls.__name__:
                raise ValueError(f"it is no {cls.__name__} of format {FORMAT}")
            loaded: Self = from_plain(cls, found)
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {reason_of(error)}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: this result cannot be used: {error}") from None
        return loaded


def as_arrow(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> ArrowTable:
    """Rows as an Arrow table."""
    return pa.table({heading: [row[column] for row in rows] for column, heading in enumerate(headings)})
