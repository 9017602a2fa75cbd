"""Top-down construction of the diagram's shapes, and their reduction from the bottom up.

Design
------
Construction is top-down and breadth first (Iwashita and Minato, 2013). `forward` places every
fitting option on the shapes of a layer, and puts each edge into the queue of the higher layer that
it leads to. The fitting options are those of ground.pxi, except those whose piece no set of the
shape can take; the tables `lacking` rule these out. `forward` also makes the quick test
`has_dead_cell`.

`merge` looks up the pending edges of a layer, in the order in which they were found, and adds their
sets to the shapes there. A shape with a dead region is not stored, so it is tested again for each
edge that leads to it. Edges to a stored shape need no test. All edges to a layer are known by then,
so one hash table of the right size suffices, and its slots are prefetched while earlier ones are
read.

`backward`, called for all layers but the last, from the end back to the root, is the reduction: it
keeps the used-piece sets of each shape that can be completed, and sets `states` to their number.
Shapes without such sets are removed together with the edges from and to them; the other shapes move
down, in their order, and `moved_to` maps old indices to new ones.

Nothing is checked here: grow.pxi makes sure that the pending edges of a layer are merged before
options are placed on its shapes, and that all higher layers are done before one is reduced.
"""

cdef enum:
    PREFETCH_DISTANCE = 16   # edges


cdef inline int area_with(Growing *g, int area, int option) noexcept nogil:
    """Return the area of the pieces with an option placed."""
    return area + g.u.sizes[g.u.kind[option]]


cdef inline uint64_t ruled_out(Growing *g, int block, uint64_t lacks) noexcept nogil:
    """Return the options of a block that belong to the kinds of `lacks`."""
    cdef uint64_t *table = g.lacking + <Py_ssize_t> block * ENTRIES * g.kind_chunks
    cdef uint64_t found = 0
    cdef int _
    for _ in range(g.kind_chunks):
        found |= table[lacks & (ENTRIES - 1)]
        table += ENTRIES
        lacks >>= CHUNK
    return found


cdef void fill_lacking(Growing *g) noexcept nogil:
    """Set the tables of `ruled_out`: entry e of a chunk is the union of the entries of the bits of
    e."""
    cdef Tables *t = &g.t
    cdef int place, block, i, e, kind
    cdef uint64_t *table
    for place in range(t.places):
        for i in range(t.buckets[place], t.buckets[place + 1]):
            kind = g.u.kind[i]
            if kind == g.u.kinds:
                continue
            block = t.blocks[place] + (i - t.buckets[place]) // 64
            table = g.lacking + (<Py_ssize_t> block * g.kind_chunks + kind // CHUNK) * ENTRIES
            table[1 << kind % CHUNK] |= <uint64_t> 1 << (i - t.buckets[place]) % 64
    for block in range(t.blocks[t.places] * g.kind_chunks):
        table = g.lacking + <Py_ssize_t> block * ENTRIES
        for e in range(1, ENTRIES):
            table[e] |= table[e & (e - 1)] | table[e & (~e + 1)]


cdef inline int offer(
    Growing *g, int place, int64_t s, int area, int i
) noexcept nogil:
    """Add the edge of option i from shape s of a layer, unless a quick test finds a dead end."""
    cdef Tables *t = &g.t
    cdef Layer *layer = &g.layers[place]
    cdef board_t empty = ~(layer.shapes.keys[s] | t.masks[i])
    cdef uint64_t groups = layer.shapes.tags[s]
    cdef int there = t.places
    cdef int code
    if g.u.kind[i] == g.u.kinds:
        groups |= t.add[i]
    area = area_with(g, area, i)
    # If the area is past the last one, pieces cover cells that labels need.
    if area >= g.u.areas:
        return 0
    if empty:
        if has_dead_cell(empty, groups, (g.u.sums[area] & 2) != 0, &t.regions):
            return 0
        there = bits_lowest(empty)
    invariant((layer.shapes.keys[s] & t.masks[i]) == 0 and there > place)
    code = add_edge(g, layer, i)
    if code == 0:
        code = add_pending(
            g, &g.layers[there].pending, <uint32_t> place << INDEX_BITS | <uint32_t> s,
            <uint32_t> (layer.edges - 1),
        )
    return code


cdef int forward(Growing *g, int place, int64_t start, int64_t stop) noexcept nogil:
    """Place every fitting option on the shapes `start` to `stop` of a layer."""
    cdef Tables *t = &g.t
    cdef Sets *u = &g.u
    cdef Layer *layer = &g.layers[place]
    cdef int64_t s
    cdef int block, i, code, area
    cdef uint64_t left, lacks
    cdef uint64_t *sets
    for s in range(start, stop):
        layer.first[s] = <uint32_t> layer.edges
        area = layer.area[s]
        sets = sets_of(g, layer, s)
        lacks = ~kinds_left(u, sets, area)
        for block in range(t.blocks[place], t.blocks[place + 1]):
            left = fitting(t, block, layer.shapes.keys[s], place, layer.shapes.tags[s])
            left &= ~ruled_out(g, block, lacks)
            while left:
                i = t.buckets[place] + 64 * (block - t.blocks[place]) + bits_lowest64(left)
                left &= left - 1
                if u.joint and not any_moves(u, sets, area, u.kind[i]):
                    continue
                code = offer(g, place, s, area, i)
                if code:
                    return code
    layer.first[stop] = <uint32_t> layer.edges
    return 0


cdef int merge(Growing *g, int place, int64_t number) noexcept nogil:
    """Look up `number` of the pending edges of a layer, or all that remain."""
    cdef Layer *layer = &g.layers[place]
    cdef Queue *queue = &layer.pending
    cdef int stop
    cdef int code = 0
    if queue.size and layer.shapes.slots == NULL:
        code = set_table(&g.memory, &layer.shapes, queue.size)
    while code == 0 and queue.size and number > 0:
        stop = queue.done + <int> min(min(number, queue.size), <int64_t> (BLOCK - queue.done))
        code = merge_some(g, place, queue.first, queue.done, stop)
        number -= stop - queue.done
        queue.size -= stop - queue.done
        queue.done = stop
        if stop == BLOCK or queue.size == 0:
            take_block(g, queue)
    return code


cdef int merge_some(Growing *g, int place, Block *block, int start, int stop) noexcept nogil:
    """Look up some edges of a block: first compute and prefetch their slots, then find the
    shapes."""
    cdef Tables *t = &g.t
    cdef Store *shapes = &g.layers[place].shapes
    cdef Layer *source
    cdef board_t occupied[BLOCK]
    cdef uint64_t groups[BLOCK]
    cdef uint64_t at[BLOCK]
    cdef Pending *pending
    cdef int k, i, code
    cdef int64_t s
    for k in range(start, stop):
        pending = &block.edges[k]
        source = &g.layers[pending.source >> INDEX_BITS]
        s = pending.source & INDEX_MASK
        i = source.option[pending.edge]
        occupied[k] = source.shapes.keys[s] | t.masks[i]
        groups[k] = source.shapes.tags[s]
        if g.u.kind[i] == g.u.kinds:
            groups[k] |= t.add[i]
        at[k] = first_slot(shapes, occupied[k], groups[k])
        bits_prefetch_write(&shapes.slots[at[k]])
        bits_prefetch_write(&source.to[pending.edge])
        bits_prefetch_read(sets_of(g, source, s))
    for k in range(start, stop):
        code = merge_one(g, place, &block.edges[k], occupied[k], groups[k], at[k])
        if code:
            return code
    return 0


cdef inline int merge_one(
    Growing *g, int place, Pending *pending, board_t occupied, uint64_t groups, uint64_t at
) noexcept nogil:
    """Find the shape that an edge leads to, searching from slot `at` on, or add it. Add the edge's
    sets to it."""
    cdef Sets *u = &g.u
    cdef Layer *layer = &g.layers[place]
    cdef Layer *source = &g.layers[pending.source >> INDEX_BITS]
    cdef int64_t s = pending.source & INDEX_MASK
    cdef int i = source.option[pending.edge]
    cdef int area = source.area[s]
    cdef int there = area_with(g, area, i)
    cdef board_t empty = ~occupied
    cdef int64_t index
    at = slot_from(&layer.shapes, at, occupied, groups)
    index = <int64_t> layer.shapes.slots[at] - 1
    if index < 0:
        if empty != 0 and not fillable(empty, groups, u.sums[there], &g.t):
            source.to[pending.edge] = NOWHERE
            return 0
        index = add_shape(g, layer, at, occupied, groups, there)
        if index < 0:
            return <int> index
    invariant(layer.area[index] == there)
    source.to[pending.edge] = <uint32_t> place << INDEX_BITS | <uint32_t> index
    add_moved(u, sets_of(g, source, s), area, u.kind[i], sets_of(g, layer, index))
    return 0


cdef inline void prefetch_sets(Growing *g, uint32_t to) noexcept nogil:
    """Prefetch the first and the last word of the sets of a target, unless it is NOWHERE."""
    cdef uint64_t *sets
    if to != NOWHERE:
        sets = sets_of(g, &g.layers[to >> INDEX_BITS], to & INDEX_MASK)
        bits_prefetch_read(sets)
        bits_prefetch_read(sets + g.u.width - 1)


cdef inline uint32_t target_after_reduction(Growing *g, uint32_t to) noexcept nogil:
    """Return the target of an edge with its number after the reduction of the target's layer."""
    if to == NOWHERE:
        return NOWHERE
    # If the shape was removed, `moved_to` is NOWHERE, which has all bits: then so has the result.
    return to & ~<uint32_t> INDEX_MASK | g.layers[to >> INDEX_BITS].moved_to[to & INDEX_MASK]


cdef void backward(Growing *g, Layer *layer) noexcept nogil:
    """Keep the sets of a layer that can be completed, the shapes that still have sets, and their
    edges to kept shapes. All higher layers have been reduced."""
    cdef Sets *u = &g.u
    cdef Store *shapes = &layer.shapes
    cdef int64_t s, begin
    cdef int64_t e = 0
    cdef int64_t kept = 0        # edges
    cdef int64_t left = 0        # shapes
    cdef uint32_t states, to
    for s in range(shapes.size):
        begin = kept
        memset(g.moved, 0, 8 * u.words[layer.area[s]])
        while e < layer.first[s + 1]:
            to = target_after_reduction(g, layer.to[e])
            layer.to[kept] = to
            layer.option[kept] = layer.option[e]
            e += 1
            if to != NOWHERE:
                add_back(
                    u, sets_of(g, &g.layers[to >> INDEX_BITS], to & INDEX_MASK), layer.area[s],
                    u.kind[layer.option[kept]], g.moved,
                )
                kept += 1
        states = keep(sets_of(g, layer, s), g.moved, u.words[layer.area[s]])
        layer.moved_to[s] = <uint32_t> left if states else NOWHERE
        if not states:
            kept = begin  # drop the edges of the shape, too
            continue
        # Kept entries move to the same or a lower index, so none is overwritten before it is read.
        invariant(left <= s and kept <= e)
        layer.first[left] = <uint32_t> begin
        layer.states[left] = states
        layer.area[left] = layer.area[s]
        keep_state(shapes, s, left)
        left += 1
    layer.first[left] = <uint32_t> kept
    shapes.size = left
    layer.edges = kept
