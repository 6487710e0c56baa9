"""Gymnasium environments. Importing this package registers ``steep/Descent-v0``, ``steep/Words-v0`` and `TASKS`."""

from __future__ import annotations

try:
    import gymnasium
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        'learning environments need Gymnasium: pip install "steep[env]"', name=missing.name
    ) from missing

from steep.core.world import END_NAMES
from steep.env.benchmark.evaluate import evaluate
from steep.env.benchmark.reference_policies import BotPolicy, RandomPolicy, bot_policy, ten_lines, ten_lines_in_words
from steep.env.benchmark.score import Score
from steep.env.benchmark.scores_of_runs import Aggregate, aggregate
from steep.env.benchmark.tasks import COMMANDS, TASKS, Setting, Task
from steep.env.benchmark.verify_score import ScoreVerdict, verify_score
from steep.env.check_arguments import SPLITS, TEST, TRAIN, VALIDATION, PrivilegedWarning, world_seeds
from steep.env.curriculum import Curriculum, Staircase, VectorCurriculum
from steep.env.kernel.actions import ACTION_NAMES
from steep.env.kernel.columns import CONDITIONS
from steep.env.kernel.compass_to_nearest_goals import COMPASS
from steep.env.kernel.episode import Snapshot
from steep.env.kernel.write_map import FEATURES
from steep.env.kernel.write_numbers import INVENTORY, MESSAGE, MONSTERS, STATS
from steep.env.play_each_seed_once import EachSeedOnce
from steep.env.rewards import RewardTerms
from steep.env.single import DescentEnv
from steep.env.survival import Survival, measure_survival
from steep.env.text import TextEnv
from steep.env.text.words_env import WordsEnv
from steep.env.vector import DescentVectorEnv

__all__ = [
    "ACTION_NAMES",
    "COMPASS",
    "CONDITIONS",
    "END_NAMES",
    "FEATURES",
    "INVENTORY",
    "MESSAGE",
    "MONSTERS",
    "SPLITS",
    "STATS",
    "TASKS",
    "TEST",
    "TRAIN",
    "VALIDATION",
    "Aggregate",
    "BotPolicy",
    "Curriculum",
    "DescentEnv",
    "DescentVectorEnv",
    "EachSeedOnce",
    "PrivilegedWarning",
    "RandomPolicy",
    "RewardTerms",
    "Score",
    "ScoreVerdict",
    "Setting",
    "Snapshot",
    "Staircase",
    "Survival",
    "Task",
    "TextEnv",
    "VectorCurriculum",
    "WordsEnv",
    "aggregate",
    "bot_policy",
    "evaluate",
    "measure_survival",
    "ten_lines",
    "ten_lines_in_words",
    "verify_score",
    "world_seeds",
]

ID = "steep/Descent-v0"


def register() -> None:
    """Register the environment and the tasks, once.

    This is also a plugin's entry point, but Gymnasium 1.0 to 1.4 load no plugins.
    """
    for task in TASKS.values():
        if COMMANDS in task.actions and task.id not in gymnasium.registry:
            gymnasium.register(task.id, entry_point="steep.env.text.words_env:WordsEnv", kwargs=task.arguments())
    for name, arguments in {ID: {}, **{task.id: task.arguments() for task in TASKS.values()}}.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="steep.env.single:DescentEnv",
                vector_entry_point="steep.env.vector:DescentVectorEnv",
                kwargs=arguments,
            )


register()
