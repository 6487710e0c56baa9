"""Texts about a monster say "it"; this puts them into the pronoun of its kind."""

from __future__ import annotations

import re

PRONOUNS = {"he": ("he", "him", "his", "himself"), "she": ("she", "her", "her", "herself")}
"""What "it" becomes as the one that does something, and as another; "its"; "itself"."""

WORDS = re.compile(r"((?:\b(?:when|until|if|whoever|who|what|that)|,) )?\b(it|its|itself)\b", re.IGNORECASE)


def spoken_of(text: str, pronoun: str) -> str:
    """A text with the pronoun of the monster that it says "it" of."""
    if pronoun not in PRONOUNS:
        return text
    subject, other, owner, self = PRONOUNS[pronoun]

    def replaced(match: re.Match[str]) -> str:
        before, word = match[1] or "", match[2]
        does = bool(before) or word == "It"
        new = {"it": subject if does else other, "its": owner, "itself": self}[word.lower()]
        return before + (new.capitalize() if word[0].isupper() else new)

    return WORDS.sub(replaced, text)
