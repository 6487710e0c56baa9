"""Texts about a monster use the pronoun of its kind throughout."""

from __future__ import annotations

import pytest

from steep.content import load_ruleset
from steep.play.files.lore import KindLore
from steep.play.player_view import visible_monsters
from steep.play.texts.describe import describe_monster, monster_lines
from steep.play.texts.messages import same_cell_sentence, with_pronoun
from toml_scenes import TomlScene

WITCH = """
[monsters.witch]
glyph          = "w"
description    = "She keeps behind the others."
pronoun        = "she"
hp             = 12
power          = 1
defense        = 0
xp             = 5
keeps_distance = 2
flees_below    = 40
captive        = %d
resist         = { fire = 50 }
abilities      = ["mend", "curse"]

[abilities.mend]
trigger = "turn"
shape   = "self"
hp_below = 50
effects = [{ heal = 4 }]

[abilities.curse]
trigger = "hit"
shape   = "touch"
effects = [{ status = "slowed", turns = 2 }]
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("You can kill it in 3 hits.", "You can kill her in 3 hits."),
        (
            "It needs 4 hits to kill you. Its abilities can make that fewer.",
            "She needs 4 hits to kill you. Her abilities can make that fewer.",
        ),
        ("Curse when it hits: slows you.", "Curse when she hits: slows you."),
        ("It is a captive: walk into it to free it.", "She is a captive: walk into her to free her."),
        ("In a pack, it follows its leader.", "In a pack, she follows her leader."),
        ("It flees below 40% of its HP until it has 80%.", "She flees below 40% of her HP until she has 80%."),
        ("Thorns: 2 damage to whoever hurt it.", "Thorns: 2 damage to whoever hurt her."),
    ],
)
def test_it_becomes_the_pronoun_in_every_case(text: str, said: str) -> None:
    assert with_pronoun(text, "she") == said
    assert with_pronoun(text, "it") == text


def test_him_and_himself() -> None:
    assert with_pronoun("Its rage: hurts itself, and calls others to it.", "he") == (
        "His rage: hurts himself, and calls others to him."
    )


@pytest.mark.parametrize("captive", [0, 100])
def test_looking_and_the_book_say_it_of_nobody_who_is_she(captive: int) -> None:
    scene = TomlScene("#@.w.#", WITCH % captive)
    scene.afflict(scene.monster("w"), "slowed", 3)
    scene.update_fov()
    (witch,) = visible_monsters(scene.hero)
    kind = scene.book.monsters[witch.kind]
    lines = describe_monster(witch, scene.hero, scene.book) + monster_lines(kind, scene.book, KindLore(killed=1))
    assert any("She " in line for line in lines)
    words = " ".join((*lines, same_cell_sentence(kind))).replace(".", "").split()
    assert not {"It", "it", "its", "Its", "itself"} & set(words)


def test_those_of_the_bundled_rulesets_who_are_called_he_or_she_have_that_pronoun() -> None:
    for kind in load_ruleset("steep").monsters:
        words = kind.description.replace(",", "").replace(".", "").split()
        for pronoun, forms in (("he", {"He", "he"}), ("she", {"She", "she", "Her"})):
            if forms & set(words):
                assert kind.pronoun == pronoun, kind.key
