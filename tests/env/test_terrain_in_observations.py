"""Every stock kind of terrain in `glyphs` and `features`, on a drawn floor; hidden kinds are what they look like."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import steep.env
from generated_floors import rulebook_from
from steep.content import Rulebook
from steep.core.geometry import FLOOR, ROCK
from steep.env import FEATURES
from steep.env.kernel.actions import FLAT_WAIT
from steep.env.kernel.write_map import GLYPH_HERO
from steep.rules.action_codes import WAIT

CROP = 21
OBSERVATIONS = ("glyphs", "glyphs_crop", "features", "compass", "action_mask")

PLANE = {entry.name: number for number, entry in enumerate(FEATURES)}

HALF = 4
"""Steps from the hero, in the middle, to the ring of terrain around it."""


def ring() -> list[tuple[int, int]]:
    """The columns and rows of the ring."""
    span = range(1, 2 * HALF + 2)
    return [(x, y) for y in span for x in span if max(abs(x - HALF - 1), abs(y - HALF - 1)) == HALF]


@cache
def with_all_stock_terrain() -> Rulebook:
    """A ruleset whose first floor has the hero in the middle of all kinds of stock terrain, and of a locked safe."""
    keys = [kind.key for kind in rulebook_from("").terrain][4:]
    signs = dict(zip("abcdefghijklmnopqrstuvwxyz", [*keys, "safe"], strict=False))
    assert len(signs) == len(keys) + 1 < len(ring()), "more kinds of stock terrain than places on the map"
    rows = [["#"] * (2 * HALF + 3) for _ in range(2 * HALF + 3)]
    for y in range(1, 2 * HALF + 2):
        rows[y][1:-1] = "." * (2 * HALF + 1)
    for (x, y), sign in zip(ring(), (*signs, ">"), strict=False):
        rows[y][x] = sign
    rows[HALF + 1][HALF + 1] = "@"
    legend = ", ".join(f'{sign} = "{key}"' for sign, key in signs.items())
    drawn = "\n".join("".join(row) for row in rows)
    return rulebook_from(
        "[items.iron_key]\nglyph = '-'\n"
        '[terrain.safe]\nglyph = "S"\nsolid = true\nopens_to = "floor"\nkey_item = "iron_key"\n'
        f"[floors.all]\nfloor = 1\nmap = '''\n{drawn}'''\nlegend = {{ {legend} }}\n"
    )


def start(book: Rulebook, **changes: Any) -> tuple[steep.env.DescentEnv, dict[str, Any]]:
    """The first observation of a ruleset."""
    env = steep.env.DescentEnv(ruleset=book, observations=OBSERVATIONS, crop=CROP, **changes)
    observation, _ = env.reset(seed=1)
    return env, observation


def glyph_of(book: Rulebook, number: int) -> int:
    """The glyph of a kind of terrain, as the manual has it."""
    return number if number < 4 else 1 + len(book.item_rows) + 3 * len(book.monsters) + number


@pytest.mark.parametrize("number", range(4, len(with_all_stock_terrain().terrain)))
def test_each_kind_of_terrain_has_its_glyph_and_its_planes(number: int) -> None:
    book = with_all_stock_terrain()
    observation = start(book)[1]
    kind, keys = book.terrain[number], [each.key for each in book.terrain]
    looks = keys.index(kind.looks_like) if kind.looks_like else number
    x, y = ring()[number - 4]
    dx, dy = x - HALF - 1, y - HALF - 1
    ((row, column),) = np.argwhere(observation["glyphs"] == GLYPH_HERO)
    assert observation["glyphs"][row + dy, column + dx] == glyph_of(book, looks)
    assert observation["glyphs_crop"][CROP // 2 + dy, CROP // 2 + dx] == glyph_of(book, looks)
    planes = observation["features"][:, CROP // 2 + dy, CROP // 2 + dx]
    shown = book.terrain[looks]
    harms = shown.key in ("deep_water", "lava", "chasm", "web", "fire", "spike_trap", "trapdoor")
    expected = {
        "visible": 255,
        "rock": 0 if not shown.solid else 127 if shown.key == "safe" else 255,
        "open": 0 if shown.solid else 127 if harms else 255,
        "stairs": 127 if shown.key in ("chasm", "trapdoor") else 0,
    }
    assert {name: planes[PLANE[name]] for name in expected} == expected


@pytest.mark.parametrize(("hero", "bears"), [("resist = { fire = 99 }", False), ("resist = { fire = 100 }", True)])
def test_what_the_hero_bears_is_open(hero: str, bears: bool) -> None:
    rows = ["######", "#@..>#", "######"]
    text = "[floors.hall]\nfloor = 1\nmap = '''\n{}'''\nlegend = {{ '.' = 'lava' }}\n[hero]\n{}\n"
    _, observation = start(rulebook_from(text.format("\n".join(rows), hero)))
    assert observation["features"][PLANE["open"], CROP // 2, CROP // 2 + 1] == (255 if bears else 127)


HIDDEN = {
    "hidden_spike_trap": FLOOR,
    "hidden_trapdoor": FLOOR,
    "secret_door": ROCK,
}


@pytest.mark.parametrize("key", HIDDEN)
def test_hidden_terrain_changes_no_observation_and_no_mask(key: str) -> None:
    """A hidden thing beside the hero gives what a floor gives that has what it looks like instead."""
    given = []
    for terrain in (key, {FLOOR: "floor", ROCK: "rock"}[HIDDEN[key]]):
        rows = ["#######", "#@x..>#", "#.....#", "#######"]
        book = rulebook_from(
            "[floors.way]\nfloor = 1\nmap = '''\n{}'''\nlegend = {{ x = '{}' }}\n".format("\n".join(rows), terrain)
        )
        for actions, wait in (("flat", FLAT_WAIT), ("targets", (WAIT, 0, 0))):
            keys = (*OBSERVATIONS, "target_mask") if actions == "targets" else OBSERVATIONS
            env = steep.env.DescentEnv(ruleset=book, observations=keys, actions=actions, crop=CROP)
            given.append([env.reset(seed=1)[0], env.step(wait)[0], env.step(wait)[0]])
    for hidden, plain in zip(given[:2], given[2:], strict=True):
        for one, other in zip(hidden, plain, strict=True):
            assert one.keys() == other.keys()
            for name in one:
                assert np.array_equal(one[name], other[name]), name
