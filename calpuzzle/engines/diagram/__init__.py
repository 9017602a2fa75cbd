"""The decision diagram of all solutions of all instances: how it is grown, asked and kept.

`sets` says how used-piece sets become bits, `growth` grows a diagram from a Cover, `diagram` is
what a caller asks, `store` keeps it on disk, and `engine` is the engine that stands on it.
"""
