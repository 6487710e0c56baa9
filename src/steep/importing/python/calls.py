"""What calls and dictionaries of a project are made of: their fields by name, whichever way they were given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steep.importing.python.statements import Findings
from steep.importing.python.values import UNKNOWN, Call, Namespace, Record, Value, number_of, words_in

DEEPEST_CLASS = 6
"""Classes above classes."""

POSITIONAL = "*"
"""Under this name: what was given by position to something of which the project has no signature."""

SIGNATURES: dict[str, tuple[str, ...]] = {
    "Fighter": ("hp", "defense", "power", "xp"),
    "Level": ("current_level", "current_xp", "level_up_base", "level_up_factor", "xp_given"),
    "Inventory": ("capacity",),
    "Equippable": ("slot", "power_bonus", "defense_bonus", "max_hp_bonus"),
    "Equipment": ("slot", "power_bonus", "defense_bonus", "max_hp_bonus"),
    "HealingConsumable": ("amount",),
    "LightningDamageConsumable": ("damage", "maximum_range"),
    "FireballDamageConsumable": ("damage", "radius"),
    "ConfusionConsumable": ("number_of_turns",),
}
"""How the tutorials' own classes take what is given by position, for files that come without them."""

Fields = dict[str, Value]


class Parts:
    """Takes calls and dictionaries apart."""

    def __init__(self, found: Findings) -> None:
        self.found = found

    def fields(self, value: Value) -> Fields:
        """The fields of a call or a dictionary, in small words: ``base_power``; nothing of anything else."""
        if isinstance(value, Record):
            return {"_".join(words_in(key)): entry for key, entry in value.entries.items() if isinstance(key, str)}
        return self.of_call(value, value.key, 0) if isinstance(value, Call) else {}

    def of_call(self, made: Call, name: str, depth: int) -> Fields:
        """The fields of a call as the class of a name takes them: its defaults, what it hands up, what was given."""
        about = self.found.classes.get(name)
        fields: Fields = {}
        parameters: list[str] | tuple[str, ...] = SIGNATURES.get(name, ())
        if about is not None:
            parameters = about.parameters
            fields.update(about.defaults)
            base = about.bases[0] if about.bases else ""
            if about.above is not None and depth < DEEPEST_CLASS:
                fields.update(self.of_call(about.above, base, depth + 1))
            elif not parameters and base and depth < DEEPEST_CLASS:
                # A class without an `__init__` of its own is made as the one above it is.
                return self.of_call(made, base, depth + 1)
        given = dict(zip(parameters, made.args, strict=False)) | made.named
        fields.update({key: entry for key, entry in given.items() if entry is not UNKNOWN})
        if made.args[len(parameters) :]:
            fields[POSITIONAL] = made.args[len(parameters) :]
        return {key if key == POSITIONAL else "_".join(words_in(key)): entry for key, entry in fields.items()}

    def kin(self, name: str) -> list[str]:
        """A class's name and those of the classes above it, as far as the project has them."""
        names = [name]
        while names[-1] in self.found.classes and self.found.classes[names[-1]].bases and len(names) < DEEPEST_CLASS:
            names.append(self.found.classes[names[-1]].bases[0])
        return names

    def within(self, fields: Fields) -> Iterator[Call | Record]:
        """The calls and dictionaries among fields, also those in lists of components."""
        for entry in fields.values():
            for part in entry if isinstance(entry, list | tuple) else (entry,):
                if isinstance(part, Call | Record):
                    yield part


def first_of(fields: Fields, names: Iterable[str]) -> Value:
    """The first field that is there; None when none is."""
    return next((fields[name] for name in names if name in fields), None)


def number_in(fields: Fields, names: Iterable[str]) -> int | None:
    """The first number that is there, whole; None when there is none."""
    numbers = (number_of(fields[name]) for name in names if name in fields)
    found = next((number for number in numbers if number is not None), None)
    return None if found is None else int(found)


def name_of(value: Value) -> str:
    """What something that is not data is called in the project."""
    if isinstance(value, Namespace):
        return value.name
    return value if isinstance(value, str) else getattr(value, "key", "") or getattr(value, "label", "")
