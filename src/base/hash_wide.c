/* hash_wide.c -- the same hash with wide vector instructions, for long strings.
 *
 * The states of machines have kilobytes, and are hashed millions of times a
 * second.  The result does not depend on the instructions. */
#include "base/hash_wide.h"

#include <assert.h>

/* The Makefile compiles this file for such processors, where it can. */
#define XXH_INLINE_ALL
#include <xxhash.h>

struct digest
digest_wide (struct bytes b)
{
    assert (digest_has_wide ());
    XXH128_hash_t h = XXH3_128bits (b.data, b.size);
    return (struct digest){h.low64, h.high64};
}

bool
digest_has_wide (void)
{
#if defined __AVX2__
    return __builtin_cpu_supports ("avx2");
#else
    return false;
#endif
}
