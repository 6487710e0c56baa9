"""What a player reads after each command: what happened, the hero, the map around it, who is near and what it carries.

Everything comes from the view. Names come from a ruleset's file, so whoever shows a page escapes what is not printable.
"""

from __future__ import annotations

import re
from textwrap import dedent

from steep.core.gas import gas_row
from steep.core.geometry import FLOOR, ROCK, STAIRS, UNKNOWN, steps_between
from steep.core.world import HOSTILE, VisibleMonster
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
"""Columns and rows of the map around the hero, at most. Arrows at its edge point to monsters farther off."""

MOST = 8
"""Messages, things in the legend and monsters that are shown, at most: the last or the nearest. Stairs always are."""


def page(session: Session, said: list[str]) -> str:
    """All that the player reads. `said` has the sentences about the last command."""
    hero, rulebook = session.hero, session.rulebook
    also = [f"{name} {value}" for name, value in supplies(hero, rulebook)]
    also += [text for text, _ in short_statuses(hero.statuses, rulebook)]
    lines = [*said[-MOST:], "", "  ".join([stats_line(hero), *also])]
    if hero.choosing:
        gains = [f'"choose {number}": {text}' for number, text in enumerate(gain_texts(session), 1)]
        return "\n".join([*lines, f"Level up, and improve one: {'; '.join(gains)}."])
    near = sorted(visible_monsters(hero), key=lambda monster: steps_between(monster.cell, hero.cell))
    monsters = [monster_text(session, monster) for monster in near[:MOST]]
    carried = ", ".join(f"{stack.letter} {stack.name}" for stack in stacks_of(session)) or "nothing"
    return "\n".join([*lines, map_text(session), legend(session), *monsters, f"You carry: {carried}."])


def gain_texts(session: Session) -> list[str]:
    """The gains of a level-up, in the order of their numbers: "power +1"."""
    ruleset = session.rulebook.compiled
    return [f"{STAT_WORDS[gain.stat]} {gain.amount:+}" for gain in ruleset.gains[: ruleset.gain_count]]


def map_text(session: Session) -> str:
    """The map around the hero, without empty rows and columns at its edges."""
    canvas, view = Canvas(*MAP_SIZE), MapView(session.rulebook)
    canvas.clear(palette.BACKGROUND)
    view.set_area(Rect(0, 0, *MAP_SIZE))
    view.center(session.hero)
    view.draw(canvas, session.hero)
    return dedent(canvas.text()).strip("\n")


def things(session: Session) -> list[tuple[int, str, str]]:
    """What the hero knows on this floor, the nearest of each name, in order of distance: cell, glyph and name.

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
    found.sort(key=lambda thing: steps_between(thing[0], hero.cell))
    return list({name: (cell, glyph, name) for cell, glyph, name in reversed(found)}.values())[::-1]


def place_text(session: Session, cell: int) -> str:
    """Where a cell is from the hero, with the steps: "north-east 3", or "here"."""
    if cell == session.hero.cell:
        return "here"
    return re.sub(", | steps?", " ", direction_text(session.hero.cell, cell)).strip()


def legend(session: Session) -> str:
    """The glyphs of hero, rock and floor, and the nearest things; of items and stairs with where they are."""
    terrain = session.rulebook.terrain
    texts = ["@ you", *(f"{terrain[kind].glyph} {terrain[kind].name}" for kind in (ROCK, FLOOR))]
    unmoved = {kind.name for number, kind in enumerate(terrain) if number != STAIRS}
    for number, (cell, glyph, name) in enumerate(things(session)):
        if number < MOST or cell == session.hero.stairs:
            texts.append(f"{glyph} {name}".strip() + ("" if name in unmoved else f" ({place_text(session, cell)})"))
    return "  ".join(texts)


def monster_text(session: Session, monster: VisibleMonster) -> str:
    """A monster in view; if an enemy, with the hits that each needs to kill the other, without their odds."""
    kind = session.rulebook.monsters[monster.kind]
    words = status_words(monster.asleep, monster.statuses, session.rulebook)
    which = f" ({', '.join(words)})" if words else ""
    text = f"{kind.glyph} {kind.name}{which}, {place_text(session, monster.cell)}"
    if monster.side != HOSTILE:
        return f"Friend: {text}. {with_pronoun(SIDE_SENTENCES[monster.side], kind.pronoun)}"
    forecast = re.sub(r" \([^)]*\)", "", " ".join(forecast_lines(session.hero, session.rulebook.compiled, monster)))
    return f"Enemy: {text}, {monster.hp} HP. {with_pronoun(forecast, kind.pronoun)}"


def inventory_text(session: Session) -> str:
    """What each carried item does, in a line."""
    worn, rulebook = worn_by_slot(session), session.rulebook
    stacks = [(stack, item_summary(stack.item, rulebook, worn) or "no use") for stack in stacks_of(session)]
    return "; ".join(f"{stack.letter} {stack.name}: {does}" for stack, does in stacks) or "You carry nothing."
