"""What the hero uses and what then does nothing that it perceives: it is told so, whatever the effect."""

from __future__ import annotations

import pytest

from steep.rules.action_codes import DONE
from toml_scenes import TomlScene

NOTHING = "Nothing happens."

WAND = """
[abilities.it]
{more}
effects = [{effects}]
[items.wand]
glyph = "/"
abilities = ["it"]
"""


def used(effects: str, more: str, picture: str) -> list[str]:
    """What is told when the hero uses a wand with these effects on a sleeping rat, or else where it stands."""
    scene = TomlScene(picture, WAND.format(effects=effects, more=more) + "[monsters.rat]\nasleep = 100\n")
    rats = [actor.cell for actor in scene.actors() if scene.monster_glyphs[actor.kind] == "r"]
    assert scene.use_on("/", rats[0] if rats else scene.hero.cell) == DONE
    return scene.messages()


ALONE = "#@...#"
RAT = "#@r###"


@pytest.mark.parametrize(
    ("effects", "more", "picture"),
    [
        ('{ cure = "poisoned" }', 'shape = "self"', ALONE),
        ('{ cure = "poisoned" }, { cure = "blind" }', 'shape = "bolt"', RAT),
        ('{ transform = "rat" }', 'shape = "bolt"', RAT),
        ('{ transform = "ogre" }', 'shape = "self"', ALONE),
        ("{ push = 3 }", 'shape = "bolt"', RAT),
        ("{ pull = 3 }", 'shape = "bolt"', RAT),
        ("{ wake = true }", 'shape = "self"', ALONE),
        ("{ split = true }", 'shape = "self"', ALONE),
        ('{ summon = "rat", count = 1 }', 'shape = "self"', "###\n#@#\n###"),
        ("{ blink = 1 }", 'shape = "self"', "###\n#@#\n###"),
    ],
)
def test_an_effect_on_nobody_is_told(effects: str, more: str, picture: str) -> None:
    assert used(effects, more, picture) == [NOTHING]


def test_it_is_not_if_any_effect_has_one() -> None:
    assert used('{ cure = "poisoned" }, { damage = 2 }', 'shape = "bolt"', RAT)[0] == "The rat is hurt for 2."


def test_nor_if_something_else_comes_of_it() -> None:
    scene = TomlScene(
        "#@..r.#",
        WAND.format(effects='{ cure = "poisoned" }', more='shape = "self"\nnoise = 9') + "[monsters.rat]\nasleep = 100",
    )
    scene.use_on("/")
    assert scene.messages() == ["The rat wakes and notices you."]


POTIONS = """
[appearances.potion]
names = ["red potion", "blue potion", "green potion", "grey potion"]
glyph = "!"
[items.water]
glyph      = "w"
appearance = "potion"
[abilities.healing]
shape      = "self"
effects    = [{ heal = 8 }]
[items.healing]
glyph      = "h"
appearance = "potion"
abilities  = ["healing"]
[abilities.enchanting]
shape      = "self"
effects    = [{ enchant = 1, slot = "weapon" }]
[items.oil]
glyph      = "o"
appearance = "potion"
abilities  = ["enchanting"]
[abilities.spark]
shape      = "target"
reach      = 3
effects    = [{ damage = 3 }]
[items.sparks]
glyph      = "s"
appearance = "potion"
abilities  = ["spark"]
"""


@pytest.mark.parametrize("sign", ["w", "h", "o", "s"])
def test_an_unknown_potion_without_effect_is_identified_and_told(sign: str) -> None:
    scene = TomlScene(ALONE, POTIONS)
    assert scene.use_on(sign) == DONE
    identified, *rest = scene.messages()
    assert identified.endswith(f"{scene.book.items[scene.item_glyphs.index(sign)].name}.")
    assert rest == [NOTHING]


def test_what_monsters_do_without_effect_is_not_told() -> None:
    piece = """
        [abilities.it]
        trigger = "hit"
        shape   = "touch"
        effects = [{ cure = "poisoned" }]
        [monsters.rat]
        abilities = ["it"]
    """
    scene = TomlScene(RAT, piece)
    scene.wait()
    assert scene.messages() == ["The rat hits you for 2."]
