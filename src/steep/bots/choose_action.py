"""The bots by name, and the rule that calls one, by its number, for its next action.

The kernels that play many games call this one rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.bots.brawler import brawler
from steep.bots.diver import diver
from steep.bots.explorer import explorer
from steep.bots.hunt_goal_monster import hunt
from steep.bots.masher import masher
from steep.bots.movement.actions_while_impaired import action_while_impaired
from steep.bots.random_walker import random_walker
from steep.bots.stalemates import end_stalemate
from steep.bots.tactician import tactician
from steep.core.input_errors import InputError, checked_text, nearest
from steep.core.rule_decorator import rule
from steep.core.ruleset import CANNOT_ACT, Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import CHOOSE, DESCEND, WAIT, action, verb_of
from steep.rules.experience_and_victory import is_sealed


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as users choose it."""

    name: str
    number: int
    """Stored results contain it, so it is never given to another bot. 6 to 10 were bots that are gone."""
    does: str
    """What it does, in one line."""


BOTS: dict[str, Bot] = {}
"""From the weakest to the strongest."""


def bot(number: int, name: str, does: str) -> int:
    """Add a bot to BOTS. Returns its number, by which `wanted_action` calls it."""
    BOTS[name] = Bot(name, number, does)
    return number


RANDOM = bot(1, "random", "walks at random, and sometimes does another possible action")
MASHER = bot(5, "masher", "explores, attacks the nearest monster, and uses only what helps, at half HP")
DIVER = bot(0, "diver", "goes straight down, and fights only adjacent monsters")
BRAWLER = bot(2, "brawler", "looks for fights and charges every monster it sees; uses no items")
EXPLORER = bot(3, "explorer", "explores everything, uses items, and fights where few monsters can reach it")
TACTICIAN = bot(4, "tactician", "plays like the explorer, and looks ahead before dangerous moves")

GONE = dict.fromkeys((f"tactician-{means}" for means in ("weapon", "bow", "staff", "allies", "fire")), "tactician")
"""Bots that there were once, and which to use."""


def find_bot(name: str) -> Bot:
    """The bot with a name. Raises `InputError` if there is none."""
    if checked_text("bot", name, "the name of one bot") in GONE:
        raise InputError(f'the bot "{name}" is gone: use "{GONE[name]}"')
    if name not in BOTS:
        raise InputError(f'there is no bot "{name}"{nearest(name, BOTS)}; there are: {", ".join(sorted(BOTS))}')
    return BOTS[name]


@rule
def choose_action(bot: int, hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState) -> int:
    """A bot's next action: what it wants, or what its hero is able to do instead."""
    if hero.choosing == 0 and hero.conditions & CANNOT_ACT != 0:
        return action(WAIT)
    act = wanted_action(bot, hero, ruleset, mind, imagined)
    if bot != RANDOM:
        act = end_stalemate(hero, ruleset, mind, act)
    act = possible_action(hero, ruleset, mind, act)
    note_choice(hero, mind, act)
    return act


@rule
def possible_action(hero: Hero, ruleset: Ruleset, mind: BotMemory, act: int) -> int:
    """What a bot does of what it wants: where stairs are sealed it hunts, and it does not repeat what was refused."""
    if act == action(DESCEND) and is_sealed(ruleset, hero.floor):
        act = hunt(hero, ruleset, mind)
    if hero.conditions != 0:
        act = action_while_impaired(hero, ruleset, act)
    if act == mind.chosen and is_refused(hero, mind) and verb_of(act) != CHOOSE:
        act = action(WAIT)
    return act


@rule
def note_choice(hero: Hero, mind: BotMemory, act: int) -> None:
    """Remember what was chosen, and when."""
    mind.chosen = act
    mind.chosen_turn = hero.turn
    mind.chosen_events = hero.event_count


@rule
def is_refused(hero: Hero, mind: BotMemory) -> bool:
    """Whether the last action was refused: somebody unseen is in the way of a frightened hero, say.

    An action that takes less than a turn may end in the turn in which it began, but the hero perceives what it does.
    """
    return hero.turn == mind.chosen_turn and hero.event_count == mind.chosen_events


@rule
def wanted_action(bot: int, hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState) -> int:
    """What a bot wants to do next."""
    if bot == DIVER:
        return diver(hero, ruleset, mind)
    if bot == RANDOM:
        return random_walker(hero, ruleset, mind)
    if bot == BRAWLER:
        return brawler(hero, ruleset, mind)
    if bot == MASHER:
        return masher(hero, ruleset, mind)
    if bot == EXPLORER:
        return explorer(hero, ruleset, mind)
    if bot == TACTICIAN:
        return tactician(hero, ruleset, mind, imagined)
    return action(WAIT)
