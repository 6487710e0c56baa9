"""The command `steep replay`: show or verify a recorded run, or a game of a measurement, which its bot plays again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

from steep.commands.shared.options import SEED, BotName, DataDir, Format, Option, Ui
from steep.commands.shared.print_result import print_result
from steep.commands.shared.show_in_window_or_terminal import show
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.lab.results.result import Column, Result, Table
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


def run(
    file: Annotated[Path, Option("a recorded run, or what steep measure --out wrote", metavar="FILE|DIR")],
    *,
    bot: Annotated[str | None, Option("which bot's game, if several were measured", BotName(), metavar="NAME")] = None,
    seed: Annotated[int | None, Option("which game of a measurement", SEED, metavar="S")] = None,
    verify: Annotated[bool, Option("play it without a screen and check every turn")] = False,
    form: Format = "text",
    ui: Ui | None = None,
    data_dir: DataDir | None = None,
) -> int:
    """Show a run, or verify it; the exit code is 1 when it does not verify.

    $ steep replay run.steep
    $ steep replay run.steep --verify
    $ steep replay measured/ --bot explorer --seed 17
    """
    context = Context.create(data_dir)
    chosen = find_run(file, bot, seed, context.load_ruleset)
    if not verify:
        from steep.ui.screens import replay

        recording = chosen.record()
        return show(ui, lambda: replay(context, recording, chosen.rulebook), context.recolor)
    verdict = chosen.check()
    columns = Column("turns", "count"), Column("first_difference", "count"), Column("verified", "flag")
    row = verdict.turns, verdict.first_difference, verdict.verified
    print_result(Result(verdict.sentence, {}, (Table("verified", columns, (row,)),)), form)
    return 0 if verdict.verified else 1


def find_run(file: Path, bot: str | None, seed: int | None, load_ruleset: LoadRuleset) -> Run:
    """The run that FILE|DIR names: a recording, or a measurement's folder or summary. Raises `InputError`."""
    if file.is_dir() or file.suffix == ".json":
        from steep.lab.storage.replay_measured_game import MeasuredGame

        return MeasuredGame.find(file if file.is_dir() else file.parent, bot, seed, load_ruleset)
    for option, given in (("--bot", bot), ("--seed", seed)):
        if given is not None:
            raise InputError(f"{option}: chooses a game in a folder that steep measure wrote, and {file} is not one")
    recording = replays.read(file)
    return RecordedRun(recording, replays.rulebook_of(recording, load_ruleset))
