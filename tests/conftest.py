"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes says more of the machine than of the rule.
settings.register_profile("steep", deadline=None)
settings.load_profile("steep")
