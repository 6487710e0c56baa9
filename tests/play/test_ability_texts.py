"""What abilities do is said in proper English, whatever their shape and effects."""

from __future__ import annotations

from itertools import product

import pytest

from generated_floors import rulebook_from
from steep.content.validation.abilities import THROWN_SHAPES
from steep.core.ruleset import AFFECTS_NAMES, SHAPE_NAMES, TRIGGER_NAMES
from steep.play.texts.abilities import ability_text

KEYS = "reach = 6\nradius = 2\n"
HUNGRY = 'extends = "tcod-2020-gear"\n[hunger]\nfull = 1000\n'


def text_of(effects: str, keys: str) -> str:
    """What an ability does, in words."""
    book = rulebook_from(f'{HUNGRY}[abilities.sample]\n{keys}effects = [{effects}]\n[monsters.orc]\nname = "orc"')
    return ability_text(next(ability for ability in book.abilities if ability.key == "sample"), book)


@pytest.mark.parametrize(
    ("shape", "affects", "whom"),
    [
        ("self", "everybody", "you"),
        ("touch", "everybody", "anyone next to you"),
        ("touch", "enemies", "an enemy next to you"),
        ("nearest", "everybody", "the nearest enemy within 6"),
        ("target", "everybody", "anyone in view within 6"),
        ("target", "allies", "an ally in view within 6"),
        ("bolt", "everybody", "the first one in a line of 6"),
        ("bolt", "enemies", "the first one, if an enemy, in a line of 6"),
        ("beam", "everybody", "all in a line of 6"),
        ("beam", "enemies", "all enemies in a line of 6"),
        ("ball", "everybody", "all within 2 of a spot up to 6 away"),
        ("cone", "enemies", "all enemies in a cone of 6"),
        ("burst", "everybody", "all others within 2 of you"),
        ("burst", "allies", "all allies within 2 of you"),
        ("view", "enemies", "all enemies in view"),
        ("floor", "everybody", "all others on the floor"),
    ],
)
def test_a_shape_says_whom_it_hits(shape: str, affects: str, whom: str) -> None:
    keys = f'shape = "{shape}"\naffects = "{affects}"\n{KEYS}'
    assert text_of('{ damage = "2d6", type = "fire" }', keys) == f"2d6 fire damage to {whom}"


@pytest.mark.parametrize(
    ("shape", "whom"),
    [("target", "an enemy in view"), ("beam", "all enemies in a line"), ("ball", "all enemies within 2 of a spot")],
)
def test_a_reach_as_far_as_its_user_sees_is_left_out(shape: str, whom: str) -> None:
    text = text_of("{ damage = 5 }", f'shape = "{shape}"\naffects = "enemies"\nradius = 2\n')
    assert text == f"5 damage to {whom}"


EFFECTS = {
    "{ damage = 3 }": ("3 damage to you", "3 damage to all in view"),
    '{ damage = 3, type = "plain" }': ("3 damage to you", "3 damage to all in view"),
    "{ heal = 4 }": ("heals 4 HP", "restores 4 HP to all in view"),
    "{ heal = 4, chance = 30 }": ("heals 4 HP (30% chance)", "restores 4 HP to all in view (30% chance)"),
    '{ drain = "1d4" }': ("drains 1d4 HP from you", "drains 1d4 HP from all in view"),
    '{ status = "confused", turns = 10 }': ("confuses you for 10 turns", "confuses all in view for 10 turns"),
    '{ status = "asleep", turns = 1 }': ("puts you to sleep for 1 turn", "puts all in view to sleep for 1 turn"),
    '{ status = "invisible", turns = 5 }': (
        "makes you invisible for 5 turns",
        "makes all in view invisible for 5 turns",
    ),
    '{ cure = "poisoned" }': ("cures you of being poisoned", "cures all in view of being poisoned"),
    '{ cure = "burning" }': ("cures you of burning", "cures all in view of burning"),
    "{ teleport = true }": ("teleports you", "teleports all in view"),
    "{ blink = 5 }": ("teleports you up to 5 cells away", "teleports all in view up to 5 cells away"),
    "{ push = 3 }": ("pushes you back by 3 cells", "pushes all in view back by 3 cells"),
    "{ pull = 1 }": ("pulls you closer by 1 cell", "pulls all in view closer by 1 cell"),
    '{ summon = "orc", count = 1 }': ("summons an orc around you", "summons an orc around all in view"),
    '{ summon = "orc", count = 1, limit = 2 }': (
        "summons an orc (2 at most) around you",
        "summons an orc (2 at most) around all in view",
    ),
    '{ summon = "orc", count = "1d3" }': ("summons 1d3 orcs around you", "summons 1d3 orcs around all in view"),
    '{ stat = "max_hp", amount = 5 }': (
        "raises your maximum HP by 5 for good",
        "raises the maximum HP of all in view by 5 for good",
    ),
    '{ stat = "power", amount = -2 }': (
        "lowers your power by 2 for good",
        "lowers the power of all in view by 2 for good",
    ),
    "{ wake = true }": ("wakes you", "wakes all in view"),
    '{ shield = "1d6", turns = 4 }': (
        "shields you from 1d6 damage for 4 turns",
        "shields all in view from 1d6 damage for 4 turns",
    ),
    "{ steal = true }": ("steals an item from you", "steals an item from all in view"),
    '{ transform = "orc" }': ("turns you into an orc", "turns all in view into an orc"),
    "{ split = true }": ("splits you in two", "splits all in view in two"),
    "{ identify = 1 }": ("identifies 1 kind of item that you carry",) * 2,
    "{ identify = 3 }": ("identifies 3 kinds of item that you carry",) * 2,
    "{ identify = 26 }": ("identifies everything that you carry",) * 2,
    '{ enchant = 1, slot = "weapon" }': ("enchants your weapon (+1)", "enchants your weapon (+1)"),
    '{ enchant = -2, slot = "armor" }': ("corrodes your armor (-2)", "corrodes your armor (-2)"),
    "{ feed = 300 }": ("gives you 300 food", "gives all in view 300 food"),
    "{ fall = true }": ("makes you fall to the next floor", "makes all in view fall to the next floor"),
    '{ terrain = "web" }': ("makes spider web around you", "makes spider web around all in view"),
    '{ gas = "poison_gas", amount = 9 }': (
        "releases poison gas (9 units a cell) around you",
        "releases poison gas (9 units a cell) around all in view",
    ),
    "{ dig = true }": ("digs through what is in the way",) * 2,
    "{ ignite = true }": ("sets fire to what burns around you", "sets fire to what burns around all in view"),
    "{ reveal = 4 }": ("shows hidden things within 4 steps",) * 2,
    "{ map = 80 }": ("shows the map of the whole floor",) * 2,
    "{ detect = 1 }": ("shows where items lie within 1 step",) * 2,
}


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_says_what_it_does_to_its_user_and_to_others(effect: str) -> None:
    texts = (text_of(effect, 'shape = "self"\n'), text_of(effect, 'shape = "view"\n').replace("all others", "all"))
    assert texts == EFFECTS[effect]


@pytest.mark.parametrize(("shape", "again"), [("self", "your"), ("target", "its"), ("bolt", "its"), ("beam", "their")])
def test_a_second_effect_does_not_repeat_whom_it_hits(shape: str, again: str) -> None:
    text = text_of('{ status = "confused", turns = 2 }, { stat = "power", amount = 1 }', f'shape = "{shape}"\n')
    assert text.endswith(f" for 2 turns and raises {again} power by 1 for good")


@pytest.mark.parametrize(
    ("trigger", "shape", "text"),
    [
        ("hit", "target", "when you hit (25%): 2 damage to whoever you hit"),
        ("hit", "self", "when you hit (25%): 2 damage to you"),
        ("hurt", "touch", "when you are hurt (25%): 2 damage to whoever hurt you"),
        ("death", "view", "when you die (25%): 2 damage to all others in view"),
        ("arrive", "view", "when you come to a floor (25%): 2 damage to all others in view"),
        ("equip", "self", "when you equip it (25%): 2 damage to you"),
        ("unequip", "self", "when you unequip it (25%): 2 damage to you"),
        ("turn", "beam", "on your turn (25%): 2 damage to all in a line"),
    ],
)
def test_what_sets_it_off_comes_first(trigger: str, shape: str, text: str) -> None:
    keys = f'trigger = "{trigger}"\nshape = "{shape}"\nchance = 25\n'
    assert text_of("{ damage = 2 }", keys) == text


def test_all_combinations_have_words() -> None:
    names = [
        (trigger, shape, affects)
        for trigger, shape, affects in product(TRIGGER_NAMES, SHAPE_NAMES, AFFECTS_NAMES)
        if (trigger != "throw" or shape in THROWN_SHAPES)
        and (shape, affects) != ("self", "enemies")
        and (trigger, shape) != ("death", "self")
    ]
    sections = [
        f'[abilities.{trigger}-{shape}-{affects}]\ntrigger = "{trigger}"\nshape = "{shape}"\naffects = "{affects}"\n'
        f"{KEYS}effects = [{effect}]\n"
        for (trigger, shape, affects), effect in zip(names, list(EFFECTS) * 20, strict=False)
    ]
    book = rulebook_from(HUNGRY + "".join(sections))
    assert {f"{trigger}-{shape}-{affects}" for trigger, shape, affects in names} <= {one.key for one in book.abilities}
    for text in (ability_text(ability, book) for ability in book.abilities):
        assert text == " ".join(text.split())
        assert "{" not in text
        assert "None" not in text


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("{ ignite = true }", "sets fire to what burns around you, within 2"),
        ('{ terrain = "ash" }', "makes ash around you, within 2"),
        ("{ damage = 1 }, { ignite = true }", "sets fire to what burns around you, within 2"),
    ],
)
def test_what_bursts_over_the_ground_is_around_its_user_and_not_around_others(effect: str, text: str) -> None:
    assert text in text_of(effect, KEYS + 'shape = "burst"\n')
