"""The `steep` command: reads the words after it and hands over. Everything else is imported where it is used."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from steep.commands.arguments import read_profile, read_seed
from steep.commands.options import COMMANDS
from steep.commands.output import (
    OutputError,
    add_format,
    flush,
    give_up_output,
    print_rows,
    remark,
    say,
    say_utf8,
    warn,
)
from steep.core.errors import InputError, nearest
from steep.ui.presenter import (
    DUMB,
    NoDisplayError,
    Presenter,
    at_a_terminal,
    terminal_available,
    window_available,
)
from steep.ui.screen import Screen

EXTRAS = {
    "distributed": "cluster",
    "gymnasium": "env",
    "jinja2": "lab",
    "matplotlib": "lab",
    "numba": "lab",
    "numpy": "lab",
    "pyarrow": "lab",
    "tqdm": "lab",
}
"""What brings the libraries that playing does without."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, with the nearest word that would do."""

    def error(self, message: str) -> NoReturn:
        """Raise the complaint instead of printing the usage."""
        chosen = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        hint = nearest(chosen[1], re.findall(r"\w+", chosen[2])) if chosen else ""
        raise InputError(f"{message}{hint}; see {self.prog} --help")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # Asked by Python 3.14, whose coloured help `say` would spell out.
        self.color = False

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ARG002
        """Print help, or the version. What cannot be written is no secret here, as it is in `argparse`."""
        say(message, end="")
        flush()

    def options(self) -> list[str]:
        """All options of this parser."""
        return [option for action in self._actions for option in action.option_strings]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it did what was asked, 1 when a check did not hold, 2 when the request was wrong."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser, commands = build_parser()
    try:
        if not words or (words[0].startswith("-") and words[0] not in parser.options()):
            words.insert(0, "play")
        if words[0] not in commands and not words[0].startswith("-"):
            known = ", ".join(commands)
            raise InputError(f'no command "{words[0]}"{nearest(words[0], commands)}; there are: {known}')
        asked, rest = parser.parse_known_args(words)
        if rest:
            hint = nearest(rest[0], commands[asked.command].options()) if rest[0].startswith("-") else ""
            raise InputError(f"steep {asked.command} does not take {rest[0]}{hint}; see steep {asked.command} --help")
        code = int(asked.run(asked))
        flush()
        return code
    except OutputError as problem:
        warn(str(problem))
        give_up_output()
        return 2
    except InputError as problem:
        warn(str(problem))
        return 2
    except MemoryError:
        warn("there is not enough memory for this")
        return 2
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        warn(f'steep {words[0]} needs {library}: pip install "steep[{EXTRAS[library]}]"')
        return 2
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        give_up_output()
        return 0
    except KeyboardInterrupt:
        return 130


def build_parser() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the whole command, and those of its commands by name."""
    from steep import __version__

    parser = Parser(prog="steep", description="A roguelike whose difficulty is data. Without a command: play.")
    parser.add_argument("--version", action="version", version=f"steep {__version__}")
    commands: dict[str, Parser] = {}
    chosen = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, does: str, run: object) -> Parser:
        made: Parser = chosen.add_parser(name, help=does, description=does[0].upper() + does[1:] + ".")
        made.set_defaults(run=run)
        commands[name] = made
        return made

    play = command("play", "play, in a window or in the terminal", run_play)
    play.add_argument("--ruleset", metavar="NAME|FILE", help="start at once with this ruleset (default: tcod-2020)")
    play.add_argument("--seed", metavar="N", help="start at once with this seed, 0 to 2**63 - 1")
    play.add_argument("--profile", metavar="NAME", help="whose save to play; each profile has its own")
    play.add_argument("--watch", action="store_true", help="regenerate the floor whenever the ruleset's file is saved")
    play.add_argument("--bot", metavar="NAME", help="watch a bot play; any move takes over")
    add_screen_options(play)

    replay = command("replay", "replay a recorded run or a measured game, or verify it", run_replay)
    replay.add_argument("file", metavar="FILE|DIR", type=Path, help="a recorded run, or what steep measure --out wrote")
    replay.add_argument("--bot", metavar="NAME", help="which bot's game, if several were measured")
    replay.add_argument("--seed", metavar="S", help="which game of a measurement")
    replay.add_argument("--verify", action="store_true", help="play it without a screen and check every turn")
    add_format(replay)
    add_screen_options(replay)

    importing = command("import", "read the tables of a Python project as a ruleset, without running it", run_import)
    importing.add_argument("path", metavar="FILE|FOLDER", type=Path)
    importing.add_argument("--out", metavar="FILE.toml", type=Path, help="write there (default: to standard output)")

    rulesets = command("rulesets", "list the rulesets: bundled ones and your own", run_rulesets)
    add_format(rulesets)

    for each in COMMANDS:
        each.add_options(command(each.name, each.does, each.run))
    return parser, commands


def add_screen_options(parser: Parser) -> None:
    """Options of the commands that show a screen."""
    parser.add_argument("--ui", choices=("window", "terminal"), help="where to show it (default: a window if possible)")
    parser.add_argument("--data-dir", metavar="FOLDER", type=Path, help="where saves, replays and scores live")


def run_play(asked: argparse.Namespace) -> int:
    """Play, or watch a bot play."""
    from steep.ui.screens import main_menu, start_game, watch, workshop
    from steep.ui.screens.context import Context

    context = Context.create(asked.data_dir, read_profile(asked.profile))
    _ = context.keymap, context.settings  # a mistake in the player's files is told before anything begins
    start_at_once = asked.watch or any(given is not None for given in (asked.ruleset, asked.seed, asked.bot))
    if not start_at_once:
        return show(asked.ui, lambda: main_menu(context))
    rulebook = context.load_ruleset(asked.ruleset or context.default_ruleset)
    seed = context.random_seed() if asked.seed is None else read_seed(asked.seed)
    if asked.watch:
        if not rulebook.path:
            raise InputError(f"--watch needs a ruleset of your own, a .toml file; {rulebook.name} is bundled")
        return show(asked.ui, lambda: workshop(context, rulebook, seed))
    if asked.bot is not None:
        from steep.bots.registry import find_bot

        find_bot(asked.bot)
        return show(asked.ui, lambda: watch(context, rulebook, seed, asked.bot))
    return show(asked.ui, lambda: start_game(context, rulebook, seed))


def run_replay(asked: argparse.Namespace) -> int:
    """Show a recorded run, or verify it."""
    from steep.commands.recorded_runs import find_run
    from steep.ui.screens.context import Context

    context = Context.create(asked.data_dir)
    run = find_run(asked, context.load_ruleset)
    if not asked.verify:
        from steep.ui.screens import replay

        recording = run.record()
        return show(asked.ui, lambda: replay(context, recording, run.rulebook))
    verdict = run.check()
    if asked.format == "table":
        say(verdict.sentence)
    else:
        print_rows(("turns", "first_difference"), [(verdict.turns, verdict.first_difference)], asked.format)
    return 0 if verdict.first_difference is None else 1


def run_import(asked: argparse.Namespace) -> int:
    """Write a project's tables as a ruleset; what was read from where goes to standard error."""
    from steep.importing import import_project
    from steep.importing.output.write import write_ruleset

    imported = import_project(asked.path)
    if asked.out is None:
        say_utf8(imported.toml)
    else:
        write_ruleset(imported.toml, asked.out)
    remark("\n".join(imported.told))
    return 0


def run_rulesets(asked: argparse.Namespace) -> int:
    """List all rulesets; one that cannot be read is listed with what is wrong."""
    from steep.content import RulesetError
    from steep.ui.screens.context import Context

    context = Context.create(None)
    rows = []
    for name in context.ruleset_names():
        try:
            found = context.load_ruleset(name)
        except RulesetError as problem:
            warn(str(problem))
            continue
        modes = " ".join(mode.key for mode in found.modes)
        rows.append((name, found.title, found.hash, found.path or "bundled", modes, found.description))
    print_rows(("ruleset", "title", "hash", "from", "modes", "description"), rows, asked.format)
    return 0


def show(ui: str | None, make_screen: Callable[[], Screen]) -> int:
    """Run screens in a window when there is a display, else in the terminal, until the player leaves.

    The first is made when nothing stands in its way any more: a game that cannot be shown is not begun.
    """
    from steep.ui.app import begin

    if ui == "terminal" or (ui is None and not window_available()):
        begin(terminal_presenter(), make_screen)
        return 0
    if not window_available():
        raise InputError("there is no display to open a window on; --ui terminal plays in a terminal")
    from steep.ui.window.presenter import WindowPresenter

    try:
        begin(WindowPresenter(), make_screen)
    except NoDisplayError:
        if ui == "window" or not terminal_available():
            raise
        begin(terminal_presenter(), make_screen)
    return 0


def terminal_presenter() -> Presenter:
    """The terminal, where there is one."""
    if not terminal_available():
        nowhere = "there is neither a display to open a window on nor a terminal to play in"
        raise InputError(DUMB if at_a_terminal() else nowhere)
    from steep.ui.terminal.presenter import TerminalPresenter

    return TerminalPresenter()
