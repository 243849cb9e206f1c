/* split.c -- where a search is divided (the paper's section III-B), and how it
 * turns to another part, where its algorithm 5 goes back to a point before. */

#include "bounded/inlining/internal.h"

/* ---- choosing */

/* Per site: may the search be split there? */
static bool *
split_candidates (const search *s)
{
    bool *may = NEW_ARRAY (bool, s->instance.size);
    for (size_t i = 1; i < s->instance.size; i++)
        may[i] = !s->instance.at[i].avoided && !s->instance.at[i].passed;
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

/* ---- decisions */

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

/* ---- turning to another part */

void
search_relevant (const search *s, struct vec_target *sites)
{
    bool *in = NEW_ARRAY (bool, s->instance.size);
    for (size_t i = 0; i < s->instance.size; i++)
        in[i] = !s->now.core.size && !s->instance.at[i].avoided;
    for (size_t i = 0; i < s->now.core.size; i++)
        in[s->now.core.at[i]] = true;
    sites->size = 0;
    for (uint32_t i = 0; i < s->instance.size; i++)
        if (in[i])
            VEC_PUSH (*sites, i);
    memory_free (in);
}

/* The site of the search that is this one of another tree, given that of its
 * parent; it is added where it is not there. */
static uint32_t
turn_site (search *s, uint32_t parent, uint32_t call, bool avoided)
{
    uint32_t known = s->instance.at[parent].child[call];
    if (known != PASSIVE_NONE)
        return known;
    uint32_t site = (uint32_t) s->partition.site.size;
    VEC_PUSH (s->partition.site, ((struct site) {parent, call}));
    search_instance (s, site, avoided);
    return site;
}

/* Per site of the other tree: is it at or below one that must be avoided? */
static bool *
turn_avoids (const struct partition *p)
{
    bool *avoid = NEW_ARRAY (bool, p->site.size);
    for (size_t i = 0; i < p->chosen.size; i++)
        avoid[p->chosen.at[i].site] |= p->chosen.at[i].decision == MUST_AVOID;
    for (size_t i = 1; i < p->site.size; i++)
        avoid[i] |= avoid[p->site.at[i].parent];
    return avoid;
}

/* Which sites are avoided follows anew from the decisions. */
static void
turn_avoided (search *s)
{
    for (size_t i = 0; i < s->instance.size; i++)
        s->instance.at[i].avoided = false;
    for (size_t i = 0; i < s->partition.chosen.size; i++)
        if (s->partition.chosen.at[i].decision == MUST_AVOID)
            s->instance.at[s->partition.chosen.at[i].site].avoided = true;
    for (size_t i = 1; i < s->instance.size; i++)
        if (s->instance.at[s->partition.site.at[i].parent].avoided)
            s->instance.at[i].avoided = true;
}

void
search_turn (search *s, const struct partition *to, bool look_beyond)
{
    assert (s->options.explain);
    uint32_t *number = NEW_ARRAY (uint32_t, to->site.size);
    bool *avoid = turn_avoids (to);
    for (uint32_t i = 1; i < to->site.size; i++)
        number[i] = turn_site (s, number[to->site.at[i].parent],
                               to->site.at[i].call, avoid[i]);
    s->partition.chosen.size = 0;
    for (size_t i = 0; i < to->chosen.size; i++) {
        struct chosen c = to->chosen.at[i];
        VEC_PUSH (s->partition.chosen,
                  ((struct chosen) {c.decision, number[c.site]}));
    }
    turn_avoided (s);
    search_reopen (s);
    for (size_t i = 0; i < s->instance.size; i++)
        s->instance.at[i].passed = false;
    for (uint32_t i = 0; i < s->partition.chosen.size; i++)
        search_assert_decision (s, i);
    s->now.core.size = s->now.refutation.size = s->now.needed.size = 0;
    s->now.beyond_phase = s->paused = s->over_next = s->sure = false;
    s->branch.size = 0;
    s->answer = SOLVER_UNDECIDED;
    s->options.look_beyond = look_beyond;
    memory_free (avoid);
    memory_free (number);
}

void
search_undecide (search *s)
{
    assert (s->options.explain && s->partition.chosen.size);
    s->partition.chosen.size--;
    turn_avoided (s);
    search_reopen (s);
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
