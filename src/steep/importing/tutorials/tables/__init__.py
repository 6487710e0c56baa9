"""Reads the tables of a project: numbers by floor, and weights in whatever shape they are written."""
