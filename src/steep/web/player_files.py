"""Saves, replays and rulesets of a page: exports them as they are, and imports those that the game can read.

They lie in the same folders as on a desktop, `data/` and `config/`. An archive of all of them has these folders, too.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from steep.content import load_ruleset
from steep.core.input_errors import InputError, brief, without_folders
from steep.play.files import replays, saves
from steep.play.files.container import MAX_BYTES, SIGNATURE_BYTES, Kind, read_container
from steep.play.files.ledger import ATTEMPTS, LEDGER, SCORES, merge
from steep.play.files.links import PREFIX, linked_name
from steep.play.files.lore import read_lore
from steep.play.files.replays import REPLAY
from steep.play.files.saves import SAVE
from steep.play.files.user_file_paths_and_settings import read_settings
from steep.play.files.user_files import write_whole
from steep.play.finish_run import note_of
from steep.ui.keymap import load_keymap
from steep.ui.screens.context import Context

MAX_FILES = 2_000
"""The most files in an archive."""

MAX_ARCHIVE_BYTES = 16 * MAX_BYTES
"""The most bytes of an archive's files, unpacked."""

_ZIP = b"PK\x03\x04"
"""The first bytes of an archive."""

_NAME = re.compile(r"[\w][\w .()+-]{0,120}", re.ASCII)
"""A file's name that every system can have."""


def archive_of(root: Path) -> bytes:
    """All files of the player as a ZIP archive: `data/` and `config/`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                archive.writestr(zipfile.ZipInfo(path.relative_to(root).as_posix()), path.read_bytes())
    return packed.getvalue()


def take_file(context: Context, opened: Path, name: str, data: bytes) -> str:
    """Take a file, or the files of an archive. Returns what was done in one sentence. Raises `InputError`.

    A file is first read from the folder `opened`, by the game's own reader, so that one which can't be used changes
    nothing. A save never replaces another game. From an archive, all usable files are taken, wherever they are in it.
    The sentence says why others were not.
    """
    name = _base_of(name)
    if not _NAME.fullmatch(name):
        raise InputError(f"found a file named {brief(name)}; letters, digits, spaces and . - _ ( ) + are allowed")
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: it has {len(data):_} bytes, the limit is {MAX_BYTES:_}")
    if data[:4] == _ZIP:
        return _take_archive(context, opened, name, data)
    path = opened / name
    write_whole(path, data)
    return _reader_of(name, data)(context, path, data)


def take_replay(context: Context, opened: Path, name: str, data: bytes) -> Path:
    """Take a recorded run. Returns where it is kept. Raises `InputError`, also for another file, which is not taken."""
    if data[:SIGNATURE_BYTES] != replays.REPLAY.signature:
        raise InputError(f"{brief(name)}: it is not a replay; other files of Steep's are added under Files")
    take_file(context, opened, name, data)
    return _place_of_replay(context, _base_of(name), data)


def _base_of(name: str) -> str:
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _take_archive(context: Context, opened: Path, name: str, data: bytes) -> str:
    done = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            size = sum(member.file_size for member in members)
            if len(members) > MAX_FILES:
                raise InputError(f"{name}: it has {len(members)} files, the limit is {MAX_FILES}")
            if size > MAX_ARCHIVE_BYTES:
                raise InputError(f"{name}: its files have {size:_} bytes, the limit is {MAX_ARCHIVE_BYTES:_}")
            for member in members:
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise InputError(f"{name}: {brief(member.filename)} is compressed in another way than deflate")
                with archive.open(member) as file:
                    content = file.read(MAX_BYTES + 1)
                if content[:4] == _ZIP:
                    raise InputError(f"{name}: it holds the archive {brief(member.filename)}")
                if _taker_of(member.filename, content) is not None:
                    done.append(_said_of(context, opened, member.filename, content))
    except InputError:
        raise
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        raise InputError(f"{name}: this archive cannot be read: {error}") from None
    return " ".join(done) or f"{name}: it holds no file of Steep's."


def _said_of(context: Context, opened: Path, name: str, content: bytes) -> str:
    try:
        return take_file(context, opened, name, content)
    except InputError as error:
        return f"Not taken: {without_folders(str(error))}."


def _reader_of(name: str, data: bytes) -> Callable[[Context, Path, bytes], str]:
    taker = _taker_of(name, data)
    if taker is None:
        raise InputError(f"{name}: it is neither a save, a replay, a ruleset nor another file of Steep's")
    return taker


def _taker_of(name: str, data: bytes) -> Callable[[Context, Path, bytes], str] | None:
    name = name.rsplit("/", 1)[-1]
    signature = data[:SIGNATURE_BYTES]
    if signature == saves.SAVE.signature:
        return _take_save
    if signature == replays.REPLAY.signature:
        return _take_replay
    takers = {
        "settings.toml": _take_settings,
        "keymap.toml": _take_keymap,
        "scores.json": _take_scores,
        "runs.jsonl": _take_runs,
        "seeds-of-the-day.json": _take_attempts,
        "lore.json": _take_lore,
    }
    return takers.get(name, _take_ruleset if name.endswith(".toml") else None)


def _take_save(context: Context, path: Path, data: bytes) -> str:
    if context.dirs.save.exists():
        if context.dirs.save.read_bytes() == data:
            return "The saved game is there already."
        raise InputError(f'{path.name}: it would erase the saved game of the profile "{context.dirs.profile}"')
    session = saves.load(path, context.load_ruleset)
    if session.over or note_of(context.dirs, session.id) is not None:
        raise InputError(f"{path.name}: the game saved in it is over")
    write_whole(context.dirs.save, data)
    return f"The saved game is on floor {session.floor} of {session.rulebook.name}."


def _take_replay(context: Context, path: Path, data: bytes) -> str:
    recording = replays.read(path)
    target = _place_of_replay(context, path.name, data)
    if not target.exists():
        write_whole(target, data)
    return f"The replay has {recording.length} actions."


def _place_of_replay(context: Context, name: str, data: bytes) -> Path:
    """Where a replay is kept, or can be. It never replaces another one of the same name."""
    stem = name.removesuffix(".replay")
    path, number = context.dirs.replays / f"{stem}.replay", 1
    while path.exists() and path.read_bytes() != data:
        number += 1
        path = path.with_name(f"{stem}-{number}.replay")
    return path


def _take_settings(context: Context, path: Path, data: bytes) -> str:
    settings = read_settings(path)
    write_whole(context.dirs.settings, data)
    context.settings = settings
    return "The settings are those of the file."


def _take_keymap(context: Context, path: Path, data: bytes) -> str:
    keymap = load_keymap(path)
    write_whole(context.dirs.keymap, data)
    context.keymap = keymap
    return "The keys are those of the file."


def _take_scores(context: Context, path: Path, data: bytes) -> str:  # noqa: ARG001  # all takers are called alike
    return f"Scores: {len(merge(context.dirs, path, SCORES).lines)}."


def _take_attempts(context: Context, path: Path, data: bytes) -> str:  # noqa: ARG001  # all takers are called alike
    return f"Attempts at seeds of the day: {len(merge(context.dirs, path, ATTEMPTS).lines)}."


def _take_runs(context: Context, path: Path, data: bytes) -> str:  # noqa: ARG001  # all takers are called alike
    found = LEDGER.read(path)
    if found.broken and not found.lines:
        raise InputError(f"{path.name}: no line of this list of runs can be read")
    return f"Runs: {len(merge(context.dirs, path, LEDGER).runs)}."


def _take_lore(context: Context, path: Path, data: bytes) -> str:
    read_lore(path)
    if not context.dirs.lore.exists():
        write_whole(context.dirs.lore, data)
        return "The bestiary is that of the file."
    return "The bestiary was not taken: there is one already."


def _take_ruleset(context: Context, path: Path, data: bytes) -> str:
    rulebook = load_ruleset(str(path), context.ruleset_folders)
    if path.name.startswith(PREFIX):  # of an archive of all files
        write_whole(context.dirs.linked / path.name, data)
        return f'The ruleset "{rulebook.title}" is there for the games that were played with it.'
    write_whole(context.dirs.rulesets / path.name, data)
    return f'The ruleset "{rulebook.title}" is in the menu under Tutorials.'


def listing(root: Path) -> str:
    """The player's files and their sizes in bytes, as JSON: a list of pairs."""
    found = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    return json.dumps([(path.relative_to(root).as_posix(), path.stat().st_size) for path in found])


# Rulesets that came by a link: each is kept as long as a saved game or a replay needs it.

UNNAMED = "ruleset-of-the-link.toml"
"""How mistakes name the file of a link's text, which has no name that the player knows."""


def keep_linked(context: Context, opened: Path, text: str) -> str:
    """Keep the ruleset of a link, and forget those that nothing needs any more. Returns its name. Raises `InputError`.

    It is first read from the folder `opened`, so an unusable one changes nothing.
    """
    name = linked_name(text)
    write_whole(opened / UNNAMED, text.encode())
    load_ruleset(str(opened / UNNAMED), context.ruleset_folders)
    others = [path for path in context.dirs.linked.glob("*.toml") if path.stem != name]
    needed = needed_rulesets(context) if others else set()
    for path in others:
        if path.stem not in needed:
            path.unlink()
    write_whole(context.dirs.linked / f"{name}.toml", text.encode())
    return name


def needed_rulesets(context: Context) -> set[str]:
    """The names of the rulesets of all saved games and replays."""
    dirs = context.dirs
    saves = [dirs.of_profile(profile).save for profile in dirs.profiles()]
    replays = dirs.replays.glob("*.replay")
    return {ruleset_of(SAVE, path) for path in saves} | {ruleset_of(REPLAY, path) for path in replays}


def ruleset_of(kind: Kind, path: Path) -> str:
    """The name of the ruleset in the header of a save or replay, without its mode; empty if it can't be read."""
    try:
        return str(read_container(kind, path).header.get("ruleset")).partition(":")[0]
    except (OSError, ValueError):
        return ""
