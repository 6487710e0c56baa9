"""Bands that ask for the survival of a table's games: what tuning towards players aims at."""

from __future__ import annotations

import math
from dataclasses import replace

from steep.core.input_errors import InputError
from steep.lab.figures.game_figures import survival
from steep.lab.storage.target_file import Band, Target
from steep.lab.tables.compare_games import one_version
from steep.lab.tables.games import Games

MIN_GAMES = 30
"""Floors that fewer games reached are not aimed at."""

HALF_WIDTH = 0.02
"""A share: a band is at least twice as wide, as bots' games could not show a narrower one to hold."""


def target_like(target: Target, games: Games) -> Target:
    """A target whose bands of survival are those of a table; its other bands stay.

    Each bot of the target should survive each of its floors as often as the bot of the same name in the table, or as
    people. A band is the 95% interval there, and at least HALF_WIDTH to each side, in tenths of a percent. Raises
    `InputError`.
    """
    one_version(games)
    bots = dict.fromkeys(task.bot for task in target.tasks)
    models = dict.fromkeys(bots, games.by_player[0]) if games.people else {each.name: each for each in games.by_player}
    if not bots.keys() & models.keys():
        raise InputError(
            f"{games.path}: found games of {', '.join(models)}; allowed: those of people, or of a bot of the target:"
            f" {', '.join(bots)}"
        )
    last = target.tasks[0].last_floor
    found = [
        Band(
            bot,
            "survival",
            row + 1,
            max(0, math.floor(1000 * min(low, value - HALF_WIDTH))) / 1000,
            min(1000, math.ceil(1000 * max(high, value + HALF_WIDTH))) / 1000,
        )
        for bot in bots
        if bot in models
        for row, estimate in enumerate(survival(models[bot].counts))
        for value, low, high in [(estimate.value, estimate.interval.low, estimate.interval.high)]
        if row < last and models[bot].counts.reached[row] >= MIN_GAMES
    ]
    if not found:
        raise InputError(f"{games.path}: found no floor that {MIN_GAMES} games reached; more games are needed")
    aimed = {band.bot for band in found}
    kept = [band for band in target.bands if band.measure != "survival" or band.bot not in aimed]
    return replace(target, bands=(*kept, *found))
