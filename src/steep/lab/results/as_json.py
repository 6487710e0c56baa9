"""A result as JSON: what was played, what was found, and each table by its name as a list of objects."""

from __future__ import annotations

import json
from typing import Any

from steep.lab.results.result import Result


def as_json(result: Result) -> str:
    """All figures. Unknown numbers are null, and shares lie between 0 and 1."""
    return json.dumps(json_of(result), indent=2, ensure_ascii=False) + "\n"


def json_of(result: Result) -> dict[str, Any]:
    """The same as plain data."""
    verdict = {"verdict": result.verdict.word, "held": result.held} if result.verdict else {}
    said = {"sentences": list(result.sentences), "cautions": list(result.cautions)}
    tables = {table.name: result.rows(table.name) for table in result.tables if table.names}
    return {**verdict, **result.facts, **said, **tables}
