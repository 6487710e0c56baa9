"""What the book of what was met says of kinds of monsters, items and terrain. It says what looking at one says."""

from __future__ import annotations

from collections.abc import Mapping

from steep.content import Item, Monster, Rulebook
from steep.content.compiling.abilities import abilities_of
from steep.core.geometry import FLOOR
from steep.play.files.lore import FAMILIES, KindLore
from steep.play.texts.abilities import item_summary, monster_ability_text
from steep.play.texts.describe import behaviour_texts, follows_leaders, resistance_texts
from steep.play.texts.messages import capitalised, counted, enumerated
from steep.play.texts.pronouns import spoken_of
from steep.play.texts.terrain import terrain_facts, what_it_does


def monster_lines(kind: Monster, rulebook: Rulebook, known: KindLore) -> list[str]:
    """A kind of monster: what looking at one says, and its XP once one was killed."""
    behaviour = enumerated(behaviour_texts(kind, kind.speed))
    resistances = enumerated(resistance_texts(kind.resist))
    grows = ", and more on deeper floors" if any(stat == "max_hp" for stat, _ in kind.growth) else ""
    lines = [
        f"It has {kind.hp} HP{grows}." + (f" Killing it gives {kind.xp} XP." if known.killed else ""),
        *(f"It {text}." for text in (behaviour, resistances) if text),
        *(["In a pack, it follows its leader."] if follows_leaders(kind, rulebook.packs) else []),
        *(monster_ability_text(ability, rulebook) for ability in abilities_of(kind, rulebook)),
    ]
    return [
        *([kind.description] if kind.description else []),
        *(spoken_of(line, kind.pronoun) for line in lines),
    ]


def item_lines(kind: Item, rulebook: Rulebook) -> list[str]:
    """A kind of item: its description, and what it does."""
    summary = item_summary(kind, rulebook)
    equipped = f"Equipped, it gives {summary}." if kind.slot and summary else ""
    return [
        *([kind.description] if kind.description else []),
        *([equipped] if equipped else [f"{capitalised(summary)}."] if summary else []),
    ]


def terrain_row_lines(row: int, rulebook: Rulebook) -> list[str]:
    """What is special about a kind of terrain or a gas."""
    return terrain_facts(row, rulebook) if row < len(rulebook.terrain) else what_it_does(row, rulebook)


def never_met_text(rulebook: Rulebook, known: Mapping[str, Mapping[str, KindLore]]) -> str:
    """How much of a ruleset was never met: "5 of 18 monsters, 6 of 53 items, 10 of 32 kinds of terrain"."""
    keys = {
        "monsters": {each.key for each in rulebook.monsters},
        "items": {each.key for each in rulebook.items},
        "terrain": {each.key for each in rulebook.terrain[FLOOR + 1 :]} | {each.key for each in rulebook.gases},
    }
    words = {"monsters": "monsters", "items": "items", "terrain": "kinds of terrain"}
    missing = ((len(keys[family] - known[family].keys()), len(keys[family]), words[family]) for family in FAMILIES)
    texts = [f"{count} of {total} {word}" for count, total, word in missing if count]
    return ", ".join(texts) or "nothing: you have met everything"


def counts_text(known: KindLore) -> str:
    """How often a kind was met, killed and killed the hero: "Met in 3 runs. Killed: 12. It killed you twice."."""
    texts = [f"Met in {counted(known.met, 'run')}." if known.met else ""]
    texts.append(f"Killed: {known.killed}." if known.killed else "")
    texts.append(f"It killed you {times(known.killed_by)}." if known.killed_by else "")
    return " ".join(text for text in texts if text)


def times(count: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
