"""Which key does what: Steep's own keymap.toml, and over it the player's.

It knows names of contexts, commands and keys; what a command does is the screens' to say.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from steep.core.errors import InputError, brief, nearest, shortened
from steep.play.files.user_file import read_user_file
from steep.ui.events import MODIFIERS, NAMED_KEYS, is_key_name

Bindings = dict[str, dict[str, tuple[str, ...]]]
"""Context, command, keys."""

_OWN = Path(__file__).with_name("keymap.toml")
_DESCRIPTIONS = "describe"


MOST_PROBLEMS = 50
"""Listed in one message."""

MOST_KEYS = 64
"""Of one command."""


class KeymapError(InputError):
    """The player's keymap cannot be used: all that is wrong with it, a line each."""


class Keymap:
    """Commands by context and key, keys by context and command, and what the help says of them."""

    def __init__(self, bindings: Bindings, descriptions: Mapping[str, Mapping[str, str]]) -> None:
        self._bindings = bindings
        self._descriptions = descriptions
        self._commands = {
            context: {key: command for command, keys in commands.items() for key in keys}
            for context, commands in bindings.items()
        }

    def command(self, context: str, key: str) -> str | None:
        """What a key does, or None."""
        return self._commands[context].get(key)

    def keys(self, context: str, command: str) -> tuple[str, ...]:
        """The keys of a command, the first one its usual one; empty when it has none."""
        return self._bindings[context][command]

    def commands(self, context: str) -> tuple[str, ...]:
        """Every command of a context, in the order of the help."""
        return tuple(self._bindings[context])

    def description(self, context: str, command: str) -> str:
        """What a command does, in the words of the help."""
        return self._descriptions[context][command]


def load_keymap(user_file: Path | None = None) -> Keymap:
    """Read Steep's keymap and lay the player's over it, where there is one; `KeymapError` when it cannot be used."""
    own = tomllib.loads(_OWN.read_text("utf-8"))
    descriptions = own.pop(_DESCRIPTIONS)
    bindings: Bindings = {
        context: {command: tuple(keys) for command, keys in commands.items()} for context, commands in own.items()
    }
    if user_file is not None:
        changes = read_user_file(user_file, KeymapError)
        problems = list(islice(_lay_over(bindings, changes), MOST_PROBLEMS + 1))
        if problems:
            lines = [f"{user_file}: {problem}" for problem in problems[:MOST_PROBLEMS]]
            raise KeymapError("\n".join([*lines, *(["and more"] if len(problems) > MOST_PROBLEMS else [])]))
    return Keymap(bindings, descriptions)


def key_label(key: str) -> str:
    """A key's name as people write it: "Ctrl-P", "Shift-Up", "Keypad 8"."""
    base = key
    for modifier in MODIFIERS:
        if len(base) > len(modifier):
            base = base.removeprefix(modifier)
    before = key.removesuffix(base)
    if base in NAMED_KEYS:
        base = base.replace("kp_", "keypad ").replace("_", " ")
        base = base[0].upper() + base[1:]
    elif before:
        base = base.upper()
    return before.title().replace("+", "-") + base


def _lay_over(bindings: Bindings, changes: Mapping[str, Any]) -> Iterator[str]:
    """Change the bindings in place; gives what is wrong with the changes."""
    for context, commands in changes.items():
        if context not in bindings:
            yield f'unknown context "{shortened(context)}"{nearest(context, bindings)}; there are {", ".join(bindings)}'
        elif not isinstance(commands, dict):
            yield f'"{context}" is a context: write [{context}] and below it commands with their keys'
        else:
            own = bindings[context]
            for command, keys in commands.items():
                found = _problems_of(command, keys, own)
                yield from (f"[{context}] {problem}" for problem in found)
                if not found:
                    own[command] = tuple(dict.fromkeys(keys))
            yield from (f"[{context}] {problem}" for problem in _collisions(own))


def _problems_of(command: str, keys: Any, own: Mapping[str, object]) -> list[str]:
    if command not in own:
        return [f'unknown command "{shortened(command)}"{nearest(command, own)}']
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        return [f'{command}: expected a list of keys, such as ["x", "ctrl+p"]; found {brief(keys)}']
    if len(keys) > MOST_KEYS:
        return [f"{command}: found {len(keys)} keys; at most {MOST_KEYS} are taken"]
    return [f'{command}: unknown key "{shortened(key)}"{_hint(key)}' for key in keys if not is_key_name(key)]


def _collisions(own: Mapping[str, tuple[str, ...]]) -> list[str]:
    owners: dict[str, str] = {}
    problems = []
    for command, keys in own.items():
        for key in keys:
            if key in owners:
                problems.append(
                    f'the key "{key}" is bound to both {owners[key]} and {command}; list other keys for one of them'
                )
            owners[key] = command
    return problems


def _hint(key: str) -> str:
    """A hint at the key that was probably meant."""
    if key == " ":
        return ' (did you mean "space"?)'
    *modifiers, base = key.lower().replace(" ", "").split("+")
    shifted = "shift" in modifiers and len(base) == 1
    ordered = "".join(modifier for modifier in MODIFIERS if modifier[:-1] in modifiers)
    meant = base.upper() if shifted and modifiers == ["shift"] else ordered + base
    if is_key_name(meant):
        return f' (did you mean "{meant}"?)'
    return nearest(base, NAMED_KEYS)
