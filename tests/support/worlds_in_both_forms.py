"""Worlds in the plain and the native form, and random actions, for tests of the engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from guarded_records import guarded
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import DIVER, choose_action
from steep.content import load_ruleset
from steep.core.geometry import CELLS, NOWHERE
from steep.core.native.native_rule import native
from steep.core.record import pack, unpack
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import MAX_FLOORS, MAX_HP, MAX_KINDS, Ruleset
from steep.core.world import MAX_INVENTORY, Hero, World
from steep.rules.action_codes import DROP, MOVE, PICK_UP, THROW, USE, WAIT, action
from steep.rules.new_game import new_game
from steep.rules.turn import arrive, step
from steep.spawn.compile_tables import fill_spawns
from steep.spawn.curves import Steps

Rule = Callable[..., Any]

EVERY_MECHANIC = Path(__file__).parent / "rulesets" / "every_mechanic.toml"


class Form:
    """One of the two forms that this machine runs: plain or native."""

    def __init__(self, ruleset: Ruleset, *, arrays: bool, twin: Callable[[Rule], Rule]) -> None:
        self.ruleset = from_plain(ruleset) if arrays else ruleset
        self.world: Any = zeros(World, 1)[0] if arrays else World()
        self.mind: Any = zeros(BotMemory, 1)[0] if arrays else BotMemory()
        self._imagined: Any = zeros(ImaginedState, 1)[0] if arrays else ImaginedState()
        self.new_game = twin(new_game)
        self.arrive = twin(arrive)
        self.step = twin(step)
        self._choose_action = twin(choose_action)

    def start(self, seed: int, floor: int) -> None:
        self.new_game(self.world, self.ruleset, seed, 1)
        # Without a seed a generator gives zeros, which drawing below a number may refuse for ever.
        start_mind(self.mind, seed)
        if floor > 1:
            self.arrive(self.world, self.ruleset, floor)

    def act(self, act: int) -> int:
        return int(self.step(self.world, self.ruleset, act))

    def bot_action(self) -> int:
        return int(self._choose_action(DIVER, self.world.hero, self.ruleset, self.mind, self._imagined))

    def bytes(self) -> bytes:
        return pack(self.world) if isinstance(self.world, World) else bytes(self.world.tobytes())


def unchanged(rule: Rule) -> Rule:
    return rule


def plain(ruleset: Ruleset) -> Form:
    return Form(ruleset, arrays=False, twin=unchanged)


def plain_and_guarded(ruleset: Ruleset) -> Form:
    """The plain form, but a negative index is an error."""
    form = Form(guarded(unpack(Ruleset, pack(ruleset))), arrays=False, twin=unchanged)
    guarded(form.world)
    guarded(form.mind)
    return form


def natively(ruleset: Ruleset) -> Form:
    return Form(ruleset, arrays=True, twin=native)


def random_action(rng: random.Random, hero: Hero) -> int:
    """A random action: mostly sensible, sometimes impossible."""
    verb = rng.choice([MOVE, MOVE, MOVE, WAIT, PICK_UP, PICK_UP, USE, USE, USE, DROP, THROW, rng.randrange(16)])
    argument = rng.randrange(8) if verb == MOVE else rng.randrange(MAX_INVENTORY + 2)
    if verb in (USE, DROP, THROW) and rng.random() < 0.9:
        slots = [slot for slot in range(MAX_INVENTORY) if hero.inventory[slot].kind]
        argument = rng.choice(slots) if slots else 0
    if hero.visible_monster_count and rng.random() < 0.8:
        cell = int(hero.visible_monsters[rng.randrange(int(hero.visible_monster_count))].cell)
    else:
        cell = rng.choice([rng.randrange(CELLS), int(hero.in_view[rng.randrange(int(hero.in_view_count))])])
    return action(verb, argument, cell)


def with_every_feature(ruleset: Ruleset) -> Ruleset:
    """The same ruleset with every feature of the generator, with sleeping and with wandering monsters."""
    copy = with_every_item(ruleset)
    orc, troll = 0, 1
    copy.monsters[orc].asleep, copy.monsters[orc].notice = 60, 4
    copy.monsters[orc].growth[MAX_HP], copy.monsters[orc].grows_from, copy.monsters[orc].grows_to = 150, 1, 5
    copy.monsters[troll].unique = 1
    for floor in range(MAX_FLOORS):
        copy.monsters[orc].threat[floor], copy.monsters[troll].threat[floor] = 300, 900
    pack = copy.packs[0]
    pack.leader, pack.member_count, pack.first_floor, pack.growth = orc, 1, 1, 4
    copy.pack_members[0].kind, copy.pack_members[0].min_count, copy.pack_members[0].max_count = orc, 1, 4
    fill_spawns(copy.monster_spawns, dict.fromkeys((orc, troll, MAX_KINDS), Steps.of({1: 10})))
    fill_spawns(copy.deep_spawns, {orc: Steps.of({1: 5})})
    copy.deep_chance.floors, copy.deep_chance.value[0], copy.deep_reach = 1, 250, 3
    for dice in (copy.monsters_per_floor, copy.items_per_floor):
        dice.floors, dice.dice[0], dice.sides[0], dice.plus[0] = 1, 2, 3, -2
    for rate in (copy.monsters_per_100_cells, copy.items_per_100_cells):
        rate.floors, rate.value[0] = 1, 1
    copy.more_monsters, copy.more_items = 350, -250
    copy.threat_per_floor.floors, copy.threat_per_floor.value[0] = 1, 2_000
    copy.wander_every.floors, copy.wander_every.value[0] = 1, 9
    copy.pity_timer_count = 1
    pity_timer = copy.pity_timers[0]
    pity_timer.kind, pity_timer.start, pity_timer.step, pity_timer.reset = 0, 300, 100, 200
    for floor in range(MAX_FLOORS):
        pity_timer.guarantee[floor] = 2 * floor
    copy.items[0].pity_timer = 1
    copy.safe_steps = 4
    return copy


def every_mechanic() -> Ruleset:
    """A ruleset in which every ability, effect, status and behaviour happens often, with captives and few charges.

    The hero has equipped what it starts with.
    """
    made = with_every_item(load_ruleset(str(EVERY_MECHANIC)).compiled)
    slots: set[int] = set()
    for start in made.start[: made.start_count]:
        slot = made.items[start.kind].slot
        start.equipped = int(slot not in slots | {0})
        slots.add(slot)
    for monster in made.monsters:
        monster.captive = 20
    for item in made.items:
        item.charges = min(item.charges, 1)
    return made


def with_every_item(ruleset: Ruleset) -> Ruleset:
    """The same ruleset with a hero who starts with every kind of item, including one without any effect.

    It hasn't identified any. Where none has an appearance, there is one more kind, without any effect.
    """
    copy = unpack(Ruleset, pack(ruleset))
    if copy.item_rows == copy.item_kinds:
        copy.items[copy.item_kinds].use = NOWHERE
        copy.item_kinds += 1
        copy.item_rows += 1
    copy.start_count = max(20, min(copy.item_kinds, copy.inventory_capacity))
    for slot in range(copy.start_count):
        copy.start[slot].kind = slot % copy.item_kinds
        copy.start[slot].identified = 0
        copy.start[slot].equipped = 0
        copy.start[slot].plus = 2 * copy.items[slot % copy.item_kinds].enchantable
    return copy
