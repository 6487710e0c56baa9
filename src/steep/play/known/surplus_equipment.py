"""Equipment that a hero has no need of: what it carries is as good in every respect.

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


def surplus_rows(session: PlayerView) -> set[int]:
    """The rows of the seen items that are surplus: identified equipment no better than what the hero carries.

    What does something when it is thrown is never surplus.
    """
    hero, rulebook = session.hero, session.rulebook
    seen = [(row, item) for row, item in enumerate(seen_items(hero)) if rulebook.item_rows[item.kind].slot]
    if not seen:
        return set()
    carried = [stack.item for stack in stacks_of(session)]
    found = set()
    for row, item in seen:
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
