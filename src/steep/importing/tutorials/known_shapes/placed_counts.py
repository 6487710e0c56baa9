"""How many monsters and items are placed: follows a maximum to the loops that it limits.

Names are followed through assignments, calls and parameters. Code of an unknown shape is not guessed; it is reported
with its file and line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from steep.importing.output.import_report import Location
from steep.importing.python.evaluate_expressions import name_at_end as key_of
from steep.importing.python.expression_values import number_of, words_in
from steep.importing.python.project_contents import Contents, Method
from steep.importing.python.reachability import mentions
from steep.importing.tutorials.known_shapes.blows_and_gear import ROLLS, is_sum
from steep.importing.tutorials.tables.find_count_and_weight_tables import FAMILY_WORDS

MAX_DEPTH = 6
"""Calls through which a number is followed."""

EXCLUSIVE = frozenset(("randrange", "integers"))
"""Functions that never return the upper limit."""

SAME = frozenset(("int", "round", "abs", "min", "max"))


# How many are placed: `for i in range(n)`, `choices(…, k=n)`, with `n` a maximum or a random number up to it.


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many things are placed for a maximum."""

    location: Location
    low: int | None = None
    """The lowest value of a random number up to the maximum; None if the number is always the maximum."""
    other: str = ""
    """The code that says how many, if it has another shape."""
    listed: bool = field(default=False, compare=False)
    """Whether it is a list of that length, or the value that a table gives."""


@dataclass(slots=True)
class PlacedCounts:
    """Follows a maximum to the loops that it limits."""

    functions: Sequence[Method]
    contents: Contents
    found: dict[HowMany, None] = field(default_factory=dict)
    seen: set[tuple[int, str]] = field(default_factory=set)

    def follow(self, name: str, depth: int = 0) -> None:
        """Follow a name in every function that mentions it."""
        for function in self.functions:
            if any(
                key_of(node) == name for node in ast.walk(function.node) if isinstance(node, ast.Name | ast.Attribute)
            ):
                self.follow_in(function, name, depth)

    def follow_in(self, function: Method, name: str, depth: int) -> None:
        """Follow a name in a function: through assignments to loops and to other functions."""
        if (id(function.node), name) in self.seen or depth > MAX_DEPTH:
            return
        self.seen.add((id(function.node), name))
        place = Location(function.location.file, function.node.lineno)
        known = {name: HowMany(place)}
        nodes = [*ast.walk(function.node)]
        assigned = [node for node in nodes if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)]
        for each in sorted(assigned, key=lambda node: node.lineno):
            made = each.targets[0] if isinstance(each, ast.Assign) else each.target
            target = key_of(made)
            meant = None
            if each.value is not None and not isinstance(each, ast.AugAssign):
                meant = self.meant(each.value, known, function, drawn=target == name)
            changed = isinstance(each, ast.AugAssign) and not isinstance(each.op, ast.Sub)
            if target in known and (changed or (meant is None and target != name)) and isinstance(made, ast.Name):
                meant = HowMany(Location(place.file, each.lineno), other=ast.unparse(each)[:80])
            if meant is not None and target:
                known[target] = meant
                if isinstance(made, ast.Attribute) and target != name:
                    self.follow(target, depth + 1)
        for node in nodes:
            if isinstance(node, ast.For | ast.comprehension):
                self.note(self.looped(node, known, function))
            elif isinstance(node, ast.While):
                for side in ast.walk(node.test):
                    self.note(known.get(key_of(side)) if isinstance(side, ast.Name) else None)
            elif isinstance(node, ast.Call) and key_of(node.func) not in (*ROLLS, *SAME, "range"):
                self.follow_call(node, known, function, depth)

    def looped(
        self, node: ast.For | ast.comprehension, known: Mapping[str, HowMany], function: Method
    ) -> HowMany | None:
        """How often a loop runs for a maximum, or for a number drawn up to it; None if it uses neither."""
        if isinstance(node.iter, ast.Call) and key_of(node.iter.func) == "range":
            last = node.iter.args[-1] if node.iter.args else node.iter
            from_one = len(node.iter.args) == 2 and getattr(node.iter.args[0], "value", None) == 1
            found = self.meant(last.left if from_one and is_plus_one(last) else last, known, function)
        else:
            found = self.meant(node.iter, known, function)
            found = found if found is not None and (found.listed or found.other) else None
        if found is None or found.other or isinstance(node, ast.comprehension):
            return found
        ends = next((each.value for each in node.body if isinstance(each, ast.Return) and each.value), None)
        odd = ends or next((each.test for each in leaving_by_chance(node)), None) or next(placing_several(node), None)
        if odd is None:
            return found
        return HowMany(Location(function.location.file, odd.lineno), other=ast.unparse(odd)[:80])

    def follow_call(self, node: ast.Call, known: Mapping[str, HowMany], function: Method, depth: int) -> None:
        """Follow a number into the function that it is passed to."""
        called = [each for each in self.functions if key_of(node.func) in (each.node.name, each.owner)]
        called = [each for each in called if each.node.name in (key_of(node.func), "__init__")]
        given = [(at, "", value) for at, value in enumerate(node.args)]
        given += [(-1, word.arg or "", word.value) for word in node.keywords]
        for at, word, value in given:
            meant = self.meant(value, known, function)
            if meant is None:
                continue
            drawn = word == "k" and key_of(node.func) in ("choices", "sample")
            if drawn or (meant.low is not None and not called and "random" in words_in(key_of(node.func))):
                self.note(meant)
            for other in called:
                names = [each.arg for each in (*other.node.args.args, *other.node.args.kwonlyargs)]
                names = names[1:] if names[:1] == ["self"] else names
                name = word if word in names else names[at] if 0 <= at < len(names) else ""
                if name:
                    before = len(self.found)
                    self.follow_in(other, name, depth + 1)
                    if meant.low is not None or meant.other:
                        # What the function does with it is what it means here.
                        for made in [*self.found][before:]:
                            del self.found[made]
                            self.note(meant if made.low is None and not made.other else made)

    def meant(
        self, node: ast.expr, known: Mapping[str, HowMany], function: Method, *, drawn: bool = False
    ) -> HowMany | None:
        """What an expression means, given a maximum; None if it has none. `drawn` counts any random number as one."""
        place = Location(function.location.file, node.lineno)
        if isinstance(node, ast.Name | ast.Attribute):
            return known.get(key_of(node))
        if isinstance(node, ast.Call) and key_of(node.func) in ROLLS and node.args:
            last = node.args[-1]
            if key_of(node.func) in EXCLUSIVE and not any(word.arg == "endpoint" for word in node.keywords):
                # `randrange(n + 1)` is `randint(0, n)`.
                less = ast.parse(f"({ast.unparse(last)}) - 1", mode="eval").body
                last = last.left if is_plus_one(last) else ast.increment_lineno(less, last.lineno - 1)
            high = self.meant(last, known, function)
            low = node.args[-2] if len(node.args) > 1 else ast.Constant(0)
            if high is None and not drawn:
                return None
            plain = (high is None or (high.low is None and not high.other)) and self.is_for_floor(last, function)
            if plain and isinstance(low, ast.Constant) and isinstance(low.value, int):
                return HowMany(place, low=low.value)
            numbers = {facts for part in ast.walk(low) if (facts := self.number(part)) is not None}
            if plain and isinstance(low, ast.Name | ast.Attribute) and len(numbers) == 1:
                return HowMany(place, low=numbers.pop())
            return HowMany(place, other=ast.unparse(node)[:80])
        if isinstance(node, ast.List | ast.Tuple) and all(isinstance(each, ast.Starred) for each in node.elts):
            starred = [each.value for each in node.elts if isinstance(each, ast.Starred)]
            return next((self.meant(each, known, function) for each in starred), None)
        if is_sum(node) and all(isinstance(part, ast.Name | ast.BinOp | ast.Add | ast.Load) for part in ast.walk(node)):
            names = [key_of(part) for part in ast.walk(node) if isinstance(part, ast.Name)]
            lists = [known[name] for name in names if name in known and known[name].listed]
            if lists and len(names) == len({*names}):
                return lists[0]
        inside = [
            self.meant(part, known, function) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)
        ]
        found = next((each for each in inside if each is not None), None)
        if found is None or (
            isinstance(node, ast.Call) and key_of(node.func) not in SAME and self.is_for_floor(node, function)
        ):
            # A lookup returns a table's value for the floor, and a draw of kinds returns as many as it is given.
            return None if found is None else replace(found, listed=True)
        if isinstance(node, ast.Call) and key_of(node.func) in SAME and len(node.args) == 1:
            return found
        return HowMany(place, other=ast.unparse(node)[:80])

    def number(self, node: ast.AST) -> int | None:
        """The one number that a name stands for everywhere; None if it stands for none, or for several."""
        name = key_of(node)
        numbers = {number_of(bound.value) for bound in self.contents.bindings if name and bound.name == name}
        only = numbers.pop() if len(numbers) == 1 else None
        return int(only) if only is not None else None

    def is_for_floor(self, call: ast.expr, function: Method) -> bool:
        """Whether a call looks a table up for the floor itself, not for something like `7 - floor_number`."""
        return not (isinstance(call, ast.Call) and any(odd_floors(call, function, self.contents)))

    def note(self, found: HowMany | None) -> None:
        """Keep what limits a loop."""
        if found is not None:
            self.found[found] = None


def how_many(name: str, inside: str, family: str, contents: Contents) -> list[HowMany]:
    """What a maximum means where things are placed; empty if no such code was found.

    `inside` is the function that the maximum stands in, which counts before any other. A maximum that nothing passes on
    may be a parameter that has the family in its name.
    """
    functions = [*contents.methods, *contents.free]
    counts = PlacedCounts(functions, contents)
    own = [each for each in functions if inside and each.node.name == inside.rpartition(".")[2]]
    for function in own:
        counts.follow_in(function, name, 0)
    if not counts.found:
        counts.follow(name)
    if not counts.found:
        for function in functions:
            for each in function.node.args.args:
                words = {word.rstrip("s") for word in words_in(each.arg)}
                if words & FAMILY_WORDS[family] and words & {"max", "maximum"}:
                    counts.follow_in(function, each.arg, 0)
    return [*counts.found]


def leaving_by_chance(loop: ast.For) -> Iterator[ast.If]:
    """The branches of a loop that end it or skip an iteration, except if a place is taken or nothing is left to do."""
    for part in ast.walk(loop):
        if isinstance(part, ast.If) and any(isinstance(each, ast.Break | ast.Continue) for each in part.body):
            names = {word for name in mentions(part.test) for word in words_in(name)}
            rolled = bool(names & {"random", "rand", "randint", "randrange", "chance", "floor", "level"})
            ends = isinstance(part.body[-1], ast.Break) and not names & {"x", "y", "blocked", "occupied"}
            if rolled or (ends and loop.body and part in loop.body):
                yield part


def placing_several(loop: ast.For) -> Iterator[ast.expr]:
    """How often inner loops place what the loop draws, as for swarms. One that ends early only looks for a place."""
    for part in ast.walk(loop):
        if part is not loop and isinstance(part, ast.For) and isinstance(part.iter, ast.Call):
            spawns = {"spawn", "append", "add", "deepcopy", "copy"} & mentions(part)
            ends = any(isinstance(each, ast.Break) for each in ast.walk(part))
            if key_of(part.iter.func) == "range" and spawns and not ends:
                yield part.iter


def odd_floors(call: ast.Call, function: Method, contents: Contents) -> Iterator[ast.expr]:
    """What a table lookup is given as the floor, if it is not the floor itself."""
    for each in (*call.args, *(word.value for word in call.keywords)):
        if not isinstance(each, ast.List | ast.Tuple | ast.Dict | ast.Constant) and not is_floor(
            each, function, contents
        ):
            yield each


FLOOR_WORDS = frozenset(("floor", "level", "depth", "dlvl", "dungeon"))

NOT_THE_FLOOR = frozenset(("player", "hero", "character", "xp", "exp"))


def is_floor(node: ast.expr, function: Method, contents: Contents, depth: int = 0) -> bool:
    """Whether an expression may be the floor: not a number computed from it, and not one of the hero's."""
    if adds_nothing(node):
        return is_floor(node.left, function, contents, depth) if isinstance(node, ast.BinOp) else True
    if isinstance(node, ast.BinOp | ast.UnaryOp | ast.IfExp):
        return False
    if isinstance(node, ast.Call) and key_of(node.func) in SAME:
        return len(node.args) == 1 and is_floor(node.args[0], function, contents, depth)
    path = {word for name in mentions(node) for word in words_in(name)}
    last = {*words_in(key_of(node))}
    if "level" in last and path & NOT_THE_FLOOR and not last & {"dungeon", "map", "floor", "world"}:
        return False
    if not isinstance(node, ast.Name) or depth > MAX_DEPTH:
        return True
    parts = [*ast.walk(function.node)]
    if any(isinstance(part, ast.AugAssign) and key_of(part.target) == node.id for part in parts):
        return {node.id} <= {*names_of_globals(parts)}
    assigned = [part.value for part in parts if isinstance(part, ast.Assign) and node.id in map(key_of, part.targets)]
    if assigned:
        return all(is_floor(value, function, contents, depth + 1) for value in assigned)
    names = [each.arg for each in function.node.args.args]
    if node.id not in names or FLOOR_WORDS.isdisjoint(words_in(node.id)):
        return True
    at = names.index(node.id) - (names[0] == "self")
    for other in (*contents.methods, *contents.free):
        for made in ast.walk(other.node):
            if isinstance(made, ast.Call) and key_of(made.func) == function.node.name:
                given = [word.value for word in made.keywords if word.arg == node.id] or made.args[at : at + 1]
                if not all(is_floor(each, other, contents, depth + 1) for each in given):
                    return False
    return True


def names_of_globals(parts: Sequence[ast.AST]) -> Iterator[str]:
    """The names that a function declares global."""
    for part in parts:
        if isinstance(part, ast.Global):
            yield from part.names


def adds_nothing(node: ast.expr) -> bool:
    """Whether an expression is `… + 0`, `… - 0` or `… * 1`, or a negative number."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    neutral = 1 if isinstance(getattr(node, "op", None), ast.Mult | ast.Div | ast.FloorDiv) else 0
    return isinstance(node, ast.BinOp) and getattr(node.right, "value", None) == neutral


def is_plus_one(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """Whether an expression is `… + 1`."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and getattr(node.right, "value", None) == 1
