/* rule.h -- kinds of faults under names that stay, and where they show, for
 * tools that collect results. */
#ifndef RULE_H
#define RULE_H

#include "report/outcome.h"

struct rule {
    const char *id;       /* "use-after-free" */
    const char *text;     /* one sentence */
    const char *cwe;      /* number in the Common Weakness Enumeration */
    const char *fault[4]; /* what engines call it; null: none */
};

/* Of a fault as an outcome names it, or of a property; never null: what nothing
 * else is told of is a failed assertion. */
const struct rule *rule_of (const char *fault);

/* What failed, in a line for people: the last step; of a formula, whose run does not end
 * by failing, that it does not hold.  To be freed. */
char *fault_what (const struct outcome *);
/* Where the counterexample ends: the place of the last step that has one; null:
 * none has. */
const char *fault_place (const struct outcome *);
/* Of the name of a property, "f.c:12:5 unreach-call": its place (owned; empty:
 * it has none), and the rest. */
char *judged_place (const char *name);
const char *judged_what (const char *name);
/* For people: "unreach-call fails: What is asserted does not hold." */
void judged_tell (const char *name, struct text *);

#endif
