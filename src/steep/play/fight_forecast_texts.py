"""What fights may bring, in words: how many attacks they take, how often those hit and for how much."""

from __future__ import annotations

from dataclasses import dataclass

from steep.core.record import Cells
from steep.core.ruleset import ACCURACY, DEFENSE, EVASION, POWER, RESISTANCE, AttackDice, Ruleset
from steep.core.world import Hero, VisibleMonster
from steep.play.messages import counted
from steep.rules.attack_forecast import attacks_to_kill, damage_dealt, damage_taken, resistance_of, weapon_dice
from steep.spawn.attack_odds import least_damage, miss_chance, most_damage


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """What an attack may do."""

    missed: int
    """Percent of attacks that miss."""
    least: int
    """The fewest HP that a hit takes."""
    most: int
    """The most HP that a hit takes."""
    expected: int
    """What an attack takes on average, in hundredths of an HP."""

    @property
    def is_random(self) -> bool:
        """Whether not every attack takes the same."""
        return self.least < self.most or 0 < self.missed < 100


def attack_by_hero(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> AttackOdds:
    """What an attack by the hero may do to a monster."""
    attack = weapon_dice(hero, ruleset)
    resistance = resistance_of(enemy, ruleset, attack.damage_type)
    return attack_odds(ruleset, attack, hero.stats, enemy.stats, resistance, damage_dealt(hero, ruleset, enemy))


def attack_on_hero(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> AttackOdds:
    """What an attack by a monster may do to the hero."""
    attack = ruleset.monsters[enemy.kind].attack
    resistance = int(hero.stats[RESISTANCE + attack.damage_type])
    return attack_odds(ruleset, attack, enemy.stats, hero.stats, resistance, damage_taken(hero, ruleset, enemy))


def attack_odds(
    ruleset: Ruleset, attack: AttackDice, by: Cells, stats: Cells, resistance: int, expected: int
) -> AttackOdds:
    """What an attack by an actor with some stats may do to one with others, which resists a percentage of it."""
    power, defense = int(by[POWER]), int(stats[DEFENSE])
    return AttackOdds(
        missed=max(0, miss_chance(ruleset, int(by[ACCURACY]), defense, int(stats[EVASION]))),
        least=least_damage(ruleset, attack, power, defense, resistance),
        most=most_damage(ruleset, attack, power, defense, resistance),
        expected=expected,
    )


def counted_attacks(odds: AttackOdds, hp: int) -> str:
    """How many hits take `hp` HP: "3 hits", or "about 4 attacks" where they are random; empty if none ever do."""
    number = attacks_to_kill(hp, odds.expected)
    if not number:
        return ""
    return f"about {counted(number, 'attack')}" if odds.is_random else counted(number, "hit")


def odds_text(odds: AttackOdds) -> str:
    """The chance and the damage of attacks that are random: " (75% hit, for 2 to 9)"; empty for others."""
    if not odds.is_random:
        return ""
    damage = f"{odds.least}" if odds.least == odds.most else f"{odds.least} to {odds.most}"
    return f" ({100 - odds.missed}% hit, for {damage})"
