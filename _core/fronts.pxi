"""The fronts of partial fillings: what is known of a board that is filled cell by cell.

Design
------
The cells of a board stand in a row, and the first open one is covered next. The cells before it are
behind the front: nothing more is to be known of them. A state is the place of the first open cell,
which says in which layer it lies, and a key:

    the window: which cells are covered, from the first open one on, as far as options reach
    above it, counters: how often options of each kind have been laid, as far as that matters

An option is a mask of the window in which its own first cell is the lowest bit. It can be laid
where `clash`, which is the mask and the highest bit of its counter, has nothing of the key. What it
adds to the counters is constant, but for a counter that stops when it is full: `more` is added
while `till` has nothing of the key. At the end of the row all bits of `wanted` must be set.

Each layer has a hash table with open addressing, at most half full. Ways are numbers of as many
words as the layer says, the lowest first. All that grows is had from `more_room`, which counts it
in `bytes` and refuses to pass `bound`.
"""

include "words.pxi"

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2
    MOST_CELLS = 1 << 20
    MOST_STATES = 1 << 30    # of a layer


cdef struct Layer:
    board_t *keys
    uint64_t *ways
    int32_t *slots           # hash table of index + 1
    int64_t size
    int64_t capacity
    int slot_bits
    int words                # of each of the ways; 0 where these are not known


cdef struct Fronts:
    int cells
    int options
    int bits                 # of the window
    board_t window           # all of them
    board_t nothing          # the key of an empty board
    board_t wanted
    int32_t *buckets         # the options of each first cell
    board_t *masks
    board_t *clash
    board_t *add
    board_t *till
    board_t *more
    Layer *layers            # one a cell, and the last for full boards
    int64_t bytes
    int64_t bound


cdef int more_room(Fronts *f, void **memory, int64_t old, int64_t new) noexcept nogil:
    """Make an allocation of `old` bytes `new` bytes large."""
    cdef void *larger
    if f.bytes + new - old > f.bound:
        return OVER_BOUND
    larger = realloc(memory[0], max(new, 8))
    if larger == NULL:
        return NO_MEMORY
    memory[0] = larger
    f.bytes += new - old
    return 0


cdef void give_up(Fronts *f, Layer *layer) noexcept nogil:
    """Free the states of a layer."""
    free(layer.keys)
    free(layer.ways)
    free(layer.slots)
    f.bytes -= layer.capacity * (sizeof(board_t) + 8 * layer.words + 8)
    memset(layer, 0, sizeof(Layer))


cdef int widen(Fronts *f, Layer *layer) noexcept nogil:
    """Make room for twice as many states."""
    cdef int64_t old = layer.capacity
    cdef int64_t new = old * 2 if old else 64
    cdef int64_t i
    cdef uint64_t mask, at
    cdef int code
    if new > MOST_STATES:
        return OVER_BOUND
    code = more_room(f, <void **> &layer.keys, old * sizeof(board_t), new * sizeof(board_t))
    if code == 0:
        code = more_room(f, <void **> &layer.slots, old * 8, new * 8)
    if code == 0 and layer.words:
        code = more_room(f, <void **> &layer.ways, old * 8 * layer.words, new * 8 * layer.words)
    if code:
        return code
    layer.capacity = new
    layer.slot_bits = layer.slot_bits + 1 if old else 7
    memset(layer.slots, 0, new * 8)
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    for i in range(layer.size):
        at = slot_of(layer.keys[i], layer.slot_bits)
        while layer.slots[at]:
            at = (at + 1) & mask
        layer.slots[at] = <int32_t> (i + 1)
    return 0


cdef inline int64_t index_of(Layer *layer, board_t key) noexcept nogil:
    """The index of a state in its layer, or -1."""
    cdef uint64_t mask, at
    if layer.size == 0:
        return -1
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    at = slot_of(key, layer.slot_bits)
    while layer.slots[at]:
        if layer.keys[layer.slots[at] - 1] == key:
            return layer.slots[at] - 1
        at = (at + 1) & mask
    return -1


cdef inline int64_t put(Fronts *f, Layer *layer, board_t key) noexcept nogil:
    """The index of a state in its layer, to which it is added where it is not there, with no ways;
    or an error code."""
    cdef uint64_t mask, at
    cdef int code
    if layer.size == layer.capacity:
        code = widen(f, layer)
        if code:
            return code
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    at = slot_of(key, layer.slot_bits)
    while layer.slots[at]:
        if layer.keys[layer.slots[at] - 1] == key:
            return layer.slots[at] - 1
        at = (at + 1) & mask
    layer.keys[layer.size] = key
    if layer.words:
        memset(layer.ways + layer.size * layer.words, 0, 8 * layer.words)
    layer.size += 1
    layer.slots[at] = <int32_t> layer.size
    return layer.size - 1


cdef inline int past(Fronts *f, board_t key, int k, board_t *after) noexcept nogil:
    """By how many cells the front moves on when an option is laid that can be, and the key of what
    is then known."""
    cdef board_t wider = (key | f.masks[k]) + f.add[k]
    cdef board_t open
    cdef int by
    if not key & f.till[k]:
        wider = wider + f.more[k]
    open = ~wider & f.window
    by = bits_lowest(open) if open else f.bits
    after[0] = ((wider & f.window) >> by) | (wider & ~f.window)
    return by


cdef inline bint complete(Fronts *f, board_t key) noexcept nogil:
    """Whether all has been laid that must be, where no cell is open."""
    return key & f.wanted == f.wanted


cdef inline void add_ways(uint64_t *to, uint64_t *ways, int words) noexcept nogil:
    """Add a number of so many words to one that has as many or more, and room for the sum."""
    cdef uint64_t carry = 0
    cdef int i
    for i in range(words):
        carry = bits_add(to[i], carry, &to[i])
        carry += bits_add(to[i], ways[i], &to[i])
    i = words
    while carry:
        carry = bits_add(to[i], carry, &to[i])
        i += 1


cdef int widen_ways(Fronts *f, Layer *layer, int words) noexcept nogil:
    """Let the ways of a layer have so many words, more than they have."""
    cdef int old = layer.words
    cdef int64_t i
    cdef int k
    cdef int code
    if layer.capacity:
        code = more_room(
            f, <void **> &layer.ways, layer.capacity * 8 * old, layer.capacity * 8 * words
        )
        if code:
            return code
    layer.words = words
    # From the last one on: each goes where no other has to be read any more.
    for i in range(layer.size - 1, -1, -1):
        for k in range(words - 1, -1, -1):
            layer.ways[i * words + k] = layer.ways[i * old + k] if k < old else 0
    return 0


cdef int bits_of_ways(Layer *layer) noexcept nogil:
    """How many bits the largest number of ways of a layer has."""
    cdef int most = layer.words
    cdef int64_t i
    cdef uint64_t top = 0
    while most and not top:
        most -= 1
        for i in range(layer.size):
            top |= layer.ways[i * layer.words + most]
    return 64 * most + bits_highest64(top) + 1 if top else 0


cdef inline int bits_of(uint64_t number) noexcept nogil:
    return bits_highest64(number) + 1 if number else 0


cdef int set_fronts(Fronts *f, task) except -1:
    """Copy the options of a board; `f` is zeroed before but for its bound, and freed by
    free_fronts whether this succeeds or not. Raises ValueError where they do not fit."""
    cdef int i, place = 0
    cdef board_t counters
    cells, bits, options = task.cells, task.bits, len(task.masks)
    if not (0 <= cells <= MOST_CELLS and 0 < bits < 64 * BOARD_WORDS and options < 1 << 30):
        raise ValueError("the board does not fit")
    if len(task.buckets) != cells + 1 or task.buckets[0] or task.buckets[cells] != options:
        raise ValueError("the buckets are not those of the options")
    for of_options in (task.test, task.add, task.till, task.more):
        if len(of_options) != options:
            raise ValueError("there are not as many counters as options")
    f.cells = cells
    f.bits = bits
    f.options = options
    f.window = board((1 << bits) - 1)
    counters = ~f.window
    f.nothing = board(task.nothing)
    f.wanted = board(task.wanted)
    f.buckets = <int32_t *> room(cells + 1, 4)
    f.masks = <board_t *> room(options, sizeof(board_t))
    f.clash = <board_t *> room(options, sizeof(board_t))
    f.add = <board_t *> room(options, sizeof(board_t))
    f.till = <board_t *> room(options, sizeof(board_t))
    f.more = <board_t *> room(options, sizeof(board_t))
    f.layers = <Layer *> room(cells + 1, sizeof(Layer))
    for i in range(cells):
        f.buckets[i + 1] = task.buckets[i + 1]
        if f.buckets[i + 1] < f.buckets[i]:
            raise ValueError("the buckets do not rise")
    for i in range(options):
        while f.buckets[place + 1] <= i:
            place += 1
        mask = task.masks[i]
        if not mask & 1 or mask.bit_length() > min(bits, cells - place):
            raise ValueError(f"option {i} is outside the board")
        f.masks[i] = board(mask)
        f.clash[i] = f.masks[i] | board(task.test[i])
        f.add[i] = board(task.add[i])
        f.till[i] = board(task.till[i])
        f.more[i] = board(task.more[i])
        if (f.add[i] | f.more[i] | board(task.test[i]) | f.till[i]) & f.window != 0:
            raise ValueError(f"option {i} counts in the window")
    if (f.nothing | f.wanted) & ~counters != 0:
        raise ValueError("what is counted is in the window")
    return 0


cdef void free_fronts(Fronts *f) noexcept:
    cdef int place
    if f.layers != NULL:
        for place in range(f.cells + 1):
            free(f.layers[place].keys)
            free(f.layers[place].ways)
            free(f.layers[place].slots)
    free(f.layers)
    free(f.buckets)
    free(f.masks)
    free(f.clash)
    free(f.add)
    free(f.till)
    free(f.more)
