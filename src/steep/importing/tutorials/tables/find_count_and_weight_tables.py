"""Finds a project's tables: the numbers of monsters and items by floor, and their weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.expression_values import Dictionary, Value, integer_of, words_in
from steep.importing.python.project_contents import Binding, Contents
from steep.importing.tutorials.tables.read_weights import WeightedKind, WeightReader
from steep.importing.tutorials.tables.rows_to_curves import Lookups, curve_of, is_out_of_order

FAMILIES = ("monsters", "items")

FAMILY_WORDS = {
    "monsters": {"monster", "enemy", "enemie", "mob", "npc", "creature", "foe", "actor", "baddie"},
    "items": {"item", "loot", "treasure", "pickup"},
}
COUNT_WORDS = {"max", "maximum", "most", "count", "number", "num", "amount", "limit", "per", "by"}
LEAST_WORDS = {"min", "minimum", "least"}
CHANCE_WORDS = {"chance", "weight", "weighted", "odd", "probability", "prob", "table", "spawn", "rate", "distribution"}
"""Words in the names of tables, without a plural s."""


@dataclass(slots=True)
class Table:
    """A table of the project: one row for counts, or one row for each kind's weight."""

    name: str
    location: Location
    rows: list[WeightedKind]
    inside: str = ""
    """The function or class around it."""
    drawn: bool = False
    """Whether it is the highest of a random number, and not only a number with such a name."""
    least: int = 0
    """The lowest of that random number."""
    words: int = 0
    """How many words the name of that number has."""

    def beside(self, other: Table | None) -> bool:
        """Whether it is in the same function as another table."""
        return other is not None and bool(self.inside) and self.home == other.home

    @property
    def home(self) -> tuple[str, str]:
        """Its file and function."""
        return self.location.file, self.inside

    @property
    def by_floor(self) -> bool:
        """Whether any value differs between floors."""
        return any(len(set(row.curve)) > 1 for row in self.rows)

    @property
    def size(self) -> int:
        """A measure of how much it contains."""
        return sum(1 + len(set(row.curve)) for row in self.rows)


class TableReader:
    """Finds tables by their names and shapes."""

    def __init__(self, contents: Contents, report: ImportReport) -> None:
        self.contents = contents
        self.report = report
        self.lookups = Lookups(contents)
        self.reader = WeightReader(contents, self.lookups, report)

    def counts(self, family: str, near: Table | None) -> Table | None:
        """The table of the maximum number of monsters or items in a room; None if there is none.

        A table in the same function as `near` is preferred, and what a random number is drawn from to any other.
        """
        candidates = [*self.drawn(family)]
        for bound in self.last_bindings():
            words = {word.rstrip("s") for word in words_in(bound.name)}
            if words & FAMILY_WORDS[family] and words & COUNT_WORDS and not words & (CHANCE_WORDS | LEAST_WORDS):
                curve = curve_of(bound.value, self.lookups)
                if curve is not None and all(value >= 0 for value in curve):
                    self.report_disorder(bound.name, bound.value, bound.location)
                    candidates.append(Table(bound.name, bound.location, [WeightedKind(None, curve)], bound.inside))
                elif curve is None and isinstance(bound.value, list | tuple | Dictionary) and bound.value:
                    self.report.add_unread(f"{bound.name} is not numbers by floor", bound.location)
        return self.best(candidates, f"counts of {family}", near)

    def report_disorder(self, name: str, value: Value, location: Location) -> None:
        """Report a table whose floors are out of order."""
        if is_out_of_order(value, self.lookups):
            self.report.add_finding(f"{name}: its floors are out of order", location)

    def drawn(self, family: str) -> Iterator[Table]:
        """What the numbers of a family are drawn from: `number_of_items = randint(0, max_items)`."""
        for draw in self.contents.draws:
            words = {word.rstrip("s") for word in words_in(draw.name)}
            if not (words & FAMILY_WORDS[family] and words & COUNT_WORDS):
                continue
            self.report_disorder(draw.name, draw.value, draw.location)
            curves = [curve_of(draw.value, self.lookups)]
            if curves == [None] and draw.limit:
                named = [bound.value for bound in self.last_bindings() if bound.name == draw.limit]
                curves = [curve_of(value, self.lookups) for value in named]
            numbers = [number for number in map(integer_of, draw.value.args[-2:-1]) if number is not None]
            for curve in curves:
                if curve is not None and all(value >= 0 for value in curve):
                    least = max(numbers[0], 0) if numbers else 0
                    rows = [WeightedKind(None, curve)]
                    yield Table(draw.limit or draw.name, draw.location, rows, draw.inside, True, least, len(words))

    def weights(self, family: str, near: Table | None) -> Table | None:
        """The table of weights of a family; None if there is none. One in the function of `near` is preferred."""
        candidates = []
        for bound in self.last_bindings():
            words = {word.rstrip("s") for word in words_in(bound.name)}
            if words & FAMILY_WORDS[family] and words & CHANCE_WORDS:
                rows = self.reader.weighed(bound)
                if rows:
                    candidates.append(Table(bound.name, bound.location, rows, bound.inside))
                elif rows is None and not isinstance(bound.value, int | float | str | None):
                    self.report.add_unread(f"{bound.name} is not a table of kinds and weights", bound.location)
        return self.best(candidates, f"weights of {family}", near)

    def last_bindings(self) -> Iterator[Binding]:
        """The last binding of each name in each scope."""
        last: dict[tuple[str, str, str], Binding] = {}
        for bound in self.contents.bindings:
            key = (bound.location.file, bound.inside, bound.name)
            empty = isinstance(bound.value, list) and not bound.value
            if not (empty and key in last):
                last[key] = bound
        yield from last.values()
        yield from tables_in_dictionaries(self.contents)

    def best(self, candidates: list[Table], what: str, near: Table | None) -> Table | None:
        """The largest table, preferring the function of another one, what is drawn, and what depends on the floor."""
        best = max(
            candidates,
            key=lambda table: (table.beside(near), table.drawn, -table.words, table.by_floor, table.size),
            default=None,
        )
        if best is None:
            return None
        self.report.add_read(f"{what}: {best.name}", best.location)
        for other in candidates:
            if other is not best and [row.curve for row in other.rows] != [row.curve for row in best.rows]:
                self.report.add_unread(
                    f"{other.name}: not used, as {best.name} ({best.location}) was taken", other.location
                )
        return best


def tables_in_dictionaries(contents: Contents) -> Iterator[Binding]:
    """The tables in a dictionary of tables, under their names."""
    for record in contents.dictionaries:
        for name, value in record.entries.items():
            if isinstance(name, str) and isinstance(value, Dictionary | list | tuple):
                yield Binding(name, value, record.location, record.inside)
                if is_named_by_both(record.label, name):
                    yield Binding(f"{record.label}.{name}", value, record.location, record.inside)


def is_named_by_both(label: str, name: str) -> bool:
    """Whether a table has its family in one of two names, its own and that around it, and what it says in the other.

    As in `TABLES["monsters"]` and `MONSTERS["weights"]`.
    """
    outer, inner = ({word.rstrip("s") for word in words_in(each)} for each in (label, name))
    families, says = set().union(*FAMILY_WORDS.values()), CHANCE_WORDS | COUNT_WORDS
    return bool(
        (outer & says and inner & families and not inner & says)
        or (outer & families and inner & says and not inner & families)
    )
