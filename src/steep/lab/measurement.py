"""`steep.lab.measure`: bots play many games of a ruleset, and how they fared is told floor by floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa

from steep.content import Rulebook
from steep.core.input_errors import InputError, nearest
from steep.lab.figures.figures_with_intervals import BotFigures, as_json, cause_keys, figures_of
from steep.lab.figures.sums_by_floor import Tally
from steep.lab.games_to_play import RulesetSource, checked_jobs, rulebook_of, tasks_of
from steep.lab.progress import OnProgress, Watch
from steep.lab.simulate.executor import executor
from steep.lab.simulate.play_and_tally import play_games
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import BatchesOf, table_of
from steep.lab.storage.write_results import write_results


@dataclass(frozen=True)
class Measurement:
    """Games that were played, and their figures with 95% intervals."""

    rulebook: Rulebook
    manifest: Manifest
    """All that decides the games, and the versions that played them."""
    figures: tuple[BotFigures, ...]
    """One for each bot that has played."""
    batches_of: BatchesOf = field(repr=False)
    resumed: int = 0
    """Games of an earlier run that were not played again."""
    damaged: tuple[str, ...] = ()
    """A sentence for each file of an earlier run that could not be used: its games were played again."""

    @property
    def whole(self) -> bool:
        """Whether all games were played: False if it was stopped."""
        return self.played == self.wanted

    @property
    def played(self) -> int:
        """Games of all bots that were played."""
        return sum(bot.games for bot in self.figures)

    @property
    def wanted(self) -> int:
        """Games of all bots that were asked for."""
        return sum(task.games for task in self.manifest.tasks)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that have played."""
        return tuple(bot.task.bot for bot in self.figures)

    def __getitem__(self, bot: str) -> BotFigures:
        """The figures of a bot. Raises `InputError` if it has not played."""
        for figures in self.figures:
            if figures.task.bot == bot:
                return figures
        raise InputError(f'no games of "{bot}"{nearest(bot, self.bots)}; there are: {", ".join(self.bots)}')

    @cached_property
    def floors(self) -> pa.Table:
        """A row for each visit of a game to a floor (`steep.lab.storage.parquet_tables.FLOORS`)."""
        return self._table("floors")

    @cached_property
    def games(self) -> pa.Table:
        """A row for each game (`steep.lab.storage.parquet_tables.GAMES`)."""
        return self._table("games")

    @cached_property
    def wounds(self) -> pa.Table:
        """A row for each kind and cause that hurt the hero on a floor (`steep.lab.storage.parquet_tables.WOUNDS`)."""
        return self._table("wounds")

    def _table(self, name: str) -> pa.Table:
        return table_of(name, self.rulebook, self.manifest, self.batches_of)

    def as_json(self) -> dict[str, Any]:
        """All figures as plain data, as `steep measure --format json` prints them."""
        return as_json(self.manifest, self.figures)

    def save(self, folder: Path | str) -> None:
        """Write batches, tables, summary, report and replays into a new or empty folder. Raises `InputError`."""
        store = store_for(Path(folder), self.rulebook, self.manifest, resume=False)
        for task in self.manifest.tasks:
            for batch in self.batches_of(task):
                store.keep(batch)
        write_results(store, self.rulebook, self.figures)


def measure(
    ruleset: RulesetSource,
    bots: str | Sequence[str] = "explorer",
    *,
    games: int = 1000,
    seed: int = 0,
    floors: tuple[int, int] | None = None,
    turns: int = 20_000,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | str | None = None,
    resume: bool = False,
    progress: OnProgress | None = None,
) -> Measurement:
    """Let bots play `games` games each, of the seeds from `seed` on.

    A game starts on the first of `floors`, and is won by leaving the last one alive; it is stopped after `turns` turns.
    By default all floors are played (10 of a dungeon without end), on all cores. With `out`, what is played is kept in
    that folder as it is finished, and tables, summary, report and replays are written at the end; with `resume`, games
    that are in it are not played again. `cluster` is the address of a Dask scheduler. Raises `InputError`.
    """
    rulebook = rulebook_of(ruleset)
    manifest = Manifest.of(rulebook, tasks_of([rulebook], bots, games, seed, floors, turns))
    if resume and out is None:
        raise InputError("resume continues an earlier run; name its folder with out")
    store = None if out is None else store_for(Path(out), rulebook, manifest, resume=resume)
    kept = store or KeptInMemory()
    tallies = [Tally(task, len(rulebook.monsters)) for task in manifest.tasks]
    for tally in tallies:
        for batch in kept.batches(tally.task):
            tally.add(batch)
    resumed = sum(tally.games for tally in tallies)

    def figures() -> tuple[BotFigures, ...]:
        return tuple(figures_of(tally, rulebook) for tally in tallies if tally.games)

    watch = Watch(progress, sum(task.games for task in manifest.tasks), resumed, figures)
    if resumed < watch.wanted:
        with executor(rulebook.compiled, checked_jobs(jobs), cluster, watch) as players:
            play_games(players, tallies, players.jobs, kept.keep, kept.done, watch.tell)
        watch.raise_failure()
    damaged = tuple(store.damaged) if store is not None else ()
    measurement = Measurement(rulebook, manifest, figures(), kept.batches, resumed, damaged)
    if measurement.whole and store is not None:
        write_results(store, rulebook, measurement.figures)
    return measurement


def store_for(folder: Path, rulebook: Rulebook, manifest: Manifest, *, resume: bool) -> Store:
    """The folder that a ruleset's games are kept in. Raises `StoreError`."""
    return Store.begin(folder, manifest, resume=resume, kinds=len(rulebook.monsters), causes=len(cause_keys(rulebook)))


class KeptInMemory:
    """Keeps batches, as a `Store` does in a folder."""

    def __init__(self) -> None:
        self._kept: list[Batch] = []

    def keep(self, batch: Batch) -> None:
        """Keep a batch."""
        self._kept.append(batch)

    def done(self, task: Task) -> list[tuple[int, int]]:
        """The kept games of a task: (first seed, games), in rising order."""
        return [(batch.seed, batch.games) for batch in self.batches(task)]

    def batches(self, task: Task) -> list[Batch]:
        """The kept batches of a task in the order of their seeds."""
        return [batch for batch in self._kept if batch.bot == task.bot]
