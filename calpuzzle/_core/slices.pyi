"""Parts of a diagram, for walk; Python sees nothing of it. See _core/slices.pyx."""
