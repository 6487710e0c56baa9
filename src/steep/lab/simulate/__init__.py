"""Bots play games: on all cores, or on a cluster."""
