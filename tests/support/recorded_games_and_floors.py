"""Recorded games and floors as text: verbs, keys, cells as "x,y". They are independent of record layouts and encodings.

Only `Game`, `action_of`, `words_of` and `floor_in_words` read a world or pack an action. When a layout or an encoding
changes, only these need a change, and the recordings must still replay. `tools/record_games_and_floors.py` records.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.core.geometry import FLOOR, ROCK, STAIRS, WIDTH
from steep.core.ruleset import DEFENSE, POWER, STUMBLES, Ruleset
from steep.core.world import HERO, MAX_EVENTS, PLAYING, World
from steep.rules.action_codes import REASON_NAMES, VERB_NAMES, action, argument_of, cell_of, verb_of
from steep.rules.new_game import new_game
from steep.rules.perceived_events import DIED
from steep.rules.turn import arrive
from worlds_in_both_forms import Form, natively

GAMES_FILE = Path(__file__).parents[1] / "rules" / "recorded_games.jsonl.gz"
FLOORS_FILE = Path(__file__).parents[1] / "mapgen" / "recorded_floors.json.gz"

EVERYTHING = "everything"
"""A ruleset with the features that no bundled ruleset uses."""

FLOORS = (1, 3, 6, 10)
"""The floors recorded for each seed."""

State = dict[str, Any]
"""The state of a game by field name."""


RECORDED = (*(name for name in ruleset_names() if name != "steep"), EVERYTHING)
"""The rulesets with recorded games. Steep's own dungeon is tuned, and so its games are not kept."""


@cache
def load(ruleset: str) -> Rulebook:
    """A bundled ruleset, or EVERYTHING."""
    return load_ruleset(str(GAMES_FILE.with_name("everything.toml")) if ruleset == EVERYTHING else ruleset)


WITH_ARGUMENT = ("move", "use", "drop", "choose")
WITH_TARGET = ("use",)

TILE_SIGNS = {ROCK: "#", FLOOR: ".", STAIRS: ">"}


def cell_in_words(cell: int) -> str:
    return f"{cell % WIDTH},{cell // WIDTH}"


@cache
def words_of(act: int) -> str:
    """An action in words: ``wait``, ``move 3``, ``use 2 at 40,12``. Parts that its verb does not use are left out."""
    verb = VERB_NAMES[verb_of(act)]
    argument = f" {argument_of(act)}" if verb in WITH_ARGUMENT else ""
    at = f" at {cell_in_words(cell_of(act))}" if verb in WITH_TARGET and cell_of(act) else ""
    return verb + argument + at


@cache
def action_of(words: str) -> int:
    """The action of a text from `words_of`."""
    text, _, at = words.partition(" at ")
    verb, argument = text, "0"
    if verb not in VERB_NAMES:
        verb, _, argument = text.rpartition(" ")
    x, _, y = at.partition(",")
    return action(VERB_NAMES.index(verb), int(argument), int(y) * WIDTH + int(x) if at else 0)


class Game:
    """A game whose actions and states are text."""

    def __init__(self, ruleset: str, seed: int, floor: int, in_form: Callable[[Ruleset], Form] = natively) -> None:
        self.rulebook: Rulebook = load(ruleset)
        self.form = in_form(self.rulebook.compiled)
        self.world: Any = self.form.world
        self.kills: dict[str, int] = {}
        self.form.new_game(self.world, self.form.ruleset, seed, floor)

    def act(self, words: str) -> str:
        """Play an action. Returns it, followed by the reason if it was refused."""
        hero = self.world.hero
        cursor = int(hero.event_count)
        reason = REASON_NAMES[self.form.act(action_of(words))]
        for number in range(max(cursor, hero.event_count - MAX_EVENTS), hero.event_count):
            event = hero.events[number % MAX_EVENTS]
            if event.what == DIED and event.who == HERO and event.whom != HERO:
                key = self.rulebook.monsters[event.whom].key
                self.kills[key] = self.kills.get(key, 0) + 1
        return words if reason == "done" else f"{words}: {reason}"

    @property
    def floor(self) -> int:
        return int(self.world.floor)

    @property
    def turn(self) -> int:
        return int(self.world.turn)

    @property
    def end(self) -> str:
        """The end of the game in words, or "" while it runs."""
        if self.world.outcome == PLAYING:
            return ""
        killer = self.world.killer
        return "killed by " + ("itself" if killer == HERO else self.rulebook.monsters[killer].key)

    def state(self) -> State:
        """The state of the game."""
        hero, monsters, items = self.world.hero, self.rulebook.monsters, self.rulebook.items
        return {
            "floor": self.floor,
            "turn": self.turn,
            "cell": cell_in_words(hero.cell),
            "hp": int(hero.hp),
            "max_hp": int(hero.max_hp),
            "power": int(hero.stats[POWER]),
            "defense": int(hero.stats[DEFENSE]),
            "xp": int(hero.xp),
            "level": int(hero.level),
            "kills": dict(sorted(self.kills.items())),
            "explored": int(hero.cells_explored),
            "inventory": [
                f"{slot} {items[carried.kind - 1].key}{' equipped' if carried.equipped else ''}"
                for slot, carried in enumerate(hero.inventory)
                if carried.kind
            ],
            "in view": sorted(
                f"{monsters[enemy.kind].key} {cell_in_words(enemy.cell)} {enemy.hp} HP"
                f"{' asleep' if enemy.asleep else ''}{' confused' if enemy.conditions & STUMBLES else ''}"
                for enemy in hero.visible_monsters[: hero.visible_monster_count]
            ),
            "items seen": sorted(
                f"{items[item.kind].key} {cell_in_words(item.cell)}" for item in hero.seen_items[: hero.seen_item_count]
            ),
            "end": self.end,
        }


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game: stretches of actions, with the state after each."""

    ruleset: str
    player: str
    seed: int
    floor: int
    stretches: tuple[tuple[tuple[str, ...], State], ...]
    """The first stretch has no actions; its state is that of the start."""

    def line(self) -> str:
        """One line of JSON."""
        stretches = [["; ".join(actions), state] for actions, state in self.stretches]
        return json.dumps([self.ruleset, self.player, self.seed, self.floor, stretches], separators=(",", ":"))

    @classmethod
    def of_line(cls, line: str) -> RecordedGame:
        ruleset, player, seed, floor, stretches = json.loads(line)
        parted = tuple((tuple(filter(None, actions.split("; "))), state) for actions, state in stretches)
        return cls(ruleset, player, seed, floor, parted)

    def actions(self) -> Iterator[str]:
        for actions, _ in self.stretches:
            yield from actions


def first_difference(recorded: RecordedGame, in_form: Callable[[Ruleset], Form] = natively) -> str:
    """Replay a game, and return its first difference from the recording in words, or "" if there is none."""
    game = Game(recorded.ruleset, recorded.seed, recorded.floor, in_form)
    title = f"{recorded.ruleset}, {recorded.player}, seed {recorded.seed} from floor {recorded.floor}"
    for actions, state in recorded.stretches:
        before = game.turn
        for words in actions:
            turn = game.turn
            played = game.act(words.partition(":")[0])
            if played != words:
                return f"{title}, turn {turn}: recorded is '{words}', now '{played}'"
        now = game.state()
        for name, was in state.items():
            if now.get(name) != was:
                return f"{title}, after turn {before} and by turn {game.turn}: {name} was {was!r}, is {now.get(name)!r}"
    return ""


@cache
def read_games() -> list[RecordedGame]:
    with gzip.open(GAMES_FILE, "rt", encoding="utf-8") as lines:
        return [RecordedGame.of_line(line) for line in lines]


def floor_in_words(world: World, rulebook: Rulebook) -> dict[str, str]:
    """A floor as text: the hero's first cell, and digests of terrain, rooms, monsters and items."""
    fields = {
        "terrain": ["".join(TILE_SIGNS[tile] for tile in world.tiles)],
        "rooms": [f"{room.left},{room.top} {room.right},{room.bottom}" for room in world.rooms[: world.room_count]],
        "monsters": sorted(
            f"{rulebook.monsters[actor.kind].key} {cell_in_words(actor.cell)}"
            for actor in world.actors[: world.actor_count]
            if actor.hp > 0
        ),
        "items": sorted(
            f"{rulebook.items[item.kind].key} {cell_in_words(item.cell)}"
            for item in world.items[: world.item_count]
            if item.cell >= 0
        ),
    }
    return {"start": cell_in_words(world.hero.cell)} | {name: short_digest(lines) for name, lines in fields.items()}


def short_digest(lines: Iterable[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


def floors_in_words(ruleset: str, seed: int) -> dict[str, dict[str, str]]:
    """The floors FLOORS of a seed, by number, generated as in a run that descends at once."""
    rulebook, world, floors = load(ruleset), World(), {}
    new_game(world, rulebook.compiled, seed)
    for floor in range(1, FLOORS[-1] + 1):
        if floor > 1:
            arrive(world, rulebook.compiled, floor)
        if floor in FLOORS:
            floors[str(floor)] = floor_in_words(world, rulebook)
    return floors


def read_floors() -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """The recorded floors by ruleset, seed and floor, each as from `floor_in_words`."""
    with gzip.open(FLOORS_FILE, "rt", encoding="utf-8") as file:
        floors: dict[str, dict[str, dict[str, dict[str, str]]]] = json.load(file)
    return floors
