"""Rules give the same bytes in plain Python and natively. `tests/web` compares the form for browsers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import worlds_in_both_forms
from steep.content import load_ruleset
from steep.core.native.native_rule import native
from steep.core.record import pack
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP
from steep.core.world import DEAD, MAX_EVENTS, PLAYING, WON
from steep.rules.action_codes import REASON_NAMES
from steep.rules.consistency.world_consistency import SOUND, fault_in
from steep.rules.perceived_events import AFFLICTED, EVENT_NAMES

EVERY_MECHANIC = Path(__file__).parents[1] / "support" / "rulesets" / "every_mechanic.toml"

TURNS = 110
EVENTFUL = (*range(9), 22, 31, 49, 147)
"""Seeds with every mechanic: each floor once, then games with winning, nothing to enchant, fear, and starving."""


def play_in_both_forms(
    forms: list[worlds_in_both_forms.Form], seed: int, floor: int, turns: int, every: int = 1
) -> tuple[set[int], set[int], int, set[int]]:
    """Play one run in both forms side by side. Compares worlds every so many turns, and at the end.

    Returns the reasons and events that occurred, the outcome, and the statuses that were given.
    """
    first = forms[0]
    for form in forms:
        form.start(seed, floor)
    assert len({form.bytes() for form in forms}) == 1, (seed, floor, "start")
    rng = random.Random(seed)
    reasons: set[int] = set()
    hero = first.world.hero
    occurred = {event.what for event in hero.events[: hero.event_count]}
    given: set[int] = set()
    for turn in range(turns):
        event_cursor = hero.event_count
        if rng.random() < 0.5:
            acts = [form.bot_action() for form in forms]
            assert len({*acts}) == 1, (seed, floor, turn, acts)
            assert len({bytes(pack(form.mind)) if form is first else form.mind.tobytes() for form in forms}) == 1
            act = acts[0]
        else:
            act = worlds_in_both_forms.random_action(rng, first.world.hero)
        results = {form.act(act) for form in forms}
        assert len(results) == 1, (seed, floor, turn, results)
        if turn % every == every - 1 or turn == turns - 1 or first.world.outcome != PLAYING:
            assert len({form.bytes() for form in forms}) == 1, (seed, floor, turn)
        reasons |= results
        happened = [hero.events[number % MAX_EVENTS] for number in range(event_cursor, hero.event_count)]
        occurred |= {event.what for event in happened}
        given |= {event.detail for event in happened if event.what == AFFLICTED}
        if first.world.outcome != PLAYING:
            break
    return reasons, occurred, int(first.world.outcome), given


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_plain_and_native_worlds_stay_the_same_after_every_turn(games: int) -> None:
    reasons: set[int] = set()
    events: set[int] = set()
    outcomes: set[int] = set()
    rulesets = [
        worlds_in_both_forms.with_every_item(load_ruleset(name).compiled)
        for name in ("tcod-2020-gear", "tcod-2019", "rotjs", "godot")
    ]
    rulesets.append(worlds_in_both_forms.with_every_feature(load_ruleset("roguebasin").compiled))
    rulesets.append(worlds_in_both_forms.every_mechanic())
    for ruleset in rulesets:
        forms = [
            worlds_in_both_forms.plain_and_guarded(ruleset),
            worlds_in_both_forms.natively(ruleset),
        ]
        # The last ruleset has most of what can happen.
        for seed in range(games) if ruleset is not rulesets[-1] else EVENTFUL:
            result = play_in_both_forms(forms, seed, 1 + seed % 9, TURNS)
            reasons |= result[0]
            events |= result[1]
            outcomes.add(result[2])
    # Make sure that everything was compared at least once.
    rare = {"must choose a gain first", "nothing to choose", "no room on this floor", "inventory full", "full health"}
    rare |= {
        "no ammunition",
        "nothing to identify",
        "sealed",
        "not hungry",
        "locked",
        "enough allies",
        "caster not in the blast",
    }
    assert {REASON_NAMES[reason] for reason in reasons} >= set(REASON_NAMES) - rare - {"run over"}
    by_others = {"levelled", "grew", "recovered", "lowered", "freed", "enchanted", "summoned"}
    by_others |= {"transformed", "divided", "broke", "stole", "blocked by unseen"}
    assert {EVENT_NAMES[event] for event in events} >= set(EVENT_NAMES) - by_others
    assert outcomes == {PLAYING, DEAD, WON}


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_worlds_in_which_every_mechanic_happens_stay_the_same(games: int) -> None:
    ruleset = worlds_in_both_forms.with_every_item(load_ruleset(str(EVERY_MECHANIC)).compiled)
    forms = [
        worlds_in_both_forms.plain(ruleset),
        worlds_in_both_forms.natively(ruleset),
    ]
    events: set[int] = set()
    for seed in range(games):
        events |= play_in_both_forms(forms, seed, 1 + seed, TURNS)[1]
    assert {"hit", "missed", "damaged", "afflicted"} <= {EVENT_NAMES[event] for event in events}


def test_plain_and_native_worlds_stay_the_same_over_long_games() -> None:
    ruleset = worlds_in_both_forms.with_every_item(load_ruleset("tcod-2020-gear").compiled)
    ruleset.hero_stats[MAX_HP] = 500
    forms = [worlds_in_both_forms.plain(ruleset), worlds_in_both_forms.natively(ruleset)]
    events: set[int] = set()
    for seed in range(5):
        events |= play_in_both_forms(forms, seed, 4, 1_500, every=10)[1]
    assert {"levelled", "grew", "recovered"} <= {EVENT_NAMES[event] for event in events}


@pytest.mark.parametrize("games", [18, pytest.param(54, marks=pytest.mark.slow)])
def test_plain_and_native_worlds_with_every_mechanic_stay_the_same(games: int) -> None:
    ruleset = worlds_in_both_forms.every_mechanic()
    forms = [worlds_in_both_forms.plain(ruleset), worlds_in_both_forms.natively(ruleset)]
    world = forms[0].world
    reasons: set[int] = set()
    events: set[int] = set()
    given: set[int] = set()
    for seed in range(games):
        result = play_in_both_forms(forms, seed, 1 + seed % 9, 250, every=10)
        reasons |= result[0]
        events |= result[1]
        given |= result[3]
        assert fault_in(world, ruleset) == SOUND
    assert {EVENT_NAMES[event] for event in events} >= set(EVENT_NAMES) - {"levelled", "grew"}
    assert {REASON_NAMES[reason] for reason in reasons} >= ({"too afraid", "too charmed"} if games > 18 else set()) | {
        "no charges",
        "no ammunition",
        "equipped",
        "nothing to enchant",
    }
    assert len(given) >= ruleset.status_count - (0 if games > 18 else 4)


def test_a_function_that_is_not_a_rule_is_refused() -> None:
    with pytest.raises(TypeError, match="is not a rule"):
        native(load_ruleset)


def test_rules_that_call_each_other_are_refused() -> None:
    with pytest.raises(TypeError, match="rule hurt calls burst calls hurt; rules do not recurse"):
        native(hurt)(3)


@rule
def hurt(amount: int) -> int:
    return burst(amount) if amount > 0 else 0


@rule
def burst(amount: int) -> int:
    return hurt(amount - 1)
