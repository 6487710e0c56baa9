"""Numbers that a project holds under a name: constants, settings in dictionaries, arguments, defaults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from steep.importing.output.report import ImportReport, Where
from steep.importing.python.statements import Findings
from steep.importing.python.values import Value, number_of, words_in
from steep.importing.tutorials.entities import DEFENSE, HP, POWER

MAP_NAMES = {
    "width": ("map_width", "dungeon_width", "level_width"),
    "height": ("map_height", "dungeon_height", "level_height"),
    "room_attempts": ("max_rooms", "max_num_rooms", "num_rooms", "maximum_rooms"),
    "room_min": ("room_min_size", "min_room_size"),
    "room_max": ("room_max_size", "max_room_size"),
}
VIEW_NAMES = ("fov_radius", "torch_radius", "view_radius", "sight_radius", "light_radius", "vision_radius")
LEVEL_NAMES = {"base": ("level_up_base",), "factor": ("level_up_factor",)}
EFFECT_NAMES = {
    ("heal", "amount"): ("heal_amount", "healing_amount"),
    ("lightning", "amount"): ("lightning_damage",),
    ("lightning", "reach"): ("lightning_range", "lightning_radius"),
    ("fireball", "amount"): ("fireball_damage",),
    ("fireball", "reach"): ("fireball_radius",),
    ("confusion", "amount"): ("confuse_num_turns", "confusion_num_turns", "confuse_turns", "confusion_turns"),
}
"""Constants of the single-file tutorial that say how strong an effect is."""

GAINS = {"max_hp": HP, "power": POWER, "defense": DEFENSE}
RAISERS = {"max_hp": "increase_max_hp", "power": "increase_power", "defense": "increase_defense"}


class Fact(NamedTuple):
    """A number and where it stands."""

    value: int
    where: Where


class Facts:
    """All whole numbers that have a name."""

    def __init__(self, found: Findings, report: ImportReport) -> None:
        self.found = found
        self.report = report
        self.bound: dict[str, list[Fact]] = {}
        self.given: dict[str, list[Fact]] = {}
        for bound in found.bound:
            self.add(self.bound, bound.name, bound.value, bound.where)
        for record in found.records:
            for key, value in record.entries.items():
                self.add(self.bound, key, value, record.where)
        for made in found.made:
            for key, value in made.named.items():
                self.add(self.given, key, value, made.where)

    def add(self, facts: dict[str, list[Fact]], name: Value, value: Value, where: Where) -> None:
        """Keep a number under a name, if it is one."""
        number = number_of(value)
        if isinstance(name, str) and number is not None and number == int(number):
            facts.setdefault("_".join(words_in(name)), []).append(Fact(int(number), where))

    def number(self, names: Iterable[str], what: str) -> Fact | None:
        """The number of the first name that has one; told where it is from, and if there are others."""
        for name in names:
            facts = self.bound.get(name) or self.given.get(name)
            if not facts:
                continue
            fact = facts[0]
            self.report.tell_read(f"{what}: {name} = {fact.value}", fact.where)
            for other in facts:
                if other.value != fact.value:
                    told = f"{name} is {other.value} here; {fact.value} was taken ({fact.where})"
                    self.report.tell_unread(told, other.where)
            return fact
        return None

    def view_radius(self) -> Fact | None:
        """How far the hero sees: a constant, or what `compute_fov` is given."""
        named = self.number(VIEW_NAMES, "view radius")
        if named is not None:
            return named
        for made in self.found.made:
            radius = number_of(made.named.get("radius"))
            if "fov" in made.key.lower() and radius is not None:
                self.report.tell_read(f"view radius: {int(radius)}", made.where)
                return Fact(int(radius), made.where)
        return None

    def must_exceed(self) -> bool | None:
        """Whether the experience must be more than what a level asks for; None when no comparison says."""
        for left, sign, right in self.found.compared:
            last = left.rpartition(".")[2].lower()
            if ("xp" in last or "exp" in last) and "level" in right.lower():
                return sign == ">"
        return None

    def choices(self) -> list[tuple[str, int]]:
        """What a level-up offers, when the project says at least two of it in one way; else nothing."""
        by_default = [(stat, self.default_of(function)) for stat, function in RAISERS.items()]
        found = [(stat, amount) for stat, amount in by_default if amount is not None]
        if len(found) >= 2:
            return found
        raised: dict[str, int] = {}
        for event in self.found.raised:
            stat = next((stat for stat, names in GAINS.items() if event.name in names and event.name != "hp"), "")
            amount = number_of(event.amount)
            if stat and event.branches and amount is not None and amount > 0:
                raised.setdefault(stat, int(amount))
        return list(raised.items()) if len(raised) >= 2 else []

    def default_of(self, function: str) -> int | None:
        """The default of a function's `amount`."""
        for bound in self.found.bound:
            if bound.name == "amount" and bound.inside.rpartition(".")[2] == function:
                number = number_of(bound.value)
                return None if number is None else int(number)
        return None
