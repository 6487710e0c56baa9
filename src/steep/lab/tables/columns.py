"""The columns of a table of games, and how a file's own columns are mapped to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
"""The largest number that is taken, and the smallest below 0: whole numbers are exact up to there, and so are means."""


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """Where the columns of a file are found."""

    theirs: dict[str, str]
    """By the names of COLUMNS that the file has, its own names."""
    further: tuple[str, ...]
    """Its other columns: they have means by floor where they are numbers."""
    ends: dict[str, str]
    """Of ENDS, by the file's own words for them, in small letters."""

    @property
    def people(self) -> bool:
        """Whether those who play are people."""
        return "player" in self.theirs

    @property
    def who(self) -> str | None:
        """The file's column of who plays."""
        return self.theirs.get("player", self.theirs.get("bot"))


def mapping_of(found: Sequence[str], wanted: Mapping[str, str], path: str) -> ColumnNames:
    """Where the columns of a file are, whose names are `found`; `wanted` is by their names. Raises `InputError`.

    Where `wanted` gives one of ENDS, it is by a word of the file's column `end`. A column that the file lacks does no
    harm where it has the one of Steep's name: so one `wanted` serves files of both kinds.
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
