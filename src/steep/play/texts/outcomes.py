"""What an ability of the hero's would do to somebody it hits, in a few words: "6 to 11 damage, then blind (30%)"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from steep.content import Rulebook
from steep.content.articles_and_plurals import indefinite
from steep.core.ruleset import AbilityRow, EffectRow, Ruleset, codes
from steep.play.texts.messages import STAT_WORDS
from steep.spawn.attack_odds import resisted


def effects_of(ability: AbilityRow, ruleset: Ruleset) -> Sequence[EffectRow]:
    """The effects of an ability, in order."""
    return [ruleset.effects[row] for row in range(ability.first_effect, ability.first_effect + ability.effect_count)]


def damage_range(ability: AbilityRow, ruleset: Ruleset, resistances: Sequence[int]) -> tuple[int, int]:
    """The least and the most HP that an ability takes from somebody. What has a chance may fail.

    `resistances` are the percents of each damage type that it resists.
    """
    least = most = 0
    for effect in effects_of(ability, ruleset):
        if effect.effect in codes.TAKE_HP:
            resistance = int(resistances[effect.damage_type])
            most += resisted(max(0, effect.dice * effect.sides + effect.plus), resistance)
            least += resisted(max(0, effect.dice + effect.plus), resistance) if effect.chance >= 100 else 0
    return least, most


def outcome_texts(ability: AbilityRow, rulebook: Rulebook, resistances: Sequence[int], hp: int) -> list[str]:
    """What an ability would do to somebody with these resistances and HP: a text for all damage and one an effect."""
    ruleset = rulebook.compiled
    least, most = damage_range(ability, ruleset, resistances)
    effects = effects_of(ability, ruleset)
    texts = []
    if any(effect.effect in codes.TAKE_HP for effect in effects):
        texts.append(damage_text(least, most, hp))
    if least < hp:
        texts += changes(effects, rulebook)
    return texts


def changes(effects: Iterable[EffectRow], rulebook: Rulebook) -> list[str]:
    """What has become of somebody by those effects of which more than damage is said."""
    return [effect_words(effect, rulebook) for effect in effects if codes.EFFECTS[effect.effect].done]


def damage_text(least: int, most: int, hp: int) -> str:
    """What damage between two numbers does to somebody with so many HP."""
    if least >= hp:
        return "dies"
    amount = f"{most}" if least == most else f"{least} to {most}"
    return f"{amount} damage{', may die' if most >= hp else ''}" if most else "no damage"


def effect_words(effect: EffectRow, rulebook: Rulebook) -> str:
    """What an effect other than damage does, with its chance if it is not certain."""
    kind = codes.EFFECTS[effect.effect]
    words: dict[str, object] = {"change": effect.plus, "stat": STAT_WORDS[effect.stat]}
    words["status"] = rulebook.statuses[effect.status].name
    if kind.takes == "monsters":
        words["a_name"] = indefinite(rulebook.monsters[effect.kind].name)
    elif kind.takes in ("terrain", "gases"):
        words["name"] = rulebook.terrain_row(effect.kind).name
    text = kind.done.format_map(words)
    return text if effect.chance >= 100 else f"{text} ({effect.chance}%)"
