"""Words of bits, made from Python integers."""


cdef board_t board(value) except? 0:
    """Return a Python integer as a word. Raise OverflowError if the integer is negative or has more
    than 64 * BOARD_WORDS bits."""
    cdef board_t word = 0
    cdef int k
    for k in range(BOARD_WORDS - 1):
        word |= <board_t> <uint64_t> (value & 0xFFFFFFFFFFFFFFFF) << (64 * k)
        value >>= 64
    # The conversion of the highest word fails if the integer is too wide, or negative.
    return word | <board_t> <uint64_t> value << (64 * (BOARD_WORDS - 1))


cdef inline board_t *boards(values) except NULL:
    """Return Python integers as an array of words, which the caller frees."""
    cdef board_t *words = <board_t *> allocate(len(values), sizeof(board_t))
    cdef int64_t i
    try:
        for i in range(len(values)):
            words[i] = board(values[i])
    except BaseException:
        free(words)
        raise
    return words
