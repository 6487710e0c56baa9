"""Reads tables, monsters, items and a hero out of files in any language, as the literals that stand in them."""
