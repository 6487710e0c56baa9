"""Recognises what a level costs, and what the stairs to the next floor do."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from steep.importing.output.import_report import Location
from steep.importing.python.evaluate_expressions import OPERATORS
from steep.importing.python.evaluate_expressions import name_at_end as key_of
from steep.importing.python.expression_values import words_in
from steep.importing.python.project_contents import Contents, Method
from steep.importing.tutorials.find_monsters_items_and_hero import HP

# What a level costs: an expression that grows by the same XP from level to level.

LEVELS_TRIED = range(1, 8)

XP_WORDS = frozenset(("xp", "exp", "experience"))


@dataclass(frozen=True, slots=True)
class LevelCost:
    """The expression with which a project computes what a level costs."""

    node: ast.expr
    location: Location
    alone: bool = True
    """Whether nothing else in its function decides the result."""

    def steps(self, numbers: Mapping[str, float]) -> tuple[int, int] | None:
        """The XP for level 0 and the increase for each level, given these named numbers; None for any other curve."""
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
    """The expressions that compute what the next level costs, from these names or in a function of such a name."""
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
    """The level that a cost is computed from, if code raises XP but never that level: each level costs the same."""
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
    """Whether code takes XP off, as at a level-up. True, too, if no code adds any, as then the code is not there."""
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
    """The value of an expression at a level. Raises `LookupError` unless it is simple arithmetic."""
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
    """In percent of max HP; None if it is of no known shape."""
    code: str
    location: Location


def healing_on_stairs(contents: Contents) -> Healing | None:
    """What taking the stairs heals; None if no function leads to the next floor."""
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
