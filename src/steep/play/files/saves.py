"""Saves: a session in a container, written atomically and never changed by reading.

A save can be continued only by the version of Steep that wrote it, with the same ruleset: under other rules the run
could not be replayed from its first turn.
"""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Set
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.read_untrusted_files import parse_json
from steep.core.record import pack, size_of
from steep.core.ruleset import MAX_FLOORS
from steep.core.world import World
from steep.play.files.container import MAX_BYTES, ContainerError, Content, container_bytes, container_from, decompress
from steep.play.files.container import Kind as FileKind
from steep.play.files.ledger import from_row
from steep.play.files.recording import LoadRuleset, RunHeader, keyframe_table, recording_bytes, recording_from
from steep.play.files.user_files import (
    DAMAGE,
    FORGED,
    MAX_COUNT,
    FileError,
    UserFile,
    printable_text,
    reason_of,
    whole_number,
    write_whole,
)
from steep.play.seed_of_the_day import Attempt
from steep.play.session import Session
from steep.play.texts.messages import MAX_MESSAGES, Message, MessageLog
from steep.play.timeline import MAX_MOMENTS, MOMENT_KINDS, Moment
from steep.rules.consistency.world_consistency import checked_world
from steep.rules.perceived_events import Kind

SAVE = FileKind("Steep save", b"steep save\x1a\n", 2)

RUN_ID = re.compile(r"[0-9a-f]{32}")

JOURNAL_BYTES = 4 * 1024 * 1024
"""Largest journal (messages and kills) when decompressed. A full log of the longest messages takes less."""

MESSAGE_KINDS = frozenset(get_args(Kind))


class SaveError(FileError):
    """A game cannot be saved, or a save cannot be continued. The text names the file and the reason."""


def save(session: Session, path: Path) -> None:
    """Write a session, unless the save would not load. Raises `SaveError` when it would not, or when writing fails.

    Then the previous save is unchanged.
    """
    data = save_bytes(session)
    try:
        content = container_from(SAVE, io.BytesIO(data))
        _restored(content, RunHeader.from_json(content.header), session.rulebook)
    except DAMAGE as error:
        raise SaveError(f"The game could not be saved, since the save would not load: {error}: {path}") from None
    try:
        write_whole(path, data)
    except OSError as error:
        raise SaveError(f"The game could not be saved: {reason_of(error)}: {path}") from None


def save_bytes(session: Session) -> bytes:
    """A session as the bytes of a save."""
    sections = {
        "world": zlib.compress(pack(session.world)),
        "journal": zlib.compress(json.dumps(journal_of(session), separators=(",", ":")).encode()),
        "recording": recording_bytes(session.recording),
    }
    header: dict[str, Any] = session.recording.header.to_json()
    header["run"] = session.id
    header["wizard"] = session.wizard
    header["actions"] = session.recording.length
    header["keyframes"] = keyframe_table(session.recording.keyframes)
    header["sizes"] = [len(section) for section in sections.values()]
    return container_bytes(SAVE, header, b"".join(sections.values()))


def load(path: Path, load_ruleset: LoadRuleset) -> Session:
    """Read a saved session. Raises `SaveError`."""

    def session_in(data: bytes) -> Session:
        content = _content(data)
        header = RunHeader.from_json(content.header)
        if header.other_version():
            raise ContainerError(header.other_version())
        try:
            rulebook = header.rulebook(load_ruleset)
        except InputError as error:
            raise ContainerError(f"cannot be continued: {error}") from None
        return _restored(content, header, rulebook)

    return UserFile("this save", MAX_BYTES, session_in, damaged=FORGED, error=SaveError).read(path)


def run_id_in_save(path: Path) -> str:
    """The run id in a save, even if it cannot be continued; empty when the file is not a save."""
    try:
        return UserFile("this save", MAX_BYTES, lambda data: _run_of(_content(data))).read(path)
    except FileError:
        return ""


def journal_of(session: Session) -> dict[str, Any]:
    """What a save has besides the world and the recording, as a value for JSON: messages, kills, timeline and so on."""
    messages = [[entry.text, entry.kind, entry.count, entry.turn] for entry in session.log.entries]
    bot = [session.bot, session.bot_until] if session.bot else None
    return {
        "messages": messages,
        "kills": session.kills,
        "bot": bot,
        "abandoned": session.abandoned,
        "invulnerable": session.invulnerable,
        "attempt": asdict(session.attempt) if session.attempt else None,
        "timeline": session.timeline.moments,
        "lowest": session.timeline.lowest,
        "turn_below": session.turn_below,
        "luck": [session.luck.floors, session.luck.surplus, session.luck.variance],
    }


def _content(data: bytes) -> Content:
    content = container_from(SAVE, io.BytesIO(data))
    if not content.body_intact:
        raise ContainerError("was altered: its checksum does not match")
    return content


def _run_of(content: Content) -> str:
    run = content.header.get("run")
    if type(run) is not str or not RUN_ID.fullmatch(run):
        raise ValueError(f"run is {brief(run)}")
    return run


def _wizard(content: Content) -> bool:
    """Whether it is a wizard's run; one that doesn't say so is not."""
    wizard = content.header.get("wizard", False)
    if type(wizard) is not bool:
        raise ValueError(f"wizard is {brief(wizard)}")
    return wizard


def _sections(content: Content) -> list[bytes]:
    sections: list[bytes] = []
    at = 0
    for size in content.header["sizes"]:
        sections.append(content.body[at : at + size])
        at += size
    if len(sections) != 3 or at != len(content.body):
        raise ValueError(f"sections of {content.header['sizes']} bytes in {len(content.body)}")
    return sections


def _restored(content: Content, header: RunHeader, rulebook: Rulebook) -> Session:
    packed, journal, recorded = _sections(content)
    # Never decompress more than a world takes, whatever the file claims.
    world = checked_world(decompress(packed, size_of(World)), rulebook.compiled)
    if world.seed != header.seed:
        raise ValueError(f"a world of seed {world.seed} in a run of seed {header.seed}")
    recording = recording_from(header, content.header["actions"], recorded, content.header.get("keyframes", []))
    if len(recording.actions) != recording.length:
        raise ValueError(f"{len(recording.actions)} actions of {recording.length}")
    restored = parse_json(decompress(journal, JOURNAL_BYTES))
    if len(restored["messages"]) > MAX_MESSAGES:
        raise ValueError(f"{len(restored['messages'])} messages")
    log = MessageLog([message_from(row, world.turn) for row in restored["messages"]])
    kills = kills_from(restored["kills"], {monster.key for monster in rulebook.monsters})
    session = Session(rulebook, world, log, kills, recording, _run_of(content))
    session.wizard = _wizard(content)
    session.invulnerable = session.wizard and restored.get("invulnerable") is True
    session.abandoned = restored.get("abandoned") is True
    session.attempt = _attempt(restored.get("attempt"), session.id)
    session.bot, session.bot_until = _bot(restored.get("bot"), world.turn)
    _restore_timeline(session, restored.get("timeline", []), restored.get("lowest", 0))
    below = restored.get("turn_below")
    session.turn_below = None if below is None else whole_number(below, 0, world.turn)
    _restore_luck(session, restored.get("luck", [[], 0, 0]))
    return session


def _attempt(row: Any, run: str) -> Attempt | None:
    if row is None:
        return None
    attempt = from_row(Attempt, row)
    if attempt.run != run:
        raise ValueError(f"the attempt {brief(row)} in run {run}")
    return attempt


def message_from(row: list[Any], now: int) -> Message:
    """A message from parsed JSON, not after a turn. Raises `ValueError` or `TypeError`."""
    text, kind, count, turn = row
    if kind not in MESSAGE_KINDS:
        raise ValueError(f"a message {brief(row)}")
    return Message(printable_text(text), kind, whole_number(count, 1), whole_number(turn, 0, now))


def kills_from(counts: dict[Any, Any], kinds: Set[str]) -> dict[str, int]:
    """Kills by kind from parsed JSON. Raises an error of `DAMAGE`."""
    if not counts.keys() <= kinds:
        raise ValueError(f"kills {brief(counts)}")
    return {key: whole_number(count, 1) for key, count in counts.items()}


def _restore_timeline(session: Session, rows: list[Any], lowest: Any) -> None:
    moments = [
        Moment(whole_number(turn, 0, session.turn), whole_number(floor, 1), kind, printable_text(text))
        for turn, floor, kind, text in rows
    ]
    kinds = {moment.kind for moment in moments}
    # A low point that the hero has not recovered from is a moment of the timeline.
    if not kinds <= MOMENT_KINDS or (lowest != 0 and "low" not in kinds) or len(moments) > MAX_MOMENTS:
        raise ValueError(f"{len(moments)} moments with {brief(lowest)} HP")
    session.timeline.moments, session.timeline.lowest = moments, whole_number(lowest)


def _restore_luck(session: Session, row: list[Any]) -> None:
    floors, surplus, variance = row
    if len(floors) > MAX_FLOORS:
        raise ValueError(f"luck on {len(floors)} floors")
    session.luck.floors = [(whole_number(threat), whole_number(items)) for threat, items in floors]
    session.luck.surplus, session.luck.variance = whole_number(surplus, -MAX_COUNT), whole_number(variance)


def _bot(row: Any, now: int) -> tuple[str, int | None]:
    if row is None:
        return "", None
    name, until = row
    if not printable_text(name).isidentifier():
        raise ValueError(f"a bot {brief(row)}")
    return name, whole_number(until, 0, now)
