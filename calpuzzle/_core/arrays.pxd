# The arrays of a diagram, and what lies behind each state; see _core/arrays.pyx.
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t

from bits cimport bits_count_few
from bounds cimport MAX_GROUPS


cdef struct Option:
    # cells are those of the Cover, 128 bits; a label has piece -1 and its bit among all labels.
    uint64_t cells[2]
    int64_t instance
    uint64_t label
    int32_t piece
    int32_t group
    int32_t lowest


cdef struct State:
    # What is known of a state; 32 bytes, so that a step of a walk touches one cache line.
    uint64_t labels          # the labels on ways from it to the full board
    uint64_t completions     # the ways from it to the full board
    uint32_t first           # its edges end where those of the next state begin
    # Its place in the part that is being made, valid where the stamp is the present one.
    uint32_t stamp
    uint32_t local
    uint16_t laid            # the groups laid on the way to it
    uint16_t ahead           # how many options are laid from it to the full board


cdef struct Arrays:
    # What the caller has: where the edges of each state begin, their options, and the states they
    # lead to.
    const uint32_t *first
    const uint16_t *option
    const uint32_t *to
    int64_t states
    int64_t edges
    # What is made of the puzzle.
    Option *options
    int option_count
    int classes
    int32_t *copies          # of each piece class
    int groups
    int64_t sizes[MAX_GROUPS]
    int64_t strides[MAX_GROUPS]
    int64_t instances
    int length               # options of a solution, labels included
    State *state             # one more than there are states, or NULL where there are none
    uint32_t now             # the stamp of the part that was made last


cdef int set_arrays(Arrays *a, options, copies, shape, instance) except -1

cdef void free_arrays(Arrays *a) noexcept


cdef inline uint64_t total_of(Arrays *a) noexcept nogil:
    """Return how many solutions all instances have together."""
    return a.state[0].completions if a.states else 0


cdef inline int pieces_ahead(Arrays *a, int64_t s) noexcept nogil:
    """Return how many pieces are laid from a state to the full board."""
    return a.state[s].ahead - a.groups + bits_count_few(a.state[s].laid)


cdef inline uint64_t single(Arrays *a, Option *o) noexcept nogil:
    """The bit of the option's class, where it has one piece only and a bit."""
    if o.piece < 0 or o.piece >= 64 or a.copies[o.piece] > 1:
        return 0
    return <uint64_t> 1 << o.piece
