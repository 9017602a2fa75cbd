# Bounds that several modules share. For all but MAX_NODES, calpuzzle/engines and
# calpuzzle/nonogram reject larger input before they call a module, with a message for the user.
from libc.stdint cimport INT64_MAX, int64_t

cdef enum:
    MAX_PLACES = 128            # the bits of the widest word: bounds places, cells and pieces
    MAX_GROUPS = 16
    MAX_INSTANCES = 50_000_000
    MAX_OPTIONS = 0xFFFF        # of a diagram, whose edges store them in 16 bits
    MAX_LINE = 1000             # cells of a nonogram's line
    MAX_NODES = 1 << 30         # of an exact cover: the sum of the lengths of its options


cdef inline int64_t end_of(int64_t done, int64_t budget) noexcept nogil:
    """Return the value of the counter `done` at which a budget is used up, capped at INT64_MAX."""
    return done + budget if budget < INT64_MAX - done else INT64_MAX
