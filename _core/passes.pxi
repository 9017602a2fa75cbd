"""The passes over the shapes of a diagram that grows: forward to find them, backward to thin them.

Design
------
`forward` takes the shapes of a layer and writes down every option that fits as due in a higher
layer. What fits are the options of ground.pxi, less those of the pieces that no set of the shape
has left, which a table of `lacking` rules out; and the quick test `cramped` is made here.

`merge` looks up what is due in a layer, in the order in which it was written down, and gives the
shapes there their sets. What cannot be completed is refused when an edge first leads to it: then it
is not stored, and the tests for dead regions are made once a shape and not once an edge. As all
edges to a layer are known by then, one hash table of the right size does, and its slots are fetched
while earlier ones are looked at.

`backward`, from the full board down, keeps of each used-piece set what can be completed, and leaves
in `states` how many sets that are. Shapes that have none left are taken out, and the edges from and
to them: the others move up, in their order, and `moved_to` says where they are now.

Nothing is checked here: grow.pxi sees to it that what is due in a layer is merged before its shapes
are laid upon, and that all higher layers are done before one is thinned.
"""

cdef enum:
    AHEAD = 16               # edges, when what lies far off is fetched


cdef inline int area_with(Growing *g, int area, int option) noexcept nogil:
    """The area of the pieces when an option is laid, too."""
    return area + g.u.sizes[g.u.piece[option]] if g.u.piece[option] >= 0 else area


cdef inline uint64_t ruled_out(Growing *g, int block, uint64_t lacks) noexcept nogil:
    """The options of a block that belong to the classes of `lacks`."""
    cdef uint64_t *table = g.lacking + <Py_ssize_t> block * ENTRIES * g.kind_chunks
    cdef uint64_t found = 0
    cdef int _
    for _ in range(g.kind_chunks):
        found |= table[lacks & (ENTRIES - 1)]
        table += ENTRIES
        lacks >>= CHUNK
    return found


cdef void fill_lacking(Growing *g) noexcept nogil:
    """Set the tables of `ruled_out`: entry e of a chunk is the union over the bits of e."""
    cdef Tables *t = &g.t
    cdef int place, block, i, e, piece
    cdef uint64_t *table
    for place in range(t.places):
        for i in range(t.buckets[place], t.buckets[place + 1]):
            piece = g.u.piece[i]
            if piece < 0:
                continue
            block = t.blocks[place] + (i - t.buckets[place]) // 64
            table = g.lacking + (<Py_ssize_t> block * g.kind_chunks + piece // CHUNK) * ENTRIES
            table[1 << piece % CHUNK] |= <uint64_t> 1 << (i - t.buckets[place]) % 64
    for block in range(t.blocks[t.places] * g.kind_chunks):
        table = g.lacking + <Py_ssize_t> block * ENTRIES
        for e in range(1, ENTRIES):
            table[e] |= table[e & (e - 1)] | table[e & (~e + 1)]


cdef inline int offer(
    Growing *g, Layer *layer, int place, int64_t s, int area, int i
) noexcept nogil:
    """Write down that option i is laid on shape s of a layer, unless that is seen to be a dead
    end."""
    cdef Tables *t = &g.t
    cdef board_t empty = ~(layer.occupied[s] | t.masks[i])
    cdef uint64_t groups = layer.groups[s]
    cdef int there = t.places
    cdef int code
    if g.u.piece[i] < 0:
        groups |= t.add[i]
    area = area_with(g, area, i)
    # A piece on cells that labels must have would leave the pieces too much area.
    if area >= g.u.areas:
        return 0
    if empty:
        if cramped(empty, groups, (g.u.sums[area] & 2) != 0, t):
            return 0
        there = bits_lowest(empty)
    code = add_edge(g, layer, i)
    if code == 0:
        code = add_due(
            g, &g.layers[there], <uint32_t> place << INDEX_BITS | <uint32_t> s,
            <uint32_t> (layer.edges - 1),
        )
    return code


cdef int forward(Growing *g, int place, int64_t start, int64_t stop) noexcept nogil:
    """Lay every option that fits on the shapes start to stop of a layer."""
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
        sets = layer.sets + s * u.width
        lacks = ~classes_left(u, sets, area)
        for block in range(t.blocks[place], t.blocks[place + 1]):
            left = fitting(t, block, layer.occupied[s], place, layer.groups[s])
            left &= ~ruled_out(g, block, lacks)
            while left:
                i = t.buckets[place] + 64 * (block - t.blocks[place]) + bits_lowest64(left)
                left &= left - 1
                if u.joint and u.piece[i] >= 0 and not any_moves(u, sets, area, u.piece[i]):
                    continue
                code = offer(g, layer, place, s, area, i)
                if code:
                    return code
    layer.first[stop] = <uint32_t> layer.edges
    return 0


cdef int64_t merge(Growing *g, int place, int64_t number) noexcept nogil:
    """Look up so many of the edges that are due in a layer, or all that are left; how many are
    left then, or an error code."""
    cdef Layer *layer = &g.layers[place]
    cdef int stop, code
    if layer.due and g.reached != place:
        g.reached = place
        code = open_slots(g, layer.due)
        if code:
            return code
    while layer.due and number > 0:
        stop = DUES if layer.first_block != layer.last_block else layer.filled
        stop = <int> min(<int64_t> stop, layer.done + number)
        code = merge_some(g, place, layer.first_block.due + layer.done, stop - layer.done)
        if code:
            return code
        number -= stop - layer.done
        layer.due -= stop - layer.done
        layer.done = stop
        if stop == DUES or not layer.due:
            spare_block(g, layer)
    return layer.due


cdef int merge_some(Growing *g, int place, Due *due, int number) noexcept nogil:
    """Look up some edges, at most a block: their hashes first, then the shapes."""
    cdef Tables *t = &g.t
    cdef Layer *source
    cdef board_t occupied[DUES]
    cdef uint64_t groups[DUES]
    cdef uint64_t at[DUES]
    cdef int k, i, code
    cdef int64_t s
    for k in range(number):
        source = &g.layers[due[k].source >> INDEX_BITS]
        s = due[k].source & INDEX_MASK
        i = source.option[due[k].edge]
        occupied[k] = source.occupied[s] | t.masks[i]
        groups[k] = source.groups[s]
        if g.u.piece[i] < 0:
            groups[k] |= t.add[i]
        at[k] = hashed(occupied[k], groups[k]) >> (64 - g.slot_bits)
        bits_fetch(&g.slots[at[k]])
    for k in range(number):
        code = merge_one(g, place, due[k], occupied[k], groups[k], at[k])
        if code:
            return code
    return 0


cdef inline int merge_one(
    Growing *g, int place, Due due, board_t occupied, uint64_t groups, uint64_t at
) noexcept nogil:
    """Find or add the shape that an edge leads to, and give it the sets."""
    cdef Sets *u = &g.u
    cdef Layer *layer = &g.layers[place]
    cdef Layer *source = &g.layers[due.source >> INDEX_BITS]
    cdef int64_t s = due.source & INDEX_MASK
    cdef int i = source.option[due.edge]
    cdef int area = source.area[s]
    cdef int there = area_with(g, area, i)
    cdef board_t empty = ~occupied
    cdef uint64_t *sets
    cdef int64_t index
    at = shape_slot(g, layer, at, occupied, groups)
    index = <int64_t> g.slots[at] - 1
    if index < 0:
        if empty != 0 and not fillable(empty, groups, u.sums[there], &g.t):
            source.to[due.edge] = NOWHERE
            return 0
        index = add_shape(g, layer, occupied, groups, there)
        if index < 0:
            return <int> index
        g.slots[at] = <uint32_t> index + 1
    source.to[due.edge] = <uint32_t> place << INDEX_BITS | <uint32_t> index
    sets = layer.sets + index * u.width
    if u.piece[i] < 0:
        add_all(sets, source.sets + s * u.width, u.words[area])
    else:
        add_moved(u, source.sets + s * u.width, area, u.piece[i], sets)
    return 0


cdef inline void fetch_sets(Growing *g, uint32_t to) noexcept nogil:
    """Fetch the sets of a shape, if it is one: their first words and their last."""
    cdef uint64_t *sets
    if to != NOWHERE:
        sets = g.layers[to >> INDEX_BITS].sets + <int64_t> (to & INDEX_MASK) * g.u.width
        bits_fetch(sets)
        bits_fetch(sets + g.u.width - 1)


cdef inline uint32_t now(Growing *g, uint32_t to) noexcept nogil:
    """Where an edge leads now that the layer there is thinned."""
    cdef uint32_t index
    if to == NOWHERE:
        return NOWHERE
    index = g.layers[to >> INDEX_BITS].moved_to[to & INDEX_MASK]
    return index if index == NOWHERE else to & ~<uint32_t> INDEX_MASK | index


cdef void backward(Growing *g, int place) noexcept nogil:
    """Keep of the sets of a layer what can be completed, and of its shapes and edges those that
    still have sets; all higher layers are done."""
    cdef Sets *u = &g.u
    cdef Layer *layer = &g.layers[place]
    cdef int64_t s, stop, begin
    cdef int64_t e = 0
    cdef int64_t kept = 0
    cdef int64_t left = 0
    cdef uint32_t states
    for s in range(layer.size):
        # What is kept lies at or before what is looked at.
        begin = kept
        stop = layer.first[s + 1]
        memset(g.moved, 0, 8 * u.words[layer.area[s]])
        while e < stop:
            layer.to[kept] = layer.to[e]
            layer.option[kept] = layer.option[e]
            e += 1
            if layer.to[kept] != NOWHERE:
                take_back(g, layer, layer.area[s], kept)
                kept += 1
        states = keep(layer.sets + s * u.width, g.moved, u.words[layer.area[s]])
        layer.moved_to[s] = <uint32_t> left if states else NOWHERE
        if not states:
            kept = begin
            continue
        layer.first[left] = <uint32_t> begin
        layer.states[left] = states
        keep_shape(layer, s, left, u.width)
        left += 1
    layer.first[left] = <uint32_t> kept
    layer.edges = kept
    layer.size = left


cdef inline void take_back(Growing *g, Layer *layer, int area, int64_t e) noexcept nogil:
    """Add to the sets in `moved` those that edge e of a layer leads on from."""
    cdef uint64_t *after = g.layers[layer.to[e] >> INDEX_BITS].sets
    cdef int piece = g.u.piece[layer.option[e]]
    after += <int64_t> (layer.to[e] & INDEX_MASK) * g.u.width
    if piece < 0:
        add_all(g.moved, after, g.u.words[area])
    else:
        add_back(&g.u, after, area, piece, g.moved)


cdef void redirect(Growing *g, int place) noexcept nogil:
    """Lead the edges of a layer to where the shapes of the thinned layers are now."""
    cdef Layer *layer = &g.layers[place]
    cdef int64_t e
    for e in range(layer.edges):
        layer.to[e] = now(g, layer.to[e])
