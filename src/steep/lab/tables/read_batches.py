"""Reads JSON Lines, CSV and Parquet a batch of rows at a time, so that memory does not grow with the file.

Every value becomes text, whatever the format, so that one set of rules (`steep.lab.tables.check_rows`) says what is
wrong with it. Rows are counted from 1; the heading of a CSV file is not one.
"""

from __future__ import annotations

import csv
import json
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.json as pajson
import pyarrow.parquet as pq
from numpy.typing import NDArray

from steep.core.input_errors import InputError, brief, shortened
from steep.core.read_untrusted_files import not_a_regular_file
from steep.lab.tables.bad_rows import BadRows
from steep.play.files.atomic_writes import reason_of

ROWS = 1 << 15
"""Of a batch, at most, except of CSV and JSON."""

VALUES = 1 << 22
"""Of a batch of Parquet, at most: of many columns, fewer rows."""

BLOCK = 1 << 20
"""Bytes of a file of CSV or JSON that become a batch. A single row may not be longer."""

MAX_LINE = 1 << 20
"""Bytes of a line of JSON."""

MAX_COLUMNS = 1_000

MAX_NESTED = 100
"""Brackets that a line of JSON opens, if Arrow is to read it."""

FREE_VALUES = 5_000_000
VALUES_A_BYTE = 50
"""A Parquet file has at most so many values, or so many a byte. Tables of games have two or three a byte."""

FREE_BYTES = 64 << 20
"""So many bytes of a Parquet file's values may be in memory at once."""

GROWTH = 1_000
"""All values of a Parquet file take at most so many times its own bytes, or FREE_BYTES."""

MAX_CHUNK = 512 << 20
"""Bytes of a column in a row group, which may all be in memory at once."""

NOTES = "steep_games"
"""What a file says of its games: the key of a Parquet file's metadata, and of the file beside it, `FILE.meta.json`."""

MAX_NOTES = 1 << 20

MAX_WIDTH = 1_000
"""Bytes of a value where all values of a column have as many."""

ENDINGS = {".csv": "csv", ".tsv": "csv", ".jsonl": "json", ".ndjson": "json", ".parquet": "parquet", ".pq": "parquet"}
"""What files are called that hold tables, and how each is read."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows as they were read."""

    numbers: NDArray[np.int64]
    columns: dict[str, Any]
    """Arrow arrays by the file's own names: dictionaries of text, so each text is there once; null for nothing."""


class Source(Protocol):
    """An open file."""

    names: tuple[str, ...]
    """Of its columns."""
    notes: dict[str, Any]
    """What it says of its games."""

    def batches(self, names: Sequence[str], bad: BadRows) -> Iterator[Batch]:
        """Its rows, of some columns. Rows that are none are told to `bad`."""


def open_source(path: Path) -> Source:
    """Open a table. Raises `InputError` where there is none, and for a format that is not known."""
    kind = ENDINGS.get(path.suffix.lower())
    if kind is None:
        raise InputError(f"{path}: found no table; allowed: a file that ends in {', '.join(ENDINGS)}")
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise not_a_regular_file(path)
        notes = notes_beside(path)
        if kind == "parquet":
            return ParquetSource(path, notes)
        return JsonSource(path, notes) if kind == "json" else CsvSource(path, notes)
    except FileNotFoundError:
        raise InputError(f"{path}: found no such file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {reason_of(error)}") from None
    except pa.ArrowException as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: Exception) -> InputError:
    """The message for a file that Arrow refuses."""
    return InputError(f"{path}: cannot be read: {shortened(str(error).splitlines()[0])}")


def notes_beside(path: Path) -> dict[str, Any]:
    """What the file beside a table says of its games; nothing where there is none. Raises `InputError`."""
    beside = path.with_name(f"{path.name}.meta.json")
    if not beside.is_file():
        return {}
    with beside.open("rb") as file:
        return notes_from(file.read(MAX_NOTES + 1), beside)


def notes_from(text: bytes, path: Path) -> dict[str, Any]:
    """What a file says of its games, from JSON. Raises `InputError`."""
    if len(text) > MAX_NOTES:
        raise InputError(f"{path}: found more than {MAX_NOTES:_} bytes in what it says of its games")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{path}: found no JSON in what it says of its games") from None
    held = found.get(NOTES, found) if isinstance(found, dict) else found
    if not isinstance(held, dict):
        raise InputError(f"{path}: found {brief(held)} for {NOTES}; allowed: an object")
    return held


def checked_names(names: Sequence[str], path: Path) -> tuple[str, ...]:
    """The names of a file's columns. Raises `InputError` when there are none, too many or two of a name."""
    if not 1 <= len(names) <= MAX_COLUMNS:
        raise InputError(f"{path}: found {len(names)} columns; allowed: 1 to {MAX_COLUMNS}")
    twice = next((name for row, name in enumerate(names) if name in names[:row]), None)
    if twice is not None:
        raise InputError(f"{path}: found two columns {brief(twice)}; allowed: each name once")
    return tuple(names)


class CsvSource:
    """A CSV file with a heading. Its columns are separated by commas, semicolons or tabs."""

    def __init__(self, path: Path, notes: dict[str, Any]) -> None:
        self.path, self.notes = path, notes
        with path.open("rb") as file:
            line = file.readline(MAX_LINE + 1)
        if len(line) > MAX_LINE:
            raise InputError(f"{path}: found a heading of more than {MAX_LINE:_} bytes")
        if b"\r" in line.rstrip(b"\r\n"):
            raise InputError(f"{path}: found CR alone at the end of lines, as on old Macs; allowed: LF, or CR and LF")
        try:
            heading = line.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError(f"{path}: found a heading that is not UTF-8; allowed: CSV, encoded as UTF-8") from None
        self.separator = max(",;\t", key=heading.count)
        try:
            names = next(csv.reader([heading], delimiter=self.separator), [])
        except csv.Error as error:
            raise InputError(f"{path}: found a heading that is no CSV: {error}") from None
        self.names = checked_names(names, path)

    def batches(self, names: Sequence[str], bad: BadRows) -> Iterator[Batch]:
        """See `Source`."""
        skipped: list[int] = []

        def skip(row: Any) -> str:
            skipped.append(row.number - 1)
            bad.add("not as many values as the heading has", [row.number - 1], [f"{row.actual_columns} values"])
            return "skip"

        reading = pacsv.ReadOptions(block_size=BLOCK, use_threads=False)
        parsing = pacsv.ParseOptions(
            delimiter=self.separator, invalid_row_handler=skip, newlines_in_values=True, ignore_empty_lines=False
        )
        converting = pacsv.ConvertOptions(
            check_utf8=False,
            column_types=dict.fromkeys(self.names, pa.binary()),
            include_columns=list(names),
            strings_can_be_null=False,
        )
        # Of a path Arrow would read much ahead.
        with self.path.open("rb") as file:
            try:
                done = 0
                for batch in pacsv.open_csv(file, reading, parsing, converting):
                    numbers = np.arange(done + 1, done + 1 + len(batch) + len(skipped))
                    numbers = numbers[~np.isin(numbers, skipped)][: len(batch)]
                    done = int(numbers[-1]) if len(numbers) else done
                    skipped = [number for number in skipped if number > done]
                    columns = {name: text_of_bytes(self.path, name, batch.column(name), numbers) for name in names}
                    yield Batch(numbers, columns)
            except pa.ArrowException as error:
                raise unreadable(self.path, error) from None


def text_of_bytes(path: Path, name: str, column: Any, numbers: NDArray[np.int64]) -> Any:
    """A column as text. Raises `InputError` that names the first row which is not UTF-8."""
    try:
        return coded(column)
    except pa.ArrowInvalid:
        for number, value in zip(numbers.tolist(), column.to_pylist(), strict=True):
            try:
                value.decode()
            except UnicodeDecodeError:
                raise not_utf_8(path, f"row {number}, {name}", value) from None
        raise


def not_utf_8(path: Path, where: str, found: bytes) -> InputError:
    """The message for a file in another encoding: leaving out its rows would leave out all names with accents."""
    return InputError(
        f"{path}: {where}: found {brief(found)}, which is not UTF-8; allowed: UTF-8, into which"
        " iconv -f LATIN1 -t UTF-8 turns Latin-1"
    )


class JsonSource:
    """JSON Lines: an object in each line."""

    def __init__(self, path: Path, notes: dict[str, Any]) -> None:
        self.path, self.notes = path, notes
        names: dict[str, None] = {}
        rows: list[dict[str, Any]] = []
        for first, lines in self._blocks():
            rows = objects(path, first, lines, BadRows())[1]
            for row in rows:
                names.update(dict.fromkeys(row))
            if names:
                break
        self._quick = is_quick(rows)
        """Whether Arrow may read the first block."""
        if not names:
            raise InputError(f"{path}: found no object in any line; allowed: JSON Lines, an object in each line")
        self.names = checked_names(list(names), path)

    def batches(self, names: Sequence[str], bad: BadRows) -> Iterator[Batch]:
        """See `Source`."""
        schema, quick = None, self._quick
        for first, lines in self._blocks():
            table = quickly_read(lines, schema) if quick else None
            quick = table is not None or schema is not None
            if table is not None:
                schema = schema or table.schema
                nothing = pa.nulls(len(lines), pa.string())
                columns = {
                    name: coded(table.column(name).combine_chunks() if name in table.column_names else nothing)
                    for name in names
                }
                yield Batch(np.arange(first, first + len(lines)), columns)
                continue
            numbers, rows = objects(self.path, first, lines, bad)
            columns = {name: coded(pa.array([text_of(row.get(name)) for row in rows], pa.string())) for name in names}
            yield Batch(np.array(numbers, np.int64), columns)
            if schema is not None and is_quick(rows):
                schema = with_types_of(schema, quickly_read(lines))

    def _blocks(self) -> Iterator[tuple[int, list[bytes]]]:
        """Some lines at a time, with the number of the first."""
        number = 1
        with self.path.open("rb") as file:
            while lines := file.readlines(BLOCK):
                if len(longest := max(lines, key=len)) > MAX_LINE:
                    raise InputError(
                        f"{self.path}: line {number + lines.index(longest)} has more than {MAX_LINE:,} bytes"
                    )
                yield number, lines
                number += len(lines)


def is_quick(rows: Sequence[dict[str, Any]]) -> bool:
    """Whether Arrow may read rows without a schema: it makes a column of each key, also of those within a value."""
    nested = any(type(value) in (dict, list) for row in rows for value in row.values())
    return not nested and len(set().union(*rows)) <= MAX_COLUMNS


def with_types_of(schema: Any, table: Any) -> Any:
    """A schema that also fits a table, where there is one."""
    try:
        return schema if table is None else pa.unify_schemas([schema, table.schema], promote_options="permissive")
    except pa.ArrowException:
        return schema


def quickly_read(lines: Sequence[bytes], schema: Any = None) -> Any:
    """Lines of JSON as an Arrow table; None where Arrow refuses one, or might change a value.

    With a schema it refuses other keys. Without one there must be few keys (`is_quick`), or they take all memory. It
    reads what is nested by calling itself, and would crash where that is deep.
    """
    data = b"".join(lines)
    if opening(data) > len(lines) + MAX_NESTED and max(map(opening, lines)) > MAX_NESTED:
        return None
    try:
        table = pajson.read_json(
            pa.BufferReader(data),
            pajson.ReadOptions(use_threads=False, block_size=4 * BLOCK),
            pajson.ParseOptions(
                explicit_schema=schema, unexpected_field_behavior="infer" if schema is None else "error"
            ),
        )
    except (pa.ArrowException, OSError):
        return None
    # Among others, Arrow reads some text as times, and whole numbers beyond 64 bits as decimal ones.
    exact = all(
        type_ in (pa.int64(), pa.string(), pa.null())
        or (type_ == pa.float64() and (pc.max(pc.abs(column)).as_py() or 0) < 2**53)
        for type_, column in zip(table.schema.types, table.columns, strict=True)
    )
    return table if exact and table.num_rows == len(lines) else None


def opening(data: bytes) -> int:
    """How many brackets are opened."""
    return data.count(b"[") + data.count(b"{")


def objects(path: Path, first: int, lines: Sequence[bytes], bad: BadRows) -> tuple[list[int], list[dict[str, Any]]]:
    """The objects of some lines and their numbers; `first` is that of the first line. Raises `InputError`."""
    numbers: list[int] = []
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, first):
        try:
            row = json.loads(line)
        except UnicodeDecodeError:
            raise not_utf_8(path, f"row {number}", line[:200].rstrip()) from None
        except (ValueError, RecursionError):
            if line.strip():
                bad.add("not JSON", [number], [brief(line[:200].decode(errors="replace").rstrip())])
            continue
        if type(row) is not dict:
            bad.add("not an object", [number], [brief(row)])
            continue
        if b"\\u" in line and not printable_as_utf_8(row):
            bad.add("not Unicode", [number], [brief(line[:200].decode(errors="replace").rstrip())])
            continue
        numbers.append(number)
        rows.append(row)
    return numbers, rows


def printable_as_utf_8(row: dict[str, Any]) -> bool:
    """Whether an object has no half of a pair of escapes, which is no character."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def text_of(value: object) -> str | None:
    """A value of JSON as text: of numbers as Arrow writes them, which reads most blocks."""
    if value is None or type(value) is str:
        return value
    if type(value) is float and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value) if type(value) in (int, float) else json.dumps(value)


class ParquetSource:
    """A Parquet file. A small one may stand for any amount of data, so its footer is judged before it is read."""

    def __init__(self, path: Path, notes: dict[str, Any]) -> None:
        self.path = path
        self.bytes = path.stat().st_size
        with pq.ParquetFile(path) as file:
            self.schema = file.schema_arrow
            self.names = checked_names(self.schema.names, path)
            judge_footer(path, self.bytes, file.metadata)
        within = self.schema.metadata or {}
        self.notes = notes
        if NOTES.encode() in within:
            self.notes = notes_from(within[NOTES.encode()], path)
        elif b"steep" in within:
            # What `steep measure` wrote: the same seed always gives the same game.
            self.notes = {"deterministic": True, "game": "steep"}

    def batches(self, names: Sequence[str], bad: BadRows) -> Iterator[Batch]:
        """See `Source`."""
        del bad  # all rows of a Parquet file have all columns
        for name in names:
            if not is_text(self.schema.field(name).type):
                raise no_text(self.path, name, self.schema.field(name).type)
        # A text that many rows have is read once, and never repeated.
        texts = [name for name in names if may_be_repeated(self.schema.field(name).type)]
        rows = max(1, min(ROWS, VALUES // len(names)))
        done = grown = 0
        try:
            with pq.ParquetFile(self.path, read_dictionary=texts, page_checksum_verification=True) as file:
                for batch in file.iter_batches(rows, columns=list(names), use_threads=False):
                    grown += batch.nbytes
                    check_growth(self.path, self.bytes, grown)
                    columns = {name: text_of_arrow(self.path, name, batch.column(name)) for name in names}
                    yield Batch(np.arange(done + 1, done + 1 + len(batch)), columns)
                    done += len(batch)
        except (OSError, pa.ArrowException) as error:
            raise unreadable(self.path, error) from None


def judge_footer(path: Path, size: int, footer: Any) -> None:
    """Raise `InputError` for a Parquet file of `size` bytes that says it has far more than tables of games have."""
    values, allowed = footer.num_rows * footer.num_columns, max(FREE_VALUES, VALUES_A_BYTE * size)
    if values > allowed:
        raise InputError(
            f"{path}: found {footer.num_rows:_} rows in {size:_} bytes, {values:_} values; allowed: {allowed:_}"
        )
    groups = [footer.row_group(number) for number in range(footer.num_row_groups)]
    chunks = [group.column(number).total_uncompressed_size for group in groups for number in range(group.num_columns)]
    if max(chunks, default=0) > MAX_CHUNK:
        found = f"found a column of {max(chunks):_} bytes in a row group"
        raise InputError(f"{path}: {found}; allowed: {MAX_CHUNK:_}, as smaller row groups have")
    check_growth(path, size, sum(chunks))


def check_growth(path: Path, size: int, grown: int) -> None:
    """Raise `InputError` for a Parquet file of `size` bytes that becomes too many bytes."""
    allowed = max(FREE_BYTES, GROWTH * size)
    if grown > allowed:
        raise InputError(f"{path}: found {grown:_} bytes of values or more in {size:_} bytes; allowed: {allowed:_}")


def is_text(type_: Any) -> bool:
    """Whether values of an Arrow type are numbers, text or the like, which can be written as text."""
    wide = pa.types.is_fixed_size_binary(type_) and type_.byte_width > MAX_WIDTH
    return not (pa.types.is_nested(type_) or wide)


def may_be_repeated(type_: Any) -> bool:
    """Whether Parquet may have values of an Arrow type once for many rows, and Arrow can read them so."""
    return type_ in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view())


class ArrowSource:
    """A table in memory."""

    def __init__(self, name: str, table: Any, notes: dict[str, Any]) -> None:
        self.name, self.table, self.notes = name, table, notes
        self.names = tuple(table.column_names)

    def batches(self, names: Sequence[str], bad: BadRows) -> Iterator[Batch]:
        """See `Source`."""
        del bad
        done = 0
        for batch in self.table.select(list(names)).combine_chunks().to_batches(ROWS):
            columns = {name: text_of_arrow(self.name, name, batch.column(name)) for name in names}
            yield Batch(np.arange(done + 1, done + 1 + len(batch)), columns)
            done += len(batch)


def text_of_arrow(path: Path | str, name: str, column: Any) -> Any:
    """A column as text. Raises `InputError` for types that are no text."""
    try:
        return coded(column)
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
        raise no_text(path, name, column.type) from None


def coded(column: Any) -> Any:
    """An Arrow array of any values as a dictionary of text. Most columns of games have few values, many times each."""
    found = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    return pa.DictionaryArray.from_arrays(found.indices, pc.cast(found.dictionary, pa.string()))


def no_text(path: Path | str, name: str, type_: Any) -> InputError:
    """The message for a column of a type that is no text."""
    return InputError(f"{path}: column {name}: found {shortened(str(type_))}; allowed: numbers or text")
