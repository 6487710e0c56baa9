"""Puts the names of monsters and items into sentences: with an article, and in the plural."""

from __future__ import annotations

import re

UNCOUNTED = (
    *("armor", "armour", "mail", "plate", "gloves", "gauntlets", "boots", "greaves", "leggings", "trousers"),
    *("grass", "undergrowth", "water", "lava", "fire", "ash", "straw", "brambles", "flowers", "coins", "dust", "oil"),
)
"""Last words of names, or of what is before "of", that take "some": mass nouns, pairs and plurals."""

COMPLEMENTS = (" of ", " in ", " with ", " for ")
"""The part of a name after one of these is unchanged in the plural."""

MANS = ("human", "shaman", "talisman", "caiman", "roman", "german")
"""Words that have "mans" in the plural, and not "men"."""

CONSONANT_SOUNDS = ("uni", "use", "eu", "one", "once")
SILENT_H = ("hour", "honest", "honor", "honour", "heir")


def stands_alone(name: str) -> bool:
    """Whether a name takes no article and has no plural: a proper name, or one that has its "the" already."""
    return not name or name[0].isupper() or name.startswith("the ")


def definite(name: str) -> str:
    """A name with "the", if it doesn't stand alone."""
    return name if stands_alone(name) else f"the {name}"


def indefinite(name: str) -> str:
    """A name with "a", "an" or "some", if it doesn't stand alone."""
    if stands_alone(name):
        return name
    if without_plus(name).partition(" of ")[0].rpartition(" ")[2] in UNCOUNTED:
        return f"some {name}"
    vowel = name.startswith(SILENT_H) or (name[0] in "aeiou" and not name.startswith(CONSONANT_SOUNDS))
    return f"an {name}" if vowel else f"a {name}"


def without_plus(name: str) -> str:
    """A name without its enchantment: "sword" for "sword +2"."""
    base, _, last = name.rpartition(" ")
    return base if base and last[:1] in ("+", "-") and last[1:].isdecimal() else name


def without_complement(name: str) -> tuple[str, str]:
    """A name in two: "scroll" and " in black ink", "potion" and " of healing"."""
    at = min((found for word in COMPLEMENTS if (found := name.find(word)) > 0), default=len(name))
    return name[:at], name[at:]


def plural(name: str) -> str:
    """The plural of a name: "potions of healing", "knives", "swords +2". Names that stand alone or have "some" stay."""
    base = without_plus(name)
    if base != name:
        return plural(base) + name[len(base) :]
    head, rest = without_complement(name)
    if not head or stands_alone(head) or head.rpartition(" ")[2] in UNCOUNTED:
        return name
    if head.endswith("man") and not head.endswith(MANS):
        head = f"{head[:-3]}men"
    elif head.endswith("fish"):
        pass
    elif head.endswith(("s", "x", "z", "ch", "sh")):
        head += "es"
    elif head.endswith("y") and not head.endswith(("ay", "ey", "oy", "uy")):
        head = f"{head[:-1]}ies"
    elif head.endswith(("knife", "life", "wife")):
        head = f"{head[:-2]}ves"
    elif head.endswith(("leaf", "loaf", "staff", "thief", "wolf", "elf", "half", "calf", "shelf", "scarf")):
        head = f"{head.rstrip('f')}ves"
    else:
        head += "s"
    return head + rest


PLURAL_WORDS = {
    "is": "are",
    "catches": "catch",
    "crumbles": "crumble",
    "appears": "appear",
    "comes": "come",
    "billows": "billow",
    "does": "do",
    "becomes": "become",
    "sets": "set",
    "opens": "open",
    "It": "They",
    "it": "them",
}
"""What words of a sentence become if its subject is a plural."""


def is_many(name: str) -> bool:
    """Whether a name is a plural, as "brambles" or "spores" is."""
    head = name.partition(" of ")[0]
    return head.endswith("s") and not head.endswith(("ss", "us", "is", "as"))


def agreeing(text: str, name: str) -> str:
    """A sentence about one thing, in the plural if the name is one: "The brambles catch fire"."""
    if not is_many(name):
        return text
    return re.sub(r"[A-Za-z]+", lambda word: PLURAL_WORDS.get(word[0], word[0]), text)


def count_and_name_columns(count: int, name: str) -> tuple[str, str]:
    """A number and what there is of it, for two columns: "1" and "orc", "2" and "orcs", "" and "the Drowned King"."""
    if count == 1:
        return "" if stands_alone(name) else "1", name
    return str(count), plural(name)


def spaced(key: str) -> str:
    """A key as it is shown."""
    return key.replace("_", " ").replace("-", " ")
