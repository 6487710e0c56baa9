"""Rulesets, targets, tables and games for the calls of `lab_oracle`. What is recorded depends on each of them."""

from __future__ import annotations

import csv
import json
import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from rulesets_of_known_hazard import deadly

Row: TypeAlias = dict[str, Any]

OWN_GAME = Path(__file__).parents[2] / "examples" / "own_game"

MARSH = """\
title   = "Marsh"
extends = "tcod-2019"

[run]
last_floor = 3

[hunger]
full   = 500
start  = 260
stages = [{ name = "starving", below = 0, hp = 3 }]

[hero]
hp    = 60
slots = ["weapon"]
start = [{ item = "bow" }, { item = "knife" }, { item = "knife" }, { item = "oil_flask" }, { item = "gust" }]

[counts]
monsters_per_room = 3
items_per_room    = 2
themes_per_floor  = 4

[statuses.rotting]
hp        = -1
max_turns = 9

[abilities.rotten_bite]
trigger = "hit"
shape   = "touch"
chance  = 60
effects = [{ status = "rotting", turns = 5 }]

[abilities.spit]
trigger = "turn"
shape   = "bolt"
reach   = 6
chance  = 40
effects = [{ damage = "1d4" }]

[abilities.bursting]
trigger = "death"
shape   = "burst"
radius  = 1
effects = [{ damage = 6 }]

[abilities.shot]
shape   = "target"
reach   = 8
effects = [{ damage = "1d6+2" }]

[abilities.blast]
shape   = "ball"
reach   = 7
radius  = 2
effects = [{ damage = "2d6" }]

[abilities.splash]
trigger = "throw"
shape   = "ball"
radius  = 1
effects = [{ damage = "1d6+1" }]

[abilities.steam]
trigger = "enter"
shape   = "self"
effects = [{ damage = "1d6" }]

[terrain.vent]
glyph     = "^"
abilities = ["steam"]

[terrain.hidden_vent]
glyph      = "^"
looks_like = "floor"
found_to   = "vent"

[themes.vents]
spawn = 1
fill  = [{ terrain = "hidden_vent", count = "2d4" }]

[monsters.orc]
captive = 30

[monsters.viper]
glyph     = "v"
hp        = 8
power     = 4
defense   = 0
xp        = 12
spawn     = 60
growth    = { max_hp = 2, power = 1, xp = 5 }
abilities = ["rotten_bite"]

[monsters.toad]
glyph     = "t"
hp        = 10
power     = 2
defense   = 0
xp        = 10
spawn     = { 1 = 40, 2 = 60 }
abilities = ["spit", "bursting"]

[items.bow]
glyph     = "}"
abilities = ["shot"]
charges   = 12

[items.gust]
glyph     = "/"
abilities = ["blast"]
charges   = 2
spawn     = 15

[items.knife]
glyph  = "-"
thrown = "1d4+1"
spawn  = 30

[items.oil_flask]
glyph     = "!"
abilities = ["splash"]
breaks    = 100
spawn     = 30

[items.bread]
glyph     = "%"
abilities = ["meal"]
spawn     = 20

[abilities.meal]
shape   = "self"
effects = [{ feed = 60 }]
"""
"""Heroes kill by all means, and die by monsters, statuses, terrain, hunger and what they throw."""

MINE = """\
title   = "Mine"
extends = "tcod-2020"

[hero]
hp = 30   # as in the tutorial

[monsters.orc]
power = 4

[modes.bitter]
title    = "Bitter"
hero_hp  = -20
monsters = 25
"""

TARGET = """\
games = 200
floors = [1, 2]

[bands.diver]
survival = {survival}
"""

MANY_BANDS = """\
games = 200
floors = [1, 3]
confidence = 90
reached = 50

[bands.brawler]
survival = { 1 = [60, 100], 2-3 = [0, 60] }
hazard = { 2 = [30, 60] }
wins = [0, 5]
median_floor = [2, 3]
killers = { "*" = [0, 15], orc = [50, 100] }
hazard_ratio = { "*" = [0, 3], 2 = [0, 4] }
cleared = [0.5, 2.5]
turns = [50, 400]

[bands.diver]
survival = { 3 = [0, 50] }
killers = { troll = [0, 10] }
"""

TUNED = """\
floors = [1, 2]
games = 1000

[bands.diver]
survival = {survival}

[[move]]
path = "counts.monsters_per_room"
between = [0, 6]

[tune]
games = 50
budget = 600
"""
"""Of the diver in `deadly()`, where the number of monsters decides everything."""

TUNED_TWICE = """\
floors = [1, 2]
games = 200

[bands.diver]
survival = { 2 = [40, 90] }

[bands.brawler]
survival = { 2 = [20, 90] }

[[move]]
path = "hero.hp"
between = [20, 50]

[[move]]
path = ["monsters.orc.power", "monsters.*.spawn"]
percent = [50, 150]

[tune]
games = 30
budget = 400
seed = 5
"""

TABLE_TARGET = """\
floors = [1, 3]

[bands.{who}]
survival = {survival}
hazard = {{ 2 = {hazard} }}
killers = {{ rat = {rat}, dragon = [0, 10] }}
turns = [1, 100]
"""

CELLAR = '''\
"""A whole game: five rooms full of rats, one below the other."""

from random import Random

from steep.lab.game import Enemy, Over, View

ROOM = {(x, y): 0 < x < 9 and 0 < y < 5 for x in range(10) for y in range(6)}
STAIRS = (8, 4)


class Cellar:
    teeth = 1

    def start(self, seed):
        self.random = Random(seed)
        self.floor, self.hp, self.turn, self.won = 0, 20, 0, False
        self.go_down()

    def go_down(self):
        self.floor += 1
        self.hero = (1, 1)
        free = [cell for cell, walkable in ROOM.items() if walkable and cell not in (self.hero, STAIRS)]
        free.sort(key=lambda _: self.random.random())
        self.rats = dict.fromkeys(free[: 2 * self.floor], 3)

    def view(self):
        return View(
            floor=self.floor,
            can=("move", "wait", "descend"),
            hero=self.hero,
            cells=ROOM,
            stairs=STAIRS,
            enemies=[Enemy(at=cell, name="rat", hp=hp, power=1) for cell, hp in self.rats.items()],
            hp=self.hp,
            max_hp=20,
            turn=self.turn,
            numbers={"rats": len(self.rats)},
        )

    def act(self, verb, *arguments):
        self.turn += 1
        if verb == "descend" and self.hero == STAIRS:
            self.won = self.floor == 5
            if not self.won:
                self.go_down()
        elif verb == "move":
            there = self.hero[0] + arguments[0], self.hero[1] + arguments[1]
            if there in self.rats:
                self.rats[there] -= 1 + int(3 * self.random.random())
            elif ROOM[there]:
                self.hero = there
        self.rats = {cell: hp for cell, hp in self.rats.items() if hp > 0}
        for x, y in self.rats:
            if max(abs(x - self.hero[0]), abs(y - self.hero[1])) == 1:
                self.hp -= int(2 * self.random.random()) * self.teeth

    def over(self):
        if self.hp <= 0:
            return Over("died", killer="rat")
        return Over("won") if self.won else None


class Fierce(Cellar):
    teeth = 2


class Faulty(Cellar):
    """Raises in two games, and ends its process in one."""

    def start(self, seed):
        super().start(seed)
        self.seed = seed

    def view(self):
        if self.floor == 2 and self.seed in (1, 4):
            raise ValueError(f"no rats in game {self.seed}")
        if self.floor == 2 and self.seed == 2:
            from os import _exit

            _exit(7)
        return super().view()


class Hashed(Cellar):
    """Differs from process to process, by the seed of hashes."""

    def start(self, seed):
        super().start(hash(f"game {seed}"))


def play(view):
    """A policy: keeps away from the rats."""
    x, y = view.hero
    if (x, y) == view.stairs:
        return "descend"
    dx, dy = (view.stairs[0] > x) - (view.stairs[0] < x), (view.stairs[1] > y) - (view.stairs[1] < y)
    return "move", dx, dy
'''

LAKE = '''\
"""A policy for Gymnasium's frozen lake, and two environments without chance of their own."""

import gymnasium


def play(obs, info):
    return 1 if obs in (0, 4, 9) else 2


class Stairs(gymnasium.Env):
    """Each step goes down, or ends on floor 4; the observation is the floor."""

    observation_space = gymnasium.spaces.Discrete(10)
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.floor, self.steps = 1, 0
        return self.floor, {"depth": self.floor, "gold": 0}

    def step(self, action):
        self.steps += 1
        self.floor += action
        died = self.np_random.random() < 0.1
        info = {"depth": self.floor, "gold": 3 * self.steps, "won": self.floor == 4}
        return self.floor, float(action), died or self.floor == 4, self.steps >= 8, info


gymnasium.register("Stairs-v0", Stairs)
'''

TEXTS: dict[str, str] = {
    "marsh.toml": MARSH,
    "mine.toml": MINE,
    "deadly.toml": deadly(),
    "crowded.toml": deadly(3),
    "harmless.toml": deadly(0),
    "held.target.toml": TARGET.format(survival="{ 1 = [70, 95], 2 = [50, 85] }"),
    "broken.target.toml": TARGET.format(survival="{ 1 = [20, 60], 2 = [50, 85] }"),
    "unclear.target.toml": TARGET.format(survival="{ 1 = [84, 95], 2 = [50, 85] }"),
    "many.target.toml": MANY_BANDS,
    "reachable.target.toml": TUNED.format(survival="{ 1 = [52, 70], 2 = [25, 50] }"),
    "unreachable.target.toml": TUNED.format(survival="{ 1 = [0, 5], 2 = [0, 5] }"),
    "narrow.target.toml": TUNED.format(survival="{ 1 = [60, 64], 2 = [36, 42] }"),
    "two-moves.target.toml": TUNED_TWICE,
    "table-held.target.toml": TABLE_TARGET.format(
        who="scout", survival="{ 1 = [60, 95], 3 = [20, 80] }", hazard="[5, 45]", rat="[20, 80]"
    ),
    "table-broken.target.toml": TABLE_TARGET.format(
        who="scout", survival="{ 1 = [0, 30], 3 = [20, 80] }", hazard="[60, 90]", rat="[20, 80]"
    ),
    "table-unclear.target.toml": TABLE_TARGET.format(
        who="scout", survival="{ 1 = [80, 95], 3 = [20, 80] }", hazard="[20, 45]", rat="[50, 80]"
    ),
    "people-held.target.toml": "[bands.players]\nsurvival = { 1 = [50, 95], 3 = [20, 70] }\nwins = [10, 70]\n",
    "people-broken.target.toml": "[bands.players]\nhazard = { 1 = [0, 9], 2 = [10, 60] }\ncleared = [0, 3]\n",
    "people-unclear.target.toml": "[bands.players]\nsurvival = { 3 = [44, 46] }\nkillers = { rat = [0, 50] }\n",
    "barrow.target.toml": "[bands.diver]\nsurvival.1 = [85, 100]\nwins = [0, 60]\nkillers = { ghoul = [0, 90] }\n",
    "cellar.py": CELLAR,
    "lake.py": LAKE,
}

MESSY = """\
seed,bot,floor,end,turns,killer,gold
1,scout,1,left,40,,10
1,scout,2,died,5,orc,0.5
2,scout,1,died,20,"rat, grey",3
3,scout,0,died,1,,1
4,scout,two,died,1,,1
5,scout,1,dead,1,,1
6,scout,1,died,-1,,1
7,scout,1,died,many,,1
,scout,1,died,1,,1
1,scout,1,left,1,,1
2,scout,2,won,1,,1
8,scout,1001,died,1,,1
9,scout,1.0,died,7.5,,
10,scout,1.5,died,7,,
11,scout,1,stopped,9,,1e18
12,scout,1,left,9,,4
12,scout,3,won,9,,4
13,,1,died,8,bat,5
"""


def games_by_chance(
    hazard: float, games: int, chance_seed: int, *, who: Mapping[str, float], floors: int = 3, **further: Any
) -> list[Row]:
    """A row for each floor of each game. `who` are players, and how many times the hazard is theirs."""
    chance = random.Random(chance_seed)
    rows: list[Row] = []
    for player, times in who.items():
        for game in range(games):
            for floor in range(1, floors + 1):
                died, stopped = chance.random() < hazard * times, chance.random() < 0.03
                end = "died" if died else "stopped" if stopped else "won" if floor == floors else "left"
                killer = ("rat", "rat", "orc", "own fire")[int(4 * chance.random())] if died else None
                turns, gold = 10 + int(60 * chance.random()), int(1000 * chance.random() * floor) / 10
                gains = {"turns": turns, "killer": killer, "gold": gold}
                rows.append({"seed": game, "bot": player, "floor": floor, "end": end, **gains, **further})
                if end != "left":
                    break
    return rows


def renamed(rows: Sequence[Row], names: Mapping[str, str], words: Mapping[str, str] | None = None) -> list[Row]:
    """Rows with other names for columns, and other words for ends."""
    other = words or {}
    return [
        {names.get(name, name): other.get(value, value) if name == "end" else value for name, value in row.items()}
        for row in rows
    ]


def people(hazard: float, persons: int, chance_seed: int) -> list[Row]:
    """Games of people, of whom each plays in their own way."""
    chance = random.Random(chance_seed)
    who = {f"person {number}": 0.3 + 1.4 * chance.random() for number in range(persons)}
    rows = games_by_chance(hazard, 9, chance_seed, who=who)
    return renamed(rows, {"bot": "player", "seed": "game"})


SCOUT = {"scout": 1.0}
BOTH = {"scout": 1.0, "brute": 1.6}


def tables() -> dict[str, list[Row]]:
    """The rows of each table, by its file's name."""
    before, after = games_by_chance(0.2, 120, 1, who=BOTH), games_by_chance(0.35, 120, 2, who=BOTH)
    versions = [
        *games_by_chance(0.2, 80, 3, who=SCOUT, version="1.1"),
        *games_by_chance(0.3, 80, 4, who=SCOUT, version="1.2"),
    ]
    large = [
        {"seed": seed, "floor": 1, "end": "died", "gold": 10**15 - seed, "debt": -(10**15) + 3 * seed}
        for seed in range(20)
    ]
    sparse = [
        {"game": f"g {seed % 7}{'é' * (seed % 2)}", "floor": 1 + seed // 14, "end": "left", "note": "x" * (seed % 3)}
        | ({"gold": seed} if seed % 3 else {})
        for seed in range(40)
    ]
    return {
        "before.csv": before,
        "before.tsv": before,
        "before.jsonl": before,
        "before.parquet": before,
        "after.csv": after,
        "after.parquet": after,
        "seeded-before.jsonl": before,
        "seeded-after.jsonl": after,
        "scout.csv": games_by_chance(0.22, 900, 11, who=SCOUT),
        "scout-again.csv": games_by_chance(0.22, 900, 12, who=SCOUT),
        "scout-harder.csv": games_by_chance(0.45, 150, 13, who=SCOUT),
        "scout-few.csv": games_by_chance(0.22, 6, 14, who=SCOUT),
        "diver.csv": games_by_chance(0.37, 400, 15, who={"diver": 1.0}, floors=2),
        "versions.jsonl": versions,
        "people.csv": people(0.25, 40, 5),
        "people-again.csv": people(0.25, 40, 8),
        "people-later.csv": people(0.55, 40, 6),
        "people-few.jsonl": people(0.25, 4, 7),
        "theirs.csv": renamed(before, {"floor": "depth", "seed": "run", "bot": "hero"}, {"died": "dead", "won": "out"}),
        "sparse.jsonl": sparse,
        "large.jsonl": large,
    }


DETERMINISTIC = ("seeded-before.jsonl", "seeded-after.jsonl")
"""Tables of which is said that a seed fixes a game."""


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write a table as its name's ending says."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    if path.suffix == ".parquet":
        pq.write_table(pa.table({name: [row.get(name) for row in rows] for name in names}), path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, names, delimiter="\t" if path.suffix == ".tsv" else ",")
            writer.writeheader()
            writer.writerows(rows)


def write_inputs(folder: Path) -> None:
    """Write whatever the calls read."""
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "messy.csv").write_text(MESSY, encoding="utf-8")
    for name, rows in tables().items():
        write_rows(folder / name, rows)
    for name in DETERMINISTIC:
        (folder / f"{name}.meta.json").write_text(json.dumps({"deterministic": True}), encoding="utf-8")
    shutil.copytree(OWN_GAME, folder, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
