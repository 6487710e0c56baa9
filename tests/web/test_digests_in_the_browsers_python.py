"""The pages' Python gives recorded games the same digests after every turn as this one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from run_in_pages_python import run_in_pages_python
from steep.content import load_ruleset, ruleset_names
from steep.play.files import replays
from steep.play.moves.move_base_class import BotMove
from steep.play.session import Session
from steep.rules.action_codes import DONE

VERIFY = """
import json
from pathlib import Path
from steep.web.verify import verify
for path in sorted(Path("/files").glob("*.replay")):
    verified, sentence = verify(path.name, path.read_bytes())
    print(json.dumps({"file": path.name, "verified": verified, "sentence": sentence}))
"""


def verified(tmp_path: Path, rulesets: Sequence[str], seeds: range, most_turns: int) -> list[dict[str, object]]:
    """What the pages' Python says of a game of each ruleset and seed, which is recorded here first."""
    for ruleset in rulesets:
        rulebook = load_ruleset(ruleset)
        for seed in seeds:
            session = Session.start(rulebook, seed)
            bot = BotMove("diver" if seed % 2 else "brawler", seed)
            while not session.over and session.turn < most_turns:
                chosen = bot.next_action(session)
                assert chosen is not None
                assert session.act(chosen) == DONE
            replays.write(session.recording, tmp_path / f"{ruleset}-{seed}.replay")
    return [json.loads(line) for line in run_in_pages_python(VERIFY, tmp_path).splitlines()]


def check(tmp_path: Path, rulesets: Sequence[str], seeds: range, most_turns: int) -> None:
    found = verified(tmp_path, rulesets, seeds, most_turns)
    assert len(found) == len(rulesets) * len(seeds)
    assert [each for each in found if not each["verified"]] == []


def test_a_game_has_the_same_digests(tmp_path: Path) -> None:
    check(tmp_path, ("steep", "tcod-2020"), range(1, 2), 200)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_twenty_games_of_each_ruleset_have_the_same_digests(ruleset: str, tmp_path: Path) -> None:
    check(tmp_path, (ruleset,), range(20), 2_000)
