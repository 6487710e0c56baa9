"""Descriptions of cells, items and monsters, as far as the hero knows them, and of kinds that were met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import indefinite, spaced
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Monster, Pack, Status, UnidentifiedItem
from steep.core.gas import gas_row
from steep.core.geometry import FLOOR, UNKNOWN, WIDTH, steps_between
from steep.core.ruleset import Ruleset, StatusRow, codes
from steep.core.world import (
    ALLIED,
    CARRIES,
    FOR_EVER,
    HOSTILE,
    NEUTRAL,
    Hero,
    VisibleMonster,
)
from steep.play.files.lore import FAMILIES, KindLore
from steep.play.inventory_stacks import worn_by_slot
from steep.play.player_view import PlayerView, items_seen_on, sensed_monsters, visible_monsters
from steep.play.session import Session
from steep.play.texts.abilities import (
    A_FRIENDS,
    ITS,
    gas_lines,
    item_summary,
    monster_ability_text,
    terrain_facts,
    terrain_lines,
    what_it_does,
)
from steep.play.texts.equipment import attack_text, comparison
from steep.play.texts.fight_forecasts import forecast_lines
from steep.play.texts.messages import STAT_WORDS, capitalised, counted, enumerated, turns_text, with_pronoun
from steep.play.warnings_and_discoveries import guess_sentence
from steep.rules.combat import can_hit, resistance_of
from steep.rules.experience_and_victory import xp_to_next

SIDE_SENTENCES = {NEUTRAL: "It is a captive: walk into it to free it.", ALLIED: "It fights for you."}
"""What is said of monsters that are not hostile."""

NOT_SEEN = "You haven't seen this spot yet."

HEALTH_WORDS = ((100, "unhurt"), (67, "scratched"), (34, "wounded"), (0, "badly wounded"))
"""The health of a monster, by the lowest percentage of its HP."""


def describe_cell(session: PlayerView, cell: int) -> list[str]:
    """What the hero knows to be on a cell, in lines; never empty."""
    hero = session.hero
    tile = hero.remembered[cell]
    sensed = [
        f"You sense {indefinite(session.rulebook.monsters[each.kind].name)} here."
        for each in sensed_monsters(hero)
        if each.cell == cell
    ]
    if tile == UNKNOWN:
        return sensed or [NOT_SEEN]
    how = "in view" if hero.visible[cell] else "remembered"
    lines = hero_stat_lines(hero, session.rulebook) if cell == hero.cell else sensed
    for enemy in visible_monsters(hero):
        if enemy.cell == cell:
            lines += describe_monster(enemy, hero, session.rulebook)
    for item in items_seen_on(session, cell):
        use = "" if item.slot else item_summary(item, session.rulebook, worn_by_slot(session))
        # "Thrown: ..." has a colon of its own.
        before = ". " if use.startswith("thrown: ") else ": "
        use = capitalised(use) if before == ". " else use
        lines.append(f"{capitalised(indefinite(item.name))}, {how}{use and before + use}.")
        lines += [item.description] if item.description else []
        if isinstance(item, UnidentifiedItem):
            lines.append(guess_sentence(item, session))
        if item.slot:
            versus = comparison(item, session)
            lines.append(f"Equipped, it gives {item_summary(item, session.rulebook)}.")
            lines += [f"{capitalised(versus)}."] if versus else []
    if tile > FLOOR or not lines:
        lines += terrain_lines(tile, session.rulebook, how)
    return lines + gas_lines(session, cell)


def hero_stat_lines(hero: Hero, rulebook: Rulebook) -> list[str]:
    """The hero's stats, attacks and statuses, in lines."""
    others = [f"{name} {number}{unit_of(name)}" for name, number in other_stats(hero)]
    attack, critical, resisted = (
        attack_of_hero(hero, rulebook),
        critical_hits(rulebook),
        hero_resistances(hero, rulebook),
    )
    return [
        f"You: level {hero.level}, {hero.hp} of {hero.max_hp} HP.",
        f"Power {hero.stats[codes.POWER]}, defense {hero.stats[codes.DEFENSE]}.",
        *([f"{capitalised(enumerated(others))}."] if others else []),
        *([f"Attack: {attack}."] if attack else []),
        *([f"Critical hits: {critical}."] if critical else []),
        *([f"Resistance: {', '.join(resisted)}."] if resisted else []),
        *(f"You are {text}." for text in status_texts(hero_turns_left(hero.statuses, rulebook))),
        *([f"Your shield takes {hero.shield} damage."] if hero.shield else []),
    ]


def unit_of(stat: str) -> str:
    """The unit of a stat, after its number, where the number alone says little."""
    return " HP per 100 turns" if stat == "regeneration" else ""


def other_stats(hero: Hero) -> list[tuple[str, int]]:
    """The hero's accuracy, evasion, stealth and regeneration, as far as they aren't 0."""
    stats = (
        (STAT_WORDS[stat], int(hero.stats[stat]))
        for stat in (codes.ACCURACY, codes.EVASION, codes.STEALTH, codes.REGENERATION)
    )
    return [(name, number) for name, number in stats if number]


def attack_of_hero(hero: Hero, rulebook: Rulebook) -> str:
    """The dice and the damage type of the hero's attacks: "+1d6 fire damage with your weapon"; empty without either."""
    by = rulebook.items[hero.weapon - 1] if hero.weapon else rulebook.hero
    text = attack_text(by.damage, by.damage_type)
    return f"{text} with {'your weapon' if hero.weapon else 'bare hands'}" if text else ""


def critical_hits(rulebook: Rulebook) -> str:
    """How often hits are critical, and what they do; empty if none are."""
    attack = rulebook.attack
    return f"{attack.critical_chance}%, for {attack.critical_factor}% of the damage" if attack.critical_chance else ""


def hero_resistances(hero: Hero, rulebook: Rulebook) -> list[str]:
    """The hero's resistances, and as negative numbers its weaknesses: "fire +30%"."""
    by_type = (
        (each.key, int(hero.stats[codes.RESISTANCE + number])) for number, each in enumerate(rulebook.damage_types)
    )
    return [f"{spaced(key)} {percent:+}%" for key, percent in by_type if percent]


def describe_monster(enemy: VisibleMonster, hero: Hero, rulebook: Rulebook) -> list[str]:
    """A monster in view: its health, and if it is an enemy how many hits each needs to kill the other."""
    max_hp = int(enemy.stats[codes.MAX_HP])
    kind = rulebook.monsters[enemy.kind]
    lines = [
        *(forecast_lines(hero, rulebook.compiled, enemy) if enemy.side == HOSTILE else []),
    ]
    if enemy.side == HOSTILE and steps_between(hero.cell, enemy.cell) > 1 and can_hit(hero, rulebook.compiled, enemy):
        lines.append("You can attack it from here: step towards it.")
    if enemy.asleep:
        lines.append("It is asleep.")
    if enemy.side != HOSTILE:
        lines.append(SIDE_SENTENCES[enemy.side])
    lines += (f"It is {text}." for text in status_texts(monster_turns_left(enemy.statuses, rulebook)))
    if enemy.conditions & CARRIES:
        lines.append("It carries something of yours.")
    if enemy.shield:
        lines.append(f"Its shield takes {enemy.shield} damage.")
    return [
        f"{capitalised(indefinite(kind.name))}, {health(enemy.hp, max_hp)}: {enemy.hp} of {max_hp} HP, in view.",
        *([kind.description] if kind.description else []),
        *(with_pronoun(line, kind.pronoun) for line in (*lines, *what_is_special(enemy, rulebook))),
    ]


def what_is_special(enemy: VisibleMonster, rulebook: Rulebook) -> list[str]:
    """What is special about a monster: how it behaves, what it resists, what it can do.

    Allies follow the hero and captives wait, whatever their kind does by itself.
    """
    monster = rulebook.monsters[enemy.kind]
    hostile = enemy.side == HOSTILE
    resist = [
        (each.key, resistance_of(enemy, rulebook.compiled, number)) for number, each in enumerate(rulebook.damage_types)
    ]
    behaviour = enumerated(behaviour_texts(monster, int(enemy.stats[codes.SPEED]), hostile=hostile))
    resistances = enumerated(resistance_texts(resist))
    follows = ["In a pack, it follows its leader."] if hostile and follows_leaders(monster, rulebook.packs) else []
    lines = [f"It {text}." for text in (behaviour, resistances) if text] + follows
    voice = ITS if hostile else A_FRIENDS
    return [*lines, *(monster_ability_text(ability, rulebook, voice) for ability in abilities_of(monster, rulebook))]


def follows_leaders(monster: Monster, packs: Iterable[Pack]) -> bool:
    """Whether a kind follows the leader of a pack. The view doesn't tell whether one is in a pack."""
    return any(pack.follows_leader and monster.key in (member.kind for member in pack.members) for pack in packs)


def behaviour_texts(monster: Monster, speed: int, *, hostile: bool = True) -> list[str]:
    """How a monster of a kind and with some speed behaves, in words that follow "it"."""
    returns = f" until it has {monster.returns_above}%" if monster.returns_above else ""
    texts = (
        (speed < codes.NORMAL_SPEED, f"is slow (speed {speed})"),
        (speed > codes.NORMAL_SPEED, f"is fast (speed {speed})"),
        (monster.keeps_distance > 1, f"keeps {monster.keeps_distance} cells away"),
        (monster.flees_below > 0, f"flees below {monster.flees_below}% of its HP{returns}"),
        (monster.erratic > 0, "moves erratically"),
        (hostile and monster.wanders > 0, "wanders"),
        (hostile and monster.loses_trail > 0, f"follows your trail for {counted(monster.loses_trail, 'turn')}"),
        (hostile and bool(monster.guards), "guards its place"),
        (hostile and monster.ambush > 0, f"lies in wait until you are within {counted(monster.ambush, 'step')}"),
        (monster.stays, "never moves"),
        (monster.attack_reach > 1, f"attacks from up to {monster.attack_reach} cells away"),
        (monster.attack_time != codes.NORMAL_SPEED, f"takes {turns_text(monster.attack_time)} to attack"),
    )
    return [text for applies, text in texts if applies]


def resistance_texts(resist: Sequence[tuple[str, int]]) -> list[str]:
    """Resistances and weaknesses, in words that follow "it"."""
    immune = [spaced(key) for key, percent in resist if percent >= 100]
    resists = [f"{spaced(key)} (-{percent}% damage)" for key, percent in resist if 0 < percent < 100]
    weak = [f"{spaced(key)} ({-percent:+}% damage)" for key, percent in resist if percent < 0]
    texts = (("is immune to", immune), ("resists", resists), ("is weak to", weak))
    return [f"{words} {enumerated(those)}" for words, those in texts if those]


def hero_turns_left(statuses: Sequence[int], rulebook: Rulebook) -> list[tuple[Status, int]]:
    """The hero's statuses, with the number of further turns in which each acts.

    The engine counts the turns until it ends. One that only gives or takes HP does nothing on that last turn.
    """
    rows = rulebook.compiled.statuses
    return [
        (status, turns if turns >= FOR_EVER else turns - only_changes_hp(rows[number]))
        for number, (status, turns) in enumerate(zip(rulebook.statuses, statuses, strict=False))
        if turns > 0
    ]


def only_changes_hp(row: StatusRow) -> bool:
    """Whether a status gives or takes HP and does nothing else."""
    return bool(row.hp) and not (row.conditions or row.absorbs or any(row.bonus))


def monster_turns_left(statuses: Sequence[int], rulebook: Rulebook) -> list[tuple[Status, int]]:
    """A monster's statuses, with the number of further turns in which each acts. Each ends as the next turn begins."""
    return [
        (status, turns if turns >= FOR_EVER else turns - 1)
        for status, turns in zip(rulebook.statuses, statuses, strict=False)
        if turns > 0
    ]


def short_statuses(statuses: Sequence[int], rulebook: Rulebook, letters: int | None = None) -> list[tuple[str, Status]]:
    """The hero's statuses that still act, with the turns in which they do: "confused 3".

    Names of more than `letters`, if given, are cut to one letter less.
    """
    return [
        (name if turns >= FOR_EVER else f"{name} {turns}", status)
        for status, turns in hero_turns_left(statuses, rulebook)
        if turns
        for name in [status.name if letters is None or len(status.name) <= letters else status.name[: letters - 1]]
    ]


def status_words(asleep: int, statuses: Sequence[int], rulebook: Rulebook) -> list[str]:
    """What an actor's statuses are called."""
    names = [status.name for status, turns in zip(rulebook.statuses, statuses, strict=False) if turns > 0]
    return ["asleep", *names] if asleep else names


def status_texts(statuses: Iterable[tuple[Status, int]]) -> list[str]:
    """Statuses with the turns in which each still acts: "confused for 3 more turns"."""
    return [
        status.name
        if turns >= FOR_EVER
        else f"{status.name} for {counted(turns, 'more turn')}"
        if turns
        else f"{status.name}, which ends next turn"
        for status, turns in statuses
    ]


def direction_text(origin: int, cell: int) -> str:
    """Where a cell is from another: "north-east, 12 steps"."""
    dx, dy = cell % WIDTH - origin % WIDTH, cell // WIDTH - origin // WIDTH
    # A direction is diagonal if neither side is more than twice the other.
    vertical = ("north" if dy < 0 else "south") if 2 * abs(dy) >= abs(dx) else ""
    horizontal = ("west" if dx < 0 else "east") if 2 * abs(dx) >= abs(dy) else ""
    return (
        f"{'-'.join(word for word in (vertical, horizontal) if word)}, {counted(steps_between(origin, cell), 'step')}"
    )


def player_of(session: Session) -> str:
    """Who played, if it wasn't just the player: "the bot tactician until turn 3829", or a wizard; else empty."""
    if session.wizard:
        return "a wizard"
    if not session.bot:
        return ""
    until = "" if session.bot_until is None else f" until turn {session.bot_until}"
    return f"the bot {session.bot}{until}"


def titled(rulebook: Rulebook) -> str:
    """A ruleset's title, with the name that commands take where it differs."""
    return rulebook.title if rulebook.title == rulebook.name else f"{rulebook.title} ({rulebook.name})"


def xp_for_level_up(hero: Hero, ruleset: Ruleset) -> int:
    """XP needed for the next level: one more in rulesets where XP must exceed the cost of a level."""
    return xp_to_next(ruleset, hero.level) + ruleset.level_above


def health(hp: int, full: int) -> str:
    """A word for a monster's health."""
    return next(word for percent, word in HEALTH_WORDS if 100 * hp >= percent * full)


def item_names(session: PlayerView, cell: int) -> list[str]:
    """The names of the items that the hero has seen on a cell."""
    return [item.name for item in items_seen_on(session, cell)]


def names_at(session: PlayerView, cell: int) -> str:
    """The names of everything known to be on a cell, in one line; empty for bare floor, rock and unknown cells."""
    hero = session.hero
    names = ["you"] if cell == hero.cell else []
    names += [session.rulebook.monsters[enemy.kind].name for enemy in visible_monsters(hero) if enemy.cell == cell]
    names += item_names(session, cell)
    if hero.remembered[cell] > FLOOR:
        names.append(session.rulebook.terrain[hero.remembered[cell]].name)
    if hero.gas[cell]:
        names.append(session.rulebook.terrain_row(gas_row(hero.gas, cell)).name)
    seen = ", ".join(names) + (" (remembered)" if names and not hero.visible[cell] else "")
    kinds = session.rulebook.monsters
    sensed = [f"{kinds[monster.kind].name} (sensed)" for monster in sensed_monsters(hero) if monster.cell == cell]
    return capitalised(", ".join(text for text in (*sensed, seen) if text))


def monster_lines(kind: Monster, rulebook: Rulebook, known: KindLore) -> list[str]:
    """A kind of monster: what looking at one says, and its XP once one was killed."""
    behaviour = enumerated(behaviour_texts(kind, kind.speed))
    resistances = enumerated(resistance_texts(kind.resist))
    grows = ", and more on deeper floors" if any(stat == "max_hp" for stat, _ in kind.growth) else ""
    lines = [
        f"It has {kind.hp} HP{grows}." + (f" Killing it gives {kind.xp} XP." if known.killed else ""),
        *(f"It {text}." for text in (behaviour, resistances) if text),
        *(["In a pack, it follows its leader."] if follows_leaders(kind, rulebook.packs) else []),
        *(monster_ability_text(ability, rulebook) for ability in abilities_of(kind, rulebook)),
    ]
    return [
        *([kind.description] if kind.description else []),
        *(with_pronoun(line, kind.pronoun) for line in lines),
    ]


def item_lines(kind: Item, rulebook: Rulebook) -> list[str]:
    """A kind of item: its description, and what it does."""
    summary = item_summary(kind, rulebook)
    equipped = f"Equipped, it gives {summary}." if kind.slot and summary else ""
    return [
        *([kind.description] if kind.description else []),
        *([equipped] if equipped else [f"{capitalised(summary)}."] if summary else []),
    ]


def terrain_row_lines(row: int, rulebook: Rulebook) -> list[str]:
    """What is special about a kind of terrain or a gas."""
    return terrain_facts(row, rulebook) if row < len(rulebook.terrain) else what_it_does(row, rulebook)


def never_met_text(rulebook: Rulebook, known: Mapping[str, Mapping[str, KindLore]]) -> str:
    """How much of a ruleset was never met: "5 of 18 monsters, 6 of 53 items, 10 of 32 kinds of terrain"."""
    keys = {
        "monsters": {each.key for each in rulebook.monsters},
        "items": {each.key for each in rulebook.items},
        "terrain": {each.key for each in rulebook.terrain[FLOOR + 1 :]} | {each.key for each in rulebook.gases},
    }
    words = {"monsters": "monsters", "items": "items", "terrain": "kinds of terrain"}
    missing = ((len(keys[family] - known[family].keys()), len(keys[family]), words[family]) for family in FAMILIES)
    texts = [f"{count} of {total} {word}" for count, total, word in missing if count]
    return ", ".join(texts) or "nothing: you have met everything"


def counts_text(known: KindLore) -> str:
    """How often a kind was met, killed and killed the hero: "Met in 3 runs. Killed: 12. It killed you twice."."""
    texts = [f"Met in {counted(known.met, 'run')}." if known.met else ""]
    texts.append(f"Killed: {known.killed}." if known.killed else "")
    texts.append(f"It killed you {times(known.killed_by)}." if known.killed_by else "")
    return " ".join(text for text in texts if text)


def times(count: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
