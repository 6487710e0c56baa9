"""The `steep` command: parses its arguments and runs the command named (`steep.commands.commands_and_options`)."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from steep.commands.commands_and_options import COMMANDS, GONE
from steep.commands.shared.output import OutputError, flush, give_up_output, say, warn
from steep.core.input_errors import InputError, nearest

# Games are what Steep plays in parallel. On the small matrices of tuning, several threads of the linear algebra take
# four times as much processor time as one, and wait for each other on a busy machine. NumPy reads this on import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

EXTRAS = {
    "scipy": "tune",
    "tomlkit": "tune",
    "distributed": "cluster",
    "gymnasium": "env",
    "jinja2": "lab",
    "numpy": "lab",
    "pyarrow": "lab",
    "resvg_py": "lab",
    "tqdm": "lab",
}
"""Libraries that playing does not need, and the extra that installs each."""

EXTRAS_OF_COMMANDS = {"tune": "tune"}
"""The extra that installs all that a command needs, where that isn't `lab`."""


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are one line and suggest the nearest valid word."""

    def error(self, message: str) -> NoReturn:
        """Raise `InputError` instead of printing the usage."""
        chosen = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        hint = nearest(chosen[1], re.findall(r"\w+", chosen[2])) if chosen else ""
        raise InputError(f"{message}{hint}; see {self.prog} --help")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # Python 3.14 colours its help; `say` would print the escape sequences as text.
        self.color = False

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002
        """Print help or the version. Raises `OutputError` when that fails, which `argparse` would ignore."""
        say(message, end="")
        flush()

    def options(self) -> list[str]:
        """All option strings of this parser."""
        return [option for action in self._actions for option in action.option_strings]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns 0 for success, 1 when a check failed, 2 for a bad request, 130 after Ctrl-C."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser, commands = build_parser()
    try:
        if not words or (words[0].startswith("-") and words[0] not in parser.options()):
            words.insert(0, "play")
        if words[0] not in commands and not words[0].startswith("-"):
            if words[0] in GONE:
                raise InputError(f"steep {words[0]} is gone: {GONE[words[0]]}")
            names = ", ".join(commands)
            raise InputError(f'no command "{words[0]}"{nearest(words[0], commands)}; there are: {names}')
        options, rest = parser.parse_known_args(words)
        if rest:
            hint = nearest(rest[0], commands[options.command].options()) if rest[0].startswith("-") else ""
            raise InputError(
                f"steep {options.command} does not take {rest[0]}{hint}; see steep {options.command} --help"
            )
        code = int(options.run(options))
        flush()
        return code
    except OutputError as error:
        warn(str(error))
        give_up_output()
        return 2
    except InputError as error:
        warn(str(error))
        return 2
    except MemoryError:
        warn("there is not enough memory for this")
        return 2
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        extra = EXTRAS_OF_COMMANDS.get(words[0], EXTRAS[library])
        if extra == "lab" and any(word.startswith("--cluster") for word in words):
            extra = "cluster"
        warn(f'steep {words[0]} needs {library}: pip install "steep[{extra}]"')
        return 2
    except BrokenPipeError:
        # The reader of the pipe has closed it.
        give_up_output()
        return 0
    except KeyboardInterrupt:
        return 130


def build_parser() -> tuple[Parser, dict[str, Parser]]:
    """The main parser, and the parser of each command by name."""
    from steep import __version__

    parser = Parser(prog="steep", description="A roguelike whose difficulty is data. Without a command: play.")
    parser.add_argument("--version", action="version", version=f"steep {__version__}")
    commands: dict[str, Parser] = {}
    chosen = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    for each in COMMANDS:
        made: Parser = chosen.add_parser(
            each.name, help=each.summary, description=each.summary[0].upper() + each.summary[1:] + "."
        )
        made.set_defaults(run=each.run)
        each.add_options(made)
        commands[each.name] = made
    return parser, commands
