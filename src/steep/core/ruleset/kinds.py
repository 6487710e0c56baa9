"""The rows of kinds: what monsters and items are, and what they do."""

from typing import Annotated

from steep.core.record import Cells, Plane, record
from steep.core.ruleset.codes import STATS
from steep.core.ruleset.floors import FloorsBelow
from steep.core.ruleset.limits import MAX_FLOORS


@record
class EffectRow:
    """One effect of an ability. Which numbers count depends on the effect (`steep.rules.abilities.effects`)."""

    ability: int
    """The ability that it belongs to."""
    effect: int
    """DAMAGE, HEAL, GIVE_STATUS or another of EFFECT_NAMES."""
    chance: int
    """Percent, for each actor that the ability hits."""
    dice: int
    """The amount is `dice` d `sides` + `plus`."""
    sides: int
    plus: int
    damage_type: int
    status: int
    turns: int
    """How long a status lasts."""
    kind: int
    """A kind of monster, MAX_KINDS + the number of a pack, or an equipment slot."""
    stat: int
    limit: int
    """How many of the kind that it summons its user's side may have on a floor; 0 for any number."""


@record
class AbilityRow:
    """Something an item or a monster can do: when, to whom, and what."""

    trigger: int
    """ON_USE, ON_TURN, ON_HIT, or another of TRIGGER_NAMES."""
    area: int
    """Its shape: SELF, TOUCH, NEAREST, or another of SHAPE_NAMES."""
    affects: int
    """EVERYBODY, ENEMIES or ALLIES in its shape."""
    needs: int
    """Whom it must hit to be used: NEEDS_ANYONE, NEEDS_ENEMY, NEEDS_NOTHING or NEEDS_CASTER."""
    reach: int
    """Cells from its user; 0 for as far as it sees."""
    radius: int
    """Cells around the target of a ball, or around the user of a burst."""
    noise: int
    """Steps within which it is heard; 0 for a silent one."""
    chance: int
    """Percent: that it is set off, or that a monster which could use it does."""
    cooldown: int
    """Turns until a monster can use it again."""
    time: int
    """Percent of a turn that using it takes."""
    min_distance: int
    """Steps to the target at which a monster uses it."""
    max_distance: int
    """0 for no limit."""
    hp_below: int
    """A monster uses it when its HP are below this percent of its maximum; 0 for always."""
    traits: int
    """What it is good for: HARMS, HELPS, MOVES and INFORMS, added up."""
    amount: int
    """About how many HP, or turns of a status, it gives or takes."""
    damage: int
    """About how many of these HP it takes at once."""
    burns: int
    """1 if it goes on taking HP, by a status or by fire."""
    lasts: int
    """About how many max HP its permanent gains are worth. With any, there is no reason to save it for later."""
    first_effect: int
    effect_count: int


@record
class StatusRow:
    """A status that an actor can have."""

    conditions: int
    """CANNOT_ACT, CANNOT_SEE and others of CONDITION_NAMES, added up."""
    hp: int
    """HP gained each turn; negative for damage."""
    damage_type: int
    stacking: int
    """LONGEST, ADD or IGNORE."""
    max_turns: int
    ends_when_hurt: int
    """1 if losing HP ends it."""
    absorbs: int
    """HP of damage that a dose takes instead of its bearer; the status ends when they are used up."""
    traits: int
    """HARMS if nobody wants it, HELPS if everybody does."""
    bonus: Annotated[Cells, Plane("i4", STATS)]
    """Added to each stat while it lasts."""


@record
class AttackDice:
    """What is special about an actor's attacks: `dice` d `sides` + `plus` is added to its power."""

    dice: int
    sides: int
    plus: int
    damage_type: int


@record
class MonsterKind:
    """The numbers of a kind of monster."""

    stats: Annotated[Cells, Plane("i4", STATS)]
    """Each stat by number: MAX_HP, POWER, DEFENSE, ..., RESISTANCE + damage type."""
    attack: AttackDice
    xp: int
    """XP for killing it."""
    growth: Annotated[Cells, Plane("i4", STATS)]
    """What each stat gains with each floor after `grows_from` up to `grows_to`, in GROWTH_PARTS."""
    xp_growth: int
    """The same for XP."""
    grows_from: int
    """The floor on which it has the stats above."""
    grows_to: int
    """The last floor that adds to them; 0 if it never grows."""
    deeper: int
    """In a mode it grows as if its floor were deeper by this many floors."""
    stretched: int
    """Percent by which a mode has stretched the floors over which it grows; negative for fewer floors."""
    below: FloorsBelow
    """As in the ruleset: it is stronger on the floors below."""
    threat: Annotated[Cells, Plane("i4", MAX_FLOORS)]
    """How much of a floor's threat budget it uses, in thousandths: declared, or what a fight costs; at least 1.

    Index 0 is floor 1, and deeper floors use the last value.
    """
    unique: int
    """1 if a run has at most one of it."""
    asleep: int
    """Percent that are asleep when their floor is made."""
    notice: int
    """Steps. A sleeper n steps away, n in 1 .. notice, wakes with chance (notice + 1 - n) / notice each turn."""
    keeps_distance: int
    """Steps that it tries to keep between itself and the hero."""
    flees_below: int
    """Percent of its max HP below which it runs away."""
    erratic: int
    """Percent of its turns in which it takes a random step."""
    returns_above: int
    """Percent of its max HP at which it comes back after fleeing; 0 for `flees_below`."""
    loses_trail: int
    """Turns for which it follows the hero after losing sight of it."""
    wanders: int
    """Percent of its idle turns in which it sets out for another room."""
    at_stairs: int
    """1 if those that are guaranteed are placed beside the stairs."""
    guards: int
    """1 if it returns to where it was placed when there is nothing to do."""
    ambush: int
    """Steps. It waits until the hero is that near, or hurts it; 0 if it doesn't wait."""
    stays: int
    """1 if it never leaves its cell by itself."""
    attack_reach: int
    """Steps up to which it attacks, along an open line."""
    attack_time: int
    """Percent of a turn that its attack takes."""
    captive: int
    """Percent of them that are captives."""
    first_ability: int
    ability_count: int
    mover: int
    """Its class among `Ruleset.movers`."""
    triggers: int
    """The bit of each trigger that its abilities have: 1 << trigger. And BEHAVES, if any behaviour above isn't 0."""


@record
class ItemKind:
    """The numbers of a kind of item."""

    slot: int
    """Equipment slot, from 1; 0 if it can't be equipped."""
    use: int
    """The ability that using it sets off; -1 if it has none."""
    charges: int
    """How often it can be used; 0 if using it uses it up."""
    recharge: int
    """Turns in which it regains a charge; 0 for never."""
    ammunition: int
    """The kind of item that each use takes from the inventory, + 1; 0 for none."""
    thrown: int
    """The ability that throwing it sets off, + 1; 0 for none."""
    breaks: int
    """Percent of throws in which it breaks."""
    bonus: Annotated[Cells, Plane("i4", STATS)]
    """Added to each stat while it is equipped."""
    each_plus: Annotated[Cells, Plane("i4", STATS)]
    """Added to each stat, for each +1 of its enchantment."""
    enchantable: int
    """1 if any of those isn't 0."""
    enchantment: int
    """The row of `Ruleset.enchantments` that says which of them are enchanted when found, + 1; 0 if none is."""
    weapon: int
    """1 if attacks with it have its dice, damage type, reach and time."""
    attack: AttackDice
    attack_reach: int
    """Steps up to which attacks with it reach."""
    attack_time: int
    """Percent of a turn that an attack with it takes."""
    first_ability: int
    ability_count: int
    triggers: int
    """The bit of each trigger that its abilities have: 1 << trigger."""
    pity_timer: int
    """Number of the pity timer that counts it, + 1; 0 for none."""
    appearance: int
    """Number of the appearance that it has until it is identified, + 1; 0 if it is always known."""
    stacks: int
    """1 if those that look like it share an inventory slot."""
    opens: int
    """1 if it opens some kind of terrain."""
    gold: int
    """The row of `Ruleset.gold` with its amount of gold, + 1; 0 if it isn't gold."""


@record
class Gain:
    """One choice at a level-up."""

    stat: int
    amount: int


@record
class StartItem:
    """An item the hero starts with."""

    kind: int
    equipped: int
    plus: int
    """Its enchantment."""
    identified: int
    """1 if the hero knows its kind from the start."""


@record
class HungerStage:
    """What happens to the hero while it has no more nutrition left than this."""

    below: int
    """The highest nutrition at which it is in this stage."""
    status: int
    """The status that it has then, + 1; 0 for none."""
    hp: int
    """HP that it loses each turn."""
