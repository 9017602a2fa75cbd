"""The compiled modules: their stubs, the tables they take, and what they declare to each other.

Their Cython sources are in the top-level folder _core, whose README says what each owns.
"""
