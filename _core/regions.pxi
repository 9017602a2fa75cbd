"""Dead regions: open places that pieces and labels cannot fill, detected by their sizes.

Design
------
The open places must fall into regions that pieces can fill. Some of the labels that are still to be
placed may go into a region, each on one place; the rest of its size must be a sum of sizes of
remaining pieces. The possible sums are a word of bits. A region here may be a union of several
regions of the board, because it spreads to every place that a piece could connect to it. So no
piece is in two regions, and one region that cannot be filled still proves a dead end.

`used` is a word with a bit for each group whose label is placed; its other bits belong to the
including file. A board_t may be two words (bits.h), which Cython takes for a plain number. In a
compound condition it is compared with 0, because Cython would otherwise convert it to a Python
object.
"""

from bits cimport BOARD_WORDS, bits_count, bits_highest, bits_lowest, bits_unlikely, board_t
from bounds cimport MAX_GROUPS
from invariant cimport invariant

include "words.pxi"


cdef struct Regions:
    int line                     # the distance between a place and the same place of the next line
    board_t not_first            # places that are not the first of their line
    board_t not_last             # places that are not the last of their line
    bint corners                 # whether a region spreads across the corners of places, too
    # The number of groups whose label is not placed in the root. Of each of these groups: the cells
    # of its labels, and its bit.
    int groups
    board_t cells[MAX_GROUPS]
    board_t bits[MAX_GROUPS]


cdef inline board_t grown(board_t region, board_t empty, Regions *r) noexcept nogil:
    """Return the region and the empty places to which it spreads in one step."""
    return (region | touched(region, r)) & empty


cdef inline board_t touched(board_t region, Regions *r) noexcept nogil:
    """Return the places that share an edge with those of a region, or, with `corners`, a corner."""
    # The masks stop a shift from wrapping into the next line.
    cdef board_t sideways = ((region << 1) & r.not_first) | ((region >> 1) & r.not_last)
    cdef board_t across = region
    if bits_unlikely(r.corners):
        across |= sideways
    return sideways | (across << r.line) | (across >> r.line)


cdef inline board_t flood(board_t region, board_t empty, Regions *r) noexcept nogil:
    """Return all places of `empty` that are connected to `region`. Each round grows twice, because
    a branch costs more here than a needless step."""
    cdef board_t wider
    while True:
        wider = grown(grown(region, empty, r), empty, r)
        if wider == region:
            return region
        region = wider


cdef inline bint has_dead_cell(board_t empty, board_t used, bint single, Regions *r) noexcept nogil:
    """Return whether a quick test finds a dead end. Either a group has no empty cell for its label;
    or, unless a remaining piece may be a `single` cell, there is an empty cell without empty
    neighbours, and no label may still be placed on it."""
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
    """Return whether every region of `empty` has a size that the remaining pieces and labels can
    make."""
    cdef board_t region
    cdef int size, spare, g
    while empty:
        region = flood(empty & (~empty + 1), empty, r)
        size = bits_count(region)
        spare = 0
        for g in range(r.groups):
            if not used & r.bits[g] and region & r.cells[g] != 0:
                spare += 1
        # Is one of size, size - 1, ..., size - spare a sum of sizes of remaining pieces? 0 always
        # is, so size does not become negative.
        while not (sums >> size) & 1:
            if spare == 0:
                return False
            spare -= 1
            size -= 1
            invariant(size >= 0)
        empty ^= region
    return True
