"""Cross-field validation of layouts.

As in `validation`, a value that is bad on its own is None here and is not reported again.
"""

from __future__ import annotations

from steep.content.reading.merge_rulesets import MergedSettings, SectionPath
from steep.content.ruleset_errors import Location, shown
from steep.content.sections import LAYOUT_KEYS
from steep.core.world import MAX_ROOMS

MAP: SectionPath = ("map",)

SMALLEST_MAP = 20, 15
"""Columns and rows of the smallest map for all layouts but rooms."""


def validate_layouts(settings: MergedSettings) -> None:
    """Report every value of a layout that conflicts with another."""
    for key in settings.kinds("layouts"):
        check_keys(settings, ("layouts", key))
        check_map(settings, ("layouts", key))
        check_terrain(settings, ("layouts", key))
        check_attempts(settings, ("layouts", key))
        check_sizes(settings, ("layouts", key))


def check_keys(settings: MergedSettings, layout: SectionPath) -> None:
    """A layout has no numbers that its generator does not use."""
    generator = settings.get(layout, "generator")
    if generator is None:
        return
    for key, generators in LAYOUT_KEYS.items():
        if generator not in generators and settings.given(layout, key):
            at = settings.location(layout, key, (layout, "generator"))
            users = ", ".join(f'"{user}"' for user in generators)
            at.reject(f'found one, and the generator "{generator}"', f"none, or a generator that uses it: {users}")


def check_terrain(settings: MergedSettings, layout: SectionPath) -> None:
    """Doors and shores can be walked on."""
    door, overlays = settings.get(layout, "door"), settings.get(layout, "overlays") or ()
    if settings.get(("terrain", door), "solid"):
        reject_solid(settings.location(layout, "door"), door)
    for number, overlay in enumerate(overlays, 1):
        if settings.get(("terrain", overlay.shore), "solid"):
            reject_solid(settings.location(layout, "overlays").entry(number).under("shore"), overlay.shore)


def reject_solid(at: Location, terrain: str) -> None:
    """Report terrain that nobody can walk on."""
    if not at.rejected:
        at.reject(f"found {shown(terrain)}, which is solid", "a terrain that can be walked on")


def check_map(settings: MergedSettings, layout: SectionPath) -> None:
    """The map must be large enough."""
    width, height = settings.get(MAP, "width"), settings.get(MAP, "height")
    generator = settings.get(layout, "generator")
    if None in (width, height, generator) or generator == "rooms":
        return
    if width < SMALLEST_MAP[0] or height < SMALLEST_MAP[1]:
        at = settings.location(layout, "generator", (MAP, "width"), (MAP, "height"))
        needed = "at least {} x {}".format(*SMALLEST_MAP)
        at.reject(f'found "{generator}" on a map of {width} x {height}', f'"rooms", or a map of {needed}')


def check_attempts(settings: MergedSettings, layout: SectionPath) -> None:
    """Rooms as the tutorials dig them are at most as many as a floor can have."""
    attempts = settings.get(layout, "room_attempts")
    if settings.get(layout, "generator") == "rooms" and attempts is not None and attempts > MAX_ROOMS:
        at = settings.location(layout, "room_attempts", (layout, "generator"))
        at.reject_value(attempts, f'at most {MAX_ROOMS} with the generator "rooms"')


def check_sizes(settings: MergedSettings, layout: SectionPath) -> None:
    """The largest room must fit the map and be no smaller than the smallest."""
    generator = settings.get(layout, "generator")
    if generator not in LAYOUT_KEYS["room_min"]:
        return
    width, height = settings.get(MAP, "width"), settings.get(MAP, "height")
    least, most = (settings.get(layout, key) or settings.get(MAP, key) for key in ("room_min", "room_max"))
    floor = 3 if settings.get(MAP, "rooms") == "walled" or generator != "rooms" else 2
    if None in (width, height, least, most):
        return
    if most >= min(width, height):
        at = settings.location(layout, "room_max", (layout, "generator"), (MAP, "width"), (MAP, "height"))
        at.reject_value(most, f"at most {min(width, height) - 1} on a map of {width} x {height}")
    if least > most and (settings.given(layout, "room_min") or settings.given(layout, "room_max")):
        at = settings.location(layout, "room_min", (layout, "room_max"))
        at.reject_value(least, f"at most room_max, which is {most}")
    if least < floor:
        at = settings.location(layout, "room_min", (layout, "generator"))
        at.reject_value(least, f"at least {floor}")
