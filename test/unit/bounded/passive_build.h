/* passive_build.h -- passive programs for tests: the paper's example, a
 * recursive one, and random ones with their verdicts by brute force. */
#ifndef PASSIVE_BUILD_H
#define PASSIVE_BUILD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bounded/inlining/stratify.h"
#include "logic/term/sort.h"

/* ---- making passive programs */

static inline const term *
integer (struct passive_program *p, const char *name)
{
    return term_var (p->terms, name, sort_int (p->terms));
}

static inline const term *
equal (struct passive_program *p, const term *a, const term *b, int plus)
{
    const term *sum[] = {b, term_int (p->terms, plus)};
    return term_eq (p->terms, a, term_add (p->terms, sum, 2));
}

static inline void
make (struct passive_program *p, uint32_t procedures)
{
    *p = (struct passive_program) {.terms = terms_new (), .owns_terms = true};
    arena_init (&p->arena);
    p->procedure = arena_new (&p->arena, procedures * sizeof *p->procedure);
    p->procedures = procedures;
}

static inline struct passive_procedure *
make_procedure (struct passive_program *p, uint32_t number, const char *name,
                uint32_t blocks, uint32_t calls)
{
    struct passive_procedure *q = &p->procedure[number];
    q->name = name;
    q->label = "start";
    q->block = arena_new (&p->arena, blocks * sizeof *q->block);
    q->blocks = blocks;
    q->call = arena_new (&p->arena, calls * sizeof *q->call + 1);
    q->call_label = arena_new (&p->arena, calls * sizeof *q->call_label + 1);
    q->calls = calls;
    for (uint32_t b = 0; b < blocks; b++) {
        q->block[b].assume = term_true (p->terms);
        q->block[b].call = PASSIVE_NONE;
        q->block[b].visit = arena_new (&p->arena, sizeof *q->block[b].visit);
        q->block[b].visit[0] = (struct passive_visit) {number, b, 0, NULL, 0};
        q->block[b].visits = q->block[b].after = 1;
    }
    return q;
}

static inline void
make_edges (struct passive_program *p, struct passive_procedure *q,
            uint32_t from, const uint32_t *target, uint32_t count)
{
    struct passive_block *b = &q->block[from];
    b->edge = arena_new (&p->arena, count * sizeof *b->edge + 1);
    b->edges = count;
    for (uint32_t i = 0; i < count; i++)
        b->edge[i] = (struct passive_edge) {target[i], term_true (p->terms)};
}

static inline void
make_call (struct passive_program *p, struct passive_procedure *q,
           uint32_t call, uint32_t block, uint32_t callee, const char *label,
           const term *in, const term *out)
{
    q->block[block].call = call;
    q->call[call] = (struct passive_call) {.block = block, .callee = callee};
    q->call[call].in = arena_copy (&p->arena, &in, sizeof in);
    q->call[call].out = arena_copy (&p->arena, &out, sizeof out);
    q->call_label[call] = arena_string (&p->arena, label);
}

#define EDGES(p, q, from, ...)                                \
    make_edges (p, q, from, (const uint32_t[]) {__VA_ARGS__}, \
                sizeof ((const uint32_t[]) {__VA_ARGS__}) / sizeof (uint32_t))

/* The paper's Fig. 1, with what foo, bar and baz may change as out-parameters;
 * `safe`: with an end of main that no callee leads to. */
static inline void
make_figure (struct passive_program *p, bool safe)
{
    enum { MAIN, FOO, BAR, BAZ };
    make (p, 4);
    terms *t = p->terms;
    const term *x = integer (p, "x"), *y = integer (p, "y"),
               *z = integer (p, "z");
    const term *c = term_var (t, "c", sort_bool (t)),
               *d = term_var (t, "d", sort_bool (t));
    struct passive_procedure *q = make_procedure (p, MAIN, "main", 5, 3);
    const term *local[] = {x, y, z, c};
    for (size_t i = 0; i < 4; i++)
        VEC_PUSH (q->local, local[i]);
    EDGES (p, q, 0, 1, 2);
    EDGES (p, q, 1, 3);
    EDGES (p, q, 2, 3);
    EDGES (p, q, 3, 4);
    q->block[1].assume = c;
    q->block[2].assume = term_not (t, c);
    const term *zero = term_eq (t, z, term_int (t, 0));
    q->block[4].assume =
        safe ? term_and2 (t, zero, term_eq (t, x, term_int (t, 7)))
             : term_not (t, zero);
    make_call (p, q, 0, 1, FOO, "L1", x, z);
    make_call (p, q, 1, 2, BAR, "L2", x, z);
    make_call (p, q, 2, 3, BAZ, "L3", y, y);
    q = make_procedure (p, FOO, "foo", 4, 0);
    VEC_PUSH (q->in, integer (p, "fx"));
    VEC_PUSH (q->out, integer (p, "fz"));
    VEC_PUSH (q->local, d);
    EDGES (p, q, 0, 1, 2);
    EDGES (p, q, 1, 3);
    EDGES (p, q, 2, 3);
    q->block[1].assume =
        term_and2 (t, d, equal (p, q->out.at[0], q->in.at[0], 1));
    q->block[2].assume = term_and2 (t, term_not (t, d),
                                    equal (p, q->out.at[0], q->in.at[0], -1));
    q = make_procedure (p, BAR, "bar", 1, 0);
    VEC_PUSH (q->in, integer (p, "bx"));
    VEC_PUSH (q->out, integer (p, "bz"));
    q->block[0].assume = equal (p, q->out.at[0], q->in.at[0], 5);
    q = make_procedure (p, BAZ, "baz", 1, 0);
    VEC_PUSH (q->in, integer (p, "y1"));
    VEC_PUSH (q->out, integer (p, "y2"));
    q->block[0].assume = term_eq (t, q->in.at[0], term_int (t, 3));
}

/* main: o := rec (0); assume o == wanted.  rec: out = in, or out = rec (in +
 * 1). With `spec` a call is known to give no less than it got. */
static inline void
make_recursive (struct passive_program *p, int wanted, bool spec)
{
    make (p, 2);
    terms *t = p->terms;
    const term *o = integer (p, "o");
    struct passive_procedure *q = make_procedure (p, 0, "main", 2, 1);
    VEC_PUSH (q->local, o);
    EDGES (p, q, 0, 1);
    make_call (p, q, 0, 0, 1, "L0", term_int (t, 0), o);
    if (spec)
        q->block[0].assume = term_le (t, term_int (t, 0), o);
    q->block[1].assume = term_eq (t, o, term_int (t, wanted));
    q = make_procedure (p, 1, "rec", 4, 1);
    const term *in = integer (p, "in"), *out = integer (p, "out");
    VEC_PUSH (q->in, in);
    VEC_PUSH (q->out, out);
    EDGES (p, q, 0, 1, 2);
    EDGES (p, q, 1, 3);
    EDGES (p, q, 2, 3);
    q->block[1].assume = term_eq (t, in, out);
    const term *sum[] = {in, term_int (t, 1)};
    const term *more = term_add (t, sum, 2);
    make_call (p, q, 0, 2, 1, "L2", more, out);
    if (spec)
        q->block[2].assume = term_le (t, more, out);
}

/* ---- random programs against brute force
 *
 * Variables have values 0 to 3: a (in), o (out), v0 and v1 (results of calls).
 * Block 0 of a procedure assumes that o, v0 and v1 are such values; main's
 * assumes it of a, too. */

enum { VALUES = 4, MOST_PROCEDURES = 3, MOST_BLOCKS = 6, VARIABLES = 4 };

struct guess_atom {
    bool equal;
    uint32_t left, right; /* variable; right: a constant from VARIABLES on */
};

struct guess_procedure {
    uint32_t blocks;
    struct guess_atom atom[MOST_BLOCKS];
    bool edge[MOST_BLOCKS][MOST_BLOCKS];
    bool calls[MOST_BLOCKS];
    uint32_t callee[MOST_BLOCKS], in[MOST_BLOCKS], out[MOST_BLOCKS];
};

struct guess {
    uint32_t procedures;
    struct guess_procedure procedure[MOST_PROCEDURES];
};

static inline uint64_t
next_random (uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

static inline void
guess_make (struct guess *g, uint64_t *seed)
{
    *g = (struct guess) {.procedures = 2 + (uint32_t) (next_random (seed) % 2)};
    for (uint32_t i = 0; i < g->procedures; i++) {
        struct guess_procedure *q = &g->procedure[i];
        q->blocks = 3 + (uint32_t) (next_random (seed) % (MOST_BLOCKS - 2));
        for (uint32_t b = 0; b < q->blocks; b++) {
            q->atom[b] = (struct guess_atom) {
                next_random (seed) % 3 == 0,
                (uint32_t) (next_random (seed) % VARIABLES),
                (uint32_t) (next_random (seed) % (VARIABLES + VALUES))};
            for (uint32_t to = b + 1; to < q->blocks; to++)
                q->edge[b][to] = next_random (seed) % 2;
            if (b + 1 < q->blocks)
                q->edge[b][b + 1 + next_random (seed) % (q->blocks - b - 1)] =
                    true;
            q->calls[b] = next_random (seed) % 5 < 2;
            q->callee[b] =
                1 + (uint32_t) (next_random (seed) % (g->procedures - 1));
            q->in[b] = (uint32_t) (next_random (seed) % (VARIABLES + VALUES));
            q->out[b] = 1 + (uint32_t) (next_random (seed) % 3);
        }
    }
}

static inline const term *
guess_term (struct passive_program *p, uint32_t procedure, uint32_t what)
{
    if (what >= VARIABLES)
        return term_int (p->terms, what - VARIABLES);
    char name[16];
    snprintf (name, sizeof name, "p%u.%u", procedure, what);
    return integer (p, name);
}

static inline const term *
guess_domain (struct passive_program *p, const term *v)
{
    return term_and2 (p->terms, term_le (p->terms, term_int (p->terms, 0), v),
                      term_le (p->terms, v, term_int (p->terms, VALUES - 1)));
}

static inline void
guess_procedure (const struct guess *g, struct passive_program *p, uint32_t i)
{
    static const char *const name[] = {"main", "one", "two"};
    const struct guess_procedure *from = &g->procedure[i];
    uint32_t calls = 0;
    for (uint32_t b = 0; b < from->blocks; b++)
        calls += from->calls[b];
    struct passive_procedure *q =
        make_procedure (p, i, name[i], from->blocks, calls);
    VEC_PUSH (q->in, guess_term (p, i, 0));
    VEC_PUSH (q->out, guess_term (p, i, 1));
    VEC_PUSH (q->local, guess_term (p, i, 2));
    VEC_PUSH (q->local, guess_term (p, i, 3));
    uint32_t call = 0;
    for (uint32_t b = 0; b < from->blocks; b++) {
        const term *left = guess_term (p, i, from->atom[b].left),
                   *right = guess_term (p, i, from->atom[b].right);
        const term *same = term_eq (p->terms, left, right);
        q->block[b].assume =
            from->atom[b].equal ? same : term_not (p->terms, same);
        if (left == right)
            q->block[b].assume = term_true (p->terms);
        for (uint32_t v = i == 0 ? 0 : 1; b == 0 && v < VARIABLES; v++)
            q->block[b].assume =
                term_and2 (p->terms, q->block[b].assume,
                           guess_domain (p, guess_term (p, i, v)));
        uint32_t target[MOST_BLOCKS], targets = 0;
        for (uint32_t to = b + 1; to < from->blocks; to++)
            if (from->edge[b][to])
                target[targets++] = to;
        make_edges (p, q, b, target, targets);
        if (from->calls[b]) {
            char label[16];
            snprintf (label, sizeof label, "L%u", b);
            make_call (p, q, call++, b, from->callee[b], label,
                       guess_term (p, i, from->in[b]),
                       guess_term (p, i, from->out[b]));
        }
    }
}

static inline void
guess_passive (const struct guess *g, struct passive_program *p)
{
    make (p, g->procedures);
    for (uint32_t i = 0; i < g->procedures; i++)
        guess_procedure (g, p, i);
}

struct brute {
    const struct guess *guess;
    uint32_t bound;
    bool beyond; /* calls beyond the bound give anything */
    uint32_t times[MOST_PROCEDURES];
    /* Per procedure and stack: bit 4 in + out; bit 16: known. */
    uint32_t known[MOST_PROCEDURES][256];
};

static inline uint32_t brute_relation (struct brute *, uint32_t procedure);

static inline uint32_t
brute_read (const uint32_t *value, uint32_t what)
{
    return what < VARIABLES ? value[what] : what - VARIABLES;
}

static inline bool
brute_block (const struct guess_procedure *q, uint32_t b, const uint32_t *value,
             const uint32_t *relation)
{
    struct guess_atom a = q->atom[b];
    bool same = brute_read (value, a.left) == brute_read (value, a.right);
    if (a.left != a.right && same != a.equal)
        return false;
    if (!q->calls[b])
        return true;
    uint32_t in = brute_read (value, q->in[b]), out = value[q->out[b]];
    return relation[q->callee[b]] >> (in * VALUES + out) & 1;
}

static inline bool
brute_runs (const struct guess_procedure *q, const uint32_t *value,
            const uint32_t *relation)
{
    bool reached[MOST_BLOCKS] = {true};
    for (uint32_t b = 0; b < q->blocks; b++) {
        reached[b] = reached[b] && brute_block (q, b, value, relation);
        for (uint32_t to = b + 1; to < q->blocks; to++)
            reached[to] |= reached[b] && q->edge[b][to];
    }
    return reached[q->blocks - 1];
}

static inline uint32_t
brute_body (struct brute *s, uint32_t procedure)
{
    const struct guess_procedure *q = &s->guess->procedure[procedure];
    uint32_t relation[MOST_PROCEDURES] = {0}, result = 0;
    for (uint32_t b = 0; b < q->blocks; b++)
        if (q->calls[b])
            relation[q->callee[b]] = brute_relation (s, q->callee[b]);
    for (uint32_t all = 0; all < VALUES * VALUES * VALUES * VALUES; all++) {
        uint32_t value[VARIABLES] = {all & 3, all >> 2 & 3, all >> 4 & 3,
                                     all >> 6 & 3};
        if (brute_runs (q, value, relation))
            result |= 1u << (value[0] * VALUES + value[1]);
    }
    return result;
}

static inline uint32_t
brute_relation (struct brute *s, uint32_t procedure)
{
    if (s->times[procedure] == s->bound)
        return s->beyond ? 0xffff : 0;
    s->times[procedure]++;
    uint32_t key = s->times[0] + 4 * s->times[1] + 16 * s->times[2];
    uint32_t *known = &s->known[procedure][key];
    if (!*known)
        *known = 1u << 16 | brute_body (s, procedure);
    s->times[procedure]--;
    return *known & 0xffff;
}

static inline enum search_step
brute_verdict (const struct guess *g, uint32_t bound)
{
    struct brute within = {.guess = g, .bound = bound};
    struct brute beyond = {.guess = g, .bound = bound, .beyond = true};
    return brute_relation (&within, 0)   ? STEP_UNSAFE
           : brute_relation (&beyond, 0) ? STEP_BOUNDED
                                         : STEP_SAFE;
}

/* Of two partitions that together are the whole. */
static inline enum search_step
worse (enum search_step a, enum search_step b)
{
    static const enum search_step order[] = {STEP_UNSAFE, STEP_BOUNDED,
                                             STEP_SAFE};
    for (int i = 0; i < 3; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    fail ();
    return STEP_UNDECIDED;
}

#endif
