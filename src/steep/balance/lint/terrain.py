"""Lint checks of terrain: kinds that no floor has, and harm to monsters placed there or from unseen terrain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from steep.balance.lint.layouts import of_floors
from steep.balance.lint.lint_input import Finding, LintInput, check
from steep.balance.odds_of_one_draw import kinds_of, legends_on
from steep.balance.possible_terrain import abilities_of, damage_with_ground, effects_of, most_harm, terrain_that_hurts
from steep.content.reading.find_and_read_ruleset_files import stock_source
from steep.core.ruleset import NO_GAS, AbilityRow, Ruleset, codes
from steep.spawn.curves import stats_on

MOST_UNSEEN = 0.4
"""The largest share of the hero's HP that something unseen may take in a turn."""


@check("unused-terrain")
def unused_terrain(data: LintInput) -> Iterator[Finding]:
    """The ruleset's own kinds of terrain and gases that no floor ever has."""
    stock, rulebook = stock_source().table, data.rulebook
    own = {kind.looks_like for kind in rulebook.terrain} | stock["terrain"].keys()
    used = {rulebook.terrain_row(number).key for kinds in data.terrain for number in kinds if number < NO_GAS}
    for kind in rulebook.terrain:
        if kind.key not in used | own:
            text = f"{kind.key} is on no floor: no layout, vault, theme or map has it, and nothing there becomes it"
            yield Finding("unused-terrain", "note", 1, kind.key, text)
    released = {rulebook.terrain_row(number).key for kinds in data.terrain for number in kinds if number > NO_GAS}
    for gas in rulebook.gases:
        if gas.key not in released | stock["gases"].keys():
            text = f"{gas.key} is on no floor: nothing there releases it or becomes it"
            yield Finding("unused-terrain", "note", 1, gas.key, text)


@check("starts-in-harm")
def starts_in_harm(data: LintInput) -> Iterator[Finding]:
    """Generated floors on which the hero arrives on terrain that hurts it."""
    for floor in data.surveys:
        if floor.ways.hurt_starts.floors:
            text = "have the hero arrive on terrain that hurts it"
            yield of_floors("starts-in-harm", "error", floor, floor.ways.hurt_starts, text)


@check("placed-in-harm")
def placed_in_harm(data: LintInput) -> Iterator[Finding]:
    """Monsters that maps and themes put on terrain that hurts them."""
    ruleset = data.rulebook.compiled
    found: set[tuple[int, int]] = set()
    for floor in data.floors:
        for row in legends_on(ruleset, floor):
            spawns = set(ruleset.legend_choices[row.first_monster : row.first_monster + row.monster_count])
            for kind in sorted(kinds_of(ruleset, spawns, floor)) if row.tile > 0 else ():
                if is_hurt_on(ruleset, kind, row.tile, floor) and (kind, row.tile) not in found:
                    found.add((kind, row.tile))
                    monster, terrain = data.rulebook.monsters[kind].key, data.rulebook.terrain[row.tile].key
                    text = f"{monster} is put on {terrain} on floor {floor}, which hurts it every turn"
                    yield Finding("placed-in-harm", "warning", floor, monster, text)


def is_hurt_on(ruleset: Ruleset, kind: int, terrain: int, floor: int) -> bool:
    """Whether a kind of terrain hurts a kind of monster that stays on it."""
    monster, row = ruleset.monsters[kind], ruleset.terrain[terrain]
    mover = ruleset.movers[monster.mover]
    if (mover.flies and not row.tall) or (mover.swims and row.deep):
        return False
    return terrain in terrain_that_hurts(ruleset, stats_on(monster, floor))


@dataclass(frozen=True, slots=True)
class Unseen:
    """A source of harm that the hero couldn't see at the beginning of the turn."""

    subject: str
    harm: int
    """HP at most."""
    how: str
    boss: bool = False


@check("unseen-harm")
def unseen_harm(data: LintInput) -> Iterator[Finding]:
    """Unseen sources that can take much of the average hero's HP in a turn."""
    found: set[str] = set()
    for floor in data.floors:
        hp = data.heroes.average(floor).hp
        for unseen in (*harm_of_hidden_terrain(data, floor), *monsters_out_of_sight(data, floor)):
            if unseen.harm > MOST_UNSEEN * hp and unseen.subject not in found:
                found.add(unseen.subject)
                text = (
                    f"{unseen.subject} can take {unseen.harm} of the {hp} HP of an average hero on floor {floor} "
                    f"({unseen.harm / hp:.0%}) in one turn, {unseen.how}"
                )
                severity = "note" if unseen.boss else "warning"
                numbers = {"harm": unseen.harm, "hp": hp, "share": unseen.harm / hp}
                yield Finding("unseen-harm", severity, floor, unseen.subject, text, numbers)


def resistances_of(data: LintInput) -> list[int]:
    """The starting hero's resistance to each damage type."""
    return [data.heroes.resistance(number) for number in range(len(data.rulebook.damage_types))]


def harm_of_hidden_terrain(data: LintInput, floor: int) -> Iterator[Unseen]:
    """Hidden terrain that a floor can have: its harm on entering, and on staying in the same turn."""
    ruleset, resistances = data.rulebook.compiled, resistances_of(data)
    for number in sorted(data.terrain[floor - 1]):
        sprung = int(ruleset.terrain[number].found_to)
        if sprung:
            left = int(ruleset.terrain[sprung].entered_to) or sprung
            harm = most_harm(ruleset, sprung, resistances, codes.ON_ENTER) + most_harm(
                ruleset, left, resistances, codes.ON_STAY
            )
            yield Unseen(data.rulebook.terrain[number].key, harm, "and is hidden")


def monsters_out_of_sight(data: LintInput, floor: int) -> Iterator[Unseen]:
    """Monsters that can harm the hero in the very turn in which they come into view, or without being seen."""
    ruleset, resistances = data.rulebook.compiled, resistances_of(data)
    hero = data.heroes.average(floor)
    for kind in sorted(data.possible[floor - 1]):
        monster = ruleset.monsters[kind]

        def harm_of(ability: AbilityRow) -> int:
            return sum(damage_with_ground(ruleset, effect, resistances) for effect in effects_of(ruleset, ability))

        abilities = abilities_of(ruleset, monster)
        attack = data.heroes.most_taken(hero, kind, floor)
        attack += sum(harm_of(ability) for ability in abilities if ability.trigger == codes.ON_HIT)
        speed = stats_on(monster, floor)[codes.SPEED]
        attacks = actions(speed, monster.attack_time, hero.speed)
        from_afar = [
            harm_of(ability) * (1 if ability.cooldown else actions(speed, ability.time, hero.speed))
            for ability in abilities
            if ability.trigger == codes.ON_TURN and ability.area not in (codes.SELF, codes.TOUCH)
        ]
        at_sight = sum(harm_of(ability) for ability in abilities if ability.trigger == codes.ON_ARRIVE)
        key, boss = data.rulebook.monsters[kind].key, data.rulebook.monsters[kind].boss
        if any(hides(ruleset, ability) for ability in abilities):
            yield Unseen(key, max([attack * attacks, *from_afar]), "while it is invisible", boss)
        elif ruleset.reaction == codes.AT_ONCE:
            # One action takes it from out of sight to the hero's side.
            by_attacks = attack * (attacks if monster.attack_reach > 1 else attacks - 1)
            yield Unseen(key, at_sight + max([by_attacks, *from_afar]), "that in which it comes into view", boss)


def actions(speed: int, time: int, hero_speed: int) -> int:
    """The most actions of some length that an actor can take during one turn of the hero."""
    return min(codes.MAX_TURNS, -(-speed * codes.NORMAL_SPEED // max(1, hero_speed * time)))


def hides(ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether an ability makes its user invisible, or its allies."""
    effects = effects_of(ruleset, ability)
    return ability.affects != codes.ENEMIES and any(
        effect.effect == codes.GIVE_STATUS and ruleset.statuses[effect.status].conditions & codes.INVISIBLE
        for effect in effects
    )
