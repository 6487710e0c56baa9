"""A sealed file: a mark of its kind, a format number, a header of JSON and a body, each with a checksum.

Nothing in it is ever run. It knows nothing of what header and body mean.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from steep.core.reading import read_regular_file

KIND = 12
"""Bytes that say what kind of file it is."""

MOST_BYTES = 16 * 1024 * 1024
"""Of a sealed file. A run of a million turns takes some 4 MB."""

MOST_HEADER = 64 * 1024
"""Bytes of a header."""

_OPENING = struct.Struct(f"<{KIND}sHII")
_CRC = struct.Struct("<I")
_CHECKSUM_BYTES = 16
_CHECKSUMS_BYTES = 2 * _CHECKSUM_BYTES
_PREFIX = _OPENING.size + _CRC.size + _CHECKSUMS_BYTES


class ContainerError(ValueError):
    """A file is not what it should be. The text says which of the ways, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of sealed file."""

    name: str
    mark: bytes
    format: int


@dataclass(frozen=True, slots=True)
class Content:
    """What a sealed file holds."""

    header: dict[str, Any]
    body: bytes
    body_intact: bool


def container_bytes(kind: Kind, header: dict[str, Any], body: bytes) -> bytes:
    """The bytes of a sealed file."""
    head = json.dumps(header, separators=(",", ":")).encode()
    opening = _OPENING.pack(kind.mark, kind.format, len(head), len(body))
    return opening + _CRC.pack(zlib.crc32(opening)) + _checksum(head) + _checksum(body) + head + body


def read_container(kind: Kind, path: Path) -> Content:
    """What a sealed file holds; as `container_from`. Raises `OSError`, too, when it cannot be read."""
    return container_from(kind, io.BytesIO(read_regular_file(path, MOST_BYTES)))


def container_from(kind: Kind, file: IO[bytes]) -> Content:
    """What an open sealed file holds. Its header is whole; whether its body is, is told.

    Raises `ContainerError` when it is another kind of file, of another format, cut
    short, or altered in its header or its length.
    """
    prefix = file.read(_PREFIX)
    _check_kind(kind, prefix)
    _, form, head_length, body_length = _OPENING.unpack_from(prefix)
    if form != kind.format:
        raise ContainerError(
            f"is from another version of Steep: its format is {form}, and this one reads {kind.format}"
        )
    if _CRC.unpack_from(prefix, _OPENING.size)[0] != zlib.crc32(prefix[: _OPENING.size]):
        raise ContainerError("was altered: the checksum of its first bytes does not hold")
    if head_length > MOST_HEADER or head_length + body_length > MOST_BYTES:
        raise ContainerError(f"holds what no Steep writes: {head_length + body_length:_} bytes")
    # One byte more than there should be is enough to know.
    rest = file.read(head_length + body_length + 1)
    whole = _PREFIX + head_length + body_length
    if len(rest) < head_length + body_length:
        raise ContainerError(f"is cut short: {_PREFIX + len(rest)} of {whole} bytes are there")
    if len(rest) > head_length + body_length:
        raise ContainerError(f"was altered: it has more than its {whole} bytes")
    head, body = rest[:head_length], rest[head_length:]
    if _checksum(head) != prefix[-_CHECKSUMS_BYTES:-_CHECKSUM_BYTES]:
        raise ContainerError("was altered: the checksum of its header does not hold")
    return Content(_parsed(head), body, _checksum(body) == prefix[-_CHECKSUM_BYTES:])


def inflated(packed: bytes, most: int) -> bytes:
    """What was compressed, when that is no more than so many bytes. Raises `ContainerError`."""
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(packed, most + 1)
    except zlib.error as error:
        raise ContainerError(f"holds what no Steep writes: {error}") from None
    if len(data) > most or not unpacking.eof:
        raise ContainerError("holds what no Steep writes: more than it says, or less")
    return data


def _check_kind(kind: Kind, prefix: bytes) -> None:
    if prefix[:KIND] != kind.mark[: len(prefix)]:
        raise ContainerError(f"is not a {kind.name} of Steep")
    if len(prefix) < _PREFIX:
        raise ContainerError(f"is cut short: only {len(prefix)} bytes are there")


def _parsed(head: bytes) -> dict[str, Any]:
    try:
        found = json.loads(head)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ContainerError("holds a header that no Steep writes")
    return found


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
