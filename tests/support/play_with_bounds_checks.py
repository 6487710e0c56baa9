"""Plays with compiled rules that check each index. An IndexError ends it; what went well is printed.

One process plays all of it: most of the time goes into compiling, and the environment compiles what the engine does.
"""

from __future__ import annotations

import random

import numpy as np

import steep.env
import worlds_in_both_forms
from eventful_ruleset_and_random_play import a_descent, eventful_rulebook, keys_for
from forged_records import forged
from forged_states import joined, some_states, split, try_out
from steep.content import load_ruleset
from steep.env.kernel.episode import Episode


def play_the_environment() -> None:
    for actions in ("flat", "targets"):
        for crop in (3, 79):
            envs = steep.env.DescentVectorEnv(
                4,
                eventful_rulebook(),
                floors=(1, 2),
                crop=crop,
                actions=actions,
                max_steps=40,
                observations=keys_for(actions),
            )
            envs.reset(seed=1)
            envs.action_space.seed(1)
            for _ in range(100):
                chosen = envs.action_space.sample()
                if actions == "targets":
                    chosen[:, 0] = np.where(chosen[:, 1] % 2, 1, chosen[:, 0])
                envs.step(chosen)
    print("the environment")


def play_on_from_forged_states() -> None:
    env, rng, player, refused = a_descent(), random.Random(9), np.random.default_rng(3), 0
    originals = [split(state) for state in some_states(env, 4)]
    for _ in range(2_000):
        header, body = rng.choice(originals)
        refused += try_out(env, joined(header, forged(Episode, body, rng)), player) != ""
    assert 0 < refused < 2_000
    print("forged states")


def play_the_engine() -> None:
    plain, gear = (load_ruleset(name).compiled for name in ("tcod-2020", "tcod-2020-gear"))
    for ruleset in (plain, worlds_in_both_forms.with_every_feature(gear)):
        form = worlds_in_both_forms.natively(ruleset)
        for seed in range(120):
            form.start(seed, 1 + seed % 12)
            rng = random.Random(seed)
            for _ in range(120):
                form.act(
                    form.bot_action()
                    if rng.random() < 0.5
                    else worlds_in_both_forms.random_action(rng, form.world.hero)
                )
    print("the engine")


if __name__ == "__main__":
    play_the_environment()
    play_on_from_forged_states()
    play_the_engine()
