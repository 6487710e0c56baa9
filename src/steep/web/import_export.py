"""Other games' tables in the workbench: projects come in as rulesets, and rulesets go out as tables.

Files of a project are only read, by `steep.importing`; nothing in them is run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypedDict

from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.exporting import SHAPES, export_ruleset
from steep.exporting.in_place import export_in_place
from steep.exporting.number_edits import places_of_numbers
from steep.importing import Imported as Read
from steep.importing import import_project

MAX_FILES = 5_000
MAX_PARTS = 40
"""The most parts of a file's path."""


PASTED = "pasted.py"
"""The file name that the page gives to a pasted table."""

COLUMNS = ".steep.toml"
"""What is added to a file's name for the file beside it that says which column is which."""

NAME_OF_PASTED = re.compile(r"\bpasted\.[a-z]+\b(?:\.steep\.toml)?(:\d+)?")
"""What messages call it, perhaps with a line number."""

OPTION = re.compile(r"; --columns .*")
"""What messages say of an option of the command line."""

LOOKS_LIKE = (
    (".toml", re.compile(r"(?m)^\[+[\w.-]+\]+ *$|^(title|extends) *= ")),
    (".gd", re.compile(r"(?m)^(extends|class_name)\s+\w+\s*$|^(static\s+)?func\s|^@(tool|export|onready)")),
    (".cs", re.compile(r"(?m)^\s*(public|private|using|static)\s+\w")),
    (
        ".ts",
        re.compile(
            r"(?m)^\s*(const\s+\w+[^=\n]*=(?!.*\{\s*$)[^\n]*|let\s|export\s|function\s|interface\s)|;[ \t]*$|^\s*//"
        ),
    ),
    (".gd", re.compile(r"(?m)^\s*(const|var|func|extends|class_name)\s+\w")),
    (".lua", re.compile(r"(?m)^\s*(local\s|--)|\{\s*\[\w|^\s*\w+\s*=\s*\{\s*(\w+\s*=|\{|$)")),
    (".json", re.compile(r'\A\s*[\[{]\s*(//.*\s*)?["\[{]')),
    (".txt", re.compile(r"\A[^\[{(=\n]*[\t,;|][^\[{(=\n]*(\n|\Z)")),
)
"""File endings for a pasted table that isn't Python, and what shows it. The first match counts; `.txt` is a sheet."""


class SourceNumber(TypedDict):
    """A number in a file of a project."""

    file: str
    line: int
    column: int
    """Bytes of the line before it, in UTF-8."""
    end: int


class Imported(TypedDict):
    """A project as a ruleset."""

    files: dict[str, bytes]
    """Its files. A pasted table is named after the language that it looks like."""
    places: dict[str, SourceNumber]
    """Where numbers of the ruleset, by their paths, are written alone and as they are."""

    toml: str
    report: list[str]
    """What was read from where, how much of it, and what could not be read."""
    missing: list[str]
    """What a person must fill in before the ruleset loads."""


class Patch(TypedDict):
    """The changes that make a project's source match a ruleset."""

    diff: str
    numbers: int
    refused: list[str]
    """What can't be expressed by changing numbers."""
    files: dict[str, bytes]
    """The files that change, as they should be."""
    places: dict[str, SourceNumber]
    toml: str
    """What the changed source reads as."""


class Exported(TypedDict):
    """A ruleset as tables of another game."""

    text: str
    left_out: list[str]
    """What the tables can't hold."""


class Project(NamedTuple):
    """Files that are read: their folder or file, and how their names begin on the page."""

    path: Path
    prefix: str

    def places(self, read: Read) -> dict[str, SourceNumber]:
        """Where its numbers are written."""
        return {
            path: SourceNumber(file=f"{self.prefix}{at.file}", line=at.line, column=at.column, end=at.end)
            for path, at in places_of_numbers(read.sections).items()
        }


def import_files(files: Mapping[str, bytes], *, fill: bool) -> Imported:
    """Import a project from its files, by their paths in its folder, with slashes. Raises `InputError`.

    With `fill`, the files are only a part of a game, such as a table. The tutorial that it resembles supplies the rest.
    """
    is_pasted = PASTED in files and {*files} <= {PASTED, PASTED + COLUMNS}
    if is_pasted:
        name = f"pasted{ending_of(bytes(files[PASTED]).decode(errors='replace'))}"
        files = {each.replace(PASTED, name): data for each, data in files.items()}
    try:
        with project_of(files) as project:
            found = import_project(project.path, part=fill)
            places = project.places(found)
    except InputError as error:
        message = OPTION.sub("; such a sheet names its columns kind, floor and weight", str(error))
        raise InputError(named(message) if is_pasted else message) from None
    report = [named(line) for line in found.report] if is_pasted else list(found.report)
    return Imported(toml=found.toml, report=report, missing=list(found.missing), files=dict(files), places=places)


def named(message: str) -> str:
    """A message about a table that was pasted, which has no file."""
    return NAME_OF_PASTED.sub(lambda found: f"line {found[1][1:]}" if found[1] else "the pasted table", message)


def change_source(rulebook: Rulebook, files: Mapping[str, bytes], *, fill: bool) -> Patch:
    """Changes to the source that a ruleset was imported from, as `steep export --in-place`. Raises `InputError`."""
    with project_of(files) as project:
        found = export_in_place(rulebook, project.path, part=fill)
        places = project.places(found.again)
        names = {path: path.relative_to(project.path).as_posix() for path in found.files if path != project.path}
    return Patch(
        diff=found.diff,
        numbers=found.numbers,
        refused=list(found.refused),
        files={project.prefix + names.get(path, path.name): after for path, (_, after) in found.files.items()},
        places=places,
        toml=found.again.toml,
    )


@contextmanager
def project_of(files: Mapping[str, bytes]) -> Iterator[Project]:
    """The folder, or the file, of a project while it is read. Raises `InputError`, which names no temporary folder."""
    if not 1 <= len(files) <= MAX_FILES:
        raise InputError(f"found {len(files):_} files; allowed: 1 to {MAX_FILES:_}")
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            path = PurePosixPath(name)
            outside = not path.parts or path.is_absolute() or ".." in path.parts
            if outside or "\0" in name or len(path.parts) > MAX_PARTS:
                raise InputError(f"found the path {brief(name)}; allowed: one within the project's folder")
            to = Path(folder, path)
            try:
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(bytes(data))
            except OSError as error:
                raise InputError(f"{brief(name)}: cannot be read ({error.strerror})") from None
        besides = {f"{name}{COLUMNS}" for name in files}
        tops = {PurePosixPath(name).parts[0] for name in files if name not in besides}
        # The folder that was dropped, or the file, names the ruleset.
        top = Path(folder, next(iter(tops))) if len(tops) == 1 else Path(folder)
        try:
            yield Project(top, f"{top.name}/" if len(tops) == 1 and top.is_dir() else "")
        except InputError as error:
            raise InputError(str(error).replace(f"{folder}/", "").replace(folder, "the files")) from None


def is_python(text: str) -> bool:
    """Whether a text is statements of Python, and not only values, as JSON and sheets are."""
    try:
        found = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return ";" not in text and any(not isinstance(each, ast.Expr) for each in found)


def ending_of(pasted: str) -> str:
    """How a file with a pasted table should end: by the language that it looks like."""
    looks_like = next((ending for ending, signs in LOOKS_LIKE if signs.search(pasted)), ".py")
    return ".py" if looks_like != ".toml" and is_python(pasted) else looks_like


def shapes() -> list[str]:
    """The names of all shapes of tables."""
    return list(SHAPES)


def export(rulebook: Rulebook, shape: str) -> Exported:
    """The tables of a ruleset in a shape. Raises `InputError`."""
    found = export_ruleset(rulebook, shape)
    return Exported(text=found.text, left_out=list(found.left_out))
