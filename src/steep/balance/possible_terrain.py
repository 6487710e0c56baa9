"""Which kinds of terrain a floor can have, and what they do to the hero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from steep.balance.odds_of_one_draw import drawn_floor, layout_weights, legends_on
from steep.core.geometry import FLOOR, ROCK, STAIRS
from steep.core.miss_chance_and_damage import resisted
from steep.core.ruleset import AbilityRow, EffectRow, ItemKind, MonsterKind, Ruleset, TerrainKind, codes

ALWAYS_BECOMES = ("entered_to", "left_to", "opens_to", "found_to", "fades_to", "taken_to")
"""The fields of a kind that say what it becomes without any ability."""


MAKES = (codes.MAKE_TERRAIN, codes.RELEASE_GAS)
"""Effects that bring a kind of terrain or a gas."""


def terrain_placed_on(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of terrain that a floor can be made with: by its layouts, its vaults, its themes or its own map."""
    found = {ROCK, FLOOR, STAIRS}
    if drawn_floor(ruleset, floor) is None:
        for layout, weight in zip(ruleset.layouts, layout_weights(ruleset, floor), strict=False):
            if weight:
                overlays = ruleset.overlays[layout.first_overlay : layout.first_overlay + layout.overlay_count]
                found.update((layout.door if layout.doors else 0, *(each.terrain for each in overlays)))
                found.update(each.shore for each in overlays)
    found.update(row.tile for row in legends_on(ruleset, floor))
    return found - {0, codes.KEEP}


def terrain_on(
    ruleset: Ruleset, floor: int, monsters: Iterable[int] = (), items: Iterable[int] = ()
) -> dict[int, frozenset[int]]:
    """The kinds of terrain and the gases that a floor can come to have, and for each what can become it.

    `monsters` and `items` are the kinds whose abilities may be used there.
    """
    kinds: list[MonsterKind | ItemKind] = [ruleset.monsters[number] for number in monsters]
    kinds += [ruleset.items[number] for number in items]
    effects = [effect for kind in kinds for _, effect in effects_of_kind(ruleset, kind)]
    found = {kind: frozenset({kind}) for kind in terrain_placed_on(ruleset, floor)}
    while True:
        own = [effect for kind in found for _, effect in effects_of_kind(ruleset, ruleset.terrain[kind])]
        made = {effect.kind for effect in [*effects, *own] if effect.effect in MAKES}
        burns = any(ruleset.terrain[kind].burns for kind in found) or any(
            effect.effect == codes.IGNITE for effect in [*effects, *own]
        )
        becomes = ALWAYS_BECOMES + (("burns_to",) if burns else ())
        becomes += ("digs_to",) if any(effect.effect == codes.DIG for effect in [*effects, *own]) else ()
        after = dict.fromkeys(made - found.keys(), frozenset[int]())
        for kind, origins in found.items():
            for key in becomes:
                new = getattr(ruleset.terrain[kind], key)
                if new and new not in found:
                    after[new] = after.get(new, frozenset()) | origins
        if not after:
            return found
        found |= after


def damage_of(ruleset: Ruleset, effect: EffectRow, resistances: Sequence[int]) -> int:
    """The most HP that an effect takes in the turn in which it hits an actor with these resistances."""
    if effect.effect in codes.TAKE_HP:
        amount = effect.dice * effect.sides + effect.plus
        return max(0, int(resisted(amount, resistances[effect.damage_type])))
    if effect.effect == codes.GIVE_STATUS:
        status = ruleset.statuses[effect.status]
        return max(0, int(resisted(-status.hp, resistances[status.damage_type]))) if status.hp < 0 else 0
    return 0


def most_harm(ruleset: Ruleset, kind: int, resistances: Sequence[int], *triggers: int) -> int:
    """The most HP that a kind of terrain takes in a turn from an actor that sets off its abilities with some triggers.

    Terrain that it makes and gas that it releases take HP in the same turn, too.
    """
    effects = effects_of_kind(ruleset, ruleset.terrain[kind], *triggers)
    return sum(damage_with_ground(ruleset, effect, resistances) for _, effect in effects)


def damage_with_ground(ruleset: Ruleset, effect: EffectRow, resistances: Sequence[int]) -> int:
    """The most HP that an effect takes in that turn, with the terrain that it makes and the gas that it releases."""
    if effect.effect not in MAKES:
        return damage_of(ruleset, effect, resistances)
    stays = effects_of_kind(ruleset, ruleset.terrain[effect.kind], codes.ON_STAY)
    return sum(damage_of(ruleset, each, resistances) for _, each in stays)


def careful_ways(ruleset: Ruleset) -> set[int]:
    """The kinds of terrain on which the hero walks unhurt, after opening or finding them if need be."""
    passable = ruleset.movers[codes.HERO_WALKS].passable
    return with_what_opens(ruleset, {kind for kind in range(ruleset.terrain_kinds) if passable[kind]}, ())


def bold_ways(ruleset: Ruleset) -> set[int]:
    """The kinds of terrain on which the hero can be at all, after opening, finding or burning them if need be."""
    enterable = {kind for kind in range(ruleset.terrain_kinds) if ruleset.enterable[kind]}
    return with_what_opens(ruleset, enterable, ("burns_to",))


def with_what_opens(ruleset: Ruleset, kinds: set[int], others: Sequence[str]) -> set[int]:
    """Some kinds of terrain, with the solid ones that can become them."""
    found = set(kinds)
    while new := {
        number
        for number in range(ruleset.terrain_kinds)
        if number not in found
        and ruleset.terrain[number].solid
        and found & {getattr(ruleset.terrain[number], key) for key in ("opens_to", "found_to", *others)}
    }:
        found |= new
    return found


def terrain_that_hurts(ruleset: Ruleset, stats: Sequence[int] | None = None) -> set[int]:
    """The kinds of terrain that hurt an actor with these stats that stays there; by default the starting hero."""
    own = ruleset.hero_stats if stats is None else stats
    return {
        number
        for number in range(ruleset.terrain_kinds)
        for ability, effect in effects_of_kind(ruleset, ruleset.terrain[number], codes.ON_STAY)
        if ability.traits & codes.HARMS
        and (effect.effect != codes.DAMAGE or own[codes.RESISTANCE + effect.damage_type] < codes.IMMUNE)
    }


# What kinds of monsters, items and terrain do: the rows of their abilities and effects.

AnyKind = MonsterKind | ItemKind | TerrainKind


def abilities_of(ruleset: Ruleset, kind: AnyKind) -> Sequence[AbilityRow]:
    """The abilities of a kind."""
    return ruleset.abilities[kind.first_ability : kind.first_ability + kind.ability_count]


def effects_of(ruleset: Ruleset, ability: AbilityRow) -> Sequence[EffectRow]:
    """The effects of an ability."""
    return ruleset.effects[ability.first_effect : ability.first_effect + ability.effect_count]


def effects_of_kind(ruleset: Ruleset, kind: AnyKind, *triggers: int) -> Iterator[tuple[AbilityRow, EffectRow]]:
    """The effects of all abilities of a kind, or of those with some triggers, each with its ability."""
    for ability in abilities_of(ruleset, kind):
        if not triggers or ability.trigger in triggers:
            yield from ((ability, effect) for effect in effects_of(ruleset, ability))
