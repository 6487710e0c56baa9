"""The output folder of a measurement: its manifest, and every batch that was finished.

    run.json                 the manifest (`steep.lab.storage.manifest`), written before the first game
    batches/BOT/NNNN/*.batch the batches (`steep.lab.storage.batch_to_bytes`), one file each, written atomically

A file is never overwritten. A run that was stopped or killed, or that filled the disk, continues from what is there. A
damaged batch file is reported and its games are played again.
"""

from __future__ import annotations

import io
import re
from bisect import insort
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.core.ruleset import MAX_KINDS
from steep.lab.simulate.floor_visit import MAX_CAUSES
from steep.lab.simulate.play_in_one_thread import Batch, Task
from steep.lab.storage.batch_to_bytes import batch_and_origin_from, batch_bytes
from steep.lab.storage.check_batch_rows import error_in_rows
from steep.lab.storage.manifest import Manifest
from steep.play.files.atomic_writes import reason_of, write_whole
from steep.play.files.container import MAX_BYTES, ContainerError

MANIFEST = "run.json"
MAX_MANIFEST = 1024 * 1024
"""Bytes."""
BATCHES_FOLDER = "batches"

NAME = re.compile(r"(\d{19})-(\d{1,19})\.batch")
"""Of a batch file: the first seed, and the number of games."""

SEEDS_PER_FOLDER = 1_000_000
"""Seeds whose batch files share a folder, as folders with many files are slow."""


class StoreError(InputError):
    """An output folder cannot be used, read or written. The message says why, and what to do."""


class MixedError(StoreError):
    """A batch file belongs to another run than its folder."""


class Store:
    """An output folder: `begin` creates or resumes one, `open` only reads one."""

    def __init__(self, folder: Path, manifest: Manifest, kinds: int = MAX_KINDS, causes: int = MAX_CAUSES) -> None:
        self.folder = folder
        self.manifest = manifest
        self._kinds = kinds
        self._causes = causes
        self.damaged: list[str] = []
        """A sentence for each batch file that could not be used."""
        self._kept: dict[str, list[tuple[int, int]]] = {task.bot: [] for task in manifest.tasks}

    @classmethod
    def begin(
        cls, folder: Path, manifest: Manifest, *, resume: bool, kinds: int = MAX_KINDS, causes: int = MAX_CAUSES
    ) -> Self:
        """A folder to write batches to: a new or empty one, or, with `resume`, one that holds some of the same games.

        `kinds` is the number of kinds of monsters in the ruleset, `causes` that of what can hurt: attacks, each ability
        and each status.
        Raises `StoreError` when it holds anything else or cannot be written.
        """
        found = read_manifest(folder)
        if found is None:
            check_empty(folder)
            store = cls(folder, manifest, kinds, causes)
            store.write(folder / MANIFEST, manifest.to_json().encode())
            return store
        if not resume:
            raise StoreError(f"{folder}: {cls.open(folder).summary()}; --resume continues it, or choose another folder")
        if differences := "; ".join(found.differences(manifest)):
            raise StoreError(f"{folder}: cannot be resumed, it holds another run: {differences}; choose another folder")
        store = cls.open(folder)
        store._kinds = kinds
        store._causes = causes
        for task in store.manifest.tasks:
            store._drop_damaged(task)
        return store

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The folder of a measurement. Raises `StoreError` when it is not one.

        Batch files are read later: a damaged one is not noticed here.
        """
        manifest = read_manifest(folder)
        if manifest is None:
            raise StoreError(f"{folder}: holds no measurement: there is no {MANIFEST}")
        store = cls(folder, manifest)
        for task in manifest.tasks:
            store._find_batch_files(task)
        return store

    def done(self, task: Task) -> list[tuple[int, int]]:
        """The stored games of a task: (first seed, games), in rising order."""
        return list(self._kept[task.bot])

    def missing(self, task: Task) -> int:
        """The number of games of a task that are not stored yet."""
        return task.games - sum(games for _, games in self._kept[task.bot])

    def keep(self, batch: Batch) -> None:
        """Write a batch. Raises `StoreError` when that fails; earlier batches stay."""
        data = batch_bytes(batch, self.manifest.played_with(batch.bot))
        self.write(self._path(batch.bot, batch.seed, batch.games), data)
        insort(self._kept[batch.bot], (batch.seed, batch.games))

    def batches(self, task: Task) -> Iterator[Batch]:
        """The stored batches of a task in the order of their seeds, read one at a time. Raises `StoreError`."""
        for seed, games in self.done(task):
            yield self._read(task.bot, seed, games)

    def batch_with(self, task: Task, seed: int) -> Batch | None:
        """The batch that contains a game; None when that game is not stored. Raises `StoreError`."""
        for first, games in self._kept[task.bot]:
            if first <= seed < first + games:
                return self._read(task.bot, first, games)
        return None

    def summary(self) -> str:
        """What the folder holds, as the end of a sentence."""
        games = sum(task.games for task in self.manifest.tasks)
        missing = sum(self.missing(task) for task in self.manifest.tasks)
        state = f"an unfinished run ({games - missing} of {games} games)" if missing else f"a run of {games} games"
        return f"holds {state} of {self.manifest.ruleset}"

    def _path(self, bot: str, seed: int, games: int) -> Path:
        return self.folder / BATCHES_FOLDER / bot / f"{seed // SEEDS_PER_FOLDER:04}" / f"{seed:019}-{games}.batch"

    def _read(self, bot: str, seed: int, games: int) -> Batch:
        path = self._path(bot, seed, games)
        try:
            return read_batch_file(path, bot, seed, games, self.manifest, self._kinds, self._causes)
        except ContainerError as error:
            raise StoreError(f"{path}: this batch file {error}; --resume plays its games again") from None

    def write(self, path: Path, data: bytes) -> None:
        """Write a file of the folder atomically. Raises `StoreError` when that fails."""
        try:
            write_whole(path, data)
        except OSError as error:
            why = f"{path}: cannot be written: {reason_of(error)}"
            raise StoreError(f"{why}; everything finished before is kept, and --resume continues from there") from None

    def _find_batch_files(self, task: Task) -> None:
        """List a task's batch files by their names. Of two that overlap, the first is used."""
        kept = self._kept[task.bot]
        for seed, games in sorted(batch_files_in(self.folder / BATCHES_FOLDER / task.bot)):
            end = kept[-1][0] + kept[-1][1] if kept else task.seed
            if end <= seed < seed + games <= task.seed + task.games:
                kept.append((seed, games))

    def _drop_damaged(self, task: Task) -> None:
        """Read all of a task's batch files, and delete the damaged ones."""
        for seed, games in self.done(task):
            path = self._path(task.bot, seed, games)
            try:
                read_batch_file(path, task.bot, seed, games, self.manifest, self._kinds, self._causes)
            except ContainerError as error:
                self.damaged.append(f"{path}: this batch file {error}; its games are played again")
                self._kept[task.bot].remove((seed, games))
                with suppress(OSError):
                    path.unlink()


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in a folder; None when there is no such file. Raises `StoreError` when it cannot be read."""
    path = folder / MANIFEST
    try:
        return Manifest.from_json(read_regular_file(path, MAX_MANIFEST).decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {reason_of(error)}") from None
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{path}: is not a manifest of this Steep ({error}); choose another folder") from None


def check_empty(folder: Path) -> None:
    """Raise `StoreError` when a folder is a file or is not empty. Files left by a killed writer do not count."""
    try:
        names = sorted(path.name for path in folder.iterdir() if not path.name.endswith(".tmp"))
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written to: {reason_of(error)}") from None
    if names:
        raise StoreError(f"{folder}: holds other files ({names[0]}); choose a new or an empty folder")


def batch_files_in(folder: Path) -> Iterator[tuple[int, int]]:
    """All batch files below a folder by their names: (first seed, games), in no particular order."""
    for path in folder.glob("*/*.batch"):
        if named := NAME.fullmatch(path.name):
            yield int(named[1]), int(named[2])


def read_batch_file(path: Path, bot: str, seed: int, games: int, manifest: Manifest, kinds: int, causes: int) -> Batch:
    """Read a batch file of a run.

    Raises `ContainerError`, whose message is the end of a sentence, when it cannot be read or its games do not match
    its name, and `MixedError` when it belongs to another run.
    """
    try:
        batch, played_with = batch_and_origin_from(io.BytesIO(read_regular_file(path, MAX_BYTES)))
    except OSError as error:
        raise ContainerError(f"cannot be read: {reason_of(error)}") from None
    if (batch.bot, batch.seed, batch.games) != (bot, seed, games):
        raise ContainerError("holds other games than its name says")
    expected = manifest.played_with(bot)
    if played_with != expected:
        found, wanted = origin_words(played_with, expected), origin_words(expected, played_with)
        raise MixedError(
            f"{path}: this batch file belongs to another run: it was played with {found}, this folder's run with "
            f"{wanted}; move it out of the folder, and --resume plays its games"
        )
    task = manifest.task(bot)
    assert task is not None
    if problem := error_in_rows(batch, task, kinds, causes):
        raise ContainerError(f"holds what no Steep writes: {problem}")
    return batch


def origin_words(played_with: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """What games were played with, in words: the ruleset, and all else that differs from `other`."""
    words = {"first_floor": "first floor", "last_floor": "last floor", "turns": "turn limit", "rules": "rules"}
    ruleset = f'ruleset "{played_with.get("ruleset")}" with hash {played_with.get("ruleset_hash")}'
    differing = [key for key in words if played_with.get(key) != other.get(key)]
    return ", ".join([ruleset, *(f"{words[key]} {played_with.get(key)}" for key in differing)])
