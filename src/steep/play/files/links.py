"""Links to Steep's pages that hold a run, and the text of its ruleset if Steep doesn't bundle it.

The pages read them in `web/src/play/link.ts`.
"""

from __future__ import annotations

import hashlib
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from pathlib import Path

from steep.content import Rulebook
from steep.content.reading.find_and_read_ruleset_files import BUNDLED, read_chain
from steep.content.ruleset_errors import RulesetError
from steep.core.input_errors import InputError, brief
from steep.play.files.recording import Recording
from steep.play.files.replays import bytes_of

PREFIX = "linked-"
"""What the names of linked rulesets begin with; a hash of the text follows."""

HASH_BYTES = 16
"""Bytes of that hash: enough that nobody finds two texts with the same name."""

MOST_LETTERS = 32_000
"""Letters of a link that most programs pass on whole."""


def linked_name(text: str) -> str:
    """The name of the ruleset of a link, in the game and in replays."""
    return f"{PREFIX}{hashlib.blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()}"


def checked_pages(name: str, value: str) -> str:
    """The address of Steep's pages. Raises `InputError`."""
    if not isinstance(value, str) or not value.startswith(("https://", "http://")):
        raise InputError(f"{name}: found {brief(value)}; allowed: an address that begins with https:// or http://")
    return value.partition("#")[0]


def link_to_run(pages: str, recording: Recording, rulebook: Rulebook) -> str | None:
    """The link that plays a run in the pages at an address, from ten turns before its end.

    None if it would be too long, or if no link holds the ruleset: a file that is gone, or that extends another file.
    """
    ruleset = ""
    if rulebook.path:
        text = text_alone(rulebook.path)
        if text is None:
            return None
        name = f"{linked_name(text)}:{rulebook.mode}" if rulebook.mode else linked_name(text)
        recording = replace(recording, header=replace(recording.header, ruleset=name, ruleset_path=""))
        packed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        ruleset = f"toml={letters_of(packed.compress(text.encode()) + packed.flush())}&"
    link = f"{pages}#{ruleset}run={letters_of(bytes_of(recording))}"
    return link if len(link) <= MOST_LETTERS else None


def text_alone(path: str) -> str | None:
    """The text of a ruleset that extends no file but those that come with Steep; None for another."""
    try:
        *extended, _ = read_chain(path, (), [])
        if any(BUNDLED not in source.path.parents for source in extended):
            return None
        return Path(path).read_text(encoding="utf-8")
    except (RulesetError, OSError, ValueError):
        return None


def letters_of(data: bytes) -> str:
    """Bytes as letters that a link may hold."""
    return urlsafe_b64encode(data).decode().rstrip("=")
