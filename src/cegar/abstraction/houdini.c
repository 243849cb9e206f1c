/* houdini.c -- see houdini.h. */
#include "cegar/abstraction/houdini.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cegar/abstraction/item_joint.h"
#include "logic/arith/arith.h"

/* Queries per item, about. */
enum { HOUDINI_WEIGHT = 200 };

struct houdini {
    struct stage stage;
    const struct system *system;
    struct precision candidates;
    uint64_t most;
    bool begun, over;
    struct houdini_at {
        bool reached, changed;
        uint64_t *bits;
    } *at;              /* per location */
    struct arena arena; /* of the round's items */
    /* Of one location and transitions with this one premise; or of a transition with
     * several: `joint`, and `expand` is empty. */
    struct vec_houdini_item VEC (struct houdini_item {
        struct item_expand expand;
        struct item_joint joint;
        bool is_joint;
    }) item;
    struct vec_item bytes;
    size_t next;    /* item to commit */
    bool error;     /* some transition to the error is possible in this round */
    bool *error_at; /* per location: as of its last expansion */
    bool *error_by; /* per transition with several premises: likewise */
    bool *renewed;  /* per location: its set is another one than last round */
    const term **invariant;
};

houdini *
houdini_new (const struct system *s, const struct vec_seed *seeds,
             uint64_t most)
{
    assert (s->indexed == s->location.size && seeds);
    houdini *h = NEW (houdini);
    size_t locations = s->location.size;
    h->stage.name = "houdini";
    h->system = s;
    h->most = most;
    precision_init (&h->candidates, s->terms, locations);
    for (size_t i = 0; i < seeds->size; i++)
        precision_add (&h->candidates, seeds->at[i].location,
                       seeds->at[i].predicate);
    arena_init (&h->arena);
    h->at = NEW_ARRAY (struct houdini_at, locations);
    h->error_at = NEW_ARRAY (bool, locations);
    h->error_by = NEW_ARRAY (bool, s->transition.size + 1);
    h->renewed = NEW_ARRAY (bool, locations);
    for (size_t l = 0; l < locations; l++)
        h->at[l].bits =
            NEW_ARRAY (uint64_t, cube_words (h->candidates.at[l].size) + 1);
    h->at[SYSTEM_ENTRY].reached = h->at[SYSTEM_ENTRY].changed = true;
    return h;
}

void
houdini_free (houdini *h)
{
    for (size_t l = 0; l < h->system->location.size; l++)
        memory_free (h->at[l].bits);
    memory_free (h->at);
    memory_free (h->error_at);
    memory_free (h->error_by);
    memory_free (h->renewed);
    for (size_t i = 0; i < h->item.size; i++)
        VEC_CLEAR (h->item.at[i].expand.post);
    VEC_CLEAR (h->item);
    VEC_CLEAR (h->bytes);
    arena_clear (&h->arena);
    precision_clear (&h->candidates);
    memory_free (h->invariant);
    memory_free (h->stage.invariant);
    memory_free (h);
}

struct stage *
houdini_stage (houdini *h)
{
    return &h->stage;
}

const term *const *
houdini_invariant (const houdini *h)
{
    assert (h->over || !h->invariant);
    return h->invariant;
}

static size_t
houdini_words (const houdini *h, uint32_t location)
{
    return cube_words (h->candidates.at[location].size);
}

/* ---- rounds */

static void
houdini_close (houdini *h, struct item_expand *e)
{
    assert (h->item.size == h->bytes.size);
    if (!e->post.size)
        return;
    size_t round = precision_last (&h->candidates);
    struct buffer b;
    buffer_init (&b);
    item_expand_write (e, h->system, &h->candidates, round, &b);
    struct bytes bytes = {arena_copy (&h->arena, b.data, b.size), b.size};
    buffer_clear (&b);
    VEC_PUSH (h->item, (struct houdini_item) {.expand = *e});
    VEC_PUSH (h->bytes, bytes);
    e->post = (struct vec_post) {0};
}

/* The candidates of a location that are still in question. */
static uint64_t *
houdini_ask (houdini *h, uint32_t to)
{
    size_t targets = h->candidates.at[to].size;
    uint64_t *ask = arena_new (&h->arena, (cube_words (targets) + 1) * 8);
    for (size_t p = 0; p < targets; p++)
        if (!h->at[to].reached || cube_has (h->at[to].bits, p))
            cube_set (ask, p);
    return ask;
}

/* The item of a transition with several premises, if all are reached, and the set of
 * one is another one than last round. */
static void
houdini_join (houdini *h, uint32_t transition)
{
    const struct transition *t = &h->system->transition.at[transition];
    size_t premises = transition_premises (t), round;
    bool reached = true, renewed = false;
    for (size_t i = 0; i < premises; i++) {
        reached = reached && h->at[transition_premise (t, i)].reached;
        renewed = renewed || h->renewed[transition_premise (t, i)];
    }
    if (!reached || !renewed)
        return;
    round = precision_last (&h->candidates);
    h->error_by[transition] = false;
    struct houdini_item x = {.is_joint = true};
    x.joint.kind = ITEM_JOINT_HOUDINI;
    x.joint.version = VEC_LAST (h->candidates.round).version;
    x.joint.transition = transition;
    struct item_tuple *tuple = arena_new (&h->arena, sizeof *tuple);
    x.joint.tuple = (struct vec_tuple) {tuple, 1, 1};
    tuple->post.transition = transition;
    tuple->post.ask = houdini_ask (h, t->to);
    tuple->cube = arena_new (&h->arena, premises * sizeof *tuple->cube);
    for (size_t i = 0; i < premises; i++) {
        uint32_t l = transition_premise (t, i);
        tuple->cube[i] = arena_copy (&h->arena, h->at[l].bits,
                                     (houdini_words (h, l) + 1) * 8);
    }
    struct buffer b;
    buffer_init (&b);
    item_joint_write (&x.joint, h->system, &h->candidates, round, &b);
    struct bytes bytes = {arena_copy (&h->arena, b.data, b.size), b.size};
    buffer_clear (&b);
    VEC_PUSH (h->item, x);
    VEC_PUSH (h->bytes, bytes);
}

/* The items of one location, its set as it is now. */
static void
houdini_plan (houdini *h, uint32_t location)
{
    assert (h->at[location].reached);
    size_t words = houdini_words (h, location), weight = 0;
    struct item_expand e = {.kind = ITEM_HOUDINI,
                            .version = VEC_LAST (h->candidates.round).version,
                            .location = location};
    e.cube = arena_copy (&h->arena, h->at[location].bits, (words + 1) * 8);
    const struct vec_index *leaving = &h->system->leaving[location];
    for (size_t i = 0; i < leaving->size; i++) {
        uint32_t to = h->system->transition.at[leaving->at[i]].to;
        size_t targets = h->candidates.at[to].size;
        struct item_post post = {.transition = leaving->at[i]};
        if (h->system->transition.at[leaving->at[i]].more.size)
            continue;
        post.ask = houdini_ask (h, to);
        post.entailed = arena_new (&h->arena, (cube_words (targets) + 1) * 8);
        weight += 1 + cube_count (post.ask, cube_words (targets));
        VEC_PUSH (e.post, post);
        if (weight >= HOUDINI_WEIGHT) {
            houdini_close (h, &e);
            weight = 0;
        }
    }
    houdini_close (h, &e);
    VEC_CLEAR (e.post);
}

static bool
houdini_round (houdini *h, struct oracle *oracle)
{
    assert (h->next == h->item.size);
    for (size_t i = 0; i < h->item.size; i++)
        VEC_CLEAR (h->item.at[i].expand.post);
    h->item.size = h->bytes.size = h->next = 0;
    arena_clear (&h->arena);
    bool any = false;
    for (uint32_t l = 0; l < h->system->location.size; l++) {
        h->renewed[l] = h->at[l].changed;
        if (h->at[l].changed) {
            h->at[l].changed = false;
            h->error_at[l] = false;
            any = true;
            houdini_plan (h, l);
        }
    }
    for (uint32_t t = 0; t < h->system->transition.size; t++)
        if (h->system->transition.at[t].more.size)
            houdini_join (h, t);
    for (size_t i = 0; oracle->class->want && i < h->bytes.size; i++)
        oracle->class->want (oracle, h->bytes.at[i], i);
    h->stage.counters.rounds++;
    return any;
}

static void
houdini_post (houdini *h, const struct item_post *post, bool *error)
{
    uint32_t to = h->system->transition.at[post->transition].to;
    if (post->emptiness == POST_EMPTY)
        return;
    if (to == SYSTEM_ERROR) {
        *error = true;
        return;
    }
    struct houdini_at *at = &h->at[to];
    size_t words = houdini_words (h, to);
    for (size_t w = 0; w < words; w++) {
        assert (!(post->entailed[w] & ~post->ask[w]));
        /* What this round did not ask for was dropped before it. */
        uint64_t bits =
            at->reached ? at->bits[w] & post->entailed[w] : post->entailed[w];
        at->changed |= bits != at->bits[w];
        at->bits[w] = bits;
    }
    at->changed |= !at->reached;
    at->reached = true;
}

static void
houdini_commit (houdini *h, const struct houdini_item *x)
{
    const struct item_expand *e = &x->expand;
    if (x->is_joint)
        houdini_post (h, &x->joint.tuple.at[0].post,
                      &h->error_by[x->joint.transition]);
    for (size_t i = 0; i < e->post.size; i++)
        houdini_post (h, &e->post.at[i], &h->error_at[e->location]);
}

static bool
houdini_answered (houdini *h, struct houdini_item *x, struct bytes answer)
{
    size_t round = precision_last (&h->candidates);
    bool good =
        x->is_joint
            ? item_joint_answered (&x->joint, h->system, &h->candidates, round,
                                   answer, &h->arena)
            : item_expand_answered (&x->expand, h->system, &h->candidates,
                                    round, answer, &h->arena);
    if (good) {
        h->stage.counters.entailments += x->joint.queries + x->expand.queries;
        h->stage.counters.undecided += x->joint.undecided + x->expand.undecided;
    }
    return good;
}

/* ---- the end */

static enum driver_step
houdini_over (houdini *h, enum reference_end end, const char *reason)
{
    assert (!h->over && end != REFERENCE_RUNS);
    assert ((end == REFERENCE_SAFE) == (h->stage.invariant != NULL));
    h->over = true;
    h->stage.end = end;
    snprintf (h->stage.reason, sizeof h->stage.reason, "%s", reason);
    return DRIVER_DONE;
}

/* Leaves out what the others imply: a proof that people can read, and less for
 * every query that follows. */
static void
houdini_minimise (terms *store, struct term_vec *part)
{
    arith *a = arith_new (store);
    for (size_t i = 0; i < part->size;) {
        arith_reset (a);
        for (size_t j = 0; j < part->size; j++)
            if (j != i)
                arith_assert (a, part->at[j], 0);
        arith_assert (a, term_not (store, part->at[i]), 0);
        if (arith_check (a) != ARITH_UNSAT) {
            i++;
            continue;
        }
        for (size_t j = i + 1; j < part->size; j++)
            part->at[j - 1] = part->at[j];
        part->size--;
    }
    arith_free (a);
}

static const term **
houdini_result (const houdini *h)
{
    terms *store = h->system->terms;
    size_t locations = h->system->location.size;
    const term **result = NEW_ARRAY (const term *, locations);
    for (uint32_t l = 0; l < locations; l++) {
        struct term_vec part = {0};
        for (size_t p = 0; p < h->candidates.at[l].size; p++)
            if (cube_has (h->at[l].bits, p))
                VEC_PUSH (part, h->candidates.at[l].at[p]);
        houdini_minimise (store, &part);
        result[l] = h->at[l].reached ? term_and (store, part.at, part.size)
                                     : term_bool (store, l == SYSTEM_ERROR);
        VEC_CLEAR (part);
    }
    return result;
}

static enum driver_step
houdini_end (houdini *h)
{
    assert (!h->invariant && h->next == h->item.size);
    bool error = false;
    for (size_t l = 0; l < h->system->location.size; l++)
        error |= h->error_at[l];
    for (size_t t = 0; t < h->system->transition.size; t++)
        error |= h->error_by[t];
    h->invariant = houdini_result (h);
    if (error)
        return houdini_over (h, REFERENCE_UNDECIDED, "");
    h->stage.invariant = houdini_result (h);
    return houdini_over (h, REFERENCE_SAFE, "");
}

enum driver_step
houdini_step (houdini *h, struct oracle *oracle)
{
    if (h->over)
        return DRIVER_DONE;
    if (!h->begun) {
        struct buffer blob;
        buffer_init (&blob);
        buffer_byte (&blob, BLOB_CANDIDATES);
        precision_seal (&h->candidates, &blob);
        oracle->class->share (oracle, buffer_view (&blob));
        buffer_clear (&blob);
        h->begun = true;
    }
    if (h->next == h->item.size) {
        if (h->stage.units > h->most)
            return houdini_over (h, REFERENCE_UNDECIDED, "too many candidates");
        return houdini_round (h, oracle) ? DRIVER_PROGRESS : houdini_end (h);
    }
    if (stage_spent (&h->stage))
        return houdini_over (h, REFERENCE_UNDECIDED, "too many candidates");
    struct bytes answer;
    uint64_t units;
    if (!oracle->class->get (oracle, h->bytes.at[h->next], &answer, &units))
        return DRIVER_BLOCKED;
    struct houdini_item *x = &h->item.at[h->next];
    if (!houdini_answered (h, x, answer))
        return houdini_over (h, REFERENCE_FAILED,
                             "a worker sent a malformed answer");
    stage_commit (&h->stage, h->bytes.at[h->next], answer, units);
    houdini_commit (h, x);
    h->next++;
    return DRIVER_PROGRESS;
}
