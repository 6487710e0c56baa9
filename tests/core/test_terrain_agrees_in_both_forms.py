"""Floors full of terrain play alike in plain Python, on NumPy records and compiled, and stay consistent."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import worlds_in_both_forms
from generated_floors import rulebook_from
from scenes import E as EAST
from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.bots.choose_action import EXPLORER, choose_action
from steep.content import Rulebook
from steep.core.world import GAS_STEP, PLAYING, Hero
from steep.rules.action_codes import DONE, LOCKED, MOVE, USE, WAIT, action
from steep.rules.consistency.world_consistency import FAULTS, fault_in
from steep.rules.perceived_events import DUG, EVENT_NAMES, FELL, FOUND, IGNITED, INFORMED, MADE, OPENED

TERRAIN = (
    "chasm", "deep_water", "door", "fire", "grass", "grass", "grass", "hidden_spike_trap", "hidden_trapdoor",
    "lava", "shallow_water", "spike_trap", "undergrowth", "web",
)  # fmt: skip

WANDS = {
    "dig": "dig = true",
    "web": 'terrain = "web"',
    "fire": "ignite = true",
    "eye": "reveal = 5",
    "map": "map = 80",
    "nose": "detect = 80",
    "hole": "fall = true, chance = 10",
    "wall": 'terrain = "rubble"',
    "smoke": 'gas = "poison_gas", amount = 9',
    "swamp": 'gas = "marsh_gas", amount = 25',
    "wings": 'status = "flying", turns = 4',
}
SHAPES = {
    "dig": 'shape = "bolt"',
    "web": 'shape = "ball"\nradius = 1',
    "wall": 'shape = "ball"\nradius = 2',
    "smoke": 'shape = "ball"\nradius = 2',
    "swamp": 'shape = "ball"\nradius = 3',
    "fire": 'shape = "burst"\nradius = 9',
}

SELF = 'shape = "self"'

FULL_OF_TERRAIN = (
    'extends = "tcod-2020"\n[rules]\nfinds = 20\n[counts]\nthemes_per_floor = 12\n'
    "[hero]\nhp = 400\ninventory = 20\nstart = ["
    + ", ".join(f'{{ item = "{wand}_wand" }}' for wand in WANDS)
    + "]\n[themes.everything]\nspawn = 1\nfill = ["
    + ", ".join(f'{{ terrain = "{kind}", count = 2 }}' for kind in TERRAIN)
    + "]\n"
    + "".join(
        f'[abilities.{wand}]\n{SHAPES.get(wand, SELF)}\nneeds = "nothing"\neffects = [{{ {effect} }}]\n'
        f'[items.{wand}_wand]\nglyph = "&"\ncharges = 1000\nabilities = ["{wand}"]\nspawn = 0\n'
        for wand, effect in WANDS.items()
    )
    + '[terrain.rubble]\nglyph = "%"\nsolid = true\nopaque = true\nopens_to = "floor"\n'
    + '[monsters.orc]\nmoves = "swims"\n[monsters.troll]\nresist = { fire = 100 }\nopens_doors = false\nspawn = 100\n'
    + '[monsters.bat]\nglyph = "b"\nhp = 9\npower = 3\ndefense = 0\nxp = 1\n'
    + 'moves = "flies"\nerratic = 30\nspawn = 100\n'
    + '[monsters.eel]\nglyph = "e"\nhp = 9\npower = 3\ndefense = 0\nxp = 1\nmoves = "in_water"\nspawn = 100\n'
)

TURNS = 120

ARSON = {0: "smoke_wand", 10: "swamp_wand", 11: "fire_wand"}
"""What the hero uses on some turns of 30: at random it would hardly ever set fire to gas."""


def use_of(key: str, book: Rulebook, hero: Hero) -> int:
    """The action of using an item on the hero's own cell, or of waiting without it."""
    kind = [item.key for item in book.items].index(key)
    slots = (slot for slot, carried in enumerate(hero.inventory) if carried.kind == kind + 1)
    slot = next(slots, None)
    return action(WAIT) if slot is None else action(USE, slot, hero.cell)


@pytest.mark.parametrize("seeds", [3, pytest.param(8, marks=pytest.mark.slow)])
def test_terrain_changes_alike_in_all_forms_and_leaves_worlds_consistent(seeds: int) -> None:
    book = rulebook_from(FULL_OF_TERRAIN)
    ruleset = book.compiled
    forms = [
        worlds_in_both_forms.plain_and_guarded(ruleset),
        worlds_in_both_forms.natively(ruleset),
    ]
    first = forms[0]
    changed: Counter[tuple[int, int]] = Counter()
    events: Counter[int] = Counter()
    gases: set[int] = set()
    for seed in range(seeds):
        for form in forms:
            form.start(seed, 1 + seed)
        rng = random.Random(seed)
        for turn in range(TURNS):
            before, floor, told = bytes(first.world.tiles), first.world.floor, first.world.hero.event_count
            act = (
                first.bot_action() if rng.random() < 0.3 else worlds_in_both_forms.random_action(rng, first.world.hero)
            )
            if turn % 30 in ARSON:
                act = use_of(ARSON[turn % 30], book, first.world.hero)
            assert len({form.act(act) for form in forms}) == 1, (seed, turn)
            assert len({form.bytes() for form in forms}) == 1, (seed, turn)
            if turn % 10 == 0:
                assert FAULTS[fault_in(first.world, ruleset)] == "", (seed, turn)
            if first.world.floor == floor:
                changed.update((a, b) for a, b in zip(before, first.world.tiles, strict=True) if a != b)
            gases.update(each // GAS_STEP for each in first.world.gas if each)
            hero = first.world.hero
            events.update(hero.events[number % len(hero.events)].what for number in range(told, hero.event_count))
            if first.world.outcome != PLAYING:
                break
    assert len(changed) > 10
    missing = [EVENT_NAMES[what] for what in (FOUND, OPENED, FELL, MADE, DUG, IGNITED, INFORMED) if not events[what]]
    assert not missing
    assert gases == {1, 2, 3}


LOCKED_ROOM = """
extends = "tcod-2020"

[floors.treasury]
floor = 1
map   = '''
##########
#@+..1.2.#
#.#......#
#.########
#..k....>#
##########
'''
[floors.treasury.legend]
"+" = "locked_door"
k   = { item = "key" }
1   = { terrain = "altar", item = "healing_potion" }
2   = { terrain = "altar", item = "fireball_scroll" }
"""


def test_a_locked_door_is_refused_and_then_opened_with_its_key_alike_in_all_forms() -> None:
    book = rulebook_from(LOCKED_ROOM)
    forms = [
        worlds_in_both_forms.plain(book.compiled),
        worlds_in_both_forms.natively(book.compiled),
    ]
    for form in forms:
        form.start(0, 1)
    hero = forms[0].world.hero
    mind, imagined = BotMemory(), ImaginedState()
    assert {form.act(action(MOVE, EAST)) for form in forms} == {LOCKED}
    for _ in range(40):
        if hero.floor > 1:
            break
        act = choose_action(EXPLORER, hero, book.compiled, mind, imagined)
        assert {form.act(act) for form in forms} == {DONE}
        assert len({form.bytes() for form in forms}) == 1
        assert FAULTS[fault_in(forms[0].world, book.compiled)] == ""
    assert OPENED in {event.what for event in hero.events[: hero.event_count]}
    carried = [book.items[slot.kind - 1].key for slot in hero.inventory if slot.kind]
    assert carried in (["healing_potion"], ["fireball_scroll"])
    assert hero.floor == 2
