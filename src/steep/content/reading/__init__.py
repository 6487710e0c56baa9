"""Reads rulesets: finds their files, merges what they extend, and reads single values."""
