"""The command `steep replay`: shows or verifies a recorded run, or a game of a measurement."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import SEED, BotName, DataDir, Format, Option, Ui
from steep.commands.shared.output import print_result
from steep.core.input_errors import InputError
from steep.lab.results.result import Column, Result, Table
from steep.play.files import replays
from steep.ui.main_loop import show
from steep.ui.screens.context import Context


@command
def replay(
    file: Annotated[Path, Option("a recorded run, or what steep measure --out wrote", metavar="FILE|DIR")],
    *,
    bot: Annotated[str | None, Option("the bot whose game to show, if several were measured", BotName())] = None,
    seed: Annotated[int | None, Option("the seed of the game, in a measurement", SEED)] = None,
    verify: Annotated[bool, Option("check every turn, without a screen")] = False,
    form: Format = "text",
    ui: Ui | None = None,
    data_dir: DataDir | None = None,
) -> int:
    """Show or verify a recorded run or a measured game.

    $ steep replay run.replay
    $ steep replay run.replay --verify
    $ steep replay measured/ --bot explorer --seed 17
    """
    context = Context.create(data_dir)
    if file.is_dir() or file.suffix == ".json":
        from steep.lab.storage.replay_measured_game import MeasuredGame

        game = MeasuredGame.find(file if file.is_dir() else file.parent, bot, seed, context.load_ruleset)
        rulebook, record, check = game.rulebook, game.record, game.check
    else:
        for option, given in (("--bot", bot), ("--seed", seed)):
            if given is not None:
                why = f"chooses a game in a folder that steep measure wrote, and {file} is not one"
                raise InputError(f"{option}: {why}")
        recording = replays.read(file)
        rulebook = replays.rulebook_of(recording, context.load_ruleset)
        record, check = lambda: recording, partial(replays.verify, recording, rulebook)
    if not verify:
        from steep.ui.screens import replay

        played = record()
        return show(ui, lambda: replay(context, played, rulebook), context.recolor)
    verdict = check()
    columns = Column("turns", "count"), Column("first_difference", "count"), Column("verified", "flag")
    row = verdict.turns, verdict.first_difference, verdict.verified
    print_result(Result(verdict.sentence, {}, (Table("verified", columns, (row,)),)), form)
    return 0 if verdict.verified else 1
