"""What the hero knows to be wasted: an item that heals, feeds or cures, when there is nothing to heal, feed or cure."""

from __future__ import annotations

from steep.content.articles_and_plurals import definite
from steep.core.geometry import NOWHERE
from steep.core.ruleset import CURE_STATUS, FEED, HEAL, SELF, EffectRow
from steep.core.world import Hero
from steep.play.known.inventory_stacks import Stack, row_in
from steep.play.player_view import PlayerView
from steep.play.texts.messages import capitalised


def wasted_sentence(session: PlayerView, stack: Stack) -> str:
    """That using an item of a stack would do nothing now; empty if it would do something, or might."""
    hero, ruleset = session.hero, session.rulebook.compiled
    row = int(ruleset.items[row_in(hero, stack.next_slot)].use)
    if row == NOWHERE or ruleset.items[row_in(hero, stack.next_slot)].slot:
        return ""
    ability = ruleset.abilities[row]
    first, count = int(ability.first_effect), int(ability.effect_count)
    if ability.area != SELF or not count:
        return ""
    if not all(does_nothing(each, hero, ruleset.hunger_full) for each in ruleset.effects[first : first + count]):
        return ""
    healthy = " You are at full health." if hero.hp == hero.max_hp else ""
    return f"{capitalised(definite(stack.item.name))} would do nothing now.{healthy}"


def does_nothing(effect: EffectRow, hero: Hero, full: int) -> bool:
    """Whether an effect would change nothing about the hero, as it knows. `full` is the most nutrition it can have."""
    if effect.effect == HEAL:
        return bool(hero.hp == hero.max_hp)
    if effect.effect == FEED:
        return bool(hero.nutrition == full)
    return effect.effect == CURE_STATUS and hero.statuses[effect.status] == 0
