/* passive.c -- passive programs against the programs that they are made of.
 *
 * Random programs are executed symbolically, path by path, with none of the
 * machinery under test; the passive program, all calls inlined, must have the
 * same answer, and its model must be an execution (trail_run). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bounded/passive/vc.h"
#include "logic/solver/solver.h"
#include "program/passes/passes.h"
#include "program/trail/trail.h"
#include "satisfiable.h"
#include "effort.h"

static uint64_t
next_random (uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

/* Programs: globals g, h : int, m : [int]int; procedures p0 (main) to p3, each
 * p (x) returns (y) with locals u, v; a procedure calls later ones; p3 has no
 * body. */
enum { G, H, M, X, Y, U, V, NAMES, PROCEDURES = 4, GLOBALS = 3 };

struct world {
    struct program p;
    terms *terms;
    uint64_t *seed;
    const term *name[NAMES], *old[GLOBALS];
    bool fail; /* the question: can an assertion fail; else: can main return */
};

static unsigned
pick (struct world *w, unsigned n)
{
    return (unsigned) (next_random (w->seed) % n);
}

static const term *
pick_int (struct world *w, bool of_spec)
{
    static const int any[] = {G, H, X, Y, U, V};
    const term *x = w->name[any[pick (w, of_spec ? 4 : 6)]];
    const term *small = term_int (w->terms, (int64_t) pick (w, 4) - 1);
    const term *sum[] = {x, small};
    switch (pick (w, 6)) {
    case 0:
        return small;
    case 1:
        return term_add (w->terms, sum, 2);
    case 2: {
        const term *select[] = {w->name[M], x};
        return term_make (w->terms, OP_SELECT, select, 2, 0, 0);
    }
    case 3:
        return w->old[pick (w, 2)];
    default:
        return x;
    }
}

static const term *
pick_condition (struct world *w, bool of_spec)
{
    const term *a = pick_int (w, of_spec), *b = pick_int (w, of_spec);
    switch (pick (w, 4)) {
    case 0:
        return term_eq (w->terms, a, b);
    case 1:
        return term_not (w->terms, term_eq (w->terms, a, b));
    case 2:
        return term_lt (w->terms, a, b);
    default:
        return term_le (w->terms, a, term_int (w->terms, 1));
    }
}

static const term **
list_of (struct world *w, const term *a, const term *b)
{
    const term *both[] = {a, b};
    return arena_copy (&w->p.arena, both, sizeof both);
}

static struct statement
pick_statement (struct world *w, uint32_t procedure)
{
    static const int target[] = {G, H, Y, U, V};
    const term *x = w->name[target[pick (w, 5)]];
    struct statement s = {.kind = STATEMENT_ASSUME};
    switch (pick (w, 8)) {
    case 0:
        s.kind = STATEMENT_ASSERT; /* fall through */
    case 1:
        s.term = pick_condition (w, false);
        return s;
    case 2:
        s.kind = STATEMENT_HAVOC;
        s.target = list_of (w, x, w->name[M]);
        s.targets = 1 + !pick (w, 3);
        return s;
    case 3: {
        const term *store[] = {w->name[M], x, pick_int (w, false)};
        s.kind = STATEMENT_ASSIGN;
        s.targets = s.values = 1;
        s.target = list_of (w, w->name[M], NULL);
        s.value =
            list_of (w, term_make (w->terms, OP_STORE, store, 3, 0, 0), NULL);
        return s;
    }
    case 4:
    case 5:
        if (procedure + 1 < PROCEDURES) {
            s.kind = STATEMENT_CALL;
            s.callee = procedure + 1 + pick (w, PROCEDURES - procedure - 1);
            s.target = list_of (w, x, NULL);
            s.value = list_of (w, pick_int (w, false), NULL);
            s.targets = s.values = 1;
            return s;
        } /* fall through */
    default: {
        const term *other = w->name[target[pick (w, 5)]];
        s.kind = STATEMENT_ASSIGN;
        s.targets = s.values = other == x ? 1 : 2;
        s.target = list_of (w, x, other);
        s.value = list_of (w, pick_int (w, false), pick_int (w, false));
        return s;
    }
    }
}

static struct variable
variable_of (const term *t)
{
    return (struct variable) {.term = t};
}

static void
procedure_make (struct world *w, uint32_t number)
{
    struct procedure q = {.has_body = number + 1 < PROCEDURES};
    char name[16];
    snprintf (name, sizeof name, "p%u", number);
    q.name = arena_string (&w->p.arena, name);
    VEC_PUSH (q.in, variable_of (w->name[X]));
    VEC_PUSH (q.out, variable_of (w->name[Y]));
    if (pick (w, 2)) {
        struct spec s = {.kind = SPEC_ENSURES,
                         .free = pick (w, 2),
                         .term = pick_condition (w, true)};
        s.place.line = number + 1;
        VEC_PUSH (q.spec, s);
    }
    VEC_PUSH (q.modifies, w->name[H]);
    unsigned blocks = q.has_body ? 1 + pick (w, 5) : 0;
    if (q.has_body) {
        VEC_PUSH (q.local, variable_of (w->name[U]));
        VEC_PUSH (q.local, variable_of (w->name[V]));
        VEC_PUSH (q.modifies, w->name[G]);
        VEC_PUSH (q.modifies, w->name[M]);
    }
    for (unsigned b = 0; b < blocks; b++) {
        struct block block = {0};
        snprintf (name, sizeof name, "b%u", b);
        block.label = arena_string (&w->p.arena, name);
        block.origin.procedure = PROGRAM_NONE;
        for (unsigned k = pick (w, 4); k > 0; k--)
            VEC_PUSH (block.statement, pick_statement (w, number));
        for (unsigned k = pick (w, 8) ? 1 + pick (w, 2) : 0;
             k > 0 && b + 1 < blocks; k--)
            VEC_PUSH (block.target, b + 1 + pick (w, blocks - b - 1));
        VEC_PUSH (q.block, block);
    }
    VEC_PUSH (w->p.procedure, q);
}

static void
world_init (struct world *w, uint64_t *seed)
{
    static const char *const name[] = {"g", "h", "m", "x", "y", "u", "v"};
    memset (w, 0, sizeof *w);
    w->seed = seed;
    program_init (&w->p, "random.bpl");
    w->terms = w->p.terms;
    const sort *s = sort_int (w->terms);
    for (int i = 0; i < NAMES; i++)
        w->name[i] = term_var (w->terms, name[i],
                               i == M ? sort_array (w->terms, s, s) : s);
    for (int i = 0; i < GLOBALS; i++) {
        VEC_PUSH (w->p.global, variable_of (w->name[i]));
        w->old[i] = program_old (&w->p, w->name[i]);
    }
    for (uint32_t i = 0; i < PROCEDURES; i++)
        procedure_make (w, i);
    w->fail = pick (w, 2);
    assert_true (program_sound (&w->p));
}

/* Symbolic execution, path by path. */
struct frame {
    uint32_t procedure, block;
    size_t statement;
    const term *value[NAMES]; /* of X .. V */
    const term *old[GLOBALS];
};
struct state {
    struct frame frame[PROCEDURES];
    int frames;
    const term *global[GLOBALS];
    const term *path;
};
struct oracle {
    struct world *w;
    size_t paths;
    bool found;
};
enum { PATHS_MOST = 600 };

static const term *
state_term (struct world *w, const struct state *s, const term *t)
{
    const struct frame *f = &s->frame[s->frames - 1];
    const term *from[NAMES + GLOBALS], *to[NAMES + GLOBALS];
    for (int i = 0; i < NAMES; i++) {
        from[i] = w->name[i];
        to[i] = i < GLOBALS ? s->global[i] : f->value[i];
    }
    for (int i = 0; i < GLOBALS; i++) {
        from[NAMES + i] = w->old[i];
        to[NAMES + i] = f->old[i];
    }
    return term_substitute (w->terms, t, from, to, NAMES + GLOBALS);
}

static void
state_set (struct world *w, struct state *s, const term *target,
           const term *value)
{
    for (int i = 0; i < NAMES; i++)
        if (w->name[i] == target && i < GLOBALS)
            s->global[i] = value;
        else if (w->name[i] == target)
            s->frame[s->frames - 1].value[i] = value;
}

static void
state_assume (struct world *w, struct state *s, const term *t)
{
    s->path = term_and2 (w->terms, s->path, state_term (w, s, t));
}

static void
state_enter (struct world *w, struct state *s, uint32_t callee, const term *in)
{
    struct frame *f = &s->frame[s->frames++];
    *f = (struct frame) {.procedure = callee};
    for (int i = X; i < NAMES; i++)
        f->value[i] = term_fresh (w->terms, "any", w->name[i]->sort);
    f->value[X] = in;
    memcpy (f->old, s->global, sizeof f->old);
}

static void
oracle_end (struct oracle *o, const term *path)
{
    o->paths++;
    if (!term_is_false (path) && o->paths <= PATHS_MOST)
        o->found |= is_sat (o->w->terms, &path, 1);
}

static void
oracle_assert (struct oracle *o, struct state *s, const term *t)
{
    const term *holds = state_term (o->w, s, t);
    if (o->w->fail)
        oracle_end (
            o, term_and2 (o->w->terms, s->path, term_not (o->w->terms, holds)));
    state_assume (o->w, s, t);
}

static void
oracle_specs (struct oracle *o, struct state *s, bool is_free)
{
    const struct frame *f = &s->frame[s->frames - 1];
    const struct vec_spec *spec = &o->w->p.procedure.at[f->procedure].spec;
    for (size_t i = 0; i < spec->size; i++)
        if (spec->at[i].free != is_free)
            continue;
        else if (is_free || f->procedure + 1 == PROCEDURES)
            state_assume (o->w, s, spec->at[i].term);
        else
            oracle_assert (o, s, spec->at[i].term);
}

/* False: the path ends. */
static bool
oracle_return (struct oracle *o, struct state *s)
{
    oracle_specs (o, s, false);
    if (s->frames == 1) {
        if (!o->w->fail)
            oracle_end (o, s->path);
        return false;
    }
    oracle_specs (o, s, true);
    const term *result = s->frame[--s->frames].value[Y];
    struct frame *f = &s->frame[s->frames - 1];
    const struct statement *call = &o->w->p.procedure.at[f->procedure]
                                        .block.at[f->block]
                                        .statement.at[f->statement++];
    state_set (o->w, s, call->target[0], result);
    return true;
}

static void
oracle_statement (struct oracle *o, struct state *s, const struct statement *st)
{
    struct world *w = o->w;
    const term *value[2] = {NULL, NULL};
    size_t *at = &s->frame[s->frames - 1].statement;
    switch (st->kind) {
    case STATEMENT_ASSUME:
        state_assume (w, s, st->term);
        break;
    case STATEMENT_ASSERT:
        oracle_assert (o, s, st->term);
        break;
    case STATEMENT_HAVOC:
        for (uint32_t i = 0; i < st->targets; i++)
            state_set (w, s, st->target[i],
                       term_fresh (w->terms, "any", st->target[i]->sort));
        break;
    case STATEMENT_ASSIGN:
        for (uint32_t i = 0; i < st->targets; i++)
            value[i] = state_term (w, s, st->value[i]);
        for (uint32_t i = 0; i < st->targets; i++)
            state_set (w, s, st->target[i], value[i]);
        break;
    case STATEMENT_CALL:
        state_enter (w, s, st->callee, state_term (w, s, st->value[0]));
        if (st->callee + 1 == PROCEDURES) {
            s->global[H] = term_fresh (w->terms, "any", w->name[H]->sort);
            oracle_return (o, s);
        }
        return; /* goes on when it returns */
    }
    ++*at;
}

static void
oracle_run (struct oracle *o, struct state s)
{
    while (o->paths <= PATHS_MOST && !o->found && !term_is_false (s.path)) {
        struct frame *f = &s.frame[s.frames - 1];
        const struct block *b =
            &o->w->p.procedure.at[f->procedure].block.at[f->block];
        if (f->statement < b->statement.size) {
            oracle_statement (o, &s, &b->statement.at[f->statement]);
            continue;
        }
        if (!b->target.size && !oracle_return (o, &s))
            return;
        if (!b->target.size)
            continue;
        f->statement = 0;
        for (size_t i = 0; i + 1 < b->target.size; i++) {
            f->block = b->target.at[i];
            oracle_run (o, s);
        }
        f->block = b->target.at[b->target.size - 1];
    }
}

/* All calls inlined. */
struct instance {
    struct vc vc;
    struct instance *child; /* per call */
};
struct whole {
    struct passive_program *p;
    struct arena arena;
    struct term_vec clause;
    uint32_t number;
    solver *solver;
    struct trail trail;
};

static void
instance_make (struct whole *w, struct instance *i, uint32_t procedure,
               const term *entry, const term *const *in, const term *const *out)
{
    vc_make (&i->vc, w->p, procedure, w->number++, entry, in, out, &w->arena);
    for (size_t k = 0; k < i->vc.clause.size; k++)
        VEC_PUSH (w->clause, i->vc.clause.at[k]);
    uint32_t calls = i->vc.procedure->calls;
    i->child = arena_new (&w->arena, calls * sizeof *i->child + 1);
    for (uint32_t c = 0; c < calls; c++) {
        const struct vc_call *call = &i->vc.call[c];
        instance_make (w, &i->child[c], call->callee, call->control, call->in,
                       call->out);
    }
}

static void
instance_clear (struct instance *i)
{
    for (uint32_t c = 0; c < i->vc.procedure->calls; c++)
        instance_clear (&i->child[c]);
    vc_clear (&i->vc);
}

static const term *
whole_value (struct whole *w, const struct instance *i, const term *t)
{
    const term *value =
        solver_value (w->solver, vc_term (&i->vc, w->p->terms, t));
    assert_non_null (value);
    return value;
}

static void
trail_visits (struct whole *w, const struct instance *i,
              const struct passive_block *b, uint32_t from, uint32_t to)
{
    struct trail *t = &w->trail;
    for (uint32_t k = from; k < to; k++) {
        const struct passive_visit *v = &b->visit[k];
        if (!v->statement)
            VEC_PUSH (t->visit,
                      ((struct trail_visit) {v->procedure, v->block,
                                             (uint32_t) t->value.size, 0}));
        for (uint32_t n = 0; n < v->values; n++) {
            VEC_PUSH (t->value, whole_value (w, i, v->value[n]));
            VEC_LAST (t->visit).values++;
        }
    }
}

static void
trail_follow (struct whole *w, const struct instance *i)
{
    const struct passive_procedure *q = i->vc.procedure;
    for (uint32_t b = 0;;) {
        const struct passive_block *block = &q->block[b];
        trail_visits (w, i, block, 0, block->after);
        if (block->call != PASSIVE_NONE)
            trail_follow (w, &i->child[block->call]);
        trail_visits (w, i, block, block->after, block->visits);
        if (!block->edges)
            return;
        uint32_t next = PASSIVE_NONE;
        for (uint32_t k = 0; k < block->edges; k++)
            if (term_is_true (solver_value (w->solver, i->vc.flow[b][k]))) {
                assert_int_equal (next, PASSIVE_NONE);
                next = block->edge[k].target;
            }
        assert_true (next > b && next < q->blocks);
        b = next;
    }
}

static void
trail_check (struct whole *w, const struct instance *main, struct world *of)
{
    struct problem problem = {0};
    struct term_vec open = {0};
    trail_init (&w->trail);
    w->trail.entry = "p0";
    w->trail.to_return = !of->fail;
    for (uint32_t i = 0; i < w->p->globals; i++)
        VEC_PUSH (w->trail.global, whole_value (w, main, w->p->global[i]));
    VEC_PUSH (w->trail.parameter,
              whole_value (w, main, main->vc.procedure->in.at[0]));
    trail_follow (w, main);
    bool runs = trail_run (&w->trail, &of->p, NULL, NULL, &open, &problem);
    if (!runs)
        fail_msg ("%s", problem.message);
    assert_int_equal (open.size, 0);
    VEC_CLEAR (open);
    trail_clear (&w->trail);
}

/* The answer of the passive program; with `of`, a model is followed. */
static bool
whole_check (struct passive_program *p, struct world *of)
{
    struct whole w = {.p = p};
    struct instance main;
    struct solver_options none = {0};
    arena_init (&w.arena);
    instance_make (&w, &main, p->main, term_true (p->terms), NULL, NULL);
    w.solver = solver_new (p->terms, &none);
    for (size_t i = 0; i < w.clause.size; i++)
        solver_assert (w.solver, w.clause.at[i]);
    enum solver_answer answer = solver_check (w.solver, NULL, 0);
    assert_true (answer == SOLVER_SAT || answer == SOLVER_UNSAT);
    if (answer == SOLVER_SAT && of)
        trail_check (&w, &main, of);
    solver_free (w.solver);
    instance_clear (&main);
    VEC_CLEAR (w.clause);
    arena_clear (&w.arena);
    return answer == SOLVER_SAT;
}

/* Bytes that were changed on their way are refused, or are a program. */
static void
check_noise (struct buffer *bytes, uint64_t *seed)
{
    for (int i = 0; i < 30 && bytes->size; i++) {
        size_t at = next_random (seed) % bytes->size;
        uint8_t before = bytes->data[at];
        bytes->data[at] ^= (uint8_t) (1 + next_random (seed) % 255);
        struct passive_program back;
        struct bytes view = buffer_view (bytes);
        if (i % 3 == 0)
            view.size = at;
        if (passive_read (&back, view)) {
            assert_true (passive_sound (&back));
            passive_clear (&back);
        }
        bytes->data[at] = before;
    }
}

static void
check_wire (const struct passive_program *p, bool answer, uint64_t *seed)
{
    struct buffer one, two;
    struct passive_program back;
    buffer_init (&one);
    buffer_init (&two);
    passive_write (p, &one);
    assert_true (passive_read (&back, buffer_view (&one)));
    passive_write (&back, &two);
    assert_true (bytes_equal (buffer_view (&one), buffer_view (&two)));
    assert_int_equal (whole_check (&back, NULL), answer);
    passive_clear (&back);
    check_noise (&one, seed);
    buffer_clear (&one);
    buffer_clear (&two);
}

/* False: there is no assertion, so none can fail. */
static bool
passive_of (struct passive_program *p, struct program *copy, struct world *w,
            int round)
{
    program_copy (copy, &w->p);
    program_specify (copy, 0);
    const term *err = NULL;
    if (w->fail)
        err = program_raise_asserts (copy, 0);
    else
        program_assume_asserts (copy);
    program_modifies (copy);
    if (round % 3 == 0)
        program_inline (copy, 8, 100);
    program_split_calls (copy);
    passive_make (p, copy, 0, err, round % 4 == 0, NULL);
    assert_true (passive_sound (p));
    return err || !w->fail;
}

static void
answers_are_those_of_paths (void **state)
{
    (void) state;
    uint64_t seed = 4711;
    size_t sat = 0, unsat = 0;
    for (int round = 0; round < (int) effort (200); round++) {
        struct world w;
        world_init (&w, &seed);
        struct oracle o = {.w = &w};
        struct state s = {.path = term_true (w.terms)};
        for (int i = 0; i < GLOBALS; i++)
            s.global[i] = w.name[i];
        state_enter (&w, &s, 0, w.name[X]);
        oracle_run (&o, s);
        struct program copy;
        struct passive_program p;
        bool question = passive_of (&p, &copy, &w, round);
        assert_true (question || !o.found);
        if (question && o.paths <= PATHS_MOST) {
            bool answer = whole_check (&p, &w);
            if (answer != o.found) {
                struct text t;
                text_init (&t);
                program_print (&w.p, &t);
                passive_print (&p, &t);
                fail_msg ("round %d, %s: paths say %d\n%s", round,
                          w.fail ? "fail" : "return", o.found, text_view (&t));
            }
            *(answer ? &sat : &unsat) += 1;
            check_wire (&p, answer, &seed);
        }
        passive_clear (&p);
        program_clear (&copy);
        program_clear (&w.p);
    }
    assert_true (sat > effort (40));
    assert_true (unsat > effort (20));
}

/* main: call r := p (1); assume r = 2.   p: ensures y = 3.  The specification
 * is part of the calling block; the broken twin keeps it apart. */
static void
specifications_stay (void **state)
{
    (void) state;
    uint64_t seed = 1;
    for (int broken = 0; broken < 2; broken++) {
        struct world w;
        world_init (&w, &seed);
        terms *t = w.terms;
        for (uint32_t i = 0; i < 2; i++) {
            struct procedure *q = &w.p.procedure.at[i];
            for (size_t b = 0; b < q->block.size; b++) {
                VEC_CLEAR (q->block.at[b].statement);
                VEC_CLEAR (q->block.at[b].target);
            }
            q->block.size = 1;
            VEC_CLEAR (q->spec);
        }
        struct statement call = {
            .kind = STATEMENT_CALL, .callee = 1, .targets = 1, .values = 1};
        call.target = list_of (&w, w.name[U], NULL);
        call.value = list_of (&w, term_int (t, 1), NULL);
        struct spec s = {.kind = SPEC_ENSURES, .free = true};
        s.term = term_eq (t, w.name[Y], term_int (t, 3));
        s.place = (struct place) {.line = 4, .column = 2};
        VEC_PUSH (w.p.procedure.at[0].block.at[0].statement, call);
        VEC_PUSH (w.p.procedure.at[1].spec, s);
        struct block leave = {.label = "leave"};
        leave.origin.procedure = PROGRAM_NONE;
        VEC_PUSH (w.p.procedure.at[0].block, leave);
        VEC_PUSH (w.p.procedure.at[0].block.at[0].target, 1);
        struct statement two = {.kind = STATEMENT_ASSUME};
        two.term = term_eq (t, w.name[U], term_int (t, 2));
        VEC_PUSH (w.p.procedure.at[0].block.at[1].statement, two);
        program_modifies (&w.p);
        struct passive_program p;
        passive_make (&p, &w.p, 0, NULL, false,
                      broken ? "ensures-open-only" : NULL);
        assert_int_equal (whole_check (&p, NULL), broken);
        assert_int_equal (p.procedure[p.main].call[0].summary != NULL, broken);
        assert_true (p.assumptions >= 1);
        assert_string_equal (p.assumed[0],
                             "random.bpl:4:2: free ensures of p1");
        passive_clear (&p);
        program_clear (&w.p);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (answers_are_those_of_paths),
        cmocka_unit_test (specifications_stay),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
