"""What a step of an episode reads, asked for while another episode's step is played.

Without this, a step of a thousand episodes spends most of its time waiting for memory.
"""

from __future__ import annotations

from steep.core.geometry import HEIGHT, WIDTH
from steep.core.prefetch import prefetch
from steep.core.rule import rule
from steep.core.world import World
from steep.env.kernel.episodes import Episode

LINE = 64
"""Bytes that come at once."""


@rule
def prefetch_counts(episode: Episode) -> None:
    """Ask for the numbers at the heads of an episode, of its world and of its hero."""
    world = episode.world
    for line in range(2):
        prefetch(episode.before, line * LINE)
        prefetch(episode.now, line * LINE)
        prefetch(world, line * LINE)
    for line in range(3):
        prefetch(world.hero, line * LINE)


@rule
def prefetch_surroundings(world: World, radius: int, crop: int) -> None:
    """Ask for monsters, things and the map round the hero, going by what `prefetch_counts` asked for."""
    hero = world.hero
    for row in range(world.actor_count):
        prefetch(world.actors, row)
    for row in range(world.item_count):
        prefetch(world.items, row)
    for place in range(0, hero.in_view_count, LINE // 2):
        prefetch(hero.in_view, place)
    y = hero.cell // WIDTH
    for row in range(max(y - radius, 0), min(y + radius + 1, HEIGHT)):
        cell = hero.cell + (row - y) * WIDTH
        prefetch(world.tiles, cell)
        prefetch(hero.visible, cell)
    for row in range(max(y - crop // 2, 0), min(y + crop // 2 + 1, HEIGHT)):
        prefetch(hero.remembered, hero.cell + (row - y) * WIDTH)
