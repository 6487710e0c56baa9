"""`steep.lab.read_games`: games from a table that others wrote, with the same figures as those that Steep plays."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self, get_args

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from steep.content import ruleset_names
from steep.core.checked_arguments import checked_path
from steep.core.input_errors import InputError, brief, nearest, printable
from steep.lab.figures.figures_as_result import sentences_of, tables_of
from steep.lab.figures.figures_with_intervals import BotFigures, figures_of
from steep.lab.figures.game_figures import cleared
from steep.lab.measurement import Measurement
from steep.lab.own_games.chance_and_faults import CHECKED, Determinism, Fault, remarks
from steep.lab.results.data_frames import ArrowTable, as_arrow, as_pandas, as_polars
from steep.lab.results.in_notebook import framed
from steep.lab.results.plain_data import plain
from steep.lab.results.result import Column, Result, Table
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.manifest import Manifest
from steep.lab.tables.assemble_games import AssembledGames
from steep.lab.tables.bad_rows import BadRows
from steep.lab.tables.check_rows import LEFT, RowReader, Rows
from steep.lab.tables.columns import ENDS, ColumnNames, mapping_of
from steep.lab.tables.players import PlayerGames, Share, caution_of_people
from steep.lab.tables.read_batches import ENDINGS, NOTES, OpenTable, open_arrow, open_table
from steep.play.files.atomic_writes import reason_of, written_whole

PEOPLE = "players"
"""What people are called together."""

UNNAMED = "games"
"""What games are called of which a file does not say who played them."""

FLOORS_OF_A_MEASUREMENT = "floors.parquet"
"""The table in a folder of `steep measure --out`."""

TableName = Literal["by_floor", "floors", "games", "shares"]

SHARES_SHOWN = 10

REASONS_TOLD = 3
"""Why rows were left out: the reasons of most."""

SHARES = (
    Column("player", title="player"),
    Column("games", "count", "games"),
    Column("share", "share", "share"),
    Column("cleared", "number", "floors cleared", ends=("cleared_low", "cleared_high"), digits=2),
)


@dataclass(frozen=True)
class Games:
    """The games of a table or of a maker's own game, and their figures with 95% intervals."""

    path: str
    columns: dict[str, str]
    """What was said of the file's columns: its names, and those of `steep.lab.tables.columns.COLUMNS`."""
    version: str | None
    """The version whose games these are; None for all."""
    people: bool
    """Whether people played: then their games are in clusters, and all of them together are `players`."""
    seeded: bool
    """Whether the file has the seeds of its games."""
    notes: dict[str, Any]
    """What the file says of its games: whether they are `deterministic`, and how they were played."""
    bad: BadRows
    """The rows that were left out."""
    means_of: tuple[str, ...]
    """The columns that have means by floor."""
    ignored: tuple[str, ...]
    """The columns that are no numbers, and none that Steep knows."""
    assembled: AssembledGames = field(repr=False)
    by_player: tuple[PlayerGames, ...] = field(repr=False)
    """For each player, or for all people, the games of each version."""
    manifest: Manifest | None = None
    """What was played by whom, where `measure_game` played; the rest is for these games alone, too."""
    temporary: bool = False
    """Whether the file goes with these games, as none was named."""
    determinism: Mapping[str, Determinism] = field(default_factory=dict)
    """By player: whether a seed fixes its games."""
    faults: tuple[Fault, ...] = ()
    """The first games that did not end by themselves. Their rows have `error`."""
    fault_count: int = 0
    damaged: tuple[str, ...] = ()
    """A sentence for each file of an earlier run that could not be used: its games were played again."""

    def __repr__(self) -> str:
        return f"<Games: {self.played:,} of {self.path}>"

    @property
    def played(self) -> int:
        """Games of all players."""
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
        """Those who have figures: bots, or `players` for people, with their versions where there are several."""
        return tuple(each.name for each in self.by_player)

    def caution_of(self, played: PlayerGames) -> str | None:
        """What is to be said of the intervals of one of `players`; None where nothing is."""
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
        """What is to be said of the figures: that few people played, and that rows were left out."""
        return tuple(dict.fromkeys(filter(None, [*map(self.caution_of, self.by_player), self.left_out])))

    def seeds_of(self, played: PlayerGames) -> dict[str, int] | None:
        """The games of one of `players` by their seeds; None where there are no seeds, or two games of one."""
        if not self.seeded:
            return None
        groups = played.counts.groups
        by_name = {name: index for group in groups for name, index in self.assembled.ids[group].items()}
        if not self.assembled.seeds:
            return by_name if len(groups) == 1 else None
        by_seed = {self.assembled.seeds[index]: index for index in by_name.values() if index in self.assembled.seeds}
        return by_seed if len(by_seed) == len(by_name) else None

    @cached_property
    def figures(self) -> tuple[BotFigures, ...]:
        """One for each of `players`."""
        return tuple(self._figures_of(each) for each in self.by_player)

    def _figures_of(self, played: PlayerGames) -> BotFigures:
        worst, luckiest = self.assembled.notable(played.counts.groups)
        figures = figures_of(played.task, played.counts, tuple(self.assembled.killers))
        return replace(figures, worst=worst, luckiest=luckiest)

    def __getitem__(self, player: str) -> BotFigures:
        """The figures of one of `players`, or of one person. Raises `InputError` if there are none."""
        for each, figures in zip(self.by_player, self.figures, strict=True):
            if each.name == player:
                return figures
        named = [number for (who, _), number in self.assembled.groups.items() if self.people and who == player]
        if not named:
            names = [*self.players, *(who for who, _ in self.assembled.groups if self.people)]
            raise InputError(f'no games of "{player}"{nearest(player, names)}; there are: {", ".join(self.players)}')
        (all_of_them,) = (each for each in self.by_player if named[0] in each.counts.groups)
        return self._figures_of(replace(all_of_them, name=player, counts=all_of_them.counts.only(named[:1])))

    @property
    def shares(self) -> tuple[Share, ...]:
        """What each person has of all games, most first; nothing of bots."""
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
        """The rows that were counted, under Steep's names. The file is read again."""
        assembled = AssembledGames(self.who, BadRows())
        tables = [table_of(rows) for rows in kept_rows(self, assembled)]
        return pa.concat_tables(tables, promote_options="default") if tables else pa.table({})

    @property
    def who(self) -> str | None:
        """The column of who played."""
        return "player" if self.people else "bot"

    @cached_property
    def games(self) -> ArrowTable:
        """A row for each game: who played, its version and name, the deepest floor, how it ended, killer and turns."""
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
        """All figures, to be told in any form; of games that were played also what there is to say of chance."""
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
                "columns_ignored": list(self.ignored),
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
        """What there is to say of chance and of faults in games that were played."""
        return tuple(remarks(self.determinism, self.faults, self.fault_count, self.played))

    def _sentences(self) -> Iterator[str]:
        """What kills, what the file lacks, and of games that were played what `remarks` has."""
        for each in self.figures:
            yield from sentences_of(each)
        for played in self.by_player:
            if played.unfinished:
                games = f"{played.unfinished:,} games have no row that ends them"
                yield f"{played.name}: {games}: they count as stopped on their deepest floor"
        if self.ignored:
            yield f"not numbers, and so without means: {', '.join(self.ignored)}"
        yield from self.remarks

    def _table_of_shares(self) -> Table:
        """What each person has of all games; people see the first few."""
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

    def html(self) -> str:
        """The report: a page with all charts and figures."""
        from steep.lab.report_page.games_report import games_page

        return games_page(self)

    def _repr_html_(self) -> str:
        return framed(self.html())

    def save(self, path: Path | str) -> None:
        """Write the rows that were counted to a Parquet file under Steep's names. Raises `InputError`."""
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

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read what `save` wrote. Raises `InputError`."""
        found: Self = read_games(path)  # type: ignore[assignment]
        return found


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

    `columns` names the columns of Steep (`steep.lab.tables.columns.COLUMNS`) by those of the file, where they differ,
    and the words of `end` by its words for them, as in ``{"depth": "floor", "dead": "died"}``.
    `version` chooses the games of one version. A folder of `steep measure --out` is read, too: it has Steep's names,
    so `columns` say nothing of it. Raises `InputError`.
    """
    place = checked_path("path", path)
    if columns is not None and not isinstance(columns, Mapping):
        raise InputError(f'columns: found {brief(columns)}; allowed: a dictionary, as {{"depth": "floor"}}')
    given = dict(columns or {})
    source, names = opened(place, given)
    return games_from(source, names, str(path), given, version)


def stands_for_games(source: Path | str) -> bool:
    """Whether a path is that of a table, as `FILE` or `FILE@VERSION`, or of a folder of `steep measure --out`.

    What has the name of a bundled ruleset is that, also beside a folder of the same name.
    """
    return is_table(source) or (Path(source).is_dir() and str(source) not in ruleset_names())


def games_at(source: object) -> Games | None:
    """The games of a measurement, or of a path that stands for games; None for anything else. Raises `InputError`."""
    if isinstance(source, Measurement):
        return games_of_measurement(source)
    if not isinstance(source, Path | str) or not stands_for_games(source):
        return None
    path, version = split_version(source)
    return read_games(path, version=version)


def games_of_measurement(measured: Measurement) -> Games:
    """The games of a measurement, as from a table. Their `floors` cannot be read again."""
    manifest = measured.manifest
    source = open_arrow(manifest.ruleset, measured.floors, {"deterministic": True, "game": "steep"})
    return games_from(source, mapping_of(source.names, {}, manifest.ruleset), manifest.ruleset, {}, None)


def games_from(source: OpenTable, names: ColumnNames, path: str, given: dict[str, str], version: str | None) -> Games:
    """The games of an open table. Raises `InputError`."""
    reader = RowReader(source, names)
    assembled = AssembledGames("player" if names.people else "bot", reader.bad)
    for rows in reader.rows():
        assembled.add(only_version(rows, version))
    if not len(assembled.games):
        raise InputError(nothing_read(path, reader.bad, version))
    amounts = reader.amounts or ()
    return Games(
        path,
        given,
        version,
        names.people,
        "seed" in names.theirs,
        source.notes,
        reader.bad,
        (*(("turns",) if "turns" in names.theirs else ()), *amounts),
        tuple(name for name in names.further if name not in amounts),
        assembled,
        played_of(assembled, people=names.people),
    )


def opened(place: Path, columns: Mapping[str, str]) -> tuple[OpenTable, ColumnNames]:
    """A table, and where its columns are."""
    if place.is_dir():  # what Steep wrote has Steep's names
        place, columns = place / FLOORS_OF_A_MEASUREMENT, {}
    source = open_table(place)
    return source, mapping_of(source.names, columns, str(place))


def only_version(rows: Rows, version: str | None) -> Rows:
    """The rows of a version."""
    if version is None:
        return rows
    if "version" not in rows.words:
        raise InputError(f'version: found "{printable(version)}", and the file has no column version')
    return rows.only(np.array([each == version for each in rows.words["version"].to_pylist()], bool))


def nothing_read(place: str, bad: BadRows, version: str | None) -> str:
    """The message for a file without a row that can be used."""
    if bad.count:
        return "\n".join([f"{place}: found no row that can be used", *bad.lines()])
    return f"{place}: found no rows" + ("" if version is None else f' of version "{printable(version)}"')


def played_of(assembled: AssembledGames, *, people: bool) -> tuple[PlayerGames, ...]:
    """The games of each player, or of all people, by version."""
    counts = assembled.counts()
    unfinished = Counter(assembled.games["group"][assembled.games["end"] == LEFT].tolist())
    versions = {version for _, version in assembled.groups}
    made: dict[tuple[str, str], list[int]] = {}
    for (who, version), number in assembled.groups.items():
        made.setdefault((PEOPLE if people else who or UNNAMED, version), []).append(number)
    return tuple(
        PlayerGames(
            f"{who} {version}" if len(versions) > 1 else who,
            version,
            counts.only(set(groups)),
            sum(unfinished[group] for group in groups),
        )
        for (who, version), groups in made.items()
    )


def kept_rows(games: Games, assembled: AssembledGames) -> Iterator[Rows]:
    """The rows of a table that were counted, from its file."""
    source, names = opened(Path(games.path), games.columns)
    for rows in RowReader(source, names).rows():
        yield assembled.add(only_version(rows, games.version))


def table_of(rows: Rows) -> ArrowTable:
    """Rows as an Arrow table."""
    ends = pa.DictionaryArray.from_arrays(pa.array(rows.end, pa.int8()), list(ENDS)).cast(pa.string())
    amounts = {name: pa.array(values, from_pandas=True) for name, values in rows.amounts.items()}
    words = {name: column.cast(pa.string()) for name, column in rows.words.items()}
    return pa.table({**words, "floor": rows.floor, "end": ends, **amounts})
