"""The keymap: Steep's own keymap.toml, overridden by the player's.

It knows the names of contexts, commands and keys. What a command does is up to the screens.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError, brief, nearest, shortened
from steep.play.files.user_files import PLAYERS_TOML
from steep.ui.screen import MODIFIERS, NAMED_KEYS, is_key_name

Bindings = dict[str, dict[str, tuple[str, ...]]]
"""Keys by command by context."""

_DEFAULT_KEYMAP = Path(__file__).with_name("keymap.toml")
_DESCRIPTIONS = "describe"

MAX_PROBLEMS = 50
"""Problems listed in one error message."""

MAX_KEYS = 64
"""Keys of one command."""


class KeymapError(InputError):
    """The player's keymap can't be used. The message lists every problem, one per line."""


class Keymap:
    """Looks up commands by key and keys by command, in each context, with the help text of each command."""

    def __init__(self, bindings: Bindings, descriptions: Mapping[str, Mapping[str, str]]) -> None:
        self._bindings = bindings
        self._descriptions = descriptions
        self._commands = {
            context: {key: command for command, keys in commands.items() for key in keys}
            for context, commands in bindings.items()
        }

    def command(self, context: str, key: str) -> str | None:
        """The command of a key, or None."""
        return self._commands[context].get(key)

    def keys(self, context: str, command: str) -> tuple[str, ...]:
        """The keys of a command, the usual one first. Empty if it has none."""
        return self._bindings[context][command]

    def label(self, context: str, command: str) -> str:
        """The usual key of a command as shown to players, such as "Ctrl-P". Empty if it has none."""
        keys = self.keys(context, command)
        return key_label(keys[0]) if keys else ""

    def commands(self, context: str) -> tuple[str, ...]:
        """All commands of a context, in the order of the help screen."""
        return tuple(self._bindings[context])

    def description(self, context: str, command: str) -> str:
        """What the help screen says a command does."""
        return self._descriptions[context][command]


def load_keymap(user_file: Path | None = None) -> Keymap:
    """Read Steep's keymap and the player's, if there is one. Raises `InputError` if the player's can't be used."""
    default = tomllib.loads(_DEFAULT_KEYMAP.read_text("utf-8"))
    descriptions = default.pop(_DESCRIPTIONS)
    bindings: Bindings = {
        context: {command: tuple(keys) for command, keys in commands.items()} for context, commands in default.items()
    }
    if user_file is not None:
        overrides = PLAYERS_TOML.read(user_file)
        problems = list(islice(_apply_overrides(bindings, overrides), MAX_PROBLEMS + 1))
        if problems:
            lines = [f"{user_file}: {problem}" for problem in problems[:MAX_PROBLEMS]]
            raise KeymapError("\n".join([*lines, *(["and more"] if len(problems) > MAX_PROBLEMS else [])]))
    return Keymap(bindings, descriptions)


@lru_cache(maxsize=1024)
def key_label(key: str) -> str:
    """A key as shown to players: "Ctrl-P", "Shift-Up", "Keypad 8"."""
    base = key
    for modifier in MODIFIERS:
        if len(base) > len(modifier):
            base = base.removeprefix(modifier)
    modifiers = key.removesuffix(base)
    if base in NAMED_KEYS:
        base = base.replace("kp_", "keypad ").replace("_", " ")
        base = base[0].upper() + base[1:]
    elif modifiers:
        base = base.upper()
    return modifiers.title().replace("+", "-") + base


def key_of_label(label: str) -> str | None:
    """The key that `key_label` shows as this; None if it shows none so."""
    name = label if len(label) == 1 else label.replace("-", "+").replace("Keypad ", "kp_").replace(" ", "_").lower()
    return name if is_key_name(name) else None


def _apply_overrides(bindings: Bindings, overrides: Mapping[str, Any]) -> Iterator[str]:
    """Change `bindings` in place and yield every problem of the overrides."""
    for context, commands in overrides.items():
        if context not in bindings:
            known_contexts = ", ".join(bindings)
            yield f'unknown context "{shortened(context)}"{nearest(context, bindings)}; expected {known_contexts}'
        elif not isinstance(commands, dict):
            yield f'"{context}" is a context: write [{context}], then its commands and their keys on the lines below'
        else:
            known = bindings[context]
            for command, keys in commands.items():
                problems = _problems_of(command, keys, known)
                yield from (f"[{context}] {problem}" for problem in problems)
                if not problems:
                    known[command] = tuple(dict.fromkeys(keys))
            yield from (f"[{context}] {problem}" for problem in _collisions(known))


def _problems_of(command: str, keys: object, known: Mapping[str, object]) -> list[str]:
    if command not in known:
        return [f'unknown command "{shortened(command)}"{nearest(command, known)}']
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        return [f'{command}: expected a list of keys, such as ["x", "ctrl+p"]; found {brief(keys)}']
    if len(keys) > MAX_KEYS:
        return [f"{command}: found {len(keys)} keys; at most {MAX_KEYS} are allowed"]
    return [f'{command}: unknown key "{shortened(key)}"{_hint(key)}' for key in keys if not is_key_name(key)]


def _collisions(bindings: Mapping[str, tuple[str, ...]]) -> list[str]:
    owners: dict[str, str] = {}
    problems = []
    for command, keys in bindings.items():
        for key in keys:
            if key in owners:
                problems.append(
                    f'the key "{key}" is bound to both {owners[key]} and {command}; list other keys for one of them'
                )
            owners[key] = command
    return problems


def _hint(key: str) -> str:
    """A suggestion for a key name that doesn't exist."""
    if key == " ":
        return ' (did you mean "space"?)'
    *modifiers, base = key.lower().replace(" ", "").split("+")
    shifted = "shift" in modifiers and len(base) == 1
    ordered = "".join(modifier for modifier in MODIFIERS if modifier[:-1] in modifiers)
    meant = base.upper() if shifted and modifiers == ["shift"] else ordered + base
    if is_key_name(meant):
        return f' (did you mean "{meant}"?)'
    return nearest(base, NAMED_KEYS)
