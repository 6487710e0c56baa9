"""Code that changes what tables and stats say is named, with its file and line: nothing of it is wrong in silence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sample_tutorial_projects import TCOD_2020, TCOD_2020_GEAR, Files
from steep.content import Rulebook
from steep.importing import Imported

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

DRAWING = """
def entities_at_random(table, number_of_entities, floor):
    chances = {}
    for key, values in table.items():
        if key > floor:
            break
        for entity, weight in values:
            chances[entity] = weight
    return random.choices(list(chances), weights=chances.values(), k=number_of_entities)

def generate(engine):
    for each in range(engine.most):
        place_entities(each, engine.map, engine.current_floor)
"""

PLACING = """
    for entity in monsters + items:
        if not any(entity.x == x for entity in dungeon.entities):
            entity.spawn(dungeon, 1, 1)
"""


def with_draws(*changes: tuple[str, str]) -> dict[str, str]:
    """The tutorial with its draws, changed."""
    files = dict(TCOD_2020)
    text = files["procgen.py"].replace("get_entities_at_random", "entities_at_random") + PLACING + DRAWING
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return files | {"procgen.py": text}


FLOOR = "enemy_chances, number_of_monsters, floor_number"
NUMBER = "    monsters = "
ROLL = "random.randint(0, get_max_value_for_floor(max_monsters_by_floor, floor_number))"

DRAWS = {
    "for another floor, by a variable": ("weights", (FLOOR, FLOOR.replace("floor_number", "deep")), "floor_number + 2"),
    "for another floor": ("weights", (FLOOR, f"{FLOOR} + 2"), "floor_number + 2"),
    "for the hero's level": ("weights", (FLOOR, FLOOR.replace("floor_number", "dungeon.player.level")), "player.level"),
    "by a caller": ("weights", ("engine.current_floor)", "engine.current_floor * 2)"), "floor_number"),
    "changed where it is looked up": (
        "weights",
        ("    chances = {}", "    floor += 1\n    chances = {}"),
        "floor += 1",
    ),
    "with changed weights": ("weights", ("= weight\n", "= weight * 2\n"), "weight * 2"),
    "with cumulative weights": ("weights", ("weights=chances", "cum_weights=chances"), "cum_weights"),
    "without weights": ("weights", ("weights=chances.values(), ", ""), "random.choices"),
    "more of them": ("counts", (NUMBER, f"    number_of_monsters += 1\n{NUMBER}"), "number_of_monsters += 1"),
    "some of them": ("counts", ("in monsters + items", "in monsters[:2] + items"), "monsters[:2]"),
    "until a limit": (
        "counts",
        (
            "    for entity in monsters + items:",
            "    for entity in monsters + items:\n        if full:\n            break",
        ),
        "full",
    ),
    "by chance": (
        "counts",
        (
            "    for entity in monsters + items:",
            "    for entity in monsters + items:\n        if random.random() < 0.3:\n            continue",
        ),
        "random.random() < 0.3",
    ),
    "in some rooms": (
        "counts",
        ("        place_entities(each", "        if each:\n            place_entities(each"),
        "each",
    ),
    "twice": (
        "counts",
        (
            "engine.current_floor)",
            "engine.current_floor)\n        place_entities(each, engine.map, engine.current_floor)",
        ),
        "2 times",
    ),
    "alone": (
        "tables",
        ("    return current_value", "    entity_factories.troll.spawn(1)\n    return current_value"),
        "Troll",
    ),
}


def test_the_tutorials_draws_are_read(imported: Import) -> None:
    assert imported(with_draws()).findings.assumed == {}


@pytest.mark.parametrize("draw", DRAWS)
def test_another_way_to_draw_is_named(draw: str, imported: Import) -> None:
    topic, change, code = DRAWS[draw]
    changes = [change]
    if "variable" in draw:
        changes.append((NUMBER, f"    deep = floor_number + 2\n{NUMBER}"))
    assumed = imported(with_draws(*changes)).findings.assumed
    assert code in assumed[topic] or (draw == "for another floor, by a variable" and "deep" in assumed[topic])
    assert "procgen.py:" in assumed[topic]


def test_a_free_place_is_no_condition_on_filling_a_room(imported: Import) -> None:
    free = "        if not any(e.x == x and e.y == y for e in engine.entities):\n            place_entities(each"
    assert imported(with_draws(("        place_entities(each", free))).findings.assumed == {}


def test_a_maximum_for_another_floor_in_a_variable_is_left_to_a_person(imported: Import) -> None:
    deep = (ROLL, ROLL.replace("floor_number", "deep")), ("    number_of_items", "    number_of_items")
    shown = ("    number_of_monsters", "    deep = 7 - floor_number\n    number_of_monsters")
    result = imported(with_draws(deep[0], shown))
    assert any(line.startswith("counts.monsters_per_room: how many monsters") for line in result.missing)


def test_the_highest_of_randrange_is_left_out(imported: Import) -> None:
    sections = {each.path[-1]: each for each in imported(with_draws((ROLL, "random.randrange(0, 4)"))).sections}
    assert sections["counts"].entries["monsters_per_room"][0] == 3


CHANGES = {
    "a monster grows with the floor": (
        "procgen.py",
        "def grow(monster, floor):\n    monster.fighter.max_hp += floor * 2\n",
    ),
    "the hero is changed after it is made": ("start.py", "def begin(player):\n    player.fighter.base_power = 9\n"),
    "HP comes back": ("regrow.py", "def turn(self):\n    self.fighter.hp += 1\n"),
    "a component doubles what it is given": (
        "double.py",
        "class Fighter:\n    def __init__(self, power):\n        self.power = power * 2\n",
    ),
    "healing doubles": ("double.py", "def heal(self, amount):\n    self.hp = self.hp + amount * 2\n"),
    "a field that decides turns": (
        "entity_factories.py",
        "wolf = Actor(char='w', name='Wolf', fighter=Fighter(hp=4, defense=0, power=2, speed=150))\n",
    ),
    "lives are lost": ("lives.py", "def lose(engine):\n    engine.lives_left -= 1\n"),
    "something runs out": ("meal.py", "class Gut:\n    def turn(self):\n        self.hunger = self.hunger + 2\n"),
    "each level adds HP": (
        "rise.py",
        "def increase_level(self):\n    gain = roll('1d8')\n    self.parent.fighter.max_hp += gain\n",
    ),
    "something else heals": ("rest.py", "def rest(player):\n    player.fighter.heal(5)\n"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_code_that_changes_stats_is_named(change: str, imported: Import) -> None:
    file, code = CHANGES[change]
    files = with_draws()
    stats = imported(files | {file: files.get(file, "") + code}).findings.assumed["stats"]
    assert f"{file}:" in stats


def test_what_takes_hp_beside_blows_and_items_is_named(imported: Import) -> None:
    code = "class Spikes:\n    def on_touched(self, toucher):\n        toucher.fighter.hp -= self.spikes\n"
    assumed = imported(with_draws() | {"spikes.py": code}).findings.assumed
    assert "spikes.py:3: Spikes.on_touched takes self.spikes HP" in assumed["attack"]


def test_sizes_of_rooms_that_are_computed_are_named(imported: Import) -> None:
    code = "def small(room_max_size):\n    return random.randint(3, room_max_size // 2)\n"
    assert "room_max_size // 2" in imported(with_draws() | {"rooms.py": code}).findings.assumed["counts"]


NESTS = {
    "in its turn": "class Nest(BaseAI):\n    def perform(self):\n        self.brood.spawn(self.engine.map, 1, 1)\n",
    "as a spawner": "def turn(engine):\n    for each in engine.all:\n        each.spawner.spawn(engine)\n",
    "as a swarm": "def swarm(rat, room):\n    for _ in range(3):\n        rat.spawn(room, 1, 1)\n",
    "as a component": "class Nest:\n    def hatch(self, entities):\n        entities.append(Entity(1, 1, 'b'))\n",
}


@pytest.mark.parametrize("nest", NESTS)
def test_what_places_others_in_play_is_named(nest: str, imported: Import) -> None:
    counts = imported(with_draws() | {"nest.py": NESTS[nest]}).findings.assumed["counts"]
    assert "nest.py:3: " in counts
    assert " places s" in counts


GAINS = "    def add_xp(self, xp):\n        self.current_xp += xp\n"

LEVELS = {
    "by another XP": "    def add_xp(self, xp):\n        self.current_xp += xp * 2\n",
    "with XP lost": GAINS + "        self.current_xp = 0\n",
    "by two": "    def add_xp(self, xp):\n        self.current_xp -= xp\n        self.current_level += 2\n",
    "with XP kept": GAINS + "        self.current_level += 1\n",
    "by a race's factor": "    def take(self, race):\n        self.level_up_factor = race.factor\n",
    "with a choice in a chain": (
        "    def choose(self, choice, player):\n"
        "        if choice == 'hp':\n            player.fighter.max_hp += 20\n"
        "        elif choice == 'power':\n            player.fighter.power += 1\n"
        "        elif choice == 'eyes':\n            player.sight += 1\n"
    ),
    "with a choice of its own": "    def choose(self):\n        self.increase_power(amount=3)\n",
}


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_up_of_its_own_is_named(level: str, imported: Import) -> None:
    code = TCOD_2020["components/level.py"] + LEVELS[level]
    assert "level.py:" in imported(with_draws() | {"components/level.py": code}).findings.assumed["level_up"]


def test_a_cost_with_a_branch_is_left_to_a_person(imported: Import) -> None:
    start = "    def experience_to_next_level(self) -> int:\n"
    code = TCOD_2020["components/level.py"].replace(
        start, f"{start}        if self.current_level > 5:\n            return 2000\n"
    )
    missing = imported(with_draws() | {"components/level.py": code}).missing
    assert any(line.startswith("level_up.base") for line in missing)


USES = {
    "range": ("        closest_distance = self.maximum_range * 2\n", "reach is self.maximum_range * 2"),
    "twice": ("        closest_distance = self.maximum_range + 1.0\n        TWICE\n", "amount is taken more than once"),
}


@pytest.mark.parametrize("use", USES)
def test_an_effect_of_another_range_or_twice_is_left_to_a_person(use: str, imported: Import) -> None:
    first, sentence = USES[use]
    code = f"""
class LightningDamageConsumable:
    def activate(self, action):
        consumer = action.entity
        target = None
{first.replace("TWICE", "target.fighter.take_damage(self.damage)")}
        for actor in self.engine.game_map.actors:
            distance = consumer.distance(actor.x, actor.y)
            if distance < closest_distance:
                target = actor
                closest_distance = distance
        if target:
            target.fighter.take_damage(self.damage)
            self.consume()
"""
    missing = imported(with_draws() | {"components/consumable.py": code}).missing
    assert any(sentence in line for line in missing)


def test_what_is_not_used_up_is_named(imported: Import) -> None:
    code = "class HealingConsumable:\n    def consume(self):\n        pass\n    def activate(self, action):\n"
    code += "        action.entity.fighter.heal(self.amount)\n"
    stats = imported(with_draws() | {"components/consumable.py": code}).findings.assumed["stats"]
    assert "using Health Potion doesn't use it up" in stats


def test_a_base_class_that_is_called_by_its_name_gets_its_own_arguments(imported: Import) -> None:
    files = dict(TCOD_2020_GEAR)
    files["components/equippable.py"] = files["components/equippable.py"].replace(
        "super().__init__(equipment_type=EquipmentType.WEAPON, power_bonus=4)",
        "Equippable.__init__(self, EquipmentType.WEAPON, 4)",
    )
    sword = next(section for section in imported(files).sections if section.path[-1] == "sword")
    assert (sword.entries["power"][0], sword.entries["slot"][0]) == (4, "weapon")


def test_of_two_games_in_a_folder_one_is_read_and_the_other_named(imported: Import) -> None:
    files = {f"first/{name}": text for name, text in TCOD_2020.items()}
    files |= {f"second/{name}": text.replace("hp=10", "hp=99") for name, text in TCOD_2020.items()}
    start = "import procgen, setup_game\ndef main():\n    procgen.place_entities(1, 2, 3)\n"
    result = imported(files | {"first/main.py": start, "second/main.py": start})
    assert any("the folder holds 2 games; only that of first/" in line for line in result.findings.unread)
    assert [section.entries["hp"][0] for section in result.sections if section.path == ("monsters", "orc")] == [10]


def test_only_modules_of_the_project_are_missed(imported: Import) -> None:
    code = "import esper\nfrom missing_part import thing\nesper.World()\nthing()\n"
    unread = imported(with_draws() | {"world.py": code}).findings.unread
    assert not any("esper" in line for line in unread)
    assert any("missing_part is imported, but is not there" in line for line in unread)


def test_a_first_floor_that_is_not_1_is_named(imported: Import) -> None:
    world = "class GameWorld:\n    def __init__(self, current_floor=0):\n        self.current_floor = current_floor\n"
    world += "    def descend(self):\n        self.current_floor += 1\n"
    assert "the first floor is 0" in imported(with_draws() | {"world.py": world}).findings.assumed["weights"]


def test_a_limit_of_a_stat_at_a_level_up_is_named(imported: Import) -> None:
    code = "def choose(fighter, choice):\n    if choice == 'def':\n"
    code += "        if fighter.base_defense >= 5:\n            return\n"
    code += "        fighter.base_defense += 1\n"
    assert "base_defense >= 5" in imported(with_draws() | {"rise.py": code}).findings.assumed["level_up"]


def test_a_choice_of_a_level_up_that_is_not_known_is_named(imported: Import) -> None:
    code = TCOD_2020["components/level.py"] + "    def increase_luck(self, amount: int = 1):\n        pass\n"
    assert "increase_luck" in imported(with_draws() | {"components/level.py": code}).findings.assumed["level_up"]


def test_only_what_a_menu_raises_is_a_choice(rules: Rules) -> None:
    code = "def chosen(level, key):\n    if key == 'a':\n        level.increase_max_hp()\n"
    code += "    else:\n        level.increase_power()\n"
    assert [gain.stat for gain in rules(with_draws() | {"menu.py": code}).level_up.choices] == ["max_hp", "power"]


def test_healing_in_percent_is_named(imported: Import) -> None:
    code = "def heal(self, amount):\n    amount = int(self.max_hp * amount / 100)\n    self.hp += amount\n"
    assert "amount / 100" in imported(with_draws() | {"body.py": code}).findings.assumed["stats"]


def test_an_attack_that_rolls_power_is_named(imported: Import) -> None:
    code = "class Melee:\n    def attack(self, target):\n        power = self.power\n"
    code += "        if random.randint(1, 100) <= 25:\n            power = self.power - 1\n"
    code += "        target.fighter.take_damage(power - target.fighter.defense)\n"
    assert "Melee.attack is a custom attack" in imported(with_draws() | {"actions.py": code}).findings.assumed["attack"]


def test_swarms_are_named(imported: Import) -> None:
    loop = "            for each in range(3):\n                entity.spawn(dungeon, 1, 1)"
    assert (
        "range(3)" in imported(with_draws(("            entity.spawn(dungeon, 1, 1)", loop))).findings.assumed["counts"]
    )


def test_a_party_is_named(imported: Import) -> None:
    code = "def new_game():\n    for each in range(3):\n"
    code += "        player = Actor(char='@', name='Player', fighter=Fighter(hp=30, defense=2, power=5))\n"
    assert "heroes are made in a loop" in imported(with_draws() | {"setup_game.py": code}).findings.assumed["stats"]


def test_numbers_for_a_floor_are_not_taken_for_a_rooms_in_silence(imported: Import) -> None:
    change = ("    for each in range(engine.most):\n        place_entities(each,", "    place_entities(engine.area,")
    assert "not for each room" in imported(with_draws(change)).findings.assumed["counts"]


def test_a_cost_by_xp_is_left_to_a_person(imported: Import) -> None:
    code = TCOD_2020["components/level.py"].replace("self.current_level * self.level", "self.current_xp * self.level")
    missing = imported(with_draws() | {"components/level.py": code}).missing
    assert any(line.startswith("level_up.base") for line in missing)


def test_bonuses_may_be_named_either_way(imported: Import) -> None:
    files = {name: text.replace("power_bonus", "bonus_power") for name, text in TCOD_2020_GEAR.items()}
    sword = next(section for section in imported(files).sections if section.path[-1] == "sword")
    assert sword.entries["power"][0] == 4


def test_a_level_by_another_name_raises_what_a_level_costs(imported: Import) -> None:
    code = TCOD_2020["components/level.py"].replace("current_level", "curr_level")
    sections = {each.path[-1]: each for each in imported(with_draws() | {"components/level.py": code}).sections}
    assert sections["level_up"].entries["factor"][0] == 150


OTHERS = {
    "rooms are split": ("counts", "def dig():\n    root = tcod.bsp.BSP(x=0, y=0)\n", "BSP splits the map"),
    "an attack rolls by a function of its own": (
        "attack",
        "class Foe:\n    def attack(self, target):\n        if roll_dice(20) > 5:\n"
        "            target.take_damage(self.power - target.defense)\n",
        "Foe.attack is a custom attack",
    ),
}


@pytest.mark.parametrize("other", OTHERS)
def test_other_code_that_decides_a_game_is_named(other: str, imported: Import) -> None:
    topic, code, sentence = OTHERS[other]
    assert sentence in imported(with_draws() | {"other.py": code}).findings.assumed[topic]


def test_a_draw_that_begins_at_0_is_named(imported: Import) -> None:
    code = "def draw(weights):\n    return pick(random.randint(0, sum(weights)))\n"
    change = ("random.choices(list(chances), weights=chances.values(), k=number_of_entities)", "draw(chances)")
    files = with_draws(change)
    files["procgen.py"] += code
    assert "random.randint(0, sum(weights))" in imported(files).findings.assumed["weights"]


def test_a_view_radius_of_0_is_the_widest(imported: Import) -> None:
    engine = TCOD_2020["engine.py"].replace("radius=8", "radius=0")
    sections = {each.path[-1]: each for each in imported(with_draws() | {"engine.py": engine}).sections}
    assert sections["hero"].entries["view_radius"][0] == 15


def test_a_loop_that_returns_early_is_named(imported: Import) -> None:
    change = (
        "            entity.spawn(dungeon, 1, 1)",
        "            entity.spawn(dungeon, 1, 1)\n        return dungeon",
    )
    assert "dungeon decides how many" in imported(with_draws(change)).findings.assumed["counts"]


ROOMS = {
    "up to a number": """
    while len(rooms) < max_rooms:
        room = Room()
        if any(room.intersects(other) for other in rooms):
            continue
        rooms.append(room)
""",
    "each some times": """
    for number in range(max_rooms):
        for attempt in range(20):
            room = Room()
            if not any(room.intersects(other) for other in rooms):
                break
        rooms.append(room)
""",
    "once": """
    for number in range(max_rooms):
        room = Room()
        for other in range(len(rooms)):
            if room.intersects(rooms[other]):
                break
        else:
            rooms.append(room)
""",
}


@pytest.mark.parametrize(
    ("how", "line"), [("up to a number", "dig.py:4"), ("each some times", "dig.py:5"), ("once", "")]
)
def test_rooms_that_are_tried_until_they_fit_are_named(how: str, line: str, imported: Import) -> None:
    files = with_draws() | {"dig.py": f"def dig(max_rooms):\n    rooms = []\n{ROOMS[how]}"}
    assumed = imported(files).findings.assumed
    assert assumed.get("counts", "").partition(" tries rooms until they fit")[0] == (f"{line}: dig" if line else "")


VICTORIES = {
    "by an exception": ("if self.world.current_floor >= 10:\n            raise Victory()", True),
    "by a text": ("if dungeon_level == LAST:\n            self.message('You win!')", True),
    "otherwise": ("if self.depth < 10:\n            self.descend()\n        else:\n            won()", True),
    "never": ("if self.depth < 10:\n            self.window.show()", False),
}


@pytest.mark.parametrize("how", VICTORIES)
def test_a_victory_on_a_floor_is_named(how: str, imported: Import) -> None:
    code, wins = VICTORIES[how]
    files = with_draws() | {"stairs.py": f"class Stairs:\n    def perform(self):\n        {code}\n"}
    counts = imported(files).findings.assumed.get("counts", "")
    assert ("stairs.py:3: Stairs.perform wins the game by " in counts) is wins
