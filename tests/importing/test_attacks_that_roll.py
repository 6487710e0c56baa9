"""An attack that rolls is read where all of it has a known shape, and named otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sample_tutorial_projects import TCOD_2019, Files
from steep.content import Rulebook
from steep.importing import Imported

Rules = Callable[[Files], Rulebook]
Import = Callable[[Files], Imported]


def project(attack: str, orcs: str = "Fighter(hp=20, defense=0, power=4, xp=35)") -> Files:
    """The tutorial's project with another attack, and other stats of its orcs."""
    fighter = f"""
from random import randint
class Fighter:
    def __init__(self, hp, defense, power, xp=0, hit=0, dodge=0):
        self.hp = hp
    def take_damage(self, amount):
        self.hp -= amount
    def attack(self, target):
{attack}"""
    game_map = TCOD_2019["map_objects/game_map.py"].replace("Fighter(hp=20, defense=0, power=4, xp=35)", orcs)
    return {**TCOD_2019, "components/fighter.py": fighter, "map_objects/game_map.py": game_map}


def attack_of(rulebook: Rulebook) -> dict[str, object]:
    attack = rulebook.attack
    names = ("hit_chance", "min_hit_chance", "critical_chance", "critical_factor", "min_damage", "armor")
    return {name: getattr(attack, name) for name in names}


PLAIN = {
    "hit_chance": 100,
    "min_hit_chance": 0,
    "critical_chance": 0,
    "critical_factor": 100,
    "min_damage": 0,
    "armor": "reduction",
}

PERCENT = """
        roll = randint(1, 100)
        if roll <= 85:
            damage = self.power - target.fighter.defense
            if randint(1, 100) <= 10:
                damage *= 3
            if damage < 1:
                damage = 1
            target.fighter.take_damage(damage)
"""

D20 = """
        roll = randint(1, 20)
        damage = self.power
        if roll == 20:
            target.fighter.take_damage(damage * 2)
        elif roll + self.hit >= target.fighter.defense:
            target.fighter.take_damage(damage)
"""

DODGED = """
        damage = self.power - target.fighter.defense
        if randint(1, 100) <= target.fighter.dodge:
            message('missed')
        else:
            target.fighter.take_damage(damage)
"""


def test_percent_to_hit_critical_hits_and_the_least_damage(rules: Rules) -> None:
    assert attack_of(rules(project(PERCENT))) == {
        **PLAIN, "hit_chance": 85, "critical_chance": 10, "critical_factor": 300, "min_damage": 1
    }  # fmt: skip


def test_a_d20_against_armour(rules: Rules) -> None:
    rulebook = rules(project(D20, "Fighter(hp=20, defense=12, power=4, xp=35, hit=3)"))
    assert attack_of(rulebook) == {
        **PLAIN, "critical_chance": 5, "critical_factor": 200, "min_hit_chance": 5, "armor": "evasion"
    }  # fmt: skip
    orc = next(monster for monster in rulebook.monsters if monster.key == "orc")
    # A roll of n + 3 reaches 12 with 12 of 20 numbers: 60 percent of its like are hit.
    assert (orc.defense, orc.accuracy) == (60, 20)
    assert rulebook.attack.hit_chance + orc.accuracy - orc.defense == 60


def test_dodging_is_evasion(rules: Rules) -> None:
    rulebook = rules(project(DODGED, "Fighter(hp=20, defense=0, power=4, xp=35, dodge=15)"))
    orc = next(monster for monster in rulebook.monsters if monster.key == "orc")
    assert (attack_of(rulebook), orc.evasion) == (PLAIN, 15)


EVASION = {**PLAIN, "armor": "evasion"}

D20S = {
    "at once": (
        "        if randint(1, 20) + self.hit >= target.fighter.defense:\n"
        "            target.fighter.take_damage(self.power)\n",
        EVASION, 20, "None",
    ),
    "a sum with a name": (
        "        attack_roll = self.hit + randint(1, 20)\n"
        "        if attack_roll < target.fighter.defense:\n            return\n"
        "        target.fighter.hp -= self.power\n",
        EVASION, 20, "None",
    ),
    "against ten and armour": (
        "        if randint(1, 20) + self.hit >= 10 + target.fighter.defense:\n"
        "            target.fighter.take_damage(self.power)\n",
        {**EVASION, "hit_chance": 55}, 15, "None",
    ),
    "power is added": (
        "        if randint(1, 20) + self.power >= target.fighter.defense:\n"
        "            target.fighter.take_damage(self.power)\n",
        EVASION, 25, "None",
    ),
    "a 20 always hits": (
        "        roll = randint(1, 20)\n"
        "        if roll == 20 or roll + self.hit >= target.fighter.defense:\n"
        "            target.fighter.take_damage(self.power)\n",
        {**EVASION, "min_hit_chance": 5}, 20, "None",
    ),
    "dice of damage": (
        "        if randint(1, 20) + self.hit >= target.fighter.defense:\n"
        "            damage = randint(1, 6) + self.power\n            target.fighter.take_damage(damage)\n",
        EVASION, 20, "1d6",
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", D20S)
def test_common_shapes_of_a_d20_are_read(shape: str, rules: Rules) -> None:
    code, expected, accuracy, damage = D20S[shape]
    rulebook = rules(project(code, "Fighter(hp=20, defense=12, power=4, xp=35, hit=3)"))
    orc = next(monster for monster in rulebook.monsters if monster.key == "orc")
    assert attack_of(rulebook) == expected
    assert (orc.accuracy, str(orc.damage), orc.defense) == (accuracy, damage, 60)


def test_an_attack_outside_of_a_class_is_read(rules: Rules) -> None:
    files = project("        pass\n", "Fighter(hp=20, defense=12, power=4, xp=35, hit=3)")
    blow = """
from random import randint
def melee_attack(attacker, target):
    if randint(1, 20) + attacker.fighter.hit >= target.fighter.defense:
        target.fighter.hp -= attacker.fighter.power
"""
    fighter = files["components/fighter.py"].partition("    def attack")[0]
    assert attack_of(rules({**files, "components/fighter.py": fighter, "combat.py": blow})) == EVASION


UNSURE = {
    "a bonus from a formula": "        if randint(1, 20) + (self.power - 10) // 2 >= target.fighter.defense:\n"
    "            target.fighter.take_damage(self.power)\n",
    "a bonus that no fighter has": "        if randint(1, 20) + self.luck >= target.fighter.defense:\n"
    "            target.fighter.take_damage(self.power)\n",
    "a random damage": "        target.fighter.take_damage(randint(1, self.power) - target.fighter.defense)\n",
    "a chance from a formula": "        if randint(1, 100) <= self.hit * 3:\n"
    "            target.fighter.take_damage(self.power - target.fighter.defense)\n",
    "a spread": "        damage = self.power - target.fighter.defense\n"
    "        damage = randint(damage - 1, damage + 1)\n"
    "        target.fighter.take_damage(damage)\n",
}


@pytest.mark.parametrize("why", UNSURE)
def test_an_attack_of_another_shape_is_named(why: str, imported: Import) -> None:
    result = imported(project(UNSURE[why]))
    assert "[attack]" not in result.toml
    assert any("Fighter.attack is a custom attack" in line for line in result.findings.unread)


def test_an_attack_that_was_read_is_not_named(imported: Import) -> None:
    assert not [line for line in imported(project(PERCENT)).findings.unread if "custom attack" in line]
