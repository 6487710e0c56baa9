"""What the commands that report take. Each is run by the module of its name, which is imported only then."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from steep.commands.output import add_format

RULESET = "a name, or a path to a .toml file"

NEW_BASELINE = {"bot": "explorer", "games": "2000", "seed": "0", "floors": "1-10", "turns": "20000"}
"""What a baseline is made of, as the options of `add_games`, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, what `--help` says of it, and the options that it takes."""

    name: str
    does: str
    add_options: Callable[[argparse.ArgumentParser], None]

    def run(self, asked: argparse.Namespace) -> int:
        """Do it; gives the exit code."""
        code: int = importlib.import_module(f"steep.commands.{self.name}").run(asked)
        return code


def add_floors(parser: argparse.ArgumentParser, default: str) -> None:
    """The options that choose floors."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--floor", metavar="N", help="one floor")
    chosen.add_argument("--floors", metavar="A-B", help=f"floors A to B (default: {default})")


def add_samples(parser: argparse.ArgumentParser) -> None:
    """The option of commands that make floors to count what is there."""
    parser.add_argument(
        "--samples",
        metavar="K",
        help="make each floor so often, rounded up to a hundred (default: for a second or two)",
    )


def add_games(parser: argparse.ArgumentParser, bot: str, games: str) -> None:
    """The options of commands that have games played, between any floors; both defaults are given."""
    parser.add_argument("--bot", metavar="B", default=bot, help=f"who plays; several with commas (default: {bot})")
    add_playing(parser, games)
    parser.add_argument(
        "--floors", metavar="A-B", help="begin on floor A; who leaves floor B alive has won (default: 1-10)"
    )


def add_playing(parser: argparse.ArgumentParser, games: str) -> None:
    """The options that say how much is played, and how."""
    parser.add_argument("--games", metavar="N", default=games, help=f"how many games each plays (default: {games})")
    parser.add_argument(
        "--seed", metavar="S", default="0", help="the first game's seed; the next ones follow (default: 0)"
    )
    parser.add_argument("--turns", metavar="T", default="20000", help="stop a game after T turns (default: 20000)")
    parser.add_argument("--jobs", metavar="J", help="how many play at a time (default: as many as there are cores)")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """The option that names another place to play."""
    parser.add_argument("--cluster", metavar="ADDRESS", help="have the workers of a Dask scheduler play")


def measure_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep measure`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    add_games(parser, "explorer", "1000")
    parser.add_argument("--out", metavar="DIR", type=Path, help="write tables, a summary and a report there")
    parser.add_argument("--resume", action="store_true", help="go on with what was begun in --out")
    add_cluster(parser)
    add_format(parser)


def compare_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep compare`."""
    file = f"{RULESET}, or FILE.toml@REVISION in a git repository"
    parser.add_argument("a", metavar="A", help=file)
    parser.add_argument("b", metavar="B", help="the same")
    add_games(parser, "explorer", "2000")
    parser.add_argument(
        "--detect", metavar="POINTS", default="2", help="say whether so large a difference would be seen (default: 2)"
    )
    add_format(parser)


def blame_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep blame`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    parser.add_argument("--floor", metavar="N", required=True, help="the floor whose deaths are looked at")
    parser.add_argument("--bot", metavar="B", default="explorer", help="who plays (default: explorer)")
    add_playing(parser, "1000")
    add_format(parser)


def check_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep check`. What is left open of the games is as the baseline has it."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    parser.add_argument("--baseline", metavar="FILE", type=Path, required=True, help="what to hold the ruleset against")
    parser.add_argument("--update", action="store_true", help="write the baseline anew, from the ruleset as it is")
    parser.add_argument(
        "--tolerance", metavar="POINTS", default="0", help="differences up to this are no drift (default: 0)"
    )
    parser.add_argument(
        "--false-alarms",
        metavar="RATE",
        default="0.001",
        help="how often an unchanged ruleset may be said to have drifted (default: 0.001)",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, default=Path(), help="where to write a replay of a drift (default: here)"
    )
    add_games(parser, NEW_BASELINE["bot"], NEW_BASELINE["games"])
    parser.set_defaults(**dict.fromkeys(NEW_BASELINE))
    add_cluster(parser)
    add_format(parser)


def show_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep show`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    add_floors(parser, "all on which anything changes, and one more")
    add_samples(parser)
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw it, too, as .png or .svg")
    add_format(parser)


def lint_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep lint`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    add_samples(parser)
    add_format(parser)


def diff_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep diff`."""
    file = f"{RULESET}, or FILE.toml@REVISION in a git repository"
    parser.add_argument("a", metavar="A", help=file)
    parser.add_argument("b", metavar="B", help="the same")
    add_floors(parser, "all on which anything changes in either, and one more")
    add_samples(parser)
    add_format(parser)


def roll_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep roll`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    add_floors(parser, "floor 1")
    parser.add_argument("--seed", metavar="S", default="0", help="the run's seed (default: 0)")
    parser.add_argument("--count", metavar="K", default="1", help="so many seeds, S and up (default: 1)")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="write a file for each floor there")
    add_format(parser)


def bench_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep bench`."""
    add_format(parser)


def arena_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep arena`."""
    parser.add_argument("a", metavar="SIDE", help='who fights: "3 orc", "2 orc, 1 troll" or "hero"')
    parser.add_argument("b", metavar="SIDE", help="against whom")
    parser.add_argument("--ruleset", metavar="R", default="tcod-2020", help=f"{RULESET} (default: tcod-2020)")
    parser.add_argument("--bouts", metavar="N", default="10000", help="how often they fight (default: 10000)")
    parser.add_argument(
        "--seed", metavar="S", default="0", help="the first bout's seed; the next ones follow (default: 0)"
    )
    parser.add_argument("--room", metavar="WxH", default="20x12", help="the room's floor in cells (default: 20x12)")
    parser.add_argument("--turns", metavar="T", default="1000", help="call a bout a draw after T turns (default: 1000)")
    parser.add_argument("--bot", metavar="B", default="explorer", help="who plays the hero (default: explorer)")
    parser.add_argument("--hero", metavar="hp=H,power=P,defense=D", help="make the hero another than the ruleset's")
    add_format(parser)


COMMANDS = (
    Command("show", "show what appears on each floor: exact odds and expected numbers", show_options),
    Command("lint", "find what is broken in a ruleset's curves; exits 1 for an error", lint_options),
    Command("diff", "show what a change of tables does, in odds and expectations by floor", diff_options),
    Command("measure", "have bots play many games and report how they fare on each floor", measure_options),
    Command("check", "compare a ruleset with a baseline; exits 1 when difficulty has drifted", check_options),
    Command("compare", "have bots play two rulesets on the same seeds and show what differs", compare_options),
    Command("blame", "find which table entries cause the deaths on a floor", blame_options),
    Command("arena", "have monsters, or the hero and monsters, fight in an open room", arena_options),
    Command("roll", "generate floors of a seed and draw them, with their rosters", roll_options),
    Command("bench", "measure how fast games play and floors generate here", bench_options),
)
