"""The canvas, its colours, and what screens draw on it: the map, bars, boxes and text."""
