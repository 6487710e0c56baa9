"""Descriptions of cells, items and monsters, as far as the hero knows them."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Rulebook
from steep.content.articles_and_plurals import indefinite
from steep.core.ruleset import ACCURACY, EVASION, MAX_HP, REGENERATION, Ruleset
from steep.core.world import ALLIED, FOR_EVER, HOSTILE, NEUTRAL, REMEMBERED_STAIRS, UNKNOWN, Hero, VisibleMonster
from steep.play.fight_texts import attack_by_hero, attack_on_hero, counted_attacks, odds_text
from steep.play.inventory_stacks import bonuses, comparison
from steep.play.messages import STAT_WORDS, capitalised, counted, enumerated
from steep.play.player_view import PlayerView, seen_items_on, visible_monsters
from steep.play.session import Session
from steep.rules.experience import xp_to_next

SIDE_SENTENCES = {NEUTRAL: "It is a captive: walk into it to free it.", ALLIED: "It fights for you."}
"""What is said of monsters that are not hostile."""

NOT_SEEN = "You haven't seen this spot yet."

TILE_WORDS = ("solid rock", "floor", "stairs down")
"""Names of tiles, by number: rock, floor, stairs."""

HEALTH_WORDS = ((100, "unhurt"), (67, "scratched"), (34, "wounded"), (0, "badly wounded"))
"""The health of a monster, by the lowest percentage of its HP."""


def describe_cell(session: PlayerView, cell: int) -> list[str]:
    """What the hero knows to be on a cell, in lines; never empty."""
    hero = session.hero
    tile = hero.remembered[cell]
    if tile == UNKNOWN:
        return [NOT_SEEN]
    how = "in view" if hero.visible[cell] else "remembered"
    lines = describe_hero(hero) if cell == hero.cell else []
    for enemy in visible_monsters(hero):
        if enemy.cell == cell:
            lines += describe_monster(enemy, hero, session.rulebook)
    for seen in seen_items_on(hero, cell):
        item = session.rulebook.items[seen.kind]
        lines.append(f"{capitalised(indefinite(item.name))}, {how}.")
        if item.slot:
            versus = comparison(item, session)
            lines.append(f"Equipped, it gives {bonuses(item) or 'nothing'}{versus and f' ({versus})'}.")
    if tile == REMEMBERED_STAIRS or not lines:
        lines.append(f"{capitalised(TILE_WORDS[tile - 1])}, {how}.")
    return lines


def describe_hero(hero: Hero) -> list[str]:
    """The hero's stats, in lines."""
    others = other_stats(hero)
    return [
        f"You: level {hero.level}, {hero.hp} of {hero.max_hp} HP.",
        f"Power {hero.power}, defense {hero.defense}.",
        *([capitalised(enumerated([f"{name} {number}" for name, number in others])) + "."] if others else []),
    ]


def other_stats(hero: Hero) -> list[tuple[str, int]]:
    """The hero's accuracy, evasion and regeneration, as far as they aren't 0."""
    stats = ((STAT_WORDS[stat], int(hero.stats[stat])) for stat in (ACCURACY, EVASION, REGENERATION))
    return [(name, number) for name, number in stats if number]


def describe_monster(enemy: VisibleMonster, hero: Hero, rulebook: Rulebook) -> list[str]:
    """A monster in view: its health, and how many hits each needs to kill the other."""
    kind = rulebook.compiled.monsters[enemy.kind]
    max_hp = int(kind.stats[MAX_HP])
    name = capitalised(indefinite(rulebook.monsters[enemy.kind].name))
    given, taken = (
        attack_by_hero(hero, rulebook.compiled, enemy.kind),
        attack_on_hero(hero, rulebook.compiled, enemy.kind),
    )
    attacks_given, attacks_taken = counted_attacks(given, enemy.hp), counted_attacks(taken, hero.hp)
    lines = [
        f"{name}, {health(enemy.hp, max_hp)}: {enemy.hp} of {max_hp} HP, in view.",
        f"You can kill it in {attacks_given}{odds_text(given)}." if attacks_given else "You can't hurt it.",
        f"It needs {attacks_taken} to kill you{odds_text(taken)}." if attacks_taken else "It can't hurt you.",
    ]
    if enemy.asleep:
        lines.append("It is asleep.")
    if enemy.side != HOSTILE:
        lines.append(SIDE_SENTENCES[enemy.side])
    return [*lines, *(f"It is {text}." for text in status_texts(enemy.statuses, rulebook))]


def status_words(asleep: int, statuses: Sequence[int], rulebook: Rulebook) -> list[str]:
    """What an actor's statuses are called."""
    names = [status.name for status, turns in zip(rulebook.statuses, statuses, strict=False) if turns > 0]
    return ["asleep", *names] if asleep else names


def status_texts(statuses: Sequence[int], rulebook: Rulebook) -> list[str]:
    """An actor's statuses, with the turns that each lasts: "confused for 3 more turns"."""
    return [
        status.name if turns >= FOR_EVER else f"{status.name} for {counted(turns, 'more turn')}"
        for status, turns in zip(rulebook.statuses, statuses, strict=False)
        if turns > 0
    ]


def player_of(session: Session) -> str:
    """Which bot played, "the bot tactician until turn 3829"; empty when none did."""
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
    return [session.rulebook.items[item.kind].name for item in seen_items_on(session.hero, cell)]


def names_at(session: PlayerView, cell: int) -> str:
    """The names of everything known to be on a cell, in one line; empty for bare floor, rock and unknown cells."""
    hero = session.hero
    names = ["you"] if cell == hero.cell else []
    names += [session.rulebook.monsters[enemy.kind].name for enemy in visible_monsters(hero) if enemy.cell == cell]
    names += item_names(session, cell)
    if hero.remembered[cell] == REMEMBERED_STAIRS:
        names.append(TILE_WORDS[REMEMBERED_STAIRS - 1])
    if not names:
        return ""
    return capitalised(", ".join(names)) + ("" if hero.visible[cell] else " (remembered)")
