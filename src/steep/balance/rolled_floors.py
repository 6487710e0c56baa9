"""Generated floors as data: the map, its monsters and its items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from steep.balance.odds_and_expectations import healing_of
from steep.content import Rulebook
from steep.core.geometry import DIRECTIONS, ROCK, STAIRS, WIDTH
from steep.core.world import MAX_ROOMS, NEUTRAL, Room, World
from steep.mapgen.make_floor import make_floor, make_floors_to
from steep.spawn.curves import threat_on, xp_on

START = "@"
WALL = "#"


@dataclass(frozen=True, slots=True)
class Placed:
    """A monster or an item and its cell: column x and row y, from 0."""

    kind: str
    x: int
    y: int
    asleep: bool = False
    captive: bool = False
    plus: int = 0
    """The enchantment of an item."""


@dataclass(frozen=True, slots=True)
class PlacedRoom:
    """A vault, or a room with a theme: the key of either, its upper left corner, and its size without walls."""

    key: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class RolledFloor:
    """One floor of one seed, as a run finds it."""

    seed: int
    floor: int
    rows: tuple[str, ...]
    """The map from top to bottom. Rock that can't be seen is a space; spaces at the end are left out."""
    start: tuple[int, int]
    stairs: tuple[int, int] | None
    """None on a drawn floor without stairs."""
    rooms: int
    drawn: str
    """The key of a floor that is drawn whole; empty for others."""
    vaults: tuple[PlacedRoom, ...]
    themes: tuple[PlacedRoom, ...]
    """The rooms with themes, in the order in which they were drawn. One room may have several."""
    layout: str
    """The key of its layout; empty if it is dug as [map] says."""
    terrain: tuple[Placed, ...]
    """The terrain of all cells but those of rock, floor and stairs."""
    monsters: tuple[Placed, ...]
    items: tuple[Placed, ...]
    threat: float
    """The threat of its monsters. Captives count like others of their kind, because spawning spends that on them."""
    xp: int
    """The XP of its monsters, without captives, who give none."""
    healing: int
    """HP that all its items can heal."""

    @property
    def monster_counts(self) -> dict[str, int]:
        """The number of monsters of each kind, largest first."""
        return dict(Counter(monster.kind for monster in self.monsters).most_common())

    @property
    def terrain_counts(self) -> dict[str, int]:
        """The number of cells of each kind of terrain but rock, floor and stairs, largest first."""
        return dict(Counter(cell.kind for cell in self.terrain).most_common())

    @property
    def item_counts(self) -> dict[str, int]:
        """The number of items of each kind, largest first."""
        return dict(Counter(item.kind for item in self.items).most_common())


def roll_floors(rulebook: Rulebook, seed: int, first: int, last: int) -> Iterator[RolledFloor]:
    """Floors `first` to `last` of a seed, as a run finds them: uniques once, pity timers running."""
    world = World()
    world.seed = seed
    make_floors_to(world, rulebook.compiled, first)
    yield read_floor(rulebook, world)
    for floor in range(first + 1, last + 1):
        make_floor(world, rulebook.compiled, floor)
        yield read_floor(rulebook, world)


def read_floor(rulebook: Rulebook, world: World) -> RolledFloor:
    """The floor that was just made in a world."""
    ruleset = rulebook.compiled
    actors = [world.actors[i] for i in range(world.actor_count)]
    items = [world.items[i] for i in range(world.item_count)]
    return RolledFloor(
        seed=world.seed,
        floor=world.floor,
        rows=map_rows(rulebook, world),
        start=position_of(world.hero.cell),
        stairs=position_of(world.tiles.index(STAIRS)) if STAIRS in world.tiles else None,
        rooms=world.room_count,
        drawn=next((drawn.key for drawn in rulebook.floors if world.floor in drawn.floor), ""),
        vaults=vaults_of(rulebook, world),
        themes=tuple(
            placed_room(rulebook.themes[world.theme_drawn[number]].key, world.rooms[world.theme_room[number]])
            for number in range(world.themed)
        ),
        layout=rulebook.layouts[world.layout - 1].key if world.layout else "",
        terrain=tuple(
            Placed(rulebook.terrain[tile].key, *position_of(cell))
            for cell, tile in enumerate(world.tiles)
            if tile > STAIRS
        ),
        monsters=tuple(
            Placed(rulebook.monsters[it.kind].key, *position_of(it.cell), it.asleep == 1, it.side == NEUTRAL)
            for it in actors
        ),
        items=tuple(
            Placed(rulebook.items[it.kind].key, *position_of(it.cell), plus=int(plus))
            for it, plus in zip(items, world.item_plus, strict=False)
        ),
        threat=sum(threat_on(ruleset.monsters[actor.kind], world.floor) for actor in actors) / 1000,
        xp=sum(xp_on(ruleset.monsters[actor.kind], world.floor) for actor in actors if actor.side != NEUTRAL),
        healing=sum(healing_of(ruleset, item.kind) for item in items),
    )


def vaults_of(rulebook: Rulebook, world: World) -> tuple[PlacedRoom, ...]:
    """The vaults of the floor, in the order in which they were placed."""
    rows = [MAX_ROOMS - 1 - number for number in range(world.shells)]
    return tuple(placed_room(rulebook.vaults[world.vault_of_room[row] - 1].key, world.rooms[row]) for row in rows)


def placed_room(key: str, room: Room) -> PlacedRoom:
    """A room of a world, with the key of what is in it."""
    return PlacedRoom(key, room.left + 1, room.top + 1, room.right - room.left - 1, room.bottom - room.top - 1)


def position_of(cell: int) -> tuple[int, int]:
    """The column and row of a cell."""
    return cell % WIDTH, cell // WIDTH


def map_rows(rulebook: Rulebook, world: World) -> tuple[str, ...]:
    """The map as rows of text."""
    tiles = world.tiles
    glyphs = {cell: rulebook.terrain[tile].glyph for cell, tile in enumerate(tiles) if tile != ROCK}
    for cell in tuple(glyphs):
        for direction in DIRECTIONS:
            glyphs.setdefault(cell + direction, WALL)
    for i in range(world.item_count):
        glyphs[world.items[i].cell] = rulebook.items[world.items[i].kind].glyph
    for i in range(world.actor_count):
        glyphs[world.actors[i].cell] = rulebook.monsters[world.actors[i].kind].glyph
    glyphs[world.hero.cell] = START
    rows = range(0, rulebook.compiled.map_height * WIDTH, WIDTH)
    return tuple("".join(glyphs.get(row + x, " ") for x in range(WIDTH)).rstrip() for row in rows)
