"""The compiled modules; their Cython sources are in the top-level folder _core."""
