"""Treasures of which the hero can take one: taking it locks the others away."""

from __future__ import annotations

from steep.bots.items import SAME_ROOM
from steep.content.articles_and_plurals import indefinite, plural
from steep.core.geometry import steps_between
from steep.core.world import SeenItem
from steep.play.messages import counted_names, enumerated, number_word
from steep.play.player_view import PlayerView, items_seen_on, seen_items


def one_of_several(session: PlayerView) -> list[SeenItem]:
    """The seen items of which each would lock away others if it were taken."""
    hero, terrain = session.hero, session.rulebook.compiled.terrain
    offered = [item for item in seen_items(hero) if terrain[hero.remembered[item.cell]].taken_to]

    def locks_away(one: SeenItem, other: SeenItem) -> bool:
        same = hero.remembered[one.cell] == hero.remembered[other.cell]
        return same and one.cell != other.cell and steps_between(one.cell, other.cell) <= SAME_ROOM

    return [item for item in offered if any(locks_away(item, other) for other in offered)]


def offers(session: PlayerView) -> dict[int, int]:
    """The cells of seen items that taking another could lock away, with the rows of their terrain."""
    hero, terrain = session.hero, session.rulebook.compiled.terrain
    cells = {item.cell: int(hero.remembered[item.cell]) for item in seen_items(hero)}
    return {cell: row for cell, row in cells.items() if terrain[row].taken_to}


def locked_sentence(session: PlayerView, offered: dict[int, int]) -> str:
    """What became of what was offered, since: "The other two altars become cages."; empty if nothing did."""
    hero, kinds, terrain = session.hero, session.rulebook.terrain, session.rulebook.compiled.terrain
    locked = [row for cell, row in offered.items() if hero.remembered[cell] == terrain[row].taken_to]
    if not locked:
        return ""
    # All in one vault are of one kind.
    altar, cage = kinds[locked[0]].name, kinds[terrain[locked[0]].taken_to].name
    if len(locked) == 1:
        return f"The other {altar} becomes {indefinite(cage)}."
    return f"The other {number_word(len(locked))} {plural(altar)} become {plural(cage)}."


def choice_sentence(session: PlayerView, choices: list[SeenItem]) -> str:
    """A sentence that names treasures of which the hero can take one."""
    cells = dict.fromkeys(item.cell for item in choices)
    names = [item.name for cell in cells for item in items_seen_on(session, cell)]
    return f"You can take one of these: {enumerated(counted_names(names), 'or')}."
