"""A container: a file with a signature, a format number, a JSON header and a body, each with a checksum.

Saves, replays, batches of the lab and states of environments are containers. Reading one runs no code. This module does
not know what header and body mean.
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

from steep.core.read_untrusted_files import parse_json, read_regular_file

SIGNATURE_BYTES = 12
"""Length of the signature at the start of a container."""

MAX_BYTES = 16 * 1024 * 1024
"""Largest container. A run of a million turns takes about 4 MB."""

MAX_HEADER_BYTES = 64 * 1024
"""Largest header."""

_OPENING = struct.Struct(f"<{SIGNATURE_BYTES}sHII")
_CRC = struct.Struct("<I")
_CHECKSUM_BYTES = 16
_CHECKSUMS_BYTES = 2 * _CHECKSUM_BYTES
_PREFIX = _OPENING.size + _CRC.size + _CHECKSUMS_BYTES


class ContainerError(ValueError):
    """A container cannot be read. The text says why, as the end of a sentence that begins with "this save"."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of container."""

    name: str
    """For messages: "Steep save"."""
    signature: bytes
    """SIGNATURE_BYTES bytes at the start of the file."""
    format: int


@dataclass(frozen=True, slots=True)
class Content:
    """What a container holds."""

    header: dict[str, Any]
    body: bytes
    body_intact: bool
    """Whether the checksum of the body matches."""


def container_bytes(kind: Kind, header: dict[str, Any], body: bytes) -> bytes:
    """A container as bytes."""
    head = json.dumps(header, separators=(",", ":")).encode()
    opening = _OPENING.pack(kind.signature, kind.format, len(head), len(body))
    return opening + _CRC.pack(zlib.crc32(opening)) + _checksum(head) + _checksum(body) + head + body


def read_container(kind: Kind, path: Path) -> Content:
    """Read a container from a file, as `container_from`. Also raises `OSError`."""
    return container_from(kind, io.BytesIO(read_regular_file(path, MAX_BYTES)))


def container_from(kind: Kind, file: IO[bytes]) -> Content:
    """Read a container from an open file. The header is verified; `Content.body_intact` says whether the body is.

    Raises `ContainerError` for another kind of file, another format, a file that is cut short, and a file whose header
    or length was altered.
    """
    prefix = file.read(_PREFIX)
    _check_signature(kind, prefix)
    _, form, head_length, body_length = _OPENING.unpack_from(prefix)
    if _CRC.unpack_from(prefix, _OPENING.size)[0] != zlib.crc32(prefix[: _OPENING.size]):
        raise ContainerError("was altered: the checksum of its first bytes does not match")
    if form != kind.format:
        raise ContainerError(
            f"is from another version of Steep: its format is {form}, not {kind.format}; use that version"
        )
    if head_length > MAX_HEADER_BYTES or head_length + body_length > MAX_BYTES:
        raise ContainerError(f"is invalid: {head_length + body_length:_} bytes")
    # One byte more than expected is enough to tell that there is more.
    rest = file.read(head_length + body_length + 1)
    whole = _PREFIX + head_length + body_length
    if len(rest) < head_length + body_length:
        raise ContainerError(f"is cut short: it has {_PREFIX + len(rest)} of {whole} bytes")
    if len(rest) > head_length + body_length:
        raise ContainerError(f"was altered: it has more than its {whole} bytes")
    head, body = rest[:head_length], rest[head_length:]
    if _checksum(head) != prefix[-_CHECKSUMS_BYTES:-_CHECKSUM_BYTES]:
        raise ContainerError("was altered: the checksum of its header does not match")
    return Content(_parsed(head), body, _checksum(body) == prefix[-_CHECKSUM_BYTES:])


def decompress(packed: bytes, max_bytes: int) -> bytes:
    """Decompress zlib data. Raises `ContainerError` when it is damaged, too long, or followed by other data."""
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(packed, max_bytes + 1)
    except zlib.error as error:
        raise ContainerError(f"is invalid: {error}") from None
    if len(data) > max_bytes or not stream.eof or stream.unused_data:
        raise ContainerError("is invalid: its compressed data has the wrong length")
    return data


def _check_signature(kind: Kind, prefix: bytes) -> None:
    if prefix[:SIGNATURE_BYTES] != kind.signature[: len(prefix)]:
        raise ContainerError(f"is not a {kind.name}")
    if len(prefix) < _PREFIX:
        raise ContainerError(f"is cut short: it has only {len(prefix)} bytes")


def _parsed(head: bytes) -> dict[str, Any]:
    try:
        header = parse_json(head)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise ContainerError("has an invalid header")
    return header


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
