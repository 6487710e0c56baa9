"""The single environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.env.action_meanings import names_of
from steep.env.batch import Batch, check_range, whole_numbers
from steep.env.kernel.reward_terms import TERM_NAMES
from steep.env.render import ALL_MODES, RENDER_FPS, Show, pictured
from steep.env.rewards import RewardTerms
from steep.env.seeds import drawn, seeds_for
from steep.env.settings import Settings, options_asked, render_mode_asked, whole
from steep.env.spaces import action_space, observation_space

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]

ONLY = np.ones(1, np.bool_)
"""All runs of an environment that has one."""


class DescentEnv(gymnasium.Env[Observation, Any]):
    """A hero goes down a dungeon, floor by floor, and learns how deep it can get.

    ## Description

    Each episode is a run of Steep between two floors: rooms and tunnels in the dark, monsters that hunt what they see,
    things to pick up, wear and use, and stairs down. Dungeons are generated anew for each seed. Who comes and what is
    found on which floor is a ruleset, which is data: any of Steep's, or one of your own.

        import gymnasium
        import steep.env

        env = gymnasium.make("steep/Descent-v0", ruleset="tcod-2020", floors=(1, 3))
        observation, info = env.reset(seed=42)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(mask=info["action_mask"]))

    The agent knows what the hero knows: what it sees and what it remembers, never the rest of the floor. Many runs at
    once are stepped by `DescentVectorEnv`, which is what `gymnasium.make_vec` makes.

    ## Action space

    With `actions="flat"` (the default) an action is one of `Discrete(45)`. What needs a target is given one: confusion
    the most dangerous foe in view (awake before asleep or confused, then by power, then the nearest), a fireball the
    cell in view where it burns most foes and not the hero. Nothing is dropped.

    | number | action |
    | --- | --- |
    | 0 .. 7 | a step N, S, W, E, NW, NE, SW or SE; who stands there is struck |
    | 8 | wait |
    | 9 | pick up what lies underfoot |
    | 10 | take the stairs down |
    | 11 .. 36 | use what is in place a .. z of the pack: drink, read, put on, take off |
    | 37 .. 44 | choose gain 0 .. 7 of a level-up |

    With `actions="targets"` it is `MultiDiscrete([7, 26, crop * crop])`: a verb, its argument and a target.

    | verb | meaning | argument | target |
    | --- | --- | --- | --- |
    | 0 | wait | | |
    | 1 | move or strike | direction, 0 .. 7 as above | |
    | 2 | pick up | | |
    | 3 | use | place in the pack, 0 .. 25 | for confusion and fireballs: row * `crop` + column of the crop |
    | 4 | drop | place in the pack, 0 .. 25 | |
    | 5 | descend | | |
    | 6 | choose a gain | number of the gain, 0 .. 7 | |

    `action_meanings` has the name of each flat action, or of each verb. What is outside the space is refused with an
    error, as in Gymnasium's own environments.

    An action that is impossible changes nothing and takes no turn, but it counts as a step, so that nobody can try for
    ever; `info["reason"]` says why, as a number of `steep.rules.actions` (0 when it was done). `info["action_mask"]`
    and the observation of that name have 1 for each action that is possible and 0 for the others: 45 numbers, or for
    `targets` 7 x 26, by verb and argument. The last observation of a hero who died leaves it waiting, so that no mask
    is ever empty. `action_masks()` is for sb3-contrib's `MaskablePPO`.

    ## Observation space

    A `Dict` of what is asked for by key. The size of the square round the hero is `crop`, an odd number.

    | key | shape | type | what it holds |
    | --- | --- | --- | --- |
    | `action_mask` | (45,) or (7, 26) | int8 | 1 for each action that is possible, 0 for the others |
    | `compass` | (4, 2) | int16 | the way to what the hero may want: direction + 1, and steps |
    | `features` | (18, `crop`, `crop`) | uint8 | planes round the hero that mean the same under every ruleset |
    | `glyphs` | (45, 80) | int16 | the map as far as it is known |
    | `glyphs_crop` | (`crop`, `crop`) | int16 | the same round the hero |
    | `inventory` | (26, 2) | int16 | for each place of the pack: kind of thing + 1, or 0; and 1 when it is worn |
    | `message` | (16, 6) | int16 | what happened in the last step, oldest first; the last 16 of more |
    | `seed` | (2,) | uint32 | *privileged:* the run's seed, its low 32 bits and its high 31 |
    | `stats` | (22,) | int32 | the hero in numbers |
    | `target_mask` | (26, `crop`, `crop`) | int8 | for `targets`: 1 where a thing can be used; all 1 if not aimed |
    | `true_map` | (45, 80) | int16 | *privileged:* as `glyphs`, with all that there is |

    What is privileged tells what the hero does not know; who asks for it is warned once, by `PrivilegedWarning`.

    ### `glyphs`, `glyphs_crop`

    One number for each cell, of the topmost known there: the hero, a foe in view, a thing that was seen, a tile.

    | number | what it is |
    | --- | --- |
    | 0 | unknown, or beside the map |
    | 1 | rock |
    | 2 | floor |
    | 3 | the stairs down |
    | 4 | the hero |
    | 5 + k | a thing of kind k; kinds are numbered in the order of `Rulebook.items` |
    | 5 + n + k | a monster of kind k, where n is the number of kinds of things; in the order of `Rulebook.monsters` |

    ### `stats`

    What is larger than 2147483647 is given as that, and what is below -2147483647 as that.

    | place | name | range | meaning |
    | --- | --- | --- | --- |
    | 0 | `floor` | 1 and up | the floor that the hero is on |
    | 1 | `last_floor` | 1 and up | the floor to leave alive |
    | 2 | `turn` | 0 and up | turns gone by |
    | 3 | `hp` | 0 and up | hit points |
    | 4 | `max_hp` | 0 and up | the most hit points |
    | 5 | `power` | any | with all that is worn |
    | 6 | `defense` | any | with all that is worn |
    | 7 | `xp` | 0 and up | towards the next level |
    | 8 | `xp_to_next` | 0 and up | XP at which the next level is reached |
    | 9 | `level` | 1 and up | the hero's level |
    | 10 | `kills` | 0 and up | monsters that the hero killed |
    | 11 | `choosing` | 0 .. 1 | 1 while a gain must be chosen; nothing else is possible then |
    | 12 | `pack` | 0 .. 26 | things carried |
    | 13 | `pack_room` | 0 .. 26 | things that there is room for |
    | 14 | `foes` | 0 .. 128 | monsters in view |
    | 15 | `explored` | 0 and up | cells that were seen for the first time, over the run |
    | 16 | `x` | 0 .. 79 | the hero's column |
    | 17 | `y` | 0 .. 44 | the hero's row |
    | 18 | `underfoot` | 0 .. 512 | kind of a thing underfoot + 1, 0 for none |
    | 19 | `stairs` | 0 .. 1 | 1 when it is known where the stairs down are |
    | 20 | `stairs_x` | -79 .. 79 | columns to the stairs, eastward; 0 while they are not known |
    | 21 | `stairs_y` | -44 .. 44 | rows to the stairs, southward; 0 while they are not known |

    ### `features`

    255 is yes or all of it, 0 no or nothing.

    | plane | name | range | meaning |
    | --- | --- | --- | --- |
    | 0 | `rock` | 0 .. 255 | known to be rock |
    | 1 | `open` | 0 .. 255 | known to be floor or stairs |
    | 2 | `stairs` | 0 .. 255 | known to be the stairs down |
    | 3 | `visible` | 0 .. 255 | in view |
    | 4 | `hero` | 0 .. 255 | the hero: always in the middle |
    | 5 | `heal` | 0 .. 255 | a thing that heals |
    | 6 | `lightning` | 0 .. 255 | a thing that strikes with lightning |
    | 7 | `confusion` | 0 .. 255 | a thing that confuses |
    | 8 | `fireball` | 0 .. 255 | a thing that burns |
    | 9 | `worn` | 0 .. 255 | a thing to wear |
    | 10 | `other` | 0 .. 255 | a thing of no use |
    | 11 | `visited` | 0 .. 255 | the hero stood on the thing and left it |
    | 12 | `enemy` | 0 .. 255 | a monster in view |
    | 13 | `foe_hp` | 0 .. 255 | its HP, as a share of those of its kind |
    | 14 | `asleep` | 0 .. 255 | it sleeps |
    | 15 | `confused` | 0 .. 255 | it stumbles |
    | 16 | `foe_blow` | 0 .. 255 | the share of the hero's HP that its blow takes |
    | 17 | `hero_blow` | 0 .. 255 | the share of its HP that the hero's blow takes |

    ### `compass`

    The shortest way over ground that is known, whoever stands on it: the number of the direction that it begins in + 1,
    and how many steps it is; 0 and 0 when no way is known. The range is that of the direction.

    | row | name | range | meaning |
    | --- | --- | --- | --- |
    | 0 | `stairs` | 0 .. 8 | the stairs down |
    | 1 | `unexplored` | 0 .. 8 | the nearest cell beside one that is not known |
    | 2 | `thing` | 0 .. 8 | the nearest thing that the hero did not stand on yet |
    | 3 | `enemy` | 0 .. 8 | the nearest monster in view |

    ### `message`

    | column | name | range | meaning |
    | --- | --- | --- | --- |
    | 0 | `what` | 0 .. 16 | number of the event in `steep.rules.events` + 1; 0 for an empty row |
    | 1 | `who` | 0 .. 513 | 1 for the hero, kind of monster + 2; 0 for an empty row |
    | 2 | `whom` | 0 .. 513 | 1 for the hero, else + 2: kind of monster, of item where it is about one, or stat |
    | 3 | `amount` | 0 .. 32767 | HP, XP, turns, level, floor or place in the pack, as the event has it |
    | 4 | `dx` | -79 .. 79 | columns from the hero to where it happened, eastward |
    | 5 | `dy` | -44 .. 44 | rows from the hero to where it happened, southward |

    With `texts=True` the same is in `info["message_text"]` in words, and so is why an action was impossible.

    ## Rewards

    A sum of named terms, each with a weight: `rewards={"descend": 1.0, "explore": 0.001}`, or a `RewardTerms`, which
    lists the terms and takes more of your own. Without `rewards` it is 1 for each floor gone down, 1 for leaving the
    last floor alive, -1 for dying and -1 for being stopped by a limit. `info["reward_terms"]` holds what each term
    gave; they add up to the reward.

    ## Starting state

    The hero stands in the middle of a room on the first of `floors`, with what the ruleset gives it, and has looked
    round. The seed of `reset` is the run's own seed, so that `steep play --seed` shows the same dungeon; runs
    that are begun without a seed follow from the seed before: two words of xoshiro128**. With `seeds` the seed of
    `reset` says which of them are drawn, and `reset(options={"run_seed": s})` plays the very one.

    ## Episode end

    - Terminated when the hero dies, and when it leaves the last of `floors` alive.
    - Truncated when `max_turns` turns have gone by or `max_steps` steps were taken, possible or not.

    `info["end"]` says which: 0 it goes on, 1 died, 2 won, 3 stopped.

    ## Arguments

    | argument | default | meaning |
    | --- | --- | --- |
    | `ruleset` | `"tcod-2020"` | name of a ruleset, path to one, or a `Rulebook` |
    | `floors` | `(1, 10)` | the floor to begin on, and the one to leave alive |
    | `difficulty` | `0.5` | the dial: 0.0 is without monsters, 0.5 the ruleset as it is written, 1.0 the hardest |
    | `max_turns` | `None` | turns of the game; 1000 for each of `floors` |
    | `max_steps` | `None` | steps, the impossible ones too; twice `max_turns` |
    | `seeds` | `None` | seeds that runs may have: `"train"`, `"validation"`, `"test"` or a range; `None` is any |
    | `observations` | `("glyphs_crop", "stats", "action_mask")` | keys of the observation |
    | `crop` | `21` | columns and rows of the square round the hero, an odd number |
    | `actions` | `"flat"` | or `"targets"` |
    | `rewards` | `None` | weights by term, or a `RewardTerms` |
    | `texts` | `False` | whether info tells in words what happened |
    | `render_mode` | `None` | `"ansi"` is text, `"rgb_array"` pixels, `"human"` a window (text where none opens) |

    `reset(options={"difficulty": d})` turns the dial for that episode and those after it; `info["difficulty"]` says
    where it stands. `get_state()` gives the episode as bytes and `set_state(state)` takes it up again, exactly.

    ## Version history

    - v0: the first.

    ## Errata

    - A fireball explicitly aimed where only monsters out of sight are in reach is possible, but masked out: the hero
      cannot know.
    - Where a ruleset lets the hero see one cell far, steps onto cells never seen are masked in and may be impossible.
    - Dropping is masked in on a floor that is full of things, where it is impossible: a floor holds 128.
    """

    metadata: dict[str, Any] = {"render_modes": ALL_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        ruleset: str | Path | Rulebook = "tcod-2020",
        *,
        floors: Sequence[int] = (1, 10),
        difficulty: float = 0.5,
        max_turns: int | None = None,
        max_steps: int | None = None,
        seeds: str | range | None = None,
        observations: Sequence[str] = ("glyphs_crop", "stats", "action_mask"),
        crop: int = 21,
        actions: str = "flat",
        rewards: RewardTerms | Mapping[str, float] | None = None,
        texts: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._settings = settings = Settings.of(
            ruleset, floors, max_turns, max_steps, seeds, observations, crop, actions, rewards, texts
        )
        self.render_mode = render_mode_asked(render_mode, ALL_MODES)
        self.observation_space = observation_space(settings)
        self.action_space = action_space(settings)
        self._batch = Batch(settings, difficulty, 1, autoreset=False)
        self._action = np.zeros((1, len(self._batch.ends)), np.int64)
        self._action_shape = self.action_space.shape or ()
        self._unseeded = np.ones(1, np.bool_)
        self._over = True
        self._difficulty = self._batch.difficulty(0)
        self._seen = [(key, self._batch.seen[key]) for key in settings.observations]
        self._judged = [(name, TERM_NAMES.index(name)) for name in settings.rewards.names if name in TERM_NAMES]
        self._show = Show() if render_mode == "human" else None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin the next episode. A seed fixes it and all that follow it.

        The option `difficulty` turns the dial, for this episode and those after it. The option `run_seed` is the very
        seed of the run, one of `seeds` where those are given.
        """
        seeds = seeds_for(None if seed is None else [seed], 1)
        super().reset(seed=whole(seed))
        asked = options_asked(options, "difficulty", "run_seed")
        if "difficulty" in asked:
            self._batch.dial(asked["difficulty"], ONLY)
        if "run_seed" in asked:
            self._batch.begin_exactly(ONLY, [asked["run_seed"]])
        else:
            self._batch.begin(ONLY, drawn(seeds, self._unseeded, self.np_random))
        self._unseeded[0] = self._over = False
        self._difficulty = self._batch.difficulty(0)
        return self._look()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Take a step.

        Raises `ResetNeeded` where an episode has ended or none was begun, and `InputError` for what is no action of
        `action_space`.
        """
        if self._over:
            raise ResetNeeded("the episode is over; the next begins with a reset")
        runs = self._batch
        results = runs.results
        self._action[0] = whole_numbers(action, self._action_shape)
        check_range(self._action.tolist(), runs.ends)
        runs.play(self._action)
        reward = float(results.rewards[0])
        row = results.terms[0].tolist()
        terms = {name: row[place] for name, place in self._judged}
        if self._settings.rewards.own:
            for name, term in runs.user_terms(ONLY).items():
                terms[name] = float(term[0])
                reward += terms[name]
        terminated, truncated = bool(results.terminated[0]), bool(results.truncated[0])
        self._over = terminated or truncated
        observation, info = self._look()
        info["reason"] = int(results.reasons[0])
        info["end"] = int(results.ends[0])
        info["reward_terms"] = terms
        return observation, reward, terminated, truncated, info

    def _look(self) -> tuple[Observation, Info]:
        """What is to be seen, and shown to a person, before the next step."""
        runs = self._batch
        info: Info = {"action_mask": runs.seen["action_mask"][0].copy(), "difficulty": self._difficulty}
        if self._settings.texts:
            info["message_text"] = runs.texts(0)
        if self._show is not None:
            self._show.show(runs.episodes[0], runs.rulebook(0))
        return {key: rows[0].copy() for key, rows in self._seen}, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are possible now, as sb3-contrib's `MaskablePPO` asks for it.

        With `actions="targets"` the masks of verbs, arguments and targets in a row, each by itself: who draws the three
        apart may draw a pair that is impossible. Targets are all allowed.
        """
        if self._unseeded[0]:
            raise ResetNeeded("there are no possible actions before the first reset")
        mask: NDArray[np.bool_] = self._batch.seen["action_mask"][0].astype(np.bool_)
        if mask.ndim == 1:
            return mask
        return np.concatenate([mask.any(axis=1), mask.any(axis=0), np.ones(self._batch.ends[-1], np.bool_)])

    @property
    def action_meanings(self) -> tuple[str, ...]:
        """The name of each flat action: `"move north"`, `"use a"`; with `actions="targets"` of each verb."""
        return names_of(self._settings.actions)

    def get_action_meanings(self) -> list[str]:
        """`action_meanings` by the name that the Arcade Learning Environment has for it."""
        return list(self.action_meanings)

    def render(self) -> Any:
        """A picture of how the episode stands; None where it is shown in a window."""
        if self.render_mode is None or self._show is not None:
            return None
        if self._unseeded[0]:
            raise ResetNeeded("there is nothing to see before the first reset")
        return pictured(self._batch.episodes[0], self._batch.rulebook(0), self.render_mode)

    def close(self) -> None:
        """Close the window."""
        if self._show is not None:
            self._show.close()

    @property
    def run_seed(self) -> int:
        """The seed of the run being played. No observation should hold it: it fixes all that is not seen yet."""
        return int(self._batch.episodes[0]["world"]["seed"])

    @property
    def difficulty(self) -> float:
        """Where the dial stood as the episode began."""
        return self._difficulty

    def get_state(self) -> bytes:
        """The episode as it stands, with all that decides it and the episodes after it: their seeds and the dial.

        A state may come from anybody: `set_state` checks all its numbers before it uses one.
        """
        if self._unseeded[0]:
            raise ResetNeeded("there is no state before the first reset")
        return self._batch.state(0)

    def set_state(self, state: bytes) -> tuple[Observation, Info]:
        """Go on from a state of this or another environment with the same ruleset; what `reset` would give there.

        Raises `InputError` for a state of another ruleset, version or build, and for what is none.
        """
        self._batch.restore({0: state})
        self._unseeded[0] = False
        self._over = self._batch.is_over(0)
        self._difficulty = self._batch.difficulty(0)
        return self._look()
