"""How the games of two tables differ, floor by floor: paired where that is shown to be right."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

from steep.core.input_errors import InputError
from steep.lab.counting.counts import Pairs
from steep.lab.counting.from_arrays import end_codes
from steep.lab.figures.changes import TwoSides, two_sides
from steep.lab.figures.game_figures import survival
from steep.lab.storage.target_file import Band, Target
from steep.lab.tables_of_games.games import Games
from steep.lab.tables_of_games.players import PlayerGames


def one_version(games: Games) -> None:
    """Raise `InputError` for a table of several versions if none was chosen."""
    if len(games.versions) > 1:
        raise InputError(
            f"{games.path}: found games of the versions {', '.join(games.versions)}; name one of them, as"
            f" {games.path}@{games.versions[0]}"
        )


def matched(a: Games, b: Games) -> list[tuple[PlayerGames, PlayerGames]]:
    """The pairs that are compared: players of the same name, or the only one of each side. Raises `InputError`."""
    one_version(a)
    one_version(b)
    names = {each.name: each for each in b.by_player}
    same = [(each, names[each.name]) for each in a.by_player if each.name in names]
    if not same and len(a.by_player) == len(b.by_player) == 1:
        return [(a.by_player[0], b.by_player[0])]
    if not same:
        raise InputError(
            f"nobody played both: found {', '.join(a.players)} in {a.path}, and {', '.join(b.players)} in {b.path}"
        )
    return same


def shared_seeds(a: Games, of_a: PlayerGames, b: Games, of_b: PlayerGames) -> tuple[list[tuple[int, int]], str]:
    """The games of both sides with the same seed, as indices, if they are pairs; and why they are or aren't."""
    for side, what in ((a, "A"), (b, "B")):
        if side.people:
            return [], f"not paired, because people played {what}"
    for side, what in ((a, "A"), (b, "B")):
        if not side.deterministic:
            return [], f"not paired, because nothing shows that a seed determines the games of {what}"
    seeds_a, seeds_b = a.seeds_of(of_a), b.seeds_of(of_b)
    if seeds_a is None or seeds_b is None:
        return [], f"not paired, because {'A' if seeds_a is None else 'B'} has no seeds, or several games of one"
    shared = [seed for seed in seeds_a if seed in seeds_b]
    if 2 * len(shared) < min(len(seeds_a), len(seeds_b)) or not shared:
        return [], f"not paired, because only {len(shared):,} seeds are played under both"
    noted = (side.notes.get("checked_seeds") for side in (a, b))
    tested = [number for number in noted if isinstance(number, int)]
    found = (
        f"no difference was found in {min(tested):,} games that were played again"
        if tested
        else "both say that a seed determines a game"
    )
    return [(seeds_a[seed], seeds_b[seed]) for seed in shared], (
        f"paired: {len(shared):,} seeds are played under both, and {found}"
    )


def compare_players(a: Games, of_a: PlayerGames, b: Games, of_b: PlayerGames, detect: float) -> TwoSides:
    """Compare the games of two players. `detect` is the size of difference that should be detected, a share."""
    shared, why = shared_seeds(a, of_a, b, of_b)
    floors = max(of_a.counts.floors, of_b.counts.floors)
    sides, pairs = (of_a.counts.with_floors(floors), of_b.counts.with_floors(floors)), None
    if shared:
        in_a, in_b = zip(*shared, strict=True)
        games = a.assembled.games[[*in_a]], b.assembled.games[[*in_b]]
        codes = (end_codes(each["floor"] - 1, each["end"]).tolist() for each in games)
        pairs = Pairs(floors, ended=Counter(zip(*codes, strict=True)))
        sides = pairs.sides
    cautions = tuple(dict.fromkeys(filter(None, (a.caution_of(of_a), b.caution_of(of_b)))))
    return replace(two_sides((of_a.name, of_b.name), sides, pairs, floors, detect, why), cautions=cautions)


# Bands that ask for the survival of a table's games: what tuning towards players aims at.

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
