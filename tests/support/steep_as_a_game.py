"""Steep as any other game: a class by the protocol of `steep.lab.game`, on the view of a session."""

from __future__ import annotations

from typing import Any, Literal

import steep
from steep.core.geometry import DIRECTIONS, NOWHERE, UNKNOWN, WIDTH
from steep.core.ruleset import DEFENSE
from steep.lab.game import Cell, Enemy, Item, Over, Thing, View
from steep.rules.action_codes import CHOOSE, DESCEND, MOVE, PICK_UP, USE, WAIT, action

DOES: dict[str, Literal["heal", "harm"]] = {"heal": "heal", "lightning": "harm", "fireball": "harm"}
"""What a word in an item's name says of it."""


def place(cell: int) -> Cell:
    """A cell of Steep's as x and y."""
    return cell % WIDTH, cell // WIDTH


class SteepGame:
    """A ruleset, by the protocol."""

    ruleset = "tcod-2020"

    def __init__(self) -> None:
        self.rulebook = steep.load_ruleset(self.ruleset)

    def start(self, seed: int) -> None:
        self.session = steep.start_run(self.rulebook, seed)

    def view(self) -> View:
        hero = self.session.hero
        items = {slot: item for slot, item in enumerate(hero.inventory) if item.kind}
        kinds = self.rulebook.item_rows
        return View(
            floor=hero.floor,
            can=("choose",) if hero.choosing else ("move", "wait", "pickup", "use", "descend"),
            choices=["hp", "power", "defense"] if hero.choosing else (),
            hero=place(hero.cell),
            cells={
                place(cell): bool(hero.passable[kind]) for cell, kind in enumerate(hero.remembered) if kind != UNKNOWN
            },
            stairs=None if hero.stairs == NOWHERE else place(hero.stairs),
            enemies=[
                Enemy(
                    at=place(seen.cell),
                    name=self.rulebook.monsters[seen.kind].name,
                    hp=seen.hp,
                    power=max(0, self.rulebook.monsters[seen.kind].power - int(hero.stats[DEFENSE])),
                )
                for seen in hero.visible_monsters[: hero.visible_monster_count]
            ],
            things=[Thing(at=place(seen.cell)) for seen in hero.seen_items[: hero.seen_item_count]],
            inventory=[
                Item(
                    name=kinds[item.kind - 1].name,
                    does=next((does for word, does in DOES.items() if word in kinds[item.kind - 1].name), "other"),
                    aim="fireball" in kinds[item.kind - 1].name,
                    amount=kinds[item.kind - 1].amount,
                    key=slot,
                )
                for slot, item in items.items()
            ],
            hp=hero.hp,
            max_hp=hero.max_hp,
            turn=hero.turn,
            numbers={"level": hero.level},
        )

    def act(self, verb: str, *arguments: Any) -> None:
        hero = self.session.hero
        codes = {"wait": (WAIT,), "pickup": (PICK_UP,), "descend": (DESCEND,), "choose": (CHOOSE, *arguments)}
        if verb == "move":
            dx, dy = arguments
            code = action(MOVE, DIRECTIONS.index(dy * WIDTH + dx))
        elif verb == "use":
            x, y = arguments[1] if len(arguments) > 1 else place(hero.cell)
            code = action(USE, arguments[0].key, y * WIDTH + x)
        else:
            code = action(*codes[verb])
        if self.session.act(code):
            self.session.act(action(WAIT))

    def over(self) -> Over | None:
        if not self.session.over:
            return None
        return Over("won") if self.session.won else Over("died", "a monster")
