/* Invariants as assertions. If CALPUZZLE_DEBUG is defined, as in the debug and asan builds, a false
 * condition aborts with its file and line. Otherwise the condition is compiled, so that it stays
 * valid and its variables count as used, but it is not evaluated. */
#ifndef CALPUZZLE_INVARIANT_H
#define CALPUZZLE_INVARIANT_H

#ifdef CALPUZZLE_DEBUG
#include <stdio.h>
#include <stdlib.h>

#define invariant(condition)                                                            \
    do {                                                                                \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s:%d: invariant violated: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                    \
        }                                                                               \
    } while (0)
#else
#define invariant(condition) ((void)(0 && (condition)))
#endif

#endif
