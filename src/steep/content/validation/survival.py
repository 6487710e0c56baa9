"""Cross-field validation of how a run ends: its goal, gold and hunger.

As in `validation`, a value that is bad on its own is None here and is not
reported again.
"""

from __future__ import annotations

from steep.content.reading.merge_rulesets import MergedSettings, SectionPath
from steep.content.ruleset_errors import shown
from steep.content.sections import Item, fields_of
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
            at.reject(f"found {shown(goal)} without a last_floor", "a last_floor, on whose stairs it is")
        elif settings.get((family, goal), "captive"):
            captive = settings.location((family, goal), "captive", (RUN, key))
            captive.reject_value(
                settings.get((family, goal), "captive"), f"0 for run.{key}: who frees it can't kill it"
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
