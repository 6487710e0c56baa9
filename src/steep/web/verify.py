"""The Python side of a worker that verifies replays, beside the one that plays."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from steep.content import Rulebook, load_ruleset
from steep.core.record import offsets_of, pack, size_of
from steep.core.world import World
from steep.play.files import replays

RULES = "steep_rules"
"""The module with which a worker offers to play by `rules.wasm`."""

SLICE = 0.5
"""Seconds of work between two reports of progress to the page."""


class Verifying:
    """The replay that is being verified."""

    steps: Generator[int, None, replays.Verdict]


class RunInWebAssembly:
    """A run that `rules.wasm` plays (`replays.Run`)."""

    def __init__(self, rulebook: Rulebook) -> None:
        to_js = import_module("pyodide.ffi").to_js
        ruleset = to_js(pack(rulebook.compiled))
        self._run = import_module(RULES).begin_run(ruleset, size_of(World), offsets_of(World)["turn"])
        self._packed = bytearray(size_of(World))

    @property
    def turn(self) -> int:
        """Turns played."""
        return int(self._run.turn)

    def begin(self, seed: int, floor: int) -> None:
        """Begin the run of a seed on a floor."""
        self._run.begin(seed, floor)

    def act(self, action: int) -> int:
        """Play an action; DONE, or why it is impossible."""
        return int(self._run.act(action))

    def packed(self) -> bytearray:
        """The bytes of the world, until the next call."""
        self._run.world.assign_to(self._packed)
        return self._packed


def run_of(rulebook: Rulebook) -> replays.Run:
    """A run that `rules.wasm` plays, where the worker offers that."""
    return RunInWebAssembly(rulebook) if find_spec(RULES) else replays.PlainRun(rulebook)


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
    Verifying.steps = replays.verifying(recording, rulebook, run_of(rulebook))
    return recording.length


def go_on() -> tuple[int, bool, str]:
    """Verify for half a second. Raises `InputError`.

    Returns the number of actions played so far, whether the run is as it was recorded, and a sentence that says so. The
    sentence is empty until the end.
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
