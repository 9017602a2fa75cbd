"""The arrays of a diagram, for the other modules; Python sees nothing of it. See _core/arrays.pyx."""
