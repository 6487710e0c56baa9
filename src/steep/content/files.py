"""Where rulesets are found, and how their TOML is read: a ruleset, and what it extends, from the ground up."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from steep.content.errors import Finding, Place, RulesetError, shown
from steep.core.errors import nearest, shortened
from steep.core.reading import parse_toml, read_regular_file

BUNDLED = Path(__file__).parent.parent / "rulesets"

MOST_BYTES = 1024 * 1024
"""Of a ruleset with all that it extends. One that fills every table has a third of it."""

MOST_LAYERS = 16
"""Files that build on each other."""

MOST_NEIGHBOURS = 1_000
"""Files of a folder among which a misspelled one is looked for."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file as TOML gives it."""

    path: Path
    file: str
    """The file as messages call it."""
    table: dict[str, Any]
    size: int
    """Bytes."""

    @property
    def bundled(self) -> bool:
        """Whether it came with the program."""
        return self.path.parent == BUNDLED


def ruleset_files(folders: Sequence[Path]) -> dict[str, Path]:
    """Every ruleset that has a name: the bundled ones, then those of the folders; the first of a name counts."""
    files: dict[str, Path] = {}
    for folder in (BUNDLED, *folders):
        for path in sorted(folder.glob("*.toml")):
            files.setdefault(path.stem, path)
    return files


def is_path(name_or_path: str) -> bool:
    """Whether a text means a file, not a name: it ends in .toml or holds a separator."""
    separators = {os.sep, os.altsep or os.sep, "/"}
    return name_or_path.endswith(".toml") or any(separator in name_or_path for separator in separators)


def read_chain(name_or_path: str, folders: Sequence[Path], findings: list[Finding]) -> list[Source]:
    """The ruleset's file, last, after the files that it extends, the first of them first.

    Raises `RulesetError` when the ruleset's own file cannot be read. A file it
    extends that cannot be is reported, and missing from the chain.
    """
    asked = Place(findings, name_or_path if is_path(name_or_path) else f'ruleset "{name_or_path}"')
    chain: list[Source] = []
    path = find(name_or_path, Path(), folders, asked)
    room = MOST_BYTES
    while path is not None:
        ours = BUNDLED in path.parents
        source = read_source(path, findings, MOST_BYTES if ours else room)
        if source is None:
            break
        chain.insert(0, source)
        room -= 0 if ours else source.size
        path = extended(chain, folders, findings)
    if not chain:
        raise RulesetError(findings)
    return chain


def extended(chain: list[Source], folders: Sequence[Path], findings: list[Finding]) -> Path | None:
    """The file that the first of a chain extends; None when it extends nothing, or once it is reported why not."""
    name_or_path = chain[0].table.get("extends")
    if not isinstance(name_or_path, str) or not name_or_path:
        return None
    at = Place(findings, chain[0].file, "extends")
    path = find(name_or_path, chain[0].path.parent, folders, at)
    if len(chain) == MOST_LAYERS:
        at.reject(f"found {shown(name_or_path)} after {MOST_LAYERS} files", f"at most {MOST_LAYERS} files in a chain")
        return None
    met = [source.path.resolve() for source in chain]
    if path is None or path.resolve() not in met:
        return path
    circle = [source.path.stem for source in reversed(chain[: met.index(path.resolve()) + 1])]
    at.reject(f"found a circle, {' -> '.join((*circle, circle[0]))}", "a ruleset that does not build on this one")
    return None


def find(name_or_path: str, beside: Path, folders: Sequence[Path], at: Place) -> Path | None:
    """The file of a ruleset, or None once it is reported. A relative path starts at the folder `beside`."""
    if is_path(name_or_path):
        path = beside / name_or_path
    else:
        files = ruleset_files(folders)
        if name_or_path not in files:
            names = f"{', '.join(sorted(files))}, or a path to a .toml file"
            at.reject(f"found no ruleset named {shown(name_or_path)}", names + at.hint(name_or_path, files))
            return None
        path = files[name_or_path]
    obstacle, allowed = obstacle_at(path)
    if not obstacle:
        return path
    at.reject(f"found {shown(name_or_path)}, {obstacle}" if at.path else f"found {obstacle}", allowed)
    return None


def obstacle_at(path: Path) -> tuple[str, str]:
    """What stands where a file should, and what should; the first is empty when it is a file."""
    allowed = f"a .toml file of at most {MOST_BYTES:_} bytes"
    try:
        found = path.stat()
    except FileNotFoundError:
        others = (other.name for other in islice(path.parent.glob("*.toml"), MOST_NEIGHBOURS))
        return "no such file", "a .toml file that exists" + nearest(path.name, others)
    except (OSError, ValueError) as error:
        return f"a path that leads nowhere ({reason(error)})", allowed
    if stat.S_ISDIR(found.st_mode):
        return "a folder", allowed
    if not stat.S_ISREG(found.st_mode):
        return "no plain file", allowed
    return f"a file of {found.st_size:_} bytes" if found.st_size > MOST_BYTES else "", allowed


def reason(error: Exception) -> str:
    """What the system says of an error, without its number and file."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def read_source(path: Path, findings: list[Finding], room: int) -> Source | None:
    """The TOML of a file of so many bytes at most, or None once it is reported why there is none."""
    at = Place(findings, str(path))
    try:
        # Some editors begin a text with a mark of its encoding, which TOML does not know.
        data = read_regular_file(path, room)
        text = data.decode("utf-8-sig")
    except OSError as error:
        allowed = f"a ruleset of at most {MOST_BYTES:_} bytes with all that it extends"
        at.reject(f"found that it cannot be read ({reason(error)})", allowed)
        return None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        at.reject(f"found byte 0x{byte:02x} at {error.start}, which is not text", "TOML, a text in UTF-8")
        return None
    table = parse(text, at)
    return None if table is None else Source(path, str(path), table, len(data))


def parse(text: str, at: Place) -> dict[str, Any] | None:
    """The tables of a TOML text, or None once it is reported where it stops being TOML."""
    try:
        return parse_toml(text)
    except RecursionError:
        at.reject("found tables or lists nested too deep", "TOML with a handful of levels")
    except ValueError as error:
        # A number of thousands of digits is a ValueError without a place.
        placed = re.fullmatch(r"(?s)(.*) \(at line (\d+), column (\d+)\)", str(error))
        problem = placed[1] if placed else str(error).removesuffix(" (at end of document)")
        lines = text.splitlines() or [""]
        line, column = (int(placed[2]), int(placed[3])) if placed else (len(lines), len(lines[-1]) + 1)
        found = lines[line - 1].strip() if line <= len(lines) else ""
        at = Place(at.findings, at.file, f"line {line}, column {column}")
        at.reject(f"found {shortened(found) or 'the end'}", f"TOML ({shortened(problem)})")
    return None
