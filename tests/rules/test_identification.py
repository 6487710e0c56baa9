"""Kinds of items that look alike until they are identified."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import worlds_in_both_forms
from shuffled_appearances import shuffled
from steep.content import load_ruleset
from steep.core.geometry import CELLS, NOWHERE
from steep.core.record import Cells, pack, unpack
from steep.core.ruleset import POWER, Ruleset
from steep.core.world import PLAYING, World
from steep.env.kernel.actions import ARGUMENTS, FLAT_ACTIONS, VERBS, write_flat_mask, write_verb_mask
from steep.rules import action_codes
from steep.rules.abilities.ability_shapes import can_use
from steep.rules.action_codes import action, argument_of, verb_of
from steep.rules.consistency.world_consistency import APPEARANCES, INVENTORY, ITEMS, SEEN_ITEMS, fault_in
from steep.rules.items.identification_and_enchantments import draw_appearances, is_unidentified, perceived_kind
from steep.rules.items.inventory import take
from steep.rules.new_game import new_game
from steep.rules.perceived_events import DAMAGED, IDENTIFIED, cause_of
from steep.rules.turn import step
from toml_scenes import TomlScene, rulebook_of
from unidentified_items import ALONE, OGRE_NEAR, UNIDENTIFIED, a_scene

OGRE_FAR = "#@....o.#"


def names(scene: TomlScene) -> list[str]:
    """What the hero calls what it carries."""
    return [scene.book.item_rows[held.kind - 1].name for held in scene.carried() if held.kind]


def looks(scene: TomlScene, sign: str) -> str:
    """What the hero calls a kind of item."""
    return scene.book.item_rows[perceived_kind(scene.world, scene.item_glyphs.index(sign))].name


def test_each_run_gives_each_kind_a_name_of_its_own() -> None:
    drawn = [tuple(looks(a_scene(seed=seed), sign) for sign in "hfw") for seed in range(120)]
    assert all(len({*three}) == 3 for three in drawn)
    assert {name for three in drawn for name in three} == set(rulebook_of(UNIDENTIFIED).appearances[0].names)
    assert len({*drawn}) > 40, "of 60 ways"
    assert drawn[7] == tuple(looks(a_scene(seed=7), sign) for sign in "hfw")


def test_the_floors_of_a_seed_are_the_same_without_appearances() -> None:
    book = load_ruleset(str(worlds_in_both_forms.EVERY_MECHANIC))
    plain = unpack(Ruleset, pack(book.compiled))
    plain.item_rows = plain.item_kinds
    for item in plain.items:
        item.appearance = 0
    one, other = World(), World()
    for seed in range(5):
        new_game(one, book.compiled, seed)
        new_game(other, plain, seed)
        assert (one.tiles, one.random) == (other.tiles, other.random)
        assert [pack(item) for item in one.items] == [pack(item) for item in other.items]


def test_an_item_is_picked_up_as_it_looks() -> None:
    scene = a_scene("#@h.#")
    scene.move(3)
    scene.pick_up()
    assert names(scene) == [looks(scene, "h")] != ["healing"]
    assert scene.messages() == [f"You pick up a {looks(scene, 'h')} (a)."]


def test_using_an_item_identifies_it_and_tells() -> None:
    scene = a_scene(ALONE, "h")
    scene.wound(scene.body, 20)
    look = looks(scene, "h")
    assert scene.use(0) == action_codes.DONE
    assert scene.messages() == [f"The {look} is a healing.", "You recover 8 HP."]
    assert names(scene) == []
    assert scene.hero.identified[scene.item_glyphs.index("h")] == 1


def test_all_of_an_identified_kind_show_what_they_are() -> None:
    scene = a_scene("#@.h#", "h", "f", "h")
    fire = looks(scene, "f")
    scene.use(0)
    assert names(scene) == [fire, "healing"]
    assert [scene.book.item_rows[seen.kind].name for seen in scene.hero.seen_items[:1]] == ["healing"]
    assert scene.fault() == ""


def test_nothing_tells_that_a_potion_would_heal_or_do_nothing() -> None:
    scene = a_scene(ALONE, "h", "w", "h", "w")
    assert scene.use(0) == scene.use(1) == action_codes.DONE
    assert scene.refuse(action(action_codes.USE, 2)) == action_codes.FULL_HEALTH
    assert scene.refuse(action(action_codes.USE, 3)) == action_codes.NO_USE


def test_equipping_identifies() -> None:
    scene = a_scene(ALONE, "m")
    look = looks(scene, "m")
    assert look in ("jade ring", "opal ring")
    scene.use(0)
    assert scene.messages() == [f"The {look} is a might.", "You equip the might."]
    assert scene.hero.stats[POWER] == 8
    assert scene.fault() == ""


def test_charges_show_when_the_kind_is_identified() -> None:
    scene = a_scene(OGRE_NEAR, "z", "z")
    assert [held.charges for held in scene.carried()[:2]] == [0, 0]
    assert scene.use(0, scene.at(3, 1)) == action_codes.DONE
    assert [held.charges for held in scene.carried()[:2]] == [2, 3]
    assert scene.monster("o").hp == 26


def test_what_must_be_aimed_takes_the_targets_of_its_appearance() -> None:
    scene = a_scene(OGRE_NEAR, "z")
    assert scene.refuse(action(action_codes.USE, 0, scene.at(4, 1))) == action_codes.NO_ENEMY_THERE
    assert scene.use(0, scene.at(3, 1)) == action_codes.DONE


def test_out_of_its_reach_it_is_identified_and_does_nothing() -> None:
    scene = a_scene(OGRE_FAR, "z")
    assert scene.use(0, scene.at(6, 1)) == action_codes.DONE
    assert names(scene) == ["sparks"]
    assert scene.monster("o").hp == 30
    assert scene.carried()[0].charges == 2


def test_what_turns_out_to_need_a_target_hits_the_nearest_enemy() -> None:
    scene = a_scene(OGRE_NEAR, "f")
    assert scene.use(0) == action_codes.DONE
    assert (scene.monster("o").hp, scene.hero.hp) == (26, 30)


def test_and_without_an_enemy_the_hero() -> None:
    scene = a_scene(ALONE, "f")
    assert scene.use(0) == action_codes.DONE
    assert scene.hero.hp == 26


def test_identify_tells_one_kind_in_the_order_of_the_inventory() -> None:
    scene = a_scene(ALONE, "f", "h", "h", "?")
    fire, healing = looks(scene, "f"), looks(scene, "h")
    scene.use(3)
    assert names(scene) == ["fire", healing, healing]
    assert scene.messages() == [f"The {fire} is some fire."]


def test_identify_is_refused_where_nothing_is_left_to_identify() -> None:
    scene = a_scene(ALONE, "?")
    assert scene.refuse(action(action_codes.USE, 0)) == action_codes.NOTHING_TO_IDENTIFY


def test_a_dropped_item_stays_unknown_and_keeps_its_charges() -> None:
    scene = a_scene(ALONE, "z")
    look = looks(scene, "z")
    scene.drop(0)
    assert scene.messages() == [f"You drop the {look}."]
    assert scene.world.items[0].charges == 3
    scene.pick_up()
    assert (names(scene), scene.carried()[0].charges) == ([look], 0)
    assert scene.fault() == ""


THROWN = f"""{UNIDENTIFIED}
    [hero]
    throw_range = 6

    [abilities.splash]
    trigger = "throw"
    shape   = "ball"
    radius  = 1
    effects = [{{ damage = 3 }}]

    [items.oil]
    glyph      = "u"
    appearance = "potion"
    abilities  = ["splash"]
    breaks     = 100
"""


def test_what_takes_effect_when_it_is_thrown_is_identified() -> None:
    scene = TomlScene(OGRE_FAR, THROWN)
    scene.carry("u")
    scene.carry("u")
    look = looks(scene, "u")
    assert scene.act(action(action_codes.THROW, 0, scene.at(6, 1))) == action_codes.DONE
    assert names(scene) == ["oil"]
    assert f"The {look} is some oil." in scene.messages()
    assert scene.fault() == ""


def test_what_only_lands_is_not() -> None:
    scene = TomlScene(OGRE_FAR, THROWN)
    scene.carry("w")
    look = looks(scene, "w")
    assert scene.act(action(action_codes.THROW, 0, scene.at(4, 1))) == action_codes.DONE
    assert scene.messages() == [f"You throw the {look}."]
    assert scene.book.item_rows[scene.hero.seen_items[0].kind].name == look
    assert scene.fault() == ""


TWO_OILS = (
    UNIDENTIFIED
    + "\n    [hero]\n    throw_range = 6\n"
    + "".join(
        f"""
    [abilities.{key}_bursts]
    trigger = "throw"
    shape   = "ball"
    radius  = 1
    effects = [{{ damage = 3 }}]

    [abilities.{key}_burns]
    shape   = "self"
    effects = [{{ damage = 3 }}]

    [items.{key}]
    glyph      = "{key[0]}"
    appearance = "potion"
    abilities  = ["{key}_bursts", "{key}_burns"]
    breaks     = 100
    """
        for key in ("oil", "tar")
    )
)


@pytest.mark.parametrize("verb", [action_codes.USE, action_codes.THROW])
def test_the_ability_in_the_event_of_damage_tells_no_kind_before_it_is_identified(verb: int) -> None:
    told, causes = [], set()
    for sign in "ot":
        scene = TomlScene(OGRE_FAR, TWO_OILS)
        scene.carry(sign)
        look = perceived_kind(scene.world, scene.item_glyphs.index(sign))
        target = scene.at(6, 1) if verb == action_codes.THROW else 0
        assert scene.act(action(verb, 0, target)) == action_codes.DONE
        events = scene.hero.events[: scene.hero.event_count]
        known = [event.what for event in events].index(IDENTIFIED)
        assert events[known].amount == look
        told.append([(event.what, event.whom == look, event.amount, event.detail) for event in events[:known]])
        damage = [number for number, event in enumerate(events) if event.what == DAMAGED]
        assert min(damage) > known
        causes.add(cause_of(events[damage[0]].detail))
    assert told[0] == told[1]
    assert len(causes) == 2


def test_an_enchantment_shows_when_the_kind_is_identified() -> None:
    scene = a_scene(ALONE)
    take(scene.world, 0, scene.item_glyphs.index("m"), 0, 2)
    assert scene.hero.inventory[0].plus == 0
    scene.drop(0)
    assert (scene.world.item_plus[0], scene.hero.seen_item_plus[0]) == (2, 0)
    scene.pick_up()
    scene.use(0)
    assert (scene.hero.inventory[0].plus, scene.hero.stats[POWER]) == (2, 10)
    assert scene.fault() == ""


@pytest.mark.parametrize(
    ("entry", "known"), [("", True), (", identified = false", False), (", identified = false, equipped = true", True)]
)
def test_the_hero_knows_what_it_starts_with_unless_the_ruleset_says_otherwise(entry: str, known: bool) -> None:
    scene = TomlScene(ALONE, f'{UNIDENTIFIED}\n    [hero]\n    start = [{{ item = "might"{entry} }}]\n')
    assert (names(scene) == ["might"]) == known
    assert scene.hero.unidentified == (4 if known else 5)
    assert scene.fault() == ""


def test_forged_knowledge_is_refused() -> None:
    scene = a_scene("#@h.#", "z", "f")
    kind, row = scene.item_glyphs.index("h"), perceived_kind(scene.world, scene.item_glyphs.index("h"))
    unused = next(
        number
        for number in range(scene.ruleset.item_kinds, scene.ruleset.item_rows)
        if not scene.world.appearances[number]
    )
    assert scene.fault() == ""

    def fault(forge: Callable[[World], None]) -> int:
        world = unpack(World, pack(scene.world))
        forge(world)
        return int(fault_in(world, scene.ruleset))

    assert fault(lambda world: set_at(world.hero.identified, kind, 1)) == APPEARANCES
    assert fault(lambda world: setattr(world.hero, "unidentified", 4)) == APPEARANCES
    assert fault(lambda world: set_at(world.appearances, kind, 0)) == APPEARANCES
    assert fault(lambda world: set_at(world.appearances, kind, unused + 1)) == APPEARANCES
    assert fault(lambda world: set_at(world.appearances, 500, 1)) == APPEARANCES
    assert fault(lambda world: setattr(world.items[0], "kind", row)) == ITEMS
    assert fault(lambda world: setattr(world.items[0], "charges", 1)) == ITEMS
    assert fault(lambda world: setattr(world.hero.seen_items[0], "kind", kind)) == SEEN_ITEMS
    assert fault(lambda world: setattr(world.hero.inventory[0], "kind", unused + 1)) == INVENTORY
    assert fault(lambda world: setattr(world.hero.inventory[0], "kind", kind + 1)) == INVENTORY
    assert fault(lambda world: setattr(world.hero.inventory[0], "charges", 3)) == INVENTORY


def set_at(plane: Cells, index: int, value: int) -> None:
    """Set an element of a plane."""
    plane[index] = value


BOOK = load_ruleset(str(worlds_in_both_forms.EVERY_MECHANIC))


def usable(world: World, ruleset: Ruleset) -> tuple[list[int], list[int], list[bool]]:
    """The environment's masks, and what can be used where."""
    flat, verbs = [0] * FLAT_ACTIONS, [0] * (VERBS * ARGUMENTS)
    write_flat_mask(world.hero, ruleset, flat)
    write_verb_mask(world.hero, ruleset, 9, verbs)
    cells = [cell for cell in range(CELLS) if world.hero.visible[cell]]
    return flat, verbs, [can_use(world.hero, ruleset, slot, cell) for slot in range(26) for cell in cells]


def refusals(world: World, ruleset: Ruleset, rng: random.Random) -> list[int]:
    """Why the rules refuse to use what isn't identified, on some cells; DONE where they don't."""
    cells = [world.hero.cell, *rng.sample(range(CELLS), 2)]
    cells += [enemy.cell for enemy in world.hero.visible_monsters[: world.hero.visible_monster_count]][:2]
    slots = [slot for slot in range(26) if is_unidentified(ruleset, world.hero.inventory[slot].kind - 1)]
    return [
        step(unpack(World, pack(world)), ruleset, action(action_codes.USE, slot, cell))
        for slot in slots[:3]
        for cell in cells
    ]


@settings(max_examples=4)
@given(st.integers(0, 2**32))
def test_worlds_that_differ_in_what_is_not_identified_are_one_to_the_hero(seed: int) -> None:
    rng, ruleset, world = random.Random(seed), BOOK.compiled, World()
    new_game(world, ruleset, seed)
    other = shuffled(world, ruleset, rng)
    assert fault_in(other, ruleset) == 0
    for turn in range(60):
        assert pack(world.hero) == pack(other.hero)
        if turn % 20 == 0:
            assert usable(world, ruleset) == usable(other, ruleset)
            state = rng.getstate()
            refused = refusals(world, ruleset, rng)
            rng.setstate(state)
            assert refused == refusals(other, ruleset, rng)
        act = worlds_in_both_forms.random_action(rng, world.hero)
        slot = argument_of(act)
        tried = slot < 26 and is_unidentified(ruleset, world.hero.inventory[slot].kind - 1)
        lore = slot < 26 and BOOK.item_rows[world.hero.inventory[slot].kind - 1].key == "scroll_of_lore"
        if verb_of(act) == action_codes.DESCEND or (verb_of(act) == action_codes.USE and (tried or lore)):
            act = action(
                rng.choice((action_codes.MOVE, action_codes.PICK_UP, action_codes.WAIT, action_codes.DROP)),
                rng.randrange(8),
            )
        assert step(world, ruleset, act) == step(other, ruleset, act)
        if world.outcome != PLAYING:
            return


def test_nothing_is_drawn_where_nothing_has_an_appearance() -> None:
    world = World()
    draw_appearances(world, rulebook_of("").compiled)
    assert pack(world) == pack(World())
    assert NOWHERE not in world.appearances
