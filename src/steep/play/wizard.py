"""Wizard mode: commands that change a run at will, to see any floor of a game and try anything on it.

Each calls the rules that change worlds in play, so that a world stays consistent, and takes no time. This module knows
no sessions, keys or screens. A wizard's run has no replay: its commands aren't actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from steep.content import Rulebook
from steep.content.articles_and_plurals import definite
from steep.core.geometry import NOWHERE, WIDTH
from steep.core.random_streams import SPAWNS
from steep.core.ruleset import MAX_FLOORS, Ruleset, codes
from steep.core.world import DEAD, HERO, HERO_ROW, MAX_LEVEL, PLAYING, World
from steep.mapgen.make_floor import make_floor, reset_uniques
from steep.mapgen.populate_floor import start_pity_timers
from steep.mapgen.put_on_free_cell import add_actor, mover_of_kind, release_rows
from steep.rules.abilities.effects import heal, inform
from steep.rules.abilities.queue import set_off
from steep.rules.abilities.statuses import end_status, max_hp_of
from steep.rules.abilities.use_abilities import resolve
from steep.rules.experience_and_victory import check_level_up, collect_gold, xp_to_next
from steep.rules.hunger import add_nutrition
from steep.rules.items.identification_and_enchantments import coded_plus, identify, perceived_kind
from steep.rules.items.inventory import lose_keys, slot_for, take
from steep.rules.movement import is_free, move_hero
from steep.rules.perceived_events import PICKED_UP, emit
from steep.rules.terrain import land, update_ways
from steep.rules.turn import arrive, fall_down
from steep.rules.update_view import update_fov, update_visible

Needs = Literal["floor", "item", "monster", "cell"]
"""What a command's number means: a floor, the number of a kind, or a cell."""


@dataclass(frozen=True, slots=True)
class WizardCommand:
    """A command of a wizard."""

    key: str
    """Its key in the wizard's menu."""
    name: str
    change: Callable[..., str]
    """Changes a world of a rulebook, by the command's numbers. Returns why that is impossible; empty if it isn't."""
    needs: tuple[Needs, ...] = ()


def deepest_floor(ruleset: Ruleset) -> int:
    """The deepest floor that a wizard can go to."""
    ends = ruleset.last_floor > 0 and ruleset.below.count == 0
    return int(ruleset.last_floor) if ends else MAX_FLOORS


def is_carried(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of item can be in an inventory: gold and the goal are taken by walking over them."""
    return ruleset.items[kind].gold == 0 and kind + 1 != ruleset.goal_item


def go_to_floor(world: World, rulebook: Rulebook, floor: int) -> str:
    """Go to a floor, as if the run had seen all floors above. Who comes back to a floor finds it new."""
    ruleset = rulebook.compiled
    if not 1 <= floor <= deepest_floor(ruleset):
        return f"There is no floor {floor}: the floors are 1 to {deepest_floor(ruleset)}."
    lose_keys(world, ruleset)
    first = world.floor + 1
    if floor < first:
        start_pity_timers(world, ruleset)
        reset_uniques(world)
        first = 1
    for above in range(first, floor):
        make_floor(world, ruleset, above)
    arrive(world, ruleset, floor)
    set_off(world, ruleset, codes.ON_ARRIVE, HERO_ROW, world.hero.cell)
    world.arrived = world.turn
    return ""


def reveal_floor(world: World, rulebook: Rulebook) -> str:
    """Show the map of the floor with all that is hidden, and all items."""
    for what in (codes.REVEAL, codes.MAP, codes.DETECT):
        inform(world, rulebook.compiled, what, WIDTH)
    return ""


def make_whole(world: World, rulebook: Rulebook) -> str:
    """Heal and feed the hero, and end the statuses that harm it."""
    ruleset, body = rulebook.compiled, world.actors[HERO_ROW]
    flew = body.conditions & codes.FLYING
    for status in range(ruleset.status_count):
        if body.statuses[status] > 0 and ruleset.statuses[status].traits != codes.HELPS:
            end_status(world, ruleset, HERO_ROW, status)
    if flew != 0:
        land(world, ruleset, HERO_ROW)
    heal(world, HERO_ROW, max_hp_of(body))
    if ruleset.hunger_full > 0:
        add_nutrition(world, ruleset, ruleset.hunger_full)
    return ""


def give_item(world: World, rulebook: Rulebook, kind: int) -> str:
    """Put an item into the inventory. It looks as its kind does to the hero."""
    ruleset, hero = rulebook.compiled, world.hero
    if not is_carried(ruleset, kind):
        return f"Nobody carries {rulebook.items[kind].name}: it is taken by walking over it."
    slot = slot_for(hero, ruleset, perceived_kind(world, kind))
    if slot == NOWHERE:
        return "Your inventory is full."
    row = take(world, slot, kind, ruleset.items[kind].charges, 0)
    emit(world, PICKED_UP, HERO, row, slot, hero.cell, coded_plus(int(hero.inventory[slot].plus)))
    return ""


def gain_level(world: World, rulebook: Rulebook) -> str:
    """Give the hero the XP that it lacks for the next level."""
    ruleset, hero = rulebook.compiled, world.hero
    if ruleset.gain_count == 0 or hero.level >= MAX_LEVEL:
        return f"There is no level after {hero.level}."
    hero.xp = max(hero.xp, xp_to_next(ruleset, hero.level) + ruleset.level_above)
    return ""


def identify_all(world: World, rulebook: Rulebook) -> str:
    """Identify all kinds of items."""
    if world.hero.unidentified == 0:
        return "You know all kinds of items already."
    for kind in range(rulebook.compiled.item_kinds):
        identify(world, rulebook.compiled, kind)
    return ""


def place_monster(world: World, rulebook: Rulebook, kind: int, cell: int) -> str:
    """Place a monster on a cell."""
    ruleset = rulebook.compiled
    name = definite(rulebook.monsters[kind].name)
    if not is_free(world, mover_of_kind(ruleset, kind).passable, cell):
        return f"There is no room for {name} there."
    if not add_actor(world, ruleset, kind, cell, SPAWNS):
        return f"There is no room for {name} on this floor: too many monsters are on it."
    return ""


def go_to_cell(world: World, rulebook: Rulebook, cell: int) -> str:
    """Move the hero to a free cell, however far."""
    if not is_free(world, rulebook.compiled.enterable, cell):
        return "There is no room for you there."
    move_hero(world, rulebook.compiled, cell)
    return ""


COMMANDS = (
    WizardCommand("f", "Go to a floor", go_to_floor, ("floor",)),
    WizardCommand("t", "Teleport to a spot", go_to_cell, ("cell",)),
    WizardCommand("m", "Reveal the floor's map and items", reveal_floor),
    WizardCommand("h", "Heal and feed", make_whole),
    WizardCommand("i", "Get an item", give_item, ("item",)),
    WizardCommand("k", "Identify all kinds of items", identify_all),
    WizardCommand("l", "Gain a level", gain_level),
    WizardCommand("p", "Place a monster", place_monster, ("monster", "cell")),
)
"""All commands but that of becoming invulnerable, which changes no world."""


def settle(world: World, rulebook: Rulebook) -> None:
    """After a change, let what it set off take effect, and update the view, as the end of a turn does."""
    ruleset = rulebook.compiled
    if world.queue_count > 0:
        resolve(world, ruleset)
    if world.falls == 1:
        fall_down(world, ruleset)
        world.arrived = world.turn
    if ruleset.gathers == 1:
        collect_gold(world, ruleset)
    update_fov(world, ruleset)
    update_visible(world)
    update_ways(world.hero, ruleset)
    release_rows(world)
    if world.outcome == PLAYING:
        check_level_up(world, ruleset)


def keep_alive(world: World, rulebook: Rulebook) -> bool:
    """Give an invulnerable hero its HP back after an action. Returns whether it would have died."""
    died = world.outcome == DEAD
    if died:
        world.outcome = PLAYING
        world.killer = HERO
        world.queue_count = 0
        settle(world, rulebook)
    body = world.actors[HERO_ROW]
    if world.outcome == PLAYING:
        body.hp = max_hp_of(body)
        update_visible(world)
    return died
