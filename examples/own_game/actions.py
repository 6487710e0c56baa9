"""What an actor can do with a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exceptions import Impossible

if TYPE_CHECKING:
    from engine import Engine
    from entity import Actor, Item


class Action:
    """One turn of an actor."""

    def __init__(self, entity: Actor) -> None:
        self.entity = entity

    @property
    def engine(self) -> Engine:
        """The game that it takes place in."""
        return self.entity.engine

    def perform(self) -> None:
        """Do it. Raises `Impossible`."""
        raise NotImplementedError


class Wait(Action):
    """Do nothing."""

    def perform(self) -> None:
        """Let the turn pass."""


class PickUp(Action):
    """Take what lies underfoot. Who takes the crown has won."""

    def perform(self) -> None:
        """Take one item."""
        entity, bag = self.entity, self.entity.inventory
        for item in list(self.engine.game_map.items):
            if (item.x, item.y) == (entity.x, entity.y):
                if len(bag.items) >= bag.capacity:
                    raise Impossible("Your bag is full.")
                self.engine.game_map.entities.remove(item)
                bag.items.append(item)
                self.engine.messages.append(f"You take the {item.name}.")
                self.engine.won = item.consumable is None
                return
        raise Impossible("Nothing lies here.")


class UseItem(Action):
    """Use something from the bag."""

    def __init__(self, entity: Actor, item: Item) -> None:
        super().__init__(entity)
        self.item = item

    def perform(self) -> None:
        """Use it up."""
        if self.item.consumable is None:
            raise Impossible(f"The {self.item.name} has no use.")
        self.item.consumable.activate(self.entity)


class DescendStairs(Action):
    """Go down to the next floor."""

    def perform(self) -> None:
        """Take the stairs underfoot."""
        if (self.entity.x, self.entity.y) != self.engine.game_map.downstairs_location:
            raise Impossible("There are no stairs here.")
        self.engine.game_world.generate_floor()
        self.engine.messages.append("You go down.")


class ActionWithDirection(Action):
    """An action upon one of the eight cells around."""

    def __init__(self, entity: Actor, dx: int, dy: int) -> None:
        super().__init__(entity)
        self.dx = dx
        self.dy = dy

    @property
    def destination(self) -> tuple[int, int]:
        """The cell."""
        return self.entity.x + self.dx, self.entity.y + self.dy

    @property
    def target(self) -> Actor | None:
        """Who stands there."""
        return self.engine.game_map.actor_at(*self.destination)


class Melee(ActionWithDirection):
    """Hit who stands there."""

    def perform(self) -> None:
        """Attack."""
        if self.target is None:
            raise Impossible("Nobody stands there.")
        self.entity.fighter.attack(self.target)


class Move(ActionWithDirection):
    """Step there."""

    def perform(self) -> None:
        """Take the step."""
        x, y = self.destination
        if not self.engine.game_map.is_free(x, y):
            raise Impossible("The way is blocked.")
        self.entity.x, self.entity.y = x, y


class Bump(ActionWithDirection):
    """Attack who stands there, or step there."""

    def perform(self) -> None:
        """Do one or the other."""
        kind = Melee if self.target else Move
        kind(self.entity, self.dx, self.dy).perform()
