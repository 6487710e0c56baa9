"""Weights that come from tags: what a kind's tags make of its weight, or give to it."""

from __future__ import annotations

from dataclasses import replace

from steep.content.layers import SectionPath, Settings
from steep.spawn.curves import Product, Steps
from steep.spawn.exact import divided


def weigh_by_tags(settings: Settings) -> None:
    """Replace the weight of every kind that has tags by what they make of it. The settings are all right."""
    for family in ("monsters", "items"):
        for key in settings.kinds(family):
            if settings.get((family, key), "tags"):
                settings.values[family, key]["spawn"] = weight_of(settings, (family, key))


def weight_of(settings: Settings, kind: SectionPath) -> Steps:
    """A kind's own weight, or else that of its tag that has one, times the percentages of all its tags."""
    tags: tuple[SectionPath, ...] = tuple(("tags", tag) for tag in settings.get(kind, "tags"))
    weight: Steps = settings.get(kind, "spawn")
    if not settings.given(kind, "spawn"):
        weight = next((settings.get(tag, "weight") for tag in tags if settings.given(tag, "weight")), weight)
    shares = tuple(share(settings.get(tag, "percent")) for tag in tags)
    curves = (weight, *shares)
    return replace(Steps.along(Product(curves)), formula=any(curve.formula for curve in curves))


def share(percent: Steps) -> Steps:
    """A percentage by floor as a part of one."""
    return replace(percent, entries=tuple((floor, divided(value, 100)) for floor, value in percent.entries))
