"""The states of the frontier method, and their successors.

Design
------
The cells of a board are numbered, and the first open one is always covered next. All cells before
it are covered and need not be stored: this is the frontier method (Simpath: D. E. Knuth, TAOCP 4A,
exercise 7.1.4-225; J. Kawahara, T. Inoue, H. Iwashita and S. Minato, "Frontier-based search for
enumerating all constrained subgraphs with compressed representation", 2017), and for counts it is
dynamic programming over broken profiles. A state is the number of the first open cell, which is
also the number of its layer (store.pxi), and a key of two parts:

    the low bits, the window: which cells are covered, from the first open one as far as options
    reach
    the high bits, counters: how many options of each kind are placed, as far as that matters, and
    above them the number of the instance, if instances are counted separately

The mask of an option is a window in which the option's first cell is the lowest bit. The option can
be placed if the key has no bit of `clash`: the mask, and the highest bit of the option's counter.
Placing it sets the bits of the mask, and adds `add` to the key. It also adds `add_capped`, unless
the key has a bit of `full_bits`: these counters stop when they are full. Then the window moves to
the next open cell. The key of a solution is that of a full board, and has all bits of `wanted`.
"""

cdef enum:
    TAGGED = 0
    MAX_STATES = 1 << 30    # of a layer
    MAX_CELLS = 1 << 20

include "words.pxi"
include "store.pxi"


cdef struct Spec:
    int cells
    int options
    int bits                 # of the window
    board_t window           # the mask of these bits
    board_t nothing          # the key of an empty board
    board_t wanted           # the bits of a complete key
    int32_t *buckets         # the options of each first cell; the bucket of full boards is empty
    board_t *masks
    board_t *clash
    board_t *add
    board_t *full_bits
    board_t *add_capped
    Store *layers            # one per cell, and the last for full boards
    Memory memory


cdef inline int child(Spec *f, board_t key, int k, board_t *after) noexcept nogil:
    """Place option k, which fits. Set `after` to the key of the new state, and return the number
    of cells from the old first open cell to the new one."""
    cdef board_t wider = (key | f.masks[k]) + f.add[k]
    cdef board_t open
    cdef int by
    if not key & f.full_bits[k]:
        wider = wider + f.add_capped[k]
    open = ~wider & f.window
    # No option reaches past the window, so if it is full, the cell after it is open.
    by = bits_lowest(open) if open else f.bits
    # The option covers the first open cell, which is the lowest bit of its mask.
    invariant((key & f.clash[k]) == 0 and by > 0)
    after[0] = ((wider & f.window) >> by) | (wider & ~f.window)
    return by


cdef inline bint complete(Spec *f, board_t key) noexcept nogil:
    """Return whether the key of a full board has all bits of `wanted`."""
    return key & f.wanted == f.wanted


cdef int set_spec(Spec *f, task, int64_t bound) except -1:
    """Copy the options of a board. The caller has zeroed `f`, and frees it with free_spec whether
    this succeeds or not. Raise ValueError if the options do not fit."""
    cdef int i, place = 0
    cdef board_t test
    cells, bits, options = task.cells, task.bits, len(task.masks)
    if not (0 <= cells <= MAX_CELLS and 0 < bits < 64 * BOARD_WORDS and options < 1 << 30):
        raise ValueError("the board does not fit")
    if len(task.buckets) != cells + 1 or task.buckets[0] or task.buckets[cells] != options:
        raise ValueError("the buckets do not match the options")
    for of_options in (task.test, task.add, task.full_bits, task.add_capped):
        if len(of_options) != options:
            raise ValueError("each option must have one entry in each list of counters")
    f.memory.bound = bound
    f.cells = cells
    f.bits = bits
    f.options = options
    f.window = board((1 << bits) - 1)
    f.nothing = board(task.nothing)
    f.wanted = board(task.wanted)
    f.buckets = <int32_t *> allocate(cells + 2, 4)
    f.masks = boards(task.masks)
    f.clash = boards(task.test)
    f.add = boards(task.add)
    f.full_bits = boards(task.full_bits)
    f.add_capped = boards(task.add_capped)
    f.layers = <Store *> allocate(cells + 1, sizeof(Store))
    f.buckets[cells + 1] = options
    for i in range(cells):
        f.buckets[i + 1] = task.buckets[i + 1]
        if f.buckets[i + 1] < f.buckets[i]:
            raise ValueError("the buckets are not in ascending order")
    for i in range(options):
        while f.buckets[place + 1] <= i:
            place += 1
        if not task.masks[i] & 1 or task.masks[i].bit_length() > min(bits, cells - place):
            raise ValueError(f"option {i} does not begin at its cell, or is outside the board")
        test = f.clash[i]
        if (f.add[i] | f.add_capped[i] | test | f.full_bits[i]) & f.window != 0:
            raise ValueError(f"the counters of option {i} overlap the window")
        f.clash[i] |= f.masks[i]
    if (f.nothing | f.wanted) & f.window != 0:
        raise ValueError("the counters overlap the window")
    return 0


cdef void free_spec(Spec *f) noexcept:
    cdef int place
    if f.layers != NULL:
        for place in range(f.cells + 1):
            free_store(&f.memory, &f.layers[place])
    free(f.layers)
    free(f.buckets)
    free(f.masks)
    free(f.clash)
    free(f.add)
    free(f.full_bits)
    free(f.add_capped)
