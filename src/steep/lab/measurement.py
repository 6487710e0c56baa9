"""`steep.lab.measure`: bots play many games of a ruleset, and how they fared is told floor by floor."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, Protocol, Self, get_args

from steep.content import Rulebook
from steep.core.checked_arguments import checked_function, checked_path
from steep.core.input_errors import InputError, nearest
from steep.lab.figures.figures_as_result import measured_result
from steep.lab.figures.figures_with_intervals import BotFigures, cause_keys, made_of, measured_figures
from steep.lab.games_to_play import checked_jobs, tasks_of
from steep.lab.progress import OnProgress, Watch
from steep.lab.report_page.html_report import page_of
from steep.lab.results.data_frames import ArrowTable, as_arrow, as_pandas, as_polars
from steep.lab.results.in_notebook import framed
from steep.lab.results.result import Result
from steep.lab.simulate.play_games import executor, play_games
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import PartsOf, read_table, table_of
from steep.lab.storage.parts import Part, batch_of, error_in_part, part_of
from steep.lab.storage.read_summary import read_summary
from steep.lab.storage.replaced_folder import check_replaceable, remove_run, replaced
from steep.lab.storage.write_results import REPORT, write_results
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of


class Tables(Protocol):
    """Where the tables of a measurement are: in batches that were played, or in a folder."""

    def table(self, name: str) -> ArrowTable:
        """One of `steep.lab.storage.parquet_tables.TABLES`. Raises `InputError` when it cannot be read."""

    def page(self) -> str:
        """The report. Raises `InputError` when it cannot be read."""

    def save(self, folder: Path) -> None:
        """Write everything into a new or empty folder. Raises `InputError`."""


@dataclass(frozen=True)
class Measurement:
    """Games that were played, and their figures with 95% intervals."""

    manifest: Manifest
    """All that decides the games, and the versions that played them."""
    figures: tuple[BotFigures, ...]
    """One for each bot that has played."""
    tables: Tables = field(repr=False)
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

    @cached_property
    def result(self) -> Result:
        """All figures, to be told in any form. Raises `InputError` if no game was played."""
        if not self.figures:
            raise InputError("no game was played; there is nothing to tell")
        facts = {**made_of(self.manifest), "confidence": 0.95}
        return measured_result(f"{self.manifest.ruleset} {self.manifest.ruleset_hash}", facts, self.figures)

    def __str__(self) -> str:
        """How each bot fared, floor by floor, with 95% intervals."""
        return str(self.result)

    def __getitem__(self, bot: str) -> BotFigures:
        """The figures of a bot. Raises `InputError` if it has not played."""
        for figures in self.figures:
            if figures.task.bot == bot:
                return figures
        raise InputError(f'no games of "{bot}"{nearest(bot, self.bots)}; there are: {", ".join(self.bots)}')

    @cached_property
    def by_floor(self) -> ArrowTable:
        """A row for each bot and floor: hazard and survival with intervals, and means."""
        return as_arrow(self.result["by_floor"])

    @cached_property
    def floors(self) -> ArrowTable:
        """A row for each visit of a game to a floor (`steep.lab.storage.parquet_tables.FLOORS`)."""
        return self.tables.table("floors")

    @cached_property
    def games(self) -> ArrowTable:
        """A row for each game (`steep.lab.storage.parquet_tables.GAMES`)."""
        return self.tables.table("games")

    @cached_property
    def wounds(self) -> ArrowTable:
        """A row for each kind and cause that hurt the hero on a floor (`steep.lab.storage.parquet_tables.WOUNDS`)."""
        return self.tables.table("wounds")

    def to_pandas(self, table: TableName = "by_floor") -> Any:
        """A table as a pandas data frame. Raises `InputError` where pandas is not installed."""
        return as_pandas(getattr(self, checked_table(table)))

    def to_polars(self, table: TableName = "by_floor") -> Any:
        """A table as a polars data frame. Raises `InputError` where polars is not installed."""
        return as_polars(getattr(self, checked_table(table)))

    def html(self) -> str:
        """The report: a page with all charts and figures."""
        return self.tables.page()

    def _repr_html_(self) -> str:
        return framed(self.html())

    def save(self, folder: Path | str, *, replace: bool = False) -> None:
        """Write parts, tables, summary, report and replays into a folder. Raises `InputError`.

        It may be new, empty or hold this same measurement, which is replaced; with `replace`, any other one.
        """
        with replaced(checked_path("folder", folder), self.manifest, replace=replace) as place:
            self.tables.save(place)

    @classmethod
    def load(cls, folder: Path | str) -> Self:
        """Read a folder that `save` or `steep measure --out` wrote. Raises `InputError`.

        Nothing is played, and the ruleset may have changed since.
        """
        manifest, figures = read_summary(checked_path("folder", folder))
        return cls(manifest, figures, TablesInFolder(Path(folder)))


TableName = Literal["by_floor", "floors", "games", "wounds"]


def checked_table(name: str) -> str:
    """The name of a table. Raises `InputError` if there is none such."""
    if name not in (names := get_args(TableName)):
        raise InputError(f'table: found "{name}"{nearest(name, names)}; allowed: {", ".join(names)}')
    return name


@dataclass(frozen=True)
class TablesOfBatches:
    """The tables of parts that were played."""

    rulebook: Rulebook
    manifest: Manifest
    figures: tuple[BotFigures, ...]
    parts_of: PartsOf

    def table(self, name: str) -> ArrowTable:
        """See `Tables`."""
        return table_of(name, self.rulebook, self.manifest, self.parts_of)

    def page(self) -> str:
        """See `Tables`."""
        if not self.figures:
            raise InputError("no game was played; there is nothing to show")
        return page_of(self.rulebook, self.figures, self.manifest, {})

    def save(self, folder: Path) -> None:
        """See `Tables`."""
        store = store_for(folder, self.rulebook, self.manifest, resume=False)
        for task in self.manifest.tasks:
            for part in self.parts_of(task):
                store.keep(part)
        if all(bot.games == bot.task.games for bot in self.figures) and self.figures:
            write_results(store, self.rulebook, self.figures)


@dataclass(frozen=True)
class TablesInFolder:
    """The tables that were written into a folder."""

    folder: Path

    def table(self, name: str) -> ArrowTable:
        """See `Tables`."""
        return read_table(self.folder, name)

    def page(self) -> str:
        """See `Tables`."""
        path = self.folder / REPORT
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: cannot be read: {error}") from None

    def save(self, folder: Path) -> None:
        """See `Tables`."""
        try:
            shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        except (OSError, shutil.Error) as error:
            raise InputError(f"{folder}: cannot be written: {error}") from None


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
    resume: bool | None = None,
    replace: bool = False,
    progress: OnProgress | None = None,
) -> Measurement:
    """Let bots play `games` games each, of the seeds from `seed` on.

    A game starts on the first of `floors`, and is won by leaving the last one alive; it is stopped after `turns` turns.
    By default all floors are played (10 of a dungeon without end), on all cores. With `out`, what is played is kept in
    that folder as it is finished, and tables, summary, report and replays are written at the end; games that are in it
    are not played again. It may hold no others, unless `replace` removes them first; with `resume` set to False it must
    be new or empty. `cluster` is the address of a Dask scheduler. Raises `InputError`.
    """
    rulebook = rulebook_of(ruleset)
    manifest = Manifest.of(rulebook, tasks_of([rulebook], bots, games, seed, floors, turns))
    if resume and out is None:
        raise InputError("resume continues an earlier run; name its folder with out")
    checked_function("progress", progress)
    at_a_time = checked_jobs(jobs)
    if resume is not None and replace:
        raise InputError("resume and replace: found both; allowed: one of the two")
    counted = [MeasuredGames(task, len(rulebook.monsters)) for task in manifest.tasks]

    def count(part: Part) -> None:
        next(each for each in counted if each.task.bot == part.bot).add(batch_of(part))

    store = None
    if out is not None:
        folder = checked_path("out", out)
        if resume is None:
            check_replaceable(folder, manifest, replace=replace)
        if replace:
            remove_run(folder)
        store = store_for(folder, rulebook, manifest, resume=resume is not False, on_part=count)
    kept = store or KeptInMemory()
    resumed = sum(each.counts.games for each in counted)

    def figures() -> tuple[BotFigures, ...]:
        return tuple(measured_figures(each, rulebook) for each in counted if each.counts.games)

    watch = Watch(progress, sum(task.games for task in manifest.tasks), resumed, figures)
    if resumed < watch.wanted:
        with executor(rulebook.compiled, at_a_time, cluster, watch) as players:
            play_games(players, counted, players.jobs, lambda batch: kept.keep(part_of(batch)), kept.done, watch.tell)
        watch.raise_failure()
    damaged = tuple(store.damaged) if store is not None else ()
    played = figures()
    tables = TablesOfBatches(rulebook, manifest, played, kept.parts)
    measurement = Measurement(manifest, played, tables, resumed, damaged)
    if measurement.whole and store is not None:
        write_results(store, rulebook, played)
    return measurement


def store_for(
    folder: Path,
    rulebook: Rulebook,
    manifest: Manifest,
    *,
    resume: bool,
    on_part: Callable[[Part], None] = lambda _part: None,
) -> Store:
    """The folder that a ruleset's games are kept in. `on_part` is told those that it has. Raises `StoreError`."""
    check = partial(error_in_part, kinds=len(rulebook.monsters), causes=len(cause_keys(rulebook)))
    return Store.begin(folder, manifest, check, resume=resume, on_part=on_part)


class KeptInMemory:
    """Keeps parts, as a `Store` does in a folder."""

    def __init__(self) -> None:
        self._kept: list[Part] = []

    def keep(self, part: Part) -> None:
        """Keep a part."""
        self._kept.append(part)

    def done(self, task: Task) -> list[tuple[int, int]]:
        """The kept games of a task: (first seed, games), in rising order."""
        return [(part.seed, part.games) for part in self.parts(task)]

    def parts(self, task: Task) -> list[Part]:
        """The kept parts of a task in the order of their seeds."""
        return [part for part in self._kept if part.bot == task.bot]
