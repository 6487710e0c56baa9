"""The folder of a measurement: its manifest, and every part that was finished.

    run.json                   the manifest (`steep.lab.storage.manifest`), written before the first game
    parts/BOT/NNNN/*.parquet   the parts (`steep.lab.storage.parts`), one file each, written atomically

A file is never overwritten, and its name has a checksum. A run that was stopped or killed, or that filled the disk,
continues from what is there. A damaged part is reported and its games are played again.
"""

from __future__ import annotations

import re
import zlib
from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from steep.core.input_errors import InputError, printable
from steep.core.read_untrusted_files import read_regular_file
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.parts import Part, PartError, error_in_part, part_bytes, part_from
from steep.play.files.atomic_writes import reason_of, write_whole

MANIFEST = "run.json"
MAX_MANIFEST = 1024 * 1024
"""Bytes."""
PARTS_FOLDER = "parts"

MAX_PART = 64 * 1024 * 1024
"""Bytes of a part. Those of 250 games on a thousand floors take less."""

NAME = re.compile(r"(\d{19})-(\d{1,19})-([0-9a-f]{8})\.parquet")
"""Of a part: the first seed, the number of games, and the checksum (CRC-32) of the file."""

NO_NAME = re.compile(r"[^\w.+-]")
"""What a folder's name has no place for on some system."""

SEEDS_PER_FOLDER = 1_000_000
"""Seeds whose parts share a folder, as folders with many files are slow."""

Check = Callable[[Part, Task], str]
"""What no game of a task could give, as the end of a sentence; empty if nothing."""


def nothing_wrong(_part: Part, _task: Task) -> str:
    """Find nothing wrong."""
    return ""


class StoreError(InputError):
    """An output folder cannot be used, read or written. The message says why, and what to do."""


class MixedError(StoreError):
    """A part belongs to another run than its folder."""


class Stored(NamedTuple):
    """A file of a part, as its name says."""

    seed: int
    games: int
    path: Path
    checksum: int


class Store:
    """The folder of a measurement: `begin` creates or resumes one, `open` only reads one."""

    def __init__(self, folder: Path, manifest: Manifest, check: Check = error_in_part) -> None:
        self.folder = folder
        self.manifest = manifest
        self._check = check
        self.damaged: list[str] = []
        """A sentence for each part that could not be used."""
        self._kept: dict[str, list[Stored]] = {task.bot: [] for task in manifest.tasks}

    @classmethod
    def begin(
        cls,
        folder: Path,
        manifest: Manifest,
        check: Check = error_in_part,
        *,
        resume: bool,
        on_part: Callable[[Part], None] = lambda _part: None,
    ) -> Self:
        """A folder to write parts to: a new or empty one, or, with `resume`, one that holds some of the same games.

        `on_part` is called with each part that is there and sound, in the order of bots and seeds.
        Raises `StoreError` when it holds anything else or cannot be written.
        """
        found = read_manifest(folder)
        if found is None:
            check_empty(folder)
            store = cls(folder, manifest, check)
            store.write(folder / MANIFEST, manifest.to_json().encode())
            return store
        if not resume:
            raise StoreError(f"{folder}: {cls.open(folder).summary()}; --resume continues it, or choose another folder")
        if differences := printable("; ".join(found.differences(manifest))):
            raise StoreError(f"{folder}: cannot be resumed, it holds another run: {differences}; choose another folder")
        store = cls(folder, replace(found, tasks=manifest.tasks), check)
        if store.manifest != found:
            store.write(folder / MANIFEST, store.manifest.to_json().encode())
        for task in store.manifest.tasks:
            store._find_parts(task)
            store._drop_damaged(task, on_part)
        # What is read again has the same checksum, so the same rows.
        store._check = nothing_wrong
        return store

    @classmethod
    def open(cls, folder: Path, check: Check = error_in_part) -> Self:
        """The folder of a measurement. Raises `StoreError` when it is not one.

        Parts are read later: a damaged one is not noticed here.
        """
        manifest = read_manifest(folder)
        if manifest is None:
            raise StoreError(f"{folder}: holds no measurement: there is no {MANIFEST}")
        store = cls(folder, manifest, check)
        for task in manifest.tasks:
            store._find_parts(task)
        return store

    def done(self, task: Task) -> list[tuple[int, int]]:
        """The stored games of a task: (first seed, games), in rising order."""
        return [(each.seed, each.games) for each in self._kept[task.bot]]

    def missing(self, task: Task) -> int:
        """The number of games of a task that are not stored yet."""
        return task.games - sum(each.games for each in self._kept[task.bot])

    def keep(self, part: Part) -> None:
        """Write a part. Raises `StoreError` when that fails; earlier parts stay."""
        data = part_bytes(part, self.manifest.played_with(part.bot))
        checksum = zlib.crc32(data)
        name = f"{part.seed:019}-{part.games}-{checksum:08x}.parquet"
        path = self._folder(part.bot) / f"{part.seed // SEEDS_PER_FOLDER:04}" / name
        self.write(path, data)
        insort(self._kept[part.bot], Stored(part.seed, part.games, path, checksum))

    def parts(self, task: Task) -> Iterator[Part]:
        """The stored parts of a task in the order of their seeds, read one at a time. Raises `StoreError`."""
        for each in list(self._kept[task.bot]):
            yield self._read(task, each)

    def part_with(self, task: Task, seed: int) -> Part | None:
        """The part that contains a game; None when that game is not stored. Raises `StoreError`."""
        found = (each for each in self._kept[task.bot] if each.seed <= seed < each.seed + each.games)
        return next((self._read(task, each) for each in found), None)

    def summary(self) -> str:
        """What the folder holds, as the end of a sentence."""
        games = sum(task.games for task in self.manifest.tasks)
        missing = sum(self.missing(task) for task in self.manifest.tasks)
        state = f"an unfinished run ({games - missing} of {games} games)" if missing else f"a run of {games} games"
        return f"holds {state} of {printable(self.manifest.ruleset)}"

    def _folder(self, bot: str) -> Path:
        return self.folder / PARTS_FOLDER / NO_NAME.sub("-", bot)

    def _read(self, task: Task, stored: Stored) -> Part:
        try:
            return read_part(stored, task, self.manifest, self._check)
        except PartError as error:
            raise StoreError(f"{stored.path}: this part {error}; --resume plays its games again") from None

    def write(self, path: Path, data: bytes) -> None:
        """Write a file of the folder atomically. Raises `StoreError` when that fails."""
        try:
            write_whole(path, data)
        except OSError as error:
            why = f"{path}: cannot be written: {reason_of(error)}"
            raise StoreError(f"{why}; everything finished before is kept, and --resume continues from there") from None

    def _find_parts(self, task: Task) -> None:
        """List a task's parts by their names. Of two that overlap, the first is used."""
        kept = self._kept[task.bot]
        for stored in sorted(parts_in(self._folder(task.bot))):
            end = kept[-1].seed + kept[-1].games if kept else task.seed
            if end <= stored.seed < stored.seed + stored.games <= task.seed + task.games:
                kept.append(stored)

    def _drop_damaged(self, task: Task, on_part: Callable[[Part], None]) -> None:
        """Read all of a task's parts, and delete the damaged ones."""
        for stored in list(self._kept[task.bot]):
            try:
                on_part(read_part(stored, task, self.manifest, self._check))
            except PartError as error:
                self.damaged.append(f"{stored.path}: this part {error}; its games are played again")
                self._kept[task.bot].remove(stored)
                with suppress(OSError):
                    stored.path.unlink()


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


def parts_in(folder: Path) -> Iterator[Stored]:
    """All parts below a folder by their names, in no particular order."""
    for path in folder.glob("*/*.parquet"):
        if named := NAME.fullmatch(path.name):
            yield Stored(int(named[1]), int(named[2]), path, int(named[3], 16))


def read_part(stored: Stored, task: Task, manifest: Manifest, check: Check) -> Part:
    """Read a part of a run.

    Raises `PartError`, whose message is the end of a sentence, when it cannot be read or its games do not match
    its name, and `MixedError` when it belongs to another run.
    """
    try:
        data = read_regular_file(stored.path, MAX_PART)
    except OSError as error:
        raise PartError(f"cannot be read: {reason_of(error)}") from None
    if zlib.crc32(data) != stored.checksum:
        raise PartError("was altered or cut short: its checksum does not hold")
    part, played_with = part_from(data)
    if (part.bot, part.seed, part.games) != (task.bot, stored.seed, stored.games):
        raise PartError("holds other games than its name says")
    expected = manifest.played_with(task.bot)
    if played_with != expected:
        found, wanted = origin_words(played_with, expected), origin_words(expected, played_with)
        raise MixedError(
            f"{stored.path}: this part belongs to another run: it was played with {found}, this folder's run with "
            f"{wanted}; move it out of the folder, and --resume plays its games"
        )
    if problem := check(part, task):
        raise PartError(f"holds what no Steep writes: {problem}")
    return part


def origin_words(played_with: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """What games were played with, in words: the ruleset, and all else that differs from `other`."""
    words = {"first_floor": "first floor", "last_floor": "last floor", "turns": "turn limit", "rules": "rules"}
    ruleset = f'ruleset "{played_with.get("ruleset")}" with hash {played_with.get("ruleset_hash")}'
    differing = [key for key in words if played_with.get(key) != other.get(key)]
    return ", ".join([ruleset, *(f"{words[key]} {played_with.get(key)}" for key in differing)])
