"""Writes what a measurement found beside what it was made from."""

from __future__ import annotations

import json
from collections.abc import Sequence

from steep.lab.store import Store
from steep.lab.summary import BotFigures, as_json

SUMMARY = "summary.json"


def write_results(store: Store, figures: Sequence[BotFigures]) -> None:
    """Write the summary. Raises `steep.lab.store.StoreError` when it cannot be written."""
    summary = json.dumps(as_json(store.manifest, figures), indent=2, ensure_ascii=False) + "\n"
    store.write(store.folder / SUMMARY, summary.encode())
