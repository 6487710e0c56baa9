"""The character sheet, and the lines it shares with the game over screen."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.articles_and_plurals import count_and_name_columns
from steep.content.rulebook import Rulebook
from steep.content.sections import Item, Status
from steep.core.ruleset import DEFENSE, POWER
from steep.core.world import Hero
from steep.play.inventory_stacks import stacks_of, worn_by_slot
from steep.play.session import Session
from steep.play.texts.abilities import item_summary
from steep.play.texts.describe import (
    attack_of_hero,
    critical_hits,
    hero_resistances,
    hero_turns_left,
    other_stats,
    player_of,
    short_statuses,
    status_texts,
    titled,
    unit_of,
    xp_for_level_up,
)
from steep.play.texts.messages import capitalised
from steep.play.texts.survival import final_score, has_score, supplies
from steep.play.warnings_and_discoveries import count_text, discovery_texts
from steep.ui.drawing import palette
from steep.ui.drawing.widgets import wrapped
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.pager import Line, Pager

NAME_COLUMNS = 14


class Character(Pager):
    """The numbers of the hero and of the run so far."""

    title = "Character"

    def __init__(self, context: Context, parent: Screen, session: Session) -> None:
        super().__init__(context, parent)
        self.session = session

    def lines(self, width: int) -> Sequence[Line]:
        """The hero, the run, the kills, the inventory and what is identified."""
        hero = self.session.hero
        needed = xp_for_level_up(hero, self.session.rulebook.compiled)
        equipped = [stack.item for stack in stacks_of(self.session) if stack.equipped]
        statuses = [status for _, status in short_statuses(hero.statuses, self.session.rulebook)]
        return [
            pair("Level", f"{hero.level}"),
            pair("Experience", f"{hero.xp} of {needed} XP; {needed - hero.xp} more for level {hero.level + 1}"),
            pair("Health", f"{hero.hp} of {hero.max_hp} HP"),
            *([pair("Shield", f"takes {hero.shield} damage")] if hero.shield else []),
            pair("Power", with_bonuses(hero.stats[POWER], *bonuses_to("power", equipped, statuses))),
            pair("Defense", with_bonuses(hero.stats[DEFENSE], *bonuses_to("defense", equipped, statuses))),
            *(
                pair(capitalised(name), with_bonuses(number, *bonuses_to(name, equipped, statuses)) + unit_of(name))
                for name, number in other_stats(hero)
            ),
            *attack_lines(hero, self.session.rulebook),
            *status_lines(hero, self.session.rulebook),
            [],
            *run_lines(self.session),
            [],
            *kill_lines(self.session),
            [],
            *inventory_lines(self.session, width),
            *discovery_lines(self.session),
        ]


def heading(text: str) -> Line:
    """A heading."""
    return [(text, palette.ACCENT)]


def pair(name: str, value: str) -> Line:
    """A name and its value, in two columns."""
    return [(name.ljust(NAME_COLUMNS), palette.DIM), (value, palette.BRIGHT)]


def bonuses_to(stat: str, equipped: Sequence[Item], statuses: Sequence[Status]) -> list[tuple[int, str]]:
    """What equipment and statuses add to a stat, with a word for each."""
    from_items = (sum(getattr(item, stat, 0) for item in equipped), "equipped")
    return [from_items, *((getattr(status, stat, 0), status.name) for status in statuses)]


def with_bonuses(value: int, *bonuses: tuple[int, str]) -> str:
    """A number, and how much of it comes from where: "7 (4 +3 equipped)"."""
    counting = [(bonus, source) for bonus, source in bonuses if bonus]
    base = value - sum(bonus for bonus, _ in counting)
    parts = " ".join(f"{bonus:+} {source}" for bonus, source in counting)
    return f"{value} ({base} {parts})" if parts else f"{value}"


def attack_lines(hero: Hero, rulebook: Rulebook) -> list[Line]:
    """What is special about the hero's attacks and about attacks on it."""
    texts = (
        ("Attack", attack_of_hero(hero, rulebook)),
        ("Critical hits", critical_hits(rulebook)),
        ("Resistance", ", ".join(hero_resistances(hero, rulebook))),
    )
    return [pair(name, text) for name, text in texts if text]


def status_lines(hero: Hero, rulebook: Rulebook) -> list[Line]:
    """The hero's statuses, one a line, with the turns left."""
    left = hero_turns_left(hero.statuses, rulebook)
    colors = [palette.GOOD if status.helps else palette.BAD for status, _ in left]
    names = [NAME_COLUMNS * " "] * len(colors)
    names[:1] = ["Statuses".ljust(NAME_COLUMNS)] * bool(names)
    texts = status_texts(left)
    return [[(name, palette.DIM), (text, color)] for name, text, color in zip(names, texts, colors, strict=True)]


def run_lines(session: Session) -> list[Line]:
    """Where the run is, and its ruleset and seed."""
    return [
        *([pair("Played by", player_of(session))] if player_of(session) else []),
        pair("Floor", f"{session.floor} ({session.region.name})" if session.region else f"{session.floor}"),
        pair("Turn", f"{session.turn}"),
        *(pair(name, value) for name, value in supplies(session.hero, session.rulebook)),
        pair("Ruleset", titled(session.rulebook)),
        pair("Seed", f"{session.seed}"),
    ]


def score_lines(session: Session) -> list[Line]:
    """The score of a run as it stands; nothing where runs have none, as a wizard's."""
    if not has_score(session.rulebook) or session.wizard:
        return []
    return [pair("Score", f"{final_score(session.hero, session.rulebook, won=session.won)}")]


def kill_lines(session: Session) -> list[Line]:
    """The monsters killed, most frequent first."""
    names = {kind.key: kind.name for kind in session.rulebook.monsters}
    kills = sorted(session.kills.items(), key=lambda kill: -kill[1])
    lines = [
        [(f"  {number:>4} ", palette.BRIGHT), (name, palette.TEXT)]
        for number, name in (count_and_name_columns(count, names[key]) for key, count in kills)
    ]
    return [heading(f"Slain: {sum(session.kills.values())}"), *lines]


def inventory_lines(session: Session, width: int) -> list[Line]:
    """The stacks carried, and what each item does."""
    lines: list[Line] = [heading(f"Inventory: {session.hero.inventory_count}")]
    worn = worn_by_slot(session)
    for stack in stacks_of(session):
        indent = len(stack.name) + 6
        first, *others = wrapped(item_summary(stack.item, session.rulebook, worn), width - indent)
        lines.append([(f"  {stack.letter} ", palette.ACCENT), (f"{stack.name}  ", palette.TEXT), (first, palette.DIM)])
        lines += [[(" " * indent + part, palette.DIM)] for part in others]
    return lines


def discovery_lines(session: Session) -> list[Line]:
    """Which kinds of items are identified, and what the others could be; nothing where all are known from the start."""
    texts = discovery_texts(session.hero, session.rulebook)
    if not texts:
        return []
    column = max(len(name) for name, _ in texts) + 4
    return [
        [],
        heading(count_text(texts)),
        *([(f"  {name}".ljust(column), palette.TEXT), (text, palette.DIM)] for name, text in texts),
    ]
