"""The yardstick: a small engine in the style of the tutorials, to compare Steep's speed with.

It was written for this purpose, in the style of the python-tcod tutorial of
2020. Entities and components are objects that know their parents. Tiles are
NumPy arrays. A loop over all entities finds the one on a cell. Actions are
objects that raise an error when they are impossible. tcod computes the field of
view on every turn, and a path for every monster that sees the hero.

It has that tutorial's numbers, which are those of Steep's ruleset `tcod-2020`,
and plays with the policy of Steep's diver. It is neither slower nor cleverer
than that style makes it. What a diver never uses (items, screens) is left out.
It is one file, because in that style everything knows everything else. It does
not import Steep; a test compares the two games.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import tcod.constants
import tcod.map
import tcod.path
from numpy.typing import NDArray

MAP_WIDTH = 80
MAP_HEIGHT = 43
ROOM_ATTEMPTS = 30
ROOM_MIN = 6
ROOM_MAX = 10
VIEW_RADIUS = 8

MAX_MONSTERS = ((1, 2), (4, 3), (6, 5))
"""Pairs of a floor and the maximum number of monsters in a room from that floor on."""

MAX_ITEMS = ((1, 1), (4, 2))
"""The same for items."""

MONSTER_WEIGHTS: Mapping[int, Mapping[str, int]] = {
    0: {"orc": 80},
    3: {"troll": 15},
    5: {"troll": 30},
    7: {"troll": 60},
}
"""By floor: the weights that change there."""

ITEM_WEIGHTS: Mapping[int, Mapping[str, int]] = {
    0: {"healing potion": 35},
    2: {"confusion scroll": 10},
    4: {"lightning scroll": 25},
    6: {"fireball scroll": 25},
}
"""The same for items."""

TILE = np.dtype([("walkable", np.bool_), ("transparent", np.bool_), ("stairs", np.bool_)])
WALL = np.array((False, False, False), TILE)
FLOOR = np.array((True, True, False), TILE)
STAIRS = np.array((True, True, True), TILE)

Point = tuple[int, int]
E = TypeVar("E", bound="Entity")


class ImpossibleError(Exception):
    """An action is impossible. The message says why."""


class MessageLog:
    """The messages, oldest first. A repeated message is counted."""

    def __init__(self) -> None:
        self.messages: list[list[Any]] = []

    def add(self, text: str) -> None:
        """Add a message."""
        if self.messages and self.messages[-1][0] == text:
            self.messages[-1][1] += 1
        else:
            self.messages.append([text, 1])


# Entities and their components.


class Entity:
    """Anything on a map."""

    game_map: GameMap

    def __init__(self, name: str, blocks: bool) -> None:
        self.name = name
        self.blocks = blocks
        self.x = 0
        self.y = 0

    def place(self, game_map: GameMap, x: int, y: int) -> None:
        """Put the entity on a map."""
        self.game_map = game_map
        self.x = x
        self.y = y
        game_map.entities.append(self)

    def spawn(self: E, game_map: GameMap, x: int, y: int) -> E:
        """Put a copy of this prototype on a map."""
        clone = copy.deepcopy(self)
        clone.place(game_map, x, y)
        return clone


class Actor(Entity):
    """The hero or a monster."""

    def __init__(self, name: str, fighter: Fighter, level: Level, ai: HostileEnemy | None = None) -> None:
        super().__init__(name, blocks=True)
        self.fighter = fighter
        self.fighter.parent = self
        self.level = level
        self.level.parent = self
        self.ai = ai
        if ai is not None:
            ai.entity = self

    @property
    def is_alive(self) -> bool:
        """Whether it has HP left."""
        return self.fighter.hp > 0


class Component:
    """A part of an actor."""

    parent: Actor

    @property
    def engine(self) -> Engine:
        """The engine that the actor is in."""
        return self.parent.game_map.engine


class Fighter(Component):
    """Takes and deals damage."""

    def __init__(self, hp: int, defense: int, power: int) -> None:
        self.max_hp = hp
        self._hp = hp
        self.defense = defense
        self.power = power

    @property
    def hp(self) -> int:
        """HP left."""
        return self._hp

    @hp.setter
    def hp(self, value: int) -> None:
        self._hp = max(0, min(value, self.max_hp))
        if self._hp == 0:
            self.die()

    def die(self) -> None:
        """Leave a corpse, and give the hero XP."""
        actor = self.parent
        self.engine.log.add("You died!" if actor is self.engine.player else f"The {actor.name} is dead!")
        actor.blocks = False
        actor.ai = None
        actor.name = f"remains of {actor.name}"
        self.engine.player.level.add_xp(actor.level.given)


class Level(Component):
    """Experience: the hero gains it, monsters give it."""

    BASE = 200
    FACTOR = 150

    def __init__(self, given: int = 0) -> None:
        self.given = given
        self.current = 1
        self.xp = 0

    @property
    def needed(self) -> int:
        """The XP that the next level must exceed."""
        return self.BASE + self.current * self.FACTOR

    @property
    def is_due(self) -> bool:
        """Whether a level-up is due."""
        return self.xp > self.needed

    def add_xp(self, amount: int) -> None:
        """Gain XP."""
        if amount == 0:
            return
        self.xp += amount
        self.engine.log.add(f"You gain {amount} experience points.")
        if self.is_due:
            self.engine.log.add(f"You advance to level {self.current + 1}!")

    def level_up(self) -> None:
        """Go up a level. Surplus XP carries over."""
        self.xp -= self.needed
        self.current += 1

    def gain_hp(self) -> None:
        """Choose max HP."""
        self.parent.fighter.max_hp += 20
        self.parent.fighter.hp += 20
        self.engine.log.add("Your health improves!")
        self.level_up()

    def gain_power(self) -> None:
        """Choose power."""
        self.parent.fighter.power += 1
        self.engine.log.add("You feel stronger!")
        self.level_up()

    def gain_defense(self) -> None:
        """Choose defense."""
        self.parent.fighter.defense += 1
        self.engine.log.add("Your movements are getting swifter!")
        self.level_up()


class HostileEnemy:
    """Chases the hero in view, then walks to where it last saw the hero."""

    entity: Actor

    def __init__(self) -> None:
        self.path: list[list[int]] = []

    def path_to(self, x: int, y: int) -> list[list[int]]:
        """A path that prefers to go around other entities."""
        game_map = self.entity.game_map
        cost = np.array(game_map.tiles["walkable"], dtype=np.int8)
        for other in game_map.entities:
            if other.blocks and cost[other.x, other.y]:
                cost[other.x, other.y] += 10
        pathfinder = tcod.path.Pathfinder(tcod.path.SimpleGraph(cost=cost, cardinal=2, diagonal=3))
        pathfinder.add_root((self.entity.x, self.entity.y))
        path: list[list[int]] = pathfinder.path_to((x, y))[1:].tolist()
        return path

    def perform(self) -> None:
        """Take a turn."""
        actor = self.entity
        player = actor.game_map.engine.player
        if actor.game_map.visible[actor.x, actor.y]:
            dx = player.x - actor.x
            dy = player.y - actor.y
            if max(abs(dx), abs(dy)) <= 1:
                return MeleeAction(actor, dx, dy).perform()
            self.path = self.path_to(player.x, player.y)
        if self.path:
            x, y = self.path.pop(0)
            return MovementAction(actor, x - actor.x, y - actor.y).perform()
        return WaitAction(actor).perform()


# Actions.


class Action:
    """An action of an actor."""

    def __init__(self, entity: Actor) -> None:
        self.entity = entity

    @property
    def engine(self) -> Engine:
        """The engine that the actor is in."""
        return self.entity.game_map.engine

    def perform(self) -> None:
        """Do it, or raise `ImpossibleError`."""
        raise NotImplementedError


class WaitAction(Action):
    """Wait a turn."""

    def perform(self) -> None:
        """Do nothing."""


class DescendAction(Action):
    """Take the stairs down."""

    def perform(self) -> None:
        """Go down. Raises `ImpossibleError` anywhere but on the stairs."""
        if (self.entity.x, self.entity.y) != self.entity.game_map.stairs:
            raise ImpossibleError("There are no stairs here.")
        self.engine.descend()
        self.engine.log.add("You descend the staircase.")


class DirectedAction(Action):
    """An action aimed at an adjacent cell."""

    def __init__(self, entity: Actor, dx: int, dy: int) -> None:
        super().__init__(entity)
        self.dx = dx
        self.dy = dy

    @property
    def target_cell(self) -> Point:
        """The adjacent cell."""
        return self.entity.x + self.dx, self.entity.y + self.dy

    @property
    def target_actor(self) -> Actor | None:
        """The living actor on that cell."""
        return self.entity.game_map.actor_at(*self.target_cell)


class MeleeAction(DirectedAction):
    """Attack."""

    def perform(self) -> None:
        """Deal damage: power minus defense."""
        target = self.target_actor
        if target is None:
            raise ImpossibleError("Nothing to attack.")
        damage = self.entity.fighter.power - target.fighter.defense
        attack = f"{self.entity.name.capitalize()} attacks {target.name}"
        if damage > 0:
            self.engine.log.add(f"{attack} for {damage} hit points.")
            target.fighter.hp -= damage
        else:
            self.engine.log.add(f"{attack} but does no damage.")


class MovementAction(DirectedAction):
    """Take a step."""

    def perform(self) -> None:
        """Move to a walkable cell that nothing blocks."""
        game_map = self.entity.game_map
        x, y = self.target_cell
        if not game_map.is_inside(x, y) or not game_map.tiles["walkable"][x, y] or game_map.blocking_entity_at(x, y):
            raise ImpossibleError("That way is blocked.")
        self.entity.x = x
        self.entity.y = y


class BumpAction(DirectedAction):
    """Attack the actor on the cell, or step there."""

    def perform(self) -> None:
        """Attack or step."""
        kind = MeleeAction if self.target_actor else MovementAction
        kind(self.entity, self.dx, self.dy).perform()


# The map, and how it is made.


class GameMap:
    """One floor."""

    def __init__(self, engine: Engine, entities: Iterable[Entity] = ()) -> None:
        self.engine = engine
        self.entities = list(entities)
        self.tiles = np.full((MAP_WIDTH, MAP_HEIGHT), WALL, TILE, order="F")
        self.visible = np.zeros((MAP_WIDTH, MAP_HEIGHT), np.bool_, order="F")
        self.cells_explored = np.zeros((MAP_WIDTH, MAP_HEIGHT), np.bool_, order="F")
        self.stairs: Point = (0, 0)

    @property
    def actors(self) -> Iterator[Actor]:
        """All living actors."""
        yield from (entity for entity in self.entities if isinstance(entity, Actor) and entity.is_alive)

    def blocking_entity_at(self, x: int, y: int) -> Entity | None:
        """The entity that blocks a cell, or None."""
        for entity in self.entities:
            if entity.blocks and entity.x == x and entity.y == y:
                return entity
        return None

    def actor_at(self, x: int, y: int) -> Actor | None:
        """The living actor on a cell, or None."""
        for actor in self.actors:
            if actor.x == x and actor.y == y:
                return actor
        return None

    def is_inside(self, x: int, y: int) -> bool:
        """Whether a cell is on the map."""
        return 0 <= x < MAP_WIDTH and 0 <= y < MAP_HEIGHT


class RectangularRoom:
    """A room with its walls."""

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        self.x1 = x
        self.y1 = y
        self.x2 = x + width
        self.y2 = y + height

    @property
    def center(self) -> Point:
        """The middle cell."""
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2

    @property
    def inner(self) -> tuple[slice, slice]:
        """The floor, without the walls."""
        return slice(self.x1 + 1, self.x2), slice(self.y1 + 1, self.y2)

    def intersects(self, other: RectangularRoom) -> bool:
        """Whether it shares a cell with another room, walls included."""
        return self.x1 <= other.x2 and self.x2 >= other.x1 and self.y1 <= other.y2 and self.y2 >= other.y1


def value_on(floor: int, by_floor: Iterable[Point]) -> int:
    """The value in force on a floor."""
    in_force = 0
    for first, value in by_floor:
        if first <= floor:
            in_force = value
    return in_force


def weights_on(floor: int, by_floor: Mapping[int, Mapping[str, int]]) -> dict[str, int]:
    """The weights in force on a floor."""
    in_force: dict[str, int] = {}
    for first, weights in by_floor.items():
        if first <= floor:
            in_force.update(weights)
    return in_force


def draw_kinds(dice: random.Random, floor: int, by_floor: Mapping[int, Mapping[str, int]], number: int) -> list[str]:
    """Draw `number` kinds by weight."""
    weights = weights_on(floor, by_floor)
    return dice.choices(list(weights), weights=list(weights.values()), k=number)


def populate_room(room: RectangularRoom, game_map: GameMap, floor: int, dice: random.Random) -> None:
    """Place a room's monsters and items. One that lands on a taken cell is lost."""
    monsters = draw_kinds(dice, floor, MONSTER_WEIGHTS, dice.randint(0, value_on(floor, MAX_MONSTERS)))
    items = draw_kinds(dice, floor, ITEM_WEIGHTS, dice.randint(0, value_on(floor, MAX_ITEMS)))
    for kind in monsters + items:
        x = dice.randint(room.x1 + 1, room.x2 - 1)
        y = dice.randint(room.y1 + 1, room.y2 - 1)
        if not any(entity.x == x and entity.y == y for entity in game_map.entities):
            PROTOTYPES[kind].spawn(game_map, x, y)


def dig_tunnel(game_map: GameMap, start: Point, end: Point, dice: random.Random) -> None:
    """Join two cells by an L-shaped tunnel."""
    (x1, y1), (x2, y2) = start, end
    corner_x, corner_y = (x2, y1) if dice.random() < 0.5 else (x1, y2)
    game_map.tiles[min(x1, x2) : max(x1, x2) + 1, corner_y] = FLOOR
    game_map.tiles[corner_x, min(y1, y2) : max(y1, y2) + 1] = FLOOR


def make_floor(engine: Engine, floor: int) -> GameMap:
    """Dig and populate a floor, with the hero in its first room."""
    dice = engine.dice
    game_map = GameMap(engine)
    rooms: list[RectangularRoom] = []
    for _ in range(ROOM_ATTEMPTS):
        width = dice.randint(ROOM_MIN, ROOM_MAX)
        height = dice.randint(ROOM_MIN, ROOM_MAX)
        room = RectangularRoom(
            dice.randint(0, MAP_WIDTH - width - 1), dice.randint(0, MAP_HEIGHT - height - 1), width, height
        )
        if any(room.intersects(other) for other in rooms):
            continue
        game_map.tiles[room.inner] = FLOOR
        if rooms:
            dig_tunnel(game_map, rooms[-1].center, room.center, dice)
        else:
            engine.player.place(game_map, *room.center)
        populate_room(room, game_map, floor, dice)
        rooms.append(room)
    game_map.stairs = rooms[-1].center
    game_map.tiles[game_map.stairs] = STAIRS
    return game_map


PROTOTYPES: dict[str, Entity] = {
    "orc": Actor("orc", Fighter(hp=10, defense=0, power=3), Level(given=35), HostileEnemy()),
    "troll": Actor("troll", Fighter(hp=16, defense=1, power=4), Level(given=100), HostileEnemy()),
    **{
        item: Entity(item, blocks=False)
        for item in ("healing potion", "confusion scroll", "lightning scroll", "fireball scroll")
    },
}
HERO = Actor("player", Fighter(hp=30, defense=2, power=5), Level())


class Engine:
    """A game."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.log = MessageLog()
        self.player = copy.deepcopy(HERO)
        self.floor = 0
        self.turn = 0
        self.descend()

    def descend(self) -> None:
        """Go to the next floor."""
        self.floor += 1
        self.game_map = make_floor(self, self.floor)
        self.update_fov()

    def update_fov(self) -> None:
        """Compute the field of view, and remember what is in it."""
        game_map = self.game_map
        game_map.visible[:] = tcod.map.compute_fov(
            game_map.tiles["transparent"],
            (self.player.x, self.player.y),
            radius=VIEW_RADIUS,
            algorithm=tcod.constants.FOV_RESTRICTIVE,
        )
        game_map.cells_explored |= game_map.visible

    def let_enemies_act(self) -> None:
        """Every enemy takes its turn."""
        for actor in list(self.game_map.actors):
            if actor.ai and self.player.is_alive:
                try:
                    actor.ai.perform()
                except ImpossibleError:
                    continue

    def play(self, action: Action) -> bool:
        """Play the hero's action, then the enemies' turns, except on a new floor. Returns whether it was possible."""
        floor = self.floor
        try:
            action.perform()
        except ImpossibleError as problem:
            self.log.add(str(problem))
            return False
        self.turn += 1
        if self.floor == floor:
            self.let_enemies_act()
            self.update_fov()
        return True


# The player.


class Diver:
    """Attacks the weakest adjacent enemy, or walks to the stairs, or to the nearest cell beside an unknown one."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.path: list[list[int]] = []
        self.goal: tuple[int, Point | None] = (0, None)
        """The floor and the stairs, if known, that the path was made for."""

    def play_turn(self) -> None:
        """Take the next choice if a level-up is due; otherwise act."""
        level = self.engine.player.level
        if level.is_due:
            (level.gain_hp, level.gain_power, level.gain_defense)[(level.current - 1) % 3]()
        else:
            self.engine.play(self.next_action())

    def next_action(self) -> Action:
        """The next action, from what is seen and remembered."""
        player = self.engine.player
        game_map = self.engine.game_map
        enemy = self.adjacent_enemy()
        if enemy is not None:
            return BumpAction(player, enemy.x - player.x, enemy.y - player.y)
        stairs = game_map.stairs if game_map.cells_explored[game_map.stairs] else None
        if (player.x, player.y) == stairs:
            return DescendAction(player)
        if not self.path or self.goal != (self.engine.floor, stairs):
            self.goal = (self.engine.floor, stairs)
            self.path = self.path_to_goal(stairs)
            if not self.path:
                return WaitAction(player)
        x, y = self.path.pop(0)
        return BumpAction(player, x - player.x, y - player.y)

    def adjacent_enemy(self) -> Actor | None:
        """The weakest visible enemy next to the hero, or None."""
        player = self.engine.player
        game_map = self.engine.game_map
        beside = [
            actor
            for actor in game_map.actors
            if actor is not player
            and max(abs(actor.x - player.x), abs(actor.y - player.y)) == 1
            and game_map.visible[actor.x, actor.y]
        ]
        return min(beside, key=lambda actor: actor.fighter.hp, default=None)

    def path_to_goal(self, stairs: Point | None) -> list[list[int]]:
        """A shortest path over explored cells to the stairs, or to the nearest cell beside an unknown one."""
        player = self.engine.player
        game_map = self.engine.game_map
        open_cells: NDArray[np.bool_] = game_map.cells_explored & game_map.tiles["walkable"]
        graph = tcod.path.SimpleGraph(cost=np.array(open_cells, dtype=np.int8), cardinal=1, diagonal=1)
        pathfinder = tcod.path.Pathfinder(graph)
        pathfinder.add_root((player.x, player.y))
        path: list[list[int]] = [] if stairs is None else pathfinder.path_to(stairs)[1:].tolist()
        if not path:
            pathfinder.resolve()
            far = np.iinfo(pathfinder.distance.dtype).max
            distance = np.where(open_cells & beside_any(~game_map.cells_explored), pathfinder.distance, far)
            x, y = np.unravel_index(distance.argmin(), distance.shape)
            if distance[x, y] < far:
                path = pathfinder.path_to((int(x), int(y)))[1:].tolist()
        return path


def beside_any(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """These cells and all adjacent ones, diagonals included."""
    columns = cells.copy()
    columns[1:] |= cells[:-1]
    columns[:-1] |= cells[1:]
    near = columns.copy()
    near[:, 1:] |= columns[:, :-1]
    near[:, :-1] |= columns[:, 1:]
    return near


def play_game(seed: int, turn_limit: int) -> Engine:
    """Play a whole game with the diver. Returns the engine at its end."""
    engine = Engine(seed)
    diver = Diver(engine)
    while engine.player.is_alive and engine.turn < turn_limit:
        diver.play_turn()
    return engine


def play_games(seeds: Sequence[int], turn_limit: int) -> int:
    """Play games. Returns the number of the diver's choices: actions and level-ups."""
    ends = [play_game(seed, turn_limit) for seed in seeds]
    return sum(end.turn + end.player.level.current - 1 for end in ends)


def make_floors(seed: int, floors: int) -> int:
    """Generate and populate the first floors of a seed. Returns their number."""
    engine = Engine(seed)
    for _ in range(1, floors):
        engine.descend()
    return floors
