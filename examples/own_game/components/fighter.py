"""HP, blows, and what they teach."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entity import Actor

FIRST_LEVEL = 40
MORE_EACH_LEVEL = 30
"""XP."""

HP_OF_A_LEVEL = 6


class Fighter:
    """What an actor needs in a fight."""

    parent: Actor

    def __init__(self, hp: int, defense: int, power: int) -> None:
        self.max_hp = self.hp = hp
        self.defense = defense
        self.power = power
        self.level = 1
        self.xp = 0

    def attack(self, target: Actor) -> None:
        """Hit another actor: power less its defense, give or take one."""
        engine = self.parent.engine
        damage = max(0, self.power - target.fighter.defense + engine.dice.randint(-1, 1))
        engine.messages.append(f"{self.parent.name} hits {target.name} for {damage}.")
        target.fighter.take_damage(damage, self.parent)

    def take_damage(self, amount: int, source: Actor) -> None:
        """Lose HP, and perhaps die of it."""
        self.hp = max(0, self.hp - amount)
        if self.hp == 0:
            self.die(source)

    def heal(self, amount: int) -> int:
        """Gain HP; returns how many."""
        gained = min(amount, self.max_hp - self.hp)
        self.hp += gained
        return gained

    def die(self, source: Actor) -> None:
        """Leave the floor to whoever is left."""
        actor, engine = self.parent, self.parent.engine
        engine.messages.append(f"{actor.name} dead.")
        if actor is engine.player:
            engine.killer = "own fire" if source is actor else source.name
        else:
            engine.game_map.entities.remove(actor)
            engine.player.fighter.gain_xp(actor.xp_given)

    def gain_xp(self, amount: int) -> None:
        """Learn; every level gives HP, and every other one power."""
        self.xp += amount
        while self.xp >= FIRST_LEVEL + MORE_EACH_LEVEL * (self.level - 1):
            self.xp -= FIRST_LEVEL + MORE_EACH_LEVEL * (self.level - 1)
            self.level += 1
            self.max_hp += HP_OF_A_LEVEL
            self.hp += HP_OF_A_LEVEL
            self.power += self.level % 2
