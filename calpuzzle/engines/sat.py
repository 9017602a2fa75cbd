"""The engine `sat` for calendar puzzles; calpuzzle/exact/sat.py is the solver."""

from calpuzzle.engines.general import General

_engine = General("sat")
count, counts, solutions = _engine.count, _engine.counts, _engine.solutions
