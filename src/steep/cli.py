"""The `steep` command: reads the command line and runs the named command (`steep.commands`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem, shell_complete

from steep import __version__
from steep.commands import command_names, load_command, summary_of
from steep.commands.shared import output
from steep.commands.shared.command_of_function import HELP, telling_option
from steep.core.input_errors import InputError, nearest

# Steep runs games in parallel, not linear algebra. On the small matrices of tuning, several threads take four times as
# much processor time as one, and wait for each other on a busy machine. NumPy reads this variable on import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

EXTRAS = {
    "scipy": "tune",
    "tomlkit": "tune",
    "distributed": "cluster",
    "gymnasium": "env",
    "jinja2": "lab",
    "numpy": "lab",
    "pebble": "lab",
    "pyarrow": "lab",
    "resvg_py": "lab",
    "rich": "lab",
}
"""Libraries that playing does not need, and the extra that installs each."""

EXTRAS_OF_COMMANDS = {"tune": "tune"}
"""The extra that installs all that a command needs, if that isn't `lab`."""

GONE = {
    "worth": "use steep blame RULESET --with ITEM, which plays the same seeds with and without one more of it",
}
"""Removed commands, and what to use instead."""

COMPLETE = "_STEEP_COMPLETE"
"""The variable by which a shell asks for completions."""


HELP_WIDTH = 100
"""The maximum width of help texts, in columns."""


class Steep(click.Group):
    """All commands. One is imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Their names."""
        return command_names()

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """A command by its name. Raises `InputError` if it does not exist, or was removed."""
        names = self.list_commands(ctx)
        if name in GONE:
            raise InputError(f"steep {name} is gone: {GONE[name]}")
        if name not in names:
            raise InputError(f'no command "{name}"{nearest(name, names)}; there are: {", ".join(names)}')
        found: click.Command = load_command(name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary_of(name)) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """Completions: commands that begin with what is typed, and the options of `steep` itself."""
        commands = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name, help=summary_of(name)) for name in commands] + options


STEEP = Steep(
    "steep",
    help="A roguelike whose difficulty is data. Without a command: play.",
    params=[telling_option(["--version"], lambda _: f"steep {__version__}", "show the version"), HELP],
    add_help_option=False,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns 0 for success, 1 when a check failed, 2 for a bad request, 130 after Ctrl-C."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    output.quiet = False
    try:
        if arguments is None and COMPLETE in os.environ:
            return shell_complete(STEEP, {}, "steep", COMPLETE, os.environ[COMPLETE])
        if not words or (words[0].startswith("-") and not any(words[0] in each.opts for each in STEEP.params)):
            words.insert(0, "play")
        code = run(words)
        output.flush()
        return code
    except output.OutputError as error:
        output.complain(str(error))
        output.give_up_output()
        return 2
    except InputError as error:
        output.complain(str(error))
        return 2
    except MemoryError:
        output.complain("there is not enough memory for this")
        return 2
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        extra = EXTRAS_OF_COMMANDS.get(words[0], EXTRAS[library])
        if extra == "lab" and any(word.startswith("--cluster") for word in words):
            extra = "cluster"
        output.complain(f'steep {words[0]} needs {library}: pip install "steep[{extra}]"')
        return 2
    except BrokenPipeError:
        # The reader of the pipe has closed it.
        output.give_up_output()
        return 0
    except KeyboardInterrupt:
        return 130


def parse(words: list[str]) -> click.Context:
    """What a command line asks for: its command, and the values of its options. Raises `InputError`."""
    steep = STEEP.make_context("steep", list(words), max_content_width=HELP_WIDTH)
    name, command, rest = STEEP.resolve_command(steep, words)
    assert command is not None
    return command.make_context(name, rest, parent=steep)


def run(words: list[str]) -> int:
    """Run the command that the first word names. Returns its exit code."""
    try:
        with parse(words) as asked:
            return int(asked.command.invoke(asked))
    except click.exceptions.Exit as ended:
        return ended.exit_code
