"""The bots by name, and the rule that calls one, by its number, for its next action.

The kernels that play many games call this one rule. It ends stalemates, and goes for the monster whose death wins.
"""

from __future__ import annotations

from dataclasses import dataclass

from steep.bots.actions_while_impaired import action_while_impaired
from steep.bots.between_fights import PATIENCE, dare
from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.bots.combat.fighting import step_to_enemy
from steep.bots.explorer import explorer
from steep.bots.pathfinding import NO_ACTION, explore, follow_path, go_down, nearest_enemy, plan_path_to
from steep.bots.simple_bots import brawler, diver, masher, random_walker
from steep.bots.tactician import tactician
from steep.core.geometry import NOWHERE
from steep.core.input_errors import InputError, checked_text, nearest
from steep.core.rule_decorator import rule
from steep.core.ruleset import CANNOT_ACT, Ruleset
from steep.core.world import HOSTILE, Hero
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
"""All bots by name, from the weakest to the strongest."""


def bot(number: int, name: str, does: str) -> int:
    """Add a bot to BOTS. Returns its number for `wanted_action`."""
    BOTS[name] = Bot(name, number, does)
    return number


RANDOM = bot(1, "random", "walks at random, and sometimes does another possible action")
MASHER = bot(5, "masher", "explores, attacks the nearest monster, and uses only what helps, at half HP")
DIVER = bot(0, "diver", "goes straight down, and fights only adjacent monsters")
BRAWLER = bot(2, "brawler", "looks for fights and charges every monster it sees; uses no items")
EXPLORER = bot(3, "explorer", "explores everything, uses items, and fights where few monsters can reach it")
TACTICIAN = bot(4, "tactician", "plays like the explorer, and looks ahead before dangerous moves")

GONE = dict.fromkeys((f"tactician-{means}" for means in ("weapon", "bow", "staff", "allies", "fire")), "tactician")
"""Removed bots, and which to use instead."""


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
    """What a bot does for what it wants: it hunts where stairs are sealed, and doesn't repeat a refused action."""
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
    """Whether the last action was refused, for example because an unseen monster is in a frightened hero's way.

    An action shorter than a turn may end in the turn in which it began, but then the hero perceives what it does.
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


@rule
def hunt(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step to the goal of the run, or to where it may be. Bots do this instead of taking sealed stairs."""
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if monster.kind + 1 == ruleset.goal_monster and monster.side == HOSTILE:
            act = step_to_enemy(hero, mind, i)
            if act != NO_ACTION:
                return act
    act = explore(hero, mind)
    return action(WAIT) if act == NO_ACTION else act


STUCK_AFTER = 200
"""Turns without progress: no XP, no new cell seen. Longer than most walks to the stairs.

Kills alone don't count: summoned monsters give no XP, and some never run out.
"""

LEAVING = 192
"""Turns for which a stuck bot ignores all monsters: enough for most walks to the stairs."""

CHARGING = 64
"""Turns for which it then walks up to the nearest enemy, before it leaves again."""


@rule
def turns_stuck(hero: Hero, mind: BotMemory) -> int:
    """How many turns ago the hero last made progress."""
    progress = hero.cells_explored + hero.xp + (hero.level << 40)
    if progress != mind.progress:
        mind.progress = progress
        mind.progress_turn = hero.turn
    return hero.turn - mind.progress_turn


@rule
def leave_or_charge(hero: Hero, ruleset: Ruleset, mind: BotMemory, turns: int) -> int:
    """What a bot does after being stuck for some turns; NO_ACTION if it can't do that."""
    if turns % (LEAVING + CHARGING) < LEAVING:
        act = go_down(hero, ruleset, mind)
        return explore(hero, mind) if act == NO_ACTION else act
    enemy = nearest_enemy(hero)
    if enemy == NOWHERE:
        return NO_ACTION
    plan_path_to(hero, mind, hero.visible_monsters[enemy].cell)
    return NO_ACTION if mind.length == 0 else follow_path(hero, mind)


@rule
def is_idle(hero: Hero, mind: BotMemory, act: int, turns: int) -> bool:
    """Whether a bot has waited for long with no enemy in view, or for one that doesn't come."""
    # A bot that has dared one step and would then wait again dares the next one, too.
    bears_enemies = turns >= STUCK_AFTER or mind.idle > PATIENCE
    if act != action(WAIT) or (nearest_enemy(hero) != NOWHERE and not bears_enemies):
        mind.idle = 0
        return False
    mind.idle += 1
    return mind.idle > PATIENCE


@rule
def end_stalemate(hero: Hero, ruleset: Ruleset, mind: BotMemory, wanted: int) -> int:
    """What a bot does instead of what it wants: the same, unless it has been stuck or idle for long."""
    turns = turns_stuck(hero, mind)
    act = wanted
    if turns >= STUCK_AFTER and hero.choosing == 0:
        act = leave_or_charge(hero, ruleset, mind, turns)
        if act == NO_ACTION:
            act = wanted
    if is_idle(hero, mind, act, turns):
        daring = dare(hero, ruleset, mind)
        if daring != NO_ACTION:
            return daring
    return act
