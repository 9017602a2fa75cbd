"""The outlines of partial fillings, and the edges between them.

Design
------
An outline is the set of covered items, one bit each: the places of a frame, then one bit per group
of labels. Options are sets of items, too. The lowest item that is not covered is covered next, so
each set of options is found in one order. Outlines ignore which pieces are used: an outline is kept
if its area is one that pieces can cover, and its open regions can be filled (regions.pxi).

This file is a spec for store.pxi: a state is an outline, and its successors are the outlines with
one more option. The including file defines `layer_number`, the layer of an outline; every option
must lead to a later layer, and the full set is alone in the last. `find_outlines` constructs the
outlines from the root down and reduces them from the full set up, as for a ZDD: only outlines from
which the full set is reached remain. They are numbered layer by layer. Edges are stored in both
directions, those that leave an outline and those that reach it; then the hash tables are freed.
"""

cdef enum:
    TAGGED = 0
    MAX_STATES = 1 << 30    # of a layer
    SLICE = 20_000           # steps between two calls of `stop`: some milliseconds

include "regions.pxi"
include "store.pxi"


cdef struct Edges:
    # Outline s has the edges first[s] to first[s + 1]. Of each edge: the outline at its other end,
    # and its option.
    int64_t *first
    int32_t *other_end
    uint16_t *option


cdef struct Outlines:
    int items
    int places
    int options
    board_t full
    board_t root
    board_t inside           # all places
    board_t *masks           # the items of each option
    int32_t *buckets         # options of each lowest item
    Regions regions          # with each group's item, and the cells of its labels
    char *areas              # 1 if some pieces can cover this many places, and others the rest
    board_t sums             # a bit for each size of a region that pieces can fill
    Store *layers            # the value of a remaining outline is its number from the end
    int done                 # finished layers, forward and backward
    int64_t number           # remaining outlines, and edges between them
    int64_t edges
    int64_t *first           # of each layer: the number of its first outline; and one more
    Edges out
    Edges into
    Memory memory


cdef inline Store *layer_with(Outlines *o, board_t covered) noexcept nogil:
    return &o.layers[layer_number(o, covered)]


cdef inline int lowest_open(Outlines *o, board_t covered) noexcept nogil:
    """Return the item that is covered next; for the full set, the number of items."""
    return o.items if covered == o.full else bits_lowest(~covered)


cdef inline bint is_possible(Outlines *o, board_t covered) noexcept nogil:
    """Return whether pieces can have covered this area, and can fill each open region."""
    cdef board_t open = ~covered & o.inside
    # The covered groups. The label of each covers one place, which is not part of the pieces' area.
    cdef int labels = bits_count(covered & ~o.inside)
    return (
        o.areas[bits_count(covered & ~o.root & o.inside) - labels]
        and not has_dead_cell(open, covered, True, &o.regions)
        and sizes_fit(open, covered, o.sums, &o.regions)
    )


cdef int add_successors(Outlines *o, Store *layer, int64_t i) noexcept nogil:
    """Add the successors of an outline: those with one more option, on its lowest open item."""
    cdef board_t covered = layer.keys[i], wider
    cdef Store *other
    cdef int low = lowest_open(o, covered)
    cdef int k
    cdef int64_t at
    for k in range(o.buckets[low], o.buckets[low + 1]):
        if o.masks[k] & covered:
            continue
        wider = covered | o.masks[k]
        other = layer_with(o, wider)
        invariant(other > layer)
        if find(other, wider, 0) < 0 and is_possible(o, wider):
            at = put(&o.memory, other, wider, 0)
            if at < 0:
                return <int> at
    return 0


cdef int number_if_completable(Outlines *o, Store *layer, int64_t i) noexcept nogil:
    """Number an outline if the full set is reached from it, and count the edges that remain."""
    cdef board_t covered = layer.keys[i], wider
    cdef Store *other
    cdef int low = lowest_open(o, covered)
    cdef int k
    cdef int64_t at, before = o.edges
    for k in range(o.buckets[low], o.buckets[low + 1]):
        if o.masks[k] & covered:
            continue
        wider = covered | o.masks[k]
        other = layer_with(o, wider)
        at = find(other, wider, 0)
        o.edges += at >= 0 and other.values[at] > 0
    if o.edges > before or covered == o.full:
        o.number += 1
        layer.values[i] = o.number
    return 0


cdef int reserve_edges(Outlines *o, Edges *edges) noexcept nogil:
    cdef int code = reserve(&o.memory, <void **> &edges.first, 0, (o.number + 2) * 8)
    if code == 0:
        code = reserve(&o.memory, <void **> &edges.other_end, 0, o.edges * 4)
    if code == 0:
        code = reserve(&o.memory, <void **> &edges.option, 0, o.edges * 2)
    if code == 0:
        memset(edges.first, 0, (o.number + 2) * 8)
    return code


cdef void release_edges(Outlines *o, Edges *edges) noexcept nogil:
    """Free the edges that an earlier call of find_outlines reserved, if any; `number` and `edges`
    are still those of that call."""
    release(&o.memory, <void **> &edges.first, (o.number + 2) * 8)
    release(&o.memory, <void **> &edges.other_end, o.edges * 4)
    release(&o.memory, <void **> &edges.option, o.edges * 2)


cdef int pack(Outlines *o) noexcept nogil:
    """Number the remaining outlines from the root on, write the edges, and free the tables."""
    cdef int64_t number = 0, e = 0, i, at
    cdef int layer, code
    if o.number > MAX_STATES:
        return OVER_BOUND
    code = reserve_edges(o, &o.out)
    if code == 0:
        code = reserve_edges(o, &o.into)
    if code:
        return code
    for layer in range(o.items + 1):
        o.first[layer] = number
        for i in range(o.layers[layer].size):
            if o.layers[layer].values[i]:
                o.out.first[number] = e
                number += 1
                e = write_edges(o, o.layers[layer].keys[i], e)
    invariant(number == o.number and e == o.edges)
    o.first[o.items + 1] = number
    o.out.first[number] = e
    for layer in range(o.items + 1):
        free_store(&o.memory, &o.layers[layer])
    # Counting sort: first[s + 1] is the cursor while the edges to s are written, so that it ends
    # where those of s + 1 begin.
    for i in range(number):
        o.into.first[i + 2] += o.into.first[i + 1]
    for i in range(number):
        for e in range(o.out.first[i], o.out.first[i + 1]):
            at = o.into.first[o.out.other_end[e] + 1]
            o.into.other_end[at] = <int32_t> i
            o.into.option[at] = o.out.option[e]
            o.into.first[o.out.other_end[e] + 1] += 1
    invariant(o.into.first[number] == o.edges)
    return 0


cdef int64_t write_edges(Outlines *o, board_t covered, int64_t e) noexcept nogil:
    """Write the edges that leave an outline, from number e on; return their end."""
    cdef int low = lowest_open(o, covered)
    cdef int k
    cdef int64_t at
    cdef Store *other
    for k in range(o.buckets[low], o.buckets[low + 1]):
        if o.masks[k] & covered:
            continue
        other = layer_with(o, covered | o.masks[k])
        at = find(other, covered | o.masks[k], 0)
        if at >= 0 and other.values[at]:
            at = o.number - <int64_t> other.values[at]
            invariant(0 <= at < o.number and e < o.edges)
            o.out.other_end[e] = <int32_t> at
            o.out.option[e] = <uint16_t> k
            o.into.first[at + 2] += 1
            e += 1
    return e


cdef int check_code(int64_t code) except -1:
    """Raise the exception of an error code."""
    if code == NO_MEMORY:
        raise MemoryError
    if code == OVER_BOUND:
        raise OverflowError("the outlines and their lists exceed the memory bound")
    if code < 0:
        raise ArithmeticError("the ways do not fit their word")
    return 0


cdef int find_outlines(Outlines *o, stop) except -1:
    """Find all outlines; `stop` is called every few milliseconds. After an error this can be called
    again."""
    cdef int layer
    cdef int64_t i, end
    cdef int code = 0
    release_edges(o, &o.out)
    release_edges(o, &o.into)
    o.done = o.number = o.edges = 0
    for layer in range(o.items + 1):
        free_store(&o.memory, &o.layers[layer])
    check_code(put(&o.memory, layer_with(o, o.root), o.root, 0))
    for layer in range(o.items):
        end = 0
        while end < o.layers[layer].size:
            i, end = end, min(end + SLICE, o.layers[layer].size)
            with nogil:
                while i < end and code == 0:
                    code = add_successors(o, &o.layers[layer], i)
                    i += 1
            check_code(code)
            stop()
        o.done += 1
    for layer in range(o.items, -1, -1):
        end = o.layers[layer].size
        while end > 0:
            i, end = end, max(end - SLICE, 0)
            with nogil:
                while i > end:
                    i -= 1
                    number_if_completable(o, &o.layers[layer], i)
            stop()
        o.done += 1
    with nogil:
        code = pack(o)
    return check_code(code)


cdef int set_outlines(Outlines *o, data, int64_t bound) except -1:
    """Copy the items and options of a board. The caller has zeroed `o`, and frees it with
    free_outlines whether this succeeds or not. Raise ValueError if they do not fit."""
    cdef int i, low, last = 0
    o.memory.bound = bound
    o.items = data.items
    o.places = data.places
    o.regions.line = data.line
    o.regions.groups = len(data.groups)
    o.options = len(data.masks)
    if not (
        0 < o.items <= 64 * BOARD_WORDS and 0 <= o.places <= o.items
        and 0 < o.regions.line < 64 * BOARD_WORDS
    ):
        raise ValueError("the board does not fit a word")
    if o.options > 0xFFFF or o.regions.groups > MAX_GROUPS:
        raise ValueError("there are too many options or groups")
    o.full = board((1 << data.items) - 1)
    o.inside = board((1 << data.places) - 1)
    o.root = board(data.root)
    o.regions.not_first = board(data.not_first)
    o.regions.not_last = board(data.not_last)
    o.regions.corners = data.corners
    # The bit of a region of all places, which might not fit the word, is not needed: when regions
    # are tested, something is covered.
    o.sums = board(data.sums & ((1 << data.places) - 1))
    o.masks = boards(data.masks)
    # The full set has no lowest open item: its bucket, the last, is empty.
    o.buckets = <int32_t *> allocate(o.items + 2, 4)
    o.areas = <char *> allocate(o.places + 1, 1)
    o.first = <int64_t *> allocate(o.items + 2, 8)
    o.layers = <Store *> allocate(o.items + 1, sizeof(Store))
    # `is_possible` assumes that an option covers each covered group, so the root has no group.
    if o.root & ~o.inside != 0:
        raise ValueError("the root contains items that are not places of the board")
    for i in range(o.options):
        if o.masks[i] == 0 or o.masks[i] & (~o.full | o.root) != 0:
            raise ValueError(f"option {i} is empty, outside the board, or on a cell of the root")
        if 2 * bits_count(o.masks[i] & o.inside) < bits_count(o.masks[i]):
            raise ValueError(f"option {i} has more groups than places")
        low = bits_lowest(o.masks[i])
        if low < last:
            raise ValueError("the options are not in ascending order of their lowest items")
        last = low
        o.buckets[low + 1] += 1
    for i in range(o.items + 1):
        o.buckets[i + 1] += o.buckets[i]
        o.layers[i].width = 1
    for i, (bit, cells) in enumerate(data.groups):
        o.regions.bits[i] = board(bit)
        o.regions.cells[i] = board(cells)
    for i in range(o.places + 1):
        o.areas[i] = bool(data.areas >> i & 1)
    return 0


cdef void free_outlines(Outlines *o) noexcept:
    cdef int layer
    if o.layers != NULL:
        for layer in range(o.items + 1):
            free_store(&o.memory, &o.layers[layer])
    free(o.layers)
    free(o.masks)
    free(o.buckets)
    free(o.areas)
    free(o.first)
    free(o.out.first)
    free(o.out.other_end)
    free(o.out.option)
    free(o.into.first)
    free(o.into.other_end)
    free(o.into.option)
