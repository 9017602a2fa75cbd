# Allocation that raises MemoryError.
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, realloc

cdef extern from "memory.h" nogil:
    void *memory_large(size_t bytes)


cdef inline void *allocate(int64_t number, size_t size) except NULL:
    """Return zeroed memory for `number` entries, at least one."""
    cdef void *memory = calloc(max(number, 1), size)
    if memory == NULL:
        raise MemoryError
    return memory


cdef inline void _release(object capsule) noexcept:
    free(PyCapsule_GetPointer(capsule, NULL))


cdef inline void *allocate_owned(list owner, int64_t number, size_t size) except NULL:
    """Return memory as `allocate` does. It is freed together with the list `owner`, which contains
    only such allocations."""
    cdef void *memory = allocate(number, size)
    try:
        capsule = PyCapsule_New(memory, NULL, _release)
    except BaseException:
        free(memory)
        raise
    # From here on the capsule frees the memory, even if it cannot be appended.
    owner.append(capsule)
    return memory


cdef inline void *allocate_large(int64_t number, size_t size) except NULL:
    """Return uninitialized memory for `number` entries, at least one. For very large arrays: pages
    are huge if the system allows it, and those that are never touched cost nothing."""
    cdef void *memory = memory_large(max(number, 1) * size)
    if memory == NULL:
        raise MemoryError
    return memory


cdef inline void *reallocate(void *memory, int64_t number, size_t size) except NULL:
    """Resize an allocation to `number` entries; new ones are not initialized."""
    cdef void *moved = realloc(memory, number * size)
    if moved == NULL:
        raise MemoryError
    return moved
