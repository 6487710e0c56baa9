"""Games in which every mechanic happens, and games of random rulesets: the world stays consistent and all is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import worlds_in_three_forms
from steep.content import Rulebook, load_ruleset
from steep.content.compile_abilities import abilities_of
from steep.core.geometry import NOWHERE
from steep.core.record import out_of_range, pack
from steep.core.ruleset import (
    AFFECTS_NAMES,
    EFFECT_NAMES,
    NORMAL_SPEED,
    SHAPE_NAMES,
    STACKING_NAMES,
    TRIGGER_NAMES,
    EffectRow,
    Ruleset,
)
from steep.core.world import FLEES, LEADER, MAX_EVENTS, PLAYING, POST, ROAMS, TRAIL, Actor, World
from steep.play.messages import EVENT_SENTENCES, sentence
from steep.rules import abilities, behaviours, combat, inventory, monsters, movement, throwing
from steep.rules import effects as effect_rules
from steep.rules import world_consistency as consistency
from steep.rules.perceived_events import AFFLICTED, EVENT_NAMES, RECOVERED
from steep.rules.world_consistency import FAULTS, fault_in
from toml_scenes import rulebook_of

TURNS = 1_000
GAME_TURNS = 250
"""After so many turns a new game begins, with all that the hero starts with."""

SEEDS = (1, 2, 3, 4)

counted: Counter[tuple[str, Any]] = Counter()
"""How often each thing happened in the games of `played`."""


def counting(rule: Callable[..., Any], what: Callable[..., tuple[str, Any] | None]) -> Callable[..., Any]:
    """A rule that also counts what it is asked to do."""

    def counted_rule(*arguments: Any) -> Any:
        if (key := what(*arguments)) is not None:
            counted[key] += 1
        return rule(*arguments)

    return counted_rule


def play(form: worlds_in_three_forms.Form, book: Rulebook, turns: int, seed: int) -> None:
    """Play half by the diver and half at random, in short games. Checks the world after every turn."""
    rng = random.Random(seed)
    world: World = form.world
    form.start(seed, 1)
    for turn in range(turns):
        first = world.hero.event_count
        form.act(form.bot_action() if rng.random() < 0.5 else worlds_in_three_forms.random_action(rng, world.hero))
        assert FAULTS[fault_in(world, form.ruleset)] == "", turn
        if turn % 10 == 0:
            assert out_of_range(World, pack(world)) == "", turn
        for number in range(max(first, world.hero.event_count - MAX_EVENTS), world.hero.event_count):
            event = world.hero.events[number % MAX_EVENTS]
            assert sentence(event, book)[0]
            counted["event", EVENT_NAMES[event.what]] += 1
            if event.what in (AFFLICTED, RECOVERED):
                counted[EVENT_NAMES[event.what], book.statuses[event.detail].key] += 1
        for actor in world.actors[: world.actor_count]:
            if actor.hp > 0 == actor.asleep:
                counted["awake", ""] += 1
                for behaviour in behaviours_of(actor, form.ruleset):
                    counted["behaviour", behaviour] += 1
        if world.outcome != PLAYING or turn % GAME_TURNS == GAME_TURNS - 1:
            form.start(seed + turn, 1)


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
    return load_ruleset(str(worlds_in_three_forms.EVERY_MECHANIC))


@pytest.fixture(scope="module")
def played(book: Rulebook) -> Counter[tuple[str, Any]]:
    """What happened, and how often, in sixteen games: in a single one, what is rarest may be missing."""
    ruleset = book.compiled
    keys = [
        ability.key
        for kinds in (book.monsters, book.items)
        for kind in kinds
        for ability in abilities_of(kind, book)
    ]  # fmt: skip

    def used(_world: World, _ruleset: Any, number: int, *_: Any) -> tuple[str, Any]:
        counted["trigger", TRIGGER_NAMES[ruleset.abilities[number].trigger]] += 1
        counted["shape", SHAPE_NAMES[ruleset.abilities[number].area]] += 1
        return "ability", keys[number]

    def applied(_world: World, _ruleset: Any, effect: EffectRow, *_: Any) -> tuple[str, Any]:
        return "effect", EFFECT_NAMES[effect.effect]

    def moved(behaviour: str) -> Callable[..., tuple[str, Any]]:
        return lambda world, index, *_: (behaviour, book.monsters[world.actors[index].kind].key)

    def acted_at(world: World, index: int) -> tuple[str, Any] | None:
        actor = world.actors[index]
        return ("speed", monsters.speed_of(actor)) if monsters.speed_of(actor) != NORMAL_SPEED else None

    def heard_from(source: str) -> Callable[..., tuple[str, Any]]:
        return lambda *_: ("noise", source)

    counted.clear()
    with pytest.MonkeyPatch.context() as patch:
        for module in (abilities, inventory, monsters, throwing):
            patch.setattr(module, "use_ability", counting(abilities.use_ability, used))
        patch.setattr(abilities, "apply_effect", counting(effect_rules.apply_effect, applied))
        patch.setattr(monsters, "step_away", counting(movement.step_away, moved("steps away")))
        patch.setattr(monsters, "step_at_random", counting(monsters.step_at_random, moved("flutters")))
        for module, source in ((abilities, "ability"), (combat, "attack")):
            patch.setattr(module, "make_noise", counting(behaviours.make_noise, heard_from(source)))
        patch.setattr(monsters, "turns_due", counting(monsters.turns_due, acted_at))
        for seed in SEEDS:
            play(worlds_in_three_forms.plain(ruleset), book, TURNS, seed)
    return Counter(counted)


def those(played: Counter[tuple[str, Any]], what: str) -> set[Any]:
    """Everything of one sort that happened."""
    return {name for sort, name in played if sort == what}


def test_every_ability_is_used(book: Rulebook, played: Counter[tuple[str, Any]]) -> None:
    assert those(played, "ability") >= {ability.key for ability in book.abilities} | {"knife"}


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


def test_every_event_happens_but_those_of_rulesets_with_more(played: Counter[tuple[str, Any]]) -> None:
    rare = {"levelled", "grew", "freed"}
    assert those(played, "event") >= set(EVENT_NAMES) - rare


def test_about_ten_monsters_are_awake(played: Counter[tuple[str, Any]]) -> None:
    assert 5 <= played["awake", ""] / (len(SEEDS) * TURNS) <= 15


def test_every_event_that_can_be_in_a_world_has_a_sentence() -> None:
    bits = {
        consistency.BY_HERO_TO_HERO: (True, True),
        consistency.BY_HERO: (True, False),
        consistency.TO_HERO: (False, True),
        consistency.AMONG_OTHERS: (False, False),
    }
    possible = {
        (what, *sides) for what, allowed in enumerate(consistency.SIDES) for bit, sides in bits.items() if allowed & bit
    }
    assert possible <= set(EVENT_SENTENCES)
    assert len(consistency.SIDES) == len(EVENT_NAMES)


MONSTER_TRIGGERS = tuple(name for name in TRIGGER_NAMES if name not in ("use", "throw"))
STATUSES = tuple(status.key for status in rulebook_of("").statuses)

dice = st.sampled_from(["0", "1", "7", "1d4", "2d3+1", "300"]).map(lambda text: f'"{text}"')
cells = st.integers(1, 79)
types = st.sampled_from(["", ', type = "fire"', ', type = "odd"'])
statuses = st.sampled_from([*STATUSES, "odd"])
turns = st.sampled_from([1, 2, 9, 29_999])
effects = st.one_of(
    st.builds("damage = {}{}".format, dice, types),
    st.builds("drain = {}{}".format, dice, types),
    st.builds("heal = {}".format, dice),
    st.builds('status = "{}", turns = {}'.format, statuses, turns),
    st.builds('cure = "{}"'.format, statuses),
    st.just("teleport = true"),
    st.just("wake = true"),
    st.builds("{} = {}".format, st.sampled_from(["blink", "push", "pull"]), cells),
    st.builds('summon = "{}", count = {}'.format, st.sampled_from(["a", "b", "c"]), dice),
    st.builds(
        'stat = "{}", amount = {}'.format,
        st.sampled_from(
            ["max_hp", "power", "defense", "speed", "sight", "stealth", "regeneration", "accuracy", "evasion"]
        ),
        st.sampled_from([-1_000_000, -3, 1, 40, 1_000_000]),
    ),
)
effect_tables = st.builds("{{ {}, chance = {} }}".format, effects, st.sampled_from([100, 100, 50, 0]))


@st.composite
def random_abilities(draw: st.DrawFn, key: str, triggers: tuple[str, ...]) -> str:
    """An ability of random shape, effects and numbers."""
    trigger = draw(st.sampled_from(triggers))
    return f"""
[abilities.{key}]
trigger = "{trigger}"
shape = "{draw(st.sampled_from(SHAPE_NAMES))}"
affects = "{draw(st.sampled_from(AFFECTS_NAMES))}"
reach = {draw(st.integers(1, 12))}
radius = {draw(st.integers(1, 5))}
noise = {draw(st.sampled_from([0, 0, 9]))}
chance = {100 if trigger == "use" else draw(st.sampled_from([100, 100, 60]))}
cooldown = {draw(st.sampled_from([0, 0, 3])) if trigger == "turn" else 0}
hp_below = {draw(st.sampled_from([0, 0, 60])) if trigger == "turn" else 0}
effects = [{", ".join(draw(st.lists(effect_tables, min_size=1, max_size=3)))}]
"""


@st.composite
def random_monsters(draw: st.DrawFn, key: str) -> str:
    """A kind of monster with random numbers and behaviours, and two abilities."""
    return f"""
[monsters.{key}]
glyph = "{key}"
hp = {draw(st.sampled_from([1, 6, 40]))}
power = {draw(st.integers(0, 6))}
defense = {draw(st.integers(0, 2))}
xp = {draw(st.sampled_from([0, 9]))}
spawn = 10
speed = {draw(st.sampled_from([10, 60, 100, 100, 200, 1000]))}
keeps_distance = {draw(st.sampled_from([0, 0, 4]))}
{draw(st.sampled_from(["", "flees_below = 50", "flees_below = 50" + chr(10) + "returns_above = 80"]))}
erratic = {draw(st.sampled_from([0, 50]))}
{draw(st.sampled_from(["", "stays = true", "guards = true", "wanders = 100", "wanders = 20", "ambush = 3"]))}
loses_trail = {draw(st.sampled_from([0, 5, 1000]))}
regeneration = {draw(st.sampled_from([0, 0, 200]))}
{draw(st.sampled_from(["", "asleep = 60", "asleep = 60" + chr(10) + "notice = 3"]))}
resist = {{ fire = {draw(st.sampled_from([-1000, 0, 50, 100]))} }}
abilities = ["{key}_1", "{key}_2"]
{draw(random_abilities(f"{key}_1", MONSTER_TRIGGERS))}
{draw(random_abilities(f"{key}_2", MONSTER_TRIGGERS))}
"""


@st.composite
def random_items(draw: st.DrawFn, key: str) -> str:
    """An item to use, or equipment, with an ability. The hero starts with it."""
    worn = draw(st.booleans())
    return f"""
[items.{key}]
glyph = "{key}"
spawn = 10
{'slot = "weapon"' if worn else ""}
power = {draw(st.sampled_from([-9, 0, 2])) if worn else 0}
abilities = ["{key}_1"]
{draw(random_abilities(f"{key}_1", MONSTER_TRIGGERS[1:] if worn else ("use",)))}
"""


@st.composite
def random_rulesets(draw: st.DrawFn) -> str:
    """What is random in a ruleset."""
    stat = draw(st.sampled_from(["power", "defense", "speed", "max_hp", "sight", "regeneration"]))
    return f"""
[damage_types.odd]
[statuses.odd]
hp = {draw(st.sampled_from([-40, -1, 0, 5]))}
stacking = "{draw(st.sampled_from(STACKING_NAMES))}"
max_turns = {draw(st.sampled_from([0, 1, 5]))}
ends_when_hurt = {draw(st.sampled_from(["false", "true"]))}
conditions = {draw(st.lists(st.sampled_from(["cannot_act", "cannot_see", "stumbles", "held"]), unique=True))}
{stat} = {draw(st.sampled_from([-900, -20, 30, 900]))}
[map]
width = 24
height = 16
room_attempts = 3
[counts]
monsters_per_room = 9
items_per_room = 4
[rules]
attack_noise = {draw(st.sampled_from([0, 0, 8]))}
[packs.band]
leader = "a"
members = [{{ kind = "b", count = 3 }}]
spawn = 5
follows_leader = {draw(st.sampled_from(["false", "true"]))}
{"".join(draw(random_monsters(key)) for key in "abc")}
{"".join(draw(random_items(key)) for key in "xyz")}
[hero]
start = [{", ".join(f'{{ item = "{key}" }}' for key in "xyzx")}]
"""


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(random_rulesets(), st.integers(0, 1_000))
def test_random_rulesets_play_on_consistently(piece: str, seed: int) -> None:
    book = rulebook_of(piece)
    play(worlds_in_three_forms.plain(book.compiled), book, 60, seed)
