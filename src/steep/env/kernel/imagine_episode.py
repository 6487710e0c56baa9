"""Imagines an episode anew from what its hero knows, so that a search on it learns nothing that the hero doesn't know.

It is the world of the bot `tactician`: ground that the hero hasn't seen is rock, and monsters and items that it hasn't
seen aren't there. But this world can be played for long: stairs that weren't seen lie somewhere in the rock, and every
unidentified item is of some kind.
"""

from __future__ import annotations

from collections.abc import Sequence

from steep.bots.bot_memory import BotMemory, ImaginedState, remember, start_mind
from steep.bots.imagine_outcomes import determinize, note_remembered_cells
from steep.core.geometry import CELLS, FLOOR, HEIGHT, NOWHERE, STAIRS, UNKNOWN, WIDTH
from steep.core.random_streams import LAYOUT, LOOT, below
from steep.core.record import copy_record
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import CARRIES, MAX_ITEMS, Hero, World
from steep.env.kernel.episode import Episode, seed_next_runs
from steep.rules.items.identification_and_enchantments import pair


@rule
def may_hide_stairs(world: World, hero: Hero, cell: int) -> bool:
    """Whether the hero knows nothing of a cell inside the border."""
    x = cell % WIDTH
    y = cell // WIDTH
    if x == 0 or y == 0 or x == WIDTH - 1 or y == HEIGHT - 1:
        return False
    return hero.remembered[cell] == UNKNOWN and world.occupant[cell] == 0


@rule
def hide_stairs(world: World, hero: Hero) -> None:
    """Put stairs on a cell that the hero hasn't seen, if it has seen none."""
    if hero.stairs != NOWHERE:
        return
    count = 0
    for cell in range(CELLS):
        if may_hide_stairs(world, hero, cell):
            count += 1
    if count == 0:
        return
    chosen = below(world.random, LAYOUT, count)
    for cell in range(CELLS):
        if may_hide_stairs(world, hero, cell):
            if chosen == 0:
                world.tiles[cell] = STAIRS
                return
            chosen -= 1


@rule
def number_monsters(world: World, hero: Hero) -> None:
    """Give each monster its own number, and put ground under those that are only sensed."""
    for index in range(world.actor_count):
        actor = world.actors[index]
        actor.id = index + 1
        if hero.remembered[actor.cell] == UNKNOWN:
            world.tiles[actor.cell] = FLOOR
    world.next_id = world.actor_count + 1


@rule
def imagine_other_appearances(world: World, ruleset: Ruleset, hero: Hero) -> None:
    """Imagine what the kinds look like that the hero hasn't identified, and of which it has seen nothing."""
    if hero.unidentified > 0:
        for kind in range(ruleset.item_kinds):
            if ruleset.items[kind].appearance > 0 and hero.identified[kind] == 0 and world.appearances[kind] == 0:
                pair(world, ruleset, kind, ruleset.item_kinds, ruleset.item_rows)


@rule
def imagine_loot(world: World, ruleset: Ruleset) -> None:
    """Let each monster that carries something carry an item of any kind."""
    for index in range(world.actor_count):
        if world.actors[index].conditions & CARRIES != 0 and world.item_count < MAX_ITEMS:
            item = world.items[world.item_count]
            item.kind = below(world.random, LOOT, ruleset.item_kinds)
            item.cell = NOWHERE - 1 - index
            item.charges = ruleset.items[item.kind].charges
            world.item_count += 1


@rule
def keep_view(world: World, hero: Hero) -> None:
    """Let the imagined hero perceive and remember the same, with the new numbers of monsters and items."""
    copy_record(world.hero, hero)
    view = world.hero
    view.visible_monster_count = min(view.visible_monster_count, world.actor_count)
    view.sensed_monster_count = world.actor_count - view.visible_monster_count
    for row in range(world.actor_count):
        view.visible_monsters[row].actor = row
    for row in range(view.seen_item_count):
        view.seen_items[row].item = row


@rule
def imagine_episode(
    episodes: Sequence[Episode], rulesets: Sequence[Ruleset], seed: int, mind: BotMemory, imagined: ImaginedState
) -> None:
    """Replace the world of the first episode by one that `seed` and the hero's knowledge alone determine.

    `mind` and `imagined` must be all zero. The seeds of the runs after it are drawn anew too.
    """
    episode = episodes[0]
    ruleset = rulesets[episode.ruleset_index]
    hero = episode.world.hero
    world = imagined.world
    start_mind(mind, seed)
    remember(hero, mind)
    note_remembered_cells(hero, ruleset, imagined)
    determinize(hero, ruleset, mind, seed, imagined)
    imagine_other_appearances(world, ruleset, hero)
    number_monsters(world, hero)
    imagine_loot(world, ruleset)
    hide_stairs(world, hero)
    keep_view(world, hero)
    world.outcome = episode.world.outcome
    world.killer = episode.world.killer
    copy_record(episode.world, world)
    seed_next_runs(episode, seed)
    episode.imagined = 1
