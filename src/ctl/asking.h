/* asking.h -- where a formula is asked, and what is said of it: for whoever knows what
 * holds where (struct ctl_judge). */
#ifndef CTL_ASKING_H
#define CTL_ASKING_H

#include "ctl/check.h"

struct ctl_asking {
    struct ctl_judge judge;
    struct VEC (uint32_t) asked; /* states in which it is, as they are found */
    bool cut;                    /* something not modelled comes before */
};

/* Looks through what comes before.  False: the answer is there already. */
bool ctl_asking_find (struct ctl_asking *, struct ctl_result *);
void ctl_asking_clear (struct ctl_asking *);
/* What the judge says of the root of the formula: the answer, and where it fails. */
void ctl_asking_answer (const struct ctl_asking *, struct ctl_result *);
/* The story of the answer. */
void ctl_asking_tell (const struct ctl_asking *, struct ctl_result *);

#endif
