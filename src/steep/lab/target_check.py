"""Compares how bots fare in a ruleset with a target: whether their figures lie in its bands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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
from steep.lab.figures import table_of_bands
from steep.lab.figures.drift_significance import HELD, TOO_FEW
from steep.lab.figures.figures_in_bands import BROKEN, UNCLEAR, BandFigure, figures_in_bands
from steep.lab.figures.game_figures import cleared
from steep.lab.figures.killers import killers_of
from steep.lab.games_to_play import checked_jobs
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.report_page.result_page import Table, result_page
from steep.lab.results.data_frames import ArrowTable
from steep.lab.results.dataclass_results import Result, as_arrow
from steep.lab.results.plain_data import plain
from steep.lab.simulate.executor import executor
from steep.lab.simulate.play_and_tally import play_games
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import MAX_GAMES, Task
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.storage.target_file import Target, check_killers, read_target, target_of
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of

TargetSource = Target | Path | str | Mapping[str, Any]
"""A target: a path to its file, what such a file says as a dictionary, or a loaded one."""

GIVEN = "target"
"""What a target that is no file is called in messages."""


@dataclass(frozen=True, slots=True)
class TargetCheck(Result):
    """A ruleset's figures beside the bands of a target."""

    target: str
    """Its file; empty when it was none."""
    ruleset: str
    ruleset_hash: str
    steep: str
    """The version that played."""
    rules: str
    """Hash of the sources of all rules and bots; empty for games of a table, whose path stands for the ruleset."""
    strict: bool
    """Whether bands of which too few games tell count as broken."""
    confidence: float
    """Of all intervals together, a share."""
    tasks: tuple[Task, ...]
    cleared: dict[str, Estimate]
    """By bot, the mean number of floors that a game leaves alive."""
    figures: tuple[BandFigure, ...]
    cautions: tuple[str, ...] = ()
    """What is to be said of the intervals: that few people played."""

    @property
    def failed(self) -> list[BandFigure]:
        """The figures whose bands are broken; if it is strict, also those of which too few games tell."""
        failing = (BROKEN, UNCLEAR) if self.strict else (BROKEN,)
        return [figure for figure in self.figures if figure.verdict in failing]

    @property
    def held(self) -> bool:
        """Whether no band failed."""
        return not self.failed

    def raise_if_broken(self) -> None:
        """Raise `AssertionError`, with the bands that failed and what was measured, if any did."""
        __tracebackhide__ = True
        if self.failed:
            raise AssertionError("\n".join(map(failure_in_words, self.failed)))

    @property
    def table(self) -> ArrowTable:
        """A row for each band."""
        return as_arrow(table_of_bands.HEADINGS, self.rows())

    def rows(self) -> list[tuple[object, ...]]:
        """The rows of the table."""
        return [table_of_bands.row_of(each) for each in self.figures]

    def as_json(self) -> dict[str, Any]:
        """What was played, and all figures."""
        task = self.tasks[0]
        played = {
            "ruleset": self.ruleset,
            "ruleset_hash": self.ruleset_hash,
            "steep": self.steep,
            "rules": self.rules,
            "seed": task.seed,
            "games": task.games,
            "floors": [task.first_floor, task.last_floor],
            "turns": task.turns,
        }
        return {
            "held": self.held,
            "verdict": self.verdict,
            "strict": self.strict,
            "target": self.target,
            **(
                played if self.rules else {"file": self.ruleset, "games": {each.bot: each.games for each in self.tasks}}
            ),
            "confidence": self.confidence,
            "cleared": {bot: plain(cleared) for bot, cleared in self.cleared.items()},
            "cautions": list(self.cautions),
            "bands": table_of_bands.as_json(self.figures),
        }

    @property
    def verdict(self) -> str:
        """Broken, or held, or that there are too few games to tell: no band is broken, and not all hold."""
        found = {figure.verdict for figure in self.figures}
        return BROKEN if BROKEN in found else TOO_FEW if UNCLEAR in found else HELD

    def played_in_words(self) -> str:
        """What was played, or read of a table."""
        task = self.tasks[0]
        if not self.rules:
            return f"{self.ruleset}: {', '.join(f'{each.games:,} games of {each.bot}' for each in self.tasks)}"
        return f"{self.ruleset} {self.ruleset_hash}: {task.games:,} games of each bot from seed {task.seed}"

    def html(self) -> str:
        """All bands, as a table."""
        lead = f"{self.played_in_words()}. Of {len(self.figures)} bands, {table_of_bands.tally_of(self.figures)}."
        rows = [
            (f"{each.band.bot}, {subject}", *cells)
            for each in self.figures
            for subject, *cells in [table_of_bands.text_row(each)]
        ]
        caption = f"{100 * self.confidence:g}% intervals for all bands together"
        return result_page(
            "Bands of the target",
            lead,
            [],
            [Table(caption, ("", "band", "measured", "interval", ""), rows)],
            self.cautions,
        )


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
) -> TargetCheck:
    """Play the games of a target, and find whether the figures lie in its bands.

    `games` and `seed` replace the target's. Raises `InputError`, and `Stopped` if `progress` stopped it.
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
    return TargetCheck(
        path,
        rulebook.name,
        rulebook.hash,
        __version__,
        rules_hash(),
        strict,
        wanted.confidence,
        wanted.tasks,
        {bot: cleared(each) for bot, each in counts.items()},
        tuple(figures_in_bands(wanted.bands, counts, wanted.confidence, killers)),
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
    subject, band, value, ends, verdict = table_of_bands.text_row(figure)
    return f"{figure.band.bot}, {subject}: {value} (interval {ends}) for the band {band}: {verdict}"
