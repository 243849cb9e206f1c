/* store.c -- what all kinds of stores share, and the choice among them. */
#include "store/store_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "store/scratch.h"

static const struct store_class *
class_of (const char *kind)
{
    static const struct {
        const char *kind;
        const struct store_class *class;
    } all[] = {{"plain", &store_plain},
               {"tree", &store_tree},
               {"compact", &store_compact},
               {"disk", &store_tree}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp (kind, all[i].kind))
            return all[i].class;
    assert (!"a kind of store");
    abort ();
}

/* Trees of states that have parts of their own are another thing. */
static const struct store_class *
class_for (const struct store_options *o)
{
    const struct store_class *class = class_of (o->kind);
    return class == &store_tree && !o->ends && o->parts_of ? &store_forest
                                                           : class;
}

static void
store_fill (store *s, const struct store_options *o)
{
    assert (o->threads > 0 && o->hash_bits <= 64 && (!o->ends || o->parts > 0));
    s->threads = o->threads;
    s->parts = o->ends ? o->parts : 1;
    if (o->ends) {
        s->ends = memory_copy (o->ends, o->parts * sizeof *o->ends);
        s->state_size = o->ends[o->parts - 1];
    }
    s->parts_of = o->ends ? NULL : o->parts_of;
    s->in_files = !strcmp (o->kind, "disk");
    s->cache_bytes = o->cache_bytes;
    s->scratch = memory_string (scratch_directory (o->scratch));
    s->hash_mask =
        o->hash_bits ? UINT64_MAX << (64 - o->hash_bits) : UINT64_MAX;
    s->budget.limit = o->memory_bytes;
    gate_init (&s->gate, o->threads);
    pthread_mutex_init (&s->lock, NULL);
}

static bool
cursors_init (store *s)
{
    s->cursors = NEW_ARRAY (cursor *, s->threads);
    for (unsigned i = 0; i < s->threads; i++) {
        /* The gap keeps cursors of two threads out of one cache line. */
        s->cursors[i] = memory_new (s->class->cursor_size + 64);
        s->cursors[i]->store = s;
        s->cursors[i]->thread = i;
        if (!s->class->cursor_init (s->cursors[i]))
            return false;
    }
    return true;
}

store *
store_new (const struct store_options *o, struct problem *problem)
{
    const struct store_class *class = class_for (o);
    store *s = memory_new (class->size);
    s->class = class;
    store_fill (s, o);
    if (class->init (s, problem) && cursors_init (s))
        return s;
    problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                     "memory: no room for an empty table of states");
    store_free (s);
    return NULL;
}

void
store_free (store *s)
{
    if (!s)
        return;
    for (unsigned i = 0; s->cursors && i < s->threads && s->cursors[i]; i++) {
        s->class->cursor_free (s->cursors[i]);
        VEC_CLEAR (s->cursors[i]->fresh);
        memory_free (s->cursors[i]);
    }
    s->class->free (s);
    budget_give (&s->budget, s->held);
    assert (!atomic_load (&s->budget.used));
    gate_clear (&s->gate);
    pthread_mutex_destroy (&s->lock);
    memory_free (s->cursors);
    memory_free (s->ends);
    memory_free ((char *) s->scratch);
    memory_free (s);
}

uint64_t
store_states (const store *s)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < s->threads; i++)
        n += cursor_states (s->cursors[i]);
    return n;
}

static uint64_t
budget_used (const struct budget *b)
{
    return atomic_load_explicit (&b->used, memory_order_relaxed);
}

uint64_t
store_bytes (const store *s)
{
    return budget_used (&s->budget) - s->held;
}

bool
store_hold (store *s, uint64_t bytes)
{
    const struct budget *b = &s->budget;
    if (bytes > s->held)
        budget_force (&s->budget, bytes - s->held);
    else
        budget_give (&s->budget, s->held - bytes);
    s->held = bytes;
    if (!b->limit || budget_used (b) <= b->limit)
        return true;
    if (s->class->yield)
        s->class->yield (s);
    return budget_used (b) <= b->limit + b->limit / 16;
}

bool
store_is_exact (const char *kind)
{
    return class_of (kind)->exact;
}

bool
store_sound (const store *s)
{
    return s->class->sound (s);
}

void
store_describe (const store *s, struct text *to)
{
    assert (to);
    if (s->class->describe)
        s->class->describe (s, to);
}

size_t
store_split (const store *s, struct bytes state, uint32_t ends[PARTS_MOST])
{
    assert (state.size < UINT32_MAX);
    size_t n = 0;
    if (s->parts_of)
        n = s->parts_of (state, ends, PARTS_MOST);
    else if (s->ends && s->parts <= PARTS_MOST)
        memcpy (ends, s->ends, (n = s->parts) * sizeof *ends);
    assert (n <= PARTS_MOST);
    if (!n && state.size)
        n = 1;
    if (n)
        ends[n - 1] = (uint32_t) state.size;
    for (size_t i = 1; i < n; i++)
        assert (ends[i - 1] <= ends[i]);
    return n;
}

unsigned
store_aid_bits (const store *s, unsigned bits, size_t entry)
{
    uint64_t most = s->budget.limit / 64 / s->threads;
    while (most && bits > 4 && entry << bits > most)
        bits--;
    return bits;
}

const struct problem *
store_problem (const store *s)
{
    return &s->problem;
}

cursor *
store_cursor (store *s, unsigned thread)
{
    assert (thread < s->threads);
    return s->cursors[thread];
}

struct bytes
cursor_read (cursor *c, state_ref ref)
{
    return c->store->class->read (c, ref);
}

state_ref
cursor_behind (const cursor *c)
{
    return c->behind;
}

enum put
cursor_put (cursor *c, struct bytes state, state_ref *ref)
{
    assert (!c->store->ends || state.size == c->store->state_size);
    gate_enter (&c->store->gate, c->thread);
    enum put put = c->store->class->put (c, state, ref);
    gate_leave (&c->store->gate, c->thread);
    return put;
}

bool
cursor_find (cursor *c, struct bytes state, state_ref *ref)
{
    assert (!c->store->ends || state.size == c->store->state_size);
    gate_enter (&c->store->gate, c->thread);
    bool found = c->store->class->find (c, state, ref);
    gate_leave (&c->store->gate, c->thread);
    return found;
}

bool
cursor_add (cursor *c, struct bytes state)
{
    assert (!c->store->ends || state.size == c->store->state_size);
    gate_enter (&c->store->gate, c->thread);
    bool done = c->store->class->add (c, state);
    gate_leave (&c->store->gate, c->thread);
    return done;
}

bool
cursor_flush (cursor *c)
{
    gate_enter (&c->store->gate, c->thread);
    bool done = c->store->class->flush (c);
    gate_leave (&c->store->gate, c->thread);
    return done && !c->full;
}

uint64_t
cursor_states (const cursor *c)
{
    return atomic_load_explicit (&c->states, memory_order_relaxed);
}

bool
cursor_take (cursor *c, struct vec_stretch *to)
{
    bool done = cursor_flush (c);
    assert (to);
    for (size_t i = 0; i < c->fresh.size; i++)
        VEC_PUSH (*to, c->fresh.at[i]);
    c->fresh.size = 0;
    return done;
}

void
cursor_note (cursor *c, state_ref first, state_ref end)
{
    assert (first < end);
    atomic_store_explicit (&c->states, cursor_states (c) + 1,
                           memory_order_relaxed);
    if (c->fresh.size && VEC_LAST (c->fresh).end == first
        && c->open < STRETCH_STATES) {
        VEC_LAST (c->fresh).end = end;
        c->open++;
        return;
    }
    VEC_PUSH (c->fresh, ((struct stretch) {first, end}));
    c->open = 1;
}

void
store_give_up (store *s, const char *why)
{
    assert (why);
    pthread_mutex_lock (&s->lock);
    problem_of_kind (&s->problem, PROBLEM_RESOURCE, (struct place) {0},
                     "%s at %" PRIu64 " states", why, store_states (s));
    pthread_mutex_unlock (&s->lock);
}

enum put
cursor_full (cursor *c, const char *what)
{
    c->full = true;
    store_give_up (c->store, what);
    return PUT_FULL;
}
