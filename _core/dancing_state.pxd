# The state of an exact cover search: the sets of options that can still be chosen, and the removal
# of options from them.
#
# Design: a node is one item in one option; the nodes of an option are contiguous. The options that
# can still be chosen for an item form a sparse set: the first `size` of the item's cells hold their
# nodes, and a node stores its cell, so that it is removed by a swap with the last one and a
# decrement. Nothing is ever put back one by one: a frame saves the sizes of the active items, and
# setting them again restores every set (in another order, on which no result depends, because the
# candidates of a frame are sorted). The items that still take options form a sparse set of the same
# kind. No Python object is touched here.
#
# All functions are inline, so that they become part of the loop in dancing.pyx; there is no module.
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport qsort, realloc

from invariant cimport invariant
cdef enum:
    INSERTION = 24       # the most numbers that are sorted by insertion
    # Why a search returned: it is finished, its budget or room is used up, there is no memory.
    OVER = 0
    MORE = 1
    NO_MEMORY = 2


cdef struct Node:
    int32_t item
    int32_t cell
    int32_t begin      # the nodes of its option
    int32_t end


cdef struct Item:
    int32_t first      # its first cell
    int32_t size       # the number of its options that can be chosen
    int32_t need       # how many more options must contain it, at least
    int32_t place      # in `order`; the item is active if this is below `active`


cdef struct NumberStack:
    # A growing stack of numbers.
    int32_t *data
    int64_t used
    int64_t capacity


cdef struct Frame:
    int32_t item
    int32_t ways         # options to try
    int32_t tried
    int32_t chosen       # the placed option, or -1
    int32_t active
    bint closes          # whether there is one more way: to close the item
    bint stays_open      # an option may leave the item open, so lower ones must be excluded
    int64_t candidates   # the offset of the options to try
    int64_t saved        # the offset of the saved sizes, or -1


cdef struct State:
    Node *nodes
    Item *items
    int32_t *room      # of each item: how many more options may contain it
    int32_t *cells     # node in each cell
    int32_t *order     # the items; the first `active` are those that take options
    int32_t *starts    # first node of each option, and one more
    int32_t *owner     # option of each node
    int32_t *colours   # colour that each node gives its item, or 0; NULL if there are none
    int32_t item_number
    int32_t primary    # items below this one are branched on
    int32_t active
    bint bounded       # some primary item has bounds other than (1, 1)
    Frame *frames
    int32_t depth      # frames in use
    bint entering      # the current state has not been examined yet
    NumberStack candidates
    NumberStack sizes
    NumberStack rows   # solutions: the number of options, then the options
    int64_t rows_left  # solutions that may still be stored; -1 if they are only counted
    int64_t nodes_placed
    int64_t dead_ends  # placed options after which some item could not be covered any more
    int64_t forced     # placed options that were the only way to cover their item
    int64_t found
    bint randomized    # ties are decided at random
    uint64_t random_state


cdef inline int compare(const void *a, const void *b) noexcept nogil:
    return (<int32_t *> a)[0] - (<int32_t *> b)[0]


cdef inline void sort(int32_t *data, int64_t n) noexcept nogil:
    cdef int64_t i, k
    cdef int32_t value
    if n > INSERTION:
        qsort(data, n, sizeof(int32_t), compare)
        return
    for i in range(1, n):
        value = data[i]
        k = i
        while k > 0 and data[k - 1] > value:
            data[k] = data[k - 1]
            k -= 1
        data[k] = value


cdef inline uint64_t mixed(uint64_t word) noexcept nogil:
    """Return a word mixed by the finalizer of splitmix64, a bijection of 64-bit words."""
    word = (word ^ (word >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    word = (word ^ (word >> 27)) * <uint64_t> 0x94D049BB133111EB
    return word ^ (word >> 31)


cdef inline uint64_t draw_next(State *s) noexcept nogil:
    """Return the next number of splitmix64 (Steele, Lea and Flood, 2014)."""
    s.random_state += <uint64_t> 0x9E3779B97F4A7C15
    return mixed(s.random_state)


cdef inline void shuffle(State *s, int32_t *data, int32_t n) noexcept nogil:
    """Put numbers in a random order (Fisher and Yates; TAOCP 3.4.2)."""
    cdef int32_t k, at, value
    for k in range(n - 1, 0, -1):
        at = <int32_t> (draw_next(s) % <uint64_t> (k + 1))
        value = data[k]
        data[k] = data[at]
        data[at] = value


cdef inline bint ensure_capacity(NumberStack *s, int64_t more) noexcept nogil:
    """Make room for `more` numbers; return False if there is no memory."""
    cdef int64_t wanted = s.used + more
    cdef void *grown
    if wanted <= s.capacity:
        return True
    wanted = wanted * 2 + 1024
    grown = realloc(s.data, wanted * sizeof(int32_t))
    if grown == NULL:
        return False
    s.data = <int32_t *> grown
    s.capacity = wanted
    return True


cdef inline void take_out(State *s, Item *item, int32_t node) noexcept nogil:
    """Remove a node from its item's set."""
    cdef int32_t cell = s.nodes[node].cell
    cdef int32_t last, moved
    invariant(item.first <= cell < item.first + item.size)
    item.size -= 1
    last = item.first + item.size
    moved = s.cells[last]
    s.cells[last] = node
    s.nodes[node].cell = last
    s.cells[cell] = moved
    s.nodes[moved].cell = cell


cdef inline bint hide(State *s, int32_t node) noexcept nogil:
    """Remove the option of a node from the sets of all active items. Return False as soon as one of
    them has too few options left; restoring the sizes undoes the removals up to there."""
    cdef int32_t y
    cdef Item *item
    for y in range(s.nodes[node].begin, s.nodes[node].end):
        item = &s.items[s.nodes[y].item]
        if item.place < s.active:
            take_out(s, item, y)
            if item.size < item.need:
                return False
    return True


cdef inline void deactivate(State *s, int32_t i) noexcept nogil:
    cdef int32_t place = s.items[i].place
    cdef int32_t moved
    invariant(place < s.active and s.order[place] == i)
    s.active -= 1
    moved = s.order[s.active]
    s.order[s.active] = i
    s.order[place] = moved
    s.items[i].place = s.active
    s.items[moved].place = place


cdef inline bint agree(State *s, int32_t one, int32_t other) noexcept nogil:
    """Return whether two nodes give an item the same colour."""
    return s.colours != NULL and s.colours[one] != 0 and s.colours[one] == s.colours[other]


cdef inline bint place_option(State *s, int32_t option) noexcept nogil:
    """Place an option; return False if some item cannot be covered any more."""
    cdef int32_t x, i, k
    cdef Item *item
    for x in range(s.starts[option], s.starts[option + 1]):
        i = s.nodes[x].item
        s.room[i] -= 1
        s.items[i].need -= 1
    for x in range(s.starts[option], s.starts[option + 1]):
        i = s.nodes[x].item
        item = &s.items[i]
        if item.place >= s.active:
            # The item has its colour already, the same that this option gives it.
            continue
        if s.room[i]:
            take_out(s, item, x)
            continue
        deactivate(s, i)
        for k in range(item.first, item.first + item.size):
            if s.cells[k] != x and not agree(s, x, s.cells[k]) and not hide(s, s.cells[k]):
                return False
    return True


cdef inline bint close(State *s, int32_t i) noexcept nogil:
    """Close an item to further options; return False if another item cannot be covered any more."""
    cdef int32_t k
    cdef Item *item = &s.items[i]
    deactivate(s, i)
    for k in range(item.first, item.first + item.size):
        if not hide(s, s.cells[k]):
            return False
    return True
