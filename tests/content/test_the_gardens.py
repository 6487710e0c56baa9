"""The Hedge Warden and the bone whistle, as docs/dungeon.md plans them."""

from __future__ import annotations

from pathlib import Path

import pytest

import steep
from scenes import E, Scene
from steep.content import Rulebook, load_ruleset
from steep.core.geometry import STAIRS, WIDTH
from steep.core.world import DEAD, PLAYING
from steep.rules.action_codes import ENOUGH_ALLIES
from steep.rules.items.inventory import equip_silently, take
from toml_scenes import TomlScene

GARDENS = Path(steep.__file__).parent / "rulesets" / "parts" / "steep" / "gardens.toml"
AVERAGE = """
    [hero]
    hp    = 48
    power = 3
    start = []

    [level_up]
    base = 1_000_000
"""
"""An explorer as it stands on floor 4: level 4, with three gifts."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    path = tmp_path_factory.mktemp("rulesets") / "average.toml"
    path.write_text(f'extends = "{GARDENS.as_posix()}"\n{AVERAGE}', encoding="utf-8")
    return load_ruleset(str(path))


class GardenScene(TomlScene):
    """A scene with the Warden only, and a hero with a short sword and a quilted habit."""

    def __init__(self, picture: str, book: Rulebook, seed: int = 1) -> None:
        self.book = book
        keys = [kind.key for kind in book.terrain]
        self.terrain = {sign: keys.index(key) for sign, key in (("#", "rock"), (".", "floor"))}
        self.monster_glyphs = "".join("H" if kind.key == "hedge_warden" else "\0" for kind in book.monsters)
        self.item_glyphs = "\0" * len(book.items)
        Scene.__init__(self, picture, book.compiled, seed=seed)
        self.cursor = 0
        self.world.tiles[WIDTH + 1] = STAIRS
        self.world.floor = self.hero.floor = 4
        for key in ("short_sword", "quilted_habit"):
            equip_silently(self.world, self.ruleset, self.give_item(key))

    def give_item(self, key: str) -> int:
        """Put an item into the inventory. Returns its slot."""
        kind = [item.key for item in self.book.items].index(key)
        take(self.world, self.hero.inventory_count, kind, self.ruleset.items[kind].charges, 0)
        return self.hero.inventory_count - 1


def test_the_warden_stops_an_average_hero_who_only_strikes(book: Rulebook) -> None:
    deaths = 0
    for seed in range(40):
        scene = GardenScene("#@H.#", book, seed)
        while scene.world.outcome == PLAYING and scene.monster("H").hp > 0:
            scene.move(E)
        deaths += scene.world.outcome == DEAD
    assert deaths >= 30


def test_a_whistle_calls_no_third_dog(book: Rulebook) -> None:
    scene = GardenScene("#..@...#", book)
    slot = scene.give_item("bone_whistle")
    dog = [monster.key for monster in book.monsters].index("kennel_dog")
    refused = []
    for _ in range(3):
        scene.hero.inventory[slot].charges = 1
        refused.append(scene.use(slot))
    assert sum(actor.hp > 0 and actor.kind == dog for actor in scene.actors()) == 2
    assert refused[2] == ENOUGH_ALLIES
