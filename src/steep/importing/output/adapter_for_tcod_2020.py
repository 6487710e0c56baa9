"""Writes an adapter for projects in the shape of the tutorial of 2020: an engine, and actions that are performed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from string import Template

from steep.importing.output.adapter_parts import Adapter, new_game_from_main, table
from steep.importing.tutorials.find_game_code import GameCode, methods_of, name_at_end, purpose, required

TEXT = Template('''\
"""Lets Steep's lab play $title: `steep measure --game $module:Game --bot explorer`.

Written by `steep import --adapter`, and yours to change.$todo_remark
"""

from __future__ import annotations

import contextlib
import random
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from steep.lab.game import Cell, Enemy, Item, Over, Thing, View

PROJECT = $project
sys.path.insert(0, str(PROJECT))
warnings.simplefilter("ignore")  # new releases of tcod warn about much that the tutorials call
$todo_function
with contextlib.chdir(PROJECT):  # modules may load fonts and pictures
$imports

ACTIONS: dict[str, Any] = $actions
"""The class of each action that players can choose."""

DOES: dict[str, Any] = $does
"""What using an item is for, by the class of its consumable: heal, harm, eat or other."""

AIMED: set[str] = $aimed
"""Consumables that need a target."""

LEVEL_UPS: list[str] = $level_ups
"""Methods of the hero's level: one is chosen at each level-up."""

$new_game
def lying_in(seen: Any, entities: Any) -> list[Any]:
    """Return those of some entities that are on the cells of an array."""
    return [entity for entity in entities if seen[entity.x, entity.y]]


class Game:
    """The game as a `steep.lab.game.Game`."""

    engine: Any

    def start(self, seed: int) -> None:
        """Begin a game."""
        random.seed(seed)
        np.random.seed(seed % 2**32)
        self.nearby: list[str] = []
        with contextlib.chdir(PROJECT):
            self.engine = new_game($seed)
        $update_fov

    def view(self) -> View:
        """Return what the player knows."""
        engine, player, game_map = self.engine, self.engine.player, self.engine.game_map
        leveled_up = $leveled_up
        return View(
            floor=$floor,
            can=["choose"] if leveled_up else $can,
            hero=(player.x, player.y),
            cells=self.cells(),
            stairs=self.stairs(),
            enemies=[Enemy(at=(actor.x, actor.y), name=actor.name) for actor in self.enemies()],
            things=[Thing(at=(item.x, item.y), name=item.name) for item in lying_in(self.explored(), $items)],
            inventory=$inventory,
            hp=$hp,  # a number
            max_hp=$max_hp,  # a number
            choices=LEVEL_UPS if leveled_up else (),
        )

    def act(self, verb: str, *arguments: Any) -> None:
        """Do what the player chose."""
        player = self.engine.player
        self.nearby = [actor.name for actor in self.enemies()] or self.nearby
        if verb == "choose":
            getattr(player.level, LEVEL_UPS[arguments[0]])()
            return
        action = $action
$perform

$over

    def killer(self) -> str:
        """Return the monster that the last messages name, of those that were in view."""
        for message in reversed($messages):
            for name in self.nearby:
                if name.lower() in str(getattr(message, "plain_text", message)).lower():
                    return name
        return ""

    def cells(self) -> dict[Cell, bool]:
        """Return the cells seen so far: whether one can walk there."""
        game_map = self.engine.game_map
        walkable = $walkable  # an array by [x, y]: whether one can walk there
        seen = zip(*(axis.tolist() for axis in self.explored().nonzero()), strict=True)
        return {(x, y): bool(walkable[x, y]) for x, y in seen}

    def explored(self) -> Any:
        """Return an array by [x, y]: whether the cell was seen."""
        game_map = self.engine.game_map
        return $explored  # an array by [x, y] of True and False

    def stairs(self) -> Cell | None:
        """Return the stairs down, once they were seen."""
        at = $stairs  # x and y, or None
        return (int(at[0]), int(at[1])) if at and self.explored()[at[0], at[1]] else None

    def enemies(self) -> list[Any]:
        """Return the monsters in view."""
        engine, game_map = self.engine, self.engine.game_map
        visible = $visible  # an array by [x, y]: whether the cell is in view
        actors = lying_in(visible, $actors)  # monsters, each with x, y and name
        return [actor for actor in actors if actor is not engine.player$alive]
$item_methods''')

OVER = Template('''\
    def over(self) -> Over | None:
        """Return how the game ended. If yours can be won, return `Over("won")` here."""
        player = self.engine.player
        return None if $hp > 0 else Over("died", self.killer())''')

OVER_OR_WON = Template('''\
    def over(self) -> Over | None:
        """Return how the game ended: it is won where its loop ends and the hero lives."""
        player = self.engine.player
        if $hp <= 0:
            return Over("died", self.killer())
        return Over("won") if $ended else None''')

ITEM_METHODS = Template('''
    def item(self, item: Any) -> Item:
        """Return an item of the inventory as the player knows it."""
        effect = getattr(item, "consumable", None)
$described_equipment        kind = type(effect).__name__
        amount = getattr(effect, "amount", None) or getattr(effect, "damage", None)
        amount = amount if isinstance(amount, int) else None
        return Item(name=item.name, does=DOES.get(kind, "other"), aim=kind in AIMED, amount=amount, key=item)

    def use(self, item: Any, cell: Cell | None = None) -> Any:
        """Return the action of using an item."""
        player = self.engine.player
$used
''')

DESCRIBED_EQUIPMENT = Template("""\
        if effect is None:
            is_on = getattr(item, "equippable", None) is None or $equipped  # whether the hero has it on
            return Item(name=item.name, does="other" if is_on else "equip", key=item)
""")

USED_EQUIPMENT = Template("""\
        if getattr(item, "consumable", None) is None:
            return $equip(player, item)
""")

USED_BY_GET_ACTION = """\
        action = item.consumable.get_action(player)
        if cell is None or hasattr(action, "perform"):
            return action
        return (action or self.engine.event_handler).callback(cell)"""

PERFORM_BY_HANDLER = Template("""\
        handler = $handler(self.engine)
        if handler.handle_action(action) is False:  # it was impossible: let the turn pass
            handler.handle_action($wait)""")

PERFORM = Template("""\
        try:
            if action:
                action.perform()
        except $impossible:  # let the turn pass
            pass
        if $hp > 0$goes_on:
            $enemy_turns
        $update_fov""")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the project's code shows to be there. Anything else is left to a person."""

    code: GameCode
    adapter: Adapter

    def attribute(self, expression: str, expected: str) -> str:
        """An expression, if the code has attributes of these names; otherwise a TODO that says what is expected."""
        methods = {name for each in self.code.classes() for name in methods_of(each.node)}
        there = {*expression.split(".")[1:]} <= methods | self.code.attributes
        return expression if there else self.adapter.todo(expected)

    def method(self, expression: str, expected: str) -> str:
        """A call, if a class defines a method of that name; otherwise a TODO that says what is expected."""
        name = expression.partition("(")[0].rpartition(".")[2]
        return expression if self.code.class_with(name) is not None else self.adapter.todo(expected)

    def after(self, name: str) -> set[str]:
        """What the code takes of each attribute or variable of a name: `items` of `player.inventory.items`."""
        return {
            node.attr
            for module in self.code.modules.values()
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Attribute) and name_at_end(node.value) == name
        }


def write_adapter_for_2020(code: GameCode, adapter: Adapter) -> str:
    """The adapter's text."""
    see = Seen(code, adapter)
    hp = see.attribute("player.fighter.hp", "the hero's HP, a number")
    update_fov = see.method("self.engine.update_fov()", "what updates the player's view")
    actions = actions_of(code, adapter)
    item_methods = item_methods_of(code, adapter) if "pickup" in actions else ""
    if "pickup" in actions and not item_methods:
        adapter.left_out.append("how an item is used")
    consumables = code.derived("Consumable")
    level = code.class_with("increase_level")
    raises = [name for name in methods_of(level.node) if name.startswith("increase_")] if level else []
    level_ups = [name for name in raises if name != "increase_level"]
    new_game, seed = new_game_of(code, adapter)
    ended = loop_ended(code, adapter)
    aimed = [each.node.name for each in consumables if "get_action" in methods_of(each.node)]
    parts = {
        "actions": table(actions),
        "does": table({each.node.name: repr(purpose(each.node)) for each in consumables}),
        "aimed": "{" + ", ".join(map(repr, aimed)) + "}" if aimed else "set()",
        "level_ups": repr(level_ups),
        "leveled_up": see.attribute("player.level.requires_level_up", "whether a level-up is to be chosen")
        if level_ups
        else "False",
        "floor": "engine.game_world.current_floor" if {"game_world", "current_floor"} <= code.attributes else "1",
        "can": '[*ACTIONS, "use"]' if item_methods else "ACTIONS",
        "items": "game_map.items" if "items" in members(code, "GameMap") else "[]",
        "inventory": f"[self.item(item) for item in {inventory_of(see)}]" if item_methods else "()",
        "new_game": new_game,
        "seed": seed,
        "action": 'self.use(arguments[0].key, *arguments[1:]) if verb == "use" else ACTIONS[verb](player, *arguments)'
        if item_methods
        else "ACTIONS[verb](player, *arguments)",
        "perform": perform_of(code, adapter, actions, see, hp, ended, update_fov),
        "over": (OVER_OR_WON if ended else OVER).substitute(hp=hp, ended=ended),
        "hp": hp,
        "max_hp": see.attribute("player.fighter.max_hp", "the hero's largest HP, a number"),
        "update_fov": update_fov,
        "walkable": walkable_of(see),
        "explored": see.attribute("game_map.explored", "an array by [x, y]: whether the cell was seen"),
        "visible": see.attribute("game_map.visible", "an array by [x, y]: whether the cell is in view"),
        "actors": see.attribute("game_map.actors", "the living monsters on the map"),
        "alive": " and actor.ai" if "ai" in code.attributes else "",
        "messages": messages_of(code),
        "stairs": stairs_of(code, adapter) if "descend" in actions else "None",
        "item_methods": item_methods,
    }
    return TEXT.substitute(parts, **adapter.substitutions())


def actions_of(code: GameCode, adapter: Adapter) -> dict[str, str]:
    """The expression of each verb's class."""
    move = code.class_like("bump", parameters=3) or code.class_like("^mov(e|ement)", parameters=3)
    actions = {"move": adapter.need(move, "a class of actions that moves or attacks, made of an actor, dx and dy")}
    others = {
        "wait": code.class_like("^(wait|rest|skip|pass)", but="handler", parameters=1),
        "pickup": code.class_like("^pick_?up", but="handler", parameters=1),
        "descend": code.class_like("stairs|descend", but="up|ascend|handler", parameters=1),
    }
    for verb, found in others.items():
        if found is None:
            adapter.left_out.append(f"an action for {verb!r}")
        else:
            actions[verb] = adapter.use(found, verb)
    return actions


def item_methods_of(code: GameCode, adapter: Adapter) -> str:
    """The methods that describe and use items; empty if it was not found how they are used."""
    equip = code.class_like("^equip", but="handler|component|type|slot", parameters=2)
    item_action = code.class_like("^use|^item.*action", but="drop|handler", parameters=2)
    if code.class_with("get_action"):
        used = USED_BY_GET_ACTION
    elif item_action:
        used = f"        return {adapter.use(item_action, 'use')}(player, item)"
    else:
        return ""
    if equip:
        used = USED_EQUIPMENT.substitute(equip=adapter.use(equip, "equip")) + used
    equipped = (
        Seen(code, adapter).method(
            "self.engine.player.equipment.item_is_equipped(item)", "whether the hero has an item on"
        )
        if equip
        else ""
    )
    described = DESCRIBED_EQUIPMENT.substitute(equipped=equipped) if equip else ""
    return ITEM_METHODS.substitute(described_equipment=described, used=used)


def inventory_of(see: Seen) -> str:
    """The expression for the items in the hero's inventory."""
    if "append" in see.after("inventory") and "items" not in see.after("inventory"):
        return "player.inventory"
    return see.attribute("player.inventory.items", "the items in the hero's inventory")


def walkable_of(see: Seen) -> str:
    """The expression for the cells where one can walk."""
    keys = {
        node.slice.value
        for module in see.code.modules.values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    }
    if "walkable" in keys:
        return 'game_map.tiles["walkable"]'
    return see.attribute("game_map.walkable", "an array by [x, y]: whether one can walk there")


def perform_of(
    code: GameCode, adapter: Adapter, actions: dict[str, str], see: Seen, hp: str, ended: str, update_fov: str
) -> str:
    """How an action is performed: by the game's own handler of input, if it has one, else step by step."""
    handler = next(
        (
            each
            for each in code.classes()
            if (method := methods_of(each.node).get("handle_action"))
            and len(required(method)) == 1
            and required(code.constructor(each.node.name)) == ["engine"]
        ),
        None,
    )
    if handler is not None:
        wait = f"{actions['wait']}(player)" if "wait" in actions else "None"
        return PERFORM_BY_HANDLER.substitute(handler=adapter.use(handler, "a turn"), wait=wait)
    impossible = code.class_like("^impossible")
    raised = adapter.use(impossible, "what is impossible") if impossible else "()"
    turns = see.method("self.engine.handle_enemy_turns()", "what lets the monsters act")
    goes_on = f" and not {f'({ended})' if ' ' in ended else ended}" if ended else ""
    return PERFORM.substitute(impossible=raised, hp=hp, goes_on=goes_on, enemy_turns=turns, update_fov=update_fov)


def new_game_of(code: GameCode, adapter: Adapter) -> tuple[str, str]:
    """How a game begins: a definition, if it needs one, and the arguments."""
    found = code.function("new_game", "start_new_game", "setup_game")
    if found is not None:
        names = required(found.node) if not isinstance(found.node, ast.ClassDef) else []
        path = adapter.use(found, "a new game")
        arguments = ["seed" if "seed" in name else adapter.todo(f"{name} of {found.path}") for name in names]
        return f"new_game: Any = {path}\n\n", ", ".join(arguments)
    text = new_game_from_main(code, adapter)
    if text is None:
        return f"new_game: Any = {adapter.todo('a function that begins a game and returns its Engine')}\n\n", ""
    return text, ""


def loop_ended(code: GameCode, adapter: Adapter) -> str:
    """The condition under which flags of the engine have ended the main loop; empty if the code shows none.

    `while engine.player.is_alive and not engine.won` has the flag `won`. That the hero lives is asked apart.
    """
    for function, engine in functions_with_the_engine(code):
        for loop in (each for each in ast.walk(function) if isinstance(each, ast.While)):
            test = loop.test
            terms = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
            ended = [found for term in terms if (found := flag_that_ends(term, engine, code))]
            if ended:
                adapter.used.append(f"a win: {' or '.join(ended)} ends a loop and the hero lives")
                return " or ".join(ended)
    return ""


def functions_with_the_engine(code: GameCode) -> Iterator[tuple[ast.AST, str]]:
    """The functions of a project, each with its name for the engine."""
    for found in code.functions():
        yield found.node, "engine"
    for found in code.classes():
        for method in methods_of(found.node).values():
            yield method, "self" if found.node.name == "Engine" else "engine"


def flag_that_ends(term: ast.expr, engine: str, code: GameCode) -> str:
    """The condition under which a term of a loop's condition no longer holds; empty if it is no flag of the engine."""
    is_negated = isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.Not)
    flag = term.operand if isinstance(term, ast.UnaryOp) else term
    first, _, path = ast.unparse(flag).partition(".")
    if not isinstance(flag, ast.Attribute) or first != engine or flag.attr not in code.set_in_classes:
        return ""
    if "player" in path and not is_negated:
        return ""
    return f"self.engine.{path}" if is_negated else f"not self.engine.{path}"


def stairs_of(code: GameCode, adapter: Adapter) -> str:
    """The expression for the cell of the stairs down."""
    for name in ("downstairs_location", "stairs_location", "downstairs", "stairs_down"):
        if name in code.attributes:
            return f"self.engine.game_map.{name}"
    return adapter.todo("the cell of the stairs down, or None")


def messages_of(code: GameCode) -> str:
    """The expression for the messages shown so far."""
    if "message_log" in code.attributes:
        return "self.engine.message_log.messages"
    return "self.engine.messages" if "messages" in code.attributes else "()"


def members(code: GameCode, name: str) -> set[str]:
    """The methods and properties of a class."""
    return {method for each in code.classes() if each.node.name == name for method in methods_of(each.node)}
