"""The decision diagram of all solutions of all instances: how it is grown, asked and kept.

sets.py says how used-piece sets become bits, growth.py grows a diagram from a Cover, diagram.py is
what a caller asks, store.py keeps it on disk. The engine calpuzzle/engines/diagram.py stands on it.
"""
