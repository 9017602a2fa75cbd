"""The gate at which threads that work side by side wait for each other, in the compiled code.

Design
------
The work is done in turns. A hand that is done with its own comes to the gate; the last one to come
does what only one may do between two turns, and opens the gate. The others look at the number of
the turn for some microseconds, for mostly it changes soon; then they lend the processor to others
between two looks (bits.h); then they sleep, each on a bell of its own, for a time that the caller
bounds: so a hand that waits goes back to Python, which sees Ctrl-C, and comes again. Where the
machine has no processor for a hand, the others mostly lend theirs, or sleep.

`turn` is changed under the lock; it alone is read without. A bell is a lock that is held, but when
its hand is to wake.
"""

from cpython.pythread cimport (
    PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
    PyThread_type_lock, WAIT_LOCK,
)

cdef extern from "Python.h" nogil:
    int PyThread_acquire_lock_timed(PyThread_type_lock, long long microseconds, int interrupted)
    int PY_LOCK_ACQUIRED

cdef enum:
    MAX_HANDS = 16
    BUSY = 1                 # what is no error code


cdef struct Gate:
    int hands
    PyThread_type_lock lock
    uint32_t turn
    int64_t code             # of the error that ended the work
    uint64_t busy            # the hands that a thread has, as bits
    uint64_t here            # the hands that wait
    uint64_t asleep          # and of these, those that a bell must wake
    PyThread_type_lock bell[MAX_HANDS]
    uint32_t turns[MAX_HANDS]  # the turn that each hand has been in last


cdef int set_gate(Gate *gate, int hands) except -1:
    """Make a gate for so many hands; it is zeroed before, and freed by free_gate whether this
    succeeds or not."""
    cdef int k
    gate.hands = hands
    gate.lock = PyThread_allocate_lock()
    if gate.lock == NULL:
        raise MemoryError
    for k in range(hands):
        gate.bell[k] = PyThread_allocate_lock()
        if gate.bell[k] == NULL:
            raise MemoryError
        PyThread_acquire_lock(gate.bell[k], WAIT_LOCK)
    return 0


cdef void free_gate(Gate *gate) noexcept:
    cdef int k
    for k in range(gate.hands):
        if gate.bell[k] != NULL:
            PyThread_release_lock(gate.bell[k])
            PyThread_free_lock(gate.bell[k])
    if gate.lock != NULL:
        PyThread_free_lock(gate.lock)


cdef int64_t enter(Gate *gate, int hand) noexcept nogil:
    """Have a hand, which no other thread has: BUSY where one has it, or the code of the error that
    ended the work."""
    cdef uint64_t bit = <uint64_t> 1 << hand
    cdef int64_t code
    PyThread_acquire_lock(gate.lock, WAIT_LOCK)
    code = gate.code
    if code == 0 and gate.busy & bit:
        code = BUSY
    if code == 0:
        gate.busy |= bit
    PyThread_release_lock(gate.lock)
    return code


cdef void leave(Gate *gate, int hand, int64_t code) noexcept nogil:
    """Let go of a hand; a code that is an error ends the work of all."""
    PyThread_acquire_lock(gate.lock, WAIT_LOCK)
    gate.busy &= ~(<uint64_t> 1 << hand)
    if code < 0 and gate.code == 0:
        gate.code = code
    PyThread_release_lock(gate.lock)


cdef bint is_here(Gate *gate, int hand) noexcept nogil:
    """Whether a hand has come to the gate, and the gate has not opened since."""
    cdef bint here
    PyThread_acquire_lock(gate.lock, WAIT_LOCK)
    here = gate.here >> hand & 1
    PyThread_release_lock(gate.lock)
    return here


cdef bint come(Gate *gate, int hand) noexcept nogil:
    """Come to the gate; whether all the others are there, so that this hand is to open it."""
    cdef bint last
    PyThread_acquire_lock(gate.lock, WAIT_LOCK)
    gate.turns[hand] = gate.turn
    gate.here |= <uint64_t> 1 << hand
    last = gate.here == (<uint64_t> 1 << gate.hands) - 1
    PyThread_release_lock(gate.lock)
    return last


cdef void open_gate(Gate *gate) noexcept nogil:
    """Begin the next turn."""
    cdef uint64_t asleep
    cdef int k
    PyThread_acquire_lock(gate.lock, WAIT_LOCK)
    asleep = gate.asleep
    gate.asleep = gate.here = 0
    bits_show(&gate.turn, gate.turn + 1)
    PyThread_release_lock(gate.lock)
    for k in range(gate.hands):
        if asleep >> k & 1:
            PyThread_release_lock(gate.bell[k])


cdef bint wait(Gate *gate, int hand, int64_t patience) noexcept nogil:
    """Wait at the gate, asleep for at most so many microseconds; whether it has opened."""
    cdef uint64_t bit = <uint64_t> 1 << hand
    cdef bint rung, opened
    if patience and bits_await(&gate.turn, gate.turns[hand]):
        return True
    PyThread_acquire_lock(gate.lock, WAIT_LOCK)
    opened = gate.turn != gate.turns[hand]
    if not opened and patience:
        gate.asleep |= bit
    PyThread_release_lock(gate.lock)
    if opened or not patience:
        return opened
    rung = PyThread_acquire_lock_timed(gate.bell[hand], patience, 0) == PY_LOCK_ACQUIRED
    PyThread_acquire_lock(gate.lock, WAIT_LOCK)
    opened = gate.turn != gate.turns[hand]
    gate.asleep &= ~bit
    PyThread_release_lock(gate.lock)
    if opened and not rung:
        # The bell rings just now: it is to be silent when the hand comes next.
        PyThread_acquire_lock(gate.bell[hand], WAIT_LOCK)
    return opened
