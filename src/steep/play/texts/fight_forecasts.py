"""What fights may bring, in words: how many attacks they take, how often those hit and for how much."""

from __future__ import annotations

from dataclasses import dataclass

from steep.core.miss_chance_and_damage import least_damage, miss_chance, most_damage
from steep.core.record import Cells
from steep.core.ruleset import AbilityRow, AttackDice, Ruleset, codes
from steep.core.world import Hero, VisibleMonster
from steep.play.texts.messages import counted
from steep.rules.action_codes import attack_time_of_hero
from steep.rules.combat import attacks_to_kill, damage_dealt, damage_taken, resistance_of, weapon_dice


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
    resistance = int(hero.stats[codes.RESISTANCE + attack.damage_type])
    return attack_odds(ruleset, attack, enemy.stats, hero.stats, resistance, damage_taken(hero, ruleset, enemy))


def attack_odds(
    ruleset: Ruleset, attack: AttackDice, by: Cells, stats: Cells, resistance: int, expected: int
) -> AttackOdds:
    """What an attack by an actor with some stats may do to one with others, which resists a percentage of it."""
    power, defense = int(by[codes.POWER]), int(stats[codes.DEFENSE])
    return AttackOdds(
        missed=max(0, miss_chance(ruleset, int(by[codes.ACCURACY]), defense, int(stats[codes.EVASION]))),
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


def turns_to_kill(hero: Hero, ruleset: Ruleset, attacks: int) -> int:
    """How many turns some attacks by the hero take."""
    return rounded_up(attacks * attack_time_of_hero(hero, ruleset), codes.NORMAL_SPEED) if ruleset.timed else attacks


def turns_to_die(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster, attacks: int) -> int:
    """How many of the hero's turns some attacks by a monster take, by its attack time and both speeds."""
    if not ruleset.timed:
        return attacks
    hero_speed, speed = (max(codes.MIN_SPEED, int(stats[codes.SPEED])) for stats in (hero.stats, enemy.stats))
    return rounded_up(attacks * ruleset.monsters[enemy.kind].attack_time * hero_speed, codes.NORMAL_SPEED * speed)


def rounded_up(number: int, divisor: int) -> int:
    """A quotient, rounded up."""
    return -(-number // divisor)


def can_harm_by_abilities(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind has an ability that harms its enemies, which no forecast of attacks counts."""
    return any(ability.traits & codes.HARMS for ability in abilities_on_enemies(ruleset, kind))


def pushes_away(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind has an ability that pushes its enemies away, who lose turns by coming back."""
    return any(
        ruleset.effects[row].effect == codes.PUSH
        for ability in abilities_on_enemies(ruleset, kind)
        for row in range(int(ability.first_effect), int(ability.first_effect) + int(ability.effect_count))
    )


def abilities_on_enemies(ruleset: Ruleset, kind: int) -> list[AbilityRow]:
    """The abilities of a kind that affect its enemies."""
    monster = ruleset.monsters[kind]
    first = int(monster.first_ability)
    rows = ruleset.abilities[first : first + int(monster.ability_count)]
    return [ability for ability in rows if ability.affects != codes.ALLIES]


def forecast_lines(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> list[str]:
    """How many attacks each needs to kill the other, in sentences, and how many turns if that differs."""
    given, taken = attack_by_hero(hero, ruleset, enemy), attack_on_hero(hero, ruleset, enemy)
    to_win, to_lose = hits_to_end(hero, ruleset, enemy)
    kills = counted_attacks(given, enemy.hp + enemy.shield)
    dies = counted_attacks(taken, hero.hp + hero.shield)
    abilities = can_harm_by_abilities(ruleset, enemy.kind)
    if kills:
        turns = turns_clause(to_win, turns_to_kill(hero, ruleset, to_win))
        kills = f"You can kill it in {kills}{turns}{odds_text(given)}."
        kills += " It can push you away, which takes more turns." if pushes_away(ruleset, enemy.kind) else ""
    if dies:
        turns = turns_clause(to_lose, turns_to_die(hero, ruleset, enemy, to_lose))
        dies = f"It needs {dies}{turns and f'{turns},'} to kill you{odds_text(taken)}."
        dies += " Its abilities can make that fewer." if abilities else ""
    return [
        kills or "You can't hurt it.",
        dies or ("Its attacks can't hurt you, but its abilities can." if abilities else "It can't hurt you."),
    ]


def turns_clause(attacks: int, turns: int) -> str:
    """The turns that attacks take, in words; empty where each takes one."""
    return "" if attacks == turns else f", about {counted(turns, 'turn')}"


def hits_to_end(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> tuple[int, int]:
    """How many attacks the hero needs to kill a monster, and the monster to kill the hero; 0 for never."""
    return (
        attacks_to_kill(enemy.hp + enemy.shield, damage_dealt(hero, ruleset, enemy)),
        attacks_to_kill(hero.hp + hero.shield, damage_taken(hero, ruleset, enemy)),
    )


def short_forecast(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> str:
    """The forecast of a fight, in turns: "win in 2, lose in 5".

    "<=5" is said of a monster whose abilities can make it fewer, ">=2" of one that pushes the hero away.
    """
    hits = hits_to_end(hero, ruleset, enemy)
    to_win = turns_to_kill(hero, ruleset, hits[0])
    to_lose = turns_to_die(hero, ruleset, enemy, hits[1])
    abilities = can_harm_by_abilities(ruleset, enemy.kind)
    lose = f"lose in {'<=' if abilities else ''}{to_lose}" if to_lose else "can harm you" if abilities else "harmless"
    if not to_win:
        return f"can't be hurt, {'can harm' if abilities and not to_lose else lose}"
    if pushes_away(ruleset, enemy.kind):
        return f"win in >={to_win}, {lose}"
    about = "~" if attack_by_hero(hero, ruleset, enemy).is_random else ""
    return f"win in {about}{to_win}, {lose}"


def odds_text(odds: AttackOdds) -> str:
    """The chance and the damage of attacks that are random: " (75% hit, for 2 to 9 HP)"; empty for others."""
    if not odds.is_random:
        return ""
    damage = f"{odds.least}" if odds.least == odds.most else f"{odds.least} to {odds.most}"
    return f" ({100 - odds.missed}% hit, for {damage} HP)"
