"""A session: one run being played, with its world, messages, kills and recording.

Screens and players act through a session and read `hero`, which is all that the player may know. This module knows no
screens, keys or files.
"""

from __future__ import annotations

import os
from collections.abc import Sequence, Set

from steep.content import Rulebook
from steep.content.articles_and_plurals import spaced
from steep.content.sections import DamageType, Region
from steep.core.geometry import NOWHERE
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.core.world import DEAD, HERO, HUNGER, MAX_EVENTS, PLAYING, WON, Event, Hero, World
from steep.play.files.recording import MAX_ACTION, Recording, RunHeader, digest
from steep.play.inventory_stacks import stack_with
from steep.play.luck import Luck
from steep.play.player_view import items_seen_on, statuses_in_view, visible_monsters
from steep.play.seed_of_the_day import Attempt
from steep.play.texts.messages import (
    GREETING,
    NOTHING,
    MessageLog,
    drop_redundant_events,
    grouped,
    missed_sentence,
    region_sentence,
    same_cell_sentence,
    sentence,
    underfoot_sentence,
    without_repeated_nothing,
    without_status_of_hunger,
)
from steep.play.texts.refusals import SilentOutcomes, helpless_sentence, refusal_sentence
from steep.play.texts.survival import food_sentence, has_food, stairs_sentence
from steep.play.timeline import Happened, Observer, Timeline
from steep.play.wizard import WizardCommand, keep_alive, make_whole, settle
from steep.rules.action_codes import DONE, NO_SUCH_ACTION
from steep.rules.new_game import new_game
from steep.rules.perceived_events import ARRIVED, DAMAGED, DIED, HIT, HUNGERED, PICKED_UP, STARVED, type_of_damage
from steep.rules.turn import step
from steep.spawn.curves import floor_above, is_below

OWN_FIRE = "your own fire"
"""The killer of a hero who burned itself."""


def new_id() -> str:
    """A unique run id: 32 hexadecimal digits."""
    return os.urandom(16).hex()


def random_seed() -> int:
    """A random seed of at most nine digits, short enough to pass on."""
    return int.from_bytes(os.urandom(8), "little") % 1_000_000_000


class Session:
    """One run being played."""

    __slots__ = (
        "abandoned",
        "attempt",
        "bot",
        "bot_until",
        "id",
        "invulnerable",
        "kills",
        "log",
        "looks",
        "luck",
        "observers",
        "recording",
        "rulebook",
        "timeline",
        "turn_below",
        "wizard",
        "world",
    )

    def __init__(
        self,
        rulebook: Rulebook,
        world: World,
        log: MessageLog,
        kills: dict[str, int],
        recording: Recording,
        id: str = "",  # noqa: A002  # it is what the attribute is called
    ) -> None:
        self.rulebook = rulebook
        self.world = world
        """The whole world. Screens and bots read `hero` instead."""
        self.log = log
        self.kills = kills
        """Kills that the hero saw, by key of the kind of monster."""
        self.recording = recording
        self.id = id or new_id()
        """A unique id, kept in saves. Two runs of the same seed and actions differ in it."""
        self.abandoned = False
        """Whether the player gave the run up, which ends it."""
        self.bot = ""
        """The name of the bot that plays or has played; empty when none did."""
        self.bot_until: int | None = None
        """The turn on which the player took over from the bot; None while it plays."""
        self.attempt: Attempt | None = None
        """The attempt that it is at a seed of the day; None for other runs."""
        self.timeline = Timeline()
        self.luck = Luck()
        self.observers: list[Observer] = [self.timeline, self.luck, self.recording]
        """Who is told of each action, in this order."""
        self.looks = 0
        """How often they were called."""
        self.turn_below: int | None = None
        """The turn on which the hero was first below the last floor; None if it hasn't been there."""
        self.wizard = False
        """Whether it is a wizard's run: commands may have changed it (`steep.play.wizard`), so it has no score."""
        self.invulnerable = False
        """Whether the wizard's hero loses nothing that an action doesn't give back."""

    @classmethod
    def start(cls, rulebook: Rulebook, seed: int, floor: int = 1, *, wizard: bool = False) -> Session:
        """Begin a run. Raises `InputError` unless the seed is 0 to 2**63 - 1."""
        if not 0 <= seed <= MAX_SEED:
            raise InputError(f"the seed is {seed}; it must be from 0 to {MAX_SEED}")
        world = World()
        new_game(world, rulebook.compiled, seed, floor)
        log = MessageLog()
        log.add(GREETING)
        session = cls(rulebook, world, log, {}, Recording(RunHeader.of(rulebook, seed, floor), digest(world, 0)))
        session.wizard = wizard
        happened = session._log_events(0)
        session._log_underfoot()
        session.tell(happened)
        return session

    @property
    def hero(self) -> Hero:
        """The view: the hero's body, inventory and knowledge."""
        return self.world.hero

    @property
    def seed(self) -> int:
        """The seed that the run began with."""
        return self.world.seed

    @property
    def turn(self) -> int:
        """Turns played."""
        return self.world.hero.turn

    @property
    def floor(self) -> int:
        """The current floor; the first is 1."""
        return self.world.hero.floor

    @property
    def region(self) -> Region | None:
        """The region of the current floor, if it has one."""
        return self.rulebook.region_on(self.floor)

    @property
    def over(self) -> bool:
        """Whether the run has ended."""
        return self.abandoned or self.world.outcome != PLAYING

    @property
    def won(self) -> bool:
        """Whether the hero has won, whatever happened to it below since."""
        return self.world.outcome == WON or self.below

    @property
    def below(self) -> bool:
        """Whether the hero has won and gone on below the last floor."""
        return is_below(self.rulebook.compiled.below, self.floor)

    @property
    def may_go_below(self) -> bool:
        """Whether the hero has just won, and may go on below. A bot may not, unless the player has taken over."""
        has_more = self.rulebook.compiled.below.count > 0 and not self.below
        played = not self.bot or self.bot_until is not None
        return has_more and self.world.outcome == WON and not self.abandoned and played

    @property
    def may_come_back(self) -> bool:
        """Whether a wizard has died, and may live on."""
        return self.wizard and not self.abandoned and self.world.outcome == DEAD

    @property
    def turn_won(self) -> int:
        """The turn on which the hero won; 0 if it hasn't. Going on below takes no time."""
        if not self.won:
            return 0
        return self.turn if self.turn_below is None else self.turn_below

    @property
    def killer(self) -> str:
        """The name of the hero's killer; empty while the hero lives."""
        if self.world.outcome != DEAD:
            return ""
        if self.world.killer == HUNGER:
            return "hunger"
        if self.world.killer != HERO:
            return self.rulebook.name_of(self.world.killer)
        fatal = self.fatal_damage_type
        return f"your own {spaced(fatal.key)}" if fatal else OWN_FIRE

    @property
    def fatal_damage_type(self) -> DamageType | None:
        """The type of the damage that killed the hero, if that had one and wasn't a plain hit; else None."""
        hero = self.world.hero
        last = range(max(0, hero.event_count - MAX_EVENTS), hero.event_count)
        for number in reversed(last):
            event = hero.events[number % MAX_EVENTS]
            if event.what in (DAMAGED, HIT) and event.whom == HERO:
                found = self.rulebook.damage_types[type_of_damage(event.detail)] if event.what == DAMAGED else None
                return None if found is None or found.key == "plain" else found
        return None

    def act(self, action: int) -> int:
        """Play an action, and call the observers. Returns DONE, or why the action is impossible."""
        hero = self.world.hero
        event_cursor = hero.event_count
        cell = hero.cell
        silent = SilentOutcomes(self, action)
        helpless = helpless_sentence(hero, self.rulebook)
        had = statuses_in_view(hero)
        possible = 0 <= action <= MAX_ACTION
        reason = step(self.world, self.rulebook.compiled, action) if possible else NO_SUCH_ACTION
        if reason != DONE:
            text = refusal_sentence(reason, action, hero, self.rulebook)
            self.log.add(text, "impossible", hero.turn)
            return reason
        if helpless and not self.over:
            self.log.add(helpless, "bad", hero.turn)
        happened = self._log_survived(event_cursor, had)
        for text in silent.sentences(happened):
            self.log.retract(NOTHING)
            self.log.add(text, "info", hero.turn)
        if hero.cell != cell and not self.over:
            self._log_underfoot()
        self.tell(happened, action)
        return DONE

    def tell(self, events: Sequence[Event] = (), action: int | None = None) -> None:
        """Tell the observers what has happened. If one of them acts, that action tells those after it of both."""
        self.looks += 1
        looks, happened = self.looks, Happened(events, action)
        for observer in [*self.observers]:
            observer.look(self, happened)
            if self.looks != looks:
                return

    def change_as_wizard(self, command: WizardCommand, *numbers: int) -> str:
        """Let a wizard's command change the run. Returns why that is impossible; empty if it isn't."""
        hero = self.world.hero
        if not self.wizard or self.over:
            return "Only a wizard can do that, while the run goes on."
        if hero.choosing:
            return "First choose what your level gives you."
        event_cursor = hero.event_count
        refusal = command.change(self.world, self.rulebook, *numbers)
        if refusal:
            return refusal
        settle(self.world, self.rulebook)
        self.tell(self._log_survived(event_cursor))
        return ""

    def revive(self) -> None:
        """Let a wizard who has died live on, whole again. Raises `ValueError` for any other run."""
        if not self.may_come_back:
            raise ValueError("only a wizard that has died comes back to life")
        event_cursor = self.hero.event_count
        keep_alive(self.world, self.rulebook)
        make_whole(self.world, self.rulebook)
        settle(self.world, self.rulebook)
        happened = self._log_events(event_cursor)
        self.log.add("You come back to life.", "good", self.turn)
        self.tell(happened)

    def _log_survived(self, event_cursor: int, had: Set[tuple[int, int]] = frozenset()) -> list[Event]:
        """Log the events from a number on, after an invulnerable hero got its HP back."""
        lives_on = self.invulnerable and keep_alive(self.world, self.rulebook)
        happened = self._log_events(event_cursor, had)
        if lives_on:
            self.log.add("But you are a wizard, and live on.", "good", self.turn)
        return happened

    def _log_events(self, event_cursor: int, had: Set[tuple[int, int]] = frozenset()) -> list[Event]:
        """Log the events from a number on. Returns them. `had` has the statuses in view before them."""
        hero = self.world.hero
        first = max(event_cursor, hero.event_count - MAX_EVENTS)
        if first > event_cursor:
            self.log.add(missed_sentence(first - event_cursor), "info", hero.turn)
        happened = [hero.events[number % MAX_EVENTS] for number in range(first, hero.event_count)]
        if self.below and self.turn_below is None:
            self.turn_below = self.turn
        told = drop_redundant_events(without_repeated_nothing(happened), had)
        for group in grouped(without_status_of_hunger(told, self.rulebook)):
            event = group[0]
            stack = stack_with(hero, event.amount) if event.what == PICKED_UP else None
            text, kind = sentence(event, self.rulebook, stack, [each.detail for each in group])
            if self.invulnerable and event.whom == HERO and event.amount and event.what in (HIT, DAMAGED, STARVED):
                text, kind = f"{text.rstrip('.!')}, but nothing can harm you.", "harmless"
            self.log.add(text, kind, hero.turn)
            self._count_kill(event)
            if event.what == ARRIVED:
                self._log_region()
            elif event.what == HUNGERED and event.amount > event.detail and not self.over and has_food(self.rulebook):
                self.log.add(food_sentence(self), "bad", hero.turn)
        return happened

    def _log_region(self) -> None:
        """Where the hero is, if it has come to the first floor of a region, or begins there."""
        floor = floor_above(self.rulebook.compiled.below, self.floor)
        if self.region is not None and floor in (self.region.floors[0], self.recording.header.floor):
            self.log.add(region_sentence(self.region), "region", self.turn)

    def _count_kill(self, event: Event) -> None:
        if event.what == DIED and event.who == HERO and event.whom != HERO:
            key = self.rulebook.monsters[event.whom].key
            self.kills[key] = self.kills.get(key, 0) + 1

    def _log_underfoot(self) -> None:
        hero = self.world.hero
        names = [item.name for item in items_seen_on(self, hero.cell)]
        if names:
            self.log.add(underfoot_sentence(names), "info", hero.turn)
        for enemy in visible_monsters(hero):
            if enemy.cell == hero.cell:
                self.log.add(same_cell_sentence(self.rulebook.monsters[enemy.kind]), "bad", hero.turn)
        if hero.cell == hero.stairs != NOWHERE:
            self.log.add(stairs_sentence(hero, self.rulebook), "info", hero.turn)
