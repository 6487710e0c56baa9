"""What a player reads after each command: what happened, the hero, the map around it, who is near and what it carries.

Everything comes from the view. Names come from a ruleset's file, so whoever shows a page escapes what is not printable.
"""

from __future__ import annotations

import re
from textwrap import dedent

from steep.core.gas import gas_row
from steep.core.geometry import FLOOR, ROCK, STAIRS, UNKNOWN, steps_between
from steep.core.world import HOSTILE, Hero, VisibleMonster
from steep.env.render import stats_line
from steep.play.inventory_stacks import stacks_of, worn_by_slot
from steep.play.player_view import items_seen_on, seen_items, sensed_monsters, visible_monsters
from steep.play.session import Session
from steep.play.texts.abilities import item_summary
from steep.play.texts.describe import SIDE_SENTENCES, direction_text, short_statuses, status_words
from steep.play.texts.fight_forecasts import forecast_lines
from steep.play.texts.messages import STAT_WORDS, with_pronoun
from steep.play.texts.survival import supplies
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect
from steep.ui.drawing.map_view import MapView

MAP_SIZE = (33, 15)
"""Columns and rows of the map around the hero, at most."""

MOST = 8
"""Messages, things off the map and monsters that are told, at most: the last or the nearest. How many more is said."""


class WordsMap(MapView):
    """The map around the hero, without arrows: sentences say where monsters outside it are."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.rulebook)
        self.set_area(Rect(0, 0, *MAP_SIZE))
        self.center(session.hero)

    def text(self, hero: Hero) -> str:
        """The map, without empty rows and columns at its edges."""
        canvas = Canvas(*MAP_SIZE)
        canvas.clear(palette.BACKGROUND)
        self.draw(canvas, hero)
        return dedent(canvas.text()).strip("\n")

    def _draw_arrow(self, canvas: Canvas, monster: VisibleMonster, *, dimmed: bool) -> None:
        """Draw nothing."""


def page(session: Session, said: list[str]) -> str:
    """All that the player reads. `said` has the sentences about the last command."""
    hero, rulebook = session.hero, session.rulebook
    also = [f"{name} {value}" for name, value in supplies(hero, rulebook)]
    also += [text for text, _ in short_statuses(hero.statuses, rulebook)]
    earlier = [f"({len(said) - MOST} earlier messages are left out.)"] if len(said) > MOST else []
    lines = [*earlier, *said[-MOST:], "", "  ".join([stats_line(hero), *also])]
    if hero.choosing:
        gains = [f'"choose {number}": {text}' for number, text in enumerate(gain_texts(session), 1)]
        return "\n".join([*lines, f"Level up, and improve one: {'; '.join(gains)}."])
    near = sorted(visible_monsters(hero), key=lambda monster: steps_between(monster.cell, hero.cell))
    monsters = [monster_text(session, monster) for monster in near[:MOST]]
    if others := dict.fromkeys(glyph_and_name(session, monster) for monster in near[MOST:]):
        monsters.append(f"{len(near) - MOST} more, farther off: {', '.join(others)}.")
    carried = ", ".join(f"{stack.letter} {stack.name}" for stack in stacks_of(session)) or "nothing"
    shown = WordsMap(session)
    return "\n".join([*lines, shown.text(hero), legend(session, shown), *monsters, f"You carry: {carried}."])


def gain_texts(session: Session) -> list[str]:
    """The gains of a level-up, in the order of their numbers: "power +1"."""
    ruleset = session.rulebook.compiled
    return [f"{STAT_WORDS[gain.stat]} {gain.amount:+}" for gain in ruleset.gains[: ruleset.gain_count]]


def things(session: Session) -> list[tuple[int, str, str]]:
    """What the hero knows on this floor, in order of distance: cell, glyph and name.

    Those are items, monsters that it only senses, terrain other than rock and floor, and gas in view.
    """
    hero, rulebook = session.hero, session.rulebook
    terrain, kinds = rulebook.terrain, rulebook.monsters
    cells = {item.cell for item in seen_items(hero)}
    found = [(cell, item.glyph, item.name) for cell in cells for item in items_seen_on(session, cell)]
    found += [(each.cell, kinds[each.kind].glyph, kinds[each.kind].name) for each in sensed_monsters(hero)]
    known = ((cell, terrain[kind]) for cell, kind in enumerate(hero.remembered) if kind not in (UNKNOWN, ROCK, FLOOR))
    found += [(cell, kind.glyph, kind.name) for cell, kind in known]
    gassed = [cell for cell in hero.in_view[: hero.in_view_count] if hero.gas_in_view and hero.gas[cell]]
    found += [(cell, "", rulebook.terrain_row(gas_row(hero.gas, cell)).name) for cell in gassed]
    return sorted(found, key=lambda thing: steps_between(thing[0], hero.cell))


def place_text(session: Session, cell: int) -> str:
    """Where a cell is from the hero, with the steps: "north-east 3", or "here"."""
    if cell == session.hero.cell:
        return "here"
    return re.sub(", | steps?", " ", direction_text(session.hero.cell, cell)).strip()


def legend(session: Session, shown: WordsMap) -> str:
    """What the glyphs on the map mean, and the nearest things off it; of items and stairs with where they are."""
    hero, terrain = session.hero, session.rulebook.terrain
    texts = ["@ you" if hero.hp > 0 else "% you, dead"]
    texts += [f"{terrain[kind].glyph} {terrain[kind].name}" for kind in (ROCK, FLOOR)]
    unmoved = {kind.name for number, kind in enumerate(terrain) if number != STAIRS}
    known: dict[str, tuple[int, str]] = {}
    for cell, glyph, name in sorted(things(session), key=lambda thing: shown.position_of(thing[0]) is None):
        known.setdefault(name, (cell, glyph))
    left = 0
    for number, (name, (cell, glyph)) in enumerate(known.items()):
        if number < MOST or cell == hero.stairs or shown.position_of(cell) is not None:
            texts.append(f"{glyph} {name}".strip() + ("" if name in unmoved else f" ({place_text(session, cell)})"))
        else:
            left += 1
    return "  ".join([*texts, f"and {left} more off the map"] if left else texts)


def glyph_and_name(session: Session, monster: VisibleMonster) -> str:
    """What a monster is: "o orc"."""
    kind = session.rulebook.monsters[monster.kind]
    return f"{kind.glyph} {kind.name}"


def monster_text(session: Session, monster: VisibleMonster) -> str:
    """A monster in view; if an enemy of a living hero, with the hits to kill the other, without their odds."""
    kind = session.rulebook.monsters[monster.kind]
    words = status_words(monster.asleep, monster.statuses, session.rulebook)
    which = f" ({', '.join(words)})" if words else ""
    text = f"{glyph_and_name(session, monster)}{which}, {place_text(session, monster.cell)}"
    if monster.side != HOSTILE:
        return f"Friend: {text}. {with_pronoun(SIDE_SENTENCES[monster.side], kind.pronoun)}"
    if session.hero.hp <= 0:
        return f"Enemy: {text}, {monster.hp} HP."
    forecast = re.sub(r" \([^)]*\)", "", " ".join(forecast_lines(session.hero, session.rulebook.compiled, monster)))
    return f"Enemy: {text}, {monster.hp} HP. {with_pronoun(forecast, kind.pronoun)}"


def inventory_text(session: Session) -> str:
    """What each carried item does, in a line."""
    worn, rulebook = worn_by_slot(session), session.rulebook
    stacks = [(stack, item_summary(stack.item, rulebook, worn) or "no use") for stack in stacks_of(session)]
    return "; ".join(f"{stack.letter} {stack.name}: {does}" for stack, does in stacks) or "You carry nothing."
