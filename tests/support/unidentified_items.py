"""Scenes with kinds of items that look alike until they are identified."""

from __future__ import annotations

from toml_scenes import TomlScene

UNIDENTIFIED = """
    [appearances.potion]
    names = ["red potion", "blue potion", "pink potion", "grey potion", "dim potion"]
    glyph = "!"

    [appearances.wand]
    names = ["oak wand", "tin wand"]
    glyph = "/"
    shape = "target"

    [appearances.ring]
    names = ["jade ring", "opal ring"]
    glyph = "="

    [abilities.heal]
    shape   = "self"
    effects = [{ heal = 8 }]

    [abilities.blast]
    shape   = "ball"
    radius  = 1
    reach   = 5
    effects = [{ damage = 4 }]

    [abilities.spark]
    shape   = "target"
    reach   = 2
    effects = [{ damage = 4 }]

    [abilities.lore]
    shape   = "self"
    effects = [{ identify = 1 }]

    [items.healing]
    glyph      = "h"
    appearance = "potion"
    abilities  = ["heal"]

    [items.fire]
    glyph      = "f"
    appearance = "potion"
    abilities  = ["blast"]

    [items.water]
    glyph      = "w"
    appearance = "potion"

    [items.sparks]
    glyph      = "z"
    appearance = "wand"
    abilities  = ["spark"]
    charges    = 3

    [items.might]
    glyph      = "m"
    appearance = "ring"
    slot       = "ring"
    power      = 5

    [items.scroll]
    glyph     = "?"
    abilities = ["lore"]
"""

ALONE = """
    #########
    #@......#
    #########
"""
OGRE_NEAR = """
    #########
    #@.o....#
    #########
"""


def a_scene(picture: str = ALONE, *carried: str, seed: int = 1) -> TomlScene:
    """A scene with these kinds, and a hero who carries some of their items."""
    scene = TomlScene(picture, UNIDENTIFIED, seed=seed)
    for sign in carried:
        scene.carry(sign)
    return scene
