"""The compiled modules, their stubs, and the tables that they take (inputs.py).

Their Cython sources are in the top-level folder _core; its README describes each file.
"""
