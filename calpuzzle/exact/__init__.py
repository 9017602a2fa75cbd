"""Exact cover for everyone: items, options, bounds, and all solutions of any instance.

`Cover` (cover.py) is the public class. links.py runs the compiled search over it, reference.py
is its plain-Python twin. The lowering of calendar puzzles is another matter: calpuzzle/cover.py.
"""

from calpuzzle.exact.cover import Cover

__all__ = ["Cover"]
