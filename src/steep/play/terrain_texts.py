"""What terrain is and does, in words."""

from __future__ import annotations

from steep.content.articles_and_plurals import indefinite
from steep.content.compile_abilities import abilities_of
from steep.content.rulebook import Rulebook
from steep.content.sections import Terrain
from steep.play.ability_texts import ability_text
from steep.play.messages import capitalised
from steep.play.player_view import PlayerView


def danger_at(session: PlayerView, cell: int) -> str:
    """The name of the terrain on a cell that the hero could go to but avoids; empty if it isn't dangerous."""
    hero, ruleset = session.hero, session.rulebook.compiled
    kind = hero.remembered[cell]
    avoided = ruleset.enterable[kind] == 1 and hero.passable[kind] == 0
    return session.rulebook.terrain[kind].name if avoided else ""


def terrain_lines(number: int, rulebook: Rulebook, how: str) -> list[str]:
    """A kind of terrain, whether it is in view or remembered, and what is special about it, in lines."""
    kind = rulebook.terrain[number]
    names = {other.key: other.name for other in rulebook.terrain}
    key = next((f", if you have {indefinite(item.name)}" for item in rulebook.items if item.key == kind.key_item), "")
    limits = (
        (kind.solid and not (kind.opaque or kind.opens_to), "Nobody can walk through it, but you can see past it."),
        (kind.opaque and not kind.solid, "Nobody can see past it."),
        (bool(kind.opens_to), f"It opens when you walk into it{key}."),
        (bool(kind.entered_to) and not kind.door, f"It becomes {names.get(kind.entered_to)} when somebody enters it."),
        (kind.burns, "It sets fire to what burns beside it."),
        (kind.flammable > 0, "It can burn."),
        (bool(kind.taken_to), f"When you take something from one, the others become {names.get(kind.taken_to)}."),
    )
    return [
        f"{capitalised(kind.name)}, {how}.",
        *([kind.description] if kind.description else []),
        *what_it_does(number, rulebook),
        *harmless_to(kind),
        *(text for applies, text in limits if applies),
    ]


def what_it_does(number: int, rulebook: Rulebook) -> list[str]:
    """What the abilities of a kind of terrain do to the hero, in sentences."""
    return [
        f"{capitalised(ability_text(each, rulebook))}." for each in abilities_of(rulebook.terrain[number], rulebook)
    ]


def harmless_to(kind: Terrain) -> list[str]:
    """To whom a kind of terrain does nothing, in a line; none if it does nothing to anybody, or something to all."""
    over = not (kind.tall or kind.opaque)
    spared = " or ".join(word for word, applies in (("fly", over), ("swim", kind.deep)) if applies)
    return [f"It does nothing to those who {spared}."] if spared and kind.abilities else []
