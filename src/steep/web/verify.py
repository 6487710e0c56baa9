"""The Python side of a worker that verifies replays, beside the one that plays."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from steep.content import load_ruleset
from steep.play.files import replays


def verify(name: str, data: bytes) -> tuple[bool, str]:
    """Whether a recorded run is as it was recorded, and a sentence that says so. Raises `InputError`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / Path(name).name
        path.write_bytes(bytes(data))
        recording = replays.read(path)
    verdict = replays.verify(recording, replays.rulebook_of(recording, load_ruleset))
    return verdict.verified, verdict.sentence
