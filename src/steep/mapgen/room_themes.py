"""Fills rooms with things that go together: themes, drawn by weight."""

from __future__ import annotations

from steep.core.geometry import FLOOR, NOWHERE, WIDTH
from steep.core.random_streams import VAULTS, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import HERO_WALKS, KEEP, FillRow, Ruleset, ThemeRow
from steep.core.world import Room, World
from steep.mapgen.drawings.draw_on_floor import place_item_of, place_monsters_of
from steep.mapgen.drawings.fit_vaults import is_in_vault
from steep.mapgen.put_on_free_cell import is_taken, random_cell
from steep.spawn.compile_tables import NOTHING, roll_dice, value_on
from steep.spawn.curves import floor_above

MAX_TRIES = 20
"""Random cells of the room tried for each thing. After these, it is left out."""

AROUND = (-WIDTH, -WIDTH + 1, 1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1)
"""From a cell to those around it, in turn, north first."""


@rule
def draw_theme(world: World, ruleset: Ruleset) -> int:
    """Draw a theme by weight; NOTHING if none has any."""
    floor = floor_above(ruleset.below, world.floor)
    total = 0
    for theme in range(ruleset.theme_count):
        total += value_on(ruleset.themes[theme].weight, floor)
    if total == 0:
        return NOTHING
    ticket = below(world.random, VAULTS, total)
    for theme in range(ruleset.theme_count):
        ticket -= value_on(ruleset.themes[theme].weight, floor)
        if ticket < 0:
            return theme
    return NOTHING


@rule
def place_themes(world: World, ruleset: Ruleset) -> None:
    """Draw the themes of a floor, each for a random room that is neither the first nor a vault's."""
    rooms = world.room_count
    while rooms > 0 and world.vault_of_room[rooms - 1] > 0:  # The rooms of vaults come last.
        rooms -= 1
    floor = floor_above(ruleset.below, world.floor)
    for _ in range(roll_dice(ruleset.themes_per_floor, floor, world.random, VAULTS)):
        theme = draw_theme(world, ruleset)
        if theme != NOTHING and rooms > 1:
            row = 1 + below(world.random, VAULTS, rooms - 1)
            fill_room(world, ruleset, ruleset.themes[theme], world.rooms[row])
            world.theme_drawn[world.themed] = theme
            world.theme_room[world.themed] = row
            world.themed += 1


@rule
def fill_room(world: World, ruleset: Ruleset, theme: ThemeRow, room: Room) -> None:
    """Put what a theme has into a room. On the last floor nothing leads down."""
    for number in range(theme.first_fill, theme.first_fill + theme.fill_count):
        fill = ruleset.fills[number]
        count = fill.plus
        for _ in range(fill.dice):
            count += between(world.random, VAULTS, 1, fill.sides)
        tile = fill.what.tile
        if tile != KEEP and world.floor == ruleset.last_floor and ruleset.terrain[tile].leads_down == 1:
            count = 0
        for _ in range(count):
            cell = free_cell_in(world, ruleset, fill, room)
            if cell != NOWHERE:
                if tile != KEEP:
                    world.tiles[cell] = tile
                place_monsters_of(world, ruleset, fill.what, cell)
                place_item_of(world, ruleset, fill.what, cell)


@rule
def free_cell_in(world: World, ruleset: Ruleset, fill: FillRow, room: Room) -> int:
    """A random free cell of a room, of plain floor if it is for terrain; NOWHERE if none is found.

    Terrain that walkers avoid is never put where it would bar a way.
    """
    passable = ruleset.movers[HERO_WALKS].passable
    for _ in range(MAX_TRIES):
        cell = random_cell(world, room, VAULTS)
        plain = fill.what.tile == KEEP or world.tiles[cell] == FLOOR
        if plain and fill.what.tile != KEEP and passable[fill.what.tile] == 0:
            plain = ways_past(world, ruleset, passable, cell) <= 1
        if plain and cell != world.hero.cell and not is_taken(world, ruleset, cell):
            return cell
    return NOWHERE


@rule
def is_way(world: World, ruleset: Ruleset, passable: Cells, cell: int) -> bool:
    """Whether a cell can be walked on, perhaps after opening or finding what is there."""
    tile = int(world.tiles[cell])
    kind = ruleset.terrain[tile]
    return passable[tile] == 1 or (kind.solid == 1 and (passable[kind.opens_to] == 1 or passable[kind.found_to] == 1))


@rule
def ways_past(world: World, ruleset: Ruleset, passable: Cells, cell: int) -> int:
    """How many parts the walkable cells around a cell fall into without it. With two or more, it is a way between them.

    Cells straight beside it are also joined across a corner, but never through a vault, which may be locked. 0 if all
    cells around it can be walked on.
    """
    parts = 0
    for number in range(8):
        beside = cell + AROUND[(number + 1) % 8]
        joined = is_way(world, ruleset, passable, beside) and not is_in_vault(world, beside)
        if number % 2 == 0 and not joined:
            across = cell + AROUND[(number + 2) % 8]
            joined = is_way(world, ruleset, passable, across) and not is_in_vault(world, across)
        if is_way(world, ruleset, passable, cell + AROUND[number]) and not joined:
            parts += 1
    return parts
