"""Counts of all instances, for walk; Python sees nothing of it. See _core/vectors.pyx."""
