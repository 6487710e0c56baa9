"""Reads the numbers of an item's effect from the calls in the function that using it runs."""

from __future__ import annotations

from steep.importing.python.expression_values import Call, number_of, words_in
from steep.importing.python.project_contents import Contents
from steep.importing.python.read_calls_as_fields import FieldReader, number_in
from steep.importing.tutorials.find_named_numbers import Fact

SAYS = {
    ("heal", "amount"): ("heal",),
    ("lightning", "amount"): ("damage",),
    ("lightning", "reach"): ("closest", "nearest"),
    ("fireball", "amount"): ("damage",),
}
"""Words of the functions that take a number of an effect."""

TURNS = ("number_of_turns", "num_turns", "turns", "duration", "turns_remaining", "turns_confused")


def number_from_code(effect: str, key: str, used: str, contents: Contents, parts: FieldReader) -> Fact | None:
    """A number of the effect of the function `used`; None if its calls show none."""
    words = SAYS.get((effect, key), ())
    inside = [made for made in contents.calls if used and made.inside.rpartition(".")[2] == used]
    for made in inside:
        if set(words) & set(words_in(made.key)):
            number = first_number(made)
            if number is not None:
                return Fact(number, made.location)
    if effect == "confusion":
        # The state that it gives its target: `ConfusedMonster(entity.ai, 10)`.
        for made in [*inside, *contents.calls]:
            if "confus" in made.key.lower() and made.key[:1].isupper():
                turns = number_in(parts.fields(made), TURNS)
                turns = first_number(made) if turns is None else turns
                if turns is not None:
                    return Fact(turns, made.location)
        for name, about in contents.classes.items():
            turns = number_in(about.defaults, TURNS) if "confus" in name.lower() else None
            if turns is not None:
                return Fact(turns, about.location)
    return None


def first_number(made: Call) -> int | None:
    """The first argument that is a number."""
    numbers = [number_of(value) for value in (*made.args, *made.named.values())]
    return next((int(number) for number in numbers if number is not None), None)
