"""What items do when they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exceptions import Impossible

if TYPE_CHECKING:
    from entity import Actor, Item


class Consumable:
    """Something that is used once."""

    parent: Item

    def activate(self, user: Actor) -> None:
        """Use it up. Raises `Impossible` if it would be wasted."""
        self.apply(user)
        user.inventory.items.remove(self.parent)

    def apply(self, user: Actor) -> None:
        """Do what it does. Raises `Impossible`."""
        raise NotImplementedError


class HealingConsumable(Consumable):
    """Gives HP back."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def apply(self, user: Actor) -> None:
        """Heal its user."""
        if not user.fighter.heal(self.amount):
            raise Impossible("You are not hurt.")
        user.engine.messages.append("You dress your wounds.")


class FireConsumable(Consumable):
    """Burns the nearest enemy in view and everyone beside it; its thrower too, who should stand back."""

    def __init__(self, damage: int, radius: int) -> None:
        self.damage = damage
        self.radius = radius

    def apply(self, user: Actor) -> None:
        """Throw it at the nearest enemy."""
        game_map = user.gamemap
        enemies = [actor for actor in game_map.actors if actor is not user and game_map.visible[actor.x, actor.y]]
        if not enemies:
            raise Impossible("There is nobody to throw it at.")
        target = min(enemies, key=user.distance_to)
        for actor in [actor for actor in game_map.actors if actor.distance_to(target) <= self.radius]:
            user.engine.messages.append(f"Fire burns {actor.name} for {self.damage}.")
            actor.fighter.take_damage(self.damage, user)


class WhetstoneConsumable(Consumable):
    """Sharpens its user's blade for good."""

    def __init__(self, power: int) -> None:
        self.power = power

    def apply(self, user: Actor) -> None:
        """Add to the power of its user."""
        user.fighter.power += self.power
        user.engine.messages.append("Your blade is sharper.")
