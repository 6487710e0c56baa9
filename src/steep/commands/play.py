"""The command `steep play`: play, or watch a bot play."""

from __future__ import annotations

import argparse

from steep.commands.shared.output import say
from steep.commands.shared.read_option_values import read_profile, read_seed
from steep.commands.shared.show_in_window_or_terminal import show
from steep.core.input_errors import InputError
from steep.ui.screens import hot_reload, main_menu, start_game, watch
from steep.ui.screens.context import Context


def run(options: argparse.Namespace) -> int:
    """Show the main menu, or start at once with what the options give. Prints what was written of runs that ended."""
    context = Context.create(options.data_dir, read_profile(options.profile))
    code = _play(options, context)
    for line in context.written:
        say(line)
    return code


def _play(options: argparse.Namespace, context: Context) -> int:
    _ = context.keymap, context.settings  # report mistakes in the player's files before anything starts
    for option, other in (("--watch", options.watch), ("--bot", options.bot is not None)):
        if options.wizard and other:
            raise InputError(f"--wizard: found with {option}; a wizard's game is played without it")
    context.delete_temporaries()
    given = (options.ruleset, options.seed, options.bot)
    start_at_once = options.watch or options.wizard or any(each is not None for each in given)
    if not start_at_once:
        return show(options.ui, lambda: main_menu(context), context.recolor)
    rulebook = context.load_ruleset(options.ruleset or context.default_ruleset)
    seed = context.random_seed() if options.seed is None else read_seed(options.seed)
    if options.watch:
        if not rulebook.path:
            raise InputError(f"--watch needs a ruleset of your own, a .toml file; {rulebook.name} is bundled")
        return show(options.ui, lambda: hot_reload(context, rulebook, seed), context.recolor)
    if options.bot is not None:
        from steep.bots.bots_by_name import find_bot

        find_bot(options.bot)
        return show(options.ui, lambda: watch(context, rulebook, seed, options.bot), context.recolor)
    return show(options.ui, lambda: start_game(context, rulebook, seed, wizard=options.wizard), context.recolor)
