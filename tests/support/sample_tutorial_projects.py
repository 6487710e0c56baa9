"""Small projects with the numbers of the seed rulesets, each in the style of its tutorial: {file: text}."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from steep.importing import Imported

Files = Mapping[str, str]

TCOD_2020: Files = {
    "procgen.py": """
from __future__ import annotations
import random
from typing import Dict, List, Tuple, TYPE_CHECKING
import entity_factories
if TYPE_CHECKING:
    from entity import Entity

max_items_by_floor = [(1, 1), (4, 2)]
max_monsters_by_floor = [
    (1, 2),
    (4, 3),
    (6, 5),
]
item_chances: Dict[int, List[Tuple[Entity, int]]] = {
    0: [(entity_factories.health_potion, 35)],
    2: [(entity_factories.confusion_scroll, 10)],
    4: [(entity_factories.lightning_scroll, 25)],
    6: [(entity_factories.fireball_scroll, 25)],
}
enemy_chances: Dict[int, List[Tuple[Entity, int]]] = {
    0: [(entity_factories.orc, 80)],
    3: [(entity_factories.troll, 15)],
    5: [(entity_factories.troll, 30)],
    7: [(entity_factories.troll, 60)],
}

def get_max_value_for_floor(max_value_by_floor: List[Tuple[int, int]], floor: int) -> int:
    current_value = 0
    for floor_minimum, value in max_value_by_floor:
        if floor_minimum > floor:
            break
        else:
            current_value = value
    return current_value

def place_entities(room, dungeon, floor_number: int) -> None:
    number_of_monsters = random.randint(0, get_max_value_for_floor(max_monsters_by_floor, floor_number))
    number_of_items = random.randint(0, get_max_value_for_floor(max_items_by_floor, floor_number))
    monsters = get_entities_at_random(enemy_chances, number_of_monsters, floor_number)
    items = get_entities_at_random(item_chances, number_of_items, floor_number)
""",
    "entity_factories.py": """
from components.ai import HostileEnemy
from components import consumable
from components.fighter import Fighter
from components.inventory import Inventory
from components.level import Level
from entity import Actor, Item

player = Actor(
    char="@", color=(255, 255, 255), name="Player", ai_cls=HostileEnemy,
    fighter=Fighter(hp=30, defense=2, power=5), inventory=Inventory(capacity=26), level=Level(level_up_base=200),
)
orc = Actor(
    char="o", color=(63, 127, 63), name="Orc", ai_cls=HostileEnemy,
    fighter=Fighter(hp=10, defense=0, power=3), inventory=Inventory(capacity=0), level=Level(xp_given=35),
)
troll = Actor(
    char="T", color=(0, 127, 0), name="Troll", ai_cls=HostileEnemy,
    fighter=Fighter(hp=16, defense=1, power=4), inventory=Inventory(capacity=0), level=Level(xp_given=100),
)
confusion_scroll = Item(
    char="~", color=(207, 63, 255), name="Confusion Scroll",
    consumable=consumable.ConfusionConsumable(number_of_turns=10),
)
fireball_scroll = Item(
    char="~", color=(255, 0, 0), name="Fireball Scroll",
    consumable=consumable.FireballDamageConsumable(damage=12, radius=3),
)
health_potion = Item(
    char="!", color=(127, 0, 255), name="Health Potion", consumable=consumable.HealingConsumable(amount=4)
)
lightning_scroll = Item(
    char="~", color=(255, 255, 0), name="Lightning Scroll",
    consumable=consumable.LightningDamageConsumable(damage=20, maximum_range=5),
)
""",
    "components/fighter.py": """
class Fighter:
    def __init__(self, hp: int, defense: int, power: int):
        self.max_hp = hp
        self._hp = hp
        self.defense = defense
        self.power = power
""",
    "components/level.py": """
class Level:
    def __init__(self, current_level: int = 1, current_xp: int = 0, level_up_base: int = 0,
                 level_up_factor: int = 150, xp_given: int = 0):
        self.level_up_base = level_up_base

    @property
    def requires_level_up(self) -> bool:
        return self.current_xp > self.experience_to_next_level

    def increase_max_hp(self, amount: int = 20) -> None:
        self.parent.fighter.max_hp += amount

    def increase_power(self, amount: int = 1) -> None:
        self.parent.fighter.power += amount

    def increase_defense(self, amount: int = 1) -> None:
        self.parent.fighter.defense += amount

    @property
    def experience_to_next_level(self) -> int:
        return self.level_up_base + self.current_level * self.level_up_factor
""",
    "actions.py": """
class MeleeAction:
    def perform(self) -> None:
        target = self.target_actor
        damage = self.entity.fighter.power - target.fighter.defense
        if damage > 0:
            target.fighter.hp -= damage
""",
    "components/inventory.py": """
class Inventory:
    def __init__(self, capacity: int):
        self.capacity = capacity
""",
    "entity.py": """
class Entity:
    def __init__(self, parent=None, x: int = 0, y: int = 0, char: str = "?", color=(255, 255, 255),
                 name: str = "<Unnamed>", blocks_movement: bool = False):
        self.name = name

class Actor(Entity):
    def __init__(self, *, x: int = 0, y: int = 0, char: str = "?", color=(255, 255, 255), name: str = "<Unnamed>",
                 ai_cls, fighter, inventory, level):
        super().__init__(x=x, y=y, char=char, color=color, name=name, blocks_movement=True)

class Item(Entity):
    def __init__(self, *, x: int = 0, y: int = 0, char: str = "?", color=(255, 255, 255), name: str = "<Unnamed>",
                 consumable=None, equippable=None):
        super().__init__(x=x, y=y, char=char, color=color, name=name, blocks_movement=False)
""",
    "setup_game.py": """
import copy
import entity_factories
from engine import Engine
from game_map import GameWorld

def new_game():
    map_width = 80
    map_height = 43
    room_max_size = 10
    room_min_size = 6
    max_rooms = 30
    player = copy.deepcopy(entity_factories.player)
    engine = Engine(player=player)
    engine.game_world = GameWorld(
        engine=engine, max_rooms=max_rooms, room_min_size=room_min_size, room_max_size=room_max_size,
        map_width=map_width, map_height=map_height,
    )
    return engine
""",
    "engine.py": """
from tcod.map import compute_fov

class Engine:
    def update_fov(self):
        self.game_map.visible[:] = compute_fov(
            self.game_map.tiles["transparent"], (self.player.x, self.player.y), radius=8
        )
""",
}

EQUIPPABLE_2020 = """
from equipment_types import EquipmentType

class Equippable:
    def __init__(self, equipment_type: EquipmentType, power_bonus: int = 0, defense_bonus: int = 0):
        self.equipment_type = equipment_type

class Dagger(Equippable):
    def __init__(self) -> None:
        super().__init__(equipment_type=EquipmentType.WEAPON, power_bonus=2)

class Sword(Equippable):
    def __init__(self) -> None:
        super().__init__(equipment_type=EquipmentType.WEAPON, power_bonus=4)

class LeatherArmor(Equippable):
    def __init__(self) -> None:
        super().__init__(equipment_type=EquipmentType.ARMOR, defense_bonus=1)

class ChainMail(Equippable):
    def __init__(self) -> None:
        super().__init__(equipment_type=EquipmentType.ARMOR, defense_bonus=3)
"""

TCOD_2020_GEAR: Files = {
    **TCOD_2020,
    "procgen.py": TCOD_2020["procgen.py"]
    .replace("lightning_scroll, 25)]", "lightning_scroll, 25), (entity_factories.sword, 5)]")
    .replace("fireball_scroll, 25)]", "fireball_scroll, 25), (entity_factories.chain_mail, 15)]"),
    "entity_factories.py": TCOD_2020["entity_factories.py"]
    .replace("hp=30, defense=2, power=5", "hp=30, base_defense=1, base_power=2")
    .replace(" defense=", " base_defense=")
    .replace(" power=", " base_power=")
    .replace("import consumable", "import consumable, equippable")
    + """
dagger = Item(char="/", color=(0, 191, 255), name="Dagger", equippable=equippable.Dagger())
sword = Item(char="/", color=(0, 191, 255), name="Sword", equippable=equippable.Sword())
leather_armor = Item(char="[", color=(139, 69, 19), name="Leather Armor", equippable=equippable.LeatherArmor())
chain_mail = Item(char="[", color=(139, 69, 19), name="Chain Mail", equippable=equippable.ChainMail())
""",
    "components/fighter.py": """
class Fighter:
    def __init__(self, hp: int, base_defense: int, base_power: int):
        self.max_hp = hp
""",
    "components/equippable.py": EQUIPPABLE_2020,
    "equipment_types.py": """
from enum import auto, Enum

class EquipmentType(Enum):
    WEAPON = auto()
    ARMOR = auto()
""",
    "setup_game.py": TCOD_2020["setup_game.py"].replace(
        "    return engine",
        """
    dagger = copy.deepcopy(entity_factories.dagger)
    leather_armor = copy.deepcopy(entity_factories.leather_armor)
    dagger.parent = player.inventory
    leather_armor.parent = player.inventory
    player.inventory.items.append(dagger)
    player.equipment.toggle_equip(dagger, add_message=False)
    player.inventory.items.append(leather_armor)
    player.equipment.toggle_equip(leather_armor, add_message=False)
    return engine""",
    ),
}

TCOD_2019: Files = {
    "map_objects/game_map.py": """
import tcod as libtcod
from random import randint
from components.ai import BasicMonster
from components.fighter import Fighter
from components.item import Item
from entity import Entity
from game_messages import Message
from item_functions import cast_confuse, cast_fireball, cast_lightning, heal
from random_utils import from_dungeon_level, random_choice_from_dict
from render_functions import RenderOrder

class GameMap:
    def __init__(self, width, height, dungeon_level=1):
        self.dungeon_level = dungeon_level

    def place_entities(self, room, entities):
        max_monsters_per_room = from_dungeon_level([[2, 1], [3, 4], [5, 6]], self.dungeon_level)
        max_items_per_room = from_dungeon_level([[1, 1], [2, 4]], self.dungeon_level)
        number_of_monsters = randint(0, max_monsters_per_room)
        number_of_items = randint(0, max_items_per_room)
        monster_chances = {
            'orc': 80,
            'troll': from_dungeon_level([[15, 3], [30, 5], [60, 7]], self.dungeon_level)
        }
        item_chances = {
            'healing_potion': 35,
            'lightning_scroll': from_dungeon_level([[25, 4]], self.dungeon_level),
            'fireball_scroll': from_dungeon_level([[25, 6]], self.dungeon_level),
            'confusion_scroll': from_dungeon_level([[10, 2]], self.dungeon_level)
        }
        for i in range(number_of_monsters):
            x = randint(room.x1 + 1, room.x2 - 1)
            y = randint(room.y1 + 1, room.y2 - 1)
            if not any([entity for entity in entities if entity.x == x and entity.y == y]):
                monster_choice = random_choice_from_dict(monster_chances)
                if monster_choice == 'orc':
                    fighter_component = Fighter(hp=20, defense=0, power=4, xp=35)
                    ai_component = BasicMonster()
                    monster = Entity(x, y, 'o', libtcod.desaturated_green, 'Orc', blocks=True,
                                     render_order=RenderOrder.ACTOR, fighter=fighter_component, ai=ai_component)
                else:
                    fighter_component = Fighter(hp=30, defense=2, power=8, xp=100)
                    ai_component = BasicMonster()
                    monster = Entity(x, y, 'T', libtcod.darker_green, 'Troll', blocks=True, fighter=fighter_component,
                                     render_order=RenderOrder.ACTOR, ai=ai_component)
                entities.append(monster)
        for i in range(number_of_items):
            x = randint(room.x1 + 1, room.x2 - 1)
            y = randint(room.y1 + 1, room.y2 - 1)
            if not any([entity for entity in entities if entity.x == x and entity.y == y]):
                item_choice = random_choice_from_dict(item_chances)
                if item_choice == 'healing_potion':
                    item_component = Item(use_function=heal, amount=40)
                    item = Entity(x, y, '!', libtcod.violet, 'Healing Potion', render_order=RenderOrder.ITEM,
                                  item=item_component)
                elif item_choice == 'fireball_scroll':
                    item_component = Item(use_function=cast_fireball, targeting=True, targeting_message=Message(
                        'Left-click a target tile for the fireball.', libtcod.light_cyan), damage=25, radius=3)
                    item = Entity(x, y, '#', libtcod.red, 'Fireball Scroll', render_order=RenderOrder.ITEM,
                                  item=item_component)
                elif item_choice == 'confusion_scroll':
                    item_component = Item(use_function=cast_confuse, targeting=True, targeting_message=Message(
                        'Left-click an enemy to confuse it.', libtcod.light_cyan))
                    item = Entity(x, y, '#', libtcod.light_pink, 'Confusion Scroll', render_order=RenderOrder.ITEM,
                                  item=item_component)
                else:
                    item_component = Item(use_function=cast_lightning, damage=40, maximum_range=5)
                    item = Entity(x, y, '#', libtcod.yellow, 'Lightning Scroll', render_order=RenderOrder.ITEM,
                                  item=item_component)
                entities.append(item)
""",
    "random_utils.py": """
def from_dungeon_level(table, dungeon_level):
    for (value, level) in reversed(table):
        if dungeon_level >= level:
            return value
    return 0

def random_choice_from_dict(choice_dict):
    choices = list(choice_dict.keys())
    chances = list(choice_dict.values())
    return choices[random_choice_index(chances)]
""",
    "entity.py": """
class Entity:
    def __init__(self, x, y, char, color, name, blocks=False, render_order=None, fighter=None, ai=None,
                 item=None, inventory=None, stairs=None, level=None):
        self.char = char
""",
    "components/fighter.py": """
class Fighter:
    def __init__(self, hp, defense, power, xp=0):
        self.max_hp = hp
        self.hp = hp

    def attack(self, target):
        damage = self.power - target.fighter.defense
        if damage > 0:
            target.fighter.take_damage(damage)
""",
    "components/item.py": """
class Item:
    def __init__(self, use_function=None, targeting=False, targeting_message=None, **kwargs):
        self.use_function = use_function
""",
    "components/level.py": """
class Level:
    def __init__(self, current_level=1, current_xp=0, level_up_base=200, level_up_factor=150):
        self.current_level = current_level

    def add_xp(self, xp):
        self.current_xp += xp
        if self.current_xp > self.experience_to_next_level:
            self.current_xp -= self.experience_to_next_level
            self.current_level += 1
            return True
        return False

    @property
    def experience_to_next_level(self):
        return self.level_up_base + self.current_level * self.level_up_factor
""",
    "item_functions.py": """
from components.ai import ConfusedMonster

def heal(*args, **kwargs):
    entity = args[0]
    amount = kwargs.get('amount')

def cast_confuse(*args, **kwargs):
    for entity in kwargs.get('entities'):
        confused_ai = ConfusedMonster(entity.ai, 10)
        entity.ai = confused_ai
""",
    "loader_functions/initialize_new_game.py": """
import tcod as libtcod
from components.fighter import Fighter
from components.inventory import Inventory
from components.level import Level
from entity import Entity
from render_functions import RenderOrder

def get_constants():
    map_width = 80
    map_height = 43
    room_max_size = 10
    room_min_size = 6
    max_rooms = 30
    fov_radius = 10
    max_monsters_per_room = 3
    constants = {
        'map_width': map_width,
        'map_height': map_height,
        'room_max_size': room_max_size,
        'room_min_size': room_min_size,
        'max_rooms': max_rooms,
        'fov_radius': fov_radius,
    }
    return constants

def get_game_variables(constants):
    fighter_component = Fighter(hp=100, defense=1, power=4)
    inventory_component = Inventory(26)
    level_component = Level()
    player = Entity(0, 0, '@', libtcod.white, 'Player', blocks=True, render_order=RenderOrder.ACTOR,
                    fighter=fighter_component, inventory=inventory_component, level=level_component)
    entities = [player]
    return player, entities
""",
    "components/inventory.py": """
class Inventory:
    def __init__(self, capacity):
        self.capacity = capacity
""",
    "engine.py": """
def play_game(player, level_up):
    if level_up:
        if level_up == 'hp':
            player.fighter.max_hp += 20
            player.fighter.hp += 20
        elif level_up == 'str':
            player.fighter.power += 1
        elif level_up == 'def':
            player.fighter.defense += 1
""",
}

ROGUEBASIN: Files = {
    "firstrl.py": """
import libtcodpy as libtcod
import math

SCREEN_WIDTH = 80
MAP_WIDTH = 80
MAP_HEIGHT = 43
ROOM_MAX_SIZE = 10
ROOM_MIN_SIZE = 6
MAX_ROOMS = 30
HEAL_AMOUNT = 40
LIGHTNING_DAMAGE = 40
LIGHTNING_RANGE = 5
CONFUSE_RANGE = 8
CONFUSE_NUM_TURNS = 10
FIREBALL_RADIUS = 3
FIREBALL_DAMAGE = 25
LEVEL_UP_BASE = 200
LEVEL_UP_FACTOR = 150
FOV_ALGO = 0
TORCH_RADIUS = 10

class Object:
    def __init__(self, x, y, char, name, color, blocks=False, always_visible=False, fighter=None, ai=None, item=None,
                 equipment=None):
        self.x = x

class Fighter:
    def __init__(self, hp, defense, power, xp, death_function=None):
        self.max_hp = hp

class Item:
    def __init__(self, use_function=None):
        self.use_function = use_function

    def pick_up(self):
        if len(inventory) >= 26:
            message('Your inventory is full, cannot pick up ' + self.owner.name + '.', libtcod.red)
        else:
            inventory.append(self.owner)
            objects.remove(self.owner)

def from_dungeon_level(table):
    for (value, level) in reversed(table):
        if dungeon_level >= level:
            return value
    return 0

def place_objects(room):
    max_monsters = from_dungeon_level([[2, 1], [3, 4], [5, 6]])
    monster_chances = {}
    monster_chances['orc'] = 80
    monster_chances['troll'] = from_dungeon_level([[15, 3], [30, 5], [60, 7]])
    max_items = from_dungeon_level([[1, 1], [2, 4]])
    item_chances = {}
    item_chances['heal'] = 35
    item_chances['lightning'] = from_dungeon_level([[25, 4]])
    item_chances['fireball'] =  from_dungeon_level([[25, 6]])
    item_chances['confuse'] =   from_dungeon_level([[10, 2]])
    num_monsters = libtcod.random_get_int(0, 0, max_monsters)
    for i in range(num_monsters):
        if not is_blocked(x, y):
            choice = random_choice(monster_chances)
            if choice == 'orc':
                fighter_component = Fighter(hp=20, defense=0, power=4, xp=35, death_function=monster_death)
                ai_component = BasicMonster()
                monster = Object(x, y, 'o', 'orc', libtcod.desaturated_green,
                    blocks=True, fighter=fighter_component, ai=ai_component)
            elif choice == 'troll':
                fighter_component = Fighter(hp=30, defense=2, power=8, xp=100, death_function=monster_death)
                ai_component = BasicMonster()
                monster = Object(x, y, 'T', 'troll', libtcod.darker_green,
                    blocks=True, fighter=fighter_component, ai=ai_component)
            objects.append(monster)
    num_items = libtcod.random_get_int(0, 0, max_items)
    for i in range(num_items):
        if not is_blocked(x, y):
            choice = random_choice(item_chances)
            if choice == 'heal':
                item_component = Item(use_function=cast_heal)
                item = Object(x, y, '!', 'healing potion', libtcod.violet, item=item_component)
            elif choice == 'lightning':
                item_component = Item(use_function=cast_lightning)
                item = Object(x, y, '#', 'scroll of lightning bolt', libtcod.light_yellow, item=item_component)
            elif choice == 'fireball':
                item_component = Item(use_function=cast_fireball)
                item = Object(x, y, '#', 'scroll of fireball', libtcod.light_yellow, item=item_component)
            elif choice == 'confuse':
                item_component = Item(use_function=cast_confuse)
                item = Object(x, y, '#', 'scroll of confusion', libtcod.light_yellow, item=item_component)
            objects.append(item)
            item.send_to_back()

def check_level_up():
    level_up_xp = LEVEL_UP_BASE + player.level * LEVEL_UP_FACTOR
    if player.fighter.xp >= level_up_xp:
        player.level += 1
        choice = None
        while choice == None:
            choice = menu('Level up!', ['Constitution', 'Strength', 'Agility'], LEVEL_SCREEN_WIDTH)
        if choice == 0:
            player.fighter.max_hp += 20
            player.fighter.hp += 20
        elif choice == 1:
            player.fighter.power += 1
        elif choice == 2:
            player.fighter.defense += 1

def new_game():
    global player, inventory
    fighter_component = Fighter(hp=100, defense=1, power=4, xp=0, death_function=player_death)
    player = Object(0, 0, '@', 'player', libtcod.white, blocks=True, fighter=fighter_component)
    player.level = 1
    inventory = []

def attack(attacker, target):
    damage = attacker.power - target.defense
    if damage > 0:
        target.take_damage(damage)
""",
}

ROGUEBASIN_GEAR: Files = {
    "firstrl.py": ROGUEBASIN["firstrl.py"]
    .replace("hp=100, defense=1, power=4", "hp=100, defense=1, power=2")
    .replace(
        "    num_monsters = ",
        "    item_chances['sword'] = from_dungeon_level([[5, 4]])\n"
        "    item_chances['shield'] = from_dungeon_level([[15, 8]])\n    num_monsters = ",
    )
    .replace(
        "            objects.append(item)\n",
        """
            elif choice == 'sword':
                equipment_component = Equipment(slot='right hand', power_bonus=3)
                item = Object(x, y, '/', 'sword', libtcod.sky, equipment=equipment_component)
            elif choice == 'shield':
                equipment_component = Equipment(slot='left hand', defense_bonus=1)
                item = Object(x, y, '[', 'shield', libtcod.darker_orange, equipment=equipment_component)
            objects.append(item)
""".lstrip("\n"),
    )
    .replace(
        "def place_objects",
        """
class Equipment:
    def __init__(self, slot, power_bonus=0, defense_bonus=0, max_hp_bonus=0):
        self.power_bonus = power_bonus

def place_objects""",
    )
    .replace(
        "    inventory = []\n",
        """
    inventory = []
    equipment_component = Equipment(slot='right hand', power_bonus=2)
    obj = Object(0, 0, '-', 'dagger', libtcod.sky, equipment=equipment_component)
    inventory.append(obj)
    equipment_component.equip()
    obj.always_visible = True
""".lstrip("\n"),
    ),
}


def with_the_seeds_names(files: Files) -> Files:
    """A project whose items have the keys of the bundled rulesets, where its tutorial calls them otherwise."""
    names = {"health_potion": "healing_potion", "'heal'": "'healing_potion'", "'confuse'": "'confusion_scroll'"}
    names |= {f"'{scroll}'": f"'{scroll}_scroll'" for scroll in ("lightning", "fireball")}
    for name, key in names.items():
        files = {file: text.replace(name, key) for file, text in files.items()}
    return files


def write_project(folder: Path, files: Files) -> Path:
    """Create a folder and write a project into it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def said(imported: Imported) -> list[str]:
    """All sentences of the report of an import, also those that the command does not show."""
    report = imported.findings
    return [*report.read, *report.findings, *report.taken, *report.unread]
