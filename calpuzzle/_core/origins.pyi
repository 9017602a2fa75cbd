"""Counts of laid options, for walk; Python sees nothing of it. See _core/origins.pyx."""
