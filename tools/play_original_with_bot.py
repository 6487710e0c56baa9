# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]", "tcod"]
# ///
"""Let one of our bots play the game that the python-tcod tutorial of 2020 ends with, and record how far it gets.

    python tools/play_original_with_bot.py CHECKOUT BOT FIRST_SEED GAMES FILE

CHECKOUT is a folder with the tutorial's Part 12 and its `game` package. The bot gets a view that is filled from that
engine's state, with only what its field of view has shown. Its actions are played through that engine's own actions,
in the order of that engine's event handler: the hero acts, the enemies act on the view from before, the field of view
is computed again, a level-up is chosen. So the policy is exactly the same on both sides, ties included.

Each game adds a line to FILE: its seed, the floor it ended on, 1 if the hero died there, else 0, and its turns. Games
end after ten floors. The order in which that engine's monsters act depends on addresses in memory, so a seed does not
give the same game twice.
"""

from __future__ import annotations

import argparse
import copy
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import BOTS, choose_action
from steep.content import load_ruleset
from steep.core.geometry import DIRECTIONS, FLOOR, HEIGHT, NOWHERE, ROCK, STAIRS, WIDTH
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import DEFENSE, MAX_HP, NORMAL_SPEED, POWER, SPEED, STUMBLES
from steep.core.world import HOSTILE, MAX_INVENTORY, Hero
from steep.rules.abilities.statuses import ANY_STATUS
from steep.rules.action_codes import CHOOSE, DESCEND, DROP, MOVE, PICK_UP, USE, argument_of, cell_of, verb_of
from steep.rules.terrain import update_ways

RULESET = "tcod-2020"
LAST_FLOOR = 10
TURN_LIMIT = 20_000

KEYS = {
    "Orc": "orc",
    "Troll": "troll",
    "Health Potion": "healing_potion",
    "Confusion Scroll": "confusion_scroll",
    "Lightning Scroll": "lightning_scroll",
    "Fireball Scroll": "fireball_scroll",
}
"""Its names of kinds, and our keys for them."""


def fill_stats(body: Any, fighter: Any) -> None:
    """Fill the stats of the hero or of a monster in view."""
    body.stats[MAX_HP], body.stats[SPEED] = fighter.max_hp, NORMAL_SPEED
    body.stats[POWER], body.stats[DEFENSE] = fighter.power, fighter.defense


class Original:
    """A game in the tutorial's engine, and what the hero has seen of it."""

    def __init__(self, modules: Modules, hero: Any, seed: int) -> None:
        random.seed(seed)
        self.modules = modules
        self.hero = hero
        self.engine = engine = modules.engine.Engine(player=copy.deepcopy(modules.factories.player))
        engine.game_world = modules.maps.GameWorld(
            engine=engine, max_rooms=30, room_min_size=6, room_max_size=10, map_width=80, map_height=43
        )
        engine.game_world.generate_floor()
        engine.update_fov()
        self.turns = 0
        self.kills = 0
        self.living = 0
        self.explored_above = 0
        self.explored = 0
        self.slots: list[Any] = [None] * MAX_INVENTORY
        self.held: list[Any] | None = None
        self.enter_floor()

    def enter_floor(self) -> None:
        """Forget the last floor."""
        self.explored_above += self.explored
        self.explored = 0
        self.rows: dict[int, int] = {}
        self.seen: dict[int, list[Any]] = {}
        self.living = self._living()

    def _living(self) -> int:
        return sum(1 for _ in self.engine.game_map.actors)

    @property
    def floor(self) -> int:
        """The floor that the hero is on."""
        return int(self.engine.game_world.current_floor)

    @property
    def dead(self) -> bool:
        """Whether the hero died."""
        return not self.engine.player.is_alive

    def fill_view(self) -> None:
        """Fill the view from what the hero sees and remembers."""
        hero, player, game_map = self.hero, self.engine.player, self.engine.game_map
        visible = game_map.visible
        hero.floor, hero.turn = self.floor, self.turns
        hero.cell = player.y * WIDTH + player.x
        hero.hp, hero.max_hp = player.fighter.hp, player.fighter.max_hp
        fill_stats(hero, player.fighter)
        level = player.level
        hero.xp, hero.level, hero.choosing = level.current_xp, level.current_level, 0
        if level.requires_level_up:
            # In Steep the level rises before the choice, in that engine after it.
            hero.xp, hero.level, hero.choosing = hero.xp - level.experience_to_next_level, hero.level + 1, 1
        living = self._living()
        self.kills += self.living - living
        self.living = living
        hero.kills = self.kills
        self.explored = int(np.count_nonzero(game_map.explored))
        hero.cells_explored = self.explored_above + self.explored
        remembered = np.where(game_map.tiles["walkable"], FLOOR, ROCK)
        # A corner of its map is a stairs tile that leads nowhere. Our map borders are rock.
        remembered[0, 0] = ROCK
        stairs = game_map.downstairs_location
        remembered[stairs] = STAIRS
        plane = np.zeros((HEIGHT, WIDTH), "u1")
        plane[: game_map.height] = (remembered * game_map.explored).T
        hero.remembered = plane.ravel()
        hero.stairs = stairs[1] * WIDTH + stairs[0] if game_map.explored[stairs] else NOWHERE
        plane = np.zeros((HEIGHT, WIDTH), "u1")
        plane[: game_map.height] = visible.T
        hero.visible = plane.ravel()
        cells = np.flatnonzero(hero.visible)
        hero.in_view_count = len(cells)
        hero.in_view[: len(cells)] = cells
        self._see_monsters(visible)
        self._see_items(visible)
        self._carry()

    def _see_monsters(self, visible: Any) -> None:
        hero, player, modules = self.hero, self.engine.player, self.modules
        monsters = [
            (self.rows.setdefault(id(actor), len(self.rows)), actor)
            for actor in self.engine.game_map.actors
            if actor is not player and visible[actor.x, actor.y]
        ]
        for at, (row, actor) in enumerate(sorted(monsters, key=lambda each: each[0])):
            enemy = hero.visible_monsters[at]
            enemy.actor = row
            enemy.kind = modules.monsters[actor.name]
            enemy.cell = actor.y * WIDTH + actor.x
            enemy.hp = actor.fighter.hp
            fill_stats(enemy, actor.fighter)
            confused = isinstance(actor.ai, modules.ai.ConfusedEnemy)
            enemy.conditions = STUMBLES | ANY_STATUS if confused else 0
            enemy.statuses[modules.confused] = actor.ai.turns_remaining + 1 if confused else 0
            enemy.side = HOSTILE
            enemy.asleep = 0
        hero.visible_monster_count = len(monsters)

    def _see_items(self, visible: Any) -> None:
        hero, player = self.hero, self.engine.player
        count = 0
        for item in self.engine.game_map.items:
            if visible[item.x, item.y]:
                self.seen.setdefault(id(item), [item, len(self.seen), 0])
            if id(item) in self.seen:
                kept = self.seen[id(item)]
                if (item.x, item.y) == (player.x, player.y):
                    kept[2] = 1
                seen = hero.seen_items[count]
                seen.item = kept[1]
                seen.kind = self.modules.items[item.name]
                seen.cell = item.y * WIDTH + item.x
                seen.visited = kept[2]
                count += 1
        hero.seen_item_count = count

    def _carry(self) -> None:
        """Keep each item in its slot, as in our inventory. In that engine's inventory items move up."""
        held = self.engine.player.inventory.items
        if held == self.held:
            return
        self.held = list(held)
        for slot, item in enumerate(self.slots):
            if item is not None and not any(item is each for each in held):
                self.slots[slot] = None
        for item in held:
            if not any(item is each for each in self.slots):
                self.slots[self.slots.index(None)] = item
        for slot, item in enumerate(self.slots):
            self.hero.inventory[slot].kind = 0 if item is None else self.modules.items[item.name] + 1
            self.hero.inventory[slot].count = int(item is not None)
        self.hero.inventory_count = len(held)

    def play(self, act: int) -> None:
        """Play one action. One that is impossible in that engine becomes a turn of waiting, as in our lab."""
        player, modules = self.engine.player, self.modules
        if verb_of(act) == CHOOSE:
            level = player.level
            (level.increase_max_hp, level.increase_power, level.increase_defense)[argument_of(act)]()
            return
        floor = self.floor
        try:
            self._action(act).perform()
        except modules.exceptions.Impossible:
            modules.actions.WaitAction(player).perform()
        self.engine.handle_enemy_turns()
        self.engine.update_fov()
        self.turns += 1
        if self.floor != floor:
            self.enter_floor()

    def _action(self, act: int) -> Any:
        player, actions = self.engine.player, self.modules.actions
        verb, argument, target = verb_of(act), argument_of(act), cell_of(act)
        if verb == MOVE:
            step = DIRECTIONS[argument]
            down = (step + WIDTH + 1) // WIDTH - 1
            return actions.Bump(player, step - down * WIDTH, down)
        if verb == PICK_UP:
            return actions.PickupAction(player)
        if verb == USE:
            return actions.ItemAction(player, self.slots[argument], (target % WIDTH, target // WIDTH))
        if verb == DROP:
            return actions.DropItem(player, self.slots[argument])
        if verb == DESCEND:
            return actions.TakeStairsAction(player)
        return actions.WaitAction(player)


class Modules:
    """The tutorial's modules, and the numbers of its kinds in our ruleset."""

    def __init__(self, checkout: Path) -> None:
        sys.path.insert(0, str(checkout))
        os.chdir(checkout)
        import game.actions
        import game.components.ai
        import game.engine
        import game.entity_factories
        import game.exceptions
        import game.game_map
        import game.procgen

        self.actions, self.ai, self.engine = game.actions, game.components.ai, game.engine
        self.factories, self.exceptions, self.maps = game.entity_factories, game.exceptions, game.game_map
        rulebook = load_ruleset(RULESET)
        self.confused = [each.key for each in rulebook.statuses].index("confused")
        monsters, items = [each.key for each in rulebook.monsters], [each.key for each in rulebook.items]
        self.monsters = {name: monsters.index(key) for name, key in KEYS.items() if key in monsters}
        self.items = {name: items.index(key) for name, key in KEYS.items() if key in items}


def main() -> None:
    """Play the games, and write a line for each."""
    parser = argparse.ArgumentParser(description="Have a bot play the original.")
    parser.add_argument("checkout")
    parser.add_argument("bot", choices=list(BOTS))
    parser.add_argument("first_seed", type=int)
    parser.add_argument("games", type=int)
    parser.add_argument("file")
    arguments = parser.parse_args()
    ruleset = from_plain(load_ruleset(RULESET).compiled)
    bot = BOTS[arguments.bot].number
    choose = native(choose_action)
    hero, mind, imagined = zeros(Hero, 1)[0], zeros(BotMemory, 1)[0], zeros(ImaginedState, 1)[0]
    update_ways(hero, ruleset)
    with Path(arguments.file).open("a", encoding="utf-8") as out:
        modules = Modules(Path(arguments.checkout).resolve())
        turns, started = 0, time.monotonic()
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.games):
            game = Original(modules, hero, seed)
            start_mind(mind, seed)
            while not game.dead and game.floor <= LAST_FLOOR and game.turns < TURN_LIMIT:
                game.fill_view()
                game.play(int(choose(bot, hero, ruleset, mind, imagined)))
            out.write(f"{seed} {min(game.floor, LAST_FLOOR)} {int(game.dead)} {game.turns}\n")
            out.flush()
            turns += game.turns
        print(f"{turns} turns, {turns / (time.monotonic() - started):.0f} a second", file=sys.stderr)


if __name__ == "__main__":
    main()
