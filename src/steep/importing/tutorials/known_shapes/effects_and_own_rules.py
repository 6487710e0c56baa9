"""Reads from an item's code what using it does: whom it hits, whether it heals or hurts, and its numbers.

It knows the shapes of the tutorials' functions and methods, whatever they are called. For code of another shape, names
decide.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from steep.importing.output.import_report import FIGHTS, ImportReport, Location
from steep.importing.python.evaluate_expressions import dotted, name_at_end
from steep.importing.python.expression_values import Call, number_of, words_in
from steep.importing.python.project_contents import Contents, FunctionNode
from steep.importing.python.resolve_imports import FieldReader, Fields, name_of, number_in
from steep.importing.tutorials.find_monsters_items_and_hero import DEFENSE, HP, POWER, XP, Entity
from steep.importing.tutorials.find_named_numbers import Fact
from steep.importing.tutorials.known_shapes.blows_and_gear import (
    attacks_in,
    least_of_plain_attack,
    most_losses,
    odd_stats,
)
from steep.importing.tutorials.known_shapes.placed_counts import adds_nothing
from steep.importing.tutorials.known_shapes.rolled_attacks import (
    Attack,
    attack_in_code,
    has_stat,
)

SAYS = {
    ("heal", "amount"): ("heal",),
    ("lightning", "amount"): ("damage",),
    ("lightning", "reach"): ("closest", "nearest"),
    ("fireball", "amount"): ("damage",),
}
"""Words in the names of functions that take a number of an effect."""

TURNS = ("number_of_turns", "num_turns", "turns", "duration", "turns_remaining", "turns_confused")

ACTIVATES = ("activate", "use", "apply", "on_use", "cast")
"""Methods of an item's component that run when it is used."""

USERS = frozenset(("caster", "consumer", "player", "user", "owner", "attacker", "hero"))
"""Names for whoever uses an item."""

AIMED = frozenset(("target_xy", "target_x", "target_y", "target_tile", "target_actor", "target_monster", "mouse"))
"""Names that show that the player chooses an item's target."""

EFFECTS = {
    ("heal", "self"): "heal",
    ("damage", "nearest"): "lightning",
    ("damage", "ball"): "fireball",
    ("confuse", "target"): "confusion",
}
"""The short forms of the most common effects."""


HURTS = ("damag", "dmg", "hp", "health", "hit", "hurt", "attack", "kill")

SIGNS = {
    "heal": ("heal", "hp", "hit", "recover", "restore"),
    "lightning": HURTS,
    "fireball": HURTS,
    "confusion": ("confus", "ai"),
}
"""How words in the names of code that does an effect begin."""


@dataclass(frozen=True, slots=True)
class Use:
    """What using an item does."""

    does: str
    """"heal", "damage" or "confuse"."""
    shape: str
    """As in abilities: "self", "nearest", "target", "ball" or "burst"."""
    spares_user: bool = False
    """Whether a ball or burst leaves its user unhurt."""
    amount: str = ""
    """The field or constant with the amount, as written; empty if the code does not show it."""
    reach: str = ""
    """The same for the reach."""

    @property
    def effect(self) -> str:
        """The short form; "none" if it has none."""
        return "none" if self.spares_user else EFFECTS.get((self.does, self.shape), "none")


def use_in_code(used: str, contents: Contents) -> Use | None:
    """What the function or the component `used` does; None if its code is missing or of no known shape.

    `used` may name a class and its base classes after it, the nearest first.
    """
    for name in used.split():
        methods = {method.node.name: method.node for method in contents.methods if method.owner == name}
        for node in (*(methods[each] for each in ACTIVATES if each in methods), contents.functions.get(name)):
            if node is not None and not all(map(is_nothing, node.body)):
                return use_of(node)
    return None


def does_something_else(used: str, effect: str, contents: Contents) -> bool:
    """Whether the code of `used` calls something, but names nothing after what the effect of its name does."""
    owners = used.split()
    nodes = [method.node for method in contents.methods if method.owner in owners and method.node.name in ACTIVATES]
    nodes += [contents.functions[name] for name in owners if name in contents.functions]
    parts = [part for node in nodes for part in ast.walk(node)]
    calls = any(isinstance(part, ast.Call) and name_at_end(part.func) != "get" for part in parts)
    words = {word for part in parts for word in words_in(name_at_end(part))}
    return calls and not any(word.startswith(SIGNS[effect]) for word in words)


def never_used_up(used: str, contents: Contents) -> Location | None:
    """Where the component `used` is activated without calling the project's `consume`; None if nothing shows that."""
    consumes = any(method.node.name == "consume" for method in contents.methods)
    for name in used.split() if consumes else ():
        for method in contents.methods:
            if (method.owner, method.node.name) == (name, "activate") and not all(map(is_nothing, method.node.body)):
                calls = {name_at_end(call.func) for call in ast.walk(method.node) if isinstance(call, ast.Call)}
                return None if calls & {"consume", "remove", "activate"} else method.location
    return None


def is_nothing(node: ast.stmt) -> bool:
    """Whether a statement does nothing, or only says that a derived class must implement it."""
    return isinstance(node, ast.Raise | ast.Pass) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def use_of(node: FunctionNode) -> Use | None:
    """What a function does; None if it is of no known shape."""
    hits, heals, dazes = [*calls_of(node, "take_damage")], [*calls_of(node, "heal")], [*confusions(node)]
    if sum(map(bool, (hits, heals, dazes))) != 1 or any(map(keeps_item, ast.walk(node))):
        return None
    consumed = keys_returned(node).get("consumed", [True])
    if True not in consumed:
        # A wand that is not used up.
        return None
    loops = [loop for loop in ast.walk(node) if isinstance(loop, ast.For)]
    tests = [test for loop in loops for test in ast.walk(loop) if isinstance(test, ast.Compare)]
    near = next(filter(is_within, tests), None)
    inside = any(part in [*ast.walk(loop)] for loop in loops for part in (*hits, *heals, *dazes))
    aimed = not AIMED.isdisjoint(map(name_at_end, ast.walk(node)))
    at_target = aimed and near is None and (not inside or any(map(is_at_target, tests)))
    if heals:
        return None if inside else Use("heal", "self", amount=argument(heals[0]))
    does, amount = ("confuse", "") if dazes else ("damage", argument(hits[0]))
    if near is not None and inside:
        spares = any(map(excludes_user, ast.walk(node)))
        return Use(does, "ball" if aimed else "burst", spares, amount, name_in(near.comparators[0]))
    search = next(calls_like(node, ("closest", "nearest")), None)
    if search is not None and not aimed:
        return Use(does, "nearest", amount=amount, reach=argument(search))
    closest = next(filter(is_closer, tests), None)
    if closest is not None and not inside and not aimed:
        return Use(does, "nearest", amount=amount, reach=limit_of(node, name_at_end(closest.comparators[0])))
    return Use(does, "target", amount=amount) if at_target else None


def keeps_item(node: ast.AST) -> bool:
    """Whether a field of the item decides if it is used up: `if not self.reusable: self.consume()`.

    `if user.heal(self.amount) > 0: self.consume()` is not such a case: it only keeps an item that did nothing.
    """
    return (
        isinstance(node, ast.If)
        and not any(next(calls_of(node.test, name), None) for name in ("heal", "take_damage"))
        and any(isinstance(part, ast.Attribute) and dotted(part).startswith("self.") for part in ast.walk(node.test))
        and any(next(calls_of(part, "consume"), None) is not None for part in node.body)
    )


def calls_of(node: ast.AST, name: str) -> Iterator[ast.Call]:
    """The calls of a name in a piece of code."""
    return (each for each in ast.walk(node) if isinstance(each, ast.Call) and name_at_end(each.func) == name)


def calls_like(node: ast.AST, words: Sequence[str]) -> Iterator[ast.Call]:
    """The calls of functions that have one of these words in their names."""
    return (
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and set(words) & set(words_in(name_at_end(each.func)))
    )


def confusions(node: ast.AST) -> Iterator[ast.Call]:
    """The calls that make somebody's AI a confused one."""
    return (
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Call)
        and "confus" in name_at_end(each.func).lower()
        and name_at_end(each.func)[:1].isupper()
    )


def is_within(node: ast.Compare) -> bool:
    """Whether this compares a distance with a radius: `actor.distance(x, y) <= self.radius`."""
    return (
        len(node.ops) == 1
        and isinstance(node.ops[0], ast.LtE | ast.Lt)
        and isinstance(node.left, ast.Call)
        and "distance" in name_at_end(node.left.func)
    )


def is_at_target(node: ast.Compare) -> bool:
    """Whether this looks for an actor at the target: `entity.x == target_x`."""
    return isinstance(node.ops[0], ast.Eq) and name_at_end(node.comparators[0]) in AIMED


def is_closer(node: ast.Compare) -> bool:
    """Whether this compares a distance with the shortest so far: `distance < closest_distance`."""
    return (
        len(node.ops) == 1
        and isinstance(node.ops[0], ast.Lt | ast.LtE)
        and isinstance(node.left, ast.Name)
        and bool({"closest", "nearest", "shortest"} & {*words_in(name_at_end(node.comparators[0]))})
    )


def excludes_user(node: ast.AST) -> bool:
    """Whether this leaves out the item's user: `entity != caster`."""
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.NotEq | ast.IsNot)
        and any(name_at_end(side) in USERS for side in (node.left, *node.comparators))
    )


def argument(call: ast.Call) -> str:
    """The name of a method's first argument, or of a function's last one: a function's first argument is the target."""
    at = -1 if isinstance(call.func, ast.Name) else 0
    return name_in(call.args[at]) if call.args else ""


def name_in(node: ast.expr) -> str:
    """The name in `self.radius` or `radius + 1`; empty if there is none."""
    node = node.left if isinstance(node, ast.BinOp) else node
    return dotted(node).rpartition(".")[2]


def odd_number(used: str, key: str, contents: Contents) -> str:
    """The code, with its place, that computes an effect's number from more than a field or a constant; else empty."""
    for method in (*contents.methods, *contents.free):
        name = method.owner if method.node.name in ACTIVATES else method.node.name
        if name not in used.split() or (method.owner and name != method.owner):
            continue
        node = method.node
        if key == "amount":
            if most_losses(node.body) > 1:
                return f"taken more than once ({method.location})"
            given = [call.args[-1 if isinstance(call.func, ast.Name) else 0] for call in amounts_of(node)]
            given += [
                value for call in confusions(node) for value in (*call.args, *(word.value for word in call.keywords))
            ]
        else:
            tests = [test for test in ast.walk(node) if isinstance(test, ast.Compare)]
            given = [test.comparators[0] for test in tests if is_within(test)]
            given += [limit for test in tests if is_closer(test) if (limit := first_value(node, test)) is not None]
            below = next((test for test in tests if is_within(test) and isinstance(test.ops[0], ast.Lt)), None)
            if below is not None:
                return f"{ast.unparse(below)[:80]} ({method.location.file}:{below.lineno})"
        for value in given:
            odd = next((each for each in values_of(value, node) if not is_one_number(each)), None)
            if odd is not None:
                return f"{ast.unparse(odd)[:80]} ({method.location.file}:{odd.lineno})"
    return ""


def amounts_of(node: FunctionNode) -> list[ast.Call]:
    """The calls that heal or hurt."""
    return [call for name in ("heal", "take_damage") for call in calls_of(node, name) if call.args]


def values_of(value: ast.expr, node: FunctionNode, seen: tuple[str, ...] = ()) -> list[ast.expr]:
    """What a function sets a variable or a field to and changes it by; just the expression if it does neither."""
    name = dotted(value)
    found: list[ast.expr] = []
    for part in ast.walk(node) if name and name not in seen else ():
        if isinstance(part, ast.Assign) and name in map(dotted, part.targets):
            found += values_of(part.value, node, (*seen, name))
        elif isinstance(part, ast.AugAssign) and name == dotted(part.target):
            found.append(ast.copy_location(ast.BinOp(part.target, part.op, part.value), part))
    return found or [value]


def is_one_number(node: ast.expr) -> bool:
    """Whether an expression is just a field, a constant or an argument, with nothing computed from it."""
    return not any(
        (isinstance(part, ast.BinOp) and not adds_nothing(part))
        or (isinstance(part, ast.Call) and not ROLLED.isdisjoint(words_in(name_at_end(part.func))))
        for part in ast.walk(node)
    )


ROLLED = frozenset(("rand", "randint", "random", "randrange", "roll", "dice", "choice", "uniform"))


def first_value(node: FunctionNode, test: ast.Compare) -> ast.expr | None:
    """The initial value of the shortest distance so far, without the 1 that turns `<=` into `<`."""
    name = name_at_end(test.comparators[0])
    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and name_at_end(part.targets[0]) == name:
            plus = isinstance(part.value, ast.BinOp) and isinstance(part.value.op, ast.Add)
            return part.value.left if isinstance(part.value, ast.BinOp) and plus else part.value
    return None


def limit_of(node: FunctionNode, name: str) -> str:
    """The initial value of a name: `closest_distance = self.maximum_range + 1.0`."""
    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and name_at_end(part.targets[0]) == name:
            return name_in(part.value)
    return ""


def number_from_code(effect: str, key: str, used: str, contents: Contents, parts: FieldReader) -> Fact | None:
    """A number of the effect of the function `used`; None if its calls don't show it."""
    words = SAYS.get((effect, key), ())
    inside = [made for made in contents.calls if used and made.inside.rpartition(".")[2] == used]
    for made in inside:
        if set(words) & set(words_in(made.key)):
            number = first_number(made)
            if number is not None:
                return Fact(number, made.location)
    if (effect, key) == ("confusion", "amount"):
        # The state that it gives its target: `ConfusedMonster(entity.ai, 10)`.
        for made in [*inside, *contents.calls]:
            if "confus" in made.key.lower() and made.key[:1].isupper():
                turns = number_in(parts.fields(made), TURNS)
                turns = first_number(made) if turns is None else turns
                if turns is not None:
                    return Fact(turns, made.location)
        for name, about in contents.classes.items():
            turns = number_in(about.defaults, TURNS) if "confus" in name.lower() else None
            if turns is not None:
                return Fact(turns, about.location)
    return None


def first_number(made: Call) -> int | None:
    """The first argument that is a number."""
    numbers = [number_of(value) for value in (*made.args, *made.named.values())]
    return next((int(number) for number in numbers if number is not None), None)


# Reports what differs from the tutorials: the attack, the monsters' AI, and custom stats.

KNOWN_AI = frozenset(("basicmonster", "hostileenemy", "confusedmonster", "confusedenemy", "baseai", "basicai"))
AI_FIELDS = ("ai", "ai_cls", "ai_component", "ai_class")
SHOWN = 3
"""How many kinds one line names."""


def read_attack(contents: Contents, fighters: Sequence[Fields], report: ImportReport) -> Attack | None:
    """The attack of a project, if it is of a known shape; None if it is power minus defense, or assumed to be."""
    attacks = attacks_in(contents)
    own = [method for method in attacks if least_of_plain_attack(method.node) is None]
    for odd in odd_stats(contents):
        what = f"{odd} is not recognised; in Steep bonuses add up, and a hit takes its full damage"
        report.assume("gear", what, odd.location)
    if not attacks:
        report.assume("attack", "no attack was found; in Steep a hit takes power minus defense")
        return None
    if not own:
        least = {least_of_plain_attack(method.node) or 0 for method in attacks}
        report.add_read(f"the attack: {attacks[0]}", attacks[0].location)
        return Attack(least=min(least)) if least != {0} else None
    once = len(own) == 1 and most_losses(own[0].node.body) == 1
    attack = attack_in_code(own[0].node) if once else None
    if attack is None or not has_stat(attack, fighters):
        for method in own:
            what = f"{method} is a custom attack; in Steep a hit takes power minus defense"
            report.assume("attack", what, method.location)
        return None
    report.add_read(f"the attack: {own[0]}", own[0].location)
    if attack.point:
        what = f"a die is rolled against defense, so a point of defense is {attack.point} percent in Steep"
        report.add_taken(f"{own[0].location}: {what}", FIGHTS)
    if attack.accuracy in POWER:
        what = "power is added to the roll, too; in Steep, power that is gained later does not raise accuracy"
        report.add_taken(f"{own[0].location}: {what}", FIGHTS)
    return attack


def report_own_rules(contents: Contents, monsters: list[Entity], attack: Attack | None, report: ImportReport) -> None:
    """Report AI and stats of monsters that the tutorials don't have, each in one line."""
    report_slips(contents, report)
    report_ai(contents, monsters, report)
    report_stats(monsters, {attack.accuracy, attack.evasion} if attack is not None else set(), report)


def report_slips(contents: Contents, report: ImportReport) -> None:
    """Report conditions that check only an entity's row or column, and a turn that is named but never set."""
    for method in (*contents.methods, *contents.free):
        for node in ast.walk(method.node):
            place = Location(method.location.file, getattr(node, "lineno", method.location.line))
            if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) and any(map(is_coordinate, node.values)):
                if any(isinstance(each, ast.Compare) and is_coordinate(each.left) for each in node.values):
                    what = f"{ast.unparse(node)[:80]} is true of a whole row or column; in Steep of one cell only"
                    report.assume("counts", what, place)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Attribute | ast.Compare):
                last = node.value.comparators[-1] if isinstance(node.value, ast.Compare) else node.value
                if "turn" in words_in(name_at_end(last)):
                    what = f"{ast.unparse(node)[:80]} sets nothing, so no turn passes; in Steep one does"
                    report.add_finding(what, place)


def is_coordinate(node: ast.expr) -> bool:
    """Whether an expression is somebody's x or y."""
    return isinstance(node, ast.Attribute) and node.attr in ("x", "y")


def report_ai(contents: Contents, monsters: list[Entity], report: ImportReport) -> None:
    """Report the custom AI classes, and which monsters have them."""
    users: dict[str, list[Entity]] = {}
    for monster in monsters:
        for field in AI_FIELDS:
            name = name_of(monster.fields.get(field))
            if name and name.lower() not in KNOWN_AI and name in contents.classes:
                users.setdefault(name, []).append(monster)
    for name, having in users.items():
        who = ", ".join(monster.name or monster.source.label for monster in having[:SHOWN])
        more = f" and {len(having) - SHOWN} more" if len(having) > SHOWN else ""
        report.add_unread(
            f"{name} is a custom AI ({who}{more}); in Steep they attack on sight", contents.classes[name].location
        )


def report_stats(monsters: list[Entity], read: set[str], report: ImportReport) -> None:
    """Report numbers of monsters' fighters that are not among the stats that are read."""
    known = {*HP, *POWER, *DEFENSE, *XP, *read}
    others: dict[str, list[Entity]] = {}
    for monster in monsters:
        for name, value in (monster.fighter or {}).items():
            if name not in known and number_of(value) and monster.fighter is not monster.fields:
                others.setdefault(name, []).append(monster)
    for name, having in others.items():
        first = having[0]
        count = f" and {len(having) - 1} more" if len(having) > 1 else ""
        report.add_unread(
            f"{name} of {first.name or first.source.label}{count}: Steep has no such stat", first.location
        )


def keys_returned(node: ast.AST) -> dict[str, list[object]]:
    """The keys of the dictionaries that a piece of code makes, each with the literal values that it is given."""
    keys: dict[str, list[object]] = {}
    for each in ast.walk(node):
        if isinstance(each, ast.Dict):
            for key, value in zip(each.keys, each.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    values = keys.setdefault(key.value, [])
                    if isinstance(value, ast.Constant) and value.value not in values:
                        values.append(value.value)
    return keys
