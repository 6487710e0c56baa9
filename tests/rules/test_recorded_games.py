"""Hundreds of recorded games replay with the same states, whatever the layout of worlds and actions is now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from recorded_games_and_floors import RECORDED, RecordedGame, first_difference, read_games
from steep.core.ruleset import Ruleset
from steep.rules.action_codes import VERB_NAMES
from worlds_in_both_forms import Form, natively, plain


@pytest.mark.parametrize(
    ("in_form", "every"),
    [pytest.param(natively, 2, id="natively, half"), pytest.param(plain, 1, id="plain, all", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("ruleset", RECORDED)
def test_recorded_games_replay_with_the_same_state_in_every_field(
    ruleset: str, in_form: Callable[[Ruleset], Form], every: int
) -> None:
    games = [game for game in read_games() if game.ruleset == ruleset][::every]
    assert len(games) >= 20
    differences = [difference for game in games if (difference := first_difference(game, in_form))]
    assert not differences, f"{len(differences)} of {len(games)} games differ; the first: {differences[0]}"


def test_the_recordings_have_every_verb_and_the_main_refusals_and_ends() -> None:
    words = Counter(words for game in read_games() for words in game.actions())
    verbs = {verb for verb in VERB_NAMES if any(each.startswith(verb) and ":" not in each for each in words)}
    refusals = {each.partition(": ")[2] for each in words}
    ends = {game.stretches[-1][1]["end"] for game in read_games()}
    assert verbs == set(VERB_NAMES) - {"throw"}
    assert refusals >= {
        "blocked",
        "empty slot",
        "full health",
        "out of sight",
        "no enemy there",
        "must choose a gain first",
    }
    assert ends == {"", "killed by orc", "killed by troll", "killed by chief", "killed by itself"}
    assert max(game.stretches[-1][1]["floor"] for game in read_games()) >= 10


def test_a_difference_is_named_by_ruleset_seed_turn_and_field() -> None:
    game = next(game for game in read_games() if game.ruleset == "tcod-2020" and len(game.stretches) > 4)
    (*before, (actions, state)) = game.stretches[:3]
    changed = replace(game, stretches=(*before, (actions, {**state, "hp": state["hp"] + 1})))
    assert first_difference(changed) == (
        f"tcod-2020, {game.player}, seed {game.seed} from floor {game.floor}, "
        f"after turn {before[-1][1]['turn']} and by turn {state['turn']}: hp was {state['hp'] + 1}, is {state['hp']}"
    )


def test_an_action_that_is_refused_now_is_named() -> None:
    recorded = RecordedGame("tcod-2020", "a test", 3, 1, ((("descend",), {}),))
    assert first_difference(recorded) == (
        "tcod-2020, a test, seed 3 from floor 1, turn 0: recorded is 'descend', now 'descend: no stairs here'"
    )
