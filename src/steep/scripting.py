"""What a script needs first: load a ruleset, play a run, roll a floor, get exact odds. `steep` exports these functions.

They need nothing but Python. `steep.lab` plays thousands of games, and `steep.env` is for learning agents.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from steep import DEFAULT_RULESET
from steep.balance.odds_of_one_draw import group_odds, item_odds, monster_odds
from steep.balance.rolled_floors import RolledFloor, roll_floors
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief, checked_number, checked_text
from steep.core.random_streams import MAX_SEED
from steep.core.ruleset import MAX_FLOORS
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of
from steep.play.moves.move_base_class import BotMove
from steep.play.session import Session
from steep.rules.action_codes import DONE

Policy = Callable[[Session], int]
"""Chooses an action from what `Session.hero` shows. `steep.rules.action_codes.action` makes actions."""


ACTION = "a number from steep.rules.action_codes.action, such as action(WAIT)"
"""What a `Policy` returns, in words."""


def load_ruleset(ruleset: RulesetSource) -> Rulebook:
    """Load a ruleset by its name or path. "my.toml@HEAD~3" is a file at a git revision. Raises `InputError`."""
    return rulebook_of(ruleset)


def start_run(ruleset: RulesetSource = DEFAULT_RULESET, seed: int = 0, floor: int = 1) -> Session:
    """Begin the run of a seed. Raises `InputError`."""
    rulebook = rulebook_of(ruleset)
    return Session.start(rulebook, checked_number("seed", seed, 0, MAX_SEED), checked_floor(floor, rulebook))


def bot_player(name: str = "explorer", seed: int = 0) -> Callable[[Session], int]:
    """A bot as a player of one run: a function of the session that returns the bot's next action.

    It plays as in `play_run` and `steep measure`, and ends stalemates as they do. `seed` fixes its random numbers; both
    use the run's seed. Raises `InputError` for an unknown name, and when the run is over.
    """
    move = BotMove(name, checked_number("seed", seed, 0, MAX_SEED))

    def next_action(session: Session) -> int:
        act = move.next_action(session)
        if act is None:
            raise InputError(f"{name}: {move.ended}")
        return act

    return next_action


def play_run(
    ruleset: RulesetSource = DEFAULT_RULESET, seed: int = 0, player: str | Policy = "explorer", *, turns: int = 20_000
) -> Session:
    """Play the run of a seed until it is over or has reached `turns`. Raises `InputError`.

    `player` is a bot's name, or a function of the session that returns the next action. An impossible action stops
    playing; the last message of `Session.log` says why.
    """
    if not callable(player):
        checked_text("player", player, "a bot's name, or a function that takes the session and returns an action")
    session = start_run(ruleset, seed)
    choose: Callable[[Session], Any] = player if callable(player) else bot_player(player, seed)
    while session.turn < turns and not session.over:
        act = choose(session)
        try:
            number = operator.index(act)
        except TypeError:
            raise InputError(f"player: found {brief(act)} for turn {session.turn}; allowed: {ACTION}") from None
        if session.act(number) != DONE:
            break
    return session


def roll_floor(ruleset: RulesetSource = DEFAULT_RULESET, seed: int = 0, floor: int = 1) -> RolledFloor:
    """Generate a floor of a seed: its map, and all that is on it. Raises `InputError`."""
    rulebook = rulebook_of(ruleset)
    checked_number("seed", seed, 0, MAX_SEED)
    checked_floor(floor, rulebook)
    return next(roll_floors(rulebook, seed, floor, floor))


@dataclass(frozen=True, slots=True)
class FloorOdds:
    """The exact chance of each kind in a single draw for a floor. Kinds that are never drawn there are left out."""

    floor: int
    monsters: dict[str, Fraction]
    """By key, before any unique has appeared. A pack counts as its leader. The sum is below 1 if a draw may fail."""
    items: dict[str, Fraction]
    """By key, without pity timers."""
    groups: dict[str, dict[str, Fraction]]
    """Of a draw from each group that draws there: by its key, then by kind or pack, before any unique has appeared."""


def odds(ruleset: RulesetSource = DEFAULT_RULESET, floor: int = 1) -> FloorOdds:
    """The exact odds of a draw on a floor, as `steep show` prints them. Raises `InputError`."""
    rulebook = rulebook_of(ruleset)
    checked_floor(floor, rulebook)
    monsters, items = monster_odds(rulebook.compiled, floor), item_odds(rulebook.compiled, floor)
    return FloorOdds(
        floor,
        {rulebook.monsters[kind].key: share for kind, share in sorted(monsters.items()) if share},
        {rulebook.items[kind].key: share for kind, share in sorted(items.items()) if share},
        group_odds(rulebook, floor),
    )


def checked_floor(floor: int, rulebook: Rulebook) -> int:
    """A floor that the dungeon of a ruleset has. Raises `InputError`."""
    checked_number("floor", floor, 1, MAX_FLOORS)
    if floor > (rulebook.run.last_floor or MAX_FLOORS):
        raise InputError(f"floor: found {floor}; the dungeon ends on floor {rulebook.run.last_floor}")
    return floor
