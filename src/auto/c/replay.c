/* replay.c -- `cohort replay` of what is said about a C program. */
#include <assert.h>
#include <string.h>

#include "auto/c/judge_witness.h"
#include "auto/replay.h"
#include "base/memory.h"
#include "bounded/check.h"

/* A trail: evaluated, then run. */
static enum replay_result
c_replay_trail (struct c_task *c, const char *witness, const char *file,
                struct outcome *o, struct text *report, struct problem *p)
{
    if (!bounded_replay (&c->program, &c->options, witness, file, o, report, p))
        return REPLAY_UNDECIDED;
    memory_free (o->derivation);
    o->derivation = memory_string (witness);
    c_task_confirm (c, &c->program, o);
    bool good = o->verdict == VERDICT_UNSAFE;
    if (!good)
        text_print (report, "%s\n", o->reason);
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

enum replay_result
c_task_replay (struct c_task *c, const char *witness, const char *file,
               struct outcome *o, struct text *report, struct problem *p)
{
    assert (c->engine && c->check);
    if (!strncmp (witness, "cohort-trail", 12))
        return c_replay_trail (c, witness, file, o, report, p);
    if (witness_recognise (witness, strlen (witness)))
        return c_replay_yaml (c, witness, file, o, report, p);
    struct engine_context engine = {.options = &c->options,
                                    .log = c->engine->log};
    struct auto_check check = {.engine = &engine};
    return auto_replay (&check, &c->program, witness, file, o, report, p);
}
