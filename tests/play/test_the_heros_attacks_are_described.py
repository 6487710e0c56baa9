"""What is special about the hero's attacks, and about attacks on it, is told by look and by the character sheet."""

from __future__ import annotations

import pytest

from steep.play.texts.describe import hero_stat_lines
from steep.ui.screens.texts.character_sheet import attack_lines
from toml_scenes import TomlScene

ROOM = "#@..#"

SWORD = """
[items.sword]
glyph = "/"
slot = "weapon"
power = 2
accuracy = 5
damage = "1d6+1"
damage_type = "fire"
resist = { cold = 20, lightning = -10 }
"""


def told(piece: str, *, armed: bool = False) -> list[str]:
    """What looking at the hero tells after its first two lines. The character sheet tells the same in two columns."""
    scene = TomlScene(ROOM, piece)
    if armed:
        scene.wear("/")
    lines = hero_stat_lines(scene.hero, scene.book)[2:]
    sheet = [f"{name[0].strip()}: {text[0]}." for name, text in attack_lines(scene.hero, scene.book)]
    assert [line for line in lines if ": " in line] == sheet
    return lines


def test_nothing_is_told_where_nothing_is_special() -> None:
    assert told("") == []


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ('damage = "1d3"', "Attack: +1d3 damage with bare hands."),
        ('damage = "1d3"\ndamage_type = "cold"', "Attack: +1d3 cold damage with bare hands."),
        ('damage_type = "cold"', "Attack: cold damage with bare hands."),
    ],
)
def test_bare_hands_have_the_dice_of_the_hero(keys: str, text: str) -> None:
    assert told(f"[hero]\n{keys}") == [text]


def test_a_weapon_has_its_own_dice_bonuses_and_resistances() -> None:
    assert told(SWORD + '[hero]\ndamage = "1d3"', armed=True) == [
        "Accuracy 5.",
        "Attack: +1d6+1 fire damage with your weapon.",
        "Resistance: cold +20%, lightning -10%.",
    ]


def test_critical_hits_are_told_where_there_are_any() -> None:
    assert told("[attack]\ncritical_chance = 10\ncritical_factor = 200") == [
        "Critical hits: 10%, for 200% of the damage."
    ]
