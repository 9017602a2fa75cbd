"""The compiled modules: their stubs, the tables they take, and the bounds they declare.

Their Cython sources are in the top-level folder _core; its README describes each file.
"""
