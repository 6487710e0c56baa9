"""The folder of a measurement: its manifest, and every part that was finished.

    run.json                   the manifest (`steep.lab.storage.manifest`), written before the first game
    parts/BOT/NNNN/*.parquet   the parts (`steep.lab.storage.parts`), one file each, written atomically

A file is never overwritten, and its name has a checksum. A run that was stopped or killed, or that filled the disk,
continues from what is there. A damaged part is reported and its games are played again.
"""

from __future__ import annotations

import dataclasses
import re
import shutil
import zlib
from bisect import insort
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

import pyarrow as pa

from steep.core.input_errors import printable
from steep.core.read_untrusted_files import read_regular_file
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.parquet_tables import TABLES, StoreError, as_arrow, schema_of, words_of, written_table
from steep.lab.storage.parts import Part, PartError, batch_of, error_in, part_bytes, part_from
from steep.play.files.user_files import delete_temporaries, reason_of, write_whole

MANIFEST = "run.json"
MAX_MANIFEST = 1024 * 1024
"""Bytes."""
PARTS_FOLDER = "parts"

OWN = {MANIFEST, PARTS_FOLDER, *(f"{name}.parquet" for name in TABLES), "report.html", "replays"}
"""What a measurement writes into its folder."""

MAX_PART = 64 * 1024 * 1024
"""Bytes of a part. Those of 250 games on a thousand floors take less."""

NAME = re.compile(r"(\d{19})-(\d{1,19})-([0-9a-f]{8})\.parquet")
"""The name of a part: the first seed, the number of games, and the checksum (CRC-32) of the file."""

NO_NAME = re.compile(r"[^\w.+-]")
"""What can't be in a folder's name on some system."""

SEEDS_PER_FOLDER = 1_000_000
"""Seeds whose parts share a folder, because folders with many files are slow."""


class MixedError(StoreError):
    """A part belongs to another run than its folder."""


class Stored(NamedTuple):
    """A stored part: a file, described by its name, or data in memory."""

    seed: int
    games: int
    path: Path
    checksum: int
    part: Part | None = None


class Store:
    """The parts of a measurement in its folder, or in memory: `begin` creates or resumes one, `open` only reads one."""

    def __init__(self, folder: Path | None, manifest: Manifest) -> None:
        self._folder = folder
        self.manifest = manifest
        self._checked = False
        """Whether all parts were checked: what is read again has the same checksum, so the same rows."""
        self.damaged: list[str] = []
        """A sentence for each part that could not be used."""
        self._kept: dict[str, list[Stored]] = {task.bot: [] for task in manifest.tasks}

    @classmethod
    def begin(
        cls,
        folder: Path | None,
        manifest: Manifest,
        *,
        resume: bool | None = None,
        replace: bool = False,
        on_part: Callable[[Part], None] = lambda _part: None,
    ) -> Self:
        """Where parts are stored: a folder, or memory without one.

        A folder is new or empty, or holds some of the same games, unless `resume` is False. With `replace` any other
        run in it is removed. `on_part` is called with each part that is there and sound, in the order of bots and
        seeds. Raises `StoreError` when it holds anything else or cannot be written.
        """
        found = None if folder is None else read_manifest(folder)
        if folder is None or found is None or replace:
            if folder is not None:
                make_room(folder, OWN if found else set())
                write(folder / MANIFEST, manifest.to_json().encode())
            return cls(folder, manifest)
        if resume is False:
            raise StoreError(f"{folder}: {cls.open(folder).summary()}; --resume continues it, or choose another folder")
        if differences := printable("; ".join(found.differences(manifest))):
            how = "" if resume else "replace=True replaces it, or "
            raise StoreError(f"{folder}: holds another run: {differences}; {how}choose another folder")
        store = cls(folder, dataclasses.replace(found, tasks=manifest.tasks))
        if store.manifest != found:
            write(folder / MANIFEST, store.manifest.to_json().encode())
        for task in store.manifest.tasks:
            store._find_parts(task)
            store._drop_damaged(task, on_part)
        store._checked = True
        return store

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The folder of a measurement. Raises `StoreError` when it is not one.

        Parts are read later: a damaged one is not noticed here.
        """
        manifest = read_manifest(folder)
        if manifest is None:
            raise StoreError(f"{folder}: holds no measurement: there is no {MANIFEST}")
        store = cls(folder, manifest)
        for task in manifest.tasks:
            store._find_parts(task)
        return store

    @property
    def folder(self) -> Path:
        """Where the files are of a store that is not in memory."""
        assert self._folder is not None
        return self._folder

    def done(self, task: Task) -> list[tuple[int, int]]:
        """The stored games of a task: (first seed, games), in rising order."""
        return [(each.seed, each.games) for each in self._kept[task.bot]]

    def missing(self, task: Task) -> int:
        """The number of games of a task that are not stored yet."""
        return task.games - sum(each.games for each in self._kept[task.bot])

    def keep(self, part: Part) -> None:
        """Keep a part. Raises `StoreError` when it cannot be written; earlier parts stay."""
        if self._folder is None:
            insort(self._kept[part.bot], Stored(part.seed, part.games, Path(), 0, part))
            return
        data = part_bytes(part, self.manifest.played_with(part.bot))
        checksum = zlib.crc32(data)
        name = f"{part.seed:019}-{part.games}-{checksum:08x}.parquet"
        path = self._folder_of(part.bot) / f"{part.seed // SEEDS_PER_FOLDER:04}" / name
        write(path, data)
        insort(self._kept[part.bot], Stored(part.seed, part.games, path, checksum))

    def parts(self, *tasks: Task) -> Iterator[Part]:
        """The parts of tasks, by default of all, in the order of seeds, read one at a time. Raises `StoreError`."""
        for task in tasks or self.manifest.tasks:
            for each in list(self._kept[task.bot]):
                yield each.part or self._read(task, each)

    def part_with(self, task: Task, seed: int) -> Part | None:
        """The part that contains a game; None when that game is not stored. Raises `StoreError`."""
        found = (each for each in self._kept[task.bot] if each.seed <= seed < each.seed + each.games)
        return next((each.part or self._read(task, each) for each in found), None)

    def table(self, name: str) -> pa.Table:
        """One of `TABLES` as an Arrow table in memory. Raises `StoreError` when a part cannot be read."""
        schema, words = schema_of(name, self.manifest), words_of(self.manifest)
        tables = (as_arrow(schema, words, TABLES[name], batch_of(part)) for part in self.parts())
        return pa.concat_tables([schema.empty_table(), *tables]).combine_chunks()

    def write_tables(self) -> None:
        """Write floors.parquet, games.parquet and wounds.parquet into the folder, each atomically.

        They are made of the parts, one at a time. Raises `StoreError` when one cannot be written or a part cannot be
        read.
        """
        words, schemas = words_of(self.manifest), {name: schema_of(name, self.manifest) for name in TABLES}
        with ExitStack() as stack:
            add = {
                name: stack.enter_context(written_table(self.folder / f"{name}.parquet", schema))
                for name, schema in schemas.items()
            }
            for batch in map(batch_of, self.parts()):
                for name, table in TABLES.items():
                    add[name](as_arrow(schemas[name], words, table, batch))

    def summary(self) -> str:
        """What the folder holds, as the end of a sentence."""
        games = sum(task.games for task in self.manifest.tasks)
        missing = sum(self.missing(task) for task in self.manifest.tasks)
        state = f"an unfinished run ({games - missing} of {games} games)" if missing else f"a run of {games} games"
        return f"holds {state} of {printable(self.manifest.ruleset)}"

    def _folder_of(self, bot: str) -> Path:
        return self.folder / PARTS_FOLDER / NO_NAME.sub("-", bot)

    def _read(self, task: Task, stored: Stored) -> Part:
        try:
            return read_part(stored, task, self.manifest, check=not self._checked)
        except PartError as error:
            raise StoreError(f"{stored.path}: this part {error}; --resume plays its games again") from None

    def _find_parts(self, task: Task) -> None:
        """List a task's parts by their names. Of two that overlap, the first is used."""
        kept = self._kept[task.bot]
        for stored in sorted(parts_in(self._folder_of(task.bot))):
            end = kept[-1].seed + kept[-1].games if kept else task.seed
            if end <= stored.seed < stored.seed + stored.games <= task.seed + task.games:
                kept.append(stored)

    def _drop_damaged(self, task: Task, on_part: Callable[[Part], None]) -> None:
        """Read all of a task's parts. Delete the damaged ones, and files that killed writers left."""
        for place in (self.folder, *self._folder_of(task.bot).glob("*")):
            delete_temporaries(place)
        for stored in list(self._kept[task.bot]):
            try:
                on_part(read_part(stored, task, self.manifest))
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


def make_room(folder: Path, own: Collection[str]) -> None:
    """Remove the run of a folder, whose files are `own`. Raises `StoreError` when it is a file or holds anything else.

    Files left by a killed writer do not count.
    """
    try:
        names = {path.name for path in folder.iterdir() if not path.name.endswith(".tmp")}
        if others := sorted(names.difference(own)):
            raise StoreError(f"{folder}: holds other files ({others[0]}); choose a new or an empty folder")
        if names:
            shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written to: {reason_of(error)}") from None


def write(path: Path, data: bytes) -> None:
    """Write a file of a folder atomically. Raises `StoreError` when that fails."""
    try:
        write_whole(path, data)
    except OSError as error:
        why = f"{path}: cannot be written: {reason_of(error)}"
        raise StoreError(f"{why}; everything finished before is kept, and --resume continues from there") from None


def parts_in(folder: Path) -> Iterator[Stored]:
    """All parts below a folder by their names, in no particular order."""
    for path in folder.glob("*/*.parquet"):
        if named := NAME.fullmatch(path.name):
            yield Stored(int(named[1]), int(named[2]), path, int(named[3], 16))


def read_part(stored: Stored, task: Task, manifest: Manifest, *, check: bool = True) -> Part:
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
    if check and (problem := error_in(part, task, manifest)):
        raise PartError(f"is invalid: {problem}")
    return part


def origin_words(played_with: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """What games were played with, in words: the ruleset, and all else that differs from `other`."""
    words = {"first_floor": "first floor", "last_floor": "last floor", "turns": "turn limit", "rules": "rules"}
    ruleset = f'ruleset "{played_with.get("ruleset")}" with hash {played_with.get("ruleset_hash")}'
    differing = [key for key in words if played_with.get(key) != other.get(key)]
    return ", ".join([ruleset, *(f"{words[key]} {played_with.get(key)}" for key in differing)])
