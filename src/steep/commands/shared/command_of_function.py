"""Makes a command from a function. Its parameters are the arguments and options. Its docstring has the examples."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
from click.core import ParameterSource

from steep.commands.shared import output
from steep.commands.shared.options import Option, in_words, name_of
from steep.core.input_errors import InputError, brief, nearest
from steep.core.read_untrusted_files import read_regular_file

# Defaults of options in `[tool.steep]` of a `pyproject.toml`: of the current folder, or the nearest above that has it.

FILE = "pyproject.toml"
MAX_BYTES = 1024 * 1024

OWN_TABLE_ONLY = ("play",)
"""Commands that read only their own table: a project's settings for measurements don't apply to playing."""


PLACES = "steep.places_of_defaults"
"""The key in the `meta` of click's context for where in the file each parameter is."""


def defaults_for(command: click.Command, ctx: click.Context) -> dict[str, Any]:
    """The defaults of a command's options by parameter, in the form in which they are typed. Raises `InputError`."""
    name = command.name or ""
    alone = name in OWN_TABLE_ONLY
    path, table = nearest_table(f"steep.{name}" if alone else "steep")
    own = table.get(name, {})
    if not isinstance(own, dict):
        raise InputError(f"{path}: [tool.steep] {name}: found {brief(own)}; allowed: a table of options")
    known = options_of(command)
    found = {}
    places = ctx.meta[PLACES] = {}
    for where, keys in (("[tool.steep]", {} if alone else table), (f"[tool.steep.{name}]", own)):
        for key, value in keys.items():
            if key in known:
                found[known[key].name or ""] = value_on_command_line(value, known[key], path.parent)
                places[known[key].name] = f"{path}: {where} {key}"
            elif keys is own:
                what = f"steep {name} has no option {brief(key)}{nearest(key, known)}"
                raise InputError(f"{path}: {where}: {what}")
            elif key != name:
                check_is_for_another(path, key, isinstance(value, dict), ctx)
    return found


def value_on_command_line(value: object, option: click.Option, folder: Path) -> str | list[str]:
    """A TOML value in the form in which it is typed. Paths are relative to the file's folder."""
    if option.multiple:
        return [str(each) for each in (value if isinstance(value, list) else [value])]
    return str(folder / str(value) if isinstance(option.type, click.Path) and folder != Path.cwd() else value)


def options_of(command: click.Command) -> dict[str, click.Option]:
    """A command's options by their names without the dashes."""
    return {name_of(each).lstrip("-"): each for each in command.params if isinstance(each, click.Option)}


def nearest_table(mention: str) -> tuple[Path, dict[str, Any]]:
    """The nearest file with a table `[tool.steep]`, and the table; an empty one if there is none.

    A file without this name is not read further, because it belongs to another project.
    """
    try:
        here = Path.cwd()
    except OSError:
        return Path(), {}
    for path in (folder / FILE for folder in (here, *here.parents)):
        content = b""
        with suppress(OSError, ValueError):  # none, none that can be read, or a huge one
            content = read_regular_file(path, MAX_BYTES)
        if mention.encode() not in content:
            continue
        import tomllib

        try:
            table = tomllib.loads(content.decode())["tool"]["steep"]
        except (KeyError, TypeError):
            continue
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: {error}") from None
        if not isinstance(table, dict):
            raise InputError(f"{path}: [tool] steep: found {brief(table)}; allowed: a table of options")
        return path, table
    return Path(), {}


def check_is_for_another(path: Path, key: str, is_table: bool, ctx: click.Context) -> None:
    """Raise `InputError` for a key of `[tool.steep]` that is neither a command nor an option of one."""
    steep = ctx.find_root().command
    assert isinstance(steep, click.Group)
    names = steep.list_commands(ctx)
    if is_table:
        if key not in names:
            raise InputError(f"{path}: [tool.steep.{key}]: there is no such command{nearest(key, names)}")
        return
    known: set[str] = set()
    for command in (steep.get_command(ctx, name) for name in names):
        known.update(options_of(command) if command is not None else ())
        if key in known:
            return
    raise InputError(f"{path}: [tool.steep]: no command has an option {brief(key)}{nearest(key, known)}")


EXAMPLE = "$ "
"""What an example begins with in a docstring."""


def command(function: Callable[..., int]) -> click.Command:
    """Make a command from a function, with its name. Its parameters are the arguments and options."""
    hints = get_type_hints(function, include_extras=True)
    parameters = inspect.signature(function).parameters.values()
    lines = (inspect.getdoc(function) or "").splitlines()
    examples = [line.removeprefix(EXAMPLE) for line in lines if line.startswith(EXAMPLE)]
    return Command(
        function.__name__.rstrip("_").replace("_", "-"),
        callback=function,
        params=[*(parameter_of(each, hints[each.name]) for each in parameters), QUIET, HELP],
        help="\n".join(line for line in lines if not line.startswith(EXAMPLE)),
        epilog="\n".join(["\b", "Examples:", *(f"  {example}" for example in examples)]),
        context_settings={"allow_extra_args": True},
        add_help_option=False,
    )


def parameter_of(parameter: inspect.Parameter, hint: Any) -> click.Parameter:
    """Click's parameter for a parameter of a function."""
    parts = [hint, *get_args(hint)]
    declared = next(each for part in parts for each in getattr(part, "__metadata__", ()) if isinstance(each, Option))
    types = [*parts, *(each for part in parts for each in get_args(part))]
    kind = declared.type or (click.Path(path_type=Path) if Path in types else click.STRING)
    required = parameter.default is parameter.empty
    default = None if required else parameter.default
    # To Click 8.3 and later, a default of None is a value: an option that has it is never missing.
    given: dict[str, Any] = {"required": True} if required else {"default": default}
    if parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
        return click.Argument(
            [parameter.name], type=kind, required=required, metavar=declared.metavar, help=declared.help
        )
    told = default is None or default is False or default == () or "(default" in declared.help
    shown = "" if told else f" (default: {in_words(default)})"
    name = declared.name or parameter.name.replace("_", "-")
    metavar = declared.metavar or ("FILE" if Path in types else name.upper())
    return click.Option(
        [f"--{name}", parameter.name],
        type=None if bool in types else kind,
        is_flag=bool in types,
        multiple=declared.several,
        metavar=None if bool in types or isinstance(kind, click.Choice) else metavar,
        help=declared.help + shown,
        **given,
    )


class Command(click.Command):
    """A command. Its messages are one line each."""

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function. Where a message begins with one of its parameters, it names the option instead."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            names = {each.name: name_of(each) for each in self.params if isinstance(each, click.Option)}
            found = re.match(r"(\w+)(?=( \w+)?: )", str(error))
            if found is None or found[1] not in names:
                raise
            raise InputError(names[found[1]] + str(error)[found.end() :]) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of a command line. Raises `InputError`."""
        see = f"; see {ctx.command_path} --help"
        options = [param for param in self.params if isinstance(param, click.Option)]
        if not ctx.resilient_parsing and not {"-h", "--help"} & set(args):
            ctx.default_map = defaults_for(self, ctx)
        try:
            super().parse_args(ctx, one_word_each(args, options))
        except click.exceptions.NoSuchOption as error:
            hint = nearest(error.option_name, [name for option in options for name in option.opts])
            raise InputError(f"{ctx.command_path} does not take {error.option_name}{hint}{see}") from None
        except click.exceptions.MissingParameter as error:
            missing = name_of(error.param) if error.param else "more"
            raise InputError(f"{ctx.command_path} needs {missing}{see}") from None
        except click.BadParameter as error:
            raise InputError(complaint(error, ctx)) from None
        except click.exceptions.BadOptionUsage as error:
            value = " a value is missing" if "requires" in error.message else " it takes no value"
            raise InputError(f"{error.option_name}:{value}{see}") from None
        if ctx.args and not ctx.resilient_parsing:
            raise InputError(f"{ctx.command_path} does not take {ctx.args[0]}{see}")
        return ctx.args


def complaint(error: click.BadParameter, ctx: click.Context) -> str:
    """One line with the option, what was found, what is allowed and the nearest word."""
    assert error.param is not None
    kind, name = error.param.type, name_of(error.param)
    if ctx.get_parameter_source(error.param.name or "") is ParameterSource.DEFAULT_MAP:
        name = ctx.meta[PLACES][error.param.name]
    found, _, _ = error.message.rpartition(" is not ")
    if isinstance(kind, click.IntRange | click.FloatRange):
        what = "a whole number" if isinstance(kind, click.IntRange) else "a number"
        return f"{name}: found {found}; allowed: {what} from {kind.min} to {kind.max}"
    if isinstance(kind, click.Choice):
        hint = nearest(found.strip("'"), kind.choices)
        return f"{name}: found {found}; allowed: {', '.join(kind.choices)}{hint}"
    return f"{name}: {error.message}"


def one_word_each(words: Sequence[str], options: Iterable[click.Option]) -> list[str]:
    """The command line with an option that takes several words, `--columns a=b c=d`, repeated before each word."""
    several = {name for option in options if option.multiple for name in option.opts}
    made: list[str] = []
    option = ""
    for word in words:
        if made and made[-1] in several:
            option = made[-1]
        elif option and "=" in word and not word.startswith("-"):
            made.append(option)
        else:
            option = ""
        made.append(word)
    return made


def telling_option(names: Sequence[str], tell: Callable[[click.Context], str], told: str) -> click.Option:
    """An option that makes a command only print a text."""

    def callback(ctx: click.Context, _param: click.Parameter, given: bool) -> None:
        if given and not ctx.resilient_parsing:
            output.say(tell(ctx))
            ctx.exit()

    return click.Option(names, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=told)


def be_quiet(_ctx: click.Context, _param: click.Parameter, given: bool) -> None:
    """Show no progress and no remarks from now on, if `--quiet` was given."""
    output.quiet = output.quiet or given


HELP = telling_option(["-h", "--help"], click.Context.get_help, "show this message")
QUIET = click.Option(
    ["-q", "--quiet"],
    is_flag=True,
    expose_value=False,
    callback=be_quiet,
    help="no progress and no remarks; results and errors stay",
)
