"""Reads the summary of a measurement that was finished: what was played, and the figures of each bot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.lab.figures.figures_with_intervals import FORMAT, BotFigures
from steep.lab.results.plain_data import from_plain
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import MANIFEST, MAX_MANIFEST
from steep.lab.storage.write_results import SUMMARY
from steep.play.files.atomic_writes import reason_of

MAX_BYTES = 64 * 1024 * 1024
"""Of a summary."""

WANTED = "a folder that Measurement.save or steep measure --out wrote"


def read_summary(folder: Path) -> tuple[Manifest, tuple[BotFigures, ...]]:
    """What was played, and the figures. Raises `InputError` when the folder has no summary, or a damaged one."""
    path = folder / SUMMARY
    if folder.is_file():
        raise InputError(f"{folder}: found a file; allowed: {WANTED}")
    try:
        found = json.loads(read_regular_file(path, MAX_BYTES))
        if type(found) is not dict or found.get("format") != FORMAT:
            raise ValueError(f"it is no summary of format {FORMAT}")
        manifest = Manifest.from_json(read_regular_file(folder / MANIFEST, MAX_MANIFEST).decode())
        figures = tuple(bot_from(each, manifest.tasks) for each in from_plain(dict[str, Any], found)["bots"])
    except FileNotFoundError:
        if (folder / MANIFEST).exists():
            raise InputError(f"{folder}: this measurement is not finished; steep measure --resume goes on") from None
        raise InputError(f"{folder}: found no measurement; allowed: {WANTED}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {reason_of(error)}") from None
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
        raise InputError(f"{path}: this summary cannot be used: {error}") from None
    return manifest, figures


def bot_from(found: Any, tasks: Sequence[Task]) -> BotFigures:
    """The figures of a bot, as `steep.lab.figures.figures_with_intervals.bot_as_json` gives them."""
    (task,) = (task for task in tasks if task.bot == found["bot"])
    figures: BotFigures = from_plain(BotFigures, {**found, "task": asdict(task)})
    return figures
