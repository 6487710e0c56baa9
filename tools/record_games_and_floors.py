# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Record games of bots, and floors, in every bundled ruleset, for tests that replay them.

    python tools/record_games_and_floors.py

Writes tests/rules/recorded_games.jsonl.gz and tests/mapgen/recorded_floors.json.gz, which
tests/support/recorded_games_and_floors.py reads. Record again only when games are meant to change: a change of
layout, encoding or speed does not affect them.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from recorded_games_and_floors import (
    FLOORS_FILE,
    GAMES_FILE,
    RECORDED,
    Game,
    RecordedGame,
    action_of,
    floors_in_words,
    load,
    words_of,
)
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import BOTS, choose_action
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import PLAYING, World
from steep.rules.action_codes import VERB_NAMES, verb_of
from steep.rules.new_game import new_game
from steep.rules.turn import step
from worlds_in_both_forms import random_action

PLAYERS = ("random", "diver", "explorer", "tactician", "fumbler")
"""Bots, and a player that takes the explorer's action or a random one, with equal chances."""

START_FLOORS = (1, 1, 1, 1, 1, 2, 3, 5, 8)
"""For each player, one game from each of these floors."""

TURNS = 400
EVERY = 25
"""Turns between two recorded states."""

FLOOR_SEEDS = 20


def main() -> None:
    """Record everything, and write it."""
    games: list[str] = []
    floors: dict[str, Any] = {}
    for ruleset in RECORDED:
        for player in PLAYERS:
            for floor in START_FLOORS:
                games.append(recorded(ruleset, player, len(games), floor).line())
        floors[ruleset] = {str(seed): floors_in_words(ruleset, seed) for seed in range(FLOOR_SEEDS)}
        print(ruleset, file=sys.stderr)
    GAMES_FILE.write_bytes(gzip.compress("\n".join(games).encode() + b"\n", mtime=0))
    FLOORS_FILE.write_bytes(gzip.compress(json.dumps(floors, separators=(",", ":")).encode(), mtime=0))


def recorded(ruleset: str, player: str, seed: int, floor: int) -> RecordedGame:
    """A game of a player, with its state at the start, on each new floor, every EVERY turns and at the end."""
    game, actions = Game(ruleset, seed, floor), played(ruleset, player, seed, floor)
    stretches: list[tuple[tuple[str, ...], dict[str, Any]]] = [((), game.state())]
    stretch: list[str] = []
    for number, act in enumerate(actions, 1):
        before = game.floor, game.turn // EVERY
        stretch.append(game.act(words_of(act)))
        if before != (game.floor, game.turn // EVERY) or number == len(actions):
            stretches.append((tuple(stretch), game.state()))
            stretch = []
    return RecordedGame(ruleset, player, seed, floor, tuple(stretches))


def played(ruleset: str, player: str, seed: int, floor: int) -> list[int]:
    """A player's actions, compiled."""
    rules = from_plain(load(ruleset).compiled)
    world, mind, imagined = (zeros(record, 1)[0] for record in (World, BotMemory, ImaginedState))
    native(new_game)(world, rules, seed, floor)
    native(start_mind)(mind, seed)
    chance = random.Random(seed)  # noqa: S311  # nothing secret
    bot = BOTS["explorer" if player == "fumbler" else player].number
    actions: list[int] = []
    while world.outcome == PLAYING and world.turn < TURNS and len(actions) < 2 * TURNS:
        if player == "fumbler" and chance.random() < 0.5:
            act = random_action(chance, world.hero)
            if verb_of(act) >= len(VERB_NAMES):
                continue
            act = action_of(words_of(act))
        else:
            act = int(native(choose_action)(bot, world.hero, rules, mind, imagined))
        native(step)(world, rules, act)
        actions.append(act)
    return actions


if __name__ == "__main__":
    main()
