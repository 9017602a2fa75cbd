"""Parts of a diagram, for walk and origins; Python sees nothing of it. See _core/slices.pyx."""
