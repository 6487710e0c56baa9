"""Cross-field validation of abilities, and of which of them items and monsters can have."""

from __future__ import annotations

from steep.content.reading.merge_rulesets import MergedSettings, SectionPath
from steep.content.ruleset_errors import shown
from steep.content.sections import EFFECT_WORDS
from steep.content.validation.survival import TRIGGERS_OF_TERRAIN
from steep.core.ruleset import TRIGGER_NAMES, codes
from steep.core.world import MAX_GAS
from steep.spawn.dice import Dice

HERO: SectionPath = ("hero",)

TRIGGERS_OF_ITEMS = ("use", "throw", "equip", "unequip")
"""The triggers of abilities that no monster can have."""

TURN_OF_A_MONSTER = "turn"
"""The trigger of abilities that no item can have."""


def abilities_without(*triggers: str) -> str:
    """The abilities allowed where those with some triggers are not."""
    allowed = [shown(trigger) for trigger in TRIGGER_NAMES if trigger not in triggers]
    return f"one with the trigger {', '.join(allowed[:-1])} or {allowed[-1]}"


def check_abilities(settings: MergedSettings, kind: SectionPath) -> None:
    """A kind can have its abilities, and using an item sets off one at most."""
    used = [] if settings.get(kind, "effect") in (None, "none") else [settings.get(kind, "effect")]
    thrown = [] if settings.get(kind, "thrown") is None else ["thrown"]
    for number, key in enumerate(settings.get(kind, "abilities") or (), 1):
        trigger = settings.get(("abilities", key), "trigger")
        at = settings.location(kind, "abilities", (("abilities", key), "trigger")).entry(number)
        others = (*(TRIGGERS_OF_ITEMS if kind[0] == "monsters" else (TURN_OF_A_MONSTER,)), *TRIGGERS_OF_TERRAIN)
        if trigger in others:
            at.reject(f'found {shown(key)}, with the trigger "{trigger}"', abilities_without(*others))
        elif trigger == "use":
            if settings.get(kind, "slot"):
                at.reject(f'found {shown(key)}, with the trigger "use"', "another: using an item with a slot equips it")
            elif used:
                at.reject(f"found {shown(key)} and {shown(used[0])}", "one that using the item sets off")
            used.append(key)
        elif trigger == "throw":
            if thrown:
                at.reject(f"found {shown(key)} and {shown(thrown[0])}", "one that throwing the item sets off")
            thrown.append(key)
        if kind[0] == "items" and trigger in ("equip", "unequip", "arrive") and settings.get(kind, "slot") == "":
            at.reject(f'found {shown(key)}, with the trigger "{trigger}"', "an item with a slot, which can be equipped")
        effects = settings.get(("abilities", key), "effects") or ()
        if kind[0] == "items" and any("steal" in effect.given for effect in effects):
            at.reject(f"found {shown(key)}, which steals", "an ability that an item can have: only monsters steal")
    if settings.get(kind, "breaks") and not thrown and not settings.get(HERO, "throw_range"):
        at = settings.location(kind, "breaks", (HERO, "throw_range"))
        at.reject_value(
            settings.get(kind, "breaks"), "0, or an item that can be thrown: with thrown, or hero.throw_range"
        )


EFFECTS = [codes.EFFECTS[number] for number in range(1, len(codes.EFFECTS))]

EFFECT_NUMBERS = {
    needed: tuple(each.key for each in EFFECTS if needed in each.needs) for kind in EFFECTS for needed in kind.needs
}
"""Keys that only some effects have, with the keys of those effects, which need them."""

OF_DEAD = tuple(kind.key for kind in EFFECTS if kind.on_cells)
"""The keys of effects on a cell, which work where their user has died."""

THROWN_SHAPES = ("target", "ball")
"""The shapes of abilities that throwing an item sets off."""


def check_shape(settings: MergedSettings, ability: SectionPath) -> None:
    """An ability can hit somebody: its shape has the reach or radius that it needs, and nobody is its own enemy."""
    shape = settings.get(ability, "shape")
    if shape == "self" and settings.get(ability, "affects") == "enemies":
        at = settings.location(ability, "affects", (ability, "shape"))
        at.reject('found "enemies", and the shape "self"', '"everybody" or "allies", or a shape that hits others')
    for word, key in (("nearest", "reach"), ("burst", "radius")):
        if shape == word and settings.get(ability, key) == 0:
            at = settings.location(ability, key, (ability, "shape"))
            at.reject(f'found 0, and the shape "{word}"', f'at least 1, or another shape than "{word}"')
    if settings.get(ability, "trigger") == "throw" and shape not in (None, *THROWN_SHAPES):
        at = settings.location(ability, "shape", (ability, "trigger"))
        at.reject(
            f'found "{shape}", and the trigger "throw"',
            '"target" for whoever it hits, or "ball" for all around: what is thrown flies to the first actor by itself',
        )


def check_chance(settings: MergedSettings, ability: SectionPath) -> None:
    """Using or throwing an item always sets off its ability."""
    chance, trigger = settings.get(ability, "chance"), settings.get(ability, "trigger")
    if trigger in ("use", "throw") and chance not in (None, 100):
        at = settings.location(ability, "chance", (ability, "trigger"))
        at.reject(f'found {chance}, and the trigger "{trigger}"', "100: its effects can have a chance instead")


SHAPES_IN_REACH = ("target", "bolt", "beam", "ball", "cone")
"""The shapes that a monster uses only on an enemy within the ability's reach."""


def check_distances(settings: MergedSettings, ability: SectionPath) -> None:
    """A monster's ability can be used at some distance."""
    nearest, farthest = settings.get(ability, "min_distance"), settings.get(ability, "max_distance")
    reach, shape = settings.get(ability, "reach"), settings.get(ability, "shape")
    if nearest and farthest and nearest > farthest:
        at = settings.location(ability, "min_distance", (ability, "max_distance"))
        at.reject_value(nearest, f"at most max_distance, which is {farthest}")
    elif nearest and reach and nearest > reach and shape in SHAPES_IN_REACH:
        at = settings.location(ability, "min_distance", (ability, "reach"), (ability, "shape"))
        at.reject_value(nearest, f"at most reach, which is {reach}: no monster could ever use it")
    elif nearest and nearest > 1 and shape == "touch":
        at = settings.location(ability, "min_distance", (ability, "shape"))
        at.reject_value(nearest, 'at most 1 with the shape "touch": no monster could ever use it')


def check_ability(settings: MergedSettings, ability: SectionPath) -> None:
    """Each effect does one thing, with statuses and damage types that exist."""
    check_shape(settings, ability)
    check_chance(settings, ability)
    check_distances(settings, ability)
    for number, effect in enumerate(settings.get(ability, "effects") or (), 1):
        at = settings.location(ability, "effects").entry(number)
        given = effect.given
        if len(given) != 1 and not at.rejected:
            at.reject(f"found {' and '.join(given) or 'none of its keys'}", f"one of {', '.join(EFFECT_WORDS)}")
        for needed, users in EFFECT_NUMBERS.items():
            given_number = getattr(effect, needed) or isinstance(getattr(effect, needed), Dice)
            needing = [key for key in users if key in given]
            if needing and not given_number and not at.under(needed).rejected:
                at.reject(f"found {needing[0]} without {needed}", f"{needed}, which {needing[0]} needs")
            elif given_number and not needing and not any(at.under(key).rejected for key in users):
                words = " or ".join(users)
                at.reject(f"found {needed} without {words}", f"{words} with it, or no {needed}")
        dead = settings.get(ability, "trigger") == "death" and settings.get(ability, "shape") == "self"
        if dead and len(given) == 1 and given[0] not in OF_DEAD:
            shape = settings.location(ability, "shape", (ability, "trigger"))
            if not shape.rejected:
                found = f'found "self" and the trigger "death" with {given[0]}, which does nothing to the dead'
                shape.reject(found, f'"nearest" or "burst", for those around, or {", ".join(OF_DEAD)}')
        if effect.limit and "summon" not in given and not at.under("summon").rejected:
            at.reject("found limit without summon", "summon with it, or no limit")
        if "gas" in given and effect.amount is not None and not 0 <= effect.amount <= MAX_GAS:
            at.under("amount").reject_value(effect.amount, f"1 to {MAX_GAS}, the units of gas on a cell")
        slots = settings.get(HERO, "slots")
        if effect.slot and slots is not None and effect.slot not in slots:
            found = f"found {shown(effect.slot)}, which is not one of hero.slots"
            at.under("slot").reject_name(effect.slot, found, slots)
        if "shield" in given and settings.get(("statuses", "shielded"), "absorbs") == 0:
            at.reject("found shield, and a status shielded that absorbs nothing", "at least 1 in its absorbs")
