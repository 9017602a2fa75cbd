"""The passes over the shapes of a diagram that grows: forward to find them, backward to thin them.

Design
------
`forward` takes the shapes of a layer and lays every option that fits, into higher layers. What
cannot be completed is refused when a way first leads to it: then it is not stored, and the tests
for dead regions are made once a shape and not once an edge. The quick test `cramped` comes before
the search in the hash table, for it is cheaper.

`backward`, from the full board down, keeps of each used-piece set what can be completed, and leaves
in `states` how many sets that are. An edge into a shape that has none left is passed over.

Nothing is checked here: grow.pxi sees to it that a layer gets no more shapes when its own are laid
upon, and that all higher layers are done before one is thinned.
"""


cdef inline int area_of(Growing *g, board_t occupied, uint64_t groups) noexcept nogil:
    """How many places of the shape pieces cover."""
    return bits_count(occupied & ~g.t.root) - bits_count64(groups)


cdef int lay(
    Growing *g, Layer *layer, uint64_t *sets, board_t occupied, uint64_t groups, int area, int i
) noexcept nogil:
    """Lay option i on a shape: find or add the shape it leads to, and add the edge."""
    cdef Tables *t = &g.t
    cdef Sets *u = &g.u
    cdef int piece = u.piece[i]
    cdef int place = t.places
    cdef int area_there = area
    cdef board_t empty
    cdef Layer *target
    cdef int64_t index
    if piece >= 0:
        # A piece on cells that labels must have would leave the pieces too much area.
        area_there += u.sizes[piece]
        if area_there >= u.areas:
            return 0
    else:
        groups |= t.add[i]
    occupied |= t.masks[i]
    empty = ~occupied
    if empty:
        if cramped(empty, groups, (u.sums[area_there] & 2) != 0, t):
            return 0
        place = bits_lowest(empty)
    target = &g.layers[place]
    index = find(target, occupied, groups)
    if index == NO_SHAPE:
        if piece >= 0 and not any_moves(u, sets, area, piece):
            return 0
        if empty != 0 and not fillable(empty, groups, u.sums[area_there], t):
            return 0
        index = insert(g, target, occupied, groups)
        if index < 0:
            return index
    if piece < 0:
        add_all(target.sets + index * u.width, sets, u.words[area])
    elif not add_moved(u, sets, area, piece, target.sets + index * u.width):
        return 0
    return add_edge(g, layer, place, index, i)


cdef int forward(Growing *g, int place, int64_t start, int64_t stop) noexcept nogil:
    """Lay every option that fits on the shapes start to stop of a layer."""
    cdef Tables *t = &g.t
    cdef Layer *layer = &g.layers[place]
    cdef int64_t s
    cdef int block, i, code, area
    cdef uint64_t left, groups
    cdef board_t occupied
    for s in range(start, stop):
        layer.first[s] = layer.edges
        occupied = layer.occupied[s]
        groups = layer.groups[s]
        area = area_of(g, occupied, groups)
        for block in range(t.blocks[place], t.blocks[place + 1]):
            left = fitting(t, block, occupied, place, groups)
            while left:
                i = t.buckets[place] + 64 * (block - t.blocks[place]) + bits_lowest64(left)
                left &= left - 1
                code = lay(g, layer, layer.sets + s * g.u.width, occupied, groups, area, i)
                if code:
                    return code
    layer.first[stop] = layer.edges
    return 0


cdef void backward(Growing *g, int place) noexcept nogil:
    """Keep of the sets of a layer what can be completed; all higher layers are done."""
    cdef Sets *u = &g.u
    cdef Layer *layer = &g.layers[place]
    cdef Layer *target
    cdef int64_t s, e, index
    cdef int piece, area
    cdef uint64_t *after
    for s in range(layer.size):
        area = area_of(g, layer.occupied[s], layer.groups[s])
        memset(g.moved, 0, 8 * u.words[area])
        for e in range(layer.first[s], layer.first[s + 1]):
            target = &g.layers[layer.to[e] >> INDEX_BITS]
            index = layer.to[e] & ((1 << INDEX_BITS) - 1)
            if not target.states[index]:
                continue
            after = target.sets + index * u.width
            piece = u.piece[layer.option[e]]
            if piece < 0:
                add_all(g.moved, after, u.words[area])
            else:
                add_back(u, after, area, piece, g.moved)
        layer.states[s] = keep(layer.sets + s * u.width, g.moved, u.words[area])
