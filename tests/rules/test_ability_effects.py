"""What each effect does, whoever uses it on whom, and the sentence it gives."""

from __future__ import annotations

import pytest

from scenes import E
from steep.core.ruleset import DEFENSE, MAX_HP, POWER
from steep.core.world import ALLIED, DEAD, HOSTILE, MAX_ACTORS, NO_ID
from steep.rules.action_codes import DONE, ENOUGH_ALLIES
from steep.rules.perceived_events import SHOVED
from toml_scenes import TomlScene

LINE = "#@...r.#"


def item_with(effects: str, more: str = 'shape = "bolt"') -> str:
    """An item "/" whose use has these effects."""
    return f"""
[abilities.it]
{more}
effects = [{effects}]
[items.wand]
glyph = "/"
abilities = ["it"]
"""


def rat_with(effects: str, more: str = 'shape = "bolt"', kind: str = "") -> str:
    """A rat that has these effects on its turn."""
    return f"""
[abilities.it]
trigger = "turn"
{more}
effects = [{effects}]
[monsters.rat]
abilities = ["it"]
{kind}
"""


def zapped(piece: str, picture: str = LINE, *, seed: int = 1) -> TomlScene:
    """The scene after the hero used the item "/" on the rat."""
    scene = TomlScene(picture, piece, seed=seed)
    assert scene.use_on("/", scene.monster("r").cell) == DONE
    return scene


class TestDamage:
    def test_by_the_hero_takes_hp_and_is_told_by_its_type(self) -> None:
        scene = zapped(item_with('{ damage = 4, type = "fire" }'))
        assert scene.monster("r").hp == 10 - 4
        assert scene.messages() == ["The rat is burned for 4."]

    def test_by_a_monster_takes_the_heros_hp(self) -> None:
        scene = TomlScene(LINE, rat_with('{ damage = 4, type = "cold" }'))
        scene.wait()
        assert scene.hero.hp == 30 - 4
        assert scene.messages() == ["You are frozen for 4 by the rat."]

    def test_by_a_monster_hits_other_monsters_too(self) -> None:
        scene = TomlScene("#@.or..#", rat_with("{ damage = 4 }", 'shape = "beam"'))
        scene.wait()
        assert (scene.hero.hp, scene.monster("o").hp) == (30 - 4, 30 - 4)
        assert scene.messages() == ["You are hurt for 4 by the rat.", "The ogre is hurt for 4."]

    def test_of_dice_is_rolled(self) -> None:
        piece = item_with('{ damage = "2d3+1" }')
        assert {10 - zapped(piece, seed=seed).monster("r").hp for seed in range(60)} == {3, 4, 5, 6, 7}

    def test_has_a_chance_for_each_target(self) -> None:
        piece = item_with("{ damage = 1, chance = 50 }", 'shape = "beam"')
        hit = {tuple(actor.hp < 10 for actor in zapped(piece, "#@.rr#", seed=seed).actors()) for seed in range(30)}
        assert hit == {(False, False), (False, True), (True, False), (True, True)}

    def test_that_kills_the_hero_names_its_user_as_the_killer(self) -> None:
        scene = TomlScene(LINE, rat_with("{ damage = 30 }"))
        scene.wait()
        assert (scene.world.outcome, scene.world.killer) == (DEAD, scene.monster("r").kind)
        assert scene.messages() == ["You are hurt for 30 by the rat.", "You die..."]


class TestHeal:
    def test_by_a_monster_restores_a_monster(self) -> None:
        piece = rat_with("{ heal = 8 }", 'shape = "view"\naffects = "allies"')
        scene = TomlScene("#@..o.r.#", piece)
        scene.wound(scene.monster("o"), 5)
        scene.wait()
        assert (scene.monster("o").hp, scene.hero.hp) == (13, 30)
        assert scene.messages() == ["The ogre recovers 8 HP."]

    def test_by_the_hero_restores_even_an_enemy(self) -> None:
        scene = TomlScene(LINE, item_with("{ heal = 8 }"))
        scene.wound(scene.monster("r"), 1)
        scene.use_on("/", scene.monster("r").cell)
        assert scene.monster("r").hp == 9


class TestDrain:
    def test_gives_a_monster_what_the_hero_loses(self) -> None:
        scene = TomlScene(LINE, rat_with('{ drain = 4, type = "cold" }'))
        scene.wound(scene.monster("r"), 3)
        scene.wait()
        assert (scene.hero.hp, scene.monster("r").hp) == (30 - 4, 3 + 4)
        assert scene.messages() == ["You are frozen for 4 by the rat.", "The rat recovers 4 HP."]

    def test_gives_the_hero_no_more_than_was_left_to_take(self) -> None:
        scene = TomlScene(LINE, item_with("{ drain = 9 }"))
        scene.wound(scene.body, 10)
        scene.wound(scene.monster("r"), 2)
        scene.use_on("/", scene.monster("r").cell)
        assert (scene.hero.hp, scene.monster("r").hp) == (12, 0)


class TestStatus:
    def test_by_the_hero_on_a_monster(self) -> None:
        scene = zapped(item_with('{ status = "held", turns = 3 }'))
        assert scene.turns(scene.monster("r"), "held") == 3
        assert scene.messages() == ["The rat is held."]

    def test_by_a_monster_on_the_hero(self) -> None:
        scene = TomlScene(LINE, rat_with('{ status = "held", turns = 3 }'))
        scene.wait()
        assert scene.turns(scene.body, "held") == 3
        assert scene.messages() == ["You are held."]

    def test_by_a_monster_on_a_monster(self) -> None:
        piece = rat_with('{ status = "strengthened", turns = 3 }', 'shape = "view"\naffects = "allies"')
        scene = TomlScene("#@..o.r.#", piece)
        scene.wait()
        assert scene.turns(scene.monster("o"), "strengthened") == 4
        assert scene.messages() == ["The ogre is strengthened."]

    def test_of_the_heros_own_action_lasts_all_its_turns(self) -> None:
        scene = TomlScene("#@..#", item_with('{ status = "held", turns = 2 }', 'shape = "self"'))
        scene.use_on("/")
        cells = []
        for _ in range(3):
            scene.move(E)
            cells.append(scene.hero.cell)
        assert cells == [scene.at(1, 1), scene.at(1, 1), scene.at(2, 1)]


class TestCure:
    def test_ends_a_status_of_the_hero(self) -> None:
        scene = TomlScene("#@.#", item_with('{ cure = "weakened" }', 'shape = "self"'))
        scene.afflict(scene.body, "weakened", 9)
        assert scene.hero.stats[POWER] == 1
        scene.messages()
        scene.use_on("/")
        assert (scene.hero.stats[POWER], scene.turns(scene.body, "weakened")) == (3, 0)
        assert scene.messages() == ["You are no longer weakened."]

    def test_of_a_status_that_nobody_has_does_nothing(self) -> None:
        scene = TomlScene("#@.#", item_with('{ cure = "weakened" }', 'shape = "self"'))
        scene.use_on("/")
        assert scene.messages() == ["Nothing happens."]

    def test_by_a_monster_helps_its_friends_and_harms_the_hero(self) -> None:
        piece = rat_with('{ cure = "shielded" }')
        scene = TomlScene(LINE, piece)
        scene.afflict(scene.body, "shielded", 9)
        scene.wait()
        assert scene.turns(scene.body, "shielded") == 0
        scene = TomlScene("#@.o.r#", rat_with('{ cure = "slowed" }', 'shape = "view"'))
        scene.afflict(scene.monster("o"), "slowed", 9)
        scene.wait()
        assert scene.turns(scene.monster("o"), "slowed") == 0


TWO_ROOMS = """
    ####################
    #..r...#############
    #......#############
    #@.....#############
    ##################.#
    ##################.#
    #############......#
    ####################
"""


class TestTeleport:
    def test_of_a_monster_takes_it_to_a_free_cell(self) -> None:
        piece = item_with("{ teleport = true }", 'shape = "target"')
        cells = set()
        for seed in range(12):
            scene = zapped(piece, TWO_ROOMS, seed=seed)
            cells.add(scene.monster("r").cell)
            assert scene.messages()[0] == "The rat vanishes."
            assert scene.fault() == ""
        assert len(cells) > 6

    def test_of_the_hero_by_a_monster_shows_the_new_surroundings_at_once(self) -> None:
        piece = rat_with('{ teleport = true }, { status = "slowed", turns = 3 }', 'shape = "target"\ncooldown = 99')
        far = 0
        for seed in range(12):
            scene = TomlScene(TWO_ROOMS, piece, seed=seed)
            before = scene.hero.cell
            scene.wait()
            assert scene.hero.cell != before
            assert scene.hero.visible[scene.hero.cell] == 1
            # The second effect is told, though the hero is no longer where it was seen.
            assert scene.messages()[:2] == ["The rat sends you somewhere else.", "You are slowed."]
            if scene.hero.cell > scene.at(0, 4):
                far += 1
                assert scene.hero.visible[before] == 0
        assert far > 0


class TestBlink:
    def test_stays_within_its_distance_and_in_sight(self) -> None:
        piece = item_with("{ blink = 2 }", 'shape = "self"')
        cells = set()
        for seed in range(40):
            scene = TomlScene("#...@....#", piece, seed=seed)
            scene.use_on("/")
            cells.add(scene.hero.cell - scene.at(0, 1))
            assert scene.messages() == ["You are suddenly somewhere else."]
        assert cells == {2, 3, 5, 6}

    def test_of_a_monster_does_not_pass_walls(self) -> None:
        piece = rat_with("{ blink = 3 }", 'shape = "self"')
        cells = set()
        for seed in range(40):
            scene = TomlScene("#@....r#.#", piece, seed=seed)
            scene.wait()
            cells.add(scene.monster("r").cell - scene.at(0, 1))
        # Where few cells are free, it may find none.
        assert {3, 4, 5} <= cells <= {3, 4, 5, 6}


class TestPushAndPull:
    @pytest.mark.parametrize(
        ("effect", "sentence"),
        [("push", "The rat pushes the ogre back."), ("pull", "The rat pulls the ogre closer.")],
    )
    def test_by_a_monster_moves_other_monsters_too(self, effect: str, sentence: str) -> None:
        piece = rat_with(f"{{ {effect} = 1 }}", 'shape = "beam"') + "[monsters.ogre]\nstays = true"
        scene = TomlScene("#@..o.r..#", piece)
        scene.wait()
        assert sentence in scene.messages()

    @pytest.mark.parametrize(
        ("effect", "picture", "after", "steps"),
        [
            ("push", "########\n#@r....#\n########", "########\n#@...r.#\n########", 3),
            ("push", "########\n#@r..###\n########", "########\n#@..r###\n########", 2),
            ("push", "########\n#@r..o.#\n########", "########\n#@..ro.#\n########", 2),
            ("pull", "########\n#@....r#\n########", "########\n#@.r...#\n########", 3),
            ("pull", "########\n#@.r...#\n########", "########\n#@r....#\n########", 1),
        ],
        ids=["away", "to the wall", "to another", "near", "beside"],
    )
    def test_by_the_hero_moves_a_monster_until_something_is_in_the_way(
        self, effect: str, picture: str, after: str, steps: int
    ) -> None:
        piece = item_with(f'{{ {effect} = 3 }}, {{ status = "held", turns = 9 }}')
        scene = TomlScene(picture, piece + "[monsters.rat]\npower = 0\n[monsters.ogre]\nstays = true")
        scene.use_on("/", scene.monster("r").cell)
        assert scene.picture() == after
        assert [event.amount for event in scene.events(SHOVED)] == [steps]
        assert (
            scene.messages()[0] == {"push": "You push the rat back.", "pull": "You pull the rat towards you."}[effect]
        )

    @pytest.mark.parametrize(
        ("effect", "picture", "after", "sentence"),
        [
            (
                "push",
                "##########\n#...@r...#\n##########",
                "##########\n#.@..r...#\n##########",
                "The rat pushes you back.",
            ),
            (
                "pull",
                "##########\n#@....r..#\n##########",
                "##########\n#..@..r..#\n##########",
                "The rat pulls you closer.",
            ),
        ],
    )
    def test_by_a_monster_moves_the_hero_who_sees_from_the_new_cell(
        self, effect: str, picture: str, after: str, sentence: str
    ) -> None:
        scene = TomlScene(picture, rat_with(f"{{ {effect} = 2 }}"))
        scene.wait()
        assert scene.picture() == after
        assert scene.messages() == [sentence]
        assert scene.hero.visible[scene.hero.cell] == 1
        assert scene.fault() == ""


def allies(scene: TomlScene) -> int:
    """How many living allies the hero has on the floor."""
    return sum(actor.hp > 0 and actor.side == ALLIED for actor in scene.actors())


class TestSummon:
    CALLER = rat_with('{ summon = "ogre", count = 2 }', 'shape = "self"\ncooldown = 99')

    def test_by_a_monster_places_hostile_ones_beside_it_who_act_from_the_next_turn_on(self) -> None:
        scene = TomlScene("#@....r.#", self.CALLER)
        scene.wait()
        assert scene.picture() == "#########\n#@...oro#\n#########"
        assert [actor.side for actor in scene.actors()] == [HOSTILE] * 3
        assert scene.messages() == ["The rat calls an ogre."] * 2
        scene.wait()
        assert scene.monster("o").cell == scene.at(4, 1)

    def test_the_summoned_give_no_xp(self) -> None:
        scene = TomlScene("#@....r.#", self.CALLER)
        scene.wait()
        scene.monster("o").hp = 1
        while scene.monster("o").hp:
            scene.move(E)
        assert (scene.hero.kills, scene.hero.xp) == (1, 0)

    def test_by_the_hero_places_allies(self) -> None:
        piece = item_with('{ summon = "ogre", count = 1 }', 'shape = "self"')
        scene = TomlScene("#@...#", piece)
        scene.use_on("/")
        assert scene.monster("o").side == ALLIED
        assert scene.messages()[0] == "An ogre appears and fights for you."

    def test_places_no_more_than_its_limit_on_a_floor(self) -> None:
        piece = item_with('{ summon = "ogre", count = 3, limit = 2 }', 'shape = "self"')
        scene = TomlScene("#o.@..#", piece)
        assert scene.use_on("/") == DONE
        assert allies(scene) == 2
        scene.update_fov()
        assert scene.use_on("/") == ENOUGH_ALLIES
        scene.hero.visible_monster_count = 0  # As where it doesn't see them.
        assert scene.use(0) == DONE
        assert allies(scene) == 2

    def test_places_only_as_many_as_there_is_room_for(self) -> None:
        scene = TomlScene("#@.r#", rat_with('{ summon = "ogre", count = 9 }', 'shape = "self"'))
        scene.wait()
        assert scene.picture() == "#####\n#@or#\n#####"

    def test_uses_the_rows_of_the_dead_again_only_when_the_table_is_full(self) -> None:
        scene = full_scene()
        row = scene.monster("i")
        number = row.id
        scene.move(E)
        # What died in this turn keeps its row: something may still refer to it.
        assert (row.hp, row.id, scene.world.dropped_actors) == (0, NO_ID, 1)
        assert scene.fault() == ""
        scene.wait()
        assert scene.picture().splitlines()[1].startswith("#r@o")
        assert row.hp == 30
        assert number < row.id < scene.world.next_id
        assert scene.world.actor_count == MAX_ACTORS
        assert scene.fault() == ""

    def test_the_summoned_in_a_row_of_the_dead_wait_for_the_next_turn_too(self) -> None:
        scene = full_scene()
        scene.move(E)
        scene.wait()
        assert scene.hero.hp == 30
        scene.wait()
        assert scene.hero.hp == 30 - 5


def full_scene() -> TomlScene:
    """A full table: a summoner west of the hero, an imp with 1 HP in row 1 east of it, and worms far away."""
    worms = MAX_ACTORS - 2
    piece = (
        rat_with('{ summon = "ogre", count = 1 }', 'shape = "self"', "stays = true")
        + """
[monsters.worm]
glyph   = "w"
hp      = 1
power   = 0
defense = 0
xp      = 0
[monsters.imp]
glyph   = "i"
hp      = 1
power   = 0
defense = 0
xp      = 0
"""
    )
    rows = [
        "#" * 50,
        "#r@i" + "#" * 46,
        "#" * 50,
        *("#" + "w" * min(48, worms - at) + "#" for at in range(0, worms, 48)),
    ]
    return TomlScene("\n".join(rows), piece)


class TestStat:
    @pytest.mark.parametrize(
        ("stat", "number", "amount", "sentence"),
        [
            ("power", POWER, 2, "You gain 2 power."),
            ("defense", DEFENSE, -1, "You lose 1 defense."),
            ("max_hp", MAX_HP, 5, "You gain 5 maximum HP."),
            ("max_hp", MAX_HP, -5, "You lose 5 maximum HP."),
        ],
    )
    def test_of_the_hero_changes_for_good(self, stat: str, number: int, amount: int, sentence: str) -> None:
        piece = item_with(f'{{ stat = "{stat}", amount = {amount} }}', 'shape = "self"')
        scene = TomlScene("#@.#", piece)
        before = scene.hero.stats[number]
        scene.use_on("/")
        scene.wait(20)
        assert scene.hero.stats[number] == before + amount
        assert scene.hero.hp == 30 + (amount if stat == "max_hp" else 0)
        assert scene.messages() == [sentence]

    def test_of_a_monster_by_the_hero(self) -> None:
        scene = zapped(item_with('{ stat = "power", amount = -2 }'))
        assert scene.monster("r").stats[POWER] == 1
        assert scene.messages() == ["The rat loses 2 power."]

    def test_of_the_hero_by_a_monster(self) -> None:
        scene = TomlScene(LINE, rat_with('{ stat = "power", amount = -2 }'))
        scene.wait()
        assert scene.hero.stats[POWER] == 1
        assert scene.messages() == ["You lose 2 power."]

    def test_of_a_monster_by_a_monster(self) -> None:
        scene = TomlScene(LINE, rat_with('{ stat = "power", amount = 2 }', 'shape = "self"\ncooldown = 99'))
        scene.wait()
        assert scene.monster("r").stats[POWER] == 5
        assert scene.messages() == ["The rat gains 2 power."]

    def test_max_hp_stay_at_least_one_and_what_changes_nothing_says_nothing(self) -> None:
        scene = zapped(item_with('{ stat = "max_hp", amount = -100 }, { stat = "max_hp", amount = -100 }'))
        assert (scene.monster("r").stats[MAX_HP], scene.monster("r").hp) == (1, 1)
        assert scene.messages() == ["The rat loses 9 maximum HP."]


class TestWake:
    SLEEPERS = "#@.....or#"

    def test_by_the_hero_wakes_a_sleeper(self) -> None:
        scene = TomlScene(LINE, item_with("{ wake = true }"))
        scene.monster("r").asleep = 1
        scene.use_on("/", scene.monster("r").cell)
        assert scene.monster("r").asleep == 0
        assert scene.messages()[0] == "The rat wakes and notices you."

    def test_by_a_monster_wakes_sleepers_everywhere_and_calls_them_to_the_hero(self) -> None:
        piece = rat_with("{ wake = true }", 'shape = "floor"\naffects = "allies"')
        scene = TomlScene("##############\n#@..r.##..o..#\n##########.###\n#............#\n##############", piece)
        scene.monster("o").asleep = 1
        scene.wait()
        assert (scene.monster("o").asleep, scene.monster("o").goal) == (0, scene.hero.cell)
        assert scene.monster("r").cell == scene.at(4, 1)
        scene.wait()
        assert scene.monster("r").cell == scene.at(3, 1)
