/* usage.c -- see usage.h. */
#include "command/usage.h"

#include <assert.h>

/* What would be ignored is refused: it may be what the user relies on. */
bool
usage_of_input (const struct work *w, struct problem *p)
{
    const struct options *o = w->options;
    assert (w->kind && o->files);
    const char *wrong = o->property                       ? "--property"
                        : o->all                          ? "--all"
                        : o->bits32                       ? "--32"
                        : o->bits64                       ? "--64"
                        : option_is (o->integers, "math") ? "--integers=math"
                        : o->commands                     ? "--compile-commands"
                        : o->assume                       ? "--assume"
                        : o->harness                      ? "--harness"
                        : o->reuse                        ? "--reuse"
                        : o->flags                        ? o->flag[0]
                                                          : NULL;
    if (w->kind != &c_kind && wrong)
        return problem_usage (p, "%s is for C programs, and %s is none", wrong,
                              o->file[0]);
    return w->kind->several || o->files == 1
           || problem_usage (p, "%s: %s one file, not in %zu", o->file[0],
                             w->kind->what, o->files);
}

bool
usage_of_horn (const struct options *o, struct problem *p)
{
    if (option_is (o->engine, "bounded") || option_is (o->engine, "explore"))
        return problem_usage (p, "--engine=%s is not for Horn clauses",
                              o->engine);
    if (option_is (o->mode, "hydra"))
        return problem_usage (
            p, "--mode=hydra is for programs, not for Horn clauses");
    if (!option_is (o->emit, "none") && !option_is (o->emit, "horn")
        && !option_is (o->emit, "dot"))
        return problem_usage (p,
                              "--emit=%s is not for Horn clauses; for them "
                              "there are horn and dot",
                              o->emit);
    return true;
}

bool
usage_of_boogie (const struct options *o, struct problem *p)
{
    if (option_is (o->engine, "explore"))
        return problem_usage (p, "--engine=explore is for machines, not for "
                                 "programs");
    if (option_is (o->emit, "states"))
        return problem_usage (p, "--emit=states is for machines, not for "
                                 "programs");
    return true;
}

bool
usage_of_c (const struct options *o, struct problem *p)
{
    bool machine =
        option_is (o->engine, "auto") || option_is (o->engine, "explore");
    if (!machine
        && (option_is (o->emit, "states") || option_is (o->emit, "output")))
        return problem_usage (p, "--emit=%s is explore's: --engine=explore",
                              o->emit);
    if (option_is (o->goal, "return") && !option_is (o->engine, "auto")
        && !option_is (o->engine, "bounded"))
        return problem_usage (p,
                              "--goal=return is bounded's: --engine=bounded");
    return true;
}

bool
usage_of_engines (const struct options *o, struct problem *p)
{
    if (!option_is (o->emit, "states") && !option_is (o->emit, "output"))
        return true;
    return problem_usage (p,
                          "--emit=%s: the program has no threads; give "
                          "--engine=explore as well",
                          o->emit);
}

bool
usage_of_threads (const struct options *o, struct problem *p)
{
    const char *wrong = o->all                            ? "--all"
                        : o->reuse                        ? "--reuse"
                        : o->harness                      ? "--harness"
                        : option_is (o->integers, "math") ? "--integers=math"
                        : option_is (o->goal, "return")   ? "--goal=return"
                        : !option_is (o->mode, "predictable")
                                && !option_is (o->mode, "sequential")
                            ? "--mode"
                            : NULL;
    if (wrong)
        return problem_usage (
            p,
            "%s is not for programs that run on the C machine "
            "(threads, C++)",
            wrong);
    if (!option_is (o->emit, "none") && !option_is (o->emit, "states")
        && !option_is (o->emit, "output"))
        return problem_usage (p,
                              "--emit=%s is not for programs that run on the C "
                              "machine; for them there are states and output",
                              o->emit);
    return true;
}

bool
usage_of_machine (const struct options *o, struct problem *p)
{
    if (!option_is (o->engine, "auto") && !option_is (o->engine, "explore"))
        return problem_usage (p, "--engine=%s is not for machines; explore is",
                              o->engine);
    if (!option_is (o->mode, "predictable")
        && !option_is (o->mode, "sequential"))
        return problem_usage (p,
                              "--mode=%s is not for machines; see --search for "
                              "how they are explored",
                              o->mode);
    if (!option_is (o->emit, "none") && !option_is (o->emit, "states")
        && !option_is (o->emit, "dot"))
        return problem_usage (p,
                              "--emit=%s is not for machines; for them there "
                              "are dot and states",
                              o->emit);
    return true;
}

bool
usage_of_model (const struct options *o, struct problem *p)
{
    if (!option_is (o->emit, "dot"))
        return true;
    return problem_usage (p, "--emit=dot is for firmware; for models there is "
                             "states");
}
