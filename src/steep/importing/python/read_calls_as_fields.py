"""Reads calls and dictionaries as fields by name, whether they are given by position or by name."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping

from steep.importing.python.expression_values import UNKNOWN, Call, Dictionary, Namespace, Value, number_of, words_in
from steep.importing.python.project_contents import Contents
from steep.importing.python.written_numbers import origins_of, whole

MAX_CLASS_DEPTH = 6
"""Length of a chain of base classes."""

POSITIONAL = "*"
"""The field for positional arguments of a call whose signature is unknown."""

Signatures = Mapping[str, tuple[str, ...]]
"""Parameters of classes, by name."""

Fields = dict[str, Value]


class FieldReader:
    """Reads the fields of calls and dictionaries."""

    def __init__(self, contents: Contents, signatures: Signatures, own_defaults: Collection[str] = ()) -> None:
        """`signatures` serve for classes that the project uses but does not define.

        A default belongs to all that leave it out, so it has no place in the source, except where it is named in
        `own_defaults`.
        """
        self.contents = contents
        self.signatures = signatures
        self.own_defaults = own_defaults

    def fields(self, value: Value) -> Fields:
        """The fields of a call or a dictionary, with names like ``base_power``; empty for other values."""
        if isinstance(value, Dictionary):
            return {"_".join(words_in(key)): entry for key, entry in value.entries.items() if isinstance(key, str)}
        made = self.returned(value) if isinstance(value, Call) else None
        return self.of_call(made, made.key, 0) if made is not None else {}

    @functools.cached_property
    def results(self) -> dict[str, Call]:
        """What the project's functions without parameters return, if it is a call."""
        without = {
            name for name, node in self.contents.functions.items() if not (node.args.args or node.args.kwonlyargs)
        }
        return {
            bound.name: bound.value
            for bound in self.contents.bindings
            if bound.name in without and bound.name == bound.inside and isinstance(bound.value, Call)
        }

    def returned(self, made: Call) -> Call:
        """What a call of a function without parameters returns, or else the call itself."""
        return self.results.get(made.key, made) if not made.args and not made.named else made

    def of_call(self, made: Call, name: str, depth: int) -> Fields:
        """The fields of a call to a class: its defaults, those of its base class, and the arguments."""
        about = self.contents.class_called(made, name)
        fields: Fields = {}
        parameters: list[str] | tuple[str, ...] = self.signatures.get(name, ())
        if about is not None:
            parameters = about.parameters
            fields.update(
                {
                    name: value if name in self.own_defaults or not origins_of(value) else +value
                    for name, value in about.defaults.items()
                }
            )
            base = about.bases[0] if about.bases else ""
            if about.base_call is not None and depth < MAX_CLASS_DEPTH:
                fields.update(self.of_call(about.base_call, base, depth + 1))
            elif not parameters and base and depth < MAX_CLASS_DEPTH:
                # A class without `__init__` takes the parameters of its base class.
                return self.of_call(made, base, depth + 1)
        given = dict(zip(parameters, made.args, strict=False)) | made.named
        # What a base class is given is mostly parameters of the class, which the call itself gives.
        fields.update({key: entry for key, entry in given.items() if entry is not UNKNOWN or depth == 0})
        if made.args[len(parameters) :]:
            fields[POSITIONAL] = made.args[len(parameters) :]
        return {key if key == POSITIONAL else "_".join(words_in(key)): entry for key, entry in fields.items()}

    def ancestry(self, name: str) -> list[str]:
        """The names of a class and of its base classes in the project."""
        names = [name]
        while (
            names[-1] in self.contents.classes
            and self.contents.classes[names[-1]].bases
            and len(names) < MAX_CLASS_DEPTH
        ):
            names.append(self.contents.classes[names[-1]].bases[0])
        return names

    def components(self, fields: Fields) -> Iterator[Call | Dictionary]:
        """The calls and dictionaries among fields, including those in lists."""
        for entry in fields.values():
            for part in entry if isinstance(entry, list | tuple) else (entry,):
                if isinstance(part, Call | Dictionary):
                    yield part


def first_of(fields: Fields, names: Iterable[str]) -> Value:
    """The first of these fields that is given; None if none is."""
    return next((fields[name] for name in names if name in fields), None)


def number_in(fields: Mapping[str, Value], names: Iterable[str]) -> int | None:
    """The first of these fields that is a number, as an integer; None if none is."""
    numbers = (number_of(fields[name]) for name in names if name in fields)
    found = next((number for number in numbers if number is not None), None)
    return None if found is None else whole(found)


def name_of(value: Value) -> str:
    """The name that a value has in the project."""
    if isinstance(value, Namespace):
        return value.name
    return value if isinstance(value, str) else getattr(value, "key", "") or getattr(value, "label", "")
