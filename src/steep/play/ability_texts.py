"""What abilities do, in words: "20 lightning damage to the nearest enemy within 5"."""

from __future__ import annotations

from steep.content import Item, Rulebook
from steep.content.compile_abilities import abilities_of
from steep.content.sections import Ability, Effect
from steep.core.ruleset import STAT_NAMES
from steep.play.describe import counted
from steep.play.messages import STAT_WORDS

TARGETS = {
    "self": "",
    "touch": "{who} next to you",
    "nearest": "the nearest enemy within {reach}",
    "target": "one of {whom} in view",
    "bolt": "the first in a line",
    "beam": "{whom} in a line",
    "ball": "{whom} within {radius} of a spot",
    "cone": "{whom} in a cone of {reach}",
    "burst": "{whom} within {radius} of you",
    "view": "{whom} in view",
    "floor": "{whom} on the floor",
}
"""Whom each shape hits."""

WHOM = {"everybody": "all", "enemies": "all enemies", "allies": "all allies"}
WHO = {"everybody": "anybody", "enemies": "an enemy", "allies": "an ally"}


def effect_text(effect: Effect, rulebook: Rulebook) -> str:
    """What one effect does: "40 HP healed", "confused for 10 turns"."""
    chance = "" if effect.chance == 100 else f" ({effect.chance}%)"
    if effect.damage is not None:
        kind = f"{effect.type} " if effect.type not in ("", "plain") else ""
        return f"{effect.damage} {kind}damage{chance}"
    if effect.heal is not None:
        return f"heals {effect.heal} HP{chance}"
    if effect.drain is not None:
        return f"{effect.drain} HP drained{chance}"
    for words, number in (
        ("blinks {} cells", effect.blink),
        ("pushes {} cells", effect.push),
        ("pulls {} cells", effect.pull),
    ):
        if number:
            return words.format(number) + chance
    if effect.cure:
        return f"no longer {status_name(effect.cure, rulebook)}{chance}"
    if effect.teleport:
        return f"teleports{chance}"
    if effect.summon:
        name = next(monster.name for monster in rulebook.monsters if monster.key == effect.summon)
        return f"summons {effect.count} {name}{chance}"
    if effect.stat:
        return f"{effect.amount:+} {STAT_WORDS[STAT_NAMES.index(effect.stat)]}{chance}"
    if effect.wake:
        return f"wakes{chance}"
    return f"{status_name(effect.status, rulebook)} for {counted(effect.turns, 'turn')}{chance}"


def status_name(key: str, rulebook: Rulebook) -> str:
    """What a status is called."""
    return next(status.name for status in rulebook.statuses if status.key == key)


def target_text(ability: Ability) -> str:
    """Whom an ability hits; empty for its user."""
    words = {
        "whom": WHOM[ability.affects],
        "who": WHO[ability.affects],
        "reach": ability.reach or "your sight",
        "radius": ability.radius,
    }
    return TARGETS[ability.shape].format_map(words)


def ability_text(ability: Ability, rulebook: Rulebook) -> str:
    """What an ability does and to whom."""
    effects = " and ".join(effect_text(effect, rulebook) for effect in ability.effects)
    target = target_text(ability)
    return f"{effects} to {target}" if target else effects


def use_of(item: Item, rulebook: Rulebook) -> Ability | None:
    """The ability that using an item sets off; None if it has none."""
    return next((ability for ability in abilities_of(item, rulebook) if ability.trigger == "use"), None)


def use_text(item: Item, rulebook: Rulebook) -> str:
    """What using an item does; empty if it does nothing."""
    ability = use_of(item, rulebook)
    return "" if ability is None else ability_text(ability, rulebook)
