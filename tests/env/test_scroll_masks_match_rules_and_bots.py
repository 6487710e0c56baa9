"""Masks, bots and rules agree on where scrolls can be used, under every relevant setting."""

from __future__ import annotations

import itertools

import pytest

from plain_observations import episode_of
from scenes import ITEMS, Scene, a_ruleset, ability_of
from steep.core.record import pack, unpack
from steep.core.ruleset import CHEBYSHEV, DISTANCE_NAMES, EUCLID, NEEDS_ENEMY, NEEDS_NAMES, SIGHT, Ruleset
from steep.core.world import MAX_INVENTORY, World
from steep.env.kernel.actions import FLAT_USE, act_flat, can_use_somewhere, can_use_unaimed, write_target_mask
from steep.env.kernel.episode import EnvParams
from steep.env.kernel.write_map import cell_in_crop
from steep.rules.abilities.ability_shapes import can_use as view_can_use
from steep.rules.action_codes import DONE, USE, action
from steep.rules.turn import step

CROP = 13

PICTURES = (
    """
    ###########
    #@....s...#
    #.........#
    #.........#
    ###########
    """,
    """
    ###########
    #.........#
    #....@....#
    #.........#
    ###########
    """,
    """
    ############
    #@.........#
    #..........#
    #.........s#
    ############
    """,
)


def settings() -> list[tuple[int, int, str]]:
    return list(itertools.product(range(len(DISTANCE_NAMES)), range(len(NEEDS_NAMES)), PICTURES))


def scene_of(distance: int, needs: int, picture: str, sign: str) -> Scene:
    ruleset: Ruleset = a_ruleset()
    ruleset.distance, ruleset.hero_stats[SIGHT] = distance, 12
    ability_of(ruleset, "*").needs = needs
    scene = Scene(picture, ruleset)
    scene.give(sign)
    return scene


@pytest.mark.parametrize(("distance", "needs", "picture"), settings())
def test_a_fireball_is_possible_exactly_where_the_target_mask_allows_it(
    distance: int, needs: int, picture: str
) -> None:
    scene = scene_of(distance, needs, picture, "*")
    mask = bytearray(2 * MAX_INVENTORY * CROP * CROP)
    params = EnvParams()
    params.crop = CROP
    write_target_mask(episode_of(scene.hero), scene.ruleset, params, mask)
    possible, packed, world = [], pack(scene.world), scene.world
    for number in range(CROP * CROP):
        cell = cell_in_crop(scene.hero, CROP, number)
        possible.append(step(world, scene.ruleset, action(USE, 0, cell)) == DONE)
        assert mask[number] == possible[-1], (number, cell)
        if possible[-1]:
            world = unpack(World, packed)  # What is impossible has changed nothing.
    assert can_use_somewhere(world.hero, scene.ruleset, 0, CROP) == any(possible)


@pytest.mark.parametrize("distance", [EUCLID, CHEBYSHEV])
@pytest.mark.parametrize(("across", "down"), list(itertools.product(range(7), range(4)))[1:])
def test_masks_bots_and_rules_agree_on_how_far_lightning_reaches(distance: int, across: int, down: int) -> None:
    rows = [list("#........#") for _ in range(5)]
    rows[0][1], rows[down][1 + across] = "@", "o"
    picture = "\n".join(["#" * 10, *map("".join, rows), "#" * 10])
    scene = scene_of(distance, NEEDS_ENEMY, picture, "~")
    reach = ITEMS["~"].reach
    distance_squared = max(across, down) ** 2 if distance == CHEBYSHEV else across**2 + down**2
    expected = distance_squared < (reach + 1) ** 2
    assert can_use_unaimed(scene.hero, scene.ruleset, 0) == expected
    assert view_can_use(scene.hero, scene.ruleset, 0, scene.hero.cell) == expected
    assert (act_flat(scene.world, scene.ruleset, FLAT_USE) == DONE) == expected
