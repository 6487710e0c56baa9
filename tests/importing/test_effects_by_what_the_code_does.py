"""What an item does is read from the code that runs, whatever its class or function is called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import Files
from steep.content import Item, Rulebook
from steep.importing import Imported, import_project

Rules = Callable[[Files], Rulebook]
Import = Callable[[Files], Imported]

HITS_AROUND = """
    def activate(self, action):
        for actor in self.engine.game_map.actors:
            if actor.distance(*action.target_xy) <= self.size:
                actor.fighter.take_damage(self.hurt)
        self.consume()
"""

HITS_NEAREST = """
    def activate(self, action):
        target = None
        closest_distance = self.far + 1.0
        for actor in self.engine.game_map.actors:
            distance = action.entity.distance(actor.x, actor.y)
            if distance < closest_distance:
                target, closest_distance = actor, distance
        target.fighter.take_damage(self.hurt)
        self.consume()
"""


def component(name: str, method: str, fields: str, given: str) -> Files:
    """A project with an item whose component has a method."""
    sets = "".join(f"        self.{field} = {field}\n" for field in fields.split(", "))
    return {
        "consumable.py": f"class Consumable:\n    def activate(self, action):\n        raise NotImplementedError()\n"
        f"class {name}(Consumable):\n    def __init__(self, {fields}):\n{sets}{method}",
        "things.py": f"import consumable\nthing = Item(char='~', name='Thing', consumable=consumable.{name}({given}))\n"
        "item_chances = {0: [(thing, 10)]}\n",
    }


def the(rulebook: Rulebook, key: str) -> Item:
    return next(item for item in rulebook.items if item.key == key)


@pytest.mark.parametrize("name", ["NapalmConsumable", "LightningConsumable", "HealingConsumable"])
def test_all_within_a_radius_of_a_chosen_cell_are_hit_by_a_fireball(name: str, rules: Rules) -> None:
    thing = the(rules(component(name, HITS_AROUND, "hurt, size", "18, size=2")), "thing")
    assert (thing.effect, thing.amount, thing.reach) == ("fireball", 18, 2)


@pytest.mark.parametrize("name", ["BatteryConsumable", "FireballConsumable"])
def test_the_nearest_in_reach_is_hit_by_lightning(name: str, rules: Rules) -> None:
    thing = the(rules(component(name, HITS_NEAREST, "hurt, far", "19, far=3")), "thing")
    assert (thing.effect, thing.amount, thing.reach) == ("lightning", 19, 3)


def test_healing_its_user_heals(rules: Rules) -> None:
    method = "    def activate(self, action):\n        action.entity.fighter.heal(self.good)\n        self.consume()\n"
    thing = the(rules(component("Salve", method, "good", "7")), "thing")
    assert (thing.effect, thing.amount) == ("heal", 7)


HEALS_IF_HURT = {
    "a method": "        if action.entity.fighter.heal(self.good) > 0:\n            self.consume()\n",
    "a function": "        if heal(action.entity, self.good) > 0:\n            self.consume()\n",
    "a result": "        healed = action.entity.fighter.heal(self.good)\n"
    "        if healed > 0:\n            self.consume()\n",
}


@pytest.mark.parametrize("how", HEALS_IF_HURT)
def test_what_is_used_up_only_if_it_healed_heals(how: str, rules: Rules) -> None:
    method = f"    def activate(self, action):\n{HEALS_IF_HURT[how]}"
    thing = the(rules(component("Salve", method, "good", "7")), "thing")
    assert (thing.effect, thing.amount) == ("heal", 7)


FUNCTIONS = {
    "a blast that spares its user": (
        """
def cast(*args, **kwargs):
    caster, radius, damage = args[0], kwargs.get('radius'), kwargs.get('damage')
    results = [{'consumed': True}]
    for entity in kwargs.get('entities'):
        if entity.distance(kwargs.get('target_x'), target_y) <= radius and entity.fighter and entity != caster:
            results.extend(entity.fighter.take_damage(damage))
    return results
""",
        {"shape": "ball", "affects": "enemies", "radius": 4, "effects": [{"damage": 30}]},
    ),
    "a blast around its user": (
        """
def cast(*args, **kwargs):
    caster, radius, damage = args[0], kwargs.get('radius'), kwargs.get('damage')
    for entity in kwargs.get('entities'):
        if caster.distance_to(entity) <= radius:
            entity.fighter.take_damage(damage)
""",
        {"shape": "burst", "radius": 4, "effects": [{"damage": 30}]},
    ),
    "who stands at a chosen cell": (
        """
def cast(*args, **kwargs):
    target_x, target_y, damage = kwargs.get('target_x'), kwargs.get('target_y'), kwargs.get('damage')
    for entity in kwargs.get('entities'):
        if entity.x == target_x and entity.y == target_y:
            entity.fighter.take_damage(damage)
""",
        {"shape": "target", "effects": [{"damage": 30}]},
    ),
}


@pytest.mark.parametrize("shape", FUNCTIONS)
def test_what_no_effect_says_is_an_ability(shape: str, imported: Import) -> None:
    code, expected = FUNCTIONS[shape]
    item = "thing = Object('~', 'thing', item=Item(use_function=cast, damage=30, radius=4))\n"
    result = imported({"things.py": f"{code}{item}item_chances = {{'thing': 10}}\n"})
    made = next(section for section in result.sections if section.path == ("abilities", "thing"))
    assert {key: value for key, (value, _) in made.entries.items()} == expected
    assert not [line for line in result.findings.unread if "items.thing" in line]


def test_dice_of_an_effect_are_rolled(rules: Rules) -> None:
    files = component("Bomb", HITS_AROUND, "num_dice, die_size, size", "num_dice=6, die_size=4, size=3")
    rulebook = rules(files)
    (used,) = the(rulebook, "thing").abilities
    ability = next(ability for ability in rulebook.abilities if ability.key == used)
    assert (ability.shape, ability.radius, str(ability.effects[0].value)) == ("ball", 3, "6d4")


UNSURE = {
    "it hurts and heals": "        target_actor.fighter.take_damage(3)\n        action.entity.fighter.heal(3)\n",
    "it hits in a loop of an unknown shape": "        for xy in line(target_xy):\n"
    "            at(xy).fighter.take_damage(3)\n",
    "it is used up only sometimes": "        target_actor.fighter.take_damage(3)\n"
    "        if not self.size:\n            self.consume()\n",
}


@pytest.mark.parametrize("why", UNSURE)
def test_code_of_another_shape_is_named_and_not_guessed(why: str, imported: Import) -> None:
    method = f"    def activate(self, action):\n{UNSURE[why]}"
    result = imported(component("Gadget", method, "hurt, size", "18, size=2"))
    assert 'effect = "none"' in result.toml
    assert "things.py:2: items.thing: its effect (Gadget is not one of Steep's effects); in Steep it has none" in (
        result.findings.unread
    )


def test_a_wand_that_is_not_used_up_is_named(imported: Import) -> None:
    code = FUNCTIONS["who stands at a chosen cell"][0] + "    return [{'consumed': False}]\n"
    item = "thing = Object('~', 'thing', item=Item(use_function=cast, damage=30))\n"
    result = imported({"things.py": f"{code}{item}item_chances = {{'thing': 10}}\n"})
    assert any("items.thing: its effect (cast is not" in line for line in result.findings.unread)


def test_an_ability_never_takes_the_name_of_a_stock_one(tmp_path: Path) -> None:
    code = FUNCTIONS["a blast around its user"][0]
    item = "spikes = Object('~', 'spikes', item=Item(use_function=cast, damage=30, radius=4))\n"
    (tmp_path / "things.py").write_text(f"{code}{item}item_chances = {{'spikes': 10}}\n")
    assert '[abilities.spikes_item]\nshape   = "burst"' in import_project(tmp_path).toml


def test_a_name_alone_is_no_effect_if_the_code_does_something_else(imported: Import) -> None:
    soothes = (
        "    def activate(self, action):\n        action.entity.mind.calm_down(self.amount)\n        self.consume()\n"
    )
    result = imported(component("HealFearConsumable", soothes, "amount", "30"))
    assert any("HealFearConsumable is not one of Steep's effects" in line for line in result.findings.unread)
