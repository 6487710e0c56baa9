# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Play random rulesets for hours, check the world after every action, and count what took effect.

    python tools/soak_random_rulesets.py [--rulesets N] [--actions N] [--least N] [--first SEED] [--minutes N]
                                         [--every N] [--plain] [--save FILE]

Each ruleset has a seed of its own, and the actions are divided among them. Those with odd seeds are played in their
mode. An effect has taken effect if it changed the world; a trigger, if something that it set off did; a status, if it
was given. Counts also why terrain became another, by its kind, what was entered, what floors were made of, what the
hero perceived, and why actions were refused. Prints how often each happened, the effects by the shape of their ability,
and ends with an error if a world was inconsistent or anything happened fewer than `--least` times. Rulesets with a
fault are written to soak-SEED.toml, over soak-base.toml; `--first SEED --rulesets 1 --actions N` plays the N actions
again that a ruleset has. Ctrl+C prints the figures so far.

A game of each ninth ruleset is also saved and loaded again and again, by plain Python.

It plays by native rules; with STEEP_CHECKED=1, by ones that check every index and every number that is written.
`--plain` plays by plain Python, some hundred times slower or more, with the same games. `--every` checks the world only
after every so many actions.
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
from counted_random_play import (
    CHANGES,
    OF_GAS,
    PARTS,
    SHAPES,
    WAYS,
    CountedWorld,
    Counts,
    SmallRuleset,
    count_effects,
    count_no_effects,
    play_and_count,
)
from random_floors import GASES, LOCKED, OWN, STOCK, VAULTS
from random_rulesets import MODE, STATUSES, random_ruleset
from saved_random_play import play_and_save
from steep.bots.bot_memory import BotMemory
from steep.content import Rulebook, RulesetError, load_ruleset
from steep.content.compiling import ruleset as compile_ruleset
from steep.content.sections import Terrain
from steep.core.native.native_rule import native
from steep.core.record import out_of_range, pack, size_of
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import (
    EFFECT_NAMES,
    GENERATOR_NAMES,
    MAX_GASES,
    MAX_TERRAIN,
    SHAPE_NAMES,
    TRIGGER_NAMES,
    Ruleset,
)
from steep.core.world import World
from steep.rules.action_codes import REASON_NAMES
from steep.rules.consistency.world_consistency import FAULTS
from steep.rules.perceived_events import EVENT_NAMES

IMPOSSIBLE = {("push", "self"), ("pull", "self"), ("steal", "self")}
"""Effects by shape that can't do anything: nobody pushes, pulls or robs itself."""

BECOMES = {
    "entered_to": "entered",
    "left_to": "left",
    "taken_to": "taken",
    "opens_to": "opened",
    "found_to": "found",
    "fades_to": "faded",
    "burns_to": "burnt",
    "digs_to": "dug",
}
"""Why terrain becomes what a key says."""

NEVER = {("kindled", "poison_gas"), ("kindled", "burning_gas"), ("flowed", "burning_gas")}
"""What the gases that every ruleset has never do."""

FLAGS = ("opaque", "deep", "tall", "door", "burns", "flammable", "looks_like", "abilities")
"""Keys of the terrain that is entered."""

SAVED_RULESETS = 9
"""Of so many rulesets, a game of one is saved and loaded."""

SAVED_ACTIONS = 60
"""Actions of such a game."""

ACTIONS_A_SAVE = 15
"""Actions between two saves of it."""

SAVE_EVERY = 15
"""Seconds between two times that the figures are saved."""

EFFECTS = [name for name in EFFECT_NAMES if name != "none"]

Played = tuple[str, Any]
"""A fault, empty if there was none, and the world after it."""


def natively() -> Callable[[Ruleset, int, int, int], Played]:
    """What plays by compiled rules."""
    rule = native(play_and_count)

    def play(ruleset: Ruleset, seed: int, actions: int, every: int) -> Played:
        world = zeros(CountedWorld, 1)[0]
        fault = rule(world, from_plain(ruleset), zeros(BotMemory, 1)[0], seed, actions, every)
        return FAULTS[fault] or out_of_range(World, world.tobytes()[: size_of(World)]), world.counts

    return play


def by_plain_python() -> Callable[[Ruleset, int, int, int], Played]:
    """What plays by plain Python."""

    def play(ruleset: Ruleset, seed: int, actions: int, every: int) -> Played:
        world = CountedWorld()
        fault = play_and_count(world, ruleset, BotMemory(), seed, actions, every)
        return FAULTS[fault] or out_of_range(World, pack(world)[: size_of(World)]), world.counts

    return play


def saved_game_fault(book: Rulebook, seed: int, path: Path) -> str:
    """What is wrong with the saves of a game; empty if nothing is."""
    count_no_effects()
    fault = play_and_save(book, seed, SAVED_ACTIONS, ACTIONS_A_SAVE, path)
    count_effects()
    return fault


def small_rulebook(piece: str, folder: Path, mode: str) -> Rulebook:
    """The ruleset of BASE, which is in a folder, with a piece laid over it, in a mode."""
    path = folder / "over.toml"
    path.write_text(f'extends = "soak-base.toml"\n{piece}', encoding="utf-8")
    return load_ruleset(f"{path}{mode}")


def counted(counts: Counts, book: Rulebook) -> Counter[str]:
    """The counts of a world, by name."""
    found = Counter(rulesets=1, actions=int(counts.actions), games=int(counts.games))
    terrain = [kind.key for kind in book.terrain]
    for number, effect in enumerate(EFFECT_NAMES):
        for shape, name in enumerate(SHAPE_NAMES):
            found[f"effect {effect} {name}"] = int(counts.effects[number * SHAPES + shape])
    for reason, name in enumerate(CHANGES):
        for kind, key in enumerate(terrain):
            found[f"{name} {key}"] = int(counts.changed[reason * MAX_TERRAIN + kind])
            found[f"{name} terrain"] += found[f"{name} {key}"]
    for kind, row in enumerate(book.terrain):
        for flag in FLAGS:
            if row.key in OWN and getattr(row, flag):
                found[f"flag {flag}"] += int(counts.entered[kind])
    for sort, names, plane in (
        ("status", STATUSES, counts.statuses),
        ("trigger", TRIGGER_NAMES, counts.triggers),
        ("event", EVENT_NAMES, counts.events),
        ("reason", REASON_NAMES, counts.reasons),
        ("enter", terrain, counts.entered),
        ("generator", GENERATOR_NAMES, counts.generators),
        ("overlay", terrain, counts.overlays),
        ("shore", terrain, counts.shores),
        ("vault", [vault.key for vault in book.vaults], counts.vaults),
        ("way", range(WAYS), counts.ways),
        ("part", PARTS, counts.parts),
    ):
        found.update({f"{sort} {name}": int(plane[number]) for number, name in enumerate(names)})
    for what, name in enumerate(OF_GAS):
        for number, key in enumerate(GASES, 1):
            found[f"{name} {key}"] = int(counts.gas[what * (MAX_GASES + 1) + number])
    found["part drawn floor"] = sum(map(int, counts.drawn))
    return found


def changes_of(kind: Terrain) -> list[str]:
    """The names of all that can become of a kind of terrain."""
    return [f"{word} {kind.key}" for key, word in BECOMES.items() if getattr(kind, key)]


def wanted() -> dict[str, list[str]]:
    """The names of all that has to happen, by sort."""
    open_stock = [kind.key for kind in STOCK if not kind.solid]
    return {
        "effect": [f"effect {' '.join(pair)}" for pair in product(EFFECTS, SHAPE_NAMES) if pair not in IMPOSSIBLE],
        "status": [f"status {name}" for name in STATUSES],
        "trigger": [f"trigger {name}" for name in TRIGGER_NAMES],
        "event": [f"event {name}" for name in EVENT_NAMES],
        "reason": [f"reason {name}" for name in REASON_NAMES if name != "run over"],
        "terrain that became another": [f"{word} terrain" for word in CHANGES]
        + [name for kind in STOCK for name in changes_of(kind)]
        + [f"unlocked {door}" for door in LOCKED],
        "gas": [f"{what} {gas}" for what in OF_GAS for gas in GASES if (what, gas) not in NEVER],
        "terrain entered": [f"enter {key}" for key in open_stock] + [f"flag {flag}" for flag in FLAGS],
        "floors": [f"generator {name}" for name in GENERATOR_NAMES]
        + [f"overlay {key}" for key in (*(kind.key for kind in STOCK), *OWN)]
        + [f"shore {key}" for key in open_stock]
        + [f"vault {key}" for key in VAULTS]
        + [f"way {way}" for way in range(WAYS)]
        + [f"part {part}" for part in (*PARTS, "drawn floor")],
    }


def soak(options: argparse.Namespace, folder: Path, figures: Counter[str], faults: list[str]) -> None:
    """Play, and add up what happened. The ruleset that is being played is in a folder."""
    (folder / "soak-base.toml").write_text(toml_scenes.BASE, encoding="utf-8")
    vars(compile_ruleset)["Ruleset"] = SmallRuleset
    play = by_plain_python() if options.plain else natively()
    start = saved = time.monotonic()
    earlier = figures["seconds"]
    try:
        while figures["rulesets"] < options.rulesets and time.monotonic() - start < 60 * options.minutes:
            seed = options.first + figures["rulesets"]
            piece = random_ruleset(random.Random(seed))  # noqa: S311
            mode = f":{MODE}" if seed % 2 == 1 else ""
            counts, book = Counts(), toml_scenes.rulebook_of("")
            try:
                book = small_rulebook(piece, folder, mode)
                assert tuple(status.key for status in book.statuses) == STATUSES
                fault, counts = play(book.compiled, seed, options.actions // options.rulesets, options.every)
                if not fault and seed % SAVED_RULESETS == 0:
                    fault = saved_game_fault(book, seed, folder / "save.steep")
            except (ArithmeticError, LookupError, RulesetError) as error:
                fault = f"{type(error).__name__}: {error}"
            figures.update(counted(counts, book))
            figures["seconds"] = earlier + int(time.process_time())
            if fault:
                faults.append(f"seed {seed}{mode}, action {counts.actions}: {fault}")
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
    for sort, names in wanted().items():
        if sort != "effect":
            print(f"{sort}:", ", ".join(f"{name.removeprefix(f'{sort} ')} {figures[name]}" for name in names))
    everything = [name for names in wanted().values() for name in names]
    rare = [key for key in everything if figures[key] < least]
    print(f"{len(everything) - len(rare)} of {len(everything)} happened at least {least} times")
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
