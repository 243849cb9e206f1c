/* choices.c -- counterexamples that are lists of choices: told, written, judged. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auto/machine/machine.h"
#include "base/memory.h"

struct telling {
    struct outcome *outcome;
    generator *printer;
    uint32_t fault; /* of the last edge; 0: none */
};

static void
choice_tell (void *context, struct bytes state, const struct edge *e)
{
    struct telling *t = context;
    char *line = NULL;
    size_t size = 0;
    FILE *stream = open_memstream (&line, &size);
    if (!stream)
        memory_exhausted ();
    t->printer->class->print (t->printer, state, e, stream);
    fclose (stream);
    struct outcome_step step = {.what = memory_string (line),
                                .values = memory_string ("")};
    free (line);
    VEC_PUSH (t->outcome->trace, step);
    t->fault = e->marks & EDGE_FAULT ? e->fault + 1 : 0;
}

bool
machine_confirm (generator *g, const struct path *path, struct outcome *o,
                 struct problem *p)
{
    assert (o->verdict == VERDICT_UNSAFE && !o->derivation);
    assert (path->choice.size);
    struct telling t = {.outcome = o, .printer = g->class->clone (g)};
    bool good = path_follow (g, path, choice_tell, &t, p);
    t.printer->class->free (t.printer);
    if (!good)
        return false;
    if (!t.fault) {
        outcome_unknown (o, "the counterexample was not confirmed");
        return true;
    }
    struct text witness;
    text_init (&witness);
    const char *fault = g->class->fault_name (g, t.fault - 1);
    machine_witness (g, fault, &witness);
    for (size_t i = 0; i < path->choice.size; i++)
        text_print (&witness, "%u\n", path->choice.at[i]);
    o->derivation = text_take (&witness);
    machine_fault (o, fault, NULL);
    return true;
}

/* ---- judging again */

bool
machine_judge_choices (void *outcome, generator *g, const char *fault,
                       const char *lines, struct problem *p)
{
    assert (outcome && fault && lines);
    struct outcome *o = outcome;
    struct path path = {0};
    char *end;
    for (unsigned long choice = strtoul (lines, &end, 10); end != lines;
         choice = strtoul (lines, &end, 10)) {
        VEC_PUSH (path.choice, (uint32_t) choice);
        lines = end;
    }
    struct telling t = {.outcome = o, .printer = g->class->clone (g)};
    bool good = path_follow (g, &path, choice_tell, &t, p) && t.fault
                && !strcmp (g->class->fault_name (g, t.fault - 1), fault);
    t.printer->class->free (t.printer);
    path_clear (&path);
    if (good) {
        o->verdict = VERDICT_UNSAFE;
        machine_fault (o, fault, NULL);
    }
    return good;
}
