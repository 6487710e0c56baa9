"""The tactician's look ahead: its options race in imagined worlds, and luck in one of them decides nothing."""

from __future__ import annotations

import pytest

from steep.bots import tactician
from steep.bots.bot_memory import MAX_OPTIONS, BotMemory, ImaginedState, start_mind
from steep.bots.imagine_outcomes import DEATH, IMPOSSIBLE, MOST_TO_COME, UNIT, evaluate, standing
from steep.bots.level_ups import best_gain
from steep.core.world import DEAD, VisibleMonster
from toml_scenes import TomlScene

HALL = "#@...#"
MARGIN = 10


class Race:
    """A race of options with given scores by world: the last one goes for all further worlds."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, scores: list[list[int]], *, dice: bool = True, heals: bool = True
    ) -> None:
        self.imagined = ImaginedState()
        self.worlds = [0] * len(scores)
        self.imagined.seed = 100
        self.horizons: list[int] = []

        def simulate(*arguments: int) -> int:
            seed, act = arguments[4], arguments[5]
            self.horizons.append(arguments[7])
            self.worlds[act] += 1
            return scores[act][min(seed - 100, len(scores[act]) - 1)]

        monkeypatch.setattr(tactician, "simulate", simulate)
        monkeypatch.setattr(tactician, "dice_were_rolled", lambda *_: dice)
        self.imagined.option_count = 0
        for act in range(len(scores)):
            tactician.consider(self.imagined, act, 0)
        scene = TomlScene(HALL, f"[hero]\nregeneration = {int(heals)}")
        mind = BotMemory()
        self.best = tactician.race(scene.hero, scene.ruleset, mind, self.imagined, MARGIN)


def test_luck_in_the_first_world_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(monkeypatch, [[50], [90, 40], [60, 80], *[[30]] * 6])
    assert race.best == 2


def test_the_usual_action_stays_in_the_race_and_gives_way_only_to_what_is_clearly_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Race(monkeypatch, [[50], [60], [55], [58]]).best == 0
    assert Race(monkeypatch, [[50], [61], [55], [58]]).best == 1


def test_without_dice_one_world_is_enough_and_the_better_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(monkeypatch, [[50], [51], [20]], dice=False)
    assert race.best == 1
    assert race.worlds == [1, 1, 1]


def test_the_better_options_are_imagined_in_more_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(monkeypatch, [[0], *([10 * number] for number in range(1, 13))])
    assert race.best == 12
    assert race.worlds == [8, *[1] * 10, 3, 9]


def test_many_options_are_only_glanced_at(monkeypatch: pytest.MonkeyPatch) -> None:
    for count, horizons in ((tactician.FEW, {tactician.HORIZON}), (9, {tactician.GLANCE, tactician.HORIZON})):
        race = Race(monkeypatch, [[50], *([number] for number in range(1, count))])
        assert set(race.horizons) == horizons
        assert race.horizons.count(tactician.GLANCE) == (count - 1 if count > tactician.FEW else 0)


def test_where_no_wound_closes_every_option_is_looked_at_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(monkeypatch, [[number] for number in range(12)], dice=False, heals=False)
    assert race.horizons == [tactician.HORIZON] * 12


def test_a_race_ends_early_where_the_last_two_are_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Race(monkeypatch, [[0], [30 * UNIT]]).worlds == [2, 2]
    assert Race(monkeypatch, [[30 * UNIT], [0]]).worlds == [2, 2]
    assert Race(monkeypatch, [[0], [10 * UNIT]]).worlds == [4, 4]
    assert Race(monkeypatch, [[0], [UNIT]]).worlds == [8, 8]


@pytest.mark.parametrize(
    ("regeneration", "does_usual", "lost", "comes", "looks"),
    [
        (5, True, 0, 0, 2),
        (0, True, 0, 0, 4),
        (5, False, 0, 0, 4),
        (5, True, 3, 0, 2),
        (5, True, 4, 0, 4),
        (5, True, 0, 1, 4),
    ],
)
def test_after_doing_the_usual_it_looks_again_a_turn_later_unless_something_has_changed(
    monkeypatch: pytest.MonkeyPatch, regeneration: int, does_usual: bool, lost: int, comes: int, looks: int
) -> None:
    scene = TomlScene("#@.o...#", f"[hero]\nregeneration = {regeneration}\n[monsters.ogre]\npower = 9")
    hero, mind, imagined = scene.hero, BotMemory(), ImaginedState()
    start_mind(mind, 1)
    looked = []

    def look_ahead(*arguments: int) -> int:
        looked.append(hero.turn)
        return arguments[4] + (0 if does_usual else 1)

    monkeypatch.setattr(tactician, "look_ahead", look_ahead)
    monkeypatch.setattr(tactician, "remember", lambda *_: None)
    monkeypatch.setattr(tactician, "is_dangerous", lambda *_: True)
    monkeypatch.setattr(tactician, "careful", lambda *_: 7)
    for _ in range(4):
        tactician.tactician(hero, scene.ruleset, mind, imagined)
        hero.turn += 1
        hero.hp -= lost
        hero.visible_monster_count += comes
    assert len(looked) == looks


def test_what_is_impossible_is_imagined_once_and_never_done(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(monkeypatch, [[-5], [IMPOSSIBLE], [IMPOSSIBLE]])
    assert race.best == 0
    assert race.worlds[1:] == [1, 1]


def test_more_options_than_fit_are_left_out() -> None:
    imagined = ImaginedState()
    imagined.option_count = 0
    for act in range(MAX_OPTIONS + 5):
        tactician.consider(imagined, act, 0)
    assert imagined.option_count == MAX_OPTIONS


def test_to_be_alive_is_better_than_to_be_dead_whatever_is_still_to_come() -> None:
    scene = TomlScene("#@oo.#", "[monsters.ogre]\nhp = 9000\npower = 900")
    mind = BotMemory()
    start_mind(mind, 1)
    alive = evaluate(scene.hero, scene.world, scene.ruleset, 1, 0)
    assert alive >= (scene.hero.hp - MOST_TO_COME * scene.hero.max_hp) * UNIT
    scene.world.outcome = DEAD
    assert evaluate(scene.hero, scene.world, scene.ruleset, 1, 0) < alive
    assert DEATH > MOST_TO_COME


@pytest.mark.parametrize(("hp", "stat"), [(2, "regeneration"), (20, "max_hp")])
def test_wounds_that_close_count_as_hp_in_the_choice_of_a_level_up(hp: int, stat: str) -> None:
    choices = f'{{ stat = "max_hp", amount = {hp} }}, {{ stat = "regeneration", amount = 5 }}'
    scene = TomlScene(HALL, f"[level_up]\nchoices = [{choices}]\n[monsters.rat]\nspawn = 10")
    assert ("max_hp", "regeneration")[best_gain(scene.hero, scene.ruleset, VisibleMonster())] == stat


@pytest.mark.parametrize(
    ("lost", "worlds", "well"),
    [([0], 4, True), ([100], 1, False), ([0, 100], 2, False), ([0, 0, 100, 0], 4, False), ([8, 0], 4, True)],
)
def test_no_other_option_is_tried_where_the_usual_action_costs_little_in_four_worlds(
    monkeypatch: pytest.MonkeyPatch, lost: list[int], worlds: int, well: bool
) -> None:
    scene = TomlScene(HALL)
    imagined = ImaginedState()
    seeds: list[int] = []

    def simulate(*arguments: int) -> int:
        seeds.append(arguments[4])
        cost = lost[min(len(seeds), len(lost)) - 1] * scene.hero.max_hp // 100
        return standing(scene.hero, scene.hero, scene.ruleset) - cost * UNIT

    monkeypatch.setattr(tactician, "simulate", simulate)
    monkeypatch.setattr(tactician, "dice_were_rolled", lambda *_: True)
    imagined.option_count = 0
    tactician.consider(imagined, 0, 0)
    assert tactician.is_safe_enough(scene.hero, scene.ruleset, BotMemory(), imagined) is well
    assert len(set(seeds)) == worlds
