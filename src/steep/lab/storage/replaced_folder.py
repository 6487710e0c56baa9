"""Lets a measurement take the place of the one that a folder holds, as when a notebook's cell is run again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from steep.core.input_errors import printable
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import MANIFEST, PARTS_FOLDER, StoreError, read_manifest
from steep.lab.storage.parquet_tables import TABLES
from steep.lab.storage.write_results import REPLAYS, REPORT, SUMMARY
from steep.play.files.atomic_writes import reason_of

OWN = {MANIFEST, PARTS_FOLDER, SUMMARY, REPORT, REPLAYS.name, *(f"{name}.parquet" for name in TABLES)}
"""What a measurement writes into its folder."""


def check_replaceable(folder: Path, manifest: Manifest, *, replace: bool) -> None:
    """Refuse a folder that holds another run, unless that is to be replaced, or anything else. Raises `StoreError`."""
    found = read_manifest(folder)
    if others := sorted(names_in(folder) - (OWN if found else set())):
        raise StoreError(f"{folder}: holds other files ({others[0]}); choose a new or an empty folder")
    if found and not replace and (differences := printable("; ".join(found.differences(manifest)))):
        raise StoreError(
            f"{folder}: holds another measurement: {differences}; replace=True replaces it, or choose another folder"
        )


def remove_run(folder: Path) -> None:
    """Remove the run of a folder that was checked. Raises `StoreError`."""
    try:
        if folder.exists():
            shutil.rmtree(folder)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be replaced: {reason_of(error)}") from None


@contextmanager
def replaced(folder: Path, manifest: Manifest, *, replace: bool) -> Iterator[Path]:
    """Where to write a measurement: beside what its folder holds, whose place it takes when it is whole.

    Raises `StoreError`.
    """
    check_replaceable(folder, manifest, replace=replace)
    if not names_in(folder):
        yield folder
        return
    folder = folder.resolve()
    try:
        beside = Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise StoreError(f"{folder}: cannot be replaced: {reason_of(error)}") from None
    new, old = beside / "new", beside / "old"
    try:
        yield new
        folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            old.rename(folder)
            raise
    except OSError as error:
        raise StoreError(f"{folder}: cannot be replaced: {reason_of(error)}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def names_in(folder: Path) -> set[str]:
    """What a folder holds, without files left by a killed writer. Raises `StoreError`."""
    try:
        return {path.name for path in folder.iterdir() if not path.name.endswith(".tmp")}
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written to: {reason_of(error)}") from None
