"""Dead regions: open places that pieces and labels cannot fill, seen by their sizes.

Design
------
The open places must fall into regions that pieces can fill: the size of each region, less the
labels that may still lie in it, must be a sum of sizes of pieces left. Such sums are a word of
bits. A region may be several that the pieces know: it spreads to all places that can touch, so that
no piece lies in two, and what rules one out is a proof all the same.

`used` is a word with a bit for each group whose label is laid; its other bits are the includer's.
A board_t may be two words (bits.h), which Cython takes for a plain number: it is compared with 0
where a condition joins it to others, or Cython would want to make a Python object of it.
"""

from bits cimport BOARD_WORDS, bits_count, bits_highest, bits_lowest, bits_seldom, board_t
from bounds cimport MAX_GROUPS

include "words.pxi"


cdef struct Regions:
    int line
    board_t not_first            # places that are not the first of their line
    board_t not_last             # likewise the last
    bint corners                 # whether a region spreads past the corners of places, too
    # The groups whose label is still to be laid at the beginning: its cells, and its bit.
    int groups
    board_t cells[MAX_GROUPS]
    board_t bits[MAX_GROUPS]


cdef inline board_t grown(board_t region, board_t empty, Regions *r) noexcept nogil:
    """The region and the empty places to which it spreads in one step."""
    return (region | touched(region, r)) & empty


cdef inline board_t touched(board_t region, Regions *r) noexcept nogil:
    """The places that touch those of a region by an edge, or by what else the board has of corners
    between cells that touch."""
    cdef board_t beside = ((region << 1) & r.not_first) | ((region >> 1) & r.not_last)
    cdef board_t across = region
    if bits_seldom(r.corners):
        across |= beside
    return beside | (across << r.line) | (across >> r.line)


cdef inline board_t flood(board_t region, board_t empty, Regions *r) noexcept nogil:
    """All places of `empty` that are connected to `region`. Each round grows twice: a branch less
    matters more here than a needless step."""
    cdef board_t wider
    while True:
        wider = grown(grown(region, empty, r), empty, r)
        if wider == region:
            return region
        region = wider


cdef inline bint cramped(board_t empty, board_t used, bint single, Regions *r) noexcept nogil:
    """A quick test for dead ends: whether a group has no cell left for its label, or, where no
    piece left has a single cell, whether some cell without neighbours can have no label."""
    cdef board_t labels = 0
    cdef int g
    for g in range(r.groups):
        if not used & r.bits[g]:
            if not empty & r.cells[g]:
                return True
            labels |= r.cells[g]
    if single:
        return False
    return (empty & ~touched(empty, r) & ~labels) != 0


cdef inline bint sizes_fit(board_t empty, board_t used, board_t sums, Regions *r) noexcept nogil:
    """Return whether every region of `empty` has a size that pieces and labels left can make."""
    cdef board_t region
    cdef int size, spare, g
    while empty:
        region = flood(empty & (~empty + 1), empty, r)
        size = bits_count(region)
        spare = 0
        for g in range(r.groups):
            if not used & r.bits[g] and region & r.cells[g] != 0:
                spare += 1
        # Is any of size, size - 1, ... size - spare a sum of sizes of pieces left? 0 is one.
        while not (sums >> size) & 1:
            if spare == 0:
                return False
            spare -= 1
            size -= 1
        empty ^= region
    return True
