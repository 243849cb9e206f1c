/* replay.c -- a witness of the C machine, judged again. */
#include <assert.h>
#include <string.h>

#include "auto/threads/formula.h"
#include "auto/threads/internal.h"
#include "auto/threads/many.h"
#include "report/witness_yaml.h"
#include "vm/machine.h"
#include "vm/native/native.h"
#include "vm/reduce/counter_abstraction.h"

static bool
threads_judge (void *context, generator *g, const char *fault,
               const char *lines, struct problem *p)
{
    struct outcome *o = ((struct threads *) context)->check.outcome;
    struct vm_walk walk = {0};
    struct vm_walk_end end = {0};
    struct vec_vm_told told = {0};
    bool read = vm_walk_read (&walk, lines);
    bool good = read && vm_walk_follow (g, &walk, NULL, NULL, &end) && end.fault
                && !end.guessed && !strcmp (vm_fault_name (end.fault), fault);
    if (!read)
        problem_set (p, (struct place) {0}, "the witness is damaged");
    if (good) {
        o->verdict = VERDICT_UNSAFE;
        vm_trace (g, &walk, &told);
        threads_trace (vm_machine_code (g), &told, o);
        outcome_fault (o, fault);
    }
    vm_walk_end_clear (&end);
    vm_walk_clear (&walk);
    return good;
}

/* The real program, with the turns of the walk. */
static bool
replay_natively (struct threads *t, const char *witness, struct text *report,
                 struct problem *p)
{
    const struct options *o = t->check.engine->options;
    const struct c_options read = c_ask_options (t->ask, o);
    struct vm_walk walk = {0};
    const char *lines = strstr (witness, "\nfault ");
    lines = lines ? strchr (lines + 1, '\n') : NULL;
    if (o->no_execute) {
        text_add (report, "run natively: --no-execute forbids it\n");
        return false;
    }
    bool good = lines && vm_walk_read (&walk, lines)
                && vm_native_replay (t->machine, &read, &walk, report, p);
    vm_walk_clear (&walk);
    return good;
}

static bool
is_of (const generator *g, const char *witness)
{
    char identity[DIGEST_TEXT];
    digest_print (g->class->identity (g), identity);
    const char *line = strchr (witness, '\n');
    const char *end = line ? strchr (line + 1, '\n') : NULL;
    const char *found = end ? strstr (line, identity) : NULL;
    return found && found < end;
}

/* The same machine with threads that are alike, if the witness is one of that;
 * null: it is not. */
static generator *
many_machine (struct threads *t, const char *witness, uint32_t reductions,
              uint32_t options)
{
    struct problem problem = {0};
    if (!vm_counter_abstraction_fits (vm_machine_code (t->machine)))
        return NULL;
    generator *g = threads_variant (t->machine, reductions, options, &problem);
    if (g && is_of (g, witness))
        return g;
    if (g)
        g->class->free (g);
    return NULL;
}

/* A proof that takes any number of threads as one, or that counts them;
 * UNDECIDED without a report: that is not what the witness is. */
static enum replay_result
replay_many (struct threads *t, const char *witness, const char *file,
             struct text *report, struct problem *p)
{
    enum replay_result result = REPLAY_UNDECIDED;
    generator *counted =
        many_machine (t, witness, VM_REDUCE_MANY | VM_REDUCE_COUNTED, 0);
    generator *plain = many_machine (t, witness, VM_REDUCE_MANY, 0);
    if (!plain)
        plain = many_machine (t, witness, VM_REDUCE_MANY, VM_SPLIT_FEW);
    if (!plain)
        plain = many_machine (t, witness, VM_REDUCE_MANY, VM_SPLIT_OTHER);
    if (counted) {
        result = machine_replay (counted, witness, file, threads_judge, t,
                                 report, p);
        counted->class->free (counted);
    }
    if (plain) {
        struct threads_many many;
        threads_many_open (&many, t->machine, 1);
        result = machine_replay (many.machine ? many.machine : plain, witness,
                                 file, threads_judge, t, report, p);
        threads_many_close (&many);
        plain->class->free (plain);
    }
    return result;
}

/* Of a counterexample only: the machine with zeros has not all the runs. */
static generator *
replay_machine (struct threads *t, const char *witness)
{
    static const char path[] = "cohort path ";
    bool zero = !strncmp (witness, path, sizeof path - 1) && threads_zero (t)
                && is_of (t->zero, witness);
    return zero ? t->zero : t->machine;
}

enum replay_result
threads_replay (struct threads *t, const char *witness, const char *file,
                struct text *report, struct problem *p)
{
    assert (t->machine && t->check.outcome);
    assert (!report->size);
    if (t->formula.node.size && t->check.engine->options->native) {
        problem_usage (p, "--native runs a path that ends in a fault; the "
                          "story of a formula has none, and perhaps no end");
        return REPLAY_UNDECIDED;
    }
    if (t->formula.node.size)
        return threads_formula_replay (t, witness, file, report, p);
    if (witness_recognise (witness, strlen (witness)))
        return threads_replay_yaml (t, witness, file, report, p);
    enum replay_result result = replay_many (t, witness, file, report, p);
    if (result == REPLAY_UNDECIDED && !report->size)
        result = machine_replay (replay_machine (t, witness), witness, file,
                                 threads_judge, t, report, p);
    if (result == REPLAY_CONFIRMED && t->check.outcome->trace.size)
        outcome_explain (t->check.outcome, report);
    if (result == REPLAY_CONFIRMED && t->check.engine->options->native
        && !replay_natively (t, witness, report, p))
        result = REPLAY_UNDECIDED;
    return result;
}
