"""Food as its player knows it: what the hero carries and has seen, and what a hungry hero is told of it."""

from __future__ import annotations

from steep.bots.items.items import is_food
from steep.content import Rulebook
from steep.content.articles_and_plurals import indefinite
from steep.core.geometry import steps_between
from steep.core.world import Hero, SeenItem
from steep.play.known.inventory_stacks import Stack, stacks_of
from steep.play.player_view import PlayerView, seen_items
from steep.play.texts.messages import counted, counted_names, enumerated
from steep.play.texts.survival import stage_of
from steep.rules.hunger import hunger_stage


def has_food(rulebook: Rulebook) -> bool:
    """Whether anything in a ruleset feeds."""
    return any(is_food(rulebook.compiled, kind) for kind in range(rulebook.compiled.item_kinds))


def food_carried(session: PlayerView) -> list[Stack]:
    """The stacks of food in the inventory."""
    hero, ruleset = session.hero, session.rulebook.compiled
    return [stack for stack in stacks_of(session) if is_food(ruleset, hero.inventory[stack.next_slot].kind - 1)]


def food_seen(session: PlayerView) -> list[SeenItem]:
    """The food on this floor that the hero has seen, the nearest first."""
    hero, ruleset = session.hero, session.rulebook.compiled
    found = [item for item in seen_items(hero) if is_food(ruleset, item.kind)]
    return sorted(found, key=lambda item: steps_between(item.cell, hero.cell))


def is_hungry(session: PlayerView) -> bool:
    """Whether the hero is in a stage of hunger."""
    return hunger_stage(session.rulebook.compiled, session.hero.nutrition) > 0


def is_starving(session: PlayerView) -> bool:
    """Whether hunger takes HP."""
    stage = stage_of(session.hero, session.rulebook)
    return stage is not None and stage.hp > 0


def food_wanted(session: PlayerView) -> list[SeenItem]:
    """The food on this floor that a hungry hero without any would go back for, the nearest first."""
    return food_seen(session) if is_hungry(session) and not food_carried(session) else []


def food_sentence(session: PlayerView) -> str:
    """What food the hero has, or knows of on this floor: "You carry some bread (e).", "You have no food."."""
    carried, seen, food = food_carried(session), food_seen(session), session.rulebook.hunger.name.lower()
    if carried:
        return f"You carry {enumerated([f'{with_article(stack)} ({stack.letter})' for stack in carried])}."
    if seen:
        names = counted_names([session.rulebook.item_rows[item.kind].name for item in seen])
        return f"You carry no {food}, but know of {enumerated(names)} {where(session.hero, seen[0])}."
    return f"You carry no {food}, and have seen none on this floor."


def with_article(stack: Stack) -> str:
    """A stack's name: "some bread", "2 apples"."""
    return stack.name if stack.count > 1 else indefinite(stack.name)


def where(hero: Hero, item: SeenItem) -> str:
    """Where an item is: "here", or "12 steps from here"."""
    steps = steps_between(hero.cell, item.cell)
    return f"{counted(steps, 'step')} from here" if steps else "here"
