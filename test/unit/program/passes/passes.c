/* passes.c -- each pass keeps what a program does, and where blocks are from.
 *
 * Random programs over 0 and 1 are run exhaustively (test/summaries.h) before
 * and after each pass; then random runs of the result are executed on the
 * program as read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "program/passes/passes.h"
#include "program/trail/trail.h"
#include "programs.h"
#include "summaries.h"

static uint64_t
seeds (void)
{
    const char *text = getenv ("PASSES_SEEDS");
    return text ? strtoull (text, NULL, 10) : effort (90);
}

static void
show (const struct program *p)
{
    struct text text;
    text_init (&text);
    program_print (p, &text);
    fprintf (stderr, "%s\n", text_view (&text));
    text_clear (&text);
}

/* What a procedure does for an input, as a set: bit 31 of `seen` is an error.
 * Outcomes have at most 2 globals, @err and one result. */
struct outcomes {
    bool error, known;
    uint32_t returned; /* a bit per value of globals and result */
};

static struct outcomes
outcomes_of (struct summaries *z, uint32_t procedure, uint32_t input,
             bool start)
{
    const struct vec_target *list = summaries_of (z, procedure, input, start);
    struct outcomes o = {.known = list != NULL};
    for (size_t i = 0; list && i < list->size; i++)
        if (list->at[i] == FAILURE)
            o.error = true;
        else {
            assert (list->at[i] < 32);
            o.returned |= (uint32_t) 1 << list->at[i];
        }
    return o;
}

/* The same before @err was there: g, h, r become g, h, @err, r. */
static struct outcomes
outcomes_lower (struct outcomes o)
{
    struct outcomes low = {.known = o.known};
    for (uint32_t i = 0; i < 32; i++)
        if (o.returned >> i & 1) {
            if (i & 4)
                low.error = true;
            else
                low.returned |= (uint32_t) 1 << ((i & 3) | (i >> 1 & 4));
        }
    return low;
}

static uint32_t
input_raised (uint32_t input)
{
    return (input & 3) | (input & ~(uint32_t) 3) << 1;
}

enum how { SAME, RAISED, NO_ERRORS };

struct comparison {
    struct program *before, *after;
    enum summary_stage stage_before, stage_after;
    enum how how;
    bool with_error; /* @err is a global in both */
    uint32_t procedures;
    uint64_t seed;
    const char *pass;
};

static unsigned compared, given_up;

static void
outcomes_differ (const struct comparison *c, uint32_t procedure, uint32_t input,
                 struct outcomes a, struct outcomes b)
{
    show (c->before);
    fprintf (stderr, "=======>\n");
    show (c->after);
    fail_msg ("seed %llu, %s: %s on input %u: error %d, returns %x; after it "
              "error %d, returns %x",
              (unsigned long long) c->seed, c->pass,
              c->before->procedure.at[procedure].name, input, a.error,
              a.returned, b.error, b.returned);
}

static void
compare_one (const struct comparison *c, struct summaries *x,
             struct summaries *y, uint32_t procedure, uint32_t input)
{
    bool start = !procedure;
    struct outcomes a = outcomes_of (x, procedure, input, start);
    bool raised = c->how == RAISED;
    struct outcomes b = outcomes_of (
        y, procedure, raised ? input_raised (input) : input, start);
    if (!a.known || !b.known) {
        given_up++;
        return;
    }
    compared++;
    if (raised)
        b = outcomes_lower (b);
    if (raised && start) /* the end of the entry is about errors only */
        a.returned = 0;
    if (c->how == NO_ERRORS)
        a.error = false;
    if (a.error != b.error || a.returned != b.returned)
        outcomes_differ (c, procedure, input, a, b);
}

static void
compare (const struct comparison *c)
{
    if (!program_sound (c->after)) {
        show (c->before);
        show (c->after);
        fail_msg ("seed %llu: %s made something unsound",
                  (unsigned long long) c->seed, c->pass);
    }
    for (int64_t k = 0; k < 2; k++) {
        struct summaries x, y;
        summaries_init (&x, c->before, c->stage_before, k);
        summaries_init (&y, c->after, c->stage_after, k);
        for (uint32_t i = 0; i < c->procedures; i++) {
            const struct procedure *q = &c->before->procedure.at[i];
            uint32_t inputs = (uint32_t) 1
                              << (c->before->global.size + q->in.size);
            for (uint32_t j = 0; q->has_body && j < inputs; j++)
                compare_one (c, &x, &y, i, j);
        }
        summaries_clear (&x);
        summaries_clear (&y);
    }
}

/* ---- one program through all passes */

static void
labels_are_unique (const struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        struct map seen;
        map_init (&seen);
        for (size_t j = 0; j < q->block.size; j++)
            assert_true (
                map_put (&seen, digest_string (q->block.at[j].label), 1));
        map_clear (&seen);
    }
}

static void
step (struct comparison *c, struct program *stages, unsigned *n,
      const char *pass)
{
    c->pass = pass;
    c->before = &stages[*n - 1];
    c->after = &stages[*n];
    labels_are_unique (c->after);
    compare (c);
    ++*n;
}

/* A copy that keeps origins. */
static struct program *
stage_copy (struct program *stages, unsigned n)
{
    struct program *from = &stages[n - 1], *to = &stages[n];
    program_copy (to, from);
    for (size_t i = 0; n > 1 && i < from->procedure.size; i++)
        for (size_t j = 0; j < from->procedure.at[i].block.size; j++)
            to->procedure.at[i].block.at[j].origin =
                from->procedure.at[i].block.at[j].origin;
    return to;
}

static void
modifies_hold (struct program *p, enum summary_stage stage)
{
    struct summaries z;
    summaries_init (&z, p, stage, 0);
    for (uint32_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        uint32_t changes = 0;
        for (size_t j = 0; j < q->modifies.size; j++)
            for (size_t k = 0; k < p->global.size; k++)
                if (q->modifies.at[j] == p->global.at[k].term)
                    changes |= (uint32_t) 1 << k;
        uint32_t inputs = (uint32_t) 1 << (p->global.size + q->in.size);
        for (uint32_t j = 0; q->has_body && j < inputs && inputs < 256; j++) {
            const struct vec_target *list = summaries_of (&z, i, j, false);
            uint32_t all = ((uint32_t) 1 << p->global.size) - 1;
            for (size_t k = 0; list && k < list->size; k++)
                if (list->at[k] != FAILURE)
                    assert_false ((list->at[k] ^ j) & all & ~changes);
        }
    }
    summaries_clear (&z);
}

static bool
has_cycle (const struct procedure *q, uint32_t from, uint8_t *mark)
{
    mark[from] = 1;
    for (size_t i = 0; i < q->block.at[from].target.size; i++) {
        uint32_t to = q->block.at[from].target.at[i];
        if (mark[to] == 1 || (!mark[to] && has_cycle (q, to, mark)))
            return true;
    }
    mark[from] = 2;
    return false;
}

static void
no_loops (const struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        uint8_t *mark = NEW_ARRAY (uint8_t, q->block.size + 1);
        if (q->block.size)
            assert_false (has_cycle (q, 0, mark));
        memory_free (mark);
    }
}

static void
calls_are_last (const struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++) {
            const struct block *b = &p->procedure.at[i].block.at[j];
            for (size_t k = 0; k + 1 < b->statement.size; k++)
                assert_int_not_equal (b->statement.at[k].kind, STATEMENT_CALL);
        }
}

/* ---- random runs of the last program, executed on the first */

struct walker {
    struct program *program;
    struct summaries z; /* for evaluation */
    struct dice dice;
    struct trail *trail;
    unsigned steps;
    bool raised;
};

static void
walker_value (struct walker *w, bool visited, uint8_t value)
{
    if (visited)
        VEC_PUSH (w->trail->value, term_int (w->program->terms, value));
}

static bool walk_procedure (struct walker *w, uint32_t at, uint8_t *value);

/* False: the run is blocked. */
static bool
walk_call (struct walker *w, const struct summary_scope *scope, bool visited,
           const struct statement *st, uint8_t *value)
{
    struct summaries *z = &w->z;
    const struct procedure *callee = &w->program->procedure.at[st->callee];
    const struct summary_scope *inner = &z->scope[st->callee];
    size_t globals = w->program->global.size;
    uint8_t next[SLOTS];
    memset (next, UNSET, sizeof next);
    memcpy (next, value, globals);
    memcpy (next + inner->old, value, globals);
    for (size_t i = 0; i < st->values; i++)
        next[inner->in + i] =
            (uint8_t) summary_eval (z, scope, value, st->value[i]);
    if (callee->has_body) {
        if (!walk_procedure (w, st->callee, next))
            return false;
    } else {
        for (size_t i = 0; i < callee->out.size; i++) {
            next[inner->out + i] = (uint8_t) dice_roll (&w->dice, 2);
            walker_value (w, visited, next[inner->out + i]);
        }
        for (size_t i = 0; i < callee->modifies.size; i++) {
            uintptr_t slot =
                *term_map_get (&inner->slot, callee->modifies.at[i]);
            next[slot] = (uint8_t) dice_roll (&w->dice, 2);
            walker_value (w, visited, next[slot]);
        }
    }
    for (size_t i = 0; i < callee->spec.size; i++)
        if (callee->spec.at[i].kind == SPEC_ENSURES
            && !(w->raised && next[globals - 1])
            && !summary_holds (z, inner, next, callee->spec.at[i].term))
            return false;
    memcpy (value, next, globals);
    for (size_t i = 0; i < st->targets; i++)
        value[*term_map_get (&scope->slot, st->target[i])] =
            next[inner->out + i];
    return true;
}

static bool
walk_statement (struct walker *w, const struct summary_scope *scope,
                bool visited, const struct statement *st, uint8_t *value)
{
    uint8_t before[SLOTS];
    memcpy (before, value, sizeof before);
    if (st->kind == STATEMENT_CALL)
        return walk_call (w, scope, visited, st, value);
    if (st->kind == STATEMENT_ASSUME)
        return summary_holds (&w->z, scope, value, st->term);
    for (size_t i = 0; i < st->targets; i++) {
        uint8_t *to = &value[*term_map_get (&scope->slot, st->target[i])];
        if (st->kind == STATEMENT_ASSIGN)
            *to = (uint8_t) summary_eval (&w->z, scope, before, st->value[i]);
        else {
            *to = (uint8_t) dice_roll (&w->dice, 2);
            walker_value (w, visited, *to);
        }
    }
    return true;
}

static void
walk_enter (struct walker *w, uint32_t at, uint8_t *value)
{
    const struct procedure *q = &w->program->procedure.at[at];
    const struct summary_scope *scope = &w->z.scope[at];
    bool visited = q->block.at[0].origin.procedure != PROGRAM_NONE;
    for (size_t i = scope->out; i < scope->old; i++) {
        const term *t = i < scope->local ? q->out.at[i - scope->out].term
                                         : q->local.at[i - scope->local].term;
        if (strchr (t->text, '@'))
            continue;
        value[i] = (uint8_t) dice_roll (&w->dice, 2);
        walker_value (w, visited, value[i]);
    }
}

static bool
walk_procedure (struct walker *w, uint32_t at, uint8_t *value)
{
    const struct procedure *q = &w->program->procedure.at[at];
    for (uint32_t b = 0;;) {
        const struct block *block = &q->block.at[b];
        bool visited = block->origin.procedure != PROGRAM_NONE;
        if (++w->steps > 400)
            return false;
        if (visited && !block->origin.statement)
            VEC_PUSH (w->trail->visit,
                      ((struct trail_visit) {
                          block->origin.procedure, block->origin.block,
                          (uint32_t) w->trail->value.size, 0}));
        if (!b)
            walk_enter (w, at, value);
        for (size_t i = 0; i < block->statement.size; i++)
            if (!walk_statement (w, &w->z.scope[at], visited,
                                 &block->statement.at[i], value))
                return false;
        if (!block->target.size)
            return true;
        b = block->target
                .at[dice_roll (&w->dice, (uint32_t) block->target.size)];
    }
}

static unsigned replayed;

static void
trail_holds (struct trail *t, struct program *as_read, struct program *last,
             uint64_t seed)
{
    for (size_t i = 0; i < t->visit.size; i++)
        t->visit.at[i].values =
            (uint32_t) (i + 1 < t->visit.size ? t->visit.at[i + 1].first
                                              : t->value.size)
            - t->visit.at[i].first;
    struct problem problem = {0};
    struct term_vec open = {0};
    bool held = trail_run (t, as_read, NULL, NULL, &open, &problem);
    if (!held) {
        show (as_read);
        fprintf (stderr, "=======>\n");
        show (last);
        struct text text;
        text_init (&text);
        trail_write (t, as_read, &text);
        fprintf (stderr, "%s\n", text_view (&text));
        text_clear (&text);
        fail_msg ("seed %llu: %s", (unsigned long long) seed, problem.message);
    }
    replayed++;
    VEC_CLEAR (open);
}

static void
walks (struct program *as_read, struct program *last, bool raised,
       uint64_t seed)
{
    struct walker w = {.program = last, .dice = {seed + 77}, .raised = raised};
    summaries_init (&w.z, last, STAGE_SPECIFIED, 0);
    bool known = !w.z.gave_up;
    for (unsigned n = 0; known && n < 60; n++) {
        struct trail t;
        trail_init (&t);
        uint8_t value[SLOTS];
        memset (value, UNSET, sizeof value);
        const struct summary_scope *scope = &w.z.scope[0];
        t.entry = "main";
        t.to_return = !raised;
        w.trail = &t;
        w.steps = 0;
        w.z.constant = dice_roll (&w.dice, 2);
        VEC_PUSH (t.constant, term_int (last->terms, w.z.constant));
        for (size_t i = 0; i < scope->out; i++)
            value[i] = (uint8_t) dice_roll (&w.dice, 2);
        memcpy (value + scope->old, value, last->global.size);
        for (size_t i = 0; i < 2; i++)
            VEC_PUSH (t.global, term_int (last->terms, value[i]));
        for (size_t i = scope->in; i < scope->out; i++)
            VEC_PUSH (t.parameter, term_int (last->terms, value[i]));
        if (walk_procedure (&w, 0, value))
            trail_holds (&t, as_read, last, seed);
        trail_clear (&t);
    }
    summaries_clear (&w.z);
}

enum { STAGES = 9 };

static void
all_passes (void (*make) (struct program *, uint64_t), uint64_t seed,
            bool raise)
{
    struct program stages[STAGES];
    struct problem problem = {0};
    make (&stages[0], seed);
    assert_true (program_sound (&stages[0]));
    unsigned n = 1;
    struct comparison c = {.seed = seed,
                           .procedures = (uint32_t) stages[0].procedure.size};
    assert_true (program_expand (stage_copy (stages, n), &problem));
    step (&c, stages, &n, "expand");
    program_specify (stage_copy (stages, n), 0);
    c.stage_after = STAGE_SPECIFIED;
    step (&c, stages, &n, "specify");
    c.stage_before = STAGE_SPECIFIED;
    struct program *p = stage_copy (stages, n);
    const term *error = NULL;
    if (raise) {
        error = program_raise_asserts (p, 0);
        c.how = error ? RAISED : SAME;
        c.stage_after = error ? STAGE_RAISED : STAGE_SPECIFIED;
    } else {
        program_assume_asserts (p);
        c.how = NO_ERRORS;
    }
    step (&c, stages, &n, "asserts");
    c.stage_before = c.stage_after;
    c.how = SAME;
    assert_true (program_recur (stage_copy (stages, n), &problem));
    no_loops (&stages[n]);
    step (&c, stages, &n, "recur");
    program_modifies (stage_copy (stages, n));
    step (&c, stages, &n, "modifies");
    modifies_hold (&stages[n - 1], c.stage_before);
    program_inline (stage_copy (stages, n), 6, 30);
    step (&c, stages, &n, "inline");
    program_split_calls (stage_copy (stages, n));
    calls_are_last (&stages[n]);
    step (&c, stages, &n, "split");
    if (error || !raise)
        walks (&stages[0], &stages[n - 1], error != NULL, seed);
    assert_true (n <= STAGES);
    while (n--)
        program_clear (&stages[n]);
}

static void
passes_keep_what_programs_do (void **state)
{
    (void) state;
    uint64_t most = seeds ();
    for (uint64_t i = 0; i < most; i++) {
        all_passes (programs_random, i, i % 2 == 0);
        all_passes (programs_random, i, i % 2 != 0);
    }
    print_message ("%u compared, %u given up, %u runs executed\n", compared,
                   given_up, replayed);
    assert_true (compared > 50 * given_up && replayed > most / 2);
}

static void
passes_keep_what_is_seldom (void **state)
{
    (void) state;
    all_passes (programs_special, 0, false);
    all_passes (programs_special, 0, true);
}

/* The error is behind a return of the entry to itself. */
static void
entry_that_calls_itself (void **state)
{
    (void) state;
    struct program as_read, p;
    program_init (&as_read, "itself.bpl");
    programs_procedure (&as_read, "main");
    for (int i = 0; i < 3; i++)
        programs_block (&as_read, 0, (char[]) {(char) ('A' + i), 0});
    struct vec_block *block = &as_read.procedure.at[0].block;
    VEC_PUSH (block->at[0].target, 1);
    VEC_PUSH (block->at[0].target, 2);
    VEC_PUSH (block->at[1].statement,
              ((struct statement) {.kind = STATEMENT_CALL}));
    VEC_PUSH (block->at[1].statement,
              programs_check (STATEMENT_ASSERT, term_false (as_read.terms)));
    program_copy (&p, &as_read);
    program_specify (&p, 0);
    assert_non_null (program_raise_asserts (&p, 0));
    assert_int_equal (p.procedure.size, 2);
    assert_string_equal (p.procedure.at[1].name, "main_again");
    struct summaries z;
    summaries_init (&z, &p, STAGE_RAISED, 0);
    struct outcomes o = outcomes_of (&z, 0, 0, true);
    assert_int_equal (o.returned, 2); /* with @err */
    summaries_clear (&z);
    program_clear (&p);
    program_clear (&as_read);
}

int
main (void)
{
    const struct CMUnitTest test[] = {
        cmocka_unit_test (entry_that_calls_itself),
        cmocka_unit_test (passes_keep_what_is_seldom),
        cmocka_unit_test (passes_keep_what_programs_do),
    };
    return cmocka_run_group_tests (test, NULL, NULL);
}
