/* usage.c -- see usage.h. */
#include "command/usage.h"

#include <assert.h>
#include <string.h>

/* How it is said: the first row that is of the input and begins like what was given;
 * a format of that and the file. */
static const struct {
    unsigned inputs;
    const char *given, *said;
} refusals[] = {
    {FOR_ENGINES, "--ctl", "%s is for machines, and %s is none"},
    {FOR_ALL, "--invariant", "%s is about firmware, and %s is none"},
    {FOR_ALL, "--environment", "%s is of firmware, and %s is none"},
    {FOR_ALL, "--device", "%s is of firmware, and %s is none"},
    {FOR_ALL, "--check", "%s is for C programs and firmware, and %s is none"},
    {FOR_HORN, "--engine", "%s is not for Horn clauses"},
    {FOR_HORN, "--mode", "%s is for programs, not for Horn clauses"},
    {FOR_HORN, "--emit",
     "%s is not for Horn clauses; for them there are horn and dot"},
    {FOR_BOOGIE, "--engine", "%s is for machines, not for programs"},
    {FOR_BOOGIE, "--emit", "%s is for machines, not for programs"},
    {FOR_C, "--emit",
     "%s: the program has no threads; give --engine=explore as well"},
    {FOR_THREADS, "--emit",
     "%s is not for programs that run on the C machine; for them there are "
     "states and output"},
    {FOR_THREADS, "--mode",
     "--mode is not for programs that run on the C machine (threads, C++)"},
    {FOR_THREADS, "--",
     "%s is not for programs that run on the C machine (threads, C++)"},
    {FOR_MODEL, "--emit=dot", "%s is for firmware; for models there is states"},
    {FOR_MACHINES, "--engine", "%s is not for machines; explore is"},
    {FOR_MACHINES, "--mode",
     "%s is not for machines; see --search for how they are explored"},
    {FOR_MACHINES, "--emit",
     "%s is not for machines; for them there are dot and states"},
    {FOR_ALL, "", "%s is for C programs, and %s is none"},
};

static bool
usage_refuse (const char *file, unsigned inputs, const char *given,
              struct problem *p)
{
    assert (*given);
    size_t i = 0;
    while (!(refusals[i].inputs & inputs)
           || strncmp (given, refusals[i].given, strlen (refusals[i].given)))
        i++;
    return problem_usage (p, refusals[i].said, given, file);
}

bool
usage_of_input (const struct work *w, unsigned inputs, struct problem *p)
{
    const struct options *o = w->options;
    assert (w->kind && o->files && !(inputs & ~w->kind->inputs));
    struct text given;
    text_init (&given);
    bool good = options_fit (o, inputs, &given)
                || usage_refuse (o->file[0], inputs, text_view (&given), p);
    text_clear (&given);
    if (good && !w->kind->several && o->files > 1)
        return problem_usage (p, "%s: %s one file, not in %zu", o->file[0],
                              w->kind->what, o->files);
    return good;
}

bool
usage_of_c (const struct options *o, struct problem *p)
{
    bool any = o->engine == ENGINE_AUTO;
    if ((o->emit == EMIT_STATES || o->emit == EMIT_OUTPUT) && !any
        && o->engine != ENGINE_EXPLORE)
        return problem_usage (p, "--emit=%s is explore's: --engine=explore",
                              OPTION_NAME (o, emit));
    if (o->goal == GOAL_RETURN && !any && o->engine != ENGINE_BOUNDED)
        return problem_usage (p,
                              "--goal=return is bounded's: --engine=bounded");
    return true;
}
