"""The command `steep arena`: fights in an open room, and how often each side wins."""

from __future__ import annotations

import argparse
import re

from steep.balance.arena.bouts import MAX_HEIGHT, MAX_WIDTH
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import as_options, read_number, read_seed
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content.sections import MAX_NUMBER
from steep.core.input_errors import InputError, nearest
from steep.core.random_streams import MAX_SEED
from steep.lab import arena
from steep.lab.fights import HERO_MIN, MAX_BOUTS
from steep.lab.simulate.simulation_task import MAX_FLOORS, MAX_TURNS

ROOM = re.compile(r"(\d{1,9})x(\d{1,9})", re.ASCII)


def run(options: argparse.Namespace) -> int:
    """Fight the bouts, and print how often each side won."""
    rulebook = read_rulebook(options.ruleset)
    seed = read_seed(options.seed)
    bouts = read_number("--bouts", options.bouts, 1, MAX_BOUTS, "the number of bouts")
    if seed + bouts - 1 > MAX_SEED:
        raise InputError(
            f'--seed: found "{options.seed}"; the last of {bouts} bouts would have a seed beyond {MAX_SEED}'
        )
    fought = {
        "a": options.a,
        "b": options.b,
        "ruleset": rulebook,
        "seed": seed,
        "room": read_room(options.room),
        "turns": read_number("--turns", options.turns, 1, MAX_TURNS, "the turn limit of a bout"),
        "bot": options.bot,
        "floor": read_number("--floor", options.floor, 1, MAX_FLOORS, "a floor"),
        "hero": None if options.hero is None else read_hero(options.hero),
    }
    with as_options("room", "hero"), progress_of_games("arena") as on_progress:
        fights = arena(**fought, bouts=bouts, progress=on_progress)
    if fights.facts["bouts"] < bouts:
        return INTERRUPTED
    print_result(fights, options.format)
    return 0


def read_room(text: str) -> tuple[int, int]:
    """The value of --room, as in 20x12."""
    room = ROOM.fullmatch(text)
    width, height = (int(room[1]), int(room[2])) if room else (0, 0)
    if not (1 <= width <= MAX_WIDTH and 1 <= height <= MAX_HEIGHT):
        wanted = f"WxH, columns and rows of its floor, from 1x1 to {MAX_WIDTH}x{MAX_HEIGHT}"
        raise InputError(f'--room: found "{text}"; allowed: {wanted}')
    return width, height


def read_hero(text: str) -> dict[str, int]:
    """The value of --hero, as in hp=50,power=6,defense=3."""
    changed = {}
    for entry in text.split(","):
        name, _, value = (part.strip() for part in entry.partition("="))
        if name not in HERO_MIN:
            wanted = f"hp, power and defense, as in hp=50,power=6{nearest(name, HERO_MIN)}"
            raise InputError(f'--hero: found "{entry.strip()}"; allowed: {wanted}')
        changed[name] = read_number(f"--hero {name}", value, HERO_MIN[name], MAX_NUMBER, f"the hero's {name}")
    return changed
