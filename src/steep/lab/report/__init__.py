"""The HTML report of a measurement."""
