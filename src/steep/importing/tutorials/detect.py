"""Which of the tutorials a project grew from, known by its spellings."""

from __future__ import annotations

from collections.abc import Callable

from steep.importing.python.statements import Findings

Sign = tuple[str, Callable[[Findings], bool]]

SEEDS: dict[str, tuple[Sign, ...]] = {
    "tcod-2020": (
        ("entity_factories", lambda found: imports(found, "entity_factories") or imports(found, "entity_factory")),
        ("max_monsters_by_floor", lambda found: binds(found, "max_monsters_by_floor")),
        ("enemy_chances", lambda found: binds(found, "enemy_chances")),
        ("ai_cls =", lambda found: gives(found, "ai_cls")),
        ("consumable =", lambda found: gives(found, "consumable")),
        ("xp_given =", lambda found: gives(found, "xp_given")),
    ),
    "tcod-2019": (
        ("random_utils", lambda found: imports(found, "random_utils")),
        ("random_choice_from_dict", lambda found: calls(found, "random_choice_from_dict")),
        ("use_function = with its own numbers", lambda found: gives_both(found, "use_function", "amount", "damage")),
        ("render_order =", lambda found: gives(found, "render_order") and gives(found, "item")),
        ("get_constants", lambda found: "get_constants" in found.functions or calls(found, "get_constants")),
        ("from_dungeon_level(table, dungeon_level)", lambda found: takes(found, "from_dungeon_level", 2)),
    ),
    "roguebasin": (
        ("death_function =", lambda found: gives(found, "death_function")),
        ("libtcodpy", lambda found: imports(found, "libtcodpy")),
        ("LEVEL_UP_BASE", lambda found: binds(found, "LEVEL_UP_BASE")),
        ("HEAL_AMOUNT", lambda found: binds(found, "HEAL_AMOUNT")),
        ("MAX_ROOMS", lambda found: binds(found, "MAX_ROOMS") and binds(found, "ROOM_MAX_SIZE")),
        ("from_dungeon_level(table)", lambda found: takes(found, "from_dungeon_level", 1)),
    ),
}
"""The seeds that are Python, and what their projects have that the others' have not."""

FIRST = "tcod-2020"
"""Where nothing tells: the tutorial that most begin with today."""


def detect_tutorial(found: Findings) -> tuple[str, list[str]]:
    """The seed that a project has most in common with, and what."""
    common = {seed: [name for name, shows in signs if shows(found)] for seed, signs in SEEDS.items()}
    seed = max(common, key=lambda name: (len(common[name]), name == FIRST))
    return seed, common[seed]


def imports(found: Findings, module: str) -> bool:
    """Whether a module is imported, or a part of one."""
    return any(name.rpartition(".")[2] == module or module in name.split(".") for name in found.imported)


def binds(found: Findings, name: str) -> bool:
    """Whether a name is bound."""
    return any(bound.name == name for bound in found.bound)


def calls(found: Findings, name: str) -> bool:
    """Whether a function of a name is called."""
    return any(made.key == name for made in found.made)


def takes(found: Findings, name: str, arguments: int) -> bool:
    """Whether a function of a name is called with so many arguments."""
    return any(made.key == name and len(made.args) + len(made.named) == arguments for made in found.made)


def gives(found: Findings, argument: str) -> bool:
    """Whether any call gives an argument by name."""
    return any(argument in made.named for made in found.made)


def gives_both(found: Findings, argument: str, *others: str) -> bool:
    """Whether any call gives an argument and one of others by name."""
    return any(argument in made.named and any(other in made.named for other in others) for made in found.made)
