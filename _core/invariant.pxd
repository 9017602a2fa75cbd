# Declarations of invariant.h for Cython; see there.

cdef extern from "invariant.h" nogil:
    void invariant(bint condition) noexcept
