/* memo.h -- the table item -> answer, in memory and on disk.
 *
 * Keys are digests of the items' bytes.  With a file, records are appended
 *
 *     offset  size  meaning
 *          0     4  length n of the answer
 *          4    16  digest of the item
 *         20     8  units
 *         28     8  CPU nanoseconds it took (bench/scale; never decides)
 *         36     n  answer
 *      36+n     8  low half of the digest (XXH3-128) of all before
 *
 * and synced in groups (at most 200 ms apart).  Opening stops at the first
 * damaged record and cuts the file there: what a crash tore is computed again. */
#ifndef MEMO_H
#define MEMO_H

#include "base/bytes.h"
#include "base/hash.h"
#include "base/problem.h"

typedef struct memo memo;

memo *memo_new (void);                                /* memory only */
memo *memo_open (const char *path, struct problem *); /* null: problem set */
/* The part of a table that belongs to one program: items of several programs may
 * have equal bytes, so their keys are mixed with `program`.  Over `base`, which
 * must live longer. */
memo *memo_of (memo *base, struct digest program);
void memo_free (memo *);
/* Borrowed as long as the memo. */
bool memo_get (const memo *, struct digest item, struct bytes *answer,
               uint64_t *units);
uint64_t memo_cost_ns (const memo *, struct digest item); /* 0: unknown */
/* A second answer for an item is ignored; false if it differs from the first
 * (units included): someone is not pure. */
bool memo_put (memo *, struct digest item, struct bytes answer, uint64_t units,
               uint64_t cost_ns);
size_t memo_count (const memo *); /* of a part: of all */
/* Group commit; call often.  False: the disk is full or gone (problem set);
 * the table in memory stays good. */
bool memo_sync (memo *, bool now, struct problem *);

#endif
