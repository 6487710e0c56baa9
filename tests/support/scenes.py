"""Scenes: an ASCII map, an action, and the map after.

    scene = Scene('''
        #####
        #@r.#
        #####
    ''')
    scene.move(E)
    assert scene.enemy("r").hp == 2

'#' is rock, '.' floor, '>' the stairs, '@' the hero; other signs are kinds of
monsters and items. The kinds are defined here, so tests don't depend on the numbers of a
bundled ruleset. A scene lies in solid rock with its upper left corner at
(LEFT, TOP); `at(x, y)` counts from that corner.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass

from steep.core.geometry import CELLS, FLOOR, NOWHERE, ROCK, STAIRS, WIDTH
from steep.core.random_streams import SPAWNS, seed_streams
from steep.core.record import digest
from steep.core.ruleset import (
    CONFUSION,
    EFFECT_SHAPES,
    EFFECT_TRAITS,
    FIREBALL,
    GAIN_DEFENSE,
    GAIN_MAX_HP,
    GAIN_POWER,
    HEAL,
    LIGHTNING,
    NO_EFFECT,
    Ruleset,
)
from steep.core.world import MAX_EVENTS, Actor, Carried, Event, Hero, World
from steep.mapgen.make_floor import clear_floor
from steep.mapgen.put_on_free_cell import add_actor, add_item
from steep.rules.action_codes import CHOOSE, DESCEND, DROP, MOVE, PICK_UP, USE, WAIT, action
from steep.rules.inventory import carry, equip_silently
from steep.rules.new_game import make_hero
from steep.rules.turn import step
from steep.rules.update_view import update_fov, update_visible
from steep.spawn.compile_tables import fill_spawns
from steep.spawn.curves import Steps

N, S, W, E, NW, NE, SW, SE = range(8)

LEFT = 20
TOP = 10


@dataclass(frozen=True)
class SceneMonster:
    """A kind of monster of these tests."""

    name: str
    hp: int
    power: int
    defense: int
    xp: int


@dataclass(frozen=True)
class SceneItem:
    """A kind of item of these tests."""

    name: str
    effect: int = NO_EFFECT
    amount: int = 0
    reach: int = 0
    slot: int = 0
    power: int = 0
    defense: int = 0


MONSTERS = {
    "r": SceneMonster("rat", hp=5, power=3, defense=0, xp=4),
    "o": SceneMonster("ogre", hp=12, power=6, defense=1, xp=30),
    "s": SceneMonster("slug", hp=3, power=0, defense=0, xp=0),
    "g": SceneMonster("golem", hp=40, power=3, defense=9, xp=90),
}
"""The hero of a scene takes 3 HP off a rat, 2 off an ogre and none off a golem; a slug cannot hurt it."""

ITEMS = {
    "!": SceneItem("potion", HEAL, amount=8),
    "~": SceneItem("lightning", LIGHTNING, amount=9, reach=4),
    "?": SceneItem("confusion", CONFUSION, amount=3),
    "*": SceneItem("fireball", FIREBALL, amount=6, reach=2),
    "%": SceneItem("pebble"),
    "/": SceneItem("club", slot=1, power=2),
    "|": SceneItem("sword", slot=1, power=5),
    "[": SceneItem("mail", slot=2, defense=3),
}

HERO_HP = 20
HERO_POWER = 3
HERO_DEFENSE = 1
VIEW_RADIUS = 8
LEVEL_BASE = 10
LEVEL_FACTOR = 20
GAINS = ((GAIN_MAX_HP, 5), (GAIN_POWER, 1), (GAIN_DEFENSE, 1))


def kind_of(sign: str) -> int:
    """The number of a kind of monster or item, by its sign in a picture."""
    return list(MONSTERS if sign in MONSTERS else ITEMS).index(sign)


def a_ruleset() -> Ruleset:
    """A compiled ruleset with the kinds above. Every floor has up to two monsters and two items per room."""
    ruleset = Ruleset()
    ruleset.map_width = 50
    ruleset.map_height = 30
    ruleset.room_attempts = 15
    ruleset.room_min = 5
    ruleset.room_max = 9
    ruleset.view_radius = VIEW_RADIUS
    ruleset.hero_hp = HERO_HP
    ruleset.hero_power = HERO_POWER
    ruleset.hero_defense = HERO_DEFENSE
    ruleset.inventory_capacity = 5
    ruleset.level_base = LEVEL_BASE
    ruleset.level_factor = LEVEL_FACTOR
    for gain, (stat, amount) in zip(ruleset.gains, GAINS, strict=False):
        gain.stat = stat
        gain.amount = amount
    ruleset.gain_count = len(GAINS)
    for monster, kind in zip(ruleset.monsters, MONSTERS.values(), strict=False):
        monster.hp = kind.hp
        monster.power = kind.power
        monster.defense = kind.defense
        monster.xp = kind.xp
    ruleset.monster_kinds = len(MONSTERS)
    for item, item_kind in zip(ruleset.items, ITEMS.values(), strict=False):
        item.effect = item_kind.effect
        item.shape = EFFECT_SHAPES[item_kind.effect]
        item.traits = EFFECT_TRAITS[item_kind.effect]
        item.amount = item_kind.amount
        item.reach = item_kind.reach
        item.slot = item_kind.slot
        item.power = item_kind.power
        item.defense = item_kind.defense
    ruleset.item_kinds = len(ITEMS)
    for counts in (ruleset.monsters_per_room, ruleset.items_per_room):
        counts.floors = 1
        counts.value[0] = 2
    fill_spawns(ruleset.monster_spawns, dict.fromkeys(range(len(MONSTERS)), Steps.of({1: 1})))
    fill_spawns(ruleset.item_spawns, dict.fromkeys(range(len(ITEMS)), Steps.of({1: 1})))
    return ruleset


def drawn(picture: str) -> str:
    """A picture without its indentation, as `Scene.picture` returns it."""
    return inspect.cleandoc(picture)


class Scene:
    """A world laid out from a picture, on floor 1, with its view."""

    def __init__(self, picture: str, ruleset: Ruleset | None = None, *, seed: int = 1) -> None:
        self.rows = drawn(picture).splitlines()
        self.ruleset = ruleset or a_ruleset()
        self.world = world = World()
        world.seed = seed
        world.floor = 1
        make_hero(world, self.ruleset)
        world.hero.floor = 1
        seed_streams(world.random, seed, 1)
        clear_floor(world)
        for cell, sign in self._signs():
            self._place(cell, sign)
        self.update_fov()

    def _signs(self) -> Iterator[tuple[int, str]]:
        for y, row in enumerate(self.rows):
            for x, sign in enumerate(row):
                yield self.at(x, y), sign

    def put(self, sign: str, cell: int) -> None:
        """Put a monster or an item on a cell and update the view."""
        self._place(cell, sign)
        self.update_fov()

    def update_fov(self) -> None:
        """Update the view after a change by hand."""
        update_fov(self.world, self.ruleset)
        update_visible(self.world, self.ruleset)

    def _place(self, cell: int, sign: str) -> None:
        world = self.world
        world.tiles[cell] = ROCK if sign in "# " else STAIRS if sign == ">" else FLOOR
        if sign == "@":
            world.hero.cell = cell
        elif sign in MONSTERS:
            assert add_actor(world, self.ruleset, kind_of(sign), cell, SPAWNS)
        elif sign in ITEMS:
            assert add_item(world, kind_of(sign), cell)
        else:
            assert sign in "# .>", f"{sign!r} is not a sign of a scene"

    def at(self, x: int, y: int) -> int:
        """A cell of the picture: column and row, from 0."""
        return (TOP + y) * WIDTH + LEFT + x

    @property
    def hero(self) -> Hero:
        """The view."""
        return self.world.hero

    def give(self, *signs: str) -> None:
        """Put items into the inventory."""
        for sign in signs:
            carry(self.hero, self.hero.inventory_count, kind_of(sign))

    def equip(self, sign: str) -> None:
        """Give the hero an item and equip it."""
        self.give(sign)
        equip_silently(self.hero, self.ruleset, self.hero.inventory_count - 1)

    def act(self, act: int) -> int:
        """Play one action. Returns the reason."""
        return step(self.world, self.ruleset, act)

    def refuse(self, act: int) -> int:
        """Try an action that must change nothing, not even the turn. Returns the reason."""
        before = self.digest()
        reason = self.act(act)
        assert self.digest() == before, "an impossible action changed the world"
        return reason

    def move(self, *directions: int) -> int:
        """Step or attack in several directions in turn. Returns the last reason."""
        return [self.act(action(MOVE, direction)) for direction in directions][-1]

    def wait(self, turns: int = 1) -> int:
        """Wait some turns. Returns the last reason."""
        return [self.act(action(WAIT)) for _ in range(turns)][-1]

    def pick_up(self) -> int:
        """Pick up an item on the hero's cell."""
        return self.act(action(PICK_UP))

    def use(self, slot: int, cell: int = 0) -> int:
        """Use the item in a slot, at a cell."""
        return self.act(action(USE, slot, cell))

    def drop(self, slot: int) -> int:
        """Drop the item in a slot."""
        return self.act(action(DROP, slot))

    def descend(self) -> int:
        """Take the stairs."""
        return self.act(action(DESCEND))

    def choose(self, gain: int) -> int:
        """Choose a gain of a level-up."""
        return self.act(action(CHOOSE, gain))

    def enemy(self, sign: str, number: int = 0) -> Actor:
        """A monster by its sign, in the order of the picture; it may be dead."""
        return [actor for actor in self.actors() if actor.kind == kind_of(sign)][number]

    def actors(self) -> list[Actor]:
        """All monsters on the floor, dead ones included."""
        return list(self.world.actors[: self.world.actor_count])

    def carried(self) -> list[Carried]:
        """All inventory slots up to the capacity, empty ones included."""
        return list(self.hero.inventory[: self.ruleset.inventory_capacity])

    def inventory(self) -> str:
        """The signs of the items carried, slot by slot; '.' is an empty slot."""
        return "".join(list(ITEMS)[carried.kind - 1] if carried.kind else "." for carried in self.carried())

    def equipped(self) -> str:
        """The signs of the items equipped."""
        return "".join(list(ITEMS)[carried.kind - 1] for carried in self.carried() if carried.equipped)

    def events(self, what: int) -> list[Event]:
        """All events of one type, oldest first."""
        assert self.hero.event_count <= MAX_EVENTS
        return [event for event in self.hero.events[: self.hero.event_count] if event.what == what]

    def digest(self) -> bytes:
        """A digest of the whole world."""
        return digest(self.world)

    def picture(self) -> str:
        """The scene as it is now: the hero over monsters, over items, over tiles."""
        signs = {cell: "#.>"[self.world.tiles[cell]] for cell in range(CELLS)}
        for item in self.world.items[: self.world.item_count]:
            if item.cell != NOWHERE:
                signs[item.cell] = list(ITEMS)[item.kind]
        for actor in self.actors():
            if actor.hp > 0:
                signs[actor.cell] = list(MONSTERS)[actor.kind]
        signs[self.hero.cell] = "@"
        return self._picture_of(signs)

    def visible(self) -> str:
        """The tiles in view as a picture; ' ' elsewhere."""
        return self._picture_of(
            {cell: "#.>"[self.world.tiles[cell]] if self.hero.visible[cell] else " " for cell in range(CELLS)}
        )

    def remembered(self) -> str:
        """The remembered tiles as a picture; ' ' elsewhere."""
        return self._picture_of({cell: " #.>"[self.hero.remembered[cell]] for cell in range(CELLS)})

    def _picture_of(self, signs: dict[int, str]) -> str:
        lines = ("".join(signs[self.at(x, y)] for x in range(len(row))) for y, row in enumerate(self.rows))
        return "\n".join(line.rstrip() for line in lines).rstrip()


CROWD_SIZE = 119
"""Rats of `crowded_scene`."""


def crowded_scene() -> Scene:
    """A hero with a fireball that reaches everywhere, in a room of 15 x 8 cells with a rat on each remaining cell."""
    ruleset = a_ruleset()
    ruleset.items[kind_of("*")].reach = 15
    wall, full = "#" * 17, "#" + "r" * 15 + "#"
    scene = Scene("\n".join([wall, *[full] * 4, "#" + "r" * 7 + "@" + "r" * 7 + "#", *[full] * 3, wall]), ruleset)
    scene.give("*")
    return scene
