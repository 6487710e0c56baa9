"""All commands and their options. Each command lives in a module of its own, imported only when it runs."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from steep import DEFAULT_RULESET
from steep.commands.shared.output import add_format

DEFAULTS = f"(default: {DEFAULT_RULESET})"

RULESET = "a name, or a path to a .toml file"

GAMES = "or games that were played: a table (.jsonl, .csv, .parquet) or a folder of measure --out"

NEW_BASELINE = {"bot": "explorer", "games": "2000", "seed": "0", "turns": "20000"}
"""Defaults of a new baseline but for its floors, as words for the options of `add_games`."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command."""

    name: str
    summary: str
    """One line for `--help`."""
    add_options: Callable[[argparse.ArgumentParser], None]
    module: str = ""
    """Below `steep.commands`; the command's name where this is empty."""

    def run(self, options: argparse.Namespace) -> int:
        """Import the command's module and run it; the exit code."""
        code: int = importlib.import_module(f"steep.commands.{self.module or self.name}").run(options)
        return code


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Options of the commands that show a screen."""
    parser.add_argument("--ui", choices=("window", "terminal"), help="where to show it (default: a window if possible)")
    parser.add_argument("--data-dir", metavar="FOLDER", type=Path, help="where saves, replays and scores live")


def add_floors(parser: argparse.ArgumentParser, default: str) -> None:
    """Options that choose floors."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--floor", metavar="N", help="one floor")
    chosen.add_argument("--floors", metavar="A-B", help=f"floors A to B (default: {default})")


def add_samples(parser: argparse.ArgumentParser) -> None:
    """The option of commands that generate floors and count what is on them."""
    parser.add_argument(
        "--samples",
        metavar="K",
        help="generate each floor K times, rounded up to a hundred (default: as many as take a second or two)",
    )


def add_games(parser: argparse.ArgumentParser, bot: str, games: str) -> None:
    """Options of commands in which bots play games. `bot` and `games` are defaults."""
    parser.add_argument(
        "--bot", metavar="B", default=bot, help=f"the bot that plays, or several separated by commas (default: {bot})"
    )
    add_playing(parser, games)
    parser.add_argument(
        "--floors",
        metavar="A-B",
        help="start on floor A; leaving floor B alive wins (default: all, or 1-10 of a dungeon without end)",
    )


def add_playing(parser: argparse.ArgumentParser, games: str) -> None:
    """Options for how many games are played, and how."""
    parser.add_argument("--games", metavar="N", default=games, help=f"games per bot (default: {games})")
    parser.add_argument(
        "--seed", metavar="S", default="0", help="the first game's seed; the next ones follow (default: 0)"
    )
    parser.add_argument("--turns", metavar="T", default="20000", help="stop a game after T turns (default: 20000)")
    parser.add_argument("--jobs", metavar="J", help="games played at a time (default: one per core)")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """The option to play on a cluster."""
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the workers of a Dask scheduler")


def measure_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep measure`."""
    parser.add_argument("ruleset", metavar="RULESET", nargs="?", help=f"{RULESET}; none with --game or --env")
    add_games(parser, "explorer", "1000")
    parser.add_argument(
        "--out",
        metavar="DIR|FILE",
        type=Path,
        help="write tables, a summary and a report to this folder; with --game or --env, a table to this file",
    )
    parser.add_argument("--resume", action="store_true", help="continue the run that was started in --out")
    add_cluster(parser)
    add_own_game(parser)
    add_format(parser)


def add_own_game(parser: argparse.ArgumentParser) -> None:
    """Options for games that are not Steep's."""
    own = parser.add_argument_group("a game of your own, instead of a ruleset (docs/own-game.md)")
    own.add_argument("--game", metavar="MODULE:CLASS", help="a class by the protocol steep.lab.game.Game")
    own.add_argument("--env", metavar="ID", help="an environment of Gymnasium, as FrozenLake-v1 or module:ID")
    own.add_argument("--policy", metavar="MODULE:FUNCTION", help="plays instead of --bot: a function of the view")
    own.add_argument("--env-args", metavar="JSON", help="arguments that the environment is made with")
    own.add_argument("--floor-from", metavar="PATH", help="where the environment says its floor, as info['depth']")
    own.add_argument("--won-if", metavar="PATH", help="what is above 0 at the end of a won episode, as reward")
    own.add_argument("--time-limit", metavar="S", help="end a game after S seconds of processor time (default: 60)")


def compare_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep compare`."""
    file = f"{RULESET}, or FILE.toml@REVISION in a git repository; {GAMES}, of which one version is FILE@VERSION"
    parser.add_argument("a", metavar="A", help=file)
    parser.add_argument("b", metavar="B", help="the same")
    add_games(parser, "explorer", "2000")
    parser.set_defaults(bot=None)
    add_columns(parser)
    parser.add_argument(
        "--detect",
        metavar="POINTS",
        default="2",
        help="report whether a difference this large would be detected (default: 2)",
    )
    add_format(parser, "markdown", "github")


def add_columns(parser: argparse.ArgumentParser) -> None:
    """The option that names the columns of tables of games."""
    parser.add_argument(
        "--columns",
        metavar="THEIRS=OURS",
        nargs="+",
        default=[],
        help="what columns of a table, and ends of a visit, are called where that differs: depth=floor dead=died",
    )


def report_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep report`."""
    parser.add_argument(
        "path",
        metavar="FILE|DIR",
        type=Path,
        help="a table of games (.jsonl, .csv, .parquet), or what measure --out wrote",
    )
    add_columns(parser)
    parser.add_argument("--version", metavar="V", help="only the games of this version")
    parser.add_argument("--out", metavar="FILE.html", type=Path, help="write the report to this file")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a row cannot be used")
    add_format(parser)


def blame_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep blame`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    parser.add_argument("--floor", metavar="N", required=True, help="the floor whose deaths to explain")
    parser.add_argument("--bot", metavar="B", default="explorer", help="the bot that plays (default: explorer)")
    add_playing(parser, "1000")
    add_format(parser)


def check_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep check`. Options for the games default to those of the baseline or the target."""
    parser.add_argument("ruleset", metavar="RULESET|FILE", help=f"{RULESET}; {GAMES}")
    add_columns(parser)
    compared = parser.add_mutually_exclusive_group(required=True)
    compared.add_argument(
        "--baseline", metavar="FILE", type=Path, help="the baseline to compare with; that of a table is another table"
    )
    compared.add_argument("--target", metavar="FILE", type=Path, help="the target whose bands should hold")
    parser.add_argument("--strict", action="store_true", help="exit 1 also when there are too few games to tell")
    parser.add_argument("--update", action="store_true", help="write a new baseline from the ruleset as it is now")
    parser.add_argument("--tolerance", metavar="POINTS", help="ignore differences up to this size (default: 0)")
    parser.add_argument(
        "--false-alarms",
        metavar="RATE",
        help="how often an unchanged ruleset may be reported as drifted (default: 0.001)",
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        default=Path(),
        help="where to write a replay that shows a drift (default: the current folder)",
    )
    add_games(parser, NEW_BASELINE["bot"], NEW_BASELINE["games"])
    parser.set_defaults(**dict.fromkeys(NEW_BASELINE))
    add_cluster(parser)
    add_format(parser, "markdown")


def tune_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep tune`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    parser.add_argument(
        "--target", metavar="FILE", type=Path, required=True, help="what should hold, and which numbers may move"
    )
    parser.add_argument(
        "--towards",
        metavar="FILE|DIR",
        help="aim at the survival of games that were played: a table, or a folder of measure --out",
    )
    add_columns(parser)
    parser.add_argument("--budget", metavar="N", help="games to play at most (default: what the target says, or 50000)")
    parser.add_argument("--jobs", metavar="J", help="games played at a time (default: one per core)")
    parser.add_argument("--state", metavar="FILE", type=Path, help="keep what was played in this file")
    parser.add_argument("--resume", action="store_true", help="go on from --state")
    parser.add_argument(
        "--write", metavar="FILE", type=Path, help="write the tuned ruleset: over its own file, or one that extends it"
    )
    parser.add_argument(
        "--strict", action="store_true", help="exit 1 and write nothing also when there are too few games to tell"
    )
    add_format(parser)


def show_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep show`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    add_floors(parser, "all on which something changes, plus one")
    add_samples(parser)
    parser.add_argument("--plot", metavar="FILE", type=Path, help="also draw it to a .png or .svg file")
    add_format(parser)


def lint_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep lint`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    add_samples(parser)
    parser.add_argument(
        "--duels", metavar="N", help="duels to play against each kind of monster; 0 for none (default: 40)"
    )
    add_format(parser)


def diff_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep diff`."""
    file = f"{RULESET}, or FILE.toml@REVISION in a git repository"
    parser.add_argument("a", metavar="A", help=file)
    parser.add_argument("b", metavar="B", help="the same")
    add_floors(parser, "all on which something changes in either, plus one")
    add_samples(parser)
    add_format(parser)


def roll_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep roll`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    add_floors(parser, "floor 1")
    parser.add_argument("--seed", metavar="S", default="0", help="the run's seed (default: 0)")
    parser.add_argument("--count", metavar="K", default="1", help="roll K seeds, S and up (default: 1)")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="write one file per floor to this folder")
    add_format(parser)


def bench_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep bench`."""
    add_format(parser)


def arena_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep arena`."""
    parser.add_argument("a", metavar="SIDE", help='one side: "3 orc", "2 orc, 1 troll" or "hero, 1 orc"')
    parser.add_argument("b", metavar="SIDE", help="the other side")
    parser.add_argument("--ruleset", metavar="R", default=DEFAULT_RULESET, help=f"{RULESET} {DEFAULTS}")
    parser.add_argument("--bouts", metavar="N", default="10000", help="bouts to fight (default: 10000)")
    parser.add_argument(
        "--seed", metavar="S", default="0", help="the first bout's seed; the next ones follow (default: 0)"
    )
    parser.add_argument("--room", metavar="WxH", default="20x12", help="the room's floor in cells (default: 20x12)")
    parser.add_argument("--turns", metavar="T", default="1000", help="call a bout a draw after T turns (default: 1000)")
    parser.add_argument(
        "--bot", metavar="B", default="explorer", help="the bot that plays the hero (default: explorer)"
    )
    parser.add_argument("--hero", metavar="hp=H,power=P,defense=D", help="replace the ruleset's hero stats")
    parser.add_argument("--floor", metavar="N", default="1", help="monsters that grow are as on floor N (default: 1)")
    add_format(parser)


def play_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep play`."""
    parser.add_argument("--ruleset", metavar="NAME|FILE", help=f"start at once with this ruleset {DEFAULTS}")
    parser.add_argument("--seed", metavar="N", help="start at once with this seed, 0 to 2**63 - 1")
    parser.add_argument("--profile", metavar="NAME", help="whose save to play; each profile has its own")
    parser.add_argument(
        "--watch", action="store_true", help="regenerate the floor whenever the ruleset's file is saved"
    )
    parser.add_argument("--bot", metavar="NAME", help="watch a bot play; any move takes over")
    parser.add_argument(
        "--wizard", action="store_true", help="start at once with commands to go to any floor, get any item and more"
    )
    add_screen(parser)


def replay_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep replay`."""
    parser.add_argument("file", metavar="FILE|DIR", type=Path, help="a recorded run, or what steep measure --out wrote")
    parser.add_argument("--bot", metavar="NAME", help="which bot's game, if several were measured")
    parser.add_argument("--seed", metavar="S", help="which game of a measurement")
    parser.add_argument("--verify", action="store_true", help="play it without a screen and check every turn")
    add_format(parser)
    add_screen(parser)


def import_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep import`."""
    parser.add_argument("path", metavar="FILE|FOLDER", type=Path)
    parser.add_argument("--out", metavar="FILE.toml", type=Path, help="write there (default: to standard output)")
    parser.add_argument(
        "--report", metavar="FILE.json", type=Path, help="also write what was read, and what was not, as JSON"
    )
    parser.add_argument(
        "--adapter", metavar="FILE.py", type=Path, help="write no ruleset, but a class by which the lab plays the game"
    )
    parser.add_argument("--hero", metavar="NAME", help="which hero, if the project has several")


def export_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep export`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--as", dest="shape", metavar="SHAPE", help="tcod-2020, tcod-2019, rotjs, godot or json")
    where.add_argument(
        "--in-place",
        metavar="FOLDER",
        type=Path,
        help="print as a diff how the numbers of the Python project that it was imported from should change",
    )
    parser.add_argument("--apply", action="store_true", help="with --in-place: write the numbers, each file as a whole")
    parser.add_argument("--hero", metavar="NAME", help="with --in-place: which hero was imported, if there are several")


def rulesets_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep rulesets`."""
    add_format(parser)


COMMANDS = (
    Command("play", "play, in a window or in the terminal", play_options),
    Command("replay", "replay a recorded run or a measured game, or verify it", replay_options),
    Command(
        "import",
        "read the tables of a Python project as a ruleset, without running it",
        import_options,
        "import_project",
    ),
    Command("export", "write a ruleset's tables in the shape of a tutorial's game, or as JSON", export_options),
    Command("rulesets", "list the rulesets: bundled ones and your own", rulesets_options),
    Command("show", "show what appears on each floor: exact odds and expected numbers", show_options),
    Command("lint", "find mistakes in a ruleset's tables; exits 1 for an error", lint_options),
    Command("diff", "compare two rulesets' odds and expected numbers by floor", diff_options),
    Command(
        "measure", "let bots play many games and report how they fare on each floor", measure_options, "lab.measure"
    ),
    Command(
        "report",
        "report how games in a table fared on each floor: those of any game, bots or people",
        report_options,
        "lab.report",
    ),
    Command(
        "check",
        "compare a ruleset with a baseline or a target; exits 1 when difficulty is off",
        check_options,
        "lab.check",
    ),
    Command(
        "tune",
        "move a ruleset's numbers until the bands of a target hold; exits 1 when they cannot",
        tune_options,
        "lab.tune",
    ),
    Command(
        "compare",
        "let bots play two rulesets on the same seeds and show the differences",
        compare_options,
        "lab.compare",
    ),
    Command("blame", "find which table entries cause the deaths on a floor", blame_options, "lab.blame"),
    Command("arena", "let monsters, or the hero and monsters, fight in an open room", arena_options, "lab.arena"),
    Command("roll", "generate floors of a seed and draw them, with their rosters", roll_options),
    Command("bench", "measure how fast games play and floors generate here", bench_options, "lab.bench"),
)

GONE = {
    "worth": "steep blame RULESET --floor N takes an entry out of a table, also an item's, and compares in pairs",
}
"""Commands that there were once, and what to use."""
