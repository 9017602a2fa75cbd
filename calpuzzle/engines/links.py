"""The engine `links` for calendar puzzles; calpuzzle/exact/links.py is the solver."""

from calpuzzle.engines.general import General

_engine = General("links")
count, counts, solutions = _engine.count, _engine.counts, _engine.solutions
