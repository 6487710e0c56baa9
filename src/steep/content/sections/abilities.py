# ruff: noqa: E501, RUF009 -- lines of a table; field() and cosmetic() declare dataclass fields
"""The sections that say what things do: abilities with their effects, statuses and types of damage."""

from __future__ import annotations

from dataclasses import dataclass

from steep.content.reading.value_types import (
    REQUIRED,
    boolean,
    dice_notation,
    integer,
    one_of,
    reference,
    table_list,
    text,
    word_list,
)
from steep.content.sections.keys import (
    BONUS,
    GAS,
    MAX_NUMBER,
    NUMBER,
    PERCENT,
    RESIST,
    TERRAIN,
    TIME,
    cosmetic,
    field,
    fields_of,
)
from steep.core.geometry import WIDTH
from steep.core.ruleset import (
    AFFECTS_NAMES,
    CONDITION_NAMES,
    NEEDS_NAMES,
    SHAPE_NAMES,
    STACKING_NAMES,
    STAT_NAMES,
    TRIGGER_NAMES,
)
from steep.core.world import (
    FOR_EVER,
    MAX_INVENTORY,
    MAX_PLUS,
    MAX_RADIUS,
    MIN_PLUS,
)
from steep.spawn.dice import Dice

# Aligned columns read better here than the formatter's layout.
# fmt: off

@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect of an ability: one of the first keys, and the numbers it uses."""

    damage: Dice | None = field(dice_notation(), None, "HP it takes")
    heal:   Dice | None = field(dice_notation(), None, "HP it restores")
    drain:  Dice | None = field(dice_notation(), None, "HP it takes and its user gains")
    status: str  = field(reference("the key of a status"), "", "the status it gives")
    cure:   str  = field(reference("the key of a status"), "", "the status it ends")
    teleport: bool = field(boolean(),        False, "whether it moves its target to a random cell of a random room")
    blink:  int  = field(integer(0, WIDTH),  0, "it moves its target to a random cell within this many cells")
    push:   int  = field(integer(0, WIDTH),  0, "cells by which it moves its target away from its user")
    pull:   int  = field(integer(0, WIDTH),  0, "cells by which it moves its target towards its user")
    summon: str  = field(reference("the key of a monster"), "", "the monster that it places around its target")
    count:  Dice | None = field(dice_notation(), None, "how many it summons; required with summon")
    limit:  int  = field(integer(0, MAX_NUMBER), 0, "it summons no more once its user's side has so many of them on the floor; 0 for no limit")
    stat:   str  = field(one_of(("", *STAT_NAMES)), "", "the stat that it changes for good")
    amount: int  = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "by how much it changes the stat, or units of gas, up to 31; required with stat and gas")
    wake:   bool = field(boolean(),          False, "whether it wakes its target and calls it to the hero")
    enchant: int = field(integer(MIN_PLUS, MAX_PLUS), 0, "how much it adds to the enchantment of what the hero has equipped in a slot")
    slot:   str  = field(reference("one of hero.slots"), "", "that slot; required with enchant")
    identify: int = field(integer(0, MAX_INVENTORY), 0, "how many kinds of items in its inventory it tells the hero, the first first")
    shield: Dice | None = field(dice_notation(), None, "HP of damage that its target is shielded from; its status is shielded")
    steal:  bool = field(boolean(),          False, "whether its user, a monster, takes an item from the hero")
    transform: str = field(reference("the key of a monster"), "", "the monster that it turns its target into")
    split:  bool = field(boolean(),          False, "whether it divides its target in two, each with half of its HP")
    feed:   Dice | None = field(dice_notation(), None, "nutrition it gives the hero")
    fall:   bool = field(boolean(),          False, "whether its target falls to the next floor, unless this is the last; a monster is gone")
    terrain: str = field(TERRAIN, "", "the terrain that the cells in its shape become, unless they are solid or stairs")
    dig:    bool = field(boolean(),          False, "whether it digs through the cells in its shape")
    ignite: bool = field(boolean(),          False, "whether it sets fire to the cells in its shape")
    gas:    str  = field(GAS,                "",    "the gas that it releases on each cell in its shape")
    reveal: int  = field(integer(0, WIDTH),  0,     "steps within which the hero finds all hidden terrain; 80 for the whole floor")
    map:    int  = field(integer(0, WIDTH),  0,     "steps within which the hero learns the map, which still is to be explored; 80 for the whole floor")
    detect: int  = field(integer(0, WIDTH),  0,     "steps within which the hero learns where items lie; 80 for the whole floor")
    type:   str  = field(reference("the key of a damage type"), "", "the type of its damage")
    turns:  int  = field(integer(0, FOR_EVER - 1), 0, "how long the status lasts; required with status and shield")
    chance: int  = field(integer(0, 100),          100, "percent, for each target")


EFFECTS = table_list(tuple(fields_of(Effect).values()), 1, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something that items and monsters can do."""

    key:     str
    name:    str   = cosmetic(text(40),              "",       "the displayed name; by default the key, with spaces")
    trigger: str   = field(one_of(TRIGGER_NAMES),    "use",    "what sets it off")
    shape:   str   = field(one_of(SHAPE_NAMES),      REQUIRED, "whom it can hit")
    affects: str   = field(one_of(AFFECTS_NAMES),    "everybody", "whom of those it affects")
    needs:   str   = field(one_of(NEEDS_NAMES),      "anyone", "whom it must hit for it to be used")
    reach:   int   = field(integer(0, WIDTH),        0,        "cells from its user; 0 for as far as it sees")
    radius:  int   = field(integer(0, MAX_RADIUS),   0,        "cells around its target, or around its user for a burst")
    noise:   int   = field(integer(0, WIDTH),        0,        "steps from its user within which it is heard; 0 for a silent one")
    chance:  int   = field(PERCENT,                  100,      "percent of the times that it is set off, or of the turns in which a monster could use it")
    cooldown: int  = field(integer(0, FOR_EVER - 1), 0,        "turns until a monster can use it again")
    time:    int   = field(TIME,                     100,      "percent of a turn that using it takes")
    min_distance: int = field(integer(0, WIDTH),     0,        "steps to the hero from which on a monster uses it")
    max_distance: int = field(integer(0, WIDTH),     0,        "steps to the hero up to which a monster uses it; 0 for no limit")
    hp_below: int  = field(PERCENT,                  0,        "a monster uses it below this percent of its HP; 0 for always")
    effects: tuple[Effect, ...] = field(EFFECTS,     REQUIRED, "what it does, in order")


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A status that the hero and monsters can have."""

    key:      str
    name:     str  = cosmetic(text(40),               "",    "the word that follows 'is'; by default the key, with spaces")
    verb:     str  = cosmetic(text(40),               "",    "what giving it does, such as 'confuses' or 'puts … to sleep'; by default 'makes … NAME'")
    conditions: tuple[str, ...] = field(word_list(CONDITION_NAMES), (), "what it does")
    helps:    bool = field(boolean(),                 False, "whether having it is good")
    hp:       int  = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "HP gained each turn; negative for HP lost")
    type:     str  = field(reference("the key of a damage type"), "", "the type of the damage it does")
    stacking: str  = field(one_of(STACKING_NAMES),    "longest", "what a second dose does")
    max_turns: int = field(integer(0, FOR_EVER - 1),  0,     "the longest it can last; 0 for no limit")
    absorbs:  int  = field(NUMBER,                    0,     "HP of damage that a dose takes for its bearer; used up, it ends")
    ends_when_hurt: bool = field(boolean(),           False, "whether losing HP ends it")
    max_hp:   int  = field(BONUS,                     0,     "added while it lasts")
    power:    int  = field(BONUS,                     0,     "added while it lasts")
    defense:  int  = field(BONUS,                     0,     "added while it lasts")
    accuracy: int  = field(BONUS,                     0,     "added while it lasts")
    evasion:  int  = field(BONUS,                     0,     "added while it lasts")
    sight:    int  = field(BONUS,                     0,     "added while it lasts")
    stealth:  int  = field(BONUS,                     0,     "added while it lasts")
    speed:    int  = field(integer(-1000, 1000),      0,     "added while it lasts; 100 is the speed of most actors")
    regeneration: int = field(BONUS,                  0,     "added while it lasts")
    resist:   tuple[tuple[str, int], ...] = field(RESIST, (), "percent of each damage type, added while it lasts")


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageType:
    """A type of damage."""

    key:  str
    verb: str = cosmetic(text(40), "", "the word that follows 'is' when it hurts; by default hurt")


EFFECT_KEYS = {
    "amount": ("heal", "lightning", "confusion", "fireball"),
    "reach": ("lightning", "fireball"),
}
"""Keys that only some effects need, and those effects."""

OPTIONAL_EFFECT_KEYS = {"amount": (), "reach": ("confusion",)}
"""The effects that also take such a key, but do without it."""
