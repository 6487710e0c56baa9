"""Equal items share an inventory slot where a ruleset says so; charges and ammunition; items used where they lie."""

from __future__ import annotations

import pytest

from ready_made_sessions import session_in
from scenes import Scene, a_ruleset, kind_of, set_hp
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_STACK
from steep.play.inventory_stacks import stack_with, stacks_of
from steep.play.session import Session
from steep.rules import action_codes
from steep.rules.action_codes import DONE, action
from steep.rules.consistency.world_consistency import FAULTS, SOUND, fault_in
from toml_scenes import TomlScene

ALONE = "#@...#"
KINDS = """
    [hero]
    inventory = 2
    {stacks}

    [hunger]
    full = 1000

    [abilities]
    mends   = {{ trigger = "use", shape = "self", effects = [{{ heal = 5 }}] }}
    feeds   = {{ trigger = "use", shape = "self", effects = [{{ feed = 100 }}] }}
    hastens = {{ trigger = "use", shape = "self", effects = [{{ status = "hasted", turns = 5 }}] }}
    cures   = {{ trigger = "use", shape = "self", effects = [{{ heal = 9 }}] }}
    hurts   = {{ trigger = "use", shape = "self", effects = [{{ damage = 2 }}] }}

    [appearances.flask]
    glyph = "~"
    names = ["red flask", "blue flask"]

    [items]
    potion = {{ glyph = "!", abilities = ["mends"] }}
    bread  = {{ glyph = "%", abilities = ["feeds"] }}
    wand   = {{ glyph = "/", abilities = ["hastens"], charges = 2 }}
    ring   = {{ glyph = "=", slot = "ring", power = 1 }}
    arrow  = {{ glyph = "-" }}
    bow    = {{ glyph = ")", abilities = ["hastens"], ammunition = "arrow" }}
    cure   = {{ glyph = "c", abilities = ["cures"], appearance = "flask" }}
    venom  = {{ glyph = "v", abilities = ["hurts"], appearance = "flask" }}
"""
STACKED = KINDS.format(stacks="stacks = true")
UNSTACKED = KINDS.format(stacks="")


def scene_of(piece: str = STACKED, carried: str = "", underfoot: str = "") -> TomlScene:
    """A hero alone, carrying some items, with others on its cell."""
    scene = TomlScene(ALONE, piece)
    for sign in carried:
        scene.carry(sign)
    for sign in underfoot:
        scene.put(sign, scene.hero.cell)
    scene.update_fov()
    return scene


def inventory(scene: TomlScene) -> str:
    """The signs of what is in the slots, as the hero sees it; "." for nothing, "~" for what isn't identified."""
    signs = scene.item_glyphs + "~" * 9
    return "".join(signs[held.kind - 1] if held.kind else "." for held in scene.carried())


def on_floor(scene: TomlScene) -> str:
    """The signs of the items on the floor."""
    lying = scene.world.items[: scene.world.item_count]
    return "".join(scene.item_glyphs[item.kind] for item in lying if item.cell >= 0)


def counts(scene: TomlScene) -> list[int]:
    """How many items each slot has."""
    return [held.count for held in scene.hero.inventory[: scene.ruleset.inventory_capacity]]


def test_equal_items_share_a_slot_if_the_ruleset_says_so() -> None:
    scene = scene_of(underfoot="!!%!")
    assert [scene.pick_up() for _ in range(4)] == [action_codes.DONE] * 4
    assert (inventory(scene), counts(scene), scene.hero.inventory_count) == ("!%", [3, 1], 2)
    assert fault_in(scene.world, scene.ruleset) == SOUND


def test_otherwise_each_item_takes_a_slot() -> None:
    scene = scene_of(UNSTACKED, underfoot="!!!")
    assert [scene.pick_up() for _ in range(3)] == [action_codes.DONE, action_codes.DONE, action_codes.INVENTORY_FULL]
    assert (inventory(scene), counts(scene)) == ("!!", [1, 1])


def test_equipment_never_shares_a_slot() -> None:
    scene = scene_of(underfoot="===")
    assert [scene.pick_up() for _ in range(3)] == [action_codes.DONE, action_codes.DONE, action_codes.INVENTORY_FULL]


def session_of(scene: TomlScene) -> Session:
    """A session in a scene, with the scene's own kinds."""
    session = session_in(scene)
    session.rulebook = scene.book
    return session


def charges(scene: TomlScene) -> list[int]:
    """The charges in each slot."""
    return [held.charges for held in scene.hero.inventory[: scene.ruleset.inventory_capacity]]


def test_what_has_charges_shares_a_slot_and_its_charges() -> None:
    scene = scene_of(underfoot="///")
    assert [scene.pick_up() for _ in range(3)] == [action_codes.DONE] * 3
    assert (inventory(scene), counts(scene), charges(scene)) == ("/.", [3, 0], [6, 0])
    assert stacks_of(session_of(scene))[0].name == "3 wands (6 of 6)"
    for left in (5, 4, 3, 2, 1, 0):
        assert (scene.use(0), charges(scene)[0]) == (action_codes.DONE, left)
    assert scene.refuse(action(action_codes.USE, 0)) == action_codes.NO_CHARGES
    assert fault_in(scene.world, scene.ruleset) == SOUND


def test_one_that_is_dropped_takes_the_charges_that_the_others_cannot_hold() -> None:
    scene = scene_of(carried="//")
    scene.use(0)
    assert (scene.drop(0), counts(scene)[0], charges(scene)[0]) == (action_codes.DONE, 1, 2)
    assert scene.world.items[0].charges == 1
    assert (scene.pick_up(), counts(scene)[0], charges(scene)[0]) == (action_codes.DONE, 2, 3)
    assert fault_in(scene.world, scene.ruleset) == SOUND


def test_each_in_a_slot_regains_a_charge_in_its_time() -> None:
    scene = scene_of(STACKED.replace("charges = 2", "charges = 2, recharge = 6"), carried="//")
    scene.hero.inventory[0].charges = 0
    regained = []
    for _ in range(16):
        scene.wait()
        regained.append(charges(scene)[0])
    assert regained == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4]


def test_what_is_not_identified_has_all_the_charges_of_its_slot_once_it_is() -> None:
    scene = scene_of(STACKED.replace('glyph = "v"', 'glyph = "v", charges = 3'), carried="vv")
    assert (counts(scene)[0], charges(scene)[0]) == (2, 0)
    assert (scene.use(0), charges(scene)[0]) == (action_codes.DONE, 5)
    assert fault_in(scene.world, scene.ruleset) == SOUND


def test_what_has_many_charges_takes_a_slot_each() -> None:
    scene = scene_of(STACKED.replace("charges = 2", "charges = 11"), carried="//")
    assert counts(scene) == [1, 1]


def test_a_full_inventory_takes_one_more_of_what_it_has_from_among_other_things() -> None:
    scene = scene_of(carried="!%", underfoot="-%")
    assert (scene.pick_up(), counts(scene)) == (action_codes.DONE, [1, 2])
    assert scene.pick_up() == action_codes.INVENTORY_FULL


def test_using_dropping_and_throwing_take_one_of_a_stack() -> None:
    scene = scene_of(carried="!!!!")
    scene.wound(scene.body, 5)
    assert (scene.use(0), counts(scene)) == (action_codes.DONE, [3, 0])
    assert (scene.drop(0), counts(scene)) == (action_codes.DONE, [2, 0])
    assert (scene.drop(0), scene.drop(0), scene.drop(0)) == (
        action_codes.DONE,
        action_codes.DONE,
        action_codes.EMPTY_SLOT,
    )
    assert (scene.hero.inventory_count, scene.world.item_count) == (0, 3)
    assert fault_in(scene.world, scene.ruleset) == SOUND


def test_ammunition_is_taken_one_at_a_time_from_its_stack() -> None:
    scene = scene_of(carried=")--")
    assert (scene.use(0), scene.use(0), scene.use(0)) == (
        action_codes.DONE,
        action_codes.DONE,
        action_codes.NO_AMMUNITION,
    )


def test_what_looks_alike_shares_a_slot_before_and_after_it_is_identified() -> None:
    scene = scene_of(carried="ccv")
    assert counts(scene) == [2, 1]
    scene.wound(scene.body, 5)
    scene.use(0)
    scene.put("c", scene.hero.cell)
    scene.pick_up()
    assert (inventory(scene)[0], counts(scene)) == ("c", [2, 1])
    assert fault_in(scene.world, scene.ruleset) == SOUND


def test_a_slot_holds_no_more_than_a_stack() -> None:
    scene = scene_of(carried="!", underfoot="!")
    scene.hero.inventory[0].count = MAX_STACK
    assert (scene.pick_up(), counts(scene)) == (action_codes.DONE, [MAX_STACK, 1])
    assert stack_with(scene.hero, 1) == (0, MAX_STACK + 1)


@pytest.mark.parametrize(("sign", "count", "charges"), [("!", 0, 0), ("=", 2, 0), ("/", 1, 3)])
def test_a_forged_stack_is_refused(sign: str, count: int, charges: int) -> None:
    scene = scene_of(carried=sign)
    scene.hero.inventory[0].count = count
    scene.hero.inventory[0].charges = charges
    assert FAULTS[fault_in(scene.world, scene.ruleset)] == "the inventory holds something impossible"


def underfoot(number: int = 0) -> int:
    return action_codes.UNDERFOOT + number


def test_an_item_is_used_where_it_lies_with_a_full_inventory_too() -> None:
    scene = scene_of(carried="!=", underfoot="%")
    scene.hero.nutrition = 500
    assert scene.use(underfoot()) == action_codes.DONE
    assert scene.hero.nutrition == 599
    assert (on_floor(scene), scene.hero.inventory_count) == ("", 2)


def test_the_items_underfoot_are_counted_in_the_order_in_which_they_are_seen() -> None:
    scene = scene_of(underfoot="!%")
    scene.hero.nutrition = 500
    assert (scene.use(underfoot(1)), on_floor(scene)) == (action_codes.DONE, "!")
    assert scene.refuse(action(action_codes.USE, underfoot(1))) == action_codes.EMPTY_SLOT


def test_what_has_charges_loses_one_and_stays() -> None:
    scene = scene_of(underfoot="/")
    assert (scene.use(underfoot()), scene.use(underfoot())) == (action_codes.DONE, action_codes.DONE)
    assert on_floor(scene) == "/"
    assert scene.refuse(action(action_codes.USE, underfoot())) == action_codes.NO_CHARGES


def test_what_needs_ammunition_takes_it_from_the_inventory() -> None:
    scene = scene_of(carried="-", underfoot=")")
    assert (scene.use(underfoot()), on_floor(scene)) == (action_codes.DONE, ")")
    assert scene.refuse(action(action_codes.USE, underfoot())) == action_codes.NO_AMMUNITION


def test_equipment_must_be_picked_up_first() -> None:
    assert scene_of(underfoot="=").refuse(action(action_codes.USE, underfoot())) == action_codes.NO_USE


def test_food_is_refused_on_the_floor_as_in_the_inventory() -> None:
    assert scene_of(underfoot="%").refuse(action(action_codes.USE, underfoot())) == action_codes.NOT_HUNGRY


def test_using_it_from_the_floor_identifies_it_there_and_in_the_inventory() -> None:
    scene = scene_of(carried="c", underfoot="c")
    scene.wound(scene.body, 5)
    assert scene.use(underfoot()) == action_codes.DONE
    assert (inventory(scene)[0], on_floor(scene), scene.hero.hp) == ("c", "", 14)


FREE = "#@..#"
RAT = "#@r.#"


def a_wand(charges: int, recharge: int = 0) -> Ruleset:
    """A ruleset whose lightning has charges."""
    ruleset = a_ruleset()
    item = ruleset.items[kind_of("~")]
    item.charges, item.recharge = charges, recharge
    ruleset.recharges = 1 if recharge else 0
    return ruleset


def give_charged(scene: Scene, sign: str, charges: int) -> None:
    """Give the hero an item with charges left."""
    scene.give(sign)
    scene.hero.inventory[scene.hero.inventory_count - 1].charges = charges


def test_a_charge_comes_back_every_so_many_turns_up_to_the_most() -> None:
    scene = Scene(FREE, a_wand(2, recharge=5))
    give_charged(scene, "~", 0)
    charges = []
    for _ in range(20):
        scene.wait()
        charges.append(scene.hero.inventory[0].charges)
    assert charges == [0] * 4 + [1] * 5 + [2] * 11


def test_the_newest_ammunition_is_used_first_wherever_it_is() -> None:
    ruleset = a_ruleset()
    ruleset.items[kind_of("~")].ammunition = kind_of("%") + 1
    scene = Scene(RAT.replace("r", "g"), ruleset)
    scene.give("!", "~", "%", "%")
    set_hp(scene.world, 15)
    scene.use(0)
    scene.put("%", scene.hero.cell)
    scene.pick_up()
    assert scene.inventory() == "%~%%."
    left = []
    while scene.use(1) == DONE:
        left.append(scene.inventory())
    assert left == [".~%%.", ".~%..", ".~..."]


def test_a_charge_comes_back_as_many_turns_after_the_use_whenever_that_is() -> None:
    for waited in range(5):
        scene = Scene(RAT.replace("r", "g"), a_wand(2, recharge=5))
        give_charged(scene, "~", 2)
        scene.wait(waited + 1)
        scene.use(0)
        turns = 1
        while scene.hero.inventory[0].charges < 2:
            scene.wait()
            turns += 1
        assert turns == 5
