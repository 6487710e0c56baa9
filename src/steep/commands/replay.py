"""The command `steep replay`: show or verify a recorded run, or a game of a measurement, which its bot plays again."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from steep.commands.shared.output import print_rows, say
from steep.commands.shared.read_option_values import read_seed
from steep.commands.shared.show_in_window_or_terminal import show
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.play.files import replays
from steep.play.recordings.recording import Recording
from steep.play.recordings.run_header import LoadRuleset
from steep.ui.screens.context import Context


class Run(Protocol):
    """A run that can be replayed."""

    @property
    def rulebook(self) -> Rulebook:
        """The ruleset it was played with."""

    def record(self) -> Recording:
        """Its recording. Raises `InputError` when it can no longer be made."""

    def check(self) -> replays.Verdict:
        """Whether playing it again gives the same run. Raises `InputError` when that cannot be decided."""


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run that was recorded while it was played."""

    recording: Recording
    rulebook: Rulebook

    def record(self) -> Recording:
        """Its recording."""
        return self.recording

    def check(self) -> replays.Verdict:
        """Whether playing it again gives the same run."""
        return replays.verify(self.recording, self.rulebook)


def run(options: argparse.Namespace) -> int:
    """Show a run, or verify it; the exit code is 1 when it does not verify."""
    context = Context.create(options.data_dir)
    chosen = find_run(options, context.load_ruleset)
    if not options.verify:
        from steep.ui.screens import replay

        recording = chosen.record()
        return show(options.ui, lambda: replay(context, recording, chosen.rulebook), context.recolor)
    verdict = chosen.check()
    if options.format == "table":
        say(verdict.sentence)
    else:
        print_rows(
            ("turns", "first_difference", "verified"),
            [(verdict.turns, verdict.first_difference, verdict.verified)],
            options.format,
        )
    return 0 if verdict.verified else 1


def find_run(options: argparse.Namespace, load_ruleset: LoadRuleset) -> Run:
    """The run that FILE|DIR names: a recording, or a measurement's folder or summary. Raises `InputError`."""
    file: Path = options.file
    if file.is_dir() or file.suffix == ".json":
        return find_game(options, file if file.is_dir() else file.parent, load_ruleset)
    for option, given in (("--bot", options.bot), ("--seed", options.seed)):
        if given is not None:
            raise InputError(f"{option}: chooses a game in a folder that steep measure wrote, and {file} is not one")
    recording = replays.read(file)
    return RecordedRun(recording, replays.rulebook_of(recording, load_ruleset))


def find_game(options: argparse.Namespace, folder: Path, load_ruleset: LoadRuleset) -> Run:
    """A game of a measurement. Raises `InputError` when there is no such game."""
    from steep.lab.storage.replay_measured_game import MeasuredGame

    seed = None if options.seed is None else read_seed(options.seed)
    return MeasuredGame.find(folder, options.bot, seed, load_ruleset)
