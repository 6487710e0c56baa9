"""Finds a project's tables: the numbers of monsters and items by floor, and their weights."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from steep.importing.output.import_report import ODDS, ImportReport, Location
from steep.importing.python.evaluate_expressions import name_at_end
from steep.importing.python.expression_values import Call, Dictionary, Value, integer_of, words_in
from steep.importing.python.project_contents import Binding, Contents, Draw
from steep.importing.tutorials.tables.read_weights import WeightedKind, WeightReader, identity
from steep.importing.tutorials.tables.rows_to_curves import Lookups, curve_of, is_out_of_order

FAMILIES = ("monsters", "items")

FAMILY_WORDS = {
    "monsters": {"monster", "enemy", "enemie", "mob", "npc", "creature", "foe", "actor", "baddie"},
    "items": {"item", "loot", "treasure", "pickup"},
}
COUNT_WORDS = {"max", "maximum", "most", "count", "number", "num", "amount", "limit", "cap", "per", "by"}
LEAST_WORDS = {"min", "minimum", "least"}
DRAWN_WORDS = {"chance", "weight", "odd", "probability"}
GROUP_WORDS = {"encounter", "horde", "squad"}
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
    """Whether it is the upper limit of a random number, not merely a number with such a name."""
    least: int = 0
    """The lower limit of that random number."""
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
        self.draws = draws_in(contents)
        self.chosen: set[str] = set()
        """The names of the tables that were read."""

    def counts(self, family: str, near: Table | None) -> Table | None:
        """The table of the maximum number of monsters or items in a room; None if there is none.

        A table in the same function as `near` is preferred, then one that limits a random number.
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
                    self.report.add_unread(f"{bound.name} is not a table of numbers by floor", bound.location)
        return self.best(candidates, f"counts of {family}", near)

    def report_disorder(self, name: str, value: Value, location: Location) -> None:
        """Report a table whose floors are out of order."""
        if is_out_of_order(value, self.lookups):
            self.report.add_finding(f"{name}: its floors are out of order", location)

    def drawn(self, family: str) -> Iterator[Table]:
        """The tables that limit a random number of a family: `number_of_items = randint(0, max_items)`."""
        for draw in self.contents.draws:
            words = {word.rstrip("s") for word in words_in(draw.name)}
            if not (words & FAMILY_WORDS[family] and words & COUNT_WORDS):
                continue
            self.report_disorder(draw.name, draw.value, draw.location)
            yield from self.limits(draw, len(words))

    def limits(self, draw: Draw, words: int = 0) -> Iterator[Table]:
        """The tables that may limit a random number, whose name has so many words."""
        curves = [curve_of(draw.value, self.lookups)]
        if curves == [None] and draw.limit:
            bindings = [bound for bound in self.last_bindings() if bound.name == draw.limit]
            near = [
                bound for bound in bindings if (bound.location.file, bound.inside) == (draw.location.file, draw.inside)
            ]
            named = [bound.value for bound in near or bindings]
            curves = [curve_of(value, self.lookups) for value in named]
        numbers = [number for number in map(integer_of, draw.value.args[-2:-1]) if number is not None]
        for curve in curves:
            if curve is not None and all(value >= 0 for value in curve):
                least = max(numbers[0], 0) if numbers else 0
                rows = [WeightedKind(None, curve)]
                yield Table(draw.limit or draw.name, draw.location, rows, draw.inside, True, least, words)

    def weights(self, family: str, near: Table | None) -> Table | None:
        """The table of weights of a family; None if there is none. One in the function of `near` is preferred."""
        candidates = []
        for bound in self.last_bindings():
            words = {word.rstrip("s") for word in words_in(bound.name)}
            if words & FAMILY_WORDS[family] and words & CHANCE_WORDS:
                rows = self.reader.weighed(bound)
                if rows:
                    # A table that is drawn from only once, never in a loop or several at a time, is a separate one.
                    drawn = not all(self.draws.get(bound.name, [False]))
                    candidates.append(Table(bound.name, bound.location, rows, bound.inside, drawn))
                elif (
                    rows is None and not isinstance(bound.value, int | float | str | None) and not is_roll(bound.value)
                ):
                    self.report.add_unread(f"{bound.name} is not a table of kinds and weights", bound.location, ODDS)
        best = self.best(candidates, f"weights of {family}", near)
        self.chosen |= {table.name for table in candidates if same_rows(table, best)}
        return best

    def report_guesses(self) -> None:
        """Report functions that look a table up in a way that is not recognised."""
        for name, place in self.lookups.guessed.items():
            what = f"{name} looks a table up in a way that is not recognised; in Steep a value holds from its floor on"
            self.report.assume("weights", what, place)

    def weighed_quietly(self, bound: Binding) -> list[WeightedKind]:
        """The rows of a table of weights, without a report; none if it is no such table."""
        return WeightReader(self.contents, self.lookups, ImportReport()).weighed(bound) or []

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

    def by_room(self, table: Table) -> bool:
        """Whether a table stands in a function that fills one room."""
        node = self.contents.functions.get(table.inside.rpartition(".")[2])
        return node is not None and any(each.arg == "room" for each in node.args.args)

    def best(self, candidates: list[Table], what: str, near: Table | None) -> Table | None:
        """The best table: preferably of one room, in the function of `near`, drawn from, by floor, and large."""
        best = max(
            candidates,
            key=lambda table: (
                self.by_room(table),
                table.beside(near),
                table.drawn,
                -table.words,
                table.by_floor,
                table.size,
            ),
            default=None,
        )
        if best is None:
            return None
        self.report.add_read(f"{what}: {best.name}", best.location)
        for other in candidates:
            if other is not best and not same_rows(other, best):
                text = f"{other.name}: not used, as {best.name} ({best.location}) was taken"
                if not other.drawn and not other.by_floor:
                    continue
                if other.drawn and what.startswith("counts"):
                    self.report.assume("counts", text, other.location)
                else:
                    self.report.add_unread(text, other.location)
        return best


def is_roll(value: Value) -> bool:
    """Whether a value is a random number."""
    return isinstance(value, Call) and "rand" in value.name.lower()


def same_rows(one: Table, other: Table | None) -> bool:
    """Whether two tables have the same kinds with the same values."""
    tables = [[(identity(row.kind), row.curve) for row in each.rows] for each in (one, other) if each is not None]
    return len(tables) == 2 and tables[0] == tables[1]


def draws_in(contents: Contents) -> dict[str, list[bool]]:
    """For each name, whether each call that is given it draws once: not in a loop, and without a number of draws."""
    uses: dict[str, list[bool]] = {}
    for function in (*contents.methods, *contents.free):
        loops = [node for node in ast.walk(function.node) if isinstance(node, ast.For | ast.While)]
        looped = {id(part) for loop in loops for part in ast.walk(loop) if isinstance(part, ast.Call)}
        for call in (node for node in ast.walk(function.node) if isinstance(node, ast.Call)):
            names = [name_at_end(value) for value in (*call.args, *(word.value for word in call.keywords))]
            many = any(COUNT_WORDS & {*words_in(name)} for name in names)
            for name in filter(None, names):
                uses.setdefault(name, []).append(id(call) not in looped and not many)
    return uses


def tables_in_dictionaries(contents: Contents) -> Iterator[Binding]:
    """The tables in a dictionary of tables, each bound to its name."""
    for record in contents.dictionaries:
        for name, value in record.entries.items():
            if isinstance(name, str) and isinstance(value, Dictionary | list | tuple):
                yield Binding(name, value, record.location, record.inside)
                if is_named_by_both(record.label, name):
                    yield Binding(f"{record.label}.{name}", value, record.location, record.inside)


def is_named_by_both(label: str, name: str) -> bool:
    """Whether one of two names, a table's own and the one around it, has its family, and the other what it contains.

    As in `TABLES["monsters"]` and `MONSTERS["weights"]`.
    """
    outer, inner = ({word.rstrip("s") for word in words_in(each)} for each in (label, name))
    families, says = set().union(*FAMILY_WORDS.values()), CHANCE_WORDS | COUNT_WORDS
    return bool(
        (outer & says and inner & families and not inner & says)
        or (outer & families and inner & says and not inner & families)
    )
