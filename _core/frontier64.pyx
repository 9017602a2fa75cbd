"""Frontiers with keys of 64 bits; see frontier.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 1"

include "frontier.pxi"
include "sampling.pxi"
