"""Applies tags: a tag multiplies the weights of its kinds, or gives them one."""

from __future__ import annotations

from dataclasses import replace

from steep.content.reading.merge_rulesets import SectionPath, Settings
from steep.spawn.curves import Product, Steps
from steep.spawn.exact_numbers import divided


def apply_tags(settings: Settings) -> None:
    """Replace the weight of every kind that has tags. The settings must be valid."""
    for family in ("monsters", "items"):
        for key in settings.kinds(family):
            if settings.get((family, key), "tags"):
                settings.values[family, key]["spawn"] = weight_of(settings, (family, key))


def weight_of(settings: Settings, kind: SectionPath) -> Steps:
    """A kind's own weight, or the one that a tag gives it, times the percentages of all its tags."""
    tags: tuple[SectionPath, ...] = tuple(("tags", tag) for tag in settings.get(kind, "tags"))
    weight: Steps = settings.get(kind, "spawn")
    if not settings.given(kind, "spawn"):
        weight = next((settings.get(tag, "weight") for tag in tags if settings.given(tag, "weight")), weight)
    factors = tuple(factor(settings.get(tag, "percent")) for tag in tags)
    curves = (weight, *factors)
    return replace(Steps.along(Product(curves)), formula=any(curve.formula for curve in curves))


def factor(percent: Steps) -> Steps:
    """A percentage by floor as a factor: 100 becomes 1."""
    return replace(percent, entries=tuple((floor, divided(value, 100)) for floor, value in percent.entries))
