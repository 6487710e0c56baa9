"""Reads an attack that rolls: percent to hit, a die against armour, evasion, critical hits.

Only attacks all of whose random numbers and damage have a known shape are read. Any other is left to a person.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from steep.importing.output.ruleset_toml import Draft, Section
from steep.importing.python.chances_of_rolls import SIGNS, TURNED, Spread
from steep.importing.python.evaluate_expressions import dotted
from steep.importing.python.expression_values import words_in
from steep.importing.python.project_contents import FunctionNode
from steep.importing.python.read_calls_as_fields import Fields, number_in
from steep.importing.python.written_numbers import origins_of, written_int
from steep.importing.tutorials.find_game_code import name_at_end
from steep.importing.tutorials.find_monsters_items_and_hero import DEFENSE, POWER

ROLLS = frozenset(("rand", "randint", "random", "randrange", "roll", "dice", "choice", "random_get_int"))
EVASION = ("evasion", "dodge", "dodge_chance", "evade", "evasion_chance")
ACCURACY = ("accuracy", "hit", "to_hit", "hit_bonus", "attack_bonus", "hit_chance", "base_hit")


PERCENTS = Spread(Fraction(1), Fraction(101), whole=True)
"""A roll of 1 to 100."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as a ruleset says it. Chances are in percent."""

    hit_chance: int = 100
    critical_chance: int = 0
    critical_factor: int = 100
    least: int = 0
    """HP that a hit takes at least."""
    point: int = 0
    """Percent that a point of defense takes off the chance to be hit, where a die is rolled against it; else 0."""
    offset: int = 0
    """Percent that the die adds to everybody's chance to hit."""
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
    names = {name: value for name, value in named.items() if value in rolls}
    tests = [test for part in ast.walk(node) if isinstance(part, ast.If) and (test := test_of(part, names, rolls))]
    if not rolls or {test.roll for test in tests} != {*rolls}:
        return None
    attack: Attack | None = Attack()
    for test in tests:
        attack = with_test(attack, test) if attack is not None else None
    return with_damage(attack, node) if attack is not None else None


def is_roll(call: ast.Call) -> bool:
    """Whether a call draws a random number, judged by its name."""
    return bool(ROLLS & {*words_in(name_at_end(call.func)), name_at_end(call.func)})


def test_of(branch: ast.If, names: Mapping[str, ast.expr], rolls: Sequence[ast.Call]) -> Test | None:
    """The condition of a branch; None if it compares no roll."""
    test = branch.test
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or type(test.ops[0]) not in SIGNS:
        return None
    sign = SIGNS[type(test.ops[0])]
    for left, right, turned in ((test.left, test.comparators[0], sign), (test.comparators[0], test.left, TURNED[sign])):
        added = left.right if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add) else None
        rolled = left.left if isinstance(left, ast.BinOp) and added is not None else left
        call = names.get(rolled.id) if isinstance(rolled, ast.Name) else rolled
        if isinstance(call, ast.Call) and call in rolls and (spread := spread_of(call)) is not None:
            return Test(spread, turned, stat(added) if added is not None else "", right, branch, call)
    return None


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
    """An attack with what a condition adds to it; None if that is not known."""
    if is_critical(test):
        limit = whole_of(test.other)
        if limit is None or test.bonus:
            return None
        always = percent(test.share(limit)) if test.sign == "==" and limit == test.spread.high - 1 else 0
        factor = next(factors(test.branch))
        chance = percent(test.share(limit))
        return replace(attack, critical_chance=chance, critical_factor=100 * factor, always=always)
    hits = lands(test.branch.body)
    if hits is lands(test.branch.orelse) and test.branch.orelse:
        return None
    limit = whole_of(test.other)
    if limit is not None and not test.bonus:
        share = test.share(limit)
        return replace(attack, hit_chance=percent(share if hits else 1 - share))
    size = int(test.spread.size)
    if stat(test.other) in DEFENSE and 100 % size == 0 and test.bonus in ("", *ACCURACY) and test.spread.low == 1:
        # roll + bonus >= defense: (size + 1 + bonus - defense) of size; with > one less.
        reaches = test.sign in (">=", "<")
        if hits is not (test.sign in (">", ">=")):
            return None
        step = 100 // size
        return replace(attack, point=step, offset=step if reaches else 0, accuracy=test.bonus)
    if stat(test.other) in EVASION and not test.bonus and test.spread == PERCENTS:
        return replace(attack, evasion=stat(test.other)) if hits is (test.sign == ">") else None
    return None


def with_damage(attack: Attack, node: FunctionNode) -> Attack | None:
    """An attack with its least damage; None unless it takes power, minus defense where no die is rolled against it."""
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
        else:
            return None
    return attack if plain else None


def damages(node: ast.AST) -> Iterator[ast.expr]:
    """The values that a name such as `damage` is set to."""
    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and "damage" in words_in(name_at_end(part.targets[0])):
            yield part.value


def is_critical(test: Test) -> bool:
    """Whether a branch multiplies the damage."""
    return next(factors(test.branch), None) is not None


def factors(branch: ast.If) -> Iterator[int]:
    """The whole numbers that a branch itself multiplies something by."""
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
    """A share in percent, to the nearest."""
    return round(share * 100)


def write_attack(draft: Draft, attack: Attack, fighters: Mapping[tuple[str, ...], Sequence[Fields]]) -> None:
    """Write an attack, what it takes from the stats of monsters and the hero, and defense in percent."""
    section = draft.section("attack")
    section.put("hit_chance", attack.hit_chance)
    if attack.critical_chance:
        section.put("critical_chance", attack.critical_chance)
        section.put("critical_factor", attack.critical_factor)
    if attack.least:
        section.put("min_damage", attack.least)
    if attack.always:
        section.put("min_hit_chance", attack.always)
    if attack.point:
        section.put("armor", "evasion")
    for made in draft.sections:
        if attack.point:
            scale_defense(made, attack.point)
        if made.path not in fighters:
            continue
        for key, name, step, more in (
            ("accuracy", attack.accuracy, attack.point, attack.offset),
            ("evasion", attack.evasion, 1, 0),
        ):
            numbers = [number_in(fields, (name,)) for fields in fighters[made.path] if name]
            value = next((number for number in numbers if number is not None), 0) * step + more
            if value:
                made.put(key, value)


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
