"""Speeds are read where energy grows by them and the hero has 100, and named otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sample_tutorial_projects import TCOD_2020, Files
from steep.content import Rulebook
from steep.importing import Imported

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

ENERGY = """
class Entity:
    def __init__(self, x=0, y=0, char="?", color=(0, 0, 0), name="", blocks_movement=False, speed=100):
        self.speed = speed
        self.energy = 0
    def tick(self):
        self.energy += self.speed
        while self.energy >= 100:
            self.energy -= 100
            self.act()
"""

ACTOR = """
class Actor(Entity):
    def __init__(self, *, x=0, y=0, char="?", color=(255, 255, 255), name="", ai_cls, fighter, inventory, level,
                 speed=100):
        super().__init__(x=x, y=y, char=char, color=color, name=name, speed=speed)

class Item(Entity):
    def __init__(self, *, x=0, y=0, char="?", color=(255, 255, 255), name="", consumable=None, equippable=None):
        super().__init__(x=x, y=y, char=char, color=color, name=name)
"""


def project(orcs: int = 150, heroes: int = 100, energy: str = ENERGY) -> Files:
    """The tutorial's project in which orcs have a speed, and all others that of the class."""
    factories = TCOD_2020["entity_factories.py"].replace('name="Orc",', f'name="Orc", speed={orcs},')
    factories = factories.replace('name="Player",', f'name="Player", speed={heroes},')
    return {**TCOD_2020, "entity_factories.py": factories, "entity.py": energy + ACTOR}


def test_what_energy_grows_by_is_speed(rules: Rules) -> None:
    rulebook = rules(project())
    assert {monster.key: monster.speed for monster in rulebook.monsters} == {"orc": 150, "troll": 100}
    assert rulebook.hero.speed == 100


UNSURE = {
    "the hero has another speed": (project(heroes=10), "the hero's is not 100"),
    "energy grows otherwise": (project(energy=ENERGY.replace("+= self.speed", "+= 10")), "no energy grows by it"),
}


@pytest.mark.parametrize("why", UNSURE)
def test_another_speed_is_named_in_one_line(why: str, imported: Import) -> None:
    files, reason = UNSURE[why]
    result = imported(files)
    lines = [line for line in result.findings.unread if "speed" in line]
    assert lines == [f"entity_factories.py:9: speed of hero and 2 more: {reason}, so all have 100 here"]
    assert "\nspeed" not in result.toml
