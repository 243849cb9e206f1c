/* check.h -- does a formula hold of a generator?
 *
 * It is asked in the first states on every run that say GENERATOR_ASKED: those that no
 * other such state comes before. */
#ifndef CTL_CHECK_H
#define CTL_CHECK_H

#include "ctl/formula.h"
#include "ctl/part.h"
#include "ctl/story.h"
#include "engine/context.h"

enum ctl_answer {
    CTL_HOLDS,
    CTL_FAILS,
    CTL_NOT_ASKED, /* no run comes to where it is asked */
    CTL_UNFAIR,    /* no path from there is fair */
    CTL_DEPENDS,   /* on what follows where not all is modelled */
    CTL_FAILED     /* problem: no memory, or the generator failed */
};

struct ctl_result {
    enum ctl_answer answer;
    uint32_t state;         /* of FAILS: where it does */
    struct ctl_story story; /* of FAILS, from the root; of HOLDS from the only
                                state that was asked: why it does; may be empty */
    uint64_t states, edges, steps, ended, bytes;
    uint64_t layers;      /* of an expansion of everything; else 0 */
    struct digest digest; /* of the states that were needed */
    struct ctl_cut cut;   /* what is not modelled, if there is any */
    struct problem problem;
};

/* On the fly (0 threads), or by labelling on so many. */
struct ctl_how {
    unsigned threads;
    struct store_options store; /* of labelling: of all threads together */
};

/* The graph is made by the caller and can be looked at afterwards. */
void ctl_check (const struct engine_context *, struct ctl_graph *,
                const struct ctl_formula *, const struct ctl_how *,
                struct ctl_result *);
void ctl_result_clear (struct ctl_result *);
/* The counts of a labelling. */
void ctl_result_take (struct ctl_result *, const struct ctl_report *,
                      uint64_t layers);

#endif
