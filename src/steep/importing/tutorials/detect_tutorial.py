"""Detects which tutorial a project is based on, by its names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from steep.content import Rulebook, load_ruleset
from steep.importing.python.project_contents import Contents

Sign = tuple[str, Callable[[Contents], bool]]

SEEDS: dict[str, tuple[Sign, ...]] = {
    "tcod-2020": (
        (
            "entity_factories",
            lambda contents: imports(contents, "entity_factories") or imports(contents, "entity_factory"),
        ),
        ("max_monsters_by_floor", lambda contents: binds(contents, "max_monsters_by_floor")),
        ("enemy_chances", lambda contents: binds(contents, "enemy_chances")),
        ("ai_cls =", lambda contents: gives(contents, "ai_cls")),
        ("consumable =", lambda contents: gives(contents, "consumable")),
        ("xp_given =", lambda contents: gives(contents, "xp_given")),
    ),
    "tcod-2019": (
        ("random_utils", lambda contents: imports(contents, "random_utils")),
        ("random_choice_from_dict", lambda contents: calls(contents, "random_choice_from_dict")),
        (
            "use_function = with its own numbers",
            lambda contents: gives_both(contents, "use_function", "amount", "damage"),
        ),
        ("render_order =", lambda contents: gives(contents, "render_order") and gives(contents, "item")),
        ("get_constants", lambda contents: "get_constants" in contents.functions or calls(contents, "get_constants")),
        ("from_dungeon_level(table, dungeon_level)", lambda contents: takes(contents, "from_dungeon_level", 2)),
    ),
    "roguebasin": (
        ("death_function =", lambda contents: gives(contents, "death_function")),
        ("libtcodpy", lambda contents: imports(contents, "libtcodpy")),
        ("LEVEL_UP_BASE", lambda contents: binds(contents, "LEVEL_UP_BASE")),
        ("HEAL_AMOUNT", lambda contents: binds(contents, "HEAL_AMOUNT")),
        ("MAX_ROOMS", lambda contents: binds(contents, "MAX_ROOMS") and binds(contents, "ROOM_MAX_SIZE")),
        ("from_dungeon_level(table)", lambda contents: takes(contents, "from_dungeon_level", 1)),
    ),
}
"""The bundled rulesets of Python tutorials, and the signs by which their projects are recognised."""

DEFAULT_SEED = "tcod-2020"
"""The tutorial that is assumed if there is no sign: the most used today."""


def detect_tutorial(contents: Contents) -> tuple[str, list[str]]:
    """The seed with the most signs in a project, and those signs."""
    common = {seed: [name for name, shows in signs if shows(contents)] for seed, signs in SEEDS.items()}
    seed = max(common, key=lambda name: (len(common[name]), name == DEFAULT_SEED))
    return seed, common[seed]


def imports(contents: Contents, module: str) -> bool:
    """Whether a module, or a name from it, is imported."""
    return any(name.rpartition(".")[2] == module or module in name.split(".") for name in contents.imported)


def binds(contents: Contents, name: str) -> bool:
    """Whether a name is bound."""
    return any(bound.name == name for bound in contents.bindings)


def calls(contents: Contents, name: str) -> bool:
    """Whether a function is called."""
    return any(made.key == name for made in contents.calls)


def takes(contents: Contents, name: str, arguments: int) -> bool:
    """Whether a function is called with this number of arguments."""
    return any(made.key == name and len(made.args) + len(made.named) == arguments for made in contents.calls)


def gives(contents: Contents, argument: str) -> bool:
    """Whether any call has this keyword argument."""
    return any(argument in made.named for made in contents.calls)


def gives_both(contents: Contents, argument: str, *others: str) -> bool:
    """Whether any call has this keyword argument and one of the others."""
    return any(argument in made.named and any(other in made.named for other in others) for made in contents.calls)


# Knows the tutorials' names for their own kinds, for tables that were copied out of such a game.

OTHER_NAMES = {
    "health_potion": "healing_potion",
    "heal": "healing_potion",
    "confuse": "confusion_scroll",
    "lightning": "lightning_scroll",
    "fireball": "fireball_scroll",
}
"""Names in the tutorials' code that differ from the keys of the bundled rulesets."""


def key_in(seed: Rulebook, family: str, name: str) -> str:
    """The key that a bundled ruleset has for a tutorial's name of a kind; empty if it has none."""
    keys = {kind.key for kind in (seed.monsters if family == "monsters" else seed.items)}
    return next((key for key in (name, OTHER_NAMES.get(name, "")) if key in keys), "")


def with_most_kinds(seed: str, names: Sequence[str]) -> str:
    """A tutorial's bundled ruleset, or the one with its chapter on gear if that knows more of the names."""

    def known(ruleset: str) -> int:
        rulebook = load_ruleset(ruleset)
        return sum(bool(key_in(rulebook, "monsters", name) or key_in(rulebook, "items", name)) for name in names)

    return max((seed, f"{seed}-gear"), key=known)
