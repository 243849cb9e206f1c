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

static struct hydra_mind *
mind_of (member *m, unsigned who)
{
    for (size_t i = 0; i < m->mind.size; i++)
        if (m->mind.at[i].who == who)
            return &m->mind.at[i];
    struct hydra_mind mind = {.who = who};
    map_init (&mind.marks);
    VEC_PUSH (m->mind, mind);
    return &VEC_LAST (m->mind);
}

void
hydra_remember (member *m, unsigned who, const struct hydra_marks *marks)
{
    assert (who != TEAM_MASTER);
    struct hydra_mind *mind = mind_of (m, who);
    for (size_t i = 0; i < marks->size && m->marks < MARKS_MOST; i++)
        m->marks += map_put (&mind->marks, mark_key (marks->at[i]), 1);
}

static size_t
minds_common (const struct hydra_mind *a, const struct hydra_mind *b)
{
    size_t common = 0;
    for (size_t i = 0; i < a->marks.size && b->marks.size; i++)
        common += map_get (&b->marks, a->marks.entry[i].key) != NULL;
    return common;
}

double
hydra_dissimilarity (const struct hydra_minds *minds)
{
    double sum = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < minds->size; i++)
        for (size_t j = i + 1; j < minds->size; j++) {
            const struct hydra_mind *a = &minds->at[i], *b = &minds->at[j];
            if (!a->marks.size || !b->marks.size)
                continue;
            double common = (double) minds_common (a, b);
            assert (common <= (double) a->marks.size);
            sum += 2 - common / (double) a->marks.size
                   - common / (double) b->marks.size;
            pairs += 2;
        }
    return pairs ? sum / (double) pairs : 0;
}
