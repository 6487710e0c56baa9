"""Items with charges, and items that need ammunition."""

from __future__ import annotations

from scenes import Scene, a_ruleset, kind_of, set_hp
from steep.core.ruleset import Ruleset
from steep.rules.action_codes import DONE

ALONE = "#@..#"
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
    scene = Scene(ALONE, a_wand(2, recharge=5))
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
