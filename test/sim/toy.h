/* toy.h -- programs of choices and calls, and a search that needs no solver.
 *
 * A procedure of a toy is a list of segments that are passed one after the
 * other; a segment is a list of ways through it: empty, dead, or a call.  So
 * whether a procedure can return under given decisions is a matter of counting,
 * and a toy is still an honest passive program that stratify.h can search.
 *
 * toy_search is the stand-in: a search as stratify.h promises it, over toys.
 * With a query limit, a search gives up as long as its tree has more sites than
 * that, less 24 for each decision. */
#ifndef TOY_H
#define TOY_H

#include <stdio.h>
#include <string.h>

#include "bounded/hydra/hydra.h"
#include "bounded/hydra/wire.h"

enum { WAY_EMPTY = UINT32_MAX, WAY_DEAD = UINT32_MAX - 1 };
enum { TOY_SEGMENTS = 3, TOY_WAYS = 3, TOY_MOST = 40, TOY_USUAL = 12 };
enum { TOY_NEEDLES = 1000 }; /* numbers from here on are needles */
enum { TOY_CALLS = TOY_SEGMENTS * TOY_WAYS };

struct toy_procedure {
    unsigned segments;
    unsigned predecessors[TOY_SEGMENTS];
    uint32_t way[TOY_SEGMENTS][TOY_WAYS]; /* WAY_EMPTY, WAY_DEAD, a callee */
};

struct toy {
    unsigned procedures, bound;
    struct toy_procedure procedure[TOY_MOST];
};

/* splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t
toy_draw (uint64_t *state, uint64_t below)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) % below;
}

/* A tree of choices with one leaf that returns, or none. */
static inline void
toy_make_needle (struct toy *t, uint64_t number)
{
    enum { INNER = 13 };
    t->procedures = TOY_MOST;
    t->bound = 1;
    for (unsigned p = 0; p < TOY_MOST; p++) {
        struct toy_procedure *at = &t->procedure[p];
        at->segments = 1;
        at->predecessors[0] = p < INNER ? TOY_WAYS : 1;
        for (unsigned w = 0; w < at->predecessors[0]; w++)
            at->way[0][w] = p < INNER ? 1 + TOY_WAYS * p + w
                            : p - INNER == number % (TOY_MOST - INNER + 3)
                                ? WAY_EMPTY
                                : WAY_DEAD;
    }
}

/* Calls go to later procedures; in every third toy now and then to earlier
 * ones.  The last two are leaves. */
static inline void
toy_make (struct toy *t, uint64_t number)
{
    uint64_t random = number * 7919 + 1;
    *t = (struct toy) {0};
    if (number >= TOY_NEEDLES) {
        toy_make_needle (t, number);
        return;
    }
    t->procedures = 6 + (unsigned) toy_draw (&random, TOY_USUAL - 6);
    t->bound = 1 + (unsigned) toy_draw (&random, 2);
    for (unsigned p = 0; p < t->procedures; p++) {
        struct toy_procedure *at = &t->procedure[p];
        bool leaf = p + 2 >= t->procedures;
        at->segments =
            leaf ? 1 : 2 + (unsigned) toy_draw (&random, TOY_SEGMENTS - 1);
        for (unsigned s = 0; s < at->segments; s++) {
            at->predecessors[s] =
                leaf ? 1 : 1 + (unsigned) toy_draw (&random, TOY_WAYS);
            for (unsigned w = 0; w < at->predecessors[s]; w++) {
                uint64_t kind = toy_draw (&random, 10);
                unsigned later = t->procedures - p - 1;
                at->way[s][w] =
                    leaf && p + 1 == t->procedures ? WAY_DEAD
                    : leaf || kind == 0            ? WAY_EMPTY
                    : kind == 1                    ? WAY_DEAD
                    : kind == 2 && number % 3 == 0
                        ? (uint32_t) toy_draw (&random, p + 1)
                        : p + 1
                              + (uint32_t) (toy_draw (&random, later)
                                            * toy_draw (&random, 4) / 3);
            }
        }
    }
}

/* ---- as a passive program */

static inline void
toy_block (struct passive_procedure *p, const term *assume)
{
    p->block[p->blocks++] =
        (struct passive_block) {.assume = assume, .call = PASSIVE_NONE};
}

static inline void
toy_edges (struct passive_program *g, struct passive_procedure *p,
           uint32_t block, uint32_t first, uint32_t count)
{
    struct passive_block *b = &p->block[block];
    b->edge = arena_new (&g->arena, count * sizeof *b->edge);
    b->edges = count;
    for (uint32_t i = 0; i < count; i++)
        b->edge[i] = (struct passive_edge) {first + i, term_true (g->terms)};
}

static inline void
toy_procedure_make (struct passive_program *g, struct passive_procedure *p,
                    const struct toy_procedure *from)
{
    enum { BLOCKS = 1 + TOY_SEGMENTS * (TOY_WAYS + 1) };
    p->block = arena_new (&g->arena, BLOCKS * sizeof *p->block);
    p->call = arena_new (&g->arena, BLOCKS * sizeof *p->call);
    p->call_label = arena_new (&g->arena, BLOCKS * sizeof *p->call_label);
    toy_block (p, term_true (g->terms));
    for (unsigned s = 0; s < from->segments; s++) {
        uint32_t fork = p->blocks - 1, first = p->blocks;
        for (unsigned w = 0; w < from->predecessors[s]; w++) {
            uint32_t way = from->way[s][w];
            toy_block (p, term_bool (g->terms, way != WAY_DEAD));
            if (way == WAY_DEAD || way == WAY_EMPTY)
                continue;
            char label[20];
            snprintf (label, sizeof label, "L%u", p->blocks - 1);
            p->call_label[p->calls] = arena_string (&g->arena, label);
            p->block[p->blocks - 1].call = p->calls;
            p->call[p->calls++] =
                (struct passive_call) {.block = p->blocks - 1, .callee = way};
        }
        toy_edges (g, p, fork, first, p->blocks - first);
        toy_block (p, term_true (g->terms));
        for (uint32_t b = first; b + 1 < p->blocks; b++)
            toy_edges (g, p, b, p->blocks - 1, 1);
    }
}

static inline void
toy_passive (const struct toy *t, struct passive_program *g)
{
    *g = (struct passive_program) {.terms = terms_new (), .owns_terms = true};
    arena_init (&g->arena);
    g->procedures = t->procedures;
    g->procedure = arena_new (&g->arena, t->procedures * sizeof *g->procedure);
    for (unsigned i = 0; i < t->procedures; i++) {
        char name[20];
        snprintf (name, sizeof name, "p%u", i);
        g->procedure[i].name = arena_string (&g->arena, name);
        g->procedure[i].label = "L0";
        toy_procedure_make (g, &g->procedure[i], &t->procedure[i]);
    }
}

/* ---- what is true */

enum toy_mode {
    TOY_UNDER, /* open sites and those beyond the bound are blocked */
    TOY_OVER,  /* open ones return */
    TOY_BEYOND /* those beyond the bound return too */
};

struct toy_count {
    uint8_t on[TOY_MOST]; /* how often each procedure is on the stack */
};

static inline bool
toy_returns (const struct toy *t, uint32_t p, enum toy_mode mode,
             struct toy_count *c)
{
    const struct toy_procedure *at = &t->procedure[p];
    bool returns = true;
    c->on[p]++;
    for (unsigned s = 0; s < at->segments && returns; s++) {
        bool through = false;
        for (unsigned w = 0; w < at->predecessors[s] && !through; w++) {
            uint32_t way = at->way[s][w];
            through = way == WAY_EMPTY;
            if (way == WAY_EMPTY || way == WAY_DEAD)
                continue;
            through = c->on[way] >= t->bound ? mode == TOY_BEYOND
                                             : toy_returns (t, way, mode, c);
        }
        returns = through;
    }
    c->on[p]--;
    return returns;
}

/* SAFE, BOUNDED or UNSAFE. */
static inline enum bounded_answer
toy_truth (const struct toy *t)
{
    struct toy_count c = {0};
    return toy_returns (t, 0, TOY_OVER, &c)     ? ANSWER_UNSAFE
           : toy_returns (t, 0, TOY_BEYOND, &c) ? ANSWER_BOUNDED
                                                : ANSWER_SAFE;
}

/* ---- the search */

struct search {
    struct passive_program *program;
    struct search_options options;
    struct partition now;
    uint64_t units, inlined;
    uint32_t steps;
    bool paused; /* by the last step */
};

/* A look at a partition: what each site can do. */
struct toy_look {
    const struct passive_program *program;
    const struct partition *p;
    uint32_t bound;
    enum toy_mode mode;
    bool *required, *avoided, *returns; /* by site */
    uint32_t *procedure;                /* by site */
    uint32_t (*child)[TOY_CALLS];       /* by site and call; 0: not inlined */
    struct VEC (struct site) open;      /* on the run that was found */
};

static inline const struct passive_procedure *
look_procedure (const struct toy_look *k, uint32_t site)
{
    return &k->program->procedure[k->procedure[site]];
}

static inline bool
look_is_beyond (const struct toy_look *k, uint32_t site, uint32_t callee)
{
    uint32_t count = 0;
    for (uint32_t s = site;; s = k->p->site.at[s].parent) {
        count += k->procedure[s] == callee;
        if (!s)
            return count >= k->bound;
    }
}

/* May the run of a site go through this block? */
static inline bool
look_passes (const struct toy_look *k, uint32_t site, uint32_t block)
{
    const struct passive_procedure *p = look_procedure (k, site);
    const struct passive_block *b = &p->block[block];
    if (term_bool (k->program->terms, false) == b->assume)
        return false;
    if (b->call == PASSIVE_NONE)
        return true;
    uint32_t child = k->child[site][b->call];
    if (child)
        return !k->avoided[child] && k->returns[child];
    return look_is_beyond (k, site, p->call[b->call].callee)
               ? k->mode == TOY_BEYOND
               : k->mode != TOY_UNDER;
}

/* The first way through the segment that block `fork` begins; PASSIVE_NONE:
 * there is none. */
static inline uint32_t
look_way (const struct toy_look *k, uint32_t site, uint32_t fork)
{
    const struct passive_procedure *p = look_procedure (k, site);
    uint32_t first = PASSIVE_NONE, required = PASSIVE_NONE;
    unsigned needs = 0;
    for (uint32_t i = 0; i < p->block[fork].edges; i++) {
        uint32_t block = p->block[fork].edge[i].target;
        uint32_t call = p->block[block].call;
        uint32_t child = call == PASSIVE_NONE ? 0 : k->child[site][call];
        bool passes = look_passes (k, site, block);
        if (child && k->required[child]) {
            needs++;
            required = passes ? block : PASSIVE_NONE;
        }
        if (passes && first == PASSIVE_NONE)
            first = block;
    }
    return needs > 1 ? PASSIVE_NONE : needs ? required : first;
}

static inline bool
look_site (struct toy_look *k, uint32_t site, bool collect)
{
    const struct passive_procedure *p = look_procedure (k, site);
    for (uint32_t fork = 0; p->block[fork].edges;) {
        uint32_t way = look_way (k, site, fork);
        if (way == PASSIVE_NONE)
            return false;
        uint32_t call = p->block[way].call;
        uint32_t child = call == PASSIVE_NONE ? 0 : k->child[site][call];
        if (collect && child)
            look_site (k, child, true);
        else if (collect && call != PASSIVE_NONE
                 && !look_is_beyond (k, site, p->call[call].callee))
            VEC_PUSH (k->open, ((struct site) {site, call}));
        fork = p->block[way].edge[0].target;
    }
    return true;
}

static inline void
look_begin (struct toy_look *k, const struct passive_program *program,
            const struct partition *p, uint32_t bound)
{
    size_t n = p->site.size;
    *k = (struct toy_look) {.program = program, .p = p, .bound = bound};
    k->required = NEW_ARRAY (bool, n);
    k->avoided = NEW_ARRAY (bool, n);
    k->returns = NEW_ARRAY (bool, n);
    k->procedure = NEW_ARRAY (uint32_t, n);
    k->child = memory_new (n * sizeof *k->child);
    k->procedure[0] = program->main;
    for (uint32_t s = 1; s < n; s++) {
        const struct site *at = &p->site.at[s];
        k->child[at->parent][at->call] = s;
        k->procedure[s] = look_procedure (k, at->parent)->call[at->call].callee;
    }
    for (size_t i = 0; i < p->chosen.size; i++) {
        uint32_t site = p->chosen.at[i].site;
        if (p->chosen.at[i].decision == MUST_AVOID)
            k->avoided[site] = true;
        else
            for (; site; site = p->site.at[site].parent)
                k->required[site] = true;
    }
}

/* Is there a run?  Its open sites are then in `open`. */
static inline bool
look_at (struct toy_look *k, enum toy_mode mode)
{
    k->mode = mode;
    k->open.size = 0;
    for (uint32_t s = (uint32_t) k->p->site.size; s--;)
        k->returns[s] = look_site (k, s, false);
    return k->returns[0] && look_site (k, 0, true);
}

static inline void
look_end (struct toy_look *k)
{
    memory_free (k->required);
    memory_free (k->avoided);
    memory_free (k->returns);
    memory_free (k->procedure);
    memory_free (k->child);
    VEC_CLEAR (k->open);
}

static inline search *
toy_new (struct passive_program *program, const struct partition *p,
         const struct search_options *o)
{
    search *s = NEW (search);
    s->program = program;
    s->options = *o;
    partition_copy (&s->now, p);
    return s;
}

static inline void
toy_free (search *s)
{
    partition_clear (&s->now);
    memory_free (s);
}

static inline enum search_step
toy_inline (search *s, const struct toy_look *k)
{
    for (size_t i = 0; i < k->open.size; i++)
        VEC_PUSH (s->now.site, k->open.at[i]);
    s->inlined += k->open.size;
    return STEP_INLINED;
}

static inline enum search_step
toy_look_step (search *s, struct toy_look *k)
{
    size_t limit = s->options.query_limit + 24 * s->now.chosen.size;
    if (s->options.query_limit && s->now.site.size > limit)
        return STEP_UNDECIDED;
    if (look_at (k, TOY_UNDER))
        return STEP_UNSAFE;
    if (look_at (k, TOY_OVER))
        return toy_inline (s, k);
    if (!look_at (k, TOY_BEYOND))
        return STEP_SAFE;
    return k->open.size && s->options.look_beyond ? toy_inline (s, k)
                                                  : STEP_BOUNDED;
}

static inline enum search_step
toy_step (search *s)
{
    uint64_t random = s->now.site.size * 31 + s->now.chosen.size;
    struct toy_look k;
    s->steps++;
    s->units += 500 + toy_draw (&random, 4000);
    if (s->options.watch && s->options.watch->interrupted)
        return STEP_INTERRUPTED;
    s->paused = s->options.pause && !s->paused && toy_draw (&random, 4) == 0;
    if (s->paused)
        return STEP_PAUSED;
    look_begin (&k, s->program, &s->now, s->options.bound);
    enum search_step step = toy_look_step (s, &k);
    look_end (&k);
    return step;
}

static inline const struct partition *
toy_partition (const search *s)
{
    return &s->now;
}

static inline uint64_t
toy_units (const search *s)
{
    return s->units;
}

static inline uint32_t
toy_steps (const search *s)
{
    return s->steps;
}

static inline uint64_t
toy_inlined (const search *s)
{
    return s->inlined;
}

static inline bool
toy_may_split (const search *s, uint32_t site)
{
    for (size_t i = 0; i < s->now.chosen.size; i++) {
        const struct chosen *c = &s->now.chosen.at[i];
        if (c->site == site)
            return false;
        for (uint32_t up = site; up && c->decision == MUST_AVOID;
             up = s->now.site.at[up].parent)
            if (up == c->site)
                return false;
    }
    return site != 0;
}

static inline bool
toy_choose (const search *s, uint32_t *site)
{
    size_t n = s->now.site.size;
    uint32_t *size = NEW_ARRAY (uint32_t, n);
    *site = 0;
    for (uint32_t i = (uint32_t) n; --i;) {
        size[i]++;
        size[s->now.site.at[i].parent] += size[i];
        if (toy_may_split (s, i) && (!*site || size[i] >= size[*site]))
            *site = i;
    }
    memory_free (size);
    return *site != 0;
}

static inline void
toy_choose_some (const search *s, size_t most, struct vec_target *sites)
{
    uint32_t site;
    sites->size = 0;
    if (!toy_choose (s, &site))
        return;
    VEC_PUSH (*sites, site);
    for (uint32_t i = 1; i < s->now.site.size && sites->size < most; i++)
        if (toy_may_split (s, i) && !partition_below (&s->now, i, site)
            && !partition_below (&s->now, site, i)) {
            VEC_PUSH (*sites, i);
            most = sites->size; /* two are enough */
        }
}

static inline bool
toy_choose_nth (const search *s, uint64_t n, uint32_t *site)
{
    struct vec_target candidate = {0};
    for (uint32_t i = 1; i < s->now.site.size; i++)
        if (toy_may_split (s, i))
            VEC_PUSH (candidate, i);
    bool any = candidate.size;
    if (any)
        *site = candidate.at[n % candidate.size];
    VEC_CLEAR (candidate);
    return any;
}

static inline void
toy_decide (search *s, enum decision decision, uint32_t site)
{
    VEC_PUSH (s->now.chosen, ((struct chosen) {decision, site}));
}

static inline void
toy_turn (search *s, const struct partition *to, bool look_beyond)
{
    s->now.chosen.size = 0;
    for (uint32_t i = 0; i < to->site.size; i++)
        partition_enter (&s->now, to, i);
    for (size_t i = 0; i < to->chosen.size; i++) {
        struct chosen c = to->chosen.at[i];
        c.site = partition_enter (&s->now, to, c.site);
        VEC_PUSH (s->now.chosen, c);
    }
    s->options.look_beyond = look_beyond;
}

static inline bool
toy_trail (search *s, struct trail *t, bool *candidate)
{
    (void) s;
    t->entry = "p0";
    *candidate = false;
    return true;
}

static inline void
toy_core (const search *s, struct vec_target *sites)
{
    for (uint32_t i = 0; i < s->now.site.size; i++)
        VEC_PUSH (*sites, i);
}

/* Whoever gets a part begins with what it decides. */
static inline void
toy_relevant (const search *s, struct vec_target *sites)
{
    (void) s;
    sites->size = 0;
}

static inline bool
toy_needs (const search *s, size_t decision)
{
    (void) s, (void) decision;
    return true;
}

static inline enum solver_answer
toy_confirm (struct passive_program *program, const struct partition *p,
             uint32_t bound, bool bounded, struct solver_watch *watch,
             uint64_t *units)
{
    struct toy_look k;
    look_begin (&k, program, p, bound);
    bool run = look_at (&k, bounded ? TOY_OVER : TOY_BEYOND);
    look_end (&k);
    *units = 1000;
    return watch->interrupted ? SOLVER_INTERRUPTED
           : run              ? SOLVER_SAT
                              : SOLVER_UNSAT;
}

static inline void
toy_pause (search *s, bool pause)
{
    s->options.pause = pause;
}

static const struct hydra_search_class toy_search = {
    .pause = toy_pause,
    .new = toy_new,
    .free = toy_free,
    .step = toy_step,
    .partition = toy_partition,
    .units = toy_units,
    .steps = toy_steps,
    .inlined = toy_inlined,
    .choose = toy_choose_some,
    .choose_nth = toy_choose_nth,
    .decide = toy_decide,
    .turn = toy_turn,
    .trail = toy_trail,
    .relevant = toy_relevant,
    .core = toy_core,
    .needs = toy_needs,
    .confirm = toy_confirm,
};

#endif
