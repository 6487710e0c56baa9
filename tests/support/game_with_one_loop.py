"""A small game in the shape of the tutorial of 2019: one loop that asks for keys and draws. {file: text}."""

from __future__ import annotations

GAME_WITH_ONE_LOOP = {
    "engine.py": """
import tcod as libtcod
from entity import Entity
from game_states import GameStates
from input_handlers import handle_keys, handle_main_menu, handle_mouse
from item_functions import drink, throw
from menus import main_menu
from new_game import get_game_variables
from render_functions import render_all


def play_game(player, entities, game_map, message_log, state):
    key, mouse = libtcod.Key(), libtcod.Mouse()
    fov_map = game_map.fov_map()
    before, aimed = state, None
    while not libtcod.console_is_window_closed():
        libtcod.sys_check_for_event(libtcod.EVENT_KEY_PRESS, key, mouse)
        libtcod.map_compute_fov(fov_map, player.x, player.y, 6, True, 0)
        render_all(entities, player, game_map, fov_map, message_log, game_state=state)
        libtcod.console_flush()
        action, clicked = handle_keys(key, state), handle_mouse(mouse).get('left_click')
        results = []
        if action.get('exit'):
            state = before
        elif action.get('move') and state == GameStates.PLAYERS_TURN:
            dx, dy = action['move']
            x, y = player.x + dx, player.y + dy
            other = next((e for e in entities if e.ai and (e.x, e.y) == (x, y)), None)
            if other:
                results += other.hurt(player.power)
            elif not game_map.tiles[x][y].blocked:
                player.x, player.y = x, y
            state = GameStates.ENEMY_TURN
        elif action.get('wait'):
            state = GameStates.ENEMY_TURN
        elif action.get('pickup'):
            for entity in [e for e in entities if e.item and (e.x, e.y) == (player.x, player.y)]:
                entities.remove(entity)
                player.inventory.items.append(entity)
                state = GameStates.ENEMY_TURN
        elif action.get('show_inventory'):
            before, state = state, GameStates.SHOW_INVENTORY
        elif action.get('inventory_index') is not None:
            aimed = player.inventory.items[action['inventory_index']]
            if aimed.item.targeting:
                state = GameStates.TARGETING
            else:
                results += aimed.item.use_function(player, **aimed.item.function_kwargs)
        elif action.get('take_stairs'):
            if any(e.stairs and (e.x, e.y) == (player.x, player.y) for e in entities):
                entities = game_map.next_floor(player)
                fov_map = game_map.fov_map()
        elif action.get('level_up'):
            player.power += action['level_up'] == 'str'
            state = GameStates.PLAYERS_TURN
        if clicked and state == GameStates.TARGETING:
            results += aimed.item.use_function(player, entities=entities, at=clicked, **aimed.item.function_kwargs)
        for result in results:
            if result.get('consumed'):
                player.inventory.items.remove(aimed)
                state = GameStates.ENEMY_TURN
            if result.get('dead'):
                entities.remove(result['dead'])
                before, state = GameStates.PLAYERS_TURN, GameStates.LEVEL_UP
        if state == GameStates.ENEMY_TURN:
            state = GameStates.PLAYERS_TURN
            for enemy in [e for e in entities if e.ai]:
                if abs(enemy.x - player.x) <= 1 and abs(enemy.y - player.y) <= 1:
                    message_log.messages.append('The %s bites you.' % enemy.name)
                    if player.hurt(3):
                        message_log.messages.append('You die.')
                        state = GameStates.PLAYER_DEAD


def main():
    libtcod.console_init_root(40, 20, 'One loop', False)
    key = libtcod.Key()
    while True:
        main_menu()
        if handle_main_menu(key).get('new_game'):
            play_game(*get_game_variables())


if __name__ == '__main__':
    main()
""",
    "entity.py": """
class Fighter:
    def __init__(self, hp):
        self.hp = self.max_hp = hp


class Inventory:
    def __init__(self):
        self.items = []


class Item:
    def __init__(self, use_function, targeting=False, **numbers):
        self.use_function, self.targeting, self.function_kwargs = use_function, targeting, numbers


class Entity:
    def __init__(self, x, y, name, hp=0, power=0, ai=None, item=None, stairs=None):
        self.x, self.y, self.name, self.power, self.ai, self.item, self.stairs = x, y, name, power, ai, item, stairs
        self.fighter = Fighter(hp)
        self.inventory = Inventory()

    def hurt(self, amount):
        self.fighter.hp -= amount
        return [{'dead': self}] if self.fighter.hp <= 0 else []
""",
    "game_states.py": """
from enum import Enum, auto


class GameStates(Enum):
    PLAYERS_TURN = auto()
    ENEMY_TURN = auto()
    PLAYER_DEAD = auto()
    SHOW_INVENTORY = auto()
    TARGETING = auto()
    LEVEL_UP = auto()
""",
    "input_handlers.py": """
def handle_keys(key, game_state):
    letter = chr(key.c)
    if game_state.name == 'LEVEL_UP':
        return {'level_up': 'hp'} if letter == 'a' else {'level_up': 'str'}
    if letter == 'h':
        return {'move': (-1, 0)}
    if letter == 'z':
        return {'wait': True}
    if letter == 'g':
        return {'pickup': True}
    if letter == 'i':
        return {'show_inventory': True}
    if letter == '>':
        return {'take_stairs': True}
    return {'exit': True}


def handle_main_menu(key):
    return {'new_game': True}


def handle_mouse(mouse):
    return {'left_click': (mouse.cx, mouse.cy)} if mouse.lbutton_pressed else {}
""",
    "item_functions.py": """
def drink(user, amount):
    user.fighter.heal(amount) if hasattr(user.fighter, 'heal') else None
    user.fighter.hp = min(user.fighter.max_hp, user.fighter.hp + amount)
    return [{'consumed': True}]


def throw(user, entities, at, damage):
    hit = [e for e in entities if e.ai and (e.x, e.y) == at]
    results = [{'consumed': bool(hit)}]
    for enemy in hit:
        results += enemy.take_damage(damage) if hasattr(enemy, 'take_damage') else enemy.hurt(damage)
    return results
""",
    "menus.py": """
def main_menu():
    raise RuntimeError('there is no screen')
""",
    "new_game.py": """
from random import randint

import libtcodpy as libtcod
from entity import Entity, Item
from game_states import GameStates
from item_functions import drink, throw


class Tile:
    def __init__(self, blocked):
        self.blocked = blocked


class Messages:
    def __init__(self):
        self.messages = []


class GameMap:
    width, height, dungeon_level = 12, 5, 0

    def next_floor(self, player):
        self.dungeon_level += 1
        self.tiles = [[Tile(x in (0, 11) or y in (0, 4)) for y in range(5)] for x in range(12)]
        player.x, player.y = 1, 2
        rat = Entity(randint(6, 8), 2, 'grey rat', hp=4, ai='bites')
        potion = Entity(2, 2, 'potion', item=Item(drink, amount=5))
        dart = Entity(3, 2, 'dart', item=Item(throw, targeting=True, damage=9))
        return [player, potion, dart, rat, Entity(10, 2, 'stairs', stairs=True)]

    def fov_map(self):
        fov_map = libtcod.map_new(self.width, self.height)
        for x in range(self.width):
            for y in range(self.height):
                libtcod.map_set_properties(fov_map, x, y, not self.tiles[x][y].blocked, not self.tiles[x][y].blocked)
        return fov_map


def get_game_variables():
    player, game_map = Entity(0, 0, 'you', hp=10, power=2), GameMap()
    return player, game_map.next_floor(player), game_map, Messages(), GameStates.PLAYERS_TURN
""",
    "render_functions.py": """
def render_all(entities, player, game_map, fov_map, message_log, game_state):
    raise RuntimeError('there is no screen')
""",
}
