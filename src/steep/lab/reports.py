"""`steep.lab.report`: the page with all charts and figures of a measurement, or of a table of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from steep.core.input_errors import InputError
from steep.lab.results.in_notebook import framed
from steep.lab.results.result import write_text
from steep.lab.tables.games import Games, games_at, read_games


@dataclass(frozen=True, slots=True)
class Report:
    """A page: one HTML file that needs no other, nor a network."""

    html: str

    def save(self, path: Path | str) -> None:
        """Write it to a file that ends in .html. Raises `InputError` when that fails."""
        if Path(path).suffix.lower() not in (".html", ".htm"):
            raise InputError(f"{path}: allowed for a report: a file that ends in .html")
        write_text(Path(path), self.html)

    def _repr_html_(self) -> str:
        return framed(self.html)


def report(measured: Games | Path | str) -> Report:
    """The report of a measurement or of the folder of one, or of a table of games or its file. Raises `InputError`."""
    if isinstance(measured, Path | str):
        return Report((games_at(measured) or read_games(measured)).html())
    return Report(measured.html())
