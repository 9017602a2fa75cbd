"""Meetings whose keys have 64 bits; see meeting.pxi."""

from libc.stdint cimport uint64_t

ctypedef uint64_t set_t

include "meeting.pxi"
