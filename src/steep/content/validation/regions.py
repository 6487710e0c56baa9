"""Cross-field validation of regions."""

from __future__ import annotations

from itertools import pairwise

from steep.content.reading.merge_rulesets import Settings
from steep.content.ruleset_errors import Mistake, shown


def validate_regions(settings: Settings, mistakes: list[Mistake]) -> None:
    """Report floors that two regions have, and colours of unknown terrain."""
    kinds = settings.kinds("terrain")
    paths = [("regions", key) for key in settings.kinds("regions")]
    for path in paths:
        for kind, _ in settings.get(path, "colors") or ():
            if kind not in kinds:
                at = settings.location(mistakes, path, "colors").under(kind)
                at.reject_name(kind, f"found {shown(kind)}, which is not a known terrain", kinds)
    by_floor = sorted((path for path in paths if settings.get(path, "floors")), key=lambda p: settings.get(p, "floors"))
    for above, below in pairwise(by_floor):
        (first, last), taken = settings.get(below, "floors"), settings.get(above, "floors")[1]
        if first <= taken:
            at = settings.location(mistakes, below, "floors", (above, "floors"))
            allowed = f"floors from {taken + 1} on, as regions.{above[1]} has those up to {taken}"
            at.reject(f"found [{first}, {last}]", allowed)
