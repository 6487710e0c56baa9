"""Reads tables, monsters, items and a hero from the literals in files of any language."""
