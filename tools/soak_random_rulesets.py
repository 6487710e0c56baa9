# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Play random rulesets for hours, check the world after every action, and count what took effect.

    python tools/soak_random_rulesets.py [--rulesets N] [--actions N] [--least N] [--first SEED] [--minutes N]

Each ruleset has a seed of its own, and the actions are divided among them. An effect has taken effect if it changed
the world; a trigger, if something that it set off did; a status, if it was given. Prints how often each did, the
effects by the shape of their ability, and ends with an error if a world was inconsistent or anything happened fewer
than `--least` times. Rulesets with a fault are written to soak-SEED.toml. Ctrl+C prints the figures so far.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import toml_scenes
import worlds_in_three_forms
from random_rulesets import STATUSES, random_ruleset
from steep.core.compiled import compiled
from steep.core.geometry import STAIRS
from steep.core.record import pack
from steep.core.record_arrays import dtype_of, from_plain
from steep.core.ruleset import EFFECT_NAMES, GIVE_STATUS, SHAPE_NAMES, TRIGGER_NAMES, AbilityRow, EffectRow, Ruleset
from steep.core.world import PLAYING, World
from steep.rules import abilities, inventory, monsters, throwing
from steep.rules import effects as effect_rules
from steep.rules.action_codes import DESCEND, action
from steep.rules.turn import step
from steep.rules.update_view import update_fov, update_visible
from steep.rules.world_consistency import FAULTS, fault_in

counted: Counter[tuple[str, ...]] = Counter()

IMPOSSIBLE = {("push", "self"), ("pull", "self"), ("steal", "self"), ("drain", "self")}
"""Effects by shape that can't do anything: nobody pushes, pulls, robs or drains itself."""

statuses: list[str] = []
"""The statuses of the ruleset, by number."""

current: list[AbilityRow] = []
"""The abilities at work, the last one innermost."""


def state_of(world: World, user: int, index: int) -> tuple[object, ...]:
    """What an effect can change: both actors, who is there, where the hero is and what it carries and knows."""
    hero = world.hero
    carried = tuple((slot.kind, slot.plus) for slot in hero.inventory)
    return pack(world.actors[user]), pack(world.actors[index]), world.next_id, hero.cell, carried, hero.unidentified


def counting_effect(world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int, *more: Any) -> int:
    """Apply an effect, and count it if it changed something."""
    before = state_of(world, user, index)
    gained = effect_rules.apply_effect(world, ruleset, effect, user, index, *more)
    if state_of(world, user, index) != before:
        ability = current[-1]
        counted["effect", EFFECT_NAMES[effect.effect], SHAPE_NAMES[ability.area]] += 1
        counted["trigger", TRIGGER_NAMES[ability.trigger]] += 1
        if effect.effect == GIVE_STATUS:
            counted["status", statuses[effect.status]] += 1
    return gained


def counting_use(use_ability: Callable[..., None]) -> Callable[..., None]:
    """`use_ability`, with its ability noted for the effects."""

    def use(world: World, ruleset: Ruleset, number: int, *more: Any) -> None:
        current.append(ruleset.abilities[number])
        use_ability(world, ruleset, number, *more)
        current.pop()

    return use


def count_effects() -> None:
    """Let the rules count what takes effect."""
    use = counting_use(abilities.use_ability)
    for module in (abilities, inventory, monsters, throwing):
        vars(module)["use_ability"] = use
    vars(abilities)["apply_effect"] = counting_effect


def faults_of(ruleset: Ruleset) -> Callable[[World], str]:
    """What tells the fault of a world; empty if there is none."""
    check = compiled(fault_in)
    record = from_plain(ruleset)
    layout = dtype_of(World)
    return lambda world: FAULTS[check(np.frombuffer(bytearray(pack(world)), layout)[0], record)]


def take_stairs(world: World, ruleset: Ruleset) -> None:
    """Put the hero on the stairs, and let it descend: few would live to get there."""
    stairs = list(world.tiles).index(STAIRS)
    if world.occupant[stairs] == 0:
        world.hero.cell = stairs
        update_fov(world, ruleset)
        update_visible(world)
    step(world, ruleset, action(DESCEND))


def play(piece: str, seed: int, actions: int) -> Iterator[str]:
    """Play a ruleset at random and by a bot, a new game after each death. Yields the fault after each action."""
    book = toml_scenes.rulebook_of.__wrapped__(piece)
    statuses[:] = [status.key for status in book.statuses]
    form = worlds_in_three_forms.plain(book.compiled)
    fault = faults_of(book.compiled)
    rng = random.Random(seed)  # noqa: S311
    form.start(seed, 1)
    for number in range(actions):
        if number % 25 == 24:
            take_stairs(form.world, book.compiled)
        elif rng.random() < 0.3:
            form.act(form.bot_action())
        else:
            form.act(worlds_in_three_forms.random_action(rng, form.world.hero))
        yield fault(form.world)
        if form.world.outcome != PLAYING:
            form.start(seed + number, 1)


def report(rulesets: int, actions: int, seconds: float, least: int) -> bool:
    """Print how often everything took effect. Returns whether all of it did so often enough."""
    print(f"{rulesets} rulesets, {actions} actions, {seconds:.0f} s of processor time")
    effects = [name for name in EFFECT_NAMES if name != "none"]
    print("effect".ljust(12), *(shape.rjust(8) for shape in SHAPE_NAMES))
    for name in effects:
        print(name.ljust(12), *(str(counted["effect", name, shape]).rjust(8) for shape in SHAPE_NAMES))
    for sort, names in (("status", STATUSES), ("trigger", TRIGGER_NAMES)):
        print(f"{sort}:", ", ".join(f"{name} {counted[sort, name]}" for name in names))
    wanted: list[tuple[str, ...]] = [
        ("effect", *pair) for pair in product(effects, SHAPE_NAMES) if pair not in IMPOSSIBLE
    ]
    wanted += [("status", name) for name in STATUSES] + [("trigger", name) for name in TRIGGER_NAMES]
    rare = [" ".join(key) for key in wanted if counted[key] < least]
    print(f"{len(wanted) - len(rare)} of {len(wanted)} took effect at least {least} times")
    if rare:
        print("less often:", ", ".join(rare))
    return not rare


def main() -> int:
    """Soak, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulesets", type=int, default=100_000)
    parser.add_argument("--actions", type=int, default=10_000_000)
    parser.add_argument("--least", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    options = parser.parse_args()
    count_effects()
    start = time.monotonic()
    rulesets = actions = 0
    faults = []
    try:
        for seed in range(options.first, options.first + options.rulesets):
            if time.monotonic() - start > 60 * options.minutes:
                break
            piece = random_ruleset(random.Random(seed))  # noqa: S311
            rulesets += 1
            for fault in play(piece, seed, options.actions // options.rulesets):
                actions += 1
                if fault:
                    faults.append(f"seed {seed}, action {actions}: {fault}")
                    Path(f"soak-{seed}.toml").write_text(toml_scenes.BASE + piece, encoding="utf-8")
                    break
    except KeyboardInterrupt:
        print("stopped")
    enough = report(rulesets, actions, time.process_time(), options.least)
    print(*faults, sep="\n")
    return 0 if enough and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
