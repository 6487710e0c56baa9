"""Fills rooms with things that go together: themes, drawn by weight."""

from __future__ import annotations

from steep.core.geometry import FLOOR, NOWHERE
from steep.core.random_streams import VAULTS, below, between
from steep.core.rule_decorator import rule
from steep.core.ruleset import KEEP, FillRow, Ruleset, ThemeRow
from steep.core.world import Room, World
from steep.mapgen.drawings.draw_on_floor import place_item_of, place_monsters_of
from steep.mapgen.put_on_free_cell import is_taken, random_cell
from steep.spawn.draw_from_compiled_tables import NOTHING, roll_dice, value_on

MAX_TRIES = 20
"""Random cells of the room tried for each thing; after these it is left out."""


@rule
def draw_theme(world: World, ruleset: Ruleset) -> int:
    """Draw a theme by weight; NOTHING if none has any."""
    total = 0
    for theme in range(ruleset.theme_count):
        total += value_on(ruleset.themes[theme].weight, world.floor)
    if total == 0:
        return NOTHING
    ticket = below(world.random, VAULTS, total)
    for theme in range(ruleset.theme_count):
        ticket -= value_on(ruleset.themes[theme].weight, world.floor)
        if ticket < 0:
            return theme
    return NOTHING


@rule
def place_themes(world: World, ruleset: Ruleset) -> None:
    """Draw the themes of a floor, each for a random room that is not the first."""
    for _ in range(roll_dice(ruleset.themes_per_floor, world.floor, world.random, VAULTS)):
        theme = draw_theme(world, ruleset)
        if theme != NOTHING and world.room_count > 1:
            room = world.rooms[1 + below(world.random, VAULTS, world.room_count - 1)]
            fill_room(world, ruleset, ruleset.themes[theme], room)


@rule
def fill_room(world: World, ruleset: Ruleset, theme: ThemeRow, room: Room) -> None:
    """Put what a theme has into a room."""
    for number in range(theme.first_fill, theme.first_fill + theme.fill_count):
        fill = ruleset.fills[number]
        count = fill.plus
        for _ in range(fill.dice):
            count += between(world.random, VAULTS, 1, fill.sides)
        for _ in range(count):
            cell = free_cell_in(world, ruleset, fill, room)
            if cell != NOWHERE:
                if fill.what.tile != KEEP:
                    world.tiles[cell] = fill.what.tile
                place_monsters_of(world, ruleset, fill.what, cell)
                place_item_of(world, ruleset, fill.what, cell)


@rule
def free_cell_in(world: World, ruleset: Ruleset, fill: FillRow, room: Room) -> int:
    """A random free cell of a room; for terrain one of plain floor; NOWHERE if none is found."""
    for _ in range(MAX_TRIES):
        cell = random_cell(world, room, VAULTS)
        plain = fill.what.tile == KEEP or world.tiles[cell] == FLOOR
        if plain and cell != world.hero.cell and not is_taken(world, ruleset, cell):
            return cell
    return NOWHERE
