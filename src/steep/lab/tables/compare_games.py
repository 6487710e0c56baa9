"""How the games of two tables differ, floor by floor: paired where that is shown to be right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steep.core.input_errors import InputError
from steep.lab.counting.counts import Counts
from steep.lab.counting.from_arrays import OUTCOMES_OF_ENDS
from steep.lab.figures.changes import DEATHS, SURVIVAL, TwoSides, changes_of
from steep.lab.figures.game_figures import cleared, hazards, survival
from steep.lab.simulate.play_and_count_paired_games import no_pairs
from steep.lab.stats.independent_differences import independent_hazards, independent_survival
from steep.lab.stats.paired_differences import end_code, paired_hazards, paired_survival
from steep.lab.tables.games import Games
from steep.lab.tables.players import PlayerGames


def matched(a: Games, b: Games) -> list[tuple[PlayerGames, PlayerGames]]:
    """Who is compared with whom: those of the same name, or the only one of each side. Raises `InputError`."""
    for side in (a, b):
        if len(side.versions) > 1:
            raise InputError(
                f"{side.path}: found games of the versions {', '.join(side.versions)}; name one of them, as"
                f" {side.path}@{side.versions[0]}"
            )
    names = {each.name: each for each in b.played}
    same = [(each, names[each.name]) for each in a.played if each.name in names]
    if not same and len(a.played) == len(b.played) == 1:
        return [(a.played[0], b.played[0])]
    if not same:
        raise InputError(
            f"nobody played both: found {', '.join(a.players)} in {a.path}, and {', '.join(b.players)} in {b.path}"
        )
    return same


def shared_seeds(a: Games, of_a: PlayerGames, b: Games, of_b: PlayerGames) -> tuple[list[tuple[int, int]], str]:
    """The games of both sides with the same seed, as indices, if they are pairs; and why they are, or are not."""
    for side, what in ((a, "A"), (b, "B")):
        if side.people:
            return [], f"not paired, as people played {what}"
    for side, what in ((a, "A"), (b, "B")):
        if not side.deterministic:
            return [], f"not paired, as nothing shows that a seed fixes the games of {what}"
    seeds_a, seeds_b = a.seeds_of(of_a), b.seeds_of(of_b)
    if seeds_a is None or seeds_b is None:
        return [], f"not paired, as {'A' if seeds_a is None else 'B'} has no seeds, or several games of one"
    shared = [seed for seed in seeds_a if seed in seeds_b]
    if 2 * len(shared) < min(len(seeds_a), len(seeds_b)) or not shared:
        return [], f"not paired, as only {len(shared):,} seeds are played under both"
    noted = (side.notes.get("checked_seeds") for side in (a, b))
    tested = [number for number in noted if isinstance(number, int)]
    found = (
        f"no difference was found in {min(tested):,} games that were played again"
        if tested
        else "both say that they fix the games"
    )
    return [(seeds_a[seed], seeds_b[seed]) for seed in shared], (
        f"paired: {len(shared):,} seeds are played under both, and {found}"
    )


def compare_players(a: Games, of_a: PlayerGames, b: Games, of_b: PlayerGames, detect: float) -> TwoSides:
    """Compare the games of two players. `detect` is the size of difference that should be detected, a share."""
    shared, why = shared_seeds(a, of_a, b, of_b)
    floors = max(of_a.counts.floors, of_b.counts.floors)
    now_a, now_b = (each.counts.with_floors(floors) for each in (of_a, of_b))
    if shared:
        pairs = no_pairs(floors)
        indices = np.array(shared)
        np.add.at(pairs, (codes(a, indices[:, 0]), codes(b, indices[:, 1])), 1)
        now_a, now_b = (Counts.of_ends(pairs.sum(axis=axis).tolist()) for axis in (1, 0))
        found = paired_hazards(pairs), paired_survival(pairs)
    else:
        ends_a, ends_b = (np.array(each.ends_by_group) for each in (now_a, now_b))
        found = independent_hazards(ends_a, ends_b), independent_survival(ends_a, ends_b)
    games = min(now_a.games, now_b.games)
    single = (hazards(now_a), hazards(now_b)), (survival(now_a), survival(now_b))
    return TwoSides(
        of_a.name,
        of_b.name,
        1,
        Counts.of_ends(now_a.ends),
        Counts.of_ends(now_b.ends),
        cleared(now_a),
        cleared(now_b),
        tuple(
            change
            for measure, shares, differences in zip((DEATHS, SURVIVAL), single, found, strict=True)
            for change in changes_of(measure, 1, *shares, differences, games, detect)
        ),
        bool(shared),
        why,
        cautions=tuple(dict.fromkeys(filter(None, (a.caution_of(of_a), b.caution_of(of_b))))),
    )


def codes(games: Games, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """How some games ended, as `end_code`."""
    found = games.counter.games[indices]
    return end_code(found["floor"].astype(np.int64) - 1, OUTCOMES_OF_ENDS[found["end"]])
