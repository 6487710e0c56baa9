"""The shapes in which tables are written: a module for each."""
