/* execution_stage.c -- see execution_stage.h. */
#include "auto/concrete/execution_stage.h"

#include <assert.h>

#include "auto/concrete/input_generator.h"
#include "base/memory.h"
#include "engine/conclude.h"
#include "program/abstract/array_cells.h"
#include "program/attributes.h"
#include "program/passes/passes.h"

enum {
    RUNS_STEPS = 2,       /* per unit */
    RUNS_STEPS_MAPS = 10, /* the second go of a program with maps */
    RUNS_MOST = 4000,     /* of one go */
    RUNS_DEPTH = 6000
};

struct runs {
    struct program *as_read, program; /* the second one is expanded */
    uint32_t entry;
    struct log *log;
    struct draws draws;
    bool maps;
    /* Per run that was begun: steps after which it was cut off; 0: it ended. */
    struct VEC (uint64_t) cut;
    uint64_t steps; /* of all runs */
    unsigned goes;
};

/* ---- what a run is given */

/* Every fourth run has one number for all (the first of them 0, then the
 * program's constants), every other one is drawn for a while only: then the last
 * number stays. */
struct runs_choice {
    struct draw draw;
    bool zeros;
    unsigned left; /* draws until it stays, if it does; 0: it stays */
    bool settles;
    const term *last; /* what was drawn last; null: nothing */
    int entries;      /* of a map that differ from the rest: the first ones */
};

static void
choice_begin (struct runs_choice *c, const struct draws *of, size_t run)
{
    static const unsigned draws[] = {1, 2, 4, 8, 16};
    static const int entries[] = {1, 0, 8};
    bool same = run % 4 == 1 && run / 4 < of->constant.size;
    *c = (struct runs_choice) {.zeros = run == 1,
                               .settles = run % 2 == 1,
                               .left = draws[run / 4 % 5],
                               .entries = entries[run / 2 % 3]};
    c->draw.of = of;
    draw_begin (&c->draw, same ? run / 4 : run + of->constant.size);
}

static const term *
choice_number (struct runs_choice *c, const sort *s)
{
    assert (s->kind != SORT_ARRAY);
    if (c->settles && !c->left && c->last && c->last->sort == s)
        return c->last;
    c->last = draw_value (&c->draw, s);
    c->left -= c->left > 0;
    return c->last;
}

/* Elements of a map in memory begin as many bytes apart as they have. */
static int64_t
element_bytes (const sort *element)
{
    return element->kind == SORT_BV && element->width > 8 ? element->width / 8
                                                          : 1;
}

static const term *
choice_map (struct runs_choice *c, const sort *s)
{
    assert (s->kind == SORT_ARRAY);
    terms *t = c->draw.of->terms;
    const sort *of = s->element;
    const term *value =
        of->kind == SORT_ARRAY ? choice_map (c, of) : draw_value (&c->draw, of);
    if (!value)
        return NULL;
    const term *map = term_const_array (t, s, value);
    for (int i = 0;
         i < c->entries && numeric_sort (s->index) && of->kind != SORT_ARRAY;
         i++) {
        int64_t n =
            numeric_wrap (s->index, (uint64_t) (i * element_bytes (of)));
        map = term_store (t, map, numeric_term (t, s->index, n),
                          draw_value (&c->draw, of));
    }
    return map;
}

static const term *
choice_value (struct runs_choice *c, const sort *s)
{
    const term *value = NULL;
    if (!c->zeros)
        value =
            s->kind == SORT_ARRAY ? choice_map (c, s) : choice_number (c, s);
    return value ? value : term_zero (c->draw.of->terms, s);
}

static const term *
choice_choose (void *context, const struct statement *s, const term *variable)
{
    (void) s;
    return choice_value (context, variable->sort);
}

/* ---- one run */

static bool
fails_for_good (const execution *x, enum execution_end end)
{
    if (end != EXECUTION_FAILED)
        return false;
    const struct statement *s = execution_statement (x);
    return s && !mark_string (s->attribute, MARK_CUT);
}

bool
run_record (struct program *as_read, uint32_t entry,
            const struct execution_plan *plan, const term *const *global,
            struct trail *trail)
{
    assert (entry < as_read->procedure.size && !plan->record);
    struct program copy;
    struct problem problem = {0};
    struct execution_plan with = *plan;
    bool failed = false;
    program_copy (&copy, as_read);
    trail_init (trail);
    trail->entry = as_read->procedure.at[entry].name;
    with.record = trail;
    const struct vec_variable *in = &as_read->procedure.at[entry].in;
    for (size_t i = 0; i < in->size; i++)
        VEC_PUSH (trail->parameter,
                  term_zero (copy.terms, in->at[i].term->sort));
    for (size_t i = 0; i < copy.constant.size; i++)
        VEC_PUSH (trail->constant,
                  term_zero (copy.terms, copy.constant.at[i].term->sort));
    for (size_t i = 0; i < copy.global.size; i++)
        VEC_PUSH (trail->global,
                  global
                      ? global[i]
                      : term_zero (copy.terms, copy.global.at[i].term->sort));
    if (program_expand (&copy, &problem)) {
        execution *x = execution_new (&copy, &with);
        for (size_t i = 0; i < as_read->global.size; i++)
            execution_set (x, as_read->global.at[i].term, trail->global.at[i]);
        failed =
            fails_for_good (x, execution_run (x, entry, trail->parameter.at));
        execution_free (x);
    }
    program_clear (&copy);
    if (!failed)
        trail_clear (trail);
    return failed;
}

/* Values of the globals before a run. */
static const term **
globals_choose (const struct runs *r, struct runs_choice *c)
{
    const struct vec_variable *all = &r->as_read->global;
    const term **value = NEW_ARRAY (const term *, all->size + 1);
    struct runs_choice own = *c; /* what stays is for inputs */
    own.settles = false;
    for (size_t i = 0; i < all->size; i++)
        value[i] = choice_value (&own, all->at[i].term->sort);
    c->draw = own.draw;
    return value;
}

/* The run that fails, once more. */
static void
run_tell (struct runs *r, size_t run, struct execution_plan *plan,
          struct outcome *o)
{
    struct runs_choice choice;
    struct trail trail;
    choice_begin (&choice, &r->draws, run);
    const term **global = globals_choose (r, &choice);
    plan->context = &choice;
    if (run_record (r->as_read, r->entry, plan, global, &trail)) {
        conclude_found (r->as_read, &trail, o);
        trail_clear (&trail);
    }
    plan->context = NULL;
    memory_free (global);
}

/* Values of the entry's parameters: zeros.  The caller frees them. */
static const term **
parameters_zero (const struct runs *r)
{
    const struct vec_variable *in = &r->as_read->procedure.at[r->entry].in;
    const term **value = NEW_ARRAY (const term *, in->size + 1);
    for (size_t i = 0; i < in->size; i++)
        value[i] = term_zero (r->as_read->terms, in->at[i].term->sort);
    return value;
}

/* At most `steps`; gives those that were done. */
static uint64_t
run_once (struct runs *r, size_t run, uint64_t steps, struct outcome *o)
{
    struct runs_choice choice;
    struct execution_plan plan = {.choose = choice_choose,
                                  .context = &choice,
                                  .steps = steps,
                                  .depth = RUNS_DEPTH};
    execution *x = execution_new (&r->program, &plan);
    choice_begin (&choice, &r->draws, run);
    const term **global = globals_choose (r, &choice);
    for (size_t i = 0; i < r->as_read->global.size; i++)
        execution_set (x, r->as_read->global.at[i].term, global[i]);
    const term **in = parameters_zero (r);
    enum execution_end end = execution_run (x, r->entry, in);
    uint64_t done = execution_steps (x);
    bool failed = fails_for_good (x, end);
    execution_free (x);
    memory_free (global);
    memory_free (in);
    r->cut.at[run] = end == EXECUTION_SPENT ? done : 0;
    if (failed) {
        log_say (r->log, LOG_DETAIL, "run %zu fails after %llu steps", run,
                 (unsigned long long) done);
        run_tell (r, run, &plan, o);
    }
    return done;
}

/* ---- the whole */

runs *
runs_new (struct program *as_read, uint32_t entry, struct log *log,
          struct problem *problem)
{
    runs *r = NEW (runs);
    r->as_read = as_read;
    r->entry = entry;
    r->log = log;
    program_copy (&r->program, as_read);
    draws_find (&r->draws, as_read);
    r->maps = program_reads_maps (as_read);
    if (program_expand (&r->program, problem))
        return r;
    runs_free (r);
    return NULL;
}

void
runs_free (runs *r)
{
    if (!r)
        return;
    program_clear (&r->program);
    draws_clear (&r->draws);
    VEC_CLEAR (r->cut);
    memory_free (r);
}

static void
runs_commit (const struct runs *r, struct outcome *o)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, r->cut.size);
    buffer_uint (&b, r->steps);
    buffer_uint (&b, o->verdict);
    o->digest = digest_of (buffer_view (&b));
    buffer_clear (&b);
}

/* Loops that go through arrays are long; of others there are better ways to
 * think. */
static uint64_t
runs_steps (struct runs *r, uint64_t units)
{
    return units * (r->goes++ == 1 && r->maps ? RUNS_STEPS_MAPS : RUNS_STEPS);
}

void
runs_go (runs *r, uint64_t units, struct outcome *o)
{
    uint64_t left = runs_steps (r, units);
    struct progress_status s = {.unit = "steps", .of = left};
    size_t done = 0;
    for (size_t run = 0;
         done < RUNS_MOST && left && o->verdict == VERDICT_UNKNOWN
         && !outcome_is_cut (o);
         run++) {
        uint64_t most = left - left / 4;
        bool new = run == r->cut.size;
        if (new)
            VEC_PUSH (r->cut, 0);
        else if (!r->cut.at[run] || r->cut.at[run] > most / 2)
            continue;
        uint64_t steps = run_once (r, run, most, o);
        r->steps += steps;
        left -= steps < left ? steps : left;
        s.done = s.of - left;
        log_progress (r->log, &s);
        done++;
    }
    log_say (r->log, LOG_DETAIL, "%zu runs, %llu steps in all", done,
             (unsigned long long) r->steps);
    if (o->verdict == VERDICT_UNKNOWN && !outcome_is_cut (o))
        outcome_unknown (o, "budget");
    runs_commit (r, o);
}
