/* conclude.c -- see conclude.h. */
#include "bounded/conclude.h"

#include <stdio.h>

#include "bounded/inlining/leaf.h"
#include "bounded/proof.h"

enum { CONCLUDE_LISTED = 8 };

void
conclude_assumed (const struct prepared *x, struct outcome *o)
{
    const struct passive_program *p = &x->passive;
    char line[400];
    if (p->assumptions <= CONCLUDE_LISTED) {
        for (uint32_t i = 0; i < p->assumptions; i++) {
            snprintf (line, sizeof line, "free specification %s",
                      p->assumed[i]);
            outcome_assume (o, line);
        }
        return;
    }
    snprintf (line, sizeof line, "%u free specifications, from %s to %s",
              p->assumptions, p->assumed[0], p->assumed[p->assumptions - 1]);
    outcome_assume (o, line);
}

static bool
conclude_refuted (struct prepared *x, const struct vec_partition *leaves)
{
    uint64_t units;
    for (size_t i = 0; i < leaves->size; i++)
        if (leaf_check (&x->passive, &leaves->at[i], 0, false, NULL, &units)
            != SOLVER_UNSAT)
            return false;
    return true;
}

void
conclude_safe (struct prepared *x, const struct vec_partition *leaves,
               bool doubt, struct outcome *o)
{
    if (!proof_covers (leaves)) {
        outcome_unknown (o, "the parts of the proof do not cover the search");
        return;
    }
    if (doubt && !conclude_refuted (x, leaves)) {
        outcome_unknown (o, "a refutation by a joined worker was not confirmed "
                            "here");
        return;
    }
    struct text t;
    text_init (&t);
    proof_write (x, leaves, &t);
    for (uint32_t i = 0; i < x->passive.assumptions; i++)
        text_print (&t, "assumes %s\n", x->passive.assumed[i]);
    o->verdict = VERDICT_SAFE;
    o->proof = text_take (&t);
    conclude_assumed (x, o);
}
