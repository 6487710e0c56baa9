"""What the hero of `steep worth --used-well` does with the item that it was given."""

from __future__ import annotations

from array import array

import pytest

from steep.bots.explorer import explorer
from steep.bots.memory.bot_memory import Mind, start_mind
from steep.core.ruleset import MAX_KINDS
from steep.lab.simulate.use_where_it_pays import Trial, use_where_it_pays
from steep.rules.action_codes import THROW, USE, action, argument_of, verb_of
from steep.rules.items.identification import identify
from toml_scenes import TomlScene

KINDS = """
[monsters.boar]
glyph   = "b"
hp      = 10
power   = 5
defense = 0
xp      = 8

[statuses.strong]
helps = true
power = 3
[abilities.swell]
shape = "self"
effects = [{ status = "strong", turns = 20 }]
[items.might]
glyph = "!"
abilities = ["swell"]

[abilities.mend]
shape = "self"
effects = [{ heal = 10 }]
[items.salve]
glyph = "+"
abilities = ["mend"]

[abilities.eat_root]
shape = "self"
effects = [{ stat = "max_hp", amount = 5 }]
[items.root]
glyph = "*"
abilities = ["eat_root"]

[abilities.eat_toadstool]
shape = "self"
effects = [{ stat = "max_hp", amount = -5 }]
[items.toadstool]
glyph = "%"
abilities = ["eat_toadstool"]

[abilities.read_roots]
shape = "self"
effects = [{ status = "held", turns = 5 }]
[items.roots]
glyph = "?"
abilities = ["read_roots"]

[abilities.spread]
trigger = "throw"
shape = "target"
effects = [{ status = "held", turns = 5 }]
[items.net]
glyph = "&"
abilities = ["spread"]
breaks = 100

[abilities.shoot]
shape = "target"
affects = "enemies"
reach = 6
effects = [{ damage = 3 }]
[items.bow]
glyph = "}"
abilities = ["shoot"]
charges = 3
recharge = 20

[abilities.send_away]
shape = "view"
affects = "enemies"
needs = "nothing"
effects = [{ teleport = true }]
[items.banishing]
glyph = "="
abilities = ["send_away"]

[abilities.shout]
shape = "floor"
affects = "enemies"
needs = "nothing"
effects = [{ wake = true }]
[items.clamor]
glyph = "$"
abilities = ["shout"]
"""

ALONE = "#######\n#@....#\n#######"
RAT_FAR, RAT_BESIDE = "#######\n#@..r.#\n#######", "#######\n#@r...#\n#######"
BOAR_FAR, BOAR_BESIDE = "#######\n#@..b.#\n#######", "#######\n#@b...#\n#######"
OGRE_FAR, OGRE_BESIDE = "#######\n#@...o#\n#######", "#######\n#@o...#\n#######"
"""A rat costs the hero few of its 30 HP, a boar more than a third of them, and an ogre all."""


def only(scene: TomlScene, *signs: str) -> array[int]:
    """A 1 for each kind with one of the signs."""
    kinds = [scene.item_glyphs.index(sign) for sign in signs]
    return array("q", [int(kind in kinds) for kind in range(MAX_KINDS)])


def chosen(picture: str, sign: str, hp: int = 30, kinds: str = KINDS, known: bool = False) -> tuple[TomlScene, int]:
    """A scene in which the hero has an item, and what it does in place of what the explorer would do."""
    scene = TomlScene(picture, kinds)
    if known:
        identify(scene.world, scene.ruleset, scene.item_glyphs.index(sign))
    scene.carry(sign)
    scene.wound(scene.body, hp)
    mind = Mind()
    start_mind(mind, 0)
    usual = explorer(scene.hero, scene.ruleset, mind)
    scene.world.turn = scene.hero.turn = 2
    return scene, use_where_it_pays(Trial(), scene.world, mind, scene.ruleset, only(scene, sign), usual, 0)


def uses(picture: str, sign: str, hp: int = 30, kinds: str = KINDS, known: bool = False) -> bool:
    """Whether the hero uses or throws it."""
    _, act = chosen(picture, sign, hp, kinds, known)
    return verb_of(act) in (USE, THROW) and argument_of(act) == 0


def test_what_betters_for_good_is_used_at_once_and_what_makes_worse_never() -> None:
    assert uses(ALONE, "*")
    assert not uses(ALONE, "%")
    assert not uses(OGRE_BESIDE, "%")


def test_what_helps_for_some_turns_is_used_in_a_costly_fight_only() -> None:
    assert uses(BOAR_BESIDE, "!")
    assert not uses(RAT_BESIDE, "!")
    assert not uses(ALONE, "!")


def test_what_heals_is_kept_where_the_fight_goes_as_well_without_it() -> None:
    assert not uses(RAT_BESIDE, "+", 20)
    assert not uses(BOAR_BESIDE, "+", 12)
    assert uses(OGRE_BESIDE, "+", 24)


def test_what_only_binds_or_betrays_the_hero_is_left_alone() -> None:
    assert not uses(OGRE_BESIDE, "?")
    assert not uses(OGRE_BESIDE, "$")


def test_enemies_are_not_sent_away_where_they_come_back_at_once() -> None:
    assert not uses(RAT_BESIDE, "=")
    assert not uses(OGRE_BESIDE, "=")


def test_charges_that_come_back_are_used_where_they_save_a_little() -> None:
    scene, act = chosen(BOAR_FAR, "}")
    assert act == action(USE, 0, scene.at(4, 1))


def test_an_item_that_is_no_longer_there_is_not_used() -> None:
    scene = TomlScene(OGRE_BESIDE, KINDS)
    mind = Mind()
    assert use_where_it_pays(Trial(), scene.world, mind, scene.ruleset, only(scene, "!"), 7, 0) == 7


def test_trying_changes_nothing_but_the_copies() -> None:
    scene, _ = chosen(OGRE_BESIDE, "!")
    assert scene.body.hp == scene.hero.hp == 30
    assert scene.world.turn == 2


@pytest.mark.parametrize("carried", ["+!", "!+"])
def test_of_several_items_the_one_is_used_that_pays(carried: str) -> None:
    scene = TomlScene(BOAR_BESIDE, KINDS)
    for sign in carried:
        scene.carry(sign)
    scene.wound(scene.body, 12)
    mind = Mind()
    start_mind(mind, 0)
    usual = explorer(scene.hero, scene.ruleset, mind)
    scene.world.turn = scene.hero.turn = 2
    act = use_where_it_pays(Trial(), scene.world, mind, scene.ruleset, only(scene, "+", "!"), usual, 0)
    assert act == action(USE, carried.index("!"), scene.hero.cell)


def test_an_item_whose_kind_the_hero_does_not_know_is_left_to_its_bot() -> None:
    bottle = '[appearances.bottle]\nnames = ["dim bottle"]\nglyph = "!"\n'
    unknown = bottle + KINDS.replace("[items.might]", '[items.might]\nappearance = "bottle"')
    assert uses(BOAR_BESIDE, "!", kinds=unknown, known=True)
    assert not uses(BOAR_BESIDE, "!", kinds=unknown)
