"""Names of actions, for printing and plotting."""

from __future__ import annotations

from steep.core.ruleset import MAX_GAINS
from steep.core.world import MAX_INVENTORY
from steep.env.kernel.choose_target import AIM_NAMES
from steep.env.kernel.observations import FLAT
from steep.play.texts.messages import letter_of
from steep.rules.action_codes import VERB_NAMES

COMPASS_POINTS = ("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast")
"""In the order of `steep.core.geometry.DIRECTIONS`."""

SLOTS = tuple(letter_of(slot) for slot in range(MAX_INVENTORY))

ACTION_NAMES = (
    *(f"move {point}" for point in COMPASS_POINTS),
    "wait",
    "pick up",
    "descend",
    *(f"choose gain {gain}" for gain in range(MAX_GAINS)),
    *(f"use {slot}" for slot in SLOTS),
    *(f"use {slot} on {aim}" for aim in AIM_NAMES[1:] for slot in SLOTS),
    *(f"drop {slot}" for slot in SLOTS),
    *(f"throw {slot}" for slot in SLOTS),
    *(f"throw {slot} at {aim}" for aim in AIM_NAMES[1:] for slot in SLOTS),
)
"""The name of each flat action, by number."""


def action_names(actions: str) -> tuple[str, ...]:
    """The name of each flat action or, when `actions` is TARGETS, of each verb."""
    return ACTION_NAMES if actions == FLAT else VERB_NAMES
