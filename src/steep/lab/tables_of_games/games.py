"""`steep.lab.read_games`: games from a table that others wrote, with the same figures as those that Steep plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self, get_args

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from steep.content import Rulebook, ruleset_names
from steep.core.input_errors import InputError, brief, checked_path, nearest, printable
from steep.lab.figures.figures_as_result import measured_result, sentences_of, tables_of
from steep.lab.figures.figures_with_intervals import BotFigures, figures_of, measured_figures
from steep.lab.figures.game_figures import cleared
from steep.lab.own_games.play_one_game import CHECKED, Determinism, Fault, remarks
from steep.lab.report_page.html_report import page_of
from steep.lab.results.data_frames import ArrowTable, as_arrow, as_pandas, as_polars
from steep.lab.results.plain_data import plain
from steep.lab.results.result import Column, Result, Table, framed
from steep.lab.simulate.floor_visit import OTHERS
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parts import batch_of
from steep.lab.storage.write_results import REPORT, write_results
from steep.lab.tables_of_games.assemble_games import AssembledGames
from steep.lab.tables_of_games.check_rows import RowReader, Rows, only_version, table_of
from steep.lab.tables_of_games.columns import ENDS, BadRows, ColumnNames, mapping_of
from steep.lab.tables_of_games.players import PlayerGames, Share, caution_of_people, played_of
from steep.lab.tables_of_games.read_batches import ENDINGS, NOTES, OpenTable, open_arrow, open_table
from steep.play.files.user_files import reason_of, written_whole

FLOORS_OF_A_MEASUREMENT = "floors.parquet"
"""The table in a folder of `steep measure --out`."""

TableName = Literal["by_floor", "floors", "games", "shares", "wounds"]

SHARES_SHOWN = 10

REASONS_TOLD = 3
"""Why rows were left out: the reasons of most."""

SHARES = (
    Column("player", title="player"),
    Column("games", "count", "games"),
    Column("share", "share", "share"),
    Column("cleared", "number", "floors cleared", ends=("cleared_low", "cleared_high"), digits=2),
)


@dataclass(frozen=True, slots=True)
class RowsRead:
    """What was found in the rows of a table."""

    source: OpenTable
    names: ColumnNames
    bad: BadRows
    means_of: tuple[str, ...]
    ignored: tuple[str, ...]
    assembled: AssembledGames
    by_player: tuple[PlayerGames, ...]


@dataclass(frozen=True)
class Games:
    """The games of a table, of a ruleset or of a maker's own game, and their figures with 95% intervals."""

    path: str
    """The path of the file or the folder; or what was played, if neither was named."""
    opened: Callable[[], tuple[OpenTable, ColumnNames]] = field(repr=False)
    """Gives their rows."""
    version: str | None = None
    """The version whose games these are; None for all."""
    manifest: Manifest | None = None
    """The tasks, if Steep's lab played. The fields below are only for such games."""
    store: Store | None = field(default=None, repr=False)
    """Has the games of a ruleset."""
    rulebook: Rulebook | None = field(default=None, repr=False)
    """The ruleset, where it was played now: a folder is read without it, as it may have changed since."""
    measured: tuple[BotFigures, ...] | None = field(default=None, repr=False)
    """The figures of a ruleset's games, where they were counted as they were played."""
    resumed: int = 0
    """Games of an earlier run that were not played again."""
    damaged: tuple[str, ...] = ()
    """A sentence for each file of an earlier run that could not be used: its games were played again."""
    temporary: bool = False
    """Whether the games of a maker's own game are only in memory, because no file was named."""
    determinism: Mapping[str, Determinism] = field(default_factory=dict)
    """By player: whether a seed fixes its games."""
    faults: tuple[Fault, ...] = ()
    """The first games that did not end by themselves. Their rows have `error`."""
    fault_count: int = 0

    @classmethod
    def of_ruleset(
        cls,
        store: Store,
        measured: tuple[BotFigures, ...] | None = None,
        rulebook: Rulebook | None = None,
        resumed: int = 0,
        path: str | None = None,
    ) -> Self:
        """The games of a ruleset that a store has; `path` is that of its folder, where it was read."""
        manifest = store.manifest

        def open_rows() -> tuple[OpenTable, ColumnNames]:
            if path is not None:
                return games_table_at(Path(path), {})
            source = open_arrow(manifest.ruleset, store.table("floors"), {"deterministic": True, "game": "steep"})
            return source, mapping_of(source.names, {}, manifest.ruleset)

        name, damaged = path or manifest.ruleset, tuple(store.damaged)
        return cls(name, open_rows, None, manifest, store, rulebook, measured, resumed, damaged)

    @cached_property
    def read(self) -> RowsRead:
        """All that is in the rows. A ruleset's games are read only when they are needed. Raises `InputError`."""
        source, names = self.opened()
        reader = RowReader(source, names)
        assembled = AssembledGames("player" if names.people else "bot", reader.bad)
        for rows in reader.rows():
            assembled.add(only_version(rows, self.version))
        if not len(assembled.games):
            raise InputError(nothing_read(self.path, reader.bad, self.version))
        amounts = reader.amounts or ()
        return RowsRead(
            source,
            names,
            reader.bad,
            (*(("turns",) if "turns" in names.theirs else ()), *amounts),
            tuple(name for name in names.further if name not in amounts),
            assembled,
            played_of(assembled, people=names.people),
        )

    @property
    def people(self) -> bool:
        """Whether people played: then their games are in clusters, and all of them together are `players`."""
        return self.read.names.people

    @property
    def notes(self) -> dict[str, Any]:
        """What a file says about its games: whether they are `deterministic`, and how they were played."""
        return self.read.source.notes

    @property
    def bad(self) -> BadRows:
        """The rows that were left out."""
        return self.read.bad

    @property
    def means_of(self) -> tuple[str, ...]:
        """The columns that have means by floor."""
        return self.read.means_of

    @property
    def assembled(self) -> AssembledGames:
        """The games, put together from rows."""
        return self.read.assembled

    @property
    def by_player(self) -> tuple[PlayerGames, ...]:
        """For each player, or for all people, the games of each version."""
        return self.read.by_player

    def __repr__(self) -> str:
        return f"<Games: {self.played:,} of {self.path}>"

    @property
    def played(self) -> int:
        """Games of all players."""
        if self.store is not None:
            return sum(games for task in self.store.manifest.tasks for _, games in self.store.done(task))
        return sum(each.counts.games for each in self.by_player)

    @property
    def wanted(self) -> int:
        """Games of all players that were asked for."""
        return self.played if self.manifest is None else sum(task.games for task in self.manifest.tasks)

    @property
    def whole(self) -> bool:
        """Whether all games were played: False if it was stopped."""
        return self.played == self.wanted

    @property
    def rows(self) -> int:
        """Rows that were counted."""
        return self.assembled.rows

    @property
    def deterministic(self) -> bool:
        """Whether it is shown that the same seed gives the same game."""
        return self.notes.get("deterministic") is True

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions that there are games of; none where the file does not say."""
        return tuple(dict.fromkeys(version for _, version in self.assembled.groups if version))

    @property
    def players(self) -> tuple[str, ...]:
        """The players with figures: bots, or `players` for people, with their versions if there are several."""
        if self.store is not None:
            return tuple(task.bot for task in self.store.manifest.tasks if self.store.done(task))
        return tuple(each.name for each in self.by_player)

    def caution_of(self, played: PlayerGames) -> str | None:
        """A caution about the intervals of one of `players`; None if there is none."""
        caution = caution_of_people(len(played.counts.groups)) if self.people else None
        return None if caution is None else f"{self.path}: {caution}"

    @property
    def left_out(self) -> str | None:
        """How many rows were left out, and why; None where none was."""
        if not self.bad.count:
            return None
        reasons = "; ".join(f"{count:,}: {reason}" for reason, count in self.bad.by_reason.most_common(REASONS_TOLD))
        return f"{self.path}: {self.bad.count:,} of {self.rows + self.bad.count:,} rows are left out ({reasons})"

    @property
    def cautions(self) -> tuple[str, ...]:
        """Cautions about the figures: that few people played, and that rows were left out."""
        return tuple(dict.fromkeys(filter(None, [*map(self.caution_of, self.by_player), self.left_out])))

    def seeds_of(self, played: PlayerGames) -> dict[str, int] | None:
        """The games of one of `players` by their seeds; None where there are no seeds, or two games of one."""
        if "seed" not in self.read.names.theirs:
            return None
        groups = played.counts.groups
        by_name = {name: index for group in groups for name, index in self.assembled.ids[group].items()}
        if not self.assembled.seeds:
            return by_name if len(groups) == 1 else None
        by_seed = {self.assembled.seeds[index]: index for index in by_name.values() if index in self.assembled.seeds}
        return by_seed if len(by_seed) == len(by_name) else None

    @cached_property
    def figures(self) -> tuple[BotFigures, ...]:
        """One for each of `players`. Raises `InputError` when a folder's games cannot be read."""
        if self.measured is not None:
            return self.measured
        if self.store is not None:
            return figures_in(self.store)
        return tuple(self._figures_of(each) for each in self.by_player)

    def _figures_of(self, played: PlayerGames) -> BotFigures:
        worst, luckiest = self.assembled.notable(played.counts.groups)
        figures = figures_of(played.task, played.counts, tuple(self.assembled.killers))
        return replace(figures, worst=worst, luckiest=luckiest)

    def __getitem__(self, player: str) -> BotFigures:
        """The figures of one of `players`, or of one person. Raises `InputError` if there are none."""
        for figures in self.figures:
            if figures.task.bot == player:
                return figures
        who_played = [*self.assembled.groups] if self.store is None and self.people else []
        if player not in (people := [who for who, _ in who_played]):
            near = nearest(player, [*self.players, *people])
            raise InputError(f'no games of "{player}"{near}; there are: {", ".join(self.players)}')
        number = people.index(player)
        (all_of_them,) = (each for each in self.by_player if number in each.counts.groups)
        return self._figures_of(replace(all_of_them, name=player, counts=all_of_them.counts.only([number])))

    @property
    def shares(self) -> tuple[Share, ...]:
        """Each person's share of all games, largest first; empty for bots."""
        if not self.people:
            return ()
        whole = sum(each.counts.games for each in self.by_player)
        names = [who for who, _ in self.assembled.groups]
        found = [
            Share(names[group], counts.games, counts.games / whole, cleared(counts))
            for each in self.by_player
            for group, counts in each.counts.by_group().items()
        ]
        return tuple(sorted(found, key=lambda share: (-share.games, share.player)))

    @cached_property
    def by_floor(self) -> ArrowTable:
        """A row for each player and floor: hazard and survival with intervals, and means."""
        return as_arrow(self.result["by_floor"])

    @property
    def floors(self) -> ArrowTable:
        """The rows that were counted, under Steep's names. A file is read again.

        Of a ruleset's games the columns are `steep.lab.storage.parquet_tables.FLOORS`.
        """
        if self.store is not None:
            return self.store.table("floors")
        assembled = AssembledGames(self.who, BadRows())
        tables = [table_of(rows) for rows in kept_rows(self, assembled)]
        return pa.concat_tables(tables, promote_options="default") if tables else pa.table({})

    @property
    def who(self) -> str | None:
        """The column of players."""
        return "player" if self.people else "bot"

    @cached_property
    def games(self) -> ArrowTable:
        """A row for each game: its player, version, name, deepest floor, end, killer and turns.

        Of a ruleset's games the columns are `steep.lab.storage.parquet_tables.GAMES`.
        """
        if self.store is not None:
            return self.store.table("games")
        games = self.assembled.games
        names, groups = np.empty(len(games), object), list(self.assembled.groups)
        for ids in self.assembled.ids:
            names[list(ids.values())] = list(ids)
        killers = [*self.assembled.killers, None]
        columns = {
            str(self.who): [groups[group][0] or None for group in games["group"].tolist()],
            "version": [groups[group][1] or None for group in games["group"].tolist()],
            "game": names.tolist(),
            "floor": games["floor"],
            "end": [ENDS[end] for end in games["end"].tolist()],
            "killer": [killers[killer] for killer in games["killer"].tolist()],
            "turns": games["turns"],
        }
        return pa.table(columns)

    @cached_property
    def wounds(self) -> ArrowTable:
        """A row for each kind and cause that hurt the hero on a floor (`steep.lab.storage.parquet_tables.WOUNDS`).

        Raises `InputError` for other games than those of a ruleset.
        """
        if self.store is None:
            raise InputError("wounds: only the games of a ruleset have them")
        return self.store.table("wounds")

    def to_pandas(self, table: TableName = "by_floor") -> Any:
        """A table as a pandas data frame. Raises `InputError` where pandas is not installed."""
        return as_pandas(self._table(table))

    def to_polars(self, table: TableName = "by_floor") -> Any:
        """A table as a polars data frame. Raises `InputError` where polars is not installed."""
        return as_polars(self._table(table))

    def _table(self, name: TableName) -> ArrowTable:
        if name not in (names := get_args(TableName)):
            raise InputError(f"table: found {brief(name)}{nearest(str(name), names)}; allowed: {', '.join(names)}")
        return as_arrow(self.result["shares"]) if name == "shares" else getattr(self, name)

    @cached_property
    def result(self) -> Result:
        """All figures as a result; for games that were played, also whether a seed fixes them, and their faults."""
        if self.store is not None:
            if not self.figures:
                raise InputError("no game was played; there is nothing to tell")
            manifest = self.store.manifest
            facts = {**manifest.facts, "confidence": 0.95}
            return measured_result(f"{manifest.ruleset} {manifest.ruleset_hash}", facts, self.figures)
        version = "" if self.version is None else f", version {self.version}"
        whole = f"{self.played:,} games in {self.rows:,} rows"
        if self.manifest is not None:
            whole = f"{self.played:,} games{'' if self.temporary else f' in {self.path}'}"
        return Result(
            f"{self.path}{version}" if self.manifest is None else self.manifest.ruleset,
            {
                "file": None if self.temporary else self.path,
                "version": self.version,
                "people": self.people,
                "deterministic": self.deterministic,
                "rows": self.rows,
                "rows_left_out": self.bad.count,
                "reasons": dict(self.bad.by_reason.most_common()),
                "first_rows_left_out": [plain(row) for row in self.bad.listed],
                "columns_ignored": list(self.read.ignored),
                "unfinished": {each.name: each.unfinished for each in self.by_player},
                "confidence": 0.95,
                **({} if self.manifest is None else self._of_a_measurement(self.manifest)),
            },
            (
                *tables_of(self.figures, "player", tuple((name, name, 1) for name in self.means_of)),
                self._table_of_shares(),
            ),
            (f"{whole}; 95% intervals",),
            sentences=tuple(self._sentences()),
            cautions=self.cautions,
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences on games that were played: whether a seed fixes them, and their faults."""
        return tuple(remarks(self.determinism, self.faults, self.fault_count, self.played))

    def _sentences(self) -> Iterator[str]:
        """What kills, what the file lacks, and the `remarks` on games that were played."""
        for each in self.figures:
            yield from sentences_of(each)
        for played in self.by_player:
            if played.unfinished:
                games = f"{played.unfinished:,} games have no row that ends them"
                yield f"{played.name}: {games}: they count as stopped on their deepest floor"
        if self.read.ignored:
            yield f"not numbers, so without means: {', '.join(self.read.ignored)}"
        yield from self.remarks

    def _table_of_shares(self) -> Table:
        """Each person's share of all games; people see the first few."""
        rows, rest = tuple((s.player, s.games, s.share, s.cleared) for s in self.shares), self.shares[SHARES_SHOWN:]
        more = f"and {len(rest):,} more with {percent(sum(each.share for each in rest))} of all games"
        return Table(
            "shares",
            SHARES,
            rows,
            f"shares of {len(rows):,} players",
            (more,) if rest else (),
            unseen=tuple(range(SHARES_SHOWN, len(rows))),
        )

    def _of_a_measurement(self, manifest: Manifest) -> dict[str, Any]:
        """What is known of games that were played, and not of those in a file."""
        return {
            "game": manifest.ruleset,
            "determinism": {bot: plain(each) for bot, each in self.determinism.items()},
            "faults": self.fault_count,
            "first_faults": [plain(fault) for fault in self.faults[:CHECKED]],
        }

    def __str__(self) -> str:
        """How each player fared, floor by floor, with 95% intervals."""
        return str(self.result)

    def html(self) -> str:
        """The report: a page with all charts and figures. Raises `InputError` when that of a folder cannot be read."""
        if self.store is None:
            from steep.lab.reports import games_page

            return games_page(self)
        if self.rulebook is None:
            path = self.store.folder / REPORT
            try:
                return path.read_text(encoding="utf-8")
            except (OSError, ValueError) as error:
                raise InputError(f"{path}: cannot be read: {error}") from None
        if not self.figures:
            raise InputError("no game was played; there is nothing to show")
        return page_of(self.rulebook, self.figures, self.store.manifest, {})

    def _repr_html_(self) -> str:
        return framed(self.html())

    def save(self, path: Path | str, *, replace: bool = False) -> None:
        """Write the rows that were counted to a Parquet file under Steep's names. Raises `InputError`.

        Of a ruleset's games `path` is a folder, which gets what `measure` writes to `out`. It may be new, empty or hold
        some of these games; with `replace` any other measurement in it is removed.
        """
        if self.store is not None:
            self._save_to_folder(self.store, checked_path("folder", path), replace=replace)
            return
        target = checked_path("path", path)
        if target.suffix != ".parquet":
            raise InputError(f"{target}: allowed: a file that ends in .parquet")
        notes = {NOTES: json.dumps(self.notes)}
        assembled = AssembledGames(self.who, BadRows())
        try:
            with written_whole(target) as file:
                writer = None
                for rows in kept_rows(self, assembled):
                    table = table_of(rows).replace_schema_metadata(notes)
                    writer = writer or pq.ParquetWriter(file, table.schema, compression="zstd")
                    writer.write_table(table)
                if writer is not None:
                    writer.close()
        except OSError as error:
            raise InputError(f"{target}: cannot be written: {reason_of(error)}") from None

    def _save_to_folder(self, store: Store, folder: Path, *, replace: bool) -> None:
        if self.rulebook is None:
            raise InputError(f"{folder}: found games that were read from {store.folder}; copy that folder instead")
        saved = Store.begin(folder, store.manifest, replace=replace)
        done = {(task.bot, *each) for task in store.manifest.tasks for each in saved.done(task)}
        for part in store.parts():
            if (part.bot, part.seed, part.games) not in done:
                saved.keep(part)
        self.write_results(saved)

    def write_results(self, store: Store, pages: str | None = None) -> None:
        """Write tables, report and replays of a ruleset's games into the folder of a store, if all were played.

        The report links to games in the `pages` at an address. Raises `InputError` when one cannot be written.
        """
        if self.whole and self.rulebook is not None:
            write_results(store, self.rulebook, self.figures, pages)


TABLES = f"a file that ends in {', '.join(ENDINGS)}"


def is_table(source: object) -> bool:
    """Whether something is the path of a table of games, with or without a version after an @."""
    return isinstance(source, Path | str) and split_version(source)[0].suffix.lower() in ENDINGS


def split_version(source: Path | str) -> tuple[Path, str | None]:
    """A path and the version after its last @; the whole path if there is such a file."""
    whole = Path(source)
    before, at, version = str(source).rpartition("@")
    if not at or not version or whole.exists():
        return whole, None
    return Path(before), version


def read_games(path: Path | str, columns: Mapping[str, str] | None = None, *, version: str | None = None) -> Games:
    """Read the games of a table: JSON Lines, CSV or Parquet, a row for each floor of a game.

    `columns` maps the file's names to those of Steep (`steep.lab.tables_of_games.columns.COLUMNS`) where they differ,
    and its words for ends of games to the words of `end`, as in ``{"depth": "floor", "dead": "died"}``.
    `version` chooses the games of one version. A folder of `steep measure --out` is read, too. It has Steep's names,
    so `columns` doesn't apply to it. Nothing is played, and the ruleset may have changed since. Raises `InputError`.
    """
    place = checked_path("path", path)
    if columns is not None and not isinstance(columns, Mapping):
        raise InputError(f'columns: found {brief(columns)}; allowed: a dictionary, as {{"depth": "floor"}}')
    if place.is_dir() and version is None:
        return Games.of_ruleset(finished(place), path=str(path))
    source, names = games_table_at(place, dict(columns or {}))
    games = Games(str(path), lambda: (source, names), version)
    assert games.read  # what cannot be read is told now
    return games


def finished(folder: Path) -> Store:
    """The store of a measurement that has all its games. Raises `InputError`."""
    store = Store.open(folder)
    if any(map(store.missing, store.manifest.tasks)):
        raise InputError(f"{folder}: this measurement is not finished; steep measure --resume goes on")
    return store


def figures_in(store: Store) -> tuple[BotFigures, ...]:
    """The figures of a ruleset's games that were played before. Raises `InputError` when they cannot be read."""
    manifest = store.manifest
    counted = [MeasuredGames(task, len(manifest.killers) - OTHERS) for task in manifest.tasks]
    for each in counted:
        for part in store.parts(each.task):
            each.add(batch_of(part))
    return tuple(measured_figures(each, manifest) for each in counted if each.counts.games)


def stands_for_games(source: Path | str) -> bool:
    """Whether a path is that of a table, as `FILE` or `FILE@VERSION`, or of a folder of `steep measure --out`.

    The name of a bundled ruleset always means that ruleset, even beside a folder of the same name.
    """
    return is_table(source) or (Path(source).is_dir() and str(source) not in ruleset_names())


def games_at(source: object) -> Games | None:
    """Games, or those of a path that stands for some; None for anything else. Raises `InputError`."""
    if isinstance(source, Games):
        return source
    if not isinstance(source, Path | str) or not stands_for_games(source):
        return None
    path, version = split_version(source)
    return read_games(path, version=version)


def games_table_at(place: Path, columns: Mapping[str, str]) -> tuple[OpenTable, ColumnNames]:
    """A table, and where its columns are."""
    if place.is_dir():  # what Steep wrote has Steep's names
        place, columns = place / FLOORS_OF_A_MEASUREMENT, {}
    source = open_table(place)
    return source, mapping_of(source.names, columns, str(place))


def nothing_read(place: str, bad: BadRows, version: str | None) -> str:
    """The message for a file without a row that can be used."""
    if bad.count:
        return "\n".join([f"{place}: found no row that can be used", *bad.lines()])
    return f"{place}: found no rows" + ("" if version is None else f' of version "{printable(version)}"')


def kept_rows(games: Games, assembled: AssembledGames) -> Iterator[Rows]:
    """The rows of a table that were counted, from its file."""
    for rows in RowReader(games.read.source, games.read.names).rows():
        yield assembled.add(only_version(rows, games.version))
