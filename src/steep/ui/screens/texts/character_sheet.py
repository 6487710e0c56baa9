"""The character sheet, and the lines it shares with the game over screen."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.articles_and_plurals import plural
from steep.play.describe import other_stats, player_of, titled, xp_for_level_up
from steep.play.inventory_stacks import stacks_of
from steep.play.messages import capitalised
from steep.play.session import Session
from steep.ui import palette
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.inventory_dialog import item_summary
from steep.ui.screens.texts.pager import Line, Pager

NAME_COLUMNS = 14


class Character(Pager):
    """The numbers of the hero and of the run so far."""

    title = "Character"

    def __init__(self, context: Context, parent: Screen, session: Session) -> None:
        super().__init__(context, parent)
        self.session = session

    def lines(self, width: int) -> Sequence[Line]:  # noqa: ARG002  # all lines are short
        """The hero, the run, the kills and the inventory."""
        hero = self.session.hero
        needed = xp_for_level_up(hero, self.session.rulebook.compiled)
        equipped = [stack.item for stack in stacks_of(self.session) if stack.equipped]
        return [
            pair("Level", f"{hero.level}"),
            pair("Experience", f"{hero.xp} of {needed} XP; {needed - hero.xp} more for level {hero.level + 1}"),
            pair("Health", f"{hero.hp} of {hero.max_hp} HP"),
            pair("Power", with_bonus(hero.power, sum(item.power for item in equipped))),
            pair("Defense", with_bonus(hero.defense, sum(item.defense for item in equipped))),
            *(pair(capitalised(name), f"{number}") for name, number in other_stats(hero)),
            [],
            *run_lines(self.session),
            [],
            *kill_lines(self.session),
            [],
            *inventory_lines(self.session),
        ]


def heading(text: str) -> Line:
    """A heading."""
    return [(text, palette.ACCENT)]


def pair(name: str, value: str) -> Line:
    """A name and its value, in two columns."""
    return [(name.ljust(NAME_COLUMNS), palette.DIM), (value, palette.BRIGHT)]


def with_bonus(value: int, bonus: int) -> str:
    """A number, and how much of it comes from equipment."""
    return f"{value} ({value - bonus} {bonus:+} equipped)" if bonus else f"{value}"


def run_lines(session: Session) -> list[Line]:
    """Where the run is, and its ruleset and seed."""
    return [
        *([pair("Played by", player_of(session))] if session.bot else []),
        pair("Floor", f"{session.floor}"),
        pair("Turn", f"{session.turn}"),
        pair("Ruleset", titled(session.rulebook)),
        pair("Seed", f"{session.seed}"),
    ]


def kill_lines(session: Session) -> list[Line]:
    """The monsters killed, most frequent first."""
    names = {kind.key: kind.name for kind in session.rulebook.monsters}
    kills = sorted(session.kills.items(), key=lambda kill: -kill[1])
    lines = [
        [(f"  {count:>4} ", palette.BRIGHT), (names[key] if count == 1 else plural(names[key]), palette.TEXT)]
        for key, count in kills
    ]
    return [heading(f"Slain: {sum(session.kills.values())}"), *lines]


def inventory_lines(session: Session) -> list[Line]:
    """The stacks carried, and what each item does."""
    lines: list[Line] = [heading(f"Inventory: {session.hero.inventory_count}")]
    for stack in stacks_of(session):
        summary = item_summary(stack.item, session.rulebook)
        lines.append(
            [(f"  {stack.letter} ", palette.ACCENT), (stack.name, palette.TEXT), (f"  {summary}", palette.DIM)]
        )
    return lines
