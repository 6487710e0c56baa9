"""Reports code between a table of weights and the kinds that appear, if it differs from the tutorials.

In the tutorials, a table is looked up for the floor that is played, its weights are used unchanged, a room is filled
once, and nothing else is placed. Whatever a project does differently is reported with its code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.evaluate_expressions import name_at_end
from steep.importing.python.expression_values import Call, number_of, words_in
from steep.importing.python.project_contents import Contents, Method
from steep.importing.python.reachability import mentions
from steep.importing.tutorials.find_monsters_items_and_hero import Entities
from steep.importing.tutorials.known_shapes.blows_and_gear import ROLLS
from steep.importing.tutorials.known_shapes.levels_and_stairs import FLOORS, deeper
from steep.importing.tutorials.known_shapes.placed_counts import FLOOR_WORDS, adds_nothing, is_floor
from steep.importing.tutorials.tables.find_count_and_weight_tables import Table

MAX_DEPTH = 3
"""Functions through which a table is followed."""

FITS = frozenset(
    ("failed", "intersect", "intersects", "overlap", "overlaps", "valid", "collision", "success", "fits", "ok")
)
"""Words of conditions that ask whether a room has space."""


def report_odd_draws(contents: Contents, tables: Sequence[Table], report: ImportReport) -> None:
    """Report tables looked up for another floor, changed weights, and rooms that are filled in another way."""
    names = {table.name.rpartition(".")[2] for table in tables}
    functions = [*contents.methods, *contents.free]
    placing = {table.inside.rpartition(".")[2] for table in tables} - {""}
    seen: set[int] = set()
    for function in functions:
        for call in calls_in(function):
            given = [*call.args, *(word.value for word in call.keywords)]
            of_table = any(name_at_end(each) in names for each in given)
            if of_table:
                placing.add(function.node.name)
                for called in called_by(call, contents):
                    report_changed_weights(called, contents, report, seen)
            if of_table or any(map(is_rows, given)):
                for odd in odd_floors(call, function, contents):
                    what = f"a table is looked up for {ast.unparse(odd)[:80]}; in Steep it is looked up for the floor"
                    report.assume("weights", what, Location(function.location.file, odd.lineno))
    for function in functions:
        for name in sorted(placing):
            report_calls_of(name, function, report)


def calls_in(function: Method) -> Iterator[ast.Call]:
    """The calls in a function."""
    return (part for part in ast.walk(function.node) if isinstance(part, ast.Call))


def called_by(call: ast.Call, contents: Contents) -> list[Method]:
    """The functions of the project that a call may mean."""
    return [each for each in (*contents.methods, *contents.free) if each.node.name == name_at_end(call.func)]


def is_rows(node: ast.expr) -> bool:
    """Whether an expression is a literal table."""
    return (
        isinstance(node, ast.List)
        and bool(node.elts)
        and all(isinstance(row, ast.List | ast.Tuple) and len(row.elts) > 1 for row in node.elts)
    )


def odd_floors(call: ast.Call, function: Method, contents: Contents) -> Iterator[ast.expr]:
    """The arguments of a call that stand for a floor but are not the floor that is played."""
    parameters = [[each.arg for each in called.node.args.args] for called in called_by(call, contents)]
    for names in parameters[:1] or [[]]:
        names = names[names[:1] == ["self"] :]
        given = [(names[at] if at < len(names) else "", value) for at, value in enumerate(call.args)]
        for name, value in (*given, *((word.arg or "", word.value) for word in call.keywords)):
            of_floor = FLOOR_WORDS & {*words_in(name or name_at_end(value))} and not isinstance(value, ast.List)
            if of_floor and not is_floor(value, function, contents):
                yield value


def report_changed_weights(function: Method, contents: Contents, report: ImportReport, seen: set[int]) -> None:
    """Report what a function does to the weights of a table that it is given, other than to sum them and draw."""
    if id(function.node) in seen or len(seen) > MAX_DEPTH * 4:
        return
    seen.add(id(function.node))
    odd = next(filter(changes_weights, ast.walk(function.node)), None)
    if odd is not None:
        what = f"{ast.unparse(odd)[:80]} changes the odds of a table; in Steep its weights are used unchanged"
        report.assume("weights", what, Location(function.location.file, getattr(odd, "lineno", function.node.lineno)))
    for call in calls_in(function):
        for called in called_by(call, contents):
            if called.location.file == function.location.file or any(map(is_rolled, ast.walk(called.node))):
                report_changed_weights(called, contents, report, seen)


def is_rolled(node: ast.AST) -> bool:
    """Whether a piece of code draws a random number."""
    return isinstance(node, ast.Call) and name_at_end(node.func) in (*ROLLS, "choice", "choices", "random")


def changes_weights(node: ast.AST) -> bool:
    """Whether a piece of code computes with weights or a floor in another way than the tutorials' draws do."""
    if isinstance(node, ast.AugAssign):
        plain = isinstance(node.value, ast.Name | ast.Attribute | ast.Subscript) or getattr(node.value, "value", 0) == 1
        floor = bool(FLOOR_WORDS & {*words_in(name_at_end(node.target))})
        return floor or not plain or not isinstance(node.op, ast.Add | ast.Sub)
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        if isinstance(node.op, ast.Mult):
            return not any(isinstance(side, ast.Call) and name_at_end(side.func) == "random" for side in sides)
        names = [side for side in sides if not isinstance(side, ast.Constant)]
        floor = any(FLOOR_WORDS & {*words_in(name_at_end(side))} for side in names)
        constant = any(isinstance(side, ast.Constant) and side.value != 1 for side in sides)
        return (floor or constant or not isinstance(node.op, ast.Add | ast.Sub)) and not adds_nothing(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
        name, given = name_at_end(node.func), {word.arg for word in node.keywords}
        if name in ROLLS and len(node.args) == 2 and ast.unparse(node.args[0]) == "0":
            # A roll that includes 0 favours the first kind.
            return "sum" in ast.unparse(node.args[1])
        if name == "choices":
            return "cum_weights" in given or ("weights" not in given and len(node.args) < 2)
        return name in ("choice", "sample") and len(node.args) == 1 and "p" not in given
    return False


def report_calls_of(name: str, function: Method, report: ImportReport) -> None:
    """Report a condition on calling a function that fills a room, and calls that are not once for each room."""
    found = [*paths_to(name, function.node.body, ())]
    plain = [call for call, tests in found if not tests]
    for call, tests in found:
        test = next((each for each in tests if not asks_for_space(each)), None)
        if test is not None:
            what = f"whether {name} is called depends on {ast.unparse(test)[:80]}; in Steep every room is filled"
            report.assume("counts", what, Location(function.location.file, call.lineno))
    loops = [part for part in ast.walk(function.node) if isinstance(part, ast.For | ast.While | ast.comprehension)]
    looped = {id(part) for loop in loops for part in ast.walk(loop) if isinstance(part, ast.Call)}
    if plain and "room" not in words_in(ast.unparse(plain[0])) and not any(id(call) in looped for call, _ in found):
        what = f"{name} is called once in {function.node.name}, not for each room; in Steep each room gets that many"
        report.assume("counts", what, Location(function.location.file, plain[0].lineno))
    if len(plain) > 1:
        what = f"{name} is called {len(plain)} times in {function.node.name}; in Steep a room is filled once"
        report.assume("counts", what, Location(function.location.file, plain[1].lineno))


def asks_for_space(test: ast.expr) -> bool:
    """Whether a condition asks if a room fits, or if nothing else is at a place."""
    names = mentions(test)
    return bool(FITS & {word for name in names for word in words_in(name)}) or {"any", "x", "y"} <= names


def paths_to(
    name: str, body: Sequence[ast.stmt], tests: tuple[ast.expr, ...]
) -> Iterator[tuple[ast.Call, tuple[ast.expr, ...]]]:
    """The calls of a function among statements, each with the conditions around it."""
    for node in body:
        if isinstance(node, ast.If):
            yield from paths_to(name, node.body, (*tests, node.test))
            yield from paths_to(name, node.orelse, (*tests, node.test))
            continue
        blocks = [getattr(node, block) for block in ("body", "orelse", "finalbody") if getattr(node, block, None)]
        for block in blocks:
            yield from paths_to(name, block, tests)
        if not blocks:
            calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
            yield from ((call, tests) for call in calls if name_at_end(call.func) == name)


def report_first_floor(contents: Contents, reached: AbstractSet[str], report: ImportReport) -> None:
    """Report a first floor other than 1, where tables by floor begin. `reached` are functions that a start calls."""
    starts = {
        int(number): bound.location
        for bound in contents.bindings
        if bound.name in FLOORS and (number := number_of(bound.value)) is not None
    }
    raised = any(name in reached for name in (method.node.name for method in deeper(contents)))
    first = [(number + raised, place) for number, place in starts.items()]
    if len(first) == 1 and first[0][0] != 1:
        what = f"the first floor is {first[0][0]} in the game's tables; in Steep it is 1"
        report.assume("weights", what, first[0][1])


WINS = frozenset(("victorious", "victory", "win", "won"))
"""Words in the code of a victory."""

OVERLAPS = frozenset(("intersect", "intersects", "overlap", "overlaps"))
"""Words in the code that asks whether a room has space on the map."""


def report_victory(contents: Contents, report: ImportReport) -> None:
    """Report a game that is won on a floor."""
    for function in (*contents.methods, *contents.free):
        for part in ast.walk(function.node):
            if isinstance(part, ast.If) and isinstance(part.test, ast.Compare):
                compared = {name_at_end(side).lower() for side in (part.test.left, *part.test.comparators)}
                branches = part.body + [node for node in part.orelse if not isinstance(node, ast.If)]
                if compared.intersection(FLOORS) and any(WINS & words_of_code(node) for node in branches):
                    what = (
                        f"{function} wins the game by {ast.unparse(part.test)[:60]}; in Steep [run] says where it ends"
                    )
                    report.assume("counts", what, Location(function.location.file, part.lineno))


def report_retried_rooms(contents: Contents, report: ImportReport) -> None:
    """Report rooms that are tried until they fit: in a loop up to a number of rooms, or in one for each room."""
    for function in (*contents.methods, *contents.free):
        loops = [part for part in ast.walk(function.node) if isinstance(part, ast.For | ast.While)]
        for outer in filter(is_of_rooms, loops):
            repeats = [
                part
                for part in ast.walk(outer)
                if (isinstance(part, ast.While) or (isinstance(part, ast.For) and is_range(part)))
                and (part is outer if isinstance(outer, ast.While) else not is_of_rooms(part))
                and OVERLAPS & words_of_code(part)
            ]
            for loop in repeats[:1]:
                head = ast.unparse(loop).partition("\n")[0].rstrip(":")[:60]
                what = f"{function} tries rooms until they fit: {head}; in Steep one that doesn't fit is left out"
                report.assume("counts", what, Location(function.location.file, loop.lineno))


def is_of_rooms(loop: ast.AST) -> bool:
    """Whether a loop is over rooms: its head says so."""
    head = [getattr(loop, part) for part in ("target", "iter", "test") if hasattr(loop, part)]
    return "room" in {word.rstrip("s") for part in head for name in mentions(part) for word in words_in(name)}


def is_range(loop: ast.For) -> bool:
    """Whether a loop counts."""
    return isinstance(loop.iter, ast.Call) and name_at_end(loop.iter.func) == "range"


def words_of_code(node: ast.AST) -> set[str]:
    """The words of the names and texts in a piece of code."""
    texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return {word for text in mentions(node) | texts for word in words_in(text)}


def report_party(contents: Contents, entities: Entities, report: ImportReport) -> None:
    """Report a hero that is made in a loop, so that several play together."""
    for function in (*contents.methods, *contents.free):
        for loop in (part for part in ast.walk(function.node) if isinstance(part, ast.For)):
            for hero in entities.heroes:
                file, line = hero.location
                if file == function.location.file and loop.lineno <= line <= (loop.end_lineno or 0):
                    what = f"heroes are made in a loop over {ast.unparse(loop.iter)[:60]}; in Steep there is one"
                    report.assume("stats", what, hero.location)


def report_placed_alone(contents: Contents, entities: Entities, drawn: bool, report: ImportReport) -> None:
    """Report the kinds that code places directly although tables draw what appears."""
    rolled = [link.calls for chain in contents.dice_chains for link in chain.links]
    for at, made in enumerate(contents.calls if drawn else ()):
        given = made.named.get("self") if made.key == "spawn" else None
        entity = (
            next((each for each in entities.all if each.source is given), None) if isinstance(given, Call) else None
        )
        if entity is not None and entity not in entities.heroes and not any(first <= at < end for first, end in rolled):
            what = f"{entity.name} is placed directly by the code; in Steep it appears only by its weight"
            report.assume("tables", what, made.location)
