"""The chances of an ``if`` … ``elif`` … ``else`` that compares random numbers, such as ``if random() < 0.8``."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeGuard

from steep.importing.python.evaluate_expressions import Evaluator, Scope, dotted
from steep.importing.python.expression_values import Call, UnresolvedName, Value, integer_of, number_of, words_in

# Reads conditions: the words or random numbers that they compare.


def compared_words(test: ast.expr, evaluator: Evaluator, scope: Scope) -> tuple[str, list[str]]:
    """The name that a condition compares with words, and the words; ("", []) if it compares none."""
    match test:
        case ast.BoolOp(op=ast.Or()):
            parts = [compared_words(part, evaluator, scope) for part in test.values]
            return parts[0][0], [word for _, words in parts for word in words]
        case ast.BoolOp(op=ast.And()):
            parts = [compared_words(part, evaluator, scope) for part in test.values]
            return next((part for part in parts if part[1]), ("", []))
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is() | ast.In()], comparators=[right]):
            pairs = [(dotted(side), evaluator.evaluate(other, scope)) for side, other in ((left, right), (right, left))]
            for about, value in pairs:
                words = value if isinstance(value, list | tuple) else [value]
                words = [word.key if is_member(word) else word for word in words]
                if about and words and all(isinstance(word, str | int) for word in words):
                    return about, [str(word) for word in words]
    return "", []


def is_member(value: Value) -> TypeGuard[UnresolvedName]:
    """Whether a value is a member of an enumeration, such as `Race.ORC`, but not a state of a screen."""
    named = isinstance(value, UnresolvedName) and "." in value.path and value.key.isupper()
    return named and not {"state", "states"} & {*words_in(value.path)}


def is_roll(test: ast.expr) -> bool:
    """Whether a condition, or a part of it, compares a random number with a number. Names show which are random."""
    if isinstance(test, ast.BoolOp):
        return any(map(is_roll, test.values))
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        return False
    name = (dotted(test.left.func) if isinstance(test.left, ast.Call) else dotted(test.left)).rpartition(".")[2].lower()
    return any(word in name for word in ("rand", "dice", "chance", "roll"))


SIGNS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=="}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}
"""Each comparison sign with its sides exchanged."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Equally likely numbers from `low` to below `high`, whole or not."""

    low: Fraction
    high: Fraction
    whole: bool

    @property
    def size(self) -> Fraction:
        """How many whole numbers it has, or its length."""
        return max(self.high - self.low, Fraction(0))

    def cut(self, sign: str, limit: Fraction) -> tuple[Spread, Spread]:
        """The numbers below the point at which a comparison splits them, and the others."""
        above = limit
        if self.whole:
            # In whole numbers, x <= 4 is x < 5, and x < 4.5 is x < 5.
            above = Fraction(limit // 1 + 1 if sign in ("<=", ">") else -(-limit // 1))
        above = min(max(above, self.low), self.high)
        return Spread(self.low, above, self.whole), Spread(above, self.high, self.whole)


def is_numpys(roll: Call) -> bool:
    """Whether a call draws one of NumPy's random numbers, which exclude the highest."""
    return roll.name.startswith(("np.", "numpy."))


def spread_of(roll: Value) -> Spread | None:
    """The numbers that a call of Python's or libtcod's random numbers gives; None for other calls."""
    if not isinstance(roll, Call):
        return None
    numbers = [number_of(value) for value in roll.args]
    given = [Fraction(str(number)) for number in numbers if number is not None]
    if len(given) != len(numbers) or roll.named:
        return None
    name = roll.key.lower()
    if name == "random" and not given:
        return Spread(Fraction(0), Fraction(1), whole=False)
    if name == "uniform" and len(given) == 2:
        return Spread(given[0], given[1], whole=False)
    if any(integer_of(number) is None for number in numbers):
        return None
    if name in ("random_get_int", "get_int") and len(given) == 3:
        given = given[1:]
    if name == "randrange" and given:
        return Spread(Fraction(0) if len(given) == 1 else given[0], given[min(len(given), 2) - 1], whole=True)
    if name in ("randint", "random_get_int", "get_int", "random_int") and len(given) == 2:
        return Spread(given[0], given[1] + (0 if is_numpys(roll) else 1), whole=True)
    return None


@dataclass(slots=True)
class ChainChances:
    """Follows a chain from link to link, and keeps which share of all cases reaches the next one."""

    evaluator: Evaluator
    left: Fraction = Fraction(1)
    """The share that took none of the links before."""
    known: bool = True
    """Whether every condition so far was a comparison of a random number with a number."""
    rolled: dict[int, tuple[Call, Spread]] = field(default_factory=dict)
    """What remains possible of the numbers that are drawn once, before the chain."""

    def take(self, test: ast.expr, scope: Scope) -> Fraction:
        """The share of all cases that takes the link with this condition."""
        cut = self.compared(test, scope)
        if cut is None:
            self.known = False
            return Fraction(0)
        roll, passed, others = cut
        whole = passed.size + others.size
        share = self.left * passed.size / whole if whole else Fraction(0)
        self.rolled[id(roll)] = (roll, others)
        self.left -= share
        return share

    def compared(self, test: ast.expr, scope: Scope) -> tuple[Call, Spread, Spread] | None:
        """The roll that a condition compares, the numbers that meet it and those that don't; None if there is none."""
        if not isinstance(test, ast.Compare) or any(type(sign) not in SIGNS for sign in test.ops):
            return None
        sides = [self.evaluator.evaluate(side, scope) for side in (test.left, *test.comparators)]
        at = next((number for number, side in enumerate(sides) if spread_of(side) is not None), None)
        if at is None or len(sides) > 3 or (len(sides) == 3 and at != 1):
            return None
        roll = sides[at]
        signs = [SIGNS[type(sign)] for sign in test.ops]
        limits = [(signs[at], sides[at + 1])] if at < len(signs) else []
        limits += [(TURNED[signs[at - 1]], sides[at - 1])] if at else []
        passed = self.rolled[id(roll)][1] if id(roll) in self.rolled else spread_of(roll)
        others: list[Spread] = []
        for sign, side in limits:
            number = number_of(side)
            if number is None or passed is None:
                return None
            limit = Fraction(str(number))
            cuts = [(">=", True), ("<=", False)] if sign == "==" else [(sign, sign in (">", ">="))]
            for step, takes_upper in cuts:
                halves = passed.cut(step, limit)
                passed = halves[takes_upper]
                others.append(halves[not takes_upper])
        others = [other for other in others if other.size]
        # What is left must be in one piece, for the next comparison to cut it.
        if not limits or passed is None or len(others) > 1:
            return None
        rest = others[0] if others else Spread(passed.low, passed.low, passed.whole)
        return roll, passed, rest
