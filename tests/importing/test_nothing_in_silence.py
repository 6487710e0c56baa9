"""What decides a game is read if its code has a known shape; any other is named, and carried in the ruleset."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import Files
from steep.balance.lint.all_checks import lint
from steep.content import Rulebook, load_ruleset
from steep.importing import Imported, filled_in

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

KINDS = """
player = Actor(char="@", name="Player", fighter=Fighter(hp=30, defense=2, power=5))
orc = Actor(char="o", name="Orc", fighter=Fighter(hp=10, defense=0, power=3))
troll = Actor(char="T", name="Troll", fighter=Fighter(hp=16, defense=1, power=4))
potion = Item(char="!", name="Potion", consumable=HealingConsumable(amount=4))
"""

LOOK_UP = """
def get_max(table, floor):
    current = 0
    for minimum, value in table:
        if minimum > floor:
            break
        current = value
    return current
"""


def game(placing: str, **more: str) -> dict[str, str]:
    """A project whose monsters are placed by some code."""
    return {"entity_factories.py": KINDS, "procgen.py": f"import random\nimport entity_factories\n{placing}"} | more


def placed(how: str, before: str = "") -> dict[str, str]:
    """A project that places monsters in a loop."""
    return game(
        f"max_monsters = 3\nmonster_chances = {{0: [(entity_factories.orc, 80)]}}\n"
        f"def place_entities(room, dungeon):\n{before}    for i in {how}:\n        pass\n"
    )


HOW_MANY = {
    "up to the maximum": ("range(random.randint(0, max_monsters))", "", 0),
    "at least one": ("range(random.randint(1, max_monsters))", "", 1),
    "by a variable": ("range(number)", "    number = random.randint(0, max_monsters)\n", 0),
    "without the highest": ("range(random.randrange(max_monsters + 1))", "", 0),
    "always the maximum": ("range(max_monsters)", "    number = random.randint(0, max_monsters)\n", 3),
    "counted from one": ("range(1, max_monsters + 1)", "", 3),
}


@pytest.mark.parametrize("how", HOW_MANY)
def test_how_many_are_placed_is_read(how: str, rules: Rules) -> None:
    loop, before, least = HOW_MANY[how]
    counts = rules(placed(loop, before)).counts
    assert (counts.monsters_per_room.at(1), counts.min_monsters_per_room.at(1)) == (3, least)


@pytest.mark.parametrize("roll", ["random.randint(-3, max_monsters)", "random.randint(0, max_monsters) * 2"])
def test_another_way_is_left_to_a_person(roll: str, imported: Import) -> None:
    result = imported(placed(f"range({roll})"))
    assert result.missing[-1].startswith("counts.items_per_room") or len(result.missing) == 1
    assert result.missing[0].startswith("counts.monsters_per_room: how many monsters: random.randint(")
    assert "procgen.py:6" in result.missing[0]
    assert "counts" in result.findings.assumed


def test_a_maximum_is_followed_through_functions_whatever_it_is_called(rules: Rules) -> None:
    files = game(
        "def generate(most_foes):\n    place(None, most_foes)\n"
        "def place(room, upper):\n    for i in range(random.randint(1, upper)):\n        orc.spawn()\n",
        **{
            "setup_game.py": "from procgen import generate\ndef new_game():\n"
            "    max_monsters = 2\n    generate(max_monsters)\n"
        },
    )
    counts = rules(files).counts
    assert (counts.monsters_per_room.at(1), counts.min_monsters_per_room.at(1)) == (2, 1)


def test_a_search_of_another_shape_is_named(imported: Import) -> None:
    table = "max_monsters = get_max([(1, 2), (4, 3)], 1)\nmonster_chances = {0: [(entity_factories.orc, 80)]}\n"
    odd = LOOK_UP.replace("minimum > floor", "minimum < floor")
    assert "procgen.py:11: get_max looks" in imported(game(odd + table)).findings.assumed["weights"]


def test_a_search_of_a_known_shape_is_read_whatever_its_names(rules: Rules) -> None:
    table = "max_monsters = get_max([(1, 2), (4, 3)], 1)\nmonster_chances = {0: [(entity_factories.orc, 80)]}\n"
    counts = rules(game(LOOK_UP.replace("minimum", "a").replace("value", "b") + table)).counts
    assert [counts.monsters_per_room.at(floor) for floor in (1, 3, 4)] == [2, 2, 3]


LEVEL = """
class Level:
    def __init__(self, current_level=1, level_up_base=200, level_up_factor=150):
        self.current_level = current_level
    @property
    def experience_to_next_level(self):
        return {formula}
"""

COSTS = {
    "the tutorials'": ("self.level_up_base + self.current_level * self.level_up_factor", (200, 150)),
    "from the level before": ("self.level_up_base + (self.level_up_factor * (self.current_level - 1))", (50, 150)),
    "of its own numbers": ("100 * self.current_level", (0, 100)),
    "of an int": ("int(self.level_up_base * 0.5) + 10 * self.current_level", (100, 10)),
}


@pytest.mark.parametrize("formula", COSTS)
def test_what_a_level_costs_is_worked_out(formula: str, rules: Rules) -> None:
    text, cost = COSTS[formula]
    level_up = rules(placed("range(max_monsters)") | {"level.py": LEVEL.format(formula=text)}).level_up
    assert (level_up.base, level_up.factor) == cost


@pytest.mark.parametrize(
    "formula",
    [
        "self.level_up_base + math.pow(self.current_level, 2) * self.level_up_factor",
        "self.level_up_base * self.current_level + self.bonus",
        "self.current_level * self.level_up_base + (self.current_level - 5) * self.level_up_factor",
    ],
)
def test_a_cost_of_another_shape_is_left_to_a_person(formula: str, imported: Import) -> None:
    result = imported(placed("range(max_monsters)") | {"level.py": LEVEL.format(formula=formula)})
    assert {"level_up.base", "level_up.factor"} <= {line.partition(":")[0] for line in result.missing}
    assert "level.py:7" in result.findings.assumed["level_up"]


ATTACK = """
class MeleeAction:
    def perform(self):
        target = self.target_actor
        if not target:
            raise Impossible("Nothing to attack.")
        {damage}
        if damage > 0:
            self.engine.log(f"{{self.entity.name}} hits for {{damage}}.")
            target.fighter.hp -= damage
"""

DAMAGES = {
    "damage = self.entity.fighter.power - target.fighter.defense": 0,
    "damage = max(1, self.entity.fighter.power - target.fighter.defense)": 1,
    "damage = round(self.entity.fighter.power * 10 / (10 + target.fighter.defense))": None,
    "damage = random.randint(0, self.entity.fighter.power) - target.fighter.defense": None,
    "damage = self.entity.fighter.power - target.fighter.defense\n        damage += self.bonus": None,
    "damage = self.entity.fighter.power - target.fighter.defense\n        if hits():\n            damage = 0": None,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_blow_is_power_minus_defense_or_is_named(damage: str, imported: Import, tmp_path: Path) -> None:
    result = imported(placed("range(max_monsters)") | {"actions.py": ATTACK.format(damage=damage)})
    least = DAMAGES[damage]
    assert ("attack" not in result.findings.assumed) is (least is not None)
    path = tmp_path / "imported.toml"
    path.write_text(filled_in(result.toml), encoding="utf-8")
    assert load_ruleset(str(path)).attack.min_damage == (least or 0)


def test_lint_proves_nothing_of_an_attack_that_was_not_read(rules: Rules) -> None:
    weak = {"entity_factories.py": KINDS.replace("defense=2, power=5", "defense=10, power=2")}
    files = placed("range(max_monsters)") | weak | {"actions.py": ATTACK.format(damage=next(iter(DAMAGES)))}
    assert {"invulnerable", "harmless"} & {found.code for found in lint(rules(files))}


def test_lint_says_what_it_assumes(rules: Rules) -> None:
    weak = {"entity_factories.py": KINDS.replace("defense=2, power=5", "defense=10, power=2")}
    files = placed("range(max_monsters)") | weak | {"actions.py": ATTACK.format(damage=[*DAMAGES][2])}
    rulebook = rules(files)
    found = {finding.code for finding in lint(rulebook)}
    assert not {"invulnerable", "harmless"} & {*found}
    sentences = [finding.text for finding in lint(rulebook) if finding.code == "assumed"]
    assert any("MeleeAction.perform is a custom attack" in sentence for sentence in sentences)


def test_only_what_a_new_game_reaches_is_read(imported: Import) -> None:
    place = (
        "import random, entity_factories\n"
        "def place(maximum_monsters):\n    for i in range(random.randint(0, maximum_monsters)):\n"
        "        if random.random() < {share}:\n            entity_factories.orc.spawn(1)\n"
        "        else:\n            entity_factories.troll.spawn(1)\n"
    )
    result = imported(
        {
            "entity_factories.py": KINDS,
            "labyrinth.py": place.format(share=0.1),
            "procgen.py": place.format(share=0.8),
            "setup_game.py": "from labyrinth import place\ndef new_game():\n"
            "    max_monsters = 2\n    place(max_monsters)\n",
        }
    )
    assert "nothing that starts a game imports procgen.py; not read" in result.findings.unread
    spawn = {section.path[-1]: section.entries.get("spawn") for section in result.sections}
    assert spawn["orc"] == (1, "")
    assert spawn["troll"] == (9, "")


def test_two_classes_of_one_name_are_two(rules: Rules) -> None:
    rulebook = rules(
        placed("range(max_monsters)")
        | {
            "entity_factories.py": "import equippable, description\n"
            + KINDS
            + 'jacket = Item(char="[", name="Jacket", equippable=equippable.jacket())\n',
            "description.py": "class jacket:\n    def __init__(self):\n        self.text = 'warm'\n",
            "equippable.py": "class Equippable:\n    def __init__(self, slot, defense_bonus=0):\n        pass\n"
            "class jacket(Equippable):\n    def __init__(self):\n"
            "        super().__init__(slot='armor', defense_bonus=3)\n",
        }
    )
    jacket = next(item for item in rulebook.items if item.key == "jacket")
    assert (jacket.slot, jacket.defense) == ("armor", 3)


GROUPS = {
    "bosses": ("boss_chances = {0: [(entity_factories.troll, 100)]}\n", "boss_chances is a separate table (troll)"),
    "traps": (
        "def place_traps(room):\n    max_traps = 5\n    trap_chances = {'spike': 3}\n    draw(trap_chances)\n",
        "trap_chances with max_traps is a separate table (spike)",
    ),
    "one treasure": (
        "def place_all(room):\n    item_chances = {'potion': 1}\n"
        "    treasure_chances = {'ring_a': 28, 'ring_b': 2, 'ring_c': 2}\n"
        "    draw(treasure_chances)\n    for i in range(number_of_items):\n        draw(item_chances)\n",
        "treasure_chances is a separate table (ring_a, ring_b, ring_c)",
    ),
}


@pytest.mark.parametrize("group", GROUPS)
def test_a_table_that_is_drawn_by_itself_is_named_and_no_mistake(group: str, imported: Import) -> None:
    code, sentence = GROUPS[group]
    files = placed("range(max_monsters)")
    result = imported(files | {"procgen.py": files["procgen.py"] + code})
    assert sentence in result.findings.assumed["tables"]
    assert group != "bosses" or not any("troll" in line for line in result.findings.findings)
    weights = {section.path[-1]: section.entries.get("spawn") for section in result.sections}
    assert group != "one treasure" or weights["potion"] == (1, "")


def test_what_a_monster_carries_is_not_the_heros(imported: Import) -> None:
    files = placed("range(max_monsters)")
    gear = """
def new_game():
    dagger = Item(char="-", name="Dagger", equippable=Equippable(slot="weapon", power_bonus=2))
    player = Actor(char="@", name="Player", fighter=Fighter(hp=30, defense=2, power=5))
    player.inventory.add_items(dagger)
    blade = Item(char="-", name="Blade", equippable=Equippable(slot="weapon", power_bonus=3))
    cultist = Actor(char="c", name="Cultist", fighter=Fighter(hp=9, defense=0, power=5))
    cultist.inventory.add_item(blade)
"""
    result = imported(files | {"start.py": gear})
    hero = next(section for section in result.sections if section.path == ("hero",))
    assert hero.entries["start"][0] == [{"item": "dagger", "equipped": False}]
    assert "Cultist carries Blade; in Steep that adds nothing to its stats" in result.findings.assumed["gear"]


def test_the_report_is_ten_lines_by_weight(imported: Import) -> None:
    ghost = "ghost_{at} = Actor(char='g', name='G{at}', fighter=Fighter(hp=1, power=1, soul_{at}=2))\n"
    odd = "".join(ghost.format(at=at) for at in range(12))
    files = placed("range(random.randint(-3, max_monsters))")
    result = imported(files | {"entity_factories.py": KINDS + odd})
    assert len(result.report) <= 14
    assert "and is not recognised" in result.report[2] or "and is not recognised" in result.report[3]
    coverage = result.findings.coverage
    assert coverage is not None
    assert coverage.here < coverage.total


FIGHTER = """
class Fighter:
    @property
    def power(self):
        return {power}
    def take_damage(self, amount):
        {taking}
"""

ODD_FIGHTERS = {
    "of its own": ("self.base_power + self.power_bonus", "self.hp -= amount", ""),
    "of another stat": ("self.base_defense + self.power_bonus", "self.hp -= amount", "Fighter.power is not recognised"),
    "of a number more": (
        "self.base_power + self.power_bonus + 2",
        "self.hp -= amount",
        "Fighter.power is not recognised",
    ),
    "taken by armour": (
        "self.base_power",
        "if self.armor:\n            self.armor.wear -= amount\n        else:\n            self.hp -= amount",
        "Fighter.take_damage is not recognised",
    ),
    "taken from the living": ("self.base_power", "if amount > 0:\n            self.hp -= amount", ""),
}


@pytest.mark.parametrize("fighter", ODD_FIGHTERS)
def test_a_stat_is_its_own_base_and_a_hit_takes_its_damage_or_they_are_named(fighter: str, imported: Import) -> None:
    power, taking, sentence = ODD_FIGHTERS[fighter]
    code = FIGHTER.format(power=power, taking=taking)
    gear = imported(placed("range(max_monsters)") | {"fighter.py": code}).findings.assumed.get("gear", "")
    assert sentence in gear
    assert bool(sentence) is bool(gear)


@pytest.mark.parametrize("floor", ["floor", "7 - floor"])
def test_a_maximum_is_looked_up_for_the_floor_itself_or_is_named(floor: str, imported: Import) -> None:
    code = (
        "max_monsters = [(1, 2), (4, 3)]\nmonster_chances = {0: [(entity_factories.orc, 80)]}\n"
        "def place_entities(room, dungeon, floor):\n"
        f"    for i in range(random.randint(0, get_max(max_monsters, {floor}))):\n        pass\n"
    )
    result = imported(game(LOOK_UP + code))
    named = [line for line in result.missing if line.startswith("counts.monsters_per_room")]
    assert bool(named) is (floor != "floor")
    assert all("7 - floor" in line and "procgen.py:14" in line for line in named)


HITS = {
    "target.fighter.hp -= damage": False,
    "target.fighter.hp -= damage\n            target.fighter.hp -= damage": True,
    "if self.big:\n                target.take_damage(damage)\n            else:\n                "
    "target.take_damage(damage)": False,
}


@pytest.mark.parametrize("hits", HITS)
def test_a_blow_that_takes_hp_twice_is_named(hits: str, imported: Import) -> None:
    attack = ATTACK.format(damage=next(iter(DAMAGES))).replace("target.fighter.hp -= damage", hits)
    result = imported(placed("range(max_monsters)") | {"actions.py": attack})
    assert ("attack" in result.findings.assumed) is HITS[hits]


GAINING = """    def add_xp(self, xp):
        self.current_xp += xp
        {raising}
"""


@pytest.mark.parametrize("raising", ["self.current_level += 1", "self.current_level = self.current_level + 1", "pass"])
def test_a_level_that_is_never_raised_is_named(raising: str, imported: Import) -> None:
    code = LEVEL.format(formula=COSTS["the tutorials'"][0]) + GAINING.format(raising=raising)
    assumed = imported(placed("range(max_monsters)") | {"level.py": code}).findings.assumed
    assert ("level.py:7: current_level is never raised" in assumed.get("level_up", "")) is (raising == "pass")


def test_a_cost_that_is_only_a_default_is_left_to_a_person(imported: Import) -> None:
    code = LEVEL.format(formula=COSTS["the tutorials'"][0]).replace("base=200", "base=0")
    missing = imported(placed("range(max_monsters)") | {"level.py": code + "made = Level(level_up_base=200)\n"}).missing
    assert "level_up.base: 0 may be only a default (level.py:3); 200 is given (level.py:8)" in missing


POTION = """
class HealingConsumable:
    def __init__(self, amount):
        self.amount = amount
    def activate(self, action):
        consumer = action.entity
        {amount}
        consumer.fighter.heal(amount)
        self.consume()
"""

AMOUNTS = {
    "amount = self.amount": "",
    "self.all = self.amount + consumer.level\n        amount = self.all": "self.amount + consumer.level",
    "amount = self.amount * consumer.level.current_level": "self.amount * consumer.level.current_level",
    "amount = self.amount\n        amount += consumer.fighter.power": "amount + consumer.fighter.power",
}


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_effects_number_is_a_field_alone_or_is_left_to_a_person(amount: str, imported: Import) -> None:
    result = imported(placed("range(max_monsters)") | {"consumable.py": POTION.format(amount=amount)})
    named = [line for line in result.missing if "amount" in line]
    assert bool(named) is bool(AMOUNTS[amount])
    assert all(AMOUNTS[amount] in line and "consumable.py:" in line for line in named)


STAIRS = """
class GameMap:
    def next_floor(self, player):
        self.dungeon_level += 1
        {healing}
"""

HEALINGS = {
    "player.fighter.heal(player.fighter.max_hp // 4)": 25,
    "player.fighter.heal(int(player.fighter.max_hp * 0.5))": 50,
    "pass": 0,
    "player.fighter.heal(5)": None,
}


@pytest.mark.parametrize("healing", HEALINGS)
def test_what_the_stairs_heal_is_read_or_left_to_a_person(healing: str, imported: Import) -> None:
    result = imported(placed("range(max_monsters)") | {"map.py": STAIRS.format(healing=healing)})
    heals = {section.path[-1]: section.entries.get("stairs_heal", (0, "")) for section in result.sections}
    named = "rules.stairs_heal: player.fighter.heal(5) is not recognised (map.py:5)"
    assert (named in result.missing) is (HEALINGS[healing] is None)
    assert HEALINGS[healing] in (None, heals.get("rules", (0, ""))[0])


def test_a_table_of_encounters_is_named(imported: Import) -> None:
    code = "mob = Encounter(size=3)\nfloor_encounters = {1: [(mob, 90)], 2: [(mob, 30)]}\n"
    files = placed("range(max_monsters)")
    assumed = imported(files | {"procgen.py": files["procgen.py"] + code}).findings.assumed
    assert "floor_encounters is a separate table (mob)" in assumed["tables"]


def test_a_condition_that_takes_a_whole_row_and_a_turn_that_is_not_set_are_named(imported: Import) -> None:
    code = (
        "def place(entities, y):\n    if not any([e for e in entities if e.x and e.y == y]):\n        spawn()\n"
        "def play(state):\n    GameStates.ENEMY_TURN\n"
    )
    findings = imported(placed("range(max_monsters)") | {"slips.py": code}).findings
    assert "slips.py:2: e.x and e.y == y is true of a whole row" in findings.assumed["counts"]
    assert any("slips.py:5: GameStates.ENEMY_TURN sets nothing" in line for line in findings.findings)


TYPES = """
def place_items(choice, drink):
    item_chances = {"drink": 40, "dirk": 20}
    if choice == "drink":
        if drink == "tonic":
            item = Item(char="!", name="Tonic", consumable=HealingConsumable(amount=4))
        elif drink == "poison":
            item = Item(char="!", name="Poison", consumable=PoisonConsumable(amount=4))
    elif choice == "dirk":
        item = Item(char="/", name="Dirk", equippable=Equippable(slot="weapon", power_bonus=2))
"""


def test_a_type_that_is_drawn_before_an_item_is_named(imported: Import) -> None:
    weights = imported({"game.py": KINDS + TYPES}).findings.assumed["weights"]
    assert weights == "game.py:11: drink is drawn, and then one of Tonic, Poison; in Steep it is always Tonic"
