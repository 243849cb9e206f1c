/* vc.h -- the verification condition of one instance of a passive procedure.
 *
 * The paper's equation (1) with a control-flow function f.  f is not an
 * uninterpreted function over integers here: of a block with successors s1 ..
 * sn only "f (l) = sk" is ever said, so f is given by n - 1 Booleans per block,
 * c1 .. c(n-1), and "f (l) = sk" is `c1 .. c(k-1) and not ck` (the last: all
 * are true; so a solver that guesses false first takes the first successor).
 * Exactly one successor is chosen by construction and nothing needs arithmetic.
 *
 * Only blocks that call, or where paths join, have a control variable b_l:
 *
 *     b_l => F_l,   F_l = assume_l and OR over k of
 *                         (f (l) = sk and join_(l,sk) and G_sk)
 *
 * where G_s is b_s if s has one, and else F_s itself.  A solver that follows
 * the structure of formulas then never looks at what no run passes.
 *
 * Variables of instance n carry the suffix `@n`: equal instances have equal
 * names wherever they are made in the same order. */
#ifndef BOUNDED_PASSIVE_VC_H
#define BOUNDED_PASSIVE_VC_H

#include "bounded/passive/passive.h"

struct vc_call {
    uint32_t callee, block;
    const term *control;    /* of the block that calls */
    const term **in, **out; /* actuals in terms of this instance */
};

struct vc {
    const struct passive_procedure *procedure;
    uint32_t number;
    const term **control; /* b_l per block; the caller's variable at block 0;
                               null: the block has none */
    const term ***flow;   /* flow[l][k]: f (l) = target of edge k; true if the
                               block has one edge */
    struct vc_call *call;
    struct term_vec
        clause; /* their conjunction is pVC (p, c), without b_entry */
    /* to translate a term of the procedure into this instance */
    const term **from, **to;
    size_t variables;
};

/* Names are made of `number`; formals are replaced by the actuals; without any
 * (`in` or `out` null) they are variables of the instance, too.  `control`
 * of block 0 is `entry` (the calling block's variable; true for main).  Memory
 * comes from the arena. */
void vc_make (struct vc *, struct passive_program *, uint32_t procedure,
              uint32_t number, const term *entry, const term *const *in,
              const term *const *out, struct arena *);
void vc_clear (struct vc *);
/* What vc_make keeps with a procedure; null is fine. */
void vc_template_free (struct vc_template *);
/* A term over the procedure's variables, in this instance. */
const term *vc_term (const struct vc *, terms *, const term *);

/* The paper's equation (2), corrected: r_l for every block from which `target`
 * can be reached, r_target, and
 *     r_l => OR over n in pred (l) of (r_n and f (n) = l),   r_entry = true.
 * Adds clauses; `broken` "reach-as-printed" makes it as in the paper. */
void vc_must_reach (const struct vc *, terms *, uint32_t target,
                    const char *broken, struct term_vec *clauses);

#endif
