"""What a search has played so far, in a file for resuming it.

Written atomically after all games of a request. Given the same results, the search asks for the same games again. So
the results are all that a state needs.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from steep import __version__
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.read_untrusted_files import read_regular_file
from steep.core.rules_hash import rules_hash
from steep.lab.counting.counts import Counts
from steep.lab.storage.target_file import Target
from steep.lab.studies.search_for_bands import Request, Search, tasks_of
from steep.play.files.user_files import reason_of, write_whole

FORMAT = 3

MAX_BYTES = 64 * 1024 * 1024

ORIGIN = {"steep": "Steep {}", "rules": "other rules", "ruleset": "another ruleset", "target": "another target"}
"""What a state must have in common with the search that goes on from it, and what to say when it does not."""


def origin_of(rulebook: Rulebook, target: Target) -> dict[str, str]:
    """All that decides a search, except its budget."""
    tuning = (target.tuning.games, target.tuning.seed)
    content = repr((target.tasks, target.bands, target.moves, tuning)).encode()
    digest = hashed(content)
    return {"steep": __version__, "rules": rules_hash(), "ruleset": rulebook.hash, "target": digest}


def hashed(content: bytes) -> str:
    """Sixteen hexadecimal digits that change with the content."""
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def digest_of(results: list[Any]) -> str:
    """What tells whether results were altered."""
    return hashed(json.dumps(results, sort_keys=True).encode())


@dataclass(slots=True)
class TuningState:
    """The results of a search, in a file if there is a path."""

    path: Path | None
    origin: dict[str, str]
    results: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def begin(cls, path: Path | None, origin: dict[str, str], *, resume: bool) -> Self:
        """A new state, or, with `resume`, the one in a file. Raises `InputError` when the file holds another."""
        state = cls(path, origin)
        if path is not None and not path.parent.is_dir():
            raise InputError(f"--state: found no folder {path.parent}")
        if path is not None and path.is_dir():
            raise InputError(f"--state: found the folder {path}; allowed: a file, as {path / 'tuning.json'}")
        if path is None or not path.exists():
            if resume:
                raise InputError(
                    f"{path}: found no state to resume" if path else "--resume: name its file with --state"
                )
            return state
        if not resume:
            raise InputError(f"{path}: this file exists; --resume goes on from it, or choose another for --state")
        found = state_in(path)
        differences = [
            what.format(brief(found.get(key))) for key, what in ORIGIN.items() if found.get(key) != origin[key]
        ]
        if differences:
            raise InputError(
                f"{path}: cannot be resumed: it is of {', '.join(differences)}; begin with another --state"
            )
        if found.get("digest") != digest_of(found["results"]):
            raise InputError(f"{path}: this state is damaged: its results are not those that were written")
        state.results = found["results"]
        return state

    def tell(self, search: Search) -> None:
        """Tell a search all results. Raises `InputError` when they are damaged."""
        try:
            for found in self.results:
                request = Request(tuple(map(int, found["numbers"])), int(found["first"]), int(found["games"]))
                played = {
                    task.bot: Counts.from_plain(counts, task.last_floor - task.first_floor + 1, task.first_floor)
                    for task in tasks_of(request, search.target)
                    if (counts := found["played"].get(task.bot)) is not None
                }
                search.tell(request, played)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError):
            raise InputError(f"{self.path}: this state is damaged: it holds what steep tune does not write") from None

    def keep(self, request: Request, played: dict[str, Counts]) -> None:
        """Add a result, and write the file. Raises `InputError` when it cannot be written."""
        counts = {bot: each.as_plain() for bot, each in played.items()}
        numbers = list(request.numbers)
        self.results.append({"numbers": numbers, "first": request.first, "games": request.games, "played": counts})
        if self.path is None:
            return
        whole = {"format": FORMAT, **self.origin, "digest": digest_of(self.results), "results": self.results}
        text = json.dumps(whole) + "\n"
        try:
            write_whole(self.path, text.encode())
        except OSError as error:
            raise InputError(f"{self.path}: the state could not be written: {reason_of(error)}") from None


def state_in(path: Path) -> dict[str, Any]:
    """The content of a state file. Raises `InputError` when it is not one."""
    try:
        found = json.loads(read_regular_file(path, MAX_BYTES))
    except OSError as error:
        raise InputError(f"{path}: the state cannot be read: {reason_of(error)}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: this is no state of steep tune") from None
    if type(found) is not dict or found.get("format") != FORMAT or type(found.get("results")) is not list:
        raise InputError(f"{path}: this is no state of steep tune, of format {FORMAT}; begin with another --state")
    return found
