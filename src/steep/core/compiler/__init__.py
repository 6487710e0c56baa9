"""Compiles rules with Numba, once for all processes; and the two rules whose compiled forms are written by hand."""
