"""Items that a hero has no need of: equipment no better than what it carries, and a third of what regains its charges.

Automatic pickup and exploring leave it. Whoever wants it picks it up by hand.
"""

from __future__ import annotations

from steep.content import Item
from steep.content.enchanted_items import enchanted
from steep.content.sections import UnidentifiedItem
from steep.play.known.inventory_stacks import stacks_of
from steep.play.player_view import PlayerView, seen_items
from steep.play.texts.equipment import bonuses_of
from steep.spawn.dice import Dice

ENOUGH_CHARGED = 2
"""Items of one kind that regain their charges."""


def surplus_rows(session: PlayerView) -> set[int]:
    """The rows of the seen items that are surplus, as far as the hero knows.

    That is equipment no better than what it carries, unless throwing it does something; and what regains its charges,
    if the hero carries ENOUGH_CHARGED of that kind.
    """
    hero, rulebook = session.hero, session.rulebook
    kinds = rulebook.item_rows
    seen = [
        (row, item) for row, item in enumerate(seen_items(hero)) if kinds[item.kind].slot or kinds[item.kind].recharge
    ]
    if not seen:
        return set()
    carried = [stack.item for stack in stacks_of(session)]
    found = set()
    for row, item in seen:
        if kinds[item.kind].recharge:
            alike = sum(held.count for held in hero.inventory if held.kind == item.kind + 1)
            if alike >= ENOUGH_CHARGED:
                found.add(int(item.item))
            continue
        lies = enchanted(rulebook.item_rows[item.kind], hero.seen_item_plus[row])
        thrown = rulebook.compiled.items[item.kind].thrown > 0
        if not thrown and any(is_no_better(lies, other) for other in carried):
            found.add(int(item.item))
    return found


def is_no_better(item: Item, other: Item) -> bool:
    """Whether equipment is, as far as the hero knows, in no respect better than other equipment of its slot.

    Where the abilities or the damage types differ, neither is.
    """
    if item.slot != other.slot or isinstance(item, UnidentifiedItem) or isinstance(other, UnidentifiedItem):
        return False
    mine, theirs = bonuses_of(item), bonuses_of(other)
    return (
        all(mine[words] <= theirs[words] for words in (*mine, *theirs))
        and set(item.abilities) == set(other.abilities)
        and item.damage_type == other.damage_type
        and item.attack_reach <= other.attack_reach
        and item.attack_time >= other.attack_time
        and rolls_no_more(item.damage, other.damage)
    )


def rolls_no_more(dice: Dice | None, other: Dice | None) -> bool:
    """Whether dice have neither a higher least nor a higher greatest sum than others. No dice compare with none."""
    if dice is None or other is None:
        return dice is other
    return dice.dice + dice.plus <= other.dice + other.plus and dice.maximum <= other.maximum
