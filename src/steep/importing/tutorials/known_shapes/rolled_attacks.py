"""Reads an attack that rolls: percent to hit, a die against armour, evasion, critical hits.

An attack is read only if all its random numbers and its damage have a known shape. Any other is left to a person.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from steep.importing.output.ruleset_toml import Draft, Section
from steep.importing.python.chances_of_rolls import SIGNS, TURNED, Spread
from steep.importing.python.evaluate_expressions import dotted, name_at_end
from steep.importing.python.expression_values import words_in
from steep.importing.python.project_contents import FunctionNode
from steep.importing.python.resolve_imports import Fields, number_in
from steep.importing.python.written_numbers import origins_of, written_int
from steep.importing.tutorials.find_monsters_items_and_hero import DEFENSE, POWER

ROLLS = frozenset(("rand", "randint", "random", "randrange", "roll", "dice", "choice", "random_get_int"))
EVASION = ("evasion", "dodge", "dodge_chance", "evade", "evasion_chance")
UNKNOWN_BONUS = "?"
"""What is added to a roll, if it is not a stat."""


PERCENTS = Spread(Fraction(1), Fraction(101), whole=True)
"""A roll of 1 to 100."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as a ruleset says it. Chances are in percent."""

    hit_chance: int = 100
    critical_chance: int = 0
    critical_factor: int = 100
    least: int = 0
    """The minimum HP that a hit takes."""
    point: int = 0
    """Percent by which a point of defense lowers the chance to be hit, if a die is rolled against it; else 0."""
    offset: int = 0
    """Percent that the die adds to everybody's chance to hit; negative if it lowers it."""
    most: int = 100
    """The highest chance to hit."""
    dice: str = ""
    """What is rolled and added to power; empty for nothing."""
    always: int = 0
    """The lowest chance to hit."""
    accuracy: str = ""
    """The stat that is added to the roll; empty for none."""
    evasion: str = ""
    """The stat that is the percent of misses; empty for none."""


@dataclass(frozen=True, slots=True)
class Test:
    """A condition that compares a roll, turned so that the roll is on the left."""

    spread: Spread
    sign: str
    bonus: str
    """The stat that is added to the roll."""
    other: ast.expr
    branch: ast.If
    roll: ast.Call

    def share(self, limit: int) -> Fraction:
        """The share of rolls that meet it."""
        below, above = self.spread.cut(self.sign, Fraction(limit))
        if self.sign == "==":
            return Fraction(int(self.spread.low <= limit < self.spread.high)) / self.spread.size
        return (above if self.sign in (">", ">=") else below).size / self.spread.size


def attack_in_code(node: FunctionNode) -> Attack | None:
    """What an attack that rolls does; None if it rolls nothing, or has a shape that is not known."""
    rolls = [call for call in ast.walk(node) if isinstance(call, ast.Call) and is_roll(call)]
    named = {name_at_end(part.targets[0]): part.value for part in ast.walk(node) if isinstance(part, ast.Assign)}
    compared = [(part, test) for part in ast.walk(node) if isinstance(part, ast.If) for test in alternatives(part.test)]
    tests = [found for part, test in compared if (found := test_of(part, test, named, rolls))]
    damage = [roll for roll in rolls if any(roll in ast.walk(value) for value in damages(node))]
    if not tests or {test.roll for test in tests} | {*damage} != {*rolls} or len(damage) > 1:
        return None
    attack: Attack | None = Attack()
    for test in tests:
        attack = with_test(attack, test) if attack is not None else None
    return with_damage(attack, node) if attack is not None else None


def alternatives(test: ast.expr) -> list[ast.expr]:
    """The parts of a condition joined by "or": `roll == 20 or roll + self.hit >= target.ac`."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]


def is_roll(call: ast.Call) -> bool:
    """Whether a call draws a random number, judged by its name."""
    return bool(ROLLS & {*words_in(name_at_end(call.func)), name_at_end(call.func)})


def test_of(branch: ast.If, test: ast.expr, named: Mapping[str, ast.expr], rolls: Sequence[ast.Call]) -> Test | None:
    """A condition of a branch, or a part of one, as a test; None if it compares no roll."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or type(test.ops[0]) not in SIGNS:
        return None
    sign = SIGNS[type(test.ops[0])]
    for left, right, turned in ((test.left, test.comparators[0], sign), (test.comparators[0], test.left, TURNED[sign])):
        for rolled, added in sums(set_to(left, named)):
            call = set_to(rolled, named)
            if isinstance(call, ast.Call) and call in rolls and (spread := spread_of(call)) is not None:
                return Test(
                    spread, turned, stat(added) or UNKNOWN_BONUS if added is not None else "", right, branch, call
                )
    return None


def set_to(node: ast.expr, named: Mapping[str, ast.expr]) -> ast.expr:
    """The value that a variable is set to; for anything else, the expression itself."""
    return named.get(node.id, node) if isinstance(node, ast.Name) else node


def sums(node: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    """The two operands of a sum, each paired with the other; anything else, paired with None."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [(node.left, node.right), (node.right, node.left)]
    return [(node, None)]


def spread_of(call: ast.Call) -> Spread | None:
    """The numbers that `randint(1, 100)` or `roll(1, 20)` gives; None for others."""
    numbers = [part.value for part in call.args if isinstance(part, ast.Constant) and type(part.value) is int]
    name = name_at_end(call.func)
    if len(numbers) != len(call.args) or call.keywords:
        return None
    numbers = numbers[1:] if name == "random_get_int" and len(numbers) == 3 else numbers
    if len(numbers) != 2 or not (name in ("randint", "random_get_int") or numbers[0] == 1) or numbers[0] > numbers[1]:
        return None
    return Spread(Fraction(numbers[0]), Fraction(numbers[1] + 1), whole=True)


def stat(node: ast.expr) -> str:
    """The stat that an expression reads, such as `self.power`; empty if it reads none."""
    return "_".join(words_in(dotted(node).rpartition(".")[2]))


def with_test(attack: Attack, test: Test) -> Attack | None:
    """An attack together with what a condition says of it; None if the condition is of no known shape."""
    if is_critical(test):
        limit = whole_of(test.other)
        if limit is None or test.bonus:
            return None
        always = percent(test.share(limit)) if test.sign == "==" and limit == test.spread.high - 1 else 0
        factor = next(factors(test.branch))
        chance = percent(test.share(limit))
        return replace(attack, critical_chance=chance, critical_factor=100 * factor, always=always)
    limit = whole_of(test.other)
    if test.sign == "==" and limit is not None and not test.bonus:
        # A natural 20, or a 1.
        natural = percent(test.share(limit))
        if limit == test.spread.high - 1 and lands(test.branch.body):
            return replace(attack, always=natural)
        return replace(attack, most=100 - natural) if limit == test.spread.low and not lands(test.branch.body) else None
    hits = lands(test.branch.body)
    misses = lands(test.branch.orelse) or any(isinstance(each, ast.Return | ast.Raise) for each in test.branch.body)
    if (hits is lands(test.branch.orelse) and test.branch.orelse) or not (hits or misses or [*damages(test.branch)]):
        return None
    if limit is not None and not test.bonus:
        share = test.share(limit)
        return replace(attack, hit_chance=percent(share if hits else 1 - share))
    size = int(test.spread.size)
    base, armor = base_and_stat(test.other)
    if armor in DEFENSE and 100 % size == 0 and test.bonus not in DEFENSE and test.spread.low == 1:
        # roll + bonus >= base + defense: (size + 1 + bonus - base - defense) of size; with > one less.
        reaches = test.sign in (">=", "<")
        if hits is not (test.sign in (">", ">=")):
            return None
        step = 100 // size
        return replace(attack, point=step, offset=step * (int(reaches) - base), accuracy=test.bonus)
    if stat(test.other) in EVASION and not test.bonus and test.spread == PERCENTS:
        return replace(attack, evasion=stat(test.other)) if hits is (test.sign == ">") else None
    return None


def base_and_stat(node: ast.expr) -> tuple[int, str]:
    """The number and the stat of `10 + target.fighter.defense`; of a stat alone, 0 and the stat."""
    for part, other in sums(node):
        number = whole_of(part) if other is not None else None
        if number is not None and other is not None:
            return number, stat(other)
    return 0, stat(node)


def with_damage(attack: Attack, node: FunctionNode) -> Attack | None:
    """An attack with its minimum damage; None unless it takes power, minus defense if no die is rolled against that."""
    plain = False
    for value in damages(node):
        if isinstance(value, ast.Constant):
            if type(value.value) is int and value.value > 0:
                attack = replace(attack, least=value.value)
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
            continue
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Sub) and not attack.point:
            plain = stat(value.left) in POWER and stat(value.right) in DEFENSE
            if not plain:
                return None
        elif attack.point and stat(value) in POWER:
            plain = True
        elif attack.point and (dice := dice_and_power(value)):
            attack, plain = replace(attack, dice=dice), True
        else:
            return None
    return attack if plain else None


def dice_and_power(node: ast.expr) -> str:
    """The die of `randint(1, 6) + self.power`, as "1d6"; empty for anything else."""
    for part, other in sums(node):
        spread = spread_of(part) if isinstance(part, ast.Call) and is_roll(part) else None
        if spread is not None and spread.low == 1 and other is not None and stat(other) in POWER:
            return f"1d{spread.high - 1}"
    return ""


def damages(node: ast.AST) -> Iterator[ast.expr]:
    """The values that a name such as `damage` is set to, and values that are taken from HP directly."""
    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and "damage" in words_in(name_at_end(part.targets[0])):
            yield part.value
        taken = None
        if isinstance(part, ast.Call) and name_at_end(part.func) == "take_damage" and part.args:
            taken = part.args[0]
        elif isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Sub) and name_at_end(part.target) == "hp":
            taken = part.value
        if taken is not None and not (isinstance(taken, ast.Name) or "damage" in words_in(stat(taken))):
            yield taken


def is_critical(test: Test) -> bool:
    """Whether a branch multiplies the damage."""
    return next(factors(test.branch), None) is not None


def factors(branch: ast.If) -> Iterator[int]:
    """The whole numbers by which a branch itself multiplies something."""
    for statement in branch.body:
        if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Mult):
            yield from filter(None, [whole_of(statement.value)])
        elif isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr):
            products = (part for part in ast.walk(statement) if isinstance(part, ast.BinOp))
            yield from filter(None, (whole_of(part.right) for part in products if isinstance(part.op, ast.Mult)))


def lands(statements: Sequence[ast.stmt]) -> bool:
    """Whether statements take HP, or set a damage that is not 0."""
    for part in (part for statement in statements for part in ast.walk(statement)):
        if isinstance(part, ast.Call) and name_at_end(part.func) == "take_damage":
            return True
        if isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Sub) and name_at_end(part.target) == "hp":
            return True
    return any(whole_of(value) != 0 for statement in statements for value in damages(statement))


def whole_of(node: ast.expr) -> int | None:
    """A literal whole number."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def percent(share: Fraction) -> int:
    """A share in percent, rounded to the nearest."""
    return round(share * 100)


def write_attack(draft: Draft, attack: Attack, fighters: Mapping[tuple[str, ...], Sequence[Fields]]) -> None:
    """Write an attack, the stats of monsters and the hero that it uses, and defense in percent."""
    section = draft.section("attack")
    section.put("hit_chance", max(attack.hit_chance + min(attack.offset, 0), 0))
    if attack.critical_chance:
        section.put("critical_chance", attack.critical_chance)
        section.put("critical_factor", attack.critical_factor)
    if attack.least:
        section.put("min_damage", attack.least)
    if attack.always:
        section.put("min_hit_chance", attack.always)
    if attack.most < 100:
        section.put("max_hit_chance", attack.most)
    if attack.point:
        section.put("armor", "evasion")
    for made in draft.sections:
        if attack.point:
            scale_defense(made, attack.point)
        if made.path not in fighters:
            continue
        for key, name, step, more in (
            ("accuracy", attack.accuracy, attack.point, max(attack.offset, 0)),
            ("evasion", attack.evasion, 1, 0),
        ):
            numbers = [number_in(fields, names_of(name)) for fields in fighters[made.path] if name]
            value = next((number for number in numbers if number is not None), 0) * step + more
            if value:
                made.put(key, value)
        if attack.dice:
            made.put("damage", attack.dice)


def names_of(stat: str) -> tuple[str, ...]:
    """The names of a stat in the fields of fighters."""
    return POWER if stat in POWER else (stat,)


def has_stat(attack: Attack, fighters: Iterable[Fields]) -> bool:
    """Whether any fighter has the stat that is added to the roll as a field; a formula does not count."""
    return not attack.accuracy or any(number_in(fields, names_of(attack.accuracy)) is not None for fields in fighters)


def scale_defense(section: Section, point: int) -> None:
    """Turn a section's points of defense into percent."""
    value, remark = section.entries.get("defense", (None, ""))
    if isinstance(value, int):
        section.put("defense", written_int(value * point, origins_of(value), Fraction(point)), remark)
    choices, remark = section.entries.get("choices", ([], ""))
    if any(choice["stat"] == "defense" for choice in choices):
        points = [
            {**choice, "amount": choice["amount"] * (point if choice["stat"] == "defense" else 1)} for choice in choices
        ]
        section.put("choices", points, remark)
