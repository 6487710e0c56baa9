"""Compiles stats, abilities, statuses and damage types into rows of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steep.content.compiling.fill_rows import Numbers, fill_row
from steep.content.sections import (
    Ability,
    Appearance,
    Effect,
    Gas,
    Hero,
    Item,
    Monster,
    Rules,
    Sections,
    Status,
    Terrain,
    UnidentifiedItem,
    fields_of,
)
from steep.core.geometry import NOWHERE
from steep.core.record import Cells
from steep.core.ruleset import (
    MAX_ABILITIES,
    MAX_EFFECTS,
    NO_GAS,
    AbilityRow,
    AttackDice,
    EffectRow,
    ItemKind,
    MonsterKind,
    Ruleset,
    StatusRow,
    TerrainKind,
    codes,
)
from steep.spawn.dice import Dice
from steep.spawn.exact_numbers import SpawnError

STAT_WORTH = dict.fromkeys(codes.STAT_NAMES, 1) | {
    "max_hp": 2,
    "power": 12,
    "defense": 16,
    "stealth": 2,
    "regeneration": 3,
}
"""About how much a permanent point of each stat is worth to the hero, in halves of a point of max HP."""

PLUS_WORTH = 16
"""The same for each +1 of an enchantment."""


def effect_of(values: Mapping[str, Any]) -> Effect:
    """An effect with some of its keys given and the others left out."""
    return Effect(**{key: values.get(key, field.default) for key, field in fields_of(Effect).items()})


def ability_of(item: Item, rules: Rules) -> Ability | None:
    """The ability that an item's `effect`, `amount` and `reach` stand for; None for no effect."""
    amount = Dice(plus=item.amount)
    own: dict[str, Any]
    if item.effect == "heal":
        own = {"shape": "self", "effects": {"heal": amount}}
    elif item.effect == "lightning":
        own = {"shape": "nearest", "reach": item.reach, "effects": {"damage": amount, "type": "lightning"}}
    elif item.effect == "confusion":
        effect = {"status": "confused", "turns": item.amount}
        own = {"shape": "target", "affects": "enemies", "reach": item.reach, "effects": effect}
    elif item.effect == "fireball":
        effect = {"damage": amount, "type": "fire"}
        own = {"shape": "ball", "radius": item.reach, "needs": rules.fireball_needs, "effects": effect}
    else:
        return None
    return short_form(item, own)


def throw_of(item: Item) -> Ability | None:
    """The ability that an item's `thrown` stands for; None if it has none."""
    if item.thrown is None:
        return None
    return short_form(item, {"trigger": "throw", "shape": "target", "effects": {"damage": item.thrown}})


def short_form(item: Item, own: Mapping[str, Any]) -> Ability:
    """The ability with one effect for which other keys of an item are a short form."""
    given = {**own, "effects": (effect_of(own["effects"]),), "key": item.key, "name": item.name}
    return Ability(**{key: field.default for key, field in fields_of(Ability).items()} | given)


def abilities_of(kind: Monster | Item | Terrain | Gas, sections: Sections) -> tuple[Ability, ...]:
    """The abilities of a kind, in the order of their rows."""
    if isinstance(kind, UnidentifiedItem):
        return kind.uses
    own = (ability_of(kind, sections.rules), throw_of(kind)) if isinstance(kind, Item) else ()
    by_key = {ability.key: ability for ability in sections.abilities}
    return (*(ability for ability in own if ability), *(by_key[key] for key in kind.abilities))


class Filler:
    """What filling abilities has to know of other kinds, and how many rows are filled."""

    def __init__(self, sections: Sections, numbers: Numbers) -> None:
        self.numbers = numbers
        self.helps = {status.key: status.helps for status in sections.statuses}
        self.harmful_gases = {
            gas.key
            for gas in sections.gases
            for each in sections.gases
            if each.abilities and each.key in (gas.key, gas.burns_to)
        }
        self.abilities = 0
        self.effects = 0


def fill_abilities(record: Ruleset, sections: Sections, numbers: Numbers) -> None:
    """Fill the rows of all statuses and abilities, and the stats of the hero and all kinds.

    Raises `SpawnError` when the kinds have more abilities or effects than there are rows.
    """
    filler = Filler(sections, numbers)
    record.timed = int(has_speeds(sections) or has_times(sections))
    record.reaches = int(max(reaches_of(sections)) > 1)
    record.status_count = len(sections.statuses)
    record.damage_type_count = len(sections.damage_types)
    for row, status in zip(record.statuses, sections.statuses, strict=False):
        fill_status(row, status, numbers)
    fill_hero(record.hero_stats, sections.hero)
    fill_resistances(record.hero_stats, sections.hero.resist, numbers)
    fill_attack(record.hero_attack, sections.hero, numbers)
    for monster_row, monster in zip(record.monsters, sections.monsters, strict=False):
        stats = monster_row.stats
        stats[codes.MAX_HP] = monster.hp
        fill_stats(stats, monster)
        fill_resistances(stats, monster.resist, numbers)
        fill_attack(monster_row.attack, monster, numbers)
        fill_kind(record, monster_row, abilities_of(monster, sections), filler)
    for item_row, item in zip(record.items, (*sections.items, *unidentified_items(sections)), strict=False):
        item_row.use = NOWHERE
        item_row.weapon = int(is_weapon(item))
        fill_stats(item_row.bonus, item)
        fill_resistances(item_row.bonus, item.resist, numbers)
        fill_attack(item_row.attack, item, numbers)
        for stat, number in each_plus_of(item):
            item_row.each_plus[codes.STAT_NAMES.index(stat)] = number
            item_row.enchantable = 1
        abilities = abilities_of(item, sections)
        for number, ability in enumerate(abilities, filler.abilities):
            if ability.trigger == "use":
                item_row.use = number
            elif ability.trigger == "throw":
                item_row.thrown = number + 1
        fill_kind(record, item_row, abilities, filler)
    for terrain_row, terrain in zip(record.terrain, sections.terrain, strict=False):
        fill_kind(record, terrain_row, abilities_of(terrain, sections), filler)
    for gas_row, gas in zip(record.terrain[NO_GAS + 1 :], sections.gases, strict=False):
        fill_kind(record, gas_row, abilities_of(gas, sections), filler)
    record.ability_count = filler.abilities


def each_plus_of(item: Item) -> tuple[tuple[str, int], ...]:
    """What each +1 adds to an item, by stat: what it says, or power for weapons and defense for armour."""
    if item.each_plus or not item.slot:
        return item.each_plus
    gives = (
        ("power", item.power > 0 or item.damage is not None or item.damage_type),
        ("defense", item.defense > 0),
    )
    return tuple((stat, 1) for stat, given in gives if given)


def unidentified_items(sections: Sections) -> tuple[UnidentifiedItem, ...]:
    """What items that aren't identified look like, in the order of their rows, which follow those of the kinds."""
    slots = {item.appearance: item.slot for item in sections.items}
    return tuple(
        unidentified_item(appearance, number, slots.get(appearance.key, ""))
        for appearance in sections.appearances
        for number in range(len(appearance.names))
    )


def unidentified_item(appearance: Appearance, number: int, slot: str) -> UnidentifiedItem:
    """An item as it looks under one of an appearance's names. Its slot or how it is aimed is known."""
    own = {
        "key": f"{appearance.key} {number + 1}",
        "name": appearance.names[number],
        "glyph": appearance.glyph,
        "color": appearance.colors[number % len(appearance.colors)],
        "appearance": appearance.key,
        "slot": slot,
        "uses": () if slot else (use_of_unidentified(appearance),),
    }
    return UnidentifiedItem(**{key: field.default for key, field in fields_of(Item).items()} | own)


def use_of_unidentified(appearance: Appearance) -> Ability:
    """How an item that isn't identified is used: on whom it can be tried, and nothing of what it does."""
    own = {"key": appearance.key, "name": appearance.key, "shape": appearance.shape, "reach": appearance.reach}
    defaults = {key: field.default for key, field in fields_of(Ability).items()}
    return Ability(**defaults | own | {"effects": (effect_of({}),)})


def has_speeds(sections: Sections) -> bool:
    """Whether anybody's speed can differ from codes.NORMAL_SPEED."""
    effects = [effect for ability in sections.abilities for effect in ability.effects]
    given = {effect.gives for effect in effects}
    return (
        sections.hero.speed != codes.NORMAL_SPEED
        or any(monster.speed != codes.NORMAL_SPEED or "speed" in dict(monster.growth) for monster in sections.monsters)
        or any(status.speed for status in sections.statuses if status.key in given)
        or any(item.speed or dict(item.each_plus).get("speed") for item in sections.items)
        or any(choice.stat == "speed" for choice in sections.level_up.choices)
        or any(
            (effect.kind.takes, effect.value) == ("stat", "speed")
            for ability in sections.abilities
            for effect in ability.effects
        )
    )


def has_times(sections: Sections) -> bool:
    """Whether any action can take more or less than a turn."""
    return (
        any(monster.attack_time != codes.NORMAL_SPEED for monster in sections.monsters)
        or any(item.attack_time != codes.NORMAL_SPEED for item in sections.items)
        or any(ability.time != codes.NORMAL_SPEED for ability in sections.abilities)
    )


def reaches_of(sections: Sections) -> list[int]:
    """How far all attacks reach: those without a weapon, of monsters and with items."""
    monsters = [monster.attack_reach for monster in sections.monsters]
    return [1, *monsters, *(item.attack_reach for item in sections.items)]


def is_weapon(item: Item) -> bool:
    """Whether attacks with an item differ from those without."""
    return bool(
        item.damage is not None or item.damage_type or item.attack_reach > 1 or item.attack_time != codes.NORMAL_SPEED
    )


def fill_hero(stats: Cells, hero: Hero) -> None:
    """Fill the hero's stats at the start of a run."""
    stats[codes.MAX_HP], stats[codes.SIGHT] = hero.hp, hero.view_radius
    fill_stats(stats, hero)


def fill_stats(stats: Cells, section: Hero | Monster | Item | Status) -> None:
    """Fill the stats, or the bonuses, that a section has a key for."""
    for number, name in enumerate(codes.STAT_NAMES):
        if name in fields_of(type(section)):
            stats[number] = getattr(section, name)


def fill_attack(attack: AttackDice, section: Hero | Monster | Item, numbers: Numbers) -> None:
    """Fill what is special about the attacks of an actor, or of attacks with an item."""
    dice = section.damage or Dice()
    attack.dice, attack.sides, attack.plus = dice.dice, dice.sides, dice.plus
    attack.damage_type = numbers.rows["damage_types"][section.damage_type or "plain"]


def fill_resistances(stats: Cells, resist: Sequence[tuple[str, int]], numbers: Numbers) -> None:
    """Fill the resistances among an actor's stats, or among bonuses."""
    for key, percent in resist:
        stats[codes.RESISTANCE + numbers.rows["damage_types"][key]] = percent


def fill_status(row: StatusRow, status: Status, numbers: Numbers) -> None:
    """Fill the row of a status."""
    fill_row(row, status, numbers)
    row.conditions = flags_of(status.conditions, codes.CONDITION_NAMES)
    row.traits = codes.HELPS if status.helps else codes.HARMS
    fill_stats(row.bonus, status)
    fill_resistances(row.bonus, status.resist, numbers)


def flags_of(given: Sequence[str], names: Sequence[str]) -> int:
    """The bits of some words, each 1 << its index in `names`, added up."""
    return sum(1 << names.index(word) for word in given)


def fill_kind(
    record: Ruleset, row: MonsterKind | ItemKind | TerrainKind, abilities: Sequence[Ability], filler: Filler
) -> None:
    """Fill the rows of a kind's abilities."""
    if filler.abilities + len(abilities) > MAX_ABILITIES:
        raise SpawnError("abilities", "more in all kinds together", f"at most {MAX_ABILITIES}")
    row.first_ability, row.ability_count, row.triggers = filler.abilities, len(abilities), 0
    for ability in abilities:
        ability_row = record.abilities[filler.abilities]
        fill_ability(record, ability_row, ability, filler, by_hero=isinstance(row, ItemKind))
        row.triggers |= 1 << ability_row.trigger
        filler.abilities += 1


def fill_ability(record: Ruleset, row: AbilityRow, ability: Ability, filler: Filler, *, by_hero: bool) -> None:
    """Fill the rows of an ability and its effects."""
    if filler.effects + len(ability.effects) > MAX_EFFECTS:
        raise SpawnError("abilities", "more effects in all kinds together", f"at most {MAX_EFFECTS}")
    fill_row(row, ability, filler.numbers)
    row.first_effect, row.effect_count = filler.effects, len(ability.effects)
    row.traits, row.amount, row.damage, row.burns, lasting = 0, 0, 0, 0, 0
    for effect in ability.effects:
        effect_row = record.effects[filler.effects]
        effect_row.ability = filler.abilities
        row.traits |= fill_effect(effect_row, effect, filler, by_hero=by_hero)
        average = effect_row.dice * (effect_row.sides + 1) // 2 + effect_row.plus
        gives = effect_row.effect == codes.GIVE_STATUS
        row.amount += effect.turns if gives else average
        row.damage += average if effect_row.effect in codes.TAKE_HP else 0
        takes = gives and record.statuses[effect_row.status].hp < 0
        row.burns |= int(takes or effect_row.effect == codes.IGNITE)
        lasting += lasting_worth(effect_row)
        filler.effects += 1
    row.lasts = max(1, lasting // 2) if lasting > 0 and row.traits & codes.HARMS == 0 else 0


def lasting_worth(row: EffectRow) -> int:
    """About how much an effect that permanently improves is worth, in halves of a point of max HP; 0 for others."""
    if row.effect == codes.ENCHANT:
        return max(0, row.plus) * PLUS_WORTH
    return max(0, row.plus) * STAT_WORTH[codes.STAT_NAMES[row.stat]] if row.effect == codes.CHANGE_STAT else 0


def fill_effect(row: EffectRow, effect: Effect, filler: Filler, *, by_hero: bool) -> int:
    """Fill the row of an effect. Returns its traits: the hero's summons are allies."""
    kind, value, rows = effect.kind, effect.value, filler.numbers.rows
    row.effect, row.chance, row.turns, row.limit = kind.number, effect.chance, effect.turns, effect.limit
    row.damage_type = rows["damage_types"][effect.type or "plain"]
    amount = amount_of(effect, kind, value)
    row.dice, row.sides, row.plus = amount.dice, amount.sides, amount.plus
    row.status = rows["statuses"].get(value if kind.takes == "statuses" else kind.status, 0)
    named = kind.takes in ("monsters", "terrain", "gases")
    row.kind = rows[kind.takes][value] if named else rows["slots"].get(effect.slot, -1) + 1
    row.stat = codes.STAT_NAMES.index(value) if kind.takes == "stat" else 0
    decided = {
        "": True,
        "sign": amount.plus > 0,
        "status helps": filler.helps.get(value, False),
        "status harms": not filler.helps.get(value, False),
        "hero has it": by_hero,
        "gas harms": value in filler.harmful_gases,
    }
    return kind.traits if decided[kind.decided_by] else kind.otherwise


def amount_of(effect: Effect, kind: codes.EffectKind, value: object) -> Dice:
    """The amount of an effect of a kind, whose key has this value."""
    given = {"count": effect.count, "amount": effect.amount}
    amount = next((given[key] for key in kind.needs if key in given), value)
    if isinstance(amount, Dice):
        return amount
    return Dice(plus=amount) if type(amount) is int else Dice()
