"""The schema of rulesets: every section and every key. Loading, validation and the manual's tables all read it."""

# ruff: noqa: F403 -- its names are those of its modules

from steep.content.reading.declarations import cosmetic as cosmetic
from steep.content.reading.declarations import field as field
from steep.content.reading.declarations import fields_of as fields_of
from steep.content.sections.all_sections import *
from steep.content.sections.floors import *
from steep.content.sections.keys import *
from steep.content.sections.kinds import *
from steep.content.sections.settings import *
