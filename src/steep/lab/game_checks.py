"""`steep.lab.check_game`: plays a game that is a command, and says in words what is wrong with it.

docs/game-protocol.md says what a game should do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from itertools import islice
from time import process_time, sleep
from typing import Any
from zlib import crc32

from steep.core.input_errors import checked_decimal, checked_number, checked_text
from steep.core.random_streams import MAX_SEED
from steep.lab.game import Action, Cell, View
from steep.lab.own_games.game_of_command import Answer, CommandGame
from steep.lab.own_games.play_one_game import Mistake, moments_of_game, player_named
from steep.lab.own_games.players import OWN, steps
from steep.lab.own_games.worker import limited
from steep.lab.results.result import Column, Finding, Result, Table, Verdict
from steep.lab.simulate.simulation_task import MAX_TURNS

MAX_GAMES = 1_000

MORE_ANSWERS = 0.3
"""Seconds to wait for an answer that wasn't asked for."""

BOTS = ("explorer", "diver", "random")

CHECKS = {
    "answers": "each request gets one answer that keeps to the protocol",
    "observations": "what an answer says goes together",
    "actions": "actions are applied, and impossible ones just take a turn",
    "seeds": "a seed played twice gives the same game",
    "order": "it does so after other games, too",
    "processes": "it does so in another process, too",
    "floors": "games begin on floor 1, and floors rise",
    "ends": "games end",
}

FIELDS = tuple(each.name for each in fields(Answer))

Trail = list[tuple[int, ...]]
"""A checksum of each of FIELDS, for each answer of a game."""


def check_game(
    command: str,
    *,
    seed: int = 0,
    games: int = 3,
    turns: int = 1_000,
    time_limit: float = 60.0,
    on_error_line: Callable[[str], None] | None = None,
) -> Result:
    """Check a game that a command plays: whether it keeps to the protocol, and whether a seed fixes a game.

    Each of some players plays `games` seeds from `seed` on, at most `turns` actions each, and again in reverse order
    and in another process. `time_limit` is that of a game, in seconds. `on_error_line` is given what the game writes
    to standard error, line by line, in another thread. Raises `InputError`.
    """
    checked_text("command", command, 'a command, as "node game.mjs"')
    checked_number("games", games, 1, MAX_GAMES)
    checked_number("seed", seed, 0, MAX_SEED - games + 1)
    checked_number("turns", turns, 1, MAX_TURNS)
    time_limit = checked_decimal("time_limit", time_limit, 0.1, 86_400.0)
    seeds = range(seed, seed + games)
    checks = Checks(CommandGame(command, on_error_line), turns, time_limit)
    try:
        warm_up = checks.seconds_to_start(seed)
        trails: dict[tuple[str, int], Trail] = {}
        for bot in (*BOTS, OWN):
            if bot != OWN or checks.own:
                checks.play_while_it_answers(bot, seeds, trails)
        played, rate = checks.answers, checks.answers / max(checks.game.seconds - warm_up, 0.001)
        checks.look_for_more_answers(seed)
        if "answers" not in checks.wrong:
            checks.judge_what_was_played()
            checks.try_impossible_actions(seed)
            first = (BOTS[0], seed)
            checks.play_again("seeds", [first], {first: checks.play(*first)}, "at once")
            checks.play_again("order", [*reversed(trails)], trails, "after other games")
            checks.game.close()
            checks.play_again("processes", [*trails], trails, "in another process")
    finally:
        checks.game.close()
    return checks.result(command, played, rate)


@dataclass(slots=True)
class Checks:
    """Plays a game, and notes what is wrong."""

    game: CommandGame
    turns: int
    time_limit: float
    wrong: dict[str, str] = field(default_factory=dict)
    """The first complaint of each check."""
    answers: int = 0
    own: bool = False
    """Whether the game has a bot."""
    deepest: int = 0
    overs: list[str] = field(default_factory=list)
    """How games ended."""
    stood: int = 0
    """Steps that did not move the hero."""
    arrived: int = 0
    strayed: int = 0
    astray: str = ""
    """The first step that led to a wrong cell."""

    def complain(self, check: str, what: str) -> None:
        """Note what is wrong, if nothing was in this check."""
        self.wrong.setdefault(check, what)

    def seconds_to_start(self, seed: int) -> float:
        """Start the process, and return how long its first answer takes. Faults show later, when it is played."""
        with suppress(Mistake), limited(self.time_limit, self.game.abort, self.time_used):
            self.game.start(seed)
        return self.game.seconds

    def look_for_more_answers(self, seed: int) -> None:
        """Complain about an answer that wasn't asked for. By now it has come."""
        sleep(MORE_ANSWERS)
        try:
            with limited(self.time_limit, self.game.abort, self.time_used):
                self.game.start(seed)
        except Mistake as mistake:
            self.complain("answers", f"after the last game: {mistake}")

    def time_used(self) -> float:
        """Seconds of the players and of the game."""
        return process_time() + self.game.seconds

    def play_while_it_answers(self, bot: str, seeds: Iterable[int], trails: dict[tuple[str, int], Trail]) -> None:
        """Play each seed and add its trail. A game that hangs, or answers wrongly, is not asked again and again."""
        for seed in seeds:
            if "answers" in self.wrong:
                return
            trails[bot, seed] = self.play(bot, seed)

    def play(self, bot: str, seed: int) -> Trail:
        """Play a game, and check each answer."""
        trail: Trail = []
        before: list[tuple[View, Action]] = []

        def player_of(number: int) -> Callable[[View], Action]:
            player = player_named(bot)(number)

            def act(view: View) -> Action:
                before[:] = [(view, player(view))]
                return before[0][1]

            return act

        try:
            with limited(self.time_limit, self.game.abort, self.time_used):
                for _ in islice(moments_of_game(self.game, player_of, seed), self.turns + 1):
                    answer = self.game.view()
                    for view, action in before:
                        self.check_step(view, action, answer)
                    for contradiction in contradictions(answer):
                        self.complain("observations", f"{where(bot, seed, len(trail))}: {contradiction}")
                    if not trail and answer.floor != 1:
                        self.complain("floors", f"seed {seed} begins on floor {answer.floor}; the first is 1")
                    self.own = self.own or OWN in answer.can
                    self.deepest = max(self.deepest, answer.floor)
                    self.overs += [answer.over.end] if answer.over else []
                    trail.append(self.checksums(answer))
        except Mistake as mistake:
            self.complain("answers", f"{where(bot, seed, len(trail))}: {mistake}")
        self.answers += len(trail)
        return trail

    def checksums(self, answer: Answer) -> tuple[int, ...]:
        """An answer in short: its cells are as the game wrote them."""
        seen = ("\n".join(self.game.rows) if name == "cells" else repr(getattr(answer, name)) for name in FIELDS)
        return tuple(crc32(each.encode(errors="surrogatepass")) for each in seen)

    def check_step(self, view: View, action: Action, now: View) -> None:
        """Note where a step led."""
        if action[0] != "move" or view.hero is None or now.hero is None or now.floor != view.floor:
            return
        there = (view.hero[0] + int(action[1]), view.hero[1] + int(action[2]))
        self.stood += now.hero == view.hero
        self.arrived += now.hero == there
        if now.hero not in (view.hero, there):
            self.strayed += 1
            self.astray = self.astray or f"{[*action]} from {[*view.hero]} led to {[*now.hero]}"

    def judge_what_was_played(self) -> None:
        """Complain about what shows only over many games."""
        if self.strayed > self.arrived:
            hint = f"{self.strayed} steps led astray, and {self.arrived} did not; x grows to the right, and y downwards"
            self.complain("actions", f"{self.astray}; {hint}")
        if self.stood and not self.arrived and not self.strayed:
            self.complain("actions", f"none of {self.stood} steps moved the hero")
        if self.deepest <= 1 and "won" not in self.overs:
            hint = 'are `stairs` shown, and is "descend" in `can` there?'
            self.complain("floors", f"no game left floor 1, and none was won; {hint}")
        if not self.overs:
            self.complain(
                "ends", f"no game ended within {self.turns:,} actions (--turns); does `over` say when it did?"
            )

    def play_again(self, check: str, jobs: Sequence[tuple[str, int]], trails: dict[Any, Trail], when: str) -> None:
        """Play games again, and complain about the first that differs."""
        if {"seeds", "order"} & self.wrong.keys():
            return
        for bot, seed in jobs:
            first = trails[bot, seed]
            again = self.play(bot, seed)
            if first == again:
                continue
            at = next((at for at, (a, b) in enumerate(zip(first, again, strict=False)) if a != b), None)
            if at is None:
                what = f"ended after {min(len(first), len(again)) - 1} actions"
            else:
                differ = [name for name, a, b in zip(FIELDS, first[at], again[at], strict=True) if a != b]
                what = f"{', '.join(f'`{name}`' for name in differ)} differed"
            self.complain(check, f"{where(bot, seed, len(again) if at is None else at)}: played again {when}, {what}")
            return

    def try_impossible_actions(self, seed: int) -> None:
        """Play a game, and try each kind of impossible action at the first chance."""
        player, tried = player_named("diver")(seed), set[str]()
        action: Action = "start"
        try:
            with limited(self.time_limit, self.game.abort, self.time_used):
                self.game.start(seed)
                for _ in range(self.turns):
                    view = self.game.view()
                    if view.over is not None:
                        return
                    for what, action in impossible_actions(view):
                        if what not in tried:
                            tried.add(what)
                            self.game.act(*action)
                            self.judge_impossible(what, action, view, self.game.view())
                            break
                    else:
                        action = player(view)
                        self.game.act(*((action,) if isinstance(action, str) else action))
        except Mistake as mistake:
            self.complain("actions", f"seed {seed}, after {[*action]}: {mistake}")

    def judge_impossible(self, what: str, action: Action, before: Answer, now: Answer) -> None:
        """Complain if an action did something that it could not."""
        if what.startswith("wall") and now.hero is not None and now.cells.get(now.hero) is False:
            self.complain("actions", f"{[*action]} led into a wall at {[*now.hero]}")
        if what == "stairs" and now.floor != before.floor:
            self.complain(
                "actions", f'"descend" led to floor {now.floor} from {[*(before.hero or ())]}, away from the stairs'
            )

    def result(self, command: str, played: int, rate: float) -> Result:
        """What was found, in words."""
        untried = [] if "answers" not in self.wrong else ["actions", "seeds", "order", "processes", "floors", "ends"]
        word = {name: "wrong" if name in self.wrong else "not tried" if name in untried else "ok" for name in CHECKS}
        rows = tuple((name, word[name], CHECKS[name]) for name in CHECKS)
        columns = (Column("check", title=""), Column("result", title=""), Column("means", title=""))
        good = not self.wrong
        said = [line for name in CHECKS if name in self.wrong for line in f"{name}: {self.wrong[name]}".splitlines()]
        return Result(
            command,
            {"command": command, "answers": played, "answers_a_second": round(rate), "own_bot": self.own},
            (Table("checks", columns, rows),),
            (f"{played:,} answers, {rate:,.0f} a second; it has {'a bot' if self.own else 'no bot'} of its own",),
            verdict=Verdict("conforms" if good else "does not conform", good),
            sentences=tuple(said) or ("nothing wrong was found",),
            findings=tuple(Finding("error", name, what) for name, what in self.wrong.items()),
        )


def where(bot: str, seed: int, answers: int) -> str:
    """A place in a game, in words."""
    return f"{bot}, seed {seed}, {'at the start' if answers == 0 else f'after action {answers}'}"


def contradictions(answer: Answer) -> Iterator[str]:
    """What in an answer does not go together."""
    hero, cells = answer.hero, answer.cells
    if cells and hero is not None and not cells.get(hero):
        yield f"`hero` is at {[*hero]}, where `cells` has {in_cells(cells.get(hero))}"
    if answer.stairs is not None and cells and not cells.get(answer.stairs):
        yield f"`stairs` are at {[*answer.stairs]}, where `cells` has {in_cells(cells.get(answer.stairs))}"
    for enemy in answer.enemies:
        if enemy.at == hero:
            yield f'the enemy "{enemy.name}" is at {[*enemy.at]}, where `hero` is'
    if "move" in answer.can and (hero is None) != (not cells):
        yield "there is `hero` without `cells`, or the other way round; players find their way with both"
    if bool(answer.choices) != ("choose" in answer.can):
        yield '`choices` and "choose" in `can` go together; one of them is missing'
    if answer.inventory and "use" not in answer.can and not answer.choices:
        yield 'there is an `inventory`, and "use" is not in `can`'
    if answer.over is None and answer.hp is not None and answer.hp <= 0:
        yield f"`hp` is {answer.hp}, and `over` does not say that the hero died"
    if answer.hp is not None and answer.max_hp is not None and answer.hp > answer.max_hp:
        yield f"`hp` is {answer.hp}, more than `max_hp`, {answer.max_hp}"


def in_cells(walkable: bool | None) -> str:
    """What a cell is, in words."""
    return {None: "nothing, as if it were not seen", False: '"#"', True: '"."'}[walkable]


def impossible_actions(view: View) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Actions of `can` that cannot succeed, by what stops them."""
    hero: Cell | None = view.hero
    if hero is None:
        return
    for dx, dy in steps(view) if "move" in view.can else ():
        if view.cells.get((hero[0] + dx, hero[1] + dy)) is False:
            yield f"wall {dx} {dy}", ("move", dx, dy)
    if "descend" in view.can and view.stairs not in (None, hero):
        yield "stairs", ("descend",)
    if "pickup" in view.can and all(thing.at != hero for thing in view.things):
        yield "nothing there", ("pickup",)
