"""Environments of Gymnasium as games: an episode is a game, and a step is a turn.

Paths to values say where the floor is, and what counts as won. Their grammar is small, and runs no code. A path is
``obs``, ``info``, ``reward`` or ``env``, then any of ``['key']``, ``[3]`` and ``.name``, and then perhaps a number to
add or subtract, as in ``obs[3] + 1``.
"""

from __future__ import annotations

import importlib
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from steep.core.input_errors import InputError, brief, nearest, shortened
from steep.lab.game import Over
from steep.lab.own_games.play_one_game import Mistake, Moment, checked_floor, checked_value

ROOTS = ("obs", "info", "reward", "env")

GRAMMAR = "obs, info, reward or env, then ['key'], [3] or .name, then + 1: as info['depth'] or obs[3] + 1"

PATH = re.compile(
    r"\s*(?P<root>\w+)(?P<steps>(?:\s*\[\s*(?:'[^']*'|\"[^\"]*\"|-?\d{1,9})\s*\]|\s*\.\s*[^\W_]\w*)*)"
    r"\s*(?P<add>[+-]\s*\d{1,9})?\s*"
)

STEP = re.compile(r"\[\s*(?:'(?P<single>[^']*)'|\"(?P<double>[^\"]*)\"|(?P<index>-?\d+))\s*\]|\.\s*(?P<name>\w+)")


@dataclass(frozen=True, slots=True)
class ValuePath:
    """Where to find a value."""

    text: str
    root: str
    steps: tuple[tuple[str, str | int], ...]
    """("item", key or index) or ("name", attribute or key)."""
    add: int

    def value(self, found: Mapping[str, Any]) -> Any:
        """The value in `found`, which is by ROOTS. Raises `LookupError` that says what is missing and what there is."""
        value, path = found[self.root], self.root
        for kind, key in self.steps:
            try:
                value = value[key] if kind == "item" or isinstance(value, Mapping) else getattr(value, str(key))
            except (LookupError, AttributeError, TypeError):
                raise LookupError(f"{self.text}: {path} has no {key!r}{what_there_is(value, key)}") from None
            path += f"[{key!r}]" if kind == "item" else f".{key}"
        return value + self.add if self.add else value


def what_there_is(value: Any, key: str | int) -> str:
    """The nearest name and all names, or the value that has none."""
    if isinstance(value, Mapping):
        names = [str(name) for name in value]
        return f"{nearest(str(key), names)}; it has: {', '.join(names) or 'nothing'}"
    return f"; it is {brief(value)}"


def parsed(option: str, text: str) -> ValuePath:
    """A path from its text. Raises `InputError`."""
    match = PATH.fullmatch(text)
    if match is None:
        raise InputError(f"{option}: found {brief(text)}; allowed: {GRAMMAR}")
    root = match["root"]
    if root not in ROOTS:
        raise InputError(f"{option}: found {brief(root)}{nearest(root, ROOTS)}; allowed: {GRAMMAR}")
    steps: list[tuple[str, str | int]] = []
    for step in STEP.finditer(match["steps"]):
        if step["name"] is not None:
            steps.append(("name", step["name"]))
        elif step["index"] is not None:
            steps.append(("item", int(step["index"])))
        else:
            steps.append(("item", step["single"] if step["single"] is not None else step["double"]))
    return ValuePath(text, root, tuple(steps), int((match["add"] or "0").replace(" ", "")))


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


# Finds what `module:name` names, in a worker process: it runs the module. Each mistake gives one clear message.


def split_name(option: str, name: str) -> tuple[str, str]:
    """The module and what it should have. Raises `InputError` where a name is not of the form ``module:name``."""
    module, colon, attribute = name.partition(":")
    names = [*module.split("."), *attribute.split(".")]
    if not colon or not all(part.isidentifier() for part in names):
        raise InputError(f"{option}: found {brief(name)}; allowed: module:name, as mygame.lab:Game")
    return module, attribute


def search_current_folder() -> None:
    """Find modules in the current folder first."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)


def load(option: str, name: str) -> Any:
    """What `module:name` names. Raises `InputError`."""
    module_name, attribute = split_name(option, name)
    found: Any = imported(option, module_name)
    for part in attribute.split("."):
        if not hasattr(found, part):
            names = [each for each in dir(found) if not each.startswith("_")]
            raise InputError(f"{option}: {module_name} has no {brief(part)}{nearest(part, names)}")
        found = getattr(found, part)
    return found


def imported(option: str, name: str) -> Any:
    """A module, imported. Raises `InputError` where it cannot be."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if name == missing or name.startswith(f"{missing}."):
            raise InputError(
                f"{option}: found no module {brief(missing)} in {Path.cwd()}{near_module(missing)}"
            ) from None
        raise InputError(f"{option}: {name} needs {brief(missing)}, which is not installed {where(error)}") from None
    except SyntaxError as error:
        raise InputError(f"{option}: {error.filename}, line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise InputError(f"{option}: importing {name} failed {where(error)}: {why}") from None


def near_module(name: str) -> str:
    """A suggestion of a module beside the one that is missing."""
    folder = Path.cwd().joinpath(*name.split(".")[:-1])
    try:
        names = [path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()]
    except OSError:
        return ""
    return nearest(name.split(".")[-1], names)


def where(error: BaseException) -> str:
    """The last place of a traceback: ``(game.py, line 3)``."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
