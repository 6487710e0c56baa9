"""The bots by name."""

from __future__ import annotations

from dataclasses import dataclass

from steep.bots.dispatch import BRAWLER, DIVER, EXPLORER, RANDOM, TACTICIAN
from steep.core.errors import InputError, nearest


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as people choose it. `steep.bots.dispatch.choose_action` plays it, by its number."""

    name: str
    number: int
    does: str
    """What it does, in one line."""


BOTS = {
    bot.name: bot
    for bot in (
        Bot("random", RANDOM, "walks as its dice fall, and at times does whatever else is possible"),
        Bot("diver", DIVER, "goes straight down, and fights only what is beside it"),
        Bot("brawler", BRAWLER, "looks for fights and charges all that it sees; uses no things"),
        Bot("explorer", EXPLORER, "sees every corner, uses what it finds, and fights where few reach it"),
        Bot("tactician", TACTICIAN, "plays as the explorer, and looks ahead before dangerous moves"),
    )
}
"""From the weakest up."""


def find_bot(name: str) -> Bot:
    """The bot of a name. Raises `InputError` when there is none."""
    if name not in BOTS:
        raise InputError(f'there is no bot "{name}"{nearest(name, BOTS)}; there are: {", ".join(sorted(BOTS))}')
    return BOTS[name]
