"""The outlines of partial fillings: which there are, and how one becomes another.

Design
------
An outline is the set of items that are covered, one bit each: the places of a frame, then a bit a
group of labels. Options are sets of items too; the lowest item that is not covered is covered next,
so each set of options is met in one order. A layer holds the outlines of one lowest open item, and
the full set is alone in the last. Which pieces are used is not told apart here: an outline stands
if its area is one that pieces of the family can cover, and its open regions are.

`find_outlines` goes forward over the layers and back again; after it, outlines are numbered layer
by layer, only those are left from which the full set is reached, and the edges are known in both
directions, those that leave an outline and those that reach it.

All that grows is had from `more`, which counts it in `bytes` and refuses to pass `bound`.
"""

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2


cdef struct Layer:
    uint64_t *covered
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
    uint64_t full
    uint64_t root
    uint64_t not_first       # places that are not the first of their line
    uint64_t not_last
    uint64_t *masks          # of each option its items
    int32_t *buckets         # options of each lowest item
    int groups
    uint64_t *group_bits     # of each group its item, and the cells of its labels
    uint64_t *group_cells
    char *areas              # whether pieces can cover so many places and the rest
    uint64_t sums            # sizes of regions that pieces can fill
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


cdef inline uint64_t slot_of(uint64_t covered, int bits) noexcept nogil:
    """Fibonacci hashing (TAOCP 6.4)."""
    covered ^= covered >> 32
    return (covered * <uint64_t> 0x9E3779B97F4A7C15) >> (64 - bits)


cdef inline int64_t index_of(Layer *layer, uint64_t covered) noexcept nogil:
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
    code = more(o, <void **> &layer.covered, old * 8, new * 8)
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


cdef inline Layer *layer_with(Outlines *o, uint64_t covered) noexcept nogil:
    if covered == o.full:
        return &o.layers[o.items]
    return &o.layers[bits_lowest64(~covered)]


cdef int add_outline(Outlines *o, uint64_t covered) noexcept nogil:
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


cdef inline uint64_t flooded(Outlines *o, uint64_t region, uint64_t open) noexcept nogil:
    """All places of `open` that are connected to `region`."""
    cdef uint64_t wider
    while True:
        wider = (
            region
            | ((region << 1) & o.not_first) | ((region >> 1) & o.not_last)
            | (region << o.line) | (region >> o.line)
        ) & open
        if wider == region:
            return region
        region = wider


cdef inline bint possible(Outlines *o, uint64_t covered) noexcept nogil:
    """Whether pieces of the family can have covered so much, and can fill each open region."""
    cdef uint64_t open = ~covered & o.full
    cdef uint64_t region, places
    cdef int size, spare, g, labels = 0
    for g in range(o.groups):
        if covered & o.group_bits[g]:
            labels += 1
        elif not open & o.group_cells[g]:
            return False
    places = (<uint64_t> 1 << o.places) - 1 if o.places < 64 else ~<uint64_t> 0
    if not o.areas[bits_count64(covered & ~o.root & places) - labels]:
        return False
    open &= places
    while open:
        region = flooded(o, open & (~open + 1), open)
        open ^= region
        size = bits_count64(region)
        spare = 0
        for g in range(o.groups):
            if not covered & o.group_bits[g] and region & o.group_cells[g]:
                spare += 1
        while not (o.sums >> size) & 1:
            if spare == 0 or size == 0:
                return False
            spare -= 1
            size -= 1
    return True


cdef int spread(Outlines *o, int place) noexcept nogil:
    """Cover the lowest open item of a layer's outlines in all ways."""
    cdef Layer *layer = &o.layers[place]
    cdef int64_t i
    cdef int k, code
    cdef uint64_t covered, wider
    for i in range(layer.size):
        covered = layer.covered[i]
        for k in range(o.buckets[place], o.buckets[place + 1]):
            if o.masks[k] & covered:
                continue
            wider = covered | o.masks[k]
            if index_of(layer_with(o, wider), wider) >= 0 or not possible(o, wider):
                continue
            code = add_outline(o, wider)
            if code:
                return code
    return 0


cdef void thin(Outlines *o, int place) noexcept nogil:
    """Mark the outlines of a layer from which the full set is reached, and count their edges."""
    cdef Layer *layer = &o.layers[place]
    cdef Layer *other
    cdef int64_t i, at
    cdef int k
    cdef uint64_t covered
    for i in range(layer.size):
        covered = layer.covered[i]
        for k in range(o.buckets[place], o.buckets[place + 1]):
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
    cdef int place, k, code
    cdef Layer *layer
    cdef Layer *other
    cdef uint64_t covered
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
            if place == o.items:
                continue
            for k in range(o.buckets[place], o.buckets[place + 1]):
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
    free(o.out_first)
    free(o.out_to)
    free(o.out_option)
    free(o.in_first)
    free(o.in_from)
    free(o.in_option)
