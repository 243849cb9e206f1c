/* partition.h -- a call tree and decisions: one part of the search.
 *
 * A site is a dynamic call site: a node of the call tree, given by its parent
 * site and the call in the parent's procedure; site 0 is main.  Sites are
 * numbered parent first, in the order in which they were inlined.  A partition
 * holds inlined sites only.
 *
 * Two partitions made by different workers agree on what a site is by its path
 * of calls, never by its number. */
#ifndef BOUNDED_INLINING_PARTITION_H
#define BOUNDED_INLINING_PARTITION_H

#include "base/bytes.h"
#include "base/vec.h"
#include "bounded/passive/passive.h"

enum decision { MUST_AVOID, MUST_REACH };

struct site {
    uint32_t parent; /* < own number; of site 0: PASSIVE_NONE */
    uint32_t call;   /* in the parent's procedure */
};
struct chosen {
    enum decision decision;
    uint32_t site;
};

struct vec_site VEC (struct site);
struct vec_chosen VEC (struct chosen);

struct partition {
    struct vec_site site;     /* site 0 is main; never empty */
    struct vec_chosen chosen; /* in the order of splitting */
};

struct vec_partition VEC (struct partition);

void partition_init (struct partition *); /* main alone, nothing decided */
void partition_clear (struct partition *);
void partition_copy (struct partition *, const struct partition *from);
/* Only the given sites of `from`: rising, with their parents, main and every
 * site that is decided; all decisions are kept. */
void partition_restrict (struct partition *, const struct partition *from,
                         const uint32_t *sites, size_t count);
void partition_write (const struct partition *, struct buffer *);
/* False: not bytes of partition_write for this program. */
bool partition_read (struct partition *, const struct passive_program *,
                     struct reader *);
/* The procedure that is called at a site. */
uint32_t partition_procedure (const struct partition *,
                              const struct passive_program *, uint32_t site);
/* "[main, (L1,foo)]" as the paper writes it. */
void partition_site_print (const struct partition *,
                           const struct passive_program *, uint32_t site,
                           struct text *);
/* The same for a call in a site's procedure that need not be inlined. */
void partition_call_print (const struct partition *,
                           const struct passive_program *, uint32_t parent,
                           uint32_t call, struct text *);
/* Is `site` the site `above`, or below it in the tree? */
bool partition_below (const struct partition *, uint32_t site, uint32_t above);
/* Order of two sites in the call tree: by path, calls compared in order. */
int partition_site_compare (const struct partition *, uint32_t a, uint32_t b);
/* The site of `to` that is the same as this one of `from`, by its path; it is
 * added, with those above it, where it is not there. */
uint32_t partition_enter (struct partition *to, const struct partition *from,
                          uint32_t site);
/* Does a run that obeys the first `decisions` decisions of the one always obey
 * all those of the other?  (What is below an avoided site is avoided, what is
 * above a reached one is reached.) */
bool partition_implies (const struct partition *, size_t decisions,
                        const struct partition *);
/* How many decisions two partitions have in common before they differ. */
size_t partition_common (const struct partition *, const struct partition *);
/* Are the decisions of these the leaves of a binary tree in which every inner
 * node asks one site?  Then every run obeys just one of them. */
bool partitions_cover (const struct partition *, size_t);

#endif
