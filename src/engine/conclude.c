/* conclude.c -- see conclude.h. */
#include "engine/conclude.h"

#include "csource/trace.h"
#include "logic/solver/solver.h"
#include "program/attributes.h"
#include "program/trail/inputs.h"

/* Solver units for quantified formulas of a counterexample. */
enum { CONCLUDE_LIMIT = 2000000 };

static char *
conclude_place (struct place place)
{
    struct text text;
    text_init (&text);
    if (place.file)
        text_print (&text, "%s:%u", place.file, place.line);
    if (place.file && place.column)
        text_print (&text, ":%u", place.column);
    return text_take (&text);
}

/* The block of the program as read: as graphs of it number them. */
static char *
conclude_node (uint32_t procedure, uint32_t block)
{
    struct text text;
    text_init (&text);
    text_print (&text, "%u/%u", procedure, block);
    return text_take (&text);
}

static enum step_kind
conclude_kind (enum trail_event_kind kind)
{
    return kind == TRAIL_CALL     ? STEP_CALL
           : kind == TRAIL_RETURN ? STEP_RETURN
           : kind == TRAIL_FAILED ? STEP_FAULT
                                  : STEP_PLAIN;
}

static void
conclude_step (void *context, const struct trail_step *s)
{
    struct outcome *o = context;
    struct text what;
    text_init (&what);
    text_print (&what, "%s: %s", s->procedure, s->what);
    struct outcome_step step = {.place = conclude_place (s->place),
                                .what = text_take (&what),
                                .values = memory_string (s->values),
                                .kind = conclude_kind (s->kind),
                                .function = memory_string (s->procedure),
                                .depth = s->depth,
                                .node = conclude_node (s->number, s->block)};
    VEC_PUSH (o->trace, step);
}

static void
conclude_c_step (void *context, const struct c_step *s)
{
    struct outcome *o = context;
    struct outcome_step step = {
        .place = conclude_place (s->place),
        .what = memory_string (s->what),
        .values = memory_string (s->operands ? s->operands : ""),
        .kind = s->kind,
        .told_whole = s->values,
        .function = s->function ? memory_string (s->function) : NULL,
        .depth = s->depth,
        .node = conclude_node (s->procedure, s->block)};
    VEC_PUSH (o->trace, step);
    if (s->check)
        outcome_fault (o, s->check);
}

static bool
conclude_run (struct program *as_read, const struct trail *trail,
              struct outcome *o, struct term_vec *open, struct problem *problem)
{
    bool is_c = program_is_c (as_read);
    for (size_t i = 0; i < as_read->global.size; i++) {
        const struct variable *v = &as_read->global.at[i];
        const char *name =
            is_c ? mark_string (v->attribute, MARK_C) : v->term->text;
        if (name && *name)
            outcome_global (o, name);
    }
    if (is_c && !trail->to_return)
        return c_trace (trail, as_read, conclude_c_step, o, open, problem);
    return trail_run (trail, as_read, conclude_step, o, open, problem);
}

/* What lies behind a cut is not modelled, so nothing is known of it. */
static void
conclude_cut (struct program *as_read, const struct trail *trail,
              struct outcome *o)
{
    struct inputs inputs;
    struct problem problem = {0};
    if (!inputs_find (&inputs, trail, as_read, &problem)) {
        outcome_unknown (o, "the counterexample was not confirmed: %s",
                         problem.message);
        return;
    }
    if (inputs.cut) {
        char *place = conclude_place (inputs.place);
        outcome_unknown (o, OUTCOME_CUT "%s at %s", inputs.cut, place);
        memory_free (place);
    }
    inputs_clear (&inputs);
}

static bool
has_cuts (const struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++) {
            const struct block *b = &p->procedure.at[i].block.at[j];
            for (size_t k = 0; k < b->statement.size; k++)
                if (attribute_find (b->statement.at[k].attribute, MARK_CUT))
                    return true;
        }
    return false;
}

/* Values of uninterpreted sorts differ if their names do. */
static void
conclude_distinct (terms *t, const struct term_vec *vars, solver *s)
{
    for (size_t i = 0; i < vars->size; i++)
        for (size_t j = i + 1; j < vars->size; j++)
            if (vars->at[i]->sort == vars->at[j]->sort
                && vars->at[i]->text[0] == '@' && vars->at[j]->text[0] == '@')
                solver_assert (
                    s, term_not (t, term_eq (t, vars->at[i], vars->at[j])));
}

static enum solver_answer
conclude_quantified (terms *t, const struct trail *trail,
                     const struct term_vec *open)
{
    struct solver_options options = {.limit = CONCLUDE_LIMIT};
    solver *s = solver_new (t, &options);
    struct term_vec vars = {0};
    for (size_t i = 0; i < open->size; i++) {
        solver_assert (s, open->at[i]);
        term_variables (t, open->at[i], &vars);
    }
    for (size_t i = 0; i < trail->point.size; i++) {
        const term *point = term_eq (t, trail->point.at[i].application,
                                     trail->point.at[i].value);
        solver_assert (s, point);
        term_variables (t, point, &vars);
    }
    conclude_distinct (t, &vars, s);
    enum solver_answer answer = solver_check (s, NULL, 0);
    VEC_CLEAR (vars);
    solver_free (s);
    return answer;
}

/* Is it an execution?  SAT: yes.  UNSAT: no (problem set: it breaks off). Else:
 * if what is quantified holds. */
static enum solver_answer
conclude_confirm (struct program *as_read, const struct trail *trail,
                  struct outcome *o, struct problem *problem)
{
    struct term_vec open = {0};
    enum solver_answer answer = SOLVER_UNSAT;
    outcome_forget_trace (o);
    if (conclude_run (as_read, trail, o, &open, problem))
        answer = open.size ? conclude_quantified (as_read->terms, trail, &open)
                           : SOLVER_SAT;
    VEC_CLEAR (open);
    return answer;
}

/* UNSAFE as far as `answer` bears it: the trace is there already. */
static void
conclude_executed (struct program *as_read, const struct trail *trail,
                   enum solver_answer answer, struct outcome *o)
{
    o->verdict = VERDICT_UNSAFE;
    outcome_shorten_trace (o);
    memory_free (o->reason); /* of another trail before */
    o->reason = NULL;
    if (answer != SOLVER_SAT)
        outcome_assume (o, "quantified axioms and assumptions hold where no "
                           "trigger led to an instance");
    if (has_cuts (as_read))
        conclude_cut (as_read, trail, o);
    if (o->verdict == VERDICT_UNSAFE) {
        struct text t;
        text_init (&t);
        trail_write (trail, as_read, &t);
        o->derivation = text_take (&t);
    }
}

bool
conclude_unsafe (struct program *as_read, const struct trail *trail,
                 struct outcome *o)
{
    struct problem problem = {0};
    enum solver_answer answer = conclude_confirm (as_read, trail, o, &problem);
    bool runs = problem.kind == PROBLEM_NONE;
    if (!runs)
        outcome_unknown (o, "the counterexample was not confirmed: %s",
                         problem.message);
    else if (answer == SOLVER_UNSAT)
        outcome_unknown (o, "the counterexample contradicts a quantified "
                            "axiom or assumption");
    else
        conclude_executed (as_read, trail, answer, o);
    return runs && answer == SOLVER_UNSAT;
}

void
conclude_found (struct program *as_read, const struct trail *trail,
                struct outcome *o)
{
    if (!conclude_unsafe (as_read, trail, o))
        return;
    struct trail plain;
    struct problem problem = {0};
    trail_plain (&plain, trail, as_read->terms);
    enum solver_answer answer = conclude_confirm (as_read, &plain, o, &problem);
    if (problem.kind == PROBLEM_NONE && answer != SOLVER_UNSAT)
        conclude_executed (as_read, &plain, answer, o);
    trail_clear (&plain);
}
