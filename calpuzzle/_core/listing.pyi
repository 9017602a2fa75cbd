"""All solutions of a diagram, for walk; Python sees nothing of it. See _core/listing.pyx."""
