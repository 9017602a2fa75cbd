"""Griddlers (nonograms, picross): solved as a person does, and solved for certain.

The modules, from the bottom up: `puzzle` (what a griddler is), `lines` (one line: listed, settled,
counted), `stepper` (all lines at once, with probabilities), `solver` (the exact search, over the
compiled core), `reference` and `cpsat` (two solvers that check it), `explain`, `hints` and
`making` (what people ask of one), `formats` (files), `show`, `sketch` and `animate` (pictures).
"""

from calpuzzle.griddler.puzzle import Griddler
from calpuzzle.griddler.solver import Result, solve
from calpuzzle.griddler.stepper import Step, steps

__all__ = ["Griddler", "Result", "Step", "solve", "steps"]
