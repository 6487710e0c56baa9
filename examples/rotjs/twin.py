"""The same game in Python, with rot.js's random numbers: steep measure --game twin:Game --bot own,explorer.

It gives the table that `node steep.mjs` and `node table.mjs` give, number by number.
"""

import json
import re
from pathlib import Path

from steep.lab.game import Enemy, Item, Over, Thing, View

FRAC = 2.3283064365386963e-10
WIDTH, HEIGHT = 16, 8
STAIRS = (14, 6)
LAST_FLOOR = 6


def read_tables():
    """The constants of tables.mjs, whose values are JSON but for quotes and commas."""
    text = Path(__file__).with_name("tables.mjs").read_text("utf-8")
    for name, value in re.findall(r"^export const (\w+) = (.*?);$", text, re.MULTILINE | re.DOTALL):
        quoted = re.sub(r"(\w+):", r'"\1":', value)
        yield name, json.loads(re.sub(r",(\s*[\]}])", r"\1", quoted))


TABLES = dict(read_tables())
HERO, MONSTERS, HEALS = TABLES["HERO"], TABLES["MONSTERS"], TABLES["HEALS"]


class Rng:
    """ROT.RNG: Johannes Baagøe's Alea."""

    def __init__(self, seed):
        self.s0 = seed % 2**32 * FRAC
        seed = (seed * 69069 + 1) % 2**32
        self.s1 = seed * FRAC
        self.s2 = (seed * 69069 + 1) % 2**32 * FRAC
        self.c = 1

    def uniform(self):
        t = 2091639 * self.s0 + self.c * FRAC
        self.s0, self.s1 = self.s1, self.s2
        self.c = int(t)
        self.s2 = t - self.c
        return self.s2

    def integer(self, low, high):
        return int(self.uniform() * (high - low + 1)) + low

    def weighted(self, weights):
        drawn, part = self.uniform() * sum(weights.values()), 0
        for name, weight in weights.items():
            part += weight
            if drawn < part:
                return name
        return name


def towards(a, b):
    return (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])


def is_near(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


class Game:
    def start(self, seed):
        self.rng = Rng(seed + 1)
        self.floor, self.hp, self.turn, self.inventory, self.killer, self.won = 0, HERO["hp"], 0, [], "", False
        self.go_down()

    def go_down(self):
        self.floor += 1
        self.hero = (1, 1)
        self.cells = {(x, y): 0 < x < WIDTH - 1 and 0 < y < HEIGHT - 1 for x in range(WIDTH) for y in range(HEIGHT)}
        monsters = self.drawn("MAX_MONSTERS_BY_FLOOR", "MONSTER_CHANCES")
        self.monsters = [{"name": name, "at": at, "hp": MONSTERS[name]["hp"]} for name, at in monsters]
        self.items = self.drawn("MAX_ITEMS_BY_FLOOR", "ITEM_CHANCES")

    def drawn(self, maximums, chances):
        most, weights, found = 0, {}, []
        for floor, value in TABLES[maximums]:
            most = value if floor <= self.floor else most
        for row in TABLES[chances]:
            weights |= {each["value"]: each["weight"] for each in row["weights"] if row["floor"] <= self.floor}
        for _ in range(self.rng.integer(0, most)):
            name = self.rng.weighted(weights)
            at = (self.rng.integer(2, WIDTH - 2), self.rng.integer(1, HEIGHT - 2))
            if all(at != other for _, other in found):
                found.append((name, at))
        return found

    def monster_at(self, cell):
        return next((monster for monster in self.monsters if monster["at"] == cell), None)

    def act(self, verb, *rest):
        if verb == "own":
            verb, *rest = self.own()
        if verb == "move":
            self.step((self.hero[0] + rest[0], self.hero[1] + rest[1]))
        elif verb == "pickup":
            self.pick_up()
        elif verb == "use":
            self.hp = min(HERO["hp"], self.hp + HEALS[self.inventory.pop(rest[0].key)])
        elif verb == "descend" and self.hero == STAIRS:
            if self.floor == LAST_FLOOR:
                self.won = True
            else:
                self.go_down()
        self.turn += 1
        if not self.won:
            for monster in self.monsters:
                self.act_of(monster)

    def step(self, to):
        monster = self.monster_at(to)
        if monster is not None:
            monster["hp"] -= self.rng.integer(1, HERO["power"])
            self.monsters = [each for each in self.monsters if each["hp"] > 0]
        elif self.cells[to]:
            self.hero = to

    def pick_up(self):
        item = next((item for item in self.items if item[1] == self.hero), None)
        if item is not None:
            self.items.remove(item)
            self.inventory.append(item[0])

    def act_of(self, monster):
        dx, dy = towards(monster["at"], self.hero)
        to = (monster["at"][0] + dx, monster["at"][1] + dy)
        if to == self.hero:
            if self.rng.integer(1, 100) <= 50:
                self.hp -= MONSTERS[monster["name"]]["power"]
            if self.hp <= 0:
                self.killer = self.killer or monster["name"]
        elif self.monster_at(to) is None:
            monster["at"] = to

    def own(self):
        if self.hp < 10 and self.inventory:
            return "use", Item(name="", key=0)
        enemy = next((monster for monster in self.monsters if is_near(monster["at"], self.hero)), None)
        if enemy is not None:
            return "move", *towards(self.hero, enemy["at"])
        if any(at == self.hero for _, at in self.items):
            return ("pickup",)
        if self.hero == STAIRS:
            return ("descend",)
        return "move", *towards(self.hero, self.items[0][1] if self.items else STAIRS)

    def over(self):
        if self.hp <= 0:
            return Over("died", self.killer)
        return Over("won") if self.won else None

    def view(self):
        return View(
            floor=self.floor,
            can=("move", "wait", "pickup", "use", "descend", "own"),
            hero=self.hero,
            cells=self.cells,
            stairs=STAIRS,
            enemies=[
                Enemy(at=each["at"], name=each["name"], hp=each["hp"], power=MONSTERS[each["name"]]["power"])
                for each in self.monsters
            ],
            things=[Thing(at=at, name=name) for name, at in self.items],
            inventory=[
                Item(name=name, does="heal", amount=HEALS[name], key=place) for place, name in enumerate(self.inventory)
            ],
            hp=self.hp,
            max_hp=HERO["hp"],
            turn=self.turn,
            numbers={"items": len(self.inventory)},
        )
