/* hash.c -- see hash.h. */
#include "base/hash.h"

#include <stdio.h>
#include <string.h>

#include <xxhash.h>
/* The same values by the widest vectors that this processor has: states of
 * machines have kilobytes, and are hashed a million times a second. */
#if defined __x86_64__
#include <xxh_x86dispatch.h>
#endif

/* libxxhash 0.8.1 returns from long inputs with the upper halves of its vectors
 * in use, and then every SSE instruction of the process waits for them: a fifth
 * of the time of a search (bench/results/measured.md). */
static void
vectors_release (void)
{
#if defined __x86_64__
    if (__builtin_cpu_supports ("avx"))
        __asm__ volatile ("vzeroupper");
#endif
}

struct digest
digest_of (struct bytes b)
{
    XXH128_hash_t h =
        XXH3_128bits (b.size ? b.data : (const void *) "", b.size);
    vectors_release ();
    return (struct digest) {h.low64, h.high64};
}

struct digest
digest_string (const char *s)
{
    return digest_of (bytes_of (s));
}

bool
digest_equal (struct digest a, struct digest b)
{
    return a.low == b.low && a.high == b.high;
}

void
digest_print (struct digest d, char text[DIGEST_TEXT])
{
    snprintf (text, DIGEST_TEXT, "%016llx%016llx", (unsigned long long) d.high,
              (unsigned long long) d.low);
}

bool
digest_parse (const char *text, struct digest *d)
{
    uint64_t half[2] = {0, 0};
    for (int i = 0; i < 32; i++) {
        char c = text[i];
        int value = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                           : -1;
        if (value < 0)
            return false;
        half[i / 16] = half[i / 16] << 4 | (uint64_t) value;
    }
    *d = (struct digest) {half[1], half[0]};
    return true;
}

void
buffer_digest (struct buffer *b, struct digest d)
{
    buffer_u64 (b, d.low);
    buffer_u64 (b, d.high);
}

struct digest
reader_digest (struct reader *r)
{
    struct digest d;
    d.low = reader_u64 (r);
    d.high = reader_u64 (r);
    return d;
}

struct digest
digest_chain (struct digest so_far, struct bytes next)
{
    struct digest d = digest_of (next);
    uint64_t four[4] = {so_far.low, so_far.high, d.low, d.high};
    uint8_t raw[32];
    for (int i = 0; i < 32; i++)
        raw[i] = (uint8_t) (four[i / 8] >> (8 * (i % 8)));
    return digest_of ((struct bytes) {raw, sizeof raw});
}
