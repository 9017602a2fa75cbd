"""The backtracker for frames of at most 64 places; see backtrack.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 1"

include "backtrack.pxi"
