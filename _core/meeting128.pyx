"""Meetings with keys of at most 128 bits; see meeting.pxi."""

cdef extern from *:
    "#define BOARD_WORDS 2"

include "meeting.pxi"
