# ruff: noqa: E501, RUF009 -- lines of a table; field() and cosmetic() declare dataclass fields
"""The sections of kinds of monsters and items, of what changes or groups them, and of what they do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from steep.content.reading.declarations import ARRIVAL, REQUIRED, SPAN, FieldType, Moves, cosmetic, field
from steep.content.reading.read_values_by_floor import by_floor, dice_by_floor, weights_by_key
from steep.content.reading.value_types import (
    boolean,
    character,
    color_list,
    count_range,
    dice_notation,
    integer,
    name_list,
    one_of,
    reference,
    rgb,
    table_list,
    text,
    word_list,
)
from steep.content.sections.keys import (
    ABILITIES,
    ATTACK_REACH,
    BONUS,
    DAMAGE_TYPE,
    EACH_PLUS,
    FLOORS,
    GAS,
    GREY,
    GROWTH,
    MAX_NUMBER,
    NEVER,
    NEW_TERRAIN,
    NO_DICE,
    NUMBER,
    PERCENT,
    RESIST,
    SLOT,
    TAGS,
    TIME,
    UNCHANGED,
    WEIGHT,
    Shade,
)
from steep.core import world
from steep.core.geometry import WIDTH
from steep.core.ruleset import codes, limits
from steep.spawn.curves import Steps
from steep.spawn.dice import Dice, DiceSteps

ITEM_EFFECT_NAMES = ("none", "heal", "lightning", "confusion", "fireball")
"""What an item can do that names no ability of its own."""

UNIDENTIFIED_SHAPES = ("self", "touch", "target", "bolt")
"""The shapes that the use of an unidentified item can have."""

EFFECT_KEYS = {
    "amount": ("heal", "lightning", "confusion", "fireball"),
    "reach": ("lightning", "fireball"),
}
"""Keys that only some effects need, and those effects."""

OPTIONAL_EFFECT_KEYS = {"amount": (), "reach": ("confusion",)}
"""The effects for which such a key is optional."""


EFFECT_WORDS = codes.EFFECT_NAMES[1:]
"""The keys that say what an effect does; each effect has one of them."""

EFFECT_TYPES: dict[str, tuple[FieldType, Any]] = {
    "flag": (boolean(), False),
    "dice": (dice_notation(), None),
    "cells": (integer(0, WIDTH), 0),
    "plus": (integer(world.MIN_PLUS, world.MAX_PLUS), 0),
    "kinds": (integer(0, world.MAX_INVENTORY), 0),
    "stat": (one_of(("", *codes.STAT_NAMES)), ""),
    "statuses": (reference("statuses"), ""),
    "monsters": (reference("monsters"), ""),
    "terrain": (NEW_TERRAIN, ""),
    "gases": (GAS, ""),
}
"""The type and the default of the key of an effect, by what it takes."""

T = TypeVar("T")

# Aligned columns read better here than the formatter's layout.
# fmt: off

def with_effects(section: type[T]) -> type[T]:
    """Add a key for each of `codes.EFFECTS` to a section, in front of its own. The numbers of one kind follow it."""
    own = section.__annotations__
    keys: dict[str, str] = {}
    for kind in list(codes.EFFECTS.values())[1:]:
        setattr(section, kind.key, field(*EFFECT_TYPES[kind.takes], kind.meaning))
        keys |= dict.fromkeys((kind.key, *(key for key in (*kind.needs, *kind.also) if key != "turns")), "Any")
    section.__annotations__ = keys | own
    return section


@dataclass(frozen=True, slots=True, kw_only=True)
@with_effects
class Effect:
    """One effect of an ability: one of the first keys, and the numbers it uses."""

    count:  Dice | None = field(dice_notation(), None, "how many it summons; required with summon")
    limit:  int  = field(integer(0, MAX_NUMBER), 0, "how many its user's side may have on the floor before it summons no more; 0 for no limit")
    amount: int  = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "the change of the stat, or the units of gas, up to 31; required with stat and gas")
    slot:   str  = field(SLOT, "", "the slot; required with enchant")
    type:   str  = field(reference("damage_types"), "", "the type of its damage")
    turns:  int  = field(integer(0, world.FOR_EVER - 1), 0, "how long the status lasts; required with status and shield")
    chance: int  = field(integer(0, 100),          100, "percent, for each target")

    @property
    def given(self) -> list[str]:
        """The given keys that say what it does. A valid effect has one; a stand-in for an unknown effect has none."""
        return [key for key in EFFECT_WORDS if (value := getattr(self, key)) or isinstance(value, Dice)]

    @property
    def kind(self) -> codes.EffectKind:
        """What is known of it."""
        given = self.given
        return codes.EFFECTS[codes.EFFECT_NAMES.index(given[0]) if given else codes.NO_EFFECT]

    @property
    def value(self) -> Any:
        """The value of the key that says what it does; None for an unknown effect."""
        return getattr(self, self.kind.key, None)

    @property
    def gives(self) -> str:
        """The status that it gives, if its key names one; empty otherwise."""
        return str(self.value) if self.kind.number == codes.GIVE_STATUS else ""


EFFECTS = table_list(Effect, 1, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something that items and monsters can do."""

    key:     str
    name:    str   = cosmetic(text(40),              "",       "the displayed name; by default the key")
    trigger: str   = field(one_of(codes.TRIGGER_NAMES),    "use",    "what sets it off")
    shape:   str   = field(one_of(codes.SHAPE_NAMES),      REQUIRED, "whom it can hit", "area")
    affects: str   = field(one_of(codes.AFFECTS_NAMES),    "everybody", "which of them it affects")
    needs:   str   = field(one_of(codes.NEEDS_NAMES),      "anyone", "whom it must hit, or it isn't used")
    reach:   int   = field(integer(0, WIDTH),        0,        "cells from its user; 0 for as far as it sees")
    radius:  int   = field(integer(0, world.MAX_RADIUS),   0,        "cells around its target, or around its user for a burst")
    noise:   int   = field(integer(0, WIDTH),        0,        "steps within which it is heard; 0 for silent")
    chance:  int   = field(PERCENT,                  100,      "percent of its triggers at which it happens, or of the turns in which a monster could use it")
    cooldown: int  = field(integer(0, world.FOR_EVER - 1), 0,        "turns until a monster can use it again")
    time:    int   = field(TIME,                     100,      "percent of a turn that using it takes")
    min_distance: int = field(integer(0, WIDTH),     0,        "the least distance to the hero at which a monster uses it")
    max_distance: int = field(integer(0, WIDTH),     0,        "the greatest distance to the hero at which a monster uses it; 0 for no limit")
    hp_below: int  = field(PERCENT,                  0,        "a monster uses it below this percent of its HP; 0 for always")
    effects: tuple[Effect, ...] = field(EFFECTS,     REQUIRED, "what it does, in order")


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A status that the hero and monsters can have."""

    key:      str
    name:     str  = cosmetic(text(40),               "",    "the word that follows 'is'; by default the key, with spaces")
    verb:     str  = cosmetic(text(40),               "",    "what giving it does, such as 'confuses' or 'puts … to sleep'; by default 'makes … NAME'")
    conditions: tuple[str, ...] = field(word_list(codes.CONDITION_NAMES), (), "what it does")
    helps:    bool = field(boolean(),                 False, "whether having it is good", "")
    hp:       int  = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "HP gained each turn; negative for HP lost")
    type:     str  = field(reference("damage_types"), "", "the type of the damage it does", "damage_type")
    stacking: str  = field(one_of(codes.STACKING_NAMES),    "longest", "what a second dose does")
    max_turns: int = field(integer(0, world.FOR_EVER - 1),  0,     "the longest it can last; 0 for no limit")
    absorbs:  int  = field(NUMBER,                    0,     "HP of damage that a dose absorbs before it ends")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Members of one kind in a pack."""

    kind:  str             = field(reference("monsters"), REQUIRED, "the monster")
    count: tuple[int, int] = field(count_range(world.MAX_ACTORS),           REQUIRED, "how many, each number equally likely", ("min_count", "max_count"))


MEMBERS = table_list(Member, 1, 16)


PRONOUNS = ("it", "he", "she")


@dataclass(frozen=True, slots=True, kw_only=True)
class Monster:
    """A kind of monster."""

    key:     str
    name:    str   = cosmetic(text(40),       "",       "the displayed name; by default the key")
    glyph:   str   = cosmetic(character(),    REQUIRED, "the character on the map")
    color:   Shade = cosmetic(rgb(),          GREY,     "the glyph's colour")
    description: str = cosmetic(text(240),    "",       "a sentence or two, shown when the player looks at it")
    pronoun: str   = cosmetic(one_of(PRONOUNS), "it",   "the pronoun in texts")
    hp:      int   = field(integer(1, MAX_NUMBER), REQUIRED, "HP", "", moves=Moves("monster_hp", 1))
    power:   int   = field(NUMBER,            REQUIRED, "damage of a hit, before the target's defense", moves=Moves("monster_power"))
    defense: int   = field(NUMBER,            REQUIRED, "subtracted from every hit taken")
    accuracy: int  = field(BONUS,             0,        "percent added to its chance to hit")
    evasion: int   = field(BONUS,             0,        "percent taken from the chance to hit it")
    regeneration: int = field(NUMBER,         0,        "HP it recovers in 100 turns")
    damage:  Dice | None = field(dice_notation(), None, "rolled and added to power in each attack", moves=Moves("monster_power"))
    damage_type: str = field(DAMAGE_TYPE,     "",       "the type of its attacks' damage; by default plain", "")
    xp:      int   = field(NUMBER,            REQUIRED, "XP for killing it")
    spawn:   Steps = field(WEIGHT,            NEVER,    "spawn weight among monsters and packs; 0 for never", "", moves=Moves(deeper=True))
    guaranteed_on: tuple[int, ...] = field(FLOORS, (),  "floors that always have one, besides those drawn", moves=Moves(floors=ARRIVAL))
    at_stairs: bool = field(boolean(),        False,    "whether guaranteed ones are placed beside the stairs")
    tags:    tuple[str, ...] = field(TAGS,    (),       "sections [tags.KEY] that change its weight")
    abilities: tuple[str, ...] = field(ABILITIES, (),   "its abilities")
    resist:  tuple[tuple[str, int], ...] = field(RESIST, (), "percent of each damage type that it doesn't take")
    unique:  bool  = field(boolean(),         False,    "whether it appears at most once in a run")
    out_of_depth: bool = field(boolean(),     True,     "whether it may appear out of depth", "")
    asleep:  int   = field(PERCENT,           0,        "percent of them that start asleep")
    notice:  int   = field(integer(0, WIDTH), 0,        "steps within which a sleeping one may notice the hero and wake")
    speed:   int   = field(integer(1, 1000),  100,      "actions in 100 normal turns; at most 20 during one action of the hero")
    keeps_distance: int = field(integer(0, WIDTH), 0,   "steps that it tries to keep between itself and the hero")
    flees_below: int = field(PERCENT,         0,        "percent of its HP below which it runs away")
    returns_above: int = field(PERCENT,       0,        "percent of its HP at which it comes back after fleeing; 0 for flees_below")
    erratic: int   = field(PERCENT,           0,        "percent of its turns in which it takes a random step")
    loses_trail: int = field(integer(0, 1000), 0,       "turns for which it follows the hero after losing sight of it")
    wanders: int   = field(PERCENT,           0,        "percent of its idle turns in which it sets out for another room")
    guards:  bool  = field(boolean(),         False,    "whether it returns to where it was placed")
    ambush:  int   = field(integer(0, WIDTH), 0,        "it waits until the hero is within this many steps; 0 if it doesn't wait")
    captive: int   = field(PERCENT,           0,        "percent of them that are captives; walking into one frees it, and it becomes an ally")
    stays:   bool  = field(boolean(),         False,    "whether it never leaves its cell by itself")
    moves:   str   = field(one_of(codes.MOVES_NAMES), "walks", "how it moves; in_water never leaves deep terrain, swims can", "")
    opens_doors: bool = field(boolean(),      True,     "whether it goes through doors", "")
    attack_reach: int = field(ATTACK_REACH,   1,        "steps up to which it attacks, along an open line")
    attack_time: int = field(TIME,            100,      "percent of a turn that its attack takes; at most 20 during one action of the hero")
    growth:  tuple[tuple[str, Fraction], ...] = field(GROWTH, (), "points that its stats and XP gain with each floor")
    grows_from: int = field(integer(0, limits.MAX_FLOORS), 0,  "the floor on which it has the stats above; 0 for the first on which it may appear", "")
    grows_to: int  = field(integer(0, limits.MAX_FLOORS), 0,    "the last floor on which they grow; 0 for no end", "")
    threat:  int   = field(NUMBER,            0,        "its cost in threat_per_floor, in thousandths of the hero's HP; 0 for the cost of one fight", "")
    boss:    bool  = cosmetic(boolean(),      False,    "whether it is meant to beat the average hero; steep lint then only notes lost or costly fights")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A kind of item."""

    key:     str
    name:    str   = cosmetic(text(40),                 "",       "the displayed name; by default the key")
    glyph:   str   = cosmetic(character(),              REQUIRED, "the character on the map")
    color:   Shade = cosmetic(rgb(),                    GREY,     "the glyph's colour")
    description: str = cosmetic(text(240),              "",       "a sentence or two, shown when the player looks at it")
    category: str  = cosmetic(text(20),                 "",       "its heading in the inventory; by default its slot, or a word of its name")
    effect:  str   = field(one_of(ITEM_EFFECT_NAMES),   "none",   "what happens when it is used; using it consumes it", "")
    amount:  int   = field(NUMBER,                      0,        "HP healed, damage dealt or turns of confusion", "")
    reach:   int   = field(integer(0, WIDTH),           0,        "cells: the range of lightning or confusion (for confusion, 0 for as far as the hero sees), or the radius of a fireball", "")
    charges: int   = field(integer(0, world.MAX_CHARGES),     0,        "how often it can be used; 0 if a use consumes it, or its ammunition")
    recharge: int  = field(integer(0, MAX_NUMBER),      0,        "turns in which it regains a charge; 0 for never")
    ammunition: str = field(reference("items"), "",  "the item that each use takes from the inventory")
    thrown:  Dice | None = field(dice_notation(),       None,     "damage when thrown")
    breaks:  int   = field(PERCENT,                     0,        "percent of throws in which it breaks")
    appearance: str = field(reference("appearances"), "", "what it looks like until it is identified; empty if it is always known")
    gold:    DiceSteps = field(dice_by_floor(world.MAX_CHARGES), NO_DICE, "how much gold it is; the hero takes it by walking onto it", "")
    slot:    str   = field(SLOT, "",    "its equipment slot; empty if it can't be equipped")
    max_hp:  int   = field(BONUS,                       0,        "bonus while equipped")
    power:   int   = field(BONUS,                       0,        "bonus while equipped")
    defense: int   = field(BONUS,                       0,        "bonus while equipped")
    accuracy: int  = field(BONUS,                       0,        "bonus while equipped")
    evasion: int   = field(BONUS,                       0,        "bonus while equipped")
    speed:   int   = field(integer(-1000, 1000),        0,        "bonus while equipped; 100 is the speed of most actors")
    sight:   int   = field(BONUS,                       0,        "bonus while equipped")
    stealth: int   = field(BONUS,                       0,        "bonus while equipped")
    regeneration: int = field(BONUS,                    0,        "bonus while equipped")
    damage:  Dice | None = field(dice_notation(),       None,     "rolled and added to power in each attack with it")
    damage_type: str = field(DAMAGE_TYPE,               "",       "the type of the damage of attacks with it; by default plain", "")
    attack_reach: int = field(ATTACK_REACH,             1,        "steps up to which attacks with it reach")
    attack_time: int = field(TIME,                      100,      "percent of a turn that an attack with it takes")
    spawn:   Steps = field(WEIGHT,                      NEVER,    "spawn weight among items; 0 for never", "")
    enchantment: str = field(reference("enchantments"), "", "how its enchantment is drawn; empty if it is never found enchanted")
    each_plus: tuple[tuple[str, int], ...] = field(EACH_PLUS, (), "what each +1 adds; by default 1 to power for weapons, 1 to defense for armour")
    abilities: tuple[str, ...] = field(ABILITIES,       (),       "its abilities; a use sets off those with the trigger use, a throw those with throw")
    resist:  tuple[tuple[str, int], ...] = field(RESIST, (),      "percent of each damage type that its wearer doesn't take")
    tags:    tuple[str, ...] = field(TAGS,              (),       "as for monsters")


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """What some kinds of items look like until they are identified. Each run gives each kind one of the names."""

    key:    str
    names:  tuple[str, ...]   = field(name_list(40, limits.MAX_KINDS // 2), REQUIRED, "the displayed names, at least one for each kind")
    glyph:  str               = cosmetic(character(),   REQUIRED, "the character on the map")
    colors: tuple[Shade, ...] = cosmetic(color_list(),  (GREY,),  "the glyph's colours, in the order of the names; repeated if they are fewer")
    shape:  str               = field(one_of(UNIDENTIFIED_SHAPES),  "self",   "how the hero aims an unidentified one")
    reach:  int               = field(integer(0, WIDTH), 0,       "the range of that aim in cells; 0 for as far as the hero sees")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnidentifiedItem(Item):
    """What a kind of item looks like until it is identified. An appearance has one for each of its names."""

    uses: tuple[Ability, ...]
    """How it is used, as far as the hero knows; nothing if it is equipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enchantment:
    """How enchantments of equipment on a floor are drawn."""

    key:      str
    chance:   Steps     = field(by_floor(0, 100),        NEVER,    "percent of the equipment that is enchanted")
    plus:     DiceSteps = field(dice_by_floor(world.MAX_PLUS), REQUIRED, "how strong its enchantment is")
    negative: int       = field(PERCENT,                 0,        f"percent of enchantments that are negative, down to {world.MIN_PLUS}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A weight, or a change of weights, that many kinds share."""

    key:     str
    weight:  Steps = field(WEIGHT,              NEVER,     "weight of kinds with this tag and no spawn of their own")
    percent: Steps = field(by_floor(0, 10_000), UNCHANGED, "percent by which all weights with this tag are multiplied")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Monsters that spawn together."""

    key:     str
    name:    str   = cosmetic(text(40),          "",       "the displayed name; by default the key")
    leader:  str   = field(reference("monsters"), REQUIRED, "the monster that leads it")
    members: tuple[Member, ...] = field(MEMBERS, REQUIRED, "the other monsters")
    spawn:   Steps = field(WEIGHT,               NEVER,    "spawn weight among monsters and packs; 0 for never", "", moves=Moves(deeper=True))
    growth:  int   = field(integer(0, limits.MAX_FLOORS), 0,      "floors below its first until it can have all its members", moves=Moves(floors=SPAN))
    follows_leader: bool = field(boolean(),      False,    "whether its members sleep and wake with their leader, and follow it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A weighted table of its own, drawn besides the ordinary ones: bosses, treasure."""

    key:       str
    per_room:  DiceSteps = field(dice_by_floor(world.MAX_ITEMS), NO_DICE, "how many in each room")
    per_floor: DiceSteps = field(dice_by_floor(world.MAX_ITEMS), NO_DICE, "how many on a floor besides those by room, on free cells")
    monsters:  tuple[tuple[str, Steps], ...] = field(weights_by_key("monsters", MAX_NUMBER), (), "its monsters and their weights", "", moves=Moves(deeper=True))
    packs:     tuple[tuple[str, Steps], ...] = field(weights_by_key("packs", MAX_NUMBER), (), "its packs and their weights, among the monsters", "", moves=Moves(deeper=True))
    items:     tuple[tuple[str, Steps], ...] = field(weights_by_key("items", MAX_NUMBER), (), "its items and their weights, in a group without monsters and packs", "")

    @property
    def weights(self) -> dict[tuple[str, str], Steps]:
        """Weights by family and key."""
        families = {"monsters": self.monsters, "packs": self.packs, "items": self.items}
        return {(family, key): weight for family, held in families.items() for key, weight in held}


@dataclass(frozen=True, slots=True, kw_only=True)
class PityTimer:
    """An item whose chance rises on every floor without it and falls when it appears."""

    key:       str
    start:     int   = field(PERCENT,                0,     "percent: the chance of one on floor 1", "")
    step:      int   = field(PERCENT,                0,     "percent added after a floor without one", "")
    reset:     int   = field(PERCENT,                0,     "percent subtracted for each one that appears", "")
    guarantee: Steps = field(by_floor(0, world.MAX_ITEMS), NEVER, "the least number that a run has had by a floor", "")
