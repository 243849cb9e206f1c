/* unfold.c -- exploration with explicit values against all states of small
 * programs, and its arithmetic against that of terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "auto/explicit_stage.h"
#include "effort.h"
#include "program/unfold/internal.h"
#include "states.h"

/* ---- nodes against all states */

static bool
map_has (const struct maps *maps, uint64_t map, uint32_t is)
{
    bool has = true;
    for (uint32_t index = 0; index < 2; index++) {
        uint64_t value;
        has = has
              && (!maps_select (maps, (uint32_t) map, index, &value)
                  || value == access_map (is, index, NULL));
    }
    return has;
}

static bool
node_has (const struct maker *m, const unfolding *u,
          const struct unfold_node *n, uint32_t state)
{
    bool has = true;
    for (uint32_t i = 0; i < n->facts && has; i++) {
        const struct fact *f = &u->fact.at[n->first + i];
        uint32_t is = evaluate (m, u->live.variable.at[f->variable], state);
        has = u->live.variable.at[f->variable] == m->map
                  ? map_has (&u->maps, f->bits, is)
                  : (is == f->bits) == (f->known == KNOWN_IS);
    }
    return has;
}

/* Whether all that comes from a state of a node is in the nodes after it, and
 * it fails only if `may_fail`. */
static bool
node_true (const struct maker *m, const unfolding *u,
           const struct unfold_node *n, bool may_fail)
{
    const struct block *b = &u->procedure->block.at[n->block];
    struct failed failed = {0};
    bool end[STATES] = {0}, fine = true;
    for (uint32_t state = 0; state < STATES; state++)
        if (node_has (m, u, n, state))
            block_run (m, b, 0, state, &failed, end);
    for (uint32_t state = 0; state < STATES && fine; state++)
        for (size_t i = 0; end[state] && i < b->target.size && fine; i++) {
            fine = i < n->edges;
            if (!fine)
                break;
            const struct unfold_node *to = &u->node.at[u->edge.at[n->edge + i]];
            fine = to->block == b->target.at[i] && node_has (m, u, to, state);
        }
    return fine && (may_fail || !failed.any);
}

/* With `safe` no node may fail, else only those that say so. */
static bool
nodes_true (const struct maker *m, const unfolding *u, bool safe)
{
    bool fine = !u->node.at[0].block && !u->node.at[0].facts;
    for (size_t i = 0; i < u->node.size && fine; i++)
        fine = node_true (m, u, &u->node.at[i], !safe && u->node.at[i].fails);
    return fine;
}

/* ---- tests */

static const term *
look (void *context, const term *variable)
{
    const struct maker *m = ((void **) context)[0];
    uint32_t state = *(uint32_t *) ((void **) context)[1];
    uint32_t is = evaluate (m, variable, state);
    char digit[] = {(char) ('0' + is), 0};
    return variable->sort->kind == SORT_BOOL
               ? term_bool (m->p->terms, is)
               : term_bits (m->p->terms, WIDTH, digit);
}

/* What is known of some variables in a state, at random. */
static void
know (struct maker *m, uint32_t state, struct live *live,
      struct unfold_value *now)
{
    for (int i = 0; i < VARIABLES; i++) {
        VEC_PUSH (live->variable, m->variable[i]);
        *term_map_at (&live->number, m->variable[i], NULL) = (uintptr_t) i + 1;
        uint32_t kind = dice_roll (m->dice, 4);
        uint64_t is = evaluate (m, m->variable[i], state);
        if (kind > 1)
            now[i] = (struct unfold_value) {is, KNOWN_IS};
        else if (kind && i < VARIABLES - 1)
            now[i] = (struct unfold_value) {is ^ 1, KNOWN_IS_NOT};
    }
}

/* Whatever is known of the arguments, the value is what is said; and what is
 * learned from it is true. */
static void
terms_are_evaluated (void **unused)
{
    (void) unused;
    size_t known = 0, learned = 0;
    for (uint64_t seed = 0; seed < effort (20000); seed++) {
        struct dice d = {seed * 77 + 5};
        struct program p;
        struct maker m;
        make_program (&m, &p, &d);
        const term *e =
            dice_roll (&d, 2) ? make_bool (&m, 3) : make_bits (&m, 3);
        struct live live = {.terms = p.terms};
        struct tapes tapes = {.live = &live};
        arena_init (&tapes.arena);
        struct unfold_value now[VARIABLES] = {0};
        uint32_t state = dice_roll (&d, STATES);
        know (&m, state, &live, now);
        uint32_t is = evaluate (&m, e, state);
        const term *exact =
            term_evaluate (p.terms, e, look, (void *[]) {&m, &state});
        if (exact)
            assert_int_equal (evaluate (&m, exact, 0), is);
        struct unfold_value v = tapes_value (&tapes, e, now);
        if (v.known) {
            assert_int_equal (v.known == KNOWN_IS, is == v.bits);
            known++;
        } else if (e->sort->kind == SORT_BOOL) {
            tapes_refine (&tapes, e, is, now);
            for (int i = 0; i < VARIABLES; i++) {
                uint32_t x = evaluate (&m, m.variable[i], state);
                assert_true (!now[i].known
                             || (now[i].bits == x)
                                    == (now[i].known == KNOWN_IS));
                learned += now[i].known == KNOWN_IS;
            }
        }
        tapes_clear (&tapes);
        VEC_CLEAR (live.variable);
        term_map_clear (&live.number);
        program_clear (&p);
    }
    assert_true (known > effort (6000) && learned > effort (1500));
}

static const struct unfold_limits limits[] = {
    {.nodes = 100000, .control = 50, .values = 50, .differ = true},
    {.nodes = 100000, .control = 50, .values = 3, .evenly = true},
    {.nodes = 100000, .control = 2, .values = 1, .differ = true},
    {.nodes = 100000, .control = 50, .evenly = true},
    {.nodes = 100000,
     .control = 5000,
     .values = 5000,
     .differ = true,
     .maps = true},
    {.nodes = 100000, .control = 3, .values = 3, .maps = true, .evenly = true},
};
enum { LIMITS = sizeof limits / sizeof *limits };

/* A way goes along blocks from the first one. */
static void
path_check (const unfolding *u, const struct procedure *q, size_t way)
{
    struct vec_target blocks = {0};
    unfold_path (u, way, &blocks);
    assert_int_equal (blocks.at[0], 0);
    for (size_t i = 1; i < blocks.size; i++) {
        const struct vec_target *to = &q->block.at[blocks.at[i - 1]].target;
        bool goes = false;
        for (size_t k = 0; k < to->size; k++)
            goes = goes || to->at[k] == blocks.at[i];
        assert_true (goes);
    }
    VEC_CLEAR (blocks);
}

/* The program of the nodes fails where, and as, the old one did. */
static void
apply_check (struct maker *m, const unfolding *u, struct program *p,
             const struct failed *before)
{
    struct failed after;
    assert_true (unfold_apply (u, p, 100000));
    assert_true (program_sound (p));
    program_run (m, p, &after);
    assert_memory_equal (before, &after, sizeof after);
    struct flat_origins origins;
    program_tidy (p, &origins);
    assert_int_equal (program_fails (m, p), before->any);
    flat_origins_clear (&origins);
}

/* No failure is overlooked, no state leaves the nodes, what is left fails as
 * the program does, and the second look agrees. */
static void
programs_are_unfolded (void **unused)
{
    (void) unused;
    size_t safe = 0, seen = 0, held = 0, larger = 0, differ = 0, maps = 0;
    for (uint64_t seed = 0; seed < effort (9000); seed++) {
        struct dice d = {seed * 31 + 7};
        struct program p;
        struct maker m;
        struct failed failed;
        make_program_with (&m, &p, &d, seed % LIMITS > 2);
        program_run (&m, &p, &failed);
        unfolding *u = unfold (&p, &limits[seed % LIMITS]);
        assert_true (unfold_complete (u));
        assert_true (nodes_true (&m, u, false));
        bool may = unfold_failures (u) > 0, holds = unfold_holds (u);
        assert_true (may || !failed.any);
        assert_true (!holds || !failed.any);
        assert_true (!holds || !may);
        safe += !failed.any;
        seen += !may;
        held += holds;
        larger += unfold_nodes (u) > p.procedure.at[0].block.size;
        for (size_t i = 0; i < u->fact.size; i++) {
            differ += u->fact.at[i].known == KNOWN_IS_NOT;
            maps += u->live.variable.at[u->fact.at[i].variable] == m.map;
        }
        for (size_t i = 0; i < unfold_ways (u); i++)
            path_check (u, &p.procedure.at[0], i);
        apply_check (&m, u, &p, &failed);
        unfold_free (u);
        program_clear (&p);
    }
    printf (
        "%zu safe, %zu seen so, %zu held, %zu larger, %zu differ, %zu maps\n",
        safe, seen, held, larger, differ, maps);
    assert_true (safe > effort (300) && seen > safe / 3
                 && held > seen * 9 / 10);
    assert_true (larger > effort (200) && differ > effort (200)
                 && maps > effort (2000));
}

static bool
never (void *context, const struct vec_target *blocks)
{
    ++*(size_t *) context;
    assert_true (blocks->size > 0);
    return false;
}

/* What decides, or replaces, for good. */
static void
verdicts_are_right (void **unused)
{
    (void) unused;
    size_t safe = 0, replaced = 0, with_maps = 0;
    struct log log;
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    for (uint64_t seed = 0; seed < effort (2000); seed++) {
        struct dice d = {seed * 97 + 3};
        struct program p;
        struct maker m;
        struct flat_origins origins;
        bool alone[MOST_BLOCKS];
        size_t found, asked = 0;
        make_program_with (&m, &p, &d, seed % 2);
        bool bad = program_fails (&m, &p);
        program_tidy (&p, &origins);
        enum values v = values_explore (&p, 10000, &log, never, &asked, &found);
        assert_true (v == VALUES_OPEN || v == VALUES_SAFE);
        assert_true (v != VALUES_SAFE || (!bad && (m.map || !asked)));
        with_maps += v == VALUES_SAFE && asked;
        assert_true (!bad || asked);
        /* With maps there may be fewer nodes. */
        if (!m.map)
            assert_int_equal (
                values_explore (&p, found - 1, &log, never, &asked, &found),
                VALUES_MORE);
        safe += v == VALUES_SAFE;
        replaced += unfolded_replace (&p, &origins, &log, alone);
        assert_int_equal (program_fails (&m, &p), bad);
        flat_origins_clear (&origins);
        program_clear (&p);
    }
    printf ("%zu safe, %zu with maps, %zu replaced\n", safe, with_maps,
            replaced);
    assert_true (safe > effort (200) && replaced > effort (1800)
                 && with_maps > effort (5));
}

static uint64_t
map_any (unfolding *u, struct dice *d)
{
    uint32_t map = dice_roll (d, (uint32_t) u->maps.node.size);
    return map ? map : maps_fill (&u->maps, 1);
}

/* A node knows more, be it true or not. */
static void
node_add (unfolding *u, struct unfold_node *n, struct dice *d)
{
    uint32_t first = (uint32_t) u->fact.size;
    uint32_t x = dice_roll (d, (uint32_t) u->live.variable.size);
    enum sort_kind kind = u->live.variable.at[x]->sort->kind;
    bool wide = kind == SORT_BV;
    for (uint32_t i = 0; i < n->facts; i++) {
        struct fact f = u->fact.at[n->first + i];
        VEC_PUSH (u->fact, f);
    }
    struct fact more = {
        .bits = kind == SORT_ARRAY ? map_any (u, d)
                                   : dice_roll (d, wide ? 1 << WIDTH : 2),
        .variable = x,
        .known = wide && dice_roll (d, 2) ? KNOWN_IS_NOT : KNOWN_IS};
    VEC_PUSH (u->fact, more);
    n->first = first;
    n->facts++;
}

/* Something in the nodes becomes something else; false: there is no such. */
static bool
nodes_spoil (unfolding *u, struct dice *d)
{
    uint32_t kind = dice_roll (d, 9);
    struct unfold_node *n = &u->node.at[dice_roll (d, (uint32_t) u->node.size)];
    struct fact *f =
        n->facts ? &u->fact.at[n->first + dice_roll (d, n->facts)] : NULL;
    uint32_t *e =
        n->edges ? &u->edge.at[n->edge + dice_roll (d, n->edges)] : NULL;
    bool wide = f && u->live.variable.at[f->variable]->sort->kind == SORT_BV;
    if (kind == 0 && n->edges)
        return n->edges--, true;
    if (kind == 1 && n->facts)
        return n->facts--, true;
    if (kind == 2 && e) {
        uint32_t block = u->node.at[*e].block;
        *e = dice_roll (d, (uint32_t) u->node.size);
        for (uint32_t i = 0; i < u->node.size;
             i++, *e = (*e + 1) % u->node.size)
            if (u->node.at[*e].block == block)
                break;
        return true;
    }
    if (kind == 3 && e)
        return *e = dice_roll (d, (uint32_t) u->node.size), true;
    if (kind == 4 && wide)
        return f->known = KNOWN_IS + KNOWN_IS_NOT - f->known, true;
    if (kind == 5 && f
        && u->live.variable.at[f->variable]->sort->kind == SORT_ARRAY)
        return f->bits = map_any (u, d), true;
    if (kind == 5 && f)
        return f->bits ^= wide ? 1 + dice_roll (d, 3) : 1, true;
    if (kind > 5)
        return node_add (u, n, d), true;
    return false;
}

/* Nodes that are not a proof are none for the second look. */
static void
wrong_nodes_are_seen (void **unused)
{
    (void) unused;
    size_t wrong = 0, right = 0;
    for (uint64_t seed = 0; seed < effort (40000); seed++) {
        struct dice d = {seed / 8 * 31 + 7};
        struct program p;
        struct maker m;
        make_program_with (&m, &p, &d, seed / 8 % LIMITS > 2);
        unfolding *u = unfold (&p, &limits[seed / 8 % LIMITS]);
        d.state += seed * 0x9e3779b97f4a7c15u;
        if (unfold_holds (u) && nodes_spoil (u, &d)) {
            bool fine = nodes_true (&m, u, true);
            assert_true (fine || !unfold_holds (u));
            wrong += !fine;
            right += fine;
        }
        unfold_free (u);
        program_clear (&p);
    }
    printf ("%zu wrong, %zu still right\n", wrong, right);
    assert_true (wrong > effort (10000) && right > effort (1000));
}

/* Fewer nodes than needed are no proof. */
static void
some_nodes_are_no_proof (void **unused)
{
    (void) unused;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct dice d = {seed * 31 + 7};
        struct program p;
        struct maker m;
        make_program (&m, &p, &d);
        unfolding *u = unfold (&p, &limits[0]);
        struct unfold_limits less = limits[0];
        size_t all = unfold_nodes (u);
        unfold_free (u);
        less.nodes = all - 1;
        u = unfold (&p, &less);
        assert_false (unfold_complete (u));
        assert_false (unfold_holds (u));
        unfold_free (u);
        program_clear (&p);
    }
}

/* ---- what random programs do not have */

#define TWO_TO_64 "18446744073709551616"
#define TWO_TO_65 "36893488147419103232"

struct odd {
    struct program p;
    terms *t;
    const term *x, *wide, *map, *in, *constant; /* x: two bits */
};

static void
odd_init (struct odd *o)
{
    program_init (&o->p, "odd");
    programs_procedure (&o->p, "main");
    terms *t = o->t = o->p.terms;
    const sort *two = sort_bv (t, 2);
    o->x = term_var (t, "x", two);
    o->wide = term_var (t, "wide", sort_bv (t, 100));
    o->map = term_var (t, "map", sort_array (t, two, two));
    o->in = term_var (t, "in", two);
    o->constant = term_var (t, "constant", two);
    programs_variable (&o->p.global, o->x, NULL);
    programs_variable (&o->p.global, o->wide, NULL);
    programs_variable (&o->p.global, o->map, NULL);
    programs_variable (&o->p.procedure.at[0].in, o->in, NULL);
    VEC_PUSH (o->p.constant, ((struct constant) {.term = o->constant}));
    for (uint32_t i = 0; i < 3; i++)
        programs_block (&o->p, 0, (char[]) {'b', (char) ('0' + i), 0});
    VEC_PUSH (o->p.procedure.at[0].block.at[0].target, 1);
    VEC_PUSH (o->p.procedure.at[0].block.at[1].target, 2);
}

static void
odd_push (struct odd *o, uint32_t block, struct statement s)
{
    VEC_PUSH (o->p.procedure.at[0].block.at[block].statement, s);
}

static const term *
odd_bits (struct odd *o, const term *like, const char *digits)
{
    return term_bits (o->t, like->sort->width, digits);
}

/* The first of two steps, and what need not hold in the end. */
static void
odd_make (struct odd *o, unsigned which)
{
    terms *t = o->t;
    const term *three = odd_bits (o, o->x, "3"), *one = odd_bits (o, o->x, "1");
    const term *claim = NULL;
    const term *is_three = term_eq (t, o->x, three);
    const term *at =
        term_make (t, OP_SELECT, (const term *[]) {o->map, o->x}, 2, 0, 0);
    const term *f = term_apply (t, "f", o->x->sort, &o->x, 1);
    struct statement set = programs_assign (&o->p, o->x, three), havoc = set;
    havoc.kind = STATEMENT_HAVOC;
    havoc.values = 0;
    switch (which) {
    case 0: /* a bound variable with the name of one that is known */
        odd_push (o, 0, set);
        claim = term_quantify (t, OP_FORALL, &o->x, 1, is_three);
        claim = term_and2 (t, is_three, claim);
        break;
    case 1:
        odd_push (o, 0,
                  programs_check (STATEMENT_ASSUME, term_not (t, is_three)));
        claim = term_not (t, term_quantify (t, OP_EXISTS, &o->x, 1, is_three));
        claim = term_or2 (t, term_eq (t, o->x, one), claim);
        break;
    case 2:
        odd_push (o, 0, set);
        claim = term_eq (t, at, three);
        break;
    case 3: /* another element */
        odd_push (o, 0,
                  programs_check (STATEMENT_ASSUME, term_eq (t, at, three)));
        odd_push (o, 1, havoc);
        claim = term_eq (t, at, three);
        break;
    case 4: /* another argument */
        odd_push (o, 0,
                  programs_check (STATEMENT_ASSUME, term_eq (t, f, three)));
        odd_push (o, 1, programs_assign (&o->p, o->x, one));
        claim = term_eq (t, f, three);
        break;
    case 5: /* more than 64 bits */
        odd_push (
            o, 0,
            programs_assign (&o->p, o->wide, odd_bits (o, o->wide, TWO_TO_64)));
        claim = term_eq (t, o->wide, odd_bits (o, o->wide, TWO_TO_65));
        break;
    case 6:
        odd_push (
            o, 0,
            programs_check (STATEMENT_ASSUME, term_eq (t, o->constant, three)));
        claim = term_eq (t, o->constant, one);
        break;
    default:
        odd_push (o, 0,
                  programs_check (STATEMENT_ASSUME, term_eq (t, o->in, three)));
        claim = term_eq (t, o->in, one);
    }
    odd_push (o, 2, programs_check (STATEMENT_ASSERT, claim));
}

/* They may fail, and do so still as a program of nodes. */
static void
odd_programs_may_fail (void **unused)
{
    (void) unused;
    for (unsigned i = 0; i < 8 * LIMITS; i++) {
        struct odd o;
        odd_init (&o);
        odd_make (&o, i / LIMITS);
        assert_true (program_sound (&o.p));
        unfolding *u = unfold (&o.p, &limits[i % LIMITS]);
        assert_true (unfold_complete (u));
        assert_int_equal (unfold_failures (u), 1);
        assert_false (unfold_holds (u));
        assert_true (unfold_apply (u, &o.p, 100));
        assert_true (program_sound (&o.p));
        assert_int_equal (o.p.procedure.at[0].block.size, 3);
        unfold_free (u);
        program_clear (&o.p);
    }
}

/* What only the exploration understands is not decided: an equation of a
 * longer copy. */
static void
verdicts_need_both (void **unused)
{
    (void) unused;
    struct odd o;
    struct log log;
    size_t found, asked = 0;
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    odd_init (&o);
    const term *long_x = term_make (o.t, OP_ZERO_EXTEND, &o.x, 1, 2, 0);
    const term *equal = term_eq (o.t, long_x, odd_bits (&o, long_x, "3"));
    odd_push (&o, 0, programs_check (STATEMENT_ASSUME, equal));
    odd_push (&o, 2,
              programs_check (STATEMENT_ASSERT,
                              term_eq (o.t, o.x, odd_bits (&o, o.x, "3"))));
    unfolding *u = unfold (&o.p, &limits[0]);
    assert_int_equal (unfold_failures (u), 0);
    enum values v = values_explore (&o.p, 100, &log, never, &asked, &found);
    assert_int_equal (v == VALUES_SAFE, unfold_holds (u));
    assert_int_equal (asked, 0);
    unfold_free (u);
    program_clear (&o.p);
}

/* ---- maps */

enum { INDICES = 6 };

struct model { /* of a map from numbers that share bits and do not */
    bool rest, known[INDICES];
    uint64_t usual, value[INDICES];
};

static const uint64_t indices[INDICES] = {0, 1,          2,
                                          5, UINT64_MAX, (uint64_t) 1 << 63};

static uint32_t
model_change (struct model *x, struct maps *maps, uint32_t map, struct dice *d)
{
    uint32_t i = dice_roll (d, INDICES), value = dice_roll (d, 3);
    bool known = dice_roll (d, 4);
    if (!dice_roll (d, 12)) {
        *x = (struct model) {.rest = true, .usual = value};
        for (i = 0; i < INDICES; i++)
            x->known[i] = true, x->value[i] = value;
        return maps_fill (maps, value);
    }
    x->known[i] = known;
    x->value[i] = known ? value : 0;
    return maps_store (maps, map, indices[i], known, value);
}

static bool
model_equal (const struct model *a, const struct model *b)
{
    bool equal = a->rest == b->rest && (!a->rest || a->usual == b->usual);
    for (uint32_t i = 0; i < INDICES; i++)
        equal =
            equal && a->known[i] == b->known[i] && a->value[i] == b->value[i];
    return equal;
}

/* They hold what was stored, and equal ones have equal numbers. */
static void
maps_are_unique (void **unused)
{
    (void) unused;
    struct maps maps;
    struct dice d = {99};
    struct model seen[300] = {0};
    uint32_t map[300] = {0};
    size_t same = 0;
    maps_init (&maps);
    for (uint32_t n = 1; n < 300; n++) {
        uint32_t from = dice_roll (&d, n);
        seen[n] = seen[from];
        map[n] = map[from];
        for (uint32_t k = dice_roll (&d, 4) + 1; k; k--)
            map[n] = model_change (&seen[n], &maps, map[n], &d);
        for (uint32_t i = 0; i < INDICES; i++) {
            uint64_t value;
            bool known = maps_select (&maps, map[n], indices[i], &value);
            assert_int_equal (known, seen[n].known[i]);
            assert_true (!known || value == seen[n].value[i]);
        }
        for (uint32_t i = 0; i < n; i++) {
            assert_int_equal (map[i] == map[n],
                              model_equal (&seen[i], &seen[n]));
            same += map[i] == map[n];
        }
    }
    assert_true (same > 20);
    maps_clear (&maps);
}

static void
maps_have_an_end (void **unused)
{
    (void) unused;
    struct maps maps;
    uint32_t map = 0;
    maps_init (&maps);
    for (uint64_t i = 0; i < MAPS_ENTRIES; i++)
        assert_true (map = maps_store (&maps, map, i * 4, true, i));
    assert_true (maps_store (&maps, map, 4, true, 77));
    assert_false (maps_store (&maps, map, 3, true, 1));
    maps_clear (&maps);
}

/* An entry of a map in a map, known until something is stored at an unknown
 * place of the outer one, or of the same inner one. */
static void
maps_of_maps_are_known (void **unused)
{
    (void) unused;
    for (unsigned i = 0; i < 4; i++) {
        struct odd o;
        odd_init (&o);
        terms *t = o.t;
        const term *one = odd_bits (&o, o.x, "1"),
                   *two = odd_bits (&o, o.x, "2");
        const term *m =
            term_var (t, "outer", sort_array (t, o.x->sort, o.map->sort));
        programs_variable (&o.p.global, m, NULL);
        odd_push (
            &o, 0,
            programs_assign (&o.p, m,
                             term_store (t, m, one,
                                         term_store (t, term_select (t, m, one),
                                                     two, one))));
        const term *at = i == 1 ? o.x : i == 2 ? one : two;
        const term *in = i == 2 ? o.x : two;
        if (i)
            odd_push (&o, 1,
                      programs_assign (
                          &o.p, m,
                          term_store (t, m, at,
                                      term_store (t, term_select (t, m, at), in,
                                                  two))));
        odd_push (&o, 2,
                  programs_check (
                      STATEMENT_ASSERT,
                      term_eq (t, term_select (t, term_select (t, m, one), two),
                               one)));
        unfolding *u = unfold (&o.p, &limits[4]);
        assert_true (unfold_complete (u));
        assert_int_equal (unfold_failures (u), i == 1 || i == 2);
        assert_int_equal (unfold_holds (u), i == 0 || i == 3);
        unfold_free (u);
        program_clear (&o.p);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (terms_are_evaluated),
        cmocka_unit_test (programs_are_unfolded),
        cmocka_unit_test (verdicts_are_right),
        cmocka_unit_test (wrong_nodes_are_seen),
        cmocka_unit_test (some_nodes_are_no_proof),
        cmocka_unit_test (odd_programs_may_fail),
        cmocka_unit_test (verdicts_need_both),
        cmocka_unit_test (maps_are_unique),
        cmocka_unit_test (maps_have_an_end),
        cmocka_unit_test (maps_of_maps_are_known),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
