# ruff: noqa: E501, RUF009 -- lines of a table; field() and cosmetic() declare dataclass fields
"""The sections that say what floors are made of: terrain, layouts, themes and drawn maps."""

from __future__ import annotations

from dataclasses import dataclass

from steep.content.reading.declarations import ARRIVAL, RANGE, REQUIRED, SPAN, Moves, cosmetic, field
from steep.content.reading.read_values_by_floor import by_floor
from steep.content.reading.value_types import (
    boolean,
    character,
    color_table,
    count_range,
    dice_notation,
    drawn_map,
    floor_range,
    integer,
    legend_table,
    one_of,
    reference,
    references,
    rgb,
    table_list,
    text,
)
from steep.content.sections.keys import (
    ABILITIES,
    FLOORS,
    GAS,
    GREY,
    LAID_TERRAIN,
    MAX_NUMBER,
    NEVER,
    NEW_TERRAIN,
    PERCENT,
    TERRAIN,
    WEIGHT,
    Shade,
)
from steep.core.geometry import HEIGHT, WIDTH
from steep.core.ruleset import GENERATOR_NAMES, MAX_FLOORS
from steep.spawn.curves import Steps
from steep.spawn.dice import Dice

DRAWN_BY_LEGEND = ("monster", "item")
"""What a cell of a drawn map can draw from the tables."""

MAX_OVERLAYS_ON_FLOOR = 20
MAX_VAULT_WIDTH = 40
MAX_VAULT_HEIGHT = 30
MAX_VAULTS_ON_FLOOR = 8


# Aligned columns read better here than the formatter's layout.
# fmt: off

@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """Blobs of a kind of terrain, laid over a floor."""

    terrain: str             = field(LAID_TERRAIN,                        REQUIRED, "the terrain: a lake, a chasm, a meadow")
    shore:   str             = field(LAID_TERRAIN,                        "",       "the terrain on the floor around it; by default the floor stays")
    count:   tuple[int, int] = field(count_range(MAX_OVERLAYS_ON_FLOOR),  REQUIRED, "how many, each number equally likely", ("least", "most"))
    cells:   int             = field(integer(4, 1000),                    REQUIRED, "about how large each is")


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """What a character of a drawn map puts on its cell. A text stands for the terrain alone."""

    glyph:   str
    terrain: str = field(TERRAIN, "", "the terrain of the cell; by default floor")
    monster: tuple[str, ...] = field(references("monsters"), (), "the monster there, one of several at random")
    pack:    str = field(reference("packs"), "", "the pack there")
    item:    tuple[str, ...] = field(references("items"), (), "the item there, one of several at random")
    tag:     str = field(reference("tags"), "", "one of the monsters or items with this tag")
    draw:    str = field(one_of(("none", *DRAWN_BY_LEGEND)), "none", "what the floor's tables draw for the cell")
    deeper:  int = field(integer(0, MAX_FLOORS), 0, "how many floors deeper these tables are", moves=Moves(floors=SPAN))
    chance:  int = field(integer(0, 100), 100, "percent of the times that its monster and item are there")
    key:     bool = field(boolean(), False, "whether a key lies there for the vault whose key_in names this one")
    start:   bool = field(boolean(), False, "whether the hero starts there; on drawn floors")
    keep:    bool = field(boolean(), False, "whether the cell stays as it would be without the vault")


OVERLAYS = table_list(Overlay, 1, 8)
@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Something that a theme puts into a room."""

    count:   Dice | None = field(dice_notation(), REQUIRED, "how many, each on a cell of its own")
    terrain: str = field(TERRAIN, "", "the terrain of these cells; by default they stay as they are")
    monster: tuple[str, ...] = field(references("monsters"), (), "the monster there, one of several at random")
    pack:    str = field(reference("packs"), "", "the pack there")
    item:    tuple[str, ...] = field(references("items"), (), "the item there, one of several at random")
    tag:     str = field(reference("tags"), "", "one of the monsters or items with this tag")
    draw:    str = field(one_of(("none", *DRAWN_BY_LEGEND)), "none", "what the floor's tables draw for the cell")
    deeper:  int = field(integer(0, MAX_FLOORS), 0, "how many floors deeper these tables are", moves=Moves(floors=SPAN))


LEGEND = legend_table(Legend, 64)
FILLS = table_list(Fill, 1, 16)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """A kind of terrain: what a cell of the map is."""

    key:    str
    name:   str   = cosmetic(text(40),    "",       "the displayed name; by default the key")
    glyph:  str   = cosmetic(character(), REQUIRED, "the character on the map")
    color:  Shade = cosmetic(rgb(),       GREY,     "the glyph's colour; the screen has its own for rock, floor and stairs")
    description: str = cosmetic(text(240), "",      "a sentence or two, shown when the player looks at it")
    flickers: bool = cosmetic(boolean(),  False,    "whether its colours flicker while it is in view, as fire does")
    solid:  bool  = field(boolean(),      False,    "whether nobody can enter it")
    opaque: bool  = field(boolean(),      False,    "whether it blocks the view", "")
    deep:   bool  = field(boolean(),      False,    "whether swimmers live there and it does nothing to them")
    tall:   bool  = field(boolean(),      False,    "whether it affects flyers too; always if it is opaque")
    door:   bool  = field(boolean(),      False,    "whether only those who open doors can enter")
    entered_to: str = field(NEW_TERRAIN,   "",       "what it becomes when somebody enters it")
    left_to: str  = field(NEW_TERRAIN,     "",       "what it becomes when it is left empty")
    opens_to: str = field(NEW_TERRAIN,     "",       "what it becomes when the hero walks into it, if it is solid")
    key_item: str = field(reference("items"), "", "the item that opens it; empty if none is needed", "key_kind")
    digs_to: str  = field(NEW_TERRAIN,     "",       "what it becomes when it is dug; empty if it can't be")
    looks_like: str = field(NEW_TERRAIN,   "",       "what it looks like until it is found, if it is hidden", "")
    found_to: str = field(NEW_TERRAIN,     "",       "what it becomes when it is found or triggered; required with looks_like")
    fades_to: str = field(NEW_TERRAIN,     "",       "what it becomes by itself")
    fade_chance: int = field(PERCENT,     0,        "percent of turns in which it fades; required with fades_to")
    burns_to: str = field(NEW_TERRAIN,     "",       "what it becomes when it catches fire")
    flammable: int = field(PERCENT,       0,        "percent of turns in which it catches fire from a burning cell beside it; required with burns_to", "")
    burns:  bool  = field(boolean(),      False,    "whether it sets fire to what is beside it")
    taken_to: str = field(NEW_TERRAIN,     "",       "what the others in its room become when an item is taken from one")
    abilities: tuple[str, ...] = field(ABILITIES, (), "its abilities, with the triggers enter and stay; their user is whoever is there")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gas:
    """A gas: it fills the air above terrain, spreads, and thins out."""

    key:    str
    name:   str   = cosmetic(text(40),    "",       "the displayed name; by default the key")
    color:  Shade = cosmetic(rgb(),       GREY,     "its tint on the map, stronger where it is denser")
    flickers: bool = cosmetic(boolean(),  False,    "whether its colour flickers, as a flame does")
    thins:  int   = field(integer(1, 100), REQUIRED, "percent of turns in which each cell loses a unit of it")
    spreads: int  = field(PERCENT,        100,      "percent of turns in which it flows from each cell to a neighbour with less")
    burns_to: str = field(GAS,            "",       "the gas that it becomes when it catches fire")
    flammable: int = field(PERCENT,       0,        "percent of turns in which it catches fire from what burns there or beside it; required with burns_to", "")
    burns:  bool  = field(boolean(),      False,    "whether it sets fire to what is there and beside it")
    abilities: tuple[str, ...] = field(ABILITIES, (), "its abilities, with the trigger stay; their user is whoever is there")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A way to dig floors. Without layouts, [map] digs them."""

    key:       str
    name:      str   = cosmetic(text(40),                  "",       "the displayed name; by default the key")
    generator: str   = field(one_of(GENERATOR_NAMES),      REQUIRED, "what digs the floor")
    spawn:     Steps = field(WEIGHT,                       NEVER,    "weight among layouts; 0 for never", "")
    room_attempts: int | None = field(integer(1, 500),         None, "attempts at a room")
    room_min:     int | None = field(integer(2, WIDTH - 1),   None, "smallest side of a room")
    room_max:     int | None = field(integer(2, WIDTH - 1),   None, "largest side of a room")
    loops:        int | None = field(PERCENT,                 None, "percent of possible loops that exist")
    rock:         int | None = field(integer(30, 55),         None, "percent of a cave that is rock before it is smoothed")
    smoothing:    int | None = field(integer(1, 8),           None, "rounds of smoothing a cave")
    area:         int | None = field(integer(20, 400),        None, "about how many cells of a cave or a maze count as a room")
    door:      str   = field(LAID_TERRAIN,                  "",       "the terrain in doorways; by default they are open")
    doors:     int   = field(PERCENT,                      100,      "percent of doorways that have a door")
    overlays:  tuple[Overlay, ...] = field(OVERLAYS,       (),       "blobs of terrain that are laid over the floor, in order")
    spacing:      int | None = field(integer(2, 8),           None, "steps between two crossings of a maze")


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """What fills a room with things that go together."""

    key:     str
    name:    str   = cosmetic(text(40),         "",       "the displayed name; by default the key")
    spawn:   Steps = field(by_floor(0, MAX_NUMBER), NEVER, "spawn weight among themes; 0 for never", "weight")
    fill:    tuple[Fill, ...] = field(FILLS,    REQUIRED, "what is put into the room, in order")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vault:
    """A part of a floor that is drawn as a map."""

    key:     str
    name:    str   = cosmetic(text(40),         "",       "the displayed name; by default the key")
    map:     tuple[str, ...] = field(drawn_map(MAX_VAULT_WIDTH, MAX_VAULT_HEIGHT), REQUIRED, "its cells")
    legend:  tuple[Legend, ...] = field(LEGEND, (),       "what the characters of the map stand for")
    spawn:   Steps = field(by_floor(0, MAX_NUMBER), NEVER, "spawn weight among vaults; 0 for never", "weight")
    guaranteed: Steps = field(by_floor(0, MAX_VAULTS_ON_FLOOR), NEVER, "how many a floor always has, besides those drawn")
    once:    bool  = field(boolean(),           False,    "whether it appears at most once in a run")
    rotated: bool  = field(boolean(),           True,     "whether it may be turned by quarter turns")
    mirrored: bool = field(boolean(),           True,     "whether it may be mirrored")
    populate: bool = field(boolean(),           False,    "whether the floor's other monsters and items may be placed inside, too")
    key_in:  str   = field(reference("vaults"), "", "the vault on the same floor that holds the keys of its doors; by default they lie in other rooms")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnFloor:
    """A whole floor that is drawn as a map."""

    key:     str
    name:    str   = cosmetic(text(40),         "",       "the displayed name; by default the key")
    floor:   tuple[int, ...] = field(FLOORS,    REQUIRED, "the floors that it replaces", moves=Moves(floors=ARRIVAL))
    map:     tuple[str, ...] = field(drawn_map(WIDTH, HEIGHT), REQUIRED, "its cells")
    legend:  tuple[Legend, ...] = field(LEGEND, (),       "what the characters of the map stand for")
    populate: bool = field(boolean(),           False,    "whether monsters and items of the tables are placed, too")


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Floors that share a name and colours. Regions change no rule.

    It is not what `region_of` of a world counts: those are areas of cells on one floor.
    """

    key:     str
    name:    str   = cosmetic(text(40),         "",       "the displayed name; by default the key")
    floors:  tuple[int, int] = cosmetic(floor_range(MAX_FLOORS), REQUIRED, "its floors", moves=Moves(floors=RANGE))
    description: str = cosmetic(text(240),      "",       "a sentence or two, which the log shows on arrival at its first floor")
    colors:  tuple[tuple[str, Shade], ...] = cosmetic(color_table("kinds of terrain", "terrain"), (), "the colours that kinds of terrain have there")


LAYOUT_KEYS = {
    "room_attempts": ("rooms", "loops", "maze"),
    "room_min": ("rooms", "loops", "partition", "maze"),
    "room_max": ("rooms", "loops", "partition", "maze"),
    "loops": ("loops", "partition", "maze"),
    "rock": ("caves",),
    "smoothing": ("caves",),
    "area": ("caves", "maze"),
    "spacing": ("maze",),
}
"""Keys that only some generators use, and those generators."""

LAYOUT_DEFAULTS: dict[str, dict[str, int]] = {
    "rooms": {},
    "loops": {"room_attempts": 200, "loops": 50},
    "partition": {"loops": 25},
    "caves": {"rock": 47, "smoothing": 4, "area": 90},
    "maze": {"room_attempts": 12, "loops": 60, "area": 40, "spacing": 4},
}
"""The numbers of each generator where a layout gives none. Those of rooms that are missing are in [map]."""
