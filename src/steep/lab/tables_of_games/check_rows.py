"""Turns rows of text into numbers, and finds what is wrong with them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from steep.core.input_errors import InputError, brief, printable
from steep.lab.results.data_frames import ArrowTable
from steep.lab.simulate.simulation_task import MAX_FLOORS
from steep.lab.tables_of_games.columns import ENDS, LISTED, MAX_AMOUNT, BadRows, ColumnNames
from steep.lab.tables_of_games.read_batches import OpenTable, TextBatch

LEFT, DIED, WON, STOPPED = range(len(ENDS))

WHOLE = r"^\+?[0-9]{1,9}(\.0*)?$"
NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$"
UNPRINTABLE = r"[\p{C}\p{Zl}\p{Zp}]"
NO_NUMBER = ("nan", "na", "n/a", "null", "none")
"""Texts for a missing number, in small letters."""

MAX_TEXT = 500
"""Characters of a name."""


@dataclass(slots=True)
class Rows:
    """Rows in which nothing is wrong. Arrays have an element for each; columns that the file lacks are None."""

    numbers: NDArray[np.int64]
    floor: NDArray[np.int64]
    end: NDArray[np.int64]
    """Indices of ENDS."""
    words: dict[str, Any]
    """Arrow dictionaries of text: game, seed, killer, player or bot, version, replay and error, as far as there are."""
    amounts: dict[str, NDArray[np.float64]]
    """Turns, and further numbers; NaN where there is none."""

    def only(self, kept: NDArray[np.bool_]) -> Rows:
        """Some of the rows."""
        if kept.all():
            return self
        mask = pa.array(kept)
        return Rows(
            self.numbers[kept],
            self.floor[kept],
            self.end[kept],
            {name: column.filter(mask) for name, column in self.words.items()},
            {name: column[kept] for name, column in self.amounts.items()},
        )


class RowReader:
    """Reads the rows of a source.

    A further column counts as numbers if more than half of its values in the first batch are. Its other values are bad.
    """

    def __init__(self, source: OpenTable, names: ColumnNames) -> None:
        self._source, self._names = source, names
        self.bad = BadRows()
        self._unknown: set[str] = set()
        """The first unknown words of the column `end`."""
        self.amounts: tuple[str, ...] | None = None
        """The further columns that are numbers; None before the first batch."""

    def rows(self) -> Iterator[Rows]:
        """All rows that can be used."""
        theirs = self._names.theirs
        for batch in self._source.batches([*theirs.values(), *self._names.further], self.bad):
            columns = {ours: tidied(batch.columns[name]) for ours, name in theirs.items()}
            further = {name: tidied(batch.columns[name]) for name in self._names.further}
            if self.amounts is None:
                self.amounts = tuple(name for name, column in further.items() if is_numbers(column))
            yield self._checked(batch, columns, {name: further[name] for name in self.amounts})

    def _checked(self, batch: TextBatch, columns: dict[str, Any], further: dict[str, Any]) -> Rows:
        blank = [codes_of(column) < 0 for column in (*columns.values(), *further.values())]
        kept = ~np.logical_and.reduce(blank)  # an empty line of CSV is no row

        def require(good: NDArray[np.bool_], name: str, reason: str, column: Any = None) -> None:
            column = columns[name] if column is None else column
            wrong = np.flatnonzero(kept & ~good)
            values = (column[row].as_py() for row in wrong[:LISTED].tolist())
            found = [f"{name}: {'nothing' if value is None else brief(value)}" for value in values]
            self.bad.add(f"{name} is {reason}", batch.numbers[wrong].tolist(), found)
            kept[wrong] = False

        for name in ("game", "seed", "version", "player", "bot"):
            if name in columns:
                require(is_short(columns[name]), name, f"not there, or has more than {MAX_TEXT} characters")
        floor = numbers_of(columns["floor"], WHOLE)
        good = (floor >= 1) & (floor <= MAX_FLOORS)
        require(good, "floor", f"not a whole number from 1 to {MAX_FLOORS:,}")
        words, ends = self._names.ends, columns["end"]
        texts, codes = ends.dictionary, codes_of(ends)
        lower = pc.utf8_lower(texts).to_pylist()
        end = by_row(ends, np.array([ENDS.index(words[w]) if w in words else -1 for w in lower], np.int64), -1)
        allowed = f"not one of {', '.join(words)}"
        for code in np.unique(codes[kept & (end < 0) & (codes >= 0)]).tolist():
            if len(self._unknown) < LISTED or texts[code].as_py() in self._unknown:
                self._unknown.add(texts[code].as_py())
                require(codes != code, "end", f"{brief(texts[code].as_py())}, {allowed}")
        require(end >= 0, "end", allowed)
        amounts: dict[str, NDArray[np.float64]] = {}
        if "turns" in columns:
            amounts["turns"] = numbers_of(columns["turns"], NUMBER)
            good = (amounts["turns"] >= 0) & (amounts["turns"] <= MAX_AMOUNT)
            require(good | is_no_number(columns["turns"]), "turns", f"not a number from 0 to {MAX_AMOUNT:g}")
        for name, column in further.items():
            amounts[name] = numbers_of(column, NUMBER)
            good = np.abs(amounts[name]) <= MAX_AMOUNT
            require(good | is_no_number(column), name, f"not a number of at most {MAX_AMOUNT:g}", column)
        names = {name: spelled_out(column) for name, column in columns.items() if name not in ("floor", "end", "turns")}
        whole_floor = np.where(np.isfinite(floor), floor, 0).astype(np.int64)
        return Rows(batch.numbers, whole_floor, end, names, amounts).only(kept)


def tidied(column: Any) -> Any:
    """A column without spaces around its texts; what is empty is null."""
    trimmed = pc.utf8_trim_whitespace(column.dictionary)
    texts = pc.if_else(pc.equal(trimmed, ""), pa.scalar(None, pa.string()), trimmed).dictionary_encode()
    return pa.DictionaryArray.from_arrays(texts.indices.take(column.indices), texts.dictionary)


def spelled_out(column: Any) -> Any:
    """A column of texts with unprintable characters escaped, because names are shown in terminals."""
    if not flags(pc.match_substring_regex(column.dictionary, UNPRINTABLE)).any():
        return column
    texts = pa.array([printable(text) for text in column.dictionary.to_pylist()], pa.string())
    return pa.DictionaryArray.from_arrays(column.indices, texts)


def by_row(column: Any, of_texts: NDArray[Any], nothing: Any) -> NDArray[Any]:
    """By row, the value in `of_texts` that belongs to its text; `nothing` where there is no text."""
    found: NDArray[Any] = np.append(of_texts, nothing)[codes_of(column)]
    return found


def codes_of(column: Any) -> NDArray[np.int32]:
    """By row, the number of its text; -1 where there is none."""
    found: NDArray[np.int32] = column.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return found


def is_short(column: Any) -> NDArray[np.bool_]:
    """Where there is a text that is not too long."""
    return by_row(column, flags(pc.less_equal(pc.utf8_length(column.dictionary), MAX_TEXT)), nothing=False)


def is_no_number(column: Any) -> NDArray[np.bool_]:
    """Where there is nothing, or what stands for no number."""
    of_texts = flags(pc.is_in(pc.utf8_lower(column.dictionary), value_set=pa.array(NO_NUMBER)))
    return by_row(column, of_texts, nothing=True)


def is_numbers(column: Any) -> bool:
    """Whether more than half of a column's values are numbers."""
    there = ~is_no_number(column)
    numbers = by_row(column, flags(pc.match_substring_regex(column.dictionary, NUMBER)), nothing=False)
    return bool(2 * numbers[there].sum() > there.sum())


def numbers_of(column: Any, pattern: str) -> NDArray[np.float64]:
    """The numbers of a column; NaN where a text does not match the pattern."""
    texts = column.dictionary
    matching = pc.if_else(pc.match_substring_regex(texts, pattern), texts, pa.scalar(None, pa.string()))
    # Arrow reads no plus sign.
    found = pc.utf8_ltrim(matching, "+").cast(pa.float64()).to_numpy(zero_copy_only=False)
    return by_row(column, found, math.nan)


def flags(column: Any) -> NDArray[np.bool_]:
    """An Arrow array of booleans; null is False."""
    found: NDArray[np.bool_] = column.fill_null(False).to_numpy(zero_copy_only=False)
    return found


def only_version(rows: Rows, version: str | None) -> Rows:
    """The rows of a version."""
    if version is None:
        return rows
    if "version" not in rows.words:
        raise InputError(f'version: found "{printable(version)}", and the file has no column version')
    return rows.only(np.array([each == version for each in rows.words["version"].to_pylist()], bool))


def table_of(rows: Rows) -> ArrowTable:
    """Rows as an Arrow table."""
    ends = pa.DictionaryArray.from_arrays(pa.array(rows.end, pa.int8()), list(ENDS)).cast(pa.string())
    amounts = {name: pa.array(values, from_pandas=True) for name, values in rows.amounts.items()}
    words = {name: column.cast(pa.string()) for name, column in rows.words.items()}
    return pa.table({**words, "floor": rows.floor, "end": ends, **amounts})
