"""What abilities do, in words: "20 lightning damage to the nearest enemy within 5"."""

from __future__ import annotations

from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import indefinite, plural
from steep.content.compile_abilities import abilities_of
from steep.content.sections import Ability, Effect, Status
from steep.core.ruleset import STAT_NAMES
from steep.play.inventory_stacks import spaced
from steep.play.messages import STAT_WORDS, counted, enumerated

TARGETS = {
    "self": "you",
    "touch": "{one} next to you",
    "nearest": "the nearest enemy within {reach}",
    "target": "{one} in view{within}",
    "bolt": "the first {other} in a line{long}",
    "beam": "{all} in a line{long}",
    "ball": "{all} within {radius} of a spot{away}",
    "cone": "{all} in a cone{long}",
    "burst": "{others} within {radius} of you",
    "view": "{others} in view",
    "floor": "{others} on the floor",
}
"""Whom each shape hits."""

ONE = {"everybody": "anyone", "enemies": "an enemy", "allies": "an ally"}
OTHER = {"everybody": "one", "enemies": "one, if an enemy,", "allies": "one, if an ally,"}
ALL = {"everybody": "all", "enemies": "all enemies", "allies": "all allies"}
OTHERS = ALL | {"everybody": "all others"}

ATTACKED = {"hit": "whoever you hit", "hurt": "whoever hurt you"}
"""Whom an ability with one target hits when this sets it off."""

OCCASIONS = {
    "use": "",
    "turn": "on your turn",
    "hit": "when you hit",
    "hurt": "when you are hurt",
    "death": "when you die",
    "arrival": "on arrival",
}
"""When each trigger sets off an ability."""

AGAIN = {"self": "you", "touch": "it", "nearest": "it", "target": "it", "bolt": "it"}
"""What a second effect calls whom a shape hits; the other shapes hit "them"."""

POSSESSIVES = {"you": "your", "it": "its", "them": "their"}


def target_text(ability: Ability) -> str:
    """Whom an ability hits: "all enemies in a line of 6"."""
    if ability.shape in ("touch", "target") and ability.trigger in ATTACKED:
        return ATTACKED[ability.trigger]
    reach = ability.reach
    return TARGETS[ability.shape].format_map(
        {
            "one": ONE[ability.affects],
            "other": OTHER[ability.affects],
            "all": ALL[ability.affects],
            "others": OTHERS[ability.affects],
            "reach": reach,
            "radius": ability.radius,
            "within": f" within {reach}" if reach else "",
            "long": f" of {reach}" if reach else "",
            "away": f" up to {reach} away" if reach else "",
        }
    )


def effect_text(effect: Effect, whom: str, rulebook: Rulebook) -> str:
    """What an effect does to somebody: "12 fire damage to them", "heals 4 HP", "confuses it for 10 turns"."""
    text = change_of_body(effect, whom, rulebook) or change_of_place(effect, whom, rulebook)
    return text if effect.chance == 100 else f"{text} ({effect.chance}% chance)"


def change_of_body(effect: Effect, whom: str, rulebook: Rulebook) -> str:
    """What an effect does to HP, statuses and stats; empty if it does nothing to them."""
    if effect.damage is not None:
        kind = "" if effect.type in ("", "plain") else f"{spaced(effect.type)} "
        return f"{effect.damage} {kind}damage to {whom}"
    if effect.heal is not None:
        return f"heals {effect.heal} HP" if whom == "you" else f"restores {effect.heal} HP to {whom}"
    if effect.drain is not None:
        return f"drains {effect.drain} HP from {whom}"
    if effect.status:
        status = status_of(effect.status, rulebook)
        verb = status.verb or f"makes … {status.name}"
        what = verb.replace("…", whom) if "…" in verb else f"{verb} {whom}"
        return f"{what} for {counted(effect.turns, 'turn')}"
    if effect.cure:
        return f"cures {whom} of being {status_of(effect.cure, rulebook).name}"
    if effect.stat:
        stat = STAT_WORDS[STAT_NAMES.index(effect.stat)]
        whose = f"{POSSESSIVES[whom]} {stat}" if whom in POSSESSIVES else f"the {stat} of {whom}"
        return f"{'raises' if effect.amount > 0 else 'lowers'} {whose} by {abs(effect.amount)} for good"
    return ""


def change_of_place(effect: Effect, whom: str, rulebook: Rulebook) -> str:
    """What an effect does to where somebody is, and who is there."""
    if effect.teleport:
        return f"teleports {whom}"
    if effect.blink:
        return f"teleports {whom} up to {counted(effect.blink, 'cell')} away"
    if effect.push:
        return f"pushes {whom} back by {counted(effect.push, 'cell')}"
    if effect.pull:
        return f"pulls {whom} closer by {counted(effect.pull, 'cell')}"
    if effect.summon:
        name = next(monster.name for monster in rulebook.monsters if monster.key == effect.summon)
        count = str(effect.count)
        return f"summons {indefinite(name) if count == '1' else f'{count} {plural(name)}'} around {whom}"
    return f"wakes {whom}"


def status_of(key: str, rulebook: Rulebook) -> Status:
    """A status by its key."""
    return next(status for status in rulebook.statuses if status.key == key)


def ability_text(ability: Ability, rulebook: Rulebook) -> str:
    """What an ability does, to whom and when: "when you hit (30%): 2 fire damage to whoever you hit"."""
    whom, again = target_text(ability), AGAIN.get(ability.shape, "them")
    effects = [
        effect_text(effect, again if number else whom, rulebook) for number, effect in enumerate(ability.effects)
    ]
    chance = "" if ability.chance == 100 else f" ({ability.chance}%)"
    occasion = OCCASIONS[ability.trigger]
    return f"{occasion}{chance}: {enumerated(effects)}" if occasion else enumerated(effects)


def use_of(item: Item, rulebook: Rulebook) -> Ability | None:
    """The ability that using an item sets off; None if it has none."""
    return next((ability for ability in abilities_of(item, rulebook) if ability.trigger == "use"), None)


def use_text(item: Item, rulebook: Rulebook) -> str:
    """What using an item does; empty if it does nothing."""
    ability = use_of(item, rulebook)
    return "" if ability is None else ability_text(ability, rulebook)


def worn_texts(item: Item, rulebook: Rulebook) -> list[str]:
    """What the abilities of equipment do while it is equipped."""
    return [ability_text(ability, rulebook) for ability in abilities_of(item, rulebook)]
