"""The folder that a measurement is kept in: what it is made of, and every batch that was finished.

    run.json                 the manifest (`steep.lab.storage.manifest`), written before the first game
    parts/BOT/NNNN/*.part    the batches (`steep.lab.storage.batch_files`), one file each, written whole or not at all

What was kept is never written again. A run that was stopped, killed, or whose
disk was full goes on from what is there; a part that is damaged is told, and its
games are played again.
"""

from __future__ import annotations

import io
import re
from bisect import insort
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from steep.core.errors import InputError
from steep.core.reading import read_regular_file
from steep.lab.simulate.simulator import Batch, Task
from steep.lab.storage.batch_files import batch_bytes, part_from
from steep.lab.storage.manifest import Manifest
from steep.play.files.atomic import reason_of, write_whole
from steep.play.files.container import MOST_BYTES, ContainerError

MANIFEST = "run.json"
MOST_MANIFEST = 1024 * 1024
"""Bytes."""
BATCHES_FOLDER = "parts"

NAME = re.compile(r"(\d{19})-(\d{1,19})\.part")
"""Of a part: the first seed, and how many games."""

SEEDS_OF_A_FOLDER = 1_000_000
"""Parts of so many seeds share a folder, as a folder of many files is slow."""


class StoreError(InputError):
    """An output folder cannot be used, read or written. The text says why, and what to do."""


class MixedError(StoreError):
    """A part was played with something else than the folder's run."""


class Store:
    """An output folder: begun or gone on with by `begin`, only read by `open`."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.damaged: list[str] = []
        """A sentence for each part that was there and could not be used."""
        self._kept: dict[str, list[tuple[int, int]]] = {task.bot: [] for task in manifest.tasks}

    @classmethod
    def begin(cls, folder: Path, manifest: Manifest, *, resume: bool) -> Self:
        """A folder to keep batches in: a new or empty one, or, to resume, one that holds some of the same games.

        Raises `StoreError` when there is something else, or when it cannot be written.
        """
        found = read_manifest(folder)
        if found is None:
            check_empty(folder)
            store = cls(folder, manifest)
            store.write(folder / MANIFEST, manifest.to_json().encode())
            return store
        if not resume:
            raise StoreError(f"{folder}: {cls.open(folder).summed_up()}; --resume goes on, or choose another folder")
        if differences := "; ".join(found.differences(manifest)):
            raise StoreError(f"{folder}: cannot be resumed, it holds another run: {differences}; choose another folder")
        store = cls.open(folder)
        for task in store.manifest.tasks:
            store._drop_damaged(task)
        return store

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The folder of a measurement. Raises `StoreError` when it is none.

        A damaged part is noticed only when it is read.
        """
        manifest = read_manifest(folder)
        if manifest is None:
            raise StoreError(f"{folder}: holds no measurement: there is no {MANIFEST}")
        store = cls(folder, manifest)
        for task in manifest.tasks:
            store._take_stock(task)
        return store

    def done(self, task: Task) -> list[tuple[int, int]]:
        """The games of a task that are kept: first seed and how many, in rising order."""
        return list(self._kept[task.bot])

    def missing(self, task: Task) -> int:
        """How many games of a task are not kept yet."""
        return task.games - sum(games for _, games in self._kept[task.bot])

    def keep(self, batch: Batch) -> None:
        """Write a batch. Raises `StoreError` when that fails; what was kept before stays."""
        data = batch_bytes(batch, self.manifest.played_with(batch.bot))
        self.write(self._path(batch.bot, batch.seed, batch.games), data)
        insort(self._kept[batch.bot], (batch.seed, batch.games))

    def batches(self, task: Task) -> Iterator[Batch]:
        """What is kept of a task, in the order of the seeds, one part at a time. Raises `StoreError`."""
        for seed, games in self.done(task):
            yield self._read(task.bot, seed, games)

    def batch_with(self, task: Task, seed: int) -> Batch | None:
        """The batch that holds a game; None when that game is not kept. Raises `StoreError`."""
        for first, games in self._kept[task.bot]:
            if first <= seed < first + games:
                return self._read(task.bot, first, games)
        return None

    def summed_up(self) -> str:
        """What is there, as the end of a sentence."""
        games = sum(task.games for task in self.manifest.tasks)
        missing = sum(self.missing(task) for task in self.manifest.tasks)
        state = f"an unfinished run ({games - missing} of {games} games)" if missing else f"a run of {games} games"
        return f"holds {state} of {self.manifest.ruleset}"

    def _path(self, bot: str, seed: int, games: int) -> Path:
        return self.folder / BATCHES_FOLDER / bot / f"{seed // SEEDS_OF_A_FOLDER:04}" / f"{seed:019}-{games}.part"

    def _read(self, bot: str, seed: int, games: int) -> Batch:
        path = self._path(bot, seed, games)
        try:
            return read_batch_file(path, bot, seed, games, self.manifest)
        except ContainerError as error:
            raise StoreError(f"{path}: this part {error}; --resume plays its games again") from None

    def write(self, path: Path, data: bytes) -> None:
        """Write a file of the folder, whole. Raises `StoreError` when that fails."""
        try:
            write_whole(path, data)
        except OSError as error:
            why = f"{path}: cannot be written: {reason_of(error)}"
            raise StoreError(f"{why}; what was finished before is kept, and --resume goes on from there") from None

    def _take_stock(self, task: Task) -> None:
        """Find the parts by their names. Of two that hold a game, the first is taken."""
        kept = self._kept[task.bot]
        for seed, games in sorted(batch_files_in(self.folder / BATCHES_FOLDER / task.bot)):
            end = kept[-1][0] + kept[-1][1] if kept else task.seed
            if end <= seed < seed + games <= task.seed + task.games:
                kept.append((seed, games))

    def _drop_damaged(self, task: Task) -> None:
        """Read all parts, and let go of those that are not whole."""
        for seed, games in self.done(task):
            path = self._path(task.bot, seed, games)
            try:
                read_batch_file(path, task.bot, seed, games, self.manifest)
            except ContainerError as error:
                self.damaged.append(f"{path}: this part {error}; its games are played again")
                self._kept[task.bot].remove((seed, games))
                with suppress(OSError):
                    path.unlink()


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in a folder; None when there is none. Raises `StoreError` when it cannot be read."""
    path = folder / MANIFEST
    try:
        return Manifest.from_json(read_regular_file(path, MOST_MANIFEST).decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {reason_of(error)}") from None
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{path}: holds what this Steep does not write ({error}); choose another folder") from None


def check_empty(folder: Path) -> None:
    """Raise `StoreError` when a folder is a file, or has files in it; those that a killed writer left do not count."""
    try:
        names = sorted(path.name for path in folder.iterdir() if not path.name.endswith(".tmp"))
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written to: {reason_of(error)}") from None
    if names:
        raise StoreError(f"{folder}: holds other files ({names[0]}); choose a new or an empty folder")


def batch_files_in(folder: Path) -> Iterator[tuple[int, int]]:
    """All parts below a folder by their names: first seed and games, in no order."""
    for path in folder.glob("*/*.part"):
        if named := NAME.fullmatch(path.name):
            yield int(named[1]), int(named[2])


def read_batch_file(path: Path, bot: str, seed: int, games: int, manifest: Manifest) -> Batch:
    """The batch of a part of a run.

    Raises `ContainerError`, the end of a sentence, when it cannot be read or holds other games than its name says, and
    `MixedError` when they are of another run.
    """
    try:
        batch, played_with = part_from(io.BytesIO(read_regular_file(path, MOST_BYTES)))
    except OSError as error:
        raise ContainerError(f"cannot be read: {reason_of(error)}") from None
    if (batch.bot, batch.seed, batch.games) != (bot, seed, games):
        raise ContainerError("holds other games than its name says")
    expected = manifest.played_with(bot)
    if played_with != expected:
        found, wanted = told(played_with, expected), told(expected, played_with)
        raise MixedError(
            f"{path}: this part is of another run: it was played with {found}, and this folder's run with {wanted}; "
            "move it out of the folder, and --resume plays its games"
        )
    return batch


def told(played_with: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """What games were played with: the ruleset, and what else is not as in another's."""
    words = {"first_floor": "first floor", "last_floor": "last floor", "turns": "limit of turns", "rules": "rules"}
    ruleset = f'ruleset "{played_with.get("ruleset")}" with hash {played_with.get("ruleset_hash")}'
    differing = [key for key in words if played_with.get(key) != other.get(key)]
    return ", ".join([ruleset, *(f"{words[key]} {played_with.get(key)}" for key in differing)])
