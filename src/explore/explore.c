/* explore.c -- see explore.h: choosing a search, and what all of them share. */
#include <assert.h>
#include <string.h>

#include "explore/guided/guided.h"

enum { MOST_PARTS = 4096 };

static const struct search_class *const searches[] = {
    &search_layers,        &search_freely,        &search_dfs,
    &search_bfs,           &search_dynamic_locks, &search_static_locks,
    &search_static_master, &search_static_local,  &search_directed,
    &search_best,          &search_astar,         &search_ida};

static const struct search_class *
search_named (const char *name)
{
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        if (!strcmp (searches[i]->name, name))
            return searches[i];
    return NULL;
}

bool
search_is_predictable (const char *name)
{
    const struct search_class *s = search_named (name);
    return s && (s->layered || s->guided);
}

bool
search_is_guided (const char *name)
{
    const struct search_class *s = search_named (name);
    return s && s->guided;
}

store *
explore_store (const generator *g, const struct explore_options *o,
               unsigned threads, unsigned stores, struct problem *problem)
{
    assert (threads > 0 && stores > 0);
    struct store_options so = o->store;
    uint32_t ends[MOST_PARTS];
    so.threads = threads;
    so.parts = g->class->parts ? g->class->parts (g, ends, MOST_PARTS) : 0;
    so.ends = so.parts ? ends : NULL;
    so.parts_of = g->class->parts_of;
    so.memory_bytes /= stores;
    so.cache_bytes /= stores;
    assert (so.parts <= MOST_PARTS);
    store *s = store_new (&so, problem);
    assert (s || problem->kind != PROBLEM_NONE);
    return s;
}

void
result_add (struct explore_result *r, const struct expander *x)
{
    r->edges += x->edges;
    r->steps += x->steps;
    r->faults += x->faults;
    r->cuts += x->cuts;
    digest_add (&r->digest, x->digest);
    finding_keep (&r->fault, &x->fault);
    finding_keep (&r->cut, &x->cut);
    if (x->failed.found && r->problem.kind == PROBLEM_NONE)
        r->problem = x->problem;
}

void
result_end (struct explore_result *r, enum explore_end broken)
{
    assert (broken == EXPLORE_COMPLETE || broken == EXPLORE_STOPPED
            || broken == EXPLORE_FULL || broken == EXPLORE_BOUND);
    if (r->fault.found)
        r->end = EXPLORE_FAULT;
    else if (broken == EXPLORE_COMPLETE && r->problem.kind != PROBLEM_NONE)
        r->end = EXPLORE_FAILED;
    else
        r->end = broken;
}

/* The shard knows its states only; the rest is that of the layers before. */
static void
exploration_tick (void *context, const struct explore_result *now)
{
    exploration *e = context;
    e->result.states = now->states;
    e->result.bytes = now->bytes;
    e->options.tick (e->options.context, &e->result);
}

exploration *
exploration_new (const generator *g, const struct explore_options *o,
                 struct problem *problem)
{
    const struct search_class *search = search_named (o->search);
    if (!search || (o->depth && !search->has_depth)) {
        problem_of_kind (problem, PROBLEM_USAGE, (struct place) {0},
                         search ? "search \"%s\" knows no depth"
                                : "there is no search \"%s\"",
                         o->search);
        return NULL;
    }
    exploration *e = NEW (exploration);
    *e = (exploration) {.generator = g, .options = *o, .search = search};
    e->options.threads = o->threads ? o->threads : 1;
    e->result.hashed = !store_is_exact (o->store.kind);
    if (!search->layered)
        return e;
    struct explore_options own = e->options;
    own.tick = o->tick ? exploration_tick : NULL;
    own.context = e;
    e->shard = shard_new (g, &own, NULL, problem);
    if (e->shard)
        return e;
    exploration_free (e);
    return NULL;
}

void
exploration_free (exploration *e)
{
    if (!e)
        return;
    shard_free (e->shard);
    store_free (e->store);
    predecessors_clear (&e->predecessors);
    path_clear (&e->way);
    finding_clear (&e->result.fault);
    finding_clear (&e->result.cut);
    memory_free (e);
}

const struct explore_result *
exploration_run (exploration *e)
{
    assert (!e->ran);
    e->ran = true;
    e->search->run (e);
    assert (e->result.end != EXPLORE_COMPLETE || !e->result.faults);
    assert (e->result.end != EXPLORE_FAULT || e->result.fault.found);
    return &e->result;
}

bool
exploration_has_path (const exploration *e)
{
    return e->shard || e->store || e->way.choice.size;
}

void
exploration_describe (const exploration *e, struct text *to)
{
    assert (e->ran);
    if (e->shard)
        shard_describe (e->shard, to);
    if (e->store)
        store_describe (e->store, to);
}

bool
exploration_path (exploration *e, const struct finding *f, struct path *path,
                  struct problem *problem)
{
    assert (e->ran && exploration_has_path (e));
    if (e->way.choice.size) {
        assert (f == &e->result.fault);
        path->choice.size = 0;
        for (size_t i = 0; i < e->way.choice.size; i++)
            VEC_PUSH (path->choice, e->way.choice.at[i]);
        return true;
    }
    return e->shard ? layers_path (e, f, path, problem)
                    : guided_path (e, f, path, problem);
}
