/* sample.c -- what procedures do, seen by running them.
 *
 * The program runs from its entry with inputs from a list, and each recursive
 * procedure by itself with arguments from it: the constants of the program and
 * their neighbours, small numbers, the ends of the range.  What is drawn
 * depends on the program alone. */
#include <assert.h>
#include <string.h>

#include "auto/summaries/internal.h"
#include "logic/term/map.h"
#include "program/passes/passes.h"

enum {
    SAMPLE_RUNS = 200,             /* of the entry */
    SAMPLE_LONG_STEPS = 40000,     /* of one of them, at last */
    SAMPLE_FAILED_STEPS = 4000000, /* of one that fails, recorded */
    SAMPLE_ALL_STEPS = 300000,
    SAMPLE_STEPS = 3000, /* of a run of one procedure */
    SAMPLE_DIRECT = 160, /* runs per procedure */
    SAMPLE_SMALL = 60,   /* numbers from -5 on are tried for one argument */
    SAMPLE_DEPTH = 6000,
    SAMPLE_CALLS = 6000, /* kept, of all procedures */
    SAMPLE_EACH = 300,   /* kept, per procedure, of runs by itself */
    SAMPLE_MORE = 450    /* and with those of runs of the entry */
};

/* ---- a run that fails */

/* The same run of the program as read, recorded. */
static void
sample_failed (struct summaries *s, size_t run)
{
    assert (!s->failed);
    struct draw draw = {.of = &s->draws};
    draw_begin (&draw, run);
    struct execution_plan plan = {.choose = draw_choose,
                                  .context = &draw,
                                  .steps = SAMPLE_FAILED_STEPS,
                                  .depth = SAMPLE_DEPTH};
    s->failed =
        run_record (s->as_read, s->prepared.entry, &plan, NULL, &s->trail);
}

/* ---- runs */

static bool
sample_entry (struct summaries *s, struct program *p, uint32_t entry,
              execution *x, struct draw *draw, const term *err, size_t run)
{
    assert (entry < p->procedure.size);
    draw_begin (draw, run);
    for (size_t i = 0; i < p->global.size; i++)
        execution_set (x, p->global.at[i].term,
                       term_zero (s->terms, p->global.at[i].term->sort));
    if (execution_run (x, entry, NULL) != EXECUTION_RETURNED || !err)
        return false;
    const struct execution_call *call;
    size_t calls = execution_calls (x, &call);
    if (!calls || call[calls - 1].procedure != entry)
        return false;
    const struct procedure *q = &p->procedure.at[entry];
    for (size_t i = 0; i < p->global.size; i++)
        if (p->global.at[i].term == err)
            return term_is_true (call[calls - 1].after[q->out.size + i]);
    return false;
}

static void
sample_arguments (struct summaries *s, const struct procedure *q, size_t run,
                  struct draw *draw, const term **in)
{
    size_t numbers = 0;
    for (size_t i = 0; i < q->in.size; i++)
        numbers += numeric_sort (q->in.at[i].term->sort);
    size_t rest = run;
    for (size_t i = 0; i < q->in.size; i++) {
        const sort *of = q->in.at[i].term->sort;
        int64_t n;
        if (numbers == 1 && run < SAMPLE_SMALL)
            n = (int64_t) run - 5;
        else if (numbers == 2 && run < 100) {
            n = (int64_t) (rest % 10) - 2;
            rest /= 10;
        } else
            n = draw_number (draw);
        in[i] =
            numeric_sort (of)
                ? numeric_term (s->terms, of, numeric_wrap (of, (uint64_t) n))
                : term_zero (s->terms, of);
    }
}

static void
sample_procedure (struct summaries *s, struct program *p, uint32_t procedure,
                  execution *x, struct draw *draw, const term *err)
{
    const struct procedure *q = &p->procedure.at[procedure];
    const term **in = NEW_ARRAY (const term *, q->in.size + 1);
    uint64_t begin = execution_steps (x);
    for (size_t run = 0;
         run < SAMPLE_DIRECT && execution_steps (x) - begin < SAMPLE_ALL_STEPS;
         run++) {
        draw_begin (draw, run + SAMPLE_RUNS);
        sample_arguments (s, q, run, draw, in);
        for (size_t i = 0; i < p->global.size; i++) {
            const term *g = p->global.at[i].term;
            const term *v =
                run % 2 && g != err ? draw_value (draw, g->sort) : NULL;
            execution_set (x, g, v ? v : term_zero (s->terms, g->sort));
        }
        execution_run (x, procedure, in);
    }
    memory_free (in);
}

/* ---- from calls to samples */

static void
sample_number (const term *value, int64_t *number)
{
    *number = 0;
    if (value->sort->kind == SORT_BOOL)
        *number = term_is_true (value);
    else
        numeric_value (value, number);
}

/* Where the formals of a passive procedure are among the values of a call. */
static bool
formals_place (const struct program *p, const struct procedure *q,
               const struct passive_procedure *to, size_t *in, size_t *out)
{
    for (size_t i = 0; i < to->in.size; i++) {
        in[i] = SIZE_MAX;
        for (size_t k = 0; k < q->in.size; k++)
            if (q->in.at[k].term == to->in.at[i])
                in[i] = k;
        for (size_t k = 0; k < p->global.size; k++)
            if (p->global.at[k].term == to->in.at[i])
                in[i] = q->in.size + k;
        if (in[i] == SIZE_MAX)
            return false;
    }
    for (size_t i = 0; i < to->out.size; i++) {
        const char *name = to->out.at[i]->text;
        size_t length = strlen (name);
        out[i] = SIZE_MAX;
        for (size_t k = 0; k < q->out.size; k++)
            if (q->out.at[k].term == to->out.at[i])
                out[i] = k;
        for (size_t k = 0; k < p->global.size && out[i] == SIZE_MAX; k++) {
            const char *global = p->global.at[k].term->text;
            if (length > 4 && !strcmp (name + length - 4, "@out")
                && strlen (global) == length - 4
                && !strncmp (global, name, length - 4))
                out[i] = q->out.size + k;
        }
        if (out[i] == SIZE_MAX)
            return false;
    }
    return true;
}

static void
values_take (struct summaries *s, const term *const *from, const size_t *place,
             size_t count, const term ***to, int64_t **number)
{
    *to = arena_new (&s->arena, (count + 1) * sizeof **to);
    *number = arena_new (&s->arena, (count + 1) * sizeof **number);
    for (size_t i = 0; i < count; i++) {
        (*to)[i] = from[place[i]];
        sample_number ((*to)[i], &(*number)[i]);
    }
}

static bool
sample_known (const struct summary *y, const struct passive_procedure *q,
              const struct sample *one)
{
    for (size_t k = 0; k < y->sample.size; k++) {
        const struct sample *old = &y->sample.at[k];
        bool same = true;
        for (size_t i = 0; same && i < q->in.size; i++)
            same = old->in[i] == one->in[i];
        for (size_t i = 0; same && i < q->out.size; i++)
            same = old->out[i] == one->out[i];
        if (same)
            return true;
    }
    return false;
}

static void
samples_take (struct summaries *s, const struct program *p, uint32_t procedure,
              execution *x, size_t most)
{
    assert (s->of[procedure].recursive);
    const struct passive_procedure *q =
        &s->prepared.passive.procedure[procedure];
    struct summary *y = &s->of[procedure];
    uint32_t number = program_find (p, q->name);
    if (number == PROGRAM_NONE)
        return;
    size_t *in = NEW_ARRAY (size_t, q->in.size + 1);
    size_t *out = NEW_ARRAY (size_t, q->out.size + 1);
    const struct execution_call *call;
    size_t calls = execution_calls (x, &call);
    if (formals_place (p, &p->procedure.at[number], q, in, out))
        for (size_t i = 0; i < calls && y->sample.size < most; i++) {
            struct sample one;
            if (call[i].procedure != number)
                continue;
            values_take (s, call[i].before, in, q->in.size, &one.in,
                         &one.in_number);
            values_take (s, call[i].after, out, q->out.size, &one.out,
                         &one.out_number);
            if (!sample_known (y, q, &one))
                VEC_PUSH (y->sample, one);
        }
    memory_free (in);
    memory_free (out);
}

/* ---- the whole */

/* As bounded/prepare.c does it, but loops stay: they can be run. */
static bool
sample_program (struct summaries *s, struct program *p, uint32_t *entry,
                const term **err, struct problem *problem)
{
    program_copy (p, s->as_read);
    if (!program_expand (p, problem))
        return false;
    *entry = program_prune (p, s->prepared.entry);
    program_specify (p, *entry);
    *err = program_raise_asserts (p, *entry);
    program_modifies (p);
    return true;
}

/* Runs of the entry, until one fails. */
static void
sample_entries (struct summaries *s, struct program *p, uint32_t entry,
                const term *err, const struct execution_plan *plan)
{
    const struct passive_program *passive = &s->prepared.passive;
    uint64_t steps = 0;
    if (p->procedure.at[entry].in.size)
        return;
    for (size_t run = 0;
         run < SAMPLE_RUNS && steps < SAMPLE_ALL_STEPS && !s->failed; run++) {
        execution *x = execution_new (p, plan);
        if (sample_entry (s, p, entry, x, plan->context, err, run))
            sample_failed (s, run);
        for (uint32_t q = 0; q < passive->procedures; q++)
            if (s->of[q].recursive)
                samples_take (s, p, q, x, SAMPLE_MORE);
        steps += execution_steps (x);
        execution_free (x);
    }
}

static void
sample_all (struct summaries *s, struct program *p, uint32_t entry,
            const term *err)
{
    struct draw draw = {.of = &s->draws};
    struct execution_plan plan = {.choose = draw_choose,
                                  .context = &draw,
                                  .steps = SAMPLE_STEPS,
                                  .depth = SAMPLE_DEPTH,
                                  .calls = SAMPLE_CALLS,
                                  .remember = true};
    const struct passive_program *passive = &s->prepared.passive;
    for (uint32_t q = 0; q < passive->procedures; q++) {
        uint32_t number = program_find (p, passive->procedure[q].name);
        if (!s->of[q].recursive || number == PROGRAM_NONE)
            continue;
        execution *x = execution_new (p, &plan);
        sample_procedure (s, p, number, x, &draw, err);
        samples_take (s, p, q, x, SAMPLE_EACH);
        execution_free (x);
    }
    /* Values that runs of the entry meet are the ones that matter, but there
     * may be too many of them: they come last.  Most runs that do not end soon
     * never end. */
    sample_entries (s, p, entry, err, &plan);
    plan.steps = SAMPLE_LONG_STEPS;
    sample_entries (s, p, entry, err, &plan);
}

void
summaries_sample (struct summaries *s, struct problem *problem)
{
    struct program p;
    uint32_t entry;
    const term *err;
    draws_find (&s->draws, &s->prepared.program);
    if (sample_program (s, &p, &entry, &err, problem))
        sample_all (s, &p, entry, err);
    program_clear (&p);
    for (uint32_t q = 0; q < s->prepared.passive.procedures; q++)
        if (s->of[q].recursive)
            log_say (s->log, LOG_DETAIL, "summaries: %s: %zu samples",
                     s->prepared.passive.procedure[q].name,
                     s->of[q].sample.size);
}
