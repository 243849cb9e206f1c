/* c_ask_machine.c -- what is asked of the C machine: checks, reductions, rules.
 */
#include <string.h>

#include "frontend/task/c_ask.h"
#include "frontend/task/c_cover.h"
#include "vm/exec/assume.h"

/* What each name means to the machine; shift is not checked there. */
static uint32_t
checks_of (const char *list)
{
    uint32_t checks = 0;
    for (const struct c_check *c = c_checks; c->word; c++)
        if (c_list_has (list, c->word, strlen (c->word))
            || (c->name && c_list_has (list, c->name, strlen (c->name))))
            checks |= c->machine;
    return checks & ~(uint32_t) VM_PLACE_SHIFT;
}

static bool
ask_reductions (struct c_ask *a, const char *list, struct problem *p)
{
    a->vm_reductions = list ? 0 : VM_REDUCE_LOCAL;
    if (!list || !strcmp (list, "none"))
        return true;
    for (const char *at = list; *at; at += *at == ',') {
        size_t size = strcspn (at, ",");
        if (size == 5 && !strncmp (at, "local", size))
            a->vm_reductions |= VM_REDUCE_LOCAL;
        else if (size == 8 && !strncmp (at, "symmetry", size))
            a->vm_reductions |= VM_REDUCE_SYMMETRY;
        else
            return problem_usage (p,
                                  "--reduce=%.*s: for C there are local and "
                                  "symmetry, or none",
                                  (int) size, at);
        at += size;
    }
    return true;
}

/* Of a program without threads there is nothing to be asked about these. */
static bool
only_of_threads (const char *list)
{
    return !c_list_has (list, "uninit", 6)
           && !c_list_has (list, "exception", 9);
}

static bool
ask_engine (struct c_ask *a, const struct options *o, struct problem *p)
{
    const char *only = text_view (&a->machine_only);
    if (o->engine == ENGINE_EXPLORE || (o->ctl && o->engine == ENGINE_AUTO))
        a->machine = C_MACHINE_ALWAYS;
    else if (o->engine == ENGINE_AUTO)
        a->machine = a->checks.size && only_of_threads (only)
                         ? C_MACHINE_AUTO
                         : C_MACHINE_ALWAYS;
    else if (a->machine_only.size && o->check)
        return problem_usage (p,
                              "--check=%s: --engine=%s does not decide that; "
                              "explore does",
                              only, OPTION_NAME (o, engine));
    else if (a->machine_only.size) {
        if (a->undecided.size)
            text_char (&a->undecided, ',');
        text_add (&a->undecided, only);
        text_reset (&a->machine_only);
    }
    return true;
}

static uint32_t
ask_rules (const struct c_ask *a, const struct options *o)
{
    return (!a->competition && !a->malloc_works ? VM_MALLOC_FAILS : 0u)
           | (a->pure_externals ? VM_PURE_EXTERNALS : 0u)
           | (o->addresses == ADDRESSES_CONCRETE ? VM_CONCRETE_ADDRESSES : 0u)
           | (o->spurious ? VM_SPURIOUS : 0u)
           | (c_list_has (text_view (&a->checks), "valid-memcleanup", 16)
                  ? 0u
                  : VM_KEPT_AT_EXIT);
}

bool
c_ask_machine (struct c_ask *a, const struct options *o, bool usual,
               struct problem *p)
{
    a->vm_checks = checks_of (text_view (&a->checks))
                   | checks_of (text_view (&a->machine_only));
    if (usual)
        a->vm_checks |= VM_CHECK_DEADLOCK | VM_CHECK_EXCEPTION;
    a->vm_options = ask_rules (a, o);
    return ask_engine (a, o, p) && ask_reductions (a, o->reduce, p);
}
