"""Writes what a measurement found, beside the games that it was made from."""

from __future__ import annotations

import json
from collections.abc import Sequence

from steep.content import Rulebook
from steep.lab.store import Store
from steep.lab.summary import BotFigures, as_json
from steep.lab.tables import write_tables

SUMMARY = "summary.json"


def write_results(store: Store, rulebook: Rulebook, figures: Sequence[BotFigures]) -> None:
    """Write the tables and the summary. Raises `steep.lab.store.StoreError` when they cannot be written."""
    write_tables(rulebook, store)
    summary = json.dumps(as_json(store.manifest, figures), indent=2, ensure_ascii=False) + "\n"
    store.write(store.folder / SUMMARY, summary.encode())
