"""Any game for the lab: what a class needs so that `steep measure --game` can play it.

`Game` is the protocol. A game needs nothing of Steep but the records of this module, which import nothing.
docs/own-game.md has a whole example.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

Cell: TypeAlias = tuple[int, int]
"""A place on a floor: x grows to the right, y downwards. Any integers will do."""

Action: TypeAlias = str | tuple[Any, ...]
"""A verb alone, as ``"wait"``, or with what it needs, as ``("move", 1, 0)``. It becomes ``game.act("move", 1, 0)``."""

VERBS = {
    "move": "dx, dy: a step by -1, 0 or 1 each; into an enemy it is an attack",
    "wait": "lets a turn pass",
    "pickup": "takes what lies on the hero's cell",
    "use": "item, or item, cell: uses, equips, eats or throws an item of view.inventory; one to aim is given a cell",
    "descend": "takes the stairs on the hero's cell",
    "choose": "number: takes one of view.choices, 0 is the first",
    "own": "nothing, or a name: makes the move that a bot of the game's own would make",
}
"""The verbs that Steep's players know, and what follows each. A game offers those that `View.can` has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enemy:
    """A hostile monster that the hero sees."""

    at: Cell
    name: str = ""
    hp: int | None = None
    """None if the player is not shown it."""
    power: int | None = None
    """HP that one hit of it takes from the hero, about; None if the player can't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something worth picking up that lies where the hero has seen it."""

    at: Cell
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something in the inventory."""

    name: str
    does: Literal["heal", "harm", "equip", "eat", "other"] = "other"
    """What using it is for. "heal": restores HP. "harm": hurts enemies. "equip": is equipped, and isn't yet.
    "eat": stills hunger. "other": anything else, what the player doesn't know, and what can't be used now."""
    aim: bool = False
    """Whether `use` needs a cell as well."""
    amount: int | None = None
    """HP that it restores or takes, about; None if the player can't know."""
    key: Any = None
    """Yours: what your `act` finds the item by. Players hand it back and don't look at it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the player knows now. Only `floor` and `can` are required; players make do without the rest.

    Without `hero` or `cells` a player can't find its way: it goes at random, in the eight directions.
    """

    floor: int
    """1 is the first. It may rise and fall."""
    can: Collection[str]
    """The verbs that can be tried now (`VERBS`), and any of yours. A verb in it may still turn out to do nothing."""
    hero: Cell | None = None
    cells: Mapping[Cell, bool] = field(default_factory=dict)
    """The cells of the floor that the hero has seen: whether it can be walked on (doors that open by walking, too).
    Unseen cells are left out. Enemies don't matter here."""
    diagonal: bool = True
    """Whether `move` goes in eight directions, or in four."""
    stairs: Cell | None = None
    """The stairs down, once seen."""
    enemies: Sequence[Enemy] = ()
    """The enemies in view now."""
    things: Sequence[Thing] = ()
    inventory: Sequence[Item] = ()
    hp: int | None = None
    max_hp: int | None = None
    hungry: bool = False
    choices: Sequence[str] = ()
    """What a level-up or another question offers; `can` then has "choose"."""
    turn: int | None = None
    """Turns played so far, if the game counts them. Otherwise actions count."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    """Anything else worth a mean by floor, as ``{"level": 3, "gold": 120}``: taken on arrival on each floor."""


@dataclass(frozen=True, slots=True)
class Over:
    """How a game ended."""

    end: Literal["died", "won"]
    killer: str = ""
    """What killed the hero, as the figures should name it."""


@runtime_checkable
class Game(Protocol):
    """A game that the lab can play. One object plays one game after another, each begun by `start`.

    An exception in a method ends that game. It is recorded with its seed and traceback, and the other games go on.
    """

    def start(self, seed: int) -> None:
        """Begin a new game. All that is random must follow from the seed, and nothing of the last game may remain."""

    def view(self) -> View:
        """What the player knows now. Asked for before each action; must change nothing."""

    def act(self, verb: str, *arguments: Any) -> None:
        """Do one of `View.can`, and let the enemies act. What is impossible just lets the turn pass."""

    def over(self) -> Over | None:
        """How the game ended; None while it goes on."""


Policy: TypeAlias = Callable[[View], Action]
"""A player: a function of the view. A class may be given instead. It is made for each game, with the game's seed."""
