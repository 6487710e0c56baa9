"""The header of saves and replays: the seed, ruleset and version that a run began with.

It checks whether this version of Steep and a rulebook match. It knows no file format.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any

from steep import __version__
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.random_streams import MAX_SEED
from steep.core.record import fingerprint
from steep.core.world import World

MAX_START_FLOOR = 1_000
"""The deepest floor that a run can begin on."""

LoadRuleset = Callable[[str], Rulebook]
"""Returns the rulebook of a name or path, or raises `InputError`."""


@dataclass(frozen=True, slots=True)
class RunHeader:
    """The seed, the ruleset and the version of Steep that a run began with."""

    version: str
    layout: str
    """Fingerprint of the `World` record's layout."""
    ruleset: str
    ruleset_path: str
    """The file of the ruleset, with its mode; empty for a bundled ruleset."""
    ruleset_hash: str
    seed: int
    floor: int = 1
    """The floor that it began on."""

    @classmethod
    def of(cls, rulebook: Rulebook, seed: int, floor: int = 1) -> RunHeader:
        """The header of a run that begins now."""
        return cls(__version__, fingerprint(World), rulebook.name, rulebook.found_at, rulebook.hash, seed, floor)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> RunHeader:
        """A header from parsed JSON. Raises `ValueError` when a value is missing or has the wrong type.

        Without a floor it is 1: early versions had no other start.
        """
        found = {"floor": 1} | found
        for part in fields(cls):
            wanted = int if part.name in ("seed", "floor") else str
            if type(found.get(part.name)) is not wanted:
                raise ValueError(f"{part.name} is {brief(found.get(part.name))}")
        if not 0 <= found["seed"] <= MAX_SEED:
            raise ValueError(f"seed is {brief(found['seed'])}")
        if not 1 <= found["floor"] <= MAX_START_FLOOR:
            raise ValueError(f"floor is {brief(found['floor'])}")
        return cls(**{part.name: found[part.name] for part in fields(cls)})

    def to_json(self) -> dict[str, Any]:
        """The header as a value for JSON."""
        return asdict(self)

    def other_version(self) -> str:
        """The end of a sentence that names the version of the run; empty when it is this one."""
        if self.version != __version__:
            return f"is from Steep {self.version}, and this is Steep {__version__}, whose rules may differ"
        if self.other_layout():
            return f"is from another build of Steep {self.version}, which saves its games in another format"
        return ""

    def other_layout(self) -> bool:
        """Whether its `World` record has another layout."""
        return self.layout != fingerprint(World)

    def rulebook(self, load_ruleset: LoadRuleset) -> Rulebook:
        """The rulebook that the run began with, by its path or by its name.

        Raises `InputError` when it cannot be loaded, or has another hash.
        """
        found: Rulebook | None = None
        error_text = ""
        for name in (self.ruleset_path, self.ruleset):
            if not name:
                continue
            try:
                found = load_ruleset(name)
            except InputError as error:
                error_text = error_text or str(error)
                continue
            if found.hash == self.ruleset_hash:
                return found
        if found is None:
            raise InputError(f'its ruleset "{self.ruleset}" cannot be loaded: {error_text}')
        raise InputError(self.other_ruleset(found))

    def other_ruleset(self, rulebook: Rulebook) -> str:
        """An error text when a rulebook is not the one that the run began with; else empty."""
        if rulebook.hash == self.ruleset_hash:
            return ""
        return (
            f'it was played with another ruleset: "{self.ruleset}" with hash {self.ruleset_hash}, '
            f'and "{rulebook.name}" has hash {rulebook.hash}'
        )
