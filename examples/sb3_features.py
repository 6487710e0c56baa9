# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "sb3-contrib", "torch"]
# ///
"""Stable-Baselines3 on the observation `features`: convolutions over its planes, beside other observations.

    pip install "steep[env]" sb3-contrib torch
    python examples/sb3_features.py Upper-v0 100_000

The library takes `features` for an image, and divides it by 255. Its own network for images needs 36 cells.
"""

from __future__ import annotations

import sys

import torch
from gymnasium import spaces
from sb3_vector import main
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


class Planes(BaseFeaturesExtractor):
    """Two layers of convolutions over `features`, and all other observations as they are."""

    def __init__(self, space: spaces.Dict, channels: int = 32) -> None:
        super().__init__(space, features_dim=1)
        first = nn.Conv2d(space["features"].shape[0], channels, 3, stride=2)
        second = nn.Conv2d(channels, channels, 3, stride=2)
        self.map = nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), nn.Flatten())
        zeros = {name: torch.zeros(1, *each.shape) for name, each in space.items()}
        self._features_dim = self(zeros).shape[1]

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        """What the policy and the value are computed from, shape (n, features_dim)."""
        others = [each.flatten(1) for name, each in seen.items() if name != "features"]
        return torch.cat([self.map(seen["features"]), *others], dim=1)


if __name__ == "__main__":
    main(*sys.argv[1:], observations=("compass", "features"), features_extractor_class=Planes)
