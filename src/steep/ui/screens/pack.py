"""The pack: what the hero carries, by letter, to be used, worn or dropped."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Item
from steep.play.messages import letter_of
from steep.rules.actions import DROP, USE, action
from steep.ui import palette
from steep.ui.screen import Screen
from steep.ui.screens.dialog import Dialog, Row, key_of
from steep.ui.screens.stage import Player
from steep.ui.screens.target import AIMS, aim

EFFECT_WORDS = {
    "heal": "heals {amount} HP",
    "lightning": "{amount} damage to the nearest foe within {reach}",
    "confusion": "confuses a foe for {amount} turns",
    "fireball": "{amount} damage to all within {reach} of a place",
    "none": "",
}


def what_it_does(item: Item) -> str:
    """What using or wearing a thing does, in numbers."""
    if not item.slot:
        return EFFECT_WORDS[item.effect].format(amount=item.amount, reach=item.reach)
    bonuses = ((item.power, "power"), (item.defense, "defense"))
    return ", ".join(f"{amount:+} {stat}" for amount, stat in bonuses if amount) or "worn"


class Belongings(Dialog):
    """The things in the pack, under the letters of their places."""

    width = 44

    def __init__(self, player: Player) -> None:
        super().__init__(player.context, player)
        self.player = player

    def places(self) -> list[int]:
        """The places of the pack that hold something."""
        pack = self.player.session.hero.pack
        return [place for place in range(len(pack)) if pack[place].kind]

    def item(self, place: int) -> Item:
        """The thing in a place."""
        return self.player.session.rulebook.items[self.player.session.hero.pack[place].kind - 1]

    def words(self) -> str:
        """Says so when there is nothing."""
        return "" if self.places() else "You carry nothing."

    def rows(self) -> Sequence[Row]:
        """Each thing with its letter, and what it does."""
        pack = self.player.session.hero.pack
        return [
            Row(
                letter_of(place),
                f"{self.item(place).glyph} {self.item(place).name}{' (worn)' if pack[place].worn else ''}",
                what_it_does(self.item(place)),
                palette.legible(self.item(place).color),
            )
            for place in self.places()
        ]


class Inventory(Belongings):
    """Choosing a thing uses it, or wears it, or takes it off."""

    title = "Inventory"

    def feet(self) -> Sequence[tuple[str, str]]:
        """How to use a thing."""
        return (("letter", "use, wear or take off"), (key_of(self.context.keymap, "menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Use a thing, or aim it first."""
        place = self.places()[index]
        item = self.item(place)
        if not item.slot and item.effect in AIMS:
            return aim(self.player, place, item)
        return self.player.perform(action(USE, place))


class Drop(Belongings):
    """Choosing a thing drops it."""

    title = "Drop"

    def feet(self) -> Sequence[tuple[str, str]]:
        """How to drop a thing."""
        return (("letter", "drop"), (key_of(self.context.keymap, "menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Drop a thing."""
        return self.player.perform(action(DROP, self.places()[index]))
