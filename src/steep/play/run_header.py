"""Where a run came from: what saves and replays must know to bring it back.

It judges whether this Steep and a rulebook fit; it knows no file format.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any

from steep import __version__
from steep.content import Rulebook
from steep.core.errors import InputError, brief
from steep.core.record import fingerprint
from steep.core.streams import MAX_SEED
from steep.core.world import World

DEEPEST_START = 1_000
"""No run begins on a deeper floor."""

LoadRuleset = Callable[[str], Rulebook]
"""Gives the rulebook of a name or path, or raises `InputError`."""


@dataclass(frozen=True, slots=True)
class RunHeader:
    """The seed, the ruleset and the version of Steep that a run began with."""

    version: str
    layout: str
    """Fingerprint of the record that a world is."""
    ruleset: str
    ruleset_path: str
    """With its mode; empty for a bundled ruleset."""
    ruleset_hash: str
    seed: int
    floor: int = 1
    """On which it began."""

    @classmethod
    def of(cls, rulebook: Rulebook, seed: int, floor: int = 1) -> RunHeader:
        """The origin of a run that begins here and now."""
        return cls(__version__, fingerprint(World), rulebook.name, rulebook.found_at, rulebook.hash, seed, floor)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> RunHeader:
        """An origin from parsed JSON. Raises `ValueError` when a value is missing or of the wrong kind.

        A run that does not say where it began, began on floor 1: Steep once knew no other.
        """
        found = {"floor": 1} | found
        for part in fields(cls):
            wanted = int if part.name in ("seed", "floor") else str
            if type(found.get(part.name)) is not wanted:
                raise ValueError(f"{part.name} is {brief(found.get(part.name))}")
        if not 0 <= found["seed"] <= MAX_SEED:
            raise ValueError(f"seed is {brief(found['seed'])}")
        if not 1 <= found["floor"] <= DEEPEST_START:
            raise ValueError(f"floor is {brief(found['floor'])}")
        return cls(**{part.name: found[part.name] for part in fields(cls)})

    def to_json(self) -> dict[str, Any]:
        """The origin as a value for JSON."""
        return asdict(self)

    def other_version(self) -> str:
        """Which other version a run is from, as the end of a sentence; empty when it is from this one."""
        if self.version != __version__:
            return f"is from Steep {self.version}, and this is Steep {__version__}, whose rules may differ"
        if self.other_layout():
            return f"is from another build of Steep {self.version}, which saves its games in another format"
        return ""

    def other_layout(self) -> bool:
        """Whether its worlds are laid out otherwise than this Steep's."""
        return self.layout != fingerprint(World)

    def rulebook(self, load_ruleset: LoadRuleset) -> Rulebook:
        """The rulebook that the run began with: by its path, then by its name.

        Raises `InputError` when none can be loaded, or what is loaded has another hash.
        """
        found: Rulebook | None = None
        complaint = ""
        for name in (self.ruleset_path, self.ruleset):
            if not name:
                continue
            try:
                found = load_ruleset(name)
            except InputError as error:
                complaint = complaint or str(error)
                continue
            if found.hash == self.ruleset_hash:
                return found
        if found is None:
            raise InputError(f'its ruleset "{self.ruleset}" cannot be loaded: {complaint}')
        raise InputError(self.other_ruleset(found))

    def other_ruleset(self, rulebook: Rulebook) -> str:
        """How a rulebook differs from the one that the run began with; empty when it does not."""
        if rulebook.hash == self.ruleset_hash:
            return ""
        return (
            f'it was played with another ruleset: "{self.ruleset}" with hash {self.ruleset_hash}, '
            f'and "{rulebook.name}" has hash {rulebook.hash}'
        )
