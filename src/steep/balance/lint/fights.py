"""Lint checks of fights: lost and costly ones, and monsters that stop being dangerous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from steep.balance.arena import Duels
from steep.balance.lint.lint_input import Finding, LintInput, Number, check
from steep.balance.possible_heroes_by_floor import Stats
from steep.content import Item
from steep.content.articles_and_plurals import indefinite
from steep.content.compiling.spawns import threats_of
from steep.content.rulebook import enchanted, with_plus
from steep.core.ruleset import DEFENSE

COSTLY = 0.5
"""A fight is costly above this share of the average hero's HP."""

LOST = 0.5
"""A measured fight is lost if the low end of the interval of lost duels is above this share."""

DISAGREES = 0.25
"""A declared threat is reported if it differs from the computed one by more than this share of it."""

DISAGREES_WITH_DUELS = 2
"""A threat is reported if it differs from the interval of what duels cost by more than this factor."""

LEAST_WITH_DUELS = 0.05
"""Smaller differences are not reported, as shares of the hero's HP."""


HITS = ("attack", "stats")
"""What decides what a hit does, by the words of `[imported]`. Nothing is proved of hits where it was not read."""

GROWTH = ("level_up", "gear")
"""The same, of how strong a hero can become."""


@check("assumed")
def assumed(data: LintInput) -> Iterator[Finding]:
    """What an import could not read from a game's code, so that what follows from it is assumed."""
    for topic, text in data.rulebook.imported.unread:
        yield Finding("assumed", "warning", 1, topic, f"not read from the game: {topic} ({text})")


@check("harmless")
def harmless(data: LintInput) -> Iterator[Finding]:
    """Kinds that still appear after level-ups or one piece of equipment made a hero immune to them."""
    heroes = data.heroes
    for kind, monster in enumerate(data.rulebook.monsters if data.knows(*HITS) else ()):
        first = data.first_floor(kind)
        # Its abilities may harm or, if they harm nobody, help other monsters.
        if first is None or monster.abilities or data.may_change_stats(data.kinds_from(first)):
            continue
        # A monster that grows is harmless once the hero withstands it as it is on the deepest floor that has it.
        last = data.deepest(max(floor for floor in data.floors if kind in data.possible[floor - 1]))
        power = data.hardest_hit(kind, last)
        damage = heroes.most_taken(heroes.starting, kind, first)
        if damage == 0:
            defense = heroes.starting.defense
            hits = data.power_text(kind, first)
            text = f"{monster.key} ({hits}) does no damage to the starting hero (defense {defense})"
            at_first: dict[str, Number] = {"power": data.hardest_hit(kind, first), "defense": defense, "damage": 0}
            yield Finding("harmless", "warning", first, monster.key, text, at_first)
            continue
        if not data.defense_can_stop_all:
            continue
        does = f"{monster.key} ({data.power_text(kind, first)}) does {damage} damage a hit at first, but none to a hero"
        for immunity in (*by_level_ups(data, power), *by_equipping(data, power)):
            if data.possible_from(kind, immunity.floor):
                numbers = {"power": power, "damage": damage, **immunity.numbers}
                yield Finding(
                    "harmless", "warning", max(immunity.floor, first), monster.key, f"{does} {immunity.text}", numbers
                )


@check("invulnerable")
def invulnerable(data: LintInput) -> Iterator[Finding]:
    """The floor from which nothing can hurt a hero, as it starts or by level-ups or one piece of equipment."""
    found: dict[str, Finding] = {}
    for floor in data.floors:
        left = data.kinds_from(floor)
        if not left or not data.defense_can_stop_all or not data.knows(*HITS):
            break
        if data.may_change_stats(left) or any(data.harms_otherwise(kind) for kind in left):
            continue
        if data.terrain_harms_from(floor):
            continue
        power = data.strongest_from(floor)
        for immunity in immunities(data, power):
            if immunity.floor <= floor and immunity.name not in found:
                # Past the last change of the tables, growth makes any hero invulnerable at some point.
                severity = "error" if floor <= data.last_change else "warning"
                text = f"from floor {floor} on, nothing (power {power} at most) can ever hurt a hero {immunity.text}"
                numbers = {"power": power, **immunity.numbers}
                found[immunity.name] = Finding("invulnerable", severity, floor, "monsters", text, numbers)
    yield from found.values()


@dataclass(frozen=True, slots=True)
class Immunity:
    """One way to take no damage from hits of some power."""

    name: str
    floor: int
    """The first floor on which a hero can have it."""
    text: str
    numbers: dict[str, Number]


def immunities(data: LintInput, power: int) -> tuple[Immunity, ...]:
    """All ways to take no damage from hits of some power. If the starting hero takes none, only that one."""
    defense = data.heroes.starting.defense
    if power <= defense:
        text = f"as a run begins (defense {defense}), without level-ups or found items"
        return (Immunity("start", 1, text, {"defense": defense}),)
    return (*by_level_ups(data, power), *by_equipping(data, power))


def by_level_ups(data: LintInput, power: int) -> Iterator[Immunity]:
    """Choosing only defense at level-ups, if the surveyed floors give enough XP."""
    heroes = data.heroes
    gain = heroes.max_gain("defense")
    if not gain or not data.knows("level_up"):
        return
    levels = -(-(power - heroes.starting.defense) // gain)
    defense, xp, floor = heroes.starting.defense + levels * gain, heroes.xp_for(levels), heroes.floor_for(levels)
    if floor is not None and floor in data.floors:
        times = {1: "once", 2: "twice"}.get(levels, f"{levels} times")
        above = heroes.xp_by(floor)
        text = f"who chose defense {times} (defense {defense}): {xp} XP, of {above:.0f} expected above floor {floor}"
        yield Immunity("levels", floor, text, {"levels": levels, "defense": defense, "xp": xp, "xp_above": above})


def by_equipping(data: LintInput, power: int) -> Iterator[Immunity]:
    """Equipping one item that may be found, without level-ups."""
    heroes = data.heroes
    for number, item in enumerate(data.rulebook.items):
        first = heroes.found_on(number)
        others = [held for held in heroes.equipped.values() if held.slot != item.slot]
        for floor in data.floors if first is not None and item.slot and data.knows("gear") else ():
            plus = heroes.best_plus(number, floor)
            found = enchanted(item, plus)
            defense = heroes.equipped_with([*others, found]).defense
            if floor >= (first or 1) and found.defense > 0 and defense >= power:
                name = with_plus(item.key, plus)
                text = f"with {name} alone (defense {defense}), which can be found on floor {floor}, without level-ups"
                yield Immunity(item.key, floor, text, {"defense": defense, "by": item.key})
                break


@check("unhurtable", "unhurt")
def unhurt(data: LintInput) -> Iterator[Finding]:
    """Kinds that can't be hurt by attacks of a hero who never chose power, or by any hero."""
    heroes = data.heroes
    own = heroes.attack_of(heroes.starting)
    for kind, monster in enumerate(data.rulebook.monsters if data.knows(*HITS) else ()):
        floors = (floor for floor in data.floors if kind in data.possible[floor - 1])
        start = heroes.starting.power
        first = next((floor for floor in floors if heroes.most_dealt(start, own, kind, floor) == 0), None)
        if first is None:
            continue
        defense = data.stat(kind, DEFENSE, first)
        levels = heroes.levels_by(first)
        weapons = heroes.weapons(first)
        strongest = heroes.strongest(first, levels)
        power = heroes.hardest_hit(heroes.starting)
        highest = strongest + max(weapon.dice * weapon.sides + weapon.plus for weapon in weapons)
        numbers = {"defense": defense, "power": power, "max_power": highest}
        resisting = "" if power <= defense else ", and it resists that type of damage"
        known = f"{monster.key} (defense {defense}) appears from floor {first} on, and"
        can_hurt = any(heroes.most_dealt(strongest, weapon, kind, first) > 0 for weapon in weapons)
        if can_hurt or data.items_can_hurt(first):
            text = f"{known} a hero who never chose power (power {power}{resisting}) can't hurt it by attacks"
            yield Finding("unhurt", "warning", first, monster.key, text, numbers)
        elif data.knows(*GROWTH):
            text = (
                f"{known} no hero can hurt it there: power {highest} is the maximum, with all {levels} level-ups and "
                f"the best equipment{resisting}"
            )
            yield Finding("unhurtable", "error", first, monster.key, text, numbers)


@check("never-returns")
def never_returns(data: LintInput) -> Iterator[Finding]:
    """Kinds that flee until they recover, and never recover."""
    for kind, monster in enumerate(data.rulebook.monsters):
        floor = data.first_floor(kind)
        if monster.returns_above and floor is not None and not data.can_recover(kind, floor):
            text = (
                f"{monster.key} flees until it has {monster.returns_above}% of its HP (returns_above), but it has no "
                f"regeneration, and no monster from floor {floor} on gives HP: it never comes back"
            )
            numbers = {"returns_above": monster.returns_above}
            yield Finding("never-returns", "warning", floor, monster.key, text, numbers)


@check("lost-fight", "costly-fight")
def fights(data: LintInput) -> Iterator[Finding]:
    """Single fights that the average hero of a floor loses, or that cost it too many HP."""
    for kind, monster in enumerate(data.rulebook.monsters):
        floors = [floor for floor in data.floors if kind in data.possible[floor - 1]]
        if not floors:
            continue
        heroes = data.heroes
        by_table = next((floor for floor in floors if heroes.fight(heroes.average(floor), kind, floor).lost), None)
        # Deeper down the average hero only grows stronger, and monsters that grow with it are in the table.
        tried = dict.fromkeys([floors[0]] if by_table is None else [floors[0], by_table])
        lost = next(filter(None, (lost_fight(data, kind, floor) for floor in tried)), None)
        if lost is not None:
            yield lost
        if lost is not None and lost.floor == floors[0]:
            continue
        cost, numbers = costly_fight(data, kind, floors[0])
        if cost:
            hero = average_hero_text(data, floors[0])
            text = f"{indefinite(monster.key)}, from floor {floors[0]} on, against {hero}: {cost}"
            severity = "note" if monster.boss else "warning"
            yield Finding("costly-fight", severity, floors[0], monster.key, text, numbers, evidence_of(numbers))


def lost_fight(data: LintInput, kind: int, floor: int) -> Finding | None:
    """The finding that the average hero of a floor loses to a kind of monster; None if it doesn't."""
    heroes = data.heroes
    stats = heroes.average(floor)
    is_lost = heroes.fight(stats, kind, floor).lost
    text, numbers = fight_text(data, stats, kind, floor), numbers_of(data, stats, kind, floor)
    if not is_exact(data, stats, heroes.usual_gear(floor).values(), kind, floor):
        duels = data.duels_of_average_hero(floor, kind)
        if duels is not None:
            is_lost = duels.lost.low > LOST
            text, numbers = duels_text(duels), numbers_of_duels(duels)
    if not is_lost:
        return None
    monster = data.rulebook.monsters[kind]
    sure = "error" if data.knows(*HITS, *GROWTH) else "warning"
    severity, loses = ("note", "loses to the boss") if monster.boss else (sure, "loses to")
    return Finding(
        "lost-fight",
        severity,
        floor,
        monster.key,
        f"{average_hero_text(data, floor)} {loses} {monster.key}: {text}",
        numbers,
        evidence_of(numbers),
    )


def costly_fight(data: LintInput, kind: int, floor: int) -> tuple[str, dict[str, Number]]:
    """The cost of a fight to a floor's average hero, as text and numbers; empty unless it is costly."""
    heroes = data.heroes
    stats = heroes.average(floor)
    if not is_exact(data, stats, heroes.usual_gear(floor).values(), kind, floor):
        duels = data.duels_of_average_hero(floor, kind)
        if duels is not None:
            return (duels_text(duels), numbers_of_duels(duels)) if duels.cost.low > COSTLY else ("", {})
    fight = heroes.fight(stats, kind, floor)
    if fight.hits and fight.cost > COSTLY * fight.hp:
        return fight_text(data, stats, kind, floor), numbers_of(data, stats, kind, floor)
    return "", {}


def average_hero_text(data: LintInput, floor: int) -> str:
    """The average hero of a floor as text."""
    levels = data.heroes.levels_by(floor)
    return f"an average hero on floor {floor} ({levels} level-up{'' if levels == 1 else 's'})"


def is_exact(data: LintInput, stats: Stats, gear: Iterable[Item], kind: int, floor: int) -> bool:
    """Whether arithmetic is enough for a fight: only attacks decide it, and none is random."""
    return data.heroes.attacks_decide(gear, kind, floor) and not data.heroes.is_random(stats, kind, floor)


def duels_text(duels: Duels) -> str:
    """Duels as text."""
    return (
        f"measured in {duels.number} duels, it costs {percent(duels.cost.mean)} of the hero's HP "
        f"(95% interval {percent(duels.cost.low)}-{percent(duels.cost.high)}), and {percent(duels.lost.mean)} are lost"
    )


def percent(share: float) -> str:
    """A share in percent."""
    return f"{share:.0%}"


def numbers_of_duels(duels: Duels) -> dict[str, Number]:
    """Duels as numbers."""
    cost, lost = duels.cost, duels.lost
    return {
        "duels": duels.number,
        "cost": cost.mean,
        "cost_low": cost.low,
        "cost_high": cost.high,
        "lost": lost.mean,
        "lost_low": lost.low,
        "lost_high": lost.high,
    }


def evidence_of(numbers: dict[str, Number]) -> str:
    """The evidence of a fight's numbers: duels, or the tables."""
    return "duels" if "duels" in numbers else "tables"


def fight_text(data: LintInput, stats: Stats, kind: int, floor: int) -> str:
    """A fight on a floor as text."""
    fight = data.heroes.fight(stats, kind, floor)
    if not fight.hits:
        return f"power {stats.power} does no damage to defense {data.stat(kind, DEFENSE, floor)}"
    hits = "attacks of, on average," if fight.is_random else "hits of"
    if fight.taken_meanwhile != fight.taken:
        return (
            f"it dies after {fight.hits} {hits} {fight.dealt:g}. In that time, at the speeds of both, its {hits} "
            f"{fight.taken:g} cost {round(fight.cost, 2):g} of {fight.hp} HP"
        )
    return (
        f"it dies after {fight.hits} {hits} {fight.dealt:g}, and its {fight.hits - 1} {hits} {fight.taken:g} cost "
        f"{round(fight.cost, 2):g} of {fight.hp} HP, if the hero strikes first"
    )


def numbers_of(data: LintInput, stats: Stats, kind: int, floor: int) -> dict[str, Number]:
    """A fight on a floor as numbers."""
    fight = data.heroes.fight(stats, kind, floor)
    return {"hits": fight.hits, "dealt": fight.dealt, "taken": fight.taken, "cost": fight.cost, "hp": fight.hp}


@check("threat-disagrees")
def threat_disagrees(data: LintInput) -> Iterator[Finding]:
    """Monsters whose declared threat differs from the computed one, where no duels measure it."""
    for kind, monster in enumerate(data.rulebook.monsters):
        ruleset, floor = data.rulebook.compiled, data.first_floor(kind) or 1
        # A declared threat is that of the stats as written, which floor 1 has.
        computed = threats_of(ruleset, ruleset.monsters[kind])[0]
        differs = monster.threat and abs(monster.threat - computed) > DISAGREES * computed
        if differs and data.duels_of_starting_hero(kind) is None:
            text = (
                f"{monster.key} declares a threat of {monster.threat}, but its computed threat is {computed}: "
                f"{fight_text(data, data.heroes.starting, kind, 1)}"
            )
            numbers = {"declared": monster.threat, "computed": computed}
            yield Finding("threat-disagrees", "warning", floor, monster.key, text, numbers)


@check("threat-disagrees-with-duels")
def threat_disagrees_with_duels(data: LintInput) -> Iterator[Finding]:
    """Kinds whose threat, declared or computed, disagrees with the duels of the starting hero."""
    for kind, monster in enumerate(data.rulebook.monsters):
        floor = data.first_floor(kind)
        duels = None if floor is None else data.duels_of_starting_hero(kind)
        if floor is None or duels is None:
            continue
        ruleset = data.rulebook.compiled
        threat = threats_of(ruleset, ruleset.monsters[kind], monster.threat)[floor - 1]
        # A hero can't lose more than all of its HP.
        expected = min(1.0, threat / 1000)
        too_high = expected > DISAGREES_WITH_DUELS * duels.cost.high and expected - duels.cost.high > LEAST_WITH_DUELS
        too_low = DISAGREES_WITH_DUELS * expected < duels.cost.low and duels.cost.low - expected > LEAST_WITH_DUELS
        if too_high or too_low:
            whose = "declared" if monster.threat else "computed"
            text = (
                f"{monster.key} has a {whose} threat of {threat}, which means {percent(expected)} of the starting "
                f"hero's HP; {duels_text(duels)}"
            )
            numbers = {whose: threat, **numbers_of_duels(duels)}
            yield Finding("threat-disagrees-with-duels", "warning", floor, monster.key, text, numbers, "duels")
