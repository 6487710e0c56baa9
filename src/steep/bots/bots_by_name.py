"""The bots by name."""

from __future__ import annotations

from dataclasses import dataclass

from steep.bots.choose_action import BRAWLER, DIVER, EXPLORER, MASHER, RANDOM, TACTICIAN
from steep.core.checked_arguments import checked_text
from steep.core.input_errors import InputError, nearest


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as users choose it. `steep.bots.choose_action.choose_action` plays it by its number."""

    name: str
    number: int
    does: str
    """What it does, in one line."""


BOTS = {
    bot.name: bot
    for bot in (
        Bot("random", RANDOM, "walks at random, and sometimes does another possible action"),
        Bot("masher", MASHER, "explores, attacks the nearest monster, and uses only what helps, at half HP"),
        Bot("diver", DIVER, "goes straight down, and fights only adjacent monsters"),
        Bot("brawler", BRAWLER, "looks for fights and charges every monster it sees; uses no items"),
        Bot("explorer", EXPLORER, "explores everything, uses items, and fights where few monsters can reach it"),
        Bot("tactician", TACTICIAN, "plays like the explorer, and looks ahead before dangerous moves"),
    )
}
"""From the weakest to the strongest."""
GONE = dict.fromkeys((f"tactician-{means}" for means in ("weapon", "bow", "staff", "allies", "fire")), "tactician")
"""Bots that there were once, and which to use."""


def find_bot(name: str) -> Bot:
    """The bot with a name. Raises `InputError` if there is none."""
    if checked_text("bot", name, "the name of one bot") in GONE:
        raise InputError(f'the bot "{name}" is gone: use "{GONE[name]}"')
    if name not in BOTS:
        raise InputError(f'there is no bot "{name}"{nearest(name, BOTS)}; there are: {", ".join(sorted(BOTS))}')
    return BOTS[name]
