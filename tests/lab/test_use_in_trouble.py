"""What the hero of `steep worth --in-trouble` does with the item that it was given, by what the item does."""

from __future__ import annotations

from steep.bots.movement.steps_and_attacks import NO_ACTION
from steep.lab.simulate.use_in_trouble import use_in_trouble
from steep.rules.action_codes import THROW, USE, action
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
BOAR_BESIDE = "#######\n#@b...#\n#######"
OGRE_FAR, OGRE_BESIDE = "#######\n#@...o#\n#######", "#######\n#@o...#\n#######"
"""A rat costs the hero few of its 30 HP, a boar more than a third of them, and an ogre all."""


def chosen(picture: str, sign: str, hp: int = 30) -> tuple[TomlScene, int]:
    """A scene in which the hero has an item, and what it does with it."""
    scene = TomlScene(picture, KINDS)
    scene.carry(sign)
    scene.wound(scene.body, hp)
    return scene, use_in_trouble(scene.hero, scene.ruleset, scene.item_glyphs.index(sign))


def is_used(picture: str, sign: str, hp: int = 30) -> bool:
    """Whether the hero uses it on itself or on all around."""
    scene, act = chosen(picture, sign, hp)
    assert act in (NO_ACTION, action(USE, 0, scene.hero.cell))
    return act != NO_ACTION


def test_what_betters_for_good_is_used_at_once_and_what_makes_worse_never() -> None:
    assert is_used(ALONE, "*")
    assert not is_used(ALONE, "%")
    assert not is_used(OGRE_BESIDE, "%")


def test_what_helps_for_some_turns_is_used_in_a_costly_fight_once_the_enemy_is_near() -> None:
    assert is_used(OGRE_BESIDE, "!")
    assert not is_used(OGRE_FAR, "!")
    assert is_used(BOAR_BESIDE, "!")
    assert not is_used(RAT_BESIDE, "!")
    assert not is_used(ALONE, "!")


def test_what_heals_is_kept_until_half_of_the_hp_are_gone() -> None:
    assert not is_used(OGRE_BESIDE, "+", 16)
    assert is_used(OGRE_BESIDE, "+", 15)
    assert not is_used(ALONE, "+", 15)


def test_what_only_binds_or_betrays_the_hero_is_left_alone() -> None:
    assert not is_used(OGRE_BESIDE, "?")
    assert not is_used(OGRE_BESIDE, "$")


def test_enemies_are_sent_away_only_from_a_fight_that_is_being_lost() -> None:
    assert not is_used(BOAR_BESIDE, "=", 30)
    assert is_used(BOAR_BESIDE, "=", 10)
    assert is_used(OGRE_BESIDE, "=", 30)


def test_what_holds_an_enemy_is_thrown_at_the_one_that_costs_most() -> None:
    scene, act = chosen(OGRE_FAR, "&")
    assert act == action(THROW, 0, scene.at(5, 1))
    assert chosen(RAT_FAR, "&")[1] == NO_ACTION


def test_a_bow_is_shot_in_any_fight_but_not_at_who_is_adjacent() -> None:
    scene, act = chosen(RAT_FAR, "}")
    assert act == action(USE, 0, scene.at(4, 1))
    assert chosen(RAT_BESIDE, "}")[1] == NO_ACTION
    assert chosen(OGRE_BESIDE, "}")[1] == NO_ACTION


def test_an_item_that_is_no_longer_there_is_not_used() -> None:
    scene = TomlScene(OGRE_BESIDE, KINDS)
    assert use_in_trouble(scene.hero, scene.ruleset, scene.item_glyphs.index("!")) == NO_ACTION
