"""Recorded floors are generated again from their seeds, whatever the layout of records is now."""

from __future__ import annotations

import pytest

from recorded_games_and_floors import FLOORS, RECORDED, floors_in_words, read_floors


@pytest.mark.parametrize("ruleset", RECORDED)
def test_recorded_floors_are_generated_again(ruleset: str) -> None:
    recorded = read_floors()[ruleset]
    assert len(recorded) == 20
    for seed, floors in recorded.items():
        generated = floors_in_words(ruleset, int(seed))
        for floor in map(str, FLOORS):
            differ = [name for name in floors[floor] if floors[floor][name] != generated[floor].get(name)]
            assert not differ, f"{ruleset}, seed {seed}, floor {floor}: {', '.join(differ)} differ"
