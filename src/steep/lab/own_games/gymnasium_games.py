"""Environments of Gymnasium as games: an episode is a game, and a step is a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from zlib import crc32

from steep.core.input_errors import InputError, brief, shortened
from steep.lab.game import Over
from steep.lab.own_games.moments import Mistake, Moment, checked_floor, checked_value
from steep.lab.own_games.value_paths import ValuePath

Act = Callable[[Any, Any], Any]
"""A policy: the next action, of an observation and its info."""


OWN = "steep/"
"""How the ids of Steep's environments begin."""


def module_and_id(env: str) -> str:
    """An environment's id, with the module first that registers it if it is one of Steep's."""
    return f"steep.env:{env}" if env.startswith(OWN) else env


def made(env: str, arguments: Mapping[str, Any]) -> Any:
    """An environment, by its id. Raises `InputError`."""
    try:
        import gymnasium
    except ModuleNotFoundError:
        raise InputError('env: it needs Gymnasium: pip install "steep[env]"') from None
    try:
        return gymnasium.make(module_and_id(env), **arguments)
    except (gymnasium.error.Error, ImportError) as error:
        hint = "" if ":" in env else "; if a module registers it, name that first, as module:ID"
        raise InputError(f"env: found {brief(env)}: {shortened_lines(error)}{hint}") from None
    except Exception as error:
        why = f"{type(error).__name__}: {shortened_lines(error)}"
        raise InputError(f"env: {brief(env)} cannot be made with {dict(arguments)}: {why}") from None


def warm_up(env: Any) -> None:
    """Have the rules of Steep's own environment compiled before a game's time begins. Others are left alone."""
    if env.spec is not None and env.spec.id.startswith(OWN):
        env.action_space.seed(0)
        env.reset(seed=0)
        env.step(env.action_space.sample())


def shortened_lines(error: Exception) -> str:
    """An error's first line."""
    return shortened((str(error).splitlines() or [""])[0])


def moments_of_env(
    env: Any,
    policy_of: Callable[[int], Act] | None,
    floor_from: ValuePath | None,
    won_if: ValuePath | None,
    seed: int,
) -> Iterator[Moment]:
    """Play an episode. Without a policy actions are drawn from the action space.

    A terminated episode is won if `won_if` is above 0 at its end, and lost otherwise; a truncated one is stopped. It
    ends on the floor where its last action was taken.
    """
    env.action_space.seed(seed)
    obs, info = env.reset(seed=seed)
    act = None if policy_of is None else policy_of(seed)
    floor, reward, total, turns = 1, 0.0, 0.0, 0
    ended = truncated = False
    while True:
        found = {"obs": obs, "info": info, "reward": reward, "env": env}
        over = Over("won" if is_won(won_if, found) else "died") if ended else None
        # A last observation may be blank, as NetHack's is after death.
        floor = floor if floor_from is None or ended or truncated else floor_in(floor_from, found)
        seen = (fingerprint(obs), reward)
        yield Moment(floor, turns, {"reward": total}, seen, over, truncated)
        if ended or truncated:
            return
        action = env.action_space.sample() if act is None else act(obs, info)
        obs, reward, ended, truncated, info = env.step(action)
        reward = float(reward)
        total += reward
        turns += 1


def floor_in(path: ValuePath, found: Mapping[str, Any]) -> int:
    """The floor. Raises `Mistake`."""
    floor = at(path, found)
    try:
        whole = floor.item() if hasattr(floor, "item") else floor
    except ValueError:
        whole = floor
    if isinstance(whole, float) and whole.is_integer():
        whole = int(whole)
    if whole == 0 and not path.add:
        raise Mistake(f"floor-from: {path.text} is 0; the first floor is 1: {path.text} + 1")
    return checked_floor(whole)


def is_won(path: ValuePath | None, found: Mapping[str, Any]) -> bool:
    """Whether an episode that ended is won. Raises `Mistake`."""
    return path is not None and checked_value(path.text, at(path, found)) > 0


def at(path: ValuePath, found: Mapping[str, Any]) -> Any:
    """The value at a path. Raises `Mistake`."""
    try:
        return path.value(found)
    except LookupError as error:
        raise Mistake(error.args[0]) from None


def fingerprint(value: Any) -> object:
    """What tells observations apart, with the same `repr` in every process."""
    if isinstance(value, Mapping):
        return sorted((str(key), fingerprint(each)) for key, each in value.items())
    if isinstance(value, tuple | list):
        return [fingerprint(each) for each in value]
    return crc32(value.tobytes()) if hasattr(value, "tobytes") else str(value)
