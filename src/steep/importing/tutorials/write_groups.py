"""Writes tables that a project draws besides those of monsters and items, such as bosses or treasure, as groups.

How many are drawn is followed from the one place that draws from the table: a fixed number, or a random one up to a
maximum, in each room or once a floor. A table that is drawn in any other way is named, and so is one of anything else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from steep.content import Rulebook
from steep.core.ruleset import MAX_FLOORS, MAX_GROUPS
from steep.core.world import MAX_ITEMS
from steep.importing.output.import_report import ImportReport
from steep.importing.output.ruleset_toml import Draft, TomlValue, steps_of
from steep.importing.python.evaluate_expressions import name_at_end
from steep.importing.python.expression_values import Dictionary, key_of, words_in
from steep.importing.python.project_contents import Binding, Method
from steep.importing.python.reachability import mentions
from steep.importing.python.resolve_imports import name_of
from steep.importing.tutorials.find_kinds import Kind, KindFinder
from steep.importing.tutorials.find_monsters_items_and_hero import Entities
from steep.importing.tutorials.known_shapes.blows_and_gear import ROLLS
from steep.importing.tutorials.known_shapes.placed_counts import EXCLUSIVE, FLOOR_WORDS
from steep.importing.tutorials.known_shapes.what_draws_kinds import (
    FITS,
    called_by,
    calls_in,
    is_of_rooms,
    odd_floors,
    paths_to,
    report_changed_weights,
)
from steep.importing.tutorials.tables.find_count_and_weight_tables import (
    CHANCE_WORDS,
    DRAWN_WORDS,
    FAMILIES,
    GROUP_WORDS,
    Table,
    TableReader,
)
from steep.importing.tutorials.tables.rows_to_curves import curve_of

Counts = Sequence[tuple[int, int]]
"""The lowest and the highest number by floor, from floor 1 on."""

MAX_DEPTH = 4
"""Calls from which a draw is followed up to the loop over rooms."""


@dataclass(slots=True)
class Group:
    """A table that becomes a group."""

    key: str
    table: Table
    family: str
    kinds: list[Kind]
    per: str
    """``per_room`` or ``per_floor``."""
    counts: Counts


@dataclass(slots=True)
class Groups:
    """The groups of a project."""

    tables: TableReader
    entities: Entities
    seed: Rulebook
    report: ImportReport
    groups: list[Group] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    """The kinds in tables that become no group."""

    def read(self) -> None:
        """Find the groups, and report the other tables that are drawn separately, such as traps."""
        for bound in self.tables.last_bindings():
            words = {word.rstrip("s") for word in words_in(bound.name)}
            chosen = bound.name in self.tables.chosen or not isinstance(bound.value, Dictionary | list)
            if chosen or not words & (DRAWN_WORDS | GROUP_WORDS):
                continue
            rows = self.tables.weighed_quietly(bound)
            group = self.group(Table(bound.name, bound.location, rows, bound.inside)) if rows else None
            if group is not None and len(self.groups) < MAX_GROUPS:
                self.groups.append(group)
                for line in [line for line in self.report.unread if f" {bound.name}: not used, as " in line]:
                    del self.report.unread[line]
            else:
                self.name(bound, [row.kind for row in rows], words)

    def name(self, bound: Binding, kinds: Sequence[object], words: set[str]) -> None:
        """Report a table that becomes no group."""
        keys = [key for kind in kinds if (key := self.entities.key_of_kind(kind))]
        self.named.update(keys)
        # Anything else than a monster or an item, such as a group of monsters, has at most a name.
        keys = keys or [name for kind in kinds if (name := getattr(kind, "label", "") or name_of(kind))]
        if not keys:
            return
        beside = [
            other.name
            for other in self.tables.contents.bindings
            if other.inside == bound.inside
            and {"max", "maximum"} & {*words_in(other.name)}
            and {word.rstrip("s") for word in words_in(other.name)} & (words - DRAWN_WORDS - {"floor"})
        ]
        count = f" with {beside[0]}" if beside else ""
        listed = ", ".join(keys[:4]) + (" …" if len(keys) > 4 else "")
        why = "what it has or how many are drawn is not recognised"
        what = f"{bound.name}{count} is a separate table ({listed}); {why}, so it is left out"
        self.report.assume("tables", what, bound.location)

    def group(self, table: Table) -> Group | None:
        """A table as a group; None if its kinds are not all monsters or all items, or its draw is not recognised."""
        for family in FAMILIES:
            finder = KindFinder(self.seed, self.entities, self.tables.lookups, ImportReport())
            kinds = finder.of_table(family, table)
            if len(kinds) != len(table.rows) or any(kind.entity is None or kind.weights is None for kind in kinds):
                continue
            drawn = self.draw(table)
            words = [word for word in words_in(table.name) if word.rstrip("s") not in CHANCE_WORDS]
            key = KindFinder.unused("_".join(words) or "group", [group.key for group in self.groups])
            return Group(key, table, family, kinds, *drawn) if drawn else None
        return None

    def kinds(self, family: str, others: Sequence[Kind]) -> list[Kind]:
        """The kinds that only groups draw. Those in the ordinary table keep the key that they have there."""
        keys = {kind.key: kind for kind in others}
        added = []
        for kind in (kind for group in self.groups if group.family == family for kind in group.kinds):
            same = next((each for each in keys.values() if each.entity is kind.entity), None)
            if same is None:
                key = KindFinder.unused(kind.key, keys)
                same = keys[key] = replace(kind, key=key, weights=[0] * MAX_FLOORS)
                added.append(same)
            kind.key = same.key
        return added

    def write(self, draft: Draft) -> None:
        """Write a section for each group, and one for its weights."""
        for group in self.groups:
            section = draft.section("groups", group.key, remark=f"{group.table.name}, {group.table.location}")
            section.put(group.per, dice_of(group.counts))
            weights = draft.section("groups", group.key, group.family)
            for kind in group.kinds:
                weights.put(kind.key, steps_of(kind.weights or ()))
            self.report.add_read(f"groups.{group.key}", group.table.location)

    # The one place that draws from a table, and how often it is reached.

    def draw(self, table: Table) -> tuple[str, Counts] | None:
        """Whether a table is drawn from by room or by floor, and how often; None if that is not recognised."""
        contents, name = self.tables.contents, table.name.rpartition(".")[2]
        found = [
            (function, call)
            for function in (*contents.methods, *contents.free)
            for call in calls_in(function)
            if any(name_at_end(each) == name for each in given(call))
        ]
        if len(found) != 1:
            return None
        ((function, call),) = found
        around = path_to(call, function.node)
        loops = loops_in(around, call)
        others = [each for each in given(call) if name_at_end(each) != name and not of_floor(each)]
        of_rooms = [loop for loop in loops if is_of_rooms(loop)]
        numbers = [*others, *(times_of(loop) for loop in loops if loop not in of_rooms)]
        odd = isinstance(around[-1], ast.Call | ast.keyword) or any(isinstance(each, CONDITIONS) for each in around)
        odd = odd or not all(map(asks_for_space, tests_before(call, function)))
        number = next(iter(numbers), ast.Constant(1))
        counts = self.counts(number, function) if number is not None and len(numbers) < 2 else None
        if odd or not counts or min(counts)[0] < 0 or max(high for _, high in counts) > MAX_ITEMS:
            return None
        per = "per_room" if of_rooms else self.per(function)
        if not per or any(odd_floors(call, function, contents)):
            return None
        for called in called_by(call, contents):
            report_changed_weights(called, contents, self.report, set())
        return per, counts

    def per(self, function: Method, depth: int = 0) -> str:
        """How often a function is called: ``per_room``, ``per_floor``, or anything else (empty)."""
        own = self.calls_of(function)
        functions = (*self.tables.contents.methods, *self.tables.contents.free)
        if not own and has_room(function) and not any(self.calls_of(each) for each in functions if has_room(each)):
            # Only a part of the project is there.
            if not self.tables.chosen & mentions(function.node):
                what = f"nothing calls {function.node.name}; in Steep each room gets what it places"
                self.report.assume("tables", what, function.location)
            return "per_room"
        if len(own) != 1 or depth == MAX_DEPTH:
            return ""
        ((other, call, tests),) = own
        if not all(map(asks_for_space, (*tests, *tests_before(call, other)))):
            return ""
        loops = loops_in(path_to(call, other.node), call)
        if loops:
            of_room = is_of_rooms(loops[0]) or any(words_in(name_at_end(each))[-1:] == ["room"] for each in given(call))
            return "per_room" if len(loops) == 1 and of_room else ""
        repeated = any(loops_in(path_to(made, maker.node), made) for maker, made, _ in self.calls_of(other))
        return self.per(other, depth + 1) if repeated or has_room(other) else "per_floor"

    def calls_of(self, function: Method) -> list[tuple[Method, ast.Call, tuple[ast.expr, ...]]]:
        """The calls of a function, each with the function that it is in and the conditions around it."""
        return [
            (other, call, tests)
            for other in (*self.tables.contents.methods, *self.tables.contents.free)
            for call, tests in paths_to(function.node.name, other.node.body, ())
        ]

    def counts(self, number: ast.expr, function: Method) -> Counts | None:
        """The numbers of a draw by floor: fixed, or from a lowest to a highest one."""
        draws = [
            draw
            for draw in self.tables.contents.draws
            if draw.name == name_at_end(number) and draw.inside.rpartition(".")[2] == function.node.name
        ]
        limits = [table for draw in draws for table in self.tables.limits(draw)]
        if draws:
            lows = [each for draw in draws for each in draw.value.args[-2:-1] if isinstance(each, int)]
            known = len(draws) == len(limits) == len(lows) == 1 and key_of(draws[0].value.name) not in EXCLUSIVE
            return up_to(lows[0], limits[0].rows[0].curve) if known else None
        if isinstance(number, ast.Call) and name_at_end(number.func) in ROLLS - EXCLUSIVE and len(number.args) > 1:
            lowest, highs = getattr(number.args[-2], "value", None), self.fixed(number.args[-1], function)
            return up_to(lowest, highs) if type(lowest) is int and highs else None
        fixed = self.fixed(number, function)
        return [(int(each), int(each)) for each in fixed] if fixed else None

    def fixed(self, number: ast.expr, function: Method) -> Sequence[int | Fraction] | None:
        """A number by floor: one in the code, or that of a name; None if it is neither."""
        if isinstance(number, ast.Constant):
            return [number.value] * MAX_FLOORS if type(number.value) is int else None
        curves = [
            curve
            for bound in self.tables.last_bindings()
            if bound.name == name_at_end(number) and bound.inside.rpartition(".")[2] in ("", function.node.name)
            if (curve := curve_of(bound.value, self.tables.lookups))
        ]
        return curves[0] if len(curves) == 1 else None


def up_to(low: int, highs: Sequence[int | Fraction]) -> Counts:
    """The numbers from a lowest to a highest one by floor."""
    return [(low, max(low, int(high))) for high in highs]


CONDITIONS = (ast.If, ast.While, ast.IfExp, ast.Try, ast.BoolOp)


def given(call: ast.Call) -> list[ast.expr]:
    """What a call is given."""
    return [*call.args, *(word.value for word in call.keywords)]


def of_floor(node: ast.expr) -> bool:
    """Whether an argument is named after a floor."""
    return bool(FLOOR_WORDS & {*words_in(name_at_end(node))})


def path_to(node: ast.AST, root: ast.AST) -> list[ast.AST]:
    """What is around a piece of code, from `root` on; empty if it isn't in it."""
    for child in ast.iter_child_nodes(root):
        if child is node:
            return [root]
        if inner := path_to(node, child):
            return [root, *inner]
    return []


def asks_for_space(test: ast.expr) -> bool:
    """Whether a condition only asks whether a room has space."""
    return bool(FITS & {word for name in mentions(test) for word in words_in(name)})


def tests_before(call: ast.Call, function: Method) -> Iterator[ast.expr]:
    """The conditions on which a function leaves out a call, by a return or the like before it."""
    tests = [part for part in ast.walk(function.node) if isinstance(part, ast.If) and part.lineno < call.lineno]
    for part in tests:
        if any(isinstance(each, ast.Return | ast.Continue | ast.Break | ast.Raise) for each in ast.walk(part)):
            yield part.test


def loops_in(around: Sequence[ast.AST], node: ast.AST) -> list[ast.AST]:
    """The loops that repeat a piece of code: not those over what it gives."""
    inside = [*around[1:], node]
    loops = (ast.For, ast.While, ast.comprehension, ast.ListComp)
    return [
        each
        for each, next_ in zip(around, inside, strict=True)
        if isinstance(each, loops) and next_ is not getattr(each, "iter", None)
    ]


def has_room(function: Method) -> bool:
    """Whether a function is given a room."""
    return any(words_in(each.arg)[-1:] == ["room"] for each in function.node.args.args)


def times_of(loop: ast.AST) -> ast.expr | None:
    """How often a loop over `range(n)` runs; None for any other loop."""
    made: ast.expr | None = getattr(loop, "iter", None)
    if isinstance(made, ast.Call) and name_at_end(made.func) == "range" and len(made.args) == 1:
        return made.args[0]
    return None


def dice_of(counts: Counts) -> TomlValue:
    """Numbers by floor as a ruleset writes them: one each, or dice."""
    texts = [
        str(low) if low == high else f"1d{high - low + 1}" + (f"{low - 1:+d}" if low != 1 else "")
        for low, high in counts
    ]
    steps = {1: texts[0]} | {floor: text for floor, (before, text) in enumerate(pairwise(texts), 2) if before != text}
    values: dict[int, TomlValue] = {floor: int(text) if text.isdecimal() else text for floor, text in steps.items()}
    return values if len(values) > 1 else values[1]
