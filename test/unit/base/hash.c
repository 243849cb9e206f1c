/* hash.c -- the digest does not depend on the instructions that make it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static void
test_values (void **state)
{
    (void) state;
    static uint8_t data[3000];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t) (i * 2654435761u >> 13);
    for (size_t size = 0; size <= sizeof data; size++) {
        XXH128_hash_t want = XXH3_128bits (data, size);
        struct digest is = digest_of ((struct bytes) {data, size});
        assert_true (is.low == want.low64 && is.high == want.high64);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_values)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
