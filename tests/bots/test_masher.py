"""The masher explores, attacks the nearest, drinks when low, takes what is underfoot, and goes down."""

from __future__ import annotations

import pytest

from scenes import E, Scene, W, set_hp
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import MASHER, choose_action
from steep.rules.action_codes import CHOOSE, DESCEND, MOVE, PICK_UP, USE, action, verb_of


def chosen(scene: Scene) -> int:
    """The masher's first action in a scene."""
    mind = BotMemory()
    start_mind(mind, 1)
    return choose_action(MASHER, scene.hero, scene.ruleset, mind, ImaginedState())


def play(scene: Scene, turns: int) -> list[int]:
    """The masher's next actions, played."""
    mind, imagined, actions = BotMemory(), ImaginedState(), []
    start_mind(mind, 1)
    for _ in range(turns):
        actions.append(choose_action(MASHER, scene.hero, scene.ruleset, mind, imagined))
        scene.act(actions[-1])
    return actions


def test_attacks_the_nearest_enemy_even_if_another_is_weaker() -> None:
    scene = Scene("#r..@.o.#")
    assert chosen(scene) == action(MOVE, E)


def test_attacks_at_low_hp_rather_than_flee() -> None:
    scene = Scene("#>@o....#")
    set_hp(scene.world, 1)
    assert chosen(scene) == action(MOVE, E)


@pytest.mark.parametrize(("hp", "drinks"), [(11, False), (10, True)])
def test_drinks_at_half_hp_even_in_a_fight_and_if_some_of_it_is_wasted(hp: int, drinks: bool) -> None:
    scene = Scene("#@r.#")
    scene.give("%", "!")
    scene.ruleset.abilities[scene.ruleset.items[0].use].amount = 15
    set_hp(scene.world, hp)
    assert chosen(scene) == (action(USE, 1, scene.hero.cell) if drinks else action(MOVE, E))


def test_never_uses_what_harms() -> None:
    scene = Scene("#@...oo....#")
    scene.give("~", "*", "?")
    set_hp(scene.world, 4)
    assert chosen(scene) == action(MOVE, E)


def test_picks_up_and_equips_what_is_underfoot() -> None:
    scene = Scene("#@...#")
    scene.put("|", scene.hero.cell)
    assert play(scene, 2) == [action(PICK_UP), action(USE, 0)]
    assert scene.equipped() == "|"


def test_leaves_what_is_not_underfoot() -> None:
    scene = Scene("#|@.>#")
    assert chosen(scene) == action(MOVE, E)


def test_explores_a_floor_before_it_goes_down() -> None:
    scene = Scene("#>@................#")
    actions = play(scene, 40)
    west = actions.index(action(MOVE, W))
    assert actions[:west] == [action(MOVE, E)] * west
    assert west > 5
    assert action(DESCEND) in actions[west:]


def test_takes_the_first_choice_of_a_level_up() -> None:
    scene = Scene("#@#")
    scene.hero.choosing = 1
    assert chosen(scene) == action(CHOOSE, 0)
    assert verb_of(chosen(scene)) == CHOOSE
