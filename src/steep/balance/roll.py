"""Floors as the generator makes them, to look at and to compare: the map, and what stands and lies on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from steep.balance.survey import healing_of
from steep.content import Rulebook
from steep.core.geometry import DIRECTIONS, FLOOR, ROCK, STAIRS, WIDTH
from steep.core.world import World
from steep.mapgen.floor import make_floor, make_floors_to

START = "@"
WALL = "#"
TILES = {FLOOR: ".", STAIRS: ">"}


@dataclass(frozen=True, slots=True)
class Placed:
    """A monster or an item, and where it is, in columns and rows from 0."""

    kind: str
    x: int
    y: int
    asleep: bool = False


@dataclass(frozen=True, slots=True)
class RolledFloor:
    """One floor of one seed, as a run meets it."""

    seed: int
    floor: int
    rows: tuple[str, ...]
    """The map from top to bottom: rock that nobody can see is a space, and spaces at the end are left out."""
    start: tuple[int, int]
    stairs: tuple[int, int]
    rooms: int
    monsters: tuple[Placed, ...]
    items: tuple[Placed, ...]
    threat: float
    xp: int
    healing: int
    """HP that all its items give back, at most."""

    @property
    def monster_counts(self) -> dict[str, int]:
        """How many there are of each kind of monster, the most first."""
        return dict(Counter(monster.kind for monster in self.monsters).most_common())

    @property
    def item_counts(self) -> dict[str, int]:
        """How many there are of each kind of item, the most first."""
        return dict(Counter(item.kind for item in self.items).most_common())


def roll_floors(book: Rulebook, seed: int, first: int, last: int) -> Iterator[RolledFloor]:
    """Floors `first` to `last` of a seed, as a run meets them: uniques once, metered items as they are due."""
    world = World()
    world.seed = seed
    make_floors_to(world, book.compiled, first)
    yield read_floor(book, world)
    for floor in range(first + 1, last + 1):
        make_floor(world, book.compiled, floor)
        yield read_floor(book, world)


def read_floor(book: Rulebook, world: World) -> RolledFloor:
    """All there is to see of a floor that was just made."""
    ruleset = book.compiled
    actors = [world.actors[i] for i in range(world.actor_count)]
    items = [world.items[i] for i in range(world.item_count)]
    return RolledFloor(
        seed=world.seed,
        floor=world.floor,
        rows=picture(book, world),
        start=place(world.hero.cell),
        stairs=place(world.tiles.index(STAIRS)),
        rooms=world.room_count,
        monsters=tuple(Placed(book.monsters[it.kind].key, *place(it.cell), it.asleep == 1) for it in actors),
        items=tuple(Placed(book.items[it.kind].key, *place(it.cell)) for it in items),
        threat=sum(ruleset.monsters[actor.kind].threat for actor in actors) / 1000,
        xp=sum(ruleset.monsters[actor.kind].xp for actor in actors),
        healing=sum(healing_of(ruleset, item.kind) for item in items),
    )


def place(cell: int) -> tuple[int, int]:
    """A cell as column and row."""
    return cell % WIDTH, cell // WIDTH


def picture(book: Rulebook, world: World) -> tuple[str, ...]:
    """The map as rows of text."""
    tiles = world.tiles
    signs = {cell: TILES[tile] for cell, tile in enumerate(tiles) if tile != ROCK}
    for cell in tuple(signs):
        for direction in DIRECTIONS:
            signs.setdefault(cell + direction, WALL)
    for i in range(world.item_count):
        signs[world.items[i].cell] = book.items[world.items[i].kind].glyph
    for i in range(world.actor_count):
        signs[world.actors[i].cell] = book.monsters[world.actors[i].kind].glyph
    signs[world.hero.cell] = START
    rows = range(0, book.compiled.map_height * WIDTH, WIDTH)
    return tuple("".join(signs.get(row + x, " ") for x in range(WIDTH)).rstrip() for row in rows)
