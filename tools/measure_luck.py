"""Measure what chance gives a bot's games, for players to compare their luck with. Writes play/luck_of_bots.json.

    python tools/measure_luck.py [--games 300] [--jobs N] [RULESET ...]

Without names it measures Steep's own dungeon and its modes. The same ruleset and number of games give the same file;
rulesets that are not named keep what was measured before. Run it again when a ruleset has changed: until then the game
compares with the earlier version, and says so.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

from steep import OWN_RULESET
from steep.content import Rulebook, load_ruleset
from steep.core.processes import cores
from steep.lab.simulate.play_in_one_thread import Simulator
from steep.lab.simulate.simulation_task import Task
from steep.play.luck import REFERENCE, Luck, Reference, luck_of, quantiles_of
from steep.play.session import Session

BOT = "explorer"
FIRST_SEED = 1_000_000
"""Seeds that players who type one are unlikely to choose."""
TURN_LIMIT = 20_000
MIN_GAMES = 30
"""Games that must have come to a floor for it to be compared."""


def main() -> None:
    """Measure the rulesets that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: one per core)")
    options = parser.parse_args()
    own = load_ruleset(OWN_RULESET)
    modes = [own.in_mode(mode.key) for mode in own.modes]
    default = [OWN_RULESET, *(mode.name for mode in modes if mode.hash != own.hash)]
    measured = json.loads(REFERENCE.read_text("utf-8")) if REFERENCE.exists() else {}
    seeds = range(FIRST_SEED, FIRST_SEED + options.games)
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.rulesets or default:
            games = list(pool.map(partial(luck_of_game, name), seeds))
            measured[name] = reference_of(load_ruleset(name), games)
            print(f"{name}: {options.games} games")
            REFERENCE.write_text(as_text(measured), "utf-8")


@cache
def player_of(name: str) -> tuple[Rulebook, Simulator]:
    """A ruleset, and what plays it in this process."""
    rulebook = load_ruleset(name)
    return rulebook, Simulator(rulebook.compiled)


def luck_of_game(name: str, seed: int) -> Luck:
    """What chance gave the bot in the game of a seed."""
    rulebook, simulator = player_of(name)
    task = Task(BOT, seed, 1, last_floor=rulebook.run.last_floor or 100, turns=TURN_LIMIT)
    session = Session.start(rulebook, seed)
    session.observers = [session.luck]
    for action in simulator.actions(task, seed):
        session.act(action)
    return session.luck


def reference_of(rulebook: Rulebook, games: list[Luck]) -> dict[str, object]:
    """The quantiles of games."""
    deepest = max(len(game.floors) for game in games)
    reached = [[game for game in games if len(game.floors) >= floor] for floor in range(1, deepest + 1)]
    compared = [(floor, those) for floor, those in enumerate(reached, 1) if len(those) >= MIN_GAMES]
    dice = [game.dice for game in games if game.dice is not None]
    reference = Reference(
        rulebook.hash,
        BOT,
        len(games),
        tuple(quantiles_of(game.through(floor)[0] for game in those) for floor, those in compared),
        tuple(quantiles_of(game.through(floor)[1] for game in those) for floor, those in compared),
        tuple(round(each, 2) for each in quantiles_of(dice)) if len(dice) >= MIN_GAMES else (),
        (),
    )
    means = [found.mean for found in (luck_of(game, reference) for game in games) if found]
    return {
        "ruleset_hash": reference.ruleset_hash,
        "bot": reference.bot,
        "games": reference.games,
        "threat": reference.threat,
        "items": reference.items,
        "dice": reference.dice,
        "overall": [round(each, 1) for each in quantiles_of(means)],
    }


def as_text(measured: dict[str, dict[str, object]]) -> str:
    """The file, with a line for each list of quantiles."""
    rulesets = []
    for name, values in sorted(measured.items()):
        lines = []
        for key, value in values.items():
            if key in ("threat", "items"):
                rows = ",\n   ".join(json.dumps(row) for row in value)  # type: ignore[attr-defined]
                lines.append(f'  "{key}": [\n   {rows}\n  ]')
            else:
                lines.append(f'  "{key}": {json.dumps(value)}')
        rulesets.append(f' "{name}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(rulesets) + "\n}\n"


if __name__ == "__main__":
    main()
