"""Finds the tables of weights and of numbers in a room among a project's literals."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePosixPath

from steep.importing.literals.kinds import STATS, Made, find_kind, key_of
from steep.importing.literals.nests import CALL, CODE, GROUP, NAME, STRING, Term
from steep.importing.literals.records import Found, Project
from steep.importing.literals.shapes import (
    FAMILY,
    Reading,
    Row,
    fields,
    first,
    floor_in,
    floor_number,
    plain,
    rows_in,
    steps_in,
)
from steep.importing.output.import_report import ODDS, ImportReport, Location
from steep.importing.python.expression_values import words_in
from steep.importing.tutorials.tables.find_count_and_weight_tables import (
    CHANCE_WORDS,
    COUNT_WORDS,
    FAMILIES,
    FAMILY_WORDS,
    LEAST_WORDS,
)

NO_KINDS = frozenset((*(name for names in STATS.values() for name in names), "x", "y", "width", "height"))
"""Keys that never name a kind."""
ABOUT_COUNTS = frozenset(
    ("of", "in", "a", "each", "room", "floor", "level", "dungeon", "depth", "map", "value", "table")
)
"""Words that may also occur in the name of a number of monsters or items in a room."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of weights, or numbers of a family in a room."""

    found: Found
    rows: Sequence[Row]

    @property
    def location(self) -> Location:
        """Its line."""
        return self.found.source.location(self.found.term)

    @property
    def by_floor(self) -> bool:
        """Whether any row has a floor."""
        return any(row.floor is not None for row in self.rows)


ALL_COLUMNS = "kind=NAME,floor=NAME,weight=NAME"


@dataclass(slots=True)
class TableFinder:
    """Finds the tables of a project."""

    project: Project
    reading: Reading
    report: ImportReport
    made: Sequence[Made]
    """Its monsters, items and heroes."""
    assumed: list[str]
    """Collects what no file says, and what is used instead."""

    def weights(self) -> dict[str, list[Row]]:
        """The rows of the tables of weights by family."""
        tables: dict[str, list[tuple[tuple[bool, bool, bool, int], Table]]] = {family: [] for family in FAMILIES}
        taken: list[Found] = []
        unread: list[Found] = []
        untold: list[Found] = []
        found = [each for each in self.project.found if each.keyed and each.term.items]
        found.sort(key=lambda each: (each.source.file, each.term.start, -each.term.end))
        for each, unnamed in [*((each, False) for each in found), *((each, True) for each in self.outermost())]:
            if any(is_within(each, other) for other in taken):
                continue
            words = [{word.rstrip("s") for word in words_in(part)} for part in (each.name, *reversed(each.path[:-1]))]
            chance = bool(words[0] & CHANCE_WORDS) or self.has_columns(each.term)
            family = next((name for part in words for name in FAMILIES if part & FAMILY_WORDS[name]), "")
            if floor_in(each.name) is not None and any(is_within(each, other) for other in unread):
                continue  # one floor of a table that is not known as a whole
            told = chance or family or each.source.ending in (".csv", ".tsv", ".tab", ".txt")
            if bool(taken) if unnamed else not told:
                untold.append(each)
                continue
            rows = self.rows_of(each)
            if unnamed and not self.are_weights(rows, chance=chance):
                continue
            if not rows:
                if family and self.looks_like_table(each, words[0]):
                    unread.append(each)
                continue
            if (
                family == "items"
                and not chance
                and not any(row.floor for row in rows)
                and all(row.record for row in rows)
            ):
                what = f"{each.name}: its weights may be what items weigh; if not, say --columns weight=…"
                self.report.add_unread(what, self.project.location(each.term))
                continue
            taken.append(each)
            for kind, term in self.reading.skipped:
                what = f"{kind} in {each.name}: this row has no number as its weight"
                self.report.add_unread(what, self.project.location(term))
            self.reading.skipped.clear()
            table = Table(each, rows)
            for name, own in self.by_family(table, family).items():
                tables[name].append(((chance, bool(family), table.by_floor, len(own)), Table(each, own)))
        for each in unread:
            if not any(is_within(other, each) for other in taken):
                what = f"{each.name} is not recognised as a table of kinds and weights; say which key is which with "
                self.report.add_unread(f"{what}--columns {ALL_COLUMNS}", self.project.location(each.term), ODDS)
        known = {key_of(row.kind) for named in tables.values() for _, table in named for row in table.rows}
        self.name_others(untold, taken, known)
        return {family: self.best(family, tables[family]) for family in FAMILIES}

    def name_others(self, untold: Sequence[Found], taken: Sequence[Found], known: Set[str]) -> None:
        """Report the tables of kinds, `known` or made, whose names don't tell that they are weights."""
        seen = [*taken]
        for each in untold:
            of_stats = any(is_within(made.found, each) or is_within(each, made.found) for made in self.made)
            if of_stats or any(is_within(each, other) for other in seen):
                continue
            before = len(self.reading.assumed)
            rows = self.rows_of(each)
            del self.reading.assumed[before:]
            self.reading.skipped.clear()
            if any(key_of(row.kind) in known or find_kind(row.kind, self.made) for row in rows):
                seen.append(each)
                kinds = ", ".join(dict.fromkeys(row.kind for row in rows))
                what = f"{each.name} ({kinds[:80]}) is not read: a second table of numbers by kind"
                self.report.assume("tables", what, self.project.location(each.term))

    def outermost(self) -> list[Found]:
        """What a file says outside any brackets. A table without a name has that of its file."""
        top = [each for each in self.project.found if each.term.kind == GROUP and len(each.path) == int(each.keyed)]
        return [
            each if each.keyed else replace(each, path=(PurePosixPath(each.source.file).stem,), keyed=True)
            for each in top
        ]

    def are_weights(self, rows: Sequence[Row], *, chance: bool) -> bool:
        """Whether rows under a name that tells nothing are weights: by floor, and of known kinds or a file alone."""
        counts = any(COUNT_WORDS & {*words_in(row.kind)} for row in rows)
        known = len(self.project.sources) == 1 or any(find_kind(row.kind, self.made) for row in rows)
        return not counts and known and (chance or any(row.floor is not None for row in rows))

    def rows_of(self, found: Found) -> list[Row]:
        """The rows of what may be a table, with names replaced by values if that makes it one; none if it isn't one."""
        resolved = self.project.resolved(found.term, found)
        before = len(self.reading.assumed)
        for term in dict.fromkeys((resolved, found.term)):
            rows = [row for row in rows_in(term, self.reading, found.name) or [] if key_of(row.kind)]
            if rows and not any(key_of(row.kind) in NO_KINDS for row in rows):
                return rows
            del self.reading.assumed[before:]
            self.reading.skipped.clear()
        return []

    def has_columns(self, term: Term) -> bool:
        """Whether a table has keys or places that a person named."""
        named = {plain(name) for name in self.reading.columns.values()}
        inner = [item.value for item in term.items if item.value.kind in (GROUP, CALL)]
        keys = {plain(item.key.name) for group in (term, *inner) for item in group.items if item.key is not None}
        return bool(named & keys) or (any(map(str.isdecimal, named)) and not keys)

    def looks_like_table(self, found: Found, words: set[str]) -> bool:
        """Whether something is named like a table of weights, or has rows with the same keys that make nothing."""
        if found.term.kind != GROUP or found.term.text == "(":
            return False
        keys = [{*fields(item.value)} for item in found.term.items if item.key is None and item.value.kind == GROUP]
        rows = len(keys) == len(found.term.items) > 1 and bool(keys[0]) and all(each == keys[0] for each in keys)
        return bool(words & CHANCE_WORDS) or (rows and not any(is_within(made.found, found) for made in self.made))

    def by_family(self, table: Table, family: str) -> dict[str, list[Row]]:
        """The rows of a table by family: by the row itself, by what makes its kind, or by the table's name."""
        rows: dict[str, list[Row]] = {}
        guessed = False
        for row in table.rows:
            told = (
                first(fields(row.record), self.reading.names("family", FAMILY), (STRING, NAME))
                if row.record is not None
                else None
            )
            words = {word.rstrip("s") for word in words_in(told.name)} if told is not None else set()
            own = next((name for name in FAMILIES if words & FAMILY_WORDS[name]), "")
            kind = find_kind(row.kind, self.made)
            if not own and kind is not None and (kind.is_fighter or not family):
                own = "items" if kind.is_item else "monsters"
            own = own or family
            guessed |= not own
            rows.setdefault(own or "monsters", []).append(row)
        if guessed:
            self.assumed.append(f"{table.location}: {table.found.name} is of monsters, as nothing says otherwise")
        return rows

    def best(self, family: str, candidates: list[tuple[tuple[bool, bool, bool, int], Table]]) -> list[Row]:
        """The rows of the largest table by floor, preferably named after the family. The others are named."""
        if not candidates:
            return []
        best = max(candidates, key=lambda pair: pair[0])[1]
        self.report.add_read(f"weights of {family}: {best.found.name}", best.location)
        for _, other in candidates:
            if other is not best and not any(other.found.term is made.found.term for made in self.made):
                what = f"{other.found.name}: not used, as {best.found.name} ({best.location}) was taken"
                self.report.assume("tables", what, other.location)
        # A floor that several rows share is written once; otherwise each kind has floors of its own.
        once = {id(row.floor): floor_number(row.floor) for row in best.rows}
        floors: dict[str, list[int]] = {}
        for row in best.rows if len(once) == len(best.rows) else ():
            floors.setdefault(row.kind, []).append(floor_number(row.floor))
        floors = floors or {"": [*once.values()]}
        falls = any(low > high for own in floors.values() for low, high in pairwise(own))
        if best.by_floor and falls and not any(row.record for row in best.rows):
            self.report.add_finding(f"{best.found.name}: its floors are out of order; Steep sorts them", best.location)
        return [*best.rows]

    def counts(self, family: str) -> Table | None:
        """The largest numbers of a family in a room; None if none are found."""
        tables: list[Table] = []
        for each in self.project.found:
            words = {word.rstrip("s") for word in words_in(each.name)}
            if not (words & FAMILY_WORDS[family] and words & COUNT_WORDS) or words & (CHANCE_WORDS | LEAST_WORDS):
                continue
            steps = steps_in(self.project.resolved(each.term, each), self.reading, each.name)
            if steps and words - COUNT_WORDS - FAMILY_WORDS[family] - ABOUT_COUNTS:
                what = f"{each.name} is not simply the number of {family} in a room"
                self.report.add_unread(what, self.project.location(each.term))
                continue
            if steps and all(step.weight.number >= 0 for step in steps):
                tables.append(Table(each, steps))
            elif steps is None and each.term.kind not in (NAME, CODE, CALL):
                what = f"{each.name} is not a table of numbers by floor"
                self.report.add_unread(what, self.project.location(each.term))
        if not tables:
            return None
        best = max(tables, key=lambda table: (table.by_floor, len(table.rows)))
        self.report.add_read(f"counts of {family}: {best.found.name}", best.location)
        if not best.by_floor and "room" not in words_in(best.found.name):
            self.assumed.append(f"counts: {best.found.name} ({best.location}) is for each room")
        for other in tables:
            if other is not best:
                self.report.add_unread(
                    f"{other.found.name}: not used, as {best.found.name} ({best.location}) was taken", other.location
                )
        return best


def is_within(inner: Found, outer: Found) -> bool:
    """Whether something is inside something else, or the same."""
    return inner.source is outer.source and outer.term.start <= inner.term.start and inner.term.end <= outer.term.end
