"""The command `steep game-test`: checks a game in any language for the protocol of docs/game-protocol.md."""

from __future__ import annotations

from typing import Annotated

import click

from steep import lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option
from steep.commands.shared.output import print_result, write_error


@command
def game_test(
    game_command: Annotated[str, Option("what starts the game, as in --game-command", metavar="COMMAND")],
    *,
    games: Annotated[int, Option("games per bot", click.IntRange(1, 1_000))] = 3,
    seed: options.Seed = 0,
    turns: Annotated[int, Option("stop a game after so many actions", options.TURNS)] = 1_000,
    time_limit: Annotated[
        float, Option("end a game after so many seconds", options.Decimal(0.1, 86_400), metavar="SECONDS")
    ] = 60.0,
    form: options.Format = "text",
) -> int:
    """Check whether a game in any language keeps to the game protocol; exits 1 if it does not.

    Bots play it, and play it again: after other games, and in another process.

    $ steep game-test "node game.mjs"
    """
    result = lab.check_game(
        game_command, games=games, seed=seed, turns=turns, time_limit=time_limit, on_error_line=write_error
    )
    print_result(result, form)
    return 0 if result.held else 1
