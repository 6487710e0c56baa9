"""The shapes of code that decide a game, as far as they are known: how many are placed, what a level costs, a blow.

Code is compared in a normal form: names are followed through assignments and parameters, and what changes no number is
left out. What has another shape is not guessed, but named with its file and line.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from steep.importing.output.import_report import Location
from steep.importing.python.evaluate_expressions import OPERATORS, name_at_end
from steep.importing.python.expression_values import number_of, words_in
from steep.importing.python.project_contents import Contents, FunctionNode, Method
from steep.importing.tutorials.find_monsters_items_and_hero import (
    DEFENSE,
    DEFENSE_BONUS,
    HP,
    MAX_HP_BONUS,
    POWER,
    POWER_BONUS,
)
from steep.importing.tutorials.tables.find_count_and_weight_tables import FAMILY_WORDS

MAX_DEPTH = 6
"""Calls through which a number is followed."""

ROLLS = frozenset(("randint", "randrange", "random_get_int", "get_int", "random_int", "rand_int", "integers"))
"""Functions that draw a whole number."""

EXCLUSIVE = frozenset(("randrange", "integers"))
"""Those that never give the highest."""

SAME = frozenset(("int", "round", "abs", "min", "max"))


# How many are placed: `for i in range(n)`, `choices(…, k=n)`, with `n` a maximum or a random number up to it.


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many things a maximum means where they are placed."""

    location: Location
    low: int | None = None
    """The lowest of a random number up to the maximum; None if there are always as many as the maximum."""
    other: str = ""
    """The code that says how many, if it has another shape."""
    listed: bool = field(default=False, compare=False)
    """Whether a list of as many is meant, or what a table gives."""


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
        """What a loop makes of a maximum, or of what was drawn up to it; None if it has neither."""
        if isinstance(node.iter, ast.Call) and key_of(node.iter.func) == "range":
            last = node.iter.args[-1] if node.iter.args else node.iter
            from_one = len(node.iter.args) == 2 and getattr(node.iter.args[0], "value", None) == 1
            found = self.meant(last.left if from_one and is_plus_one(last) else last, known, function)
        else:
            found = self.meant(node.iter, known, function)
            found = found if found is not None and (found.listed or found.other) else None
        if found is None or found.other or isinstance(node, ast.comprehension):
            return found
        odd = next(leaving_by_chance(node), None)
        return (
            found
            if odd is None
            else HowMany(Location(function.location.file, odd.lineno), other=ast.unparse(odd.test)[:80])
        )

    def follow_call(self, node: ast.Call, known: Mapping[str, HowMany], function: Method, depth: int) -> None:
        """Follow a number into the function that it is given to."""
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
                        # What the function makes of it is what was meant here.
                        for made in [*self.found][before:]:
                            del self.found[made]
                            self.note(meant if made.low is None and not made.other else made)

    def meant(
        self, node: ast.expr, known: Mapping[str, HowMany], function: Method, *, drawn: bool = False
    ) -> HowMany | None:
        """What an expression makes of a maximum; None if it has none. `drawn` counts any random number as one."""
        place = Location(function.location.file, node.lineno)
        if isinstance(node, ast.Name | ast.Attribute):
            return known.get(key_of(node))
        if isinstance(node, ast.Call) and key_of(node.func) in ROLLS and node.args:
            last = node.args[-1]
            if key_of(node.func) in EXCLUSIVE:
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
            # What looks a table up gives its value of the floor, and what draws kinds as many as it is given.
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
        """Whether a call that looks a table up does so for the floor itself, and not for `7 - floor_number`."""
        return not (isinstance(call, ast.Call) and any(odd_floors(call, function, self.contents)))

    def note(self, found: HowMany | None) -> None:
        """Keep what limits a loop."""
        if found is not None:
            self.found[found] = None


def how_many(name: str, inside: str, family: str, contents: Contents) -> list[HowMany]:
    """What a maximum means where things are placed; empty if no code that places was found for it.

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
    """The branches of a loop that end it or leave a turn out, unless a place is taken or nothing is left to do."""
    for part in ast.walk(loop):
        if isinstance(part, ast.If) and any(isinstance(each, ast.Break | ast.Continue) for each in part.body):
            names = {word for name in names_in_path(part.test) for word in words_in(name)}
            rolled = bool(names & {"random", "rand", "randint", "randrange", "chance", "floor", "level"})
            ends = isinstance(part.body[-1], ast.Break) and not names & {"x", "y", "blocked", "occupied"}
            if rolled or (ends and loop.body and part in loop.body):
                yield part


def odd_floors(call: ast.Call, function: Method, contents: Contents) -> Iterator[ast.expr]:
    """What a call that looks a table up is given as the floor, where it is not the floor itself."""
    for each in (*call.args, *(word.value for word in call.keywords)):
        if not isinstance(each, ast.List | ast.Tuple | ast.Dict | ast.Constant) and not is_floor(
            each, function, contents
        ):
            yield each


FLOOR_WORDS = frozenset(("floor", "level", "depth", "dlvl", "dungeon"))

NOT_THE_FLOOR = frozenset(("player", "hero", "character", "xp", "exp"))


def is_floor(node: ast.expr, function: Method, contents: Contents, depth: int = 0) -> bool:
    """Whether an expression is no number that is computed from the floor, or that belongs to the hero."""
    if adds_nothing(node):
        return is_floor(node.left, function, contents, depth) if isinstance(node, ast.BinOp) else True
    if isinstance(node, ast.BinOp | ast.UnaryOp | ast.IfExp):
        return False
    if isinstance(node, ast.Call) and key_of(node.func) in SAME:
        return len(node.args) == 1 and is_floor(node.args[0], function, contents, depth)
    path = {word for name in names_in_path(node) for word in words_in(name)}
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
    """The names that a function shares with its module."""
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


def key_of(node: ast.AST) -> str:
    """The last part of a name, without a leading `self`."""
    return name_at_end(node)


# What a level costs: an expression of the level that grows by the same XP from level to level.

LEVELS_TRIED = range(1, 8)

XP_WORDS = frozenset(("xp", "exp", "experience"))


@dataclass(frozen=True, slots=True)
class LevelCost:
    """The expression with which a project computes what a level costs."""

    node: ast.expr
    location: Location
    alone: bool = True
    """Whether the function that has it has nothing else that decides what it gives."""

    def steps(self, numbers: Mapping[str, float]) -> tuple[int, int] | None:
        """XP for level 0 and XP more for each level, with these numbers under their names; None for any other curve."""
        if not self.alone:
            return None
        try:
            costs = [worked_out(self.node, numbers, level) for level in LEVELS_TRIED]
        except (ArithmeticError, ValueError, LookupError, RecursionError):
            return None
        factor = costs[1] - costs[0]
        base = costs[0] - factor
        straight = all(cost == base + factor * level for cost, level in zip(costs, LEVELS_TRIED, strict=True))
        return (int(base), int(factor)) if straight and base == int(base) and factor == int(factor) else None


def level_costs(contents: Contents, names: Sequence[str]) -> list[LevelCost]:
    """The expressions that compute from these names, or in a function named so, what the next level costs."""
    found: list[LevelCost] = []
    for function in (*contents.methods, *contents.free):
        words = {*words_in(function.node.name)}
        named = bool(words & XP_WORDS) and bool(words & {"next", "needed", "required", "level"})
        for node in ast.walk(function.node):
            value = node.value if isinstance(node, ast.Return | ast.Assign | ast.AnnAssign) else None
            if isinstance(node, ast.Compare) and XP_WORDS & {*words_in(key_of(node.left))}:
                value = node.comparators[0] if isinstance(node.comparators[0], ast.BinOp) else None
            if value is None or not isinstance(value, ast.BinOp | ast.Call | ast.IfExp | ast.Subscript):
                continue
            reads = {key_of(part) for part in ast.walk(value) if isinstance(part, ast.Name | ast.Attribute)}
            grows = (isinstance(node, ast.Compare) or (isinstance(node, ast.Return) and named)) and any(
                "level" in words_in(name) for name in reads
            )
            plain = any("level" in words_in(name) and name.lower() not in names for name in reads)
            if (any(name.lower() in names for name in reads) and plain and isinstance(value, ast.BinOp)) or grows:
                returns = [part for part in ast.walk(function.node) if isinstance(part, ast.Return)]
                branches = any(isinstance(part, ast.If) for part in ast.walk(function.node))
                alone = not isinstance(node, ast.Return) or (len(returns) == 1 and not branches)
                found.append(LevelCost(value, Location(function.location.file, value.lineno), alone))
    return found


def never_raised(cost: LevelCost, contents: Contents) -> str:
    """The level that a cost is computed from, if code raises XP but none raises it: each level costs the same."""
    nodes = [node for function in (*contents.methods, *contents.free) for node in ast.walk(function.node)]
    raised = {key_of(node.target) for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)}
    raised |= {
        key_of(target)
        for node in nodes
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Name | ast.Constant)
        for target in node.targets
    }
    reads = {key_of(part) for part in ast.walk(cost.node) if isinstance(part, ast.Name | ast.Attribute)}
    levels = sorted(name for name in reads if words_in(name)[-1:] in (["level"], ["lvl"], ["lv"]))
    gains = any(XP_WORDS & {*words_in(name)} for name in raised)
    return levels[0] if levels and gains and raised.isdisjoint(levels) else ""


def takes_xp(contents: Contents) -> bool:
    """Whether code takes XP off, as at a level-up; also if none adds any, so that it isn't there."""
    nodes = [node for function in (*contents.methods, *contents.free) for node in ast.walk(function.node)]
    changed = [
        node
        for node in nodes
        if isinstance(node, ast.AugAssign | ast.Assign) and XP_WORDS & {*words_in(target_of(node))}
    ]
    takes = any(isinstance(getattr(part, "op", None), ast.Sub) for node in changed for part in ast.walk(node))
    return takes or not any(isinstance(node, ast.AugAssign) for node in changed)


def target_of(node: ast.AugAssign | ast.Assign) -> str:
    """The name that a statement changes."""
    return key_of(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def worked_out(node: ast.expr, numbers: Mapping[str, float], level: int) -> float:
    """The value of an expression at a level. Raises `LookupError` for what is no number, level or simple arithmetic."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.Name | ast.Attribute):
        name = "_".join(words_in(key_of(node)))
        if name in numbers:
            return numbers[name]
        if words_in(name)[-1:] == ["level"] or name in ("lvl", "lv"):
            return level
    if isinstance(node, ast.BinOp):
        left, right = worked_out(node.left, numbers, level), worked_out(node.right, numbers, level)
        if isinstance(node.op, ast.Pow) and abs(left) <= 1e6 and abs(right) <= 20:
            return float(left**right)
        return OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -worked_out(node.operand, numbers, level)
    if isinstance(node, ast.Call) and key_of(node.func) in ("int", "round", "pow", "floor") and node.args:
        given = [worked_out(each, numbers, level) for each in node.args]
        if key_of(node.func) == "pow" and len(given) == 2 and abs(given[0]) <= 1e6 and abs(given[1]) <= 20:
            return float(given[0] ** given[1])
        if len(given) == 1:
            return round(given[0]) if key_of(node.func) == "round" else math.floor(given[0])
    raise LookupError(ast.unparse(node)[:80])


# What taking the stairs heals: a share of max HP.

STAIRS = frozenset(("floor", "level", "stairs"))
TAKES = frozenset(("next", "take", "use", "down", "descend"))


@dataclass(frozen=True, slots=True)
class Healing:
    """What the code that leads to the next floor heals."""

    percent: int | None
    """Of max HP; None if it is of no known shape."""
    code: str
    location: Location


def healing_on_stairs(contents: Contents) -> Healing | None:
    """What taking the stairs heals; None if no function was found that leads to the next floor."""
    found: Healing | None = None
    descending = {id(method.node) for method in descents(contents)}
    for method in (*contents.methods, *contents.free):
        words = {*words_in(method.node.name)}
        leads = bool(words & STAIRS and words & TAKES) and not words & (XP_WORDS | {"to", "up"})
        if not leads and id(method.node) not in descending:
            continue
        for call in ast.walk(method.node):
            if isinstance(call, ast.Call) and key_of(call.func) == "heal" and call.args:
                place = Location(method.location.file, call.lineno)
                return Healing(percent_of_max_hp(call.args[0]), ast.unparse(call)[:80], place)
        found = found or Healing(0, "", Location(method.location.file, method.node.lineno))
    return found


def deeper(contents: Contents) -> list[Method]:
    """The functions that go one floor deeper."""
    return [
        method
        for method in (*contents.methods, *contents.free)
        if any(
            isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Add) and key_of(part.target) in FLOORS
            for part in ast.walk(method.node)
        )
    ]


def descents(contents: Contents) -> list[Method]:
    """The functions that go one floor deeper, and those that call them."""
    functions = [*contents.methods, *contents.free]
    going = deeper(contents)
    names = {method.node.name for method in going} - {"__init__", "perform"}
    callers = [
        method
        for method in functions
        if any(isinstance(part, ast.Call) and key_of(part.func) in names for part in ast.walk(method.node))
        and "new" not in words_in(method.node.name)
    ]
    return [*going, *callers]


FLOORS = ("floor", "current_floor", "floor_number", "dungeon_level", "current_dungeon_level", "depth", "current_depth")
"""Names of the floor that the hero is on."""


def percent_of_max_hp(node: ast.expr) -> int | None:
    """The percent in `max_hp // 2` or `int(max_hp * 0.5)`; None for anything else."""
    if isinstance(node, ast.Call) and key_of(node.func) in ("int", "round") and len(node.args) == 1:
        node = node.args[0]
    factor = 1.0
    if (
        isinstance(node, ast.BinOp)
        and isinstance(node.right, ast.Constant)
        and isinstance(node.right.value, int | float)
    ):
        number = node.right.value
        if isinstance(node.op, ast.Div | ast.FloorDiv) and number:
            node, factor = node.left, 1 / number
        elif isinstance(node.op, ast.Mult):
            node, factor = node.left, number
    percent = round(factor * 100, 6)
    known = key_of(node) in HP[1:] and percent == int(percent) and 0 <= percent <= 100
    return int(percent) if known else None


# A blow: power minus defense, and at least so much; what takes HP; what gear adds to a stat.

BLOWS = frozenset(("attack", "melee", "fight", "strike", "hit"))
OWN_NAMES = ((*HP[1:], *MAX_HP_BONUS), (*POWER, *POWER_BONUS), (*DEFENSE, *DEFENSE_BONUS))
HAVE_HP = frozenset(("self", "parent", "owner", "entity", "fighter", "actor", "alive", "is_alive", "dead", "is_dead"))
STATS = (*HP[1:], *POWER, *DEFENSE)
LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def attacks_in(contents: Contents) -> list[Method]:
    """The functions that are an attack: by their name or their class, and because they take HP."""
    found = []
    for method in (*contents.methods, *contents.free):
        words = {*words_in(method.node.name)} | ({*words_in(method.owner)} if method.node.name == "perform" else set())
        if words & BLOWS and not words & {"ranged", "spell", "throw"} and losses(method.node):
            found.append(method)
    return found


def least_of_plain_attack(node: FunctionNode) -> int | None:
    """The HP that an attack takes at least, if it takes power minus defense and nothing else decides it; else None."""
    least = 0
    plain = False
    if most_losses(node.body) > 1:
        return None
    for value in losses(node):
        floor, inner = at_least(value)
        least = max(least, floor)
        if inner is not None:
            if not is_difference(inner):
                return None
            plain = True
    branches = [part for part in ast.walk(node) if isinstance(part, ast.If)]
    decided = all(is_plain_test(branch.test) for branch in branches if decides(branch))
    return least if plain and decided else None


def losses(node: ast.AST) -> list[ast.expr]:
    """What a function takes from HP: the expressions, with variables followed to what they are set to."""
    taken = taken_in(node)
    named = {key_of(each) for each in taken if isinstance(each, ast.Name)}
    found = [each for each in taken if not isinstance(each, ast.Name)]
    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and any(key_of(target) in named for target in part.targets):
            found.append(part.value)
        elif isinstance(part, ast.AugAssign) and key_of(part.target) in named:
            found.append(ast.BinOp(part.target, part.op, part.value))
    # What is never set is a parameter.
    return found or taken


def taken_in(node: ast.AST) -> list[ast.expr]:
    """What a piece of code takes from HP, as it is written."""
    taken: list[ast.expr] = []
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and key_of(part.func) in ("take_damage", "damage", "take_hit") and part.args:
            taken.append(part.args[0])
        elif isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Sub) and key_of(part.target) in HP:
            taken.append(part.value)
    return taken


def most_losses(body: Sequence[ast.stmt]) -> int:
    """How often statements take HP, on the way through their branches that takes it most often."""
    most = count = 0
    for each in body:
        if isinstance(each, ast.If):
            first, second = most_losses(each.body), most_losses(each.orelse)
            if any(isinstance(part, LEAVES) for part in each.body):
                most, first = max(most, count + first), 0
            count += max(first, second)
        elif isinstance(each, ast.For | ast.While | ast.With):
            again = isinstance(each, ast.For) and isinstance(each.iter, ast.Call) and key_of(each.iter.func) == "range"
            count += most_losses(each.body) * (2 if again else 1)
        else:
            count += len(taken_in(each))
            if isinstance(each, LEAVES):
                break
    return max(most, count)


def at_least(node: ast.expr) -> tuple[int, ast.expr | None]:
    """The least of `max(1, …)` or of a number, and the rest of the expression; None for a number alone."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value, None
    if isinstance(node, ast.Call) and key_of(node.func) == "max" and len(node.args) == 2:
        for one, other in (node.args, node.args[::-1]):
            if isinstance(one, ast.Constant) and isinstance(one.value, int):
                return one.value, other
    return (0, node.args[0]) if isinstance(node, ast.Call) and key_of(node.func) == "int" and node.args else (0, node)


def is_difference(node: ast.expr) -> bool:
    """Whether an expression is power minus defense."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Sub)
        and "_".join(words_in(key_of(node.left))) in POWER
        and "_".join(words_in(key_of(node.right))) in DEFENSE
    )


def decides(node: ast.If) -> bool:
    """Whether a branch decides if a blow lands: HP is taken in it, or it leaves before."""
    leaves = any(isinstance(each, ast.Return | ast.Raise) for each in node.body)
    return leaves or any(losses(each) or sets_damage(each) for each in (*node.body, *node.orelse))


def sets_damage(node: ast.AST) -> bool:
    """Whether a statement sets a variable of damage."""
    targets = [part.targets[0] for part in ast.walk(node) if isinstance(part, ast.Assign)]
    targets += [part.target for part in ast.walk(node) if isinstance(part, ast.AugAssign)]
    return any({"damage", "dmg"} & {*words_in(key_of(target))} for target in targets)


def is_plain_test(node: ast.expr) -> bool:
    """Whether a condition only asks if there is a target, or if damage is left."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_plain_test, node.values))
    if isinstance(node, ast.UnaryOp):
        return is_plain_test(node.operand)
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return all(
            isinstance(side, ast.Name | ast.Attribute | ast.Constant) or is_difference(side) for side in sides
        ) and not any("_".join(words_in(key_of(side))) in STATS for side in sides if isinstance(side, ast.Attribute))
    return isinstance(node, ast.Name | ast.Attribute | ast.Constant)


def odd_stats(contents: Contents) -> Iterator[Method]:
    """The properties of power, defense or max HP that are no sum of their own, and each odd `take_damage`."""
    own = [name for group in OWN_NAMES for name in group]
    geared = any({*POWER_BONUS, *DEFENSE_BONUS} & {*made.named} for made in contents.calls)
    worn: dict[tuple[str, str], set[str]] = {}
    for method in (*contents.methods, *contents.free):
        node = method.node
        if method.owner and node.name in own and any(key_of(each) == "property" for each in node.decorator_list):
            bare = geared and node.name in (*POWER, *DEFENSE) and not any(map(is_sum, ast.walk(node)))
            slots = {ast.unparse(part.value) for part in ast.walk(node) if is_bonus_of_slot(part)}
            uneven = slots and worn.setdefault((method.location.file, method.owner), slots) != slots
            if is_odd_sum(node) or bare or uneven:
                yield method
        elif node.name == "take_damage" and len(node.args.args) > 1 and changes_damage(node):
            yield method


def is_odd_sum(node: FunctionNode) -> bool:
    """Whether a stat is computed otherwise than by adding bonuses to its own base."""
    own = next(group for group in OWN_NAMES if node.name in group)
    foreign = {name for group in OWN_NAMES for name in group}.difference(own)
    parts = [*ast.walk(node)]
    arithmetic = [part for part in parts if isinstance(part, ast.BinOp) and not is_text(part)]
    added = [part.value for part in parts if isinstance(part, ast.Return | ast.AugAssign | ast.Assign) and part.value]
    terms = [side for part in arithmetic for side in (part.left, part.right)]
    terms += [part.value for part in parts if isinstance(part, ast.AugAssign)]
    if any(not isinstance(part.op, ast.Add) for part in parts if isinstance(part, ast.BinOp | ast.AugAssign)):
        return True
    if any(isinstance(part, ast.Call) and key_of(part.func) in ("max", "min", *ROLLS) for part in parts):
        return True
    if any(isinstance(part, ast.If | ast.IfExp) and not WORN & names_in_path(part.test) for part in parts):
        return True
    return any(
        "_".join(words_in(key_of(each))) in foreign or (isinstance(each, ast.Constant) and each.value not in (0, None))
        for each in (*added, *terms)
    ) or any(
        isinstance(each, ast.Attribute)
        and key_of(each) not in own
        and not {"bonus", "base"} & {*words_in(key_of(each))}
        for each in terms
    )


WORN = frozenset(
    ("equipment", "equippable", "equipped", "is_equipped", "equip", "owner", "item", "items", "bonus", "slot", "slots")
)


def names_in_path(node: ast.AST) -> set[str]:
    """The names in an expression, with every part of a dotted one."""
    parts = [*ast.walk(node)]
    return {getattr(part, "id", "") for part in parts} | {getattr(part, "attr", "") for part in parts}


def is_sum(node: ast.AST) -> bool:
    """Whether something is added."""
    return isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Add)


def is_bonus_of_slot(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether an expression is a bonus of what is worn in a slot: `self.weapon.equippable.power_bonus`."""
    return (
        isinstance(node, ast.Attribute)
        and any(node.attr in group for group in OWN_NAMES)
        and (isinstance(node.value, ast.Attribute) and isinstance(node.value.value, ast.Attribute))
    )


def changes_damage(node: FunctionNode) -> bool:
    """Whether a `take_damage` computes with what it is given, or takes it only where something else holds."""
    given = node.args.args[1].arg
    sets_hp = any(key_of(part) in HP for part in ast.walk(node) if isinstance(getattr(part, "ctx", None), ast.Store))
    for part in ast.walk(node):
        if isinstance(part, ast.BinOp) and not is_text(part):
            reads = {key_of(each) for each in ast.walk(part) if isinstance(each, ast.Name | ast.Attribute)}
            if given in reads and not (reads & {*HP} and isinstance(part.op, ast.Sub)):
                return True
        if isinstance(part, ast.If) and sets_hp:
            reads = {key_of(each) for each in ast.walk(part.test) if isinstance(each, ast.Name | ast.Attribute)}
            leaves = part in node.body and any(isinstance(each, LEAVES) for each in part.body)
            taken = [each for branch in (*part.body, *part.orelse) for each in taken_in(branch)]
            if (leaves or taken) and not reads <= {given, *HP, *HAVE_HP}:
                return True
    return False


def is_text(node: ast.BinOp) -> bool:
    """Whether an operation makes a text."""
    return any(
        isinstance(part, ast.JoinedStr) or isinstance(getattr(part, "value", None), str) for part in ast.walk(node)
    )
