"""Prefetch the memory that a step of one episode reads, while another episode is being stepped.

Without this, stepping a thousand episodes spends most of its time waiting for memory.
"""

from __future__ import annotations

from steep.core.geometry import HEIGHT, WIDTH
from steep.core.memory_prefetch import prefetch
from steep.core.rule_decorator import rule
from steep.core.world import World
from steep.env.kernel.episode import Episode

LINE = 64
"""Bytes in a cache line."""


@rule
def prefetch_counts(episode: Episode) -> None:
    """Prefetch the scalar fields of an episode, its world and its hero."""
    world = episode.world
    for line in range(2):
        prefetch(episode.before, line * LINE)
        prefetch(episode.now, line * LINE)
        prefetch(world, line * LINE)
    for line in range(3):
        prefetch(world.hero, line * LINE)


@rule
def prefetch_surroundings(world: World, radius: int, crop: int) -> None:
    """Prefetch monsters, items and the map around the hero. Call `prefetch_counts` first: this reads what it loads."""
    hero = world.hero
    for row in range(world.actor_count):
        prefetch(world.actors, row)
    for row in range(world.item_count):
        prefetch(world.items, row)
    for start in range(0, hero.in_view_count, LINE // 2):
        prefetch(hero.in_view, start)
    y = hero.cell // WIDTH
    for row in range(max(y - radius, 0), min(y + radius + 1, HEIGHT)):
        cell = hero.cell + (row - y) * WIDTH
        prefetch(world.tiles, cell)
        prefetch(hero.visible, cell)
    for row in range(max(y - crop // 2, 0), min(y + crop // 2 + 1, HEIGHT)):
        prefetch(hero.remembered, hero.cell + (row - y) * WIDTH)
