"""What `steep replay` is asked for: a recorded run, or a game of a measurement, which its bot plays again."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from steep.commands.arguments import read_seed
from steep.content import Rulebook
from steep.core.errors import InputError
from steep.play.files import replays
from steep.play.recording import Recording
from steep.play.run_header import LoadRuleset


class Run(Protocol):
    """A run that was played before."""

    @property
    def rulebook(self) -> Rulebook:
        """What it was played with."""

    def record(self) -> Recording:
        """Its recording. Raises `InputError` when there is none any more."""

    def check(self) -> replays.Verdict:
        """Whether it goes now as it did. Raises `InputError` when that cannot be told."""


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run that was recorded as it was played."""

    recording: Recording
    rulebook: Rulebook

    def record(self) -> Recording:
        """Its recording."""
        return self.recording

    def check(self) -> replays.Verdict:
        """Whether it goes now as it did."""
        return replays.verify(self.recording, self.rulebook)


def find_run(asked: argparse.Namespace, load_ruleset: LoadRuleset) -> Run:
    """The run that was asked for: of a file, or of a measurement, by its folder or summary. Raises `InputError`."""
    file: Path = asked.file
    if file.is_dir() or file.suffix == ".json":
        return find_game(asked, file if file.is_dir() else file.parent, load_ruleset)
    for option, given in (("--bot", asked.bot), ("--seed", asked.seed)):
        if given is not None:
            raise InputError(f"{option}: chooses a game of what steep measure wrote, and {file} is no folder of it")
    recording = replays.read(file)
    return RecordedRun(recording, replays.rulebook_of(recording, load_ruleset))


def find_game(asked: argparse.Namespace, folder: Path, load_ruleset: LoadRuleset) -> Run:
    """A game of a measurement, once all that plays it is compiled. Raises `InputError` when there is none."""
    from steep.commands.progress import compile_rules
    from steep.lab.storage.replays import MeasuredGame

    seed = None if asked.seed is None else read_seed(asked.seed)
    game = MeasuredGame.find(folder, asked.bot, seed, load_ruleset)
    compile_rules()
    return game
