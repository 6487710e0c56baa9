"""Recordings of runs: their actions, digests and keyframes, and playing them forward and backward."""
