"""Complements with keys and ways of 64 bits; see complements.pxi."""

from libc.stdint cimport uint64_t

cdef extern from *:
    "#define BOARD_WORDS 2"

ctypedef uint64_t key_t
ctypedef uint64_t ways_t

include "complements.pxi"
