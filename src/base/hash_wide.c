/* hash_wide.c -- the same hash with wide vector instructions, for long strings.
 *
 * The states of machines have kilobytes, and are hashed millions of times a
 * second.  The result does not depend on the instructions. */
#include "base/hash_wide.h"

#if defined __x86_64__
#pragma GCC target("avx2")
#define XXH_VECTOR XXH_AVX2
#endif
#define XXH_INLINE_ALL
#include <xxhash.h>

struct digest
digest_wide (struct bytes b)
{
    XXH128_hash_t h = XXH3_128bits (b.data, b.size);
    return (struct digest){h.low64, h.high64};
}

bool
digest_has_wide (void)
{
#if defined __x86_64__
    return __builtin_cpu_supports ("avx2");
#else
    return false;
#endif
}
