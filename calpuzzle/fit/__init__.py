"""Any pieces into any frame: the general fitting puzzle, of which the calendar is one case.

A `Fitting` (model.py) says in which ways each piece can lie, over numbered locations; geometry.py
makes one from shapes and motions. lower.py states it as an exact cover, bitboard.py for the
compiled backtracker, solver.py picks between them, symmetry.py tells solutions apart.
"""

from calpuzzle.fit.model import Fitting, Location, Piece

__all__ = ["Fitting", "Location", "Piece"]
