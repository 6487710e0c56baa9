"""What floors are made of in random rulesets: terrain, layouts, themes, vaults and drawn floors.

Every key of terrain, layouts and overlays is drawn. Maps are drawn by hand, since all of a map must be reachable; what
their characters stand for is random. `random_rulesets` has the monsters and items that they name, and the keys
`brass_key` and `silver_key`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from random_sections import Values, drawn_keys, is_set, lines, quoted, values_of
from steep.content.sections import FIXED_TERRAIN, LAYOUT_KEYS, Gas, Layout, Overlay, Terrain
from steep.content.validation.survival import TERRAIN_PAIRS
from steep.core.ruleset import GENERATOR_NAMES
from toml_scenes import rulebook_of

STOCK = tuple(kind for kind in rulebook_of("").terrain if kind.key not in FIXED_TERRAIN)
"""The kinds of terrain that every ruleset has and may change."""

OWN = ("mist", "slime", "rubble", "gate")
"""The kinds of terrain that a random ruleset has of its own."""

KEYS = ("brass_key", "silver_key")

GASES = (*(gas.key for gas in rulebook_of("").gases), "reek")
"""Three that every ruleset has, and one of a random ruleset's own."""

FUME = "fume"
"""An ability that gas may have."""

LOCKED = ("brass_door", "silver_door")
"""Doors, one for each key."""

SPREADS = ("mist", "slime")
"""Those of them that are never solid: they are in rooms, in doorways and on shores."""

BECOMES = quoted(("rock", "floor", *(kind.key for kind in STOCK), *OWN))
OPEN = quoted((*(kind.key for kind in STOCK if not kind.solid), *SPREADS))
WAYS = tuple(kind for kind in OPEN if kind != '"altar"')
"""Those of them that may be all over a map: cages may bar no way."""

TERRAIN_VALUES: Values = {
    "key_item": quoted(KEYS),
    "taken_to": WAYS,
    "looks_like": quoted(("rock", "floor", "grass")),
    "fade_chance": ("3", "100"),
    "flammable": ("20", "100"),
} | dict.fromkeys(("entered_to", "left_to", "opens_to", "digs_to", "found_to", "fades_to", "burns_to"), BECOMES)
LAYOUT_VALUES: Values = {
    "spawn": ("1", "5", "{ 1 = 2, 2 = 0 }", "{ 2 = 5 }"),
    "room_attempts": ("1", "20", "60"),
    "room_min": ("3", "4"),
    "room_max": ("5", "9"),
    "loops": ("0", "50", "100"),
    "rock": ("30", "45", "55"),
    "smoothing": ("1", "4", "8"),
    "area": ("20", "60", "400"),
    "spacing": ("2", "4", "8"),
    "door": OPEN,
    "doors": ("0", "30", "100"),
}
OVERLAY_VALUES: Values = {
    "terrain": quoted((*(kind.key for kind in STOCK), *OWN)),
    "shore": ('""', *OPEN),
    "count": ("1", "3", "[0, 2]"),
    "cells": ("4", "20", "90"),
}
GAS_VALUES: Values = {
    "thins": ("1", "20", "100"),
    "spreads": ("0", "50", "100"),
    "burns_to": quoted(GASES),
    "flammable": ("20", "100"),
}
OWN_GAS = values_of(Gas, GAS_VALUES, ("abilities",))
OWN_TERRAIN = values_of(Terrain, TERRAIN_VALUES, ("abilities",))
OWN_LAYOUT = values_of(Layout, LAYOUT_VALUES, ("generator", "overlays"))
OWN_OVERLAY = values_of(Overlay, OVERLAY_VALUES)

VAULTS: Mapping[str, tuple[str, str]] = {
    "den": ("#######\n#o.!.p+\n#..T~.#\n#######", ""),
    "pond": (" ~~~ \n~~o~~\n ~~~~", "populate = true\n"),
    "ruin": ("~~%~\n~o~~\n%~~!", ""),
    "closet": ("####\n#!!S\n####", ""),
    "treasury": ("#####\n#_._#\n#...#\n##B##", ""),
    "gallery": ("#B####\n#_.!_#\n####B#", ""),
    "crypt": ("#####\n#_!_#\n##B##", 'key_in = "guardroom"\n'),
    "guardroom": ("#####\n#.k.#\n#o..+\n#####", ""),
    "inner_room": ("#####\n#k!_#\n##Z##", 'key_in = "cellar"\n'),
    "outer_room": ("#####\n#_._#\n##B##", 'key_in = "inner_room"\n'),
    "cellar": ("####\n#k.+\n####", ""),
}
"""The maps of vaults, and what is special about each. "Z" is a silver door, "B" one of brass, "S" a secret one."""

ARENA = """\
####################
#@..o.%..#..~~.!...#
#..k...~.B.~~~o.~..#
#.###.############.#
#...%.......~~...>.#
####################
"""


def random_terrain(rng: Random, key: str, abilities: Sequence[str]) -> str:
    """A kind of terrain, with some of these abilities."""
    keys = drawn_keys(rng, OWN_TERRAIN)
    if key in SPREADS:
        keys |= {"solid": "false", "digs_to": rng.choice(BECOMES)}
    if key == "gate":
        keys |= {"solid": "true", "opens_to": rng.choice(BECOMES)}
    if not is_set(keys, "solid"):
        keys.pop("opens_to", None)
    if "opens_to" not in keys:
        keys.pop("key_item", None)
    for one, other in TERRAIN_PAIRS:
        if (one in keys) != (other in keys):
            lacking = other if one in keys else one
            keys[lacking] = rng.choice(OWN_TERRAIN[lacking])
    having = [ability for ability in abilities if rng.random() < 0.5]
    return f'[terrain.{key}]\nglyph = "t"\n{lines(keys)}abilities = [{", ".join(quoted(having))}]\n'


def random_gas(rng: Random) -> str:
    """A gas, with or without an ability."""
    keys = {"thins": "20"} | drawn_keys(rng, OWN_GAS)
    if ("burns_to" in keys) != ("flammable" in keys):
        keys |= {key: rng.choice(OWN_GAS[key]) for key in ("burns_to", "flammable") if key not in keys}
    having = quoted([FUME]) if rng.random() < 0.7 else ()
    return f"[gases.reek]\n{lines(keys)}abilities = [{', '.join(having)}]\n"


def random_overlay(rng: Random) -> str:
    """Blobs of terrain."""
    return f"{{ {', '.join(f'{key} = {rng.choice(values)}' for key, values in OWN_OVERLAY.items())} }}"


def random_layout(rng: Random, key: str) -> str:
    """A layout of random numbers that fits a small map."""
    generator = rng.choice(GENERATOR_NAMES)
    keys = {
        name: rng.choice(values)
        for name, values in OWN_LAYOUT.items()
        if name != "doors" and generator in LAYOUT_KEYS.get(name, GENERATOR_NAMES)
    }
    if rng.random() < 0.5:
        keys["doors"] = rng.choice(OWN_LAYOUT["doors"])
    else:
        del keys["door"]
    overlays = ", ".join(random_overlay(rng) for _ in range(rng.randint(1, 3)))
    return f'[layouts.{key}]\ngenerator = "{generator}"\noverlays = [{overlays}]\n{lines(keys)}'


def random_fill(rng: Random, monsters: Sequence[str], items: Sequence[str]) -> str:
    """Something that a theme puts into a room."""
    what = rng.choice(
        (
            f"terrain = {rng.choice(WAYS)}",
            f"terrain = {rng.choice(WAYS)}, item = {rng.choice(quoted(items))}",
            f"terrain = {rng.choice(quoted(SPREADS))}, monster = [{', '.join(quoted(monsters))}]",
            f'pack = "gang", item = {rng.choice(quoted(items))}',
            f'draw = "{rng.choice(("monster", "item"))}", deeper = {rng.choice((0, 2))}',
        )
    )
    return f'{{ {what}, count = "{rng.choice(("1", "1d3", "9"))}" }}'


def random_theme(rng: Random, key: str, monsters: Sequence[str], items: Sequence[str]) -> str:
    """A theme of a room."""
    fills = ", ".join(random_fill(rng, monsters, items) for _ in range(rng.randint(1, 4)))
    return f"[themes.{key}]\nspawn = {rng.choice((1, 5))}\nfill = [{fills}]\n"


def random_legend(rng: Random, monsters: Sequence[str], items: Sequence[str]) -> str:
    """What the characters of maps stand for."""
    entries = {
        "o": f"{{ monster = [{', '.join(quoted(monsters))}], chance = {rng.choice((50, 100))} }}",
        "T": f'{{ draw = "monster", deeper = {rng.choice((0, 3))}, item = {rng.choice(quoted(items))} }}',
        "p": '{ pack = "gang" }',
        "!": rng.choice(('{ draw = "item" }', f"{{ item = {rng.choice(quoted(items))} }}")),
        "_": f'{{ terrain = {rng.choice(quoted(("altar", "altar", *SPREADS)))}, draw = "item" }}',
        "~": f"{{ terrain = {rng.choice(WAYS)} }}",
        "%": f"{{ terrain = {rng.choice(quoted(SPREADS))} }}",
        "S": '"secret_door"',
        "B": '"brass_door"',
        "Z": '"silver_door"',
    }
    return ", ".join(f'"{sign}" = {entry}' for sign, entry in entries.items())


def random_vault(rng: Random, key: str, monsters: Sequence[str], items: Sequence[str]) -> str:
    """One of VAULTS, with random things in it."""
    drawn, special = VAULTS[key]
    flags = {flag: rng.choice(("true", "false")) for flag in ("once", "rotated", "mirrored")}
    legend = f'{random_legend(rng, monsters, items)}, "k" = {{ key = true }}'
    weight = f"spawn = {rng.choice((1, 5))}\n" if key not in ("guardroom", "cellar") or rng.random() < 0.5 else ""
    return f"[vaults.{key}]\nmap = '''\n{drawn}'''\n{special}{lines(flags)}{weight}legend = {{ {legend} }}\n"


def random_drawn_floor(rng: Random, monsters: Sequence[str], items: Sequence[str]) -> str:
    """A floor that is drawn whole, with or without stairs."""
    drawn = ARENA if rng.random() < 0.8 else ARENA.replace(">", ".")
    legend = f'{random_legend(rng, monsters, items)}, "k" = {{ item = "brass_key" }}'
    floors = rng.choice(("1", "2", "[2, 4]"))
    populate = rng.choice(("true", "false"))
    return f"[floors.arena]\nfloor = {floors}\npopulate = {populate}\nmap = '''\n{drawn}'''\nlegend = {{ {legend} }}\n"


def random_floors(rng: Random, monsters: Sequence[str], items: Sequence[str], abilities: Sequence[str]) -> str:
    """All that floors of a ruleset are made of. Terrain may have some abilities. Sometimes no floor has any of it."""
    doors = "".join(
        f'[terrain.{door}]\nglyph = "+"\nsolid = true\nopaque = true\nopens_to = "open_door"\nkey_item = "{key}"\n'
        f'[items.{key}]\nglyph = "-"\nspawn = {rng.choice((0, 3))}\n'
        for door, key in zip(LOCKED, KEYS, strict=True)
    )
    rows = [doors, random_gas(rng), *(random_terrain(rng, key, abilities) for key in OWN)]
    pieces = []
    if rng.random() < 0.8:
        pieces += [random_layout(rng, f"layout_{number}") for number in range(rng.randint(1, 3))]
    pieces += [random_theme(rng, f"theme_{number}", monsters, items) for number in range(2)]
    pieces += [random_vault(rng, key, monsters, items) for key in VAULTS]
    if rng.random() < 0.3:
        pieces.append(random_drawn_floor(rng, monsters, items))
    return "".join(rows if rng.random() < 0.2 else rows + pieces)
