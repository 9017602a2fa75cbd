/* Memory in huge pages, if the system has them. They cause far fewer page faults, each of which
 * costs as much as thousands of steps of a walk. */
#ifndef CALPUZZLE_MEMORY_H
#define CALPUZZLE_MEMORY_H

#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#define MEMORY_PAGE ((size_t)2 << 20)

/* Return `bytes` bytes of uninitialized memory, or NULL; the caller frees it with free(). */
static inline void *memory_large(size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    void *memory = NULL;
    if (bytes >= 2 * MEMORY_PAGE && !posix_memalign(&memory, MEMORY_PAGE, bytes)) {
        /* This is only advice: if the system refuses it, the pages have the usual size. */
        (void)madvise(memory, bytes / MEMORY_PAGE * MEMORY_PAGE, MADV_HUGEPAGE);
        return memory;
    }
#endif
    return malloc(bytes);
}

#endif
