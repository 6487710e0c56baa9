"""What magic shows on the map isn't explored: things may lie there that nobody has seen."""

from __future__ import annotations

import pytest

from follow_multi_turn_moves import follow
from plain_observations import episode_of, plain_compass
from ready_made_sessions import session_in
from scenes import E
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import EXPLORER, MASHER, choose_action
from steep.bots.imagine_outcomes import determinize, note_remembered_cells
from steep.core.magic_mapping import is_mapped, note_mapped
from steep.core.world import Hero, Search
from steep.env.kernel.compass_to_nearest_goals import Compass, write_compass
from steep.env.kernel.episode import EnvParams
from steep.mapgen.make_floor import clear_floor
from steep.play.moves import Explore
from steep.rules.action_codes import MOVE, action
from toml_scenes import TomlScene

KINDS = """
    rules.finds = 0

    [abilities.charting]
    shape   = "self"
    needs   = "nothing"
    effects = [{ map = 80 }]

    [items.chart]
    glyph     = "z"
    abilities = ["charting"]

    [items.dagger]
    glyph = "d"
    slot  = "weapon"
    power = 1

    [terrain.door]
    glyph = "+"
    solid = true
    opaque = true
    opens_to = "floor"
    key_item = "brass_key"

    [items.brass_key]
    glyph = "k"
"""

BENDS = """
    ##########
    #@....####
    #####.####
    #...#.####
    #.###.####
    #...d.####
    ##########
"""


def charted(picture: str = BENDS, terrain: dict[str, str] | None = None) -> TomlScene:
    """A scene whose floor the hero has just mapped."""
    scene = TomlScene(picture, KINDS, terrain=terrain or {})
    scene.use_on("z")
    assert scene.hero.mapped_count > 0
    return scene


def mapped_cells(hero: Hero) -> list[int]:
    return [cell for cell in range(len(hero.visible)) if is_mapped(hero, cell)]


def test_exploring_goes_on_where_nobody_has_been() -> None:
    session = session_in(charted())
    assert follow(session, Explore()) == "You see a dagger here."
    assert follow(session, Explore()) == "There is nothing left to explore. You know where the stairs are."
    hero = session.hero
    # No way leads to a scene's stairs.
    assert [cell for cell in mapped_cells(hero) if hero.passable[hero.remembered[cell]]] == [hero.stairs]


def test_exploring_tells_of_a_locked_door_before_what_is_only_mapped() -> None:
    scene = charted("#@+.d.#", {"+": "door"})
    assert follow(session_in(scene), Explore()) == (
        "There is nothing left to explore except behind a door (east, 1 step), for which you need a brass key."
        " You know where the stairs are."
    )


@pytest.mark.parametrize("bot", [EXPLORER, MASHER])
def test_bots_explore_what_they_have_mapped(bot: int) -> None:
    scene, mind, imagined = charted(), BotMemory(), ImaginedState()
    start_mind(mind, 1)
    for _ in range(30):
        scene.act(choose_action(bot, scene.hero, scene.ruleset, mind, imagined))
    assert scene.picture().count("d") == 0
    assert scene.hero.inventory_count == 1


def test_each_mapped_cell_counts_as_explored_when_it_is_seen() -> None:
    plain, scene = TomlScene(BENDS, KINDS), charted()
    before = scene.hero.cells_explored
    unseen = mapped_cells(scene.hero)
    assert before == plain.hero.cells_explored
    for each in (plain, scene):
        for _ in range(4):
            each.act(action(MOVE, E))
    assert scene.hero.cells_explored == plain.hero.cells_explored > before
    assert scene.hero.mapped_count == len(unseen) - (scene.hero.cells_explored - before)
    assert not any(scene.hero.visible[cell] for cell in mapped_cells(scene.hero))
    assert scene.fault() == ""


def test_the_compass_points_to_the_nearest_mapped_cell() -> None:
    scene, search, row = charted(), Search(), [0] * 10
    episode = episode_of(scene.hero, search, bytearray(len(scene.hero.visible)))
    write_compass(episode, scene.ruleset, EnvParams(), row)
    assert row == plain_compass(scene.hero, scene.ruleset, search)
    assert row[2 * Compass.unexplored : 2 * Compass.unexplored + 2] == [E + 1, 4]


def test_an_imagined_hero_knows_the_same_cells_from_magic_alone() -> None:
    scene, mind, imagined = charted(), BotMemory(), ImaginedState()
    start_mind(mind, 1)
    note_remembered_cells(scene.hero, scene.ruleset, imagined)
    determinize(scene.hero, scene.ruleset, mind, 1, imagined)
    assert mapped_cells(imagined.world.hero) == mapped_cells(scene.hero)
    assert imagined.world.hero.mapped_count == scene.hero.mapped_count
    determinize(TomlScene(BENDS, KINDS).hero, scene.ruleset, mind, 1, imagined)
    assert (mapped_cells(imagined.world.hero), imagined.world.hero.mapped_count) == ([], 0)


def test_a_new_floor_is_not_mapped() -> None:
    scene = charted()
    clear_floor(scene.world)
    assert (mapped_cells(scene.hero), scene.hero.mapped_count) == ([], 0)


@pytest.mark.parametrize("forged", ["count", "in view", "unknown"])
def test_forged_maps_are_refused(forged: str) -> None:
    scene = charted()
    assert scene.fault() == ""
    if forged == "count":
        scene.hero.mapped_count += 1
    else:
        unknown = next(cell for cell, tile in enumerate(scene.hero.remembered) if tile == 0)
        note_mapped(scene.hero, scene.hero.cell if forged == "in view" else unknown)
    assert scene.fault() == "a remembered cell differs from the map, or one that was never seen isn't counted"
