"""Reads JSON Lines, CSV and Parquet in batches of rows, because memory must not grow with the file.

Every value becomes text, whatever the format, so that one set of rules (`steep.lab.tables_of_games.check_rows`) says
what is wrong with it. Rows are counted from 1; the heading of a CSV file is not one.
"""

from __future__ import annotations

import csv
import json
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.json as pajson
import pyarrow.parquet as pq
from numpy.typing import NDArray

from steep.core.input_errors import InputError, brief, shortened
from steep.core.read_untrusted_files import not_a_regular_file
from steep.lab.tables_of_games.columns import BadRows
from steep.play.files.user_files import reason_of

ROWS = 1 << 15
"""The most rows of a batch, except of CSV and JSON."""

VALUES = 1 << 22
"""The most values of a batch of Parquet: with many columns, it has fewer rows."""

BLOCK = 1 << 20
"""Bytes of a file of CSV or JSON that become a batch. A single row may not be longer."""

MAX_COLUMNS = 1_000

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
"""The key for what a file says about its games: in a Parquet file's metadata, and in `FILE.meta.json` beside it."""

MAX_NOTES = 1 << 20


@dataclass(frozen=True, slots=True)
class TextBatch:
    """Some rows as they were read."""

    numbers: NDArray[np.int64]
    columns: dict[str, Any]
    """Arrow arrays by the file's own names: dictionaries of text, so each text is there once; null for nothing."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A file, or a table in memory, with known columns."""

    names: tuple[str, ...]
    """The names of its columns."""
    notes: dict[str, Any]
    """What it says about its games."""
    batches: Callable[[Sequence[str], BadRows], Iterator[TextBatch]]
    """Reads its rows, of some columns. What is no row is reported to `BadRows`."""


def open_table(path: Path) -> OpenTable:
    """Open a table. Raises `InputError` where there is none, and for a format that is not known."""
    opens = ENDINGS.get(path.suffix.lower())
    if opens is None:
        raise InputError(f"{path}: found no table; allowed: a file that ends in {', '.join(ENDINGS)}")
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise not_a_regular_file(path)
        return opens(path, notes_beside(path))
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
    """What the file beside a table says about its games; empty if there is none. Raises `InputError`."""
    beside = path.with_name(f"{path.name}.meta.json")
    if not beside.is_file():
        return {}
    with beside.open("rb") as file:
        return notes_from(file.read(MAX_NOTES + 1), beside)


def notes_from(text: bytes, path: Path) -> dict[str, Any]:
    """What a file says about its games, from JSON. Raises `InputError`."""
    if len(text) > MAX_NOTES:
        raise InputError(f"{path}: found more than {MAX_NOTES:_} bytes in what it says about its games")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{path}: found no JSON in what it says about its games") from None
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


def not_utf_8(path: Path, where: str, found: bytes) -> InputError:
    """The message for a file in another encoding: leaving out its rows would leave out all names with accents."""
    return InputError(
        f"{path}: {where}: found {brief(found)}, which is not UTF-8; allowed: UTF-8, into which"
        " iconv -f LATIN1 -t UTF-8 turns Latin-1"
    )


# CSV ------------------------------------------------------------------------------------------------------------------


def open_csv(path: Path, notes: dict[str, Any]) -> OpenTable:
    """A CSV file with a heading. Its columns are separated by commas, semicolons or tabs."""
    with path.open("rb") as file:
        line = file.readline(BLOCK + 1)
    if len(line) > BLOCK:
        raise InputError(f"{path}: found a heading of more than {BLOCK:_} bytes")
    if b"\r" in line.rstrip(b"\r\n"):
        raise InputError(f"{path}: found CR alone at the end of lines, as on old Macs; allowed: LF, or CR and LF")
    if line.count(b'"') % 2:
        raise InputError(f"{path}: found a quotation mark that the heading's line does not close; allowed: one line")
    try:
        heading = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: found a heading that is not UTF-8; allowed: CSV, encoded as UTF-8") from None
    separator = max(",;\t", key=heading.count)
    try:
        names = checked_names(next(csv.reader([heading], delimiter=separator), []), path)
    except csv.Error as error:
        raise InputError(f"{path}: found a heading that is no CSV: {error}") from None
    return OpenTable(names, notes, partial(csv_batches, path, separator, names))


def csv_batches(
    path: Path, separator: str, heading: Sequence[str], names: Sequence[str], bad: BadRows
) -> Iterator[TextBatch]:
    """The rows of a CSV file."""
    skipped: list[int] = []

    def skip(row: Any) -> str:
        skipped.append(row.number - 1)
        bad.add("fewer or more values than the heading", [row.number - 1], [f"{row.actual_columns} values"])
        return "skip"

    reading = pacsv.ReadOptions(block_size=BLOCK, use_threads=False)
    parsing = pacsv.ParseOptions(
        delimiter=separator, invalid_row_handler=skip, newlines_in_values=True, ignore_empty_lines=False
    )
    converting = pacsv.ConvertOptions(
        check_utf8=False,
        column_types=dict.fromkeys(heading, pa.binary()),
        include_columns=list(names),
        strings_can_be_null=False,
    )
    done = 0
    # Given a path, Arrow would read far ahead.
    with path.open("rb") as file:
        try:
            for batch in pacsv.open_csv(file, reading, parsing, converting):
                numbers = np.arange(done + 1, done + 1 + len(batch) + len(skipped))
                numbers = numbers[~np.isin(numbers, skipped)][: len(batch)]
                done = int(numbers[-1]) if len(numbers) else done
                skipped = [number for number in skipped if number > done]
                yield TextBatch(numbers, {name: utf_8(path, name, batch.column(name), numbers) for name in names})
        except pa.ArrowException as error:
            if "straddling" in str(error):
                raise InputError(
                    f"{path}: found a row of more than {BLOCK:_} bytes beyond row {done}; is a quotation left open?"
                ) from None
            raise unreadable(path, error) from None


def utf_8(path: Path, name: str, column: Any, numbers: NDArray[np.int64]) -> Any:
    """A column of bytes as text. Raises `InputError` that names the first row which is not UTF-8."""
    try:
        return coded(column)
    except pa.ArrowInvalid:
        for number, value in zip(numbers.tolist(), column.to_pylist(), strict=True):
            try:
                value.decode()
            except UnicodeDecodeError:
                raise not_utf_8(path, f"row {number}, {name}", value) from None
        raise


# JSON Lines -----------------------------------------------------------------------------------------------------------


def open_json(path: Path, notes: dict[str, Any]) -> OpenTable:
    """JSON Lines: an object in each line. Its columns are the keys of the first objects."""
    for first, lines in blocks(path):
        rows = objects(path, first, lines, BadRows())[1]
        if names := dict.fromkeys(name for row in rows for name in row):
            return OpenTable(checked_names([*names], path), notes, partial(json_batches, path))
    raise InputError(f"{path}: found no object in any line; allowed: JSON Lines, an object in each line")


def json_batches(path: Path, names: Sequence[str], bad: BadRows) -> Iterator[TextBatch]:
    """The rows of a file of JSON Lines: read by Arrow where that gives the same, which is three times as fast."""
    schema: Any = None
    for first, lines in blocks(path):
        table = None if schema is None else quickly_read(lines, schema)
        if table is not None:
            columns = {name: coded(table.column(name).combine_chunks()) for name in names}
            yield TextBatch(np.arange(first, first + len(lines)), columns)
            continue
        numbers, rows = objects(path, first, lines, bad)
        columns = {name: coded(pa.array([text_of(row.get(name)) for row in rows], pa.string())) for name in names}
        yield TextBatch(np.array(numbers, np.int64), columns)
        schema = schema_of(rows, names)


def blocks(path: Path) -> Iterator[tuple[int, list[bytes]]]:
    """Some lines at a time, with the number of the first."""
    number = 1
    with path.open("rb") as file:
        while lines := file.readlines(BLOCK):
            if len(longest := max(lines, key=len)) > BLOCK:
                raise InputError(f"{path}: line {number + lines.index(longest)} has more than {BLOCK:,} bytes")
            yield number, lines
            number += len(lines)


def schema_of(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> Any:
    """The types of columns, where Arrow reads them as they are: text, whole numbers or any; None where it does not."""
    fields = []
    for name in names:
        kinds = {type(row.get(name)).__name__ for row in rows} - {"NoneType"}
        if not kinds <= {"int", "float"} and kinds != {"str"}:
            return None
        fields.append((name, pa.string() if kinds <= {"str"} else pa.float64() if "float" in kinds else pa.int64()))
    return pa.schema(fields)


def quickly_read(lines: Sequence[bytes], schema: Any) -> Any:
    """Lines of JSON as an Arrow table; None where Arrow refuses one, or might change a value.

    Without a schema, it would make a column of each key, and take some text for times.
    """
    data = b"".join(lines)
    try:
        data.decode()
        table = pajson.read_json(
            pa.BufferReader(data),
            pajson.ReadOptions(use_threads=False, block_size=4 * BLOCK),
            pajson.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
        )
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        return None
    numbers = [column for column in table.columns if column.type == pa.float64()]
    exact = all((pc.max(pc.abs(column)).as_py() or 0) < 2**53 for column in numbers)
    return table if exact and table.num_rows == len(lines) else None


def objects(path: Path, first: int, lines: Sequence[bytes], bad: BadRows) -> tuple[list[int], list[dict[str, Any]]]:
    """The objects of some lines and their numbers; `first` is that of the first line. Raises `InputError`."""
    numbers: list[int] = []
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, first):
        try:
            row = json.loads(line)
            if b"\\u" in line:  # half of a surrogate pair is no character
                json.dumps(row, ensure_ascii=False).encode()
        except UnicodeDecodeError:
            raise not_utf_8(path, f"row {number}", line[:200].rstrip()) from None
        except (ValueError, RecursionError) as error:
            if line.strip():
                reason = "not Unicode" if isinstance(error, UnicodeEncodeError) else "not JSON"
                bad.add(reason, [number], [brief(line[:200].decode(errors="replace").rstrip())])
            continue
        if type(row) is not dict:
            bad.add("not an object", [number], [brief(row)])
            continue
        numbers.append(number)
        rows.append(row)
    return numbers, rows


def text_of(value: object) -> str | None:
    """A value of JSON as text, numbers as Arrow writes them, because Arrow reads most blocks."""
    if value is None or type(value) is str:
        return value
    if type(value) is float and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value) if type(value) in (int, float) else json.dumps(value)


# Arrow and Parquet ----------------------------------------------------------------------------------------------------


def open_arrow(name: str, table: Any, notes: dict[str, Any]) -> OpenTable:
    """A table in memory, and what messages call it."""

    def batches(names: Sequence[str], _bad: BadRows) -> Iterator[TextBatch]:
        return arrow_batches(name, table.select(list(names)).combine_chunks().to_batches(ROWS), names)

    return OpenTable(tuple(table.column_names), notes, batches)


def open_parquet(path: Path, notes: dict[str, Any]) -> OpenTable:
    """A Parquet file. A small one may stand for any amount of data, so its footer is judged before it is read."""
    with pq.ParquetFile(path) as file:
        schema = file.schema_arrow
        names = checked_names(schema.names, path)
        judge_footer(path, path.stat().st_size, file.metadata)
    within = schema.metadata or {}
    if NOTES.encode() in within:
        notes = notes_from(within[NOTES.encode()], path)
    elif b"steep" in within:
        # What `steep measure` wrote: the same seed always gives the same game.
        notes = {"deterministic": True, "game": "steep"}
    return OpenTable(names, notes, partial(parquet_batches, path, schema))


def parquet_batches(path: Path, schema: Any, names: Sequence[str], _bad: BadRows) -> Iterator[TextBatch]:
    """The rows of a Parquet file, which all have all columns."""
    types = {name: schema.field(name).type for name in names}
    for name, type_ in types.items():
        if pa.types.is_nested(type_) or pa.types.is_fixed_size_binary(type_):
            raise no_text(path, name, type_)
    # A text that many rows have is read once, and never repeated.
    texts = [name for name, type_ in types.items() if type_ in TEXTS]
    size, rows = path.stat().st_size, max(1, min(ROWS, VALUES // len(names)))

    def checked(batches: Iterable[Any]) -> Iterator[Any]:
        grown = 0
        for batch in batches:
            grown += batch.nbytes
            check_growth(path, size, grown)
            yield batch

    try:
        with pq.ParquetFile(path, read_dictionary=texts, page_checksum_verification=True) as file:
            yield from arrow_batches(path, checked(file.iter_batches(rows, columns=[*names], use_threads=False)), names)
    except (OSError, pa.ArrowException) as error:
        raise unreadable(path, error) from None


TEXTS = (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view())
"""Types whose values Parquet may store once for many rows, and Arrow can read like that."""


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


def arrow_batches(path: Path | str, batches: Iterable[Any], names: Sequence[str]) -> Iterator[TextBatch]:
    """Batches of Arrow as text. Raises `InputError` for types that are no text."""
    done = 0
    for batch in batches:
        columns = {}
        for name in names:
            try:
                columns[name] = coded(batch.column(name))
            except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
                raise no_text(path, name, batch.column(name).type) from None
        yield TextBatch(np.arange(done + 1, done + 1 + len(batch)), columns)
        done += len(batch)


def coded(column: Any) -> Any:
    """An Arrow array of any values as a dictionary of text. Most columns of games have few values, many times each."""
    found = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    return pa.DictionaryArray.from_arrays(found.indices, pc.cast(found.dictionary, pa.string()))


def no_text(path: Path | str, name: str, type_: Any) -> InputError:
    """The message for a column of a type that is no text."""
    return InputError(f"{path}: column {name}: found {shortened(str(type_))}; allowed: numbers or text")


ENDINGS = {
    ".csv": open_csv,
    ".tsv": open_csv,
    ".jsonl": open_json,
    ".ndjson": open_json,
    ".parquet": open_parquet,
    ".pq": open_parquet,
}
"""The endings of files that hold tables, and how each is opened."""
