"""`steep.lab.report`: the page with all charts and figures of a measurement."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from steep.lab.measurement import Measurement
from steep.lab.results import framed, write_text


@dataclass(frozen=True, slots=True)
class Report:
    """A page: one HTML file that needs no other, nor a network."""

    html: str

    def save(self, path: Path | str) -> None:
        """Write it to a file. Raises `InputError` when that fails."""
        write_text(Path(path), self.html)

    def _repr_html_(self) -> str:
        return framed(self.html)


def report(measured: Measurement | Path | str) -> Report:
    """The report of a measurement, or of the folder of one. Raises `InputError`."""
    found = measured if isinstance(measured, Measurement) else Measurement.load(measured)
    return Report(found.html())
