"""The command `steep play`: play, or watch a bot play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from steep import DEFAULT_RULESET
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import SEED, BotName, DataDir, Option, RulesetName, Ui, Value
from steep.commands.shared.output import say
from steep.core.input_errors import InputError
from steep.play.files.user_file_paths_and_settings import DEFAULT_PROFILE, profile_named


class Profile(Value):
    """The name of a profile."""

    def read(self, text: str) -> str:
        """The name in lower case."""
        return profile_named(text)


@command
def play(
    *,
    ruleset: Annotated[
        str | None,
        Option(f"start at once with this ruleset (default: {DEFAULT_RULESET})", RulesetName(), metavar="NAME|FILE"),
    ] = None,
    seed: Annotated[int | None, Option("start at once with this seed", SEED)] = None,
    profile: Annotated[str, Option("whose saved game to play", Profile())] = DEFAULT_PROFILE,
    watch: Annotated[bool, Option("regenerate the floor whenever the ruleset's file is saved")] = False,
    bot: Annotated[str | None, Option("watch a bot play; any move takes over", BotName())] = None,
    wizard: Annotated[bool, Option("start at once, with commands to go to any floor, get any item and more")] = False,
    ui: Ui | None = None,
    data_dir: DataDir | None = None,
) -> int:
    """Play, in a window or in the terminal.

    $ steep
    $ steep play --ruleset tcod-2020 --seed 42
    $ steep play --bot explorer --ui terminal
    """
    from steep.ui.main_loop import show
    from steep.ui.screen import Screen
    from steep.ui.screens import hot_reload, main_menu, start_game
    from steep.ui.screens import watch as watch_bot
    from steep.ui.screens.context import Context

    context = Context.create(data_dir, profile)
    _ = context.keymap, context.settings  # report mistakes in the player's files before anything starts
    for option, other in (("--watch", watch), ("--bot", bot is not None)):
        if wizard and other:
            raise InputError(f"--wizard: found with {option}; allowed: one of the two")
    context.delete_temporaries()
    screen: Callable[[], Screen] = partial(main_menu, context)
    if watch or wizard or any(each is not None for each in (ruleset, seed, bot)):
        rulebook = context.load_ruleset(ruleset or context.default_ruleset)
        seed = context.random_seed() if seed is None else seed
        if watch and not rulebook.path:
            raise InputError(f"--watch needs a ruleset of your own, a .toml file; {rulebook.name} is bundled")
        if watch:
            screen = partial(hot_reload, context, rulebook, seed)
        elif bot is not None:
            screen = partial(watch_bot, context, rulebook, seed, bot)
        else:
            screen = partial(start_game, context, rulebook, seed, wizard=wizard)
    code = show(ui, screen, context.recolor)
    for line in context.written:
        say(line)
    return code
