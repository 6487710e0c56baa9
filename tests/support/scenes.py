"""Scenes: an ASCII map, an action, and the map after.

    scene = Scene('''
        #####
        #@r.#
        #...#
        #####
    ''')
    scene.move(E)
    assert scene.enemy("r").hp == 2

'#' is rock, '.' floor, '>' the stairs, '@' the hero; other signs are kinds of
monsters and items. The kinds are defined here, so tests don't depend on the numbers of a
bundled ruleset. A picture of one row is a corridor: `Scene("#@r.#")` has walls above and below it.
A scene lies in solid rock with its upper left corner at
(LEFT, TOP); `at(x, y)` counts from that corner.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, replace

from steep.content import Rulebook, load_ruleset
from steep.content.compiling.fill_rows import Numbers
from steep.content.compiling.terrain import fill_gases, fill_movers, fill_terrain
from steep.core.geometry import CELLS, FLOOR, NOWHERE, ROCK, STAIRS, WIDTH
from steep.core.random_streams import SPAWNS, seed_streams
from steep.core.record import digest, mostly_shared
from steep.core.ruleset import (
    BALL,
    DAMAGE,
    DEFENSE,
    EVERYBODY,
    GIVE_STATUS,
    HARMS,
    HEAL,
    HELPS,
    MAX_ABILITIES,
    MAX_DAMAGE_TYPES,
    MAX_HP,
    NEAREST,
    NEEDS_ANYONE,
    NO_EFFECT,
    NORMAL_SPEED,
    ON_USE,
    POWER,
    SELF,
    SIGHT,
    SPEED,
    STUMBLES,
    TARGET,
    AbilityRow,
    EffectRow,
    ItemKind,
    MonsterKind,
    Ruleset,
)
from steep.core.world import HERO_ROW, MAX_EVENTS, Actor, Carried, Event, Hero, World
from steep.mapgen.make_floor import clear_floor
from steep.mapgen.put_on_free_cell import add_actor, add_item
from steep.rules.abilities.queue import bit_of
from steep.rules.abilities.statuses import ANY_STATUS
from steep.rules.action_codes import CHOOSE, DESCEND, DROP, MOVE, PICK_UP, THROW, USE, WAIT, action
from steep.rules.items.identification_and_enchantments import draw_appearances
from steep.rules.items.inventory import carry, equip_silently
from steep.rules.new_game import make_hero
from steep.rules.terrain import update_ways
from steep.rules.turn import step
from steep.rules.update_view import update_fov, update_hero, update_visible
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
class SceneAbility:
    """An ability with one effect, for a kind of monster or item of these tests."""

    trigger: int
    shape: int
    effect: int = DAMAGE
    amount: int = 0
    damage_type: int = 0
    status: int = 0
    turns: int = 0
    affects: int = EVERYBODY
    needs: int = NEEDS_ANYONE
    reach: int = 0
    radius: int = 0
    chance: int = 100


@dataclass(frozen=True)
class SceneItem:
    """A kind of item of these tests."""

    name: str
    shape: int = SELF
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
    "!": SceneItem("potion", SELF, HEAL, amount=8),
    "~": SceneItem("lightning", NEAREST, DAMAGE, amount=9, reach=4),
    "?": SceneItem("confusion", TARGET, GIVE_STATUS, amount=3),
    "*": SceneItem("fireball", BALL, DAMAGE, amount=6, reach=2),
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
GAINS = ((MAX_HP, 5), (POWER, 1), (DEFENSE, 1))


def kind_of(sign: str) -> int:
    """The number of a kind of monster or item, by its sign in a picture."""
    return list(MONSTERS if sign in MONSTERS else ITEMS).index(sign)


CONFUSED = 0
"""The status that these rulesets have from the start."""


def give_ability(ruleset: Ruleset, number: int, kind: SceneItem) -> None:
    """Let a kind of item do what it says: its ability and its only effect have the number of the kind."""
    item, ability, effect = ruleset.items[number], ruleset.abilities[number], ruleset.effects[number]
    item.use = item.first_ability = number
    item.ability_count = item.triggers = 1
    ability.area, ability.chance, ability.amount = kind.shape, 100, kind.amount
    ability.reach, ability.radius = (0, kind.reach) if kind.shape == BALL else (kind.reach, 0)
    ability.traits = HELPS if kind.effect == HEAL else HARMS
    ability.first_effect, ability.effect_count = number, 1
    effect.ability = number
    effect.effect, effect.chance = kind.effect, 100
    effect.plus, effect.turns = (0, kind.amount) if kind.effect == GIVE_STATUS else (kind.amount, 1)


def give_abilities(ruleset: Ruleset, sign: str, *abilities: SceneAbility) -> None:
    """Give a kind of monster or item these abilities, in place of those it had."""
    kind: MonsterKind | ItemKind
    kind = ruleset.monsters[kind_of(sign)] if sign in MONSTERS else ruleset.items[kind_of(sign)]
    first = next(row for row in range(len(ITEMS), MAX_ABILITIES) if ruleset.abilities[row].effect_count == 0)
    kind.first_ability, kind.ability_count, kind.triggers = first, len(abilities), 0
    for row, given in enumerate(abilities, first):
        ability, effect = ruleset.abilities[row], ruleset.effects[row]
        ability.trigger, ability.area, ability.affects, ability.needs = (
            given.trigger,
            given.shape,
            given.affects,
            given.needs,
        )
        ability.reach, ability.radius, ability.chance = given.reach, given.radius, given.chance
        ability.first_effect, ability.effect_count = row, 1
        effect.ability = row
        effect.effect, effect.chance, effect.plus = given.effect, 100, given.amount
        effect.damage_type, effect.status, effect.turns = given.damage_type, given.status, given.turns
        kind.triggers |= bit_of(given.trigger)
        if given.trigger == ON_USE:
            ruleset.items[kind_of(sign)].use = row
    ruleset.ability_count = max(ruleset.ability_count, first + len(abilities))


def add_status(ruleset: Ruleset, *, bonus: dict[int, int] | None = None, **numbers: int) -> int:
    """Add a status with these numbers in its row, and these bonuses by stat. Returns its number."""
    status = ruleset.status_count
    ruleset.status_count += 1
    for field, number in numbers.items():
        setattr(ruleset.statuses[status], field, number)
    for stat, number in (bonus or {}).items():
        ruleset.statuses[status].bonus[stat] = number
    return status


def ability_of(ruleset: Ruleset, sign: str) -> AbilityRow:
    """The ability that using an item sets off."""
    return ruleset.abilities[ruleset.items[kind_of(sign)].use]


def effect_of(ruleset: Ruleset, sign: str) -> EffectRow:
    """The effect of using an item."""
    return ruleset.effects[ability_of(ruleset, sign).first_effect]


def confuse(actor: Actor, turns: int) -> None:
    """Confuse a monster so that the turns left are those given."""
    actor.statuses[CONFUSED] = turns
    actor.conditions = STUMBLES | ANY_STATUS if turns else 0


def set_hp(world: World, hp: int) -> None:
    """Set the hero's HP, and show them."""
    world.actors[HERO_ROW].hp = world.hero.hp = hp


def set_stat(world: World, stat: int, number: int) -> None:
    """Set one of the hero's stats, and show it."""
    world.actors[HERO_ROW].stats[stat] = number
    update_hero(world)


@functools.cache
def the_usual_book() -> Rulebook:
    """A bundled ruleset without gases, whose terrain the rulesets of scenes have. It is read once."""
    return replace(load_ruleset("tcod-2020"), gases=())


def a_ruleset() -> Ruleset:
    """A compiled ruleset with the kinds above. Every floor has up to two monsters and two items per room."""
    ruleset = mostly_shared(Ruleset, 32)
    ruleset.map_width = 50
    ruleset.map_height = 30
    ruleset.room_attempts = 15
    ruleset.room_min = 5
    ruleset.room_max = 9
    stats = ruleset.hero_stats
    stats[MAX_HP], stats[POWER], stats[DEFENSE], stats[SIGHT] = HERO_HP, HERO_POWER, HERO_DEFENSE, VIEW_RADIUS
    stats[SPEED] = NORMAL_SPEED
    ruleset.inventory_capacity = 5
    ruleset.level_base = LEVEL_BASE
    ruleset.level_factor = LEVEL_FACTOR
    for gain, (stat, amount) in zip(ruleset.gains, GAINS, strict=False):
        gain.stat = stat
        gain.amount = amount
    ruleset.gain_count = len(GAINS)
    for monster, kind in zip(ruleset.monsters, MONSTERS.values(), strict=False):
        stats = monster.stats
        stats[MAX_HP], stats[POWER], stats[DEFENSE], stats[SPEED] = kind.hp, kind.power, kind.defense, NORMAL_SPEED
        monster.xp = kind.xp
    ruleset.monster_kinds = len(MONSTERS)
    for number, (item, item_kind) in enumerate(zip(ruleset.items, ITEMS.values(), strict=False)):
        item.slot = item_kind.slot
        item.bonus[POWER] = item_kind.power
        item.bonus[DEFENSE] = item_kind.defense
        item.use = NOWHERE
        if item_kind.effect != NO_EFFECT:
            give_ability(ruleset, number, item_kind)
    ruleset.statuses[CONFUSED].conditions = STUMBLES
    ruleset.statuses[CONFUSED].traits = HARMS
    ruleset.status_count = 1
    ruleset.ability_count = len(ITEMS)
    ruleset.damage_type_count = MAX_DAMAGE_TYPES
    ruleset.item_kinds = ruleset.item_rows = len(ITEMS)
    for counts in (ruleset.monsters_per_room, ruleset.items_per_room):
        counts.floors = 1
        counts.value[0] = 2
    for least in (ruleset.min_monsters_per_room, ruleset.min_items_per_room):
        least.floors = 1
    ruleset.monster_room_chance = ruleset.item_room_chance = 100
    fill_spawns(ruleset.monster_spawns, dict.fromkeys(range(len(MONSTERS)), Steps.of({1: 1})))
    numbers = Numbers(the_usual_book())
    fill_terrain(ruleset, the_usual_book().terrain, numbers)
    fill_gases(ruleset, (), numbers)
    fill_movers(ruleset, ())
    fill_spawns(ruleset.item_spawns, dict.fromkeys(range(len(ITEMS)), Steps.of({1: 1})))
    return ruleset


def drawn(picture: str) -> str:
    """A picture without its indentation, and with the walls of a single row, as `Scene.picture` returns it."""
    rows = inspect.cleandoc(picture)
    wall = "#" * len(rows)
    return rows if "\n" in rows else f"{wall}\n{rows}\n{wall}"


class Scene:
    """A world laid out from a picture, on floor 1, with its view."""

    book: Rulebook | None = None
    """The rulebook of a scene whose kinds come from a ruleset file."""

    def __init__(self, picture: str, ruleset: Ruleset | None = None, *, seed: int = 1) -> None:
        self.rows = drawn(picture).splitlines()
        self.ruleset = ruleset or a_ruleset()
        self.world = world = World()
        world.seed = seed
        world.floor = world.next_id = 1
        draw_appearances(world, self.ruleset)
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
        update_visible(self.world)
        update_ways(self.hero, self.ruleset)

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
        equip_silently(self.world, self.ruleset, self.hero.inventory_count - 1)
        update_hero(self.world)

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

    def throw(self, slot: int, cell: int) -> int:
        """Throw the item in a slot at a cell."""
        return self.act(action(THROW, slot, cell))

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
        signs = {cell: " #.>"[self.world.tiles[cell]] for cell in range(CELLS)}
        for item in self.world.items[: self.world.item_count]:
            if item.cell >= 0:
                signs[item.cell] = list(ITEMS)[item.kind]
        for actor in self.actors():
            if actor.hp > 0:
                signs[actor.cell] = list(MONSTERS)[actor.kind]
        signs[self.hero.cell] = "@"
        return self._picture_of(signs)

    def visible(self) -> str:
        """The tiles in view as a picture; ' ' elsewhere."""
        return self._picture_of(
            {cell: " #.>"[self.world.tiles[cell]] if self.hero.visible[cell] else " " for cell in range(CELLS)}
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
    ability_of(ruleset, "*").radius = 15
    wall, full = "#" * 17, "#" + "r" * 15 + "#"
    scene = Scene("\n".join([wall, *[full] * 4, "#" + "r" * 7 + "@" + "r" * 7 + "#", *[full] * 3, wall]), ruleset)
    scene.give("*")
    return scene
