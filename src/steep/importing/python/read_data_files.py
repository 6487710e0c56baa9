"""Reads JSON files beside a project's code, which the code loads by a path that is written out."""

from __future__ import annotations

import ast
import json
import posixpath
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from steep.core.input_errors import printable
from steep.core.read_untrusted_files import read_regular_file
from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.paths_in_code import path_opened
from steep.importing.python.project_contents import Contents

MAX_BYTES = 64 * 1024
MAX_FILES = 20


LOADERS = {
    "json.load": "JSON",
    "json.loads": "JSON",
    **{
        f"yaml.{name}": "YAML"
        for name in ("load", "safe_load", "full_load", "unsafe_load", "load_all", "safe_load_all")
    },
    **dict.fromkeys(("tomllib.load", "tomllib.loads", "tomli.load", "toml.load", "toml.loads"), "TOML"),
    **dict.fromkeys(
        ("ConfigParser", "configparser.ConfigParser", "RawConfigParser", "configparser.RawConfigParser"), "INI"
    ),
    **dict.fromkeys(("csv.reader", "csv.DictReader"), "CSV"),
}
"""Functions that load tables from files, and in which format."""


def report_other_files(contents: Contents, report: ImportReport) -> None:
    """Name each place that loads tables from a file which was not read."""
    for made in contents.calls:
        if made.name in LOADERS:
            path = path_opened(made.args[0]) if made.args else None
            kind = LOADERS[made.name]
            why = (
                "its path is known only at run time" if not isinstance(path, str) else f"{printable(path)} is not there"
            )
            why = why if kind == "JSON" else "only JSON is read"
            report.add_unread(f"{made.name} loads a file that was not read, as {why}", made.location)


class DataFiles:
    """The JSON files of a project."""

    def __init__(self, folder: Path, edited: Mapping[str, bytes], report: ImportReport) -> None:
        """`edited` has the bytes to read in place of some files."""
        self.folder = folder
        self.edited = edited
        self.report = report
        self.found: dict[str, ast.expr | None] = {}

    def open(self, path: str, beside: str) -> tuple[str, ast.expr] | None:
        """The name and contents of a file, by its path from the project's folder or from that of a file of it."""
        parts = PurePosixPath(posixpath.normpath(path.replace("\\", "/")))
        if parts.is_absolute() or ".." in parts.parts or parts.suffix != ".json":
            return None
        for name in dict.fromkeys((str(parts), str(PurePosixPath(beside).parent / parts))):
            if name not in self.found and len(self.found) < MAX_FILES:
                self.found[name] = self.read(name)
            contents = self.found.get(name)
            if contents is not None:
                return name, contents
        return None

    def read(self, name: str) -> ast.expr | None:
        """The contents of a file as an expression; None if it is not there, or no JSON."""
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder.resolve()):
            return None
        try:
            text = (self.edited.get(name) or read_regular_file(path, MAX_BYTES)).decode("utf-8")
            json.loads(text)
            return ast.parse(text.strip(), mode="eval").body
        except FileNotFoundError:
            return None
        except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
            self.report.add_unread("is no JSON that can be read", Location(name, 1))
            return None
