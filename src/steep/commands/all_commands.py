"""All commands. Each is the function `run` of a module of its own, which is imported only when the command is used."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import click

from steep.commands.shared.command_of_function import command_of


@dataclass(frozen=True, slots=True)
class Listed:
    """A command of the list."""

    module: str
    """Below `steep.commands`."""
    summary: str
    """One line for `--help`."""

    def load(self, name: str) -> click.Command:
        """Import the module, and make the command of its function."""
        return command_of(name, self.summary, import_module(f"steep.commands.{self.module}").run)


COMMANDS = {
    "play": Listed("play", "play, in a window or in the terminal"),
    "replay": Listed("replay", "replay a recorded run or a measured game, or verify it"),
    "import": Listed("import_project", "read the tables of a Python project as a ruleset, without running it"),
    "export": Listed("export", "write a ruleset's tables in the shape of a tutorial's game, or as JSON"),
    "rulesets": Listed("rulesets", "list the rulesets: bundled ones and your own"),
    "schema": Listed("schema", "print the JSON Schema of rulesets or of targets, for editors"),
    "show": Listed("show", "show what appears on each floor: exact odds and expected numbers"),
    "lint": Listed("lint", "find mistakes in a ruleset's tables; exits 1 for an error"),
    "diff": Listed("diff", "compare two rulesets' odds and expected numbers by floor"),
    "measure": Listed("lab.measure", "let bots play many games and report how they fare on each floor"),
    "report": Listed(
        "lab.report", "report how games in a table fared on each floor: those of any game, bots or people"
    ),
    "check": Listed("lab.check", "compare a ruleset with a baseline or a target; exits 1 when difficulty is off"),
    "tune": Listed("lab.tune", "move a ruleset's numbers until the bands of a target hold; exits 1 when they cannot"),
    "compare": Listed("lab.compare", "let bots play two rulesets on the same seeds and show the differences"),
    "blame": Listed("lab.blame", "find which table entries cause the deaths on a floor"),
    "arena": Listed("lab.arena", "let monsters, or the hero and monsters, fight in an open room"),
    "roll": Listed("roll", "generate floors of a seed and draw them, with their rosters"),
    "bench": Listed("lab.bench", "measure how fast games play and floors generate here"),
}

GONE = {
    "worth": "steep blame RULESET --with ITEM gives the hero one more of an item, and compares in pairs",
}
"""Commands that there were once, and what to use."""
