"""Cursors on the map: look, travel, target."""
