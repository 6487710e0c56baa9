"""What equipment gives in words, and what equipping it would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from steep.content import Item
from steep.content.articles_and_plurals import spaced
from steep.content.compiling.abilities import abilities_of
from steep.content.rulebook import Rulebook
from steep.content.sections import UnidentifiedItem
from steep.core.miss_chance_and_damage import expected_damage
from steep.core.ruleset import ACCURACY, NORMAL_SPEED, POWER, RESISTANCE, STAT_NAMES
from steep.play.inventory_stacks import stacks_of
from steep.play.player_view import PlayerView
from steep.play.texts.messages import STAT_WORDS, turns_text
from steep.spawn.dice import Dice

WITH_UNITS = tuple(
    "HP per 100 turns" if stat == "regeneration" else words for stat, words in zip(STAT_NAMES, STAT_WORDS, strict=True)
)
"""The stats in the words that follow a number: regeneration with its unit."""


def bonuses_of(item: Item) -> Counter[str]:
    """What an item adds while it is equipped, with the words that follow each number."""
    added = Counter({f" {words}": getattr(item, stat, 0) for stat, words in zip(STAT_NAMES, WITH_UNITS, strict=True)})
    added.update({f"% {spaced(damage_type)} resistance": percent for damage_type, percent in item.resist})
    return added


def weapon_text(item: Item) -> str:
    """The dice and the damage type of attacks with an item: "+1d6 fire damage"; empty if it has neither."""
    return attack_text(item.damage, item.damage_type)


def attack_text(damage: Dice | None, key: str) -> str:
    """The dice and the damage type of attacks; empty if they have neither."""
    damage_type = f"{spaced(key)} " if key else ""
    if damage is not None:
        return f"+{damage} {damage_type}damage"
    return f"{damage_type}damage" if damage_type else ""


def handling_text(item: Item) -> str:
    """How far attacks with a weapon reach and how long they take: "reaches 2 cells, half a turn an attack"."""
    texts = (
        f"reaches {item.attack_reach} cells" if item.attack_reach > 1 else "",
        f"{turns_text(item.attack_time)} an attack" if item.attack_time != NORMAL_SPEED else "",
    )
    return ", ".join(text for text in texts if text)


def signed(numbers: Mapping[str, int]) -> str:
    """Numbers with signs and words: "+4 power, -1 defense, +50% fire resistance". Leaves out 0."""
    return ", ".join(f"{number:+}{words}" for words, number in numbers.items() if number)


def bonuses(item: Item) -> str:
    """What an item gives while it is equipped: "+1d6 fire damage, +4 power, -1 defense"."""
    return ", ".join(each for each in (weapon_text(item), handling_text(item), signed(bonuses_of(item))) if each)


def numbers_of(session: PlayerView) -> dict[str, int]:
    """The hero's stats by the words of `bonuses_of`."""
    stats = session.hero.stats
    numbers = {f" {words}": int(stats[number]) for number, words in enumerate(WITH_UNITS)}
    for number, damage_type in enumerate(session.rulebook.damage_types):
        numbers[f"% {spaced(damage_type.key)} resistance"] = int(stats[RESISTANCE + number])
    return numbers


def comparison(item: Item, session: PlayerView) -> str:
    """What equipping an item would change: "vs. dagger: power 5 -> 7, without poison bite".

    Without "vs." if nothing is equipped in its equipment slot; then empty if it would change nothing. Empty for an item
    that isn't identified.
    """
    if not item.slot or isinstance(item, UnidentifiedItem):
        return ""
    equipped = [stack.item for stack in stacks_of(session) if stack.equipped and stack.item.slot == item.slot]
    changes = bonuses_of(item)
    for current in equipped:
        changes.subtract(bonuses_of(current))
    now = numbers_of(session)
    theirs = [name for current in equipped for name in names_of_abilities(current, session.rulebook)]
    mine = names_of_abilities(item, session.rulebook)
    texts = (
        change_of_damage(item, equipped, session),
        change_of_attack(item, equipped, session.rulebook),
        change_of_handling(item, equipped),
        *(becoming(words, now[words], change) for words, change in changes.items() if change),
        *(f"with {name}" for name in mine if equipped and name not in theirs),
        *(f"without {name}" for name in theirs if name not in mine),
    )
    text = ", ".join(text for text in texts if text)
    return f"vs. {equipped[0].name}: {text or 'no change'}" if equipped else text


def becoming(words: str, now: int, change: int) -> str:
    """A stat now and after a change: "power 5 -> 7", "fire resistance 0% -> 30%"."""
    percent = "%" if words.startswith("%") else ""
    return f"{words.removeprefix('%').strip()} {now}{percent} -> {now + change}{percent}"


def change_of_attack(item: Item, equipped: Sequence[Item], rulebook: Rulebook) -> str:
    """What attacks would do instead of what they do: "+1d6 fire damage instead of +1d3 damage"; empty if the same.

    Without a weapon, attacks have the hero's own dice and damage type.
    """
    bare = attack_text(rulebook.hero.damage, rulebook.hero.damage_type) or "plain damage"
    before = next((text for text in map(weapon_text, equipped) if text), "")
    after = weapon_text(item)
    return f"{after or bare} instead of {before or bare}" if after != before else ""


def changes_attacks(item: Item) -> bool:
    """Whether attacks with an item have dice, a damage type, a reach or a time of their own."""
    return bool(weapon_text(item) or handling_text(item))


def damage_a_turn(session: PlayerView, worn: Sequence[Item], power: int, accuracy: int) -> int:
    """The average damage a turn with these items equipped against no defense, in hundredths of an HP.

    Misses and critical hits count.
    """
    ruleset = session.rulebook.compiled
    keys = [kind.key for kind in session.rulebook.items]
    rows = [ruleset.items[keys.index(item.key)] for item in worn if item.key in keys]
    weapon = next((row for row in rows if row.weapon == 1), None)
    attack, time = (weapon.attack, int(weapon.attack_time)) if weapon else (ruleset.hero_attack, NORMAL_SPEED)
    return expected_damage(ruleset, attack, power, accuracy, 0, 0, 0) * NORMAL_SPEED // time


def change_of_damage(item: Item, equipped: Sequence[Item], session: PlayerView) -> str:
    """What attacks would take in a turn, and take now: "damage a turn 4.2 -> 6.1".

    Empty where neither is a weapon that attacks in a way of its own.
    """
    if not any(changes_attacks(each) for each in (item, *equipped)):
        return ""
    stats, changes = session.hero.stats, bonuses_of(item)
    for current in equipped:
        changes.subtract(bonuses_of(current))
    worn = [stack.item for stack in stacks_of(session) if stack.equipped]
    others = [each for each in worn if each.slot != item.slot]
    power, accuracy = int(stats[POWER]), int(stats[ACCURACY])
    now = damage_a_turn(session, worn, power, accuracy)
    then = damage_a_turn(session, [item, *others], power + changes[" power"], accuracy + changes[" accuracy"])
    return f"damage a turn {tenths(now)} -> {tenths(then)}"


def tenths(hundredths: int) -> str:
    """Hundredths of an HP as HP, rounded to tenths."""
    return f"{(hundredths + 5) // 10 / 10:.1f}"


def wielded_text(item: Item, session: PlayerView) -> str:
    """What attacks take in a turn with the weapon that the hero has equipped: "4.2 damage a turn".

    Empty for other items.
    """
    if not changes_attacks(item):
        return ""
    worn = [stack.item for stack in stacks_of(session) if stack.equipped]
    stats = session.hero.stats
    return f"{tenths(damage_a_turn(session, worn, int(stats[POWER]), int(stats[ACCURACY])))} damage a turn"


def change_of_handling(item: Item, equipped: Sequence[Item]) -> str:
    """How attacks would reach and last: "reach 2 -> 1, two turns an attack instead of half a turn"; empty if the same.

    Without a weapon an attack reaches 1 cell and takes a turn.
    """
    reach = max((each.attack_reach for each in equipped), default=1)
    time = next((each.attack_time for each in equipped if each.attack_time != NORMAL_SPEED), NORMAL_SPEED)
    texts = (
        f"reach {reach} -> {item.attack_reach}" if item.attack_reach != reach else "",
        f"{turns_text(item.attack_time)} an attack instead of {turns_text(time)}" if item.attack_time != time else "",
    )
    return ", ".join(text for text in texts if text)


def names_of_abilities(item: Item, rulebook: Rulebook) -> list[str]:
    """What the abilities of an item that is equipped are called."""
    return [ability.name for ability in abilities_of(item, rulebook) if ability.trigger != "throw"]
