/* reference.c -- see reference.h.
 *
 * The paper's MAINMASTER (Fig. 3) without its races: the order of events is the
 * order of this program's text. */
#include "cegar/abstraction/reference.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cegar/abstraction/houdini.h"
#include "cegar/abstraction/refinement.h"
#include "cegar/abstraction/speculate.h"

enum reference_phase { BEGIN, LAYER, ERRORS, GROW, REFINE, OVER };

struct reference {
    struct stage stage;
    struct reference_options options;
    const struct system *system;
    struct precision precision;
    struct plan_cache cache;
    enum reference_phase phase;

    /* the round */
    struct tree tree;
    struct arena arena;   /* of the layer's plans */
    uint32_t first, last; /* the layer is nodes first .. last - 1 */
    struct plan *plan;    /* of each of them */
    uint32_t node;        /* the next to commit */
    struct speculation speculation;

    struct refinement refinement; /* its end */
};

reference *
reference_new (const struct system *s, const struct reference_options *options)
{
    assert (s->indexed == s->location.size && s->indexed > SYSTEM_ERROR);
    reference *r = NEW (reference);
    r->stage.name = "cegar";
    r->options = *options;
    r->system = s;
    precision_init (&r->precision, s->terms, s->location.size);
    plan_cache_init (&r->cache, s, &r->precision);
    arena_init (&r->arena);
    refinement_init (&r->refinement, s, &r->precision);
    r->refinement.method = options->method;
    r->refinement.everywhere = options->everywhere;
    speculation_init (&r->speculation, s, &r->precision, &r->cache);
    return r;
}

void
reference_free (reference *r)
{
    refinement_clear (&r->refinement);
    speculation_clear (&r->speculation);
    tree_clear (&r->tree);
    plan_cache_clear (&r->cache);
    precision_clear (&r->precision);
    arena_clear (&r->arena);
    memory_free (r->plan);
    memory_free (r->stage.invariant);
    VEC_CLEAR (r->stage.path);
    memory_free (r);
}

struct stage *
reference_stage (reference *r)
{
    return &r->stage;
}

static size_t
reference_round (const reference *r)
{
    return precision_last (&r->precision);
}

static enum driver_step
reference_over (reference *r, enum reference_end end, const char *reason)
{
    assert (r->phase != OVER && end != REFERENCE_RUNS);
    assert ((end == REFERENCE_SAFE) == (r->stage.invariant != NULL));
    assert ((end == REFERENCE_UNSAFE) == (r->stage.path.size > 0));
    r->stage.end = end;
    r->phase = OVER;
    r->stage.counters.predicates = precision_total (&r->precision);
    snprintf (r->stage.reason, sizeof r->stage.reason, "%s", reason);
    return DRIVER_DONE;
}

/* ---- a round begins */

static enum driver_step
reference_begin (reference *r, struct oracle *oracle)
{
    assert (r->phase == BEGIN);
    if (r->precision.added.size) {
        struct buffer blob;
        buffer_init (&blob);
        buffer_byte (&blob, BLOB_PREDICATES);
        precision_seal (&r->precision, &blob);
        oracle->class->share (oracle, buffer_view (&blob));
        buffer_clear (&blob);
    }
    uint64_t round = r->stage.counters.rounds++;
    if (r->options.passed
        && !r->options.passed (r->options.context, round, r->stage.digest))
        return reference_over (r, REFERENCE_FAILED, "the journal disagrees");
    assert (!r->precision.added.size);
    speculation_guess (&r->speculation, oracle, &r->tree, &r->refinement);
    refinement_drop (&r->refinement);
    if (r->tree.node.size)
        tree_clear (&r->tree);
    tree_init (&r->tree, r->system, &r->precision, reference_round (r));
    r->first = r->last = 0;
    r->phase = LAYER;
    return DRIVER_PROGRESS;
}

/* ---- its layers */

static enum driver_step
reference_safe (reference *r)
{
    assert (r->tree.error_depth == TREE_NONE && !r->stage.invariant);
    r->stage.invariant = tree_invariant (&r->tree);
    r->stage.counters.nodes += r->tree.node.size;
    return reference_over (r, REFERENCE_SAFE, "");
}

/* The next layer: all nodes that the last one added. */
static enum driver_step
reference_layer (reference *r, struct oracle *oracle)
{
    assert (r->phase == LAYER && r->last <= r->tree.node.size);
    assert (r->tree.error_depth == TREE_NONE);
    r->first = r->last;
    r->last = (uint32_t) r->tree.node.size;
    if (r->first == r->last)
        return reference_safe (r);
    uint32_t depth = r->tree.node.at[r->first].depth;
    if (depth + 1 > r->stage.counters.depth)
        r->stage.counters.depth = depth + 1;
    if (r->options.bound && depth >= r->options.bound)
        return reference_over (r, REFERENCE_UNDECIDED, "the bound was reached");
    arena_clear (&r->arena);
    memory_free (r->plan);
    r->plan = NEW_ARRAY (struct plan, r->last - r->first);
    for (uint32_t n = r->first; n < r->last; n++) {
        const struct tree_node *node = &r->tree.node.at[n];
        assert (node->depth == depth);
        if (node->dead)
            continue;
        struct plan *p = &r->plan[n - r->first];
        plan_make (p, &r->cache, reference_round (r), node->location,
                   node->bits, &r->arena);
        speculation_want (&r->speculation, oracle, p, depth, n);
    }
    r->node = r->first;
    r->phase = ERRORS;
    return DRIVER_PROGRESS;
}

/* Commits the items first .. last - 1 of a plan and gives their answers; false:
 * one is missing. */
static bool
reference_answers (reference *r, struct oracle *oracle, const struct plan *p,
                   size_t first, size_t last, struct item_expand *answer,
                   struct arena *arena)
{
    assert (first <= last && last <= p->item.size);
    struct vec_got {
        struct bytes *at;
        size_t size, room;
    } got = {0};
    struct vec_units {
        uint64_t *at;
        size_t size, room;
    } cost = {0};
    bool all = true;
    for (size_t i = first; all && i < last; i++) {
        struct bytes bytes;
        uint64_t units;
        all = oracle->class->get (oracle, p->item.at[i], &bytes, &units);
        VEC_PUSH (got, bytes);
        VEC_PUSH (cost, units);
    }
    for (size_t i = first; all && i < last; i++) {
        struct item_expand *e = &answer[i];
        size_t round;
        bool good = item_expand_read (e, r->system, &r->precision, &round,
                                      p->item.at[i], arena)
                    && item_expand_answered (e, r->system, &r->precision, round,
                                             got.at[i - first], arena);
        if (!good) {
            reference_over (r, REFERENCE_FAILED,
                            "a worker sent a malformed answer");
            break;
        }
        stage_commit (&r->stage, p->item.at[i], got.at[i - first],
                      cost.at[i - first]);
        r->stage.counters.entailments += e->queries;
        r->stage.counters.undecided += e->undecided;
    }
    VEC_CLEAR (got);
    VEC_CLEAR (cost);
    return all;
}

/* Commits one node: its transitions to the error, or the others. */
static enum driver_step
reference_node (reference *r, struct oracle *oracle, bool errors)
{
    assert (r->first <= r->node && r->node < r->last);
    struct plan *p = &r->plan[r->node - r->first];
    size_t round = reference_round (r);
    if (r->tree.node.at[r->node].dead)
        return DRIVER_PROGRESS;
    struct arena arena;
    arena_init (&arena);
    struct item_expand *answer =
        arena_new (&arena, (p->item.size + 1) * sizeof *answer);
    if (!reference_answers (r, oracle, p, errors ? 0 : p->errors,
                            errors ? p->errors : p->item.size, answer,
                            &arena)) {
        arena_clear (&arena);
        return DRIVER_BLOCKED;
    }
    for (size_t i = 0; r->phase != OVER && i < p->post.size; i++) {
        const struct plan_post *post = &p->post.at[i];
        uint32_t to = r->system->transition.at[post->transition].to;
        if ((to == SYSTEM_ERROR) != errors)
            continue;
        const struct item_post *found =
            post->asked ? &answer[post->item].post.at[post->at] : NULL;
        assert (!found || found->transition == post->transition);
        bool empty = post->empty || (found && found->emptiness == POST_EMPTY);
        const uint64_t *bits =
            empty ? NULL
                  : plan_successor (&r->cache, round, post,
                                    found ? found->entailed : NULL, &arena);
        if (found)
            plan_learn (&r->cache, round, p, post, empty, bits);
        uint32_t node;
        if (empty)
            continue;
        if (errors)
            tree_error (&r->tree, r->node, post->transition);
        else
            tree_add (&r->tree, r->node, post->transition, bits, &node);
    }
    arena_clear (&arena);
    return r->phase == OVER ? DRIVER_DONE : DRIVER_PROGRESS;
}

/* One pass over the layer. */
static enum driver_step
reference_pass (reference *r, struct oracle *oracle, bool errors)
{
    assert (r->phase == (errors ? ERRORS : GROW));
    for (; r->node < r->last; r->node++) {
        enum driver_step step = reference_node (r, oracle, errors);
        if (step != DRIVER_PROGRESS)
            return step;
    }
    r->node = r->first;
    if (!errors)
        r->phase = LAYER;
    else if (r->tree.error_depth == TREE_NONE) {
        for (uint32_t n = r->first; n < r->last; n++)
            if (!r->tree.node.at[n].dead)
                speculation_grow (&r->speculation, oracle,
                                  &r->plan[n - r->first],
                                  r->tree.node.at[n].depth, n);
        r->phase = GROW;
    } else {
        r->stage.counters.nodes += r->tree.node.size;
        speculation_reset (&r->speculation);
        r->speculation.shortest = r->tree.error_depth;
        if (oracle->class->forget)
            oracle->class->forget (oracle);
        assert (!r->refinement.paths);
        r->refinement.paths =
            tree_paths (&r->tree, r->refinement.path, REFINEMENT_PATHS);
        refinement_begin (&r->refinement, oracle);
        r->phase = REFINE;
    }
    return DRIVER_PROGRESS;
}

/* ---- its counterexamples */

static enum driver_step
reference_refine (reference *r, struct oracle *oracle)
{
    assert (r->phase == REFINE);
    struct refinement *f = &r->refinement;
    switch (refinement_step (f, oracle, &r->stage)) {
    case REFINEMENT_RUNS:
        return DRIVER_PROGRESS;
    case REFINEMENT_WAITS:
        return DRIVER_BLOCKED;
    case REFINEMENT_MALFORMED:
        return reference_over (r, REFERENCE_FAILED,
                               "a worker sent a malformed answer");
    case REFINEMENT_STUCK:
        return reference_over (r, REFERENCE_UNDECIDED,
                               "refinement makes no progress");
    case REFINEMENT_FEASIBLE:
        for (size_t i = 0; i < f->path[f->at].size; i++)
            VEC_PUSH (r->stage.path, f->path[f->at].at[i]);
        return reference_over (r, REFERENCE_UNSAFE, "");
    case REFINEMENT_LEARNED:
        break;
    }
    for (size_t l = 0; l < r->precision.locations; l++)
        if (r->precision.at[l].size > r->options.most_predicates)
            return reference_over (r, REFERENCE_UNDECIDED,
                                   "too many predicates");
    r->phase = BEGIN;
    return DRIVER_PROGRESS;
}

enum driver_step
reference_step (reference *r, struct oracle *oracle)
{
    switch (r->phase) {
    case BEGIN:
        return reference_begin (r, oracle);
    case LAYER:
        return reference_layer (r, oracle);
    case ERRORS:
        return reference_pass (r, oracle, true);
    case GROW:
        return reference_pass (r, oracle, false);
    case REFINE:
        return reference_refine (r, oracle);
    default:
        return DRIVER_DONE;
    }
}

void
reference_arrived (reference *r, struct oracle *oracle, struct bytes item,
                   struct bytes answer)
{
    if (r->phase == ERRORS || r->phase == GROW)
        speculation_arrived (&r->speculation, oracle, &r->tree,
                             r->tree.node.at[r->first].depth, item, answer);
}

void
reference_progress (const reference *r, char *text, size_t room)
{
    snprintf (text, room, "round %llu, depth %u, %zu nodes, %zu predicates",
              (unsigned long long) r->stage.counters.rounds,
              r->last > r->first ? r->tree.node.at[r->first].depth : 0,
              r->tree.node.size, precision_total (&r->precision));
}
