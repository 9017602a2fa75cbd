"""The backtracker for frames of at most 128 places; see backtrack.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 2"

include "backtrack.pxi"
