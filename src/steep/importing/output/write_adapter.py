"""Writes a class by which the lab can play a project: an adapter, for projects of the tutorials' shape."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from steep.core.input_errors import InputError
from steep.importing.output.adapter_for_tcod_2019 import write_adapter_for_2019
from steep.importing.output.adapter_for_tcod_2020 import write_adapter_for_2020
from steep.importing.output.adapter_parts import Adapter
from steep.importing.output.import_report import ImportReport
from steep.importing.output.ruleset_toml import comment
from steep.importing.output.write_base_and_own_file import write_new_file
from steep.importing.python.find_and_decode_sources import TooMuchError, bounded, parse_source, read_sources
from steep.importing.python.resolve_imports import Module
from steep.importing.tutorials.find_game_code import GameCode


@dataclass(frozen=True, slots=True)
class WrittenAdapter:
    """An adapter, and what to tell about it."""

    text: str
    report: tuple[str, ...]
    """Lines: what was found, what was left out, and what a person must finish."""
    finished: bool
    """Whether nothing was left to a person."""


def write_adapter(project: Path, out: Path) -> WrittenAdapter:
    """Write an adapter for the project in a folder to a new file. None of the project's code is run.

    Raises `InputError` if the folder can't be read, if its project has neither tutorial's shape, or if a different file
    exists.
    """
    if out.suffix != ".py" or not out.stem.isidentifier():
        raise InputError(f"--adapter {out}: name a Python file that can be imported, such as lab.py")
    if not project.is_dir():
        raise InputError(f"{project}: is no folder; an adapter is written for a project's folder")
    try:
        with bounded():
            written = adapter_of(project, out)
    except TooMuchError as problem:
        raise InputError(f"{project}: {problem}") from None
    write_new_file(written.text, out, "--adapter")
    return written


def adapter_of(project: Path, out: Path) -> WrittenAdapter:
    """The adapter of a project, without limits on time and memory."""
    report = ImportReport()
    sources = [
        source for source in read_sources(project, report) if Path(project, source.file).resolve() != out.resolve()
    ]
    code = GameCode([Module.of(source.file, parse_source(source, report)) for source in sources])
    title = comment(project.resolve().name).replace("\\", "").replace('"', "'") or "a game"
    adapter = Adapter(title, out.stem, folder_expression(project / code.root, out))
    if code.class_like("^engine$") and code.class_like("action"):
        shape, text = "tcod-2020", write_adapter_for_2020(code, adapter)
    elif code.function("get_game_variables", "get_constants") and code.function("handle_keys"):
        shape, text = "tcod-2019", write_adapter_for_2019(code, adapter)
    else:
        raise InputError(
            f"{project}: is neither of the shape of tcod-2020 (looked for a class Engine and classes of actions) nor of"
            " tcod-2019 (looked for the functions get_game_variables and handle_keys); docs/own-game.md says how to"
            " write an adapter by hand"
        )
    state = f"{len(adapter.todos)} TODO" if adapter.todos else "nothing left to do"
    summary = f"{out}: an adapter for a project like {shape}, {state}"
    where = f"cd {shlex.quote(str(out.parent))} && " if out.resolve().parent != Path.cwd() else ""
    trial = f"try it: {where}steep measure --game {out.stem}:Game --bot explorer --games 2"
    return WrittenAdapter(text, (summary, *adapter.report(), trial), not adapter.todos)


def folder_expression(folder: Path, out: Path) -> str:
    """The project's folder as an expression, seen from the adapter."""
    relative = Path(os.path.relpath(folder.resolve(), out.resolve().parent)).as_posix()
    here = "Path(__file__).resolve().parent"
    return here if relative == "." else f"({here} / {relative!r}).resolve()"
