"""The record of a compiled ruleset, its rows, how many there may be, and what their numbers mean."""

# ruff: noqa: F403 -- its names are those of its modules

from steep.core.ruleset.codes import *
from steep.core.ruleset.floors import *
from steep.core.ruleset.kinds import *
from steep.core.ruleset.limits import *
from steep.core.ruleset.ruleset import *
