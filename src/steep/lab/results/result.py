"""What a function of the lab found: a verdict, sentences, and tables with typed columns.

A study fills in a `Result`. Its texts, its page and the form in a notebook are made from it, and none of them knows a
study. Only what needs a library is imported late.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from steep.core.input_errors import InputError, nearest
from steep.core.read_untrusted_files import read_regular_file
from steep.lab.charts.chart import Chart
from steep.lab.results.plain_data import from_plain, plain
from steep.lab.stats.confidence_intervals import Estimate
from steep.play.files.user_files import reason_of, write_whole

FORMAT = 3

MAX_BYTES = 64 * 1024 * 1024
"""The most bytes of a result's file."""

Kind = Literal["text", "count", "floor", "share", "points", "number", "p", "flag"]
"""What a column holds: how it is stored, and how people see it.

A `share` lies between 0 and 1 and is shown in percent. `points` are a difference of shares, shown in points. A `flag`
is shown as its column's title where it is true. All but texts and flags are numbers, `count` and `floor` whole.
"""

Cell: TypeAlias = str | bool | int | float | Estimate | None
"""A value; None, NaN and an infinity say that it is not known."""

TYPES: dict[str, tuple[type, ...]] = {"text": (str,), "flag": (bool,), "count": (int,), "floor": (int,)}
"""Types of cells, by kind. Cells of all other kinds are numbers."""

Level = Literal["error", "warning", "notice"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    """Its name in JSON, CSV and data frames; "" for texts that are for people alone."""
    kind: Kind = "text"
    title: str | None = None
    """The heading that people see, "" for none; None where they don't see the column. Of a flag, what a cell says."""
    ends: tuple[str, str] | None = None
    """The cells are estimates: the names of the ends of their intervals, which are columns of JSON, CSV and frames."""
    digits: int = 1
    """Decimals that people see of a `number`."""
    below: bool = False
    """Plain text shows it wrapped on lines below its row, after its title: sentences are too wide for a column."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells. Unknown numbers are None."""

    name: str
    """Its key in JSON."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    """A line above it, for people."""
    notes: tuple[str, ...] = ()
    """Lines below it, for people."""
    group_by: str = ""
    """A column of texts: people see a table for each of its values, and not the column."""
    captions: dict[str, str] = field(default_factory=dict)
    """What stands above a group, by the value of its column; the value itself where none is given."""
    notable: tuple[int, ...] | None = None
    """Which rows a short form shows; all of them if None."""
    unseen: tuple[int, ...] = ()
    """Which rows people never see: of floors that no game reached."""

    def __post_init__(self) -> None:
        rows = tuple(tuple(plain_cell(cell) for cell in row) for row in self.rows)
        for row in rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: a row has {len(row)} cells for {len(self.columns)} columns")
            for column, cell in zip(self.columns, row, strict=True):
                if not fits(column, cell):
                    raise ValueError(f"{self.name}: {cell!r} in the column {column.name}, which is of {column.kind}")
        if self.group_by and self.group_by not in (column.name for column in self.columns):
            raise ValueError(f"{self.name}: it has no column {self.group_by}")
        if not all(0 <= row < len(rows) for row in self.notable or ()):
            raise ValueError(f"{self.name}: it has {len(rows)} rows, and not all of {self.notable}")
        object.__setattr__(self, "rows", rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of JSON, CSV and data frames: a column with intervals is three."""
        return tuple(name for column in self.columns if column.name for name in (column.name, *(column.ends or ())))

    def shown_rows(self, *, notable: bool = False) -> Iterator[tuple[Cell, ...]]:
        """The rows that people see; with `notable` those of a short form."""
        wanted = range(len(self.rows)) if self.notable is None or not notable else self.notable
        return (self.rows[row] for row in wanted if row not in self.unseen)

    def flat_rows(self) -> list[tuple[str | bool | int | float | None, ...]]:
        """The rows with a cell for each of `names`."""
        return [
            tuple(
                flat
                for column, cell in zip(self.columns, row, strict=True)
                if column.name
                for flat in flat_cells(column, cell)
            )
            for row in self.rows
        ]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check came to, in a word or a few."""

    word: str
    good: bool | None
    """Whether what was checked holds; None if too little is known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a gate complains of."""

    level: Level
    title: str
    message: str
    file: str = ""
    """Where the cause is; empty if that is not known."""
    line: int = 0
    """From 1 on; 0 if it is not known."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a function of the lab found."""

    title: str
    facts: dict[str, Any]
    """The settings of the call, as plain data: the head of the JSON."""
    tables: tuple[Table, ...]
    """The first is the one that CSV and data frames have, if no other is named."""
    lead: tuple[str, ...] = ()
    """What was played, in sentences."""
    charts: tuple[Chart, ...] = ()
    verdict: Verdict | None = None
    sentences: tuple[str, ...] = ()
    """What was found."""
    cautions: tuple[str, ...] = ()
    """Cautions about the intervals, as when few people played."""
    findings: tuple[Finding, ...] = ()
    listing: str = ""
    """Lines of a file or a diff, which people see as they are."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", plain(self.facts))
        names = [*self.facts, *(table.name for table in self.tables)]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.title}: facts and tables share a name: {', '.join(names)}")

    @property
    def held(self) -> bool:
        """Whether nothing is broken. With too few games nothing would be: see `verdict`."""
        return self.verdict is None or self.verdict.good is not False

    def raise_if_broken(self) -> None:
        """Raise `AssertionError` with the errors, if the result doesn't hold."""
        __tracebackhide__ = True
        if not self.held:
            raise AssertionError("\n".join(each.message for each in self.findings if each.level == "error"))

    def __getitem__(self, name: str) -> Table:
        """A table. Raises `InputError` if there is no such name."""
        names = [table.name for table in self.tables]
        if name not in names:
            raise InputError(f'no table "{name}"{nearest(name, names)}; there are: {", ".join(names)}')
        return self.tables[names.index(name)]

    def rows(self, name: str | None = None) -> list[dict[str, Any]]:
        """The rows of a table, by default of the first, as dictionaries; unknown numbers are None."""
        table = self._table(name)
        return [dict(zip(table.names, row, strict=True)) for row in table.flat_rows()]

    def table(self, name: str | None = None) -> Any:
        """A table, by default the first, as an Arrow table."""
        from steep.lab.results.data_frames import as_arrow

        return as_arrow(self._table(name))

    def to_pandas(self, table: str | None = None) -> Any:
        """A table as a pandas data frame. Raises `InputError` where pandas is not installed."""
        from steep.lab.results.data_frames import as_pandas

        return as_pandas(self.table(table))

    def to_polars(self, table: str | None = None) -> Any:
        """A table as a polars data frame. Raises `InputError` where polars is not installed."""
        from steep.lab.results.data_frames import as_polars

        return as_polars(self.table(table))

    def shown_as(self, form: Form) -> str:
        """The result in one of the forms that a command prints, with a line break at the end."""
        from steep.lab.results import text_forms

        text: str = getattr(text_forms, f"as_{form}")(self)
        return text

    def html(self) -> str:
        """A whole page, with charts where there is something to draw."""
        from steep.lab.report_page.page import result_page

        return result_page(self)

    def __str__(self) -> str:
        return self.shown_as("text")

    def _repr_html_(self) -> str:
        return framed(self.html())

    def save(self, path: Path | str) -> None:
        """Write everything to a JSON file, which `load` reads. Raises `InputError` when that fails."""
        write_text(Path(path), json.dumps({"format": FORMAT, **plain(self)}, indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> Result:
        """Read what `save` wrote. Raises `InputError` for a file that is missing, damaged or no result."""
        try:
            found = json.loads(read_regular_file(Path(path), MAX_BYTES))
            if type(found) is not dict or found.get("format") != FORMAT:
                raise ValueError(f"it is no result of format {FORMAT}")
            loaded: Result = from_plain(Result, found)
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {reason_of(error)}") from None
        except (ValueError, RecursionError, OverflowError) as error:
            raise InputError(f"{path}: this result cannot be used: {error}") from None
        return loaded

    def _table(self, name: str | None) -> Table:
        return self.tables[0] if name is None else self[name]


Form = Literal["text", "json", "csv", "markdown", "github"]
FORMS: tuple[Form, ...] = get_args(Form)


def write_text(path: Path, text: str) -> None:
    """Write a file atomically. Raises `InputError` when that fails, and for what isn't a file, such as a device."""
    try:
        place = path.resolve()  # a link's own file
        if place.exists() and not place.is_file():
            raise InputError(f"{path}: found no file to replace; allowed: a new file, or one that may be replaced")
        write_whole(place, text.encode())
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {reason_of(error)}") from None


def plain_cell(cell: Cell) -> Cell:
    """A cell as JSON can have it: None for numbers that it lacks."""
    unknown = isinstance(cell, float) and plain(cell) is None
    return None if unknown else cell


def fits(column: Column, cell: Cell) -> bool:
    """Whether a column may hold a cell."""
    if cell is None:
        return True
    if column.ends is not None:
        return isinstance(cell, Estimate)
    if isinstance(cell, bool):
        return column.kind == "flag"
    return isinstance(cell, TYPES.get(column.kind, (int, float)))


def flat_cells(column: Column, cell: Cell) -> tuple[str | bool | int | float | None, ...]:
    """A cell without its interval; three cells if the column has ends."""
    if column.ends is None:
        assert not isinstance(cell, Estimate)
        return (cell,)
    found = plain(cell) or {"value": None, "low": None, "high": None}
    return found["value"], found["low"], found["high"]


FRAME_HEIGHT = 720
"""Pixels."""


def framed(page: str) -> str:
    """A whole page as a part of a notebook. It runs its own script, and can't see the notebook."""
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-downloads" '
        f'style="width:100%;height:{FRAME_HEIGHT}px;border:0" title="Figures with their intervals"></iframe>'
    )
