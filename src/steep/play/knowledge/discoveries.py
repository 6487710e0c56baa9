"""What the player chose and found out, beside the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from steep.balance.odds_of_one_draw import item_odds
from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import indefinite, plural, spaced
from steep.content.sections import UnidentifiedItem
from steep.core.geometry import DIRECTIONS, UNKNOWN
from steep.core.ruleset import CHANGE_STAT, ENCHANT, IDENTIFY
from steep.core.world import Hero, SeenItem
from steep.mapgen.make_floor import drawing_on
from steep.play.player_view import PlayerView, items_seen_on, seen_items
from steep.play.texts.abilities import triggered_ability
from steep.play.texts.messages import counted_names, enumerated, number_word
from steep.spawn.curves import floor_above

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


# Treasures of which the hero can take one: taking it locks the others away.

NEXT_OFFER = 6
"""Steps between two altars of a vault at most, on foot and through no door."""


def groups_of(session: PlayerView) -> list[list[SeenItem]]:
    """The seen items of which each would lock away others if it were taken, by the group that it belongs to.

    The rules lock those on one kind of terrain in one room. As far as the hero can tell, those are a few steps from
    each other, and nothing is between them. A floor that is drawn whole is one room.
    """
    hero, ruleset = session.hero, session.rulebook.compiled
    terrain, drawn = ruleset.terrain, drawing_on(ruleset, floor_above(ruleset.below, hero.floor)) > 0
    left = [item for item in seen_items(hero) if terrain[hero.remembered[item.cell]].taken_to]
    groups = []
    while left:
        group = [left.pop(0)]
        for one in group:
            kind = hero.remembered[one.cell]
            near = [other for other in left if hero.remembered[other.cell] == kind]
            if not drawn:
                room = cells_around(session, one.cell)
                near = [other for other in near if other.cell in room]
            left = [other for other in left if other not in near]
            group += near
        if len({item.cell for item in group}) > 1:
            groups.append(group)
    return groups


def cells_around(session: PlayerView, cell: int) -> set[int]:
    """The known cells within a few steps of a cell, on foot and through no door."""
    hero, kinds = session.hero, session.rulebook.terrain
    open_doors = {kind.entered_to for kind in kinds if kind.door}
    ways = [not (kind.solid or kind.door or kind.key in open_doors) for kind in kinds]
    reached = edge = {cell}
    for _ in range(NEXT_OFFER):
        beside = {each + step for each in edge for step in DIRECTIONS} - reached
        edge = {each for each in beside if hero.remembered[each] != UNKNOWN and ways[hero.remembered[each]]}
        reached = reached | edge
    return reached


def one_of_several(session: PlayerView) -> list[SeenItem]:
    """The seen items of which each would lock away others if it were taken."""
    return [item for group in groups_of(session) for item in group]


def offers(session: PlayerView) -> dict[int, int]:
    """The cells of the items that taking the one underfoot could lock away, with the rows of their terrain."""
    hero = session.hero
    groups = [{item.cell for item in group} for group in groups_of(session)]
    cells = next((group for group in groups if hero.cell in group), set())
    return {cell: int(hero.remembered[cell]) for cell in cells - {hero.cell}}


def is_locked(session: PlayerView, cell: int) -> bool:
    """Whether a cell, as the hero remembers it, is one whose item was locked away when another was taken."""
    hero, terrain = session.hero, session.rulebook.compiled.terrain
    kind = int(hero.remembered[cell])
    return not hero.passable[kind] and any(kind == row.taken_to for row in terrain[: len(session.rulebook.terrain)])


def gift_underfoot(session: PlayerView) -> Item | None:
    """The treasure underfoot of which the hero can take one, if using it changes the hero or what it has for good.

    Such a one need not be kept for later.
    """
    hero, rulebook = session.hero, session.rulebook
    here = items_seen_on(session, hero.cell)
    if len(here) != 1 or not rulebook.compiled.terrain[hero.remembered[hero.cell]].taken_to:
        return None
    ability = triggered_ability(here[0], rulebook, "use")
    effects = {effect.kind.number for effect in ability.effects} if ability else set()
    return None if effects.isdisjoint((CHANGE_STAT, ENCHANT, IDENTIFY)) else here[0]


def locked_sentence(session: PlayerView, offered: dict[int, int]) -> str:
    """What became of what was offered, since: "The other two altars become cages."; empty if nothing did."""
    hero, kinds, terrain = session.hero, session.rulebook.terrain, session.rulebook.compiled.terrain
    if not any(hero.remembered[cell] == terrain[row].taken_to for cell, row in offered.items()):
        return ""
    # All in one vault are of one kind, and what the hero doesn't see is locked as well.
    row = next(iter(offered.values()))
    altar, cage = kinds[row].name, kinds[terrain[row].taken_to].name
    if len(offered) == 1:
        return f"The other {altar} becomes {indefinite(cage)}."
    return f"The other {number_word(len(offered))} {plural(altar)} become {plural(cage)}."


def choice_sentence(session: PlayerView) -> str:
    """A sentence that names treasures of which the hero can take one, group by group."""
    texts = []
    for group in groups_of(session):
        cells = dict.fromkeys(item.cell for item in group)
        names = [item.name for cell in cells for item in items_seen_on(session, cell)]
        texts.append(f"one of these: {enumerated(counted_names(names), 'or')}")
    return f"You can take {', and '.join(texts)}." if texts else ""
