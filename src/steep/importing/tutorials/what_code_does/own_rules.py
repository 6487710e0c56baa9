"""Names what a project does otherwise than the tutorials: its attack, its monsters' AI, and stats of its own."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from steep.importing.output.import_report import ImportReport
from steep.importing.python.evaluate_expressions import dotted
from steep.importing.python.expression_values import number_of, words_in
from steep.importing.python.project_contents import Contents, Method
from steep.importing.python.read_calls_as_fields import Fields, name_of
from steep.importing.tutorials.find_monsters_items_and_hero import DEFENSE, HP, POWER, XP, Entity
from steep.importing.tutorials.what_code_does.attack_from_code import (
    Attack,
    attack_in_code,
    has_stat,
    is_roll,
    lands,
)
from steep.importing.tutorials.what_code_does.speed_from_code import SPEED

KNOWN_AI = frozenset(("basicmonster", "hostileenemy", "confusedmonster", "confusedenemy", "baseai", "basicai"))
AI_FIELDS = ("ai", "ai_cls", "ai_component", "ai_class")
ROLLS = frozenset(("rand", "randint", "random", "randrange", "roll", "dice", "choice"))
SHOWN = 3
"""Kinds that one line names."""


def own_attacks(contents: Contents) -> list[Method]:
    """The attacks of a project that are not the tutorials': those of fighters, or else any function that is one."""
    of_fighters = [method for method in contents.methods if is_attack(method)]
    found = of_fighters or [method for method in (*contents.methods, *contents.free) if is_blow(method)]
    return [method for method in found if not is_tutorials_attack(method.node)]


def is_blow(method: Method) -> bool:
    """Whether a function is called an attack, rolls, and takes HP."""
    named = {"attack", "melee"} & {*words_in(method.node.name)}
    rolls = any(isinstance(part, ast.Call) and is_roll(part) for part in ast.walk(method.node))
    return bool(named) and rolls and lands(method.node.body)


def own_attack(contents: Contents, fighters: Sequence[Fields], report: ImportReport) -> Attack | None:
    """The attack of a project, if it has a single one that rolls and is of a known shape."""
    own = own_attacks(contents)
    attack = attack_in_code(own[0].node) if len(own) == 1 else None
    if attack is None or not has_stat(attack, fighters):
        return None
    report.add_read(f"the attack: {name_of_method(own[0])}", own[0].location)
    if attack.point:
        what = f"a die is rolled against defense, so a point of defense is {attack.point} percent here"
        report.add_taken(f"{own[0].location}: {what}")
    if attack.accuracy in POWER:
        what = "power is added to the roll, too; what raises power later does not raise accuracy here"
        report.add_taken(f"{own[0].location}: {what}")
    return attack


def report_own_rules(contents: Contents, monsters: list[Entity], attack: Attack | None, report: ImportReport) -> None:
    """Report each in one line, with its file and line. An attack that was read is none of them."""
    for method in own_attacks(contents) if attack is None else ():
        what = f"{name_of_method(method)} is an attack of its own; here a hit takes power minus defense"
        report.add_unread(what, method.location)
    report_ai(contents, monsters, report)
    report_stats(monsters, {attack.accuracy, attack.evasion} if attack is not None else set(), report)


def name_of_method(method: Method) -> str:
    """A method with its class, or a function alone."""
    return f"{method.owner}.{method.node.name}" if method.owner else method.node.name


def is_attack(method: Method) -> bool:
    """Whether a method is the attack of fighters: `Fighter.attack`, or `MeleeAction.perform`."""
    owner = method.owner.lower()
    return (method.node.name == "attack" and any(word in owner for word in ("fighter", "combat", "actor"))) or (
        method.node.name == "perform" and "melee" in owner
    )


def is_tutorials_attack(node: ast.AST) -> bool:
    """Whether an attack takes power minus defense, without a random number."""
    subtracts = any(
        isinstance(part, ast.BinOp)
        and isinstance(part.op, ast.Sub)
        and stat_of(part.left) in POWER
        and stat_of(part.right) in DEFENSE
        for part in ast.walk(node)
    )
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    rolls = any(ROLLS & set(words_in(dotted(call.func))) for call in calls)
    return subtracts and not rolls


def stat_of(node: ast.expr) -> str:
    """The stat that an expression reads, such as `self.power`; empty if it reads none."""
    return "_".join(words_in(dotted(node).rpartition(".")[2]))


def report_ai(contents: Contents, monsters: list[Entity], report: ImportReport) -> None:
    """Report the AI classes that are not the tutorials', and who has them."""
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
            f"{name} is an AI of its own ({who}{more}); here they attack whom they see", contents.classes[name].location
        )


def report_stats(monsters: list[Entity], read: set[str], report: ImportReport) -> None:
    """Report numbers of monsters' fighters that are none of the stats that are read."""
    known = {*HP, *POWER, *DEFENSE, *XP, *SPEED, *read}
    others: dict[str, list[Entity]] = {}
    for monster in monsters:
        for name, value in (monster.fighter or {}).items():
            if name not in known and number_of(value) and monster.fighter is not monster.fields:
                others.setdefault(name, []).append(monster)
    for name, having in others.items():
        first = having[0]
        count = f" and {len(having) - 1} more" if len(having) > 1 else ""
        report.add_unread(
            f"{name} of {first.name or first.source.label}{count}: not read as a stat of Steep's", first.location
        )
