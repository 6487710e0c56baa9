"""The bots by name."""

from __future__ import annotations

from dataclasses import dataclass

from steep.bots.choose_action import BRAWLER, DIVER, EXPLORER, MASHER, OF_BUILD, RANDOM, TACTICIAN
from steep.bots.items.builds import ALLIES, BOW, FIRE, STAFF, WEAPON
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

BUILDS = {
    bot.name: bot
    for bot in (
        Bot("tactician-weapon", OF_BUILD + WEAPON, "a tactician that kills by attacks"),
        Bot("tactician-bow", OF_BUILD + BOW, "a tactician that shoots, and throws what lasts"),
        Bot("tactician-staff", OF_BUILD + STAFF, "a tactician that uses what has charges and must be identified"),
        Bot("tactician-allies", OF_BUILD + ALLIES, "a tactician that calls allies and lets them fight"),
        Bot("tactician-fire", OF_BUILD + FIRE, "a tactician that throws what breaks"),
    )
}
"""The tactician as it prefers one of five builds."""

ALL = BOTS | BUILDS


def find_bot(name: str) -> Bot:
    """The bot with a name. Raises `InputError` if there is none."""
    if checked_text("bot", name, "the name of one bot") not in ALL:
        # Rulesets name their modes with a colon, so some write a build like that.
        meant = name.replace(":", "-")
        hint = f' (did you mean "{meant}"?)' if meant in ALL else nearest(name, ALL)
        raise InputError(f'there is no bot "{name}"{hint}; there are: {", ".join(sorted(ALL))}')
    return ALL[name]
