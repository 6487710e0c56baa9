"""Named numbers of a project: constants, entries of dictionaries, arguments and defaults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from steep.importing.output.import_report import FIGHTS, ImportReport, Location
from steep.importing.python.expression_values import UnresolvedName, Value, number_of, words_in
from steep.importing.python.project_contents import Contents
from steep.importing.python.written_numbers import origins_of, whole, written_int
from steep.importing.tutorials.find_monsters_items_and_hero import DEFENSE, HP, POWER

MAP_NAMES = {
    "width": ("map_width", "dungeon_width", "level_width"),
    "height": ("map_height", "dungeon_height", "level_height"),
    "room_attempts": ("max_rooms", "max_num_rooms", "maximum_rooms", "num_rooms", "number_of_rooms"),
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
    ("confusion", "reach"): ("confuse_range", "confusion_range"),
}
"""Constants of the single-file tutorial for the strength of effects."""

FOV_ALGORITHMS = {
    "FOV_BASIC": "raycasting",
    "FOV_RESTRICTIVE": "restrictive",
    "FOV_SYMMETRIC_SHADOWCAST": "symmetric",
}
"""libtcod's constants for field of view algorithms that Steep has, and Steep's names."""

ITEM_WORDS = {"item", "loot", "consumable", "potion", "scroll", "equipment", "equippable", "weapon", "treasure"}
"""Words in names that show that a game has items, without a plural s."""

GAINS = {"max_hp": HP, "power": POWER, "defense": DEFENSE}
RAISERS = {"max_hp": "increase_max_hp", "power": "increase_power", "defense": "increase_defense"}


def american(name: str) -> str:
    """A name in American spelling, as in the tutorials."""
    return name.replace("defence", "defense")


def is_enum(base: str) -> bool:
    """Whether a base class makes a class an enumeration. Its members may name things that the game doesn't have yet."""
    return base.endswith(("Enum", "Flag"))


class Fact(NamedTuple):
    """A number and its location."""

    value: int
    location: Location


class Facts:
    """All integers that have a name."""

    def __init__(self, contents: Contents, report: ImportReport) -> None:
        self.contents = contents
        self.report = report
        self.counted = {"_".join(words_in(event.name)) for event in contents.increments if event.amount == 1}
        """Names that count something, such as `num_rooms += 1`, so they are not settings."""
        self.bound: dict[str, list[Fact]] = {}
        self.given: dict[str, list[Fact]] = {}
        for bound in contents.bindings:
            self.add(self.bound, bound.name, bound.value, bound.location)
        for record in contents.dictionaries:
            for key, value in record.entries.items():
                self.add(self.bound, key, value, record.location)
        for made in contents.calls:
            for key, value in made.named.items():
                self.add(self.given, key, value, made.location)

    def add(self, facts: dict[str, list[Fact]], name: Value, value: Value, location: Location) -> None:
        """Add a value under a name if it is an integer."""
        number = number_of(value)
        if isinstance(name, str) and number is not None and number == int(number):
            facts.setdefault("_".join(words_in(name)), []).append(Fact(whole(number), location))

    def number(self, names: Iterable[str], what: str) -> Fact | None:
        """The number of the first of these names that has one. Reports where it is, and any conflicting values."""
        for name in names:
            facts = self.bound.get(name) or self.given.get(name)
            if not facts or name in self.counted:
                continue
            value = facts[0].value
            # The same value written several times counts as one number.
            same = dict.fromkeys(place for fact in facts if fact.value == value for place in origins_of(fact.value))
            fact = Fact(written_int(value, tuple(same)), facts[0].location)
            self.report.add_read(f"{what}: {name} = {fact.value}", fact.location)
            for other in facts:
                if other.value != fact.value:
                    sentence = f"{name} is {other.value} here; {fact.value} was taken ({fact.location})"
                    self.report.add_unread(sentence, other.location)
            return fact
        return None

    def shows_items(self) -> bool:
        """Whether anything in the project is named after items."""
        contents = self.contents
        enums = {name for name, about in contents.classes.items() if any(map(is_enum, about.bases))}
        bound = [bound.name for bound in contents.bindings if bound.inside not in enums]
        names = [*contents.classes, *contents.functions, *bound]
        names += [made.key for made in contents.calls if made.key not in ("item", "items")]
        return any(ITEM_WORDS & {word.rstrip("s") for word in words_in(name)} for name in names)

    def view_radius(self) -> Fact | None:
        """The view radius: a constant, or the argument of `compute_fov`."""
        named = self.number(VIEW_NAMES, "view radius")
        if named is not None:
            return named
        views = [made for made in self.contents.calls if "fov" in made.key.lower()]
        given = [(made, radius) for made in views if (radius := number_of(made.named.get("radius"))) is not None]
        for made, radius in given:
            others = [other for other in views if other.key == made.key and other.named.get("radius") != radius]
            if others:
                what = f"{made.key} has another radius here; {int(radius)} was taken ({made.location})"
                self.report.add_unread(what, others[0].location, FIGHTS)
            self.report.add_read(f"view radius: {int(radius)}", made.location)
            return Fact(whole(radius), made.location)
        return None

    def fov(self) -> tuple[str, Location] | None:
        """The field of view algorithm that is passed to `compute_fov`, and where; None if Steep has none such."""
        for call in self.contents.calls:
            for value in (*call.args, *call.named.values()):
                if "fov" in call.key.lower() and isinstance(value, UnresolvedName) and value.key.startswith("FOV_"):
                    if value.key in FOV_ALGORITHMS:
                        self.report.add_read(f"field of view: {value.key}", call.location)
                        return FOV_ALGORITHMS[value.key], call.location
                    self.report.add_unread(f"{value.key}: Steep has no such field of view", call.location)
        return None

    def must_exceed(self) -> bool | None:
        """Whether XP must exceed what a level requires; None if no comparison shows it."""
        for left, sign, right in self.contents.comparisons:
            last = left.rpartition(".")[2].lower()
            if ("xp" in last or "exp" in last) and "level" in right.lower():
                return sign == ">"
        return None

    def other_choices(self) -> list[tuple[str, Location]]:
        """The functions that may be choices at a level-up but that `choices` does not know, such as `increase_luck`."""
        return [
            (name, bound.location)
            for bound in self.contents.bindings
            if bound.name == "amount"
            and (name := american(bound.inside.rpartition(".")[2])).startswith("increase_")
            and name not in RAISERS.values()
        ]

    def choices(self) -> list[tuple[str, int]]:
        """The choices of a level-up as (stat, amount), if the project shows at least two; otherwise empty."""
        called = {american(made.key) for made in self.contents.calls}
        offered = {stat: name for stat, name in RAISERS.items() if name in called} or RAISERS
        by_default = [(stat, self.default_of(function)) for stat, function in offered.items()]
        found = [(stat, amount) for stat, amount in by_default if amount is not None]
        if len(found) >= 2:
            return found
        raised: dict[str, int] = {}
        for event in self.contents.increments:
            stat = next((stat for stat, names in GAINS.items() if event.name in names and event.name != "hp"), "")
            amount = number_of(event.amount)
            if stat and event.branches and amount is not None and amount > 0:
                raised.setdefault(stat, whole(amount))
        return list(raised.items()) if len(raised) >= 2 else []

    def default_of(self, function: str) -> int | None:
        """The default of a function's `amount`."""
        for bound in self.contents.bindings:
            if bound.name == "amount" and american(bound.inside.rpartition(".")[2]) == function:
                number = number_of(bound.value)
                return None if number is None else whole(number)
        return None
