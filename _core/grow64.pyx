"""Diagrams on frames of at most 64 places; see grow.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 1"

include "grow.pxi"
