/* hyper.c -- see hyper.h. */
#include "cegar/hyper/hyper.h"

#include <assert.h>
#include <stdio.h>

#include "cegar/abstraction/houdini.h"
#include "cegar/abstraction/refinement.h"
#include "cegar/hyper/forest.h"
#include "cegar/hyper/known.h"

enum hyper_phase { HYPER_BEGIN, HYPER_LAYER, HYPER_JOBS, HYPER_REFINE };

enum {
    HYPER_JOBS_MOST = 200000, /* tuples that a layer may consist of */
    HYPER_WEIGHT = 256,       /* predicates asked by one item, about */
    NOT_ASKED = INT32_MAX
};

struct hyper {
    struct stage stage;
    struct reference_options options;
    const struct system *system;
    struct precision precision;
    struct known known;
    enum hyper_phase phase;

    /* the round */
    struct forest forest;
    struct arena arena;        /* of the layer's items */
    struct vec_forest_job job; /* of the layer: errors first */
    struct vec_hyper_tuple VEC (struct hyper_tuple {
        struct item_tuple tuple;
        uint32_t item; /* that asks for it, or NOT_ASKED */
        uint32_t at;   /* there */
    }) tuple;          /* per job */
    struct vec_hyper_item VEC (struct hyper_item {
        struct item_joint joint; /* its tuples are in the arena */
        struct bytes bytes;
    }) item;
    size_t errors, error_items; /* of the jobs and items: to the error */
    size_t next;                /* the next job to commit */
    size_t answered;            /* items */

    struct refinement refinement; /* its end */
};

hyper *
hyper_new (const struct system *s, const struct reference_options *options)
{
    assert (s->indexed == s->location.size);
    hyper *h = NEW (hyper);
    h->stage.name = "cegar";
    h->options = *options;
    h->system = s;
    precision_init (&h->precision, s->terms, s->location.size);
    known_init (&h->known, s, &h->precision);
    arena_init (&h->arena);
    refinement_init (&h->refinement, s, &h->precision);
    h->refinement.method = options->method;
    h->refinement.everywhere = options->everywhere;
    return h;
}

void
hyper_free (hyper *h)
{
    refinement_clear (&h->refinement);
    forest_clear (&h->forest);
    known_clear (&h->known);
    precision_clear (&h->precision);
    arena_clear (&h->arena);
    VEC_CLEAR (h->job);
    VEC_CLEAR (h->item);
    VEC_CLEAR (h->tuple);
    memory_free (h->stage.invariant);
    VEC_CLEAR (h->stage.path);
    memory_free (h);
}

struct stage *
hyper_stage (hyper *h)
{
    return &h->stage;
}

static size_t
hyper_round (const hyper *h)
{
    return precision_last (&h->precision);
}

static enum driver_step
hyper_over (hyper *h, enum reference_end end, const char *reason)
{
    assert (h->stage.end == REFERENCE_RUNS && end != REFERENCE_RUNS);
    assert ((end == REFERENCE_SAFE) == (h->stage.invariant != NULL));
    assert ((end == REFERENCE_UNSAFE) == (h->stage.path.size > 0));
    h->stage.end = end;
    h->stage.counters.predicates = precision_total (&h->precision);
    snprintf (h->stage.reason, sizeof h->stage.reason, "%s", reason);
    return DRIVER_DONE;
}

/* ---- a round begins */

static enum driver_step
hyper_begin (hyper *h, struct oracle *oracle)
{
    if (h->precision.added.size) {
        struct buffer blob;
        buffer_init (&blob);
        buffer_byte (&blob, BLOB_PREDICATES);
        precision_seal (&h->precision, &blob);
        oracle->class->share (oracle, buffer_view (&blob));
        buffer_clear (&blob);
    }
    uint64_t round = h->stage.counters.rounds++;
    if (h->options.passed
        && !h->options.passed (h->options.context, round, h->stage.digest))
        return hyper_over (h, REFERENCE_FAILED, "the journal disagrees");
    refinement_drop (&h->refinement);
    forest_clear (&h->forest);
    forest_init (&h->forest, h->system, &h->precision, hyper_round (h));
    h->phase = HYPER_LAYER;
    return DRIVER_PROGRESS;
}

/* ---- its layers */

/* The jobs to the error come first; the order is else that of the forest. */
static void
hyper_sort (hyper *h)
{
    struct vec_forest_job sorted = {0};
    for (int errors = 1; errors >= 0; errors--) {
        for (size_t i = 0; i < h->job.size; i++) {
            uint32_t t = h->job.at[i].transition;
            if ((h->system->transition.at[t].to == SYSTEM_ERROR) == errors)
                VEC_PUSH (sorted, h->job.at[i]);
        }
        if (errors)
            h->errors = sorted.size;
    }
    VEC_CLEAR (h->job);
    h->job = sorted;
}

/* What there is to ask for a job; gives how much that is. */
static size_t
hyper_plan (hyper *h, const struct forest_edge *e)
{
    size_t round = hyper_round (h);
    const struct transition *t = &h->system->transition.at[e->transition];
    size_t premises = transition_premises (t);
    struct hyper_tuple x = {.item = NOT_ASKED};
    x.tuple.post.transition = e->transition;
    x.tuple.cube = arena_new (&h->arena, (premises + 1) * sizeof *x.tuple.cube);
    for (size_t i = 0; i < premises; i++)
        x.tuple.cube[i] = (uint64_t *) h->forest.node.at[e->premise[i]].bits;
    bool asked = known_question (&h->known, round, &x.tuple, &h->arena);
    VEC_PUSH (h->tuple, x);
    size_t targets = precision_count (&h->precision, round, t->to);
    return asked ? 1 + cube_count (x.tuple.post.ask, cube_words (targets)) : 0;
}

/* One item for the jobs first .. last - 1, of one transition, that ask something. */
static void
hyper_group (hyper *h, size_t first, size_t last, const bool *asks)
{
    size_t round = hyper_round (h);
    struct hyper_item x = {.joint.kind = ITEM_JOINT};
    x.joint.version = h->precision.round.at[round].version;
    x.joint.transition = h->job.at[first].transition;
    x.joint.tuple.at =
        arena_new (&h->arena, (last - first) * sizeof *x.joint.tuple.at);
    for (size_t i = first; i < last; i++) {
        if (!asks[i])
            continue;
        h->tuple.at[i].item = (uint32_t) h->item.size;
        h->tuple.at[i].at = (uint32_t) x.joint.tuple.size;
        x.joint.tuple.at[x.joint.tuple.size++] = h->tuple.at[i].tuple;
    }
    if (!x.joint.tuple.size)
        return;
    struct buffer b;
    buffer_init (&b);
    item_joint_write (&x.joint, h->system, &h->precision, round, &b);
    x.bytes = (struct bytes) {arena_copy (&h->arena, b.data, b.size), b.size};
    buffer_clear (&b);
    VEC_PUSH (h->item, x);
}

static void
hyper_items (hyper *h)
{
    bool *asks = NEW_ARRAY (bool, h->job.size + 1);
    size_t first = 0, weight = 0;
    h->tuple.size = h->item.size = h->error_items = 0;
    for (size_t i = 0; i < h->job.size; i++) {
        bool same = h->job.at[i].transition == h->job.at[first].transition;
        if (!same || weight >= HYPER_WEIGHT || i == h->errors) {
            hyper_group (h, first, i, asks);
            first = i;
            weight = 0;
        }
        if (i == h->errors)
            h->error_items = h->item.size;
        size_t more = hyper_plan (h, &h->job.at[i]);
        asks[i] = more > 0;
        weight += more;
    }
    if (h->job.size)
        hyper_group (h, first, h->job.size, asks);
    if (h->errors == h->job.size)
        h->error_items = h->item.size;
    memory_free (asks);
}

static void
hyper_want (const hyper *h, struct oracle *oracle, size_t from, size_t to,
            uint64_t rank)
{
    for (size_t i = from; oracle->class->want && i < to; i++)
        oracle->class->want (oracle, h->item.at[i].bytes, rank + i);
}

static enum driver_step
hyper_layer (hyper *h, struct oracle *oracle)
{
    assert (h->phase == HYPER_LAYER && !h->forest.error.size);
    if (h->forest.height + 1 > h->stage.counters.depth)
        h->stage.counters.depth = h->forest.height + 1;
    if (h->options.bound && h->forest.height >= h->options.bound)
        return hyper_over (h, REFERENCE_UNDECIDED, "the bound was reached");
    h->job.size = h->next = h->answered = 0;
    arena_clear (&h->arena);
    if (!forest_jobs (&h->forest, &h->job, HYPER_JOBS_MOST))
        return hyper_over (h, REFERENCE_UNDECIDED, "too many combinations");
    hyper_sort (h);
    hyper_items (h);
    hyper_want (h, oracle, 0, h->error_items, 0);
    if (!oracle->class->ahead || oracle->class->ahead (oracle))
        hyper_want (h, oracle, h->error_items, h->item.size, ORACLE_UNLIKELY);
    h->phase = HYPER_JOBS;
    return DRIVER_PROGRESS;
}

static enum driver_step
hyper_errors (hyper *h, struct oracle *oracle)
{
    struct refinement *f = &h->refinement;
    h->stage.counters.nodes += h->forest.node.size;
    f->paths = 0;
    struct vec_index path[REFINEMENT_PATHS] = {0};
    f->paths = forest_paths (&h->forest, path, REFINEMENT_PATHS);
    if (!f->paths)
        return hyper_over (h, REFERENCE_UNDECIDED,
                           "the counterexample is too large");
    for (size_t i = 0; i < f->paths; i++)
        f->path[i] =
            (struct tree_path) {path[i].at, path[i].size, path[i].room};
    if (oracle->class->forget)
        oracle->class->forget (oracle);
    refinement_begin (f, oracle);
    h->phase = HYPER_REFINE;
    return DRIVER_PROGRESS;
}

/* Commits the next item. */
static enum driver_step
hyper_commit (hyper *h, struct oracle *oracle)
{
    struct hyper_item *x = &h->item.at[h->answered];
    struct bytes answer;
    uint64_t units;
    if (!oracle->class->get (oracle, x->bytes, &answer, &units))
        return DRIVER_BLOCKED;
    if (!item_joint_answered (&x->joint, h->system, &h->precision,
                              hyper_round (h), answer, &h->arena))
        return hyper_over (h, REFERENCE_FAILED,
                           "a worker sent a malformed answer");
    stage_commit (&h->stage, x->bytes, answer, units);
    h->stage.counters.entailments += x->joint.queries;
    h->stage.counters.undecided += x->joint.undecided;
    h->answered++;
    return DRIVER_PROGRESS;
}

/* What the next job gives; the item that asks for it is answered. */
static void
hyper_job (hyper *h)
{
    struct hyper_tuple *x = &h->tuple.at[h->next];
    const struct forest_edge *e = &h->job.at[h->next];
    if (x->item != NOT_ASKED) {
        const uint64_t *before = x->tuple.post.entailed;
        x->tuple = h->item.at[x->item].joint.tuple.at[x->at];
        known_answer (&h->known, hyper_round (h), &x->tuple, before);
    }
    if (x->tuple.post.emptiness != POST_EMPTY) {
        if (h->next < h->errors)
            forest_error (&h->forest, e);
        else
            forest_add (&h->forest, e, x->tuple.post.entailed);
    }
    h->next++;
}

static enum driver_step
hyper_jobs (hyper *h, struct oracle *oracle)
{
    assert (h->phase == HYPER_JOBS);
    while (h->next < h->job.size) {
        if (h->next == h->errors && h->forest.error.size)
            break;
        if (h->next == h->errors)
            hyper_want (h, oracle, h->error_items, h->item.size, 0);
        uint32_t item = h->tuple.at[h->next].item;
        if (item != NOT_ASKED && item == h->answered) {
            enum driver_step step = hyper_commit (h, oracle);
            if (step != DRIVER_PROGRESS)
                return step;
        }
        hyper_job (h);
    }
    if (h->forest.error.size)
        return hyper_errors (h, oracle);
    h->phase = HYPER_LAYER;
    if (forest_layer (&h->forest))
        return DRIVER_PROGRESS;
    h->stage.invariant = forest_invariant (&h->forest);
    h->stage.counters.nodes += h->forest.node.size;
    return hyper_over (h, REFERENCE_SAFE, "");
}

/* ---- its counterexamples */

static enum driver_step
hyper_refine (hyper *h, struct oracle *oracle)
{
    assert (h->phase == HYPER_REFINE);
    struct refinement *f = &h->refinement;
    switch (refinement_step (f, oracle, &h->stage)) {
    case REFINEMENT_RUNS:
        return DRIVER_PROGRESS;
    case REFINEMENT_WAITS:
        return DRIVER_BLOCKED;
    case REFINEMENT_MALFORMED:
        return hyper_over (h, REFERENCE_FAILED,
                           "a worker sent a malformed answer");
    case REFINEMENT_STUCK:
        return hyper_over (h, REFERENCE_UNDECIDED,
                           "refinement makes no progress");
    case REFINEMENT_FEASIBLE:
        for (size_t i = 0; i < f->path[f->at].size; i++)
            VEC_PUSH (h->stage.path, f->path[f->at].at[i]);
        return hyper_over (h, REFERENCE_UNSAFE, "");
    case REFINEMENT_LEARNED:
        break;
    }
    for (size_t l = 0; l < h->precision.locations; l++)
        if (h->precision.at[l].size > h->options.most_predicates)
            return hyper_over (h, REFERENCE_UNDECIDED, "too many predicates");
    h->phase = HYPER_BEGIN;
    return DRIVER_PROGRESS;
}

enum driver_step
hyper_step (hyper *h, struct oracle *oracle)
{
    if (h->stage.end != REFERENCE_RUNS)
        return DRIVER_DONE;
    switch (h->phase) {
    case HYPER_BEGIN:
        return hyper_begin (h, oracle);
    case HYPER_LAYER:
        return hyper_layer (h, oracle);
    case HYPER_JOBS:
        return hyper_jobs (h, oracle);
    case HYPER_REFINE:
        return hyper_refine (h, oracle);
    }
    return DRIVER_DONE;
}

void
hyper_progress (const hyper *h, char *text, size_t room)
{
    snprintf (text, room, "round %llu, height %u, %zu nodes, %zu predicates",
              (unsigned long long) h->stage.counters.rounds,
              h->forest.height + 1, h->forest.node.size,
              precision_total (&h->precision));
}
