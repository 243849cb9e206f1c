/* path.c -- the run that a model describes.
 *
 * Control variables of blocks that are not on the run may have any value, so
 * that only what the control-flow function says from main's entry on counts. */

#include "bounded/inlining/internal.h"

static bool
path_is_true (search *s, const term *t)
{
    if (term_is_true (t))
        return true;
    const term *value = solver_value (s->solver, t);
    return value && term_is_true (value);
}

static bool
path_edge (search *s, uint32_t site, uint32_t *block)
{
    const struct vc *vc = s->instance.at[site].vc;
    const struct passive_block *from = &vc->procedure->block[*block];
    for (uint32_t e = 0; e < from->edges; e++)
        if (path_is_true (s, vc->flow[*block][e])) {
            VEC_PUSH (s->path,
                      ((struct path_step) {PATH_EDGE, site, *block, e}));
            *block = from->edge[e].target;
            return true;
        }
    return false;
}

static bool
path_at_end (const search *s, uint32_t site, uint32_t block)
{
    return block + 1 == s->instance.at[site].vc->procedure->blocks;
}

/* Enters the block, and the callee of its call, its callee and so on as far as
 * they are inlined; gives the block in which it goes on. */
static bool
path_enter (search *s, uint32_t *site, uint32_t *block)
{
    for (;;) {
        const struct instance *i = &s->instance.at[*site];
        VEC_PUSH (s->path, ((struct path_step) {PATH_ENTER, *site, *block, 0}));
        uint32_t call = i->vc->procedure->block[*block].call;
        if (call == PASSIVE_NONE)
            return true;
        uint32_t child = i->child[call];
        if (child == PASSIVE_NONE)
            break;
        if (!s->instance.at[child].vc)
            return false;
        *site = child;
        *block = 0;
    }
    struct open_call met = {
        .parent = *site,
        .call = s->instance.at[*site].vc->procedure->block[*block].call};
    bool beyond = false;
    for (size_t i = 0; !beyond && i < s->now.beyond.size; i++)
        beyond = s->now.beyond.at[i].parent == met.parent
                 && s->now.beyond.at[i].call == met.call;
    if (beyond)
        VEC_PUSH (s->met_beyond, met);
    else
        VEC_PUSH (s->met, met);
    VEC_PUSH (s->path, ((struct path_step) {PATH_RETURN, *site, *block, 0}));
    return true;
}

bool
search_follow (search *s)
{
    s->path.size = s->met.size = s->met_beyond.size = 0;
    uint32_t site = 0, block = 0;
    for (;;) {
        if (!path_enter (s, &site, &block))
            return false;
        while (path_at_end (s, site, block)) {
            if (site == 0)
                return true;
            struct site at = s->partition.site.at[site];
            site = at.parent;
            block = s->instance.at[site].vc->procedure->call[at.call].block;
            VEC_PUSH (s->path,
                      ((struct path_step) {PATH_RETURN, site, block, 0}));
        }
        if (!path_edge (s, site, &block))
            return false;
    }
}

bool
search_path_fits (const search *s)
{
    bool *passed = NEW_ARRAY (bool, s->instance.size);
    for (size_t i = 0; i < s->path.size; i++)
        passed[s->path.at[i].site] = true;
    bool fits = true;
    for (size_t i = 0; i < s->partition.chosen.size; i++) {
        struct chosen c = s->partition.chosen.at[i];
        fits = fits && passed[c.site] == (c.decision == MUST_REACH);
    }
    memory_free (passed);
    return fits;
}
