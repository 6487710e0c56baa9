"""What abilities do, in words: "20 lightning damage to the nearest enemy within 5"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import agreeing, indefinite, plural, spaced
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Ability, Effect, Status, Terrain, UnidentifiedItem
from steep.core.gas import gas_row, units_of_gas
from steep.core.geometry import UNKNOWN, WIDTH
from steep.core.miss_chance_and_damage import resisted
from steep.core.ruleset import NORMAL_SPEED, STAT_NAMES, AbilityRow, EffectRow, Ruleset, codes
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import MAX_GAS, MAX_INVENTORY
from steep.play.player_view import PlayerView, changes_places, visible_monsters
from steep.play.texts.equipment import bonuses
from steep.play.texts.messages import STAT_WORDS, being, capitalised, counted, enumerated, turns_text
from steep.rules.abilities.ability_shapes import line_cell

# What an ability of the hero's would do to somebody it hits, in a few words: "6 to 11 damage, then blind (30%)".


def effects_of(ability: AbilityRow, ruleset: Ruleset) -> Sequence[EffectRow]:
    """The effects of an ability, in order."""
    return [ruleset.effects[row] for row in range(ability.first_effect, ability.first_effect + ability.effect_count)]


def damage_range(ability: AbilityRow, ruleset: Ruleset, resistances: Sequence[int]) -> tuple[int, int]:
    """The least and the most HP that an ability takes from somebody. What has a chance may fail.

    `resistances` are the percents of each damage type that it resists.
    """
    least = most = 0
    for effect in effects_of(ability, ruleset):
        if effect.effect in codes.TAKE_HP:
            resistance = int(resistances[effect.damage_type])
            most += resisted(max(0, effect.dice * effect.sides + effect.plus), resistance)
            least += resisted(max(0, effect.dice + effect.plus), resistance) if effect.chance >= 100 else 0
    return least, most


def outcome_texts(ability: AbilityRow, rulebook: Rulebook, resistances: Sequence[int], hp: int) -> list[str]:
    """What an ability would do to somebody with these resistances and HP: a text for all damage and one an effect."""
    ruleset = rulebook.compiled
    least, most = damage_range(ability, ruleset, resistances)
    effects = effects_of(ability, ruleset)
    texts = []
    if any(effect.effect in codes.TAKE_HP for effect in effects):
        texts.append(damage_text(least, most, hp))
    if least < hp:
        texts += changes(effects, rulebook)
    return texts


def changes(effects: Iterable[EffectRow], rulebook: Rulebook) -> list[str]:
    """What the effects other than damage did to an actor."""
    return [effect_words(effect, rulebook) for effect in effects if codes.EFFECTS[effect.effect].done]


def damage_text(least: int, most: int, hp: int) -> str:
    """What damage between two numbers does to an actor with some HP."""
    if least >= hp:
        return "dies"
    amount = f"{most}" if least == most else f"{least} to {most}"
    return f"{amount} damage{', may die' if most >= hp else ''}" if most else "no damage"


def effect_words(effect: EffectRow, rulebook: Rulebook) -> str:
    """What an effect other than damage does, with its chance if it is not certain."""
    kind = codes.EFFECTS[effect.effect]
    words: dict[str, object] = {"change": effect.plus, "stat": STAT_WORDS[effect.stat]}
    words["status"] = rulebook.statuses[effect.status].name
    if kind.takes == "monsters":
        words["a_name"] = indefinite(rulebook.monsters[effect.kind].name)
    elif kind.takes in ("terrain", "gases"):
        words["name"] = rulebook.terrain_row(effect.kind).name
    text = kind.done.format_map(words)
    return text if effect.chance >= 100 else f"{text} ({effect.chance}%)"


TARGETS = {
    "self": "{oneself}",
    "touch": "{one} next to {user}",
    "nearest": "{nearest} within {reach}",
    "target": "{one} in view{within}",
    "bolt": "the first {other} in a line{long}",
    "beam": "{all} in a line{long}",
    "ball": "{all} within {radius} of a spot{away}",
    "cone": "{all} in a cone{long}",
    "burst": "{others} within {radius} of {user}",
    "view": "{others} in view",
    "floor": "{others} on the floor",
}
"""Whom each shape hits."""

THROWN = {"target": "whoever it hits", "ball": "{all} within {radius} of where it lands"}
"""Whom each shape hits when throwing an item sets it off."""

ATTACKS = ("hit", "hurt")
"""The triggers whose target is the other actor in an attack."""

ONE_TARGET = ("touch", "target", "nearest")
"""The shapes that hit a single actor, whoever else is around."""


NOTHING_WORN: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Voice:
    """What an ability's owner and those around it are called."""

    user: str
    oneself: str
    nearest: str
    """The nearest enemy."""
    one: Mapping[str, str]
    """Words for any target, by whom the ability affects; likewise the next ones."""
    other: Mapping[str, str]
    all: Mapping[str, str]
    others: Mapping[str, str]
    attacked: Mapping[str, str]
    """Whom an ability with one target hits when an attack sets it off."""
    occasions: Mapping[str, str]
    """When each trigger sets off an ability."""
    again: str
    """What a second effect calls a single target."""
    worn: Mapping[str, str] = field(default_factory=dict)
    """What the hero has equipped, by slot, as far as that is known."""


YOURS = Voice(
    user="you",
    oneself="you",
    nearest="the nearest enemy",
    one={"everybody": "anyone", "enemies": "an enemy", "allies": "an ally"},
    other={"everybody": "one", "enemies": "one, if an enemy,", "allies": "one, if an ally,"},
    all={"everybody": "all", "enemies": "all enemies", "allies": "all allies"},
    others={"everybody": "all others", "enemies": "all enemies", "allies": "all allies"},
    attacked={"hit": "whoever you hit", "hurt": "whoever hurt you"},
    occasions={
        "use": "",
        "turn": "on your turn",
        "hit": "when you hit",
        "hurt": "when you are hurt",
        "death": "when you die",
        "throw": "thrown",
        "arrive": "when you come to a floor",
        "equip": "when you equip it",
        "unequip": "when you unequip it",
        "enter": "when you enter",
        "stay": "while you stay",
    },
    again="it",
)
"""An ability of the hero's."""

ITS = Voice(
    user="it",
    oneself="itself",
    nearest="you",
    one={"everybody": "you", "enemies": "you", "allies": "an ally"},
    other={"everybody": "one", "enemies": "one, if its enemy,", "allies": "one, if its ally,"},
    all={"everybody": "all", "enemies": "all its enemies", "allies": "all its allies"},
    others={"everybody": "all others", "enemies": "all its enemies", "allies": "all its allies"},
    attacked={"hit": "you", "hurt": "you"},
    occasions={
        "use": "",
        "turn": "",
        "hit": "when it hits",
        "hurt": "when it is hurt",
        "death": "when it dies",
        "throw": "",
        "arrive": "when it first sees you",
        "equip": "",
        "unequip": "",
        "enter": "",
        "stay": "",
    },
    again="you",
)
"""A monster's ability, as texts for the player describe it."""

A_FRIENDS = replace(
    ITS,
    nearest="its nearest enemy",
    one={"everybody": "anyone", "enemies": "an enemy", "allies": "an ally"},
    attacked={"hit": "whoever it hits", "hurt": "whoever hurt it"},
    again="them",
)
"""An ability of an ally or a captive."""

POSSESSIVES = {"you": "your", "it": "its", "itself": "its", "them": "their"}


def target_text(ability: Ability, voice: Voice = YOURS) -> str:
    """Whom an ability hits: "all enemies in a line of 6"."""
    if ability.shape in ("touch", "target") and ability.trigger in ATTACKS:
        return voice.attacked[ability.trigger]
    reach = ability.reach
    text = THROWN[ability.shape] if ability.trigger == "throw" else TARGETS[ability.shape]
    return text.format_map(
        {
            "user": voice.user,
            "oneself": voice.oneself,
            "nearest": voice.nearest,
            "one": voice.one[ability.affects],
            "other": voice.other[ability.affects],
            "all": voice.all[ability.affects],
            "others": voice.others[ability.affects],
            "reach": reach,
            "radius": ability.radius,
            "within": f" within {reach}" if reach else "",
            "long": f" of {reach}" if reach else "",
            "away": f" up to {reach} away" if reach else "",
        }
    )


def target_again(ability: Ability, voice: Voice) -> str:
    """What a second effect calls whom an ability hits."""
    if ability.shape == "self":
        return voice.oneself
    if ability.shape in ONE_TARGET:
        return voice.again
    return ("it" if voice.user == YOURS.user else "that one") if ability.shape == "bolt" else "them"


class Change(int):
    """A number that may be written as one of two words: "{change:raises|lowers}"."""

    def __format__(self, spec: str) -> str:
        more, either, less = spec.partition("|")
        return (more if self > 0 else less) if either else super().__format__(spec)


def effect_text(effect: Effect, whom: str, rulebook: Rulebook, worn: Mapping[str, str]) -> str:
    """What an effect does to somebody: "12 fire damage to them", "heals 4 HP", "confuses it for 10 turns"."""
    kind = effect.kind
    does = kind.does_to_user if kind.does_to_user and whom in ("you", "itself") else kind.does
    text = does.format_map(words_of(effect, whom, rulebook, worn))
    return text if effect.chance == 100 else f"{text} ({effect.chance}% chance)"


def words_of(effect: Effect, whom: str, rulebook: Rulebook, worn: Mapping[str, str]) -> dict[str, object]:
    """The names and numbers of an effect that the words of its kind can have."""
    takes, value = effect.kind.takes, effect.value
    words: dict[str, object] = {
        "whom": whom,
        "value": value,
        "type": "" if effect.type in ("", "plain") else f"{spaced(effect.type)} ",
        "turns": counted(effect.turns, "turn"),
        "units": counted(effect.amount, "unit"),
        "nutrition": rulebook.hunger.name.lower(),
        "slot": worn.get(effect.slot, spaced(effect.slot)),
        "size": abs(effect.amount),
        "change": Change(value if takes == "plus" else effect.amount),
    }
    if takes == "statuses":
        status = status_of(value, rulebook)
        verb = status.verb or f"makes … {status.name}"
        words["gives"] = verb.replace("…", whom) if "…" in verb else f"{verb} {whom}"
        words["being"] = being(status.name)
    elif takes == "monsters":
        words.update(a_name=indefinite(monster_name(value, rulebook)), summoned=summoned_text(effect, rulebook))
    elif takes in ("terrain", "gases"):
        rows = rulebook.terrain if takes == "terrain" else rulebook.gases
        words["name"] = next(row.name for row in rows if row.key == value)
    elif takes == "stat":
        stat = STAT_WORDS[STAT_NAMES.index(value)]
        words["whose"] = f"{POSSESSIVES[whom]} {stat}" if whom in POSSESSIVES else f"the {stat} of {whom}"
    elif takes == "cells":
        words["cells"] = counted(value, "cell")
        words["where"] = "of the whole floor" if value >= WIDTH else f"within {counted(value, 'step')}"
    elif takes == "kinds":
        words["kinds"] = "everything" if value >= MAX_INVENTORY else f"{counted(value, 'kind')} of item"
    return words


def summoned_text(effect: Effect, rulebook: Rulebook) -> str:
    """Whom an effect summons: "an orc (2 at most)", "1d3 orcs"."""
    name = monster_name(effect.value, rulebook)
    count = str(effect.count)
    most = f" ({effect.limit} at most)" if effect.limit else ""
    return f"{indefinite(name) if count == '1' else f'{count} {plural(name)}'}{most}"


def monster_name(key: str, rulebook: Rulebook) -> str:
    """The name of a kind of monster, by its key."""
    return next(monster.name for monster in rulebook.monsters if monster.key == key)


def status_of(key: str, rulebook: Rulebook) -> Status:
    """A status by its key."""
    return next(status for status in rulebook.statuses if status.key == key)


def noise_text(ability: Ability) -> str:
    """That an ability is heard, and how far; empty for a silent one."""
    if not ability.noise:
        return ""
    return f"is heard {counted(ability.noise, 'step')} away"


def effects_text(ability: Ability, rulebook: Rulebook, voice: Voice) -> str:
    """What all effects of an ability do, in order, and how far it is heard."""
    whom, again = target_text(ability, voice), target_again(ability, voice)
    texts = []
    for number, effect in enumerate(ability.effects):
        if "wake" in effect.given and whom == YOURS.oneself and (ability.noise or number):
            # The hero never sleeps: whom it wakes is told by how far it is heard.
            continue
        if "summon" in effect.given and ability.trigger == "death":
            # What has died calls nobody: it gets up itself.
            near = f"{voice.nearest}, if within {ability.reach}" if ability.shape == "nearest" else whom
            texts.append(f"rises as {summoned_text(effect, rulebook)} beside {near}")
            continue
        if effect.kind.on_cells and ability.shape == "burst":
            text = effect_text(effect, f"{voice.oneself}, within {ability.radius}", rulebook, voice.worn)
        else:
            text = effect_text(effect, again if number else whom, rulebook, voice.worn)
        texts.append(text)
    return enumerated([*texts, *([noise_text(ability)] if ability.noise else [])])


def ability_text(ability: Ability, rulebook: Rulebook, worn: Mapping[str, str] = NOTHING_WORN) -> str:
    """What an ability of the hero's does, to whom and when: "when you hit (30%): 2 fire damage to whoever you hit"."""
    effects = effects_text(ability, rulebook, replace(YOURS, worn=worn))
    chance = "" if ability.chance == 100 else f" ({ability.chance}%)"
    occasion = YOURS.occasions[ability.trigger]
    time = "" if ability.time == NORMAL_SPEED else f", taking {turns_text(ability.time)}"
    return f"{occasion}{chance}: {effects}{time}" if occasion else f"{effects}{time}"


def monster_ability_text(ability: Ability, rulebook: Rulebook, voice: Voice = ITS) -> str:
    """What an ability of a monster does: "Poison bite when it hits (60%): poisons you for 4 turns."."""
    limits = (
        (ability.chance < 100, f"{ability.chance}%"),
        (ability.cooldown > 1, f"every {ability.cooldown} turns"),
        (ability.time != NORMAL_SPEED, f"taking {turns_text(ability.time)}"),
        (ability.hp_below > 0, f"below {ability.hp_below}% of its HP"),
        (ability.min_distance > 1, f"from {ability.min_distance} cells away"),
        (ability.max_distance > 0, f"up to {ability.max_distance} cells away"),
    )
    when = ", ".join(words for applies, words in limits if applies)
    name = " ".join(part for part in (ability.name, voice.occasions[ability.trigger], when and f"({when})") if part)
    return f"{capitalised(name)}: {effects_text(ability, rulebook, voice)}."


def triggered_ability(item: Item, rulebook: Rulebook, trigger: str) -> Ability | None:
    """The ability that using or throwing an item sets off; None if it has none."""
    return next((ability for ability in abilities_of(item, rulebook) if ability.trigger == trigger), None)


def use_text(item: Item, rulebook: Rulebook, worn: Mapping[str, str] = NOTHING_WORN) -> str:
    """What using an item does and takes; empty if it does nothing."""
    ability = triggered_ability(item, rulebook, "use")
    if ability is None:
        return ""
    used = [other.name for other in rulebook.items if other.key == item.ammunition]
    costs = (
        *(f"uses {indefinite(name)}" for name in used),
        *([f"regains a charge in {counted(item.recharge, 'turn')}"] if item.charges and item.recharge else ()),
    )
    return "; ".join((ability_text(ability, rulebook, worn), *costs))


def throw_text(item: Item, rulebook: Rulebook) -> str:
    """What throwing an item does: "thrown: 1d6 damage to whoever it hits, breaks (25%)"; empty if it does nothing."""
    ability = triggered_ability(item, rulebook, "throw")
    if ability is None:
        return ""
    chance = "" if item.breaks == 100 else f" ({item.breaks}%)"
    return f"{ability_text(ability, rulebook)}{f', breaks{chance}' if item.breaks else ''}"


def worn_texts(item: Item, rulebook: Rulebook) -> list[str]:
    """What the abilities of equipment do while it is equipped."""
    worn = (ability for ability in abilities_of(item, rulebook) if ability.trigger != "throw")
    return [ability_text(ability, rulebook) for ability in worn]


def item_summary(item: Item, rulebook: Rulebook, worn: Mapping[str, str] = NOTHING_WORN) -> str:
    """What using, equipping or throwing an item does, in numbers, as far as the hero knows.

    `worn` has the names of what the hero has equipped, by slot.
    """
    if not item.slot:
        own = use_text(item, rulebook, worn)
    elif isinstance(item, UnidentifiedItem):
        own = "unknown bonus"
    else:
        own = "; ".join(each for each in (bonuses(item), *worn_texts(item, rulebook)) if each) or "no bonus"
    return "; ".join(each for each in (own, throw_text(item, rulebook), ammunition_text(item, rulebook)) if each)


def ammunition_text(item: Item, rulebook: Rulebook) -> str:
    """What an item is ammunition for: "for the bow"; empty if for nothing."""
    users = list(dict.fromkeys(f"the {other.name}" for other in rulebook.items if other.ammunition == item.key))
    return f"for {enumerated(users)}" if users else ""


# What terrain and gas are and do, in words.


def dangers_at(session: PlayerView, cell: int) -> list[int]:
    """The rows of the terrain and the gas on a cell that the hero could go to but avoids."""
    hero, ruleset = session.hero, session.rulebook.compiled
    rows = (hero.remembered[cell], gas_row(hero.gas, cell))
    return [row for row in rows if ruleset.enterable[row] == 1 and hero.passable[row] == 0]


def danger_at(session: PlayerView, cell: int) -> str:
    """The name of what is dangerous on a cell; empty if nothing is."""
    return next((session.rulebook.terrain_row(row).name for row in dangers_at(session, cell)), "")


def new_dangers_at(session: PlayerView, cell: int) -> list[int]:
    """The rows of `dangers_at` that the hero isn't in already."""
    hero = session.hero
    known = (hero.remembered[hero.cell], gas_row(hero.gas, hero.cell))
    return [row for row in dangers_at(session, cell) if row not in known]


def danger_of_step(session: PlayerView, cell: int) -> str:
    """What is dangerous about a step onto a cell; empty if nothing is, or if it isn't a step but an attack."""
    if any(monster.cell == cell and not changes_places(monster) for monster in visible_monsters(session.hero)):
        return ""
    names = [session.rulebook.terrain_row(row).name for row in new_dangers_at(session, cell)]
    return f"Danger: {enumerated(names)}." if names else ""


def obstacle_sentence(session: PlayerView, origin: int, target: int, steps: int) -> str:
    """A sentence on what stops something that flies from one cell towards another after some steps.

    It is the actor there, or the terrain; empty if nothing does, as far as the hero knows.
    """
    hero, rulebook = session.hero, session.rulebook
    at, behind = (line_cell(origin, target, count) for count in (steps, steps + 1))
    for monster in visible_monsters(hero):
        if monster.cell == at and steps:
            return f"{capitalised(indefinite(rulebook.monsters[monster.kind].name))} is in the way."
    if not rulebook.compiled.stops[hero.remembered[behind]]:
        return ""
    if hero.remembered[behind] == UNKNOWN:
        return "Something out of view may be in the way."
    name = rulebook.terrain[hero.remembered[behind]].name
    return agreeing(f"{capitalised(name)} is in the way.", name)


def gas_lines(session: PlayerView, cell: int) -> list[str]:
    """The gas on a cell in view, how dense it is and what is special about it, in lines; none without any."""
    units, row = units_of_gas(session.hero.gas, cell), gas_row(session.hero.gas, cell)
    if not units:
        return []
    gas = session.rulebook.gases[row - NO_GAS - 1]
    limits = ((gas.burns, "It sets fire to what burns beside it."), (gas.flammable > 0, "It can burn."))
    return [
        f"{capitalised(gas.name)}, {units} of {MAX_GAS} units, in view.",
        *what_it_does(row, session.rulebook),
        *(agreeing(text, gas.name) for applies, text in limits if applies),
    ]


def terrain_lines(number: int, rulebook: Rulebook, how: str) -> list[str]:
    """A kind of terrain, whether it is in view or remembered, and what is special about it, in lines."""
    return [f"{capitalised(rulebook.terrain[number].name)}, {how}.", *terrain_facts(number, rulebook)]


def terrain_facts(number: int, rulebook: Rulebook) -> list[str]:
    """What is special about a kind of terrain, in lines."""
    kind = rulebook.terrain[number]
    names = {other.key: other.name for other in rulebook.terrain}
    key = next((f", if you have {indefinite(item.name)}" for item in rulebook.items if item.key == kind.key_item), "")
    left = plural(names.get(kind.taken_to, ""))
    limits = (
        (kind.solid and not (kind.opaque or kind.opens_to), "Nobody can walk through it, but you can see past it."),
        (kind.opaque and not kind.solid, "Nobody can see past it."),
        (bool(kind.opens_to), f"It opens when you walk into it{key}."),
        (bool(kind.entered_to) and not kind.door, f"It becomes {names.get(kind.entered_to)} when somebody enters it."),
        (kind.burns, "It sets fire to what burns beside it."),
        (kind.flammable > 0, "It can burn."),
        (bool(kind.taken_to), f"When you take something from one, the others become {left}."),
    )
    return [
        *([kind.description] if kind.description else []),
        *what_it_does(number, rulebook),
        *(agreeing(text, kind.name) for text in harmless_to(kind)),
        *(agreeing(text, kind.name) for applies, text in limits if applies),
    ]


def what_it_does(number: int, rulebook: Rulebook) -> list[str]:
    """What the abilities of a kind of terrain or gas do to the hero, in sentences."""
    kind = rulebook.terrain_row(number)
    return [f"{capitalised(ability_text(each, rulebook))}." for each in abilities_of(kind, rulebook)]


def harmless_to(kind: Terrain) -> list[str]:
    """A line about who is spared by a kind of terrain; none if it spares everybody or nobody."""
    over = not (kind.tall or kind.opaque)
    spared = " or ".join(word for word, applies in (("fly", over), ("swim", kind.deep)) if applies)
    return [f"It does nothing to those who {spared}."] if spared and kind.abilities else []
