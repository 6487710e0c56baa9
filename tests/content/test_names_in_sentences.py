"""Sentences agree with names that are plurals."""

from __future__ import annotations

import pytest

from steep.content.articles_and_plurals import agreeing, is_many, plural


@pytest.mark.parametrize("name", ["brambles", "spores", "flowers", "heaps of straw"])
def test_a_plural_is_many(name: str) -> None:
    assert is_many(name)


@pytest.mark.parametrize("name", ["grass", "fire", "cactus", "abyss", "poison gas", "cloud of spores"])
def test_other_names_are_one(name: str) -> None:
    assert not is_many(name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The brambles catches fire.", "The brambles catch fire."),
        ("Brambles is in the way.", "Brambles are in the way."),
        ("It can burn.", "They can burn."),
        (
            "Nobody can walk through it, but you can see past it.",
            "Nobody can walk through them, but you can see past them.",
        ),
        ("It becomes floor when somebody enters it.", "They become floor when somebody enters them."),
    ],
)
def test_words_agree_with_a_plural_and_stay_for_others(text: str, said: str) -> None:
    assert agreeing(text, "brambles") == said
    assert agreeing(text, "hedge") == text


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("scroll in black ink", "scrolls in black ink"),
        ("scroll with burnt edges", "scrolls with burnt edges"),
        ("potion of healing", "potions of healing"),
        ("loaf of bread", "loaves of bread"),
        ("slag man", "slag men"),
        ("crossbowman", "crossbowmen"),
        ("shaman", "shamans"),
        ("dried fish", "dried fish"),
        ("banner-bearer", "banner-bearers"),
    ],
)
def test_names_have_the_plural_of_their_first_part(name: str, many: str) -> None:
    assert plural(name) == many
