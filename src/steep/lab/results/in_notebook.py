"""A result in a notebook: its page in a frame, so neither changes the looks of the other."""

from __future__ import annotations

from html import escape

FRAME_HEIGHT = 720
"""Pixels."""


def framed(page: str) -> str:
    """A whole page as a part of a notebook. It runs its own script, and sees nothing of the notebook."""
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-downloads" '
        f'style="width:100%;height:{FRAME_HEIGHT}px;border:0" title="Figures with their intervals"></iframe>'
    )
