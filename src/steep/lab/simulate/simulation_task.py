"""What to play: everything that decides a bot's games except the ruleset. Needs nothing but Python."""

from __future__ import annotations

from dataclasses import dataclass

MAX_FLOORS = 1_000
"""The deepest floor that is played or generated."""

MAX_GAMES = 100_000_000

MAX_TURNS = 500_000
"""Turns of a game."""

LAST_FLOOR = 10
"""By default, leaving this floor alive wins in an endless dungeon."""


@dataclass(frozen=True, slots=True)
class Task:
    """Games to play: everything that decides them except the ruleset."""

    bot: str
    seed: int
    """The seed of the first game. The others have the next seeds."""
    games: int
    first_floor: int = 1
    last_floor: int = 10
    """Leaving it alive wins."""
    turns: int = 20_000
    """The turn limit, at which a game is stopped."""
