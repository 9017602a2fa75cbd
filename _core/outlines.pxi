"""The outlines of partial fillings: which there are, and how one becomes another.

Design
------
An outline is the set of items that are covered, one bit each: the places of a frame, then a bit a
group of labels. Options are sets of items too; the lowest item that is not covered is covered next,
so each set of options is met in one order. The includer says by `layer_number` in which layer an
outline lies: every option leads to a later one, and the full set is alone in the last. Which pieces
are used is not told apart here: an outline stands if its area is one that pieces can cover, and its
open regions are.

`spread` goes forward over the layers and `thin` back again; after `pack`, outlines are numbered
layer by layer, only those are left from which the full set is reached, and the edges are known in
both directions, those that leave an outline and those that reach it.

All that grows is had from `more`, which counts it in `bytes` and refuses to pass `bound`.
"""

include "words.pxi"

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2


cdef struct Layer:
    board_t *covered
    char *live
    int64_t size
    int64_t capacity
    int32_t *slots           # hash table of index + 1, open addressing, at most half full
    int slot_bits
    int64_t base             # number of the first outline that is left


cdef struct Outlines:
    int items
    int places
    int line
    int options
    board_t full
    board_t root
    board_t inside           # all places
    board_t not_first        # places that are not the first of their line
    board_t not_last
    board_t *masks           # of each option its items
    int32_t *buckets         # options of each lowest item
    int groups
    board_t *group_bits      # of each group its item, and the cells of its labels
    board_t *group_cells
    char *areas              # whether pieces can cover so many places and the rest
    char *sums               # whether pieces can fill a region of so many places
    Layer *layers
    int64_t number           # outlines that are left, and edges between them
    int64_t edges
    int64_t *out_first       # edges that leave an outline
    int32_t *out_to
    uint16_t *out_option
    int64_t *in_first        # edges that reach it
    int32_t *in_from
    uint16_t *in_option
    int64_t bytes
    int64_t bound


cdef int more(Outlines *o, void **memory, int64_t old, int64_t new) noexcept nogil:
    """Make an allocation of `old` bytes `new` bytes large."""
    cdef void *larger
    if o.bytes + new - old > o.bound:
        return OVER_BOUND
    larger = realloc(memory[0], max(new, 8))
    if larger == NULL:
        return NO_MEMORY
    memory[0] = larger
    o.bytes += new - old
    return 0


cdef inline int64_t index_of(Layer *layer, board_t covered) noexcept nogil:
    """The index of an outline in its layer, or -1."""
    cdef uint64_t mask, at
    if layer.size == 0:
        return -1
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    at = slot_of(covered, layer.slot_bits)
    while layer.slots[at]:
        if layer.covered[layer.slots[at] - 1] == covered:
            return layer.slots[at] - 1
        at = (at + 1) & mask
    return -1


cdef int widen(Outlines *o, Layer *layer) noexcept nogil:
    cdef int64_t old = layer.capacity
    cdef int64_t new = old * 2 if old else 64
    cdef int64_t i
    cdef uint64_t mask, at
    cdef int code
    if new > 1 << 30:
        return OVER_BOUND
    code = more(o, <void **> &layer.covered, old * sizeof(board_t), new * sizeof(board_t))
    if code == 0:
        code = more(o, <void **> &layer.live, old, new)
    if code == 0:
        code = more(o, <void **> &layer.slots, old * 8, new * 8)
    if code:
        return code
    layer.capacity = new
    layer.slot_bits = layer.slot_bits + 1 if old else 7
    memset(layer.slots, 0, new * 8)
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    for i in range(layer.size):
        at = slot_of(layer.covered[i], layer.slot_bits)
        while layer.slots[at]:
            at = (at + 1) & mask
        layer.slots[at] = <int32_t> (i + 1)
    return 0


cdef inline Layer *layer_with(Outlines *o, board_t covered) noexcept nogil:
    return &o.layers[layer_number(o, covered)]


cdef inline int lowest_open(Outlines *o, board_t covered) noexcept nogil:
    """The item that is covered next; past the items of a full set."""
    return o.items if covered == o.full else bits_lowest(~covered)


cdef int add_outline(Outlines *o, board_t covered) noexcept nogil:
    """Add an outline where it is not there yet."""
    cdef Layer *layer = layer_with(o, covered)
    cdef uint64_t mask, at
    cdef int code
    if layer.size == layer.capacity:
        code = widen(o, layer)
        if code:
            return code
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    at = slot_of(covered, layer.slot_bits)
    while layer.slots[at]:
        if layer.covered[layer.slots[at] - 1] == covered:
            return 0
        at = (at + 1) & mask
    layer.covered[layer.size] = covered
    layer.live[layer.size] = 0
    layer.size += 1
    layer.slots[at] = <int32_t> layer.size
    return 0


cdef inline board_t flooded(Outlines *o, board_t region, board_t open) noexcept nogil:
    """All places of `open` that are connected to `region`."""
    cdef board_t wider
    while True:
        wider = (
            region
            | ((region << 1) & o.not_first) | ((region >> 1) & o.not_last)
            | (region << o.line) | (region >> o.line)
        ) & open
        if wider == region:
            return region
        region = wider


cdef inline bint possible(Outlines *o, board_t covered) noexcept nogil:
    """Whether pieces of the family can have covered so much, and can fill each open region."""
    cdef board_t open = ~covered & o.full
    cdef board_t region
    cdef int size, spare, g, labels = 0
    for g in range(o.groups):
        if covered & o.group_bits[g] != 0:
            labels += 1
        elif not open & o.group_cells[g]:
            return False
    if not o.areas[bits_count(covered & ~o.root & o.inside) - labels]:
        return False
    open &= o.inside
    while open:
        region = flooded(o, open & (~open + 1), open)
        open ^= region
        size = bits_count(region)
        spare = 0
        for g in range(o.groups):
            if not covered & o.group_bits[g] and region & o.group_cells[g] != 0:
                spare += 1
        while not o.sums[size]:
            if spare == 0 or size == 0:
                return False
            spare -= 1
            size -= 1
    return True


cdef int spread(Outlines *o, int place, int64_t start, int64_t stop) noexcept nogil:
    """Cover the lowest open item of the outlines start to stop of a layer in all ways."""
    cdef Layer *layer = &o.layers[place]
    cdef int64_t i
    cdef int k, code, low
    cdef board_t covered, wider
    for i in range(start, stop):
        covered = layer.covered[i]
        low = lowest_open(o, covered)
        for k in range(o.buckets[low], o.buckets[low + 1]):
            if o.masks[k] & covered:
                continue
            wider = covered | o.masks[k]
            if index_of(layer_with(o, wider), wider) >= 0 or not possible(o, wider):
                continue
            code = add_outline(o, wider)
            if code:
                return code
    return 0


cdef void thin(Outlines *o, int place, int64_t start, int64_t stop) noexcept nogil:
    """Mark those of the outlines start to stop of a layer from which the full set is reached, and
    count their edges; the full set is marked by whoever calls."""
    cdef Layer *layer = &o.layers[place]
    cdef Layer *other
    cdef int64_t i, at
    cdef int k, low
    cdef board_t covered
    for i in range(start, stop):
        covered = layer.covered[i]
        low = lowest_open(o, covered)
        for k in range(o.buckets[low], o.buckets[low + 1]):
            if o.masks[k] & covered:
                continue
            other = layer_with(o, covered | o.masks[k])
            at = index_of(other, covered | o.masks[k])
            if at >= 0 and other.live[at]:
                layer.live[i] = 1
                o.edges += 1


cdef int pack(Outlines *o) noexcept nogil:
    """Number what is left, keep it alone in each layer, and write the edges."""
    cdef int64_t number = 0, e = 0, i, at, kept
    cdef int place, k, code, low
    cdef Layer *layer
    cdef Layer *other
    cdef board_t covered
    for place in range(o.items + 1):
        layer = &o.layers[place]
        layer.base = number
        kept = 0
        for i in range(layer.size):
            if layer.live[i]:
                layer.covered[kept] = layer.covered[i]
                kept += 1
        layer.size = kept
        if layer.capacity:
            memset(layer.slots, 0, layer.capacity * 8)
        for i in range(kept):
            at = slot_of(layer.covered[i], layer.slot_bits)
            while layer.slots[at]:
                at = (at + 1) & ((<int64_t> 1 << layer.slot_bits) - 1)
            layer.slots[at] = <int32_t> (i + 1)
        number += kept
    o.number = number
    if number > 1 << 30:
        return OVER_BOUND
    code = more(o, <void **> &o.out_first, 0, (number + 1) * 8)
    if code == 0:
        code = more(o, <void **> &o.out_to, 0, o.edges * 4)
    if code == 0:
        code = more(o, <void **> &o.out_option, 0, o.edges * 2)
    if code == 0:
        code = more(o, <void **> &o.in_first, 0, (number + 2) * 8)
    if code == 0:
        code = more(o, <void **> &o.in_from, 0, o.edges * 4)
    if code == 0:
        code = more(o, <void **> &o.in_option, 0, o.edges * 2)
    if code:
        return code
    memset(o.in_first, 0, (number + 2) * 8)
    number = 0
    for place in range(o.items + 1):
        layer = &o.layers[place]
        for i in range(layer.size):
            o.out_first[number] = e
            number += 1
            covered = layer.covered[i]
            low = lowest_open(o, covered)
            for k in range(o.buckets[low], o.buckets[low + 1]):
                if o.masks[k] & covered:
                    continue
                other = layer_with(o, covered | o.masks[k])
                at = index_of(other, covered | o.masks[k])
                if at >= 0:
                    o.out_to[e] = <int32_t> (other.base + at)
                    o.out_option[e] = <uint16_t> k
                    o.in_first[other.base + at + 2] += 1
                    e += 1
    o.out_first[number] = e
    # in_first[s + 1] runs along while the edges to s are written, and ends where those of s + 1
    # begin.
    for i in range(number):
        o.in_first[i + 2] += o.in_first[i + 1]
    for i in range(number):
        for e in range(o.out_first[i], o.out_first[i + 1]):
            at = o.in_first[o.out_to[e] + 1]
            o.in_from[at] = <int32_t> i
            o.in_option[at] = o.out_option[e]
            o.in_first[o.out_to[e] + 1] += 1
    return 0


cdef int set_outlines(Outlines *o, data) except -1:
    """Copy the items and options of a board; `o` is zeroed before but for its bound, and freed by
    free_outlines whether this succeeds or not. Raises ValueError where they do not fit."""
    cdef int i, low, last = 0
    o.items = data.items
    o.places = data.places
    o.line = data.line
    o.groups = len(data.groups)
    o.options = len(data.masks)
    if not (
        0 < o.items <= 64 * BOARD_WORDS and 0 <= o.places <= o.items
        and 0 < o.line < 64 * BOARD_WORDS
    ):
        raise ValueError("the board does not fit a word")
    if o.options > 0xFFFF or o.groups > MAX_GROUPS:
        raise ValueError("there are too many options or groups")
    o.full = board((1 << data.items) - 1)
    o.inside = board((1 << data.places) - 1)
    o.root = board(data.root)
    o.not_first = board(data.not_first)
    o.not_last = board(data.not_last)
    o.masks = <board_t *> room(o.options, sizeof(board_t))
    # No option has the lowest item of a full set.
    o.buckets = <int32_t *> room(o.items + 2, 4)
    o.group_bits = <board_t *> room(o.groups, sizeof(board_t))
    o.group_cells = <board_t *> room(o.groups, sizeof(board_t))
    o.areas = <char *> room(o.places + 1, 1)
    o.sums = <char *> room(o.places + 1, 1)
    o.layers = <Layer *> room(o.items + 1, sizeof(Layer))
    if o.root & ~o.full != 0:
        raise ValueError("the root is outside the board")
    for i in range(o.options):
        o.masks[i] = board(data.masks[i])
        if o.masks[i] == 0 or o.masks[i] & (~o.full | o.root) != 0:
            raise ValueError(f"option {i} is outside the board")
        low = bits_lowest(o.masks[i])
        if low < last:
            raise ValueError("the options do not rise")
        last = low
        o.buckets[low + 1] += 1
    for i in range(o.items + 1):
        o.buckets[i + 1] += o.buckets[i]
    for i in range(o.groups):
        bit, cells = data.groups[i]
        o.group_bits[i] = board(bit)
        o.group_cells[i] = board(cells)
    for i in range(o.places + 1):
        o.areas[i] = bool(data.areas >> i & 1)
        o.sums[i] = bool(data.sums >> i & 1)
    return 0


cdef void free_outlines(Outlines *o) noexcept:
    cdef int place
    if o.layers != NULL:
        for place in range(o.items + 1):
            free(o.layers[place].covered)
            free(o.layers[place].live)
            free(o.layers[place].slots)
    free(o.layers)
    free(o.masks)
    free(o.buckets)
    free(o.group_bits)
    free(o.group_cells)
    free(o.areas)
    free(o.sums)
    free(o.out_first)
    free(o.out_to)
    free(o.out_option)
    free(o.in_first)
    free(o.in_from)
    free(o.in_option)
