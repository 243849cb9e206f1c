/* outcome_text.c -- an outcome as `key: value` lines, and for people. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/outcome.h"

#define COUNTER_LINE(class, name, help)                              \
    if (counts & COUNT_##class && (o->counters.name || !o->partial)) \
        text_print (t, #name ": %llu\n", (unsigned long long) o->counters.name);

static void
print_counters (const struct outcome *o, unsigned counts, struct text *t)
{
    COUNTERS (COUNTER_LINE)
}

static void
print_list (const char *key, const struct vec_string *list, struct text *t)
{
    for (size_t i = 0; i < list->size; i++)
        text_print (t, "%s%s", i ? ", " : key, list->at[i]);
    if (list->size)
        text_char (t, '\n');
}

void
outcome_coverage (const struct outcome *o, struct text *t)
{
    print_list ("checked: ", &o->checked, t);
    print_list ("not checked: ", &o->unchecked, t);
}

void
outcome_text (const struct outcome *o, struct text *t)
{
    assert (o->verdict == VERDICT_UNKNOWN || !o->reason);
    text_print (t, "verdict: %s\n", outcome_verdict (o));
    if (o->verdict == VERDICT_UNKNOWN)
        text_print (t, "reason: %s\n", o->reason ? o->reason : "not decided");
    outcome_coverage (o, t);
    for (size_t i = 0; i < o->judged.size; i++)
        text_print (t, "property: %s %s\n", o->judged.at[i].name,
                    verdict_name (o->judged.at[i].verdict));
    if (o->expected)
        text_print (t, "expected: %s\n", o->expected);
    for (size_t i = 0; i < o->assumes.size; i++)
        text_print (t, "assumes: %s\n", o->assumes.at[i]);
    for (size_t i = 0; i < o->established.size; i++)
        text_print (t, "established: %s\n", o->established.at[i]);
    if (o->engine)
        text_print (t, "engine: %s\n", o->engine);
    if (o->unpredictable)
        text_add (t, "predictable: no\n");
    char digest[DIGEST_TEXT];
    digest_print (o->digest, digest);
    text_print (t, "digest: %s\n", digest);
    print_counters (o, outcome_counts (o), t);
    for (size_t i = 0; i < o->files.size; i++)
        text_print (t, "%s\n", o->files.at[i]);
}

void
outcome_run (const struct outcome *o, struct text *t)
{
    print_counters (o, COUNT_RUN, t);
}

size_t
outcome_steps (const struct outcome *o)
{
    size_t steps = 0;
    for (size_t i = 0; i < o->trace.size; i++)
        steps += o->trace.at[i].folded ? o->trace.at[i].folded : 1;
    return steps;
}

const char *
step_kind_name (enum step_kind kind)
{
    static const char *const name[] = {
        [STEP_PLAIN] = "step",          [STEP_CALL] = "call",
        [STEP_RETURN] = "return",       [STEP_INPUT] = "input",
        [STEP_INTERRUPT] = "interrupt", [STEP_LOOP] = "loop",
        [STEP_FAULT] = "fault"};
    assert (kind <= STEP_FAULT);
    return name[kind];
}

static void
trace_field (const char *field, struct text *t)
{
    for (const char *at = field ? field : ""; *at; at++)
        text_char (t, *at == '\t' || *at == '\n' ? ' ' : *at);
}

void
outcome_trace (const struct outcome *o, struct text *t)
{
    for (size_t i = 0; i < o->trace.size; i++) {
        const struct outcome_step *s = &o->trace.at[i];
        const char *field[] = {s->place, s->what, s->values};
        for (int f = 0; f < 3; f++) {
            trace_field (field[f], t);
            text_char (t, '\t');
        }
        text_print (t, "%zu\t", s->folded);
        trace_field (s->thread, t);
        text_print (t, "\t%s", step_kind_name (s->kind));
        if (o->fault && i + 1 == o->trace.size) {
            text_char (t, ' ');
            trace_field (o->fault, t);
        }
        text_print (t, "\t%d\t%" PRIu32 "\t", s->told_whole, s->depth);
        trace_field (s->function, t);
        text_char (t, '\t');
        trace_field (s->node, t);
        text_print (t, "\t%d\n", s->again);
    }
}

/* Proofs of real programs fill screens: people get the first lines. */
static void
explain_proof (const char *what, const char *proof, struct text *t)
{
    enum { MOST_LINES = 24, MOST_COLUMNS = 160 };
    size_t lines = 0, shown = 0;
    for (const char *at = proof; *at;
         at += strcspn (at, "\n"), at += *at == '\n')
        lines++;
    text_print (t, "proof, %s:\n", what);
    while (*proof && shown < MOST_LINES) {
        size_t size = strcspn (proof, "\n");
        size_t part = size < MOST_COLUMNS ? size : MOST_COLUMNS;
        text_add (t, "  ");
        text_add_n (t, proof, part);
        text_add (t, part < size ? " ...\n" : "\n");
        proof += size + (proof[size] == '\n');
        shown++;
    }
    if (shown < lines)
        text_print (t, "  ... and %zu more lines (--witness=FILE writes all)\n",
                    lines - shown);
}

static const char *
proof_title (const struct outcome *o)
{
    switch (outcome_counts (o)) {
    case COUNT_BOUNDED:
        return "parts that cover every run";
    case COUNT_EXPLORE:
        return "every state that can be reached";
    default:
        return "a model of all clauses";
    }
}

static int
width_of (const char *column, int least)
{
    int width = column ? (int) strlen (column) : 0;
    return width > least ? width : least;
}

static void
explain_step (const struct outcome_step *s, size_t number, int digits, int wide,
              int threads, struct text *t)
{
    if (s->folded)
        text_print (t, "%*s  %-*s", digits, "", wide, "");
    else
        text_print (t, "%*zu  %-*s", digits, number, wide,
                    s->place ? s->place : "");
    if (threads)
        text_print (t, "  %-*s", threads, s->thread ? s->thread : "");
    text_print (t, "  %s", s->what ? s->what : "");
    if (s->values && *s->values)
        text_print (t, "  {%s}", s->values);
    text_char (t, '\n');
}

void
outcome_explain (const struct outcome *o, struct text *t)
{
    if (o->verdict == VERDICT_SAFE && o->proof)
        explain_proof (proof_title (o), o->proof, t);
    if (o->verdict != VERDICT_UNSAFE || !o->trace.size)
        return;
    int wide = 0, threads = 0;
    for (size_t i = 0; i < o->trace.size; i++) {
        wide = width_of (o->trace.at[i].place, wide);
        threads = width_of (o->trace.at[i].thread, threads);
    }
    size_t steps = outcome_steps (o), number = 1;
    int digits = 4;
    for (size_t most = steps; most > 9999; most /= 10)
        digits++;
    text_print (t, "counterexample, %zu step%s:\n", steps,
                steps == 1 ? "" : "s");
    for (size_t i = 0; i < o->trace.size; i++) {
        const struct outcome_step *s = &o->trace.at[i];
        explain_step (s, number, digits, wide, threads, t);
        number += s->folded ? s->folded : 1;
    }
}
