"""The command `steep arena`: fights in an open room, and how often each side wins."""

from __future__ import annotations

import re
from typing import Annotated

import click

from steep import DEFAULT_RULESET, lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option
from steep.commands.shared.output import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.core.input_errors import InputError
from steep.play.files.rulesets_at_revision import read_rulebook

SIDE = 'one side: "3 orc", "2 orc, 1 troll" or "hero, 1 orc"'


class Room(options.Value):
    """The columns and rows of a room."""

    def read(self, text: str) -> tuple[int, int]:
        """Both numbers."""
        room = re.fullmatch(r"(\d{1,9})x(\d{1,9})", text, re.ASCII)
        if room is None:
            raise InputError(f'found "{text}"; allowed: WxH, the columns and rows of its floor, such as 20x12')
        return int(room[1]), int(room[2])


class Stats(options.Value):
    """Numbers with their names."""

    def read(self, text: str) -> dict[str, int]:
        """The numbers by their names."""
        found = {}
        for entry in text.split(","):
            stat = re.fullmatch(r"\s*(\w+)\s*=\s*(\d{1,9})\s*", entry, re.ASCII)
            if stat is None:
                wanted = "hp, power and defense, such as hp=50,power=6"
                raise InputError(f'found "{entry.strip()}"; allowed: {wanted}')
            found[stat[1]] = int(stat[2])
        return found


@command
def arena(
    a: Annotated[str, Option(SIDE, metavar="SIDE")],
    b: Annotated[str, Option("the other side", metavar="SIDE")],
    *,
    ruleset: options.RulesetOption = DEFAULT_RULESET,
    bouts: Annotated[int, Option("bouts to fight", click.IntRange(1, 10_000_000))] = 10_000,
    seed: Annotated[int, Option("seed of the first bout; the others have the next seeds", options.SEED)] = 0,
    room: Annotated[tuple[int, int], Option("size of the room in cells (default: 20x12)", Room(), metavar="WxH")] = (
        20,
        12,
    ),
    turns: Annotated[int, Option("end a bout as a draw after this many turns", options.TURNS)] = 1000,
    bot: options.Bot = "explorer",
    hero: Annotated[
        dict[str, int] | None,
        Option("the hero's stats, instead of the ruleset's", Stats(), metavar="hp=H,power=P,defense=D"),
    ] = None,
    floor: Annotated[int, Option("the floor whose stats growing monsters have", options.FLOOR)] = 1,
    form: options.Format = "text",
) -> int:
    """Let monsters, or the hero and monsters, fight in an open room.

    $ steep arena "3 orc" "troll" --ruleset tcod-2020
    $ steep arena "hero" "2 orc" --hero hp=50,power=6 --bouts 1000
    """
    rulebook = read_rulebook(ruleset)
    with progress_of_games("arena") as on_progress:
        fights = lab.arena(
            a,
            b,
            rulebook,
            bouts=bouts,
            seed=seed,
            room=room,
            turns=turns,
            bot=bot,
            hero=hero,
            floor=floor,
            progress=on_progress,
        )
    if fights.facts["bouts"] < bouts:
        return INTERRUPTED
    print_result(fights, form)
    return 0
