"""Meetings with keys of at most 64 bits; see meeting.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 1"

include "meeting.pxi"
