"""The morgue file: a finished run in plain text. It shows only what the hero knew."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from steep import __version__
from steep.content.articles_and_plurals import count_and_name_columns, indefinite
from steep.core.geometry import UNKNOWN, WIDTH
from steep.core.ruleset import DEFENSE, MAX_HP, POWER
from steep.core.world import HERO, HUNGER, WON
from steep.play.files.user_files import UserFile
from steep.play.inventory_stacks import stacks_of
from steep.play.luck import luck_lines
from steep.play.session import Session
from steep.play.texts.describe import player_of, xp_for_level_up
from steep.play.texts.messages import capitalised
from steep.play.texts.survival import final_score, has_score, supplies, victory_sentence
from steep.play.timeline import Moment
from steep.play.warnings_and_discoveries import count_text, discovery_texts

MORGUE = UserFile("the morgue file", 1024 * 1024, bytes.decode)

LAST_MESSAGES = 20
"""Messages shown."""


def cause_of(session: Session) -> str:
    """How a run ended, as a sentence."""
    if not session.below:
        return end_of(session)
    return f"{victory_sentence(session.rulebook.run.last_floor, session.rulebook)} {end_of(session)}"


def end_of(session: Session) -> str:
    """How a run ended, as a sentence without an earlier victory."""
    if not session.over:
        return f"Alive on floor {session.floor}."
    if session.abandoned:
        return f"Abandoned on floor {session.floor}."
    if session.world.outcome == WON:
        return victory_sentence(session.floor, session.rulebook)
    if session.world.killer == HUNGER:
        return f"{session.rulebook.hunger.death} on floor {session.floor}."
    if session.world.killer == HERO:
        return f"Killed by {session.killer} on floor {session.floor}."
    fatal = session.fatal_damage_type
    how = f"{capitalised(fatal.verb)} to death" if fatal and fatal.verb else "Killed"
    return f"{how} by {indefinite(session.killer)} on floor {session.floor}."


def morgue_text(session: Session, replay: Path | None, now: datetime) -> str:
    """The text of a morgue file, with the command that plays the replay."""
    sections = (
        [f"Steep {__version__}, {now:%Y-%m-%d %H:%M}", "", cause_of(session)],
        _about_the_run(session, replay),
        _about_the_hero(session),
        _kills(session),
        _inventory(session),
        *_discoveries(session),
        ["Timeline", "", *timeline_lines(session)],
        *_luck(session),
        [f"Map of floor {session.floor}", "", *known_map(session), *_monsters_in_view(session)],
        ["Last messages", "", *_last_messages(session)],
    )
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _discoveries(session: Session) -> list[list[str]]:
    texts = discovery_texts(session.hero, session.rulebook)
    return [[count_text(texts), *(f"  {name}: {text}" for name, text in texts)]] if texts else []


def _luck(session: Session) -> list[list[str]]:
    lines = luck_lines(session.luck, session.rulebook, session.recording.header.floor)
    return [["Luck", "", *(f"  {line}" for line in lines)]] if lines else []


def write_morgue(path: Path, text: str) -> None:
    """Write a morgue file. Raises `FileError` when that fails."""
    MORGUE.write(path, text.encode())


def timeline_lines(session: Session) -> list[str]:
    """The timeline, with the turn of each moment, and how the run ended."""
    end = [Moment(session.turn, session.floor, "other", cause_of(session))] if session.over else []
    digits = len(f"{session.turn}")
    return [f"{moment.turn:>{digits}}  {moment.line}" for moment in (*session.timeline.moments, *end)]


def known_map(session: Session) -> list[str]:
    """A map of what the hero sees and remembers of the floor, trimmed to known cells."""
    hero, rulebook = session.hero, session.rulebook
    glyphs = {
        hero.seen_items[i].cell: rulebook.item_rows[hero.seen_items[i].kind].glyph for i in range(hero.seen_item_count)
    }
    glyphs |= {
        hero.visible_monsters[i].cell: rulebook.monsters[hero.visible_monsters[i].kind].glyph
        for i in range(hero.visible_monster_count)
    }
    glyphs[hero.cell] = "@"
    ground = [" ", *(kind.glyph for kind in rulebook.terrain[UNKNOWN + 1 :])]
    known = [cell for cell, tile in enumerate(hero.remembered) if tile != UNKNOWN]
    left = min(cell % WIDTH for cell in known)
    right = max(cell % WIDTH for cell in known)
    return [
        "".join(
            glyphs.get(cell, ground[hero.remembered[cell]])
            for cell in range(row * WIDTH + left, row * WIDTH + right + 1)
        ).rstrip()
        for row in range(known[0] // WIDTH, known[-1] // WIDTH + 1)
    ]


def _about_the_run(session: Session, replay: Path | None) -> list[str]:
    rulebook = session.rulebook
    lines = [f"Ruleset  {rulebook.title} ({rulebook.name}, hash {rulebook.hash})", f"Seed     {session.seed}"]
    if player_of(session):
        lines.append(f"Played   by {player_of(session)}")
    if replay is not None:
        lines.append(f"Replay   steep replay {shlex.quote(str(replay))}")
    return lines


def _about_the_hero(session: Session) -> list[str]:
    hero = session.hero
    needed = xp_for_level_up(hero, session.rulebook.compiled)
    of_needed = f"of {needed}" if hero.xp < needed else f"(enough for level {hero.level + 1})"
    points = final_score(hero, session.rulebook, won=session.won)
    return [
        *([f"Score    {points}"] if has_score(session.rulebook) and not session.wizard else []),
        f"Floor    {hero.floor}",
        f"Turns    {hero.turn}",
        f"Level    {hero.level}",
        f"XP       {hero.xp} {of_needed}",
        f"HP       {hero.hp} of {hero.max_hp}",
        f"Power    {hero.stats[POWER]}",
        f"Defense  {hero.stats[DEFENSE]}",
        *(f"{name:<8} {value}" for name, value in supplies(hero, session.rulebook)),
    ]


def _kills(session: Session) -> list[str]:
    names = {kind.key: kind.name for kind in session.rulebook.monsters}
    named = ((count, names.get(key, key)) for key, count in session.kills.items())
    rows = [(count, *count_and_name_columns(count, name)) for count, name in named]
    unseen = session.hero.kills - sum(session.kills.values())
    if unseen:
        rows.append((unseen, str(unseen), "unseen"))
    rows.sort(key=lambda row: (-row[0], row[2]))
    return [f"Slain: {session.hero.kills}", *(f"  {number:>4}  {name}" for _, number, name in rows)]


def _inventory(session: Session) -> list[str]:
    lines = (f"  {stack.letter}) {stack.name}" for stack in stacks_of(session))
    return [f"Inventory: {session.hero.inventory_count}", *lines]


def _monsters_in_view(session: Session) -> Iterator[str]:
    hero = session.hero
    if hero.visible_monster_count:
        yield ""
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        kind = session.rulebook.monsters[enemy.kind]
        yield f"{kind.glyph}  {kind.name}, {enemy.hp} of {enemy.stats[MAX_HP]} HP"


def _last_messages(session: Session) -> list[str]:
    last = session.log.entries[-LAST_MESSAGES:]
    width = len(str(session.turn))
    return [f"{message.turn:>{width}}  {message.line}" for message in last]
