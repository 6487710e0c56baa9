"""What all screens share: folders, keys and rulesets. It holds no game and no screen."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Self

from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.play.places import Places
from steep.play.session import random_seed
from steep.ui.keymap import Keymap, load_keymap

DEFAULT_RULESET = "tcod-2020"


class Context:
    """The user's folders, and what is read from them when it is first asked for."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.default_ruleset = DEFAULT_RULESET

    @classmethod
    def create(cls, data_dir: Path | None) -> Self:
        """The platform's folders, or another one for the data."""
        return cls(Places(data_dir))

    @cached_property
    def keymap(self) -> Keymap:
        """The keys. Raises `InputError` when the user's keymap cannot be used."""
        return load_keymap(self.places.keymap)

    @property
    def ruleset_folders(self) -> tuple[Path, ...]:
        """Where the user's own rulesets are."""
        return (self.places.rulesets,)

    def ruleset_names(self) -> list[str]:
        """Every ruleset there is, the default one first."""
        names = ruleset_names(self.ruleset_folders)
        return sorted(names, key=lambda name: name != self.default_ruleset)

    def load_ruleset(self, name_or_path: str) -> Rulebook:
        """A ruleset by name or path. Raises `RulesetError` when it cannot be used."""
        return load_ruleset(name_or_path, self.ruleset_folders)

    def random_seed(self) -> int:
        """A seed that nobody chose."""
        return random_seed()
