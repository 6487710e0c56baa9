"""Presses one key again and again in a game, and tells which presses led nowhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from screen_driver import a_context
from steep.content import Rulebook
from steep.core.geometry import CELLS, UNKNOWN, steps_between
from steep.core.ruleset import MAX_HP
from steep.core.world import ALLIED, HERO_ROW
from steep.play.player_view import visible_enemies
from steep.play.session import Session
from steep.play.wizard import COMMANDS
from steep.rules.action_codes import CHOOSE, DONE, DROP, WAIT, action
from steep.rules.monsters.behaviours import HEEL
from steep.ui import main_loop
from steep.ui.screen import Key, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.popups.list_and_question_dialogs import LevelUp, Question

PLACE, GIVE, TELEPORT, REVEAL = (next(each for each in COMMANDS if each.key == key) for key in "pitm")

ALLIES = 3
DROPS = 3
QUESTIONS = 3
"""Questions in a row that a press may lead to, before a turn passes."""
WALKS = 60
"""Presses of the key that explores, to get from one enemy to the next."""
IDLE = 40
"""Presses in a row that may pass turns without anything new."""
MAX_TICKS = 3_000
"""More steps than a multi-turn move takes."""


class Clock:
    """A clock on which a second passes between two looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


class UnsavedPlay(Play):
    """A game that is never saved."""

    def save(self) -> bool:
        """It isn't."""
        return True

    def note_encounters(self) -> None:
        """They aren't."""

    @property
    def asks(self) -> bool:
        """Whether the same key again would confirm something."""
        return bool(self._confirming)


def crowded_session(book: Rulebook, seed: int, floor: int, hp: int = 0, *, mapped: bool = False) -> Session:
    """A run that begins on a floor, with allies, a full inventory, and items that the hero dropped in several places.

    With `hp`, the hero has that many HP instead of as many as its ruleset gives; `mapped` shows it the floor.
    """
    session = Session.start(book, seed, floor, wizard=True)
    if hp:
        body = session.world.actors[HERO_ROW]
        body.hp = body.stats[MAX_HP] = hp
    draw = random.Random(seed * 100 + floor)
    kinds = [number for number, kind in enumerate(book.items)]
    world = session.world
    start = int(world.hero.cell)
    for _ in range(DROPS):
        fill_inventory(session, draw, kinds)
        cells = [
            cell
            for cell in range(CELLS)
            if 0 < steps_between(cell, start) < 12 and world.tiles[cell] == world.tiles[start]
        ]
        session.change_as_wizard(TELEPORT, draw.choice(cells))
        session.act(action(DROP, draw.randrange(book.compiled.inventory_capacity)))
        choose_gains(session)
    session.change_as_wizard(TELEPORT, start)
    fill_inventory(session, draw, kinds)
    for _ in range(20):
        if world.friends == ALLIES:
            break
        around = [cell for cell in range(CELLS) if 0 < steps_between(cell, world.hero.cell) <= HEEL]
        before = int(world.actor_count)
        session.change_as_wizard(PLACE, draw.randrange(len(book.monsters)), draw.choice(around))
        if world.actor_count > before:
            ally = world.actors[before]
            ally.side, ally.asleep = ALLIED, 0
            world.friends += 1
    if mapped:
        session.change_as_wizard(REVEAL)
    session.act(action(WAIT))
    choose_gains(session)
    return session


def fill_inventory(session: Session, draw: random.Random, kinds: list[int]) -> None:
    for _ in range(200):
        if session.change_as_wizard(GIVE, draw.choice(kinds)) == "Your inventory is full.":
            break


def choose_gains(session: Session) -> None:
    while session.hero.choosing and session.act(action(CHOOSE)) == DONE:
        pass


def found(session: Session) -> tuple[object, ...]:
    """What a run has found and done. As long as nothing happens but steps, it stays the same."""
    hero = session.hero
    return (
        hero.floor,
        sum(cell != UNKNOWN for cell in hero.remembered),
        hero.mapped_count,
        frozenset((item.item, item.cell, item.visited) for item in hero.seen_items[: hero.seen_item_count]),
        tuple((held.kind, held.count) for held in hero.inventory),
        hero.xp,
        hero.hp,
        frozenset((enemy.actor, enemy.kind, enemy.hp) for enemy in hero.visible_monsters[: hero.visible_monster_count]),
    )


def settled(screen: Screen | None, play: UnsavedPlay) -> Screen | None:
    """Let a multi-turn move run to its end, and answer what comes up."""
    for _ in range(MAX_TICKS):
        if isinstance(screen, LevelUp):
            choose_gains(play.session)
            screen = play
        elif isinstance(screen, Question):
            screen = play
        elif screen is not play or play.move is None:
            return screen
        else:
            screen = play.tick()
    raise AssertionError("a multi-turn move that never ends")


def comes_to_enemies(play: UnsavedPlay) -> bool:
    """Explore until an enemy is in view. Returns whether one is."""
    for _ in range(WALKS):
        if visible_enemies(play.session.hero) or play.session.over:
            break
        if settled(play.handle(Key("o")), play) is not play:
            return False
    return bool(visible_enemies(play.session.hero))


def press_one_key(folder: Path, session: Session, key: str, times: int) -> list[str]:
    """Press a key again and again, each time when nothing moves any more. Returns what was said where it led nowhere.

    Tab is pressed where an enemy is in view: exploring, which is not counted, leads from one to the next.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(main_loop, "monotonic", Clock())
        return _press(a_context(folder), session, key, times)


def _press(context: Context, session: Session, key: str, times: int) -> list[str]:
    play = UnsavedPlay(context, session, lambda: MainMenu(context))
    nowhere: list[str] = []
    seen, idle, chain = {found(session)}, 0, 0
    for _ in range(times):
        if key == "tab" and not comes_to_enemies(play):
            break
        actions = session.recording.length
        if settled(play.handle(Key(key)), play) is not play:
            break
        if session.recording.length > actions:
            chain = 0
            now = found(session)
            idle = 0 if now not in seen else idle + 1
            seen.add(now)
            if idle == IDLE:
                return [*nowhere, f"To and fro: {play.note or session.log.entries[-1].text}"]
        elif play.asks:
            chain += 1
            idle = 0 if key == "tab" else idle
            if chain > QUESTIONS:
                nowhere.append(f"Asks on and on: {play.note}")
        elif not session.over:
            return [*nowhere, f"No answer: {play.note or session.log.entries[-1].text}"]
        else:
            break
    return nowhere
