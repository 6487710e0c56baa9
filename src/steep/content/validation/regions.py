"""Cross-field validation of regions."""

from __future__ import annotations

from itertools import pairwise

from steep.content.reading.merge_rulesets import Settings


def validate_regions(settings: Settings) -> None:
    """Report floors that two regions have."""
    paths = [("regions", key) for key in settings.kinds("regions")]
    by_floor = sorted((path for path in paths if settings.get(path, "floors")), key=lambda p: settings.get(p, "floors"))
    for above, below in pairwise(by_floor):
        (first, last), taken = settings.get(below, "floors"), settings.get(above, "floors")[1]
        if first <= taken:
            at = settings.location(below, "floors", (above, "floors"))
            allowed = f"floors from {taken + 1} on, as regions.{above[1]} has those up to {taken}"
            at.reject(f"found [{first}, {last}]", allowed)
