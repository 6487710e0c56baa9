"""Cursors on the map: look, travel, aim."""
