"""Words for what is on a cell, as far as the hero knows it."""

from __future__ import annotations

from steep.content import Rulebook
from steep.core.ruleset import Ruleset
from steep.core.world import REMEMBERED_STAIRS, UNKNOWN, Hero, VisibleMonster
from steep.play.inventory import bonuses, compared
from steep.play.messages import capitalised, indefinite
from steep.play.session import Session
from steep.play.view import PlayerView, seen_items_on, visible_monsters
from steep.rules.combat import damage_of
from steep.rules.experience import xp_to_next
from steep.spawn.threat import hits_to_kill

NOT_SEEN = "You haven't seen this spot yet."

TILE_WORDS = ("solid rock", "floor", "stairs down")
"""By number of a tile: rock, floor, stairs."""

HEALTH_WORDS = ((100, "unhurt"), (67, "scratched"), (34, "wounded"), (0, "badly wounded"))
"""From how many hundredths of its HP on a monster is called so."""


def describe_cell(session: PlayerView, cell: int) -> list[str]:
    """What is known to be on a cell, a line for each thing said; never empty."""
    hero = session.hero
    tile = hero.remembered[cell]
    if tile == UNKNOWN:
        return [NOT_SEEN]
    how = "in view" if hero.visible[cell] else "remembered"
    lines = describe_hero(hero) if cell == hero.cell else []
    for enemy in visible_monsters(hero):
        if enemy.cell == cell:
            lines += describe_monster(enemy, hero, session.rulebook)
    for find in seen_items_on(hero, cell):
        item = session.rulebook.items[find.kind]
        lines.append(f"{capitalised(indefinite(item.name))}, {how}.")
        if item.slot:
            comparison = compared(item, session)
            lines.append(f"Equipped, it gives {bonuses(item) or 'nothing'}{comparison and f' ({comparison})'}.")
    if tile == REMEMBERED_STAIRS or not lines:
        lines.append(f"{capitalised(TILE_WORDS[tile - 1])}, {how}.")
    return lines


def describe_hero(hero: Hero) -> list[str]:
    """The hero in numbers."""
    return [
        f"You: level {hero.level}, {hero.hp} of {hero.max_hp} HP.",
        f"Power {hero.power}, defense {hero.defense}.",
    ]


def describe_monster(enemy: VisibleMonster, hero: Hero, rulebook: Rulebook) -> list[str]:
    """A monster in view: its health, and how a fight with it would go, blow for blow."""
    kind = rulebook.compiled.monsters[enemy.kind]
    name = capitalised(indefinite(rulebook.monsters[enemy.kind].name))
    given = hits_to_kill(enemy.hp, damage_of(hero.power, kind.defense))
    taken = hits_to_kill(hero.hp, damage_of(kind.power, hero.defense))
    lines = [
        f"{name}, {health(enemy.hp, kind.hp)}: {enemy.hp} of {kind.hp} HP, in view.",
        f"You can kill it in {counted(given, 'hit')}." if given else "You can't hurt it.",
        f"It needs {counted(taken, 'hit')} to kill you." if taken else "It can't hurt you.",
    ]
    if enemy.asleep:
        lines.append("It is asleep.")
    if enemy.confused:
        lines.append(f"It is confused for {counted(enemy.confused, 'more turn')}.")
    return lines


def player_of(session: Session) -> str:
    """Which bot played, "the bot tactician until turn 3829"; empty when none did."""
    if not session.bot:
        return ""
    until = "" if session.bot_until is None else f" until turn {session.bot_until}"
    return f"the bot {session.bot}{until}"


def titled(rulebook: Rulebook) -> str:
    """A ruleset's title, with the name that commands take where that is another."""
    return rulebook.title if rulebook.title == rulebook.name else f"{rulebook.title} ({rulebook.name})"


def xp_for_level_up(hero: Hero, ruleset: Ruleset) -> int:
    """XP at which the next level is reached. Rulesets where XP must exceed what a level costs ask for one more."""
    return xp_to_next(ruleset, hero.level) + ruleset.level_above


def health(hp: int, full: int) -> str:
    """A word for how much of its HP a monster has left."""
    return next(word for least, word in HEALTH_WORDS if 100 * hp >= least * full)


def counted(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def item_names(session: PlayerView, cell: int) -> list[str]:
    """The names of the things that the hero saw on a cell."""
    return [session.rulebook.items[find.kind].name for find in seen_items_on(session.hero, cell)]


def names_at(session: PlayerView, cell: int) -> str:
    """The names of all that is known to be on a cell, in one line; empty for bare floor, rock and the unknown."""
    hero = session.hero
    names = ["you"] if cell == hero.cell else []
    names += [session.rulebook.monsters[enemy.kind].name for enemy in visible_monsters(hero) if enemy.cell == cell]
    names += item_names(session, cell)
    if hero.remembered[cell] == REMEMBERED_STAIRS:
        names.append(TILE_WORDS[REMEMBERED_STAIRS - 1])
    if not names:
        return ""
    return capitalised(", ".join(names)) + ("" if hero.visible[cell] else " (remembered)")
