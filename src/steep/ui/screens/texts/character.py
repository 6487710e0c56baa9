"""The hero on paper: the sheet of the character, and the lines that an ended run shares with it."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.describe import titled, xp_for_level_up
from steep.play.inventory import stacks_of
from steep.play.session import Session
from steep.ui import palette
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.inventory import what_it_does
from steep.ui.screens.texts.pager import Line, Pager

NAME_COLUMNS = 14


class Character(Pager):
    """All numbers of the hero and of the run so far."""

    title = "Character"

    def __init__(self, context: Context, below: Screen, session: Session) -> None:
        super().__init__(context, below)
        self.session = session

    def lines(self, width: int) -> Sequence[Line]:  # noqa: ARG002  # every line is short
        """The hero, what it carries, whom it slew, and the run."""
        hero = self.session.hero
        needed = xp_for_level_up(hero, self.session.rulebook.compiled)
        worn = [stack.item for stack in stacks_of(self.session) if stack.equipped]
        return [
            pair("Level", f"{hero.level}"),
            pair("Experience", f"{hero.xp} of {needed} XP; {needed - hero.xp} more for level {hero.level + 1}"),
            pair("Health", f"{hero.hp} of {hero.max_hp} HP"),
            pair("Power", with_worn(hero.power, sum(item.power for item in worn))),
            pair("Defense", with_worn(hero.defense, sum(item.defense for item in worn))),
            [],
            *run_lines(self.session),
            [],
            *slain_lines(self.session),
            [],
            *inventory_lines(self.session),
        ]


def heading(text: str) -> Line:
    """A line over others."""
    return [(text, palette.ACCENT)]


def pair(name: str, value: str) -> Line:
    """A name and its value, in columns."""
    return [(name.ljust(NAME_COLUMNS), palette.DIM), (value, palette.BRIGHT)]


def with_worn(value: int, from_worn: int) -> str:
    """A number, and how much of it comes from equipment."""
    return f"{value} ({value - from_worn} {from_worn:+} equipped)" if from_worn else f"{value}"


def run_lines(session: Session) -> list[Line]:
    """Where the run stands, and how to play it again."""
    return [
        pair("Floor", f"{session.floor}"),
        pair("Turn", f"{session.turn}"),
        pair("Ruleset", titled(session.rulebook)),
        pair("Seed", f"{session.seed}"),
    ]


def slain_lines(session: Session) -> list[Line]:
    """Whom the hero slew, the most first."""
    names = {kind.key: kind.name for kind in session.rulebook.monsters}
    kills = sorted(session.kills.items(), key=lambda kill: -kill[1])
    lines = [[(f"  {count:>4} ", palette.BRIGHT), (names[key], palette.TEXT)] for key, count in kills]
    return [heading(f"Slain: {sum(session.kills.values())}"), *lines]


def inventory_lines(session: Session) -> list[Line]:
    """What the hero carries, and what each thing does."""
    lines: list[Line] = [heading(f"Inventory: {session.hero.inventory_count}")]
    for stack in stacks_of(session):
        does = what_it_does(stack.item)
        lines.append([(f"  {stack.letter} ", palette.ACCENT), (stack.name, palette.TEXT), (f"  {does}", palette.DIM)])
    return lines
