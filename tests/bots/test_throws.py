"""Bots throw what harms at enemies that are a threat, and pick up again what did not break."""

from __future__ import annotations

import pytest

from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.bots.choose_action import BOTS, choose_action
from steep.core.world import ALLIED
from steep.rules.action_codes import DONE, THROW, argument_of, cell_of, verb_of
from toml_scenes import TomlScene

KNIFE = """
[items.knife]
glyph  = "-"
thrown = 6
"""

OIL = """
[items.oil]
glyph     = "!"
abilities = ["splash"]
breaks    = 100
[abilities.splash]
trigger = "throw"
shape   = "ball"
radius  = 1
effects = [{ damage = 20 }]
"""

HALL = """
#############
#@......o...#
#...........#
#############
"""


class Player:
    """A bot at play in a scene."""

    def __init__(self, scene: TomlScene, bot: str = "explorer") -> None:
        self.scene, self.number = scene, BOTS[bot].number
        self.mind, self.imagined = BotMemory(), ImaginedState()

    def wants(self) -> int:
        """The next action."""
        hero, ruleset = self.scene.hero, self.scene.ruleset
        return choose_action(self.number, hero, ruleset, self.mind, self.imagined)

    def acts(self, turns: int) -> list[int]:
        """The verbs of its next actions."""
        verbs = []
        for _ in range(turns):
            act = self.wants()
            verbs.append(verb_of(act))
            assert self.scene.act(act) == DONE
        return verbs


def armed(piece: str, sign: str, picture: str = HALL, count: int = 1) -> TomlScene:
    """A scene whose hero carries some items."""
    scene = TomlScene(picture, piece)
    for _ in range(count):
        scene.carry(sign)
    scene.update_fov()
    return scene


def test_a_knife_is_thrown_at_an_enemy_that_comes() -> None:
    scene = armed(KNIFE, "-")
    act = Player(scene).wants()
    assert (verb_of(act), cell_of(act)) == (THROW, scene.monster("o").cell)


def test_it_is_picked_up_again_after_the_fight() -> None:
    scene = armed(KNIFE, "-", HALL.replace("o", "r"), count=2)
    verbs = Player(scene).acts(20)
    assert verbs.count(THROW) >= 2
    assert scene.monster("r").hp == 0
    assert scene.hero.inventory_count == 2


@pytest.mark.parametrize("bot", ["explorer", "tactician"])
def test_oil_is_thrown_in_a_fight_that_would_be_costly_and_not_on_the_hero(bot: str) -> None:
    scene = armed(OIL, "!", HALL.replace("o...", "ooo."))
    scene.wound(scene.body, 12)
    act = Player(scene, bot).wants()
    assert verb_of(act) == THROW
    assert argument_of(act) == 0
    assert abs(cell_of(act) - scene.hero.cell) > 1


def test_oil_is_kept_in_a_cheap_fight() -> None:
    scene = armed(OIL, "!", HALL.replace("o", "r"))
    assert verb_of(Player(scene).wants()) != THROW


def test_nobody_throws_at_an_ally_in_the_way() -> None:
    scene = armed(KNIFE, "-", HALL.replace("@......o", "@..r...o"))
    scene.monster("r").side = ALLIED
    scene.world.friends = 1
    scene.update_fov()
    assert verb_of(Player(scene).wants()) != THROW


def test_a_knife_is_not_thrown_at_somebody_beside_the_hero() -> None:
    scene = armed(KNIFE, "-", HALL.replace("@......o", "@r......"))
    assert verb_of(Player(scene).wants()) != THROW
