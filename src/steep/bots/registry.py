"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable

from steep.bots.diver import diver
from steep.bots.mind import Mind
from steep.core.problems import InputError, nearest
from steep.core.ruleset import Ruleset
from steep.core.world import Hero

Bot = Callable[[Hero, Ruleset, Mind], int]
"""Chooses an action from the view, the compiled ruleset and its own memory."""

BOTS: dict[str, Bot] = {"diver": diver}


def find_bot(name: str) -> Bot:
    """The bot of a name. Raises `InputError` when there is none."""
    if name not in BOTS:
        raise InputError(f'there is no bot "{name}"{nearest(name, BOTS)}; there are: {", ".join(sorted(BOTS))}')
    return BOTS[name]
