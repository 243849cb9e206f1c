/* leaves.c -- see leaves.h. */
#include "bounded/search/leaves.h"

#include <string.h>

void
leaves_drop (struct closed_leaves *l)
{
    for (size_t i = 0; i < l->leaf.size; i++)
        partition_clear (&l->leaf.at[i].partition);
    l->leaf.size = 0;
}

void
leaves_clear (struct closed_leaves *l)
{
    leaves_drop (l);
    for (size_t i = 0; i < l->claim.size; i++)
        partition_clear (&l->claim.at[i].partition);
    VEC_CLEAR (l->leaf);
    VEC_CLEAR (l->claim);
}

uint32_t
leaves_claim (struct closed_leaves *l, const struct partition *p, bool blocked)
{
    struct claim c = {.blocked = blocked};
    partition_copy (&c.partition, p);
    VEC_PUSH (l->claim, c);
    return (uint32_t) l->claim.size - 1;
}

/* Does the claim refute what obeys these decisions? */
static bool
claim_refutes (const struct closed_leaves *l, const struct claim *c,
               const struct partition *p, size_t decisions)
{
    if (l->broken && !strcmp (l->broken, "prune-all"))
        return true;
    return partition_implies (p, decisions, &c->partition);
}

uint32_t
leaves_find (const struct closed_leaves *l, const struct partition *p,
             bool blocked)
{
    uint32_t found = LEAVES_NONE;
    for (uint32_t i = 0; i < l->claim.size; i++) {
        const struct claim *c = &l->claim.at[i];
        if ((c->blocked && (!blocked || found != LEAVES_NONE))
            || !claim_refutes (l, c, p, p->chosen.size))
            continue;
        if (!c->blocked)
            return i;
        found = i;
    }
    return found;
}

bool
leaves_have (const struct closed_leaves *l, const struct partition *p)
{
    return l->leaf.size
           && partition_common (&VEC_LAST (l->leaf).partition, p)
                  == VEC_LAST (l->leaf).partition.chosen.size;
}

/* How many decisions of the part the leaf keeps. */
static size_t
leaf_decisions (const struct closed_leaves *l, const struct partition *p,
                uint32_t claim)
{
    const struct claim *c = &l->claim.at[claim];
    size_t kept = 0;
    while (kept < p->chosen.size && !claim_refutes (l, c, p, kept))
        kept++;
    for (size_t i = l->leaf.size; c->blocked && i--;)
        if (!l->claim.at[l->leaf.at[i].claim].blocked) {
            size_t common = partition_common (&l->leaf.at[i].partition, p);
            common += common < p->chosen.size;
            return kept > common ? kept : common;
        }
    return kept;
}

void
leaves_close (struct closed_leaves *l, const struct partition *p,
              uint32_t claim)
{
    assert (claim < l->claim.size && !leaves_have (l, p));
    assert (claim_refutes (l, &l->claim.at[claim], p, p->chosen.size));
    struct closed_leaf leaf = {.claim = claim};
    size_t kept = leaf_decisions (l, p, claim);
    partition_copy (&leaf.partition, &l->claim.at[claim].partition);
    leaf.partition.chosen.size = 0;
    for (size_t i = 0; i < kept; i++) {
        struct chosen c = p->chosen.at[i];
        c.site = partition_enter (&leaf.partition, p, c.site);
        VEC_PUSH (leaf.partition.chosen, c);
    }
    while (l->leaf.size
           && partition_common (&VEC_LAST (l->leaf).partition, p) >= kept) {
        partition_clear (&VEC_LAST (l->leaf).partition);
        l->leaf.size--;
    }
    VEC_PUSH (l->leaf, leaf);
}

bool
leaves_cover (const struct closed_leaves *l)
{
    struct vec_partition all = {0};
    for (size_t i = 0; i < l->leaf.size; i++)
        VEC_PUSH (all, l->leaf.at[i].partition);
    bool covers = partitions_cover (all.at, all.size);
    VEC_CLEAR (all); /* the partitions are the leaves' */
    return covers;
}
