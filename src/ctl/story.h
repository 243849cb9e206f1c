/* story.h -- why a formula does not hold, or does: a way through the graph.
 *
 *     f holds because    E [f U g]   a shortest way to g
 *                        EG f        a way to a state that it has been at: a lasso
 *                        EX f        a step
 *                        f && g      both, one after the other
 *     f fails because    ! f         what f holds for
 *                        f && g      the first that fails
 *
 * so that for most formulas it is one lasso.  That nothing does what E asks for has no
 * way to show: it is a claim, which whoever judges the story must decide alone. */
#ifndef CTL_STORY_H
#define CTL_STORY_H

#include "ctl/local.h"

/* Who knows what holds where: ctl_local or ctl_global. */
struct ctl_judge {
    struct ctl_graph *graph;
    const struct ctl_formula *formula;
    bool (*holds) (void *context, uint32_t state, uint32_t node,
                   enum ctl_bound);
    void *context;
    const bool
        *waits; /* borrowed; null: never.  Set while what it knows is still to
                          come: nothing that is told meanwhile means anything */
};

enum ctl_event_kind {
    CTL_EVENT_STEP, /* edge `choice` of `state`, to `target` */
    CTL_EVENT_LOOP, /* from here it is again as before event `target`, a step from
                       `state`, for ever */
    CTL_EVENT_CLAIM /* `node` is `value` in `state`, where the way goes on */
};

struct ctl_event {
    uint8_t kind;
    bool value;
    uint32_t state, choice, target, node;
};

struct ctl_story VEC (struct ctl_event);

/* The way from the root to a state: the first found breadth first, through states where
 * formulas are not asked yet. */
void ctl_story_way (const struct ctl_judge *, uint32_t state,
                    struct ctl_story *);
/* Why the node is `value` in this state, in which it is.  Appends. */
void ctl_story_explain (const struct ctl_judge *, uint32_t state, uint32_t node,
                        bool value, struct ctl_story *);

#endif
