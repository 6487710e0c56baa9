"""What an environment is made with: checked once, with one clear message for what cannot be."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any

from steep.content import Rulebook, load_ruleset
from steep.core.errors import InputError, nearest
from steep.core.geometry import WIDTH
from steep.core.ruleset import MAX_FLOORS
from steep.env.observation_specs import FLAT, OBSERVATIONS, TARGETS
from steep.env.rewards import RewardTerms
from steep.env.splits import split_of

MOST_STEPS = 2**31 - 1

TURNS_A_FLOOR = 1_000
"""The usual `max_turns` for each floor. Of 200 explorers, who look into every corner, on each bundled ruleset none that
left a floor alive took more than 869 turns on it, or more than 5,804 on ten floors."""

STEPS_A_TURN = 2
"""The usual `max_steps` for each turn of `max_turns`."""


class PrivilegedWarning(UserWarning):
    """An observation was asked for that tells what the hero does not know."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the episodes of an environment, and what is seen of them."""

    rulebook: Rulebook
    """Before any dial is turned."""
    first_floor: int
    last_floor: int
    max_turns: int
    max_steps: int
    seeds: range | None
    """The only ones that runs may have; any when there is none."""
    observations: tuple[str, ...]
    """In alphabetical order."""
    crop: int
    actions: str
    rewards: RewardTerms
    texts: bool

    @classmethod
    def of(
        cls,
        ruleset: str | Path | Rulebook,
        floors: Sequence[int],
        max_turns: int | None,
        max_steps: int | None,
        seeds: str | range | None,
        observations: Sequence[str],
        crop: int,
        actions: str,
        rewards: RewardTerms | Mapping[str, float] | None,
        texts: bool,
        max_episode_steps: int | None = None,
    ) -> Settings:
        """The settings that these arguments mean. Raises `InputError` when one cannot be."""
        first, last = floor_range(floors)
        turns = (last - first + 1) * TURNS_A_FLOOR if max_turns is None else limit("max_turns", max_turns)
        steps = min(turns * STEPS_A_TURN, MOST_STEPS) if max_steps is None else limit("max_steps", max_steps)
        if max_episode_steps is not None:
            steps = min(steps, limit("max_episode_steps", max_episode_steps))
        if actions not in (FLAT, TARGETS):
            raise InputError(f'actions is "{actions}"; it must be "{FLAT}" or "{TARGETS}"')
        square = whole(crop)
        if square is None or square % 2 == 0 or not 3 <= square < WIDTH:
            raise InputError(f"crop is {crop!r}; it must be odd and from 3 to {WIDTH - 1}")
        return cls(
            rulebook=ruleset if isinstance(ruleset, Rulebook) else load_ruleset(str(ruleset)),
            first_floor=first,
            last_floor=last,
            max_turns=turns,
            max_steps=steps,
            seeds=None if seeds is None else split_of(seeds),
            observations=keys_asked(observations, actions),
            crop=square,
            actions=actions,
            rewards=rewards if isinstance(rewards, RewardTerms) else RewardTerms(rewards),
            texts=texts,
        )


def whole(value: Any) -> int | None:
    """A whole number, Python's or NumPy's; None for everything else."""
    return int(value) if not isinstance(value, bool) and isinstance(value, Integral) else None


def floor_range(floors: Sequence[int]) -> tuple[int, int]:
    """The first and the last floor."""
    first, last = (
        (whole(floor) for floor in floors) if isinstance(floors, list | tuple) and len(floors) == 2 else (None,) * 2
    )
    if first is None or last is None:
        raise InputError(f"floors is {floors!r}; it must be two floors, the first and the last")
    if not 1 <= first <= last <= MAX_FLOORS:
        rule = f"both must be from 1 to {MAX_FLOORS}, and the last as deep as the first or deeper"
        raise InputError(f"floors is {floors!r}; {rule}")
    return first, last


def limit(name: str, value: int) -> int:
    """A limit of turns or of steps."""
    found = whole(value)
    if found is None or not 1 <= found <= MOST_STEPS:
        raise InputError(f"{name} is {value!r}; it must be from 1 to {MOST_STEPS}")
    return found


def keys_asked(observations: Sequence[str], actions: str) -> tuple[str, ...]:
    """The observations that were asked for, each once. Warns of what is privileged."""
    if not isinstance(observations, Iterable):
        raise InputError(f"observations is {observations!r}; it must be a list of some of: {', '.join(OBSERVATIONS)}")
    asked = (observations,) if isinstance(observations, str) else tuple(observations)
    for key in asked:
        if not isinstance(key, str) or key not in OBSERVATIONS:
            raise InputError(
                f'there is no observation "{key}"{nearest(str(key), OBSERVATIONS)}; '
                f"there are: {', '.join(OBSERVATIONS)}"
            )
    if not asked:
        raise InputError(f"observations is empty; there are: {', '.join(OBSERVATIONS)}")
    if "target_mask" in asked and actions == FLAT:
        raise InputError(f'the observation "target_mask" is for actions="{TARGETS}"; here actions is "{actions}"')
    privileged = [key for key in OBSERVATIONS if key in asked and OBSERVATIONS[key].privileged]
    if privileged:
        names = " and ".join(f'"{key}"' for key in privileged)
        warnings.warn(
            f"{names} {'tells' if len(privileged) == 1 else 'tell'} what the hero does not know",
            PrivilegedWarning,
            stacklevel=4,
        )
    return tuple(key for key in OBSERVATIONS if key in asked)


def options_asked(options: Mapping[str, Any] | None, *allowed: str) -> Mapping[str, Any]:
    """The options of a reset. Raises `InputError` for one that means nothing."""
    for name in options or {}:
        if name not in allowed:
            raise InputError(
                f'there is no option "{name}"{nearest(str(name), allowed)}; there are: {", ".join(allowed)}'
            )
    return options or {}


def render_mode_asked(mode: str | None, modes: Sequence[str]) -> str | None:
    """The way to render that was asked for."""
    if mode is not None and mode not in modes:
        *rest, last = (f'"{each}"' for each in modes)
        raise InputError(f'render_mode is "{mode}"; it must be {", ".join(rest)} or {last}, or None')
    return mode
