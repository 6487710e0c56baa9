"""What is true in the Choir and nowhere else: the dead, graves, candles and ropes, and a way past the Abbot."""

from __future__ import annotations

from pathlib import Path

import pytest

import steep
from scenes import SE, SW, E, S, Scene
from steep.content import Rulebook, load_ruleset
from steep.core.geometry import STAIRS, WIDTH, steps_between
from steep.core.world import HERO_ROW, PLAYING, WON, Actor, World
from steep.play.texts.describe import describe_monster
from steep.rules.action_codes import MOVE, WAIT, action
from steep.rules.items.inventory import take
from steep.rules.movement import move_hero
from steep.rules.new_game import new_game
from steep.rules.turn import step
from toml_scenes import TomlScene

PARTS = Path(steep.__file__).parent / "rulesets" / "parts" / "steep"

STRONG = """
    [run]
    last_floor = 20
    goal_item  = "lamp"

    [hero]
    hp     = 400
    power  = 30
    damage = 0
    start  = []

    [attack]
    hit_chance      = 100
    max_hit_chance  = 100
    critical_chance = 0

    [level_up]
    base = 1_000_000
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    """The Choir, with a hero who hits and lives."""
    path = tmp_path_factory.mktemp("rulesets") / "strong.toml"
    path.write_text(f'extends = "{(PARTS / "choir.toml").as_posix()}"\n{STRONG}', encoding="utf-8")
    return load_ruleset(str(path))


GLYPHS = {
    "h": "husk",
    "c": "chorister",
    "w": "candle_wight",
    "v": "veil",
    "O": "organ",
    "R": "reliquary",
    "p": "penitent",
    "f": "false_pilgrim",
}
TERRAIN = {"#": "rock", ".": "floor", "n": "grave", "l": "candles", ":": "chasm"}


class ChoirScene(TomlScene):
    """A scene with kinds of the Choir only, whose glyphs other regions use, too."""

    def __init__(self, picture: str, book: Rulebook) -> None:
        self.book = book
        self.kinds = [kind.key for kind in book.terrain]
        self.terrain = {sign: self.kinds.index(key) for sign, key in TERRAIN.items()}
        by_key = {key: sign for sign, key in GLYPHS.items()}
        self.monster_glyphs = "".join(by_key.get(kind.key, "\0") for kind in book.monsters)
        self.item_glyphs = "\0" * len(book.items)
        Scene.__init__(self, picture, book.compiled)
        self.cursor = 0
        self.world.tiles[WIDTH + 1] = STAIRS
        self.world.floor = self.hero.floor = 18

    def give_item(self, key: str) -> int:
        """Put an item into the inventory. Returns its slot."""
        kind = [item.key for item in self.book.items].index(key)
        take(self.world, self.hero.inventory_count, kind, self.ruleset.items[kind].charges, 0)
        return self.hero.inventory_count - 1

    def alive(self) -> list[str]:
        """The keys of the monsters that live."""
        return [self.book.monsters[actor.kind].key for actor in self.actors() if actor.hp > 0]


class TestTheDead:
    def test_who_falls_beside_the_hero_gets_up_once_and_gives_no_more_xp(self, book: Rulebook) -> None:
        scene = ChoirScene("#@c.#", book)
        scene.wound(scene.monster("c"), 1)
        while scene.alive() == ["chorister"]:  # a blow may miss
            scene.move(E)
        assert scene.alive() == ["husk"]
        assert scene.messages()[-1] == "A husk rises where the chorister fell."
        first = scene.hero.xp
        assert first > 0
        scene.move(E)
        assert (scene.alive(), scene.hero.xp) == ([], first)

    def test_who_gets_up_is_said_to_rise_and_to_call_nobody(self, book: Rulebook) -> None:
        scene = ChoirScene("#@c.#", book)
        told = describe_monster(scene.hero.visible_monsters[0], scene.hero, book)
        assert "Gets up when he dies: rises as a husk beside you, if within 2." in told

    def test_who_is_killed_from_afar_stays_down(self, book: Rulebook) -> None:
        scene = ChoirScene("#@...c#", book)
        scene.wound(scene.monster("c"), 1)
        scene.throw(scene.give_item("throwing_knife"), scene.at(5, 1))
        assert scene.alive() == []

    def test_a_false_pilgrim_that_is_hurt_turns_into_a_veil(self, book: Rulebook) -> None:
        scene = ChoirScene("#@f.#", book)
        scene.move(E)
        assert scene.alive() == ["veil"]

    def test_a_veil_is_seen_once_and_then_not_until_it_strikes(self, book: Rulebook) -> None:
        scene = ChoirScene("#@....v#", book)
        assert scene.hero.visible_monster_count == 1
        scene.wait(3)
        assert scene.hero.visible_monster_count == 0
        while scene.hero.hp == scene.hero.max_hp:
            scene.wait()
        assert scene.hero.visible_monster_count == 1

    def test_who_breaks_a_reliquary_is_cursed(self, book: Rulebook) -> None:
        scene = ChoirScene("#@R.#", book)
        scene.move(E, E, E)
        assert scene.alive() == []
        assert scene.turns(scene.body, "cursed") > 0

    def test_what_a_wight_touches_is_gone_for_good(self, book: Rulebook) -> None:
        scene = ChoirScene("#@w.#", book)
        scene.wait(20)
        assert scene.hero.max_hp < 400


class TestTerrain:
    def test_a_grave_wakes_a_husk_once(self, book: Rulebook) -> None:
        scene = ChoirScene("#@n.#", book)
        scene.move(E)
        assert (scene.alive(), scene.tile(2, 1)) == (["husk"], "floor")

    def test_candles_keep_five_hp_of_harm_from_who_stands_there(self, book: Rulebook) -> None:
        scene = ChoirScene("#@l.#", book)
        scene.move(E)
        assert scene.body.shield == 5
        scene.wait(3)
        assert scene.body.shield == 5

    def test_who_leaves_candles_treads_them_out(self, book: Rulebook) -> None:
        scene = ChoirScene("#@l.#", book)
        scene.move(E, E)
        assert scene.tile(2, 1) == "floor"


class TestItems:
    def test_the_organ_does_not_push_who_wears_thistledown(self, book: Rulebook) -> None:
        scene = ChoirScene("#...@.....O#", book)
        scene.use(scene.give_item("thistledown"))
        scene.wait(6)
        assert scene.hero.cell == scene.at(4, 1)

    def test_the_organ_pushes_others(self, book: Rulebook) -> None:
        scene = ChoirScene("#...@.....O#", book)
        scene.wait(6)
        assert scene.hero.cell == scene.at(1, 1)

    def test_the_first_pain_ends_what_clouds_the_mind_of_who_wears_a_rosary(self, book: Rulebook) -> None:
        scene = ChoirScene("#@p.#", book)
        scene.use(scene.give_item("rosary"))
        scene.afflict(scene.body, "charmed", 50)
        scene.wait(12)
        assert scene.hero.hp < scene.hero.max_hp
        assert scene.turns(scene.body, "charmed") == 0

    def test_a_lyre_puts_most_that_hear_it_to_sleep_the_dead_too(self, book: Rulebook) -> None:
        scene = ChoirScene("########\n#@.hhhh#\n#..hhhh#\n########", book)
        scene.use(scene.give_item("lyre"))
        asleep = sum(scene.turns(husk, "asleep") > 0 for husk in scene.actors())
        assert 3 <= asleep <= 8


class TestTheLastFloor:
    """The nave and the choir lie east of the start, the rope and the crypt south of it."""

    @staticmethod
    def of(key: str, world: World, book: Rulebook) -> Actor:
        """The monster of a kind on a floor."""
        return next(one for one in world.actors[: world.actor_count] if book.monsters[one.kind].key == key)

    def test_the_abbot_sleeps_a_long_way_from_the_start_and_near_the_lamp(self, book: Rulebook) -> None:
        world = World()
        new_game(world, book.compiled, 1, 20)
        abbot = self.of("abbot", world, book)
        assert abbot.asleep == 1
        assert steps_between(abbot.cell, world.hero.cell) > 40
        lamp = [item.key for item in book.items].index("lamp")
        lies = next(item.cell for item in world.items[: world.item_count] if item.kind == lamp)
        assert steps_between(abbot.cell, lies) == 6

    def test_the_rope_rings_him_away_from_the_lamp(self, book: Rulebook) -> None:
        world = World()
        new_game(world, book.compiled, 1, 20)
        start = world.hero.cell
        abbot = self.of("abbot", world, book)
        before = abbot.cell
        rope = [kind.key for kind in book.terrain].index("bell_rope")
        there = [cell for cell in range(len(world.tiles)) if world.tiles[cell] == rope]
        assert len(there) == 3
        world.actors[HERO_ROW].hp = 9999  # others hear the bell, too
        # From the start down through the door in the middle of its room to the rope.
        for direction in (S, S, SE, S, S, S, S, S, SW, SW, S):
            step(world, book.compiled, action(MOVE, direction))
        assert world.tiles[world.hero.cell] == rope, (start, world.hero.cell, there)
        assert abbot.asleep == 0
        for _ in range(30):
            step(world, book.compiled, action(WAIT))
        assert steps_between(before, abbot.cell) > 12

    def test_who_takes_the_lamp_has_won(self, book: Rulebook) -> None:
        world = World()
        new_game(world, book.compiled, 1, 20)
        lamp = [item.key for item in book.items].index("lamp")
        lies = next(item.cell for item in world.items[: world.item_count] if item.kind == lamp)
        move_hero(world, book.compiled, lies - 1)
        assert world.outcome == PLAYING
        step(world, book.compiled, action(MOVE, E))
        assert world.outcome == WON
