/* rule.c -- see rule.h. */
#include "report/rule.h"

#include <string.h>

/* Names of faults are those of vm_fault_name, micro_fault_name and check_name.
 * The last rule is that of every other name.  A formula is named with its text. */
static const struct rule rules[] = {
    {"deadlock", "Threads wait for each other for ever.", "833", {"deadlock"}},
    {"data-race",
     "Two threads access a place at once, one of them to write.",
     "362",
     {"data race"}},
    {"access-conflict",
     "A thread accesses what another one has locked.",
     "362",
     {"access conflict"}},
    {"use-after-free",
     "Memory is used after it was freed.",
     "416",
     {"use after free"}},
    {"use-after-return",
     "A local is used after its function returned.",
     "562",
     {"stack use after return"}},
    {"double-free", "Memory is freed twice.", "415", {"double free"}},
    {"invalid-free",
     "What is freed was not allocated.",
     "590",
     {"invalid free", "valid-free"}},
    {"memory-leak",
     "Memory is never freed.",
     "401",
     {"memory leak", "valid-memtrack", "valid-memcleanup"}},
    {"null-access",
     "Memory is accessed through a null pointer.",
     "476",
     {"access through a null pointer"}},
    {"invalid-access",
     "Memory is accessed where nothing is.",
     "119",
     {"access out of bounds", "valid-deref", "write outside memory"}},
    {"wild-access",
     "Memory is accessed through what is no pointer.",
     "822",
     {"access through a wild pointer"}},
    {"write-to-constant",
     "What is constant is written to.",
     "471",
     {"write to a constant", "program writes its own code"}},
    {"uninitialised",
     "A value that was never written is used.",
     "457",
     {"use of an uninitialised value"}},
    {"lock-misuse",
     "A lock is used against its rules.",
     "667",
     {"lock misuse"}},
    {"division-by-zero",
     "A number is divided by zero.",
     "369",
     {"division by zero", "division"}},
    {"uncaught-exception",
     "An exception is thrown that nobody catches.",
     "248",
     {"uncaught exception"}},
    {"shift",
     "A value is shifted by more bits than it has.",
     "1335",
     {"shift"}},
    {"overflow",
     "The result of a signed operation does not fit.",
     "190",
     {"signed overflow", "no-overflow"}},
    {"stack-overflow",
     "The stack grows into other memory, or past its end.",
     "121",
     {"stack into data", "stack into heap", "stack underflow",
      "stack in registers"}},
    {"wild-jump",
     "Control goes to where no code is.",
     "691",
     {"jump outside code", "no such instruction"}},
    {"unhandled-interrupt",
     "An interrupt comes that has no handler.",
     "431",
     {"unhandled interrupt"}},
    {"formula", "A formula of CTL does not hold.", "691", {"formula"}},
    {"assertion", "What is asserted does not hold.", "617", {NULL}},
};

enum { RULES = sizeof rules / sizeof *rules };

static bool
rule_has (const struct rule *r, const char *fault)
{
    for (size_t i = 0; i < sizeof r->fault / sizeof *r->fault; i++)
        if (r->fault[i] && !strcmp (fault, r->fault[i]))
            return true;
    return false;
}

/* "formula AG x" */
static bool
is_formula (const char *fault)
{
    return fault && !strncmp (fault, "formula ", strlen ("formula "));
}

const struct rule *
rule_of (const char *fault)
{
    const struct rule *r = rules;
    if (is_formula (fault))
        fault = "formula";
    while (fault && r < rules + RULES - 1 && !rule_has (r, fault))
        r++;
    return fault ? r : rules + RULES - 1;
}

char *
fault_what (const struct outcome *o)
{
    const char *last = o->trace.size ? VEC_LAST (o->trace).what : NULL;
    struct text t;
    text_init (&t);
    if (is_formula (o->fault))
        text_print (&t, "the %s does not hold", o->fault);
    else
        text_add (&t, last ? last : rule_of (o->fault)->text);
    return text_take (&t);
}

const char *
fault_place (const struct outcome *o)
{
    for (size_t i = o->trace.size; i-- > 0;)
        if (o->trace.at[i].place && *o->trace.at[i].place)
            return o->trace.at[i].place;
    return NULL;
}

const char *
judged_what (const char *name)
{
    const char *space = strrchr (name, ' ');
    return space ? space + 1 : name;
}

char *
judged_place (const char *name)
{
    char *place = memory_string (name);
    size_t size = (size_t) (judged_what (name) - name);
    place[size ? size - 1 : 0] = 0;
    return place;
}

void
judged_tell (const char *name, struct text *t)
{
    const char *what = judged_what (name);
    text_print (t, "%s fails: %s", what, rule_of (what)->text);
}
