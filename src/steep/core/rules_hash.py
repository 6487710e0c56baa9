"""A hash of all rules. Recorded games, libraries and shared work carry it."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from pathlib import Path

RULE_FOLDERS = {"core", "spawn", "mapgen", "rules", "bots"}
"""Folders whose source files all count. In other folders only files that contain a rule count."""

NATIVE = "core/native/"
"""Left out of the hash: how rules are translated changes no game."""


def sources_hash(package: Path) -> str:
    """A hash of all source files under `package` that contain rules, as 16 hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=8)
    for name, source in _sources(package):
        digest.update(f"{name}\n".encode())
        digest.update(source)
    return digest.hexdigest()


def _sources(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(package.glob("*/**/*.py")):
        source, name = path.read_bytes(), path.relative_to(package).as_posix()
        counts = name.partition("/")[0] in RULE_FOLDERS or b"\n@rule\n" in source
        if counts and not name.startswith(NATIVE):
            yield name, source


@functools.cache
def rules_hash() -> str:
    """`sources_hash` of this installation. Two installations with the same hash play every game alike."""
    return sources_hash(Path(__file__).resolve().parents[1])
