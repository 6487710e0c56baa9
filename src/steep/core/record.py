"""Records: declared once, stored in two forms.

A record is a class whose annotations give its fields::

    @record
    class Goblin:
        hp: int                                            # a signed 64-bit integer
        gold: Annotated[int, Within(0, 99)]                # an integer with a valid range
        mood: Annotated[int, Narrow("i2"), Within(-9, 9)]  # a signed 16-bit integer
        path: Annotated[Cells, Plane("i2", 40)]            # 40 signed 16-bit integers
        pockets: Annotated[Sequence[Pocket], Rows(8)]      # 8 records
        memory: Memory                                     # a nested record

The *plain* form is the class itself: a slotted object with integers,
bytearrays, arrays and lists. The *array* form is a packed NumPy structured type
with the same fields in the same order (`steep.core.record_arrays`). Both have the same
packed little-endian bytes, which `pack` and `unpack` write and read.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import struct
import sys
from array import array
from collections.abc import Callable, Hashable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

from steep.core.rule_decorator import R, rule

Cells = MutableSequence[int]
"""The static type of a plane: a mutable sequence of integers."""

_ARRAY_CODES = {"i2": "h", "i4": "i", "i8": "q"}

WIDE = "i8"
"""The type of a number that isn't `Narrow`."""


@dataclass(frozen=True)
class Plane:
    """`length` integers of one type: ``u1``, ``i2``, ``i4`` or ``i8``."""

    code: str
    length: int


@dataclass(frozen=True)
class Narrow:
    """A number of a narrower type: ``i2`` or ``i4``."""

    code: str


@dataclass(frozen=True)
class Rows:
    """A table of `count` records."""

    count: int


@dataclass(frozen=True)
class Within:
    """The valid range of a number, or of each number in a plane. Only `out_of_range` checks it."""

    low: int
    high: int


@dataclass(frozen=True)
class Field:
    """A field of a record: a number, a plane, a table of records, or a nested record."""

    name: str
    shape: Plane | Rows | None
    of: type[Any] | None = None
    """The record class of a table or of a nested record."""
    within: Within | None = None
    """The valid range of a number or plane; None if any value is valid."""
    code: str = WIDE
    """The type of a number."""

    @property
    def is_number(self) -> bool:
        """Whether the field is one number."""
        return self.shape is None and self.of is None


def record(cls: type[R]) -> type[R]:
    """Turn a class of annotations into the plain form of a record. Every field starts at zero."""
    fields = tuple(_field(name, hint) for name, hint in get_type_hints(cls, include_extras=True).items())
    numbers = [field.name for field in fields if field.is_number]
    others = [field for field in fields if field.name not in numbers]

    def start_at_zero(self: object) -> None:
        for name in numbers:
            setattr(self, name, 0)
        for field in others:
            setattr(self, field.name, _zero(field))

    body = {
        "__slots__": tuple(field.name for field in fields),
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__init__": start_at_zero,
        "_fields": fields,
    }
    made: type[R] = type(cls.__name__, (), body)
    return made


def mostly_shared(cls: type[R], own: int) -> R:
    """A record at zero, made much faster than by its class.

    In a table of more than `own` rows, the first `own`, or the first eighth if that is more, are rows of its own. All
    others are one shared row; trying to change it raises `TypeError`.
    """
    value: Any = object.__new__(cls)
    for field in fields_of(cls):
        if isinstance(field.shape, Rows) and field.shape.count > own:
            assert field.of is not None
            rows = max(own, field.shape.count // 8)
            held = [field.of() for _ in range(rows)] + [_zero_row(field.of)] * (field.shape.count - rows)
            setattr(value, field.name, held)
        else:
            setattr(value, field.name, 0 if field.is_number else _zero(field))
    return cast("R", value)


def _zero_row(cls: type[Any]) -> Any:
    return _unchangeable(cast("Hashable", cls))


@functools.cache
def _unchangeable(cls: Any) -> Any:
    """A record at zero that refuses to be changed."""

    def refuse(_self: object, name: str, _value: object) -> None:
        raise TypeError(f"{cls.__name__}.{name} can't be set: this row is shared")

    def shared(_self: object) -> tuple[Any, tuple[type[Any]]]:
        return _zero_row, (cls,)  # copied and pickled, it is the same row

    body = {"__slots__": (), "__setattr__": refuse, "__reduce__": shared}
    value: Any = object.__new__(type(cls.__name__, (cls,), body))
    for field in fields_of(cls):
        object.__setattr__(value, field.name, 0 if field.is_number else _unchangeable_field(field))
    return value


def _unchangeable_field(field: Field) -> Any:
    if isinstance(field.shape, Plane):
        held = memoryview(bytes(_size_of_field(field)))
        return held if field.shape.code == "u1" else held.cast(cast("Any", _ARRAY_CODES[field.shape.code]))
    assert field.of is not None
    row = _zero_row(field.of)
    return (row,) * field.shape.count if isinstance(field.shape, Rows) else row


def fields_of(cls: type[Any]) -> tuple[Field, ...]:
    """The fields of a record class, in order."""
    fields: tuple[Field, ...] = cls._fields
    return fields


def _field(name: str, hint: Any) -> Field:
    if hint is int:
        return Field(name, None)
    if get_origin(hint) is Annotated:
        held, *notes = get_args(hint)
        within = next((note for note in notes if isinstance(note, Within)), None)
        shape = next((note for note in notes if isinstance(note, Plane | Rows)), None)
        narrow = next((note for note in notes if isinstance(note, Narrow)), None)
        of = get_args(held)[0] if isinstance(shape, Rows) else None
        return Field(name, shape, of, within, narrow.code if narrow else WIDE)
    return Field(name, None, hint)


def _zero(field: Field) -> Any:
    if isinstance(field.shape, Plane):
        if field.shape.code == "u1":
            return bytearray(field.shape.length)
        return array(_ARRAY_CODES[field.shape.code], bytes(int(field.shape.code[1]) * field.shape.length))
    if isinstance(field.shape, Rows):
        assert field.of is not None
        return [field.of() for _ in range(field.shape.count)]
    assert field.of is not None
    return field.of()


@functools.cache
def _size(cls: Any) -> int:
    return sum(map(_size_of_field, fields_of(cls)))


def size_of(cls: type[Any]) -> int:
    """The size of a packed record in bytes."""
    return _size(cast("Hashable", cls))


@functools.cache
def _size_of_field(field: Field) -> int:
    if isinstance(field.shape, Plane):
        return int(field.shape.code[1]) * field.shape.length
    if field.of is None:
        return int(field.code[1])
    return size_of(field.of) * (field.shape.count if isinstance(field.shape, Rows) else 1)


def offsets_of(cls: type[Any]) -> dict[str, int]:
    """Where the fields of a packed record begin, in bytes."""
    sizes = itertools.accumulate(map(_size_of_field, fields_of(cls)), initial=0)
    return dict(zip((field.name for field in fields_of(cls)), sizes, strict=False))


def pack(value: object) -> bytes:
    """The bytes of a plain record.

    Raises `OverflowError` or `struct.error` if a value doesn't fit its field.
    """
    packed: list[Any] = []
    _pack_into(value, _parts(cast("Hashable", type(value))), packed)
    return b"".join(packed)


def packed_changes(value: object, like: object) -> Iterator[tuple[int, bytes]]:
    """The bytes of a plain record that may differ from another of its class, each part with its offset in the record.

    Planes, tables and nested records that both share are skipped.
    """
    for part in _parts(cast("Hashable", type(value))):
        if any(one is not other for one, other in zip(part.read(value), part.read(like), strict=True)):
            packed: list[Any] = []
            _pack_into(value, (part,), packed)
            yield part.start, b"".join(packed)


_IS_LITTLE_ENDIAN = sys.byteorder == "little"


def _pack_into(value: object, layout: tuple[_Part, ...], packed: list[Any]) -> None:
    """Add the bytes of a plain record. Planes are added as they are, because joining takes them, too."""
    for part in layout:
        held = part.read(value)
        if part.numbers:
            packed.append(part.numbers.pack(*held))
        elif part.planes:
            packed += held if _IS_LITTLE_ENDIAN else map(_little_endian, held)
        elif isinstance(part.fields[0].shape, Rows):
            _pack_rows(part.fields[0], held[0], packed)
        else:
            _pack_into(held[0], _parts(cast("Hashable", part.fields[0].of)), packed)


def _pack_rows(field: Field, rows: Sequence[Any], packed: list[Any]) -> None:
    read = _reader(cast("Hashable", field.of))
    if read is not None:
        numbers = chain.from_iterable(map(read, rows))
        packed.append(struct.pack(_struct_format(cast("Hashable", field.of), len(rows)), *numbers))
        return
    layout, before, added = _parts(cast("Hashable", field.of)), None, 0
    for row in rows:
        if row is before:
            packed += packed[-added:]
        else:
            added = -len(packed)
            _pack_into(row, layout, packed)
            before, added = row, added + len(packed)


@functools.cache
def _reader(cls: Any) -> Callable[[Any], tuple[int, ...]] | None:
    """A function that reads all numbers of a row at once; None unless the record has only numbers, two or more."""
    names = _number_names(cls)
    return attrgetter(*names) if len(names) > 1 else None


@functools.cache
def _number_names(cls: Any) -> tuple[str, ...]:
    """The names of a record's fields; none unless all of them are numbers."""
    fields = fields_of(cls)
    return tuple(field.name for field in fields) if all(field.is_number for field in fields) else ()


@functools.cache
def _struct_format(cls: Any, count: int) -> str:
    """The format of `struct` for `count` rows of a record that has only numbers."""
    codes = "".join(_ARRAY_CODES[field.code] for field in fields_of(cls))
    return f"<{count * len(codes)}q" if set(codes) == {"q"} else "<" + count * codes


def unpack(cls: type[R], data: bytes) -> R:
    """The plain record from the bytes that `pack` returned. Raises `ValueError` if the length is wrong."""
    if len(data) != size_of(cls):
        raise ValueError(f"{cls.__name__} is {size_of(cls)} bytes, not {len(data)}")
    return cast("R", _unpack_at(cls, memoryview(data), 0))


@dataclass(frozen=True, slots=True)
class _Part:
    """Neighbouring numbers of a record, neighbouring planes, or one field that is a record or a table."""

    start: int
    """Bytes from the start of the record."""
    fields: tuple[Field, ...]
    read: Callable[[Any], tuple[Any, ...]]
    """Reads the fields of a plain record."""
    numbers: struct.Struct | None
    planes: bool


@functools.cache
def _parts(cls: Any) -> tuple[_Part, ...]:
    """The parts of a packed record, in order."""
    parts, at = [], 0
    for kind, group in itertools.groupby(fields_of(cls), key=_kind_of):
        fields = tuple(group)
        for together in [fields] if kind else [(field,) for field in fields]:
            layout = "<" + "".join(_ARRAY_CODES[field.code] for field in together)
            numbers = struct.Struct(layout) if kind == _NUMBER else None
            parts.append(_Part(at, together, _reader_of(together), numbers, kind == _PLANE))
            at += sum(map(_size_of_field, together))
    return tuple(parts)


_NUMBER, _PLANE = "number", "plane"


def _kind_of(field: Field) -> str:
    """What neighbouring fields are packed together; empty for those that are packed alone."""
    return _NUMBER if field.is_number else _PLANE if isinstance(field.shape, Plane) else ""


def _reader_of(fields: tuple[Field, ...]) -> Callable[[Any], tuple[Any, ...]]:
    read = attrgetter(*(field.name for field in fields))
    return read if len(fields) > 1 else lambda value: (read(value),)


def _unpack_at(cls: type[Any], data: memoryview, start: int) -> Any:
    """The plain record whose bytes begin at `start`."""
    value: Any = object.__new__(cls)
    for part in _parts(cast("Hashable", cls)):
        at = start + part.start
        if part.numbers:
            for field, number in zip(part.fields, part.numbers.unpack_from(data, at), strict=True):
                setattr(value, field.name, number)
        else:
            for field in part.fields:
                setattr(value, field.name, _unpack_field(field, data, at))
                at += _size_of_field(field)
    return value


def _unpack_field(field: Field, data: memoryview, at: int) -> Any:
    if isinstance(field.shape, Plane):
        held = data[at : at + _size_of_field(field)]
        if field.shape.code == "u1":
            return bytearray(held)
        return _little_endian(array(_ARRAY_CODES[field.shape.code], bytes(held)))
    assert field.of is not None
    if isinstance(field.shape, Rows):
        size = size_of(field.of)
        return [_unpack_at(field.of, data, at + row * size) for row in range(field.shape.count)]
    return _unpack_at(field.of, data, at)


def _little_endian(words: Any) -> Any:
    """The numbers of a plane in the order of a packed record; bytes have only one."""
    if isinstance(words, array) and not _IS_LITTLE_ENDIAN:
        words = words[:]
        words.byteswap()
    return words


def digest(value: object) -> bytes:
    """A 16-byte hash of all fields of a record."""
    return hashlib.blake2b(pack(value), digest_size=16).digest()


def fingerprint(cls: type[Any]) -> str:
    """Eight hexadecimal digits that change with any field's name, type or position in a record declaration."""
    return _fingerprint(cast("Hashable", cls))


@functools.cache
def _fingerprint(cls: Any) -> str:
    return hashlib.blake2b(_declaration(cls).encode(), digest_size=4).hexdigest()


def _declaration(cls: type[Any]) -> str:
    lines = (f"{field.name}:{_type_of(field)}:{_declaration(field.of) if field.of else ''}" for field in fields_of(cls))
    return f"{cls.__name__}({','.join(lines)})"


def _type_of(field: Field) -> str:
    return field.code if field.is_number and field.code != WIDE else str(field.shape)


def out_of_range(cls: type[Any], data: bytes) -> str:
    """A description of the first number in a packed record that is outside its range; empty if there is none.

    `data` has the length of a packed record.
    """
    in_use: dict[int, list[int]] = {}
    for span in _spans(cast("Hashable", cls)):
        pieces: Sequence[int] = range(span.pieces)
        if span.zero_is_valid:
            if span.table not in in_use:
                in_use[span.table] = _rows_in_use(data, span)
            pieces = in_use[span.table]
        if pieces and (found := span.out_of_range(data, pieces)):
            return found
    return ""


def _rows_in_use(data: bytes, span: _Span) -> list[int]:
    """The rows of a span's table that aren't all zero."""
    starts, zero = range(span.table, span.table + span.pieces * span.step, span.step), bytes(span.step)
    return [row for row, start in enumerate(starts) if data[start : start + span.step] != zero]


@dataclass(frozen=True)
class _Span:
    """Numbers in a packed record: a plane, or a table with one column for each range.

    A plane or a number in the rows of a table is in pieces, one for each row of that table.
    """

    start: int
    code: str
    names: tuple[str, ...]
    """A name for each column; a plane has one."""
    within: tuple[Within | None, ...]
    rows: int
    """How many there are; in each piece."""
    pieces: int = 1
    step: int = 0
    """Bytes from the start of a piece to the next."""
    table: int = 0
    """Where the table begins whose rows the pieces are in."""

    @functools.cached_property
    def zero_is_valid(self) -> bool:
        """Whether rows at zero need no check."""
        return self.step > 0 and all(within.low <= 0 <= within.high for within in self.within if within)

    def out_of_range(self, data: bytes, pieces: Sequence[int]) -> str:
        """What is wrong in some pieces."""
        numbers = self._numbers(data, pieces)
        for at, within in enumerate(self.within):
            column = numbers[at :: len(self.names)]
            if within and column and not within.low <= min(column) <= max(column) <= within.high:
                found = next(i for i, number in enumerate(column) if not within.low <= number <= within.high)
                row = pieces[found // self.rows] * self.rows + found % self.rows
                return f"{self.name_of(at, row)} is {column[found]}, not from {within.low} to {within.high}"
        return ""

    def _numbers(self, data: bytes, pieces: Sequence[int]) -> Sequence[int]:
        """All numbers; none for a plane of bytes whose numbers are all within range."""
        size = int(self.code[1]) * len(self.names) * self.rows
        starts = (self.start + self.step * piece for piece in pieces)
        held = b"".join([data[start : start + size] for start in starts])
        if self.code == "u1":
            assert self.within[0] is not None
            allowed = bytes(range(self.within[0].low, self.within[0].high + 1))
            return held if held.translate(None, allowed) else b""
        numbers: array[int] = _little_endian(array(_ARRAY_CODES[self.code], held))
        return numbers

    def name_of(self, column: int, row: int) -> str:
        """The name of a number, with its places in tables and planes."""
        name = self.names[column]
        places = divmod(row, self.rows) if name.count("[]") > 1 else (row,)
        for place in places:
            name = name.replace("[]", f"[{place}]", 1)
        return name


@functools.cache
def _spans(cls: Any) -> tuple[_Span, ...]:
    return tuple(_spans_of(cls, 0, ""))


def _spans_of(cls: type[Any], start: int, path: str) -> Iterator[_Span]:
    at = start
    for field in fields_of(cls):
        name = path + field.name
        if isinstance(field.shape, Plane):
            if field.within is not None:
                yield _Span(at, field.shape.code, (f"{name}[]",), (field.within,), field.shape.length)
            at += int(field.shape.code[1]) * field.shape.length
        elif isinstance(field.shape, Rows):
            assert field.of is not None
            columns, rows = fields_of(field.of), field.shape.count
            if all(column.is_number and column.code == WIDE for column in columns):
                names = tuple(f"{name}[].{column.name}" for column in columns)
                yield _Span(at, "i8", names, tuple(column.within for column in columns), rows)
            else:
                for span in _spans_of(field.of, at, f"{name}[]."):
                    assert span.pieces == 1
                    yield replace(span, pieces=rows, step=size_of(field.of), table=at)
            at += size_of(field.of) * rows
        elif field.of is None:
            yield _Span(at, field.code, (name,), (field.within,), 1)
            at += int(field.code[1])
        else:
            yield from _spans_of(field.of, at, f"{name}.")
            at += size_of(field.of)


# Copies a record onto another of the same class, in all three forms, driven by its declaration.


@rule
def copy_record(target: R, source: R) -> None:
    """Copy all numbers of a record onto another of the same class."""
    if hasattr(source, "dtype"):
        for name in source.dtype.names:
            setattr(target, name, getattr(source, name))
        return
    copy_plain(target, source)


def copy_plain(target: object, source: object) -> None:
    """Copy all numbers of a plain record onto another of the same class."""
    for field in fields_of(type(source)):
        value = getattr(source, field.name)
        if isinstance(field.shape, Plane):
            getattr(target, field.name)[:] = value
        elif field.of is None:
            setattr(target, field.name, value)
        elif isinstance(field.shape, Rows):
            for row, copied in zip(getattr(target, field.name), value, strict=True):
                copy_plain(row, copied)
        else:
            copy_plain(getattr(target, field.name), value)
