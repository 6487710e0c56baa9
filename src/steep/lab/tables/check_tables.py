"""`steep.lab.check` for tables of games: whether they lie in a target's bands, or have drifted from another table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from steep import __version__
from steep.core.checked_arguments import checked_decimal
from steep.core.input_errors import InputError
from steep.lab.counting.counts import Counts
from steep.lab.drift_check import Compared, drift_result
from steep.lab.figures.drift_significance import Figure, Limits, find_drift
from steep.lab.figures.figures_in_bands import figures_in_bands
from steep.lab.figures.game_figures import cleared
from steep.lab.results.result import Result
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate, Interval
from steep.lab.stats.exact_tests import FALSE_ALARM_RATE, holm
from steep.lab.stats.independent_differences import independent_hazards
from steep.lab.stats.paired_differences import DIED, OUTCOMES, SURVIVED, Difference
from steep.lab.stats.shares_as_text import NOT_KNOWN
from steep.lab.stats.statistical_power import POWER, detectable_difference
from steep.lab.storage.baseline_file import Baseline
from steep.lab.storage.target_file import OTHERS
from steep.lab.tables.compare_games import matched
from steep.lab.tables.games import Games
from steep.lab.target_check import GIVEN, Checked, TargetSource, bands_result, checked_target

NO_RULES = ""
"""Of results about games that Steep did not play: they have no rules, and no ruleset's hash."""


def check_bands(games: Games, target: TargetSource, *, strict: bool = False) -> Result:
    """Whether the figures of a table lie in the bands of a target. Raises `InputError`.

    Bands are for who is in the table: its bots, or `players`. The target's games, seeds and turns say nothing here.
    """
    one_version(games)
    path = "" if not isinstance(target, str) and not hasattr(target, "open") else str(target)
    wanted = checked_target(target, players=games.players)
    # A table names only those who have killed somebody; who else has a band has killed nobody.
    named = (band.killer for band in wanted.bands if band.killer not in ("", OTHERS))
    killers = list(dict.fromkeys([*games.assembled.killers, *named])) or [NOT_KNOWN]
    deepest = max([wanted.tasks[0].last_floor, *(band.floor or 1 for band in wanted.bands)])
    mine = {task.bot for task in wanted.tasks}
    played = {each.name: each.counts.with_floors(deepest) for each in games.by_player if each.name in mine}
    if "turns" not in games.means_of and any(band.measure == "turns" for band in wanted.bands):
        raise InputError(f"{path or GIVEN}: found bands of turns, and {games.path} has no column turns")
    counted = {name: each.games for name, each in played.items()}
    floors = max(each.floors for each in played.values())
    return bands_result(
        Checked(path, games.path, games.path, strict, wanted.confidence),
        figures_in_bands(wanted.bands, played, wanted.confidence, killers),
        {name: cleared(each) for name, each in played.items()},
        {"file": games.path, "games": counted, "floors": [1, floors]},
        f"{games.path}: {', '.join(f'{number:,} games of {name}' for name, number in counted.items())}",
        games.cautions,
    )


def check_change(
    games: Games,
    baseline: Games,
    *,
    tolerance: float = 0.0,
    false_alarms: float = FALSE_ALARM_RATE,
    strict: bool = False,
) -> Result:
    """Whether the figures of a table differ from those of an older one. Raises `InputError`.

    `tolerance` is in points. Of bots, each share is tested by Fisher's exact test; of people, by how much they differ
    from each other. All together by Holm's method. Games that share seeds may be compared: it makes alarms rarer.
    """
    limits = Limits(
        checked_decimal("false_alarms", false_alarms, 0.000001, 0.5),
        checked_decimal("tolerance", tolerance, 0, 100) / 100,
    )
    pairs = matched(baseline, games)
    floors = max(each.counts.floors for pair in pairs for each in pair)
    before, after = ({pair[1].name: pair[side].counts.with_floors(floors) for pair in pairs} for side in (0, 1))
    figures = find_drift(before, after, 1, limits)
    if any(len(counts.groups) > 1 for counts in (*before.values(), *after.values())):
        figures = among_people(figures, [*zip(before.values(), after.values(), strict=True)], limits)
    compared = Compared(baseline.path, baseline_of(baseline, before), baseline_of(games, after), games.path)
    cautions = (*baseline.cautions, *games.cautions)
    return drift_result(f"{games.path} compared with {baseline.path}", compared, limits, figures, strict, cautions)


def one_version(games: Games) -> None:
    """Raise `InputError` for a table of several versions of which none was chosen."""
    if len(games.versions) > 1:
        raise InputError(
            f"{games.path}: found games of the versions {', '.join(games.versions)}; name one of them, as"
            f" {games.path}@{games.versions[0]}"
        )


def baseline_of(games: Games, counts: dict[str, Counts]) -> Baseline:
    """How the games of a table ended."""
    tasks = tuple(Task(name, 0, each.games, 1, each.floors, 0) for name, each in counts.items())
    ends = {name: each.of_ends_alone() for name, each in counts.items()}
    return Baseline(__version__, NO_RULES, games.path, "", tasks, ends)


def among_people(figures: list[Figure], pairs: list[tuple[Counts, Counts]], limits: Limits) -> list[Figure]:
    """The figures of a check with intervals and tests for games that are in clusters."""
    found = [difference for pair in pairs for difference in differences_between(*pair)]
    adjusted = holm([each.p for each in found])
    confidence = 1 - limits.false_alarms / len(found)
    return [
        replace(
            figure,
            difference=Estimate(each.value, each.interval),
            p=p,
            drifted=p <= limits.false_alarms and abs(each.value) > limits.tolerance,
            detectable_change=rise_within(each, figure, confidence, limits.tolerance),
        )
        for figure, each, p in zip(figures, found, adjusted, strict=True)
    ]


def differences_between(then: Counts, now: Counts) -> Iterator[Difference]:
    """By floor the difference of hazards, and at last that of the shares of games that were won."""
    yield from independent_hazards(then.ends_by_group, now.ends_by_group)
    (lost,) = independent_hazards(won_or_not(then), won_or_not(now))
    yield replace(lost, value=-lost.value, interval=Interval(-lost.interval.high, -lost.interval.low))


def won_or_not(counts: Counts) -> NDArray[np.int64]:
    """Games as of one floor, which those survive that were won: shape (groups, OUTCOMES)."""
    ends = np.array(counts.ends_by_group)
    found = np.zeros((len(ends), OUTCOMES), np.int64)
    found[:, SURVIVED] = ends[:, SURVIVED::OUTCOMES].sum(axis=1)
    found[:, DIED] = ends.sum(axis=1) - found[:, SURVIVED]
    return found


def rise_within(difference: Difference, figure: Figure, confidence: float, tolerance: float) -> float | None:
    """The smallest change for the worse found with POWER, and beyond a tolerance.

    None where even the largest would be missed.
    """
    rise = detectable_difference(difference.error, POWER, confidence)
    if tolerance:
        rise = max(rise, tolerance + NormalDist().inv_cdf(POWER) * difference.error)
    was = 0.0 if not figure.trials else figure.hits / figure.trials
    room = 1 - was if figure.floor is not None else was
    return rise if rise <= room else None
