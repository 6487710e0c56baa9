"""The single environment: `steep/Descent-v0` as `gymnasium.make` makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import ArrayLike, NDArray

from steep import DEFAULT_RULESET
from steep.content import Rulebook
from steep.env.benchmark.tasks import check_pins
from steep.env.check_arguments import (
    EnvironmentSettings,
    as_int,
    checked_options,
    checked_render_mode,
    seeds_for,
    warn_of_other_split,
)
from steep.env.episode_batch import (
    Descents,
    EpisodeBatch,
    Info,
    Observation,
    action_space,
    check_open,
    check_range,
    integer_array,
    observation_space,
)
from steep.env.manual_tables import with_tables
from steep.env.render import ALL_MODES, RENDER_FPS, HumanRenderer
from steep.env.rewards import RewardTerms
from steep.env.survival import Survival

ALL = np.ones(1, np.bool_)
"""Selects the one row of the batch."""


class DescentEnv(Descents, gymnasium.Env[Observation, Any]):
    """A hero descends a dungeon floor by floor; the agent learns how deep it can get.

    ## Description

    Each episode is a run of Steep between two floors: dark rooms and tunnels, monsters that hunt what they see, items
    to pick up, equip and use, and stairs down. Dungeons are generated from a seed. Which monsters and items appear on
    which floor is set by a ruleset, which is data: any of Steep's, or your own.

        import gymnasium
        import steep.env

        env = gymnasium.make("steep/Descent-v0", floors=(1, 4))
        observation, info = env.reset(seed=42)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(mask=info["action_mask"]))

    The agent knows what the hero knows: what it sees and what it remembers, never the rest of the floor. To step many
    episodes at once, use `DescentVectorEnv`, which `gymnasium.make_vec` makes.

    ## Action space

    With `actions="flat"` (the default) an action is one of `Discrete({actions})`.

    {flat}

    The best target of an item that harms is the most dangerous enemy in view (active before asleep or confused, then
    the strongest, then the nearest). For an item that helps, it is the friend who has lost the most HP. A ball, such as
    a fireball, goes where it hits the most enemies, less the friends, but not the hero. An item that does nothing where
    it comes down has no best target to throw it at. Friends are captives and allies. Distances are measured as the
    ruleset says. Of several enemies with the fewest HP, the weakest is the nearest.

    With `actions="targets"` it is `MultiDiscrete([{verb_count}, 26, crop * crop])`: a verb, its argument and a target.

    {verbs}

    `action_meanings` has the name of each flat action, or of each verb. Actions outside the space raise an error, as in
    Gymnasium's own environments.

    An impossible action changes nothing and takes no turn, but it counts as a step. `info["action_mask"]` and the
    observation of that name have 1 for each possible action and 0 for the others: {actions} numbers, or with `targets`
    {verb_count} x 26, by verb and argument. A hero that can't act waits, whatever the action, so its mask allows only
    to wait. So does the mask in the last observation of a dead hero: no mask is all zeros.
    `action_masks()` is for sb3-contrib's `MaskablePPO`.

    ## Observation space

    A `Dict` of the requested keys. `crop`, an odd number, is the size of the square around the hero.

    {keys}

    Privileged observations reveal what the hero does not know. Requesting one gives a `PrivilegedWarning`.

    ### `glyphs`, `glyphs_crop`

    One number for each cell, for the topmost thing known there: the hero, a visible monster, a seen item, a tile.

    | number | what it is |
    | --- | --- |
    | 0 | unknown, or outside the map |
    | 1 | rock |
    | 2 | floor |
    | 3 | the stairs down |
    | 4 | the hero |
    | 5 + k | an item of row k of `Rulebook.item_rows`: kinds, then what unidentified ones look like |
    | 5 + n + k | an enemy of kind k of `Rulebook.monsters`, where n is the number of those rows |
    | 5 + n + m + k | a captive of kind k, where m is the number of kinds of monsters |
    | 5 + n + 2m + k | an ally of kind k |
    | 1 + n + 3m + k | terrain of kind k of `Rulebook.terrain`, from 4 on |

    ### `stats`

    Numbers beyond 2147483647 or -2147483647 are clipped to these.

    {stats}

    ### `statuses`, `resistances`, `conditions`

    `statuses` has the turns left of each status, in the order of `Rulebook.statuses`; 30000 is forever. `resistances`
    has the percent of each damage type that is taken off, in the order of `Rulebook.damage_types`. Those that every
    ruleset has come first, so they have the same numbers under all of Steep's; unused numbers are 0. `conditions` is
    what all statuses together do to the hero, which means the same under every ruleset:

    {conditions}

    ### `inventory`

    {inventory}

    ### `monsters`

    Unused rows are 0. Of monsters equally many steps away, the one that was on the floor first comes first.

    {monsters}

    ### `features`

    255 means yes or all of it, 0 means no or none of it.

    {features}

    ### `compass`

    The shortest path over known ground, ignoring monsters in the way: the direction of its first step + 1, and its
    length in steps; 0 and 0 when no path is known. The range below is that of the direction.

    {compass}

    ### `message`

    {message}

    With `texts=True`, `info["message_text"]` has the same in words, or the reason why an action was impossible.

    ## Rewards

    A weighted sum of named terms: `rewards={"descend": 1.0, "explore": 0.001}`, or a `RewardTerms`, whose docstring
    lists the terms, and which takes custom ones. The default is 1 for each floor descended, 1 for leaving the last
    floor alive, -1 for dying and -1 for reaching a limit. `info["reward_descend"]` has the weighted value of
    `descend`, and so on; they add up to the reward.

    ## Starting state

    The hero stands in the middle of a room on the first of `floors`, with the equipment that the ruleset gives it. The
    seed of `reset` is the seed of the run, so `steep play --seed` shows the same dungeon. A seed of `reset` may have 64
    bits, that of a run 63: from 2**63 on, 2**63 is subtracted. Runs begun without a seed get one from a stream that
    the last given seed fixes. If `seeds` is set, the seed of `reset` fixes which of them are drawn, and
    `reset(options={"run_seed": s})` plays seed s itself.

    ## Episode end

    - Terminated when the hero dies, and when it leaves the last of `floors` alive.
    - Truncated after `max_turns` turns or `max_steps` steps, possible or not.

    ## Info

    | key | from | value |
    | --- | --- | --- |
    | `action_mask` | `reset`, `step` | 1 for each possible action |
    | `difficulty` | `reset`, `step` | the position of the dial |
    | `message_text` | `reset`, `step` | with `texts=True`: the messages in words |
    | `reason` | `step` | why the action was impossible: a number of `steep.rules.action_codes`, 0: possible |
    | `end` | `step` | 0 running, 1 died, 2 won, 3 stopped by a limit |
    | `reward_NAME` | `step` | the weighted value of each reward term, such as `reward_descend` |

    A closed environment cannot be played: `step`, `reset` and `set_state` raise Gymnasium's `ClosedEnvironmentError`.

    ## Arguments

    | argument | default | meaning |
    | --- | --- | --- |
    | `ruleset` | `"steep"` | name of a ruleset, path to one, or a `Rulebook` |
    | `floors` | `None` | the first and the last floor, to be left alive; all by default, ten of an endless dungeon |
    | `difficulty` | `0.5` | the dial: 0.0 no monsters, 0.5 the ruleset as written, 1.0 the hardest; or a `Survival` |
    | `max_turns` | `None` | limit of game turns; by default 1000 for each of `floors` |
    | `max_steps` | `None` | limit of steps, including impossible ones; by default twice `max_turns` |
    | `seeds` | `None` | of runs: `"train"`, `"validation"`, `"test"`, `"round:VALUE"` or a range; all by default |
    | `observations` | `("glyphs_crop", "stats", "action_mask")` | keys of the observation |
    | `crop` | `21` | columns and rows of the square around the hero, an odd number |
    | `actions` | `"flat"` | or `"targets"` |
    | `rewards` | `None` | weights by term, or a `RewardTerms` |
    | `texts` | `False` | whether info has the messages in words |
    | `render_mode` | `None` | `"ansi"` is text, `"rgb_array"` pixels, `"human"` a window (text where none opens) |
    | `task` | `None` | the task whose ruleset and floors it must have, as the tasks' own environments do |

    `reset(options={"difficulty": d})` sets the dial for that episode and those after it; `info["difficulty"]` has the
    difficulty of the episode. `get_state()` returns the episode as bytes, and `set_state(state)` restores it exactly.
    `ruleset_hash` and `rules_hash` say what was played: with the same two, a seed and actions give the same episode.

    ## Version history

    - v0: the first.

    ## Errata

    - An item that would hit only unseen monsters can be used, but is masked out: the hero cannot know.
    - Where a ruleset's view radius is one cell, moves onto unseen cells are masked in and may be impossible.
    - On a floor that holds 128 items, dropping another is masked in although it is impossible, and
      so is throwing one that might not break.
    - An item underfoot without charges is masked in: the hero cannot see how many it has.
    """

    metadata: dict[str, Any] = {"render_modes": ALL_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        ruleset: str | Path | Rulebook = DEFAULT_RULESET,
        *,
        floors: Sequence[int] | None = None,
        difficulty: float | Survival = 0.5,
        max_turns: int | None = None,
        max_steps: int | None = None,
        seeds: str | range | None = None,
        observations: Sequence[str] = ("glyphs_crop", "stats", "action_mask"),
        crop: int = 21,
        actions: str = "flat",
        rewards: RewardTerms | Mapping[str, float] | None = None,
        texts: bool = False,
        render_mode: str | None = None,
        task: str | None = None,
    ) -> None:
        check_pins(task, [ruleset], floors)
        settings = EnvironmentSettings.of(
            [ruleset], floors, max_turns, max_steps, seeds, observations, crop, actions, rewards, texts
        )
        self.render_mode = checked_render_mode(render_mode, ALL_MODES)
        self.observation_space = observation_space(settings)
        self.action_space = action_space(settings)
        self._hold(settings, EpisodeBatch(settings, difficulty, 1, autoreset=False))
        self._action_shape = self.action_space.shape or ()
        self._over[0] = True
        self._closed = False
        self._difficulty = self._batch.difficulty(0)
        self._renderer = HumanRenderer() if render_mode == "human" else None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin the next episode. A seed, from 0 to 2**64 - 1, fixes it and all episodes after it.

        The option `difficulty` sets the dial for this episode and those after it. The option `run_seed` is the seed of
        the run itself; if the environment has `seeds`, it must be one of them.
        """
        check_open(self._closed)
        warn_of_other_split(seed, self._settings.seeds)
        seeds = seeds_for(None if seed is None else [seed], 1)
        super().reset(seed=as_int(seed))
        self._begin(ALL, seeds, checked_options(options, "difficulty", "run_seed"))
        self._difficulty = self._batch.difficulty(0)
        return self._observe()

    def step(self, action: ArrayLike) -> tuple[Observation, float, bool, bool, Info]:
        """Take a step.

        Raises `ResetNeeded` when no episode is running, `ClosedEnvironmentError` after `close`, and `InputError` for an
        action outside `action_space`.
        """
        check_open(self._closed)
        if self._over[0]:
            raise ResetNeeded("the episode is over; call reset to begin the next")
        batch, results = self._batch, self._batch.results
        chosen = integer_array(action, self._action_shape).reshape(1, -1)
        check_range(chosen.tolist(), batch.action_sizes)
        batch.step(chosen)
        terminated, truncated = results.terminated.item(), results.truncated.item()
        self._over[0] = terminated or truncated
        observation, info = self._observe()
        for key, values in batch.step_infos.items():
            info[key] = values.item()
        return observation, results.rewards.item(), terminated, truncated, info

    def _observe(self) -> tuple[Observation, Info]:
        """The observation and the infos that reset and step share. Renders in mode `"human"`."""
        batch = self._batch
        info: Info = {"action_mask": batch.observations["action_mask"][0].copy(), "difficulty": self._difficulty}
        if self._settings.texts:
            info["message_text"] = batch.texts(0)
        if self._renderer is not None:
            self._renderer.show(batch.episodes[0], batch.rulebook(0))
        return {key: batch.observations[key][0].copy() for key in self._settings.observations}, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are possible now, for sb3-contrib's `MaskablePPO`: a bool for each flat action.

        With `actions="targets"` it has the masks of verbs, arguments and targets one after the other, with all targets
        allowed. Independent draws from the three may give an impossible action.
        """
        mask: NDArray[np.bool_] = self._masks()[0]
        return mask

    def render(self) -> Any:
        """The episode as text or pixels, by `render_mode`; None in mode `"human"`."""
        if self.render_mode is None or self._renderer is not None:
            return None
        return self._pictures(self.render_mode)[0]

    def close(self) -> None:
        """Close the window, and the environment: it cannot be played any more."""
        self._closed = True
        if self._renderer is not None:
            self._renderer.close()

    @property
    def run_seed(self) -> int:
        """The seed of the current run. An agent should not see it: it determines everything still unseen."""
        return int(self._batch.episodes[0]["world"]["seed"])

    @property
    def imagined(self) -> bool:
        """Whether the episode comes from `set_state` with `imagine`."""
        return bool(self._batch.episodes[0]["imagined"])

    @property
    def difficulty(self) -> float:
        """The difficulty of the current episode."""
        return self._difficulty

    def get_state(self) -> bytes:
        """The episode as bytes, with everything that decides it and the episodes after it: seeds and difficulty."""
        return self._state(0)

    def set_state(self, state: bytes, *, imagine: int | None = None) -> tuple[Observation, Info]:
        """Continue from a state of this or another environment with the same ruleset. Returns what `reset` returns.

        Without `imagine` it is a true copy: a search on it sees future dice and the hidden map. With a seed as
        `imagine`, the hero knows the same and everything else is imagined from the seed: dice, what unidentified items
        are, where unseen stairs lie, all later floors and runs. As for the bot `tactician`, ground that the hero hasn't
        seen is rock, and there are no monsters and items but those in view, sensed or remembered. `imagined` is then
        true until the next run, also in states of the episode.

        Raises `InputError` for a state of another ruleset, version or build, and for bytes that are not a valid state.
        Every number of a state is checked before it is used, so states from untrusted sources are safe.
        """
        check_open(self._closed)
        self._restore({0: state}, imagine)
        self._difficulty = self._batch.difficulty(0)
        return self._observe()


DescentEnv.__doc__ = with_tables(DescentEnv.__doc__ or "")
