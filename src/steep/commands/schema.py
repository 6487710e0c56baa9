"""The command `steep schema`: the JSON Schema of rulesets or of targets, for editors and other tools."""

from __future__ import annotations

import json
from typing import Annotated

import click

from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option
from steep.commands.shared.output import say_utf8
from steep.content.schema_and_tables import ruleset_schema

KINDS = ("rulesets", "targets")


@command
def schema(kind: Annotated[str, Option("rulesets or targets", click.Choice(KINDS))]) -> int:
    """Print the JSON Schema of rulesets or of targets, for editors.

    $ steep schema rulesets > ruleset.schema.json
    """
    if kind == "targets":
        from steep.lab.storage.target_file import target_schema

        schema = target_schema()
    else:
        schema = ruleset_schema()
    say_utf8(json.dumps(schema, indent=1, ensure_ascii=False) + "\n")
    return 0
