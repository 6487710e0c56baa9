"""What the hero leaves behind on a floor: captives, treasures, things that it knows of, and allies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from steep.content.articles_and_plurals import definite, indefinite, plural
from steep.core.ruleset import CANNOT_ACT, FOLLOW_NOBODY, HELD
from steep.play.known.choices import groups_of, is_locked, one_of_several
from steep.play.known.floor_notes import FloorNotes
from steep.play.player_view import PlayerView, items_seen_on, visible_monsters
from steep.play.texts.describe import direction_text
from steep.play.texts.messages import counted_names, enumerated, number_word

KEPT = HELD | CANNOT_ACT
"""What keeps an ally from coming along."""


def left_behind(session: PlayerView, notes: FloorNotes) -> str:
    """What the hero hasn't freed, chosen or gone to: "Left here: a captive witch and a loaf."; empty for nothing."""
    hero, rulebook = session.hero, session.rulebook
    notes.look(session)
    captives = [f"captive {rulebook.monsters[kind].name}" for kind, _ in notes.captives.values()]
    choices = one_of_several(session)
    offered = {item.cell for item in choices}
    cells = dict.fromkeys(
        item.cell
        for item in (*notes.unvisited(session), *notes.without_room(session))
        if item.cell not in offered and not is_locked(session, item.cell)
    )
    things = [item.name for cell in cells for item in items_seen_on(session, cell)]
    groups = [
        f"one of {number_word(len({item.cell for item in group}))} things on "
        f"{plural(rulebook.terrain[hero.remembered[group[0].cell]].name)}"
        for group in groups_of(session)
    ]
    left = [*counted_names(captives), *groups, *counted_names(things)]
    return f"Left here: {enumerated(left)}." if left else ""


def missing_allies(session: PlayerView, notes: FloorNotes) -> dict[int, int]:
    """The rows of the allies that wouldn't come along by the stairs, though allies do, with the kind of each."""
    notes.look(session)
    return notes.allies_left(session.hero) if session.rulebook.compiled.followers != FOLLOW_NOBODY else {}


def can_come(session: PlayerView, allies: Mapping[int, int]) -> dict[int, int]:
    """Those of some missing allies that may come, as far as the hero knows, with the kind of each."""
    kept = {int(each.actor) for each in visible_monsters(session.hero) if each.asleep or each.conditions & KEPT}
    stays = [kind.stays for kind in session.rulebook.compiled.monsters]
    return {row: kind for row, kind in allies.items() if row not in kept and not stays[kind]}


def names_of_allies(session: PlayerView, kinds: Collection[int]) -> str:
    """What allies of some kinds are called: "the dog", "two dogs and the witch"."""
    counts = Counter(session.rulebook.monsters[kind].name for kind in kinds)
    return enumerated(
        [definite(name) if count == 1 else f"{number_word(count)} {plural(name)}" for name, count in counts.items()]
    )


def no_room_sentence(session: PlayerView, notes: FloorNotes) -> str:
    """What the hero has no room for: "Your inventory is full; left behind: a brass key."; empty for nothing."""
    offered = {item.cell for item in one_of_several(session)}
    names = [
        session.rulebook.item_rows[item.kind].name
        for item in notes.without_room(session)
        if item.cell not in offered and not is_locked(session, item.cell)
    ]
    return f"Your inventory is full; left behind: {enumerated(counted_names(names))}." if names else ""


def captives_sentence(session: PlayerView, notes: FloorNotes) -> str:
    """Where the captives are that the hero knows of: "You haven't freed a captive witch (east, 9 steps)."."""
    names = [
        f"{indefinite(f'captive {session.rulebook.monsters[kind].name}')} ({direction_text(session.hero.cell, cell)})"
        for kind, cell in notes.captives.values()
    ]
    return f"You haven't freed {enumerated(names)}." if names else ""
