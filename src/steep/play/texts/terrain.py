"""What terrain and gas are and do, in words."""

from __future__ import annotations

from steep.content.articles_and_plurals import agreeing, indefinite, plural
from steep.content.compiling.abilities import abilities_of
from steep.content.rulebook import Rulebook
from steep.content.sections import Terrain
from steep.core.gas import gas_row, units_of_gas
from steep.core.geometry import UNKNOWN
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import MAX_GAS
from steep.play.player_view import PlayerView, changes_places, visible_monsters
from steep.play.texts.abilities import ability_text
from steep.play.texts.messages import capitalised, enumerated
from steep.rules.abilities.ability_shapes import line_cell


def dangers_at(session: PlayerView, cell: int) -> list[int]:
    """The rows of the terrain and the gas on a cell that the hero could go to but avoids."""
    hero, ruleset = session.hero, session.rulebook.compiled
    rows = (hero.remembered[cell], gas_row(hero.gas, cell))
    return [row for row in rows if ruleset.enterable[row] == 1 and hero.passable[row] == 0]


def danger_at(session: PlayerView, cell: int) -> str:
    """The name of what is dangerous on a cell; empty if nothing is."""
    return next((session.rulebook.terrain_row(row).name for row in dangers_at(session, cell)), "")


def new_dangers_at(session: PlayerView, cell: int) -> list[int]:
    """The rows of `dangers_at` that the hero is not in already: who is in it knows it."""
    hero = session.hero
    known = (hero.remembered[hero.cell], gas_row(hero.gas, hero.cell))
    return [row for row in dangers_at(session, cell) if row not in known]


def danger_of_step(session: PlayerView, cell: int) -> str:
    """What is dangerous about a step onto a cell; empty if nothing is, or if it isn't a step but an attack."""
    if any(monster.cell == cell and not changes_places(monster) for monster in visible_monsters(session.hero)):
        return ""
    names = [session.rulebook.terrain_row(row).name for row in new_dangers_at(session, cell)]
    return f"Danger: {enumerated(names)}." if names else ""


def obstacle_sentence(session: PlayerView, origin: int, target: int, steps: int) -> str:
    """What keeps something that flies from one cell towards another from going on after some steps.

    Who stands there, or the terrain behind that stops it; empty if nothing does, as far as the hero knows.
    """
    hero, rulebook = session.hero, session.rulebook
    at, behind = (line_cell(origin, target, count) for count in (steps, steps + 1))
    for monster in visible_monsters(hero):
        if monster.cell == at and steps:
            return f"{capitalised(indefinite(rulebook.monsters[monster.kind].name))} is in the way."
    if not rulebook.compiled.stops[hero.remembered[behind]]:
        return ""
    if hero.remembered[behind] == UNKNOWN:
        return "Something out of view may be in the way."
    name = rulebook.terrain[hero.remembered[behind]].name
    return agreeing(f"{capitalised(name)} is in the way.", name)


def gas_lines(session: PlayerView, cell: int) -> list[str]:
    """The gas on a cell in view, how dense it is and what is special about it, in lines; none without any."""
    units, row = units_of_gas(session.hero.gas, cell), gas_row(session.hero.gas, cell)
    if not units:
        return []
    gas = session.rulebook.gases[row - NO_GAS - 1]
    limits = ((gas.burns, "It sets fire to what burns beside it."), (gas.flammable > 0, "It can burn."))
    return [
        f"{capitalised(gas.name)}, {units} of {MAX_GAS} units, in view.",
        *what_it_does(row, session.rulebook),
        *(agreeing(text, gas.name) for applies, text in limits if applies),
    ]


def terrain_lines(number: int, rulebook: Rulebook, how: str) -> list[str]:
    """A kind of terrain, whether it is in view or remembered, and what is special about it, in lines."""
    return [f"{capitalised(rulebook.terrain[number].name)}, {how}.", *terrain_facts(number, rulebook)]


def terrain_facts(number: int, rulebook: Rulebook) -> list[str]:
    """What is special about a kind of terrain, in lines."""
    kind = rulebook.terrain[number]
    names = {other.key: other.name for other in rulebook.terrain}
    key = next((f", if you have {indefinite(item.name)}" for item in rulebook.items if item.key == kind.key_item), "")
    left = plural(names.get(kind.taken_to, ""))
    limits = (
        (kind.solid and not (kind.opaque or kind.opens_to), "Nobody can walk through it, but you can see past it."),
        (kind.opaque and not kind.solid, "Nobody can see past it."),
        (bool(kind.opens_to), f"It opens when you walk into it{key}."),
        (bool(kind.entered_to) and not kind.door, f"It becomes {names.get(kind.entered_to)} when somebody enters it."),
        (kind.burns, "It sets fire to what burns beside it."),
        (kind.flammable > 0, "It can burn."),
        (bool(kind.taken_to), f"When you take something from one, the others become {left}."),
    )
    return [
        *([kind.description] if kind.description else []),
        *what_it_does(number, rulebook),
        *(agreeing(text, kind.name) for text in harmless_to(kind)),
        *(agreeing(text, kind.name) for applies, text in limits if applies),
    ]


def what_it_does(number: int, rulebook: Rulebook) -> list[str]:
    """What the abilities of a kind of terrain or gas do to the hero, in sentences."""
    kind = rulebook.terrain_row(number)
    return [f"{capitalised(ability_text(each, rulebook))}." for each in abilities_of(kind, rulebook)]


def harmless_to(kind: Terrain) -> list[str]:
    """To whom a kind of terrain does nothing, in a line; none if it does nothing to anybody, or something to all."""
    over = not (kind.tall or kind.opaque)
    spared = " or ".join(word for word, applies in (("fly", over), ("swim", kind.deep)) if applies)
    return [f"It does nothing to those who {spared}."] if spared and kind.abilities else []
