"""The engine `highs` for calendar puzzles; calpuzzle/exact/highs.py is the solver."""

from calpuzzle.engines.general import General

_engine = General("highs")
count, counts, solutions = _engine.count, _engine.counts, _engine.solutions
