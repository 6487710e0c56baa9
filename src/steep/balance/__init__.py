"""Analyses a ruleset without playing: odds and expected numbers by floor, lint findings, differences."""
