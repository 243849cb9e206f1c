/* run.c -- executes a program along a trail.
 *
 * The program is executed as it was read; only functions with a body and names
 * of operators are expanded.  Every block entered needs a visit of the trail,
 * so that the execution is finite whatever the program does. */
#include <string.h>

#include "program/passes/passes.h"
#include "program/trail/run.h"

static struct block *
run_block (struct trail_run *r)
{
    return &run_procedure (r)->block.at[run_top (r)->block];
}

/* The next visit must be of this procedure; `block` must be where it goes. */
static bool
enter_block (struct trail_run *r, uint32_t block, struct place place)
{
    const struct trail *t = r->trail;
    const struct trail_visit *v = &t->visit.at[r->visit];
    assert (r->visit < t->visit.size && v->block == block);
    if (r->position != v->first)
        return run_broken (r, place,
                           "visit %zu of the trail has values that nobody uses",
                           r->visit);
    if ((size_t) v->first + v->values > t->value.size)
        return run_broken (r, place, "visit %zu of the trail lacks values",
                           r->visit + 1);
    r->visit++;
    run_top (r)->block = block;
    run_top (r)->statement = 0;
    return true;
}

/* Into the procedure on top of the stack. */
static bool
enter_procedure (struct trail_run *r, struct place place)
{
    const struct procedure *q = run_procedure (r);
    const struct trail *t = r->trail;
    if (!q->has_body)
        return run_broken (r, place, "%s has no body to execute", q->name);
    if (r->visit == t->visit.size)
        return run_broken (r, place, "the trail ends at the call of %s",
                           q->name);
    const struct trail_visit *v = &t->visit.at[r->visit];
    if (v->procedure != run_top (r)->procedure || v->block)
        return run_broken (r, place,
                           "visit %zu of the trail is not the first "
                           "block of %s",
                           r->visit + 1, q->name);
    if (!enter_block (r, 0, place))
        return false;
    bool good = true;
    for (size_t i = 0; i < q->out.size && good; i++)
        good = run_take (r, q->out.at[i].term);
    for (size_t i = 0; i < q->local.size && good; i++)
        good = run_take (r, q->local.at[i].term);
    return good && run_wheres (r, &q->out, place)
           && run_wheres (r, &q->local, place);
}

static bool
assume_specs (struct trail_run *r, enum spec_kind kind, bool checked_too,
              struct place place)
{
    assert (checked_too || r->frame.size > 1);
    const struct procedure *q = run_procedure (r);
    bool good = true;
    for (size_t i = 0; i < q->spec.size && good; i++) {
        const struct spec *s = &q->spec.at[i];
        if (s->kind == kind && (s->free || checked_too))
            good = run_assume (r, s->term, place,
                               kind == SPEC_REQUIRES ? "requires" : "ensures");
    }
    return good;
}

static enum run_end
check_specs (struct trail_run *r, enum spec_kind kind, struct place place)
{
    const struct procedure *q = run_procedure (r);
    const struct procedure *read =
        &r->read->procedure.at[run_top (r)->procedure];
    enum run_end end = RUN_GOES_ON;
    for (size_t i = 0; i < q->spec.size && end == RUN_GOES_ON; i++)
        if (q->spec.at[i].kind == kind && !q->spec.at[i].free)
            end = run_assert (
                r, q->spec.at[i].term,
                &(struct run_claim) {.shown = read->spec.at[i].term,
                                     .what = kind == SPEC_REQUIRES ? "requires"
                                                                   : "ensures",
                                     .of = q->name,
                                     .place = place});
    return end;
}

/* Pops the callee; what it returns goes to the caller's targets. */
static void
give_results (struct trail_run *r)
{
    assert (r->frame.size > 1);
    const struct procedure *q = run_procedure (r);
    struct term_vec result = {0};
    for (size_t i = 0; i < q->out.size; i++)
        VEC_PUSH (result, run_get (r, q->out.at[i].term));
    run_pop (r);
    const struct statement *s =
        &run_block (r)->statement.at[run_top (r)->statement];
    assert (s->kind == STATEMENT_CALL && s->targets == result.size);
    for (uint32_t i = 0; i < s->targets; i++) {
        run_set (r, s->target[i], result.at[i]);
        show_changed (r, s->target[i]);
    }
    watch_set (r, result.at, result.size);
    VEC_CLEAR (result);
}

static enum run_end
run_return (struct trail_run *r)
{
    struct place place = run_place (r);
    show_flush (r);
    enum run_end end = check_specs (r, SPEC_ENSURES, place);
    if (end != RUN_GOES_ON)
        return end;
    if (r->frame.size == 1) {
        if (!r->trail->to_return)
            return run_doubt (r, place);
        show_return (r);
        watch_return (r);
        return run_used_up (r, place) ? RUN_DONE : RUN_BROKEN;
    }
    if (!assume_specs (r, SPEC_ENSURES, false, place))
        return RUN_BROKEN;
    show_return (r);
    watch_return (r);
    give_results (r);
    run_top (r)->statement++;
    return RUN_GOES_ON;
}

static enum run_end
run_goto (struct trail_run *r)
{
    const struct trail *t = r->trail;
    const struct block *b = run_block (r);
    struct place place = run_place (r);
    if (!b->target.size)
        return run_return (r);
    show_flush (r);
    if (r->visit == t->visit.size) {
        if (!t->to_return)
            return run_doubt (r, place);
        run_broken (r, place, "the trail ends before the return");
        return RUN_BROKEN;
    }
    const struct trail_visit *v = &t->visit.at[r->visit];
    bool fits = false;
    for (size_t i = 0; i < b->target.size; i++)
        fits |= v->procedure == run_top (r)->procedure
                && b->target.at[i] == v->block;
    if (!fits) {
        run_broken (r, place,
                    "visit %zu of the trail is no target of the goto "
                    "of %s",
                    r->visit + 1, b->label);
        return RUN_BROKEN;
    }
    return enter_block (r, v->block, place) ? RUN_GOES_ON : RUN_BROKEN;
}

/* A callee without a body does what its contract allows. */
static bool
call_unknown (struct trail_run *r, struct place place)
{
    assert (!run_procedure (r)->has_body);
    const struct procedure *q = run_procedure (r);
    bool good = true;
    for (size_t i = 0; i < q->out.size && good; i++)
        good = run_take (r, q->out.at[i].term);
    for (size_t i = 0; i < q->modifies.size && good; i++)
        good = run_take (r, q->modifies.at[i]);
    for (size_t i = 0; i < q->modifies.size && good; i++)
        good = run_where_of (r, q->modifies.at[i], place);
    if (!good || !run_wheres (r, &q->out, place)
        || !assume_specs (r, SPEC_ENSURES, true, place))
        return false;
    give_results (r);
    for (size_t i = 0; i < q->modifies.size; i++)
        show_changed (r, q->modifies.at[i]);
    run_top (r)->statement++;
    return true;
}

static enum run_end
run_call (struct trail_run *r, const struct statement *s)
{
    struct place place = run_place (r);
    struct term_vec in = {0};
    for (uint32_t i = 0; i < s->values; i++)
        VEC_PUSH (in, run_evaluate (r, s->value[i]));
    show_flush (r);
    show_call (r, s->callee, in.at);
    watch_call (r, in.at, in.size);
    run_push (r, s->callee, in.at);
    VEC_CLEAR (in);
    enum run_end end = check_specs (r, SPEC_REQUIRES, place);
    if (end != RUN_GOES_ON)
        return end;
    bool good = run_procedure (r)->has_body
                    ? assume_specs (r, SPEC_REQUIRES, false, place)
                          && enter_procedure (r, place)
                    : call_unknown (r, place);
    return good ? RUN_GOES_ON : RUN_BROKEN;
}

static void
run_assign (struct trail_run *r, const struct statement *s)
{
    assert (s->kind == STATEMENT_ASSIGN && s->targets == s->values);
    struct term_vec value = {0};
    for (uint32_t i = 0; i < s->values; i++)
        VEC_PUSH (value, run_evaluate (r, s->value[i]));
    for (uint32_t i = 0; i < s->targets; i++) {
        run_set (r, s->target[i], value.at[i]);
        show_changed (r, s->target[i]);
    }
    watch_set (r, value.at, value.size);
    VEC_CLEAR (value);
}

static bool
run_havoc (struct trail_run *r, const struct statement *s)
{
    assert (s->kind == STATEMENT_HAVOC);
    size_t first = r->position;
    bool good = true;
    for (uint32_t i = 0; i < s->targets && good; i++) {
        good = run_take (r, s->target[i]);
        if (good)
            show_changed (r, s->target[i]);
    }
    for (uint32_t i = 0; i < s->targets && good; i++)
        good = run_where_of (r, s->target[i], run_place (r));
    if (good)
        watch_set (r, r->trail->value.at + first, s->targets);
    return good;
}

static enum run_end
run_statement (struct trail_run *r, const struct statement *s)
{
    const struct run_frame *f = run_top (r);
    const struct block *read =
        &r->read->procedure.at[f->procedure].block.at[f->block];
    bool good = true;
    switch (s->kind) {
    case STATEMENT_CALL:
        return run_call (r, s);
    case STATEMENT_ASSERT: {
        struct run_claim claim = {
            .shown = read->statement.at[f->statement].term,
            .what = "assert",
            .of = "",
            .statement = &read->statement.at[f->statement],
            .place = run_place (r)};
        enum run_end end = run_assert (r, s->term, &claim);
        if (end != RUN_GOES_ON)
            return end;
        break;
    }
    case STATEMENT_ASSUME:
        good = run_assume (r, s->term, run_place (r), "assume");
        break;
    case STATEMENT_ASSIGN:
        run_assign (r, s);
        break;
    case STATEMENT_HAVOC:
        good = run_havoc (r, s);
        break;
    }
    run_top (r)->statement++;
    return good ? RUN_GOES_ON : RUN_BROKEN;
}

static bool
run_start (struct trail_run *r, uint32_t entry)
{
    assert (!r->frame.size && !r->visit && !r->position);
    if (!run_axioms (r))
        return false;
    run_push (r, entry, r->trail->parameter.at);
    struct place place = run_procedure (r)->place;
    return run_wheres (r, &r->program.global, place)
           && run_wheres (r, &run_procedure (r)->in, place)
           && assume_specs (r, SPEC_REQUIRES, true, place)
           && enter_procedure (r, place);
}

static bool
run_whole (struct trail_run *r, uint32_t entry)
{
    if (!run_start (r, entry))
        return false;
    enum run_end end = RUN_GOES_ON;
    while (end == RUN_GOES_ON) {
        const struct block *b = run_block (r);
        uint32_t at = run_top (r)->statement;
        if (at < b->statement.size)
            end = run_statement (r, &b->statement.at[at]);
        else
            end = run_goto (r);
    }
    assert (end == RUN_DONE || r->problem->kind);
    if (end == RUN_DONE)
        run_close_open (r);
    return end == RUN_DONE;
}

static bool
run_all (const struct trail *t, struct program *p, trail_visitor *visitor,
         trail_watcher *watcher, void *context, struct term_vec *open,
         struct problem *problem)
{
    uint32_t entry;
    if (!trail_fits (t, p, &entry, problem))
        return false;
    struct trail_run r = {.trail = t,
                          .read = p,
                          .problem = problem,
                          .open = open,
                          .visitor = visitor,
                          .watcher = watcher,
                          .context = context};
    program_copy (&r.program, p);
    /* That they differ is seen from their values (trail_fits). */
    for (size_t i = 0; i < r.program.constant.size; i++)
        r.program.constant.at[i].unique = false;
    bool good = program_expand (&r.program, problem);
    if (good) {
        run_init (&r);
        good = run_whole (&r, entry);
        run_clear (&r);
    }
    program_clear (&r.program);
    return good;
}

bool
trail_run (const struct trail *t, struct program *p, trail_visitor *visitor,
           void *context, struct term_vec *open, struct problem *problem)
{
    return run_all (t, p, visitor, NULL, context, open, problem);
}

bool
trail_watch (const struct trail *t, struct program *p, trail_watcher *watcher,
             void *context, struct term_vec *open, struct problem *problem)
{
    assert (watcher);
    return run_all (t, p, NULL, watcher, context, open, problem);
}
