/* text.c -- summaries as a text, and the text checked by others. */
#include "auto/summaries/text.h"

#include <assert.h>
#include <string.h>

#include "logic/smtlib/script.h"
#include "logic/smtlib/smtlib.h"
#include "process/solver_process.h"

enum { SUMMARIES_MS = 600000 };

static const char magic[] = "cohort-summaries 1\n";
static const char *const solvers[][3] = {{"z3", "-in", NULL},
                                         {"cvc5", "--lang=smt2", NULL}};

bool
summaries_recognise (const char *text)
{
    return !strncmp (text, magic, sizeof magic - 1);
}

/* ---- writing */

static void
write_formals (struct text *t, const struct term_vec *formals)
{
    for (size_t i = 0; i < formals->size; i++) {
        text_add (t, t->data[t->size - 1] == '(' ? "(" : " (");
        term_print_name (t, formals->at[i]->text);
        text_char (t, ' ');
        sort_print (t, formals->at[i]->sort);
        text_char (t, ')');
    }
}

void
summaries_write (const struct summaries *s, struct text *t)
{
    const struct passive_program *p = &s->prepared.passive;
    text_print (t, "%sentry %s\npreprocess %s\n", magic,
                p->procedure[p->main].name, s->prepared.full ? "full" : "none");
    for (uint32_t i = 0; i < p->procedures; i++) {
        const struct passive_procedure *q = &p->procedure[i];
        if (s->of[i].claim.size)
            text_print (t, "procedure %s\n", q->name);
        for (size_t k = 0; k < s->of[i].claim.size; k++) {
            text_add (t, "(define-fun claim (");
            write_formals (t, &q->in);
            write_formals (t, &q->out);
            text_add (t, ") Bool ");
            term_print (t, s->of[i].claim.at[k]);
            text_add (t, ")\n");
        }
    }
}

/* ---- reading */

struct claims_reader {
    struct summaries *s;
    uint32_t procedure; /* PASSIVE_NONE: none yet */
    struct place place;
    struct problem *problem;
};

static bool
read_procedure (struct claims_reader *r, const char *name)
{
    const struct passive_program *p = &r->s->prepared.passive;
    r->procedure = PASSIVE_NONE;
    for (uint32_t i = 0; i < p->procedures; i++)
        if (!strcmp (p->procedure[i].name, name) && r->s->of[i].recursive)
            r->procedure = i;
    return r->procedure != PASSIVE_NONE
           || problem_set (r->problem, r->place,
                           "the program has no recursive procedure %s", name);
}

/* The claim's own parameters become the formals. */
static bool
claim_take (struct claims_reader *r, const struct smtlib_macro *m)
{
    const struct passive_procedure *q =
        &r->s->prepared.passive.procedure[r->procedure];
    size_t ins = q->in.size, all = ins + q->out.size;
    bool good = m->params == all && m->body->sort->kind == SORT_BOOL;
    const term **formal = NEW_ARRAY (const term *, all + 1);
    for (size_t i = 0; good && i < all; i++) {
        formal[i] = i < ins ? q->in.at[i] : q->out.at[i - ins];
        good = m->param[i]->sort == formal[i]->sort;
    }
    if (good)
        VEC_PUSH (
            r->s->of[r->procedure].claim,
            term_substitute (r->s->terms, m->body, m->param, formal, all));
    memory_free (formal);
    return good
           || problem_set (r->problem, r->place,
                           "the claim does not fit the formals of %s", q->name);
}

static bool
read_claim (struct claims_reader *r, const char *line)
{
    struct arena arena;
    const struct sexpr *list;
    size_t count;
    arena_init (&arena);
    bool good = sexpr_read (line, strlen (line), r->place.file, &arena, &list,
                            &count, r->problem);
    if (good && (count != 1 || !sexpr_begins (list, "define-fun")))
        good = problem_set (r->problem, r->place, "not one definition");
    if (good) {
        struct smtlib reader;
        smtlib_init (&reader, r->s->terms, r->place.file, &arena, r->problem);
        good = smtlib_define (&reader, list);
        assert (!good || reader.macro.size == 1);
        good = good && claim_take (r, &reader.macro.at[0]);
        smtlib_clear (&reader);
    }
    arena_clear (&arena);
    return good;
}

static bool
read_line (struct claims_reader *r, const char *line)
{
    if (!strncmp (line, "procedure ", 10))
        return read_procedure (r, line + 10);
    if (*line == '(' && r->procedure != PASSIVE_NONE)
        return read_claim (r, line);
    bool head = r->place.line == 2
                    ? !strncmp (line, "entry ", 6)
                    : r->place.line == 3 && !strncmp (line, "preprocess ", 11);
    return head
           || problem_set (r->problem, r->place, "no line of summaries: %.60s",
                           line);
}

static bool
summaries_read (struct summaries *s, const char *text, const char *file,
                struct problem *problem)
{
    struct claims_reader r = {
        s, PASSIVE_NONE, {.file = file, .line = 2, .column = 1}, problem};
    bool good = true;
    for (const char *at = text + sizeof magic - 1; good && *at;
         r.place.line++) {
        size_t size = strcspn (at, "\n");
        char *line = memory_new (size + 1);
        memcpy (line, at, size);
        good = read_line (&r, line);
        memory_free (line);
        at += size + (at[size] == '\n');
    }
    return good;
}

/* ---- replaying */

static bool
replay_question (struct summaries *s, uint32_t procedure,
                 const char *const *command, struct text *report)
{
    struct term_vec formulas = {0};
    struct text script, answer;
    text_init (&script);
    text_init (&answer);
    summaries_question_all (s, procedure, &formulas);
    script_write (&script, s->terms, formulas.at, formulas.size);
    enum solver_end end = solver_process (command, text_view (&script),
                                          script.size, SUMMARIES_MS, &answer);
    bool good =
        end == SOLVER_ENDED && !strncmp (text_view (&answer), "unsat", 5);
    if (!good)
        text_print (report, "%s is not confirmed by %s: %s\n",
                    s->prepared.passive.procedure[procedure].name, command[0],
                    end == SOLVER_MISSING ? "not installed"
                    : end == SOLVER_ENDED ? "it says otherwise"
                                          : "no answer in time");
    text_clear (&script);
    text_clear (&answer);
    VEC_CLEAR (formulas);
    return good;
}

static bool
replay_all (struct summaries *s, struct text *report)
{
    const struct passive_program *p = &s->prepared.passive;
    bool good = true;
    size_t claims = 0;
    for (uint32_t i = 0; good && i < p->procedures; i++) {
        claims += s->of[i].claim.size;
        if (i != p->main && !s->of[i].claim.size)
            continue;
        for (size_t k = 0; good && k < sizeof solvers / sizeof *solvers; k++)
            good = replay_question (s, i, solvers[k], report);
    }
    if (good)
        text_print (report, "%zu claims are kept and suffice, by %s and %s\n",
                    claims, solvers[0][0], solvers[1][0]);
    return good;
}

/* The value of a line of the head, for the options. */
static char *
head_value (const char *text, const char *key)
{
    const char *at = strstr (text, key);
    if (!at)
        return NULL;
    at += strlen (key);
    size_t size = strcspn (at, "\n");
    char *value = memory_new (size + 1);
    memcpy (value, at, size);
    return value;
}

bool
summaries_replay (struct program *as_read, const struct options *o,
                  const char *witness, const char *file, struct text *report,
                  struct problem *problem)
{
    struct place place = {.file = file, .line = 1, .column = 1};
    if (!summaries_recognise (witness))
        return problem_set (problem, place, "no summaries");
    char *entry = head_value (witness, "\nentry ");
    char *preprocess = head_value (witness, "\npreprocess ");
    struct options options = *o;
    options.entry = entry;
    options.goal = GOAL_ASSERT;
    options.preprocess = preprocess && !strcmp (preprocess, "none")
                             ? PREPROCESS_NONE
                             : PREPROCESS_FULL;
    struct summaries s = {0};
    bool good = entry && preprocess;
    if (!good)
        problem_set (problem, place, "the head is damaged");
    else if (!summaries_open (&s, &options, as_read, problem))
        good = false;
    else {
        good = summaries_read (&s, witness, file, problem)
               && replay_all (&s, report);
        summaries_close (&s);
    }
    memory_free (entry);
    memory_free (preprocess);
    return good;
}
