"""Without a library the environment plays by the plain rules, on the same arrays, with the same results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from eventful_ruleset_and_random_play import eventful_rulebook, keys_for
from steep.core.native.native_rule import NativeRule
from steep.env import episode_batch as module
from steep.env.check_arguments import EnvironmentSettings
from steep.env.episode_batch import EpisodeBatch


def settings(actions: str) -> EnvironmentSettings:
    return EnvironmentSettings.of(
        [eventful_rulebook()], (1, 2), 200, 3, None, keys_for(actions), 21, actions, {"hp": 0.3, "xp": 0.1}, False
    )


@pytest.mark.parametrize("actions", ["flat", "targets"])
def test_without_a_library_the_plain_rules_give_the_same_bytes(actions: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = EpisodeBatch(settings(actions), 0.5, 2, autoreset=True)
    slow = EpisodeBatch(settings(actions), 0.5, 2, autoreset=True)
    both_rows, seeds = np.ones(2, np.bool_), np.array([3, 4])

    def both(do: Any) -> None:
        do(fast)
        with monkeypatch.context() as patched:
            patched.setattr(module, "native", lambda rule: NativeRule(rule, lambda: None))
            do(slow)
        assert slow.episodes.tobytes() == fast.episodes.tobytes()
        for slow_arrays, fast_arrays in ((slow.results, fast.results), (slow._buffers, fast._buffers)):
            arrays = zip(slow_arrays, fast_arrays, strict=True)
            assert all(np.asarray(one).tobytes() == np.asarray(other).tobytes() for one, other in arrays)

    both(lambda batch: batch.begin(both_rows, seeds))
    random = np.random.default_rng(1)
    for _ in range(5):
        mask = fast.observations["action_mask"].reshape(2, -1)
        chosen = (mask * random.random(mask.shape)).argmax(1)
        rows = chosen[:, None] if actions == "flat" else np.stack([chosen // 26, chosen % 26, [220, 199]], axis=1)
        both(lambda batch, rows=rows: batch.step(rows))
    assert fast.episodes["steps"].max() < 5
