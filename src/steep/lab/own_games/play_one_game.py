"""Plays one game, and gives a row for each of its floors. Runs in a worker process.

A game is a series of moments: one at its start, and one after each action. Asking for the next plays an action.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any
from zlib import crc32

from steep.core.input_errors import brief, nearest
from steep.lab.game import Action, Cell, Game, Item, Over, View
from steep.lab.own_games.players import OWN, PLAYERS, Player, is_own
from steep.lab.tables_of_games.columns import MAX_AMOUNT

# What is found of a maker's game beside its figures: whether a seed fixes it, and which games went wrong.

CHECKED = 10
"""Games of each player that are played again with each further hash seed."""


@dataclass(frozen=True, slots=True)
class Determinism:
    """Whether the same seed gives the same game."""

    deterministic: bool
    """Whether no difference was found. A rare one can be missed."""
    checked_seeds: int
    """Games of each player that were played again, in processes with different hash seeds."""
    differing: tuple[int, ...] = ()
    """The seeds of games that took another course the second time."""
    step: int | None = None
    """The first action after which the first of these differed; 0 is the start."""
    replays: int = 0
    """How often games were played again."""

    def lines(self) -> Iterator[str]:
        """What was found, in words."""
        if self.deterministic:
            yield (
                f"no difference: {self.checked_seeds} games took the same course when they were played again,"
                f" {self.replays} times in all, in other processes with other hash seeds"
            )
        elif not self.differing:
            yield "not shown to be deterministic: no game that began was played again to its end"
        else:
            when = "at its start" if self.step == 0 else f"after action {self.step}"
            yield (
                f"not deterministic: of {self.checked_seeds} games that were played again, {len(self.differing)} took"
                f" another course; seed {self.differing[0]} {when}"
            )
            yield "so games of a seed are not compared with each other: statistics are unpaired"


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that raised, took too long or ended its process."""

    bot: str
    seed: int
    error: str
    """A traceback, or what happened."""


def remarks(
    determinism: Mapping[str, Determinism], faults: Sequence[Fault], fault_count: int, played: int
) -> Iterator[str]:
    """Whether a seed fixes a game, by player, and which games were ended by faults: the first are `faults`."""
    several = len(determinism) > 1
    for bot, each in determinism.items():
        yield from (f"{bot}: {line}" if several else line for line in each.lines())
    if not fault_count:
        return
    yield f"{fault_count:,} of {played:,} games were ended by a fault; they count as stopped there"
    by_last_line: dict[str, list[str]] = {}
    for fault in faults:
        by_last_line.setdefault(fault.error.splitlines()[-1], []).append(
            f"{fault.bot} {fault.seed}" if several else str(fault.seed)
        )
    for error, games in sorted(by_last_line.items(), key=lambda pair: -len(pair[1])):
        more = f" and {len(games) - 3} more" if len(games) > 3 else ""
        yield f"  {len(games)} x {error} (seed {', '.join(games[:3])}{more})"
    yield f"the first, seed {faults[0].seed}:"
    yield from (f"  {line}" for line in faults[0].error.splitlines())


RESERVED = ("game", "seed", "floor", "end", "turns", "killer", "bot", "player", "version", "replay", "error", "arrived")
"""Columns of the table, which no number of a maker's may be called."""

MAX_FLOOR = 1_000
MAX_NAME = 100
"""Characters."""


class Mistake(Exception):  # noqa: N818  # it is a game's
    """A game or a policy doesn't keep to the protocol."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one moment."""

    floor: int
    turns: int
    numbers: Mapping[str, float]
    seen: object
    """All that would differ if the game took another course, with a `repr` that is the same in every process."""
    over: Over | None = None
    stopped: bool = False
    """Whether the game cut itself off, neither won nor lost."""
    hero: Cell | None = None
    """Where the hero stands, if the view says it."""


Moments = Callable[[int], Iterator[Moment]]
"""Plays the game of a seed."""

METHODS = ("start", "view", "act", "over")


def moments_of_game(game: Game, player_of: Callable[[int], Callable[[View], Action]], seed: int) -> Iterator[Moment]:
    """Play a maker's game."""
    game.start(seed)
    play = player_of(seed)
    actions = turns = 0
    done: tuple[Any, ...] = ()
    while True:
        view = game.view()
        if not isinstance(view, View):
            raise Mistake(f"view() returned {brief(view)}; allowed: a steep.lab.game.View")
        over = game.over()
        if over is not None and (not isinstance(over, Over) or over.end not in ("died", "won")):
            raise Mistake(f'over() returned {brief(over)}; allowed: None, Over("died", killer) or Over("won")')
        turns = actions if view.turn is None else checked_turn(view.turn, turns)
        seen = (done, *seen_in(view))
        yield Moment(checked_floor(view.floor), turns, numbers_of(view), seen, over, hero=cell_of(view.hero))
        if over is not None:
            return
        done = checked_action(play(view), view)
        game.act(*done)
        done = tuple(word.name if isinstance(word, Item) else word for word in done)
        actions += 1


def player_named(name: str) -> Callable[[int], Callable[[View], Action]]:
    """One of Steep's players, made for each game, or a player of the game's own."""
    assert name in PLAYERS or is_own(name)
    if is_own(name):
        return lambda _seed: lambda _view: tuple(name.split(":", 1))
    return lambda seed: Player(name, seed)


def checked_action(action: object, view: View) -> tuple[Any, ...]:
    """An action as a tuple. Raises `Mistake`."""
    words = (action,) if isinstance(action, str) else action
    if not isinstance(words, tuple) or not words or not isinstance(words[0], str):
        raise Mistake(f'the policy returned {brief(action)}; allowed: a verb, or a tuple as ("move", 1, 0)')
    if words[0] not in view.can:
        if words[0] == OWN:
            raise Mistake(f'the game has no bot of its own: "{OWN}" is not in the verbs that its view can')
        can = sorted(map(str, view.can))
        raise Mistake(f'the policy returned "{words[0]}"{nearest(words[0], can)}; the view can: {", ".join(can)}')
    return words


def checked_floor(floor: object) -> int:
    """A floor. Raises `Mistake`."""
    whole = int_or_none(floor)
    if whole is None or not 1 <= whole <= MAX_FLOOR:
        raise Mistake(f"floor: found {brief(floor)}; allowed: a whole number from 1 to {MAX_FLOOR}")
    return whole


def checked_turn(turn: object, before: int) -> int:
    """A number of turns, after `before` turns. Raises `Mistake`."""
    whole = int_or_none(turn)
    if whole is None or not before <= whole <= MAX_AMOUNT:
        raise Mistake(f"turn: found {brief(turn)} after {before}; allowed: None, or a whole number that never falls")
    return whole


def int_or_none(number: Any) -> int | None:
    """A whole number of Python's or NumPy's; None for anything else."""
    try:
        return index(number)
    except TypeError:
        return None


def numbers_of(view: View) -> dict[str, float]:
    """What has means by floor: HP, and the maker's numbers. Raises `Mistake`."""
    found: dict[str, float] = {}
    for name, value in {"hp": view.hp, "max_hp": view.max_hp, **view.numbers}.items():
        if not isinstance(name, str) or not name or len(name) > MAX_NAME or name in RESERVED:
            raise Mistake(f"numbers: found the name {brief(name)}; allowed: any but {', '.join(RESERVED)}")
        if value is not None:
            found[name] = checked_value(name, value)
    return found


def checked_value(name: str, value: Any) -> float:
    """A number. Raises `Mistake`."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not abs(number) <= MAX_AMOUNT:
        raise Mistake(f"{name}: found {brief(value)}; allowed: a number of at most {MAX_AMOUNT:g}")
    return number


def cell_of(at: Cell | None) -> Cell | None:
    """A cell in Python's numbers."""
    return None if at is None else (int(at[0]), int(at[1]))


def seen_in(view: View) -> tuple[object, ...]:
    """What a view shows, in an order that no set decides."""
    return (
        cell_of(view.hero),
        len(view.cells),
        cell_of(view.stairs),
        sorted((*map(int, enemy.at), enemy.name, str(enemy.hp)) for enemy in view.enemies),
        sorted((*map(int, thing.at), thing.name) for thing in view.things),
        [item.name for item in view.inventory],
        list(view.choices),
        sorted(map(str, view.can)),
    )


Row = dict[str, Any]
"""A floor of a game: floor, end, turns, killer, error, and numbers on arrival."""

MAX_TRACEBACK = 4_000
"""Characters that are kept, the last ones."""

ACTIONS_PER_TURN = 2
"""A game is stopped after this many times as many actions as turns, because some actions take no turn."""


@dataclass(slots=True)
class PlayedGame:
    """A game that was played: its rows, and how it went."""

    seed: int
    rows: list[Row] = field(default_factory=list)
    course: list[int] = field(default_factory=list)
    """A checksum of each moment: two games took the same course if they are equal."""
    error: str = ""
    """What the game raised, or why it was ended; empty if it ended by itself."""
    cut: bool = False
    """Whether it was ended from outside, which says nothing about its course."""

    @property
    def turns(self) -> int:
        """Over the game, as far as they are known."""
        return sum(row["turns"] or 0 for row in self.rows)


def play_one_game(
    moments: Moments, seed: int, last_floor: int | None, turns: int, keep: Callable[[list[Row]], None] | None = None
) -> PlayedGame:
    """Play a game until it ends, leaves `last_floor`, or has taken this many turns.

    A floor's row has what was done from the first arrival there to the first arrival on a deeper one: going back up
    does not count as leaving. `keep` is given the rows at each arrival.
    """
    played = PlayedGame(seed)
    try:
        for moment in ended_in_time(moments(seed), last_floor, turns, played, keep):
            finish(played.rows[-1], moment)
    except (Exception, SystemExit) as error:
        played.error = own_traceback(error)
        if not played.rows:
            played.rows.append(arrival(1, 0, {}))
        played.rows[-1] |= {"end": "stopped", "error": played.error}
    return played


def ended_in_time(
    moments: Iterator[Moment],
    last_floor: int | None,
    turns: int,
    played: PlayedGame,
    keep: Callable[[list[Row]], None] | None,
) -> Iterator[Moment]:
    """The moments of a game until it ends. Adds a row at each arrival."""
    started = None
    for actions, moment in enumerate(moments):
        played.course.append(crc32(repr((moment.floor, moment.turns, moment.seen, moment.over)).encode()))
        started = moment.turns if started is None else started
        rows = played.rows
        if rows and last_floor is not None and moment.floor > last_floor:
            rows[-1] |= {"end": "won", "turns": moment.turns - rows[-1]["arrived"]}
            return
        if not rows or moment.floor > rows[-1]["floor"]:
            if rows:
                rows[-1] |= {"end": "left", "turns": moment.turns - rows[-1]["arrived"]}
            rows.append(arrival(moment.floor, moment.turns, moment.numbers))
            if keep is not None:
                keep(rows)
        yield moment
        if moment.over is not None or moment.stopped:
            return
        if moment.turns - started >= turns or actions >= ACTIONS_PER_TURN * turns:
            return
    raise RuntimeError("the game ended without an end")


def arrival(floor: int, turns: int, numbers: Any) -> Row:
    """A row as it begins."""
    return {"floor": floor, "end": "stopped", "turns": 0, "killer": None, "error": None, "arrived": turns, **numbers}


def finish(row: Row, moment: Moment) -> None:
    """Note how long the hero is on a floor, and how the game ended there if it did."""
    row["turns"] = moment.turns - row["arrived"]
    if moment.over is not None:
        row["end"] = moment.over.end
        killer = str(moment.over.killer)[:MAX_NAME]
        row["killer"] = (killer or None) if row["end"] == "died" else None


def own_traceback(error: BaseException) -> str:
    """A traceback without Steep's own frames; of a `Mistake` what it says."""
    if isinstance(error, Mistake):
        return str(error)[-MAX_TRACEBACK:]
    told = traceback.TracebackException.from_exception(error)
    told.stack = traceback.StackSummary.from_list([frame for frame in told.stack if frame.filename != __file__])
    return "".join(told.format())[-MAX_TRACEBACK:].rstrip() or brief(error)
