"""Reports each statement that sets or changes a number that decides a game, if the tutorials have no such statement.

The tutorials set stats as they were given, take damage off HP, add bonuses, and raise stats at a level-up. Anything
else, such as monsters that grow with the floor, HP that comes back, or XP that is doubled, is in none of the tables.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.evaluate_expressions import dotted, name_at_end
from steep.importing.python.expression_values import words_in
from steep.importing.python.project_contents import Contents, FunctionNode, Method
from steep.importing.tutorials.find_monsters_items_and_hero import (
    DEFENSE,
    DEFENSE_BONUS,
    HP,
    MAX_HP_BONUS,
    POWER,
    POWER_BONUS,
    XP,
)
from steep.importing.tutorials.find_named_numbers import LEVEL_NAMES, MAP_NAMES, RAISERS, american
from steep.importing.tutorials.known_shapes.blows_and_gear import attacks_in, taken_in
from steep.importing.tutorials.known_shapes.effects_and_own_rules import ACTIVATES, values_of
from steep.importing.tutorials.known_shapes.levels_and_stairs import FLOORS, descents

GROUPS = {
    "hp": ("hp", "current_hp", "health", "hit_points", "hitpoints"),
    "max_hp": (*(name for name in HP if name.startswith(("max", "base"))), "maximum_hp", *MAX_HP_BONUS),
    "power": (*POWER, *POWER_BONUS),
    "defense": (*DEFENSE, *DEFENSE_BONUS),
    "xp": (*XP, "current_xp", "current_exp"),
    "level": ("current_level", "player_level", "char_level", "character_level", "lvl"),
    "floor": FLOORS,
    "cost": tuple(name for names in LEVEL_NAMES.values() for name in names),
}
"""The names of each number that decides a game."""

GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}

HARMS = frozenset(("damage", "cast"))
"""Words in the names of functions that take HP for blows and items."""

METERS = frozenset(
    ("food", "fuel", "hunger", "insanity", "lives", "mana", "nutrition", "oxygen", "sanity", "satiety", "stamina",
     "starve", "thirst")
)  # fmt: skip
"""Words in the names of what runs out in play, or ends a game."""

EFFECT_NUMBERS = frozenset(
    ("amount", "damage", "radius", "maximum_range", "max_range", "number_of_turns", "turns", "duration", "heal_amount")
)

TURNS = frozenset(("perform", "take_turn", "update", "tick", "act", "on_turn"))
"""What the turns of monsters are called."""

ADDS = (".entities.append", ".entities.add", ".actors.append", ".actors.add")

PLACERS = frozenset(
    ("map", "dungeon", "level", "floor", "world", "generator", "generate", "game", "engine", "room", "vault", "builder",
     "factory", "entity", "actor", "init", "load", "place")
)  # fmt: skip
"""Words in the names of what fills new floors, of what is placed, and of their functions."""

DROPS = frozenset(("drop", "throw", "unequip", "die", "death", "kill", "loot"))

MENDS = frozenset(("heal", "recover", "restore", "mend"))
"""Words in the names of functions that restore HP."""


def report_odd_changes(contents: Contents, uses: set[str], report: ImportReport) -> None:
    """Report the statements that set, raise or lower what decides a game in another way than the tutorials do.

    `uses` are the functions and classes of what items do, which may heal.
    """
    healing = {id(method.node) for method in descents(contents)}
    blows = {id(method.node) for method in attacks_in(contents)}
    for method in (*contents.methods, *contents.free):
        name = method.owner if method.node.name in ACTIVATES else method.node.name
        if name not in uses and method.node.name != "heal" and id(method.node) not in healing:
            for call in ast.walk(method.node):
                if isinstance(call, ast.Call) and name_at_end(call.func) == "heal" and call.args:
                    what = f"{ast.unparse(call)[:60]} heals in {method}; in Steep only items and stairs do"
                    report.assume("stats", what, Location(method.location.file, call.lineno))
        known = id(method.node) in blows or method.node.name in ACTIVATES or name in uses
        if not known and not HARMS & {*words_in(method.node.name)}:
            for taken in taken_in(method.node)[:1]:
                what = f"{method} takes {ast.unparse(taken)[:60]} HP; in Steep only blows and items do"
                report.assume("attack", what, Location(method.location.file, taken.lineno))
        report_in_play(method, report)
        report_other_choices(method, report)
        odd: dict[str, list[ast.AST]] = {}
        for node in ast.walk(method.node):
            for topic in odd_in(node, method):
                odd.setdefault(topic, []).append(node)
        for topic, nodes in odd.items():
            code = "; ".join(dict.fromkeys(ast.unparse(node)[:60] for node in nodes[:2]))
            more = f" and {len(nodes) - 2} more" if len(nodes) > 2 else ""
            place = Location(method.location.file, getattr(nodes[0], "lineno", method.location.line))
            report.assume(topic, f"{method} changes numbers, which is not read: {code}{more}", place)


def report_in_play(method: Method, report: ImportReport) -> None:
    """Report what places something new in a turn, in a component or by a spawner, and several of what is given.

    Things may be dropped, and what fills a new floor is read elsewhere.
    """
    words = {*words_in(method.owner), *words_in(method.node.name)}
    turn = bool(method.owner) and method.node.name in TURNS
    component = bool(method.owner) and not words & (PLACERS | DROPS)
    loops = [part for part in ast.walk(method.node) if isinstance(part, ast.For) and "range" in ast.unparse(part.iter)]
    looped = {id(part) for loop in loops for part in ast.walk(loop)}
    parameters = {each.arg for each in method.node.args.args} - {"self"}
    for call in (part for part in ast.walk(method.node) if isinstance(part, ast.Call)):
        named = f".{dotted(call.func)}"
        spawns, adds = named.endswith(".spawn"), named.endswith(ADDS)
        several = spawns and id(call) in looped and named.split(".")[1] in parameters
        if (turn and (spawns or adds)) or (component and adds) or (spawns and "spawner" in words_in(named)) or several:
            what = "several of one kind" if several else "something in play"
            code = f"{method} places {what}: {ast.unparse(call)[:60]}"
            report.assume("counts", f"{code}; in Steep nothing does", Location(method.location.file, call.lineno))


def report_other_choices(method: Method, report: ImportReport) -> None:
    """Report the branches beside choices of a level-up that raise no stat, so that they are no choices in Steep."""
    seen: set[int] = set()
    for node in ast.walk(method.node):
        branches: list[ast.If] = []
        while isinstance(node, ast.If) and id(node) not in seen:
            seen.add(id(node))
            branches.append(node)
            node = node.orelse[0] if len(node.orelse) == 1 else ast.Pass()
        others = [branch for branch in branches if not raises_a_stat(branch.body)]
        for branch in others if len(branches) - len(others) > 1 else ():
            changes = [
                part for line in branch.body for part in ast.walk(line) if isinstance(part, ast.AugAssign | ast.Call)
            ]
            if changes and isinstance(branch.test, ast.Compare) and isinstance(branch.test.ops[0], ast.Eq):
                what = f"{ast.unparse(changes[0])[:60]} may be a choice at a level-up; in Steep it is not"
                report.assume("level_up", what, Location(method.location.file, branch.lineno))


def raises_a_stat(body: list[ast.stmt]) -> bool:
    """Whether statements raise a stat, themselves or by a function of the tutorials."""
    parts = [part for line in body for part in ast.walk(line)]
    calls = {american(name_at_end(part.func)) for part in parts if isinstance(part, ast.Call)}
    raised = {group_of(part.target) for part in parts if is_raise(part)}
    return bool(raised & {"max_hp", "power", "defense"} or calls & {*RAISERS.values()})


def odd_in(node: ast.AST, method: Method) -> Iterator[str]:
    """The topics of `[imported]` that a piece of code itself changes in an unknown way."""
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            group = group_of(target)
            computed = any(isinstance(part, ast.BinOp) for part in ast.walk(node.value))
            if (
                computed
                and isinstance(target, ast.Name)
                and method.node.name in TAKING
                and is_parameter(target, method)
            ):
                yield "stats"
            if group and not is_known_value(group, node.value, method):
                yield topic_of(group)
            elif not group and is_own_field(target, method) and is_computed_from_given(node.value, method.node):
                yield "stats"
    elif isinstance(node, ast.AugAssign):
        group = group_of(node.target)
        if group and not is_known_step(group, node, method):
            yield topic_of(group)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div | ast.FloorDiv):
        if {name_at_end(node.left), name_at_end(node.right)} & ROOM_SIZES:
            yield "counts"
    elif isinstance(node, ast.Compare):
        limit = node.comparators[0]
        raised = {group_of(part.target) for part in ast.walk(method.node) if is_raise(part)}
        if group_of(node.left) in raised & {"max_hp", "power", "defense"} and getattr(limit, "value", None):
            yield "level_up"
    elif isinstance(node, ast.Call):
        called = name_at_end(node.func)
        sizes = {name for names in MAP_NAMES.values() for name in names}
        if any(word.arg in sizes and isinstance(word.value, ast.BinOp) for word in node.keywords):
            yield "counts"
        if (called in ("add_xp", "gain_xp") and node.args and not is_given(node.args[0])) or (
            called in RAISERS.values() and (node.args or node.keywords)
        ):
            yield "level_up"


ROOM_SIZES = frozenset((*MAP_NAMES["room_min"], *MAP_NAMES["room_max"]))

TAKING = frozenset(("heal", "add_xp", "gain_xp", *RAISERS.values()))
"""Functions that use the number they are given, unchanged."""


def is_parameter(target: ast.Name, method: Method) -> bool:
    """Whether a function was given a variable."""
    return target.id in (each.arg for each in method.node.args.args)


def is_raise(node: ast.AST) -> TypeGuard[ast.AugAssign]:
    """Whether a statement adds to something."""
    return isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)


def topic_of(group: str) -> str:
    """The topic of `[imported]` under which a number stands."""
    return {"xp": "level_up", "level": "level_up", "cost": "level_up", "floor": "weights"}.get(group, "stats")


def group_of(target: ast.AST) -> str:
    """The group of `GROUPS` that a target belongs to, or "meter"; empty for a variable and for anything else."""
    if not isinstance(target, ast.Attribute):
        return ""
    words = words_in(target.attr)
    return GROUP_OF.get("_".join(words), "meter" if METERS & {*words} else "")


def is_given(node: ast.expr) -> bool:
    """Whether an expression is a name, an entry or a conversion of one, so that it has no number of its own."""
    if isinstance(node, ast.Call) and name_at_end(node.func) in ("int", "get", "float", "copy") and node.args:
        return name_at_end(node.func) == "get" or is_given(node.args[0])
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


def is_own_field(target: ast.expr, method: Method) -> bool:
    """Whether a target is a number of an effect that a constructor keeps."""
    return (
        method.node.name == "__init__" and dotted(target).startswith("self.") and name_at_end(target) in EFFECT_NUMBERS
    )


def is_computed_from_given(node: ast.expr, function: FunctionNode) -> bool:
    """Whether an expression computes with what a function was given."""
    given = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)} - {"self"}
    return any(
        isinstance(part, ast.BinOp) and given & {name_at_end(each) for each in ast.walk(part)}
        for part in ast.walk(node)
    )


def is_known_value(group: str, value: ast.expr, method: Method) -> bool:
    """Whether a number that decides a game is set as the tutorials set it."""
    constructs = method.node.name in ("__init__", "__post_init__", "__new__")
    if isinstance(value, ast.Constant):
        return constructs or (value.value in (0, None) and group != "xp") or group == "floor"
    if group == "cost":
        return constructs and isinstance(value, ast.Name)
    set_to = values_of(value, method.node)
    if set_to != [value]:
        return all(is_known_value(group, each, method) for each in set_to)
    if isinstance(value, ast.IfExp):
        return is_known_value(group, value.body, method) and is_known_value(group, value.orelse, method)
    names = [each for each in ast.walk(value) if isinstance(each, ast.Name | ast.Attribute)]
    groups = {GROUP_OF.get("_".join(words_in(name_at_end(each))), "") for each in names}
    if is_given(value):
        full = group == "hp" and "max_hp" in groups
        return constructs or not full or mends(method) or is_capped(value, method.node)
    if any(isinstance(part, ast.Constant) and part.value != 0 and group != "floor" for part in ast.walk(value)):
        return group == "level" and is_step(value)
    calls = {name_at_end(part.func) for part in ast.walk(value) if isinstance(part, ast.Call)}
    signs = {type(part.op) for part in ast.walk(value) if isinstance(part, ast.BinOp)}
    if not signs and calls and calls.isdisjoint(("max", "min", "int", "round")):
        # The result of a component or a generator.
        return not any("rand" in name or "roll" in name or "choice" in name for name in calls)
    if not calls <= {"max", "min", "int", "clamp"} or not signs <= {ast.Add, ast.Sub}:
        return False
    if group == "floor":
        return is_step(value)
    if group == "hp":
        return ast.Add not in signs or mends(method)
    return group in groups and not constructs


def is_step(node: ast.expr) -> bool:
    """Whether an expression adds 1 to something or takes 1 off."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and is_one(node.right)


def is_one(node: ast.expr) -> bool:
    """Whether an expression is 1."""
    return isinstance(node, ast.Constant) and node.value == 1


def mends(method: Method) -> bool:
    """Whether a function restores HP, or keeps it within its limits."""
    return bool(MENDS & {*words_in(method.node.name)}) or GROUP_OF.get(method.node.name) == "hp"


def is_capped(value: ast.expr, function: FunctionNode) -> bool:
    """Whether HP is set to its maximum only if it is above: `if self.hp > self.max_hp: self.hp = self.max_hp`."""
    return any(
        isinstance(part, ast.If)
        and isinstance(part.test, ast.Compare)
        and ast.unparse(value) in map(ast.unparse, (part.test.left, *part.test.comparators))
        and any(value is inner for inner in ast.walk(part))
        for part in ast.walk(function)
    )


def is_known_step(group: str, node: ast.AugAssign, method: Method) -> bool:
    """Whether a number that decides a game is raised or lowered as the tutorials do."""
    words = {*words_in(method.node.name)}
    adds = isinstance(node.op, ast.Add)
    if not isinstance(node.op, ast.Add | ast.Sub) or group == "meter":
        return False
    if group in ("floor", "level"):
        return is_one(node.value) and (adds or group == "floor")
    if group == "hp" and not adds:
        return not isinstance(node.value, ast.Constant | ast.BinOp) or bool(words & {"attack", "perform", "melee"})
    if group == "hp":
        return (mends(method) and is_given(node.value)) or raises_max_hp(method.node)
    if group == "xp":
        return is_given(node.value) or (not adds and not isinstance(node.value, ast.Constant))
    if GROUP_OF.get("_".join(words_in(name_at_end(node.value)))) == group:
        # Equipment adds its own bonus, and nothing else.
        return True
    raising = american(method.node.name) in RAISERS.values() or bool(words & {"level", "levelup", "lvl", "stat"})
    given = values_of(node.value, method.node)
    plain = all(is_given(each) or isinstance(each, ast.Constant) for each in given)
    return adds and plain and (raising or compares_a_word(node, method.node)) and chosen(node, method.node)


def raises_max_hp(function: FunctionNode) -> bool:
    """Whether a function also raises max HP, as a level-up does."""
    return any(isinstance(part, ast.AugAssign) and group_of(part.target) == "max_hp" for part in ast.walk(function))


def compares_a_word(node: ast.AST, function: FunctionNode) -> bool:
    """Whether a statement is in a branch that tests a chosen word or number: `if choice == "hp":`."""
    return any(
        isinstance(part, ast.If)
        and isinstance(part.test, ast.Compare)
        and isinstance(part.test.ops[0], ast.Eq)
        and isinstance(part.test.comparators[0], ast.Constant)
        and any(node is inner for statement in part.body for inner in ast.walk(statement))
        for part in ast.walk(function)
    )


def chosen(node: ast.AST, function: FunctionNode) -> bool:
    """Whether a statement is one choice of a level-up: alone in its function, or in a branch of its own."""
    raised = {group_of(part.target) for part in ast.walk(function) if isinstance(part, ast.AugAssign)}
    alone = len(raised & {"max_hp", "power", "defense"}) < 2
    return alone or any(
        isinstance(part, ast.If | ast.match_case) and any(node is inner for inner in ast.walk(part))
        for part in ast.walk(function)
    )
