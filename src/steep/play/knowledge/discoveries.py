"""Discoveries: which kinds of items the hero has identified, and what the others could be.

The chances come from the ruleset's spawn tables and from what is identified, never from the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from steep.balance.odds_of_one_draw import item_odds
from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import plural, spaced
from steep.content.sections import UnidentifiedItem
from steep.core.world import Hero
from steep.play.player_view import PlayerView
from steep.play.texts.messages import enumerated

MAX_NAMED = 4
"""How many kinds the description of an unidentified item names at most."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """A kind of item with an appearance, as far as the hero knows it."""

    item: Item
    identified: bool
    share: Fraction
    """Of the items that look like its kind, aren't identified and are drawn on this floor: how many are of it.

    The same for all of them where none is drawn.
    """


def discoveries(hero: Hero, rulebook: Rulebook) -> list[Discovery]:
    """All kinds with an appearance: for each of these what is identified, then the others, the likeliest first."""
    odds = item_odds(rulebook.compiled, hero.floor)
    found: list[Discovery] = []
    for appearance in rulebook.appearances:
        kinds = [(number, item) for number, item in enumerate(rulebook.items) if item.appearance == appearance.key]
        chances = {n: odds.get(n, Fraction()) for n, _ in kinds if not hero.identified[n]}
        if not any(chances.values()):
            chances = dict.fromkeys(chances, Fraction(1))
        total = sum(chances.values()) or Fraction(1)
        those = [Discovery(item, n not in chances, chances.get(n, Fraction()) / total) for n, item in kinds]
        found += sorted(those, key=lambda each: (not each.identified, -each.share, each.item.name))
    return found


def discovery_texts(hero: Hero, rulebook: Rulebook) -> list[tuple[str, str]]:
    """Each discovery, and what is known of it: "identified", "40% of unknown potions", or "not found on this floor"."""
    return [(each.item.name, discovery_text(each)) for each in discoveries(hero, rulebook)]


def discovery_text(discovery: Discovery) -> str:
    """What is known of a kind."""
    if discovery.identified:
        return "identified"
    if not discovery.share:
        return "not found on this floor"
    return f"{percent(discovery.share)} of unknown {kind_word(discovery)}"


def kind_word(discovery: Discovery) -> str:
    """The plural of what a kind looks like: "potions"."""
    return plural(spaced(discovery.item.appearance))


def percent(share: Fraction) -> str:
    """A share in whole percent."""
    return f"{float(share):.0%}"


def guess_sentence(item: UnidentifiedItem, session: PlayerView) -> str:
    """What an item that isn't identified could be: "It could be a potion of fire (60%) or a potion of haste (40%)."."""
    those = [
        each
        for each in discoveries(session.hero, session.rulebook)
        if each.item.appearance == item.appearance and not each.identified
    ]
    names = [f"{each.item.name} ({percent(each.share)})" for each in those[:MAX_NAMED]]
    return f"It could be {enumerated([*names, *(['something else'] if len(those) > MAX_NAMED else [])], 'or')}."


def count_text(texts: Sequence[tuple[str, str]]) -> str:
    """The heading of the discoveries: "Identified: 2 of 5"."""
    return f"Identified: {sum(text == 'identified' for _, text in texts)} of {len(texts)}"
