"""Cross-field validation of how a run ends: its goal, gold and hunger.

As in `validation`, a value that is bad on its own is None here and is not
reported again.
"""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.reading.merge_rulesets import MergedSettings, SectionPath
from steep.content.ruleset_errors import shown
from steep.content.sections import FIXED_TERRAIN, NEW_TERRAIN, Item, Terrain, fields_of
from steep.core.ruleset import MAX_GOLD_KINDS

RUN: SectionPath = ("run",)
BELOW: SectionPath = ("below",)
HUNGER: SectionPath = ("hunger",)
HERO: SectionPath = ("hero",)

GOALS = (("goal_item", "items"), ("goal_monster", "monsters"))
"""The keys that name a goal, and their families."""

NOT_OF_GOLD = ("effect", "abilities", "charges", "thrown", "appearance", "slot", "ammunition", "enchantment")
"""Keys of items that are carried: gold never is."""


def validate_survival(settings: MergedSettings) -> None:
    """Report every value about a run's end, gold or hunger that conflicts with another."""
    check_goal(settings)
    check_below(settings)
    check_gold(settings)
    check_nutrition(settings)
    check_stages(settings)
    check_food(settings)


def check_goal(settings: MergedSettings) -> None:
    """There is one goal at most. It exists, and so does the last floor on which it is; nobody befriends it."""
    last_floor = settings.get(RUN, "last_floor")
    given = [goal for goal in GOALS if settings.get(RUN, goal[0])]
    for key, family in given:
        goal, at = settings.get(RUN, key), settings.location(RUN, key, (RUN, "last_floor"))
        if goal not in settings.kinds(family):
            continue
        if last_floor == 0:
            at.reject(f"found {shown(goal)} without a last_floor", "a last_floor, as the goal lies on its stairs")
        elif settings.get((family, goal), "captive"):
            captive = settings.location((family, goal), "captive", (RUN, key))
            captive.reject_value(
                settings.get((family, goal), "captive"), f"0 for run.{key}: a freed captive can't be killed"
            )
        elif is_gold(settings, (family, goal)):
            at.reject(f"found {shown(goal)}, which is gold", "an item that isn't gold")
    if len(given) > 1:
        at = settings.location(RUN, given[1][0], (RUN, given[0][0]))
        at.reject(f"found {given[1][0]} and {given[0][0]}", "one of them")


def cut_inherited_below(settings: MergedSettings) -> None:
    """Cut inherited floors that come back at a later file's last floor; without a last floor, none come back."""
    found, last_floor = settings.get(BELOW, "floors"), settings.get(RUN, "last_floor")
    if not found or last_floor is None or not settings.given(RUN, "last_floor"):
        return
    if settings.chain.index(settings.files[RUN]["last_floor"]) > settings.chain.index(settings.files[BELOW]["floors"]):
        if last_floor == 0:
            settings.values[BELOW]["floors"] = ()
        elif found[0] <= last_floor:
            settings.values[BELOW]["floors"] = (found[0], min(found[1], last_floor))


def check_below(settings: MergedSettings) -> None:
    """Floors come back only below a last floor, and only those above it."""
    found, last_floor = settings.get(BELOW, "floors"), settings.get(RUN, "last_floor")
    if not found or last_floor is None:
        return
    at = settings.location(BELOW, "floors", (RUN, "last_floor"))
    if last_floor == 0:
        at.reject(
            f"found {shown([*found])} without a last_floor in [run]",
            "a last_floor, below which they come back, or [] for none",
        )
    elif found[1] > last_floor:
        at.reject(f"found {shown([*found])}", f"floors up to run.last_floor, which is {last_floor}, or [] for none")


def is_gold(settings: MergedSettings, kind: SectionPath) -> bool:
    """Whether a kind of item is gold."""
    gold = settings.get(kind, "gold")
    return bool(gold and gold.entries)


def check_gold(settings: MergedSettings) -> None:
    """Gold is nothing else, the hero doesn't start with any, and there are not too many kinds of it."""
    kinds = [key for key in settings.kinds("items") if is_gold(settings, ("items", key))]
    for key in kinds:
        for other in NOT_OF_GOLD:
            found = settings.get(("items", key), other)
            if found not in (None, fields_of(Item)[other].default):
                at = settings.location(("items", key), other, (("items", key), "gold"))
                at.reject(f"found {shown(found)} on gold", "none: gold is taken at once, and never carried")
    for number, entry in enumerate(settings.get(HERO, "start") or (), 1):
        if entry.item in kinds:
            at = settings.location(HERO, "start").entry(number).under("item")
            at.reject(f"found {shown(entry.item)}, which is gold", "an item that isn't gold")
    if len(kinds) > MAX_GOLD_KINDS:
        at = settings.location(("items", kinds[-1]), "gold")
        at.reject(f"found {len(kinds)} kinds of gold", f"at most {MAX_GOLD_KINDS}")


def check_nutrition(settings: MergedSettings) -> None:
    """The hero starts with no more nutrition than it can have."""
    full, start = settings.get(HUNGER, "full"), settings.get(HUNGER, "start")
    if full is not None and start is not None and start > full:
        at = settings.location(HUNGER, "start", (HUNGER, "full"))
        at.reject_value(start, f"at most full, which is {full}")


def check_stages(settings: MergedSettings) -> None:
    """Each stage of hunger begins after the one before, with a status that exists and doesn't kill."""
    before, word = settings.get(HUNGER, "full"), "full"
    for number, stage in enumerate(settings.get(HUNGER, "stages") or (), 1):
        at = settings.location(HUNGER, "stages", (HUNGER, "full")).entry(number)
        below, status = stage.below, stage.status
        if below is not None and before is not None and below >= before:
            at.under("below").reject_value(below, f"less than {word}, which is {before}")
        if status and (settings.get(("statuses", status), "hp") or 0) < 0:
            at.under("status").reject(f"found {shown(status)}, which takes HP", "a status that takes none, and hp here")
        before, word = below, "that of the stage before"


def check_food(settings: MergedSettings) -> None:
    """Nothing feeds a hero that never hungers."""
    if settings.get(HUNGER, "full") != 0:
        return
    for key in settings.kinds("abilities"):
        for number, effect in enumerate(settings.get(("abilities", key), "effects") or (), 1):
            if "feed" in effect.given:
                at = settings.location(("abilities", key), "effects", (HUNGER, "full")).entry(number)
                at.reject("found feed, and hunger.full 0", "a hunger.full above 0, or another effect")


# Cross-field validation of terrain and gases: what they become, their keys and their abilities.

TRIGGERS_OF_TERRAIN = ("enter", "stay")
"""The triggers of abilities that only terrain can have."""

TRIGGERS_OF_GAS = ("stay",)
"""The triggers of abilities that gas can have."""


def validate_terrain(settings: MergedSettings) -> None:
    """Report every value of terrain or a gas that conflicts with another."""
    check_fixed_terrain(settings)
    for key in settings.kinds("terrain"):
        check_terrain(settings, ("terrain", key))
    for key in settings.kinds("gases"):
        check_gas(settings, ("gases", key))


def check_fixed_terrain(settings: MergedSettings) -> None:
    """Rock stays rock, and nothing bars floor and stairs."""
    for key, fixed in FIXED_TERRAIN.items():
        for flag in ("solid", "opaque"):
            if settings.get(("terrain", key), flag) not in (None, fixed):
                at = settings.location(("terrain", key), flag)
                at.reject(f"found {str(not fixed).lower()}", f"{str(fixed).lower()}, as {key} has in every ruleset")


BECOMES = tuple(name for name, field in fields_of(Terrain).items() if field.type is NEW_TERRAIN)
"""The keys of a kind of terrain that name another."""

TERRAIN_PAIRS = (("looks_like", "found_to"), ("fades_to", "fade_chance"), ("burns_to", "flammable"))
"""Keys of which a kind of terrain has both or none."""


def check_terrain(settings: MergedSettings, kind: SectionPath) -> None:
    """What terrain becomes exists, and its keys fit together."""
    for key in BECOMES:
        if settings.get(kind, key) and kind[1] in FIXED_TERRAIN and key != "digs_to":
            settings.location(kind, key).reject(f"found one for {kind[1]}", "none: it stays as it is")
    check_pairs(settings, kind, TERRAIN_PAIRS)
    if settings.get(kind, "looks_like") and settings.get(("terrain", settings.get(kind, "looks_like")), "looks_like"):
        at = settings.location(kind, "looks_like")
        at.reject(f"found {shown(settings.get(kind, 'looks_like'))}, which is hidden itself", "one that isn't hidden")
    if settings.get(kind, "opens_to") and settings.get(kind, "solid") is False:
        at = settings.location(kind, "opens_to", (kind, "solid"))
        at.reject("found one, and solid = false", "none: everybody can enter it")
    check_key_item(settings, kind)
    check_terrain_abilities(settings, kind, TRIGGERS_OF_TERRAIN)


def check_gas(settings: MergedSettings, kind: SectionPath) -> None:
    """What gas becomes when it burns exists, and its keys fit together."""
    check_pairs(settings, kind, TERRAIN_PAIRS[-1:])
    check_terrain_abilities(settings, kind, TRIGGERS_OF_GAS)


def check_pairs(settings: MergedSettings, kind: SectionPath, pairs: Sequence[tuple[str, str]]) -> None:
    """Of two keys that need each other, a kind has both or none."""
    for one, other in pairs:
        if bool(settings.get(kind, one)) != bool(settings.get(kind, other)):
            lacking, given = (one, other) if settings.get(kind, other) else (other, one)
            at = settings.location(kind, given)
            at.reject(f"found {given} without {lacking}", "both, or none of them")


def check_key_item(settings: MergedSettings, kind: SectionPath) -> None:
    """A key is an item that everybody knows, and opens something."""
    key_item = settings.get(kind, "key_item")
    if not key_item:
        return
    at = settings.location(kind, "key_item")
    if settings.get(("items", key_item), "appearance"):
        at.reject(f"found {shown(key_item)}, which has to be identified", "an item without an appearance")
    elif not settings.get(kind, "opens_to") and not at.rejected:
        at.reject("found one without opens_to", "opens_to, which it takes")


def check_terrain_abilities(settings: MergedSettings, kind: SectionPath, triggers: Sequence[str]) -> None:
    """The abilities of terrain or gas exist, and have one of its triggers."""
    word = "gas" if kind[0] == "gases" else "terrain"
    for number, key in enumerate(settings.get(kind, "abilities") or (), 1):
        at = settings.location(kind, "abilities").entry(number)
        trigger = settings.get(("abilities", key), "trigger")
        if trigger is not None and trigger not in triggers:
            allowed = " or ".join(shown(each) for each in triggers)
            at.reject(f'found {shown(key)}, with the trigger "{trigger}"', f"one with the trigger {allowed}")
        elif kind[1] in FIXED_TERRAIN:
            at.reject(f"found one for {kind[1]}", "none: it does nothing")
        elif any("steal" in effect.given for effect in settings.get(("abilities", key), "effects") or ()):
            at.reject(f"found {shown(key)}, which steals", f"an ability that {word} can have: only monsters steal")
