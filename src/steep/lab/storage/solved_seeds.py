"""Which seeds of a ruleset can be won, as far as a search has got, in a folder from which it can go on.

`search.json` says how the search went for each seed, and each win that was found is a replay beside it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from steep import __version__
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.core.rules_hash import rules_hash
from steep.lab.storage.replay_measured_game import record_actions
from steep.lab.studies.solve_by_cheating import Solution
from steep.play.files import replays
from steep.play.files.atomic_writes import reason_of, write_whole

FORMAT = 1

MAX_BYTES = 64 * 1024 * 1024

ORIGIN = {
    "steep": "another Steep",
    "rules": "other rules",
    "ruleset": "another ruleset",
    "floors": "another number of floors",
    "attempts": "another number of attempts",
}
"""What a search must have in common with the one that goes on from it, and what to say when it does not."""


@dataclass(slots=True)
class SolvedSeeds:
    """The seeds searched so far: in a folder if there is one, else only for now."""

    folder: Path | None
    rulebook: Rulebook
    origin: dict[str, Any]
    seeds: dict[int, dict[str, Any]] = field(default_factory=dict)
    """For each seed `Solution.as_json`."""

    @classmethod
    def open(cls, folder: Path | None, rulebook: Rulebook, floors: int, attempts: int) -> Self:
        """What a folder holds already. Raises `InputError` when that is of another search."""
        origin = {"steep": __version__, "rules": rules_hash(), "ruleset": rulebook.hash}
        opened = cls(folder, rulebook, origin | {"floors": floors, "attempts": attempts})
        if folder is None or not (file := folder / "search.json").exists():
            return opened
        try:
            found = json.loads(read_regular_file(file, MAX_BYTES))
            if found["format"] != FORMAT:
                raise ValueError(f"format {found['format']}, not {FORMAT}")
            opened.seeds = {int(each["seed"]): each for each in found["seeds"]}
        except OSError as error:
            raise InputError(f"{file}: the search cannot be read: {reason_of(error)}") from None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise InputError(f"{file}: this is no search for wins: {error}") from None
        differences = [what for key, what in ORIGIN.items() if found.get(key) != opened.origin[key]]
        if differences:
            raise InputError(f"{folder}: cannot be gone on with: it is of {', '.join(differences)}")
        return opened

    def keep(self, solution: Solution) -> None:
        """Add what was found for a seed, and write it. Raises `InputError` when it cannot be written."""
        self.seeds[solution.seed] = solution.as_json(self.rulebook)
        if self.folder is None:
            return
        if solution.won:
            recording = record_actions(self.rulebook, solution.seed, 1, solution.actions.tolist())
            replays.write(recording, self.folder / f"seed-{solution.seed}.steep")
        whole = {"format": FORMAT, **self.origin, "seeds": [self.seeds[seed] for seed in sorted(self.seeds)]}
        file = self.folder / "search.json"
        try:
            write_whole(file, (json.dumps(whole, indent=1) + "\n").encode())
        except OSError as error:
            raise InputError(f"{file}: the search could not be written: {reason_of(error)}") from None
