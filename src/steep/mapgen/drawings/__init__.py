"""Puts what is drawn as a map on a floor: vaults, and floors that are drawn whole."""
