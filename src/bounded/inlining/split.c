/* split.c -- where a search is divided, and the way back: the paper's
 * section III-B and the backtracking points of its algorithm 5. */

#include "bounded/inlining/internal.h"

/* ---- choosing */

/* Per site: may the search be split there? */
static bool *
split_candidates (const search *s)
{
    bool *may = NEW_ARRAY (bool, s->instance.size);
    for (size_t i = 1; i < s->instance.size; i++)
        may[i] = !s->instance.at[i].avoided;
    for (size_t i = 0; i < s->partition.chosen.size; i++) {
        struct chosen c = s->partition.chosen.at[i];
        may[c.site] = false;
        if (c.decision == MUST_REACH) /* whatever is above is reached, too */
            for (uint32_t at = c.site; at; at = s->partition.site.at[at].parent)
                may[at] = false;
    }
    return may;
}

/* Per site: how many sites of the core (all sites, without one) are in its
 * subtree. */
static uint32_t *
split_weights (const search *s, const struct vec_target *core)
{
    uint32_t *weight = NEW_ARRAY (uint32_t, s->instance.size);
    for (size_t i = 0; core && i < core->size; i++)
        weight[core->at[i]] = 1;
    for (size_t i = 0; !core && i < s->instance.size; i++)
        weight[i] = 1;
    for (size_t i = s->instance.size; i-- > 1;) /* children before parents */
        weight[s->partition.site.at[i].parent] += weight[i];
    return weight;
}

static bool
split_heaviest (const search *s, const bool *may, const uint32_t *weight,
                uint32_t *site)
{
    bool found = false;
    for (uint32_t i = 1; i < s->instance.size; i++)
        if (may[i]
            && (!found || weight[i] > weight[*site]
                || (weight[i] == weight[*site]
                    && partition_site_compare (&s->partition, i, *site) < 0))) {
            *site = i;
            found = true;
        }
    return found;
}

/* argmax over c in uc of | subtree (T, c) and uc | */
static bool
split_by_core (const search *s, const bool *may, uint32_t *site)
{
    const struct vec_target *core = &s->now.core;
    bool *relevant = NEW_ARRAY (bool, s->instance.size);
    for (size_t i = 0; i < core->size; i++)
        relevant[core->at[i]] = may[core->at[i]];
    uint32_t *weight = split_weights (s, core);
    bool found = split_heaviest (s, relevant, weight, site);
    memory_free (weight);
    memory_free (relevant);
    return found;
}

bool
search_choose (const search *s, uint32_t *site)
{
    bool *may = split_candidates (s);
    bool found = split_by_core (s, may, site);
    if (!found) {
        uint32_t *weight = split_weights (s, NULL);
        found = split_heaviest (s, may, weight, site);
        memory_free (weight);
    }
    memory_free (may);
    return found;
}

/* Neither what is below a site nor what is above it. */
static void
split_exclude (const search *s, bool *may, uint32_t site)
{
    for (uint32_t i = 1; i < s->instance.size; i++)
        if (partition_below (&s->partition, i, site)
            || partition_below (&s->partition, site, i))
            may[i] = false;
}

void
search_choose_some (const search *s, size_t most, struct vec_target *sites)
{
    assert (most);
    uint32_t site;
    sites->size = 0;
    if (!search_choose (s, &site))
        return;
    bool *may = split_candidates (s);
    do {
        VEC_PUSH (*sites, site);
        split_exclude (s, may, site);
    } while (sites->size < most && split_by_core (s, may, &site));
    memory_free (may);
}

bool
search_choose_nth (const search *s, uint64_t n, uint32_t *site)
{
    bool *may = split_candidates (s);
    uint64_t count = 0;
    for (size_t i = 0; i < s->instance.size; i++)
        count += may[i];
    uint64_t wanted = count ? n % count : 0;
    for (uint32_t i = 0; count && i < s->instance.size; i++)
        if (may[i] && wanted-- == 0) {
            *site = i;
            break;
        }
    memory_free (may);
    return count > 0;
}

/* ---- decisions and backtracking */

void
search_decide (search *s, enum decision d, uint32_t site)
{
    assert (site && site < s->instance.size && !s->instance.at[site].avoided);
    struct chosen c = {d, site};
    VEC_PUSH (s->partition.chosen, c);
    s->branch.size = 0;
    search_assert_decision (s, (uint32_t) s->partition.chosen.size - 1);
    search_tell (s, "decided", d == MUST_REACH ? "must-reach" : "must-avoid");
}

static void
copy_open (struct vec_open *to, const struct vec_open *from)
{
    *to = (struct vec_open) {0};
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, from->at[i]);
}

static void
copy_sites (struct vec_target *to, const struct vec_target *from)
{
    *to = (struct vec_target) {0};
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, from->at[i]);
}

void
search_push (search *s)
{
    struct frontier f = {.sites = s->partition.site.size,
                         .chosen = s->partition.chosen.size,
                         .asserted = s->asserted.size,
                         .beyond_phase = s->now.beyond_phase};
    assert (f.sites == s->instance.size);
    copy_open (&f.open, &s->now.open);
    copy_open (&f.beyond, &s->now.beyond);
    copy_sites (&f.core, &s->now.core);
    copy_sites (&f.refutation, &s->now.refutation);
    assert (!s->options.explain);
    VEC_PUSH (s->saved, f);
    VEC_PUSH (s->arena, ((struct arena) {0}));
    arena_init (&VEC_LAST (s->arena));
    solver_push (s->solver);
}

/* Avoided are sites that always were, that are decided so, and those below. */
static void
pop_avoided (search *s)
{
    for (size_t i = 0; i < s->instance.size; i++)
        s->instance.at[i].avoided = !s->instance.at[i].vc;
    for (size_t i = 0; i < s->partition.chosen.size; i++)
        if (s->partition.chosen.at[i].decision == MUST_AVOID)
            s->instance.at[s->partition.chosen.at[i].site].avoided = true;
    for (size_t i = 1; i < s->instance.size; i++)
        if (s->instance.at[s->partition.site.at[i].parent].avoided)
            s->instance.at[i].avoided = true;
}

static void
pop_sites (search *s, size_t sites)
{
    while (s->partition.site.size > sites) {
        struct site gone = VEC_POP (s->partition.site);
        struct instance i = VEC_POP (s->instance);
        s->instance.at[gone.parent].child[gone.call] = PASSIVE_NONE;
        if (i.vc)
            vc_clear (i.vc);
    }
}

void
search_pop (search *s)
{
    assert (s->saved.size);
    struct frontier f = VEC_POP (s->saved);
    s->branch.size = 0;
    solver_pop (s->solver);
    s->answer = SOLVER_UNDECIDED;
    pop_sites (s, f.sites);
    s->partition.chosen.size = f.chosen;
    s->asserted.size = f.asserted;
    pop_avoided (s);
    VEC_CLEAR (s->now.open);
    VEC_CLEAR (s->now.beyond);
    VEC_CLEAR (s->now.core);
    VEC_CLEAR (s->now.refutation);
    VEC_CLEAR (s->now.needed);
    s->now = f;
    struct arena gone = VEC_POP (s->arena);
    arena_clear (&gone);
}

/* ---- what a refutation needs */

bool
search_needs (const search *s, size_t decision)
{
    assert (decision < s->partition.chosen.size);
    bool needs = !s->options.explain;
    for (size_t i = 0; !needs && i < s->now.needed.size; i++)
        needs = s->now.needed.at[i] == decision;
    return needs;
}

void
search_core (const search *s, struct vec_target *sites)
{
    bool *in = NEW_ARRAY (bool, s->instance.size);
    in[0] = true;
    for (size_t i = 0; i < s->now.refutation.size; i++)
        in[s->now.refutation.at[i]] = true;
    for (size_t i = 0; i < s->partition.chosen.size; i++)
        if (search_needs (s, i))
            in[s->partition.chosen.at[i].site] = true;
    for (size_t i = s->instance.size; i-- > 1;)
        if (in[i])
            in[s->partition.site.at[i].parent] = true;
    sites->size = 0;
    for (uint32_t i = 0; i < s->instance.size; i++)
        if (in[i])
            VEC_PUSH (*sites, i);
    memory_free (in);
}
