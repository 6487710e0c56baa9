"""The displays of a canvas: a window, a terminal, and a page that drives it event by event."""
