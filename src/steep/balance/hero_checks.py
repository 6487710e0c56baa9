"""Checks of what a hero can be: fights that are lost, and monsters that no longer matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from steep.balance.findings import Finding, Number
from steep.balance.hero import Body
from steep.balance.lint_input import Known

COSTLY = 0.5
"""A fight that takes more than this share of the HP that a run begins with is costly."""

DISAGREES = 0.25
"""A declared threat that is off by more than this share of the computed one disagrees with it."""


def harmless(known: Known) -> Iterator[Finding]:
    """Kinds that still come when they can no longer hurt a hero: by level-ups, or by one thing worn."""
    heroes = known.heroes
    for kind, monster in enumerate(known.book.monsters):
        first = known.first_floor(kind)
        if first is None:
            continue
        damage = heroes.fight(heroes.fresh, kind).taken
        if damage == 0:
            text = f"{monster.key} (power {monster.power}) does nothing to defense {heroes.fresh.defense} of floor 1"
            at_first: dict[str, Number] = {"power": monster.power, "defense": heroes.fresh.defense, "damage": 0}
            yield Finding("harmless", "warning", first, monster.key, text, at_first)
            continue
        does = f"{monster.key} (power {monster.power}) does {damage} a blow at first and nothing to a hero"
        for way in (*by_level_ups(known, monster.power), *by_wearing(known, monster.power)):
            if known.comes_from(kind, way.floor):
                numbers = {"power": monster.power, "damage": damage, **way.numbers}
                yield Finding("harmless", "warning", max(way.floor, first), monster.key, f"{does} {way.text}", numbers)


def invulnerable(known: Known) -> Iterator[Finding]:
    """Floors from which on nothing that comes can hurt a hero: as it starts, by level-ups, or by one thing worn."""
    found: dict[str, Finding] = {}
    for floor in known.floors:
        if not any(known.coming[floor - 1 :]):
            break
        power = known.strongest_from(floor)
        for way in ways_to_defy(known, power):
            if way.floor <= floor and way.name not in found:
                # An error while the tables still change; below, the dungeon has nothing more to say anyway.
                severity = "error" if floor <= known.last_change else "warning"
                text = f"from floor {floor} on, for ever, nothing (power {power} at most) can hurt a hero {way.text}"
                numbers = {"power": power, **way.numbers}
                found[way.name] = Finding("invulnerable", severity, floor, "monsters", text, numbers)
    yield from found.values()


@dataclass(frozen=True, slots=True)
class Defiance:
    """A way to take no harm from blows of some power: the first floor to come to with it, and how it is had."""

    name: str
    floor: int
    text: str
    numbers: dict[str, Number]


def ways_to_defy(known: Known, power: int) -> tuple[Defiance, ...]:
    """All ways to take no harm from blows of some power; no other is told where the start alone is enough."""
    defense = known.heroes.fresh.defense
    if power <= defense:
        text = f"as a run begins (defense {defense}), without a level-up and with nothing found"
        return (Defiance("start", 1, text, {"defense": defense}),)
    return (*by_level_ups(known, power), *by_wearing(known, power))


def by_level_ups(known: Known, power: int) -> Iterator[Defiance]:
    """By choosing nothing but defense, when the floors that are looked at give the XP for that."""
    heroes = known.heroes
    gain = heroes.most_gained("defense")
    if not gain:
        return
    levels = -(-(power - heroes.fresh.defense) // gain)
    defense, xp, floor = heroes.fresh.defense + levels * gain, heroes.xp_for(levels), heroes.floor_for(levels)
    if floor is not None and floor in known.floors:
        times = {1: "once", 2: "twice"}.get(levels, f"{levels} times")
        above = heroes.xp_by(floor)
        text = f"who chose defense {times} (defense {defense}): {xp} XP, of {above:.0f} to expect above floor {floor}"
        yield Defiance("levels", floor, text, {"levels": levels, "defense": defense, "xp": xp, "xp_above": above})


def by_wearing(known: Known, power: int) -> Iterator[Defiance]:
    """By wearing one thing that may be found, without a level-up."""
    heroes = known.heroes
    for number, item in enumerate(known.book.items):
        floor = heroes.found_on(number)
        if floor is None or item.defense <= 0:
            continue
        beside = [worn for worn in heroes.equipped.values() if worn.slot != item.slot]
        defense = heroes.wearing([*beside, item]).defense
        if defense >= power:
            text = f"in {item.key} alone (defense {defense}), which may lie on floor {floor}, without a level-up"
            yield Defiance(item.key, floor, text, {"defense": defense, "by": item.key})


def unhurt(known: Known) -> Iterator[Finding]:
    """Kinds that a hero who never chose power cannot hurt, or no hero at all."""
    heroes = known.heroes
    for kind, monster in enumerate(known.book.monsters):
        first = known.first_floor(kind)
        if first is None or heroes.fresh.power > monster.defense:
            continue
        levels = heroes.levels_by(first)
        strongest = heroes.best_worn(first, "power").power + levels * heroes.most_gained("power")
        numbers = {"defense": monster.defense, "power": heroes.fresh.power, "most_power": strongest}
        if strongest <= monster.defense:
            text = (
                f"{monster.key} (defense {monster.defense}) comes from floor {first} on, and no hero can hurt it "
                f"there: power {strongest} is the most, with all of {levels} level-ups and the best to be found"
            )
            yield Finding("unhurtable", "error", first, monster.key, text, numbers)
        else:
            text = (
                f"{monster.key} (defense {monster.defense}) comes from floor {first} on, and a hero who never chose "
                f"power (power {heroes.fresh.power}) cannot hurt it"
            )
            yield Finding("unhurt", "warning", first, monster.key, text, numbers)


def fights(known: Known) -> Iterator[Finding]:
    """Fights one on one that the average hero loses, or that cost a hero as at the start too much."""
    heroes = known.heroes
    for kind, monster in enumerate(known.book.monsters):
        coming = [floor for floor in known.floors if kind in known.coming[floor - 1]]
        lost = next((floor for floor in coming if heroes.fight(heroes.average(floor), kind).lost), None)
        if lost is not None:
            body = heroes.average(lost)
            levels = heroes.levels_by(lost)
            who = f"an average hero on floor {lost} ({levels} level-up{'' if levels == 1 else 's'})"
            text = f"{who} loses to {monster.key}: {told(known, body, kind)}"
            yield Finding("lost-fight", "error", lost, monster.key, text, numbers_of(known, body, kind))
        if not coming or coming[0] == lost:
            continue
        fight = heroes.fight(heroes.fresh, kind)
        if fight.blows and fight.cost > COSTLY * fight.hp:
            text = (
                f"a first {monster.key}, from floor {coming[0]} on, against a hero as a run begins: "
                f"{told(known, heroes.fresh, kind)}"
            )
            numbers = numbers_of(known, heroes.fresh, kind)
            yield Finding("costly-fight", "warning", coming[0], monster.key, text, numbers)


def told(known: Known, body: Body, kind: int) -> str:
    """A fight in a few words."""
    fight = known.heroes.fight(body, kind)
    if not fight.blows:
        return f"power {body.power} does nothing to defense {known.book.monsters[kind].defense}"
    return (
        f"{fight.blows} blows of {fight.dealt} fell it, and {fight.blows - 1} of {fight.taken} take {fight.cost} "
        f"of {fight.hp} HP while it lasts, if the hero strikes first"
    )


def numbers_of(known: Known, body: Body, kind: int) -> dict[str, Number]:
    """A fight in numbers."""
    fight = known.heroes.fight(body, kind)
    return {"blows": fight.blows, "dealt": fight.dealt, "taken": fight.taken, "cost": fight.cost, "hp": fight.hp}


def threat_disagrees(known: Known) -> Iterator[Finding]:
    """Monsters whose maker thinks they threaten something else than their numbers say."""
    for kind, monster in enumerate(known.book.monsters):
        computed = known.book.compiled.monsters[kind].threat
        if monster.threat and abs(monster.threat - computed) > DISAGREES * computed:
            text = (
                f"{monster.key} declares a threat of {monster.threat} and has one of {computed}: "
                f"{told(known, known.heroes.fresh, kind)}"
            )
            numbers = {"declared": monster.threat, "computed": computed}
            floor = known.first_floor(kind) or 1
            yield Finding("threat-disagrees", "warning", floor, monster.key, text, numbers)
