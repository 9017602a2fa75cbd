"""Diagrams on frames of at most 128 places; see grow.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 2"

include "grow.pxi"
