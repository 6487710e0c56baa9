# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Play random rulesets for hours, check the world after every action, and count what took effect.

    python tools/soak_random_rulesets.py [--rulesets N] [--actions N] [--least N] [--first SEED] [--minutes N]
                                         [--every N] [--plain] [--save FILE]

Each ruleset has a seed of its own, and the actions are divided among them. An effect has taken effect if it changed
the world; a trigger, if something that it set off did; a status, if it was given. Prints how often each did, the
effects by the shape of their ability, and ends with an error if a world was inconsistent or anything happened fewer
than `--least` times. Rulesets with a fault are written to soak-SEED.toml, over soak-base.toml; `--first SEED
--rulesets 1 --actions N` plays the N actions again that a ruleset has. Ctrl+C prints the figures so far.

It plays by compiled rules; with NUMBA_BOUNDSCHECK=1, by ones that check every index. `--plain` plays by plain Python,
some hundred times slower or more, with the same games. `--every` checks the world only after every so many actions.
`--save` keeps the figures in a file, and goes on from those in it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import toml_scenes
from counted_random_play import SHAPES, CountedWorld, Counts, SmallRuleset, count_effects, play_and_count
from random_rulesets import STATUSES, random_ruleset
from steep.bots.bot_memory import Mind
from steep.content import Rulebook, RulesetError, compile_ruleset, load_ruleset
from steep.core.compiled import compiled
from steep.core.record import out_of_range, pack, size_of
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import EFFECT_NAMES, SHAPE_NAMES, TRIGGER_NAMES, Ruleset
from steep.core.world import World
from steep.rules.consistency.world_consistency import FAULTS

IMPOSSIBLE = {("push", "self"), ("pull", "self"), ("steal", "self")}
"""Effects by shape that can't do anything: nobody pushes, pulls or robs itself."""

SAVE_EVERY = 15
"""Seconds between two times that the figures are saved."""

EFFECTS = [name for name in EFFECT_NAMES if name != "none"]

Played = tuple[str, Any]
"""A fault, empty if there was none, and the world after it."""


def by_numba() -> Callable[[Ruleset, int, int, int], Played]:
    """What plays by compiled rules."""
    rule = compiled(play_and_count)

    def play(ruleset: Ruleset, seed: int, actions: int, every: int) -> Played:
        world = zeros(CountedWorld, 1)[0]
        fault = rule(world, from_plain(ruleset), zeros(Mind, 1)[0], seed, actions, every)
        return FAULTS[fault] or out_of_range(World, world.tobytes()[: size_of(World)]), world.counts

    return play


def by_plain_python() -> Callable[[Ruleset, int, int, int], Played]:
    """What plays by plain Python."""

    def play(ruleset: Ruleset, seed: int, actions: int, every: int) -> Played:
        world = CountedWorld()
        fault = play_and_count(world, ruleset, Mind(), seed, actions, every)
        return FAULTS[fault] or out_of_range(World, pack(world)[: size_of(World)]), world.counts

    return play


def small_rulebook(piece: str, folder: Path) -> Rulebook:
    """The ruleset of BASE, which is in a folder, with a piece laid over it."""
    path = folder / "over.toml"
    path.write_text(f'extends = "soak-base.toml"\n{piece}', encoding="utf-8")
    return load_ruleset(str(path))


def counted(counts: Counts) -> Counter[str]:
    """The counts of a world, by name."""
    found = Counter(rulesets=1, actions=int(counts.actions), games=int(counts.games))
    for number, effect in enumerate(EFFECT_NAMES):
        for shape, name in enumerate(SHAPE_NAMES):
            found[f"effect {effect} {name}"] = int(counts.effects[number * SHAPES + shape])
    found.update({f"status {name}": int(counts.statuses[number]) for number, name in enumerate(STATUSES)})
    found.update({f"trigger {name}": int(counts.triggers[number]) for number, name in enumerate(TRIGGER_NAMES)})
    return found


def soak(options: argparse.Namespace, folder: Path, figures: Counter[str], faults: list[str]) -> None:
    """Play, and add up what happened. The ruleset that is being played is in a folder."""
    (folder / "soak-base.toml").write_text(toml_scenes.BASE, encoding="utf-8")
    vars(compile_ruleset)["Ruleset"] = SmallRuleset
    play = by_plain_python() if options.plain else by_numba()
    start = saved = time.monotonic()
    earlier = figures["seconds"]
    try:
        while figures["rulesets"] < options.rulesets and time.monotonic() - start < 60 * options.minutes:
            seed = options.first + figures["rulesets"]
            piece = random_ruleset(random.Random(seed))  # noqa: S311
            counts = Counts()
            try:
                book = small_rulebook(piece, folder)
                assert tuple(status.key for status in book.statuses) == STATUSES
                fault, counts = play(book.compiled, seed, options.actions // options.rulesets, options.every)
            except (ArithmeticError, LookupError, RulesetError) as error:
                fault = f"{type(error).__name__}: {error}"
            figures.update(counted(counts))
            figures["seconds"] = earlier + int(time.process_time())
            if fault:
                faults.append(f"seed {seed}, action {counts.actions}: {fault}")
                Path("soak-base.toml").write_text(toml_scenes.BASE, encoding="utf-8")
                Path(f"soak-{seed}.toml").write_text(f'extends = "soak-base.toml"\n{piece}', encoding="utf-8")
            if time.monotonic() - saved > SAVE_EVERY:
                save(options.save, figures, faults)
                saved = time.monotonic()
    except KeyboardInterrupt:
        print("stopped")
    save(options.save, figures, faults)


def save(path: Path | None, figures: Counter[str], faults: list[str]) -> None:
    """Save the figures, if there is a file for them."""
    if path is not None:
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps({"figures": figures, "faults": faults}), encoding="utf-8")
        beside.replace(path)


def report(figures: Counter[str], least: int) -> bool:
    """Print how often everything took effect. Returns whether all of it did so often enough."""
    print(*(f"{figures[name]} {name}" for name in ("rulesets", "games", "actions")), sep=", ", end=", ")
    print(f"{figures['seconds']} s of processor time")
    print("effect".ljust(12), *(shape.rjust(8) for shape in SHAPE_NAMES))
    for name in EFFECTS:
        print(name.ljust(12), *(str(figures[f"effect {name} {shape}"]).rjust(8) for shape in SHAPE_NAMES))
    for sort, names in (("status", STATUSES), ("trigger", TRIGGER_NAMES)):
        print(f"{sort}:", ", ".join(f"{name} {figures[f'{sort} {name}']}" for name in names))
    wanted = [f"effect {' '.join(pair)}" for pair in product(EFFECTS, SHAPE_NAMES) if pair not in IMPOSSIBLE]
    wanted += [f"status {name}" for name in STATUSES] + [f"trigger {name}" for name in TRIGGER_NAMES]
    rare = [key for key in wanted if figures[key] < least]
    print(f"{len(wanted) - len(rare)} of {len(wanted)} took effect at least {least} times")
    if rare:
        print("less often:", ", ".join(f"{key} {figures[key]}" for key in rare))
    return not rare


def main() -> int:
    """Soak, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulesets", type=int, default=100_000)
    parser.add_argument("--actions", type=int, default=10_000_000)
    parser.add_argument("--least", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--save", type=Path)
    options = parser.parse_args()
    count_effects()
    figures: Counter[str] = Counter()
    faults: list[str] = []
    if options.save and options.save.exists():
        found = json.loads(options.save.read_text(encoding="utf-8"))
        figures.update(found["figures"])
        faults += found["faults"]
    with tempfile.TemporaryDirectory() as folder:
        soak(options, Path(folder), figures, faults)
    enough = report(figures, options.least)
    print(*faults, sep="\n")
    return 0 if enough and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
