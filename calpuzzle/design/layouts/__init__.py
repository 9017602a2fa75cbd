"""Layouts: on which cells the labels of a puzzle go."""
