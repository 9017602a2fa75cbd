"""The passes over the shapes of a diagram that grows: forward to find them, backward to thin them.

Design
------
`forward` takes shapes of a layer and writes down every option that fits as due in a higher
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

Each is called for a hand: `merge` for what is its own to look up, the others for a stretch of the
layer's shapes. hands.pxi joins what they leave.

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
    Growing *g, Hand *hand, Layer *own, Chain *due, int place, int64_t s, int area, int i
) noexcept nogil:
    """Write down that option i is laid on shape s of a layer, unless that is seen to be a dead
    end: the edge in `own`."""
    cdef Tables *t = &g.t
    cdef Layer *layer = &g.layers[place]
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
    code = add_edge(g, own, i)
    if code == 0:
        code = add_due(
            g, hand, due + there * g.hands + hand_of(g, ~empty, groups),
            <uint32_t> place << INDEX_BITS | <uint32_t> s, <uint32_t> (own.edges - 1),
        )
    return code


cdef int forward(Growing *g, int place, int number, int64_t start, int64_t stop) noexcept nogil:
    """Lay every option that fits on the shapes start to stop of a layer, by the hand of that
    number; what is due by the first one's is where all is joined."""
    cdef Tables *t = &g.t
    cdef Sets *u = &g.u
    cdef Layer *layer = &g.layers[place]
    cdef Hand *hand = &g.hand[number]
    cdef Layer *own = layer if g.hands == 1 else &hand.part
    cdef Chain *due = hand.due if number else g.due
    cdef int64_t s
    cdef int block, i, code, area
    cdef uint64_t left, lacks
    cdef uint64_t *sets
    for s in range(start, stop):
        layer.first[s] = <uint32_t> own.edges
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
                code = offer(g, hand, own, due, place, s, area, i)
                if code:
                    return code
    return 0


cdef int64_t merge(Growing *g, int place, int k, int64_t number) noexcept nogil:
    """Look up so many of the edges that are due in a layer for hand k, or all that are left; how
    many are left then, or an error code."""
    cdef Hand *hand = &g.hand[k]
    cdef Chain *chain = &g.due[place * g.hands + k]
    cdef Block *block
    cdef int stop, code
    if hand.reached != place:
        hand.reached = place
        hand.part.size = 0
        close_block(chain)
        if chain.due:
            code = open_slots(g, hand, chain.due)
            if code:
                return code
    while chain.due and number > 0:
        block = chain.first
        stop = chain.done + <int> min(<int64_t> (block.filled - chain.done), number)
        code = merge_some(g, place, k, block, chain.done, stop)
        if code:
            return code
        number -= stop - chain.done
        chain.due -= stop - chain.done
        chain.done = stop
        if stop == block.filled:
            spare_block(hand, chain)
    return chain.due


cdef int merge_some(
    Growing *g, int place, int hand, Block *block, int start, int stop
) noexcept nogil:
    """Look up some edges of a block: their hashes first, then the shapes."""
    cdef Tables *t = &g.t
    cdef Layer *source
    cdef board_t occupied[DUES]
    cdef uint64_t groups[DUES]
    cdef uint64_t at[DUES]
    cdef uint32_t *slots = g.hand[hand].slots
    cdef int bits = g.hand[hand].slot_bits
    cdef Due *due = block.due
    cdef int k, i, code
    cdef int64_t s
    for k in range(start, stop):
        source = &g.layers[due[k].source >> INDEX_BITS]
        s = due[k].source & INDEX_MASK
        i = source.option[block.edges + due[k].edge]
        occupied[k] = source.occupied[s] | t.masks[i]
        groups[k] = source.groups[s]
        if g.u.piece[i] < 0:
            groups[k] |= t.add[i]
        at[k] = hashed(occupied[k], groups[k]) >> (64 - bits)
        bits_fetch(&slots[at[k]])
        bits_fetch(&source.to[block.edges + due[k].edge])
        bits_expect(source.sets + s * g.u.width)
    for k in range(start, stop):
        code = merge_one(
            g, place, hand, due[k].source, block.edges + due[k].edge, occupied[k], groups[k], at[k]
        )
        if code:
            return code
    return 0


cdef inline int merge_one(
    Growing *g, int place, int k, uint32_t from_, uint32_t edge, board_t occupied, uint64_t groups,
    uint64_t at,
) noexcept nogil:
    """Find or add the shape that an edge leads to, by hand k, and give it the sets."""
    cdef Sets *u = &g.u
    cdef Hand *hand = &g.hand[k]
    cdef Layer *layer = &g.layers[place] if g.hands == 1 else &hand.part
    cdef Layer *source = &g.layers[from_ >> INDEX_BITS]
    cdef int64_t s = from_ & INDEX_MASK
    cdef int i = source.option[edge]
    cdef int area = source.area[s]
    cdef int there = area_with(g, area, i)
    cdef board_t empty = ~occupied
    cdef uint64_t *sets
    cdef int64_t index
    cdef int code
    at = shape_slot(hand, layer, at, occupied, groups)
    index = <int64_t> hand.slots[at] - 1
    if index < 0:
        if empty != 0 and not fillable(empty, groups, u.sums[there], &g.t):
            source.to[edge] = NOWHERE
            return 0
        index = add_shape(g, layer, occupied, groups, there)
        if index < 0:
            return <int> index
        hand.slots[at] = <uint32_t> index + 1
        if g.hands > 1:
            code = note_edge(g, hand, index, from_ >> INDEX_BITS, edge)
            if code:
                return code
    source.to[edge] = <uint32_t> place << INDEX_BITS | name_of(g, k, index)
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


cdef void backward(Growing *g, int place, int number) noexcept nogil:
    """Keep of the sets of a hand's share of a layer what can be completed, and of its shapes and
    edges those that still have sets; all higher layers are done."""
    cdef Sets *u = &g.u
    cdef Layer *layer = &g.layers[place]
    cdef Hand *hand = &g.hand[number]
    cdef int64_t s, stop, begin
    cdef int64_t e = hand.edges[0]
    cdef int64_t kept = e
    cdef int64_t left = hand.shapes[0]
    cdef uint32_t states
    redirect(g, layer, hand.edges[0], hand.edges[1])
    for s in range(hand.shapes[0], hand.shapes[1]):
        # What is kept lies at or before what is looked at; what is behind the share is another's.
        begin = kept
        stop = layer.first[s + 1] if s + 1 < hand.shapes[1] else hand.edges[1]
        memset(hand.moved, 0, 8 * u.words[layer.area[s]])
        while e < stop:
            layer.to[kept] = layer.to[e]
            layer.option[kept] = layer.option[e]
            e += 1
            if layer.to[kept] != NOWHERE:
                take_back(g, hand, layer, layer.area[s], kept)
                kept += 1
        states = keep(layer.sets + s * u.width, hand.moved, u.words[layer.area[s]])
        layer.moved_to[s] = <uint32_t> left if states else NOWHERE
        if not states:
            kept = begin
            continue
        layer.first[left] = <uint32_t> begin
        layer.states[left] = states
        keep_shape(layer, s, left, u.width)
        left += 1
    hand.edges_kept = kept - hand.edges[0]
    hand.shapes_kept = left - hand.shapes[0]


cdef inline void take_back(
    Growing *g, Hand *hand, Layer *layer, int area, int64_t e
) noexcept nogil:
    """Add to the sets in `moved` those that edge e of a layer leads on from."""
    cdef uint64_t *after = g.layers[layer.to[e] >> INDEX_BITS].sets
    cdef int piece = g.u.piece[layer.option[e]]
    after += <int64_t> (layer.to[e] & INDEX_MASK) * g.u.width
    if piece < 0:
        add_all(hand.moved, after, g.u.words[area])
    else:
        add_back(&g.u, after, area, piece, hand.moved)


cdef void redirect(Growing *g, Layer *layer, int64_t start, int64_t stop) noexcept nogil:
    """Lead some edges of a layer to where the shapes of the thinned layers are now."""
    cdef int64_t e
    for e in range(start, stop):
        layer.to[e] = now(g, layer.to[e])
