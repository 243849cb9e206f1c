/* wire.c -- see wire.h. */
#include "bounded/hydra/wire.h"

#include <assert.h>

void
hydra_doings_write (const struct hydra_doings *d, struct buffer *b)
{
    assert (d->check_ns <= d->work_ns);
    buffer_uint (b, d->marks.size);
    for (size_t i = 0; i < d->marks.size; i++)
        buffer_u64 (b, d->marks.at[i]);
    buffer_uint (b, d->work_ns);
    buffer_uint (b, d->check_ns);
}

void
hydra_doings_clear (struct hydra_doings *d)
{
    VEC_CLEAR (d->marks);
}

bool
hydra_doings_read (struct hydra_doings *d, struct reader *r)
{
    uint64_t count = reader_uint (r);
    for (uint64_t i = 0; i < count && !r->failed; i++) {
        uint64_t mark = reader_u64 (r);
        if (!r->failed)
            VEC_PUSH (d->marks, mark);
    }
    d->work_ns = reader_uint (r);
    d->check_ns = reader_uint (r);
    return !r->failed && d->check_ns <= d->work_ns;
}

static bool
site_same (const struct partition *a, uint32_t x, const struct partition *b,
           uint32_t y)
{
    while (x && y && a->site.at[x].call == b->site.at[y].call) {
        x = a->site.at[x].parent;
        y = b->site.at[y].parent;
    }
    return !x && !y;
}

static bool
chosen_same (const struct partition *a, const struct partition *b, size_t n)
{
    assert (a->chosen.size >= n && b->chosen.size >= n);
    for (size_t i = 0; i < n; i++) {
        const struct chosen *x = &a->chosen.at[i], *y = &b->chosen.at[i];
        if (x->decision != y->decision || !site_same (a, x->site, b, y->site))
            return false;
    }
    return true;
}

bool
hydra_splits (const struct partition *held, const struct partition *sent)
{
    return sent->chosen.size == held->chosen.size + 1
           && VEC_LAST (sent->chosen).decision == MUST_REACH
           && chosen_same (held, sent, held->chosen.size);
}

bool
hydra_returns (const struct partition *held, const struct partition *popped)
{
    size_t n = popped->chosen.size;
    if (!n || held->chosen.size < n || !chosen_same (held, popped, n - 1))
        return false;
    const struct chosen *avoided = &held->chosen.at[n - 1];
    const struct chosen *reached = &popped->chosen.at[n - 1];
    return avoided->decision == MUST_AVOID && reached->decision == MUST_REACH
           && site_same (held, avoided->site, popped, reached->site);
}

void
hydra_flip (struct partition *p)
{
    assert (p->chosen.size);
    struct chosen *last = &VEC_LAST (p->chosen);
    last->decision = last->decision == MUST_REACH ? MUST_AVOID : MUST_REACH;
}

static void
kept_add (const struct partition *p, bool *kept, uint32_t site)
{
    for (; !kept[site]; site = p->site.at[site].parent) {
        kept[site] = true;
        if (!site)
            return;
    }
}

void
hydra_core (struct partition *to, const struct partition *whole,
            const struct vec_target *sites)
{
    assert (whole->site.size);
    bool *kept = NEW_ARRAY (bool, whole->site.size);
    struct vec_target all = {0};
    kept_add (whole, kept, 0);
    for (size_t i = 0; i < sites->size; i++)
        kept_add (whole, kept, sites->at[i]);
    for (size_t i = 0; i < whole->chosen.size; i++)
        kept_add (whole, kept, whole->chosen.at[i].site);
    for (uint32_t s = 0; s < whole->site.size; s++)
        if (kept[s])
            VEC_PUSH (all, s);
    partition_restrict (to, whole, all.at, all.size);
    VEC_CLEAR (all);
    memory_free (kept);
}

void
hydra_describe (const struct partition *p,
                const struct passive_program *passive, struct text *t)
{
    if (!p->chosen.size)
        text_add (t, "the whole program");
    for (size_t i = 0; i < p->chosen.size; i++) {
        const struct chosen *c = &p->chosen.at[i];
        text_print (t, "%smust %s ", i ? "; " : "",
                    c->decision == MUST_REACH ? "reach" : "avoid");
        partition_site_print (p, passive, c->site, t);
    }
}
