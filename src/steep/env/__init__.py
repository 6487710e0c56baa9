"""Gymnasium environments. Importing this package registers ``steep/Descent-v0``."""

from __future__ import annotations

try:
    import gymnasium
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        'learning environments need Gymnasium: pip install "steep[env]"', name=missing.name
    ) from missing

from steep.core.world import END_NAMES
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
    "TEST",
    "TRAIN",
    "VALIDATION",
    "Curriculum",
    "DescentEnv",
    "DescentVectorEnv",
    "EachSeedOnce",
    "PrivilegedWarning",
    "RewardTerms",
    "Snapshot",
    "Staircase",
    "VectorCurriculum",
    "world_seeds",
]

ID = "steep/Descent-v0"


def register() -> None:
    """Register the environment, once. It is also a plugin's entry point, but Gymnasium 1.0 to 1.4 load no plugins."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="steep.env.single:DescentEnv",
            vector_entry_point="steep.env.vector:DescentVectorEnv",
        )


register()
