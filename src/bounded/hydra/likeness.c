/* likeness.c -- how different the clients' searches were (section V-B of
 * the paper).  Beyond MARKS_MOST sites in all nothing more is remembered: the
 * figure is then that of the beginning. */
#include <assert.h>

#include "bounded/hydra/internal.h"

enum { MARKS_MOST = 1000000 };

static struct digest
mark_key (uint64_t mark)
{
    return (struct digest) {mark, 0};
}

static struct hydra_footprint *
footprint_of (struct hydra_server *m, unsigned who)
{
    for (size_t i = 0; i < m->footprint.size; i++)
        if (m->footprint.at[i].who == who)
            return &m->footprint.at[i];
    struct hydra_footprint fresh = {.who = who};
    map_init (&fresh.marks);
    VEC_PUSH (m->footprint, fresh);
    return &VEC_LAST (m->footprint);
}

void
hydra_remember (struct hydra_server *m, unsigned who,
                const struct hydra_marks *marks)
{
    assert (who != TEAM_MASTER);
    struct hydra_footprint *footprint = footprint_of (m, who);
    for (size_t i = 0; i < marks->size && m->marks < MARKS_MOST; i++)
        m->marks += map_put (&footprint->marks, mark_key (marks->at[i]), 1);
}

static size_t
footprints_common (const struct hydra_footprint *a,
                   const struct hydra_footprint *b)
{
    size_t common = 0;
    for (size_t i = 0; i < a->marks.size && b->marks.size; i++)
        common += map_get (&b->marks, a->marks.entry[i].key) != NULL;
    return common;
}

double
hydra_dissimilarity (const struct hydra_footprints *all)
{
    double sum = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < all->size; i++)
        for (size_t j = i + 1; j < all->size; j++) {
            const struct hydra_footprint *a = &all->at[i], *b = &all->at[j];
            if (!a->marks.size || !b->marks.size)
                continue;
            double common = (double) footprints_common (a, b);
            assert (common <= (double) a->marks.size);
            sum += 2 - common / (double) a->marks.size
                   - common / (double) b->marks.size;
            pairs += 2;
        }
    return pairs ? sum / (double) pairs : 0;
}
