/* c_cover.c -- see c_cover.h. */
#include "frontend/task/c_cover.h"

#include <string.h>

#include "vm/exec/assume.h"
#include "program/attributes.h"

/* Memory that is lost and memory that is left at the end are one word, leak, if
 * both are meant. */
const struct c_check c_checks[] = {
    {"assert", "unreach-call", VM_CHECK_ASSERT},
    {"deadlock", NULL, VM_CHECK_DEADLOCK},
    {"exception", NULL, VM_CHECK_EXCEPTION},
    {"access", "valid-deref", VM_CHECK_ACCESS},
    {"free", "valid-free", VM_CHECK_FREE},
    {"valid-memtrack", "valid-memtrack", VM_CHECK_LEAK},
    {"valid-memcleanup", "valid-memcleanup", VM_CHECK_LEAK},
    {"overflow", "no-overflow", VM_CHECK_OVERFLOW},
    {"division", "division", VM_CHECK_DIVISION},
    {"shift", "shift", VM_PLACE_SHIFT},
    {"uninit", NULL, VM_CHECK_UNINIT},
    {"race", "no-data-race", VM_CHECK_RACE},
    {"lock", NULL, VM_CHECK_LOCK},
    {0}};

static bool
list_names (const struct text *list, const struct c_check *c)
{
    const char *in = text_view (list);
    return c_list_has (in, c->word, strlen (c->word))
           || (c->name && c_list_has (in, c->name, strlen (c->name)));
}

/* Is it a leak, by one of its two names? */
static bool
is_leak (const struct c_check *c)
{
    return c->machine == VM_CHECK_LEAK;
}

static bool
was_asked (const struct c_ask *a, bool machine, const struct c_check *c)
{
    return list_names (&a->checks, c) || list_names (&a->machine_only, c)
           || (machine && !is_leak (c) && (a->vm_checks & c->machine));
}

void
c_cover_asked (const struct c_ask *a, bool machine, struct outcome *o)
{
    unsigned leaks = 0;
    for (const struct c_check *c = c_checks; c->word; c++)
        leaks += is_leak (c) && was_asked (a, machine, c);
    for (const struct c_check *c = c_checks; c->word; c++)
        if (was_asked (a, machine, c))
            outcome_checked (o, is_leak (c) && leaks == 2 ? "leak" : c->word);
}

void
c_cover_marks (const struct program *p, struct outcome *o)
{
    for (const struct c_check *c = c_checks; c->word; c++)
        if (mark_is_unchecked (p, c->name ? c->name : c->word))
            outcome_unchecked (o, is_leak (c) ? "leak" : c->word);
}

void
c_cover_machine (uint32_t unchecked, struct outcome *o)
{
    for (const struct c_check *c = c_checks; c->word; c++)
        if (unchecked & c->machine)
            outcome_unchecked (o, is_leak (c) ? "leak" : c->word);
}

void
c_cover_undecided (const struct c_ask *a, struct outcome *o)
{
    if (!a->undecided.size || o->verdict == VERDICT_UNSAFE)
        return;
    if (o->verdict == VERDICT_SAFE) {
        struct text t;
        text_init (&t);
        text_print (&t, "%s is SAFE", text_view (&a->checks));
        outcome_establish (o, text_view (&t));
        text_clear (&t);
    }
    if (o->verdict == VERDICT_SAFE || !c_ask_anything (a))
        outcome_unknown (o, "%s is not decided by these engines",
                         text_view (&a->undecided));
}

void
c_cover_expected (const struct c_ask *a, struct outcome *o)
{
    if (a->expect != EXPECT_NOTHING)
        o->expected = a->expect == EXPECT_TRUE ? "true" : "false";
}
