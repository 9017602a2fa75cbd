"""Frontiers with keys of 128 bits; see frontier.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 2"

include "frontier.pxi"
include "sampling.pxi"
