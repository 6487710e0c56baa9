"""The columns of a table of games, and how a file's own columns are mapped to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from steep.content.ruleset_errors import listed
from steep.core.input_errors import InputError, brief, nearest, printable, shortened

COLUMNS = {
    "game": "which game the row is of: a number or a text, for each player its own",
    "seed": "the game's seed; it stands for `game` where there is none",
    "floor": "a whole number from 1 on",
    "end": "left, died, won or stopped",
    "turns": "spent on the floor",
    "killer": "what killed the hero",
    "player": "the person who played",
    "bot": "the bot that played",
    "version": "of the game",
    "replay": "the path or the address of the game's replay",
    "error": "what went wrong, where the game was ended by a fault",
}
"""Names and meanings."""

NEEDED = ("floor", "end")

ENDS = ("left", "died", "won", "stopped")
"""How a visit to a floor ended: after `left` the game goes on."""

MAX_AMOUNT = 1e15
"""The largest number that is taken, above or below 0: whole numbers are exact up to there, and so are means."""


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """Where the columns of a file are found."""

    theirs: dict[str, str]
    """The file's own names, by the names of COLUMNS."""
    further: tuple[str, ...]
    """Its other columns: they have means by floor where they are numbers."""
    ends: dict[str, str]
    """Names of ENDS, by the file's own words for them, in small letters."""

    @property
    def people(self) -> bool:
        """Whether the players are people."""
        return "player" in self.theirs

    @property
    def who(self) -> str | None:
        """The file's column of players."""
        return self.theirs.get("player", self.theirs.get("bot"))


def mapping_of(found: Sequence[str], wanted: Mapping[str, str], path: str) -> ColumnNames:
    """Where the columns of a file are, whose names are `found`; `wanted` is by their names. Raises `InputError`.

    Where `wanted` gives one of ENDS, it is by a word of the file's column `end`. The file may
    lack a wanted column if it has the one of Steep's name: so one `wanted` serves files of both kinds.
    """
    theirs = {name: name for name in COLUMNS if name in found}
    ends = {name: name for name in ENDS} | {word.lower(): ours for word, ours in wanted.items() if ours in ENDS}
    wanted = {name: ours for name, ours in wanted.items() if ours not in ENDS and (name in found or ours not in found)}
    for name, ours in wanted.items():
        if name not in found:
            raise InputError(
                f"columns: found {brief(name)}{nearest(name, found)}, which {path} lacks; it has: {listed_short(found)}"
            )
        if ours not in COLUMNS:
            allowed = [*COLUMNS, *ENDS]
            raise InputError(f"columns: found {brief(ours)}{nearest(ours, allowed)}; allowed: {', '.join(allowed)}")
        if list(wanted.values()).count(ours) > 1:
            raise InputError(f"columns: found {ours} twice; allowed: each of Steep's columns once")
        theirs[ours] = name
    for name in wanted:
        # A column that is mapped no longer counts under its own name.
        if theirs.get(name) == name and wanted[name] != name:
            del theirs[name]
    used = {*theirs.values()}
    missing = [name for name in NEEDED if name not in theirs]
    if not {"game", "seed"} & theirs.keys():
        missing.append("game or seed")
    if missing:
        raise InputError(
            f"{path}: found no column {', '.join(missing)}; it has: {listed_short(found)}; name those that mean the"
            f" same: --columns THEIRS={missing[0].partition(' ')[0]}"
        )
    if {"player", "bot"} <= theirs.keys():
        raise InputError(f"{path}: found both a column player and a column bot; allowed: one of the two")
    return ColumnNames(theirs, tuple(name for name in found if name not in used), ends)


def listed_short(names: Sequence[str]) -> str:
    """The first names of columns, which may be of any length."""
    return listed([printable(shortened(name)) for name in names])


# Rows that cannot be used: how many for each reason, and the first of them with what was found.

LISTED = 20
"""Rows that are listed one by one."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that was left out."""

    number: int
    """Its number in the file, counted from 1."""
    reason: str
    found: str


@dataclass(slots=True)
class BadRows:
    """Rows that were left out. A row counts once, for the first reason that it gives."""

    listed: list[BadRow] = field(default_factory=list)
    """The first of them."""
    by_reason: Counter[str] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        """How many rows were left out."""
        return self.by_reason.total()

    def add(self, reason: str, numbers: Sequence[int], found: Sequence[str]) -> None:
        """Count rows that cannot be used for the same reason; `found` is of the first LISTED of them."""
        if numbers:
            self.by_reason[reason] += len(numbers)
            self.listed += [BadRow(number, reason, each) for number, each in zip(numbers, found, strict=False)]
            self.listed.sort(key=lambda row: row.number)
            del self.listed[LISTED:]

    def lines(self) -> Iterator[str]:
        """All of it as text: the reasons with their numbers, then the first rows."""
        for reason, count in self.by_reason.most_common():
            yield f"{count:,} {'row' if count == 1 else 'rows'}: {reason}"
        for row in self.listed:
            yield f"  row {row.number}: {row.reason}: found {row.found}"
        if self.count > len(self.listed):
            yield f"  and {self.count - len(self.listed):,} more"
