"""Recognises an attack as power minus defense, what takes HP, and what gear adds."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from steep.importing.python.evaluate_expressions import name_at_end as key_of
from steep.importing.python.expression_values import words_in
from steep.importing.python.project_contents import Contents, FunctionNode, Method
from steep.importing.python.reachability import mentions
from steep.importing.tutorials.find_monsters_items_and_hero import (
    DEFENSE,
    DEFENSE_BONUS,
    HP,
    MAX_HP_BONUS,
    POWER,
    POWER_BONUS,
)

ROLLS = frozenset(("randint", "randrange", "random_get_int", "get_int", "random_int", "rand_int", "integers"))
"""Functions that draw a whole number."""

BLOWS = frozenset(("attack", "melee", "fight", "strike", "hit"))
OWN_NAMES = ((*HP[1:], *MAX_HP_BONUS), (*POWER, *POWER_BONUS), (*DEFENSE, *DEFENSE_BONUS))
HAVE_HP = frozenset(("self", "parent", "owner", "entity", "fighter", "actor", "alive", "is_alive", "dead", "is_dead"))
STATS = (*HP[1:], *POWER, *DEFENSE)
LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def attacks_in(contents: Contents) -> list[Method]:
    """The functions that attack: their name or their class says so, and they take HP."""
    found = []
    for method in (*contents.methods, *contents.free):
        words = {*words_in(method.node.name)} | ({*words_in(method.owner)} if method.node.name == "perform" else set())
        if words & BLOWS and not words & {"ranged", "spell", "throw"} and losses(method.node):
            found.append(method)
    return found


def least_of_plain_attack(node: FunctionNode) -> int | None:
    """The minimum damage of an attack that takes power minus defense and depends on nothing else; else None."""
    least = 0
    plain = False
    powers = [part.value for part in ast.walk(node) if isinstance(part, ast.Assign) and is_variable_of_power(part)]
    rolls = any(isinstance(part, ast.Call) and rolls_dice(key_of(part.func)) for part in ast.walk(node))
    if most_losses(node.body) > 1 or rolls or not all(isinstance(value, ast.Attribute) for value in powers):
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


def rolls_dice(name: str) -> bool:
    """Whether a function of this name draws a random number."""
    return name in ROLLS or bool({"random", "rand", "roll", "rolls", "dice"} & {*words_in(name)})


def is_variable_of_power(node: ast.Assign) -> bool:
    """Whether a variable with a name of power or defense is set."""
    return any(
        isinstance(each, ast.Name) and each.id in (*POWER, *DEFENSE) and each.id not in DAMAGES for each in node.targets
    )


DAMAGES = ("damage", "dmg", "attack")


def losses(node: ast.AST) -> list[ast.expr]:
    """The expressions that a function takes from HP. Variables are replaced by what they are set to."""
    taken = taken_in(node)
    named = {key_of(each) for each in taken if isinstance(each, ast.Name)}
    found = [each for each in taken if not isinstance(each, ast.Name)]
    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and any(key_of(target) in named for target in part.targets):
            found.append(part.value)
        elif isinstance(part, ast.AugAssign) and key_of(part.target) in named:
            found.append(ast.BinOp(part.target, part.op, part.value))
    # A name that is never set is a parameter.
    return found or taken


def taken_in(node: ast.AST) -> list[ast.expr]:
    """The expressions that a piece of code takes from HP, as written."""
    taken: list[ast.expr] = []
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and key_of(part.func) in ("take_damage", "damage", "take_hit") and part.args:
            taken.append(part.args[0])
        elif isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Sub) and key_of(part.target) in HP:
            taken.append(part.value)
    return taken


def most_losses(body: Sequence[ast.stmt]) -> int:
    """How often statements take HP at most, over all ways through their branches."""
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
    """Whether a branch decides if an attack hits: HP is taken inside it, or it returns before."""
    leaves = any(isinstance(each, ast.Return | ast.Raise) for each in node.body)
    return leaves or any(losses(each) or sets_damage(each) for each in (*node.body, *node.orelse))


def sets_damage(node: ast.AST) -> bool:
    """Whether a statement sets a variable for damage."""
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
    """The properties of power, defense or max HP that are not a plain sum, and each unusual `take_damage`."""
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
    """Whether a stat is computed in another way than by adding bonuses to its base."""
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
    if any(isinstance(part, ast.If | ast.IfExp) and not WORN & mentions(part.test) for part in parts):
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


def is_sum(node: ast.AST) -> bool:
    """Whether something is added."""
    return isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Add)


def is_bonus_of_slot(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether an expression is the bonus of an equipped item: `self.weapon.equippable.power_bonus`."""
    return (
        isinstance(node, ast.Attribute)
        and any(node.attr in group for group in OWN_NAMES)
        and (isinstance(node.value, ast.Attribute) and isinstance(node.value.value, ast.Attribute))
    )


def changes_damage(node: FunctionNode) -> bool:
    """Whether a `take_damage` changes the damage that it is given, or applies it only under a condition."""
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
    """Whether an operation builds a string."""
    return any(
        isinstance(part, ast.JoinedStr) or isinstance(getattr(part, "value", None), str) for part in ast.walk(node)
    )
