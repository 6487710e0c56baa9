"""Finds ruleset files and reads their TOML: a ruleset and everything that it extends."""

from __future__ import annotations

import functools
import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from steep.content.ruleset_errors import MAX_BYTES, Location, Mistake, RulesetError, shown
from steep.core.input_errors import nearest, shortened
from steep.core.read_untrusted_files import parse_toml, read_regular_file

BUNDLED = Path(__file__).parents[2] / "rulesets"

MAX_LAYERS = 16
"""Longest chain of files that extend each other."""

MAX_NEIGHBOURS = 1_000
"""Files in a folder that are considered as hints for a misspelled name."""

TODO = "TODO"
"""Stands in a ruleset, as a value or a key, where a person must fill in what `steep import` could not read."""

LINE_TO_DO = re.compile(rf"""^[^#]*(["']{TODO}["']|\b{TODO}\s*[\].=])""")

PARTS_OF_KEY = re.compile(r"\('[^']*'(, '[^']*')*,?\)")
"""How Python's TOML parser writes a dotted key in its messages."""


@dataclass(frozen=True, slots=True)
class RulesetSource:
    """One parsed TOML file."""

    path: Path
    file: str
    """The file's name in messages."""
    table: dict[str, Any]
    size: int
    """Bytes."""

    @property
    def bundled(self) -> bool:
        """Whether it comes with Steep."""
        return self.path.parent == BUNDLED


@functools.cache
def stock_source() -> RulesetSource:
    """The statuses, damage types and terrain that rulesets have. A ruleset may change them and add its own."""
    path = BUNDLED / "parts" / "stock.toml"
    data = path.read_bytes()
    return RulesetSource(path, str(path), parse_toml(data.decode()), len(data))


def stock_for(chain: Sequence[RulesetSource]) -> RulesetSource:
    """The stock of a ruleset of some files, without doors that it doesn't name and without their keys."""
    stock = stock_source()
    named = set().union(*(words_in(source.table) for source in chain))
    terrain = {key: kind for key, kind in stock.table["terrain"].items() if "key_item" not in kind or key in named}
    others = [source.table.get("terrain") for source in chain]
    changed = {
        key
        for kinds in others
        if isinstance(kinds, dict)
        for key, kind in kinds.items()
        if "key_item" in words_in(kind)
    }
    keys = {kind.get("key_item") for key, kind in terrain.items() if key not in changed}
    items = {key: item for key, item in stock.table["items"].items() if key in keys}
    return replace(stock, table=stock.table | {"terrain": terrain, "items": items})


def words_in(found: object) -> set[str]:
    """All keys and texts of a part of a file."""
    if isinstance(found, dict):
        return set(found).union(*map(words_in, found.values()))
    if isinstance(found, list):
        return set().union(*map(words_in, found))
    return {found} if isinstance(found, str) else set()


TARGET = ".target.toml"
"""The end of the name of a ruleset's target file, which lies beside the ruleset."""

BASE = ".base.toml"
"""The end of the name of a file that each import rewrites. The ruleset beside it extends it by its path."""


def ruleset_files(folders: Sequence[Path]) -> dict[str, Path]:
    """The files of all named rulesets: bundled ones, then those in `folders`. The first file of a name counts."""
    files: dict[str, Path] = {}
    for folder in (BUNDLED, *folders):
        for path in sorted(folder.glob("*.toml")):
            if not path.name.endswith((TARGET, BASE)):
                files.setdefault(path.stem, path)
    return files


MAP_HINT = "; in a map between \"\"\", \\ and quotes are special: draw one that has them between ''' and '''"
"""What may help with a line that isn't TOML."""


def is_path(name_or_path: str) -> bool:
    """Whether a text is a path and not a name: it ends in .toml or has a path separator."""
    separators = {os.sep, os.altsep or os.sep, "/"}
    return name_or_path.endswith(".toml") or any(separator in name_or_path for separator in separators)


def read_chain(name_or_path: str, folders: Sequence[Path], mistakes: list[Mistake]) -> list[RulesetSource]:
    """The ruleset's file, after the files that it extends, so that later files override earlier ones.

    Raises `RulesetError` when the ruleset's own file cannot be read. A file that it extends and that cannot be read is
    reported and left out.
    """
    at = Location(mistakes, name_or_path if is_path(name_or_path) else f'ruleset "{name_or_path}"')
    chain: list[RulesetSource] = []
    path = find_file(name_or_path, Path(), folders, at)
    bytes_left = MAX_BYTES
    while path is not None:
        bundled = BUNDLED in path.parents
        source = read_source(path, mistakes, MAX_BYTES if bundled else bytes_left)
        if source is None:
            break
        chain.insert(0, source)
        bytes_left -= 0 if bundled else source.size
        path = extended_file(chain, folders, mistakes)
    if not chain:
        raise RulesetError(mistakes)
    return chain


def extended_file(chain: list[RulesetSource], folders: Sequence[Path], mistakes: list[Mistake]) -> Path | None:
    """The file that the first file of a chain extends; None when there is none, or once a mistake is reported."""
    name_or_path = chain[0].table.get("extends")
    if not isinstance(name_or_path, str) or not name_or_path:
        return None
    at = Location(mistakes, chain[0].file, "extends")
    path = find_file(name_or_path, chain[0].path.parent, folders, at)
    if len(chain) == MAX_LAYERS:
        at.reject(f"found {shown(name_or_path)} after {MAX_LAYERS} files", f"at most {MAX_LAYERS} files in a chain")
        return None
    visited = [source.path.resolve() for source in chain]
    if path is None or path.resolve() not in visited:
        return path
    cycle = [source.path.stem for source in reversed(chain[: visited.index(path.resolve()) + 1])]
    at.reject(f"found a cycle, {' -> '.join((*cycle, cycle[0]))}", "a ruleset that does not extend this one")
    return None


def find_file(name_or_path: str, base: Path, folders: Sequence[Path], at: Location) -> Path | None:
    """The file of a ruleset, or None once a mistake is reported.

    Relative paths start at the folder `base`. What is not there may be beside the bundled rulesets, so that a copy of
    one of them works anywhere.
    """
    if is_path(name_or_path):
        path = base / name_or_path
        if file_problem(path)[0] and not file_problem(BUNDLED / name_or_path)[0]:
            path = BUNDLED / name_or_path
    else:
        files = ruleset_files(folders)
        if name_or_path not in files:
            names = f"{', '.join(sorted(files))}, or a path to a .toml file"
            at.reject(f"found no ruleset named {shown(name_or_path)}", names + at.hint(name_or_path, files))
            return None
        path = files[name_or_path]
    problem, allowed = file_problem(path)
    if not problem:
        return path
    at.reject(f"found {shown(name_or_path)}, {problem}" if at.path else f"found {problem}", allowed)
    return None


def without_foreign(mistakes: Sequence[Mistake], name_or_path: str, folders: Sequence[Path]) -> list[Mistake]:
    """The mistakes of a ruleset. For each foreign file there is one mistake, which quotes nothing of the file.

    A stranger's ruleset may extend any file on its reader's machine. The files of its own folder, the named rulesets
    and the bundled ones are not foreign.
    """
    own = [Path(name_or_path).parent] if is_path(name_or_path) else []
    named = [folder.absolute() for folder in folders]

    @functools.cache
    def is_foreign(file: str) -> bool:
        path = Path(file)
        # A text that is too long for a path is no file; `Path` would raise.
        if not os.path.isfile(file) or path.absolute().parent in named:  # noqa: PTH113
            return False
        return not any(path.resolve().is_relative_to(folder.resolve()) for folder in (BUNDLED, *own, *folders))

    found: dict[Mistake | int, Mistake] = {}
    for number, mistake in enumerate(mistakes):
        if is_foreign(mistake.file):
            hidden = "found a mistake; not shown, because the file is outside the ruleset's folder"
            once = Mistake(mistake.file, "", hidden, "a file without mistakes; load it by itself to see what they are")
            found[once] = once
        else:
            found[number] = mistake
    return list(found.values())


def file_problem(path: Path) -> tuple[str, str]:
    """Why a path cannot be read as a ruleset (empty if it can), and what is allowed."""
    allowed = f"a .toml file of at most {MAX_BYTES:_} bytes"
    try:
        found = path.stat()
    except FileNotFoundError:
        others = (other.name for other in islice(path.parent.glob("*.toml"), MAX_NEIGHBOURS))
        return "no such file", "a .toml file that exists" + nearest(path.name, others)
    except (OSError, ValueError) as error:
        return f"an unusable path ({reason(error)})", allowed
    if stat.S_ISDIR(found.st_mode):
        return "a folder", allowed
    if not stat.S_ISREG(found.st_mode):
        return "something other than a file", allowed
    return f"a file of {found.st_size:_} bytes" if found.st_size > MAX_BYTES else "", allowed


def reason(error: Exception) -> str:
    """The system's message for an error, without its number and file."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def read_source(path: Path, mistakes: list[Mistake], max_bytes: int) -> RulesetSource | None:
    """Read a TOML file of at most `max_bytes` bytes. None once a mistake is reported."""
    at = Location(mistakes, str(path))
    try:
        # Some editors write a byte order mark, which TOML does not allow.
        data = read_regular_file(path, max_bytes)
        text = data.decode("utf-8-sig")
    except OSError as error:
        allowed = f"a file of at most {MAX_BYTES:_} bytes, with all that it extends"
        at.reject(f"found a file that cannot be read ({reason(error)})", allowed)
        return None
    except UnicodeDecodeError as error:
        byte, before = error.object[error.start], error.object[: error.start].decode("utf-8-sig")
        at = replace(at, place=(before.count("\n") + 1, len(before) - before.rfind("\n")))
        at.reject(f"found byte 0x{byte:02x} at {error.start}, which is not UTF-8", "TOML, encoded as UTF-8")
        return None
    table = parse(text, at)
    if table is None or (TODO in words_in(table) and reject_what_is_to_do(text, at)):
        return None
    return RulesetSource(path, str(path), table, len(data))


def reject_what_is_to_do(text: str, at: Location) -> bool:
    """Report each line of a ruleset that a person must still fill in. Returns whether there is one."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if LINE_TO_DO.search(line)]
    for number, line in lines:
        here = replace(at, place=(number, line.index(TODO) + 1))
        here.reject(f"found {TODO} in {shortened(line.strip())}", f"what your game has there, in place of {TODO}")
    return bool(lines)


def is_cut_map(above: Sequence[str], found: str) -> bool:
    """Whether a line that isn't TOML may be a row of a map, or what quotes in a map have cut off from it."""
    return "\n".join(above).count('"""') % 2 == 1 or found.startswith('"""')


def parse(text: str, at: Location) -> dict[str, Any] | None:
    """The tables of a TOML text, or None once a mistake is reported."""
    try:
        return parse_toml(text)
    except RecursionError:
        at.reject("found tables or lists nested too deeply", "TOML with a few levels of nesting")
    except ValueError as error:
        # A number with thousands of digits raises a ValueError without a position.
        match = re.fullmatch(r"(?s)(.*) \(at line (\d+), column (\d+)\)", str(error))
        problem = PARTS_OF_KEY.sub(
            lambda key: ".".join(re.findall(r"'(.*?)'", key[0])),
            match[1] if match else str(error).removesuffix(" (at end of document)"),
        )
        lines = text.splitlines() or [""]
        line, column = (int(match[2]), int(match[3])) if match else (len(lines), len(lines[-1]) + 1)
        found = lines[line - 1].strip() if line <= len(lines) else ""
        at = replace(at, place=(line, column))
        hint = MAP_HINT if is_cut_map(lines[: line - 1], found) else ""
        at.reject(f"found {shortened(found) or 'the end of the file'}", f"TOML ({shortened(problem)}){hint}")
    return None
