"""Reads numbers and seeds that are given as text."""

from __future__ import annotations

from steep.core.input_errors import InputError, shortened
from steep.core.random_streams import MAX_SEED


def number_of_text(name: str, text: str, low: int, high: int, what: str) -> int:
    """A whole number in a range, in ASCII digits. `name` begins the message. Raises `InputError`."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    raise InputError(f'{name}: found "{shortened(text)}"; {what} is a whole number from {low} to {high}')


def seed_of_text(name: str, text: str) -> int:
    """A seed, 0 to 2**63 - 1. `name` begins the message. Raises `InputError`."""
    return number_of_text(name, text, 0, MAX_SEED, "a seed")
