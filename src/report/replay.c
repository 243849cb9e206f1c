/* replay.c -- gives the checks of a plan to the solver programs.
 *
 * First all checks in one script; those left open are tried alone, because a
 * solver that need not be incremental can do more. */
#include "report/replay.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/replay_plan.h"
#include "report/witness_yaml.h"
#include "process/solver_process.h"

struct replay_solver {
    unsigned bit;
    const char *name;
    const char *argv[6];
};

static const struct replay_solver solvers[] = {
    {REPLAY_Z3, "z3", {"z3", "-smt2", "-in", NULL}},
    {REPLAY_CVC5, "cvc5", {"cvc5", "--lang=smt2", "--incremental", "-q", NULL}},
};

struct replay_judge {
    const struct replay_solver *solver;
    struct replay_plan *plan;
    uint64_t deadline; /* in ns of the wall clock */
    enum solver_end end;
    size_t unsat;    /* checks that this solver passed */
    const char *sat; /* what it refuted; null: nothing */
    bool lean;       /* asked with less than is given: sat refutes nothing */
    bool late;       /* it was killed, or has had no more time for something */
    char error[200]; /* first error that it reported */
};

static void
judge_error (struct replay_judge *j, const char *line, size_t size)
{
    if (j->error[0])
        return;
    size_t room = sizeof j->error - 1;
    memcpy (j->error, line, size < room ? size : room);
    j->error[size < room ? size : room] = 0;
}

/* Answers are lines; they belong to the checks in order.  After anything else
 * than an answer nothing can be relied on, so the whole output counts only if
 * it holds answers alone.  Gives the number of answers. */
static size_t
judge_count (struct replay_judge *j, const char *output, bool cut)
{
    size_t answers = 0;
    while (*output) {
        size_t size = strcspn (output, "\n");
        bool whole = output[size] == '\n' || !cut;
        bool answer = (size == 3 && !memcmp (output, "sat", 3))
                      || (size == 5 && !memcmp (output, "unsat", 5))
                      || (size == 7 && !memcmp (output, "unknown", 7));
        bool timeout = size == 7 && !memcmp (output, "timeout", 7);
        if (timeout || (!whole && !answer))
            break;
        if (!answer && size) {
            judge_error (j, output, size);
            return 0;
        }
        answers += answer;
        output += size + (output[size] == '\n');
    }
    return answers;
}

static void
judge_answers (struct replay_judge *j, const char *output, bool cut,
               struct replay_item *const *item, size_t items)
{
    size_t answers = judge_count (j, output, cut);
    for (size_t i = 0; i < answers && i < items; i++) {
        while (*output == '\n')
            output++;
        size_t size = strcspn (output, "\n");
        if (size == 5) {
            item[i]->passed = true;
            j->unsat++;
        } else if (size == 3 && !j->sat && !j->lean)
            j->sat = item[i]->what;
        output += size;
    }
}

/* Milliseconds left, at most so many. */
static uint64_t
judge_time (const struct replay_judge *j, uint64_t most_ms)
{
    uint64_t now = clock_wall_ns ();
    uint64_t left = now < j->deadline ? (j->deadline - now) / 1000000 : 0;
    return left < most_ms ? left : most_ms;
}

static void
judge_start (const struct replay_judge *j, uint64_t query_ms,
             struct text *script)
{
    if (j->solver->bit == REPLAY_Z3)
        text_print (script, "(set-option :timeout %llu)\n",
                    (unsigned long long) query_ms);
    else
        text_print (script, "(set-option :tlimit-per %llu)\n(set-logic ALL)\n",
                    (unsigned long long) query_ms);
    text_add (script, text_view (&j->plan->prelude));
}

static void
judge_ask (struct replay_judge *j, const struct text *script, uint64_t ms,
           uint64_t query_ms, struct replay_item *const *item, size_t items)
{
    struct text output;
    text_init (&output);
    uint64_t start = clock_wall_ns ();
    j->end = solver_process (j->solver->argv, text_view (script), script->size,
                             ms, &output);
    /* Who has a limit for each question and does not say that it was that. */
    j->late |= j->end == SOLVER_LATE || j->end == SOLVER_KILLED
               || clock_wall_ns () - start >= query_ms * 1000000;
    judge_answers (j, text_view (&output), j->end != SOLVER_ENDED, item, items);
    text_clear (&output);
}

struct replay_open_vec VEC (struct replay_item *);

/* Gives the checks that were asked. */
static struct replay_open_vec
judge_together (struct replay_judge *j, bool all)
{
    struct replay_open_vec open = {0};
    struct text script;
    text_init (&script);
    uint64_t ms = judge_time (j, UINT64_MAX), query_ms = ms / 4 + 1;
    judge_start (j, query_ms, &script);
    j->lean = j->plan->chained;
    for (size_t i = 0; i < j->plan->item.size; i++) {
        struct replay_item *item = &j->plan->item.at[i];
        if (all || !item->passed) {
            text_print (&script, "(push 1)\n%s%s(check-sat)\n(pop 1)\n",
                        j->lean && i ? item[-1].after : "", item->inside);
            VEC_PUSH (open, item);
        }
        if (!j->lean)
            text_add (&script, item->after);
    }
    text_add (&script, "(exit)\n");
    judge_ask (j, &script, judge_time (j, ms), query_ms, open.at, open.size);
    j->lean = false;
    text_clear (&script);
    return open;
}

static void
judge_alone (struct replay_judge *j, size_t index)
{
    struct text script;
    text_init (&script);
    uint64_t ms = judge_time (j, UINT64_MAX);
    judge_start (j, ms, &script);
    for (size_t i = 0; i < index; i++)
        text_add (&script, j->plan->item.at[i].after);
    struct replay_item *item = &j->plan->item.at[index];
    text_print (&script, "%s(check-sat)\n(exit)\n", item->inside);
    judge_ask (j, &script, ms, ms, &item, 1);
    text_clear (&script);
}

static void
judge_report (const struct replay_judge *j, size_t asked, struct text *report)
{
    const char *name = j->solver->name;
    if (j->end == SOLVER_MISSING)
        text_print (report, "%s: not found on the PATH\n", name);
    else if (j->sat)
        text_print (report, "%s: refuted: %s\n", name, j->sat);
    else if (j->unsat == asked)
        text_print (report, "%s: confirmed, %zu check%s\n", name, asked,
                    asked == 1 ? "" : "s");
    else {
        text_print (report, "%s: undecided, %zu of %zu checks confirmed", name,
                    j->unsat, asked);
        if (j->error[0])
            text_print (report, "; it said: %s", j->error);
        else if (j->end == SOLVER_KILLED)
            text_add (report, "; it was killed");
        else if (j->late)
            text_add (report, "; out of time");
        else if (j->end != SOLVER_ENDED)
            text_add (report, "; it could not be run");
        text_char (report, '\n');
    }
}

/* With `all`, every check is asked even if another solver passed it before. */
static bool
judge_run (const struct replay_solver *solver, struct replay_plan *plan,
           bool all, unsigned seconds, bool *late, struct text *report)
{
    struct replay_judge j = {.solver = solver, .plan = plan};
    j.deadline = clock_wall_ns () + (uint64_t) seconds * 1000000000u;
    struct replay_open_vec asked = judge_together (&j, all);
    if (!j.sat && j.end != SOLVER_MISSING && !j.error[0])
        for (size_t i = 0; !j.sat && i < plan->item.size; i++)
            if (!plan->item.at[i].passed) {
                if (judge_time (&j, UINT64_MAX))
                    judge_alone (&j, i);
                else
                    j.late = true;
            }
    *late |= j.late;
    judge_report (&j, asked.size, report);
    VEC_CLEAR (asked);
    return j.sat;
}

/* True: all of it was confirmed elsewhere. */
static bool
plan_aided (struct replay_plan *plan, const struct replay_aid *aid,
            struct text *report)
{
    bool all = plan->item.size > 0;
    aid->confirm (aid->context, plan);
    for (size_t i = 0; all && i < plan->item.size; i++)
        all = plan->item.at[i].passed;
    if (all)
        text_print (report, "z3: confirmed, %zu check%s\n", plan->item.size,
                    plan->item.size == 1 ? "" : "s");
    return all;
}

static enum replay_result
plan_judge (struct replay_plan *plan, unsigned wanted, unsigned seconds,
            const struct replay_aid *aid, struct text *report)
{
    bool first = wanted & REPLAY_FIRST, refuted = false, open = true;
    bool late = false;
    if (aid && first && plan_aided (plan, aid, report))
        return REPLAY_CONFIRMED;
    for (size_t s = 0; s < sizeof solvers / sizeof solvers[0]; s++) {
        if (first ? !open || refuted : !(wanted & solvers[s].bit))
            continue;
        if (judge_run (&solvers[s], plan, !first, seconds, &late, report))
            refuted = true;
        open = false;
        for (size_t i = 0; i < plan->item.size; i++)
            if (!plan->item.at[i].passed)
                open = true;
    }
    return refuted         ? REPLAY_REFUTED
           : open && !late ? REPLAY_UNDECIDED
           : open          ? REPLAY_LATE
                           : REPLAY_CONFIRMED;
}

/* A name given to a term inside a definition would be a new symbol for all of
 * the script. */
static void
keyword_find (void *context, const struct sexpr *atom)
{
    if (atom->kind == SEXPR_KEYWORD && !strcmp (atom->text, "named"))
        *(const struct sexpr **) context = atom;
}

static bool
proof_read_text (struct replay_text *witness, const char *source,
                 const char *file, bool *derivation, struct problem *p)
{
    if (!replay_text_read (witness, source, file, p))
        return false;
    const struct sexpr *named = NULL;
    *derivation = !strncmp (source, "; cohort derivation", 19);
    for (size_t i = 0; i < witness->forms; i++) {
        replay_atoms (&witness->form[i], keyword_find, &named);
        if (sexpr_begins (&witness->form[i], "step"))
            *derivation = true;
    }
    return !named
           || problem_set (p, sexpr_place (named, file),
                           "a witness must not name terms");
}

enum replay_result
replay_check (const char *witness, const char *witness_file, const char *input,
              const char *input_file, unsigned wanted, unsigned seconds,
              struct text *report, struct problem *p)
{
    return replay_check_aided (witness, witness_file, input, input_file, wanted,
                               seconds, NULL, report, p);
}

enum replay_result
replay_check_aided (const char *witness, const char *witness_file,
                    const char *input, const char *input_file, unsigned wanted,
                    unsigned seconds, const struct replay_aid *aid,
                    struct text *report, struct problem *p)
{
    assert (witness && input && wanted && report);
    struct replay_text proof;
    struct replay_input file = {0};
    struct replay_plan plan;
    replay_plan_init (&plan);
    bool derivation;
    enum replay_result result = REPLAY_UNDECIDED;
    if (proof_read_text (&proof, witness, witness_file, &derivation, p)
        && replay_input_read (&file, input, input_file, p)
        && (derivation ? replay_derivation (&plan, &file, &proof, p)
                       : replay_proof (&plan, &file, &proof, p)))
        result = plan_judge (&plan, wanted, seconds, aid, report);
    replay_plan_clear (&plan);
    replay_input_clear (&file);
    replay_text_clear (&proof);
    return result;
}

/* Text that any kind of input may have written: machines and trails say cohort, proofs
 * are SMT-LIB. */
static bool
is_witness (const char *text)
{
    return !strncmp (text, "cohort", 6) || *text == ';' || *text == '('
           || witness_recognise (text, strlen (text));
}

char *
replay_read (const char *path, struct problem *p)
{
    size_t size;
    char *text = text_file (path, &size);
    struct place place = {.file = path};
    bool good = false;
    if (!text)
        problem_set (p, place, "%s", strerror (errno));
    else if (strlen (text) != size)
        problem_set (p, place, "not a text");
    else if (!is_witness (text))
        problem_set (p, place,
                     "not a witness: neither what --witness=FILE writes nor "
                     "YAML of format 2.0 or later");
    else
        good = true;
    if (!good)
        memory_free (text);
    return good ? text : NULL;
}
