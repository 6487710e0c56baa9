"""Scenes whose kinds, abilities and statuses come from a piece of a ruleset file.

    scene = TomlScene("#@..r#", '''
        [abilities.spit]
        trigger = "turn"
        shape   = "bolt"
        effects = [{ damage = 2 }]

        [monsters.rat]
        abilities = ["spit"]
    ''')
    scene.wait()
    assert scene.messages() == ["You are hurt for 2."]

The piece is laid over BASE, which has a rat ("r") and an ogre ("o"). A sign is the glyph of a kind of monster or item.
"""

from __future__ import annotations

import functools
import tempfile
import textwrap
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from scenes import LEFT, TOP, Scene
from steep.bots.level_ups import imagine_monster
from steep.content import Rulebook, load_ruleset
from steep.core.geometry import CELLS, FLOOR, ROCK, STAIRS, WIDTH
from steep.core.random_streams import SPAWNS
from steep.core.world import FOR_EVER, HERO_ROW, MAX_EVENTS, Actor, VisibleMonster
from steep.mapgen.make_floor import note_terrain
from steep.mapgen.put_on_free_cell import add_actor, add_item
from steep.play.texts.messages import sentence
from steep.rules.abilities.statuses import give_status
from steep.rules.consistency.world_consistency import FAULTS, fault_in
from steep.rules.items.identification_and_enchantments import perceived_kind
from steep.rules.items.inventory import equip_silently, slot_for, take
from steep.rules.update_view import update_visible

BASE = """
[map]
width         = 80
height        = 45
room_attempts = 9
room_min      = 5
room_max      = 9

[hero]
hp          = 30
power       = 3
defense     = 1
view_radius = 8
inventory   = 5
slots       = ["weapon", "ring"]

[level_up]
base        = 100000
factor      = 0
must_exceed = false
choices     = [{ stat = "max_hp", amount = 5 }]

[monsters.rat]
glyph   = "r"
hp      = 10
power   = 3
defense = 0
xp      = 4

[monsters.ogre]
glyph   = "o"
hp      = 30
power   = 6
defense = 1
xp      = 30
"""

EEL = """
[monsters.eel]
glyph = "e"
hp = 18
power = 4
defense = 1
xp = 3
moves = "in_water"
"""
"""A monster that stays in the water."""


@functools.cache
def rulebook_of(piece: str) -> Rulebook:
    """The ruleset of BASE with a piece laid over it."""
    with tempfile.TemporaryDirectory() as folder:
        base, over = Path(folder, "base.toml"), Path(folder, "over.toml")
        base.write_text(BASE, encoding="utf-8")
        over.write_text(f'extends = "base.toml"\n{textwrap.dedent(piece)}', encoding="utf-8")
        return load_ruleset(str(over))


def one_of(book: Rulebook, kind: int) -> VisibleMonster:
    """A monster of a kind as it is on floor 1, unhurt."""
    enemy = VisibleMonster()
    imagine_monster(enemy, book.compiled, kind, 1)
    return enemy


class TomlScene(Scene):
    """A scene of kinds from a ruleset file."""

    book: Rulebook

    def __init__(
        self, picture: str, piece: str = "", *, seed: int = 1, terrain: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.book = rulebook_of(piece)
        # Terrain that a scene draws, but no layout or vault: as if one did.
        self.book.compiled.falls = self.book.compiled.passability_changes = 1
        keys = [kind.key for kind in self.book.terrain]
        self.terrain = {
            sign: keys.index(key) for sign, key in ({"#": "rock", ".": "floor", ">": "stairs"} | dict(terrain)).items()
        }
        self.monster_glyphs = "".join(kind.glyph for kind in self.book.monsters)
        self.item_glyphs = "".join(kind.glyph for kind in self.book.items)
        super().__init__(picture, self.book.compiled, seed=seed)
        self.cursor = 0
        room = self.world.rooms[0]
        room.left, room.top = LEFT, TOP
        room.right, room.bottom = LEFT + max(map(len, self.rows)) - 1, TOP + len(self.rows) - 1
        self.world.room_count = 1
        if ">" not in picture:
            self.world.tiles[WIDTH + 1] = STAIRS  # Far away: a floor without stairs isn't consistent.

    def _place(self, cell: int, sign: str) -> None:
        world = self.world
        world.tiles[cell] = self.terrain.get(sign, ROCK if sign == " " else FLOOR)
        note_terrain(world, self.ruleset, cell)
        if sign == "@":
            world.hero.cell = cell
        elif sign in self.monster_glyphs:
            assert add_actor(world, self.ruleset, self.monster_glyphs.index(sign), cell, SPAWNS)
        elif sign in self.item_glyphs:
            kind = self.item_glyphs.index(sign)
            assert add_item(world, kind, cell, self.ruleset.items[kind].charges)
        else:
            assert sign == " " or sign in self.terrain, f"{sign!r} is not a sign of this scene"

    def tile(self, x: int, y: int) -> str:
        """The kind of terrain of a cell of the picture, by its key."""
        return self.book.terrain[self.world.tiles[self.at(x, y)]].key

    def known(self, x: int, y: int) -> str:
        """The kind of terrain that the hero remembers there, by its key."""
        return self.book.terrain[self.hero.remembered[self.at(x, y)]].key

    def carry(self, sign: str) -> None:
        """Put an item into the inventory, as the hero sees it."""
        kind = self.item_glyphs.index(sign)
        slot = slot_for(self.hero, self.ruleset, perceived_kind(self.world, kind))
        take(self.world, slot, kind, self.ruleset.items[kind].charges, 0)

    def wear(self, sign: str) -> None:
        """Give the hero an item and equip it."""
        self.carry(sign)
        equip_silently(self.world, self.ruleset, self.hero.inventory_count - 1)
        update_visible(self.world)

    def use_on(self, sign: str, cell: int = 0) -> int:
        """Give the hero an item, and use it on a cell."""
        self.carry(sign)
        return self.use(self.hero.inventory_count - 1, cell)

    @property
    def body(self) -> Actor:
        """The hero's body."""
        return self.world.actors[HERO_ROW]

    def wound(self, body: Actor, hp: int) -> None:
        """Leave an actor this many HP."""
        body.hp = hp
        self.update_fov()

    def monster(self, sign: str, number: int = 0) -> Actor:
        """A monster by its sign, in the order of the table; it may be dead."""
        return [actor for actor in self.actors() if self.monster_glyphs[actor.kind] == sign][number]

    def row_of(self, body: Actor) -> int:
        """The row of an actor."""
        return next(row for row, actor in enumerate(self.world.actors) if actor is body)

    def status(self, key: str) -> int:
        """The number of a status."""
        return next(number for number, status in enumerate(self.book.statuses) if status.key == key)

    def turns(self, body: Actor, key: str) -> int:
        """The turns left of a status."""
        return int(body.statuses[self.status(key)])

    def dose(self, body: Actor, key: str, *doses: int) -> None:
        """Give an actor doses of a status, each for some turns, as if in the turn that is about to be played."""
        for turns in doses:
            give_status(self.world, self.ruleset, self.row_of(body), self.status(key), turns, body.kind)
        self.update_fov()

    def afflict(self, body: Actor, key: str, *doses: int) -> None:
        """Give an actor doses of a status as if in the last turn."""
        self.dose(body, key, *doses)
        status = self.status(key)
        if body is self.body and body.statuses[status] < FOR_EVER:
            body.statuses[status] -= 1
        self.update_fov()

    def fault(self) -> str:
        """What is inconsistent in the world; empty if nothing is."""
        return FAULTS[fault_in(self.world, self.ruleset)]

    def messages(self) -> list[str]:
        """The messages since the last time that this was asked."""
        hero, new = self.hero, range(self.cursor, self.hero.event_count)
        assert len(new) <= MAX_EVENTS
        self.cursor = hero.event_count
        return [sentence(hero.events[number % MAX_EVENTS], self.book)[0] for number in new]

    def picture(self) -> str:
        """The scene as it is now: the hero over monsters, over items, over tiles."""
        by_kind = {kind: sign for sign, kind in self.terrain.items()}
        signs = {cell: by_kind.get(self.world.tiles[cell], "?") for cell in range(CELLS)}
        for item in self.world.items[: self.world.item_count]:
            if item.cell >= 0:
                signs[item.cell] = self.item_glyphs[item.kind]
        for actor in self.actors():
            if actor.hp > 0:
                signs[actor.cell] = self.monster_glyphs[actor.kind]
        signs[self.hero.cell] = "@"
        return self._picture_of(signs)
