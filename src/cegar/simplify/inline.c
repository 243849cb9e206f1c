/* inline.c -- locations without a loop of their own are composed away.
 *
 * Every way in is joined with every way out.  The locations that save most (or
 * cost least) go first; the cost is counted in transitions, and bounded, as is
 * the size of all formulas together. */
#include "cegar/simplify/steps.h"

#include <assert.h>

struct degrees {
    size_t *in, *out;
    bool *looped, *refused;
};

static void
degrees_count (struct degrees *d, const struct system *s)
{
    for (size_t i = 0; i < s->location.size; i++) {
        d->in[i] = d->out[i] = 0;
        d->looped[i] = false;
    }
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        d->in[t->to]++;
        d->out[t->from]++;
        if (t->from == t->to)
            d->looped[t->to] = true;
        for (size_t p = 0; p < t->more.size; p++) {
            d->out[t->more.at[p].location]++;
            if (t->more.at[p].location == t->to)
                d->looped[t->to] = true;
        }
    }
}

static size_t
premises_at (const struct transition *t, uint32_t l)
{
    size_t count = 0;
    for (size_t p = 0; p < transition_premises (t); p++)
        count += transition_premise (t, p) == l;
    return count;
}

static int64_t
degrees_cost (const struct degrees *d, size_t l)
{
    return (int64_t) (d->in[l] * d->out[l]) - (int64_t) (d->in[l] + d->out[l]);
}

/* The location to inline next, or 0. */
static uint32_t
degrees_best (const struct degrees *d, const struct system *s,
              const simplification *done)
{
    uint32_t best = 0;
    for (uint32_t i = 2; i < s->location.size; i++) {
        if (s->location.at[i].gone || d->looped[i] || d->refused[i] || !d->in[i]
            || !d->out[i] || d->in[i] * d->out[i] > SIMPLIFY_PATHS)
            continue;
        int64_t cost = degrees_cost (d, i);
        if (cost > 0
            && s->transition.size + (size_t) cost > done->most_transitions)
            continue;
        if (!best || cost < degrees_cost (d, best))
            best = i;
    }
    return best;
}

struct composed {
    struct vec_transition made; /* by way in, then way out */
    struct vec_index first;     /* the index of the way in, of each */
};

static void
composed_make (struct composed *c, const struct system *s, simplification *done,
               uint32_t l, bool check)
{
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *in = &s->transition.at[i];
        if (in->to != l)
            continue;
        for (size_t k = 0; k < s->transition.size; k++) {
            const struct transition *out = &s->transition.at[k];
            struct transition both;
            if (out->from != l || !transition_compose (s, in, out, &both))
                continue;
            if (check && transition_dead (s->terms, &both, done))
                transition_clear (&both);
            else {
                VEC_PUSH (c->made, both);
                VEC_PUSH (c->first, (uint32_t) i);
            }
        }
    }
}

/* The same where a transition may have several premises there: each is joined with
 * every way in.  What is made comes in the place of the way out. */
static void
composed_join (struct composed *c, const struct system *s, simplification *done,
               uint32_t l, bool check)
{
    for (size_t k = 0; k < s->transition.size; k++) {
        const struct transition *out = &s->transition.at[k];
        if (!premises_at (out, l))
            continue;
        struct vec_transition open = {0}; /* the next one is last */
        VEC_PUSH (open, transition_copy (out));
        while (open.size) {
            struct transition next = VEC_POP (open);
            size_t p = 0;
            if (!premises_at (&next, l)) {
                VEC_PUSH (c->made, next);
                VEC_PUSH (c->first, (uint32_t) k);
                continue;
            }
            while (transition_premise (&next, p) != l)
                p++;
            for (size_t i = s->transition.size; i-- > 0;) {
                const struct transition *in = &s->transition.at[i];
                struct transition both;
                if (in->to != l || !transition_join (s, in, &next, p, &both))
                    continue;
                if (check && transition_dead (s->terms, &both, done))
                    transition_clear (&both);
                else
                    VEC_PUSH (open, both);
            }
            transition_clear (&next);
        }
        VEC_CLEAR (open);
    }
}

static void
note_definition (const struct system *s, simplification *done, uint32_t l)
{
    assert (l < s->location.size);
    struct undo *u = simplification_note (done, UNDO_DEFINE, l);
    term_vec_copy (&u->vars, &s->location.at[l].vars);
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        if (t->to == l)
            VEC_PUSH (u->in, transition_copy (t));
        if (premises_at (t, l))
            VEC_PUSH (u->out, transition_copy (t));
    }
    for (size_t i = 0; i < s->location.size && !system_linear (s); i++) {
        struct term_vec vars = {0};
        term_vec_copy (&vars, &s->location.at[i].vars);
        VEC_PUSH (u->all, vars);
    }
    u->target = NEW_ARRAY (struct term_vec, u->out.size + 1);
    for (size_t i = 0; i < u->out.size; i++)
        term_vec_copy (&u->target[i], &s->location.at[u->out.at[i].to].vars);
}

/* Puts what was made of each way in at its place. */
static void
composed_apply (struct composed *c, struct system *s, uint32_t l)
{
    assert (c->made.size == c->first.size);
    assert (l < s->location.size);
    struct vec_transition all = {0};
    size_t next = 0;
    for (size_t i = 0; i < s->transition.size; i++) {
        struct transition *t = &s->transition.at[i];
        if (t->to != l && !premises_at (t, l)) {
            VEC_PUSH (all, *t);
            continue;
        }
        while (next < c->made.size && c->first.at[next] == i)
            VEC_PUSH (all, c->made.at[next++]);
        transition_clear (t);
    }
    assert (next == c->made.size);
    c->made.size = 0;
    VEC_CLEAR (s->transition);
    s->transition = all;
    s->location.at[l].gone = true;
}

static void
composed_clear (struct composed *c)
{
    for (size_t i = 0; i < c->made.size; i++)
        transition_clear (&c->made.at[i]);
    VEC_CLEAR (c->made);
    VEC_CLEAR (c->first);
}

/* Nodes of all formulas if `c` replaces what goes through `l`. */
static size_t
composed_nodes (const struct composed *c, const struct system *s, uint32_t l,
                size_t nodes)
{
    assert (l < s->location.size);
    for (size_t i = 0; i < c->made.size; i++)
        nodes += transition_nodes (&c->made.at[i]);
    for (size_t i = 0; i < s->transition.size; i++)
        if (s->transition.at[i].to == l
            || premises_at (&s->transition.at[i], l))
            nodes -= transition_nodes (&s->transition.at[i]);
    return nodes;
}

bool
simplify_inline (struct system *s, simplification *done)
{
    size_t n = s->location.size;
    struct degrees d = {NEW_ARRAY (size_t, n), NEW_ARRAY (size_t, n),
                        NEW_ARRAY (bool, n), NEW_ARRAY (bool, n)};
    size_t nodes = 0;
    for (size_t i = 0; i < s->transition.size; i++)
        nodes += transition_nodes (&s->transition.at[i]);
    bool changed = false;
    uint32_t l;
    while (degrees_count (&d, s), (l = degrees_best (&d, s, done))) {
        struct composed c = {0};
        assert (l > SYSTEM_ERROR && !d.looped[l] && !s->location.at[l].gone);
        if (system_linear (s))
            composed_make (&c, s, done, l, degrees_cost (&d, l) > 0);
        else
            composed_join (&c, s, done, l, degrees_cost (&d, l) > 0);
        size_t after = composed_nodes (&c, s, l, nodes);
        if (after > nodes && after > done->most_nodes)
            d.refused[l] = true;
        else {
            note_definition (s, done, l);
            composed_apply (&c, s, l);
            nodes = after;
            changed = true;
        }
        composed_clear (&c);
    }
    memory_free (d.in);
    memory_free (d.out);
    memory_free (d.looped);
    memory_free (d.refused);
    return changed;
}
