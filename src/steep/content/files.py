"""Where rulesets are found, and how their TOML is read: a ruleset, and what it extends, from the ground up."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.content.findings import Finding, Place, RulesetError
from steep.core.problems import nearest

BUNDLED = Path(__file__).parent.parent / "rulesets"

MOST_BYTES = 4 * 1024 * 1024
"""A larger file is surely something else."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file as TOML gives it."""

    path: Path
    file: str
    """The file as messages call it."""
    table: dict[str, Any]

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
    start = findings_place(findings, name_or_path)
    path = find(name_or_path, Path(), folders, start)
    source = read_source(path, findings) if path else None
    if source is None:
        raise RulesetError(findings)
    chain = [source]
    while isinstance(extends := chain[0].table.get("extends"), str) and extends:
        at = Place(findings, chain[0].file, "extends")
        path = find(extends, chain[0].path.parent, folders, at)
        if path is None:
            break
        met = [each.path.resolve() for each in chain]
        if path.resolve() in met:
            circle = [*reversed(chain[: met.index(path.resolve()) + 1])]
            names = " -> ".join(each.path.stem for each in (*circle, circle[0]))
            at.reject(f"found a circle, {names}", "a ruleset that does not build on this one")
            break
        base = read_source(path, findings)
        if base is None:
            break
        chain.insert(0, base)
    return chain


def findings_place(findings: list[Finding], name_or_path: str) -> Place:
    """Where to report that a ruleset asked for is not there."""
    return Place(findings, name_or_path if is_path(name_or_path) else f'ruleset "{name_or_path}"')


def find(name_or_path: str, beside: Path, folders: Sequence[Path], at: Place) -> Path | None:
    """The file of a ruleset, or None once it is reported. A relative path starts at the folder `beside`."""
    if not is_path(name_or_path):
        files = ruleset_files(folders)
        if name_or_path in files:
            return files[name_or_path]
        names = f"{', '.join(sorted(files))}, or a path to a .toml file"
        at.reject(f'found no ruleset named "{name_or_path}"', names + nearest(name_or_path, files))
        return None
    path = beside / name_or_path
    try:
        kind = path.stat()
    except FileNotFoundError:
        others = (other.name for other in path.parent.glob("*.toml"))
        at.reject(f"found no file {path}", "a .toml file that exists" + nearest(path.name, others))
        return None
    except (OSError, ValueError) as error:
        at.reject(f"found {path}, which cannot be looked at ({reason(error)})", "a .toml file")
        return None
    if stat.S_ISREG(kind.st_mode) and kind.st_size <= MOST_BYTES:
        return path
    found = f"of {kind.st_size:_} bytes" if stat.S_ISREG(kind.st_mode) else "which is no file"
    at.reject(f"found {path}, {found}", f"a .toml file of at most {MOST_BYTES:_} bytes")
    return None


def reason(error: Exception) -> str:
    """What the system says of an error, without its number and file."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def read_source(path: Path, findings: list[Finding]) -> Source | None:
    """A file's TOML, or None once it is reported why there is none."""
    at = Place(findings, str(path))
    try:
        # Some editors begin a text with a mark of its encoding, which TOML does not know.
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        at.reject(f"found that it cannot be read ({reason(error)})", "a file that can")
        return None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        at.reject(f"found byte 0x{byte:02x} at {error.start}, which is not text", "TOML, a text in UTF-8")
        return None
    table = parse(text, at)
    return None if table is None else Source(path, str(path), table)


def parse(text: str, at: Place) -> dict[str, Any] | None:
    """The tables of a TOML text, or None once it is reported where it stops being TOML."""
    import tomllib

    try:
        return tomllib.loads(text)
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
        at.reject(f"found {found or 'the end'}", f"TOML ({problem})")
    return None
