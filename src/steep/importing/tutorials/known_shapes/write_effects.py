"""Writes what using an item does: as an effect, or as an ability or a status if no effect fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from steep.content import Rulebook
from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.content.sections import EFFECT_KEYS, MAX_NUMBER, OPTIONAL_EFFECT_KEYS
from steep.core.geometry import WIDTH
from steep.core.world import MAX_RADIUS
from steep.importing.output.import_report import ImportReport
from steep.importing.output.ruleset_toml import Draft, Section, fitted
from steep.importing.python.expression_values import words_in
from steep.importing.python.resolve_imports import number_in
from steep.importing.tutorials.find_monsters_items_and_hero import (
    DEFENSE_BONUS,
    MAX_HP_BONUS,
    POWER_BONUS,
    Entities,
    Entity,
)
from steep.importing.tutorials.find_named_numbers import EFFECT_NAMES, Facts
from steep.importing.tutorials.known_shapes.effects_and_own_rules import (
    TURNS,
    Use,
    does_something_else,
    never_used_up,
    number_from_code,
    odd_number,
    use_in_code,
)

NUMBERS = {
    ("heal", "amount"): ("amount", "heal_amount", "healing", "hp", "power"),
    ("lightning", "amount"): ("damage", "amount", "power"),
    ("lightning", "reach"): ("maximum_range", "max_range", "range"),
    ("fireball", "amount"): ("damage", "amount", "power"),
    ("fireball", "reach"): ("radius", "blast_radius", "targeting_radius", "area_of_effect"),
    ("confusion", "amount"): ("number_of_turns", "turns", "num_turns", "duration"),
    ("confusion", "reach"): ("maximum_range", "max_range", "range"),
}
"""The tutorials' names for the numbers of an effect."""

BONUSES = {"max_hp": MAX_HP_BONUS, "power": POWER_BONUS, "defense": DEFENSE_BONUS}

MAX_TURNS = 29_999
"""The most turns that a status may last."""

SAME_NUMBERS = {"heal": "heal", "confuse": "confusion", "damage": "lightning"}
"""For each thing an item does, the effect whose names of numbers are used."""

DICE_COUNT = ("num_dice", "number_of_dice", "dice_count", "dice")
DICE_SIDES = ("die_size", "dice_size", "dice_sides", "sides")


@dataclass(slots=True)
class EffectWriter:
    """Writes the effects of items."""

    draft: Draft
    seed: Rulebook
    entities: Entities
    facts: Facts
    report: ImportReport

    def write(self, section: Section, key: str, entity: Entity) -> None:
        """Write what an item does: by its code, or by its names if the code has no known shape."""
        use = use_in_code(entity.use_name, self.entities.contents)
        if (place := never_used_up(entity.use_name, self.entities.contents)) is not None:
            self.report.assume("stats", f"using {entity.name or key} doesn't use it up; in Steep it does", place)
        if self.write_timed_bonus(section, key, entity) or (
            use is not None and self.write_ability(section, key, entity, use)
        ):
            return
        effect = use.effect if use is not None else entity.effect
        if use is None and effect != "none" and does_something_else(entity.use_name, effect, self.entities.contents):
            effect = "none"
        self.write_effect(section, key, entity, effect, use)

    def write_timed_bonus(self, section: Section, key: str, entity: Entity) -> bool:
        """Write a temporary bonus as an ability that gives a status. Returns whether the item has one."""
        fields = entity.use or {}
        turns = number_in(fields, TURNS)
        given = {stat: number_in(fields, names) for stat, names in BONUSES.items()}
        bonuses = {stat: value for stat, value in given.items() if value}
        if not turns or not bonuses or entity.effect != "none":
            return False
        ability = self.give_ability(section, key, entity)
        status = self.draft.section("statuses", ability.path[-1], remark=str(entity.location))
        for stat, value in bonuses.items():
            fit = fitted(value, -MAX_NUMBER, MAX_NUMBER, f"{stat} of {key}", entity.location, self.report)
            status.put(stat, fit)
        status.put("helps", sum(bonuses.values()) > 0)
        lasts = fitted(turns, 1, MAX_TURNS, f"turns of {key}", entity.location, self.report)
        ability.put("shape", "self")
        ability.put("effects", [{"status": status.path[-1], "turns": lasts}])
        return True

    def give_ability(self, section: Section, key: str, entity: Entity) -> Section:
        """Give an item an ability of its own, in place of an effect."""
        taken = {ability.key for ability in self.seed.abilities} | {status.key for status in self.seed.statuses}
        own = key if key not in taken else f"{key[:35]}_item"
        section.put("abilities", [own])
        for name, value in (("effect", "none"), ("amount", 0), ("reach", 0)):
            section.put(name, value)
        return self.draft.section("abilities", own, remark=str(entity.location))

    def write_ability(self, section: Section, key: str, entity: Entity, use: Use) -> bool:
        """Write as an ability what no effect covers: dice, one target, a blast that spares its user. Whether it did."""
        dice = dice_of(entity.use or {})
        if use.effect != "none" and not dice:
            return False
        around = use.shape in ("ball", "burst")
        amount = dice or self.strength(SAME_NUMBERS[use.does], "amount", entity, use)[0]
        far = self.strength("fireball" if around else "lightning", "reach", entity, use)[0] if use.reach else 0
        if TODO in (amount, far):
            return False
        ability = self.give_ability(section, key, entity)
        ability.put("shape", use.shape)
        if use.spares_user:
            ability.put("affects", "enemies")
        if around:
            ability.put("radius", fitted(int(far), 0, MAX_RADIUS, f"radius of {key}", entity.location, self.report))
        elif far:
            ability.put("reach", far)
        does = {"status": "confused", "turns": amount} if use.does == "confuse" else {use.does: amount}
        ability.put("effects", [does])
        return True

    def write_effect(self, section: Section, kind: str, entity: Entity, effect: str, use: Use | None) -> None:
        """Write the effect of an item."""
        section.put("effect", effect)
        if effect == "none":
            used = entity.use_name.split()[:1]
            remark = f"{used[0]} is not one of Steep's effects" if used else "unknown"
            section.put("effect", "none", remark)
            what = f"items.{kind}: its effect ({remark}); in Steep it has none"
            self.report.add_unread(what, entity.location)
        for key, effects in EFFECT_KEYS.items():
            if effect not in (*effects, *OPTIONAL_EFFECT_KEYS[key]):
                section.put(key, 0)
                continue
            value, remark = self.strength(effect, key, entity, use)
            if value == TODO and effect not in effects:
                value, remark = 0, ""
            section.put(key, value, remark)

    def strength(self, effect: str, key: str, entity: Entity, use: Use | None) -> tuple[int | str, str]:
        """The strength of an effect, with a remark: from the item or from a constant, or TODO."""
        high = MAX_NUMBER if key == "amount" else WIDTH
        given = (use.amount if key == "amount" else use.reach) if use is not None else ""
        names = ("_".join(words_in(given)), *NUMBERS[effect, key])
        odd = odd_number(entity.use_name, key, self.entities.contents)
        if odd:
            return TODO, f"{effect}'s {key} is {odd}, which is not recognised"
        for fields in (entity.use, entity.fields):
            value = number_in(fields or {}, names)
            if value is not None:
                return fitted(value, 0, high, f"{key} of {entity.name}", entity.location, self.report), ""
        fact = number_from_code(effect, key, entity.use_name, self.entities.contents, self.entities.parts)
        constants = names[:1] if given.isupper() else ()
        fact = fact or self.facts.number((*constants, *EFFECT_NAMES[effect, key]), f"{effect}'s {key}")
        if fact is not None:
            return fitted(fact.value, 0, high, f"{effect}'s {key}", fact.location, self.report), str(fact.location)
        return TODO, f"{effect}'s {key} was not found"


def dice_of(fields: Mapping[str, object]) -> str:
    """Dice that are written as two numbers, such as ``num_dice=2, die_size=6``; empty if there are none."""
    count, sides = number_in(fields, DICE_COUNT), number_in(fields, DICE_SIDES)
    return f"{count}d{sides}" if count and sides and 0 < count <= 100 and 0 < sides <= 1000 else ""
