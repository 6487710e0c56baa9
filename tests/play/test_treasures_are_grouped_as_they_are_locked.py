"""Treasures of which one can be taken are told in the groups that the rules lock."""

from __future__ import annotations

import pytest

from ready_made_sessions import load
from steep.core.geometry import CELLS
from steep.play.session import Session
from steep.play.warnings_and_discoveries import groups_of
from steep.play.wizard import COMMANDS


def seen_whole(seed: int, floor: int) -> Session:
    """A floor of Steep's own dungeon whose map and items are known."""
    session = Session.start(load("steep"), seed)
    session.wizard = True
    go_to = next(command for command in COMMANDS if command.needs == ("floor",))
    reveal = next(command for command in COMMANDS if command.name.startswith("Reveal"))
    session.change_as_wizard(go_to, floor)
    session.change_as_wizard(reveal)
    return session


@pytest.mark.parametrize("floor", [6, 16])
def test_what_is_locked_with_a_treasure_is_its_group(floor: int) -> None:
    """On floor 6 of this seed two groups are a few steps apart; floor 16 is drawn whole, so it is one room."""
    session = seen_whole(4242, floor)
    tiles, regions = session.world.tiles, session.world.region_of
    groups = [{int(item.cell) for item in group} for group in groups_of(session)]
    assert groups
    for group in groups:
        one = min(group)
        assert group == {cell for cell in range(CELLS) if (tiles[cell], regions[cell]) == (tiles[one], regions[one])}
