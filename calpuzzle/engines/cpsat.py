"""The engine `cpsat` for calendar puzzles; calpuzzle/exact/cpsat.py is the solver."""

from calpuzzle.engines.general import General

_engine = General("cpsat")
count, counts, solutions = _engine.count, _engine.counts, _engine.solutions
