"""The arguments of an environment and the seeds of its runs, checked once, with one clear message for each error.

A single run has the seed of the reset. The runs of a vector environment have seeds drawn from it, so that no two resets
share runs. (With seeds s, s + 1, s + 2 ..., a thousand environments reset with 0 and with 1 would share 999 runs.)
"""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from types import MappingProxyType
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook, load_ruleset
from steep.core.geometry import NOWHERE, WIDTH
from steep.core.input_errors import InputError, brief, nearest, printable, shortened
from steep.core.random_streams import MAX_SEED
from steep.core.ruleset import MAX_FLOORS
from steep.env.kernel.actions import ARGUMENTS, FLAT_ACTIONS, VERBS
from steep.env.kernel.observations import FLAT, OBSERVATIONS, TARGETS
from steep.env.rewards import RewardTerms

MAX_STEPS = 2**31 - 1

TURNS_PER_FLOOR = 1_000
"""Default of `max_turns`, per floor. Of 200 games of the bot `explorer`, which explores every floor, on each bundled
ruleset, none that left a floor alive took more than 869 turns on it, or more than 5,804 turns on ten floors."""

ENDLESS = 10
"""The last floor of an episode in a dungeon without end, where no floors are given."""

STEPS_PER_TURN = 2
"""Default of `max_steps`, per turn of `max_turns`."""

# These ranges never change; new ones would get new names. They are far from the low seeds that people type and that the
# lab counts up from.
TRAIN = range(1_000_000_000, 1_000_100_000)
"""100,000 seeds for training."""

VALIDATION = range(2_000_000_000, 2_000_010_000)
"""10,000 seeds for model selection and early stopping."""

TEST = range(3_000_000_000, 3_000_010_000)
"""10,000 seeds for the final test. A smaller test takes the first ones."""

ROUND = "round:"
"""Prefix of a split whose seeds are fixed by a random value that was published after the release."""

MAX_SEEDS = 2**31
"""Seeds in a range, at most."""

SPLITS: Mapping[str, range] = MappingProxyType({"train": TRAIN, "validation": VALIDATION, "test": TEST})
"""The ranges by name."""

MAX_RESET_SEED = 2**64 - 1
"""The seed of a reset has 64 bits, since other libraries draw that many. The seed of a run has 63."""


class PrivilegedWarning(UserWarning):
    """A requested observation reveals what the hero does not know."""


@dataclass(frozen=True, slots=True)
class EnvironmentSettings:
    """The checked arguments that both environments share."""

    rulebooks: tuple[Rulebook, ...]
    """At difficulty 0.5. Episode i has number i modulo how many there are."""
    first_floor: int
    last_floor: int
    max_turns: int
    max_steps: int
    seeds: range | None
    """The seeds that runs may have; None allows every seed."""
    observations: tuple[str, ...]
    """Keys, in alphabetical order."""
    crop: int
    actions: str
    rewards: RewardTerms
    texts: bool

    @property
    def rulebook(self) -> Rulebook:
        """The ruleset of episode 0."""
        return self.rulebooks[0]

    @property
    def action_sizes(self) -> tuple[int, ...]:
        """The number of values of each number of an action."""
        return (FLAT_ACTIONS,) if self.actions == FLAT else (VERBS, ARGUMENTS, self.crop**2)

    @classmethod
    def of(
        cls,
        rulesets: Sequence[str | Path | Rulebook],
        floors: Sequence[int] | None,
        max_turns: int | None,
        max_steps: int | None,
        seeds: str | range | None,
        observations: Sequence[str],
        crop: int,
        actions: str,
        rewards: RewardTerms | Mapping[str, float] | None,
        texts: bool,
        max_episode_steps: int | None = None,
    ) -> EnvironmentSettings:
        """Check the arguments of an environment. Raises `InputError` for the first invalid one."""
        if not rulesets:
            raise InputError("ruleset is an empty list; it must have one ruleset or more")
        for ruleset in rulesets:
            if not isinstance(ruleset, str | Path | Rulebook):
                raise InputError(f"ruleset is {brief(ruleset)}; it must be one name, one path or one Rulebook")
        rulebooks = tuple(each if isinstance(each, Rulebook) else load_ruleset(str(each)) for each in rulesets)
        ranges = {
            all_floors(each) if floors is None else floor_range(floors, each.run.last_floor) for each in rulebooks
        }
        if len(ranges) > 1:
            raise InputError("floors is None; rulesets with different numbers of floors need it")
        ((first, last),) = ranges
        turns = (last - first + 1) * TURNS_PER_FLOOR if max_turns is None else checked_limit("max_turns", max_turns)
        steps = min(turns * STEPS_PER_TURN, MAX_STEPS) if max_steps is None else checked_limit("max_steps", max_steps)
        if max_episode_steps is not None:
            steps = min(steps, checked_limit("max_episode_steps", max_episode_steps))
        if actions not in (FLAT, TARGETS):
            raise InputError(f'actions is "{actions}"; it must be "{FLAT}" or "{TARGETS}"')
        square = as_int(crop)
        if square is None or square % 2 == 0 or not 3 <= square < WIDTH:
            raise InputError(f"crop is {crop!r}; it must be odd and from 3 to {WIDTH - 1}")
        return cls(
            rulebooks=rulebooks,
            first_floor=first,
            last_floor=last,
            max_turns=turns,
            max_steps=steps,
            seeds=None if seeds is None else split_of(seeds),
            observations=checked_keys(observations, actions),
            crop=square,
            actions=actions,
            rewards=rewards if isinstance(rewards, RewardTerms) else RewardTerms(rewards),
            texts=texts,
        )


def as_int(value: object) -> int | None:
    """A whole number of Python or NumPy as an int; None for everything else."""
    return int(value) if not isinstance(value, bool) and isinstance(value, Integral) else None


def all_floors(rulebook: Rulebook) -> tuple[int, int]:
    """All floors of a dungeon; the first ENDLESS of one without end."""
    return 1, rulebook.run.last_floor or ENDLESS


def floor_range(floors: Sequence[int], deepest: int = 0) -> tuple[int, int]:
    """The first and the last floor, of a dungeon with `deepest` floors; 0 if it has no end.

    Raises `InputError` for an invalid range. An episode is won on the last floor of a dungeon: none goes on below.
    """
    first, last = (
        (as_int(floor) for floor in floors) if isinstance(floors, list | tuple) and len(floors) == 2 else (None,) * 2
    )
    if first is None or last is None:
        raise InputError(f"floors is {floors!r}; it must be two floors, the first and the last")
    if not 1 <= first <= last <= MAX_FLOORS:
        rule = f"both must be from 1 to {MAX_FLOORS}, and the first must not be greater than the last"
        raise InputError(f"floors is {floors!r}; {rule}")
    if 0 < deepest < last:
        raise InputError(f"floors is {floors!r}; the dungeon ends on floor {deepest}")
    return first, last


def checked_limit(name: str, value: int) -> int:
    """A limit from 1 to MAX_STEPS. Raises `InputError` for another value."""
    found = as_int(value)
    if found is None or not 1 <= found <= MAX_STEPS:
        raise InputError(f"{name} is {value!r}; it must be from 1 to {MAX_STEPS}")
    return found


def checked_keys(observations: Sequence[str], actions: str) -> tuple[str, ...]:
    """The requested observation keys, without duplicates, in alphabetical order. Warns of privileged ones."""
    if not isinstance(observations, Iterable):
        raise InputError(f"observations is {observations!r}; it must be a list of some of: {', '.join(OBSERVATIONS)}")
    requested = (observations,) if isinstance(observations, str) else tuple(observations)
    for key in requested:
        if not isinstance(key, str) or key not in OBSERVATIONS:
            raise InputError(
                f'there is no observation "{key}"{nearest(str(key), OBSERVATIONS)}; '
                f"there are: {', '.join(OBSERVATIONS)}"
            )
    if not requested:
        raise InputError(f"observations is empty; there are: {', '.join(OBSERVATIONS)}")
    if "target_mask" in requested and actions == FLAT:
        raise InputError(f'the observation "target_mask" is for actions="{TARGETS}"; here actions is "{actions}"')
    privileged = [key for key in OBSERVATIONS if key in requested and OBSERVATIONS[key].privileged]
    if privileged:
        names = " and ".join(f'"{key}"' for key in privileged)
        warnings.warn(
            f"{names} {'reveals' if len(privileged) == 1 else 'reveal'} what the hero does not know",
            PrivilegedWarning,
            stacklevel=4,
        )
    return tuple(key for key in OBSERVATIONS if key in requested)


def checked_options(options: Mapping[str, Any] | None, *allowed: str) -> Mapping[str, Any]:
    """The options of a reset. Raises `InputError` for an unknown one, and for what holds none."""
    if options is not None and not isinstance(options, Mapping):
        raise InputError(f"options is {brief(options)}; it must be a dict or None")
    for name in options or {}:
        if name not in allowed:
            raise InputError(
                f'there is no option "{name}"{nearest(str(name), allowed)}; there are: {", ".join(allowed)}'
            )
    return options or {}


def checked_render_mode(mode: str | None, modes: Sequence[str]) -> str | None:
    """The render mode. Raises `InputError` for an unknown one."""
    if mode is not None and mode not in modes:
        *rest, last = (f'"{each}"' for each in modes)
        names = f"{', '.join(rest)} or {last}, or None" if rest else f"{last} or None"
        raise InputError(f'render_mode is "{mode}"; it must be {names}')
    return mode


def split_of(seeds: str | range) -> range:
    """The range of a split's name; its first seeds, as in `"train:500"`; or a range itself, such as `range(200)`.

    `"round:VALUE"` are the 10,000 seeds of a random value of 256 bits, in hexadecimal digits. Raises `InputError` for
    an unknown name, and for a range that is empty or has a step other than 1.
    """
    if isinstance(seeds, str) and seeds.startswith(ROUND):
        return seeds_of_round(seeds.removeprefix(ROUND))
    if isinstance(seeds, str):
        name, colon, count = seeds.partition(":")
        if name not in SPLITS:
            found = f'"{printable(shortened(seeds))}"{nearest(name, SPLITS)}'
            raise InputError(f"seeds is {found}; there are: {', '.join(SPLITS)}, or a range")
        if colon and not (re.fullmatch("[1-9][0-9]{0,17}", count) and int(count) <= len(SPLITS[name])):
            raise InputError(
                f'seeds is "{printable(shortened(seeds))}"; after the colon: allowed: 1 to {len(SPLITS[name])}'
            )
        return SPLITS[name][: int(count)] if colon else SPLITS[name]
    if not isinstance(seeds, range) or seeds.step != 1 or not seeds:
        raise InputError(f"seeds is {seeds!r}; it must be one of {', '.join(SPLITS)}, or a range with step 1")
    if seeds.start < 0 or seeds.stop - 1 > MAX_SEED or seeds.stop - seeds.start > MAX_SEEDS:
        raise InputError(f"seeds is {seeds!r}; it must hold at most {MAX_SEEDS:,} seeds, from 0 to {MAX_SEED}")
    return seeds


def seeds_of_round(value: str) -> range:
    """The seeds of a random value: as many as `TEST` has, from 2**62 + h on, where h is the first 60 bits of its hash.

    The hash is BLAKE2b of the 32 bytes, with 8 bytes of digest. Raises `InputError` for what is not 64 hexadecimal
    digits.
    """
    if not re.fullmatch("[0-9a-fA-F]{64}", value):
        raise InputError(f"seeds is {brief(ROUND + value)}; after the colon: allowed: 64 hexadecimal digits")
    digest = hashlib.blake2b(bytes.fromhex(value), digest_size=8).digest()
    first = 2**62 + (int.from_bytes(digest, "big") >> 4)
    return range(first, first + len(TEST))


def warn_of_other_split(seed: object, seeds: range | None) -> None:
    """Warn where the seed of a reset is of a split that the environment doesn't play: it plays none of its dungeons."""
    found = as_int(seed)
    for name, split in SPLITS.items():
        if found is not None and seeds is not None and found in split and found not in seeds:
            gymnasium.logger.warn(
                f"seed {found} of {name} only chooses among the environment's own seeds, {seeds[0]} to {seeds[-1]}; "
                f'to play {name}, use steep.env.evaluate, or make the environment with seeds="{name}"'
            )


def unset_seeds(count: int) -> NDArray[np.int64]:
    """An array of NOWHERE, shape (count,): each seed is drawn from the episode's own stream."""
    return np.full(count, NOWHERE, np.int64)


def checked_seed(seed: object, most: int = MAX_SEED) -> int:
    """A seed as an int. Raises `InputError` unless it is a whole number from 0 to `most`."""
    found = as_int(seed)
    if found is None or not 0 <= found <= most:
        raise InputError(f"the seed is {seed!r}; it must be a whole number from 0 to {most}")
    return found


def run_seed_of(seed: object) -> int:
    """The seed of the run that a reset with `seed` begins: the same, or `seed` - 2**63 from 2**63 on."""
    return checked_seed(seed, MAX_RESET_SEED) & MAX_SEED


def world_seeds(seed: object, count: int) -> NDArray[np.int64]:
    """The seeds of the first `count` environments of a vector that is reset with `seed`; int64 of shape (count,).

    They are the raw words of NumPy's PCG64 seeded with `SeedSequence(seed)`, without their lowest bit. NumPy guarantees
    these streams, and they are independent for different seeds. A single environment reset with
    `world_seeds(seed, count)[i]` plays the same episodes as environment i.
    """
    words = np.random.PCG64(np.random.SeedSequence(checked_seed(seed, MAX_RESET_SEED))).random_raw(count)
    return (words >> np.uint64(1)).astype(np.int64)


def seeds_for(seed: object, count: int) -> NDArray[np.int64]:
    """The seeds of a reset, int64 of shape (count,); NOWHERE where the episode's own stream decides.

    `seed` is one seed to draw them from, a list with a seed or None per environment, or None. Raises `InputError` for
    anything else.
    """
    if seed is None:
        return unset_seeds(count)
    if isinstance(seed, str) or not isinstance(seed, Sequence | np.ndarray):
        return world_seeds(seed, count)
    if len(seed) != count:
        raise InputError(f"{len(seed)} seeds were given for {count} environments")
    return np.array([NOWHERE if one is None else run_seed_of(one) for one in seed], np.int64)


def fill_missing(seeds: NDArray[np.int64], which: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int64]:
    """Draw a seed wherever `which` is true and `seeds` has NOWHERE; changes and returns `seeds`."""
    missing = which & (seeds == NOWHERE)
    if missing.any():
        seeds[missing] = random.integers(MAX_SEED, size=int(missing.sum()))
    return seeds
