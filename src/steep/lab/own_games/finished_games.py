"""Reads the games of a measurement that was stopped, so that it can go on. The file is one that `GameTable` wrote."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError, brief
from steep.lab.own_games.game_table import FIRST, rows_of
from steep.lab.own_games.play_one_game import PlayedGame
from steep.lab.tables.read_batches import open_source

SAME = ("game", "env_args", "floor_from", "won_if", "turns", "last_floor")
"""What a measurement that goes on must have in common with its file."""

KEPT = {*FIRST, "error"} - {"bot", "seed"}
"""Columns that a row has even where there is nothing in them."""


def finished_games(path: Path, notes: Mapping[str, Any]) -> dict[str, dict[int, PlayedGame]]:
    """The games of a file by player and seed; none where there is no file.

    Raises `InputError` for a file of another measurement than that of `notes`, and for one that cannot be read.
    """
    if not path.exists():
        return {}
    found = open_source(path).notes
    for name in SAME:
        if found.get(name) != notes[name]:
            raise InputError(
                f"resume: {path} has games of another measurement: its {name} is {brief(found.get(name))}, not"
                f" {brief(notes[name])}"
            )
    games: dict[str, dict[int, PlayedGame]] = {}
    try:
        for row in rows_of(path):
            bot, seed = str(row.pop("bot")), int(row.pop("seed"))
            played = games.setdefault(bot, {}).setdefault(seed, PlayedGame(seed))
            played.rows.append(dict.fromkeys(KEPT) | {name: value for name, value in row.items() if value is not None})
            played.error = row.get("error") or played.error
    except (KeyError, ValueError, TypeError, AttributeError):
        raise InputError(f"resume: {path}: found a row that no measurement writes") from None
    return games
