"""One changed number of a ruleset that makes a finding go away, found by asking lint about the changed ruleset.

The number stands in the ruleset's own file, so that one change of its text is the whole mend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from steep.balance.lint.all_checks import find
from steep.balance.lint.lint_input import Finding, LintInput
from steep.balance.odds_and_expectations import Survey
from steep.content import RulesetError
from steep.content.change_numbers import WrittenRuleset

KEYS: dict[str, tuple[tuple[str, str, int], ...]] = {
    "costly-fight": (("monsters", "power", -1), ("monsters", "hp", -1)),
    "harmless": (("monsters", "power", 1),),
    "invulnerable": (("monsters", "power", 1),),
    "lost-fight": (("monsters", "power", -1), ("monsters", "hp", -1)),
    "unhurt": (("monsters", "defense", -1),),
    "unhurtable": (("monsters", "defense", -1),),
    "weak-healing": (("items", "amount", 1),),
}
"""By the code of a finding the family and the key of numbers that may mend it, and the way in which they change."""

FARTHEST = 100
"""How much higher a number may become."""


class Mend(NamedTuple):
    """A number that makes a finding go away."""

    path: str
    """Where it stands, such as ``monsters.troll.power``."""
    was: int
    number: int
    brings: tuple[Finding, ...]
    """The errors and warnings that it brings."""


def mend_of(found: Finding, written: WrittenRuleset, survey: Survey) -> Mend | None:
    """The least change of one number that makes a finding go away; None if there is none.

    One that brings no error or warning is preferred. `survey` is that of the ruleset as it is written.
    """
    mends = [*mends_of(found, written, survey)]
    return next((each for each in mends if not each.brings), next(iter(mends), None))


def mends_of(found: Finding, written: WrittenRuleset, survey: Survey) -> Iterator[Mend]:
    """For each number that may mend a finding the least change that does."""
    before = {identity(each) for each in find(LintInput(survey.rulebook, survey))}
    for family, key, way in KEYS.get(found.code, ()):
        numbers = {kind: table.get(key) for kind, table in written.own.table.get(family, {}).items()}
        subject = found.subject
        if subject == "monsters":
            subject = max(survey.rulebook.monsters, key=lambda each: each.power).key
        number = numbers.get(subject)
        if type(number) is not int:
            continue
        place, was = (family, subject, key), number

        def left(by: int, place: Any = place, was: int = was, way: int = way) -> list[Finding] | None:
            try:
                rulebook = written.rulebook({place: was + way * by})
            except RulesetError:
                return None
            return find(LintInput(rulebook, survey.of_other_stats(rulebook)))

        by = least(found, left, FARTHEST if way > 0 else number)
        if by:
            new = (each for each in left(by) or () if each.severity != "note" and identity(each) not in before)
            yield Mend(".".join(place), number, number + way * by, tuple(new))


def identity(found: Finding) -> tuple[object, ...]:
    """What of a finding stays while its numbers and its floor change."""
    return found.code, found.subject, found.numbers.get("by"), "levels" in found.numbers


def least(found: Finding, left: Callable[[int], list[Finding] | None], farthest: int) -> int:
    """The least change after which a finding is gone, by bisection; 0 if none up to `farthest` is enough."""

    def is_gone(by: int) -> bool:
        findings = left(by)
        return findings is not None and identity(found) not in map(identity, findings)

    low, high = 0, min(1, farthest)
    while high and not is_gone(high):
        low, high = high, min(2 * high, farthest) if high < farthest else 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_gone(middle) else (middle, high)
    return high
