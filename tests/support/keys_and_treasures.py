"""A door with a key, what is worth fetching, and harm in the way: for scenes of bots and of multi-turn moves."""

from __future__ import annotations

from steep.mapgen.put_on_free_cell import add_item
from toml_scenes import TomlScene

TERRAIN = {"+": "door", "L": "vault_door", "_": "altar", "~": "lava", "=": "deep_water"}

KINDS = """
    [items.brass_key]
    glyph = "k"

    [terrain.vault_door]
    name     = "vault door"
    glyph    = "+"
    solid    = true
    opaque   = true
    opens_to = "open_door"
    key_item = "brass_key"

    [abilities.mend]
    shape   = "self"
    effects = [{ heal = 10 }]

    [items.herb]
    glyph     = "h"
    abilities = ["mend"]

    [items.sword]
    glyph = "s"
    slot  = "weapon"
    power = 3
"""


def put(scene: TomlScene, sign: str, cell: int) -> None:
    """Put an item on a cell, whatever its terrain."""
    assert add_item(scene.world, scene.item_glyphs.index(sign), cell)
    scene.update_fov()
