/* part.h -- labelling in steps: what one owner of states does in each.
 *
 * A state belongs to the part that its hash tells.  All parts take a step at the same
 * time, by the same order; what one has for another is taken in with the next step.
 * A part knows of its states who leads to them (gid: number * parts + part), so it tells
 * its predecessors what has become of a state, and nothing is ever asked:
 *
 *     EXPAND       takes in the states that came, and expands all that are new; each
 *                  edge goes to the owner of its target
 *     SEAL         sorts the edges by their targets
 *     PLAIN        a node without steps: from the labels of the same state
 *     STEP         EX: whoever leads to a state of `left`
 *     REACH        E [left U right]: backwards from `right` through `left`
 *     COUNT        EG left: all of `left`; and how many of its successors are
 *     TRIM         ..      less what has no successor left
 *     REACH_FAIR   of what is left, what can come to constraint `which`
 *     MEET         ..      less what asks for it and cannot, and what that was the last
 *                          successor of
 *     RETURN       ..      and with what comes to what is left, through `left`
 *
 * An order is given until nobody sent anything (`again`).  TRIM, then REACH_FAIR and MEET
 * for one constraint after the other until none takes anything away: what is left has
 * a successor that is left and comes to each constraint, so it has a fair path; and
 * whoever has one is never taken away (Emerson, Lei 1986; Fisler et al. 2001).  With
 * constraints `p ~> q` only states with p are taken away, and those on the way to what
 * is left return at last (Kesten, Pnueli, Raviv 1998).
 *
 * Where a state is cut (graph.h), the bound MAY has any path begin there. */
#ifndef CTL_PART_H
#define CTL_PART_H

#include "ctl/local.h"
#include "ctl/table.h"

enum ctl_operation {
    CTL_EXPAND,
    CTL_SEAL,
    CTL_PLAIN,
    CTL_STEP,
    CTL_REACH,
    CTL_COUNT,
    CTL_TRIM,
    CTL_REACH_FAIR,
    CTL_MEET,
    CTL_RETURN,
    CTL_OPERATIONS
};

struct ctl_order {
    uint8_t operation, bound;
    bool again; /* takes in what came, and goes on with it */
    bool both;  /* there are cuts: both bounds are computed, else MUST alone */
    uint32_t node, which;
};

/* The cut that is told of, if there is any: the least by (layer, state, choice). */
struct ctl_cut {
    bool found;
    uint64_t layer;
    struct buffer state;
    uint32_t choice;
};

/* Of a part, or the sum of all. */
struct ctl_report {
    uint64_t
        moved; /* of this step: states and labels that others or itself must
                       go on with */
    uint64_t
        taken; /* MEET: states that were taken away for the constraint; EXPAND:
                       states that were expanded */
    uint64_t states, edges, steps, ended, cuts, bytes; /* so far */
    struct digest digest;                              /* of all states */
    struct ctl_cut cut;
    struct problem problem; /* it cannot go on */
};

struct ctl_part {
    const struct ctl_formula *formula; /* borrowed */
    generator *generator;              /* borrowed */
    unsigned self, parts;
    uint64_t memory_bytes; /* limit of all that it has; 0: none */
    struct ctl_table table;
    struct VEC (uint64_t) label;
    struct VEC (uint8_t) cut;
    uint32_t expanded; /* states so far */
    uint64_t layer;
    /* Edges to its states, in pairs (state, gid of who leads there); SEAL puts them
     * into `first` and `before`. */
    struct VEC (uint32_t) pair;
    size_t *first; /* owned; of a state's predecessors; one more at the end */
    uint32_t *before;
    uint8_t *
        *value; /* owned; [2 node + bound][state], 0 or 1; null: not asked */
    uint32_t *left; /* owned; COUNT: successors that are left; null: none yet */
    uint8_t *comes; /* owned; REACH_FAIR: it comes to the constraint */
    struct VEC (uint32_t) work;
    struct buffer
        *out; /* owned; to each part; whoever takes the steps empties it */
    uint64_t extra_bytes; /* of what is allocated by hand */
    struct ctl_report report;
    /* May be null: `out` of a part is large. */
    void (*flush) (void *context, unsigned to);
    void *context;
};

/* False: problem; clear it all the same. */
bool ctl_part_init (struct ctl_part *, const struct ctl_formula *, generator *,
                    unsigned self, unsigned parts, const struct store_options *,
                    struct problem *);
void ctl_part_clear (struct ctl_part *);
/* A step; `in`: what all parts had for this one after the last.  After a problem it does
 * nothing. */
void ctl_part_step (struct ctl_part *, const struct ctl_order *,
                    const struct bytes in[], size_t ins);
unsigned ctl_part_owner (struct digest of_state, unsigned parts);
/* After the last order. */
bool ctl_part_holds (const struct ctl_part *, uint32_t state, uint32_t node,
                     enum ctl_bound);
bool ctl_part_has (const struct ctl_part *, uint32_t node, enum ctl_bound);
uint64_t ctl_part_memory (const struct ctl_part *);

/* Of the next part; moves what is owned. */
void ctl_report_add (struct ctl_report *sum, struct ctl_report *);
void ctl_report_clear (struct ctl_report *);

/* part_label.c: all but EXPAND and SEAL. */
void ctl_part_label (struct ctl_part *, const struct ctl_order *,
                     const struct bytes in[], size_t ins);

#endif
