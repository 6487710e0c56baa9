"""Items with charges, and items that need ammunition."""

from __future__ import annotations

from scenes import Scene, a_ruleset, kind_of, set_hp
from steep.core.ruleset import Ruleset
from steep.rules.action_codes import DONE, NO_AMMUNITION, NO_CHARGES, USE, action

ALONE = "#####\n#@..#\n#####"
RAT = "#####\n#@r.#\n#####"


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


def test_each_use_takes_a_charge_and_the_item_stays() -> None:
    scene = Scene(RAT, a_wand(2))
    give_charged(scene, "~", 2)
    assert scene.use(0) == DONE
    assert scene.inventory() == "~...."
    assert scene.hero.inventory[0].charges == 1


def test_without_charges_it_is_refused() -> None:
    scene = Scene(RAT, a_wand(2))
    give_charged(scene, "~", 0)
    assert scene.refuse(action(USE, 0)) == NO_CHARGES


def test_a_charge_comes_back_every_so_many_turns_up_to_the_most() -> None:
    scene = Scene(ALONE, a_wand(2, recharge=5))
    give_charged(scene, "~", 0)
    charges = []
    for _ in range(20):
        scene.wait()
        charges.append(scene.hero.inventory[0].charges)
    assert charges == [0] * 4 + [1] * 5 + [2] * 11


def test_dropped_and_picked_up_it_keeps_its_charges() -> None:
    scene = Scene(ALONE, a_wand(3))
    give_charged(scene, "~", 1)
    scene.drop(0)
    assert scene.world.items[0].charges == 1
    scene.pick_up()
    assert scene.hero.inventory[0].charges == 1


def test_an_item_that_needs_ammunition_uses_that_up_and_stays() -> None:
    ruleset = a_ruleset()
    ruleset.items[kind_of("~")].ammunition = kind_of("%") + 1
    scene = Scene(RAT.replace("r", "g"), ruleset)
    scene.give("~", "%")
    assert scene.use(0) == DONE
    assert scene.inventory() == "~...."
    assert scene.refuse(action(USE, 0)) == NO_AMMUNITION


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
