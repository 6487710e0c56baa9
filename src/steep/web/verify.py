"""The Python side of a worker that verifies replays, beside the one that plays."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from steep.content import load_ruleset
from steep.play.files import replays

SLICE = 0.5
"""Seconds of work before the page hears how far it is."""


class Verifying:
    """The replay that is being verified."""

    steps: Generator[int, None, replays.Verdict]


def begin(name: str, data: bytes, rulesets: Mapping[str, bytes] = MappingProxyType({})) -> int:
    """Take a recorded run to verify, and the player's rulesets by the names of their files.

    Returns the number of its actions. Raises `InputError`.
    """
    with TemporaryDirectory() as folder, TemporaryDirectory() as own:
        path = Path(folder) / Path(name).name
        path.write_bytes(bytes(data))
        for file, content in rulesets.items():
            Path(own, file).write_bytes(bytes(content))
        recording = replays.read(path)
        rulebook = replays.rulebook_of(recording, lambda ruleset: load_ruleset(ruleset, [Path(own)]))
    Verifying.steps = replays.verifying(recording, rulebook)
    return recording.length


def go_on() -> tuple[int, bool, str]:
    """Verify for half a second. Raises `InputError`.

    Returns the number of actions played so far; in the end whether the run is as it was recorded, and a sentence that
    says so, which is empty before.
    """
    until = time.perf_counter() + SLICE
    done = 0
    try:
        while time.perf_counter() < until:
            done = next(Verifying.steps)
    except StopIteration as end:
        return done, end.value.verified, end.value.sentence
    return done, False, ""


def verify(name: str, data: bytes) -> tuple[bool, str]:
    """Whether a recorded run is as it was recorded, and a sentence that says so. Raises `InputError`."""
    begin(name, data)
    sentence = ""
    while not sentence:
        _, verified, sentence = go_on()
    return verified, sentence
