"""The tables of the manual, written from the actions and the numbers of the observations themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from steep.env.kernel.actions import FLAT_ACTIONS, FLAT_ROWS, VERB_ROWS, VERBS
from steep.env.kernel.columns import MAX_STAT, Entry
from steep.env.kernel.observations import OBSERVATIONS

NUMBERED = tuple(name for name, observation in OBSERVATIONS.items() if observation.entries)
"""The observations with a table of their own: what their numbers are called, and what they mean."""


def bounds_of(entry: Entry) -> str:
    """The range of an entry."""
    low, high = ("any" if abs(bound) == MAX_STAT else str(bound) for bound in (entry.low, entry.high))
    return {(low, "any"): f"{low} and up", ("any", "any"): "any"}.get((low, high), f"{low} .. {high}")


def markdown(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def entry_table(name: str) -> str:
    """What each number of an observation means."""
    observation = OBSERVATIONS[name]
    entries = enumerate(observation.entries)
    rows = ((index, f"`{entry.name}`", bounds_of(entry), entry.meaning) for index, entry in entries)
    return markdown((observation.entry_is, "name", "range", "meaning"), rows)


def flat_table() -> str:
    """What each flat action does."""
    rows, first = [], 0
    for meaning, names in FLAT_ROWS:
        last = first + len(names) - 1
        rows.append((f"{first} .. {last}" if last > first else first, meaning))
        first = last + 1
    return markdown(("number", "action"), rows)


def verb_table() -> str:
    """What each verb does."""
    return markdown(("verb", "meaning", "argument", "target"), VERB_ROWS)


def key_table() -> str:
    """The shape and type of each observation."""
    rows = []
    for name, observation in OBSERVATIONS.items():
        shape = f"({', '.join(map(str, observation.shape))}{',' if len(observation.shape) == 1 else ''})"
        if observation.with_targets:
            shape += f" or {observation.with_targets}"
        meaning = f"*privileged:* {observation.meaning}" if observation.privileged else observation.meaning
        rows.append((f"`{name}`", shape, np.dtype(observation.dtype).name, meaning))
    return markdown(("key", "shape", "type", "what it holds"), rows)


def all_tables() -> dict[str, str]:
    """Every table by name."""
    return {
        "flat": flat_table(),
        "verbs": verb_table(),
        "keys": key_table(),
        **{name: entry_table(name) for name in NUMBERED},
    }


def with_tables(manual: str, indent: str = "    ") -> str:
    """A manual with a table in place of each line such as `{stats}`."""
    for name, table in all_tables().items():
        manual = manual.replace(f"{indent}{{{name}}}\n", "".join(f"{indent}{line}\n" for line in table.splitlines()))
    return manual.replace("{actions}", str(FLAT_ACTIONS)).replace("{verb_count}", str(VERBS))


def update_page(page: str) -> str:
    """A page with its tables as they are now. A table follows a line such as `<!-- stats -->` and ends before a gap."""
    for name, table in all_tables().items():
        before, mark, after = page.partition(f"<!-- {name} -->\n")
        if mark:
            page = before + mark + table + after[after.index("\n\n") :]
    return page


if __name__ == "__main__":
    # python -m steep.env.manual_tables docs/environment.md
    path = Path(sys.argv[1])
    path.write_text(update_page(path.read_text("utf-8")), "utf-8")
