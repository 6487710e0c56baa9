"""Views of games that are not Steep's, drawn as maps.

'#' is rock, '.' floor, '>' the stairs, '@' the hero, '!' a thing, letters are enemies; a space has not been seen.
"""

from __future__ import annotations

import inspect
from typing import Any

from steep.lab.game import Enemy, Thing, View

VERBS = ("move", "wait", "pickup", "use", "descend", "choose")


def drawn(text: str, **changes: Any) -> View:
    """The view of a map. `changes` are fields of the view."""
    signs = {(x, y): sign for y, line in enumerate(inspect.cleandoc(text).splitlines()) for x, sign in enumerate(line)}
    places = {sign: cell for cell, sign in signs.items()}
    fields: dict[str, Any] = {
        "floor": 1,
        "can": VERBS,
        "hero": places["@"],
        "cells": {cell: sign != "#" for cell, sign in signs.items() if sign != " "},
        "stairs": places.get(">"),
        "enemies": [Enemy(at=cell, name=sign, hp=5) for cell, sign in signs.items() if sign.isalpha()],
        "things": [Thing(at=cell) for cell, sign in signs.items() if sign == "!"],
        "hp": 20,
        "max_hp": 20,
    }
    return View(**(fields | changes))
