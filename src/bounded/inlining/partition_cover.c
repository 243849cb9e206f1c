/* partition_cover.c -- partitions as sets of runs: which contains which, do they
 * leave nothing out? */
#include "bounded/inlining/partition.h"

/* Sites of two leaves are the same iff their paths are. */
static bool
site_equal (const struct partition *p, uint32_t a, const struct partition *q,
            uint32_t b)
{
    while (a && b) {
        if (p->site.at[a].call != q->site.at[b].call)
            return false;
        a = p->site.at[a].parent;
        b = q->site.at[b].parent;
    }
    return a == b;
}

size_t
partition_common (const struct partition *p, const struct partition *q)
{
    size_t n = 0;
    while (n < p->chosen.size && n < q->chosen.size
           && p->chosen.at[n].decision == q->chosen.at[n].decision
           && site_equal (p, p->chosen.at[n].site, q, q->chosen.at[n].site))
        n++;
    return n;
}

/* Is the site `a` of p, or one above it, the site `b` of q? */
static bool
site_below (const struct partition *p, uint32_t a, const struct partition *q,
            uint32_t b)
{
    for (; a; a = p->site.at[a].parent)
        if (site_equal (p, a, q, b))
            return true;
    return false;
}

bool
partition_implies (const struct partition *p, size_t decisions,
                   const struct partition *q)
{
    assert (decisions <= p->chosen.size);
    for (size_t i = 0; i < q->chosen.size; i++) {
        struct chosen c = q->chosen.at[i];
        bool implied = false;
        for (size_t k = 0; !implied && k < decisions; k++) {
            struct chosen d = p->chosen.at[k];
            implied = d.decision == c.decision
                      && (c.decision == MUST_AVOID
                              ? site_below (q, c.site, p, d.site)
                              : site_below (p, d.site, q, c.site));
        }
        if (!implied)
            return false;
    }
    return true;
}

/* The leaves `at[0 .. count)` share their first `depth` decisions; do they
 * cover all that obeys those? */
static bool
covers (const struct partition **at, size_t count, size_t depth)
{
    if (count == 1 && at[0]->chosen.size == depth)
        return true;
    size_t avoid = 0;
    for (size_t i = 0; i < count; i++) {
        if (at[i]->chosen.size <= depth
            || !site_equal (at[0], at[0]->chosen.at[depth].site, at[i],
                            at[i]->chosen.at[depth].site))
            return false;
        if (at[i]->chosen.at[depth].decision == MUST_AVOID) {
            const struct partition *swap = at[avoid];
            at[avoid++] = at[i];
            at[i] = swap;
        }
    }
    return avoid && avoid < count && covers (at, avoid, depth + 1)
           && covers (at + avoid, count - avoid, depth + 1);
}

bool
partitions_cover (const struct partition *leaf, size_t leaves)
{
    if (!leaves)
        return false;
    const struct partition **at = NEW_ARRAY (const struct partition *, leaves);
    for (size_t i = 0; i < leaves; i++)
        at[i] = &leaf[i];
    bool good = covers (at, leaves, 0);
    memory_free (at);
    return good;
}
