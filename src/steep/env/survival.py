"""Difficulty as one measured number: the share of games in which a reference bot survives.

A position of the dial means something else under every ruleset. `Survival(0.5)` means the same: the position at which
the bot `explorer` leaves the floors alive in half of its games. Positions come from tables that the lab measures.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from steep.content import Rulebook
from steep.content.dial import POSITIONS, dialled
from steep.core.input_errors import InputError, brief
from steep.core.read_untrusted_files import parse_json, read_regular_file

REFERENCE = "explorer"
"""The bot whose survival is measured."""

COARSE = tuple(range(0, POSITIONS + 1, 50))
"""Positions that are measured first, in thousandths."""

FINE = 25
"""Thousandths between the positions that are measured where survival is neither almost sure nor almost impossible. It
divides those between coarse positions, so that these get all games, too."""

STEEP = 0.06
"""A larger fall of survival between neighbours is measured half-way, too."""

FINEST = 5
"""Thousandths between neighbours, at least."""

JUMP = 0.03
"""A larger fall of survival from position 0, without monsters, to one nearby is a jump: no share lies between."""

MOST_BYTES = 1_000_000

SURE = 0.98
"""The survival that counts as almost sure; 1 - SURE is almost impossible."""


@dataclass(frozen=True, slots=True)
class Survival:
    """A difficulty: the position of the dial at which the bot `explorer` survives in this share of its games.

    `share` is from 0 to 1. `table` is a file of `measure_survival` for a ruleset or floors that have no table with
    Steep; None takes Steep's own.
    """

    share: float
    table: str | Path | None = None

    def position(self, rulebook: Rulebook, floors: tuple[int, int]) -> float:
        """The position of the dial, from 0 to 1.

        Raises `InputError` for a share outside 0 to 1, for a ruleset or floors without a table, and for a share that
        the ruleset doesn't reach.
        """
        if isinstance(self.share, bool) or not isinstance(self.share, int | float) or not 0 <= self.share <= 1:
            raise InputError(f"Survival: found {brief(self.share)}; allowed: a share from 0 to 1")
        tables = bundled() if self.table is None else read_tables(Path(self.table))
        key = key_of(rulebook, floors)
        if key not in tables:
            where = "Steep has" if self.table is None else f"{self.table} has"
            raise InputError(
                f"Survival: {where} no table for {rulebook.name}, floors {floors[0]} to {floors[1]}; "
                "measure one with steep.env.measure_survival"
            )
        curve = [(int(position), float(share)) for position, share in tables[key]["curve"]]
        if curve[1][0] <= FINE and curve[0][1] - curve[1][1] > JUMP and self.share < curve[0][1]:
            del curve[0]
        low, high = curve[-1][1], curve[0][1]
        if not low <= self.share <= high:
            raise InputError(
                f"Survival: found {self.share:g}; on floors {floors[0]} to {floors[1]} of {rulebook.name} the "
                f"{REFERENCE} survives in {low:.1%} to {high:.1%} of its games, over the whole dial"
            )
        return on_curve(curve, self.share) / POSITIONS


def key_of(rulebook: Rulebook, floors: tuple[int, int]) -> str:
    """The key of a table: the hash of the ruleset as written, and the floors."""
    return f"{rulebook.hash} {floors[0]}-{floors[1]}"


def on_curve(curve: Sequence[tuple[int, float]], share: float) -> int:
    """The position in thousandths at which a falling curve has a value, between its points in a straight line.

    Of several positions with that value, the middle one.
    """
    falling = [-each for _, each in curve]
    at = bisect_left(falling, -share)
    same = [position for position, each in curve if each == share]
    if same:
        return round((same[0] + same[-1]) / 2)
    (before, high), (after, low) = curve[at - 1], curve[at]
    return round(before + (after - before) * (high - share) / (high - low))


def falling_fit(points: Mapping[int, tuple[int, int]]) -> list[tuple[int, float]]:
    """The falling curve nearest to measured shares. `points` has by position the games and the survived ones.

    Neighbours that rise are pooled until none does (Ayer et al., Ann. Math. Stat. 26, 1955).
    """
    blocks: list[tuple[list[int], int, int]] = []
    for position, (games, survived) in sorted(points.items()):
        blocks.append(([position], games, survived))
        while len(blocks) > 1 and blocks[-2][2] * blocks[-1][1] <= blocks[-1][2] * blocks[-2][1]:
            positions, games, survived = blocks.pop()
            earlier, games_before, survived_before = blocks.pop()
            blocks.append((earlier + positions, games_before + games, survived_before + survived))
    return [(position, survived / games) for positions, games, survived in blocks for position in positions]


def measure_survival(
    ruleset: str | Path | Rulebook,
    floors: tuple[int, int],
    out: str | Path,
    *,
    games: int = 1_000,
    seed: int = 0,
    jobs: int | None = None,
    report: Callable[[str], object] | None = None,
) -> None:
    """Measure the survival of the reference bot over the dial, and add the table to a file.

    It plays `games` games, of the seeds from `seed` on, at each position that matters, and at more of them where
    survival falls steeply. Which ones matter is found by a fifth of the games at each twentieth of the dial. `jobs` is
    how many cores play (all by default). `report` gets a line for each position. Raises `InputError`.
    """
    from steep.env.check_arguments import floor_range
    from steep.lab import measure
    from steep.play.files.rulesets_at_revision import rulebook_of
    from steep.play.files.user_files import write_whole

    rulebook, path = rulebook_of(ruleset), Path(out)
    first, last = floor_range(floors, rulebook.run.last_floor)
    points: dict[int, tuple[int, int]] = {}

    def play(position: int, count: int) -> float:
        at = dialled(rulebook, position / POSITIONS)
        turns = 1_000 * (last - first + 1)
        played = measure(at, REFERENCE, games=count, seed=seed, floors=(first, last), turns=turns, jobs=jobs)
        figures = played.figures[0]
        points[position] = count, figures.won
        if report is not None:
            report(f"{rulebook.name} {first}-{last} at {position / POSITIONS:g}: {figures.won} of {count}")
        return figures.won / count

    coarse = {position: play(position, max(games // 5, 1)) for position in COARSE}
    between = [position for position, share in coarse.items() if 1 - SURE < share < SURE]
    if between:
        shares: dict[int, float] = {}
        for position in range(max(between[0] - 50, 0), min(between[-1] + 50, POSITIONS) + 1, FINE):
            shares[position] = play(position, games)
        gaps = list(pairwise(shares))
        while gaps:
            low, high = gaps.pop()
            if shares[low] - shares[high] > STEEP and high - low >= 2 * FINEST:
                middle = (low + high) // 2
                shares[middle] = play(middle, games)
                gaps += [(low, middle), (middle, high)]
    tables = read_tables(path) if path.exists() else {}
    entry = {"ruleset": rulebook.name, "bot": REFERENCE, "games": games, "seed": seed}
    tables[key_of(rulebook, (first, last))] = entry | {
        "curve": [[position, round(share, 4)] for position, share in falling_fit(points)]
    }
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(tables[key])}" for key in sorted(tables))
    write_whole(path, f"{{\n{lines}\n}}\n".encode())


@cache
def bundled() -> dict[str, Any]:
    """The tables of Steep's rulesets."""
    found: dict[str, Any] = json.loads((files("steep.env") / "survival.json").read_text("utf-8"))
    return found


def read_tables(path: Path) -> dict[str, Any]:
    """The tables of a file. Raises `InputError` for a file that holds none."""
    try:
        found = parse_json(read_regular_file(path, MOST_BYTES))
        for entry in found.values():
            curve = entry["curve"]
            shares = [share for _, share in curve]
            if not curve or shares != sorted(shares, reverse=True):
                raise ValueError
            if any(type(at) is not int or not 0 <= at <= POSITIONS or not 0 <= share <= 1 for at, share in curve):
                raise ValueError
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(f"{path} holds no tables of steep.env.measure_survival") from None
    tables: dict[str, Any] = found
    return tables
