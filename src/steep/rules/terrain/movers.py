"""To which terrain an actor goes: monsters belong to a class of `Ruleset.movers`, the hero's way is in its view."""

from __future__ import annotations

from steep.core.breadth_first_search import ENDS_SEARCH
from steep.core.gas import bar_gas, gas_row
from steep.core.geometry import NOWHERE, UNKNOWN
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_TERRAIN, Mover, Ruleset, codes
from steep.core.ruleset.limits import TERRAIN_ROWS
from steep.core.world import HERO_ROW, Hero, Search, World
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.items.item_charges import slot_of_kind


@rule
def mover_row(world: World, ruleset: Ruleset, index: int) -> int:
    """The row of an actor's class."""
    actor = world.actors[index]
    row = codes.HERO_WALKS if index == HERO_ROW else ruleset.monsters[actor.kind].mover
    return ruleset.movers[row].aloft if actor.conditions & codes.FLYING != 0 else row


@rule
def mover_of(world: World, ruleset: Ruleset, index: int) -> Mover:
    """The class of an actor: to which terrain it goes."""
    return ruleset.movers[mover_row(world, ruleset, index)]


@rule
def mover_from_here(world: World, ruleset: Ruleset, index: int) -> Mover:
    """The class of an actor from where it is: who is in gas that it avoids goes on through it."""
    row = mover_row(world, ruleset, index)
    in_gas = ruleset.movers[row].passable[gas_row(world.gas, cell_of_actor(world, index))] == 0
    return ruleset.movers_in_gas[row] if in_gas else ruleset.movers[row]


@rule
def bar_gas_in_view(hero: Hero, search: Search, mark: int) -> None:
    """Keep a search of the hero's off the gas in view that it avoids, unless it is in it; with `mark` 0 no longer."""
    if hero.gas_in_view > 0 and hero.passable[gas_row(hero.gas, hero.cell)] == 1:
        bar_gas(hero.gas, hero.in_view, hero.in_view_count, hero.passable, search, mark)


@rule
def bears_gas(hero: Hero, cell: int) -> bool:
    """Whether the hero goes to a cell for all the gas in view there: it doesn't mind it, or is in such gas itself."""
    if hero.gas[cell] == 0:
        return True
    return hero.passable[gas_row(hero.gas, cell)] == 1 or hero.passable[gas_row(hero.gas, hero.cell)] == 0


@rule
def can_open(hero: Hero, ruleset: Ruleset, kind: int) -> bool:
    """Whether the hero can open a kind of solid terrain: it needs a key, or none."""
    row = ruleset.terrain[kind]
    if row.opens_to == 0:
        return False
    return row.key_kind == 0 or slot_of_kind(hero, row.key_kind - 1) != NOWHERE


@rule
def is_harmed_by(hero: Hero, ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of terrain does what nobody wants to the hero as it is: `compile_terrain.harms`, as a rule."""
    row = ruleset.terrain[kind]
    for number in range(row.first_ability, row.first_ability + row.ability_count):
        ability = ruleset.abilities[number]
        if ability.traits & (codes.HARMS | codes.MOVES) != 0:
            for at in range(ability.first_effect, ability.first_effect + ability.effect_count):
                effect = ruleset.effects[at]
                if effect.effect != codes.DAMAGE or hero.stats[codes.RESISTANCE + effect.damage_type] < codes.IMMUNE:
                    return True
    return False


@rule
def goes_to(hero: Hero, ruleset: Ruleset, kind: int) -> int:
    """1 if the hero can and will walk on a kind of terrain as it is, or opens it with what it carries; else 0."""
    flies = hero.conditions & codes.FLYING != 0
    row = ruleset.terrain[kind]
    if row.varies == 0 or (flies and row.solid == 0 and row.tall == 0):
        return int(ruleset.movers[codes.HERO_FLIES if flies else codes.HERO_WALKS].passable[kind])
    if row.solid == 1:
        return 1 if can_open(hero, ruleset, kind) else 0
    return 0 if is_harmed_by(hero, ruleset, kind) else 1


@rule
def update_ways(hero: Hero, ruleset: Ruleset) -> None:
    """Work out where the hero goes as it is, with what it carries."""
    passable = ruleset.movers[codes.HERO_FLIES if hero.conditions & codes.FLYING != 0 else codes.HERO_WALKS].passable
    ways = hero.passable
    explores = hero.explores
    for kind in range(TERRAIN_ROWS):
        ways[kind] = passable[kind]
    for number in range(ruleset.varying_count):
        kind = int(ruleset.varying[number])
        ways[kind] = goes_to(hero, ruleset, kind)
    for kind in range(MAX_TERRAIN):
        explores[kind] = ways[kind]
    explores[UNKNOWN] = ENDS_SEARCH
