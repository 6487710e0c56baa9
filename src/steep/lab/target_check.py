"""Compares how bots fare in a ruleset with a target: whether their figures lie in its bands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep import __version__
from steep.bots.bots_by_name import BOTS
from steep.content import RulesetError
from steep.content.ruleset_errors import Location, Mistake
from steep.core.checked_arguments import checked_number
from steep.core.input_errors import InputError, brief
from steep.core.random_streams import MAX_SEED
from steep.core.rules_hash import rules_hash
from steep.lab.figures.drift_significance import HELD, TOO_FEW
from steep.lab.figures.figures_in_bands import BROKEN, UNCLEAR, BandFigure, figures_in_bands
from steep.lab.figures.game_figures import cleared
from steep.lab.figures.killers import killers_of
from steep.lab.figures.table_of_bands import bands_table, tally_of, text_row
from steep.lab.games_to_play import checked_jobs
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.results.result import Finding, Result, Verdict
from steep.lab.simulate.play_games import executor, play_games
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import MAX_GAMES
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.storage.target_file import Target, check_killers, read_target, target_of
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of

TargetSource = Target | Path | str | Mapping[str, Any]
"""A target: a path to its file, what such a file says as a dictionary, or a loaded one."""

GIVEN = "target"
"""What a target that is no file is called in messages."""


def check_target(
    ruleset: RulesetSource,
    target: TargetSource,
    *,
    games: int | None = None,
    seed: int | None = None,
    strict: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: OnProgress | None = None,
) -> Result:
    """Play the games of a target, and find whether the figures lie in its bands.

    `games` and `seed` replace the target's. With `strict`, bands of which too few games tell count as broken. Raises
    `InputError`, and `Stopped` if `progress` stopped it.
    """
    rulebook = rulebook_of(ruleset)
    path = str(target) if isinstance(target, Path | str) else ""
    wanted = checked_target(target).with_games(
        None if games is None else checked_number("games", games, 1, MAX_GAMES),
        None if seed is None else checked_number("seed", seed, 0, MAX_SEED),
    )
    first = wanted.tasks[0]
    if first.seed + first.games - 1 > MAX_SEED:
        raise InputError(
            f"seed: found {first.seed}; the last of {first.games} games would have a seed beyond {MAX_SEED}"
        )
    killers = killers_of(rulebook)
    check_killers(wanted, killers, path or GIVEN)
    played = [PlayedGames(task, len(rulebook.monsters)) for task in wanted.tasks]
    watch = Watch(progress, 0)
    watch.begin(",".join(task.bot for task in wanted.tasks), sum(task.games for task in wanted.tasks))
    with executor(rulebook.compiled, checked_jobs(jobs), cluster, watch) as worker_pool:
        play_games(worker_pool, played, worker_pool.jobs)
    watch.raise_failure()
    if not all(each.whole for each in played):
        raise Stopped
    counts = {each.task.bot: each.counts for each in played}
    found = figures_in_bands(wanted.bands, counts, wanted.confidence, killers)
    where = f"floors {first.first_floor}-{first.last_floor}, at most {first.turns:,} turns"
    return bands_result(
        Checked(path, rulebook.name, rulebook.path, strict, wanted.confidence),
        found,
        {bot: cleared(each) for bot, each in counts.items()},
        {
            "ruleset": rulebook.name,
            "ruleset_hash": rulebook.hash,
            "steep": __version__,
            "rules": rules_hash(),
            "seed": first.seed,
            "games": first.games,
            "floors": [first.first_floor, first.last_floor],
            "turns": first.turns,
        },
        f"{rulebook.name} {rulebook.hash}: {first.games:,} games of each bot from seed {first.seed}, {where}",
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """What was checked, and how."""

    target: str
    """Its file; empty when it was none."""
    name: str
    """Of the ruleset, or of the table of games."""
    file: str
    """The ruleset's or the table's, which is what a gate complains of; empty if it has none."""
    strict: bool
    confidence: float


def bands_result(
    checked: Checked,
    figures: Sequence[BandFigure],
    clears: dict[str, Estimate],
    played: dict[str, Any],
    lead: str,
    cautions: tuple[str, ...] = (),
) -> Result:
    """Figures beside their bands, as a result; `played` and `lead` say what was played, or read of a table."""
    found = {figure.verdict for figure in figures}
    word = BROKEN if BROKEN in found else TOO_FEW if UNCLEAR in found else HELD
    good = {BROKEN: False, HELD: True, TOO_FEW: False if checked.strict else None}[word]
    floors = played["floors"]
    unclear = ("unclear: the interval has an edge of the band in it; more games tell",) if UNCLEAR in found else ()
    errors = (BROKEN, UNCLEAR) if checked.strict else (BROKEN,)
    return Result(
        f"{checked.name} in the bands of {checked.target or 'a target'}",
        {
            "strict": checked.strict,
            "target": checked.target,
            **played,
            "confidence": checked.confidence,
            "cleared": clears,
        },
        (bands_table(figures, clears, floors[1] - floors[0] + 1),),
        (f"{lead}; {100 * checked.confidence:g}% intervals for all bands together",),
        (),
        Verdict(word, good),
        (f"of {len(figures)} bands, {tally_of(figures)}", *unclear),
        cautions,
        tuple(
            Finding(
                "error" if each.verdict in errors else "warning",
                each.band.subject,
                failure_in_words(each),
                checked.file,
            )
            for each in figures
            if each.verdict in (BROKEN, UNCLEAR)
        ),
    )


def checked_target(source: TargetSource, *, tuning: bool = False, players: Collection[str] = BOTS) -> Target:
    """Read a target, if it is not loaded. `players` may have bands. Raises `InputError` with all mistakes in it."""
    if isinstance(source, Target):
        return source
    if isinstance(source, Path | str):
        return read_target(Path(source), tuning=tuning, players=players)
    if not isinstance(source, Mapping):
        raise InputError(f"{GIVEN}: found {brief(source)}; allowed: a path to a target file, or a dictionary")
    mistakes: list[Mistake] = []
    target = target_of(as_toml(source), Location(mistakes, GIVEN), tuning=tuning, players=players)
    if mistakes or target is None:
        raise RulesetError(mistakes)
    return target


def as_toml(value: Any) -> Any:
    """A value as a TOML file would have it: keys are words, there are lists but no tuples, and numbers are Python's."""
    if hasattr(value, "tolist"):  # NumPy's numbers and arrays
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): as_toml(held) for key, held in value.items()}
    return [as_toml(held) for held in value] if isinstance(value, list | tuple) else value


def failure_in_words(figure: BandFigure) -> str:
    """A band that failed, and what was measured."""
    subject, band, value, ends, verdict = text_row(figure)
    return f"{figure.band.bot}, {subject}: {value} (interval {ends}) for the band {band}: {verdict}"
