"""Games in which every mechanic happens, and games of random rulesets: the world stays consistent and all is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import worlds_in_both_forms
from random_floors import OWN_GAS, OWN_LAYOUT, OWN_OVERLAY, OWN_TERRAIN, VAULTS
from random_rulesets import (
    OWN_ABILITY,
    OWN_ATTACK,
    OWN_EFFECT,
    OWN_MODE,
    OWN_MONSTER,
    OWN_RULES,
    OWN_STATUS,
    random_ruleset,
)
from steep.content import Rulebook, load_ruleset
from steep.content.compiling.abilities import abilities_of
from steep.core.geometry import NOWHERE, steps_between
from steep.core.record import out_of_range, pack
from steep.core.ruleset import (
    CONDITION_NAMES,
    EFFECT_NAMES,
    GENERATOR_NAMES,
    NORMAL_SPEED,
    SHAPE_NAMES,
    TRIGGER_NAMES,
    EffectRow,
    Ruleset,
)
from steep.core.world import FLEES, HERO_ROW, LEADER, MAX_EVENTS, PLAYING, POST, ROAMS, TRAIL, Actor, World
from steep.play.texts.messages import sentence
from steep.rules import combat, movement
from steep.rules import turn as turn_rules
from steep.rules.abilities import effects as effect_rules
from steep.rules.abilities import effects_on_cells
from steep.rules.abilities import use_abilities as abilities
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.consistency.world_consistency import FAULTS, fault_in
from steep.rules.items import inventory, throwing
from steep.rules.monsters import behaviours, monster_steps
from steep.rules.monsters import monster_turns as monsters
from steep.rules.perceived_events import AFFLICTED, EVENT_NAMES, RECOVERED
from toml_scenes import rulebook_of

TURNS = 1_000
GAME_TURNS = 250
"""After so many turns a new game begins, with all that the hero starts with."""

SEEDS = (1, 2, 3, 4, 16)

CHECK_EVERY = 50
"""Turns. A check takes as long as twenty."""

FLOORS = 2
"""Games begin on either of the floors of the dungeon."""

counted: Counter[tuple[str, Any]] = Counter()
"""How often each thing happened in the games of `played`."""


def counting(rule: Callable[..., Any], what: Callable[..., tuple[str, Any] | None]) -> Callable[..., Any]:
    """A rule that also counts what it is asked to do."""

    def counted_rule(*arguments: Any) -> Any:
        if (key := what(*arguments)) is not None:
            counted[key] += 1
        return rule(*arguments)

    return counted_rule


def play(form: worlds_in_both_forms.Form, book: Rulebook, turns: int, seed: int) -> None:
    """Play half by the diver and half at random, in short games. Checks the world every so many turns."""
    rng = random.Random(seed)
    world: World = form.world
    form.start(seed, 1 + seed % FLOORS)
    for turn in range(turns):
        first = world.hero.event_count
        form.act(form.bot_action() if rng.random() < 0.5 else worlds_in_both_forms.random_action(rng, world.hero))
        if turn % CHECK_EVERY == 0:
            assert FAULTS[fault_in(world, form.ruleset)] == "", turn
            assert out_of_range(World, pack(world)) == "", turn
        for number in range(max(first, world.hero.event_count - MAX_EVENTS), world.hero.event_count):
            event = world.hero.events[number % MAX_EVENTS]
            assert sentence(event, book)[0]
            counted["event", EVENT_NAMES[event.what]] += 1
            if event.what in (AFFLICTED, RECOVERED):
                counted[EVENT_NAMES[event.what], book.statuses[event.detail].key] += 1
        for actor in world.actors[: world.actor_count]:
            counted["grown", book.monsters[actor.kind].key] += actor.xp > book.monsters[actor.kind].xp
            if actor.hp > 0 == actor.asleep:
                counted["awake", ""] += 1
                for behaviour in behaviours_of(actor, form.ruleset):
                    counted["behaviour", behaviour] += 1
        if world.outcome != PLAYING or turn % GAME_TURNS == GAME_TURNS - 1:
            form.start(seed + turn, 1 + (seed + turn) % FLOORS)


def behaviours_of(actor: Actor, ruleset: Ruleset) -> set[str]:
    """What a monster remembers to do."""
    kind = ruleset.monsters[actor.kind]
    marks = {
        "follows": actor.memory[LEADER] > 0,
        "away from its post": actor.memory[POST] > 0 and actor.cell != actor.memory[POST],
        "on a trail": 0 < actor.memory[TRAIL] < kind.loses_trail,
        "roams": actor.memory[ROAMS] == 1,
        "flees": actor.conditions & FLEES != 0,
        "lies in wait": kind.ambush > 0 and actor.goal == NOWHERE,
        "has sprung": kind.ambush > 0 and actor.goal != NOWHERE,
    }
    return {name for name, applies in marks.items() if applies}


ALL_BEHAVIOURS = {"follows", "away from its post", "on a trail", "roams", "flees", "lies in wait", "has sprung"}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_ruleset(str(worlds_in_both_forms.EVERY_MECHANIC))


@pytest.fixture(scope="module")
def played(book: Rulebook) -> Counter[tuple[str, Any]]:
    """What happened, and how often, in sixteen games: in a single one, what is rarest may be missing."""
    ruleset = book.compiled
    keys = [
        ability.key
        for kinds in (book.monsters, book.item_rows, book.terrain, book.gases)
        for kind in kinds
        for ability in abilities_of(kind, book)
    ]  # fmt: skip

    def used(_world: World, _ruleset: Any, number: int, *_: Any) -> tuple[str, Any]:
        counted["trigger", TRIGGER_NAMES[ruleset.abilities[number].trigger]] += 1
        counted["shape", SHAPE_NAMES[ruleset.abilities[number].area]] += 1
        return "ability", keys[number]

    def applied(_world: World, _ruleset: Any, effect: EffectRow, *_: Any) -> tuple[str, Any]:
        return "effect", EFFECT_NAMES[effect.effect]

    def applied_to_cells(_world: World, _ruleset: Any, _ability: Any, effect: EffectRow, *_: Any) -> tuple[str, Any]:
        return "effect", EFFECT_NAMES[effect.effect]

    def moved(behaviour: str) -> Callable[..., tuple[str, Any]]:
        return lambda world, _ruleset, index, *_: (behaviour, book.monsters[world.actors[index].kind].key)

    def acted_at(world: World, index: int, _time: int) -> tuple[str, Any] | None:
        actor = world.actors[index]
        return ("speed", monsters.speed_of(actor)) if monsters.speed_of(actor) != NORMAL_SPEED else None

    def heard_from(source: str) -> Callable[..., tuple[str, Any]]:
        return lambda *_: ("noise", source)

    def from_afar(world: World, _ruleset: Any, by: int, target: int) -> tuple[str, Any] | None:
        if steps_between(cell_of_actor(world, by), cell_of_actor(world, target)) < 2:
            return None
        return "attack from afar", by == HERO_ROW

    def took(world: World, *_: Any) -> tuple[str, Any]:
        return "extra time of monsters", world.extra_time

    def passed(_world: World, _ruleset: Any, time: int, *_: Any) -> tuple[str, Any]:
        return "time", time

    counted.clear()
    with pytest.MonkeyPatch.context() as patch:
        for module in (abilities, inventory, monsters, throwing):
            patch.setattr(module, "use_ability", counting(abilities.use_ability, used))
        patch.setattr(abilities, "apply_effect", counting(effect_rules.apply_effect, applied))
        patch.setattr(abilities, "change_cells", counting(effects_on_cells.change_cells, applied_to_cells))
        patch.setattr(monsters, "step_away", counting(movement.step_away, moved("steps away")))
        for module in (monsters, behaviours):
            patch.setattr(module, "step_at_random", counting(monster_steps.step_at_random, moved("flutters")))
        for module, source in ((abilities, "ability"), (combat, "attack")):
            patch.setattr(module, "make_noise", counting(behaviours.make_noise, heard_from(source)))
        patch.setattr(monsters, "strike", counting(monsters.strike, from_afar))
        patch.setattr(turn_rules, "attack", counting(combat.attack, from_afar))
        patch.setattr(monsters, "turns_left", counting(monsters.turns_left, took))
        patch.setattr(turn_rules, "pass_time", counting(turn_rules.pass_time, passed))
        patch.setattr(monsters, "turns_due", counting(monsters.turns_due, acted_at))
        for seed in SEEDS:
            play(worlds_in_both_forms.plain(ruleset), book, TURNS, seed)
    return Counter(counted)


def those(played: Counter[tuple[str, Any]], what: str) -> set[Any]:
    """Everything of one sort that happened."""
    return {name for sort, name in played if sort == what}


def test_every_ability_is_used(book: Rulebook, played: Counter[tuple[str, Any]]) -> None:
    unused = ({ability.key for ability in book.abilities} | {"knife"}) - those(played, "ability")
    assert not unused, "give it to a monster met often"


def test_every_effect_trigger_and_shape_takes_effect(book: Rulebook, played: Counter[tuple[str, Any]]) -> None:
    assert those(played, "effect") == set(EFFECT_NAMES) - {"none"}
    assert those(played, "trigger") == {ability.trigger for ability in book.abilities} == set(TRIGGER_NAMES)
    assert those(played, "shape") >= {ability.shape for ability in book.abilities}


def test_every_status_is_given(book: Rulebook, played: Counter[tuple[str, Any]]) -> None:
    assert those(played, "afflicted") == {status.key for status in book.statuses}


def test_every_behaviour_and_speed_shows(book: Rulebook, played: Counter[tuple[str, Any]]) -> None:
    shy = {kind.key for kind in book.monsters if kind.keeps_distance or kind.flees_below}
    assert those(played, "steps away") >= shy
    assert those(played, "flutters") >= {kind.key for kind in book.monsters if kind.erratic}
    assert those(played, "behaviour") == ALL_BEHAVIOURS
    assert those(played, "noise") == {"ability", "attack"}
    assert those(played, "speed") >= {kind.speed for kind in book.monsters if kind.speed != NORMAL_SPEED}


def test_who_grows_has_grown(book: Rulebook, played: Counter[tuple[str, Any]]) -> None:
    assert all(played["grown", kind.key] for kind in book.monsters if kind.growth)


def test_every_event_happens_but_those_of_rulesets_with_more(played: Counter[tuple[str, Any]]) -> None:
    rare = {"levelled", "grew", "freed"}
    assert those(played, "event") >= set(EVENT_NAMES) - rare


def test_attacks_from_afar_and_actions_of_other_lengths_happen(played: Counter[tuple[str, Any]]) -> None:
    assert those(played, "attack from afar") == {True, False}
    assert those(played, "extra time of monsters") == {-50, 50}
    assert those(played, "time") >= {20, 80, 100}


def test_eight_monsters_and_more_are_awake(played: Counter[tuple[str, Any]]) -> None:
    assert 8 <= played["awake", ""] / (len(SEEDS) * TURNS) <= 15


def test_random_rulesets_use_every_key() -> None:
    """A key that nothing can be drawn for needs an entry in one of the tables of `random_rulesets`."""
    of_kinds = (OWN_EFFECT, OWN_STATUS, OWN_ABILITY, OWN_ATTACK, OWN_MONSTER)
    of_floors = (OWN_TERRAIN, OWN_GAS, OWN_LAYOUT, OWN_OVERLAY)
    for values in (*of_kinds, *of_floors, OWN_RULES, OWN_MODE):
        assert [key for key, found in values.items() if not found] == []
    pieces = "".join(random_ruleset(random.Random(seed)) for seed in range(200))
    for values in (*of_kinds, *of_floors, OWN_RULES, OWN_MODE):
        assert [key for key in values if f"{key} = " not in pieces] == []
    for words in (SHAPE_NAMES, TRIGGER_NAMES, CONDITION_NAMES, GENERATOR_NAMES):
        assert [word for word in words if f'"{word}"' not in pieces] == []
    assert [vault for vault in VAULTS if f"[vaults.{vault}]" not in pieces] == []


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_random_rulesets_play_on_consistently(seed: int) -> None:
    book = rulebook_of(random_ruleset(random.Random(seed)))
    play(worlds_in_both_forms.plain(book.compiled), book, 60, seed)
