"""Throwing items: where they come down, what they do there, and what cannot be thrown."""

from __future__ import annotations

import pytest

from steep.content import RulesetError
from steep.core.geometry import NOWHERE
from steep.core.world import DEAD
from steep.mapgen.put_on_free_cell import add_item
from steep.rules import action_codes
from steep.rules.action_codes import action
from steep.rules.items.throwing import landing, seen_landing
from thrown_items import KNIFE, OIL, PEBBLE
from toml_scenes import TomlScene, rulebook_of

CORRIDOR = "#@..r...r#"


def scene_with(piece: str, sign: str, picture: str = CORRIDOR) -> TomlScene:
    """A scene whose hero carries an item."""
    scene = TomlScene(picture, piece)
    scene.carry(sign)
    scene.update_fov()
    return scene


def test_a_thrown_weapon_hurts_whoever_it_hits_and_lies_there() -> None:
    scene = scene_with(KNIFE, "-")
    rat = scene.monster("r")
    cell = rat.cell
    assert scene.throw(0, cell) == action_codes.DONE
    assert rat.hp == 6
    assert scene.world.items[0].cell == cell
    assert scene.hero.inventory_count == 0
    assert scene.messages()[:2] == ["You throw the knife.", "The rat is hurt for 4."]
    assert scene.fault() == ""


def test_it_stops_at_the_first_actor_in_its_way() -> None:
    scene = scene_with(KNIFE, "-")
    near, far = scene.monster("r", 0), scene.monster("r", 1)
    cell = near.cell
    scene.throw(0, scene.at(7, 1))
    assert (near.hp, far.hp) == (6, 10)
    assert scene.world.items[0].cell == cell


def test_it_flies_no_farther_than_its_target() -> None:
    scene = scene_with(KNIFE, "-")
    assert scene.throw(0, scene.at(2, 1)) == action_codes.DONE
    assert scene.monster("r").hp == 10
    assert scene.world.items[0].cell == scene.at(2, 1)


def test_an_item_of_a_stack_is_thrown_and_the_others_stay() -> None:
    scene = scene_with(KNIFE, "-")
    scene.carry("-")
    scene.throw(1, scene.at(4, 1))
    assert scene.hero.inventory_count == 1
    assert scene.hero.inventory[0].kind == 1


def test_what_shatters_hits_all_around_and_is_gone() -> None:
    scene = scene_with(OIL, "!", "#######\n#@..rr#\n#...r.#\n#######")
    assert scene.throw(0, scene.at(4, 1)) == action_codes.DONE
    assert [rat.hp for rat in (scene.monster("r", n) for n in range(3))] == [7, 7, 7]
    assert scene.world.item_count == 0
    assert {"You throw the oil.", "The rat is burned for 3.", "The oil breaks."} <= set(scene.messages())


def test_it_shatters_on_the_floor_too() -> None:
    scene = scene_with(OIL, "!", "#@...r#")
    scene.throw(0, scene.at(4, 1))
    assert scene.monster("r").hp == 7


def test_its_own_blast_can_kill_the_hero() -> None:
    scene = scene_with(OIL, "!")
    scene.wound(scene.body, 3)
    assert scene.throw(0, scene.at(2, 1)) == action_codes.DONE
    assert scene.world.outcome == DEAD
    assert scene.fault() == ""


def test_a_percentage_of_throws_breaks() -> None:
    broken = 0
    for seed in range(60):
        scene = TomlScene("#@..#", KNIFE + "breaks = 50", seed=seed)
        scene.carry("-")
        scene.throw(0, scene.at(2, 1))
        broken += scene.world.item_count == 0
    assert 18 <= broken <= 42


def test_an_item_that_is_not_made_for_throwing_only_lands() -> None:
    scene = scene_with(PEBBLE, ",")
    assert scene.throw(0, scene.at(4, 1)) == action_codes.DONE
    assert scene.monster("r").hp == 10
    assert scene.world.items[0].kind == 0


def test_without_a_range_such_an_item_is_refused() -> None:
    scene = scene_with(PEBBLE.replace("throw_range = 4", ""), ",")
    assert scene.refuse(action(action_codes.THROW, 0, scene.at(4, 1))) == action_codes.CANNOT_THROW


def test_the_range_is_that_of_the_ability_or_else_the_heros() -> None:
    far = "#@..........#"
    pebble, oil = scene_with(PEBBLE, ",", far), scene_with(OIL, "!", far)
    assert pebble.refuse(action(action_codes.THROW, 0, pebble.at(6, 1))) == action_codes.OUT_OF_REACH
    assert pebble.throw(0, pebble.at(5, 1)) == action_codes.DONE
    assert oil.refuse(action(action_codes.THROW, 0, oil.at(8, 1))) == action_codes.OUT_OF_REACH
    assert oil.throw(0, oil.at(7, 1)) == action_codes.DONE


def test_impossible_throws_are_refused_with_a_reason() -> None:
    scene = scene_with(PEBBLE, ",", "######.\n#@...#.\n######.")
    assert scene.refuse(action(action_codes.THROW, 3, scene.at(2, 1))) == action_codes.EMPTY_SLOT
    assert scene.refuse(action(action_codes.THROW, 0, scene.hero.cell)) == action_codes.NO_SUCH_ACTION
    assert scene.refuse(action(action_codes.THROW, 0, scene.at(6, 1))) == action_codes.OUT_OF_SIGHT
    assert scene.refuse(action(action_codes.THROW, 0, scene.at(1, 0))) == action_codes.BLOCKED
    scene.wear(")")
    assert scene.refuse(action(action_codes.THROW, 1, scene.at(3, 1))) == action_codes.IS_EQUIPPED


def test_what_is_thrown_at_a_wall_lands_before_it() -> None:
    scene = scene_with(PEBBLE, ",", "#@..##")
    assert scene.throw(0, scene.at(4, 1)) == action_codes.DONE
    assert scene.world.items[0].cell == scene.at(3, 1)


def test_the_view_knows_where_it_lands_unless_somebody_is_invisible() -> None:
    scene = scene_with(KNIFE, "-")
    target = scene.at(8, 1)
    assert (
        seen_landing(scene.hero, scene.ruleset, target)
        == landing(scene.world, scene.ruleset, target)
        == scene.monster("r").cell
    )
    scene.afflict(scene.monster("r"), "invisible", 5)
    assert seen_landing(scene.hero, scene.ruleset, target) == target
    assert landing(scene.world, scene.ruleset, target) == scene.monster("r").cell


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        ('[items.k]\nglyph = "-"\nbreaks = 20', "found 20; allowed: 0, or an item that can be thrown"),
        (OIL.replace('"ball"', '"beam"'), 'found "beam", and the trigger "throw"'),
        (OIL.replace("breaks", "thrown = 2\nbreaks"), 'found "splash" and "thrown"'),
        (OIL + '[monsters.rat]\nabilities = ["splash"]', 'found "splash", with the trigger "throw"'),
        (OIL.replace("radius ", "chance = 50\nradius "), 'found 50, and the trigger "throw"'),
    ],
)
def test_mistakes_about_throwing_are_refused(piece: str, says: str) -> None:
    with pytest.raises(RulesetError, match="throw") as error:
        rulebook_of(piece)
    assert says in str(error.value)


def test_on_a_full_floor_only_what_is_sure_to_break_is_thrown() -> None:
    scene = TomlScene(CORRIDOR, KNIFE + OIL)
    for sign in "-!":
        scene.carry(sign)
    scene.update_fov()
    while add_item(scene.world, 0, scene.at(8, 1)):
        pass
    lost = scene.world.dropped_items
    assert scene.refuse(action(action_codes.THROW, 0, scene.at(2, 1))) == action_codes.NO_ROOM_ON_FLOOR
    assert scene.throw(1, scene.at(3, 1)) == action_codes.DONE
    assert scene.world.dropped_items == lost
    scene.world.items[0].cell = NOWHERE
    assert scene.throw(0, scene.at(2, 1)) == action_codes.DONE
    assert scene.world.items[0].cell == scene.at(2, 1)
