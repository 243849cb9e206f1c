/* hash.h -- 128-bit digests (XXH3), and a running digest of a sequence. */
#ifndef HASH_H
#define HASH_H

#include "base/bytes.h"

struct digest {
    uint64_t low, high;
};

enum { DIGEST_TEXT = 33 }; /* 32 hex digits and a final 0 */

struct digest digest_of (struct bytes);
struct digest digest_string (const char *);
bool digest_equal (struct digest, struct digest);
void digest_print (struct digest, char text[DIGEST_TEXT]);
bool digest_parse (const char *text, struct digest *); /* false: no digest */
void buffer_digest (struct buffer *, struct digest);   /* 16 bytes */
struct digest reader_digest (struct reader *);

/* The digest of what was so far, and one more. */
struct digest digest_chain (struct digest so_far, struct bytes next);

#endif
