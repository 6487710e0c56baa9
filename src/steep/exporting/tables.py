"""The tables of a ruleset that other games have too: counts and weights by floor, stats, effects and gear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from steep.content import Item, Monster, Rulebook
from steep.spawn.curves import Steps

FAMILIES = ("monsters", "items")

STATS = ("max_hp", "power", "defense")
"""The stats that a level-up raises in every tutorial, in their order."""

Rows = Sequence[tuple[int, int]]
"""(floor, value) in order of floor, from floor 1 on. A value holds until the next row."""


@dataclass(frozen=True, slots=True)
class Tables:
    """A ruleset as tables of whole numbers."""

    rulebook: Rulebook
    scale: Mapping[str, int]
    """What the weights of each family were multiplied by, so that all are whole."""

    @classmethod
    def of(cls, rulebook: Rulebook) -> Tables:
        """The tables of a ruleset, of one in a mode as they are in that mode.

        Kinds that it has removed from what it extends are not in them, unless the hero starts with one.
        """
        start = {("items", start.item) for start in rulebook.hero.start}
        gone = rulebook.switched_off - start
        rulebook = replace(
            rulebook,
            monsters=tuple(kind for kind in rulebook.monsters if ("monsters", kind.key) not in gone),
            items=tuple(kind for kind in rulebook.items if ("items", kind.key) not in gone),
        )
        scale = {
            family: lcm(*(Fraction(weight).denominator for kind in kinds for _, weight in kind.spawn.entries))
            for family, kinds in kinds_of(rulebook).items()
        }
        return cls(rulebook, scale)

    def counts(self, family: str) -> Rows:
        """The largest number of monsters or items in a room."""
        return rows_of(getattr(self.rulebook.counts, f"{family}_per_room"))

    def weights(self, family: str) -> dict[str, Rows]:
        """The weights of all kinds that have any, by key."""
        kinds = kinds_of(self.rulebook)[family]
        return {kind.key: rows_of(kind.spawn, self.scale[family]) for kind in kinds if kind.spawn.entries}

    def weights_by_floor(self, family: str) -> dict[int, list[tuple[str, int]]]:
        """The weights that change on each floor, by floor."""
        floors: dict[int, list[tuple[str, int]]] = {}
        for key, rows in self.weights(family).items():
            for floor, weight in rows:
                floors.setdefault(floor, []).append((key, weight))
        return dict(sorted(floors.items()))

    @property
    def start_items(self) -> list[tuple[str, bool]]:
        """The hero's starting items, and whether each is equipped."""
        return [(start.item, start.equipped) for start in self.rulebook.hero.start]

    @property
    def raises(self) -> dict[str, int]:
        """What a level-up adds to each of the STATS that it offers."""
        offered = {choice.stat: choice.amount for choice in self.rulebook.level_up.choices}
        return {stat: offered[stat] for stat in STATS if stat in offered}


def kinds_of(rulebook: Rulebook) -> dict[str, Sequence[Monster | Item]]:
    """The kinds of each family."""
    return {"monsters": rulebook.monsters, "items": rulebook.items}


def rows_of(steps: Steps, scale: int = 1) -> Rows:
    """A curve as rows."""
    return [(floor, int(value * scale)) for floor, value in steps.entries]


def names_of(tables: Tables, name: Callable[[str], str], taken: Sequence[str]) -> dict[tuple[str, str], str]:
    """A name for each kind in a language where all share one space of names: {(family, key): name}.

    `name` makes it from the key. For one that is taken, the singular of the family is added to the key.
    """
    used = set(taken)
    names = {}
    for family, kinds in kinds_of(tables.rulebook).items():
        for kind in kinds:
            key = kind.key
            while name(key) in used:
                key += f"_{family[:-1]}"
            used.add(name(key))
            names[family, kind.key] = name(key)
    return names


def camel_case(key: str) -> str:
    """A key as a class is written: ChainMail for chain_mail. Different keys are written differently."""
    return "".join(word.capitalize() if word[:1].isalpha() else f"_{word}" for word in key.split("_"))
