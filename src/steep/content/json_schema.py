"""The JSON Schema of rulesets, made from the declarations of their keys.

It knows what a file can say by itself: keys, types, ranges and words. What a file lacks may be in one that it extends,
so no key of a section is required. Whether names exist and values go together, `steep.content.validation` knows.
"""

from __future__ import annotations

import inspect
from typing import Any

from steep.content.reading.declarations import Schema, fields_of, table_schema
from steep.content.reading.value_types import KEY_PATTERN
from steep.content.sections import KEYED_SECTIONS, MAX_ENTRIES, SINGLE_SECTIONS, Head

DRAFT = "http://json-schema.org/draft-07/schema#"


def ruleset_schema() -> Schema:
    """The schema of a ruleset's file."""
    head = table_schema(fields_of(Head).values(), partial=True)
    sections = {name: section_schema(section) for name, section in SINGLE_SECTIONS.items()}
    for family, section in KEYED_SECTIONS.items():
        sections[family] = {
            "type": "object",
            "description": inspect.getdoc(section),
            "propertyNames": {"pattern": KEY_PATTERN},
            "maxProperties": MAX_ENTRIES[family],
            "additionalProperties": section_schema(section),
        }
    return {"$schema": DRAFT, "title": "Steep's ruleset", **head, "properties": {**head["properties"], **sections}}


def section_schema(section: type[Any]) -> Schema:
    """The schema of a section."""
    return {"description": inspect.getdoc(section), **table_schema(fields_of(section).values(), partial=True)}
