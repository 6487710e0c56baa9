"""Monsters whose stats grow with the floors: where they get them, and where they keep them."""

from __future__ import annotations

import pytest

from scenes import E, W
from steep.core.ruleset import MAX_FLOORS, codes
from steep.core.world import REGENERATES, Actor, World
from steep.mapgen.make_floor import make_floor
from steep.mapgen.put_on_free_cell import set_monster_stats
from steep.spawn.curves import stat_on, xp_on
from toml_scenes import TomlScene, rulebook_of

GROWS = """
[monsters.rat]
growth = { max_hp = 2, power = 0.5, xp = 1.25 }
grows_from = 3
grows_to = 8
"""


def on_floor(piece: str, floor: int, key: str = "rat") -> tuple[Actor, int]:
    """A monster as it is added on a floor, and its kind."""
    book = rulebook_of(piece)
    kind = [monster.key for monster in book.monsters].index(key)
    actor = Actor()
    set_monster_stats(actor, book.compiled.monsters[kind], floor)
    return actor, kind


def stats_on_floors(piece: str, *stats: int, floors: tuple[int, ...], key: str = "rat") -> list[list[int]]:
    """Some stats on some floors."""
    return [[int(on_floor(piece, floor, key)[0].stats[stat]) for stat in stats] for floor in floors]


class TestNumbers:
    def test_a_stat_gains_its_points_with_each_floor_after_the_first_rounded_down(self) -> None:
        assert stats_on_floors(GROWS, codes.MAX_HP, codes.POWER, floors=(3, 4, 5, 6)) == [
            [10, 3],
            [12, 3],
            [14, 4],
            [16, 4],
        ]

    def test_it_stays_as_written_up_to_grows_from_and_stops_growing_at_grows_to(self) -> None:
        assert stats_on_floors(GROWS, codes.MAX_HP, floors=(1, 2, 3, 8, 9, 2**31 - 1)) == [
            [10], [10], [10], [20], [20], [20],
        ]  # fmt: skip

    def test_hp_are_full_and_xp_grow_too(self) -> None:
        actor, _ = on_floor(GROWS, 5)
        assert (actor.hp, actor.xp) == (14, 4 + 2)

    def test_everything_else_stays_as_written(self) -> None:
        assert stats_on_floors(GROWS, codes.DEFENSE, codes.SPEED, floors=(8,)) == [[0, 100]]

    def test_every_stat_but_sight_and_stealth_can_grow(self) -> None:
        piece = "[monsters.rat]\ngrowth = { defense = 1, accuracy = 2, evasion = 3, speed = 10, regeneration = 5 }"
        stats = (codes.DEFENSE, codes.ACCURACY, codes.EVASION, codes.SPEED, codes.REGENERATION)
        assert stats_on_floors(piece, *stats, floors=(1, 3)) == [[0, 0, 0, 100, 0], [2, 4, 6, 120, 10]]

    def test_who_regenerates_only_through_growth_does_regenerate(self) -> None:
        piece = "[monsters.rat]\ngrowth = { regeneration = 5 }"
        assert [on_floor(piece, floor)[0].conditions for floor in (1, 2)] == [0, REGENERATES]

    def test_speed_that_only_growth_changes_counts(self) -> None:
        assert rulebook_of("[monsters.rat]\ngrowth = { speed = 10 }").compiled.timed == 1
        assert rulebook_of(GROWS).compiled.timed == 0

    def test_growth_ends_with_the_deepest_tables(self) -> None:
        piece = "[monsters.rat]\ngrowth = { max_hp = 1 }"
        assert stats_on_floors(piece, codes.MAX_HP, floors=(MAX_FLOORS, MAX_FLOORS + 9)) == [[109], [109]]


class TestFirstFloor:
    @pytest.mark.parametrize(
        ("piece", "first"),
        [
            ("spawn = { 4 = 10 }", 4),
            ("spawn = 10", 1),
            ("guaranteed_on = [3, 9]", 3),
            ("guaranteed_on = 7\nspawn = { 5 = 1 }", 5),
            ("", 1),
            ('[packs.nest]\nleader = "ogre"\nmembers = [{ kind = "rat", count = 2 }]\nspawn = { 6 = 3 }', 6),
            ('[packs.nest]\nleader = "rat"\nmembers = [{ kind = "ogre", count = 2 }]\nspawn = { 2 = 3 }', 2),
            ("grows_from = 9\nspawn = { 4 = 10 }", 9),
        ],
    )
    def test_a_kind_grows_from_the_first_floor_that_has_it_unless_told_otherwise(self, piece: str, first: int) -> None:
        whole = f"[monsters.rat]\ngrowth = {{ max_hp = 1 }}\n{piece}"
        assert stats_on_floors(whole, codes.MAX_HP, floors=(first, first + 1)) == [[10], [11]]

    def test_a_kind_out_of_depth_is_as_written(self) -> None:
        piece = "[monsters.rat]\nspawn = { 4 = 10 }\ngrowth = { max_hp = 1 }"
        assert stats_on_floors(piece, codes.MAX_HP, floors=(1, 3)) == [[10], [10]]


FLOORS = """
[counts]
monsters_per_room = 4
[monsters.rat]
spawn = 10
asleep = 50
guaranteed_on = 5
[monsters.ogre]
spawn = 5
captive = 20
[packs.gang]
leader = "ogre"
members = [{ kind = "rat", count = [1, 3] }]
spawn = 3
"""


class TestPlaces:
    def generated(self, piece: str, floor: int, seed: int) -> World:
        world = World()
        world.seed = seed
        make_floor(world, rulebook_of(piece).compiled, floor)
        return world

    def test_every_monster_that_a_floor_is_made_with_has_its_stats_of_that_floor(self) -> None:
        piece = FLOORS.replace("asleep = 50", "asleep = 50\ngrowth = { max_hp = 3, xp = 2 }")
        kinds = rulebook_of(piece).compiled.monsters
        for seed in range(5):
            world = self.generated(piece, 5, seed)
            for actor in world.actors[: world.actor_count]:
                kind = kinds[actor.kind]
                assert actor.hp == actor.stats[codes.MAX_HP] == stat_on(kind, codes.MAX_HP, 5)
                assert actor.xp in (0, xp_on(kind, 5))
            assert {actor.hp for actor in world.actors[: world.actor_count]} == {22, 30}

    def test_growth_changes_nothing_that_is_drawn(self) -> None:
        grown = FLOORS.replace("asleep = 50", "asleep = 50\ngrowth = { max_hp = 3, power = 2, xp = 2 }")
        for seed in range(5):
            plain, other = (self.generated(piece, 5, seed) for piece in (FLOORS, grown))
            assert plain.random == other.random
            assert [(actor.kind, actor.cell, actor.asleep, actor.side) for actor in plain.actors] == [
                (actor.kind, actor.cell, actor.asleep, actor.side) for actor in other.actors
            ]

    def test_a_summoned_monster_has_the_stats_of_the_floor(self) -> None:
        scene = TomlScene(
            "#@.!.#",
            GROWS + "[abilities.call]\nshape = 'self'\nneeds = 'nothing'\neffects = [{ summon = 'rat', count = 1 }]\n"
            "[items.bell]\nglyph = '!'\nabilities = ['call']",
        )
        scene.world.floor = scene.hero.floor = 5
        scene.use_on("!")
        assert [(actor.stats[codes.MAX_HP], actor.xp) for actor in scene.actors()] == [(14, 0)]

    def test_a_monster_turned_into_another_has_the_stats_of_the_floor(self) -> None:
        scene = TomlScene(
            "#@!o.#",
            GROWS + "[abilities.shrink]\nshape = 'view'\neffects = [{ transform = 'rat' }]\n"
            "[items.wand]\nglyph = '!'\nabilities = ['shrink']",
        )
        scene.world.floor = scene.hero.floor = 5
        scene.use_on("!")
        assert [(actor.stats[codes.MAX_HP], actor.stats[codes.POWER], actor.xp) for actor in scene.actors()] == [
            (14, 4, 6)
        ]

    def test_a_follower_keeps_the_stats_it_has(self) -> None:
        piece = GROWS + "[rules]\nfollowers = 'all'"
        scene = TomlScene("#>@..#", piece)
        scene.world.floor = scene.hero.floor = 5
        scene.put("r", scene.at(3, 1))
        scene.move(W)
        scene.descend()
        assert (scene.hero.floor, [(actor.stats[codes.MAX_HP], actor.xp) for actor in scene.actors()]) == (6, [(14, 6)])


class TestAnActorsOwnStats:
    """Rules go by an actor's stats, and not by its kind's."""

    def rat(self, picture: str, piece: str = GROWS, floor: int = 8) -> TomlScene:
        scene = TomlScene(picture, piece)
        scene.world.floor = scene.hero.floor = floor
        scene.put("r", scene.at(2, 1))
        return scene

    def test_its_defense_is_subtracted(self) -> None:
        scene = self.rat("#@..#", "[monsters.rat]\ngrowth = { defense = 1 }", 3)
        scene.move(E)
        assert scene.monster("r").hp == 10 - (3 - 2)

    def test_it_flees_below_a_percentage_of_its_own_max_hp(self) -> None:
        scene = self.rat("#@.....#", GROWS + "flees_below = 50")
        scene.wound(scene.monster("r"), 9)
        scene.wait()
        assert scene.picture() == "########\n#@.r...#\n########"

    def test_it_heals_up_to_its_own_max_hp(self) -> None:
        scene = self.rat("#@..#", GROWS + "regeneration = 100")
        scene.wound(scene.monster("r"), 12)
        scene.wait(20)
        assert scene.monster("r").hp == 20

    def test_killing_it_gives_the_xp_of_its_floor(self) -> None:
        scene = self.rat("#@..#")
        scene.wound(scene.monster("r"), 1)
        scene.move(E)
        assert scene.hero.xp == 4 + 6
