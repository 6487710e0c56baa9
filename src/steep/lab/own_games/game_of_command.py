"""A game that a command plays. Its answers become records of `steep.lab.game`, and actions become JSON.

The page docs/game-protocol.md is for makers; docs/game-protocol.schema.json says the same for tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from itertools import zip_longest
from typing import Any, get_args, get_type_hints

from steep.core.input_errors import brief, nearest
from steep.lab.game import Cell, Enemy, Item, Over, Thing, View
from steep.lab.own_games.game_process import NO_ANSWER, GameProcess, words_of
from steep.lab.own_games.play_one_game import Mistake

KNOWN_CELLS = {".": True, "#": False}
"""What a character of `cells` says: whether it can be walked on. A space is a cell that the hero has not seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(View):
    """What a game answers: what the player knows now, and how the game ended if it did."""

    over: Over | None = None
    error: str = ""
    """Why the game cannot go on."""


class CommandGame:
    """A game by the protocol `steep.lab.game.Game`. Its process plays all games, until one breaks it."""

    def __init__(self, command: str, echo: Callable[[str], None] | None = None) -> None:
        """Start nothing yet. `echo` is given each line of standard error. Raises `InputError`."""
        self._words, self._echo = words_of(command), echo
        self._process: GameProcess | None = None
        self._waited = 0.0
        self.rows: list[str] = []
        self._cells: dict[Cell, bool] = {}
        self._answer = Answer(floor=1, can=())
        self._read = record_of(Answer, {**CHECKS, "Mapping[Cell, bool]": self._read_cells})

    @property
    def seconds(self) -> float:
        """How long answers have been waited for, in all games. May be called from any thread."""
        process = self._process
        return self._waited + (0.0 if process is None else process.seconds)

    def start(self, seed: int) -> None:
        """Begin a new game. Raises `InputError` if the process cannot be started, and `Mistake`."""
        if self._process is None:
            self._process = GameProcess(self._words, self._echo)
        self._ask({"do": "start", "seed": seed})

    def view(self) -> Answer:
        """What the last answer said."""
        return self._answer

    def over(self) -> Over | None:
        """How the game ended by the last answer; None while it goes on."""
        return self._answer.over

    def act(self, verb: str, *arguments: Any) -> None:
        """Do an action. An item is its key, by default its place in the inventory. Raises `Mistake`."""
        words: list[object] = [verb]
        for each in arguments:
            if isinstance(each, Item):
                words.append(self._answer.inventory.index(each) if each.key is None else each.key)
            else:
                words += each if isinstance(each, tuple) else (each,)
        self._ask({"do": "act", "action": words})

    def _ask(self, question: Mapping[str, Any]) -> None:
        assert self._process is not None
        try:
            self._answer = self._read("", self._process.ask(question))
            if self._answer.error:
                raise Mistake(f"the game says: {self._answer.error}")
        except Mistake:
            self.close()
            raise

    def abort(self, how: str) -> None:
        """End the process that is being asked, because its time is up. May be called from any thread."""
        if self._process is not None:
            self._process.abort(f"it {how} its time limit{'' if self._answer.can else NO_ANSWER}")

    def close(self) -> None:
        """End the process, if there is one. The next game starts another."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close()
            self._waited += process.seconds

    def _read_cells(self, where: str, value: Any) -> Mapping[Cell, bool]:
        """Rows of characters as cells. Those that are as they were in the last answer are not read again."""
        rows = list_of(text)(where, value)
        if rows == self.rows:
            return self._cells
        cells = dict(self._cells)
        for y, (row, before) in enumerate(zip_longest(rows, self.rows, fillvalue="")):
            for x, (char, was) in enumerate(() if row == before else zip_longest(row, before, fillvalue=" ")):
                if char == was:
                    continue
                if char == " ":
                    del cells[x, y]
                elif char in KNOWN_CELLS:
                    cells[x, y] = KNOWN_CELLS[char]
                else:
                    allowed = '"." can be walked on, "#" cannot, " " is not seen yet'
                    raise Mistake(f"{where}[{y}]: found {brief(char)} at {x}; allowed: {allowed}")
        self.rows, self._cells = rows, cells
        return cells


# Reads an answer. Each mistake gives one message, with its place in the answer.

Check = Callable[[str, Any], Any]
"""Reads the value at a place, as ``enemies[2].at``. Raises `Mistake`."""


def of_type(allowed: str, *types: type) -> Check:
    """A value of some types. Some languages write a whole number as 3.0, and true is no number."""

    def check(where: str, value: Any) -> Any:
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise Mistake(f"{where}: found {brief(value)}; allowed: {allowed}")
        return int(value) if isinstance(value, float) and value.is_integer() else value

    return check


number = of_type("a number", int, float)
text = of_type("a text", str)


def cell(where: str, value: Any) -> Cell:
    """A cell."""
    if not isinstance(value, list) or len(value) != 2 or any(type(number(where, each)) is float for each in value):
        raise Mistake(f"{where}: found {brief(value)}; allowed: [x, y], two whole numbers")
    return int(value[0]), int(value[1])


def list_of(check: Check) -> Check:
    """A list."""

    def check_list(where: str, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise Mistake(f"{where}: found {brief(value)}; allowed: a list")
        return [check(f"{where}[{at}]", each) for at, each in enumerate(value)]

    return check_list


def numbers(where: str, value: Any) -> dict[str, float]:
    """Numbers by name."""
    if not isinstance(value, dict):
        raise Mistake(f'{where}: found {brief(value)}; allowed: numbers by name, as {{"gold": 30}}')
    return {name: number(f"{where}.{name}", each) for name, each in value.items()}


def word_of(allowed: tuple[str, ...]) -> Check:
    """One of some words."""

    def check(where: str, value: Any) -> str:
        if value not in allowed:
            raise Mistake(f"{where}: found {brief(value)}{nearest(str(value), allowed)}; allowed: {', '.join(allowed)}")
        return str(value)

    return check


def record_of(record: type, by_type: Mapping[str, Check]) -> Check:
    """An object of JSON as a record of `steep.lab.game`, by the types of its fields. What is null is left out."""
    hints = get_type_hints(record)
    checks = {each.name: by_type.get(str(each.type)) or word_of(get_args(hints[each.name])) for each in fields(record)}
    required = [each.name for each in fields(record) if each.default is each.default_factory is MISSING]

    def check(where: str, value: Any) -> Any:
        here = where or "the answer"
        if not isinstance(value, dict):
            raise Mistake(f"{here}: found {brief(value)}; allowed: an object with {', '.join(checks)}")
        if unknown := value.keys() - checks.keys():
            name = min(unknown)
            hint = nearest(name, checks)
            raise Mistake(f"{here} has the key {brief(name)}{hint}; allowed: {', '.join(checks)}")
        dot = f"{where}." if where else ""
        there = {name: checks[name](dot + name, each) for name, each in value.items() if each is not None}
        missing = [name for name in required if name not in there]
        if missing and not there.get("error"):
            raise Mistake(f'{here} lacks "{missing[0]}"; needed: {", ".join(required)}')
        return record(**dict.fromkeys(missing), **there)

    return check


CHECKS: dict[str, Check] = {
    "Any": of_type("a number or a text", int, float, str),
    "Cell": cell,
    "Cell | None": cell,
    "Collection[str]": list_of(text),
    "Mapping[str, float]": numbers,
    "Sequence[str]": list_of(text),
    "bool": of_type("true or false", bool),
    "int": number,
    "int | None": number,
    "str": text,
}
CHECKS |= {f"Sequence[{each.__name__}]": list_of(record_of(each, CHECKS)) for each in (Enemy, Thing, Item)}
CHECKS["Over | None"] = record_of(Over, CHECKS)
